"""Bad input gets one sentence that names the argument."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from svmlib.datasets import make_blobs
from svmlib.gradcheck import check_gradient, numerical_gradient, relative_error
from svmlib.hinge import squared_hinge_loss, svm_loss_naive, svm_loss_vectorized
from svmlib.kernel_svm import KernelSVM
from svmlib.linear import (
    LinearSVM,
    predict_linear_classifier,
    svm_get_search_params,
    train_linear_classifier,
)
from svmlib.margin import margin_width
from svmlib.validation import as_nonnegative, as_positive, as_whole

W2, X2 = [[1.0, 0.0]], [[1.0], [2.0]]
MASKED = np.ma.array([0, 1], mask=[0, 1])


def trained():
    model = LinearSVM()
    model.train(X2, [0, 1], num_iters=2)
    return model


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: LinearSVM().train(X2, MASKED), "y has masked entries"),
        (lambda: trained().score(X2, MASKED), "y has masked entries"),
        (lambda: relative_error(MASKED, [0, 1]), "a has masked entries"),
        (lambda: relative_error([1.0], ["x"]), "b must hold real numbers"),
        (lambda: numerical_gradient(sum, MASKED), "W has masked entries"),
        (lambda: numerical_gradient(sum, ["x"]), "W must hold real numbers"),
        (lambda: numerical_gradient(1.0, [1.0]), "f must be callable, got 1.0"),
        (lambda: numerical_gradient(lambda w: w, [1.0, 2]), r"\(2,\): is a .sum\(\) m"),
        (
            lambda: train_linear_classifier(
                lambda W, X, y, reg: (X.sum(axis=1), W), None, X2, [0, 1]
            ),
            r"loss must be one number, got an array of shape \(200,\): is a .sum",
        ),
        (
            lambda: check_gradient(lambda W, X, y, reg: ([1, 2], W), W2, X2, [0, 1], 0),
            r"loss must be one number, got an array of shape \(2,\): is a .sum",
        ),
        (lambda: train_linear_classifier(3, None, X2, [0, 1]), "loss_func must be cal"),
        (lambda: make_blobs(3, rng="x"), "rng must be a numpy.random.Generator.* 'x'"),
        (lambda: make_blobs(3, rng=-1), "rng must be .* got -1"),
        (
            lambda: check_gradient(svm_loss_naive, W2, X2, [0, 1], 0, seed=0.5),
            "seed must be .* got 0.5",
        ),
        (
            lambda: predict_linear_classifier(W2, [[1], [2, 3]]),
            "X must have rows of one",
        ),
        (lambda: predict_linear_classifier(W2, [[True]]), r"dtype bool: give X.astype"),
        (
            lambda: predict_linear_classifier(W2, np.array([[1]], object)),
            r"dtype object: give X.astype\(float\)",
        ),
        (
            lambda: LinearSVM().fit(csr_matrix(X2), [0, 1]),
            r"X is sparse \(csr_matrix\): give X.toarray\(\)",
        ),
        (lambda: LinearSVM().fit(X2, [1, 1]), r"2 or more classes, got \[1\]"),
        (lambda: KernelSVM().fit(X2, [1, 1]), r"2 or more classes, got \[1\]"),
        (lambda: as_nonnegative(-5e-324, "x"), "x must be one finite number >= 0"),
        (lambda: as_positive(0, "x"), "x must be one finite number > 0, got 0"),
        (lambda: as_whole(2, "x", 3), "x must be a whole number >= 3, got 2"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_one_sentence_names_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_a_width_that_overflows_is_told():
    with pytest.raises(FloatingPointError, match="width overflows: w is too small"):
        margin_width([1e-310])


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "loss_func", [svm_loss_naive, svm_loss_vectorized, squared_hinge_loss]
)
def test_no_penalty_is_none_where_the_square_of_w_overflows(loss_func):
    loss, dW = loss_func([[1e200, 0.0]], [[1.0]], [0], 0.0)
    assert loss == 0 and dW.tolist() == [[0, 0]]
    with pytest.raises(FloatingPointError, match="overflows float64: got inf"):
        loss_func([[1e200, 0.0]], [[1.0]], [0], 1.0)
    with pytest.raises(FloatingPointError, match="overflows: X and W finite"):
        loss_func([[1e200, 0.0]], [[1e200]], [1], 0.0)


def test_many_small_losses_in_float32_are_all_counted():
    # 2**24 + 1 ones cannot be counted in float32; here each row's loss is 1.
    W = np.zeros((1, 2), np.float32)
    rows = 2**24 + 2**10 + 1
    loss, _ = svm_loss_vectorized(W, np.zeros((rows, 1), np.float32), [0] * rows, 0.0)
    assert loss == 1


def test_a_gradient_that_is_off_by_a_thousandth_is_seen_on_a_kink():
    # s_0 - s_1 = 1 = delta: a kink, where 0 is a subgradient.
    W, X, y = [[1.0, 0.0]], [[1.0]], [0]
    for shift in (1e-3, -1e-3):

        def off(W, X, y, reg, shift=shift):
            loss, dW = svm_loss_naive(W, X, y, reg)
            return loss, dW + shift

        check = check_gradient(off, W, X, y, 0.0)
        assert check.method == "subgradient" and not check.passed
    assert check_gradient(svm_loss_naive, W, X, y, 0.0).passed


def test_what_is_searched_and_how_training_starts_is_known():
    assert svm_get_search_params() == ([3e-3, 3e-2, 3e-1], [1e-3, 1e-2, 1e-1, 1.0])
    calls = []

    def record(W, X, y, reg):
        calls.append((len(X), reg))
        return 0.0, np.ones_like(W)

    W, _ = train_linear_classifier(record, [[0.0, 0.0]], X2, [0, 1])
    assert calls == [(200, 1e-5)] * 100
    np.testing.assert_allclose(W, -0.1)  # 100 steps of 1e-3

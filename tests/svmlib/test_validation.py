"""Bad input gets one sentence that names the argument."""

import numpy as np
import pytest
from scipy.sparse import csr_matrix

from svmlib._validation import (
    as_integer,
    as_nonnegative,
    as_positive,
    as_reals,
    as_symmetric,
    check_overflow,
)
from svmlib.convert import weights_from_sklearn
from svmlib.datasets import load_digits, make_blobs, make_rings
from svmlib.gradcheck import (
    check_gradient,
    kink_distance,
    numerical_gradient,
    relative_error,
)
from svmlib.hinge import svm_loss_naive
from svmlib.kernel_svm import KernelSVM
from svmlib.linear_svm import LinearSVM
from svmlib.smo import smo
from svmlib.training import predict_linear_classifier, train_linear_classifier

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
            lambda: check_gradient(svm_loss_naive, W2, X2, [0, 1], 0, rng=0.5),
            "rng must be .* got 0.5",
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
        (lambda: smo(np.eye(2), [1, -1], 1, callback=3), "callback must be .* got 3"),
        (
            lambda: load_digits(dtype="x"),
            "dtype must be float64, float32 or .* got 'x'",
        ),
        (lambda: kink_distance(W2, [[np.inf]], [0]), "X must be finite, got inf"),
        (
            lambda: weights_from_sklearn([[1.0]], [[1], [1, 2]]),
            "intercept must have rows of",
        ),
        (lambda: as_nonnegative(-5e-324, "x"), "x must be one finite number >= 0"),
        (lambda: as_positive(0, "x"), "x must be one finite number > 0, got 0"),
        (lambda: as_integer(2, "x", 3), "x must be a whole number >= 3, got 2"),
    ],
)
@pytest.mark.filterwarnings("error")
def test_errors_name_the_argument(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.filterwarnings("error")
def test_overflow_is_an_error_without_a_warning():
    for call, message in (
        (lambda: make_rings(9, rng=0, spread=1.7e308), "overflows: spread finite, but"),
        (lambda: make_blobs(9, rng=0, spread=1.7e308), "overflows: spread finite, but"),
        (lambda: LinearSVM(reg=1e307).fit(X2, [0, 1]), r"reg = 1e\+307 is too large"),
        (lambda: LinearSVM().fit([[1e200], [2e200]], [0, 1]), "overflows: X finite"),
    ):
        with pytest.raises(FloatingPointError, match=message):
            call()


@pytest.mark.filterwarnings("error")
def test_huge_and_tiny_numbers_are_accepted():
    assert kink_distance(W2, [[1e-310]], [0]) == np.inf
    X, y = make_blobs(6, rng=0)
    signs = np.where(y > 0, 1, -1)
    assert smo(X @ X.T, signs, 1e307).kkt_gap <= 1e-3


@pytest.mark.parametrize(
    ("value", "got"),
    [
        ([True], r"dtype bool: give a.astype\(float\)"),  # a column of a table, say
        (["x"], "dtype <U1"),  # would have no numbers
        (True, "True"),  # has no astype
        (None, "None"),
        ("text", "'text'"),
    ],
)
def test_astype_is_advised_where_it_helps(value, got):
    with pytest.raises(ValueError, match=f"a must hold real numbers, got {got}$"):
        as_reals(value, "a")


@pytest.mark.parametrize("sign", [1, -1])
def test_symmetry_is_judged_by_the_largest_entry_of_either_sign(sign):
    K = sign * np.array([[0.0, 1.0], [1.0 + 1e-9, 0.0]])
    assert as_symmetric(K) is K
    with pytest.raises(ValueError, match=r"K must be symmetric, got K\[0, 1\] = "):
        as_symmetric(sign * np.array([[0.0, 1.0], [1.0 + 1e-5, 0.0]]))


def test_symmetry_is_tried_in_every_row_of_a_band():
    for row in (255, 256):  # the last of a band, and the first of the next
        K = np.zeros((300, 300))
        K[row, 299] = 1
        with pytest.raises(
            ValueError, match=rf"K\[{row}, 299\] = 1.0, K\[299, {row}\]"
        ):
            as_symmetric(K)


def test_an_overflow_names_the_largest_argument_of_either_sign():
    with pytest.raises(FloatingPointError, match="because W is as large as 5e"):
        check_overflow(np.inf, np.zeros(1), X=[1.0, 2.0], W=[-5e307, 0.0])


def test_one_infinite_entry_of_a_gradient_is_an_overflow():
    with pytest.raises(FloatingPointError, match="dW overflows float64"):
        check_overflow(1.0, np.array([1.0, np.inf]))

"""Conversions, each against what scikit-learn minimises."""

import numpy as np
import pytest
from sklearn.svm import SVC, LinearSVC

from svmlib import convert
from svmlib.datasets import add_bias, sample_three_classes
from svmlib.hinge import svm_loss_vectorized
from svmlib.margin import soft_margin_loss
from svmlib.smo import smo

RNG = np.random.default_rng(0)
Y = np.where(np.arange(60) % 2, 1, -1)
X = RNG.standard_normal((60, 3)) + 0.5 * Y[:, None]


def test_hyperplane_to_weights_and_back():
    w, b, reg = RNG.standard_normal(3), 0.4, 0.05
    W = convert.hyperplane_to_weights(w, b)
    assert np.array_equal(convert.weights_to_hyperplane(W)[0], w)
    assert convert.weights_to_hyperplane(W)[1] == b
    C = convert.reg_to_C(reg, 60)
    multiclass, _ = svm_loss_vectorized(W, add_bias(X), (Y + 1) // 2, reg)
    binary, _, _ = soft_margin_loss(w, b, X, Y, C)
    # The bias is penalised in W, and is not in (w, b).
    assert multiclass / reg == pytest.approx(binary + b**2 / 2)
    assert convert.C_to_reg(C, 60) == pytest.approx(reg)


def test_reg_to_C_fits_linear_svc():
    C = 0.3
    theirs = LinearSVC(C=C, loss="hinge", tol=1e-9, max_iter=10**6).fit(X, Y)
    rows = add_bias(X)
    # Beside its mirror image no data wants a bias of its own: 0 is as good as any.
    points, labels = np.vstack([rows, -rows]), np.append(Y, -Y)
    ours = smo(points @ points.T, labels, C / 2, tol=1e-10)
    w = (ours.alpha * labels) @ points
    np.testing.assert_allclose(w[:-1], theirs.coef_[0], atol=1e-6)
    assert w[-1] == pytest.approx(theirs.intercept_[0], abs=1e-6)
    W = convert.hyperplane_to_weights(w[:-1], w[-1])
    reg = convert.C_to_reg(C, 60)
    loss, _ = svm_loss_vectorized(W, rows, (Y + 1) // 2, reg)
    assert loss / reg == pytest.approx(ours.objective, rel=1e-9)


def test_reg_to_C_fits_svc():
    C = 0.3
    theirs = SVC(C=C, kernel="linear", tol=1e-10).fit(X, Y)
    ours = smo(X @ X.T, Y, C, tol=1e-10)
    np.testing.assert_allclose((ours.alpha * Y) @ X, theirs.coef_[0], atol=1e-6)
    assert ours.b == pytest.approx(theirs.intercept_[0], abs=1e-6)
    value, _, _ = soft_margin_loss(theirs.coef_[0], theirs.intercept_[0], X, Y, C)
    assert value == pytest.approx(ours.objective, rel=1e-6)


def test_weights_from_sklearn_of_many_classes():
    points, labels = sample_three_classes(90, rng=0)
    theirs = LinearSVC().fit(points, labels)
    W = convert.weights_from_sklearn(theirs.coef_, theirs.intercept_)
    assert W.shape == (3, 3)
    scores = add_bias(points) @ W
    np.testing.assert_allclose(scores, theirs.decision_function(points))
    W = convert.weights_from_sklearn([[1.0], [2.0], [3.0]], 0.5)
    assert W.tolist() == [[1, 2, 3], [0.5, 0.5, 0.5]]


def test_weights_have_no_minus_zero():
    W = convert.weights_from_sklearn([[1, -0.0]], 0.0)
    np.testing.assert_array_equal(W, [[-0.5, 0.5], [0, 0], [0, 0]])
    assert not np.signbit(W[1:]).any()


def test_weights_from_sklearn_of_one_row_has_two_columns():
    W = convert.weights_from_sklearn([[2.0, 4.0]], [-6.0])
    np.testing.assert_array_equal(W, convert.hyperplane_to_weights([2.0, 4.0], -6.0))
    no_bias = LinearSVC(fit_intercept=False).fit(X, Y)
    W = convert.weights_from_sklearn(no_bias.coef_, no_bias.intercept_)
    np.testing.assert_array_equal(
        W, convert.hyperplane_to_weights(no_bias.coef_[0], 0.0)
    )
    with pytest.raises(ValueError, match=r"shape \(2,\), got shape \(1,\)"):
        convert.weights_from_sklearn([[1.0], [2.0]], [1.0])


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: convert.reg_to_C(0, 5), "reg must be one finite number > 0, got 0"),
        (lambda: convert.reg_to_C(1, 0), "num_examples must be a whole number >= 1"),
        (lambda: convert.C_to_reg(np.inf, 5), "C must be one finite number > 0"),
        (lambda: convert.hyperplane_to_weights([np.nan], 0), "w must be finite"),
        (
            lambda: convert.hyperplane_to_weights([1.0], np.nan),
            "b must be one finite number",
        ),
        (lambda: convert.weights_to_hyperplane([[1.0, 2, 3]] * 2), r"got \(2, 3\)"),
        (
            lambda: convert.weights_from_sklearn([[1], [np.nan]], [0, 0]),
            "coef must be finite",
        ),
        (
            lambda: convert.weights_from_sklearn([[1.0], [2.0]], None),
            "intercept must hold real numbers, got None$",
        ),
        (lambda: convert.weights_from_sklearn([[1.0]], [1, 2]), r"got shape \(2,\)"),
        (
            lambda: convert.weights_from_sklearn([[1.0]], [np.inf]),
            "intercept must be finite",
        ),
        (lambda: convert.weights_to_hyperplane([[1.0, 2]]), r"got \(1, 2\)"),
        (
            lambda: convert.weights_from_sklearn([[1.0], [2]], ["a", "b"]),
            "intercept must hold",
        ),
        (
            lambda: convert.weights_from_sklearn([[1.0], [2]], [1j, 0]),
            "intercept must hold",
        ),
        (
            lambda: convert.reg_to_C(1e-320, 5),
            r"1 / \(reg \* num_examples\) .* got inf",
        ),
        (lambda: convert.C_to_reg(1e-320, 5), r"1 / \(C \* num_examples\) .* got inf"),
    ],
)
def test_conversions_reject_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.filterwarnings("error")
def test_weights_to_hyperplane_rejects_a_difference_that_overflows():
    with pytest.raises(FloatingPointError, match=r"W\[:, 1\] - W\[:, 0\] overflows"):
        convert.weights_to_hyperplane([[1.0, 2.0], [1e308, -1e308]])


def test_weights_to_hyperplane_subtracts_in_float64():
    w, b = convert.weights_to_hyperplane(np.uint8([[5, 2], [9, 3]]))
    assert (w.tolist(), b) == ([-3], -6)
    w, b = convert.weights_to_hyperplane(np.float16([[-6e4, 6e4], [0, 1]]))
    assert (w.tolist(), b) == ([120000], 1)

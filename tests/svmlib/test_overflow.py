"""What is said of an overflow, and when nothing is."""

import numpy as np
import pytest

from svmlib import dual, hinge, kernels, margin
from svmlib._overflow import (
    check_loss,
    check_overflow,
    check_product,
    column_difference,
)
from svmlib.linear_svm import LinearSVM

ONE, NAN, INF = np.array([1.0]), np.array([1.0, np.nan]), np.array([np.inf, 1.0])


def test_what_is_finite_passes():
    check_product(ONE, X=ONE)
    check_product(ONE, X=NAN)  # which is looked at only if the product isn't finite
    check_loss(1.0, np.dtype(float), W=ONE)
    check_overflow(1.0, "a width", "w is too small")
    W = np.array([[1.0, 5.0], [2.0, -1.0]])
    assert column_difference(W, "W").tolist() == [4, -3]


@pytest.mark.parametrize(
    ("factors", "message"),
    [
        ({"X": ONE}, "a value overflows: X is finite, but too large"),
        ({"X": ONE, "W": ONE}, "a value overflows: X and W are finite, but too large"),
        ({"w": ONE, "b": ONE, "X": ONE}, "overflows: w, b and X are finite, but too"),
    ],
)
def test_a_product_of_finite_factors_overflows(factors, message):
    for product in (INF, NAN):
        with pytest.raises(FloatingPointError, match=message):
            check_product(product, **factors)


def test_a_product_of_a_factor_that_is_not_finite_names_it():
    with pytest.raises(ValueError, match=r"W must be finite, got nan at W\[1\]"):
        check_product(NAN, X=ONE, W=NAN)


def test_an_overflow_names_the_largest_argument_of_either_sign():
    with pytest.raises(FloatingPointError, match="because W is as large as 5e"):
        check_loss(np.inf, np.dtype(float), X=[1.0, 2.0], W=[-5e307, 0.0])


def test_one_infinite_entry_of_a_gradient_is_an_overflow():
    with pytest.raises(FloatingPointError, match="dW overflows float64"):
        check_overflow(np.array([1.0, np.inf]), "dW")


def test_a_loss_that_overflows_names_its_dtype():
    with pytest.raises(
        FloatingPointError, match="^the loss overflows float32: got inf$"
    ):
        check_loss(np.inf, np.dtype(np.float32))


def test_an_overflow_has_its_reason_if_there_is_one():
    with pytest.raises(FloatingPointError, match="^a width overflows float64$"):
        check_overflow(np.inf, "a width")
    with pytest.raises(FloatingPointError, match="^a width .*64: w is too small$"):
        check_overflow(np.inf, "a width", "w is too small")


@pytest.mark.filterwarnings("error")
def test_a_difference_of_columns_that_overflows_is_named():
    message = r"W\[:, 1\] - W\[:, 0\] overflows float64"
    with pytest.raises(FloatingPointError, match=message):
        column_difference(np.array([[0.0, 1.0], [1e308, -1e308]]), "W")


TINY = [[1e-200, 0.0], [0.0, 1e-200]]
SIGNS = [1, -1]


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda: kernels.rbf_kernel([[0.0], [30.0]], gamma=1.0), [[1, 0], [0, 1]]),
        (lambda: kernels.linear_kernel([[1e-200]]), [[0]]),
        (lambda: kernels.polynomial_kernel([[1e-200]], gamma=1e-300, coef0=0), [[0]]),
        (lambda: kernels.quadratic_features([[1e-200]], gamma=1, coef0=0) ** 2, [[0] * 3]),
        (lambda: kernels.rbf_features([30.0], 1, gamma=1.0), [[0, 0]]),
        (lambda: hinge.linear_scores(TINY, TINY), [[0, 0], [0, 0]]),
        (lambda: hinge.svm_loss_naive(TINY, TINY, [0, 1], 1e-9)[0], 1),
        (lambda: hinge.svm_loss_vectorized(TINY, TINY, [0, 1], 1e-9)[0], 1),
        (lambda: margin.decision_values([1e-200], 0.0, [[1e-200]]), [0]),
        (lambda: margin.slacks([1e-200], 0.0, [[1e-200]], [1]), [1]),
        (lambda: margin.soft_margin_loss([1e-200], 0.0, [[1e-200]], [1], 1.0)[0], 1),
        (lambda: dual.dual_objective([1e-200] * 2, TINY, SIGNS), 2e-200),
        (lambda: dual.primal_objective([1e-200] * 2, 0.0, TINY, SIGNS, 1.0), 2),
        (lambda: dual.kkt_gap([1e-200] * 2, TINY, SIGNS, 1.0), 2),
        (lambda: LinearSVM().fit(TINY, [0, 1]).predict([[1e-300, 0]]), [0]),
    ],
)  # fmt: skip
def test_what_underflows_is_0_whatever_numpy_is_told(function, expected):
    with np.errstate(all="raise"):
        got = function()
    np.testing.assert_array_equal(got, expected)

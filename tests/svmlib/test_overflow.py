"""What is said of an overflow, and when nothing is."""

import numpy as np
import pytest

from svmlib import (
    convert,
    datasets,
    dual,
    gradcheck,
    hinge,
    kernels,
    margin,
    training,
)
from svmlib._overflow import check_loss, check_overflow, check_product
from svmlib.linear_svm import LinearSVM

ONE, NAN, INF = np.array([1.0]), np.array([1.0, np.nan]), np.array([np.inf, 1.0])


def test_finite_results_pass():
    check_product(ONE, X=ONE)
    check_product(ONE, X=NAN)  # which is looked at only if the product isn't finite
    check_loss(1.0, np.dtype(float))
    check_overflow(1.0, "a width", "w is too small")


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


def test_product_with_an_infinite_or_nan_factor_names_the_factor():
    with pytest.raises(ValueError, match=r"W must be finite, got nan at W\[1\]"):
        check_product(NAN, X=ONE, W=NAN)


def test_one_infinite_entry_of_a_gradient_is_an_overflow():
    with pytest.raises(FloatingPointError, match="dW overflows float64"):
        check_overflow(np.array([1.0, np.inf]), "dW")


@pytest.mark.parametrize(
    ("dtype", "named"), [(np.float32, "float32"), (np.longdouble, "float64")]
)
def test_a_loss_that_overflows_names_its_dtype(dtype, named):
    """A loss is returned as a float, whatever the dtype of W."""
    message = f"^the loss overflows {named}: got inf$"
    with pytest.raises(FloatingPointError, match=message):
        check_loss(np.inf, np.dtype(dtype))


def test_message_of_an_overflow_ends_with_the_reason():
    with pytest.raises(FloatingPointError, match="^a width overflows float64$"):
        check_overflow(np.inf, "a width")
    with pytest.raises(FloatingPointError, match="^a width .*64: w is too small$"):
        check_overflow(np.inf, "a width", "w is too small")


TINY = [[1e-200, 0.0], [0.0, 1e-200]]
SIGNS, CLASSES = [1, -1], [0, 1]
# Calls in which something underflows, and what they give.
UNDERFLOWS = {
    hinge.linear_scores: (lambda f: f(TINY, TINY), np.zeros((2, 2))),
    hinge.svm_loss_naive: (lambda f: f(TINY, TINY, CLASSES, 1e-9)[0], 1),
    hinge.svm_loss_vectorized: (lambda f: f(TINY, TINY, CLASSES, 1e-9)[0], 1),
    hinge.svm_loss_sum: (lambda f: f(TINY, TINY, CLASSES)[0], 2),
    hinge.squared_hinge_loss: (lambda f: f(TINY, TINY, CLASSES, 0, delta=1e-200)[0], 0),
    hinge.crammer_singer_loss: (lambda f: f(TINY, TINY, CLASSES, 1e-9)[0], 1),
    gradcheck.kink_distance: (lambda f: f(TINY, TINY, CLASSES), 1e200),
    gradcheck.check_gradient: (
        lambda f: f(hinge.svm_loss_naive, TINY, TINY, CLASSES, 1e-9).passed, True,
    ),
    training.train_linear_classifier: (
        lambda f: f(hinge.svm_loss_naive, TINY, TINY, CLASSES, num_iters=1)[1], [1],
    ),
    training.predict_linear_classifier: (lambda f: f(TINY, TINY), [0, 0]),
    margin.decision_values: (lambda f: f([1e-200], 0.0, [[1e-200]]), [0]),
    margin.signed_distances: (lambda f: f([1e-200], 0.0, [[1e-200]]), [0]),
    margin.slacks: (lambda f: f([1e-200], 0.0, [[1e-200]], [1]), [1]),
    margin.soft_margin_loss: (lambda f: f([1e-200], 0.0, [[1e-200]], [1], 1.0)[0], 1),
    margin.subgradient_descent: (
        lambda f: f(TINY, SIGNS, 1.0, lambda t: 1e-200, 1)[0], [0, 0],
    ),
    kernels.linear_kernel: (lambda f: f([[1e-200]]), [[0]]),
    kernels.polynomial_kernel: (lambda f: f([[1e-200]], gamma=1e-300, coef0=0), [[0]]),
    kernels.rbf_kernel: (lambda f: f([[0.0], [30.0]], gamma=1.0), [[1, 0], [0, 1]]),
    kernels.is_positive_semidefinite: (lambda f: f([[1e200, 0], [0, 1e-300]]), True),
    kernels.quadratic_features: (
        lambda f: f([[1e-200]], gamma=1, coef0=0) ** 2, [[0, 0, 0]],
    ),
    kernels.rbf_features: (lambda f: f([30.0], 1, gamma=1.0), [[0, 0]]),
    dual.dual_objective: (lambda f: f([1e-200] * 2, TINY, SIGNS), 2e-200),
    dual.primal_objective: (lambda f: f([1e-200] * 2, 0.0, TINY, SIGNS, 1.0), 2),
    dual.duality_gap: (lambda f: f([1e-200] * 2, 0.0, TINY, SIGNS, 1.0), 2),
    dual.kkt_gap: (lambda f: f([1e-200] * 2, TINY, SIGNS, 1.0), 2),
    convert.hyperplane_to_weights: (lambda f: f([5e-324], 0.0), np.zeros((2, 2))),
    convert.weights_from_sklearn: (lambda f: f([[5e-324]], [0.0]), np.zeros((2, 2))),
    datasets.sample_rings: (lambda f: abs(f(2, rng=0, spread=5e-324)[0]).max() < 2, True),
    LinearSVM: (lambda f: f().fit(TINY, CLASSES).predict([[1e-300, 0]]), [0]),
}  # fmt: skip


@pytest.mark.parametrize("function", UNDERFLOWS, ids=lambda f: f.__name__)
def test_underflow_gives_0_whatever_numpy_is_told_to_raise(function):
    call, expected = UNDERFLOWS[function]
    with np.errstate(all="raise"):
        got = call(function)
    np.testing.assert_array_equal(got, expected)

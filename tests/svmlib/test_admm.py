"""The solver of LinearSVM.fit: each step against another way, and its certificate."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from svmlib._admm import minimise_hinge_loss, row_multipliers
from svmlib.datasets import add_bias, sample_three_classes
from svmlib.hinge import svm_loss_vectorized


def sums_by_bisection(Z, caps):
    """Return for each row the t with sum(clip(z - t, 0, cap)) = t."""
    low, high = np.zeros(len(Z)), Z.shape[1] * caps
    for _ in range(80):
        t = (low + high) / 2
        more = np.clip(Z - t[:, None], 0, caps[:, None]).sum(axis=1) > t
        low, high = np.where(more, t, low), np.where(more, high, t)
    return low


@given(st.integers(0, 10**6), st.integers(1, 6), st.sampled_from([0.01, 1.0, 100.0]))
def test_row_multipliers_are_those_of_bisection(seed, C, size):
    rng = np.random.default_rng(seed)
    Z, caps = size * rng.normal(size=(8, C)).round(1), rng.uniform(0.1, 2, 8)
    t = sums_by_bisection(Z, caps)[:, None]
    expected = np.clip(Z - t, 0, caps[:, None])
    np.testing.assert_allclose(
        row_multipliers(Z, caps), expected, atol=1e-12 * (1 + size)
    )


@pytest.mark.parametrize(
    ("z", "expected"),
    [
        ([-1, -2], [0, 0]),  # nothing is active
        ([2, -1], [1, 0]),  # a = 2 - a
        ([3, 3], [1, 1]),  # a = 3 - 2a
        ([9, 9], [2, 2]),  # both at the cap
        ([9, 3], [2, 0.5]),  # one at the cap: a = 3 - (2 + a)
    ],
)
def test_row_multipliers_by_hand(z, expected):
    A = row_multipliers(np.array([z], float), np.array([2.0]))
    np.testing.assert_allclose(A, [expected], atol=1e-15)


@pytest.mark.parametrize("size", [1e-6, 1e-10, 1e-14])
def test_multipliers_far_below_their_caps_are_exact(size):
    """As on separable classes: summed from the caps' end, they'd be lost to rounding."""
    Z = size * np.array([[3, 3, -1], [2, -1, -1], [5, 4, 1], [9, 1, 1]])
    expected = size * np.array([[1, 1, 0], [1, 0, 0], [2, 1, 0], [4.5, 0, 0]])
    np.testing.assert_allclose(row_multipliers(Z, np.ones(4)), expected, rtol=1e-12)


def problem(shape, C=3):
    rng = np.random.default_rng(3)
    y = np.arange(shape[0]) % C
    sample_weight = rng.uniform(0.5, 2, shape[0]) / shape[0]
    return rng.normal(size=shape) + 0.5 * y[:, None], y, sample_weight


def loss_at(W, X, y, sample_weight, reg, delta):
    """Return sum_i sample_weight_i L_i + reg * sum(W**2), an example at a time."""
    losses = [
        svm_loss_vectorized(W, x[None], [label], 0, delta=delta)[0]
        for x, label in zip(X, y, strict=True)
    ]
    return sample_weight @ losses + reg * np.sum(W**2)


def dual_maximum(X, y, sample_weight, reg, delta):
    """Maximise the dual over its box with SciPy, and return its value."""
    wrong = np.arange(y.max() + 1) != y[:, None]

    def negative_dual(a):
        A = np.zeros(wrong.shape)
        A[wrong] = a
        A[~wrong] = -A.sum(axis=1)
        V = X.T @ A
        slope = X @ V / (2 * reg)
        slope -= slope[~wrong][:, None]
        value = np.sum(V**2) / (4 * reg) - delta * a.sum()
        return value, slope[wrong] - delta

    caps = np.broadcast_to(sample_weight[:, None], wrong.shape)[wrong]
    found = minimize(
        negative_dual,
        np.zeros(len(caps)),
        jac=True,
        bounds=[(0, cap) for cap in caps],
        options={"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-10},
    )
    return -found.fun


@pytest.mark.parametrize("shape", [(30, 4), (12, 20), (9, 9)])
@pytest.mark.parametrize(("reg", "delta"), [(0.01, 1.0), (1.0, 2.5)])
def test_minimum_is_the_maximum_of_the_dual(shape, reg, delta):
    X, y, sample_weight = problem(shape)
    W, gap, _ = minimise_hinge_loss(X, y, sample_weight, reg, delta, 1e-8, 100_000)
    assert gap <= 1e-8
    minimum = dual_maximum(X, y, sample_weight, reg, delta)
    loss = loss_at(W, X, y, sample_weight, reg, delta)
    assert loss == pytest.approx(minimum, rel=2e-8)


def test_weights_are_0_if_delta_is_0():
    W, gap, n_iter = minimise_hinge_loss(*problem((6, 2)), 0.1, 0.0, 1e-3, 100)
    assert not W.any() and gap == 0
    assert n_iter == 20  # when the gap is first computed


@pytest.mark.parametrize("max_iter", [1, 40])
def test_gap_certifies_a_short_run(max_iter):
    X, y, sample_weight = problem((30, 4))
    W, gap, n_iter = minimise_hinge_loss(
        X, y, sample_weight, 0.01, 1.0, 1e-12, max_iter
    )
    assert n_iter == max_iter
    minimum = dual_maximum(X, y, sample_weight, 0.01, 1.0)
    loss = loss_at(W, X, y, sample_weight, 0.01, 1.0)
    assert (1 - gap) * loss <= minimum * (1 + 1e-8) <= loss * (1 + 2e-8)


def test_gap_closes_with_iterations():
    gaps = [
        minimise_hinge_loss(*problem((30, 4)), 0.01, 1.0, 1e-12, n).relative_gap
        for n in (20, 100, 500)
    ]
    assert gaps[0] > 10 * gaps[1] > 100 * gaps[2]


def test_steps_are_the_same_in_any_unit_of_X():
    """With X in a unit of 1/128, W is in one of 128, and reg in one of its square."""
    X, y, sample_weight = problem((30, 4))
    found = minimise_hinge_loss(X, y, sample_weight, 0.01, 1.0, 1e-6, 10_000)
    W, *rest = minimise_hinge_loss(
        128 * X, y, sample_weight, 128**2 * 0.01, 1.0, 1e-6, 10_000
    )
    np.testing.assert_allclose(128 * W, found.W, rtol=1e-10)
    assert rest == pytest.approx(found[1:])


def test_overflow_is_refused():
    X, y, sample_weight = problem((5, 2))
    with pytest.raises(FloatingPointError, match="X is finite, but too large"):
        minimise_hinge_loss(1e200 * X, y, sample_weight, 0.1, 1.0, 1e-3, 10)
    with pytest.raises(FloatingPointError, match="reg = 1e[+]308 is too large"):
        minimise_hinge_loss(X, y, sample_weight, 1e308, 1.0, 1e-3, 10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(
            FloatingPointError, match="the loss overflows float64: got inf$"
        ):
            minimise_hinge_loss(X, y, sample_weight, 0.1, 1.7e308, 1e-3, 10)
        minimise_hinge_loss(X, y, sample_weight, 1e-308, 1.0, 1e-3, 10)


@pytest.mark.parametrize("reg", [1e-308, 5e-324])
def test_any_small_reg_is_taken(reg):
    """The dual weights, A divided by 2 reg, are then too large, or their margins are."""
    rng = np.random.default_rng(0)
    X, y, sample_weight = rng.normal(size=(30, 3)), np.arange(30) % 3, np.ones(30) / 30
    found = minimise_hinge_loss(X, y, sample_weight, reg, 1.0, 1e-3, 100)
    unpenalised = minimise_hinge_loss(X, y, sample_weight, 1e-9, 1.0, 1e-3, 10_000)
    weights = found.W, unpenalised.W
    loss, least = (svm_loss_vectorized(W, X, y, 0.0)[0] for W in weights)
    assert loss < 1.01 * least


@pytest.mark.parametrize(("size", "reg"), [(1.0, 5e-324), (1e147, 10.0)])
def test_rho_stays_above_0(size, reg):
    """No loss is left, so rho falls, and the penalty is too small to be minimised."""
    X = size * np.random.default_rng(0).normal(size=(20, 30))
    y = np.arange(20) % 3
    found = minimise_hinge_loss(X, y, np.full(20, 0.05), reg, 1.0, 1e-3, 8_000)
    assert found.n_iter == 8_000
    assert svm_loss_vectorized(found.W, X, y, 0.0)[0] == 0


@pytest.mark.parametrize("reg", [1e-5, 1e-7, 1e-9])
def test_problem_without_a_loss_at_the_minimum_is_solved(reg):
    """Of separable classes, the scores soon have no loss and A is 0: rho has to fall."""
    X, y = sample_three_classes(100, rng=0, spread=0.3)
    args = add_bias(X), y, np.full(100, 0.01), reg, 1.0
    found = minimise_hinge_loss(*args, 1e-3, 2_000)
    assert found.relative_gap < 1e-3


@pytest.mark.parametrize("factor", [1, 100, 10_000])
def test_separable_classes_are_solved_in_any_unit(factor):
    """In a smaller unit the features are larger, and the multipliers far smaller."""
    X = factor * np.random.default_rng(0).normal(size=(20, 30))
    args = X, np.arange(20) % 3, np.full(20, 0.05), 1e-3, 1.0
    assert minimise_hinge_loss(*args, 1e-3, 5_000).relative_gap < 1e-3


@pytest.mark.parametrize("shape", [(60, 40), (40, 60)])
def test_features_that_depend_on_three_are_solved(shape):
    """A Gram matrix of 40 rows and rank 3: its rounding grows with the rows."""
    rng = np.random.default_rng(0)
    three, y = rng.normal(size=(shape[0], 3)), np.arange(shape[0]) % 2
    X, sample_weight = three @ rng.normal(size=(3, shape[1])), np.ones(len(y)) / len(y)
    found = minimise_hinge_loss(X, y, sample_weight, 1e-300, 1.0, 1e-3, 1000)
    least = minimise_hinge_loss(three, y, sample_weight, 1e-9, 1.0, 1e-3, 10_000)
    loss = svm_loss_vectorized(found.W, X, y, 0.0)[0]
    assert loss < 1.01 * svm_loss_vectorized(least.W, three, y, 0.0)[0]


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("zeros", [0, 2])
def test_minimum_by_hand(copies, zeros):
    # Row i of W is used by example i alone: 2t in its class and -t in the other two.
    # 2 s max(0, delta - 3t) + 6 reg t**2 is least at t = min(delta / 3, s / (2 reg)).
    X = np.tile(np.eye(3, 3 + zeros), (copies, 1))
    y = np.tile([0, 1, 2], copies)
    sample_weight = np.tile([1, 0.5, 0.2], copies) / copies
    W, gap, n_iter = minimise_hinge_loss(X, y, sample_weight, 0.5, 1.2, 1e-6, 500)
    t = np.array([0.4, 0.4, 0.2, 0, 0])[: 3 + zeros]
    np.testing.assert_allclose(
        W, t[:, None] * (3 * np.eye(3 + zeros, 3) - 1), atol=1e-3
    )
    loss = 3 * (0.4**2 + 0.4**2 + 0.2**2) + 2 * 0.2 * (1.2 - 0.6)
    assert loss_at(W, X, y, sample_weight, 0.5, 1.2) == pytest.approx(loss, rel=1e-6)
    assert gap <= 1e-6 and n_iter < 500


def test_weights_of_the_dual_are_tried():
    """With delta = 100 both multipliers are at their caps at once, W = -X.T @ A exactly.

    The loss is (100 - 1) + 4 * 0.5**2 / 2, and so is the bound.
    """
    X, y, sample_weight = np.eye(2), np.array([0, 1]), np.full(2, 0.5)
    W, gap, _ = minimise_hinge_loss(X, y, sample_weight, 0.5, 100.0, 1e-12, 1)
    assert W.tolist() == [[0.5, -0.5], [-0.5, 0.5]]
    assert gap == 0
    assert loss_at(W, X, y, sample_weight, 0.5, 100.0) == 99.5


@pytest.mark.parametrize("shape", [(30, 4), (12, 20)])
def test_gap_is_at_most_1(shape):
    """After one iteration the dual is below 0, which bounds the loss as well."""
    assert minimise_hinge_loss(*problem(shape), 0.01, 1.0, 1e-12, 1).relative_gap == 1


@pytest.mark.parametrize(("size", "reg"), [(1e7, 1e-3), (1e9, 1e-3), (1.0, 1e-320)])
def test_three_equal_features_are_solved(size, reg):
    """A Gram matrix of rank 1, and a ridge that rounding loses or that is next to 0."""
    X, y = np.full((6, 4), size), np.array([0, 1] * 3)
    X[:, 3] = 1e-9  # a small feature doesn't make it smaller
    found = minimise_hinge_loss(X, y, np.full(6, 1 / 6), reg, 1.0, 1e-3, 10_000)
    scores = X @ found.W  # of the best loss, 1, all are equal: half of y is right
    np.testing.assert_allclose(scores[:, 0], scores[:, 1], atol=1e-2)


def test_rho_adapts_to_the_problem():
    """With the rho that it begins with, this would take thousands of iterations."""
    found = minimise_hinge_loss(*problem((12, 20)), 1e-4, 1.0, 1e-6, 1000)
    assert found.relative_gap <= 1e-6

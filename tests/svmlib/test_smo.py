"""The dual's solver."""

import tracemalloc
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize
from sklearn.svm import SVC

from svmlib.datasets import load_optdigits, sample_rings, six_points, three_points
from svmlib.dual import dual_objective, duality_gap, kkt_gap, primal_objective
from svmlib.kernels import polynomial_kernel, rbf_kernel
from svmlib.smo import (  # _Iterate: to try single steps
    SMOResult,
    _Iterate,
    _NewtonSchedule,
    find_bias,
    smo,
    solve_dual,
)
from tests.svmlib.example_data import overlapping

SEEDS = st.integers(0, 10**6)
K2 = [[1, 0], [0, 1]]


def svc_dual(svc, K, y):
    alpha = np.zeros(len(y))
    alpha[svc.support_] = np.abs(svc.dual_coef_[0])
    return dual_objective(alpha, K, y)


def test_six_points_by_hand():
    X, y, C = six_points()
    K = X @ X.T
    result = smo(K, y, C, tol=1e-12)
    assert isinstance(result, SMOResult)
    alpha = np.array([0, 1, 2, 0, 1, 2]) / 8
    np.testing.assert_allclose(result.alpha, alpha, atol=1e-12)
    assert result.support.tolist() == [1, 2, 4, 5]
    assert result.b == pytest.approx(0, abs=1e-12)
    assert result.objective == pytest.approx(5 / 8)
    assert dual_objective(alpha, K, y) == primal_objective(alpha, 0, K, y, C) == 5 / 8
    assert duality_gap(alpha, 0, K, y, C) == kkt_gap(alpha, K, y, C) == 0


def test_hard_margins_by_hand():
    X, y, _ = six_points()
    result = smo(X @ X.T, y, np.inf, tol=1e-9)
    np.testing.assert_allclose(result.alpha, [0, 2, 2, 0, 0, 4], atol=1e-9)
    np.testing.assert_allclose((result.alpha * y) @ X, [2, -2], atol=1e-9)
    assert (result.b, result.objective) == (pytest.approx(-1), pytest.approx(4))
    X, y = three_points()
    result = smo(X @ X.T, y, np.array(np.inf))  # with no axis, it is one number
    np.testing.assert_allclose(result.alpha, [0.1, 0, 0.1], atol=1e-12)
    assert result.b == pytest.approx(-0.4)


def test_b_without_free_examples_is_the_middle():
    result = smo([[1, 0], [0, 1]], [1, -1], 0.1)
    assert result.alpha.tolist() == [0.1, 0.1]
    assert result.b == 0
    assert result.kkt_gap == 0  # not -1.8, by which no pair is near to violating


@settings(max_examples=40)
@given(SEEDS, st.sampled_from([0.05, 1.0, 30.0]))
def test_solution_is_optimal_and_weak_duality_holds(seed, C):
    X, y = overlapping(seed)
    K = rbf_kernel(X, gamma=0.5)
    alpha, b, objective, gap, _, support = smo(K, y, C, tol=1e-6)
    assert alpha.min() >= 0
    assert alpha.max() <= C
    assert abs(alpha @ y) < 1e-10 * C * len(y)
    assert kkt_gap(alpha, K, y, C) <= 1.001e-6
    assert gap <= 1e-6
    assert objective == pytest.approx(dual_objective(alpha, K, y))
    assert 0 <= duality_gap(alpha, b, K, y, C) + 1e-12
    assert duality_gap(alpha, b, K, y, C) <= 1e-6 * C * len(y)
    assert np.array_equal(support, np.flatnonzero(alpha))
    margin = y * (K @ (alpha * y) + b)
    assert (margin[alpha == 0] >= 1 - 2e-6).all()
    assert (margin[alpha == C] <= 1 + 2e-6).all()
    inside = (alpha > 0) & (alpha < C)
    np.testing.assert_allclose(margin[inside], 1, atol=2e-6)

    rng = np.random.default_rng(seed)
    pairs = rng.uniform(0, C / 40, (20, 20))
    feasible = np.zeros(40)
    feasible[y > 0], feasible[y < 0] = pairs.sum(axis=0), pairs.sum(axis=1)
    assert dual_objective(feasible, K, y) <= objective + 1e-9
    for c in (b, 0.0, rng.normal()):
        assert primal_objective(feasible, c, K, y, C) >= objective - 1e-9


@settings(max_examples=15)
@given(SEEDS)
def test_order_and_needless_examples_do_not_change_w(seed):
    X, y = overlapping(seed)
    C = 2.0
    first = smo(X @ X.T, y, C, tol=1e-9)
    w = (first.alpha * y) @ X
    order = np.random.default_rng(seed).permutation(len(y))
    needless = np.flatnonzero(first.alpha == 0)[:3]
    for rows in (order, np.append(np.arange(len(y)), needless)):
        again = smo(X[rows] @ X[rows].T, y[rows], C, tol=1e-9)
        np.testing.assert_allclose((again.alpha * y[rows]) @ X[rows], w, atol=1e-7)
        assert again.objective == pytest.approx(first.objective, rel=1e-9)


@pytest.mark.parametrize("C", [0.1, 1, 100])
@pytest.mark.parametrize("data", ["plane", "rings", "digits"])
def test_objective_and_f_agree_with_scikit_learn(C, data):
    if data == "plane":
        X, y = overlapping(1, n=200)
    elif data == "rings":
        X, y = sample_rings(150, rng=0, spread=0.4)
    else:
        digits = load_optdigits()
        rows = np.flatnonzero((digits.y == 3) | (digits.y == 8))
        X, y = digits.X[rows], np.where(digits.y[rows] == 3, 1, -1)
    gamma = 1 / (X.shape[1] * X.var())
    K = rbf_kernel(X, gamma=gamma)
    for tol, close in ((1e-3, 1e-5), (1e-6, 1e-8)):
        theirs = SVC(C=C, gamma=gamma, tol=tol).fit(X, y)
        ours = smo(K, y, C, tol=tol)
        value = svc_dual(theirs, K, y)
        assert ours.objective == pytest.approx(value, rel=close)
        assert ours.objective >= value * (1 - (1e-6 if tol == 1e-3 else 1e-9))
    f = K @ (ours.alpha * y) + ours.b
    np.testing.assert_allclose(f, theirs.decision_function(X), atol=1e-3)


@settings(max_examples=25)
@given(SEEDS, st.sampled_from([0.3, 2.0, 50.0]))
def test_objective_agrees_with_a_general_solver(seed, C):
    rng = np.random.default_rng(seed)
    N = int(rng.integers(2, 11))
    y = np.append([-1, 1], rng.choice([-1, 1], N - 2))
    X = rng.integers(-2, 3, (N, 2))  # with duplicates, of both classes as well
    K = rbf_kernel(X, gamma=0.5)
    Q = K * np.outer(y, y)
    reference = minimize(
        lambda alpha: alpha @ Q @ alpha / 2 - alpha.sum(),
        np.full(N, 0.0),
        jac=lambda alpha: Q @ alpha - 1,
        bounds=[(0, C)] * N,
        constraints={"type": "eq", "fun": lambda alpha: alpha @ y, "jac": lambda _: y},
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 1000},
    )
    ours = smo(K, y, C, tol=1e-9)
    assert ours.objective == pytest.approx(-reference.fun, rel=1e-6)
    np.testing.assert_allclose(K @ (ours.alpha * y), K @ (reference.x * y), atol=1e-3)


@pytest.mark.parametrize(
    ("X", "y"),
    [
        ([[0.0], [3.0]], [-1, 1]),
        ([[0.0], [0.0], [3.0], [3.0]], [-1, -1, 1, 1]),
        ([[0.0], [0.0], [3.0], [3.0], [3.0]], [-1, 1, 1, 1, -1]),
        ([[2.0, 1.0]] * 4, [1, 1, 1, -1]),
        ([[0.0, 0.0]] * 5, [1, -1, 1, -1, -1]),
    ],
)
@pytest.mark.parametrize("C", [0.01, 1.0, 1e4])
def test_degenerate_data_agree_with_scikit_learn(X, y, C):
    X, y = np.array(X), np.array(y)
    K = X @ X.T
    ours, theirs = smo(K, y, C, tol=1e-9), SVC(C=C, kernel="linear", tol=1e-9).fit(X, y)
    assert ours.objective == pytest.approx(svc_dual(theirs, K, y), rel=1e-6)
    f = K @ (ours.alpha * y) + ours.b
    np.testing.assert_allclose(f, theirs.decision_function(X), atol=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_hard_margin_agrees_with_scikit_learn(seed):
    X, y = overlapping(seed, n=12)
    X = np.vstack([X + 3 * y[:, None], X[:3] + 3 * y[:3, None]])  # and three twice
    y = np.append(y, y[:3])
    ours = smo(X @ X.T, y, np.inf, tol=1e-9)
    theirs = SVC(C=1e10, kernel="linear", tol=1e-9).fit(X, y)
    np.testing.assert_allclose((ours.alpha * y) @ X, theirs.coef_[0], rtol=1e-6)
    assert ours.b == pytest.approx(theirs.intercept_[0], abs=1e-6)


def test_duplicates_share_the_multiplier_of_a_hard_margin():
    """w = 2/3 and b = -1: the two pairs share alpha = w**2 / 2 = 2/9."""
    X, y = np.array([[0.0], [0.0], [3.0], [3.0]]), np.array([-1, -1, 1, 1])
    result = smo(X @ X.T, y, np.inf, tol=1e-9)
    assert (result.alpha * y) @ X == pytest.approx(2 / 3)
    assert result.b == pytest.approx(-1)
    assert result.objective == pytest.approx(2 / 9)
    with pytest.raises(ValueError, match="not separable"):
        smo(X @ X.T, [-1, 1, 1, 1], np.inf)


def test_equal_points_with_both_labels_have_multipliers_of_C():
    result = smo(np.ones((4, 4)), [1, 1, -1, -1], 3.0)
    assert result.objective == 12
    assert result.alpha.tolist() == [3, 3, 3, 3]


@pytest.mark.filterwarnings("error")
def test_C_of_each_example_agrees_with_sample_weights_of_scikit_learn():
    X, y = overlapping(0)
    K, weights = rbf_kernel(X, gamma=0.5), np.where(y > 0, 3.0, 0.5)
    ours = smo(K, y, 2 * weights, tol=1e-9)
    theirs = SVC(C=2, kernel="precomputed", tol=1e-9).fit(K, y, sample_weight=weights)
    assert ours.objective == pytest.approx(svc_dual(theirs, K, y), rel=1e-9)
    assert kkt_gap(ours.alpha, K, y, 2 * weights) <= 1e-9 + 1e-12
    assert abs(duality_gap(ours.alpha, ours.b, K, y, 2 * weights)) < 1e-6
    same = smo(K, y, np.full(len(y), 2))
    np.testing.assert_array_equal(same.alpha, smo(K, y, 2.0).alpha)
    assert smo(np.ones((2, 2)), [1, -1], [np.inf, 3]).alpha.tolist() == [3, 3]
    with pytest.raises(ValueError, match="not separable"):
        smo(np.ones((3, 3)), [1, -1, 1], [np.inf, np.inf, 3], max_iter=9)


def test_early_stop_warns():
    X, y = overlapping(0)
    K = rbf_kernel(X)
    early = r"max_iter = 3 steps with stopping gap .* > tol"
    with pytest.warns(RuntimeWarning, match=early) as caught:
        result = smo(K, y, 1.0, max_iter=3)
    assert result.n_iter == 3
    assert result.kkt_gap > 1e-3
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        smo(K, y, 1.0)


def test_smaller_tol_takes_more_steps_and_max_iter_bounds_them():
    X, y = overlapping(0)
    K = rbf_kernel(X)
    steps = []
    for tol in (0.5, 1e-3, 1e-8):
        result = smo(K, y, 10.0, tol=tol)
        steps.append(result.n_iter)
        assert result.kkt_gap <= tol
    assert steps[0] < steps[1] <= steps[2]
    smo(K, y, 10.0, max_iter=steps[1])
    with pytest.warns(RuntimeWarning, match=f"max_iter = {steps[1] - 1} steps"):
        smo(K, y, 10.0, max_iter=steps[1] - 1)


def test_solved_start_takes_no_further_step():
    X, y = overlapping(0)
    K = rbf_kernel(X)
    start = smo(K, y, 10.0, tol=1e-4)
    args = K, y.astype(float), 10.0, 1e-3, 10_000
    again = solve_dual(*args, alpha=start.alpha, n_iter=start.n_iter)
    assert again.n_iter == start.n_iter
    assert (again.alpha == start.alpha).all()


@pytest.mark.filterwarnings("error")
def test_gap_of_exactly_tol_ends_the_steps():
    """For alpha = 0 the gradient is -y, from -1 to 1."""
    result = smo(K2, [1, -1], 1.0, tol=2.0)
    assert (result.n_iter, result.kkt_gap) == (0, 2)
    assert smo(K2, [1, -1], 1.0, tol=1.99).n_iter == 1


def test_K_is_not_copied():
    X, y = overlapping(0, n=2000)
    K = rbf_kernel(X)
    tracemalloc.start()
    try:
        smo(K, y, 1.0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 0.5 * K.nbytes


def test_indefinite_K_is_refused():
    with pytest.raises(
        ValueError, match=r"K_ij = 0.0 \+ 0.0 - 2 \* 1.0 = -2, expected at least 0"
    ):
        smo([[0, 1], [1, 0]], [1, -1], 1)
    X, y = overlapping(0)
    with pytest.raises(ValueError, match="so K is not a kernel matrix: "):
        smo(np.tanh(X @ X.T - 1), y, 10)
    K = [[3, -2, 2, -2], [-2, 3, 2, 1], [2, 2, 4, -1], [-2, 1, -1, 2]]
    with pytest.raises(ValueError, match=r"d @ K @ d = -\d.* for a step d"):
        smo(K, [1, 1, -1, -1], 100)


def test_K_that_is_indefinite_for_no_pair_is_refused():
    """K_ii + K_jj - 2 K_ij > 0 for every pair, but (1, 1, ..., -5) has v @ K @ v < 0."""
    K = np.full((6, 6), 0.0)
    K[:5, :5] = -2 * (1 - np.eye(5))
    K[5, :] = K[:, 5] = -0.5
    np.fill_diagonal(K, 0)
    v = np.array([1, 1, 1, 1, 1, -5])
    assert v @ K @ v < 0
    y = np.array([1, 1, 1, 1, 1, -1])
    with pytest.raises(ValueError, match="so K is not a kernel matrix: "):
        smo(K, y, 100.0)


@pytest.mark.parametrize("C", [0.1, 1.0, 100.0, np.inf])
def test_conditionally_definite_K_is_solved(C):
    """-|x - z|^2 is 2 x . z for entries that sum to 0, so the classifier is linear."""
    X, y = overlapping(0)
    X = X + 3 * y[:, None] if C == np.inf else X
    K = -((X[:, None] - X) ** 2).sum(axis=-1)
    ours, linear = smo(K, y, C, tol=1e-9), smo(2 * X @ X.T, y, C, tol=1e-9)
    assert ours.objective == pytest.approx(linear.objective, rel=1e-9)
    values = [G @ (r.alpha * y) + r.b for G, r in ((K, ours), (2 * X @ X.T, linear))]
    np.testing.assert_allclose(*values, atol=1e-7)
    impostor = (1 + X[:, :1] + X[:, :1] ** 2) + (X[:, :1] + X[:, :1] ** 2).T
    shifted = smo(impostor + 2 * X @ X.T, y, C, tol=1e-9)
    assert shifted.objective == pytest.approx(linear.objective, rel=1e-9)


def test_hard_margin_of_points_that_nearly_touch_by_hand():
    """w = 2 / 1e-4 and b = -1 - w, which takes alpha = w / 1e-4 = 2e8."""
    X = np.array([[1.0], [1.0 + 1e-4]])
    result = smo(X @ X.T, [-1, 1], np.inf)
    assert result.alpha == pytest.approx([2e8, 2e8], rel=1e-6)
    assert result.b == pytest.approx(-20_001, rel=1e-6)


def test_inseparable_hard_margin_is_refused():
    X, y = overlapping(0)
    with pytest.raises(ValueError, match="not separable"):
        smo(X @ X.T, y, np.inf, max_iter=10_000)
    with pytest.raises(ValueError, match="not separable"):
        smo(np.ones((2, 2)), [1, -1], np.inf)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: smo([[1, 2], [3, 9]], [1, -1], 1), "K must be symmetric"),
        (lambda: smo(np.float32(K2), [1, -1], 1), "K must be float64 or wider"),
        (lambda: smo(K2, [1, 1], 1), r"both classes, got \+1 alone"),
        (lambda: smo(K2, [1, -1], 0), "C must be one number > 0, got 0"),
        (lambda: smo(K2, [1, -1], [1, 2, 3]), r"shape \(2,\), got shape \(3,\)"),
        (lambda: smo(K2, [1, -1], 1, tol=0), "tol must be"),
        (lambda: smo(K2, [1, -1], 1, max_iter=0.5), "max_iter must be a whole"),
        (lambda: smo(K2, [1, -1], 1, callback=3), "callback must be .* got 3"),
    ],
)
def test_bad_input_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_K_too_large_or_too_small_for_float64_is_refused():
    for k, off in (
        (1e308, 0),
        (1e308, -1e308),
        (1.5e300, 0),
        (1e-301, 0),
        (0, -1.5e300),
    ):
        with pytest.raises(
            FloatingPointError, match="must be 0 or from 1e-300 to 1e300"
        ):
            smo([[k, off], [off, k]], [1, -1], 1.0)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("k", [1e-300, 1e-200, 1e200, 1e300])
def test_tiny_and_huge_entries_of_K_by_hand(k):
    """alpha = 2 / (K_11 + K_22), if C allows it."""
    for C in (np.inf, 2 / k):
        result = smo([[k, 0], [0, k]], [1, -1], C)
        assert result.alpha * k == pytest.approx([1, 1])
        assert result.objective * k == pytest.approx(1)
        assert result.b == 0
    X, y = overlapping(0)
    K = rbf_kernel(X, gamma=0.5)
    first, again = smo(K, y, 10.0), smo(k * K, y, 10.0 / k)
    assert first.n_iter == again.n_iter
    np.testing.assert_allclose(again.alpha * k, first.alpha, atol=1e-9)


@pytest.mark.filterwarnings("error")
def test_dual_that_overflows_is_an_error():
    """With K = 0 the dual is the sum of alpha, 4 C; C = 1e308 is still a number."""
    y = [1, -1, 1, -1]
    assert smo(np.zeros((4, 4)), y, 1e307).objective == pytest.approx(4e307)
    with pytest.raises(FloatingPointError, match="K or C is too large"):
        smo(np.zeros((4, 4)), y, 1e308)
    x = np.array([0, 0, 1e5, 1e5])  # the dual is 4 C, but K @ beta is inf - inf
    with pytest.raises(FloatingPointError, match="K or C is too large"):
        smo(-((x[:, None] - x) ** 2), y, 1e300)


def test_huge_examples_that_overlap_give_a_warning():
    """It is as hopeless as a hard margin, but K is semidefinite."""
    for seed in range(10):
        X, y = overlapping(seed)
        with pytest.warns(RuntimeWarning, match="smo stopped after"):
            smo((1e90 * X) @ (1e90 * X).T, y, 1.0)


def test_arguments_are_not_written_to():
    X, y = overlapping(2)
    K = rbf_kernel(X)
    copies = K.copy(), y.copy()
    smo(K, y, 1.0)
    assert all(map(np.array_equal, copies, (K, y)))


@pytest.mark.parametrize("scale", [1e-10, 1e10, 2.0**33, 1e100])
def test_number_of_steps_is_invariant_to_scaling_K(scale):
    X, y = overlapping(0, n=60)
    K = rbf_kernel(X, gamma=5.0)
    first, again = smo(K, y, np.inf), smo(scale * K, y, np.inf)
    assert again.n_iter == first.n_iter
    np.testing.assert_allclose(again.alpha * scale, first.alpha, rtol=1e-6)


def test_large_K_is_solved_and_a_nearly_constant_one_refused():
    X, y = overlapping(0, n=60)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert smo(1e9 * X @ X.T, y, 100.0, max_iter=10_000).kkt_gap < 1e-3
    with pytest.raises(ValueError, match="not separable, or closer to each other"):
        smo(rbf_kernel(X, gamma=1e-6), y, np.inf, max_iter=10_000)


def test_one_large_example_does_not_end_the_steps():
    X, y = overlapping(0, n=60)
    X[0] *= 1000
    K = polynomial_kernel(X, degree=3, gamma=0.5)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ours = smo(K, y, 1.0, max_iter=10_000)
    theirs = SVC(C=1.0, kernel="precomputed").fit(K, y)
    assert ours.objective == pytest.approx(svc_dual(theirs, K, y), rel=1e-4)


def test_tolerance_below_rounding_ends_with_a_warning():
    X, y = overlapping(0, n=60)
    for K in (rbf_kernel(X, gamma=5.0), X @ X.T):
        with pytest.warns(RuntimeWarning, match="the rest is lost in rounding"):
            result = smo(K, y, 10.0, tol=1e-300)
        assert result.n_iter < 1000
        assert result.kkt_gap < 1e-13


@pytest.mark.parametrize("C", [1.0, 100.0, 1e4])
def test_gap_on_a_nearly_singular_K_is_that_of_kkt_gap(C):
    X, y = overlapping(0, n=200, D=3)
    K = 1e8 * rbf_kernel(X, gamma=1e-3)
    with warnings.catch_warnings(record=True, action="always") as caught:
        result = smo(K, y, C)
    assert result.kkt_gap == pytest.approx(kkt_gap(result.alpha, K, y, C), rel=1e-6)
    assert result.n_iter < 50_000  # from 7,000 to 13,000, by processor; not max_iter
    told = [str(warning.message) for warning in caught]
    assert bool(told) == (result.kkt_gap > 1e-3)
    assert all("lost in rounding" in message for message in told)
    assert told or C < 1e4


def test_b_is_not_negative_zero():
    assert str(smo(K2, [1, -1], 0.1).b) == "0.0"
    assert str(smo(K2, [1, -1], 10).b) == "0.0"


def test_b_between_two_bounds_by_hand():
    """alpha = C = 0.01 for both, w = 0.03: b lies between -1 and 1 - 0.09, in the middle."""
    result = smo(np.outer([0, 3], [0, 3]), [-1, 1], 0.01)
    assert result.alpha.tolist() == [0.01, 0.01]
    assert result.b == pytest.approx(-0.045)


def test_working_set_agrees_with_brute_force():
    X, y = overlapping(0)
    K, rng = rbf_kernel(X, gamma=0.5), np.random.default_rng(0)
    iterate = _Iterate(K, y, 1.0)
    for _ in range(50):
        g, up, low = rng.normal(size=40), rng.random(40) < 0.7, rng.random(40) < 0.7
        iterate.g_up, iterate.g_low = np.where(up, g, np.inf), np.where(low, g, -np.inf)
        i, j = iterate.select_working_set()
        assert i == min(np.flatnonzero(up), key=lambda k: g[k])
        gains = {
            k: (g[k] - g[i]) ** 2 / (K[i, i] + K[k, k] - 2 * K[i, k])
            for k in np.flatnonzero(low)
            if g[k] > g[i]
        }
        assert j == max(gains, key=gains.__getitem__)


def test_newton_steps_end_with_equal_g_on_all_free_variables():
    X, y = overlapping(0)
    K = rbf_kernel(X, gamma=2.0)
    iterate = _Iterate(K, y, 4.0)
    iterate.beta = 2.0 * y
    iterate.set_gradient(K @ iterate.beta - y)
    before = iterate.objective()
    steps = iterate.newton_steps(100)
    assert 15 < steps < 25  # one by one, variables meet the edge
    beta, g = iterate.beta, iterate.gradient()
    np.testing.assert_allclose(g, K @ beta - y, atol=1e-12)
    assert np.ptp(g[(beta != 0) & (np.abs(beta) < 4)]) < 1e-9
    assert ((iterate.lower <= beta) & (beta <= iterate.upper)).all()
    assert beta.sum() == pytest.approx(0, abs=1e-12)
    assert iterate.objective() > before


def test_newton_steps_wait_twice_as_long_after_one_that_gained_little():
    """A pair step costs 10 here, and a Newton step of one variable or two about 100."""
    schedule = _NewtonSchedule(N=0)

    def due(n):
        return [schedule.is_due(n) for schedule.pair_steps in (10, 11, 20, 21)]

    assert due(1) == [False, False, False, False]
    assert due(2) == [False, True, True, True]
    schedule.learn(2, 1, before=21.0, after=22.0)  # a gain of 21 and a gain of 1
    assert schedule.pair_steps == 0
    assert due(2) == [False, False, False, True]
    schedule.learn(2, 1, before=23.0, after=33.0)
    assert due(2) == [False, True, True, True]


def test_number_of_rows_kept_is_bounded(monkeypatch):
    monkeypatch.setattr("svmlib.smo.MAX_ROWS_KEPT", 2)
    iterate = _Iterate(np.eye(4), np.array([1, 1, -1, -1]), 1.0)
    rows = [iterate.inverse_root_eta(i) for i in range(4)]
    assert len(iterate.inverse_roots) == 2
    assert all(
        np.array_equal(row, iterate.inverse_root_eta(i)) for i, row in enumerate(rows)
    )


def test_callback_sees_every_step_and_changes_nothing():
    X, y = overlapping(3)
    K = X @ X.T
    seen = []
    result, plain = smo(K, y, 10.0, callback=seen.append), smo(K, y, 10.0)
    np.testing.assert_array_equal(result.alpha, plain.alpha)
    assert result[1:5] == plain[1:5]
    assert not seen[0].any()
    np.testing.assert_array_equal(seen[-1], result.alpha)
    values = [dual_objective(alpha, K, y) for alpha in seen]
    assert (np.diff(values) > 0).all()
    gaps = [kkt_gap(alpha, K, y, 10.0) for alpha in seen]
    assert gaps[0] == 2
    assert min(gaps[:-1]) > 1e-3 >= gaps[-1]
    assert 10 < len(seen) - 1 < result.n_iter  # Newton steps follow a tenth pair


def test_warnings_of_the_callback_are_not_silenced():
    with pytest.warns(RuntimeWarning, match="divide by zero"):
        smo(K2, [1, -1], 1.0, callback=lambda alpha: 1 / alpha)
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        smo(K2, [1, -1], 1.0, callback=lambda alpha: 1 / alpha)


def test_sum_of_beta_stays_0_in_steps_that_are_all_rounding():
    """With K = I all free variables tie, and the Newton step from there is 0."""
    rng = np.random.default_rng(0)
    for _ in range(200):
        y = np.where(rng.random(rng.integers(4, 120)) < 0.5, 1, -1)
        y[:2] = 1, -1
        for C in (1e-3, 1):
            result = smo(np.eye(len(y)), y, C)
            assert abs(result.alpha @ y) <= 1e-12 * result.alpha.sum()
            assert kkt_gap(result.alpha, np.eye(len(y)), y, C) <= 1e-3 + 1e-12


def test_K_that_is_indefinite_by_rounding_alone_is_solved():
    # For v = (1, -1), v @ K @ v = -2 d; what is beyond 1e-6 of the sum of |K| is refused.
    with pytest.raises(
        ValueError, match=r"= 1.0 \+ 1.0 - 2 \* 1.0000021 = -4.2e-06, expected"
    ):
        smo([[1, 1 + 2.1e-6], [1 + 2.1e-6, 1]], [1, -1], 3.0)
    for entry, d in ((1, 1.9e-6), (-2, 3.9e-6)):
        result = smo([[entry, entry + d], [entry + d, entry]], [1, -1], 3.0)
        assert result.alpha.tolist() == [3, 3]
        assert result.objective == pytest.approx(6 + 9 * d, rel=1e-12)


def test_duplicates_whose_K_differs_by_rounding_take_few_steps():
    """With tau = 1e-14 of K's diagonal this took more than 50,000 steps."""
    rng = np.random.default_rng(4)
    X = rng.normal(size=(150, 20))[rng.integers(0, 37, 150)]
    y = rng.choice([-1, 1], 150)
    K = polynomial_kernel(X, degree=3, gamma=1.7334)
    assert smo(K, y, 3688.0, tol=1e-5, max_iter=2000).kkt_gap <= 1e-5


@pytest.mark.filterwarnings("error")
def test_bias_by_hand_of_one_problem_or_of_several():
    """The mean of -1 and -0.6, which are free; halfway from 1 to 3, where none is; 5."""
    inf = np.inf
    g_up = np.array([[-1.0, -0.6, inf], [3.0, inf, inf], [5.0, inf, 7.0]])
    g_low = np.array([[-1.0, -0.6, 1.0], [-inf, 1.0, -5.0], [5.0, 6.0, -inf]])
    np.testing.assert_allclose(find_bias(g_up, g_low), [0.8, -2.0, -5.0])
    assert find_bias(g_up[0], g_low[0]) == pytest.approx(0.8)


@pytest.mark.parametrize("seed", range(20))
def test_rounding_leaves_no_multiplier_free(seed):
    """The penalties of both classes have the same sum, so that all multipliers are C."""
    rng = np.random.default_rng(seed)
    y = np.repeat([-1.0, 1.0], rng.integers(3, 15, 2))
    C = 1e-3 / np.where(y > 0, (y > 0).sum(), (y < 0).sum())
    result = smo(rbf_kernel(rng.normal(size=(len(y), 2))), y, C)
    np.testing.assert_array_equal(result.alpha, C)
    assert abs(result.b) < 0.01


@pytest.mark.parametrize("C", [[0.3, 3 * 0.1], [3 * 0.1, 0.3]])
def test_newton_step_that_ends_close_to_an_edge_ends_at_it(C):
    """3 * 0.1 is 0.30000000000000004."""
    iterate = _Iterate(1e-3 * np.eye(2), np.array([-1.0, 1.0]), np.array(C))
    iterate.beta = np.array([-0.1, 0.1])
    iterate.compute_gradient()
    iterate.newton_steps(10)
    np.testing.assert_array_equal(iterate.beta, [-C[0], C[1]])
    assert iterate.num_free() == 0


def test_tiny_kernel_is_solved():
    """The rounding of y is larger than beta @ K @ beta, which mustn't seem negative."""
    for seed in range(300, 330):
        rng = np.random.default_rng(seed)
        N = int(rng.integers(4, 30))
        y = rng.choice([-1, 1], N, p=[0.3, 0.7])
        X = 1e-8 * rng.normal(size=(N, 2))
        if abs(y.sum()) < N:
            result = smo(X @ X.T, y, 1.0, tol=1e-6)
            assert result.alpha.sum() == pytest.approx(N - abs(y.sum()))


def test_newton_steps_do_not_exceed_max_iter():
    """Several Newton steps are taken in a row, and might be more than are left."""
    X, y = overlapping(0)
    K = rbf_kernel(X, gamma=2.0)
    for max_iter in range(1, 50):
        with pytest.warns(RuntimeWarning, match=f"max_iter = {max_iter} steps"):
            result = smo(K, y, 100.0, tol=1e-9, max_iter=max_iter)
        assert result.n_iter == max_iter


def test_hard_margin_of_two_examples_that_nearly_agree_by_hand():
    """Their squared distance is 2**-37, so each alpha is 2 / 2**-37, below 1e12."""
    K = [[1.0, 1 - 2.0**-38], [1 - 2.0**-38, 1.0]]
    assert smo(K, [1, -1], np.inf).alpha.tolist() == [2.0**38, 2.0**38]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("gap", [1e-4, 1e-5, 1.5e-6])
def test_hard_margin_is_solved_up_to_its_limit(gap):
    """w = 2 / gap, and the dual is w**2 / 2."""
    X = np.array([[1.0], [1.0 + gap]])
    result = smo(X @ X.T, [-1, 1], np.inf)
    assert result.objective == pytest.approx(2 / (X[1, 0] - X[0, 0]) ** 2, rel=1e-3)


def test_hard_margin_beyond_its_limit_is_refused():
    X = np.array([[1.0], [1.0 + 1.2e-6]])
    with pytest.raises(ValueError, match=r"closer to each other than about 1e-6 times"):
        smo(X @ X.T, [-1, 1], np.inf)

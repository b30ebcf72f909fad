"""Many small duals, solved side by side as `smo` solves one."""

import numpy as np
import pytest

from svmlib._smo_batch import Duals, smo_batch
from svmlib.dual import dual_objective, kkt_gap
from svmlib.kernels import rbf_kernel
from svmlib.smo import smo, solve_dual

TOL = 1e-8
SIZE = np.array([2, 2, 3, 4, 5, 6, 7, 8, 9, 10])  # the largest class is the last
FIRST = np.cumsum(SIZE) - SIZE
K = rbf_kernel(np.random.default_rng(0).normal(size=(SIZE.sum(), 2)), gamma=2.0)


def all_pairs(C=2.0):
    """The 45 duals of ten classes, each with a C of its own."""
    pairs = np.array(np.triu_indices(10, k=1)).T
    pairs = np.random.default_rng(0).permuted(pairs, axis=1)
    return Duals(FIRST[pairs], SIZE[pairs], C * np.array([1.0, 3.0])[pairs % 2])


def each_dual(K, duals, result):
    """K, y and C of each dual, with its alpha, bias, stopping gap and steps."""
    for first, size, C, beta, *rest in zip(*duals, *result, strict=True):
        rows = np.concatenate([np.arange(*ends) for ends in zip(first, first + size)])
        y = np.repeat([-1.0, 1.0], size)
        exists = np.arange(beta.shape[1]) < size[:, None]
        assert not beta[~exists].any()
        yield K[np.ix_(rows, rows)], y, np.repeat(C, size), beta[exists] * y, *rest


def same_duals(y, C):
    """Ten times the same dual, of all rows."""
    size = np.bincount(y)
    return Duals(*(np.tile(of, (10, 1)) for of in ([0, size[0]], size, [C, C])))


@pytest.mark.parametrize("C", [0.01, 2.0, 1e3, np.inf])
def test_solutions_agree_with_smo(C):
    duals = all_pairs(C)
    result = smo_batch(K, duals, TOL, 10_000)
    assert (result.kkt_gap <= TOL).sum() > 30
    for part, y, C_rows, alpha, b, gap, n_iter in each_dual(K, duals, result):
        if gap <= TOL:
            expected = smo(part, y, C_rows, tol=TOL)
            np.testing.assert_allclose(alpha, expected.alpha, atol=1e-5)
            assert b == pytest.approx(expected.b, abs=1e-6)
            assert 0 <= gap <= TOL
            assert 0 < n_iter < 200


def test_bias_without_free_examples_is_the_middle():
    """As in the test of smo: alpha = C = 0.01 for 0 and 3 on a line, and b = -0.045."""
    K = np.array([[0.0, 0.0], [0.0, 9.0]])
    result = smo_batch(K, same_duals([0, 1], 0.01), TOL, 100)
    np.testing.assert_array_equal(result.beta, 10 * [[[-0.01], [0.01]]])
    np.testing.assert_allclose(result.b, -0.045)
    assert (result.kkt_gap == 0).all()


def test_rounding_leaves_no_multiplier_free():
    """The penalties of each class have the same sum, so that all multipliers are C."""
    duals = all_pairs()._replace(C=1e-3 / all_pairs().size)
    result = smo_batch(K, duals, TOL, 10_000)
    assert (result.kkt_gap <= TOL).sum() > 30
    for _, _, C, alpha, b, gap, _ in each_dual(K, duals, result):
        if gap <= TOL:
            np.testing.assert_array_equal(alpha, C)
            assert abs(b) < 0.01


def test_dual_that_takes_too_many_steps_keeps_its_multipliers_and_gap():
    duals = all_pairs()
    result = smo_batch(K, duals, TOL, 1)
    for part, y, C, alpha, _, gap, n_iter in each_dual(K, duals, result):
        assert n_iter == 1
        assert np.count_nonzero(alpha) == 2
        assert gap == pytest.approx(kkt_gap(alpha, part, y, C))
        ended = solve_dual(part, y, C, TOL, 10_000, alpha=alpha, n_iter=1)
        assert ended.n_iter > 1
        assert ended.objective == pytest.approx(smo(part, y, C, tol=TOL).objective)


@pytest.fixture
def patient(monkeypatch):
    """Let few duals take many steps."""
    monkeypatch.setattr("svmlib._smo_batch.STEPS_PER_DUAL", 100)


def test_gap_is_that_of_all_the_examples_of_a_dual(patient):
    """More support vectors in each than there are duals."""
    y = np.repeat([0, 1], 15)
    X = np.random.default_rng(0).normal(size=(30, 2))
    K = np.eye(30) + 0.1 * rbf_kernel(X, gamma=1.0)
    duals = same_duals(y, 1e3)
    result = smo_batch(K, duals, TOL, 10_000)
    assert (result.kkt_gap <= TOL).all()
    for part, y, C, alpha, _, gap, _ in each_dual(K, duals, result):
        assert np.count_nonzero(alpha) == 30
        assert gap == pytest.approx(kkt_gap(alpha, part, y, C), abs=1e-13)


def test_fewer_than_ten_duals_take_no_steps():
    result = smo_batch(K, Duals(*(of[:9] for of in all_pairs())), TOL, 10_000)
    assert not result.n_iter.any()
    assert not result.beta.any()
    assert (result.kkt_gap == 2).all()


def test_bias_is_the_mean_over_the_free_examples():
    duals = all_pairs()
    result = smo_batch(K, duals, 0.1, 10_000)
    assert (result.kkt_gap <= 0.1).sum() > 30
    for part, y, C, alpha, b, gap, _ in each_dual(K, duals, result):
        free = (alpha > 0) & (alpha < C)
        if gap <= 0.1 and free.any():
            g = part @ (alpha * y) - y
            assert b == pytest.approx(-g[free].mean())


@pytest.mark.parametrize(
    "K",
    [
        np.zeros((4, 4)),
        np.ones((4, 4)),
        np.ones((4, 4)) + 1e-12 * np.eye(4)[[2, 3, 0, 1]],  # K_02 > K_00: by rounding
        -(np.subtract.outer(np.arange(4.0), np.arange(4.0)) ** 2),
    ],
)
def test_pairs_without_curvature_go_to_the_edge(K):
    duals = same_duals([0, 0, 1, 1], 2.0)
    result = smo_batch(K, duals, TOL, 1000)
    for part, y, C, alpha, _, gap, _ in each_dual(K, duals, result):
        expected = smo(part, y, C, tol=TOL).objective
        assert dual_objective(alpha, part, y) == pytest.approx(expected)
        assert gap <= TOL


def test_gap_that_rounding_keeps_above_tol_is_reported(patient):
    gap = smo_batch(1e6 * K, all_pairs(), 1e-14, 10_000).kkt_gap
    assert 1e-14 < gap.max() < np.inf
    assert np.quantile(gap, 0.9) < 1e-6


Y = np.array([-1.0, -1.0, 1.0, 1.0])
# The first pair has K_00 + K_22 - 2 K_02 = -2, but beta @ K @ beta is positive at the end.
AT_A_PAIR = np.diag([1.0, 100.0, 1.0, 100.0])
AT_A_PAIR[0, 2] = AT_A_PAIR[2, 0] = 2.0
# Every pair has a positive curvature, but the sum of two pairs has a negative one.
AT_THE_SUM = np.eye(4) - 0.4 * np.outer(Y, Y)
# The same for six variables, two of which have a good pair of their own.
BESIDE_GOOD_ONES = np.diag([0.0, 0.0, 0.1, 0.0, 0.0, 0.1])
BESIDE_GOOD_ONES[np.ix_([0, 1, 3, 4], [0, 1, 3, 4])] = AT_THE_SUM


@pytest.mark.parametrize(
    ("K", "C"),
    [
        (AT_A_PAIR, 0.05),
        (1e-3 * AT_A_PAIR, 50.0),
        (AT_THE_SUM, 10.0),
        (BESIDE_GOOD_ONES, 10.0),
        (1e-9 * AT_THE_SUM, 1e10),
        (1e308 * np.eye(4), 1e300),
        (1e302 * np.eye(4), 1.0),
        (1e-302 * np.eye(4), 1.0),
        (np.ones((4, 4)), np.inf),
    ],
)
def test_duals_that_smo_refuses_are_not_solved(K, C):
    """An indefinite matrix, an overflow, and a hard margin that there is not."""
    y = np.repeat([-1.0, 1.0], len(K) // 2)
    result = smo_batch(K, same_duals(y > 0, C), TOL, 1000)
    assert not (result.kkt_gap <= TOL).any()
    alpha, steps = np.abs(result.beta[0].ravel()), int(result.n_iter[0])
    with pytest.raises((ValueError, FloatingPointError)):
        solve_dual(K, y, np.full(len(K), C), TOL, 1000, alpha=alpha, n_iter=steps)
    with pytest.raises((ValueError, FloatingPointError)):
        smo(K, y, C, tol=TOL)


def test_indefinite_matrix_beside_a_large_third_class_is_not_solved():
    """Class 2 has more rows than class 1, so a window of its size reaches its large kernel."""
    K = np.diag([0.0, 0.0, 0.0, 0.0, 1e12, 1.0, 1.0])
    K[:4, :4] = AT_THE_SUM
    first, size = np.array([[0, 2]] * 10 + [[0, 4]]), np.array([[2, 2]] * 10 + [[2, 3]])
    result = smo_batch(K, Duals(first, size, np.full((11, 2), 10.0)), TOL, 1000)
    assert not (result.kkt_gap[:10] <= TOL).any()

"""Many small duals, solved side by side as `smo` solves one."""

import numpy as np
import pytest

from svmlib._smo_batch import smo_batch
from svmlib.kernels import rbf_kernel
from svmlib.smo import smo, solve_dual

TOL = 1e-8


def small_duals(number, C=2.0):
    """Kernel matrix of 60 points, and duals with 5 to 16 of them, both labels in each."""
    rng = np.random.default_rng(0)
    K, duals = rbf_kernel(rng.normal(size=(60, 2)), gamma=2.0), []
    for _ in range(number):
        rows = rng.choice(60, size=rng.integers(5, 17), replace=False)
        y = rng.permutation(np.where(np.arange(len(rows)) < len(rows) // 2, -1.0, 1.0))
        duals.append((rows, y, C * rng.choice([1.0, 3.0], size=len(rows))))
    return K, duals


@pytest.mark.parametrize("C", [0.01, 2.0, 1e3, np.inf])
def test_solutions_are_those_of_smo(C):
    K, duals = small_duals(40, C)
    results = smo_batch(K, duals, TOL, 10_000)
    assert sum(result.kkt_gap <= TOL for result in results) > 30
    for (rows, y, C_rows), result in zip(duals, results, strict=True):
        if result.kkt_gap <= TOL:
            expected = smo(K[np.ix_(rows, rows)], y, C_rows, tol=TOL)
            np.testing.assert_allclose(result.alpha, expected.alpha, atol=1e-5)
            assert result.b == pytest.approx(expected.b, abs=1e-6)
            assert result.objective == pytest.approx(expected.objective)
            assert 0 <= result.kkt_gap <= TOL
            assert 0 < result.n_iter < 200
            np.testing.assert_array_equal(result.support, np.flatnonzero(result.alpha))


def test_bias_without_free_examples_is_the_middle():
    """As in the test of smo: alpha = C = 0.01 for 0 and 3 on a line, and b = -0.045."""
    dual = np.array([0, 1]), np.array([-1.0, 1.0]), np.full(2, 0.01)
    results = smo_batch(np.array([[0.0, 0.0], [0.0, 9.0]]), [dual] * 10, TOL, 100)
    for result in results:
        assert result.alpha.tolist() == [0.01, 0.01]
        assert result.b == pytest.approx(-0.045)
        assert result.n_iter == 1


def test_what_takes_too_many_steps_is_left_where_it_has_come():
    K, duals = small_duals(40)
    results = smo_batch(K, duals, TOL, 1)
    results += smo_batch(K, duals[:5], TOL, 10_000)  # so few are not worth it
    for n_iter, dual, result in zip(
        [1] * 40 + [0] * 5, duals + duals[:5], results, strict=True
    ):
        rows, y, C = dual
        part = K[np.ix_(rows, rows)]
        assert result.n_iter == n_iter
        assert np.count_nonzero(result.alpha) == 2 * n_iter
        assert result.kkt_gap > TOL
        ended = solve_dual(part, y, C, TOL, 10_000, start=result)
        assert ended.n_iter > n_iter
        assert ended.kkt_gap <= TOL
        assert ended.objective == pytest.approx(smo(part, y, C, tol=TOL).objective)


def test_bias_is_the_mean_over_the_free_examples():
    K, duals = small_duals(40)
    results = smo_batch(K, duals, 0.1, 10_000)
    assert sum(result.kkt_gap <= 0.1 for result in results) > 30
    for (rows, y, C), result in zip(duals, results, strict=True):
        if result.kkt_gap <= 0.1:
            g = K[np.ix_(rows, rows)] @ (result.alpha * y) - y
            free = (result.alpha > 0) & (result.alpha < C)
            assert result.b == pytest.approx(-g[free].mean())
            assert free.any()


@pytest.mark.parametrize(
    "K",
    [
        np.zeros((4, 4)),
        np.ones((4, 4)),
        np.ones((4, 4)) + 1e-12 * np.eye(4)[[1, 0, 3, 2]],  # K_01 > K_00: by rounding
        -(np.subtract.outer(np.arange(4.0), np.arange(4.0)) ** 2),
    ],
)
def test_pairs_without_curvature_go_to_the_edge(K):
    y, C = np.array([1.0, -1.0, 1.0, -1.0]), np.full(4, 2.0)
    results = smo_batch(K, [(np.arange(4), y, C)] * 10, TOL, 1000)
    expected = smo(K, y, C, tol=TOL)
    for result in results:
        assert result.objective == pytest.approx(expected.objective)
        assert result.kkt_gap <= TOL


def test_gap_below_rounding_is_left():
    K, duals = small_duals(40)
    results = smo_batch(1e6 * K, duals, 1e-14, 10_000)
    gaps = np.array([result.kkt_gap for result in results])
    assert 1e-14 < gaps.max() < np.inf
    assert np.quantile(gaps, 0.9) < 1e-6


Y = np.array([1.0, -1.0, 1.0, -1.0])
# The first pair has K_00 + K_11 - 2 K_01 = -2, but beta @ K @ beta is positive at the end.
AT_A_PAIR = np.diag([1.0, 1.0, 100.0, 100.0])
AT_A_PAIR[0, 1] = AT_A_PAIR[1, 0] = 2.0
# Each pair has a positive curvature, and their sum has not.
AT_THE_SUM = np.eye(4) - 0.4 * np.outer(Y, Y)


@pytest.mark.parametrize(
    ("K", "C"),
    [
        (AT_A_PAIR, 0.05),
        (1e-3 * AT_A_PAIR, 50.0),
        (AT_THE_SUM, 10.0),
        (1e-9 * AT_THE_SUM, 1e10),
        (1e308 * np.eye(4), 1e300),
        (1e302 * np.eye(4), 1.0),
        (1e-302 * np.eye(4), 1.0),
        (np.ones((4, 4)), np.inf),
    ],
)
def test_what_smo_refuses_is_left(K, C):
    """An indefinite matrix, an overflow, and a hard margin that there is not."""
    results = smo_batch(K, [(np.arange(4), Y, np.full(4, C))] * 10, TOL, 1000)
    assert not any(result.kkt_gap <= TOL for result in results)
    with pytest.raises((ValueError, FloatingPointError)):
        solve_dual(K, Y, np.full(4, C), TOL, 1000, start=results[0])
    with pytest.raises((ValueError, FloatingPointError)):
        smo(K, Y, C, tol=TOL)

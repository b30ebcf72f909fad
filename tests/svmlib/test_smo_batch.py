"""Many small problems, solved side by side as `smo` solves one."""

import numpy as np
import pytest

from svmlib._smo_batch import smo_batch
from svmlib.kernels import rbf_kernel
from svmlib.smo import smo

TOL = 1e-8


def small_problems(number, C=2.0):
    """Kernel matrix of 60 points, and problems with 5 to 16 of them, both labels in each."""
    rng = np.random.default_rng(0)
    K, problems = rbf_kernel(rng.normal(size=(60, 2)), gamma=2.0), []
    for _ in range(number):
        rows = rng.choice(60, size=rng.integers(5, 17), replace=False)
        y = rng.permutation(np.where(np.arange(len(rows)) < len(rows) // 2, -1.0, 1.0))
        problems.append((rows, y, C * rng.choice([1.0, 3.0], size=len(rows))))
    return K, problems


@pytest.mark.parametrize("C", [0.01, 2.0, 1e3, np.inf])
def test_solutions_are_those_of_smo(C):
    K, problems = small_problems(40, C)
    results = smo_batch(K, problems, TOL, 10_000)
    assert sum(result is not None for result in results) > 30
    for (rows, y, C_rows), result in zip(problems, results, strict=True):
        if result is not None:
            expected = smo(K[np.ix_(rows, rows)], y, C_rows, tol=TOL)
            np.testing.assert_allclose(result.alpha, expected.alpha, atol=1e-5)
            assert result.b == pytest.approx(expected.b, abs=1e-6)
            assert result.objective == pytest.approx(expected.objective)
            assert 0 <= result.kkt_gap <= TOL
            assert 0 < result.n_iter < 200
            np.testing.assert_array_equal(result.support, np.flatnonzero(result.alpha))


def test_bias_without_free_examples_is_the_middle():
    """As in the test of smo: alpha = C = 0.01 for 0 and 3 on a line, and b = -0.045."""
    problem = np.array([0, 1]), np.array([-1.0, 1.0]), np.full(2, 0.01)
    results = smo_batch(np.array([[0.0, 0.0], [0.0, 9.0]]), [problem] * 10, TOL, 100)
    for result in results:
        assert result.alpha.tolist() == [0.01, 0.01]
        assert result.b == pytest.approx(-0.045)
        assert result.n_iter == 1


def test_what_takes_too_many_steps_is_left():
    K, problems = small_problems(40)
    assert smo_batch(K, problems, TOL, 1) == [None] * 40
    # So few are not worth it.
    assert smo_batch(K, problems[:5], TOL, 10_000) == [None] * 5


def test_what_smo_refuses_is_left():
    """Indefinite at a pair, and at beta alone; too large; not separable by a hard margin."""
    rows, y = np.arange(4), np.array([1.0, -1.0, 1.0, -1.0])
    at_a_pair = np.eye(4) - 2 * np.eye(4)[:, ::-1]
    at_a_pair[0, 1] = at_a_pair[1, 0] = 2.0
    at_beta = 1.001 * np.eye(4) - np.outer(y, y)
    for K, C in (
        (at_a_pair, 1.0),
        (at_beta, 1.0),
        (1e308 * np.eye(4), 1e300),
        (np.ones((4, 4)), np.inf),
    ):
        results = smo_batch(K, [(rows, y, np.full(4, C))] * 10, TOL, 1000)
        assert results == [None] * 10
        with pytest.raises((ValueError, FloatingPointError)):
            smo(K, y, C, tol=TOL)

"""Kernels, their maps, and matrices that are none."""

import itertools
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.metrics import pairwise

from svmlib.kernels import (
    is_positive_semidefinite,
    linear_kernel,
    polynomial_kernel,
    quadratic_features,
    rbf_features,
    rbf_kernel,
)

KERNELS = {
    linear_kernel: pairwise.linear_kernel,
    polynomial_kernel: pairwise.polynomial_kernel,
    rbf_kernel: pairwise.rbf_kernel,
}
RNG = np.random.default_rng(0)
X, Y = RNG.standard_normal((300, 5)), RNG.standard_normal((7, 5))


def impostor(x):
    x = np.asarray(x, float)[:, None]
    return 1 + x + x.T + x**2 + x.T**2 + 2 * x * x.T


@pytest.mark.parametrize(("ours", "theirs"), KERNELS.items())
@pytest.mark.parametrize("arguments", [(X,), (X, Y), (Y, X), (Y[:, ::2], X[:, ::2])])
def test_kernels_agree_with_scikit_learn(ours, theirs, arguments):
    before = [A.copy() for A in arguments]
    np.testing.assert_allclose(
        ours(*arguments), theirs(*arguments), atol=1e-12, rtol=1e-12
    )
    assert all(map(np.array_equal, before, arguments))


@pytest.mark.parametrize(
    ("degree", "gamma", "coef0"), [(2, 0.5, 0), (4, None, 3), (9, 0.5, 1)]
)
def test_polynomial_kernel_has_scikit_learns_parameters(degree, gamma, coef0):
    np.testing.assert_allclose(
        polynomial_kernel(X, Y, degree, gamma, coef0),
        pairwise.polynomial_kernel(X, Y, degree, gamma, coef0),
        rtol=1e-12,
    )
    np.testing.assert_allclose(
        rbf_kernel(X, Y, 2.5), pairwise.rbf_kernel(X, Y, 2.5), atol=1e-12
    )


def test_polynomial_kernel_of_more_columns_than_the_cache_holds():
    """A band is one row then, not none."""
    K = polynomial_kernel([[1], [2]], np.ones((20_000, 1)), degree=2, gamma=1, coef0=0)
    np.testing.assert_array_equal(K, np.repeat([[1], [4]], 20_000, axis=1))


@pytest.mark.parametrize("kernel", KERNELS)
def test_kernels_have_the_dtype_of_their_arguments(kernel):
    assert kernel(X.astype(np.float32)).dtype == np.float32
    whole = np.arange(6).reshape(3, 2)
    np.testing.assert_array_equal(kernel(whole), kernel(whole.astype(float)))


@settings(max_examples=30)
@given(st.integers(0, 10**6), st.sampled_from(list(KERNELS)))
def test_kernels_are_positive_semidefinite(seed, kernel):
    K = kernel(np.random.default_rng(seed).standard_normal((12, 3)))
    np.testing.assert_allclose(K, K.T, rtol=1e-12)
    assert is_positive_semidefinite(K)


def test_is_positive_semidefinite_rejects_a_published_kernel():
    for t in (0.1, -1.0, 0.4):
        K = impostor([0, t])
        assert np.linalg.det(K) == pytest.approx(-(t**2) * (t**2 + 2 * t - 1))
    assert is_positive_semidefinite(np.full((20, 20), np.finfo(float).max))
    assert not is_positive_semidefinite(impostor([0, 1.0]))
    assert not is_positive_semidefinite(impostor([-1, 0, 1, 2]))
    assert is_positive_semidefinite(polynomial_kernel([[-1], [0], [1], [2]], degree=2))


@pytest.mark.parametrize(("gamma", "coef0"), [(None, 1), (0.5, 3.0), (2.0, 0)])
def test_quadratic_features_have_the_polynomial_kernel(gamma, coef0):
    Phi = quadratic_features(X, gamma=gamma, coef0=coef0)
    assert Phi.shape == (300, 21)
    K = polynomial_kernel(X, degree=2, gamma=gamma, coef0=coef0)
    np.testing.assert_allclose(Phi @ Phi.T, K, rtol=1e-12, atol=1e-12)


def test_feature_maps_by_hand():
    """In their signs and their order, which no kernel tells."""
    root = np.sqrt(2)
    Phi = quadratic_features([[3.0, -1.0]], gamma=4.0, coef0=2.0)
    np.testing.assert_allclose(Phi, [[2, 2 * 6, 2 * -2, 36, 4, root * 6 * -2]])
    Phi = rbf_features([-2.0], 2, gamma=0.5)
    np.testing.assert_allclose(Phi, np.exp(-2) * np.array([[1, -2, 4 / root]]))


def test_rbf_features_converge_to_the_kernel():
    x = np.linspace(-1.5, 1.5, 9)
    K = rbf_kernel(x[:, None], gamma=0.8)
    errors = []
    for order in (1, 3, 6, 12, 24):
        Phi = rbf_features(x, order, gamma=0.8)
        assert Phi.shape == (9, order + 1)
        errors.append(np.abs(Phi @ Phi.T - K).max())
    assert all(b < a for a, b in itertools.pairwise(errors))
    assert errors[-1] < 1e-12


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: linear_kernel([1, 2]), r"X must have shape \(N, D\)"),
        (
            lambda: linear_kernel(X, Y[:, :2]),
            r"agree in D, got \(300, 5\) and \(7, 2\)",
        ),
        (lambda: linear_kernel([[np.inf]]), "X must be finite"),
        (lambda: polynomial_kernel([[1, 2], [3]]), "X must have rows of one length"),
        (lambda: rbf_kernel([[np.nan]]), "X must be finite"),
        (lambda: rbf_kernel([[1.0]], [[np.nan]]), "Y must be finite"),
        (lambda: rbf_kernel([[1.0]], gamma=0), "gamma must be one finite number > 0"),
        (lambda: polynomial_kernel([[1.0]], degree=0), "degree must be a whole"),
        (lambda: polynomial_kernel([[1.0]], coef0=-1), "coef0 must be"),
        (lambda: rbf_features([0], -1, gamma=1), "order must be a whole"),
        (lambda: polynomial_kernel([[2.0]], degree=1e308), "degree must be less than"),
        (lambda: rbf_features([0], 1e308, gamma=1), "order must be less than"),
        (
            lambda: rbf_features([[0.0, 1.0]], 2, gamma=1),
            "x must be a non-empty vector",
        ),
        (lambda: rbf_features([0.0, np.nan], 2, gamma=1), "x must be finite, got nan"),
        (lambda: quadratic_features([[1.0, np.nan]]), r"got nan at X\[0, 1\]"),
        (lambda: is_positive_semidefinite([[1, 2], [3, 4]]), r"K\[0, 1\] = 2"),
    ],
)
def test_kernels_reject_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.filterwarnings("error")
def test_kernels_report_overflow():
    for call in (linear_kernel, rbf_kernel, polynomial_kernel):
        with pytest.raises(FloatingPointError, match="overflow"):
            call([[1e200], [0.0]])
        with pytest.raises(FloatingPointError, match="X and Y are finite, but too"):
            call([[1e200], [0.0]], [[1e200]])
    for call in (linear_kernel, rbf_kernel):
        with pytest.raises(FloatingPointError, match="overflows: X is finite, but too"):
            call([[1e200], [0.0]])
    with pytest.raises(FloatingPointError, match="overflow"):
        rbf_kernel([[1.7e308], [1.7e308]])  # whose mean overflows
    for feature in ({"gamma": 1.0}, {"gamma": 1e308, "coef0": 1e308}):
        with pytest.raises(FloatingPointError, match="X, gamma or coef0 is too large"):
            quadratic_features([[1e200]], **feature)
    for parameters in ({"gamma": 1e308}, {"gamma": 1e-9, "coef0": 1e308}):
        with pytest.raises(FloatingPointError, match="X, gamma or coef0 is too large"):
            polynomial_kernel([[1e10], [0.0]], **parameters)
    with pytest.raises(FloatingPointError, match="overflow"):
        polynomial_kernel([[1e80]], degree=3)


def test_rbf_kernel_far_from_the_origin():
    near = np.exp(-1)
    np.testing.assert_allclose(rbf_kernel([[1e8], [1e8 + 1]], gamma=1)[0, 1], near)
    far = rbf_kernel([[1e8], [1e8 + 4]], [[1e8 + 1]], gamma=1)
    np.testing.assert_allclose(far[:, 0], [near, np.exp(-9)])
    two = np.array([[1e8], [-1e8], [1e8 + 1], [-1e8 - 3]])
    expected = np.eye(4)
    expected[0, 2] = expected[2, 0] = near
    expected[1, 3] = expected[3, 1] = np.exp(-9)
    for K in (rbf_kernel(two, gamma=1), rbf_kernel(two, two.copy(), gamma=1)):
        np.testing.assert_allclose(K, expected, atol=1e-15)
    wide = np.repeat(two, 80, axis=0)  # 320 rows: more than one band
    K = rbf_kernel(wide, gamma=1)
    np.testing.assert_allclose(
        K, np.repeat(np.repeat(expected, 80, 0), 80, 1), atol=1e-15
    )
    years = np.float32(2000 + RNG.integers(0, 24, (40, 2)))
    K = rbf_kernel(years, gamma=0.1)
    assert K.dtype == np.float32
    np.testing.assert_allclose(K, rbf_kernel(years - 2000, gamma=0.1), atol=1e-5)


def test_rbf_kernel_of_groups_that_lie_far_apart():
    """Their width is 1e-5 of their distance, then 1e-3, 1e-10, and in float32 2e-3."""
    group = np.linspace(0.1, 6.5, 20)
    for x, gamma, kind, rtol in (
        ([0, 1, 1 + 1e-5], 1e10, np.float64, 1e-9),
        ([*(group - 3000), *(group + 3000)], 1.0, np.float64, 1e-10),
        ([-1e10, *(1e10 + RNG.permutation(50))], 1, np.float64, 1e-9),
        ([*range(-10_050, -10_000), *range(10_000, 10_050)], 1e-3, np.float32, 1e-5),
    ):
        X = np.array(x)[:, None]
        exact = np.exp(-gamma * (X - X.T) ** 2)
        K = rbf_kernel(X.astype(kind), gamma=gamma)
        np.testing.assert_allclose(K, exact, rtol=rtol)


def test_rbf_kernel_of_moderate_distances_is_exact_beside_a_group_far_away():
    X = np.array([*np.linspace(0.1, 6.5, 20), 1e6 + 0.7])[:, None]
    K = rbf_kernel(X, gamma=1.0)
    np.testing.assert_allclose(K, np.exp(-((X - X.T) ** 2)), rtol=1e-12)


def test_rbf_kernel_is_at_most_one():
    assert rbf_kernel(X, X.copy()).max() <= 1


def test_rbf_kernel_of_a_point_and_itself_is_exactly_one():
    assert (rbf_kernel(X).diagonal() == 1).all()


def test_rbf_features_take_many_terms_and_large_points():
    x = np.array([30.0, 60.0, -60.0, 0.0])
    Phi = rbf_features(x, 6000, gamma=0.5)
    np.testing.assert_allclose(
        Phi @ Phi.T, rbf_kernel(x[:, None], gamma=0.5), atol=1e-9
    )


def test_kernels_of_large_numbers_give_no_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for x, gamma in ((1e200, 1.0), (1e308, 1e308), (1.0, 1e308)):
            assert not rbf_features([x, -x], 5, gamma=gamma).any()
        Phi = quadratic_features([[1e200, 0.0]], gamma=1e-200, coef0=0)
        np.testing.assert_allclose(Phi, [[0, 0, 0, 1e200, 0, 0]])
        for kind in (np.float32, np.float64):
            K = rbf_kernel(kind([[0], [1], [2]]), gamma=1e308)
            np.testing.assert_array_equal(K, np.eye(3))
        K = rbf_kernel([[1e154], [-1e154], [0.9e154]], gamma=1.0)
        np.testing.assert_array_equal(K, np.eye(3))


def test_is_positive_semidefinite_sees_a_cholesky_factor_of_nan(monkeypatch):
    """As in a browser, where an impossible factor is NaN and no error."""

    def silent(K, cholesky=np.linalg.cholesky):
        try:
            return cholesky(K)
        except np.linalg.LinAlgError:
            return np.tril(np.full_like(K, np.nan))

    monkeypatch.setattr(np.linalg, "cholesky", silent)
    assert not is_positive_semidefinite(impostor([0, 1.0]))
    assert is_positive_semidefinite(np.eye(2))


def test_is_positive_semidefinite_tolerates_rounding():
    assert is_positive_semidefinite(linear_kernel(X.astype(np.float32)))
    points = np.random.default_rng(0).normal(size=(40, 2))
    assert is_positive_semidefinite(np.float16(rbf_kernel(points, gamma=0.5)))
    assert is_positive_semidefinite(np.zeros((2, 2)))
    assert is_positive_semidefinite(np.eye(2, dtype=np.longdouble))
    assert not is_positive_semidefinite(np.float32(impostor([0, 1])))
    assert not is_positive_semidefinite(-1e-12 * np.eye(2))


def test_is_positive_semidefinite_tolerance_by_hand():
    """-tol * N * abs(K).max(), where tol is 1e-10, or ten float32 roundings of 1.2e-7."""
    for K, lowest in (
        (np.diag([5.0, -2.0, 5.0]), 1e-10 * 3 * 5),
        (np.float32(np.diag([3.0, -1.0])), 10 * 2.0**-23 * 2 * 3),
    ):
        for eigenvalue, counts_as_zero in (
            (0.95 * lowest, True),
            (1.05 * lowest, False),
        ):
            K[1, 1] = -eigenvalue
            assert is_positive_semidefinite(K) is counts_as_zero

"""Kernels, which are inner products after a map Phi, and two such maps written out.

Signatures and values are those of scikit-learn's pairwise kernels. Shapes: X (N, D) and
Y (M, D) hold one example per row, and a kernel returns K (N, M), K_ij = K(x_i, y_j).
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import check_overflow, check_product, without_numpy_errors
from svmlib._typing import Array
from svmlib._validation import (
    as_array,
    as_integer,
    as_kernel_matrix,
    as_matrix,
    as_nonnegative,
    as_positive,
    as_vector,
)

__all__ = [
    "is_positive_semidefinite",
    "linear_kernel",
    "polynomial_kernel",
    "quadratic_features",
    "rbf_features",
    "rbf_kernel",
]

TOO_LARGE = "X, gamma or coef0 is too large"


@without_numpy_errors()
def linear_kernel(X: ArrayLike, Y: ArrayLike | None = None) -> Array:
    """Inner products ``x_i . y_j``; Y is X by default.

    Raises
    ------
    ValueError
        If X and Y are not finite matrices with D columns each.
    FloatingPointError
        If a product overflows.

    Examples
    --------
    >>> linear_kernel([[1.0, 2.0], [0.0, 3.0]])
    array([[5., 6.],
           [6., 9.]])
    """
    return _products(*_as_pair(X, Y))


@without_numpy_errors()
def polynomial_kernel(
    X: ArrayLike,
    Y: ArrayLike | None = None,
    degree: int = 3,
    gamma: float | None = None,
    coef0: float = 1,
) -> Array:
    """Values ``(gamma x_i . y_j + coef0) ** degree`` (``eq-polynomial-kernel``).

    Parameters
    ----------
    X, Y
        As in `linear_kernel`.
    degree : int
        Degree of the polynomial, >= 1.
    gamma : float, optional
        Factor of the inner product, > 0; 1 / D by default.
    coef0 : float
        Constant, >= 0: with a negative one this is not a kernel.

    Raises
    ------
    ValueError
        If an argument is not as above.
    FloatingPointError
        If a value overflows.

    Examples
    --------
    >>> polynomial_kernel([[1.0], [2.0]], degree=2, gamma=1)
    array([[ 4.,  9.],
           [ 9., 25.]])
    """
    X, Y = _as_pair(X, Y)
    coef0, degree = as_nonnegative(coef0, "coef0"), as_integer(degree, "degree", 1)
    K, gamma = _products(X, Y), _as_gamma(gamma, X)
    K *= gamma
    K += coef0
    if degree > 8:
        K **= degree
    else:  # a tenth of the power's time, in bands of rows that stay in the cache
        height = max(1, 2**14 // K.shape[1])
        for top in range(0, len(K), height):
            band = K[top : top + height]
            factor = band.copy()
            for _ in range(degree - 1):
                band *= factor
    check_overflow(K, f"a power {degree}", TOO_LARGE)
    return K


@without_numpy_errors()
def rbf_kernel(
    X: ArrayLike, Y: ArrayLike | None = None, gamma: float | None = None
) -> Array:
    """Values ``exp(-gamma norm(x_i - y_j) ** 2)`` (``eq-rbf-kernel``).

    Parameters
    ----------
    X, Y
        As in `linear_kernel`.
    gamma : float, optional
        Inverse squared length, > 0; 1 / D by default. A width sigma as in
        ``exp(-d**2 / (2 sigma**2))`` is ``gamma = 1 / (2 sigma**2)`` (``eq-widths``).

    Raises
    ------
    ValueError
        If an argument is not as above.
    FloatingPointError
        If a square overflows.

    Examples
    --------
    >>> rbf_kernel([[0.0], [2.0]], gamma=0.25).round(4)
    array([[1.    , 0.3679],
           [0.3679, 1.    ]])
    """
    same = Y is None
    A, B = _as_pair(X, Y)
    # 2 * gamma must be finite.
    gamma = min(_as_gamma(gamma, A), float(np.finfo(A.dtype).max) / 2)
    exponents = _rbf_exponents(A, B, gamma)
    K = np.empty((len(A), len(B)), dtype=A.dtype)
    # A band of rows stays in the cache for its five steps. Of K(X, X) only the part right
    # of the diagonal is computed and then mirrored, because the exponential is what costs.
    band = 128
    for top in range(0, len(A), band):
        rows, columns = slice(top, top + band), slice(top if same else 0, None)
        np.exp(exponents(rows, columns), out=K[rows, columns])
        if same:
            K[columns, rows] = K[rows, columns].T
    if same:
        np.fill_diagonal(K, 1)
    return K


@without_numpy_errors()
def is_positive_semidefinite(K: ArrayLike) -> bool:
    """Whether K can hold the inner products of a map: no eigenvalue below 0.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Symmetric. An eigenvalue above ``-tol * N * abs(K).max()`` counts as 0, where tol
        is 1e-10, or ten times the machine epsilon of K's dtype if that is more.

    Raises
    ------
    ValueError
        If K is not a finite, square and symmetric matrix.

    Examples
    --------
    >>> is_positive_semidefinite([[1, 2], [2, 1]])
    False
    """
    given = as_array(K, "K")
    K = as_kernel_matrix(given)
    eps = float(np.finfo(given.dtype if given.dtype.kind == "f" else K.dtype).eps)
    shifted = K.astype(np.float64) / (float(np.abs(K).max()) or 1.0)
    rounding = max(1e-10, 10 * eps) * len(K)
    shifted[np.diag_indices(len(K))] += rounding
    try:
        factor = np.linalg.cholesky(shifted)  # exists if no eigenvalue is negative
    except np.linalg.LinAlgError:
        return False
    # WebAssembly has no floating-point flags: there NumPy returns NaN and raises nothing.
    return not np.isnan(factor).any()


@without_numpy_errors()
def quadratic_features(
    X: ArrayLike, *, gamma: float | None = None, coef0: float = 1
) -> Array:
    """Map of the polynomial kernel of degree 2, which is the inner products of its rows.

    Parameters
    ----------
    X : array_like, shape (N, D)
    gamma, coef0
        As in `polynomial_kernel`.

    Returns
    -------
    Phi : ndarray, shape (N, (D + 1)(D + 2) / 2)
        The constant, the features, their squares, and the products of two of them,
        each with its weight (``eq-quadratic-map``).

    Raises
    ------
    ValueError
        If an argument is not as above, or X is not finite.
    FloatingPointError
        If a product overflows.

    Examples
    --------
    >>> quadratic_features([[3.0]], gamma=1) ** 2
    array([[ 1., 18., 81.]])
    """
    X, _ = _as_pair(as_matrix(X, "X", "(N, D)", finite=True), None)
    gamma, c = _as_gamma(gamma, X), as_nonnegative(coef0, "coef0")
    first, second = np.triu_indices(X.shape[1], k=1)
    X = math.sqrt(gamma) * X
    mixed = math.sqrt(2) * X[:, first] * X[:, second]
    constant = np.full((len(X), 1), c, dtype=X.dtype)
    Phi = np.hstack([constant, math.sqrt(2 * c) * X, X**2, mixed])
    check_overflow(Phi, "a product", TOO_LARGE)
    return Phi


@without_numpy_errors()
def rbf_features(x: ArrayLike, order: int, *, gamma: float) -> Array:
    """First terms of the RBF kernel's infinite map on a line (``eq-rbf-map``).

    Parameters
    ----------
    x : array_like, shape (N,)
    order : int
        Highest power of x that is kept, >= 0.
    gamma : float
        As in `rbf_kernel`.

    Returns
    -------
    Phi : ndarray, shape (N, order + 1)
        ``exp(-gamma x**2) sqrt((2 gamma)**k / k!) x**k`` for k = 0 .. order.

    Raises
    ------
    ValueError
        If an argument is not as above, or x is not finite.

    Examples
    --------
    >>> Phi = rbf_features([0.0, 1.0], 20, gamma=0.5)
    >>> bool(np.allclose(Phi @ Phi.T, rbf_kernel([[0.0], [1.0]], gamma=0.5)))
    True
    """
    column = as_vector(x, "x")[:, None]
    gamma = as_positive(gamma, "gamma")
    k = np.arange(1, as_integer(order, "order", 0) + 1)
    with np.errstate(divide="ignore"):  # log(0) is -inf, and its exponential 0
        steps = np.log(np.abs(column)) + (math.log(gamma) + np.log(2 / k)) / 2
        logs = np.cumsum(np.hstack([-gamma * column**2, steps]), axis=1)
    return np.exp(logs) * np.sign(column) ** np.append(0, k)


def _as_pair(X: ArrayLike, Y: ArrayLike | None) -> tuple[Array, Array]:
    """Return X and Y (X by default) in one floating dtype, both with D columns."""
    X = as_matrix(X, "X", "(N, D)")
    Y = X if Y is None else as_matrix(Y, "Y", "(M, D)")
    if X.shape[1] != Y.shape[1]:
        raise ValueError(f"X and Y must agree in D, got {X.shape} and {Y.shape}")
    dtype = np.result_type(X, Y)
    dtype = dtype if dtype.kind == "f" else np.dtype(np.float64)
    A = X.astype(dtype, copy=False)
    return A, A if Y is X else Y.astype(dtype, copy=False)


def _by_name(X: Array, Y: Array) -> dict[str, Array]:
    """Return the arrays that a message may name: X, and Y if it is another array."""
    return {"X": X} if Y is X else {"X": X, "Y": Y}


def _as_gamma(gamma: float | None, X: Array) -> float:
    """Return gamma, 1 / D by default; ValueError unless it is > 0."""
    return 1 / X.shape[1] if gamma is None else as_positive(gamma, "gamma")


def _rbf_exponents(A: Array, B: Array, gamma: float) -> Callable[[slice, slice], Array]:
    """Return a function that gives ``-gamma norm(a - b)**2`` for rows of A and of B."""
    # Moving all points changes no distance; far from 0 their squares would cancel.
    centre = A.mean(axis=0)
    P, Q = A - centre, B - centre
    x2, y2 = (np.einsum("ij,ij->i", Z, Z) for Z in (P, Q))
    check_product(np.append(x2, y2), **_by_name(A, B))
    x2, y2, eps = x2 / 2, y2 / 2, float(np.finfo(P.dtype).eps)
    # If the points form groups far apart, centring does not help: x2 + y2 - 2 x . y
    # loses the digits of small distances. Those entries (exponent above ``cut``) are
    # computed again from x - y.
    largest = gamma * (float(x2.max()) + float(y2.max()))
    far, cut = largest > eps ** (-1 / 3), -50 - 16 * eps * largest

    def exponents(rows: slice, columns: slice) -> Array:
        E: Array = P[rows] @ Q[columns].T
        E -= x2[rows, None]
        E -= y2[columns]
        np.minimum(E, 0, out=E)
        E *= 2 * gamma
        for a, row in zip(A[rows], E, strict=True) if far else ():
            near = np.flatnonzero(row > cut)
            d = a - B[columns][near]
            row[near] = -gamma * np.einsum("ij,ij->i", d, d)
        return E

    return exponents


def _products(X: Array, Y: Array) -> Array:
    """Return ``X @ Y.T``, finite."""
    K = X @ Y.T
    check_product(K, **_by_name(X, Y))
    return K

"""Kernels as inner products: the maps Phi behind them, written out."""

import math

import numpy as np
from numpy.typing import ArrayLike

from svmlib.kernels import as_gamma, as_pair
from svmlib.margin import as_vector
from svmlib.scalars import as_nonnegative, as_positive, as_whole
from svmlib.validation import Array, as_matrix, check_finite


def quadratic_features(
    X: ArrayLike, *, gamma: float | None = None, coef0: float = 1
) -> Array:
    """Map of the polynomial kernel of degree 2: its rows' products are the kernel.

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

    Examples
    --------
    >>> quadratic_features([[3.0]], gamma=1) ** 2
    array([[ 1., 18., 81.]])
    """
    X, _ = as_pair(as_matrix(X, "X", "(N, D)", finite=True), None)
    g, c = as_gamma(gamma, X), as_nonnegative(coef0, "coef0")
    first, second = np.triu_indices(X.shape[1], k=1)
    with np.errstate(over="ignore"):
        squares, mixed = g * X**2, math.sqrt(2) * g * X[:, first] * X[:, second]
    parts = (np.full((len(X), 1), c), math.sqrt(2 * c * g) * X, squares, mixed)
    Phi = np.hstack(parts)
    check_finite(Phi, X=X)
    return Phi


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

    Examples
    --------
    >>> from svmlib.kernels import rbf_kernel
    >>> Phi = rbf_features([0.0, 1.0], 20, gamma=0.5)
    >>> bool(np.allclose(Phi @ Phi.T, rbf_kernel([[0.0], [1.0]], gamma=0.5)))
    True
    """
    column = as_vector(x, "x", "(N,)")[:, None]
    gamma = as_positive(gamma, "gamma")
    k = np.arange(1, as_whole(order, "order", 0) + 1)
    with np.errstate(over="ignore", divide="ignore"):
        steps = np.log(np.abs(column) * np.sqrt(2 * gamma / k))
        logs = np.cumsum(np.hstack([-gamma * column**2, steps]), axis=1)
    return np.asarray(np.exp(logs) * np.sign(column) ** np.append(0, k))

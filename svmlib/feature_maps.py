"""Kernels as inner products: the maps Phi behind them, written out."""

import math

import numpy as np
from numpy.typing import ArrayLike

from svmlib.kernels import as_gamma, as_pair
from svmlib.margin import as_vector
from svmlib.scalars import as_nonnegative, as_positive, as_whole
from svmlib.validation import Array, as_matrix


def quadratic_features(
    X: ArrayLike, *, gamma: float | None = None, coef0: float = 1
) -> Array:
    """Map of the polynomial kernel of order 2: its rows' products are the kernel.

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
    parts = (
        np.full((len(X), 1), c),
        math.sqrt(2 * c * g) * X,
        g * X**2,
        math.sqrt(2) * g * X[:, first] * X[:, second],
    )
    return np.hstack(parts)


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
    k = np.arange(as_whole(order, "order", 0) + 1)
    log_factorial = np.array([math.lgamma(n + 1) for n in k])
    weights = np.exp((k * math.log(2 * gamma) - log_factorial) / 2)
    return np.asarray(np.exp(-gamma * column**2) * weights * column**k)

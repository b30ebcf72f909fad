"""The binary margin: distances, widths, slack, the soft margin and its descent.

Shapes: X (N, D) one example per row, w (D,) and the float b a hyperplane, y (N,) labels
-1 and +1. The decision function is ``f(x) = w . x + b``.
"""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import (
    check_loss,
    check_overflow,
    check_product,
    without_numpy_errors,
)
from svmlib._typing import Array
from svmlib._validation import (
    as_finite,
    as_integer,
    as_matrix,
    as_nonnegative,
    as_positive,
    as_signs,
    as_vector,
    check_callable,
)

__all__ = [
    "decision_values",
    "margin_width",
    "signed_distances",
    "slacks",
    "soft_margin_loss",
    "subgradient_descent",
]


@without_numpy_errors()
def decision_values(w: ArrayLike, b: float, X: ArrayLike) -> Array:
    """Values ``f(x_i) = w . x_i + b`` of the decision function (``eq-decision``).

    Parameters
    ----------
    w, b : array_like, shape (D,), and float
        Normal vector of the hyperplane f(x) = 0, and its bias.
    X : array_like, shape (N, D)
        Examples, one per row.

    Returns
    -------
    f : ndarray, shape (N,)

    Raises
    ------
    ValueError
        If w, b and X do not fit or are not finite.
    FloatingPointError
        If a value overflows.
    """
    return _values(*_as_hyperplane(w, b, X))


@without_numpy_errors()
def signed_distances(w: ArrayLike, b: float, X: ArrayLike) -> Array:
    """Signed distances ``f(x_i) / norm(w)``, positive where w points (``eq-distance``).

    Parameters and shapes are those of `decision_values`; w must not be 0.

    Raises
    ------
    ValueError, FloatingPointError
        As `decision_values`; ValueError if w is 0, and FloatingPointError if it is so
        small that a distance overflows, or so large that its norm does.

    Examples
    --------
    >>> signed_distances([3.0, 4.0], -5.0, [[3.0, 4.0], [0.0, 0.0]])
    array([ 4., -1.])
    """
    w, b, X = _as_hyperplane(w, b, X)
    norm = _norm(w)
    d = _values(w, b, X) / norm
    check_overflow(d, "a distance", f"w is too small, got norm(w) = {norm:.6g}")
    return d


def margin_width(w: ArrayLike) -> float:
    """Distance ``2 / norm(w)`` of f(x) = 1 from f(x) = -1 (``eq-width``).

    w has shape (D,).

    Raises
    ------
    ValueError
        If w is 0 or not finite.
    FloatingPointError
        If w is so small that the width overflows, or so large that its norm does.

    Examples
    --------
    >>> margin_width([3.0, 4.0])
    0.4
    """
    w = as_vector(w, "w")
    norm = _norm(w)
    width = 2 / norm
    check_overflow(width, "the width", f"w is too small, got norm(w) = {norm:.6g}")
    return width


@without_numpy_errors()
def slacks(w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike) -> Array:
    """How far each example falls short of the margin 1 (``eq-slack``).

    The labels y (N,) are -1 and +1, the rest is as in `decision_values`. Returns
    ``max(0, 1 - y_i f(x_i))``, shape (N,): a hyperplane is feasible for the hard margin
    if all are 0.

    Raises
    ------
    ValueError, FloatingPointError
        As `decision_values`; and ValueError if y is not as above.

    Examples
    --------
    >>> slacks([4.0, 4.0], -1.0, [[1.0, 1.0], [2.0, -1.0]], [1, -1])
    array([0., 4.])
    """
    w, b, X = _as_hyperplane(w, b, X)
    signs = as_signs(y, len(X))
    return np.maximum(0, 1 - signs * _values(w, b, X))


@without_numpy_errors()
def soft_margin_loss(
    w: ArrayLike, b: float, X: ArrayLike, y: ArrayLike, C: float
) -> tuple[float, Array, float]:
    """Soft-margin objective ``norm(w)**2 / 2 + C sum_i xi_i`` and its gradient.

    Equations ``eq-soft-margin``, ``eq-soft-gradient-w`` and ``eq-soft-gradient-b``.

    Parameters
    ----------
    w, b, X, y
        As in `slacks`.
    C : float
        Penalty parameter, the cost of a unit of slack, finite and > 0.

    Returns
    -------
    loss, dw, db : float, ndarray of shape (D,), float
        On a kink, examples with slack exactly 0 are left out of the gradient.

    Raises
    ------
    ValueError
        If an argument is not as above.
    FloatingPointError
        If the loss or its gradient overflows.

    Examples
    --------
    >>> soft_margin_loss([4.0, 4.0], -1.0, [[1.0, 1.0], [2.0, -1.0]], [1, -1], C=1.0)
    (20.0, array([6., 3.]), 1.0)
    """
    w, b, X = _as_hyperplane(w, b, X)
    signs, C = as_signs(y, len(X)), as_positive(C, "C")
    xi = np.maximum(0, 1 - signs * _values(w, b, X))
    active = np.where(xi > 0, signs, 0)
    loss = float(w @ w / 2 + C * xi.sum())
    dw = w - C * (active @ X)
    db = float(0 - C * active.sum())  # not -C *, which would print -0 for none
    check_loss(loss, dw.dtype)
    check_overflow(dw, "dw")
    check_overflow(db, "db")
    return loss, dw, db


def subgradient_descent(
    X: ArrayLike,
    y: ArrayLike,
    C: float,
    step_size: Callable[[int], float],
    num_iters: int,
    *,
    w: ArrayLike | None = None,
    b: float = 0.0,
) -> tuple[Array, float, list[float]]:
    """Descend the soft-margin objective: (w, b) -= step_size(t) * (dw, db).

    Equation ``eq-descent-step``.

    Parameters
    ----------
    X, y, C
        As in `soft_margin_loss`.
    step_size : callable
        Maps the step's number t = 0, 1, ... to its size, >= 0: ``lambda t: 0.1 / (t + 1)``.
    num_iters : int
        How many steps, >= 0.
    w, b : array_like, shape (D,), and float, optional
        Where to start, 0 by default; not written to.

    Returns
    -------
    w, b, loss_history : ndarray of shape (D,), float, list of num_iters + 1 floats
        The objective before each step and after the last; a step may go up.

    Raises
    ------
    ValueError
        If an argument, or what step_size returns, is not as above.
    FloatingPointError
        If w, b or the loss overflows.
    """
    X = as_matrix(X, "X", "(N, D)")
    w, b, X = _as_hyperplane(np.zeros(X.shape[1]) if w is None else w, b, X)
    check_callable(step_size, "step_size", "t")
    loss, dw, db = soft_margin_loss(w, b, X, y, C)
    loss_history = [loss]
    for t in range(as_integer(num_iters, "num_iters", 0)):
        size = as_nonnegative(step_size(t), f"step_size({t})")
        try:
            with without_numpy_errors():
                w, b = w - size * dw, b - size * db
            check_overflow(np.append(w, b), "(w, b)")
            loss, dw, db = soft_margin_loss(w, b, X, y, C)
        except FloatingPointError as error:
            message = f"{error} at step {t}: step_size({t}) = {size:.6g} is too big"
            raise FloatingPointError(message) from error
        loss_history.append(loss)
    return w, b, loss_history


def _as_hyperplane(w: ArrayLike, b: float, X: ArrayLike) -> tuple[Array, float, Array]:
    """Return w, b and X once they are checked."""
    w, X = as_vector(w, "w"), as_matrix(X, "X", "(N, D)")
    if X.shape[1] != len(w):
        raise ValueError(f"X (N, D) and w (D,) must fit, got {X.shape} and {w.shape}")
    return w, as_finite(b, "b"), X


def _values(w: Array, b: float, X: Array) -> Array:
    """Return f(x_i) for each row of X, finite."""
    f = X @ w + b
    check_product(f, w=w, b=np.array(b), X=X)
    return f


def _norm(w: Array) -> float:
    """Return the norm of w, which must not be 0 and not overflow."""
    norm = math.hypot(*w)
    if norm == 0:
        raise ValueError("w must not be 0: it gives no hyperplane")
    check_overflow(norm, "norm(w)", "w is finite, but too large")
    return norm

"""The dual of the soft margin: its value, the primal value beside it, and their gap.

Shapes: K (N, N) holds the kernel of all examples with each other, y (N,) the
labels -1 and +1, alpha (N,) a multiplier for each. The decision function at the examples is
``f = K @ (alpha * y) + b``.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import check_overflow, check_product, without_numpy_errors
from svmlib._typing import Array
from svmlib._validation import as_C, as_finite, as_kernel_matrix, as_signs, as_vector

__all__ = ["dual_objective", "duality_gap", "kkt_gap", "primal_objective"]


@without_numpy_errors()
def dual_objective(alpha: ArrayLike, K: ArrayLike, y: ArrayLike) -> float:
    """Return ``sum(alpha) - (alpha * y) @ K @ (alpha * y) / 2`` (``eq-dual``).

    Raises
    ------
    ValueError
        If alpha, K or y does not have the shape or the values that the description of this
        module names.
    FloatingPointError
        If the value overflows.

    Examples
    --------
    >>> dual_objective([0.5, 0.5], [[1, -1], [-1, 1]], [1, -1])
    0.5
    """
    alpha, y, K_beta = _as_dual(alpha, K, y)
    return _checked_value(alpha.sum() - (alpha * y) @ K_beta / 2)


@without_numpy_errors()
def primal_objective(
    alpha: ArrayLike, b: float, K: ArrayLike, y: ArrayLike, C: ArrayLike
) -> float:
    """Return ``norm(w)**2 / 2 + C * sum(slack)`` of the w that alpha stands for.

    That is ``eq-soft-margin`` with ``w = sum_i alpha_i y_i Phi(x_i)``, the bias b and
    the finite penalty parameter C > 0, which may also be an array (N,): a C for the
    slack of each example.

    Raises
    ------
    ValueError, FloatingPointError
        As `dual_objective`; and ValueError if b or C is not as above.

    Examples
    --------
    >>> primal_objective([0.5, 0.5], 0.0, [[1, -1], [-1, 1]], [1, -1], C=1.0)
    0.5
    """
    alpha, y, K_beta = _as_dual(alpha, K, y)
    b, C = as_finite(b, "b"), as_C(C, len(y))
    xi = np.maximum(0, 1 - y * (K_beta + b))
    penalty = C * xi.sum() if isinstance(C, float) else C @ xi
    return _checked_value((alpha * y) @ K_beta / 2 + penalty)


@without_numpy_errors()
def duality_gap(
    alpha: ArrayLike, b: float, K: ArrayLike, y: ArrayLike, C: ArrayLike
) -> float:
    """How far the primal value of (alpha, b) lies above the dual value of alpha.

    For a feasible alpha (0 <= alpha <= C, ``sum(alpha * y) = 0``) the optimum lies
    between the two (``eq-weak-duality``).

    Raises
    ------
    ValueError, FloatingPointError
        As `primal_objective`.
    """
    primal, dual = primal_objective(alpha, b, K, y, C), dual_objective(alpha, K, y)
    return _checked_value(primal - dual)


@without_numpy_errors()
def kkt_gap(alpha: ArrayLike, K: ArrayLike, y: ArrayLike, C: ArrayLike) -> float:
    """Stopping gap of SMO: how much the worst pair violates optimality (``eq-kkt-gap``).

    With ``g = K @ (alpha * y) - y`` it is the largest g in I_low, the examples whose
    ``alpha * y`` can fall, minus the smallest in I_up, those whose ``alpha * y`` can
    rise. At the optimum it is at most 0. C is as in `smo`: > 0, of all examples or of
    each (N,), and may be infinite.

    Raises
    ------
    ValueError, FloatingPointError
        As `dual_objective`; and ValueError if C is not as above, y holds one class alone,
        or alpha is not feasible (``alpha @ y`` may differ from 0 by ``1e-6 * sum(alpha)``).
    """
    # Of one class alone, I_up or I_low would be empty.
    alpha, y, K_beta = _as_dual(alpha, K, y, both=True)
    C = as_C(C, len(y), infinite=True)
    wrong = (alpha < 0) | (alpha > C)
    if wrong.any():
        i = int(wrong.argmax())
        upper = np.broadcast_to(C, alpha.shape)[i]
        raise ValueError(f"alpha must lie in 0..{upper}, got alpha[{i}] = {alpha[i]}")
    parts = alpha / (alpha.max() or 1.0)  # sums of alpha itself may overflow
    if abs(parts @ y) > 1e-6 * parts.sum():
        raise ValueError(f"sum(alpha * y) must be 0, got {alpha @ y}")
    g = K_beta - y
    in_up = np.where(y > 0, alpha < C, alpha > 0)
    in_low = np.where(y > 0, alpha > 0, alpha < C)
    return _checked_value(g[in_low].max() - g[in_up].min())


def _as_dual(
    alpha: ArrayLike, K: ArrayLike, y: ArrayLike, *, both: bool = False
) -> tuple[Array, Array, Array]:
    """Check alpha, K and y, and return alpha, y and ``K @ (alpha * y)``.

    If ``both`` is True, y has to hold both classes.
    """
    K = as_kernel_matrix(K)
    signs = as_signs(y, len(K), both=both)
    alpha = as_vector(alpha, "alpha", len(K))
    K_beta = K @ (alpha * signs)
    check_product(K_beta, alpha=alpha, K=K)
    return alpha, signs, K_beta


def _checked_value(value: float) -> float:
    """Return the value as a float; FloatingPointError if it overflowed."""
    check_overflow(value, "the value", "alpha, K, b or C is too large")
    return float(value)

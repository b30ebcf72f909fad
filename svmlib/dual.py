"""The dual of the soft margin: its value, the primal value beside it, and their gap.

Shapes: K (N, N) holds the kernel of all pairs of examples, y (N,) the labels -1 and +1,
alpha (N,) a multiplier for each. The decision function at the examples is
``f = K @ (alpha * y) + b``.
"""

import numpy as np
from numpy.typing import ArrayLike

from svmlib.kernels import as_symmetric
from svmlib.margin import as_vector
from svmlib.scalars import as_finite, as_positive
from svmlib.validation import Array, as_signs


def dual_objective(alpha: ArrayLike, K: ArrayLike, y: ArrayLike) -> float:
    """Return ``sum(alpha) - (alpha * y) @ K @ (alpha * y) / 2`` (``eq-dual``).

    Raises
    ------
    ValueError
        If alpha, K and y have not the shapes and values of this module's first lines.

    Examples
    --------
    >>> dual_objective([0.5, 0.5], [[1, -1], [-1, 1]], [1, -1])
    0.5
    """
    alpha, K, y = _as_dual(alpha, K, y)
    beta = alpha * y
    return float(alpha.sum() - beta @ K @ beta / 2)


def primal_objective(
    alpha: ArrayLike, b: float, K: ArrayLike, y: ArrayLike, C: float
) -> float:
    """Return ``norm(w)**2 / 2 + C * sum(slack)`` of the w that alpha stands for.

    That is ``eq-soft-margin`` with ``w = sum_i alpha_i y_i Phi(x_i)``, the bias b and
    the finite price C > 0. ValueError: as `dual_objective`, or if b or C is not finite.

    Examples
    --------
    >>> primal_objective([0.5, 0.5], 0.0, [[1, -1], [-1, 1]], [1, -1], C=1.0)
    0.5
    """
    alpha, K, y = _as_dual(alpha, K, y)
    b, C = as_finite(b, "b"), as_positive(C, "C")
    beta = alpha * y
    f = K @ beta
    missing = np.maximum(0, 1 - y * (f + b))
    return float(beta @ f / 2 + C * missing.sum())


def duality_gap(
    alpha: ArrayLike, b: float, K: ArrayLike, y: ArrayLike, C: float
) -> float:
    """How far the primal value of (alpha, b) lies above the dual value of alpha.

    For a feasible alpha (0 <= alpha <= C, ``sum(alpha * y) = 0``) the optimum lies
    between the two (``eq-weak-duality``). ValueError: as `primal_objective`.
    """
    return primal_objective(alpha, b, K, y, C) - dual_objective(alpha, K, y)


def kkt_gap(alpha: ArrayLike, K: ArrayLike, y: ArrayLike, C: float) -> float:
    """How much the worst pair violates the optimality conditions (``eq-kkt-gap``).

    With ``g = K @ (alpha * y) - y`` it is the largest g among the examples whose
    ``alpha * y`` can fall, minus the smallest among those whose ``alpha * y`` can
    rise; at the optimum, at most 0. ValueError: as `dual_objective`, and if alpha is
    not between 0 and C.
    """
    alpha, K, y = _as_dual(alpha, K, y)
    C = as_positive(C, "C", infinite=True)
    if alpha.min() < 0 or alpha.max() > C:
        raise ValueError(
            f"alpha must lie in 0..{C}, got {alpha.min()} to {alpha.max()}"
        )
    g = K @ (alpha * y) - y
    rises = np.where(y > 0, alpha < C, alpha > 0)
    falls = np.where(y > 0, alpha > 0, alpha < C)
    return float(g[falls].max() - g[rises].min())


def check_semidefinite(K: Array) -> None:
    """Raise ValueError if the symmetric K has an eigenvalue clearly below 0."""
    shifted = K.astype(np.float64)
    rounding = max(1e-8, 10 * float(np.finfo(K.dtype).eps))
    shifted[np.diag_indices(len(K))] += rounding * len(K) * float(np.abs(K).max())
    try:
        np.linalg.cholesky(shifted)
    except np.linalg.LinAlgError:
        lowest = np.linalg.eigvalsh(K)[0]
        message = f"K is not positive semidefinite: it has the eigenvalue {lowest:.6g}"
        raise ValueError(message) from None


def _as_dual(
    alpha: ArrayLike, K: ArrayLike, y: ArrayLike
) -> tuple[Array, Array, Array]:
    K = as_symmetric(K)
    y = as_signs(y, len(K), both=True)
    alpha = as_vector(alpha, "alpha", f"({len(K)},)")
    if len(alpha) != len(K):
        raise ValueError(f"alpha must have shape ({len(K)},), got {alpha.shape}")
    return alpha, K, y

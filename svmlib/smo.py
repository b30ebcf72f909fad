"""Sequential minimal optimisation: the dual, two variables at a time.

Its loop and its steps are in ``svmlib/_smo.py``; here is what it takes and promises.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from svmlib._smo import SMOResult, newton_system, solve
from svmlib._validation import Array, as_positive, as_signs, as_symmetric

__all__ = ["SMOResult", "newton_inverse", "smo"]


def smo(
    K: ArrayLike,
    y: ArrayLike,
    C: float,
    *,
    tol: float = 1e-3,
    max_iter: int = 10**6,
    callback: Callable[[Array], object] | None = None,
) -> SMOResult:
    """Solve the dual of the soft margin for a kernel matrix.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Kernel of all pairs of examples: symmetric and positive semidefinite, or at least
        conditionally so (``v @ K @ v >= 0`` for every v whose entries sum to 0), as
        ``-norm(x - z)**2`` is. Integers become float64; a K of float64 is not copied.
        float32 is refused: its rounding alone can make a kernel indefinite.
    y : array_like, shape (N,)
        Labels -1 and +1, both of them.
    C : float
        Penalty parameter, > 0; ``numpy.inf`` is the hard margin.
    tol : float, optional
        Stop when no pair violates the optimality conditions by more, > 0
        (``eq-kkt-gap``), or by more than rounding hides. Where the products of K and
        alpha are large, that can be more than tol.
    max_iter : int, optional
        Largest number of steps, >= 1.
    callback : callable, optional
        Called as ``callback(alpha)`` with a copy of the multipliers (N,): at the start, and
        after each pair and the Newton steps that follow it.

    Returns
    -------
    SMOResult
        alpha, b, objective, kkt_gap, iterations, support.

    Warns
    -----
    RuntimeWarning
        If max_iter steps did not reach tol, or rounding hides it.

    Raises
    ------
    ValueError
        If an argument is not as above. If C is inf and the classes are not separable. If
        a step meets a direction in which K is clearly not semidefinite: K is not tested
        in advance, which would take ``N**3`` operations
        (`svmlib.kernels.is_positive_semidefinite` does it).
    FloatingPointError
        If the largest entry of K is not 0 and not from 1e-300 to 1e300 in size, or the
        value of the dual overflows.

    Notes
    -----
    The working set is chosen by second-order information (Fan, Chen and Lin, JMLR 6,
    2005). Where pairs make slow progress, a Newton step moves all free variables at once
    (``eq-face-step``).

    Examples
    --------
    XOR with ``(1 + x . z)**2`` by hand, ``eq-xor``: each multiplier is 1/8.

    >>> import numpy as np
    >>> X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    >>> result = smo((1 + X @ X.T) ** 2, [1, -1, -1, 1], C=1.0)
    >>> result.alpha, result.objective
    (array([0.125, 0.125, 0.125, 0.125]), 0.25)
    """
    K = as_symmetric(K, np.float64)
    y = as_signs(y, len(K), both=True)
    if not (callback is None or callable(callback)):
        raise ValueError(f"callback must be callable or None, got {callback!r}")
    C = as_positive(C, "C", infinite=True)
    return solve(K, y, C, tol, max_iter, callback)


def newton_inverse(K: ArrayLike) -> Array:
    """Return P (n, n) so that ``d = -P @ g`` solves ``eq-face-step`` for K (n, n).

    K holds the kernel of all pairs of the free examples, as `smo` takes it. ValueError
    if it is not finite and symmetric; that it is semidefinite is not tested.

    Examples
    --------
    >>> newton_inverse([[1, -1], [-1, 1]]).round(6)
    array([[ 0.25, -0.25],
           [-0.25,  0.25]])
    """
    K = as_symmetric(K, np.float64)
    size = float(np.abs(K).max()) or 1.0  # beside the ones of eq-face-step, 1 is best
    return np.asarray(np.linalg.inv(newton_system(K / size))[:-1, :-1] / size)

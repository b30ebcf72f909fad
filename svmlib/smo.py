"""Sequential minimal optimisation: the dual, two variables at a time."""

from numpy.typing import ArrayLike

from svmlib.dual import check_semidefinite
from svmlib.kernel_svm import KernelSVM
from svmlib.kernels import as_symmetric
from svmlib.solver import SMOResult, solve
from svmlib.validation import as_signs

__all__ = ["KernelSVM", "SMOResult", "smo"]


def smo(
    K: ArrayLike, y: ArrayLike, C: float, *, tol: float = 1e-3, max_iter: int = 10**6
) -> SMOResult:
    """Solve the dual of the soft margin for a kernel matrix.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Kernel of all pairs of examples: symmetric, positive semidefinite.
    y : array_like, shape (N,)
        Labels -1 and +1, both of them.
    C : float
        Price of a unit of slack, > 0; ``numpy.inf`` is the hard margin.
    tol : float, optional
        Stop when no pair violates the optimality conditions by more, > 0
        (``eq-kkt-gap``). Rounding hides what lies below 1e-15: there tol counts as that.
    max_iter : int, optional
        Largest number of steps, >= 1.

    Returns
    -------
    SMOResult
        alpha, b, objective, gap, iterations, support.

    Warns
    -----
    RuntimeWarning
        If max_iter steps did not reach tol.

    Raises
    ------
    ValueError
        If an argument is not as above: K not positive semidefinite, for one. If C is
        inf and the classes cannot be separated.

    Notes
    -----
    The pair is chosen by second-order information (Fan, Chen and Lin, JMLR 6, 2005).
    Where pairs only crawl along a face of the box, one Newton step moves all variables
    that are inside their boxes.

    Examples
    --------
    XOR with ``(1 + x . z)**2`` by hand, ``eq-xor``: each multiplier is 1/8.

    >>> import numpy as np
    >>> X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    >>> result = smo((1 + X @ X.T) ** 2, [1, -1, -1, 1], C=1.0)
    >>> result.alpha, result.objective
    (array([0.125, 0.125, 0.125, 0.125]), 0.25)
    """
    K = as_symmetric(K)
    check_semidefinite(K)
    return solve(K, as_signs(y, len(K), both=True), C, tol, max_iter)

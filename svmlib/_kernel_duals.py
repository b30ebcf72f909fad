"""The duals of all pairs of classes, on one kernel matrix: whole, side by side, in part."""

from collections.abc import Callable, Sequence
from functools import cached_property

import numpy as np

from svmlib._smo_batch import MIN_BATCH, Dual, smo_batch
from svmlib._typing import Array
from svmlib._validation import as_symmetric
from svmlib.smo import SMOResult, solve_dual

__all__ = ["KernelMatrix", "solve_pairs"]

# These change the time that `solve_pairs` takes, not what it finds.
MIN_ROWS_FOR_PART = 1000  # a smaller pair of classes is solved whole
MAX_PART = 1 / 3  # of the rows; beyond, the whole kernel matrix is worth its cost
SAMPLE_SIZE, SAMPLE_TOL = 300, 0.1  # the first is for thousands of rows
BATCH_ROWS = 30_000  # examples of the pairs solved side by side: what the cache holds


class KernelMatrix:
    """The kernel of all examples with all, computed once it is needed.

    kernel is one of this package, or None where X itself is that matrix. A matrix that
    is given is checked; what this package computes is not, because that would take up to
    a third of the time of `fit`.
    """

    def __init__(self, kernel: Callable[..., Array] | None, X: Array) -> None:
        self.kernel, self.X = kernel, X

    @cached_property
    def values(self) -> Array:
        """The whole matrix, (N, N)."""
        return self.kernel(self.X) if self.kernel else as_symmetric(self.X, np.float64)

    def submatrix(self, rows: Array) -> Array:
        """Return the kernel of some examples with each other."""
        if len(rows) == len(self.X):
            return self.values
        values: Array
        if self.kernel and len(rows) >= MIN_ROWS_FOR_PART:
            values = self.kernel(self.X[rows])  # quicker than all values and a copy
        else:
            values = self.values.take(rows[:, None] * len(self.X) + rows)
        return values


def solve_pairs(
    matrix: KernelMatrix, duals: Sequence[Dual], tol: float, max_iter: int
) -> list[SMOResult]:
    """Solve the dual of each pair of classes; tol and max_iter are those of `smo`."""
    results = []
    starts = _solve_side_by_side(matrix, duals, tol, max_iter)
    for dual, start in zip(duals, starts, strict=True):
        result = start or _solve_part(matrix, dual, tol, max_iter)
        if result is None or result.kkt_gap > tol:
            rows, y, C = dual
            K = matrix.submatrix(rows)
            result = solve_dual(K, y, C, tol, max_iter, start=start)
        results.append(result)
    return results


def _solve_side_by_side(
    matrix: KernelMatrix, duals: Sequence[Dual], tol: float, max_iter: int
) -> list[SMOResult | None]:
    """Solve the duals of many small pairs of classes, or begin to; None for others."""
    n = max(len(rows) for rows, _, _ in duals)
    if n >= MIN_ROWS_FOR_PART or len(duals) < MIN_BATCH:
        return [None] * len(duals)
    results: list[SMOResult | None] = []
    at_once = BATCH_ROWS // n
    for start in range(0, len(duals), at_once):
        some = duals[start : start + at_once]
        results += smo_batch(matrix.values, some, tol, max_iter)
    return results


def _solve_part(
    matrix: KernelMatrix, dual: Dual, tol: float, max_iter: int
) -> SMOResult | None:
    """Solve the dual of two classes from a part of the kernel matrix, or return None.

    The solution for a part of the rows, with alpha = 0 for all others, solves the whole
    problem if each of the others has ``y f(x) >= 1``. The worst of those that have not
    join the part, until it is larger than `MAX_PART`.

    A sample, with C as many times as large as it stands for rows, finds the first part:
    the rows of least margin, some more than there are below 1.
    """
    rows, y, C = dual
    kernel, N = matrix.kernel, len(rows)
    if kernel is None or N < MIN_ROWS_FOR_PART:
        return None
    X, part_tol = matrix.X[rows], min(tol, 2) / 2  # the gap is 2 at the start
    beta, every = np.zeros(N), max(10, N // SAMPLE_SIZE)
    sample = np.concatenate([np.flatnonzero(y == sign)[::every] for sign in (-1, 1)])

    def functional_margins(of: Array, beta: Array, b: float) -> Array:
        """Return y f of some of the rows."""
        support = np.flatnonzero(beta)
        f = kernel(X[of], X[support]) @ beta[support] + b
        y_f: Array = y[of] * f
        return y_f

    with np.errstate(over="ignore"):  # a C beyond the largest number is a hard margin
        K, sample_C = kernel(X[sample]), every * C[sample]
    result = solve_dual(K, y[sample], sample_C, max(part_tol, SAMPLE_TOL), max_iter)
    beta[sample] = result.alpha * y[sample]
    y_f = functional_margins(np.arange(N), beta, result.b)
    num_near = (len(sample) + 2 * np.count_nonzero(y_f < 1)) // 2
    part = np.union1d(np.flatnonzero(beta), y_f.argsort()[:num_near])
    beta /= every  # multipliers of the whole are below C again
    while len(part) < MAX_PART * N:
        K = kernel(X[part])
        start = result._replace(alpha=np.abs(beta[part]))
        result = solve_dual(K, y[part], C[part], part_tol, max_iter, start=start)
        if result.kkt_gap > part_tol:
            break
        beta[part] = result.alpha * y[part]
        others = np.setdiff1d(np.arange(N), part)
        y_f = functional_margins(others, beta, result.b)
        num_wrong = np.count_nonzero(y_f < 1 - part_tol)
        if num_wrong == 0:
            return result._replace(alpha=np.abs(beta), support=np.flatnonzero(beta))
        part = np.append(part, others[y_f.argsort()[: min(num_wrong, len(part))]])
    return None

"""The duals of all class pairs, on one kernel matrix: whole, side by side, in part."""

from typing import NamedTuple

import numpy as np

from svmlib._smo_batch import MIN_BATCH, Duals, smo_batch
from svmlib._typing import Array, Kernel
from svmlib._validation import received
from svmlib.smo import SMOResult, solve_dual

# These change the time that `solve_class_pairs` takes, not what it finds.
MIN_ROWS_FOR_PART = 1000  # smaller class pairs are solved whole, and side by side
MAX_PART = 0.4  # of the rows; beyond, the whole kernel matrix is worth its cost
# A sample has about SAMPLE_SIZE rows, but no more than one row in ten. But of each class it has
# MIN_SAMPLE rows or more, or all if there are fewer. The sample is solved to SAMPLE_TOL.
SAMPLE_SIZE, MIN_SAMPLE, SAMPLE_TOL = 300, 50, 0.1
# The first part consists of the rows that violate the margin of the sample's solution, and of the
# rows nearest to that margin, SPARE_ROWS times as many as the sample has. With a factor of 0 or
# of 1, rare classes take up to three times as long.
SPARE_ROWS = 0.5
# Rows with a larger ``y f(x)`` leave the part. Support vectors stay, because theirs is at most
# 1.5: 1 and a tolerance of at most 0.5.
FAR_FROM_MARGIN = 2
USUAL_STEPS = 200  # of one dual
BATCH_ROWS = 30_000  # examples of the pairs solved side by side: what the cache holds


class KernelMatrix:
    """The kernel of the examples, in the given order, as much of it as is needed.

    If kernel is None, K is given; otherwise it is a kernel of this package, and takes X.
    """

    def __init__(self, kernel: Kernel | None, X_or_K: Array, order: Array) -> None:
        self.kernel = kernel
        if kernel:
            self.X, self.values = X_or_K[order], np.zeros((0, 0))
            return
        self.values = X_or_K
        if not (np.diff(order) > 0).all():  # or else a copy would be for nothing
            self.values = np.empty_like(X_or_K)
            for row, i in zip(self.values, order, strict=True):
                # All indices are valid; with mode="raise", take would copy row first.
                X_or_K[i].take(order, out=row, mode="clip")

    def leading_block(self, n: int) -> Array:
        """Return the kernel of at least the first n examples with each other."""
        if self.kernel and n > len(self.values):
            self.values = self.kernel(self.X[:n])
        return self.values

    def submatrix(self, rows: Array) -> Array:
        """Return the kernel of some examples, by increasing row, with each other."""
        if self.kernel and rows[-1] >= len(self.values):
            return self.kernel(self.X[rows])
        if len(rows) == len(self.values):
            return self.values
        return self.values[np.ix_(rows, rows)]


class ClassPairSolutions(NamedTuple):
    """The solutions of the duals of all P class pairs.

    Attributes
    ----------
    coef : ndarray, shape (num_classes - 1, N)
        ``alpha * y`` of all examples, laid out as in `KernelSVM.dual_coef_`.
    b, kkt_gap, n_iter : ndarray, shape (P,)
        As in `svmlib.smo.SMOResult`.
    """

    coef: Array
    b: Array
    kkt_gap: Array
    n_iter: Array


def class_pairs(num_classes: int) -> Array:
    """Return c and d of each pair c < d, (2, P), in the order of `KernelSVM.intercept_`."""
    return np.array(np.triu_indices(num_classes, k=1))


def order_by_class(codes: Array) -> Array:
    """Return the order of the examples in which the class pairs are solved.

    `smo_batch` needs the rows of a class one after another, and the largest class last.
    With fewer than `MIN_BATCH` small class pairs it isn't called. Then the examples stay
    in the order given, so that a given matrix isn't copied.
    """
    sizes = np.bincount(codes)
    if len(_small_pairs(sizes)) < MIN_BATCH:
        return np.arange(len(codes))
    return np.lexsort((codes, sizes[codes]))


def _small_pairs(sizes: Array) -> Array:
    """Return the numbers of the small class pairs, sorted by the size of the larger class."""
    larger = sizes[class_pairs(len(sizes))].max(axis=0)
    by_size = larger.argsort(kind="stable")
    return by_size[2 * larger[by_size] < MIN_ROWS_FOR_PART]


def solve_class_pairs(
    matrix: KernelMatrix,
    classes: Array,
    codes: Array,
    C: Array,
    tol: float,
    max_iter: int,
) -> ClassPairSolutions:
    """Solve the dual of each class pair.

    classes (num_classes,) holds the labels, codes (N,) the number of each row's class,
    with the rows in the order of `order_by_class`, and C (num_classes,) the penalty
    parameter of each class. tol, max_iter and errors are those of `smo`; a ValueError
    names the pair.
    """
    solutions = _solve_side_by_side(matrix, codes, C, tol, max_iter)
    coef, b, kkt_gap, n_iter = solutions
    for p, (c, d) in enumerate(class_pairs(len(classes)).T):
        if kkt_gap[p] <= tol:
            continue
        in_pair = (codes == c) | (codes == d)
        n, N = np.count_nonzero(in_pair), len(codes)
        # The solver can run on all rows of a given matrix: examples of other classes have
        # y = 0, so their alpha stays 0. Then each step reads two rows of N entries instead of
        # n, but the pair's rows and columns, n**2 entries, needn't be copied.
        all_rows = matrix.kernel is None and n**2 > 2 * USUAL_STEPS * (N - n)
        rows = np.flatnonzero(in_pair | all_rows)
        y = 1.0 * (codes[rows] == d) - (codes[rows] == c)
        C_rows = np.where(y == 0, 0, C[codes[rows]])
        beta, steps = coef[np.where(y > 0, c, d - 1), rows], int(n_iter[p])
        try:
            result = _solve_pair(matrix, rows, y, C_rows, tol, max_iter, beta, steps)
        except ValueError as error:
            pair = " and ".join(map(received, classes[[c, d]].tolist()))
            raise ValueError(
                f"for classes {pair}, with kernel matrix K: {error}"
            ) from error
        coef[c, rows[y > 0]] = result.alpha[y > 0]
        coef[d - 1, rows[y < 0]] = -result.alpha[y < 0]
        b[p], kkt_gap[p], n_iter[p] = result.b, result.kkt_gap, result.n_iter
    return solutions


def _solve_side_by_side(
    matrix: KernelMatrix, codes: Array, C: Array, tol: float, max_iter: int
) -> ClassPairSolutions:
    """Solve the duals of small class pairs, or begin to.

    The stopping gap of a pair that it doesn't touch is inf.
    """
    size = np.bincount(codes)  # of each class
    pairs = class_pairs(len(size)).T
    P, first = len(pairs), np.unique(codes, return_index=True)[1]
    coef = np.zeros((len(size) - 1, len(codes)))
    b, kkt_gap, n_iter = np.zeros(P), np.full(P, np.inf), np.zeros(P, dtype=np.int64)
    waiting = _small_pairs(size)
    while len(waiting) >= MIN_BATCH:
        batch_size = BATCH_ROWS // (2 * int(size[pairs[waiting[-1]]].max()))
        waiting, batch = waiting[:-batch_size], waiting[-batch_size:]
        c_d = pairs[batch]
        duals = Duals(first[c_d], size[c_d], C[c_d])
        K = matrix.leading_block(int((duals.first + duals.size).max()))
        result = smo_batch(K, duals, tol, max_iter)
        beta, b[batch], kkt_gap[batch], n_iter[batch] = result
        column, exists = duals.rows_and_mask()
        other_class = np.stack([c_d[:, 1] - 1, c_d[:, 0]], axis=1)  # row of coef
        row = np.broadcast_to(other_class[:, :, None], column.shape)
        coef[row[exists], column[exists]] = beta[exists]
    return ClassPairSolutions(coef, b, kkt_gap, n_iter)


def _solve_pair(
    matrix: KernelMatrix,
    rows: Array,
    y: Array,
    C: Array,
    tol: float,
    max_iter: int,
    beta: Array,
    steps: int,
) -> SMOResult:
    """Solve the dual of two classes, from a part of the kernel matrix if that will do.

    The solution for a part of the rows, with alpha = 0 for all others, solves the whole
    problem if each of the others has ``y f(x) >= 1``. If some have less, the worst of them
    join the part, and rows that no longer matter leave it. The literature calls this
    chunking. If the part becomes larger than `MAX_PART`, the steps go on with all rows.

    If steps isn't 0, that many steps were taken side by side and have reached beta. The
    others go on from there, with all rows.
    """
    kernel, n = matrix.kernel, len(rows)
    if kernel is not None and n >= MIN_ROWS_FOR_PART and steps == 0:
        X = matrix.X[rows]
        part_tol = min(tol, 1) / 2  # the gap is 2 at the start
        part, beta, steps = _first_part(
            kernel, X, y, C, max(part_tol, SAMPLE_TOL), max_iter
        )
        while len(part) < MAX_PART * n:
            args = kernel(X[part]), y[part], C[part], part_tol, max_iter
            result = solve_dual(*args, alpha=np.abs(beta[part]), n_iter=steps)
            beta[part], steps = result.alpha * y[part], result.n_iter
            if result.kkt_gap > part_tol:
                break
            y_f = y * _decision_values(kernel, X, beta, result.b)
            wrong = np.setdiff1d(np.flatnonzero(y_f < 1 - part_tol), part)
            if len(wrong) == 0:
                return result._replace(alpha=np.abs(beta), support=np.flatnonzero(beta))
            worst = wrong[y_f[wrong].argsort()[: len(part)]]
            part = np.append(part[y_f[part] < FAR_FROM_MARGIN], worst)
    K = matrix.submatrix(rows)
    return solve_dual(K, y, C, tol, max_iter, alpha=np.abs(beta), n_iter=steps)


def _first_part(
    kernel: Kernel,
    X: Array,
    y: Array,
    C: Array,
    tol: float,
    max_iter: int,
) -> tuple[Array, Array, int]:
    """Return rows that may decide all others, a beta (N,) to start from, and the steps.

    A sample of each class is solved; each drawn row stands for several, so its C is
    multiplied by their number. The part consists of the support vectors of that solution and
    of the rows with the least ``y f(x)``: all below 1, and some more (see `SPARE_ROWS`). All
    rows are returned if a C becomes infinite, as a hard margin need not have a solution.
    """
    multiplicity = _draw_sample(y)
    sample = np.flatnonzero(multiplicity)
    with np.errstate(over="ignore"):  # which the next line looks for
        sample_C = multiplicity[sample] * C[sample]
    if (np.isinf(sample_C) > np.isinf(C[sample])).any():
        return np.arange(len(y)), np.zeros(len(y)), 0
    result = solve_dual(kernel(X[sample]), y[sample], sample_C, tol, max_iter)
    beta = np.zeros(len(y))
    beta[sample] = result.alpha * y[sample]
    y_f = y * _decision_values(kernel, X, beta, result.b)
    num_near = np.count_nonzero(y_f < 1) + int(SPARE_ROWS * len(sample))
    part = np.union1d(np.flatnonzero(beta), y_f.argsort()[:num_near])
    # Multipliers of the whole are below C again, and sum to 0 again.
    beta[sample] /= multiplicity[sample]
    totals = np.where(y > 0, beta[y > 0].sum(), -beta[y < 0].sum())
    return part, beta * totals.min() / totals, result.n_iter


def _draw_sample(y: Array) -> Array:
    """Return how many rows of its class each row represents (N,), 0 if it isn't drawn."""
    N, multiplicity = len(y), np.zeros(len(y))
    for sign in (-1, 1):
        of_class = np.flatnonzero(y == sign)
        step = max(10, N // SAMPLE_SIZE)
        step = max(1, min(step, len(of_class) // MIN_SAMPLE))
        multiplicity[of_class[::step]] = step
    return multiplicity


def _decision_values(kernel: Kernel, X: Array, beta: Array, b: float) -> Array:
    """Return f of each row."""
    support = np.flatnonzero(beta)
    return kernel(X, X[support]) @ beta[support] + b

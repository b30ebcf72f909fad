"""SMO on many small problems side by side.

With ten classes there are 45 pairs of them, with a hundred 4,950. Where a problem is
small, a step of `svmlib.smo` costs what Python needs to call NumPy a dozen times. Here the
same calls make a step of all of them.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.smo import INDEFINITE_EPS, PAIR_EPS, SMOResult, find_bias, split_gradient

__all__ = ["MIN_BATCH", "Dual", "smo_batch"]

MIN_BATCH = 10  # fewer duals are solved sooner one after the other
MAX_PAIR_STEPS = 200  # a dual that takes more is solved sooner with Newton steps


class Dual(NamedTuple):
    """The dual of one pair of classes: rows of K, labels -1 and +1, and C for each."""

    rows: Array
    y: Array
    C: Array


@np.errstate(all="ignore")  # a dual that overflows is not solved
def smo_batch(
    K: Array, duals: Sequence[Dual], tol: float, max_iter: int
) -> list[SMOResult]:
    """Solve the dual of the soft margin for each of some classes, or begin to.

    The steps are those of `svmlib.smo`, without Newton steps. They end early where a
    dual takes many, for the last few duals, and for what `svmlib.smo` refuses.

    Parameters
    ----------
    K : ndarray, shape (N, N)
        Kernel matrix of all examples.
    duals : sequence of Dual
        Each has n examples, not the same n.
    tol, max_iter
        As in `svmlib.smo.smo`.

    Returns
    -------
    list of SMOResult
        A dual is solved if its stopping gap is at most tol. If not, `svmlib.smo` can go
        on from there.
    """
    sizes = [len(rows) for rows, _, _ in duals]
    shape = len(duals), max(sizes)
    rows, y, C = np.zeros(shape, dtype=np.intp), np.zeros(shape), np.zeros(shape)
    for p, (n, dual) in enumerate(zip(sizes, duals, strict=True)):
        rows[p, :n], y[p, :n], C[p, :n] = dual
    box = np.where(y < 0, -C, 0), np.where(y > 0, C, 0)  # 0 alone beyond a dual's n
    # At most half of what `svmlib.smo` compares with: these thresholds are stricter.
    max_half = np.abs(K.diagonal()[rows] / 2).max(axis=1)
    definite = (max_half == 0) | (max_half > 1e-299) & (max_half < 1e299)
    beta, n_iter = np.zeros(shape), np.zeros(len(duals), dtype=np.int64)
    running = _Iterates(K, rows, y, box, max_half)
    last = min(max_iter, MAX_PAIR_STEPS)
    for step in range(last + 1):
        done = ~(running.kkt_gaps() > tol)
        done |= step == last or np.count_nonzero(~done) < MIN_BATCH
        if done.any():
            ended = running.numbers[done]
            beta[ended], n_iter[ended] = running.beta[done], step
            definite[ended] &= running.definite[done]
            running.keep(~done)
        if done.all():
            break
        running.pair_steps()
    # The updates have rounded: only a gradient computed afresh tells the gap.
    product, each = np.zeros(shape), np.arange(len(duals))
    for k in np.argsort(beta == 0, axis=1).T[: np.count_nonzero(beta, axis=1).max()]:
        product += beta[each, k, None] * _kernel_rows(K, rows, (each, k))
    g_up, g_low = split_gradient(product - y, beta, *box)
    gap = np.maximum(0, g_low.max(axis=1) - g_up.min(axis=1))
    total, square = np.abs(beta).sum(axis=1), (beta * product).sum(axis=1)
    definite &= square >= -INDEFINITE_EPS * total * (total * max_half)
    beta[~definite], n_iter[~definite], gap[~definite] = 0, 0, np.inf
    b, objective = find_bias(g_up, g_low), total - square / 2
    results = []
    for p, n in enumerate(sizes):
        alpha = np.abs(beta[p, :n])
        numbers = float(b[p]), float(objective[p]), float(gap[p]), int(n_iter[p])
        results.append(SMOResult(alpha, *numbers, alpha.nonzero()[0]))
    return results


class _Iterates:
    """The duals that still run, and their next pair steps.

    beta (P, n) and its box, and the gradient as g_up and g_low, are those of
    `svmlib.smo`, with a row for each dual.
    """

    def __init__(
        self, K: Array, rows: Array, y: Array, box: tuple[Array, Array], max_half: Array
    ) -> None:
        self.K, self.rows, self.half_diagonal = K, rows, K.diagonal()[rows] / 2
        self.numbers, self.definite = np.arange(len(y)), np.full(len(y), True)
        self.beta, (self.lower, self.upper) = np.zeros(y.shape), box
        self.g_both = split_gradient(-y, self.beta, *box)
        self.least_definite = -INDEFINITE_EPS * max_half
        self.tau = PAIR_EPS * max_half + 1e-320  # takes the place of a smaller half_eta

    def keep(self, kept: Array) -> None:
        """Drop all other duals."""
        self.rows, self.half_diagonal = self.rows[kept], self.half_diagonal[kept]
        self.numbers, self.definite = self.numbers[kept], self.definite[kept]
        self.beta, self.g_both = self.beta[kept], self.g_both[:, kept]
        self.lower, self.upper = self.lower[kept], self.upper[kept]
        self.least_definite = self.least_definite[kept]
        self.tau = self.tau[kept]

    def kkt_gaps(self) -> Array:
        """Return the stopping gap of each."""
        g_up, g_low = self.g_both
        gaps: Array = g_low.max(axis=1) - g_up.min(axis=1)
        return gaps

    def pair_steps(self) -> None:
        """Select a working set of each (``eq-gain``), and take its step."""
        beta, half = self.beta, self.half_diagonal
        g_up, g_low = self.g_both
        each = np.arange(len(beta))
        i = each, g_up.argmin(axis=1)
        K_i, g_i = _kernel_rows(self.K, self.rows, i), g_up[i]
        half_eta = half + half[i][:, None] - K_i
        gain = np.maximum(0, g_low - g_i[:, None])
        gain *= gain
        gain /= np.maximum(half_eta, self.tau[:, None])
        j = each, gain.argmax(axis=1)
        self.definite &= half_eta[j] >= self.least_definite
        unclipped = (g_low[j] - g_i) / (2 * np.maximum(half_eta[j], self.tau))
        room_i, room_j = self.upper[i] - beta[i], beta[j] - self.lower[j]
        t = np.minimum(unclipped, np.minimum(room_i, room_j))
        change = K_i
        change -= _kernel_rows(self.K, self.rows, j)
        change *= t[:, None]
        self.g_both += change
        to_upper, to_lower = t == room_i, t == room_j
        beta[i] = np.where(to_upper, self.upper[i], beta[i] + t)
        beta[j] = np.where(to_lower, self.lower[j], beta[j] - t)
        g_low[i], g_up[j] = g_up[i], g_low[j]
        g_up[i] = np.where(to_upper, np.inf, g_up[i])
        g_low[j] = np.where(to_lower, -np.inf, g_low[j])


def _kernel_rows(K: Array, rows: Array, at: tuple[Array, Array]) -> Array:
    """Return the kernel of one example of each dual with all of that dual (P, n)."""
    return K.take(rows[at][:, None] * len(K) + rows)

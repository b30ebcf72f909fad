"""SMO on the duals of many class pairs side by side.

One versus one, ten classes make 45 duals, and a hundred make 4,950. Where a dual is
small, a step of `svmlib.smo` takes as long as Python needs to call NumPy a dozen times. Here
the same calls take one step in every dual.
"""

from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from svmlib._typing import Array
from svmlib.smo import EDGE_EPS, INDEFINITE_EPS, PAIR_EPS, find_bias, split_gradient

# These change the time that `smo_batch` takes, not what it finds.
# A batch is worth its cost for MIN_BATCH duals or more. A dual that takes many steps is solved
# sooner on its own, with Newton steps. So after s steps the batch goes on only while it has
# s / STEPS_PER_DUAL duals left, or more.
MIN_BATCH, STEPS_PER_DUAL, MAX_PAIR_STEPS = 10, 7, 1000
STEPS_BETWEEN_LOOKS = 8  # to see which duals are solved


class Duals(NamedTuple):
    """The duals of P class pairs.

    The rows of a class follow one another in K. Column 0 of each array is that of the
    class with y = -1, column 1 that of the class with y = +1.

    Attributes
    ----------
    first, size : ndarray of int, shape (P, 2)
        The first row of the class in K, and how many it has.
    C : ndarray, shape (P, 2)
    """

    first: Array
    size: Array
    C: Array

    def rows_and_mask(self) -> tuple[Array, Array]:
        """Return row numbers of K and a mask, both (P, 2, n).

        For each class they are the numbers of n rows from its first row on, where n is the
        size of the largest class. The mask tells which of these rows belong to the class.
        """
        k = np.arange(self.size.max())
        return self.first[:, :, None] + k, k < self.size[:, :, None]


class SMOBatchResult(NamedTuple):
    """What `smo_batch` returns; n is the size of the largest class.

    Attributes
    ----------
    beta : ndarray, shape (P, 2, n)
        ``alpha * y`` of each example of the two classes, 0 beyond a smaller class.
    b, kkt_gap : ndarray, shape (P,)
        Bias and stopping gap. A dual is solved if that gap is at most tol. If not,
        `svmlib.smo` can go on from beta.
    n_iter : ndarray of int, shape (P,)
    """

    beta: Array
    b: Array
    kkt_gap: Array
    n_iter: Array


@np.errstate(all="ignore")  # a dual that overflows is not solved
def smo_batch(K: Array, duals: Duals, tol: float, max_iter: int) -> SMOBatchResult:
    """Solve the dual of the soft margin for each class pair, or begin to.

    The steps are those of `svmlib.smo`, without Newton steps. A dual is left unfinished
    if it takes more than `MAX_PAIR_STEPS`, if few duals are left (see `MIN_BATCH`), or if
    `svmlib.smo` would refuse it.

    Parameters
    ----------
    K : ndarray, shape (N, N)
        Kernel matrix of all examples. The largest class, of n examples, comes last, so that
        a block of n rows can be read from the first row of any class on.
    duals : Duals
    tol, max_iter
        As in `svmlib.smo.smo`.

    Returns
    -------
    SMOBatchResult
        beta, b, kkt_gap, n_iter.
    """
    whole = _RunningDuals(K, duals)
    running = whole
    max_half = whole.max_half
    # `smo` refuses a matrix whose largest entry lies outside 1e-300..1e300. These bounds, on
    # half of an entry, are tighter, so that whatever it might refuse is left to it.
    accepted = (max_half == 0) | ((max_half > 1e-299) & (max_half < 1e299))
    beta, n_iter = np.zeros(whole.beta.shape), np.zeros(len(max_half), dtype=np.int64)
    step, last = 0, min(max_iter, MAX_PAIR_STEPS)
    while True:
        done = ~(running.kkt_gaps() > tol)
        few = max(MIN_BATCH, step / STEPS_PER_DUAL)
        done |= step == last or np.count_nonzero(~done) < few
        ended = running.numbers[done]
        beta[ended], n_iter[ended] = running.beta[done], step
        accepted[ended] &= running.definite[done]
        if done.all():
            break
        running = running.without(done)
        for _ in range(min(STEPS_BETWEEN_LOOKS, last - step)):
            running.pair_steps()
            step += 1
    # The updates have rounded: only a gradient computed afresh tells the gap.
    product, most = np.zeros(beta.shape), int(np.count_nonzero(beta, axis=1).max())
    for column in np.argsort(beta == 0, axis=1).T[:most]:
        at = whole.offset + column
        product += beta.take(at)[:, None] * whole.kernel_rows(at)
    g_up, g_low = split_gradient(product - whole.y, beta, whole.lower, whole.upper)
    gap = np.maximum(0, g_low.max(axis=1) - g_up.min(axis=1))
    total, square = np.abs(beta).sum(axis=1), (beta * product).sum(axis=1)
    accepted &= square >= -INDEFINITE_EPS * total * (total * max_half)
    beta[~accepted], n_iter[~accepted], gap[~accepted] = 0, 0, np.inf
    b = find_bias(g_up, g_low)
    return SMOBatchResult(beta.reshape(len(beta), 2, -1), b, gap, n_iter)


class _RunningDuals:
    """Duals that still run, and their next pair steps.

    beta and its box, and the gradient as g_up and g_low, are those of `svmlib.smo`, with a
    row for each dual: P rows of 2 n columns, those of the negative class first. Where a
    class has fewer than n examples, the box of the rest is [0, 0]. ``take`` and ``put``
    count all entries, row by row: row p begins at ``offset[p]``.
    """

    ROW_PER_DUAL = (
        *("numbers", "first", "kernel_offset", "half_diagonal", "max_half", "tau"),
        *("y", "lower", "upper", "beta", "definite"),
    )

    def __init__(self, K: Array, duals: Duals) -> None:
        examples, exists = duals.rows_and_mask()
        P, _, n = examples.shape
        # Row r * N + f holds the kernel of example r with those from f to f + n.
        self.windows = sliding_window_view(K.reshape(-1), n)
        self.first, self.offset = duals.first, 2 * n * np.arange(P)
        C, diagonal = duals.C[:, :, None], K.diagonal().take(examples, mode="clip")
        negative, positive = exists * [[True], [False]], exists * [[False], [True]]
        shape = P, 2 * n
        self.kernel_offset = (len(K) * examples).reshape(shape)
        self.y = (1.0 * positive - negative).reshape(shape)
        self.lower = np.where(negative, -C, 0).reshape(shape)
        self.upper = np.where(positive, C, 0).reshape(shape)
        self.half_diagonal = (exists * diagonal / 2).reshape(shape)
        self.max_half = np.abs(self.half_diagonal).max(axis=1)
        # tau takes the place of a smaller half_eta.
        self.tau = PAIR_EPS * self.max_half + 1e-320
        self.beta, self.definite = np.zeros(shape), np.full(P, True)
        self.g_up_and_low = split_gradient(-self.y, self.beta, self.lower, self.upper)
        self.numbers = np.arange(P)

    def without(self, done: Array) -> Self:
        """Return the duals that are not done."""
        others, kept = copy(self), ~done
        for name in self.ROW_PER_DUAL:
            setattr(others, name, getattr(self, name)[kept])
        others.offset = self.offset[: len(others.numbers)]
        others.g_up_and_low = self.g_up_and_low[:, kept]
        return others

    def kernel_rows(self, at: Array) -> Array:
        """Return the kernel of one example of each dual with all of that dual (P, 2 n)."""
        blocks = self.windows[self.kernel_offset.take(at)[:, None] + self.first]
        return blocks.reshape(len(at), -1)

    def kkt_gaps(self) -> Array:
        """Return the stopping gap of each dual."""
        g_up, g_low = self.g_up_and_low
        return g_low.max(axis=1) - g_up.min(axis=1)

    def pair_steps(self) -> None:
        """Select a working set of each dual (``eq-gain``), and take its step."""
        beta, half = self.beta, self.half_diagonal
        g_up, g_low = self.g_up_and_low
        i = self.offset + g_up.argmin(axis=1)
        K_i, g_i, half_i = self.kernel_rows(i), g_up.take(i), half.take(i)
        half_eta = half + half_i[:, None]
        half_eta -= K_i
        gain = g_low - g_i[:, None]
        gain *= np.abs(gain)
        gain /= np.maximum(half_eta, self.tau[:, None])
        j = self.offset + gain.argmax(axis=1)
        half_eta_ij = half_eta.take(j)
        self.definite &= half_eta_ij >= -INDEFINITE_EPS * self.max_half
        unclipped = (g_low.take(j) - g_i) / (2 * np.maximum(half_eta_ij, self.tau))
        ij = np.array([i, j])
        beta_ij, lower, upper = beta.take(ij), self.lower.take(ij), self.upper.take(ij)
        room_i, room_j = upper[0] - beta_ij[0], beta_ij[1] - lower[1]
        # A dual that is solved, and is not yet left out, may have no pair to step.
        t = np.maximum(0, np.minimum(unclipped, np.minimum(room_i, room_j)))
        change = K_i
        change -= self.kernel_rows(j)
        change *= t[:, None]
        self.g_up_and_low += change
        g_ij = np.where(beta_ij < upper, g_up.take(ij), g_low.take(ij))
        beta_ij += [t, -t]
        close = EDGE_EPS * np.abs(beta_ij)
        beta_ij[0] = np.where(room_i - t <= close[0], upper[0], beta_ij[0])
        beta_ij[1] = np.where(room_j - t <= close[1], lower[1], beta_ij[1])
        beta.put(ij, beta_ij)
        g_up.put(ij, np.where(beta_ij < upper, g_ij, np.inf))
        g_low.put(ij, np.where(beta_ij > lower, g_ij, -np.inf))

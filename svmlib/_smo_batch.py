"""SMO on many small problems side by side.

With ten classes there are 45 pairs of them, with a hundred 4,950. Where a problem is
small, a step of `svmlib.smo` costs what Python needs to call NumPy a dozen times. Here the
same calls make a step of all of them.
"""

from collections.abc import Sequence

import numpy as np

from svmlib._typing import Array
from svmlib.smo import INDEFINITE, PAIR_EPS, SMOResult, find_bias, split_gradient

__all__ = ["smo_batch"]

MIN_BATCH = 6  # fewer problems are solved sooner one after the other
MAX_STEPS = 200  # a problem that takes more is solved sooner with Newton steps


@np.errstate(all="ignore")  # a problem that overflows is not solved
def smo_batch(
    K: Array,
    problems: Sequence[tuple[Array, Array, Array]],
    tol: float,
    max_iter: int,
) -> list[SMOResult]:
    """Solve the dual of the soft margin for each of some problems, or begin to.

    The steps are those of `svmlib.smo`, without Newton steps. They end early where a
    problem takes many, for the last few problems, and for what `svmlib.smo` refuses.

    Parameters
    ----------
    K : ndarray, shape (N, N)
        Kernel matrix of all examples.
    problems : sequence of (rows, y, C)
        Indices of the n examples of each, their labels -1 and +1 and penalty parameters.
    tol, max_iter
        As in `svmlib.smo.smo`.

    Returns
    -------
    list of SMOResult
        A problem is solved if its stopping gap is at most tol. If not, `svmlib.smo` can go
        on from there.
    """
    sizes = [len(rows) for rows, _, _ in problems]
    shape = len(problems), max(sizes)
    rows, y, C = np.zeros(shape, dtype=np.int64), np.zeros(shape), np.zeros(shape)
    for p, (n, problem) in enumerate(zip(sizes, problems, strict=True)):
        rows[p, :n], y[p, :n], C[p, :n] = problem
    half = K.diagonal()[rows] / 2
    largest = np.abs(half).max(axis=1)
    tau = PAIR_EPS * largest + 1e-320  # takes the place of a smaller half_eta
    box = np.where(y < 0, -C, 0), np.where(y > 0, C, 0)  # 0 alone beyond a problem's n
    beta, n_iter = np.zeros(shape), np.zeros(len(y), dtype=np.int64)
    definite = (largest == 0) | (largest > 1e-299) & (largest < 1e299)
    running = np.arange(len(y))
    state = np.stack([beta, *box, half, *split_gradient(-y, beta, *box)])
    last = min(max_iter, MAX_STEPS)
    for step in range(last + 1):
        beta_now, low, high, half, g_up, g_low = state
        done = ~(g_low.max(axis=1) - g_up.min(axis=1) > tol)
        done |= step == last or np.count_nonzero(~done) < MIN_BATCH
        if done.any():
            beta[running[done]], n_iter[running[done]] = beta_now[done], step
            running, state = running[~done], state[:, ~done]
            if len(running) == 0:
                break
            beta_now, low, high, half, g_up, g_low = state
        each = np.arange(len(running))
        g_both, i = state[4:], (each, g_up.argmin(axis=1))
        K_i, g_i = _kernel_rows(K, rows[running], i), g_up[i]
        half_eta = half + half[i][:, None] - K_i
        gain = np.maximum(0, g_low - g_i[:, None])
        gain *= gain
        gain /= np.maximum(half_eta, tau[running, None])
        j = each, gain.argmax(axis=1)
        definite[running] &= half_eta[j] >= -INDEFINITE * largest[running]
        unclipped = (g_low[j] - g_i) / (2 * np.maximum(half_eta[j], tau[running]))
        room_i, room_j = high[i] - beta_now[i], beta_now[j] - low[j]
        t = np.minimum(unclipped, np.minimum(room_i, room_j))
        g_both += t[:, None] * (K_i - _kernel_rows(K, rows[running], j))
        to_high, to_low = t == room_i, t == room_j
        beta_now[i] = np.where(to_high, high[i], beta_now[i] + t)
        beta_now[j] = np.where(to_low, low[j], beta_now[j] - t)
        g_low[i], g_up[j] = g_up[i], g_low[j]
        g_up[i] = np.where(to_high, np.inf, g_up[i])
        g_low[j] = np.where(to_low, -np.inf, g_low[j])
    # The updates have rounded: only a gradient computed afresh tells the gap.
    product, each = np.zeros(shape), np.arange(len(y))
    for k in np.argsort(beta == 0, axis=1).T[: np.count_nonzero(beta, axis=1).max()]:
        product += beta[each, k, None] * _kernel_rows(K, rows, (each, k))
    g_up, g_low = split_gradient(product - y, beta, *box)
    gap = np.maximum(0, g_low.max(axis=1) - g_up.min(axis=1))
    total, square = np.abs(beta).sum(axis=1), (beta * product).sum(axis=1)
    definite &= square >= -INDEFINITE * total * (total * largest)
    beta[~definite], n_iter[~definite], gap[~definite] = 0, 0, np.inf
    b, objective = find_bias(g_up, g_low), total - square / 2
    results = []
    for p, n in enumerate(sizes):
        alpha = np.abs(beta[p, :n])
        numbers = float(b[p]), float(objective[p]), float(gap[p]), int(n_iter[p])
        results.append(SMOResult(alpha, *numbers, alpha.nonzero()[0]))
    return results


def _kernel_rows(K: Array, rows: Array, at: tuple[Array, Array]) -> Array:
    """Return the kernel of one example of each problem with all of that problem."""
    return K.take(rows[at][:, None] * len(K) + rows)

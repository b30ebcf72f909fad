"""SMO on many small problems side by side.

With ten classes there are 45 pairs of them, with a hundred 4,950. For problems so small,
a step of `svmlib.smo` costs what Python needs to call NumPy a dozen times. Here the same
calls make a step of all of them.
"""

from collections.abc import Sequence

import numpy as np

from svmlib._typing import Array
from svmlib.smo import INDEFINITE, PAIR_EPS, SMOResult, split_gradient

__all__ = ["smo_batch"]

_FEW = 6  # so few problems are solved sooner one after the other


@np.errstate(all="ignore")  # a problem that overflows is not solved
def smo_batch(
    whole: Array,
    problems: Sequence[tuple[Array, Array, Array]],
    tol: float,
    max_iter: int,
) -> list[SMOResult | None]:
    """Solve the dual of the soft margin for each of some problems, or for most of them.

    The steps are those of `svmlib.smo`, without Newton steps. What takes many steps is not
    solved, nor the last few problems, nor what `svmlib.smo` warns of or refuses.

    Parameters
    ----------
    whole : ndarray, shape (N, N)
        Kernel matrix of all examples.
    problems : sequence of (rows, y, C)
        Indices of the n examples of each, their labels -1 and +1 and penalty parameters.
    tol, max_iter
        As in `svmlib.smo.smo`.

    Returns
    -------
    list of SMOResult or None
        None where a problem is not solved.
    """
    sizes = [len(rows) for rows, _, _ in problems]
    shape = len(problems), max(sizes)
    K, y, C = np.zeros((*shape, shape[1])), np.zeros(shape), np.zeros(shape)
    for p, (rows, *y_and_C) in enumerate(problems):
        n = len(rows)
        K[p, :n, :n] = whole.take(rows[:, None] * len(whole) + rows)
        y[p, :n], C[p, :n] = y_and_C
    half = K.diagonal(axis1=1, axis2=2) / 2
    largest = np.abs(half).max(axis=1)
    tau = PAIR_EPS * largest + 1e-320  # takes the place of a smaller half_eta
    box = np.where(y < 0, -C, 0), np.where(y > 0, C, 0)  # 0 alone beyond a problem's n
    beta, n_iter = np.zeros(shape), np.zeros(len(y), dtype=np.int64)
    solved, running = np.ones(len(y), dtype=bool), np.arange(len(y))
    state = np.stack([beta, *box, half, *split_gradient(-y, beta, *box)])
    for step in range(min(max_iter, 100 + 2 * shape[1]) + 1):
        now, low, high, half, g_up, g_low = state
        done = ~(g_low.max(axis=1) - g_up.min(axis=1) > tol)
        if done.any():
            beta[running[done]], n_iter[running[done]] = now[done], step
            running, state = running[~done], state[:, ~done]
            now, low, high, half, g_up, g_low = state
        if len(running) < _FEW:
            break
        each = np.arange(len(running))
        i = each, g_up.argmin(axis=1)
        K_i, g_i = K[running, i[1]], g_up[i]
        half_eta = half + half[i][:, None] - K_i
        gain = g_low - g_i[:, None]
        gain /= np.sqrt(np.maximum(half_eta, tau[running, None]))
        j = each, gain.argmax(axis=1)
        solved[running] &= half_eta[j] >= -INDEFINITE * largest[running]
        unclipped = (g_low[j] - g_i) / (2 * np.maximum(half_eta[j], tau[running]))
        room_i, room_j = high[i] - now[i], now[j] - low[j]
        t = np.minimum(unclipped, np.minimum(room_i, room_j))
        change = t[:, None] * (K_i - K[running, j[1]])
        g_up += change
        g_low += change
        to_high, to_low = t == room_i, t == room_j
        now[i] = np.where(to_high, high[i], now[i] + t)
        now[j] = np.where(to_low, low[j], now[j] - t)
        g_low[i], g_up[j] = g_up[i], g_low[j]
        g_up[i] = np.where(to_high, np.inf, g_up[i])
        g_low[j] = np.where(to_low, -np.inf, g_low[j])
    solved[running] = False
    # The updates have rounded: only a gradient computed afresh tells the gap.
    product = (K @ beta[:, :, None])[:, :, 0]
    g_up, g_low = split_gradient(product - y, beta, *box)
    least, most = g_up.min(axis=1), g_low.max(axis=1)
    total, square = np.abs(beta).sum(axis=1), (beta * product).sum(axis=1)
    solved &= square >= -INDEFINITE * total**2 * largest
    solved &= most - least <= tol
    free, objective = g_up == g_low, total - square / 2
    mean = np.where(free, g_up, 0).sum(axis=1) / free.sum(axis=1)
    b = 0 - np.where(free.any(axis=1), mean, least + (most - least) / 2)
    gap = np.maximum(0, most - least)
    results: list[SMOResult | None] = [None] * len(y)
    for p in np.flatnonzero(solved).tolist():
        alpha = np.abs(beta[p, : sizes[p]])
        numbers = float(b[p]), float(objective[p]), float(gap[p]), int(n_iter[p])
        results[p] = SMOResult(alpha, *numbers, np.flatnonzero(alpha))
    return results

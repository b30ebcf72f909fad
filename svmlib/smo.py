"""Sequential minimal optimisation: the dual, two variables at a time.

The solver minimises ``q(beta) = beta @ K @ beta / 2 - y @ beta``, the dual in
``beta = alpha * y`` with its sign changed; the gradient is ``g = K @ beta - y``. Each
beta_i has a box, [0, C] or [-C, 0], and they sum to 0, so that no label is needed later.
"""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._validation import (
    Array,
    as_integer,
    as_positive,
    as_signs,
    as_symmetric,
)

__all__ = ["SMOResult", "newton_inverse", "smo"]

# Relative sizes: below the first, a pair's curvature counts as 0; below the second, the
# curvature along a Newton step may be rounding alone.
_PAIR_EPS, _NEWTON_EPS = 1e-17, 1e-14
_INDEFINITE = "K is not positive semidefinite, not even for entries that sum to 0"


class SMOResult(NamedTuple):
    """What `smo` returns; N is the number of examples.

    Attributes
    ----------
    alpha : ndarray, shape (N,)
        Multipliers, between 0 and C.
    b : float
        Bias.
    objective : float
        Value of the dual, a maximum (``eq-dual``).
    kkt_gap : float
        Stopping gap (``eq-kkt-gap``): at most tol, unless max_iter or rounding came
        first.
    iterations : int
        Steps taken: pairs, and Newton steps of all free variables.
    support : ndarray of int
        Indices of the examples with alpha > 0, in increasing order.
    """

    alpha: Array
    b: float
    objective: float
    kkt_gap: float
    iterations: int
    support: Array


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
        If an entry of K exceeds 1e300.

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
    return _solve_checked(K, y, C, tol, max_iter, callback)


def _solve_checked(
    K: Array,
    y: Array,
    C: float | Array,
    tol: float,
    max_iter: int,
    callback: Callable[[Array], object] | None = None,
) -> SMOResult:
    """Solve the dual for K, y and C that were checked; C may differ by example, (N,)."""
    tol, max_iter = as_positive(tol, "tol"), as_integer(max_iter, "max_iter", 1)
    N, half, largest = len(K), K.diagonal() / 2, max(float(K.max()), -float(K.min()))
    if largest > 1e300:
        raise FloatingPointError(f"K must lie within 1e300, got {largest:.6g}")
    # 2 tau takes the place of a smaller curvature eta, and sends the pair to an edge of
    # its box: a larger tau leaves it between, and duplicates are taken again and again.
    tau = _PAIR_EPS * np.abs(half) + 1e-200
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    # A longer step with C = inf is taken as proof that the dual has no maximum.
    max_length = 5e10 / (largest or 1.0) if np.isinf(C).any() else np.inf
    beta, scratch = np.zeros(N), np.empty((2, N))
    g_up, g_low = _masked(-y, beta, low, high)
    iterations = pairs = 0
    patience, q, stop = 1, 0.0, tol
    while True:
        if callback is not None:
            callback(np.abs(beta))
        i, j = _select_pair(K, half, tau, g_up, g_low, scratch)
        if iterations == max_iter or (
            g_low.item(j) - g_up.item(i) <= stop and g_low.max() - g_up.item(i) <= stop
        ):
            # The updates have rounded: only a gradient computed afresh tells the gap.
            g_up, g_low = _masked(K @ beta - y, beta, low, high)
            i, j = _select_pair(K, half, tau, g_up, g_low, scratch)
            gap = float(g_low.max() - g_up[i])
            stop = max(tol, _gradient_rounding(K, beta, i, j))
            if gap <= stop or iterations == max_iter:
                break
        # One by one, Python's numbers are quicker than NumPy's.
        g_i, g_j = g_up.item(i), g_low.item(j)
        beta_i, beta_j = beta.item(i), beta.item(j)
        eta = 2 * (half.item(i) + half.item(j) - K.item(i, j))
        if eta < 2 * tau.item(i):
            _check_curvature(K, i, j)
            eta = 2 * tau.item(i)
        room_i, room_j = high.item(i) - beta_i, beta_j - low.item(j)
        t = min((g_j - g_i) / eta, room_i, room_j)
        _check_bounded(t, max_length)
        change = np.subtract(K[i], K[j], out=scratch[0])
        change *= t
        g_up += change
        g_low += change
        beta[i] = high[i] if t == room_i else beta_i + t
        beta[j] = low[j] if t == room_j else beta_j - t
        g_low[i], g_up[j] = g_up[i], g_low[j]
        if t == room_i:
            g_up[i] = np.inf
        if t == room_j:
            g_low[j] = -np.inf
        iterations += 1
        pairs += 1
        # Among n free variables a Newton step inverts an n x n matrix, some n**3
        # operations; a pair costs as much as 100 N of them. Newton steps wait until the
        # pairs have cost as much, and twice as long after each one that lowered q
        # by less for its cost than the pairs before it.
        n = 0
        if pairs % 10 == 0:
            n = int(np.count_nonzero(g_up == g_low))
            stop = max(tol, _gradient_rounding(K, beta, i, j))
        if n > 1 and patience * n**3 <= 100 * N * pairs and iterations < max_iter:
            gradient = np.where(beta < high, g_up, g_low)
            before = float(beta @ (gradient - y)) / 2
            steps = _newton_step(
                K, beta, gradient, low, high, max_iter - iterations, max_length
            )
            g_up, g_low = _masked(gradient, beta, low, high)
            after = float(beta @ (gradient - y)) / 2
            by_pairs, by_newton = (q - before) / (100 * N * pairs), before - after
            pays_off = by_newton / (n**3 + 20 * n**2 * steps) >= by_pairs
            patience = 1 if pays_off else 2 * patience
            q, pairs, iterations = after, 0, iterations + steps
    g = np.where(beta < high, g_up, g_low)
    if gap > tol:
        steps_taken = f"{iterations} steps, where rounding hides what is left,"
        if gap > stop:
            steps_taken = f"max_iter = {max_iter} steps"
        message = f"smo stopped after {steps_taken} with gap {gap:.3g}"
        warnings.warn(f"{message} > tol = {tol:.3g}", RuntimeWarning, stacklevel=3)
    b = _bias(g, beta, low, high)
    objective, support = float(beta @ (y - g)) / 2, np.flatnonzero(beta)
    norm2 = float(beta @ (g + y))  # beta @ K @ beta, up to rounding
    total = float(np.abs(beta).sum())
    if norm2 < -1e-6 * total * total * largest:
        raise ValueError(
            f"{_INDEFINITE}: beta @ K @ beta = {norm2:.6g} at the solution"
        )
    return SMOResult(np.abs(beta), b, objective, max(0.0, gap), iterations, support)


def _select_pair(
    K: Array, half: Array, tau: Array, g_up: Array, g_low: Array, scratch: Array
) -> tuple[int, int]:
    """Return the working set i, j (``eq-gain``): beta_i is to rise and beta_j to fall.

    ``g_up`` is the gradient for the variables of I_up, which can rise, and infinite for
    the others; ``g_low`` is it for I_low and -inf for the others. Of I_up, i has the
    least g; of I_low, j has the largest gain ``(g_j - g_i)**2 / eta_ij``, or rather its
    root, which is negative where the pair violates nothing. ``half`` is half the
    diagonal of K, and ``scratch`` (2, N) is written to.
    """
    i = int(g_up.argmin())
    eta, gain = scratch
    np.add(half, half.item(i), out=eta)
    eta -= K[i]
    np.maximum(eta, tau.item(i), out=eta)
    np.subtract(g_low, g_up.item(i), out=gain)
    gain /= np.sqrt(eta, out=eta)
    return i, int(gain.argmax())


def _newton_step(
    K: Array,
    beta: Array,
    g: Array,
    low: Array,
    high: Array,
    max_steps: int,
    max_length: float,
) -> int:
    """Minimise q over all free variables, in place; return the number of steps.

    A Newton step (``eq-face-step``) that leaves the box is cut at its edge. The variable
    that met the edge stays there, and the others step again, at most 100 times: each
    such step reads and writes the whole inverse.
    """
    free = np.flatnonzero((low < beta) & (beta < high))
    rows = K[free]
    K_FF, size = rows[:, free], np.abs(rows[:, free])
    b, g_F, low, high = beta[free], g[free], low[free], high[free]
    n, P = len(free), None
    inside = np.ones(n)  # 0 for the variables that have met an edge of the box
    for steps in range(1, min(n, 100, max_steps) + 1):
        if P is None:  # most often a single step is enough, and it needs no inverse
            d = np.linalg.solve(_newton_system(K_FF), np.append(-g_F, 0))[:n]
        else:
            d = P @ g_F
            d *= -inside
        for _ in range(2):  # a d that is rounding alone has no sum of 0 after the first
            d -= inside * (d.sum() / inside.sum())
        Kd, lengths = K_FF @ d, np.abs(d)
        slope, curvature, scale = g_F @ d, d @ Kd, lengths @ size @ lengths
        if curvature < -1e-6 * scale:
            raise ValueError(f"{_INDEFINITE}: d @ K @ d = {curvature:.6g} for a step d")
        if not slope < 0:  # rounding has won
            break
        edge = np.where(d > 0, high, low)
        with np.errstate(over="ignore"):  # an edge at infinity is never met
            room = np.divide(edge - b, d, out=np.full(n, np.inf), where=d != 0)
        k = int(room.argmin())
        t = min(-slope / max(curvature, _NEWTON_EPS * scale), room[k])
        _check_bounded(t * float(np.sqrt(d @ d)), max_length)
        b += t * d
        g_F += t * Kd
        if t < room[k]:
            break
        b[k], inside[k] = edge[k], 0
        P = np.linalg.inv(_newton_system(K_FF))[:n, :n] if P is None else P
        P -= np.outer(P[:, k], P[k] / P[k, k])  # the inverse with d_k = 0
    b = np.clip(b, low, high)
    g += (b - beta[free]) @ rows
    beta[free] = b
    return steps


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
    return np.linalg.inv(_newton_system(as_symmetric(K, np.float64)))[:-1, :-1]


def _newton_system(K: Array) -> Array:
    """Return the matrix of ``eq-face-step``.

    It is singular if K has too low a rank, so a small part of the mean size of K's
    entries is added to the diagonal.
    """
    n = len(K)
    system = np.ones((n + 1, n + 1))
    system[:n, :n] = K
    system[range(n), range(n)] += 1e-13 * (float(np.abs(K).mean()) or 1.0)
    system[n, n] = 0
    return system


def _gradient_rounding(K: Array, beta: Array, i: int, j: int) -> float:
    """Return how much of g_j - g_i may be the rounding of its sums."""
    of_i, of_j = K[i] * beta, K[j] * beta
    return 4 * float(np.finfo(np.float64).eps * np.sqrt(of_i @ of_i + of_j @ of_j))


def _masked(g: Array, beta: Array, low: Array, high: Array) -> tuple[Array, Array]:
    """Return g on I_up, and inf elsewhere; and g on I_low, and -inf elsewhere."""
    return np.where(beta < high, g, np.inf), np.where(beta > low, g, -np.inf)


def _bias(g: Array, beta: Array, low: Array, high: Array) -> float:
    """Return b: -b is the mean of g where beta is free, or else the middle of the gap."""
    free = (low < beta) & (beta < high)
    if free.any():
        return float(0 - g[free].mean())  # not -g, which could be -0.0
    least, largest = g[beta < high].min(), g[beta > low].max()
    return float(0 - (least + (largest - least) / 2))


def _check_curvature(K: Array, i: int, j: int) -> None:
    """Raise ValueError if eta = K_ii + K_jj - 2 K_ij is clearly negative."""
    ii, jj, ij = float(K[i, i]), float(K[j, j]), float(K[i, j])
    eta = ii + jj - 2 * ij
    if eta < -1e-6 * (abs(ii) + abs(jj) + 2 * abs(ij)):
        got = f"K[{i}, {i}] + K[{j}, {j}] - 2 K[{i}, {j}] = {eta:.6g}"
        raise ValueError(f"{_INDEFINITE}: {got}, expected at least 0")


def _check_bounded(length: float, max_length: float) -> None:
    """Raise ValueError where a step of the hard margin has no end."""
    if length > max_length:
        why = "the classes are not separable, or by less than rounding lets K tell"
        raise ValueError(f"the dual grows without bound: {why}; expected a finite C")

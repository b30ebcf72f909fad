"""Sequential minimal optimisation: the dual, two variables at a time.

The solver works with ``beta = alpha * y`` and the gradient ``g = K @ beta - y`` of the
dual, turned into a minimum. Each beta_i has a box, [0, C] or [-C, 0], and all of them
sum to 0: labels do not appear again.
"""

import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib.validation import (
    Array,
    as_positive,
    as_signs,
    as_symmetric,
    as_whole,
    check_semidefinite,
)


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
    gap : float
        Stopping gap (``eq-kkt-gap``), not the duality gap; at most tol unless
        max_iter came first.
    iterations : int
        Steps taken, pairs and faces.
    support : ndarray of int
        Indices of the examples with alpha > 0, rising.
    """

    alpha: Array
    b: float
    objective: float
    gap: float
    iterations: int
    support: Array


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


def solve(K: Array, y: Array, C: float, tol: float, max_iter: int) -> SMOResult:
    """Run the solver on a kernel matrix and labels that are known to be good."""
    C, tol = as_positive(C, "C", infinite=True), max(as_positive(tol, "tol"), 1e-15)
    max_iter = as_whole(max_iter, "max_iter", 1)
    dual = BoxedDual(K, y, C)
    iterations = inside = 0
    while (pair := dual.select_pair(tol)) and iterations < max_iter:
        iterations += 1
        inside += dual.pair_step(*pair)
        if inside >= 10 and inside >= dual.free().sum() / 4:
            iterations += dual.face_steps(max_iter - iterations)
            inside = 0
    if pair:
        gap = f"gap {dual.gap():.3g} > tol = {tol:.3g}"
        message = f"smo stopped after max_iter = {max_iter} steps with {gap}"
        warnings.warn(message, RuntimeWarning, stacklevel=3)
    objective = float(dual.beta @ (y - dual.g)) / 2
    alpha, support = np.abs(dual.beta), np.flatnonzero(dual.beta)
    return SMOResult(alpha, dual.bias(), objective, dual.gap(), iterations, support)


class BoxedDual:
    """Where the solver stands: beta, its box, g, and g where beta can rise or fall."""

    def __init__(self, K: Array, y: Array, C: float) -> None:
        self.K, self.diagonal = K, K.diagonal().astype(np.float64)
        self.flat = 0.5e-12 * self.diagonal + 1e-300  # a curvature that is rounding
        self.longest = 0.05 / float(self.flat.max()) if C == np.inf else np.inf
        self.low, self.high = np.minimum(0, C * y), np.maximum(0, C * y)
        self.beta, self.g = np.zeros(len(y)), -y
        self.gain, self.curvature = np.empty(len(y)), np.empty(len(y))
        self.mask()

    def mask(self) -> None:
        """Copy g, with infinity where beta_i cannot rise, or cannot fall."""
        self.rises = np.where(self.beta < self.high, self.g, np.inf)
        self.falls = np.where(self.beta > self.low, self.g, -np.inf)

    def gap(self) -> float:
        """Return the violation by the worst pair."""
        return max(0.0, float(self.falls.max() - self.rises.min()))

    def free(self) -> Array:
        """Return which variables are strictly inside their boxes, shape (N,)."""
        return (self.low < self.beta) & (self.beta < self.high)

    def bias(self) -> float:
        """Return b: -g of the free examples, or the middle of the b that fit."""
        free = self.free()
        if free.any():
            return float(0 - self.g[free].mean())  # not -0.0
        return float(0 - (self.falls.max() + self.rises.min()) / 2)

    def select_pair(self, tol: float) -> tuple[int, int] | None:
        """Return the working set (rises, falls), by eq-gain; None within tol."""
        i = int(self.rises.argmin())
        lowest, row = self.rises[i], self.K[i]
        gain, curvature = self.gain, self.curvature
        np.subtract(self.falls, lowest, out=gain)
        np.maximum(gain, 0, out=gain)
        np.multiply(gain, gain, out=gain)
        np.multiply(row, -2, out=curvature)
        np.add(curvature, self.diagonal, out=curvature)
        curvature += self.diagonal[i]
        np.maximum(curvature, self.flat + self.flat[i], out=curvature)
        gain /= curvature
        j = int(gain.argmax())
        if self.falls[j] - lowest <= tol and self.falls.max() - lowest <= tol:
            return None
        return i, j

    def pair_step(self, i: int, j: int) -> bool:
        """Step beta_i += t, beta_j -= t (eq-pair-step); tell whether no bound cut t."""
        beta, high, low = self.beta, self.high, self.low
        room_i, room_j = high[i] - beta[i], beta[j] - low[j]
        best = (self.falls[j] - self.rises[i]) / self.curvature[j]
        t = min(best, room_i, room_j)
        self.check_bounded(t)
        beta[i] = high[i] if t == room_i else beta[i] + t
        beta[j] = low[j] if t == room_j else beta[j] - t
        change = np.subtract(self.K[i], self.K[j], out=self.gain)
        change *= t
        for values in (self.g, self.rises, self.falls):
            values += change
        self.rises[i] = self.g[i] if beta[i] < high[i] else np.inf
        self.falls[j] = self.g[j] if beta[j] > low[j] else -np.inf
        self.rises[j], self.falls[i] = self.g[j], self.g[i]
        return bool(t == best)

    def check_bounded(self, length: float) -> None:
        """Raise ValueError where a step of the hard margin goes on for ever."""
        if length > self.longest:
            why = "the classes are not separable, or by less than rounding lets K tell"
            raise ValueError(f"the dual grows for ever: {why}; expected a finite C")

    def face_steps(self, max_steps: int) -> int:
        """Minimise over all free variables at once (eq-face-step); return the steps.

        A Newton step that leaves the box is cut at its edge. The variable that met the
        edge stays there, and the others step again.
        """
        free = np.flatnonzero(self.free())
        K = self.K[free].astype(np.float64)
        steps = 0
        while len(free) > 1 and steps < max_steps:
            steps += 1
            inner = K[:, free]
            direction = newton_direction(inner, self.g[free])
            slope, curvature = self.g[free] @ direction, direction @ inner @ direction
            if slope >= 0:
                break
            edge = np.where(direction > 0, self.high[free], self.low[free])
            with np.errstate(divide="ignore", invalid="ignore"):
                room = np.where(direction, (edge - self.beta[free]) / direction, np.inf)
            k = int(room.argmin())
            flat = self.flat[free] @ direction**2
            t = min(-slope / max(curvature, flat), room[k])
            self.check_bounded(t * float(np.linalg.norm(direction)))
            self.beta[free] += t * direction
            self.g += t * (direction @ K)
            if t < room[k]:
                break
            self.beta[free[k]] = edge[k]
            free, K = np.delete(free, k), np.delete(K, k, axis=0)
        np.clip(self.beta, self.low, self.high, out=self.beta)
        self.mask()
        return steps


def newton_direction(K: Array, g: Array) -> Array:
    """Minimise ``g . d + d . K d / 2`` over the d whose entries sum to 0."""
    n = len(g)
    system = np.ones((n + 1, n + 1))
    system[:n, :n] = K
    system[range(n), range(n)] += 1e-10 * K.diagonal().mean()
    system[n, n] = 0
    direction = np.linalg.solve(system, np.append(-g, 0))[:n]
    return np.asarray(direction - direction.mean())

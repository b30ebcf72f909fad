"""Sequential minimal optimisation: two variables of the dual at a time, or Newton steps."""

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import check_overflow
from svmlib._typing import Array
from svmlib._validation import (
    as_C,
    as_integer,
    as_kernel_matrix,
    as_positive,
    as_signs,
    check_callable,
)

__all__ = ["SMOResult", "smo"]

# Curvatures, relative to the entries of K that they are computed from.
PAIR_EPS = 1e-17  # below this, the curvature of a pair counts as 0
NEWTON_EPS = 1e-14  # below this, that of a Newton step may be nothing but rounding
INDEFINITE_EPS = 1e-6  # one below -INDEFINITE_EPS shows that K is indefinite
# A multiplier this close to C, relative to its size, counts as C.
EDGE_EPS = 1e-12
# With C = inf, a step whose length times the largest entry of K is more than this is taken as
# proof that the classes are not separable. Multipliers of that size leave K @ beta, which is
# compared with labels -1 and +1, with rounding errors near the default tol.
MAX_HARD_STEP = 1e12
# These change the time that `smo` takes, not what it finds. After PAIRS_BETWEEN_LOOKS pair steps
# it looks whether rounding ends the steps, and whether a Newton step is due. MAX_NEWTON_STEPS are
# taken in a row, each from where the one before met an edge.
PAIRS_BETWEEN_LOOKS, MAX_NEWTON_STEPS = 10, 100
MAX_ROWS_KEPT = 1000  # of `_Iterate.inverse_roots`
NOT_A_KERNEL = (
    "v @ K @ v is negative for a v whose entries sum to 0, so K is not a kernel matrix"
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
    kkt_gap : float
        Stopping gap (``eq-kkt-gap``), or 0 if that is negative. At most tol, unless the
        steps ended early, at max_iter or because of rounding.
    n_iter : int
        Steps taken: pair steps, and Newton steps of all free variables.
    support : ndarray of int
        Indices of the examples with alpha > 0, in increasing order.
    """

    alpha: Array
    b: float
    objective: float
    kkt_gap: float
    n_iter: int
    support: Array


def smo(
    K: ArrayLike,
    y: ArrayLike,
    C: ArrayLike,
    *,
    tol: float = 1e-3,
    max_iter: int = 10**6,
    callback: Callable[[Array], object] | None = None,
) -> SMOResult:
    """Solve the dual of the soft margin for a kernel matrix.

    Parameters
    ----------
    K : array_like, shape (N, N)
        Kernel of all examples with each other: symmetric and positive semidefinite, or at
        least conditionally so (``v @ K @ v >= 0`` for every v whose entries sum to 0), as
        ``-norm(x - z)**2`` is. Integers become float64; a K of float64 is not copied.
        float32 and float16 are refused: their rounding alone can make a kernel
        indefinite.
    y : array_like, shape (N,)
        Labels -1 and +1, both of them.
    C : float or array_like, shape (N,)
        Penalty parameter, > 0, of all examples or of each; ``numpy.inf`` is the hard
        margin.
    tol : float, optional
        Stop when no pair of variables violates the optimality conditions by more than
        this, > 0 (``eq-kkt-gap``). If the products of K and alpha are so large that their
        rounding errors exceed tol, stop when the violation is no larger than those errors,
        and warn.
    max_iter : int, optional
        Largest number of steps, >= 1.
    callback : callable, optional
        Called as ``callback(alpha)`` with a copy of the multipliers (N,): at the start, and
        after each pair step and the Newton steps that follow it.

    Returns
    -------
    SMOResult
        alpha, b, objective, kkt_gap, n_iter, support.

    Warns
    -----
    RuntimeWarning
        If the stopping gap is above tol, after max_iter steps or because of rounding.

    Raises
    ------
    ValueError
        If an argument is not as above. If C is inf and the classes are not separable, or
        so close to each other, about 1e-6 times the root of K's largest entry, that
        rounding would spoil the result. If a step meets a direction in which K is clearly
        not semidefinite: K is not tested in advance, which would take ``N**3`` operations
        (`svmlib.kernels.is_positive_semidefinite` does it).
    FloatingPointError
        If the largest entry of K's diagonal and first row is not 0 and not from 1e-300
        to 1e300 in size, or the value of the dual overflows.

    Notes
    -----
    The working set is chosen by second-order information (Fan, Chen and Lin, JMLR 6,
    2005). Where these pair steps make slow progress, a Newton step moves all free
    variables at once (``eq-face-step``).

    Examples
    --------
    XOR with ``(1 + x . z)**2`` by hand, ``eq-xor``: each multiplier is 1/8.

    >>> import numpy as np
    >>> X = np.array([[1, 1], [1, -1], [-1, 1], [-1, -1]])
    >>> result = smo((1 + X @ X.T) ** 2, [1, -1, -1, 1], C=1.0)
    >>> result.alpha, result.objective
    (array([0.125, 0.125, 0.125, 0.125]), 0.25)
    """
    K = as_kernel_matrix(K, to_solve=True)
    y = as_signs(y, len(K), both=True)
    check_callable(callback, "callback", "alpha", or_none=True)
    C = as_C(C, len(K), infinite=True)
    if callback is not None:  # NumPy warns in it as it does in the caller
        callback = np.errstate(**np.geterr())(callback)
    tol, max_iter = as_positive(tol, "tol"), as_integer(max_iter, "max_iter", 1)
    result = solve_dual(K, y, C, tol, max_iter, callback)
    if result.kkt_gap > tol:
        message = describe_unsolved(result.n_iter, result.kkt_gap, tol, max_iter)
        warnings.warn(message, RuntimeWarning, stacklevel=2)
    return result


@np.errstate(all="ignore")  # an overflow is an error that is raised below
def solve_dual(
    K: Array,
    y: Array,
    C: float | Array,
    tol: float,
    max_iter: int,
    callback: Callable[[Array], object] | None = None,
    *,
    alpha: Array | None = None,
    n_iter: int = 0,
) -> SMOResult:
    """Do what `smo` does, for arguments that were checked, and with a warm start.

    alpha, if it is given, is where an earlier run has come to in n_iter steps. It may be a
    little below 0 or above C, by rounding. An example with y = 0 takes no part.

    It minimises ``q(beta) = beta @ K @ beta / 2 - y @ beta``, the dual in
    ``beta = alpha * y`` with its sign changed (``eq-beta-dual``); the gradient is
    ``g = K @ beta - y``. Each beta_i has a box, [0, C] or [-C, 0], and they sum to 0: the
    steps need no labels.

    `KernelSVM` calls this because a check of the kernel matrix, which it has computed
    itself, would cost up to a third of its time. It does not warn.
    """
    iterate, newton_schedule = _Iterate(K, y, C), _NewtonSchedule(len(K))
    max_gap = tol
    if alpha is not None:
        iterate.beta = np.clip(alpha * y, iterate.lower, iterate.upper)
        iterate.compute_gradient()
    while True:
        if callback is not None:
            callback(np.abs(iterate.beta))
        i, j = iterate.select_working_set()
        if n_iter == max_iter or iterate.is_optimal(i, j, max_gap):
            # The updates have rounded: only a gradient computed afresh tells the gap.
            iterate.compute_gradient()
            check_overflow(iterate.objective(), "the dual", "K or C is too large")
            i, j = iterate.select_working_set()
            gap, max_gap = iterate.kkt_gap(i), max(tol, iterate.gradient_rounding(i, j))
            if gap <= max_gap or n_iter == max_iter:
                break
        iterate.pair_step(i, j)
        n_iter += 1
        newton_schedule.pair_steps += 1
        if newton_schedule.pair_steps % PAIRS_BETWEEN_LOOKS == 0:
            max_gap = max(tol, iterate.gradient_rounding(i, j))
            n = iterate.num_free()
            if newton_schedule.is_due(n) and n_iter < max_iter:
                before = iterate.objective()
                steps = iterate.newton_steps(max_iter - n_iter)
                newton_schedule.learn(n, steps, before, iterate.objective())
                n_iter += steps
    iterate.check_definite()
    alpha, support = np.abs(iterate.beta), np.flatnonzero(iterate.beta)
    bias = float(find_bias(iterate.g_up, iterate.g_low))
    return SMOResult(alpha, bias, iterate.objective(), max(0.0, gap), n_iter, support)


def describe_unsolved(n_iter: int, gap: float, tol: float, max_iter: int) -> str:
    """Return the warning for n_iter steps that have left a stopping gap above tol."""
    stopping_gap = f"with stopping gap {gap:.3g} > tol = {tol:.3g}"
    if n_iter == max_iter:
        return f"smo stopped after max_iter = {max_iter} steps {stopping_gap}"
    return (
        f"smo stopped after {n_iter} steps {stopping_gap}: the rest is lost in rounding"
    )


def split_gradient(g: Array, beta: Array, lower: Array, upper: Array) -> Array:
    """Return g where beta can rise, else inf, and g where it can fall, else -inf."""
    up, down = np.where(beta < upper, g, np.inf), np.where(beta > lower, g, -np.inf)
    return np.stack([up, down])


def find_bias(g_up: Array, g_low: Array) -> Array:
    """Return b (``eq-smo-bias``), of each row if there are rows.

    -b is the mean of g where beta is free, or else the middle of the gap.
    """
    free, least, largest = g_up == g_low, g_up.min(axis=-1), g_low.max(axis=-1)
    count = free.sum(axis=-1)
    mean = np.where(free, g_up, 0).sum(axis=-1) / np.maximum(count, 1)
    middle = least + (largest - least) / 2
    minus_b = np.where(count > 0, mean, middle)
    return 0 - minus_b  # where minus_b is 0, -minus_b would be -0.0


class _Iterate:
    """The multipliers beta (N,), all 0 at first, and the steps that improve them.

    The gradient g is kept twice: ``g_up`` is g on I_up, the variables that can rise, and
    inf elsewhere; ``g_low`` is g on I_low, those that can fall, and -inf elsewhere.
    """

    def __init__(self, K: Array, y: Array, C: float | Array) -> None:
        rows = np.flatnonzero(y)  # the others, if there are any, never move
        # No |K_ij| of a kernel exceeds nine times `largest`: K_ii + K_jj - 2 K_ij is a
        # squared distance, at most 16 times `largest` by the triangle inequality through
        # the first example.
        largest = float(np.abs([K.diagonal()[rows], K[rows[0], rows]]).max())
        if largest and not 1e-300 <= largest <= 1e300:
            of = "the largest entry of K's diagonal and first row"
            expected = f"{of} must be 0 or from 1e-300 to 1e300"
            raise FloatingPointError(f"{expected}, got {largest:.6g}: scale the data")
        self.K, self.y, self.largest = K, y, largest
        self.half_diagonal = K.diagonal() / 2
        # Half a curvature eta is half_i + half_j - K_ij, and counts as tau if that is less.
        # With a larger tau, a pair without curvature would stop before the edge of its box,
        # and be chosen again and again.
        self.tau = PAIR_EPS * np.abs(self.half_diagonal) + 1e-200 * largest + 1e-320
        self.lower, self.upper = np.minimum(0, C * y), np.maximum(0, C * y)
        hard = bool(np.isinf(C).any())
        self.max_length = MAX_HARD_STEP / (largest or 1.0) if hard else np.inf
        self.beta, self.beta_K_beta = np.zeros(len(K)), 0.0
        self.inverse_roots: dict[int, Array] = {}
        self.set_gradient(-y)

    def set_gradient(self, g: Array) -> None:
        """Store g as g_up and g_low."""
        self.g_up_and_low = split_gradient(g, self.beta, self.lower, self.upper)
        self.g_up: Array = self.g_up_and_low[0]  # one addition brings both up to date
        self.g_low: Array = self.g_up_and_low[1]

    def compute_gradient(self) -> None:
        """Compute g and ``beta @ K @ beta`` afresh, from a few rows of K if these will do."""
        support = np.flatnonzero(self.beta)
        few = 10 * len(support) < len(self.beta)
        product = self.beta[support] @ self.K[support] if few else self.K @ self.beta
        self.beta_K_beta = float(self.beta @ product)
        self.set_gradient(product - self.y)

    def gradient(self) -> Array:
        """Return g (N,), and 0 for a variable that can neither rise nor fall."""
        g = np.where(self.beta < self.upper, self.g_up, self.g_low)
        g[self.lower == self.upper] = 0
        return g

    def objective(self) -> float:
        """Return the value of the dual, ``-q(beta)``."""
        return float(self.beta @ (self.y - self.gradient())) / 2

    def num_free(self) -> int:
        """Return how many variables can both rise and fall."""
        return int(np.count_nonzero(self.g_up == self.g_low))

    def select_working_set(self) -> tuple[int, int]:
        """Return i and j (``eq-gain``): beta_i is to rise and beta_j to fall.

        Of I_up, i has the least g; of I_low, j has the largest gain
        ``(g_j - g_i)**2 / eta_ij``. The gains compared are the roots
        ``(g_j - g_i) / sqrt(eta_ij)``, negative for a pair that violates nothing.
        """
        i = int(self.g_up.argmin())
        gain = self.g_low - self.g_up.item(i)
        gain *= self.inverse_root_eta(i)
        return i, int(gain.argmax())

    def inverse_root_eta(self, i: int) -> Array:
        """Return ``1 / sqrt(eta_ij / 2)`` for all j (N,).

        The same i come again and again, so rows are kept.
        """
        if i in self.inverse_roots:
            return self.inverse_roots[i]
        half_eta = self.half_diagonal + self.half_diagonal.item(i) - self.K[i]
        row: Array = 1 / np.sqrt(np.maximum(half_eta, self.tau.item(i)))
        if len(self.inverse_roots) < MAX_ROWS_KEPT:
            self.inverse_roots[i] = row
        return row

    def kkt_gap(self, i: int) -> float:
        """Return the stopping gap (``eq-kkt-gap``), where i has the least g of I_up."""
        return float(self.g_low.max() - self.g_up.item(i))

    def is_optimal(self, i: int, j: int, max_gap: float) -> bool:
        """Tell whether the stopping gap is at most max_gap; the pair i, j is quick to try."""
        violation = self.g_low.item(j) - self.g_up.item(i)
        # Not <=, so that a NaN ends the steps as well.
        return not (violation > max_gap or self.kkt_gap(i) > max_gap)

    def gradient_rounding(self, i: int, j: int) -> float:
        """Return how much of g_j - g_i may be the rounding of its sums."""
        of_i, of_j = self.K[i] * self.beta, self.K[j] * self.beta
        return 4 * float(np.finfo(np.float64).eps * np.sqrt(of_i @ of_i + of_j @ of_j))

    def curvature(self, i: int, j: int) -> float:
        """Return eta (``eq-pair-parabola``), or 2 tau where rounding may hide it."""
        half_i, half_j = self.half_diagonal.item(i), self.half_diagonal.item(j)
        K_ij = self.K.item(i, j)
        eta: float = 2 * (half_i + half_j - K_ij)
        least: float = 2 * self.tau.item(i)
        if eta >= least:
            return eta
        if eta < -2 * INDEFINITE_EPS * (abs(half_i) + abs(half_j) + abs(K_ij)):
            # No indices: `KernelSVM` may have cut these rows from a larger matrix.
            entries = f"{self.K.item(i, i)} + {self.K.item(j, j)} - 2 * {K_ij}"
            got = f"K_ii + K_jj - 2 K_ij = {entries} = {eta:.6g}"
            raise ValueError(f"{NOT_A_KERNEL}: {got}, expected at least 0")
        return least

    def pair_step(self, i: int, j: int) -> None:
        """Raise beta_i and lower beta_j by t (``eq-pair-step``); bring g up to date."""
        beta, g_up, g_low = self.beta, self.g_up, self.g_low
        # One by one, Python's numbers are quicker than NumPy's.
        beta_i, beta_j = beta.item(i), beta.item(j)
        room_i, room_j = self.upper.item(i) - beta_i, beta_j - self.lower.item(j)
        unclipped = (g_low.item(j) - g_up.item(i)) / self.curvature(i, j)
        t = min(unclipped, room_i, room_j)
        _check_bounded(t, self.max_length)
        change = self.K[i] - self.K[j]
        change *= t
        self.g_up_and_low += change
        beta_i, beta_j = beta_i + t, beta_j - t
        # Where each class has the same total penalty, all multipliers can be C. Rounding
        # must not leave one of them free.
        at_upper = room_i - t <= EDGE_EPS * abs(beta_i)
        at_lower = room_j - t <= EDGE_EPS * abs(beta_j)
        beta[i] = self.upper[i] if at_upper else beta_i
        beta[j] = self.lower[j] if at_lower else beta_j
        g_low[i], g_up[j] = g_up[i], g_low[j]
        if at_upper:
            g_up[i] = np.inf
        if at_lower:
            g_low[j] = -np.inf

    def newton_steps(self, max_steps: int) -> int:
        """Minimise q over all free variables; return the number of steps.

        `_newton_path` gives the direction, inexactly. The length along it is computed
        from K itself.
        """
        free = np.flatnonzero(self.g_up == self.g_low)
        g, rows, beta = self.gradient(), self.K[free], self.beta[free]
        K_FF, lower, upper = rows[:, free], self.lower[free], self.upper[free]
        room = lower - beta, upper - beta
        change, longest, steps = _newton_path(K_FF, g[free], *room, max_steps)
        lengths = np.abs(change)
        _check_bounded(float(lengths.max()), self.max_length)
        slope, curvature = g[free] @ change, change @ K_FF @ change
        scale = lengths @ np.abs(K_FF) @ lengths
        if curvature < -INDEFINITE_EPS * scale:
            got = f"d @ K @ d = {curvature:.6g} for a step d"
            raise ValueError(f"{NOT_A_KERNEL}: {got}")
        if slope < 0:  # or else rounding has won
            change *= min(-slope / max(curvature, NEWTON_EPS * scale), longest)
            inside = beta + change
            close = EDGE_EPS * np.abs(inside)
            at_lower, at_upper = inside - lower <= close, upper - inside <= close
            self.beta[free] = np.where(
                at_lower, lower, np.where(at_upper, upper, inside)
            )
            self.set_gradient(g + change @ rows)
        return steps

    def check_definite(self) -> None:
        """Raise ValueError if ``beta @ K @ beta`` is clearly negative."""
        total = float(np.abs(self.beta).sum())
        largest = total * (total * self.largest)  # total**2 may underflow
        if self.beta_K_beta < -INDEFINITE_EPS * largest:
            raise ValueError(
                f"{NOT_A_KERNEL}: beta @ K @ beta = {self.beta_K_beta:.6g} at the solution"
            )


class _NewtonSchedule:
    """When a Newton step of all free variables is worth its cost.

    A Newton step is due when the pair steps since the last one have taken as long as it will
    take. If the last Newton step gained less per microsecond than the pair steps before it,
    the next one waits twice as long. The costs are in microseconds, as measured on one
    processor; only their ratios matter.
    """

    def __init__(self, N: int) -> None:
        self.pair_cost, self.backoff = 10 + N / 200, 1
        self.pair_steps, self.objective = 0, 0.0  # since and after the last Newton step

    def is_due(self, n: int) -> bool:
        """Tell whether the pair steps have cost as much as a Newton step of n variables."""
        cost = self.newton_cost(n, steps=1)
        return n > 1 and self.backoff * cost <= self.pair_cost * self.pair_steps

    def learn(self, n: int, steps: int, before: float, after: float) -> None:
        """Compare what Newton steps have gained, from before to after, with pair steps."""
        by_pairs = (before - self.objective) / (self.pair_cost * self.pair_steps)
        by_newton = (after - before) / self.newton_cost(n, steps)
        self.backoff = 1 if by_newton >= by_pairs else 2
        self.pair_steps, self.objective = 0, after

    @staticmethod
    def newton_cost(n: int, steps: int) -> float:
        """Return the cost to solve for n variables, and to update the inverse at edges."""
        return 100 + 1e-4 * n**3 + (steps - 1) * (20 + 2e-3 * n**2)


@np.errstate(divide="ignore", invalid="ignore")  # np.divide with where=d != 0 is slower
def _newton_path(
    K: Array, g: Array, lower: Array, upper: Array, max_steps: int
) -> tuple[Array, float, int]:
    """Return a change (n,) to the minimum in the box, a longest length, and a step count.

    The change may be multiplied by at most the longest length, so as to stay in the box.

    A Newton step d (``eq-face-step``) that leaves the box is cut where the first variable k
    meets its edge. That variable stays at the edge, and the others take the next step. The
    rest of d, which was cut off, still leads to the minimum over all variables. To get the
    step to the minimum with variable k fixed, we make its entry k zero, by subtracting a
    multiple of column k of the inverse.
    """
    system, inverse = _newton_system(K), None
    n = num_inside = len(K)
    d = np.linalg.solve(system, np.append(-g, 0))[:n]
    change, inside = np.zeros(n), np.ones(n)  # 0 where a variable has met an edge
    for steps in range(1, min(n, MAX_NEWTON_STEPS, max_steps) + 1):
        for _ in range(2):  # once isn't enough where d is all rounding
            d -= inside * (float(inside @ d) / num_inside)
        edge = np.where(d > 0, upper, lower)
        room = (edge - change) / d
        room[d == 0] = np.inf
        k = int(room.argmin())
        t = min(1.0, room.item(k))
        change += t * d
        if t == 1:
            break
        change[k], inside[k], num_inside = edge[k], 0, num_inside - 1
        if inverse is None:  # a single step, most often enough, needs none
            inverse = np.linalg.inv(system)[:n, :n]
        column = inverse[:, k] / inverse[k, k]
        d = (1 - t) * inside * (d - d[k] * column)
        inverse -= column[:, None] * inverse[k]  # that of the system with d_k = 0
    # With no edge met, change is d, and room says how many times d fits in the box.
    longest = room.item(k) if num_inside == n else 1.0
    return change, longest, steps


def _newton_system(K: Array) -> Array:
    """Return the matrix of ``eq-face-step``.

    It is singular if K has too low a rank, so a small part of the mean size of K's
    entries is added to the diagonal.
    """
    n = len(K)
    system = np.ones((n + 1, n + 1))
    system[:n, :n] = K
    diagonal = np.einsum("ii->i", system)  # a view
    diagonal += 1e-13 * (float(np.abs(K).mean()) or 1.0)
    diagonal[n] = 0
    return system


def _check_bounded(length: float, max_length: float) -> None:
    """Raise ValueError where a step of the hard margin is too long."""
    if length > max_length:
        raise ValueError(
            "the classes are not separable, or closer to each other than about 1e-6 times "
            "the root of K's largest entry; expected a finite C"
        )

"""The problems of pair-step: pairs whose curvature is clearly positive."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
)
from svmlib.exercises.chapters._binary_data import (
    multipliers,
    rbf_of,
    small_beside_large,
    two_classes,
)
from svmlib.exercises.chapters._clip_bounds import clip_bounds
from svmlib.exercises.chapters._pair_step import pair_step


class _PairDrawer:
    """Draws multipliers and a pair of them whose step ends where it should."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def __call__(
        self,
        kind: str,
        ends: str = "",
        equal: bool | None = None,
        *,
        N: int | None = None,
        C: float | None = None,
        D: int | None = None,
        size: float = 1.0,
        rbf: bool = False,
        constant: bool = False,
        zero: bool = False,
        any_sum: bool = False,
        whole: bool = False,
    ) -> Problem:
        """Draw until a pair, of equal labels or not, ends inside or on this bound."""
        while True:
            n = N or int(self.rng.integers(4, 7))
            c = self._one_of(0.4, 0.7, 2.0, 3.0) if C is None else C
            y = two_classes(self.rng, n, n // 2 if n > 50 else None)
            alpha = multipliers(self.rng, y, c)
            if any_sum:  # but 0, which an odd number of sixteenths can't be
                alpha = c / 8 * self.rng.integers(0, 8, n)
                alpha[0] += c / 16
            shape = n, D or int(self.rng.integers(2, 5))
            X: Array = size * self.rng.normal(size=shape).round(1)
            if whole:
                X = int(size) * self.rng.integers(-3, 4, shape)
            if constant:
                X[:, 0] = 1.5
            if zero:
                X[self.rng.integers(n)] = 0
            K = rbf_of(X) if rbf else X @ X.T
            for i, j in self._some_pairs(n):
                pair = alpha, K, y, c, i, j
                if (
                    equal in (None, y[i] == y[j])
                    and not (zero and K[i, i] and K[j, j])
                    and (end := _end_of_step(*pair))
                    and ends in ("", end)
                ):
                    scale = c * max(1.0, np.abs(K).max() / _curvature(K, i, j))
                    return Problem(pair, kind, scale)

    def _one_of(self, *values: float) -> float:
        return float(self.rng.choice(values))

    def _some_pairs(self, n: int) -> list[tuple[int, int]]:
        """Draw disjoint pairs of the last examples, which a program may leave out."""
        last = n - np.arange(1, 1 + min(n - n % 2, 14))
        return [(i, j) for i, j in self.rng.permutation(last).reshape(-1, 2).tolist()]

    def at_bounds(self) -> Iterator[Problem]:
        """Draw pairs of which both are 0, or both are C; one with unequal labels moves."""
        for share in (0, 1):
            y = np.array([1, 1, -1, -1, 1, -1])
            moves = False
            while not moves:
                C = self._one_of(0.4, 0.7, 2.0, 3.0)
                alpha = np.array([share, share, share, share, 0.3, 0.3]) * C
                apart = self.rng.permutation(6)[:, None]
                K = rbf_of(apart + self.rng.uniform(0, 0.4, (6, 2)).round(1))
                moves = any(_end_of_step(alpha, K, y, C, *p) for p in ((0, 2), (3, 1)))
            kind = f"both multipliers are {'C' if share else '0'}"
            for i, j in ((0, 1), (0, 2), (2, 3), (3, 1)):
                yield Problem((alpha, K, y, C, i, j), kind, C)
        for i, j in ((0, 2), (3, 1)):
            yield Problem((0 * alpha, K, y, C, i, j), "all multipliers are 0", C)

    def small_beside_large(self) -> Problem:
        """Draw a pair whose step depends on small multipliers of large examples."""
        while True:
            alpha, X, y, C, kind = small_beside_large(self.rng)
            K, ordinary = X @ X.T, np.flatnonzero(alpha == C / 2)
            pair = K, y, C, *self.rng.permutation(ordinary)[:2].tolist()
            if _curvature(K, *pair[3:]) <= 0.5:  # 0 for two equal examples
                continue
            without = np.where(alpha < C / 2, 0, alpha)
            steps = [pair_step(no_mistake, a, *pair) for a in (alpha, without)]
            if np.ptp(steps, axis=0).max() > 0.1 * C:
                return Problem((alpha, *pair), kind, C)

    def small_gradient(self) -> Problem:
        """Draw a pair whose gradients differ by little; float32 is exact."""
        y = np.array([1, 1, -1, -1])
        while True:
            X = self.rng.integers(-2, 3, (4, 2))
            K, alpha = 2.0**-15 * X @ X.T, multipliers(self.rng, y, 1.0)
            g = K @ (alpha * y) - y
            pair = alpha, K, y, 1.0, *self.rng.permutation(2).tolist()
            seen = np.array_equal(g, np.float32(g)) and abs(g[0] - g[1]) == 2.0**-18
            if seen and _end_of_step(*pair) == "inside":
                return Problem(pair, SmallNumbers("g_i and g_j are nearly the same"))

    def gains_together(self, which: int, bound: int) -> Problem:
        """Draw a pair that gains, where one is at 0 or C and would gain nothing alone."""
        C, sign = self._one_of(0.5, 1.5, 2.0, 3.0), int(self.rng.choice([-1, 1]))
        alpha = np.array([bound, 0.5, 0.5]) * C
        y = sign * np.array([1, -1 if bound else 1, -1])
        kind = "a multiplier at 0 or C gains only with its partner"
        while True:
            X = self.rng.integers(-3, 4, (3, 2)).astype(float)
            pair = alpha, X @ X.T, y, C, which, 1 - which
            slope = 1 - y[0] * float(X[0] @ (X.T @ (alpha * y)))  # of the dual
            if (slope > 0.1 if bound else slope < -0.1) and _end_of_step(*pair):
                return Problem(pair, kind, C)

    def opposite_bounds(self) -> Iterator[Problem]:
        """Draw pairs with one at 0 and one at C: with equal labels both move."""
        kind = "the multipliers are at opposite bounds"
        for y_i, y_j, first in product((1, -1), (1, -1), (0, 1)):
            C = self._one_of(0.5, 1.5, 2.0, 3.0)
            alpha = np.array([first, 1 - first, 0.25, 0.75]) * C
            total = -(y_i if first else y_j)
            y = np.array([y_i, y_j, total, total])
            while True:
                X = self.rng.integers(-3, 4, (4, 2)).astype(float)
                pair = alpha, X @ X.T, y, C, 0, 1
                if _end_of_step(*pair) if y_i == y_j else _is_curved(*pair):
                    break
            yield Problem(pair, kind, C)

    def below_a_large_C(self) -> Problem:
        """Draw multipliers of order 1 and a C that is far above them."""
        (alpha, K, y, _, i, j), _, scale = self("", "inside")
        kind = LargeNumbers("C is far above all multipliers")
        return Problem((alpha, K, y, 2.0**40, i, j), kind, scale)

    def short(self, more: float) -> Problem:
        """Draw a pair whose multipliers are 1 + ``more`` times the best ones."""
        gap = self._one_of(0.5, 1.0, 2.0)
        x, best = np.array([1 + gap, 1.0]), 2 / gap**2
        alpha, y = np.full(2, round(best * (1 + more), 9)), np.array([-1, 1])
        i = int(self.rng.integers(2))
        args = alpha, np.outer(x, x), y, 4 * best, i, 1 - i
        return Problem(args, SmallNumbers("the best step is short"), 0.1 * best)

    def close_to(self, share: float, end: str) -> Problem:
        """Draw a pair of which both end at this share of C."""
        C = self._one_of(0.5, 1.5, 2.0, 3.0)
        x = np.array([1 + (2 / (share * C)) ** 0.5, 1.0])  # best is 2 / (x_i - x_j)^2
        i = int(self.rng.integers(2))
        args = np.full(2, C / 2), np.outer(x, x), np.array([-1, 1]), C, i, 1 - i
        return Problem(args, f"both multipliers end close to {end}", 0.1 * C)


def _curvature(K: Array, i: int, j: int) -> float:
    return float(K[i, i] + K[j, j] - 2 * K[i, j])


def _is_curved(alpha: Array, K: Array, y: Array, C: float, i: int, j: int) -> bool:
    """Whether the curvature of a pair isn't small beside the kernel."""
    return bool(_curvature(K, i, j) >= 0.2 * K.diagonal().max())


def _end_of_step(alpha: Array, K: Array, y: Array, C: float, i: int, j: int) -> str:
    """Where alpha_j ends: "inside", or a bound; "" if it is close to another end."""
    g, eta = K @ (alpha * y) - y, _curvature(K, i, j)
    at = alpha[i], alpha[j], int(y[i]), int(y[j]), C
    L, H = clip_bounds(no_mistake, *at)
    low, high = clip_bounds(("low-not-clipped", "high-not-clipped").__contains__, *at)
    if not _is_curved(alpha, K, y, C, i, j) or H - L < C / 20:
        return ""
    change, clear = y[j] * (g[i] - g[j]) / eta, 0.02 * C
    to = alpha[j] + change
    if L + clear < to < H - clear and abs(change) > clear:
        return "inside"
    if to < L - clear and alpha[j] > L + clear and abs(low) > clear:
        return "L > 0" if low > 0 else "L = 0"
    if to > H + clear and alpha[j] < H - clear and abs(high - C) > clear:
        return "H < C" if high < C else "H = C"
    return ""


def pair_step_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Steps that no bound cuts, and that each bound of either box cuts."""
    pair = _PairDrawer(rng)
    for equal in (True, False):
        for end in ("L > 0", "H < C", "L = 0", "H = C", "inside"):
            yield pair("", end, equal, N=6)
    yield pair("there are two examples", N=2)
    yield pair("there are many examples", N=24)
    many = int(rng.integers(480, 520))
    yield pair("there are hundreds of examples", "inside", N=many)
    yield pair("there is one feature", D=1)
    yield pair("there are many features", D=15)
    yield pair(WholeNumbers("C is the integer 3"), "H = C", C=3)
    yield pair(LargeNumbers("C is large"), "H = C", C=125.0)
    yield pair.below_a_large_C()
    yield pair(SmallNumbers("C is small"), C=1e-12, size=1e6)
    yield pair(LargeNumbers("the kernel is large"), size=30.0)
    yield pair(SmallNumbers("the kernel is tiny"), "inside", C=2e7, size=1e-3)
    yield pair("the kernel is RBF", rbf=True)
    yield pair("a feature is constant", constant=True)
    for size in (1, WRAPS_TO_ZERO**0.5):
        whole = WholeNumbers("K is an array of integers")
        yield pair(whole, "inside", whole=True, size=size)
    kind = "the multipliers times the labels do not sum to 0"
    yield pair(kind, "inside", any_sum=True)
    small = pair(SmallNumbers("a multiplier is small"), "inside", N=6, any_sum=True)
    alpha, *_, C, i, j = small.args
    alpha[next(k for k in range(6) if k not in (i, j))] = 2.0**-11 * C
    yield small
    yield from pair.at_bounds()
    yield from pair.opposite_bounds()
    y, K = np.array([1, -1]), np.array([[9.0, 3.0], [3.0, 1.0]])
    yield Problem((np.full(2, 0.5), K, y, 2.0, 0, 1), "the pair has nothing to gain")
    yield pair.small_beside_large()
    yield pair.small_gradient()
    for more in (3e-4, -3e-4):
        yield pair.short(more)
    for which in (0, 1):
        for bound in (0, 1):
            yield pair.gains_together(which, bound)
    for _ in range(2):
        yield pair("an example holds zeros only", zero=True)
    yield pair.close_to(0.001, "0")
    yield pair.close_to(0.999, "C")


def other_labels(alpha: Array, K: Array, y: Array, *_: Any) -> Array:
    """The labels least like y or -y with which the multipliers sum to zero as well."""
    labels = np.array(list(product((-1, 1), repeat=len(y))))
    labels = labels[np.abs(labels @ alpha) < 1e-9]
    return np.asarray(labels[np.abs(labels @ y).argmin()])


def _third(alpha: Array, K: Array, y: Array, C: float, i: int, j: int) -> int:
    """Return the first example that isn't in the pair."""
    return next(k for k in range(len(y)) if k not in (i, j))


PAIR_CHANGES = Changes(
    new_values={"y": other_labels, "i": _third, "j": _third}, accepts=_is_curved
)

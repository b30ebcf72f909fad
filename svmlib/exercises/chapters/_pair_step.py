"""The exact step in a pair of multipliers, with its mistakes and problems."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import (
    Switch,
    made_only_where,
    no_mistake,
    read_mistakes,
    with_suffix,
    without,
)
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
    other_labels,
    rbf_of,
    small_beside_large,
    two_classes,
)
from svmlib.exercises.chapters._clip_bounds import BOUNDS_MISTAKES, clip_bounds
from svmlib.exercises.chapters.duality import WHOLE_MISTAKES, kernel_part


def gradient(makes: Switch, alpha: Array, K: Array, y: Array) -> Array:
    """The gradient with respect to alpha y."""
    g = kernel_part(makes, alpha, K, y)
    if not makes("y-not-subtracted"):
        g = g + y if makes("y-added") else g - y
    if makes("whole-g"):
        g = np.trunc(g)
    return y * g if makes("gradient-in-alpha") else g


WHOLE_G_MISTAKES = WHOLE_MISTAKES | read_mistakes(
    "smo",
    """
    whole-g: g is cut off to whole numbers: an array that is made like y, by
        np.zeros_like(y) or y.copy(), holds integers.
    """,
)


def pair_step(
    makes: Switch, alpha: Array, K: Array, y: Array, C: float, i: int, j: int
) -> Array:
    """Return the multipliers after the exact step in the pair i, j."""
    g = gradient(makes, alpha, K, y)
    cross = 1 if makes("cross-once") else 2
    cross = -cross if makes("eta-plus") else cross
    if makes("eta-with-labels"):
        cross = cross * y[i] * y[j]
    eta = K[i, i] + K[j, j] - (0 if makes("cross-missing") else cross * K[i, j])
    if makes("eta-missing"):
        eta = 1.0
    if makes("half-step"):
        eta = 2 * eta
    if makes("double-step"):
        eta = eta / 2
    if makes("curvature-absolute"):
        eta = abs(eta)
    if not makes("negative-curvature"):
        eta = max(eta, 0.0)
    if eta == 0 and makes("small-for-flat"):
        eta = 1e-8
    stays = (
        g[i] == g[j] and not makes("zero-over-zero") and not makes("upwards-if-flat")
    )
    if eta == 0 and (makes("flat-not-moved") or stays):
        return alpha.copy()
    makes_here = with_suffix(makes, "unless-flat") if eta > 0 else makes
    with np.errstate(divide="ignore", invalid="ignore"):  # an edge cuts infinity
        change = (g[i] - g[j]) / eta
    if eta == 0 and makes("upwards-if-flat"):
        change = -np.inf
    without_label = eta <= 0 and makes("label-not-in-step-if-flat")
    if not makes_here("label-not-in-step") and not without_label:
        change = y[i if makes_here("label-of-i-in-step") else j] * change
    if makes_here("uphill") or (eta <= 0 and makes("uphill-if-flat")):
        change = -change
    L, H = clip_bounds(makes, alpha[i], alpha[j], int(y[i]), int(y[j]), C)
    if makes("not-clipped-below"):
        L = -np.inf
    if makes("not-clipped-above"):
        H = np.inf
    if makes_here("not-clipped"):
        L, H = -np.inf, np.inf
    if makes_here("clipped-apart") and not makes("box-only"):
        L, H = -np.inf, np.inf
    if makes("beta-box-positive") or makes("alpha-for-beta") or makes("t-on-alpha"):
        return _step_of_beta(makes, alpha, y, C, i, j, (g[j] - g[i]) / eta)
    new_j = min(max(alpha[j] + change, L), H)
    if g[i] > g[j] and makes_here("one-way-cut"):
        new_j = alpha[j] + change
    if g[i] < g[j] and makes_here("other-way-cut"):
        new_j = alpha[j] + change
    if g[i] > g[j] and makes_here("one-way"):
        new_j = alpha[j]
    moved = -change if makes_here("alpha-i-not-clipped") else alpha[j] - new_j
    if not makes("labels-not-in-alpha-i"):
        moved = moved * y[i] * y[j]
    result = alpha.copy()
    result[j] = alpha[j] if makes("alpha-j-not-moved") else new_j
    if not makes("alpha-i-not-moved"):
        result[i] += -moved if makes("alpha-i-wrong-way") else moved
    if makes("sum-taken-for-zero"):
        result[i] -= y[i] * (result @ y)
    if makes_here("clipped-apart"):
        result = np.clip(result, 0, C)
    return result * y if makes("beta-returned") else result


def _step_of_beta(
    makes: Switch, alpha: Array, y: Array, C: float, i: int, j: int, t: float
) -> Array:
    """The step of beta: in the box [0, C], or taken by alpha, or both."""
    signs = np.ones(len(y)) if makes("alpha-for-beta") else y
    beta = alpha * signs
    own = not makes("alpha-for-beta") and not makes("beta-box-positive")
    low = np.minimum(0, C * y) if own else np.zeros(len(y))
    highest = min(low[i] + C - beta[i], beta[j] - low[j])
    lowest = max(low[i] - beta[i], beta[j] - low[j] - C)
    if not makes("not-clipped") and not makes("clipped-apart"):
        upwards = t > 0 or makes("one-way-cut")
        t = min(t, highest) if upwards else max(t, lowest)
    if makes("uphill"):
        t = -t
    if makes("t-on-alpha"):
        beta, signs = alpha.copy(), np.ones(len(y))
    beta[i] += t
    beta[j] -= t
    return np.asarray((np.clip(beta, 0, C) if makes("clipped-apart") else beta) * signs)


# They may be made only where the curvature isn't 0, by programs that are right where it is.
_OF_CURVED_STEP = read_mistakes(
    "smo",
    """
    not-clipped: the step is not clipped: both multipliers have to stay between 0 and C.
    clipped-apart: each of the two is clipped on its own: then the sum of alpha y
        changes. Clip the step, before both take it.
    one-way-cut: a step against the given order is not cut: if g_i is above g_j, beta_i
        falls and beta_j rises, and the other two edges hold.
    other-way-cut: a step in the given order is not cut: if g_i is below g_j, beta_i
        rises and beta_j falls, and each has an edge.
    one-way: nothing moves if g_i is above g_j: then beta_i falls and beta_j rises, and
        the dual still gains.
    uphill: the step goes the wrong way: the dual gets worse. Which sign is wrong: that of
        g, of the curvature, or of the step?
    label-not-in-step: alpha_j is moved without its label: it is alpha y that makes this
        step, and for y = -1 alpha goes the other way.
    label-of-i-in-step: alpha_j is moved with the label y_i: it needs its own, y_j.
    alpha-i-not-clipped: alpha_i moves by the step as it was before it was clipped: it
        should move by what alpha_j has moved in the end.
    """,
)
PAIR_MISTAKES = (
    WHOLE_G_MISTAKES
    # Where L is above H, H is what the step is clipped to, as if C were missing from it.
    | without(BOUNDS_MISTAKES, "ends-of-unequal-exchanged")
    | _OF_CURVED_STEP
    | made_only_where("the curvature isn't 0", "unless-flat", _OF_CURVED_STEP)
    | read_mistakes(
        "smo",
        """
    not-clipped-below: the step is clipped at the upper bound only: there is a lower
        bound as well.
    not-clipped-above: the step is clipped at the lower bound only: there is an upper
        bound as well.
    eta-plus: the curvature has + 2 K_ij: along the pair's direction, one multiplier
        rises and the other falls.
    cross-once: the 2 before K_ij is missing in the curvature: it is a squared distance,
        multiplied out.
    cross-missing: the curvature lacks its part with K_ij: it is a squared distance,
        multiplied out.
    eta-with-labels: the curvature has labels in it: for a step of alpha y they cancel.
    beta-box-positive: alpha y is kept between 0 and C: for a negative example its box
        goes from -C to 0.
    alpha-for-beta: alpha takes the step of alpha y: for an example of class -1 it goes
        the other way.
    t-on-alpha: t is added to alpha itself: it is alpha y that moves by t, and alpha by
        y times t.
    eta-missing: the step is not divided by the curvature: that would be a gradient
        step, and not the exact one.
    flat-not-moved: nothing moves where the curvature is 0: there the dual is a straight
        line, and it rises all the way to an edge.
    negative-curvature: where rounding makes the curvature slightly negative, the step goes
        the wrong way: then treat it as 0.
    curvature-absolute: the sign of the curvature is dropped: where rounding makes it
        slightly negative, treat it as 0, and the step goes to an edge.
    small-for-flat: a small number stands for a curvature of 0, or is added to the
        curvature, and divides: with a large C the step then ends short of the edge, and
        the dual rises all the way to it.
    double-step: the step is twice the exact one: the dual is a parabola along the pair's
        direction, and this goes past its top, to a point no higher than the first.
    half-step: the step is half of the exact one: there is one curvature in the divisor,
        and no 2.
    y-not-in-f: the labels have no effect on the gradient: it needs K times alpha y.
    product-before-label: the label comes last, as in `K @ alpha * y`: each alpha needs
        the label of its own example, before the sum.
    y-not-subtracted: the gradient lacks its - y, which comes from the sum of the
        multipliers in the dual.
    y-added: y is added in the gradient: it should be subtracted.
    gradient-in-alpha: g is multiplied by the labels: that is the gradient with respect
        to alpha, and the step of alpha y needs the one with respect to alpha y.
    alpha-i-not-moved: alpha_i stays where it was: then the sum of alpha y changes.
    sum-taken-for-zero: alpha_i is computed as if the sum of alpha y were 0: that sum stays
        as it is, whatever it is.
    alpha-j-not-moved: alpha_j stays where it was: then the sum of alpha y changes.
    labels-not-in-alpha-i: alpha_i always moves against alpha_j: with unequal labels the
        sum of alpha y changes.
    alpha-i-wrong-way: alpha_i moves the wrong way: the sum of alpha y changes.
    beta-returned: what is returned is alpha times y: multipliers are never below zero.
    uphill-if-flat: where the curvature is 0, and only there, the step goes to the wrong
        edge: the dual gets worse all the way.
    label-not-in-step-if-flat: where the curvature is 0, and only there, alpha_j goes the
        wrong way for y_j = -1. Is it moved without its label, or always to the same edge?
        The sign of g_j - g_i says to which.
    upwards-if-flat: where the curvature is 0, beta_i always rises to the edge: it falls if
        g_i is above g_j, and stays where it is if the two are equal.
    zero-over-zero: 0 is divided by 0 where two examples and their labels are the same:
        such a pair has nothing to gain, and stays where it is.
    uphill-if-flat + label-not-in-step-if-flat: where the curvature is 0, and only there,
        alpha_j goes the wrong way for y_j = 1. Does the step always go to the same edge? The
        sign of g_j - g_i says to which.
    uphill-if-flat + upwards-if-flat: where the curvature is 0, beta_i always falls to the
        edge: it rises if g_i is below g_j, and stays where it is if the two are equal.
    alpha-i-not-moved + alpha-j-not-moved: neither of the two multipliers has moved.
    box-only + clipped-apart: each of the two is clipped to 0 and C, one after the
        other: where the second is cut, the sum of alpha y changes. The bounds of the pair
        are narrower.
    """,
    )
)


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

    def last(self, N: int, equal: bool) -> Iterator[Problem]:
        """Draw a pair of which one is the last example, and turn it round."""
        (alpha, K, y, C, i, j), _, scale = self("", "inside", equal, N=N)
        order = np.array([*np.delete(np.arange(N), j), j])
        args = alpha[order], K[order][:, order], y[order], C
        i -= i > j
        for pair in ((i, N - 1), (N - 1, i)):
            yield Problem((*args, *pair), "the pair holds the last of many", scale)

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

    def flat(self, kind: str, row: list[float], far: float) -> Iterator[Problem]:
        """Draw two examples with no curvature, whose gradients differ by 2."""
        for y_i, C in ((1, far), (-1, far), (1, 0.0), (-1, 0.0)):
            named = LargeNumbers(f"{kind}, and C is large") if C else kind
            C = C or self._one_of(0.5, 1.5, 2.0, 3.0)
            K, y = np.array([row, row[::-1]]), np.array([y_i, -y_i])
            yield Problem((np.full(2, C / 4), K, y, C, 0, 1), named, C)

    def flat_and_unequal(self) -> Iterator[Problem]:
        """Draw pairs with no curvature and unequal multipliers, which rise together."""
        for of_i, of_j, y_i in ((0.25, 0.5, 1), (0.5, 0.25, -1)):
            C, order = self._one_of(0.5, 1.5, 2.0, 3.0), self.rng.permutation(3)
            alpha = C * np.array([of_i, of_j, abs(of_i - of_j)])
            y = y_i * np.array([1, -1, 1 if of_i < of_j else -1])
            X = self.rng.integers(1, 4, (3, 2))[[0, 0, 1]]
            i, j = np.argsort(order)[:2].tolist()
            yield Problem(
                (alpha[order], (1.0 * X @ X.T)[order][:, order], y[order], C, i, j),
                "two equal examples have opposite labels and unequal multipliers",
                C,
            )

    def nothing_to_gain(self) -> Problem:
        """Draw two equal examples of one class: each of their places is as good."""
        y_i, C = int(self.rng.choice([1, -1])), self._one_of(0.5, 1.5, 2.0)
        X = self.rng.integers(1, 4, (3, 2))[[0, 0, 1]] * [[1.0], [1.0], [-1.0]]
        alpha, y = np.array([0.25, 0.5, 0.75]) * C, y_i * np.array([1, 1, -1])
        kind = "two equal examples share a label"
        return Problem(
            (alpha, X @ X.T, y, C, *self.rng.permutation(2).tolist()), kind, C
        )

    def far_from_zero(self) -> Problem:
        """Draw two equal examples of opposite labels with a large g; float32 is exact."""
        X = 3.0 * np.array([[500, 300], [500, 300], [400, 100], [100, 50]])
        order, y_i = self.rng.permutation(4), int(self.rng.choice([1, -1]))
        alpha, y = (
            np.array([2, 1, 1, 2])[order] / 4,
            y_i * np.array([1, -1, 1, -1])[order],
        )
        i, j = self.rng.permutation(np.argsort(order)[:2]).tolist()
        kind = SmallNumbers("large g_i and g_j are nearly the same")
        return Problem((alpha, (X @ X.T)[order][:, order], y, 1.0, i, j), kind)

    def small_beside_large(self) -> Problem:
        """Draw a pair whose step depends on small multipliers of large examples."""
        while True:
            alpha, X, y, C, kind = small_beside_large(self.rng)
            K, ordinary = X @ X.T, np.flatnonzero(alpha == C / 2)
            pair = K, y, C, *self.rng.permutation(ordinary)[:2].tolist()
            without = np.where(alpha < C / 2, 0, alpha)
            steps = [pair_step(no_mistake, a, *pair) for a in (alpha, without)]
            if _curvature(K, *pair[3:]) > 0.5 and np.ptp(steps, axis=0).max() > 0.1 * C:
                return Problem((alpha, *pair), kind, C)

    def small_gradient(self) -> Problem:
        """Draw a pair whose gradients differ by the least that float32 sees."""
        y = np.array([1, 1, -1, -1])
        while True:
            X = self.rng.integers(-2, 3, (4, 2))
            K, alpha = 2.0**-21 * X @ X.T, multipliers(self.rng, y, 1.0)
            g = K @ (alpha * y) - y
            pair = alpha, K, y, 1.0, *self.rng.permutation(2).tolist()
            seen = np.array_equal(g, np.float32(g)) and abs(g[0] - g[1]) == 2.0**-24
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
                if y_i != y_j or _end_of_step(*pair):
                    break
            yield Problem(pair, kind, C)

    def below_a_large_C(self, C: float) -> Problem:
        """Draw multipliers of order 1 and a C that is far above them."""
        (alpha, K, y, _, i, j), _, scale = self("", "inside")
        kind = LargeNumbers("C is far above all multipliers")
        return Problem((alpha, K, y, C, i, j), kind, scale)

    def short(self, more: float) -> Problem:
        """Draw a pair that is best at ``best`` each, and is there but for a little."""
        gap = self._one_of(0.5, 1.0, 2.0)
        x, best = np.array([1 + gap, 1.0]), 2 / gap**2
        alpha, y = np.full(2, round(best * (1 + more), 9)), np.array([-1, 1])
        i = int(self.rng.integers(2))
        args = alpha, np.outer(x, x), y, 4 * best, i, 1 - i
        return Problem(args, SmallNumbers("the best step is short"), 0.1 * best)

    def nearly_equal(self, equal: bool) -> Problem:
        """Draw examples with one large feature in common; float32 is exact."""
        y = np.array([1, 1 if equal else -1, -1, -1 if equal else 1])
        kind = LargeNumbers("the curvature is small beside the kernel")
        while True:
            X, alpha = self.rng.integers(-2, 3, (4, 2)), multipliers(self.rng, y, 1.0)
            K, pair = 1.0 * X @ X.T, (y, 1.0, *self.rng.permutation(2).tolist())
            if _curvature(K, 0, 1) <= 8 and _end_of_step(alpha, K, *pair) == "inside":
                return Problem((alpha, 2.0**20 + K, *pair), kind)

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


def pair_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Steps that no bound cuts, and that each bound of either box cuts."""
    pair = _PairDrawer(rng)
    for equal in (True, False):
        for end in ("L > 0", "H < C", "L = 0", "H = C", "inside"):
            yield pair("", end, equal, N=6)
    yield pair("there are two examples", N=2)
    yield pair("there are many examples", N=24)
    for equal in (True, False):
        yield from pair.last(int(rng.integers(52, 60)), equal)
    many = int(rng.integers(480, 520))
    yield pair("there are hundreds of examples", "inside", N=many)
    yield pair("there is one feature", D=1)
    yield pair("there are many features", D=15)
    yield pair(WholeNumbers("C is the integer 3"), C=3)
    yield pair(LargeNumbers("C is large"), C=100.0)
    yield pair.below_a_large_C(1e6)
    yield pair.below_a_large_C(2.0**60)
    yield pair(SmallNumbers("C is small"), C=1e-12, size=1e6)
    yield pair(LargeNumbers("the kernel is large"), size=30.0)
    yield pair(SmallNumbers("the kernel is tiny"), "inside", C=2e18, size=1e-9)
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
    same = "two equal examples have opposite labels"
    yield from pair.flat(same, [2.0, 2.0], 1e3)
    yield from pair.flat_and_unequal()
    yield from pair.flat("all entries of K are 1", [1.0, 1.0], 2.0**60)
    rounded = "rounding has made the curvature negative"
    above = float(np.nextafter(2.0**-9, 1.0))  # and g stays far below C
    yield from pair.flat(rounded, [2.0**-9, above], 2.0**66)
    above = float(np.nextafter(2.0, 3.0))
    K = np.eye(4)
    K[:2, :2] = [[2.0, above], [above, 2.0]]
    args = np.full(4, 0.5), K, np.array([1, 1, -1, -1]), 1.0, 0, 1
    yield Problem(args, f"{rounded} and g_i is g_j")
    C = 2.0**-40
    args = np.full(2, C / 4), np.ones((2, 2)), np.array([1, -1]), C, 0, 1
    yield Problem(args, SmallNumbers("all entries of K are 1 and C is small"), C)
    yield pair.nothing_to_gain()
    yield pair.far_from_zero()
    yield pair.small_beside_large()
    yield pair.small_gradient()
    for more in (3e-4, -3e-4):
        yield pair.short(more)
    for equal in (True, False):
        yield pair.nearly_equal(equal)
    for which in (0, 1):
        for bound in (0, 1):
            yield pair.gains_together(which, bound)
    for _ in range(2):
        yield pair("an example holds zeros only", zero=True)
    yield pair.close_to(0.001, "0")
    yield pair.close_to(0.999, "C")


def _third(alpha: Array, K: Array, y: Array, C: float, i: int, j: int) -> int:
    """Return the first example that isn't in the pair."""
    return next(k for k in range(len(y)) if k not in (i, j))


PAIR_CHANGES = Changes(
    others={"y": other_labels, "i": _third, "j": _third}, accepts=_is_curved
)

"""Hyperplanes, multipliers and examples of part two that several chapters draw from."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    LargeNumbers,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)


class Plane(NamedTuple):
    """A hyperplane, examples and labels about it, and what is special."""

    w: Array
    b: float
    X: Array
    y: Array
    kind: str
    scale: float

    def with_both_signs(self) -> Iterator["Plane"]:
        """Yield the plane, and two with other signs of w, b, X and y but the same y f."""
        yield self
        yield self._replace(w=-self.w, X=-self.X)
        yield self._replace(b=-self.b, X=-self.X, y=-self.y)

    def rows(self, order: Any) -> "Plane":
        """Return the plane with these of its examples."""
        return self._replace(X=self.X[order], y=self.y[order])


# Intervals of functional margins y f, which a plane's examples are drawn from in turn.
ANYWHERE = ((-np.inf, 1), (-np.inf, np.inf))  # but one at least has slack
BEYOND, INSIDE = ((1, np.inf),), ((0, 1),)
WRONG, FAR_WRONG = ((-np.inf, 0),), ((-np.inf, -1),)
EVERYWHERE = ((1, 9), (0, 1), (-1, 0), (-9, -1))


class PlaneDrawer:
    """Draws hyperplanes, and examples about them whose y f lies where it should."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def __call__(
        self,
        kind: str,
        N: int | None = None,
        D: int | None = None,
        *,
        functional_margins: Sequence[tuple[float, float]] = ANYWHERE,
        label: int = 0,
        b: float | None = None,
        w_size: float = 1.0,
        size: float = 1.0,
        zero_in_w: bool = False,
        positive: bool = False,
        whole: bool = False,
        whole_w: bool = False,
    ) -> Plane:
        D = D or int(self.rng.integers(2, 5))
        N = N or int(self.rng.integers(3, 7))
        while True:  # until the hyperplane isn't too far away
            w = w_size * (self.rng.normal(size=D).round(1) + 0.02)
            if whole_w:
                w = np.int64(w_size) * self.rng.choice([-3, -2, -1, 1, 2, 3], D)
            w[0] *= not zero_in_w
            drawn_b = w_size * size * round(self.rng.normal(), 6)
            shift = float(f"{drawn_b:.9g}") if b is None else b
            rows: list[Array] = []
            y: list[int] = []
            for _ in range(500):
                x = size * self.rng.normal(size=D).round(1)
                x = np.abs(x) if positive else x
                x = (3 * x).astype(np.int64) if whole else x
                sign = label or int(self.rng.choice([-1, 1]))
                y_f = sign * float(x @ w + shift)
                least, most = functional_margins[len(y) % len(functional_margins)]
                if least < y_f < most and off_kinks(y_f, 0.02 * w_size * size):
                    rows.append(x)
                    y.append(sign)
                if len(y) == N:
                    X = np.array(rows)
                    return Plane(w, shift, X, np.array(y), kind, w_size * size)

    def ordinary(self, kind: str, N: int, D: int) -> Plane:
        """Draw both classes everywhere, so that what has slack pulls b, not all one way."""
        while True:
            plane = self(kind, N, D, functional_margins=EVERYWHERE)
            active = plane.y * (plane.X @ plane.w + plane.b) < 1
            if len(set(plane.y)) == 2 and 0 < abs(plane.y[active].sum()) < 5:
                return plane


def off_kinks(y_f: float, distance: float) -> bool:
    """Whether y f is farther than this from -1, 0 and 1."""
    return min(abs(y_f - kink) for kink in (-1, 0, 1)) > distance


def is_off_the_margin(w: Array, b: float, X: Array, y: Array, C: float = 1.0) -> bool:
    """Whether no y f is close to 1."""
    return bool(np.abs(y * (X @ w + b) - 1).min() > 1e-3)


def planes(rng: np.random.Generator) -> Iterator[Plane]:
    """Hyperplanes and labelled examples of every kind; no y f is near -1, 0 or 1."""
    yield from unlabelled_planes(rng)
    draw = PlaneDrawer(rng)
    beyond = "every example is beyond the margin"  # no slack hides the digits of w
    yield draw(beyond, functional_margins=BEYOND, w_size=MANY_DIGITS)
    yield draw(
        "every example is right but inside the margin", functional_margins=INSIDE
    )
    yield draw("every example is on the wrong side", functional_margins=WRONG)
    yield draw("every example is far on the wrong side", functional_margins=FAR_WRONG)
    yield draw("all labels are +1", label=1)
    yield draw("all labels are -1", label=-1)
    unequal = draw("the classes are unequal", 7, label=1)
    yield unequal._replace(y=np.where(np.arange(7) == rng.integers(7), -1, 1))


def unlabelled_planes(rng: np.random.Generator) -> Iterator[Plane]:
    """Hyperplanes and examples whose kinds say nothing of the labels."""
    draw = PlaneDrawer(rng)
    yield draw.ordinary("", 7, 3).rows(rng.permutation(7))
    yield draw("there is one example", 1)
    yield draw("there are two examples", 2)
    eight = draw.ordinary("there are many examples", 8, 2)
    yield eight.rows(rng.integers(8, size=tens_or_hundreds(rng)))
    eight = draw.ordinary("there are more than a thousand examples", 8, 2)
    yield eight.rows(rng.integers(8, size=thousands(rng)))
    one = draw("there is one feature", D=1)
    yield one
    yield one._replace(w=-one.w, X=-one.X)
    yield draw("the only example has one feature", 1, 1)
    yield draw("there are as many examples as features", 3, 3)
    for D, kind in (
        (tens_or_hundreds(rng), "there are many features"),
        (thousands(rng), "there are more than a thousand features"),
    ):
        yield draw(kind, 3, D, functional_margins=((-np.inf, 0.9),))
    for whole_b in (0, 3):
        yield draw(WholeNumbers("b is an integer"), b=whole_b)
    for b in (0.001, -0.001):  # and a loss that is no larger than needed to see it
        small = SmallNumbers("b is small")
        yield draw(small, 3, label=1, b=b, functional_margins=INSIDE)
    yield from draw("w is very long", w_size=1e7).with_both_signs()
    short = SmallNumbers("large examples meet a short w")
    yield from draw(short, w_size=1e-5, size=1e5).with_both_signs()
    long = LargeNumbers("tiny examples meet a long w")
    yield from draw(long, w_size=1e5, size=1e-5).with_both_signs()
    yield draw("an entry of w is zero", zero_in_w=True)
    large = LargeNumbers("the examples are large")
    yield from draw(large, size=1e7).with_both_signs()
    yield draw(SmallNumbers("the examples are tiny"), size=0.002)
    kind = SmallNumbers("an example is far larger than the others")
    far = draw(kind, 5, 3, functional_margins=((-3, -1),), b=0.0)
    yield far._replace(X=far.X * [[4e3], [1], [1], [1], [1]])
    for unit in (3e3, 8e3):  # a sum may be smaller, or larger, than its unit
        wide = draw(SmallNumbers("a feature is far larger than the others"), 5, 3)
        units = np.array([unit, 1, 1])
        yield wide._replace(w=wide.w / units, X=wide.X * units)
    yield draw("an example is there twice", 4).rows([0, 1, 1, 2, 3])
    zero = draw("an example holds zeros only", b=0.4)
    zero.X[-1] = 0
    yield zero
    zeros = draw("all examples hold zeros only", b=0.4)
    yield zeros._replace(X=0 * zeros.X)
    yield draw("no number in X is negative", 4, 3, positive=True)
    whole = WholeNumbers("X is an array of integers")
    yield draw(whole, 4, 3, whole=True)
    yield draw(whole, 4, 3, whole=True, size=WRAPS_TO_ZERO)
    whole = WholeNumbers("w is an array of integers")
    yield draw(whole, 4, 3, whole_w=True)
    yield draw(whole, 4, 3, whole_w=True, w_size=WRAPS_TO_ZERO)
    more = draw("the last column of X holds ones")
    yield more._replace(
        w=np.append(more.w, 0.7),
        b=more.b - 0.7,
        X=np.column_stack([more.X, np.ones(len(more.X))]),
    )
    more = draw("a feature is 0 in all examples")
    yield more._replace(
        w=np.append(more.w, 0.7), X=np.insert(more.X, len(more.w), 0, axis=1)
    )


class Dual(NamedTuple):
    """Multipliers that satisfy the constraints, their problem, and its kind."""

    alpha: Array
    X: Array
    y: Array
    C: float
    kind: str


def two_classes(rng: np.random.Generator, N: int, positive: int | None = None) -> Array:
    """Labels -1 and +1 of N examples, some of each."""
    y = np.full(N, -1)
    count = int(rng.integers(1, N)) if positive is None else positive
    y[rng.permutation(N)[:count]] = 1
    return y


def multipliers(
    rng: np.random.Generator, y: Array, C: float, bounds: str = "some"
) -> Array:
    """Multiples of C / 8 whose sum with y is zero.

    ``bounds`` says how many of them are 0 or C: "some", but not all of them, "all" or
    "none". They are exact in float32 if C has few bits.
    """
    eighths = np.zeros(len(y), dtype=np.int64)
    if bounds == "all":
        for label in (-1, 1):
            eighths[rng.permutation(np.flatnonzero(y == label))[:2]] = 8
    low, high = (1, 7) if bounds == "none" else (0, 8)
    while bounds != "all" and not (eighths % 8).any():
        eighths = rng.choice([low, 2, 3, 5, 6, high], size=len(y))
        while total := eighths @ y:
            can = np.where(y * total > 0, eighths > low, eighths < high)
            one = rng.choice(np.flatnonzero(can))
            eighths[one] -= y[one] * np.sign(total)
    return eighths * (C / 8)


class DualDrawer:
    """Draws multipliers with their problems; a kind changes what it is about."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def __call__(
        self,
        kind: str,
        N: int | None = None,
        D: int | None = None,
        *,
        C: float | None = None,
        y: Array | None = None,
        bounds: str = "some",
        size: float = 1.0,
    ) -> Dual:
        N = N or int(self.rng.integers(3, 7))
        y = two_classes(self.rng, N) if y is None else y
        shape = len(y), D or int(self.rng.integers(2, 5))
        X = size * self.rng.normal(size=shape).round(1)
        C = float(self.rng.choice([0.5, 1.5, 2.0, 3.0])) if C is None else C
        return Dual(multipliers(self.rng, y, C, bounds), X, y, C, kind)

    def many(self, N: int) -> Dual:
        """Draw many examples, of which none can be left out.

        Where a label is changed, w changes, and the largest terms of its squared norm
        come last.
        """
        y = two_classes(self.rng, N, N // 2)
        count = "more than a thousand" if N > 1000 else "hundreds of"
        drawn = self(f"there are {count} examples", D=2, y=y, bounds="none")
        X, beta = drawn.X + 1, drawn.alpha * y
        order = np.argsort(beta * (X @ (X.T @ beta)))
        return drawn._replace(alpha=drawn.alpha[order], X=X[order], y=y[order])

    def twice(self, kind: str) -> Dual:
        """Draw two examples of the larger class that are the same."""
        drawn = self(kind, 5)
        alpha, X, y, *_ = drawn
        one, other = np.flatnonzero(y == np.sign(y.sum()))[:2]
        X[one] = X[other]
        alpha[[one, other]] = (alpha[one] + alpha[other]) / 2
        return drawn


INTEGER_EXAMPLES = WholeNumbers("the examples hold integers")


def dual_problems(
    rng: np.random.Generator, num_examples: int = 400, *, with_C: bool = True
) -> Iterator[Dual]:
    """Multipliers of every kind. The largest problem has ``num_examples``, or a few more.

    The default is for exercises with a kernel matrix: a loop in Python over all pairs
    of examples takes a fifth of a second. ``with_C`` says whether an attempt gets C, so
    that a kind may speak of it.
    """
    draw, what = DualDrawer(rng), "C is" if with_C else "the multipliers are"
    yield draw("", 6, 4)
    yield draw("all multipliers are between the bounds", 5, bounds="none")
    yield draw("every multiplier is 0 or C", 6, y=two_classes(rng, 6, 2), bounds="all")
    yield draw("there are two examples", 2)
    yield draw("there are many examples", int(rng.integers(18, 25)))
    yield draw.many(num_examples + int(rng.integers(20)))
    yield draw("there is one feature", D=1)
    yield draw("there are as many examples as features", 4, 4)
    yield draw("there are many features", 3, tens_or_hundreds(rng))
    yield draw("there are more than a thousand features", 3, thousands(rng))
    for one in (1, 5):
        yield draw("a class has one example", y=two_classes(rng, 6, one))
    if with_C:
        yield draw(WholeNumbers("C is the integer 3"), C=3)
    yield draw(LargeNumbers(f"{what} large"), C=2.0**60, size=2.0**-30)
    yield draw(SmallNumbers(f"{what} small"), C=2.0**-60, size=2.0**30)
    yield draw(LargeNumbers("the examples are large"), size=1e6)
    yield draw(SmallNumbers("the examples are tiny"), size=0.01)
    yield near_the_bounds(rng)
    drawn = draw(SmallNumbers("a feature is far larger than the others"), D=3)
    yield drawn._replace(X=drawn.X * [2e3, 1, 1])
    drawn = draw("a feature is constant", D=3)
    drawn.X[:, 1] = 1.5
    yield drawn
    drawn = draw("all features are positive")
    yield drawn._replace(X=np.abs(drawn.X) + 0.5)
    yield draw.twice("an example is there twice")
    drawn = draw("each class has one support vector", 6)
    pair = np.argmax(drawn.y < 0), np.argmax(drawn.y > 0)
    drawn.alpha[:] = np.where(np.isin(np.arange(6), pair), round(0.3 * drawn.C, 9), 0)
    yield drawn
    drawn = draw("an example holds zeros only")
    drawn.X[rng.integers(len(drawn.X))] = 0
    yield drawn
    drawn = draw("a feature is 0 in all examples")
    drawn.X[:, rng.integers(drawn.X.shape[1])] = 0
    yield drawn
    for unit in (1, WRAPS_TO_ZERO):
        drawn = draw(INTEGER_EXAMPLES, 5, 3)
        yield drawn._replace(X=unit * (10 * drawn.X).astype(np.int64))
        drawn = draw(WholeNumbers("alpha is an array of integers"), C=8.0 * unit)
        yield drawn._replace(alpha=drawn.alpha.astype(np.int64))
    yield small_beside_large(rng)


def rbf_of(X: Array) -> Array:
    """The RBF kernel of examples with themselves, rounded."""
    squares = ((X[:, None] - X) ** 2).sum(axis=2)
    return np.asarray(np.exp(-0.3 * squares).round(4))


def size_of_terms(alpha: Array, K: Array) -> float:
    """Return a tenth of what the terms of an entry of K (alpha y) may add up to.

    As the scale of the tolerance, that leaves room enough for what float32 rounds.
    """
    return float(0.1 * (np.abs(K) @ alpha).max())


def near_the_bounds(rng: np.random.Generator) -> Dual:
    """Multipliers of each class as close to 0 and to C as float32 sees."""
    C = float(rng.choice([0.5, 1.5, 2.0, 3.0]))
    below = float(np.nextafter(np.float32(C), np.float32(0)))
    alpha = np.repeat([C * 2.0**-60, below, C / 2], 2)
    order, X = rng.permutation(6), rng.normal(size=(6, 3)).round(1)
    y = np.array([-1, 1] * 3)[order]
    kind = "multipliers are just inside their bounds"
    return Dual(alpha[order], X, y, C, kind)


UNCONSTRAINED = "the multipliers times the labels do not sum to 0"


def unconstrained(rng: np.random.Generator) -> Dual:
    """Multipliers as no solver leaves them, for what is defined for any."""
    drawn = DualDrawer(rng)(UNCONSTRAINED, 5)
    alpha = drawn.C / 8 * rng.integers(0, 9, size=5)
    alpha[0] += drawn.C / 16  # an odd number of sixteenths
    drawn.X[:, 0] = 1.0  # with the constraint it would have no part in w
    return drawn._replace(alpha=alpha)


def one_class(rng: np.random.Generator) -> Iterator[Dual]:
    """Multipliers of examples of one class, which no constraint holds."""
    for kind, y in (
        ("there is one example", -np.ones(1, dtype=np.int64)),
        ("all labels are +1", np.ones(5, dtype=np.int64)),
        ("all labels are -1", -np.ones(5, dtype=np.int64)),
    ):
        drawn = unconstrained(rng)
        alpha, X = drawn.alpha[: len(y)], drawn.X[: len(y)]
        yield drawn._replace(alpha=alpha, X=X, y=y, kind=kind)


def small_beside_large(rng: np.random.Generator) -> Dual:
    """A multiplier of each class is tiny beside the others, and its example huge."""
    X, C = rng.normal(size=(6, 3)).round(1) + 0.02, float(rng.choice([0.5, 1.5, 2.0]))
    size, y = np.repeat([2.0**40, 1.0], [2, 4]), np.array([-1, 1] * 3)
    order = rng.permutation(6)
    alpha, X = (C / 2 / size)[order], (size[:, None] * X)[order]
    return Dual(
        alpha,
        X,
        y[order],
        C,
        SmallNumbers("small multipliers belong to large examples"),
    )

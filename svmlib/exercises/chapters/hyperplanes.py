"""Exercises of the chapter hyperplanes: distance, margin, and closest points."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._binary_data import planes, unlabelled_planes

CHAPTER = Chapter("hyperplanes", "Hyperplanes and the margin")


def decision_values(makes: Switch, w: Array, b: float, X: Array) -> Array:
    """Return f(x) = w . x + b of each example, (N,)."""
    if makes("b-forgotten"):
        b = 0.0
    if makes("b-for-each-feature"):
        b = len(w) * b
    f: Array = X @ w + (-b if makes("b-subtracted") else b)
    return f


B_MISTAKES = CHAPTER.read_mistakes(
    """
    b-forgotten: b has no effect: without it every hyperplane would go through the
        origin.
    b-subtracted: b is subtracted: some books write f(x) = w . x - b, this one adds b.
    b-for-each-feature: b is added once for each feature: it is added once, after the sum
        over the features.
    """,
)


def _signed_distance(makes: Switch, w: Array, b: float, X: Array) -> Array:
    f = decision_values(makes, w, b, X)
    norm = np.abs(w).sum() if makes("l1-norm") else np.sqrt(w @ w)
    if makes("norm-with-b"):
        norm = np.sqrt(norm**2 + b * b)
    if makes("norm-squared"):
        norm = norm**2
    if makes("not-divided"):
        norm = 1.0
    distance: Array = f / norm
    if makes("only-b-divided"):
        distance = f - b + b / norm
    if makes("b-not-divided"):
        distance = (f - b) / norm + b
    if makes("side-only"):
        distance = np.sign(distance)
    if makes("negated"):
        distance = -distance
    return np.abs(distance) if makes("absolute") else distance


SIGNED_DISTANCE_MISTAKES = B_MISTAKES | CHAPTER.read_mistakes(
    """
    absolute: all distances are positive: the sign says on which side of the hyperplane
        an example lies.
    norm-squared: f is divided by the square of the norm: the distance would then depend
        on how w is scaled. Is a root missing?
    norm-with-b: b takes part in the norm: b moves the hyperplane, and isn't a component
        of its normal vector.
    l1-norm: the divisor is the sum of the absolute values of w's entries: a distance
        needs the Euclidean norm.
    not-divided: these are the values of f: twice the w and b give twice the f, but the
        same hyperplane.
    b-not-divided: only w . x is divided: a / c + b is not (a + b) / c.
    only-b-divided: only b is divided: a + b / c is not (a + b) / c.
    side-only: only the side is returned, +1 or -1: the exercise also asks how far away
        each example lies.
    negated: the sign is the wrong way round: the distance is positive on the side that
        w points to.
    b-subtracted + negated: w . x is subtracted from b: f is the sum of the two.
    """,
)


def _distance_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for w, b, X, _, kind, scale in unlabelled_planes(rng):
        yield Problem((w, b, X), kind, scale / float(np.sqrt(w @ w)))
    w, b, X, *_ = next(planes(rng))
    yield Problem((1e-17 * w, 1e-17 * b, X), SmallNumbers("w is very short"))
    yield Problem(
        (w, 1e-9 * b, 1e-9 * X), SmallNumbers("b and the examples are tiny"), 1e-9
    )
    args = w, 2.0**40 * b, 2.0**40 * X
    yield Problem(args, LargeNumbers("b and the examples are very large"), 1e12)
    x = rng.integers(-3, 4, 3).astype(float)
    v = rng.choice([-2.0, -1.0, 1.0, 2.0], 3)
    on_it = np.array([x, x + v])
    yield Problem((v, -float(v @ x), on_it), "an example lies on the hyperplane")


CHAPTER.add(
    Exercise(
        "signed-distance",
        "A function (w, b, X) that returns the signed distance of each example from "
        "the hyperplane f(x) = w . x + b = 0: (N,), positive on the side that w points "
        "to. w is (D,), b is a number, X is (N, D).",
        returns=("the array of distances",),
        implementation=_signed_distance,
        mistake_table=SIGNED_DISTANCE_MISTAKES,
        problems=_distance_problems,
    )
)


def _margin_width(makes: Switch, w: Array) -> float:
    if makes("last-entry-only"):
        w = w[-1:]
    norm = np.abs(w).sum() if makes("l1-norm") else np.sqrt(w @ w)
    if makes("norm-squared"):
        norm = norm**2
    if makes("norm-multiplies"):
        norm = 1 / norm
    width = (1 if makes("one-side") else 2) / norm
    return float(1 / width if makes("upside-down") else width)


MARGIN_WIDTH_MISTAKES = CHAPTER.read_mistakes(
    """
    one-side: this is the distance from f(x) = 0 to one of the two hyperplanes: the
        margin has two sides.
    norm-squared: the norm is squared: follow the unit vector along w from the one
        hyperplane to the other. How fast does f grow on the way?
    upside-down: the fraction is upside down: where w is long f grows fast, and the two
        hyperplanes are close.
    last-entry-only: only the last entry of w counts: is the sum assigned where it should
        be added to?
    norm-multiplies: the norm is a factor here: the longer w is, the narrower the margin
        should be.
    l1-norm: the absolute values of w's entries are added up: a distance needs the
        Euclidean norm.
    one-side + norm-squared: this is 1 over the squared norm. Is a root written as a power
        without brackets? a**-1/2 is (a**-1) / 2.
    """,
)


def _width_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def weights(D: int, size: float = 1.0) -> Array:
        return size * (2 * rng.normal(size=D).round(1) + 0.02)

    yield Problem((weights(3),))
    yield Problem((weights(2),))
    yield Problem((weights(1),), "there is one feature")
    yield Problem((weights(tens_or_hundreds(rng)),), "there are many features", 0.1)
    many = weights(thousands(rng))
    yield Problem((many,), "there are more than a thousand features", 0.01)
    yield Problem((weights(3, 1e8),), "w is long", 1e-8)
    yield Problem((weights(3, 1e-17),), SmallNumbers("w is short"))
    w = weights(4)
    w[rng.permutation(4)[:2]] = 0
    yield Problem((w,), "w holds zeros")
    whole = WholeNumbers("w is an array of integers")
    w = rng.permutation([1, -2, 4]).astype(np.int64)
    yield Problem((w,), whole)
    yield Problem((WRAPS_TO_ZERO * w,), whole, 1e-5)


CHAPTER.add(
    Exercise(
        "margin-width",
        "A function (w) that returns the distance of the hyperplane f(x) = 1 from the "
        "hyperplane f(x) = -1, where f(x) = w . x + b. w is (D,).",
        returns=("the width",),
        implementation=_margin_width,
        mistake_table=MARGIN_WIDTH_MISTAKES,
        problems=_width_problems,
        not_finite_question="Is the squared norm 0 or negative? In int32, the square of "
        "65536 wraps around to 0.",
    )
)


def _closest_points(makes: Switch, p: Array, q: Array) -> tuple[Array, float]:
    gap = q - p if makes("points-exchanged") else p - q
    length = np.sqrt(gap @ gap)
    power = 1 if makes("length-not-squared") else 2
    rise = 1.0 if makes("two-missing") else 2.0
    w = rise * gap / length**power
    if makes("unscaled") or makes("half-difference"):
        w = gap / (2 if makes("half-difference") else 1)
    middle = p + q if makes("middle-not-halved") else (p + q) / 2
    if makes("b-from-p"):
        middle = p
    if makes("b-from-q"):
        middle = q
    if makes("b-halved"):
        middle = middle / 2
    normal = gap if makes("b-from-unscaled") else w
    b = 0.0 if makes("b-missing") else -normal @ middle
    if makes("q-at-plus-one"):
        b = 1 - w @ q
    return w, float(-b if makes("b-sign") else b)


CLOSEST_POINTS_MISTAKES = CHAPTER.read_mistakes(
    """
    unscaled: w is the difference of the two points: its direction is right, its length
        is not. Put p into f: the value must be 1.
    half-difference: w is half the difference of the two points: its direction is right,
        its length is not. Put p into f: the value must be 1.
    two-missing: w is half as long as it must be: from q to p, f rises from -1 to 1.
    length-not-squared: the difference is divided by its length once: what is w . (p -
        q) then, and what must it be?
    b-sign: b has the wrong sign: f is zero halfway between p and q.
    points-exchanged: p and q are exchanged in w: it must point from class -1 to class
        +1.
    b-from-p: b puts the hyperplane through p: it belongs halfway between the two
        points.
    b-from-q: b puts the hyperplane through q: it belongs halfway between the two
        points.
    middle-not-halved: b is taken from p + q: that is not the point halfway between
        them.
    b-halved: b is half of what it should be: p + q was halved once already.
    b-from-unscaled: b is computed from p - q before that is scaled: it needs the w that
        is returned.
    q-at-plus-one: b makes f(q) = 1: q belongs to class -1, and f is -1 there.
    b-missing: b is zero: then the hyperplane goes through the origin, wherever p and q
        are.
    two-missing + b-from-q: w is half as long as it must be, and f(p) is 1: from q to p,
        f rises from -1 to 1. If b is 1 - w . p, nothing else is wrong.
    two-missing + b-from-p: w is half as long as it must be, and f(q) is -1: from q to p,
        f rises from -1 to 1. If b is -1 - w . q, nothing else is wrong.
    two-missing + length-not-squared: w has length 1: from q to p, f then rises by their
        distance, and it must rise by 2.
    points-exchanged + b-sign: p and q are exchanged in w alone: it must point from class
        -1 to class +1. b is as it should be.
    b-from-p + b-halved: b is -w . p / 2, where q is missing: the point halfway between
        them is (p + q) / 2.
    b-from-q + b-halved: b is -w . q / 2, where p is missing: the point halfway between
        them is (p + q) / 2.
    b-sign + q-at-plus-one: w . q has the wrong sign in b: solve f(q) = -1 for b once
        more.
    """,
)


def _closest_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str, D: int | None = None, size: float = 1.0, shared: bool = False
    ) -> Problem:
        while True:
            p, q = 2 * rng.normal(size=(2, D or int(rng.integers(2, 5)))).round(1)
            q[0] = p[0] if shared else q[0]
            gap = float(np.sqrt((p - q) @ (p - q)))
            # Divided by gap**2: the size of b, and the sizes of its terms added up.
            b, terms = abs(p @ p - q @ q), np.abs(p + q) @ np.abs(p - q)
            usual = gap > 0.5 and abs(gap - 1) > 0.1 and abs(gap - 2) > 0.1
            if usual and b > 0.02 * (gap**2 + terms):  # float32 gets it
                return Problem((size * p, size * q), kind, min(1.0, 1 / size))

    yield problem("", 3)
    yield problem("", 2)
    yield problem("there is one feature", 1)
    yield problem("there are many features", tens_or_hundreds(rng))
    yield problem("there are more than a thousand features", thousands(rng))
    yield problem("the points are far apart", size=1e7)
    for size in (1e-7, 1e-17):
        yield problem(SmallNumbers("the points are close"), size=size)
    p, q = np.array([[2048, 3 + rng.integers(4)]] * 2) * rng.choice([-1.0, 1.0], 2)
    p[0] += 2.0**-9  # float32 gets p @ p - q @ q as well
    turned = rng.permutation(2)
    for args in ((p[turned], q[turned]), (q[turned], p[turned])):
        yield Problem(
            args, SmallNumbers("the points are close, and far from the origin")
        )
    together = problem("the points share a feature", 3, shared=True)
    yield together
    p, q = together.args
    for moved in (20.0, -60.0):
        yield Problem(
            (p + moved, q + moved), "the points are far from the origin", 50.0
        )
    yield Problem((p, -p), "the origin is halfway between the points")
    p, q = rng.permutation([p, q])
    p[0], q[0] = 2e3 * rng.choice([-1, 1]) * rng.permutation([1.0, 3.0])
    unequal = SmallNumbers("the points are far apart in one feature only")
    yield Problem((p, q), unequal, 1e-4)
    p, q = together.args
    whole, off = rng.integers(1, 5, 3), 2.0**-11 * rng.choice([1, 3], 3)
    kind = "the origin is nearly halfway between the points"
    for sign in (1, -1):  # of b
        yield Problem((sign * off + whole, sign * off - whole), kind, 0.01)
    yield Problem((p, 0 * p), "q is the origin")
    yield Problem((0 * q, q), "p is the origin")
    # None is negative: b is at most -1 then, and float32 has it where w is tiny.
    both = rng.integers(4, size=3) + np.array([[2, 1, 3], [0, 0, 0]], dtype=np.int64)
    kind = WholeNumbers("p and q are arrays of integers")
    yield Problem(tuple(both), kind)
    yield Problem(tuple(WRAPS_TO_ZERO * both), kind, 1e-5)
    whole, other = both
    yield Problem((whole, other - 0.25), WholeNumbers("p is an array of integers"))
    yield Problem((whole + 0.25, other), WholeNumbers("q is an array of integers"))


CHAPTER.add(
    Exercise(
        "closest-points",
        "A function (p, q) that returns (w, b) of the hard margin: w (D,) and b, with "
        "f(p) = 1 and f(q) = -1. p (D,) and q (D,) are the two closest points of the "
        "hulls of class +1 and class -1.",
        returns=("w", "b"),
        implementation=_closest_points,
        mistake_table=CLOSEST_POINTS_MISTAKES,
        problems=_closest_problems,
        changes=Changes(accepts=lambda p, q: bool(np.abs(p - q).max() > 0.5)),
    )
)

"""Exercises of the chapter gradient_check: centred difference and relative error."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    Changes,
    Formula,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    log_uniform,
    tens_or_hundreds,
    thousands,
)

CHAPTER = Chapter("gradient_check", "Checking a gradient")


def _centred_difference(
    makes: Switch, f: Callable[[float], float], w: float, h: float
) -> float:
    if makes("half-steps"):
        h = h / 2
    above = f(w) if makes("backward-difference") else f(w + h)
    below = f(w) if makes("forward-difference") else f(w - h)
    one_sided = makes("backward-difference") or makes("forward-difference")
    width = h if one_sided != makes("wrong-width") else 2 * h
    if makes("reversed-difference"):
        above, below = below, above
    if makes("sum-for-difference"):
        below = -below

    def divided(change: float) -> float:
        if makes("not-divided"):
            return change
        return change / 2 * h if makes("times-h") else change / width

    if makes("parentheses-missing"):
        return above - divided(below)
    return divided(above - below)


CENTRED_DIFFERENCE_MISTAKES = CHAPTER.read_mistakes(
    """
    forward-difference: this is the forward difference, from w to one side: its error
        shrinks like h, not like h^2.
    backward-difference: this is the backward difference, from w to one side: its error
        shrinks like h, not like h^2.
    half-steps: the points are w - h/2 and w + h/2: here they are w - h and w + h.
    wrong-width: the change is divided by the wrong width: take the distance between the
        two points where f was evaluated.
    times-h: the change is halved and then multiplied by h: a / 2 * h is not a / (2 *
        h).
    parentheses-missing: only the second value is divided: a - b / c is not (a - b) / c.
    not-divided: this is how much f changes, and not yet its slope.
    reversed-difference: the difference is taken the wrong way round: a rising f gets a
        negative slope.
    sum-for-difference: the two values are added, where their difference is the change.
    """,
)


def _slope_problems(rng: np.random.Generator) -> Iterator[Problem]:
    cubic = Formula("lambda w: w**3 - 2 * w**2 + 1")

    def near(w: float) -> float:
        return round(w + rng.uniform(-0.3, 0.3), 2)

    def step() -> float:
        return float(rng.choice([0.2, 0.25, 0.4]))

    yield Problem((cubic, near(1.5), step()))
    yield Problem(
        (Formula("lambda w: sin(3 * w) + w"), near(0.3), step()), "f is a wave"
    )
    yield Problem((cubic, 0.0, step()), "w = 0")
    yield Problem(
        (Formula("lambda w: abs(w)"), 0.1, 0.4), "f has a kink between w - h and w + h"
    )
    kind = "f is abs and w far below zero"
    yield Problem((Formula("lambda w: abs(w)"), near(-2.0), step()), kind)
    yield Problem((Formula("lambda w: 3.0"), near(1.0), step()), "f is constant")
    yield Problem((Formula("lambda w: 3 * w - 6"), 2.0, step()), "f is 0 at w")
    yield Problem((cubic, near(1.5), 1.0), "h = 1")
    yield Problem((cubic, near(1.5), 3), WholeNumbers("h is the integer 3"))
    yield Problem((cubic, 2, step()), WholeNumbers("w is the integer 2"))
    for h in (1000.5, 1e5):
        yield Problem((cubic, near(1.5), h), LargeNumbers("h is large"))
    yield Problem((cubic, near(1.5), 0.01), SmallNumbers("h is small"))
    yield Problem(
        (Formula("lambda w: 5 * w**2"), near(2e6), step()), LargeNumbers("w is large")
    )
    usual = float(f"{10 ** rng.uniform(-7, -3):.2g}")  # as in the check of a gradient
    for h, sign in product((1e-3, usual, 1e-12), (1, -1)):
        f = Formula(f"lambda w: {h} * sin(w / {h})")
        yield Problem(
            (f, sign * near(0.5) * h, h),
            SmallNumbers("f is a fast wave and h is small"),
        )
    for w in (2.0, -2.0):  # the slope has the sign of w
        steep = Formula("lambda w: 1e30 * w**2")
        yield Problem((steep, near(w), step()), "f is steep")
        flat = Formula("lambda w: 1e-30 * w**2")
        yield Problem((flat, near(w), step()), "f is nearly flat", 1e-30)
    far_below = LargeNumbers("w is far below zero")
    yield Problem((Formula("lambda w: 5 * w**2"), near(-2e6), step()), far_below)
    # Not so large that a difference to one side can't be told from the centred one.
    for sign, kind in ((1, LargeNumbers("w is large")), (-1, far_below)):
        yield Problem((cubic, near(sign * log_uniform(rng, 6, 400)), step()), kind)


CHAPTER.add(
    Exercise(
        "centred-difference",
        "A function (f, w, h) that returns the centred difference of f, a function of "
        "one number, between w - h and w + h.",
        returns=("the slope",),
        implementation=_centred_difference,
        mistake_table=CENTRED_DIFFERENCE_MISTAKES,
        problems=_slope_problems,
        changes=Changes(
            new_values={"f": lambda f, w, h: Formula("lambda w: w**3 - w**2 + 2")}
        ),
    )
)


def _relative_error(makes: Switch, a: Array, b: Array) -> float:
    if makes("norms-over-sum") or makes("norms-over-larger"):
        norms = np.linalg.norm(a), np.linalg.norm(b)
        size = sum(norms) if makes("norms-over-sum") else max(norms)
        return float(np.linalg.norm(a - b) / size)
    gap = a - b if makes("sign-kept") else np.abs(a - b)
    size_a, size_b = (a, b) if makes("signed-scale") else (np.abs(a), np.abs(b))
    scale = size_a + size_b if makes("sum-for-scale") else np.maximum(size_a, size_b)
    if makes("scale-of-first"):
        scale = size_a
    if makes("scale-of-second"):
        scale = size_b
    if makes("guarded-scale"):
        scale = np.maximum(scale, 1e-8)
    if makes("one-scale"):
        scale = np.full(a.shape, scale.max())
    errors = gap if makes("absolute-error") else gap / scale
    if makes("whole-errors") and a.dtype.kind == "i":
        errors = np.trunc(errors)
    if makes("mean-for-largest"):
        return float(errors.mean())
    if makes("sum-for-largest"):
        return float(errors.sum())
    return float(errors.max())


RELATIVE_ERROR_MISTAKES = CHAPTER.read_mistakes(
    """
    absolute-error: the difference is not divided by the size of the numbers: an error of
        0.01 is large for a gradient of 0.01, and small for one of 100.
    sign-kept: differences keep their sign: an entry that is far too small then counts
        as a good one.
    signed-scale: the divisor keeps the signs of a and b: numbers of opposite sign
        cancel in it, or make the error negative.
    sum-for-scale: the divisor is the sum of the two sizes: the exercise asks for the
        larger of them.
    scale-of-first: the divisor is the size of a alone: exchanging a and b should change
        nothing.
    scale-of-second: the divisor is the size of b alone: exchanging a and b should
        change nothing.
    one-scale: all entries are divided by the same number: each has a size of its own,
        and an error in a small one would be hidden.
    guarded-scale: an error in very small entries is hidden. Is a small number, such as
        1e-8, added to the divisor, or is it the least that the divisor can be? Or are
        small differences rounded, skipped or taken for zero?
    mean-for-largest: the errors are averaged: one wrong entry among many right ones
        would pass.
    sum-for-largest: the errors are added up: many small ones would look like one that
        is large.
    norms-over-sum: this is the norm of the difference over the sum of the norms: one
        number made of all entries, in which a wrong small one is hidden.
    norms-over-larger: this is the norm of the difference over the larger norm: one
        number made of all entries, in which a wrong small one is hidden.
    whole-errors: where a and b hold integers, the errors are cut off to whole numbers: an
        array that is made like a, by np.zeros_like(a), holds integers then.
    """,
)


def _relative_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def pair(*shape: int) -> tuple[Array, Array]:
        signs = rng.choice([-1, 1], size=shape)
        a = (signs * rng.uniform(0.3, 3, size=shape)).round(2)
        return a, (a + rng.normal(size=shape) / 4).round(2) + 0.003

    yield Problem(pair(4, 3))
    yield Problem(pair(3, 1), "a and b have one column")
    yield Problem(pair(1, 3), "a and b have one row")
    yield Problem(pair(6), "a and b are vectors")
    yield Problem(pair(1), "there is one entry")
    some, many = tens_or_hundreds(rng), thousands(rng)
    yield Problem(pair(some, 2), "there are many entries")
    yield Problem(pair(2, some), "there are many entries")
    for shape in ((many,), (many, 2), (2, many)):
        a, b = pair(*shape)[0], np.zeros(shape)
        b.flat[-1] = 0.5
        yield Problem(
            (a, a + b), "only the last of more than a thousand entries is wrong"
        )
    for zero, part in ((np.s_[1], "row"), (np.s_[:, 1], "column"), (..., "matrix")):
        a, b = pair(3, 3)
        a[zero] = 0.0
        kind = "is zero" if part == "matrix" else f"has a {part} of zeros"
        yield Problem((a, b), f"a {kind}")
        yield Problem((b, a), f"b {kind}")
    a = rng.choice([-1, 1], size=(2, 3)) * rng.integers(1, 9, size=(2, 3))
    b = a + np.sign(a) * rng.integers(
        1, 4, size=(2, 3)
    )  # so that every error is below 1
    whole = WholeNumbers("a and b are arrays of integers")
    yield Problem((a, b), whole)
    yield Problem((WRAPS_TO_ZERO * a, WRAPS_TO_ZERO * b), whole)
    larger = b + 0.25 * np.sign(b)
    yield Problem((a, larger), WholeNumbers("a is an array of integers"))
    yield Problem((larger, a), WholeNumbers("b is an array of integers"))
    a, b = pair(2, 3)
    yield Problem((a[[0, 1, 1]], b[[0, 1, 1]]), "a row of a and of b comes twice")
    yield Problem((a := pair(1, 3)[0], a.copy()), "a and b are the same", 0.0)
    yield Problem((a, -a), "a and b have opposite signs")
    yield Problem((a * [1, 0, 1], a), "an entry of a is zero")
    yield Problem((a, a * [1, 0, 1]), "an entry of b is zero")
    yield Problem((a, a * [1, 1.002, 1]), SmallNumbers("the error is small"), 0.01)
    c = rng.integers(1, 8, 3).astype(float)
    close = c + 2.0**-19  # exact in float32
    yield Problem((c, close), SmallNumbers("the error is tiny"), 1e-9)
    # As a gradient check finds them. In float32 both entries of b would be those of a.
    for exponent in (int(rng.integers(25, 29)), 33):
        a = np.full(2, float(rng.integers(1, 8)))
        b = a * rng.permutation([1, 1 + 2.0**-exponent])
        kind = SmallNumbers("the error is that of a right gradient")
        yield Problem((a, b), kind, 1e-30)
    c, d = pair(1, 3)
    large = 1e30 * c, 1e30 * d
    yield Problem(large, LargeNumbers("the entries are large"))
    tiny_c, tiny_d = 1e-30 * c, 1e-30 * d
    yield Problem((tiny_c, tiny_d), SmallNumbers("the entries are tiny"))
    yield Problem((tiny_c[0], tiny_d[0]), SmallNumbers("the entries are tiny"))
    yield Problem(
        (c * [1, 1, 1e-4], c * [1, 1, 2e-4]),
        SmallNumbers("only a small entry is wrong"),
    )
    yield Problem(
        (c * [1e5, 1, 1e-4], c * [1e5, 1, 2e-4]),
        SmallNumbers("only a small entry is wrong, and another is large"),
    )
    for kind, a, b in (
        ("a and b have three axes", *pair(2, 3, 2)),
        ("a and b have four axes", *pair(2, 1, 2, 3)),
    ):
        yield Problem((a, b), kind)
        yield Problem((np.flip(a).copy(), np.flip(b).copy()), kind)


CHAPTER.add(
    Exercise(
        "relative-error",
        "A function (a, b) that returns the largest relative error of any entry: the "
        "difference of two entries, without its sign, over the larger of their sizes. "
        "a and b are arrays of one shape, with one or more axes, of floats or "
        "integers, and no entry is zero in both.",
        returns=("the error",),
        implementation=_relative_error,
        mistake_table=RELATIVE_ERROR_MISTAKES,
        problems=_relative_problems,
    )
)

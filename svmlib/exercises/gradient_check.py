"""Exercises of the chapter gradient_check: the centred difference, and the relative error."""

from collections.abc import Callable, Iterator

import numpy as np

from svmlib.exercises._exercise import (
    Array,
    Chapter,
    Problem,
    Switch,
    always,
    read_mistakes,
)

CHAPTER = Chapter("gradient_check", "Checking a gradient")


def _centred_difference(
    on: Switch, f: Callable[[float], float], w: float, h: float
) -> float:
    above = f(w) if on("backward-difference") else f(w + h)
    below = f(w) if on("forward-difference") else f(w - h)
    one_sided = on("backward-difference") or on("forward-difference")
    width = h if one_sided != on("wrong-width") else 2 * h
    if on("reversed-difference"):
        above, below = below, above
    if on("sum-for-difference"):
        below = -below

    def divided(change: float) -> float:
        if on("not-divided"):
            return change
        return change / 2 * h if on("times-h") else change / width

    if on("parentheses-missing"):
        return above - divided(below)
    return divided(above - below)


CENTRED_MISTAKES = read_mistakes(
    "gradient_check",
    """
    forward-difference: this is the forward difference, from w to one side: its error
        shrinks like h, not like h^2.
    backward-difference: this is the backward difference, from w to one side: its error
        shrinks like h, not like h^2.
    wrong-width: the change is divided by the wrong width: asked for is the distance
        between the two points it was measured at.
    times-h: the change is halved and then multiplied by h: a / 2 * h is not a / (2 *
        h).
    parentheses-missing: only the second value is divided: a - b / c is not (a - b) / c.
    not-divided: this is the change of f, not yet its slope.
    reversed-difference: the difference is taken the wrong way round: a rising f gets a
        negative slope.
    sum-for-difference: the two values are added, where their difference is the change.
    """,
)


def _cubic(w: float) -> float:
    return w**3 - 2 * w * w + 1


def _wave(w: float) -> float:
    return float(np.sin(3 * w)) + w


CENTRED_DIFFERENCE = CHAPTER.exercise(
    "centred-difference",
    "A function (f, w, h) that returns the centred difference of f, a function of "
    "one number, at w with step h.",
    returns=("the slope",),
    faulty=_centred_difference,
    mistakes=CENTRED_MISTAKES,
    problems=always(
        (
            Problem((_cubic, 1.5, 0.5)),
            Problem((_wave, 0.3, 0.25)),
            Problem((_cubic, -0.7, 0.2)),
            Problem((_wave, -0.8, 0.4)),
        )
    ),
)


def _relative_error(on: Switch, a: Array, b: Array) -> float:
    if on("norms-over-sum") or on("norms-over-larger"):
        norms = np.linalg.norm(a), np.linalg.norm(b)
        size = sum(norms) if on("norms-over-sum") else max(norms)
        return float(np.linalg.norm(a - b) / size)
    gap = a - b if on("sign-kept") else np.abs(a - b)
    size_a, size_b = (a, b) if on("signed-scale") else (np.abs(a), np.abs(b))
    scale = size_a + size_b if on("sum-for-scale") else np.maximum(size_a, size_b)
    if on("scale-of-first"):
        scale = size_a
    if on("scale-of-second"):
        scale = size_b
    if on("one-scale"):
        scale = np.full(a.shape, scale.max())
    errors = gap if on("absolute-error") else gap / scale
    if on("mean-for-largest"):
        return float(errors.mean())
    if on("sum-for-largest"):
        return float(errors.sum())
    return float(errors.min() if on("smallest-error") else errors.max())


RELATIVE_MISTAKES = read_mistakes(
    "gradient_check",
    """
    absolute-error: the difference is not divided by the size of the numbers: 0.01 is
        much for a gradient of 0.01 and little for one of 100.
    sign-kept: differences keep their sign: an entry that is far too small then counts
        as a good one.
    signed-scale: the divisor keeps the signs of a and b: numbers of opposite sign
        cancel in it, or make the error negative.
    sum-for-scale: the divisor is the sum of the two sizes: the exercise asks for the
        larger of them.
    scale-of-first: the divisor is the size of a alone: a and b should have the same
        standing.
    scale-of-second: the divisor is the size of b alone: a and b should have the same
        standing.
    one-scale: all entries are divided by the same number: each has a size of its own,
        and an error in a small one would be hidden.
    mean-for-largest: the errors are averaged: one wrong entry among many right ones
        would pass.
    sum-for-largest: the errors are added up: many small ones would look like one that
        is large.
    norms-over-sum: this is the norm of the difference over the sum of the norms: one
        number made of all entries, in which a wrong small one is hidden.
    norms-over-larger: this is the norm of the difference over the larger norm: one
        number made of all entries, in which a wrong small one is hidden.
    smallest-error: the smallest error is returned: one entry that is right would be
        enough.
    """,
)


def _relative_cases() -> Iterator[Problem]:
    for seed, shape in ((152, (4, 3)), (37, (6,)), (22, (2, 5))):
        rng = np.random.default_rng(seed)
        a = rng.normal(size=shape).round(2)
        b = (a + rng.normal(size=shape) / 4).round(2)
        yield Problem((a, b))
        yield Problem((b, a))


RELATIVE_ERROR = CHAPTER.exercise(
    "relative-error",
    "A function (a, b) that returns the largest relative error of any entry: the "
    "difference of two entries, without its sign, over the larger of their sizes. "
    "a and b are arrays of one shape.",
    returns=("the error",),
    faulty=_relative_error,
    mistakes=RELATIVE_MISTAKES,
    problems=always(tuple(_relative_cases())),
)

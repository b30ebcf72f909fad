"""Exercises of the chapter hyperplanes: distances, the width of the margin, and the closest points."""

import numpy as np

from svmlib.exercises._binary import B_MISTAKES, PLANES, values
from svmlib.exercises._exercise import (
    Array,
    Chapter,
    Problem,
    Switch,
    always,
    read_mistakes,
)

CHAPTER = Chapter("hyperplanes", "Hyperplanes and the margin")


def _signed_distance(on: Switch, w: Array, b: float, X: Array) -> Array:
    f = values(on, w, b, X)
    norm = np.full(len(X), np.abs(w).sum() if on("l1-norm") else np.sqrt(w @ w))
    if on("norm-with-b"):
        norm = np.sqrt(norm**2 + b * b)
    if on("divided-by-x"):
        norm = np.linalg.norm(X, axis=1)
    if on("norm-squared"):
        norm = norm**2
    if on("not-divided"):
        norm = np.ones(len(X))
    distance: Array = f / norm
    if on("b-not-divided"):
        distance = (f - b) / norm + b
    if on("side-only"):
        distance = np.sign(distance)
    if on("negated"):
        distance = -distance
    return np.abs(distance) if on("absolute") else distance


DISTANCE_MISTAKES = B_MISTAKES | read_mistakes(
    "hyperplanes",
    """
    absolute: all distances are positive: the sign says on which side of the hyperplane
        an example lies.
    norm-squared: f is divided by the square of the norm: the distance would then depend
        on how w is scaled. Is a root missing?
    norm-with-b: b takes part in the norm: it moves the hyperplane, and is no component
        of its normal.
    l1-norm: the divisor adds up the sizes of w's entries: lengths are measured by the
        other norm.
    not-divided: these are the values of f: twice the w and b give twice the f, and the
        same hyperplane.
    b-not-divided: only w . x is divided: a + b / c is not (a + b) / c.
    divided-by-x: f is divided by the length of x: which vector is it that the distance
        is measured along?
    side-only: only the side is returned, +1 or -1: how far away an example lies is
        asked for, too.
    negated: the sign is turned round: the distance is positive on the side that w
        points to.
    """,
)


SIGNED_DISTANCE = CHAPTER.exercise(
    "signed-distance",
    "A function (w, b, X) that returns the signed distance of each example from the "
    "hyperplane f(x) = w . x + b = 0: (N,), positive on the side that w points to. "
    "w is (D,), b is a number, X is (N, D).",
    returns=("the distances",),
    faulty=_signed_distance,
    mistakes=DISTANCE_MISTAKES,
    problems=always(tuple(Problem(plane) for plane in PLANES)),
)


def _margin_width(on: Switch, w: Array) -> float:
    norm = np.abs(w).sum() if on("l1-norm") else np.sqrt(w @ w)
    if on("norm-squared"):
        norm = norm**2
    if on("norm-only"):
        return float(norm)
    if on("norm-multiplies"):
        norm = 1 / norm
    width = (1 if on("one-side") else 2) / norm
    return float(1 / width if on("upside-down") else width)


WIDTH_MISTAKES = read_mistakes(
    "hyperplanes",
    """
    one-side: this is the distance from f(x) = 0 to one of the two hyperplanes: the
        margin has two sides.
    norm-squared: the norm is squared: follow the unit vector along w from the one
        hyperplane to the other. How fast does f grow on the way?
    upside-down: the fraction is upside down: where w is long f grows fast, and the two
        hyperplanes are close.
    norm-only: this is the norm of w: the longer w is, the narrower the margin.
    norm-multiplies: the norm is a factor here: the longer w is, the narrower is the
        margin.
    l1-norm: the sizes of w's entries are added up: lengths are measured by the other
        norm.
    """,
)


MARGIN_WIDTH = CHAPTER.exercise(
    "margin-width",
    "A function (w) that returns the distance of the hyperplane f(x) = 1 from the "
    "hyperplane f(x) = -1, where f(x) = w . x + b. w is (D,).",
    returns=("the width",),
    faulty=_margin_width,
    mistakes=WIDTH_MISTAKES,
    problems=always(
        (
            Problem((np.array([3.0, 4.0]),)),
            Problem((np.array([1.0, -2.0, 2.0]),)),
            Problem((np.array([-0.5, 0.0, 0.0, 1.2]),)),
        )
    ),
)


def _closest_points(on: Switch, p: Array, q: Array) -> tuple[Array, float]:
    gap = q - p if on("points-exchanged") else p - q
    length = np.sqrt(gap @ gap)
    power = 0 if on("unscaled") else 1 if on("length-not-squared") else 2
    w = (1 if on("two-missing") or on("unscaled") else 2) * gap / length**power
    middle = p + q if on("middle-not-halved") else (p + q) / 2
    if on("b-from-p"):
        middle = p
    if on("b-from-q"):
        middle = q
    if on("b-from-difference"):
        middle = gap / 2
    b = 0.0 if on("b-missing") else -(gap if on("b-from-unscaled") else w) @ middle
    if on("q-at-plus-one"):
        b = 1 - w @ q
    return w, float(-b if on("b-sign") else b)


CLOSEST_MISTAKES = read_mistakes(
    "hyperplanes",
    """
    unscaled: w is the difference of the two points: its direction is right, its length
        is not. Put p into f: the value must be 1.
    two-missing: w is half as long as it must be: from q to p, f rises from -1 to 1.
    length-not-squared: the difference is divided by its length once: what is w . (p -
        q) then, and what must it be?
    points-exchanged: p and q are exchanged in w: it must point from class -1 to class
        +1.
    b-from-p: b puts the hyperplane through p: it belongs half way between the two
        points.
    b-from-q: b puts the hyperplane through q: it belongs half way between the two
        points.
    middle-not-halved: b is taken from p + q: that is not the point half way between
        them.
    b-from-difference: b is taken from the difference of p and q: where is the point
        half way between them?
    b-from-unscaled: b is computed from p - q before it got its length: it needs the w
        that is returned.
    q-at-plus-one: b makes f(q) = 1: q belongs to class -1, and f is -1 there.
    b-sign: b has the wrong sign: f is zero half way between p and q.
    b-missing: b is zero: then the hyperplane goes through the origin, wherever p and q
        are.
    """,
)


CLOSEST_POINTS = CHAPTER.exercise(
    "closest-points",
    "A function (p, q) that returns (w, b) of the hard margin: w (D,) and b, with "
    "f(p) = 1 and f(q) = -1. p (D,) and q (D,) are the two closest points of the "
    "hulls of class +1 and class -1.",
    returns=("w", "b"),
    faulty=_closest_points,
    mistakes=CLOSEST_MISTAKES
    | read_mistakes(
        "hyperplanes",
        """
    two-missing + length-not-squared: w has length 1: from q to p, f then rises by their
        distance, and it must rise by 2.
    """,
    ),
    problems=always(
        (
            Problem((np.array([1.5, 0.5]), np.array([1.0, 1.5]))),
            Problem((np.array([2.0, -1.0, 0.5]), np.array([-1.0, 0.5, 1.0]))),
            Problem((np.array([0.3, 1.2, -0.4, 2.0]), np.array([1.1, -0.2, 0.6, 0.7]))),
        )
    ),
)

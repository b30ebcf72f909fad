"""Exercises of part two: from a hyperplane's margin to the dual and its solver.

Each faulty function asks ``on("some-mistake")`` and is right where all answers are no.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from svmlib.exercises._attempt import Array
from svmlib.exercises._engine import (
    Case,
    Exercise,
    Switch,
    no_mistake,
    read_mistakes,
)


def _plane(seed: int, N: int, D: int) -> tuple[Array, float, Array]:
    """A hyperplane (w, b) of order 1 and examples X (N, D) about it."""
    rng = np.random.default_rng(seed)
    w = rng.normal(size=D).round(2)
    b = round(rng.normal(), 2)
    return w, b, rng.normal(size=(N, D)).round(2)


def _labels(*signs: int) -> Array:
    return np.array(signs, dtype=np.int64)


_PLANES = (_plane(35, 7, 3), _plane(441, 5, 2), _plane(93, 6, 4))
_LABELS = (
    _labels(-1, -1, 1, -1, 1, 1, 1),
    _labels(-1, 1, -1, -1, 1),
    _labels(-1, 1, 1, -1, -1, -1),
)


# Chapter hyperplanes


def _values(on: Switch, w: Array, b: float, X: Array) -> Array:
    if on("b-forgotten"):
        b = 0.0
    f: Array = X @ w + (-b if on("b-subtracted") else b)
    return f


B_MISTAKES = read_mistakes("""
    b-forgotten: b has no effect: without it every hyperplane would go through the
        origin. See chapter hyperplanes.
    b-subtracted: b is subtracted: some books write f(x) = w . x - b, this one adds
        b. See chapter hyperplanes.
    """)


def _signed_distance(on: Switch, w: Array, b: float, X: Array) -> Array:
    f = _values(on, w, b, X)
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


DISTANCE_MISTAKES = B_MISTAKES | read_mistakes("""
    absolute: all distances are positive: the sign says on which side of the
        hyperplane an example lies. See chapter hyperplanes.
    norm-squared: f is divided by the square of the norm: the distance would then
        depend on how w is scaled. Is a root missing? See chapter hyperplanes.
    norm-with-b: b takes part in the norm: it moves the hyperplane, and is no
        component of its normal. See chapter hyperplanes.
    l1-norm: the divisor adds up the sizes of w's entries: lengths are measured by
        the other norm. See chapter hyperplanes.
    not-divided: these are the values of f: twice the w and b give twice the f, and
        the same hyperplane. See chapter hyperplanes.
    b-not-divided: only w . x is divided: a + b / c is not (a + b) / c. See chapter
        hyperplanes.
    divided-by-x: f is divided by the length of x: which vector is it that the
        distance is measured along? See chapter hyperplanes.
    side-only: only the side is returned, +1 or -1: how far away an example lies is
        asked for, too. See chapter hyperplanes.
    negated: the sign is turned round: the distance is positive on the side that w
        points to. See chapter hyperplanes.
    """)


SIGNED_DISTANCE = Exercise(
    "signed-distance",
    "A function (w, b, X) that returns the signed distance of each example from the "
    "hyperplane f(x) = w . x + b = 0: (N,), positive on the side that w points to. "
    "w is (D,), b is a number, X is (N, D).",
    ("w", "b", "X"),
    ("the distances",),
    _signed_distance,
    DISTANCE_MISTAKES,
    tuple(Case(plane) for plane in _PLANES),
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


WIDTH_MISTAKES = read_mistakes("""
    one-side: this is the distance from f(x) = 0 to one of the two hyperplanes: the
        margin has two sides. See chapter hyperplanes.
    norm-squared: the norm is squared: follow the unit vector along w from the one
        hyperplane to the other. How fast does f grow on the way? See chapter
        hyperplanes.
    upside-down: the fraction is upside down: where w is long f grows fast, and the
        two hyperplanes are close. See chapter hyperplanes.
    norm-only: this is the norm of w: the longer w is, the narrower the margin. See
        chapter hyperplanes.
    norm-multiplies: the norm is a factor here: the longer w is, the narrower is the
        margin. See chapter hyperplanes.
    l1-norm: the sizes of w's entries are added up: lengths are measured by the
        other norm. See chapter hyperplanes.
    """)


MARGIN_WIDTH = Exercise(
    "margin-width",
    "A function (w) that returns the distance of the hyperplane f(x) = 1 from the "
    "hyperplane f(x) = -1, where f(x) = w . x + b. w is (D,).",
    ("w",),
    ("the width",),
    _margin_width,
    WIDTH_MISTAKES,
    (
        Case((np.array([3.0, 4.0]),)),
        Case((np.array([1.0, -2.0, 2.0]),)),
        Case((np.array([-0.5, 0.0, 0.0, 1.2]),)),
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


CLOSEST_MISTAKES = read_mistakes("""
    unscaled: w is the difference of the two points: its direction is right, its
        length is not. Put p into f: the value must be 1. See chapter hyperplanes.
    two-missing: w is half as long as it must be: from q to p, f rises from -1 to 1.
        See chapter hyperplanes.
    length-not-squared: the difference is divided by its length once: what is w .
        (p - q) then, and what must it be? See chapter hyperplanes.
    points-exchanged: p and q are exchanged in w: it must point from class -1 to
        class +1. See chapter hyperplanes.
    b-from-p: b puts the hyperplane through p: it belongs half way between the two
        points. See chapter hyperplanes.
    b-from-q: b puts the hyperplane through q: it belongs half way between the two
        points. See chapter hyperplanes.
    middle-not-halved: b is taken from p + q: that is not the point half way between
        them. See chapter hyperplanes.
    b-from-difference: b is taken from the difference of p and q: where is the point
        half way between them? See chapter hyperplanes.
    b-from-unscaled: b is computed from p - q before it got its length: it needs the w
        that is returned. See chapter hyperplanes.
    q-at-plus-one: b makes f(q) = 1: q belongs to class -1, and f is -1 there. See
        chapter hyperplanes.
    b-sign: b has the wrong sign: f is zero half way between p and q. See chapter
        hyperplanes.
    b-missing: b is zero: then the hyperplane goes through the origin, wherever p
        and q are. See chapter hyperplanes.
    """)


CLOSEST_POINTS = Exercise(
    "closest-points",
    "A function (p, q) that returns (w, b) of the hard margin: w (D,) and b, with "
    "f(p) = 1 and f(q) = -1. p (D,) and q (D,) are the two closest points of the "
    "hulls of class +1 and class -1.",
    ("p", "q"),
    ("w", "b"),
    _closest_points,
    CLOSEST_MISTAKES,
    (
        Case((np.array([1.5, 0.5]), np.array([1.0, 1.5]))),
        Case((np.array([2.0, -1.0, 0.5]), np.array([-1.0, 0.5, 1.0]))),
        Case((np.array([0.3, 1.2, -0.4, 2.0]), np.array([1.1, -0.2, 0.6, 0.7]))),
    ),
    {
        frozenset(
            ("two-missing", "length-not-squared")
        ): "w has length 1: from q to p, "
        "f then rises by their distance, and it must rise by 2. See chapter "
        "hyperplanes."
    },
)


# Chapter soft_margin


def _missing(on: Switch, f: Array, y: Array) -> Array:
    """What lacks of the margin 1, before it is clipped."""
    margin = f if on("y-not-in-margin") else y * f
    one = 0 if on("no-one") else 1
    missing: Array = one + margin if on("slack-sign") else one - margin
    return missing


MISSING_MISTAKES = read_mistakes("""
    y-not-in-margin: the slack forgets the label: for class -1, too, a large f would
        be a good one. See chapter soft_margin.
    no-one: the 1 is missing from the slack: an example inside the margin would cost
        nothing. That is the perceptron's loss. See chapter soft_margin.
    slack-sign: y f is added, not subtracted: the better an example is classified,
        the more it costs. See chapter soft_margin.
    not-clipped: the slack is not clipped: an example far on its own side pays for
        one on the wrong side. See chapter soft_margin.
    labels-zero-one: labels 0 and 1 are taken: with y = 0 half of the examples lose
        their f. Here y is -1 or +1. See chapter soft_margin.
    """)


def _slack(on: Switch, w: Array, b: float, X: Array, y: Array) -> Array:
    f = _values(on, w, b, X)
    if on("divided-by-norm"):
        f = f / np.linalg.norm(w)
    if on("labels-zero-one"):
        y = (y + 1) / 2
    missing = _missing(on, f, y)
    if on("b-outside") or on("b-outside-subtracted"):
        missing = _missing(on, X @ w, y) + (b if on("b-outside") else -b)
    if on("margin-returned"):
        return 1 - missing
    if on("surplus"):
        missing = -missing
    xi = missing if on("not-clipped") else np.maximum(0, missing)
    if on("clipped-from-above"):
        xi = np.minimum(0, missing)
    if on("misclassified-only"):
        xi = np.where(missing > 1, xi, 0)
    if on("one-for-slack"):
        xi = np.sign(xi)
    if on("slack-absolute"):
        xi = np.abs(missing)
    if on("capped"):
        xi = np.minimum(1, xi)
    if on("slack-squared"):
        xi = xi**2
    if on("slack-divided"):
        xi = xi / np.linalg.norm(w)
    return np.asarray(xi.sum()) if on("summed") else xi


SLACK_MISTAKES = (
    MISSING_MISTAKES
    | B_MISTAKES
    | read_mistakes("""
    slack-squared: the slack is squared: that is another loss. See chapter
        soft_margin.
    one-for-slack: an example with slack gets the number 1: how much it lacks is
        asked for. See chapter soft_margin.
    misclassified-only: slack is given to misclassified examples only: one that is
        right, and yet inside the margin, lacks something, too. See chapter
        soft_margin.
    surplus: the difference is turned round: this is what an example has beyond the
        margin, not what it lacks. See chapter soft_margin.
    clipped-from-above: the smaller of the two is taken, not the larger: slack is
        never below zero. See chapter soft_margin.
    divided-by-norm: f is divided by the norm of w: the slack compares y f itself
        with 1. See chapter soft_margin.
    b-outside: b stands outside of the label, added to the slack: y multiplies all of
        f, b included. See chapter soft_margin.
    b-outside-subtracted: b stands outside of the label: y multiplies all of f, b
        included. See chapter soft_margin.
    slack-absolute: the size of 1 - y f is taken: an example beyond its margin lacks
        nothing. See chapter soft_margin.
    capped: no slack is larger than 1 here: an example on the wrong side of the
        hyperplane lacks more. See chapter soft_margin.
    slack-divided: the slack is divided by the norm of w: it is how much y f lacks, and
        no length. See chapter soft_margin.
    margin-returned: this is y f, the functional margin: asked for is what it lacks
        of 1. See chapter soft_margin.
    summed: the slacks are added up: one for each example is asked for. See chapter
        soft_margin.
    """)
)


SLACK = Exercise(
    "slack",
    "A function (w, b, X, y) that returns the slack of each example, (N,): how much "
    "y_i f(x_i) lacks of 1, and 0 where it lacks nothing. w is (D,), X is (N, D), "
    "y (N,) holds -1 and +1.",
    ("w", "b", "X", "y"),
    ("the slack",),
    _slack,
    SLACK_MISTAKES,
    tuple(Case((*plane, y)) for plane, y in zip(_PLANES, _LABELS, strict=True)),
    adds_up=False,
)


def _pulls(on: Switch, missing: Array, f: Array, y: Array) -> tuple[Array, Array]:
    """With what number each example takes part in dw and in db."""
    active = missing <= 0 if on("indicator-swapped") else missing > 0
    if on("indicator-no-one"):
        active = (f if on("y-not-in-margin") else y * f) < 0
    if on("indicator-without-label"):
        active = f < 1
    if on("indicator-forgotten"):
        active = np.full(len(y), True)
    if on("last-example-only"):
        active = active & (active[::-1].cumsum()[::-1] == 1)
    weight = active * missing if on("value-for-indicator") else active * 1.0
    in_w, in_b = weight, weight
    if on("indicator-not-in-db"):
        in_b = np.ones(len(y))
    return in_w * (1 if on("y-not-in-dw") else y), in_b * (
        1 if on("y-not-in-db") else y
    )


def _prices(on: Switch, N: int, C: float) -> tuple[float, ...]:
    """The factors of the slack's part in the loss, in dw and in db."""
    if on("c-left-out") or on("c-on-penalty"):
        C = 1.0
    if on("c-divides"):
        C = 1 / C
    parts = ("loss", "dw", "db")
    everywhere = on("mean-for-sum")
    return tuple(
        (1.0 if on(f"c-not-in-{part}") else C)
        / (N if everywhere or on(f"mean-in-{part}") else 1)
        for part in parts
    )


def _norm_parts(on: Switch, w: Array, b: float, N: int, C: float) -> tuple[Any, ...]:
    """What the loss, dw and db hold besides the slack's part."""
    square = float(w @ w) + (b * b if on("b-in-loss") else 0)
    half = 1.0 if on("half-missing") else 0.25 if on("half-twice") else 0.5
    value = half * (square**0.5 if on("norm-not-squared") else square)
    slope = 2.0 if on("dw-doubled") else 0.5 if on("dw-halved") else 1.0
    in_w = 0 * w if on("no-w-in-dw") else slope * w
    in_b = slope * b if on("b-in-db") else 0.0
    if on("no-norm-in-loss"):
        value = 0.0
    if on("norm-for-each-example"):
        value = N * value
    if on("w-for-each-example"):
        in_w = N * in_w
    price = C if on("c-on-penalty") or on("c-on-all") else 1.0
    if on("c-on-norm-in-loss"):
        value = C * value
    return price * value, price * in_w, price * in_b


def _while_w_changes(w: Array, b: float, X: Array, y: Array, C: float) -> Array:
    """The values of f where ``dw = w``, and ``dw -=`` has changed w for the next one."""
    f, w = np.empty(len(y)), w.copy()
    for i in range(len(y)):
        f[i] = w @ X[i] + b
        if y[i] * f[i] < 1:
            w -= C * y[i] * X[i]
    return f


def _soft_margin(
    on: Switch, w: Array, b: float, X: Array, y: Array, C: float
) -> tuple[float, Array, float]:
    N = len(y)
    if on("labels-zero-one"):
        y = (y + 1) / 2
    f = _while_w_changes(w, b, X, y, C) if on("w-changes") else _values(on, w, b, X)
    missing = _missing(on, f, y)
    xi = missing if on("not-clipped") else np.maximum(0, missing)
    if on("slack-squared"):
        xi = xi**2
    if on("loss-counts"):
        xi = np.sign(xi)
    pull_w, pull_b = _pulls(on, missing, f, y)
    in_loss, in_dw, in_db = _prices(on, N, C)
    loss, dw, db = _norm_parts(on, w, b, N, C)
    data = in_dw * (pull_w @ X)
    dw = dw + data if on("data-part-added") else dw - data
    if on("norm-of-dw"):
        loss, *_ = _norm_parts(on, dw, b, N, C)
    loss = loss + in_loss * xi.sum()
    shift = 0 if on("db-missing") else in_db * pull_b.sum()
    db = db + shift if on("db-sign") else db - shift
    return (loss, -dw, -db) if on("gradient-negated") else (loss, dw, db)


SOFT_MISTAKES = (
    MISSING_MISTAKES
    | B_MISTAKES
    | read_mistakes("""
    b-in-loss: b is penalised in the loss: moving all examples would then change the
        best w. Only w is penalised here. See chapter soft_margin.
    b-in-db: db has a part that belongs to a penalty on b: only w is penalised here.
        See chapter soft_margin.
    y-not-in-dw: dw forgets the labels: both classes would pull w in the same
        direction. See chapter soft_margin.
    y-not-in-db: db forgets the labels: both classes would pull b in the same
        direction. See chapter soft_margin.
    mean-in-loss: the loss averages the slacks: here C multiplies their sum. See
        chapter soft_margin.
    mean-in-dw: dw takes a mean over the examples: the loss has a sum. See chapter
        soft_margin.
    mean-in-db: db takes a mean over the examples: the loss has a sum. See chapter
        soft_margin.
    mean-for-sum: the slacks are averaged, in the loss and in the gradient: here C
        multiplies their sum. See chapter soft_margin.
    c-on-penalty: C is on the wrong term: it multiplies the squared norm, where it
        is the price of slack. See chapter soft_margin.
    c-on-all: C multiplies everything: then it would change nothing at all. It is
        the price of slack alone. See chapter soft_margin.
    c-on-norm-in-loss: C multiplies the squared norm in the loss: it is the price of
        slack alone, as dw has it. See chapter soft_margin.
    c-divides: the slack is divided by C: the larger C is, the more slack costs. See
        chapter soft_margin.
    c-left-out: C has no effect: it is the price of slack. See chapter soft_margin.
    c-not-in-loss: C has no effect on the loss: it is the price of slack. See
        chapter soft_margin.
    c-not-in-dw: C has no effect on dw: the loss has it in front of the slacks. See
        chapter soft_margin.
    c-not-in-db: C has no effect on db: the loss has it in front of the slacks. See
        chapter soft_margin.
    half-missing: the 1/2 is missing: the loss holds the whole squared norm. See
        chapter soft_margin.
    half-twice: the squared norm is halved twice in the loss. See chapter
        soft_margin.
    norm-not-squared: the norm in the loss is not squared: its gradient would be a
        unit vector, whatever the length of w. See chapter soft_margin.
    no-norm-in-loss: the loss has no part of w: nothing would ask for a wide margin.
        See chapter soft_margin.
    norm-for-each-example: the loss adds the norm's part once for each example: it
        belongs outside of the sum. See chapter soft_margin.
    dw-doubled: the part of w in dw is twice what it should be: what does half a
        square leave behind when it is differentiated? See chapter soft_margin.
    dw-halved: the part of w in dw is half of what it should be: what does half a
        square leave behind when it is differentiated? See chapter soft_margin.
    no-w-in-dw: dw lacks the part of the norm: also where no example has slack, w is
        to shrink. See chapter soft_margin.
    w-for-each-example: dw adds the norm's part once for each example: it belongs
        outside of the sum. See chapter soft_margin.
    indicator-swapped: the indicator is on the wrong side: it picks the examples
        beyond the margin, which have no slack. See chapter soft_margin.
    indicator-no-one: the indicator takes misclassified examples only: those that
        are right, but inside the margin, have slack as well. See chapter
        soft_margin.
    indicator-without-label: the indicator forgets the label: an example has slack where
        y f is below 1, and not f. See chapter soft_margin.
    indicator-forgotten: every example takes part in the gradient: where the slack
        is clipped to zero the loss is flat. See chapter soft_margin.
    indicator-not-in-db: every example takes part in db: one without slack does not
        change the loss when b moves a little. See chapter soft_margin.
    value-for-indicator: an example takes part in the gradient with its slack: how
        large that is counts in the loss, its slope is the same for all that have
        some. See chapter soft_margin.
    last-example-only: the gradient holds one example alone, the last with slack: is
        it assigned where it should be added to? See chapter soft_margin.
    data-part-added: the examples' part of dw has the wrong sign: a step against dw
        would push each example further in. See chapter soft_margin.
    db-missing: db holds nothing of the examples: b stands in each slack. See
        chapter soft_margin.
    db-sign: the examples' part of db has the wrong sign. See chapter soft_margin.
    gradient-negated: the whole gradient has the wrong sign: a step against it would
        climb. See chapter soft_margin.
    loss-counts: the loss counts the examples with slack: how much they lack is to
        be added up. See chapter soft_margin.
    slack-squared: the slacks are squared in the loss: that is another loss, and
        another gradient. See chapter soft_margin.
    w-changes: w changes while the examples are gone through: dw = w is a second name
        for the same array, and dw -= writes into it. w.copy() is a new one. See
        chapter soft_margin.
    norm-of-dw: the loss holds the squared norm of dw, and not of w: are the two one
        array? After dw = w, dw -= writes into w as well. w.copy() is a new one. See
        chapter soft_margin.
    """)
)


SOFT_TOGETHER = {
    frozenset(
        ("y-not-in-margin", "y-not-in-dw", "y-not-in-db")
    ): "y is used nowhere: each of loss, dw and db needs the labels. See chapter "
    "soft_margin.",
    frozenset(("y-not-in-dw", "y-not-in-db")): "the gradient forgets the labels, in "
    "dw and in db: both classes would pull in the same direction. See chapter "
    "soft_margin.",
    frozenset(("b-in-loss", "b-in-db")): "b is penalised, in the loss and in the "
    "gradient: that is consistent, and some programs do so. Here only w is. See "
    "chapter soft_margin.",
    frozenset(("half-missing", "dw-doubled")): "the 1/2 is missing in the loss and in "
    "the gradient: that is consistent, and C then means something else. Here the "
    "squared norm is halved. See chapter soft_margin.",
    frozenset(("half-twice", "dw-halved")): "the squared norm is halved twice, in the "
    "loss and in the gradient: consistent, but C then means something else. See "
    "chapter soft_margin.",
    frozenset(("b-subtracted", "db-sign")): "b is subtracted, in the loss and in the "
    "gradient: that is consistent, for books that write f(x) = w . x - b. This one "
    "adds b. See chapter hyperplanes.",
    frozenset(("b-forgotten", "db-missing")): "b is used nowhere: the hyperplane could "
    "never leave the origin. See chapter soft_margin.",
    frozenset(("no-norm-in-loss", "no-w-in-dw")): "the squared norm is missing, in the "
    "loss and in the gradient: nothing asks for a wide margin. See chapter "
    "soft_margin.",
    frozenset(("not-clipped", "indicator-forgotten")): "the slack is not clipped, in "
    "the loss and in the gradient: examples far on their own side pay for others. See "
    "chapter soft_margin.",
    frozenset(("norm-for-each-example", "w-for-each-example")): "the norm's part "
    "stands inside the sum, in the loss and in the gradient: it is counted once for "
    "each example. See chapter soft_margin.",
    frozenset(("mean-in-dw", "mean-in-db")): "the gradient takes a mean over the "
    "examples: the loss has a sum. See chapter soft_margin.",
    frozenset(("w-changes", "norm-of-dw")): "dw and w are one array: after dw = w, "
    "what is taken from dw is taken from w, for the examples that follow and for the "
    "norm in the loss. w.copy() is a new one. See chapter soft_margin.",
    frozenset(("c-not-in-dw", "c-not-in-db")): "C has no effect on the gradient: the "
    "loss has it in front of the slacks. See chapter soft_margin.",
}


def _soft_cases() -> Iterator[Case]:
    """Examples beyond the margin, inside, misclassified by less and by more than 1."""
    for (w, b, X), y, C in zip(_PLANES, _LABELS, (0.7, 2.0, 0.3), strict=True):
        yield Case((w, b, X, y, C))
    w, b, X = _PLANES[0]
    yield Case((w, b, X[1:2], _LABELS[0][1:2], 1.5), "where N = 1")
    safe = [0, 2, 4, 6]
    yield Case((w, b, X[safe], _LABELS[0][safe], 0.7), "where no example has slack")


SOFT_MARGIN = Exercise(
    "soft-margin",
    "A function (w, b, X, y, C) that returns (loss, dw, db): the soft-margin "
    "objective, half the squared norm of w plus C times the sum of the slacks, and "
    "its gradient, dw (D,) and db. w is (D,), X is (N, D), y (N,) holds -1 and +1.",
    ("w", "b", "X", "y", "C"),
    ("loss", "dw", "db"),
    _soft_margin,
    SOFT_MISTAKES,
    tuple(_soft_cases()),
    SOFT_TOGETHER,
    starts_from_zero=True,
)


def _descent_step(
    on: Switch, w: Array, b: float, dw: Array, db: float, step: float
) -> tuple[Array, float]:
    if on("step-divides"):
        step = 1 / step
    if on("sign-of-gradient"):
        dw, db = np.sign(dw), float(np.sign(db))
    if on("unit-gradient"):
        length = float(dw @ dw + db * db) ** 0.5
        dw, db = dw / length, db / length
    dw = dw * (1 if on("step-not-on-w") else step)
    db = db * (1 if on("step-not-on-b") else step)
    if on("uphill-in-w") or on("uphill"):
        dw = -dw
    if on("uphill-in-b") or on("uphill"):
        db = -db
    if on("w-not-moved"):
        dw = 0 * dw
    if on("b-not-moved"):
        db = 0.0
    return (-dw, -db) if on("step-only") else (w - dw, b - db)


DESCENT_MISTAKES = read_mistakes("""
    uphill: the step goes uphill: along the gradient the loss grows. See chapter
        soft_margin.
    uphill-in-w: w goes uphill: along the gradient the loss grows. See chapter
        soft_margin.
    uphill-in-b: b goes uphill: along the gradient the loss grows. See chapter
        soft_margin.
    step-not-on-w: the step size has no effect on w. See chapter soft_margin.
    step-not-on-b: the step size has no effect on b. See chapter soft_margin.
    w-not-moved: w stays where it was: it has a gradient, too. See chapter
        soft_margin.
    b-not-moved: b stays where it was: it has a gradient, too. See chapter
        soft_margin.
    step-divides: the gradient is divided by the step size: a smaller one then makes
        larger steps. See chapter soft_margin.
    sign-of-gradient: only the signs of the gradient are used: its entries say how
        steep the loss is. See chapter soft_margin.
    unit-gradient: the gradient is scaled to length 1: the step size multiplies it
        as it is. See chapter soft_margin.
    step-only: this is the step alone: asked for is where it leads. See chapter
        soft_margin.
    """)


STEP_TOGETHER = {
    frozenset(("step-not-on-w", "step-not-on-b")): "the step size has no effect. See "
    "chapter soft_margin.",
}


DESCENT_STEP = Exercise(
    "descent-step",
    "A function (w, b, dw, db, step) that returns (w, b) after one step of gradient "
    "descent of this size, and leaves its arguments as they are. w and dw are (D,), "
    "b and db are numbers.",
    ("w", "b", "dw", "db", "step"),
    ("w", "b"),
    _descent_step,
    DESCENT_MISTAKES,
    (
        Case((np.array([4.0, 4.0]), -1.0, np.array([6.0, 3.0]), 2.5, 0.1)),
        Case((np.array([0.5, -1.2, 2.0]), 0.7, np.array([-1.0, 0.4, 1.5]), -2.0, 0.5)),
        Case(
            (np.array([-2.0, 1.0, 0.0, 3.0]), 1.5, np.array([1.0, 3, -2, 4]), 5.0, 0.02)
        ),
    ),
    STEP_TOGETHER,
)


# Chapter duality

_ALPHAS = (
    (np.array([0.5, 0.7, 0.0, 0.4, 0.2]), _labels(1, -1, 1, 1, -1), 0.7),
    (np.array([0.3, 0.1, 0.25, 0.05]), _labels(-1, 1, 1, -1), 0.4),
    (np.array([0.0, 1.5, 0.6, 2.0, 0.9, 1.0]), _labels(1, 1, -1, -1, 1, 1), 2.0),
)


def _examples(seed: int, N: int, D: int) -> Array:
    return np.random.default_rng(seed).normal(size=(N, D)).round(2)


def _dual_cases() -> Iterator[tuple[Array, Array, Array, float]]:
    """Multipliers, examples, labels and C; alpha satisfies the constraints."""
    for seed, D, (alpha, y, C) in zip((31, 32, 33), (3, 2, 4), _ALPHAS, strict=True):
        yield alpha, _examples(seed, len(y), D), y, C


def _weights_from_alpha(on: Switch, alpha: Array, X: Array, y: Array) -> Array:
    signs = (y + 1) / 2 if on("labels-zero-one") else y
    if on("y-forgotten"):
        signs = np.ones(len(y))
    if on("indicator-for-alpha"):
        alpha = np.sign(alpha)
    beta = signs if on("alpha-forgotten") else alpha * signs
    if on("mean-for-sum"):
        beta = beta / len(y)
    if on("mean-over-support"):
        beta = beta / np.count_nonzero(alpha)
    if on("negated"):
        beta = -beta
    if on("last-example-only"):
        beta = beta * (np.arange(len(y)) == len(y) - 1)
    terms: Array = beta[:, None] * X
    return terms if on("not-summed") else np.asarray(terms.sum(axis=0))


WEIGHTS_MISTAKES = read_mistakes("""
    y-forgotten: the labels are missing: examples of class -1 must pull w the other
        way. See chapter duality.
    labels-zero-one: labels 0 and 1 are taken: examples of class -1 must pull w the
        other way, and not be left out. See chapter duality.
    alpha-forgotten: alpha is missing: examples with alpha = 0 have no part in w.
        See chapter duality.
    indicator-for-alpha: every support vector counts the same: alpha says how much
        each one counts. See chapter duality.
    mean-for-sum: this is a mean over the examples: set the derivative of the
        Lagrangian to zero, and no N appears. See chapter duality.
    mean-over-support: this is a mean over the support vectors: set the derivative
        of the Lagrangian to zero, and no count appears. See chapter duality.
    negated: w has the wrong sign: examples of class +1 are to lie where it points.
        See chapter duality.
    last-example-only: only the last example counts: is w assigned where it should
        be added to? See chapter duality.
    not-summed: these are the terms, one for each example: w is their sum. See
        chapter duality.
    """)


WEIGHTS_FROM_ALPHA = Exercise(
    "weights-from-alpha",
    "A function (alpha, X, y) that returns the weights w (D,) that the multipliers "
    "alpha (N,) stand for. X is (N, D), y (N,) holds -1 and +1.",
    ("alpha", "X", "y"),
    ("w",),
    _weights_from_alpha,
    WEIGHTS_MISTAKES,
    tuple(Case((alpha, X, y)) for alpha, X, y, _ in _dual_cases()),
)


def _dual_objective(on: Switch, alpha: Array, K: Array, y: Array) -> float:
    if on("alpha-not-in-square"):
        left = right = y
    else:
        left = right = alpha if on("y-forgotten") else alpha * y
    if on("y-once"):
        left = alpha
    if on("diagonal-only"):
        K = np.diag(K.diagonal())
    if on("diagonal-left-out"):
        K = K - np.diag(K.diagonal())
    if on("pairs-once"):
        K = np.triu(K)
    square = left @ K @ right
    if on("beta-along-columns"):
        square = (left * K * right).sum()
    if not on("half-missing"):
        square = square / 2
    total = (alpha * y if on("y-in-sum") else alpha).sum()
    if on("sum-missing"):
        total = 0.0
    if on("sum-halved"):
        total = total / 2
    value = total + square if on("square-added") else total - square
    return float(-value if on("negated") else value)


OBJECTIVE_MISTAKES = read_mistakes("""
    half-missing: the 1/2 before the double sum is missing. See chapter duality.
    y-forgotten: the labels are missing from the double sum: with alpha alone it is
        not the squared norm of w. See chapter duality.
    y-once: the double sum has one of its two labels only. See chapter duality.
    alpha-not-in-square: the double sum lacks its multipliers: it is the squared
        norm of w, and w is built of them. See chapter duality.
    square-added: the double sum is added, as the norm is in the primal problem: in
        the dual it works against the multipliers. See chapter duality.
    sum-missing: the sum of the multipliers is missing: alpha = 0 would then be the
        best of all. See chapter duality.
    y-in-sum: the first sum has labels in it: then it is zero, by the constraint.
        See chapter duality.
    sum-halved: the 1/2 stands before the first sum, too: it belongs to the double
        sum alone. See chapter duality.
    negated: the sign is turned round: this is what a solver minimises. Asked for is
        the dual that is maximised. See chapter duality.
    beta-along-columns: both factors of the double sum run along the columns of K: one
        of the two belongs to the rows. See chapter duality.
    pairs-once: the double sum has each pair once: i, j and j, i are two terms of it.
        See chapter duality.
    diagonal-only: the double sum takes only the pairs i = j: every pair counts. See
        chapter duality.
    diagonal-left-out: the double sum leaves out the pairs i = j: every pair counts.
        See chapter duality.
    """)


DUAL_OBJECTIVE = Exercise(
    "dual-objective",
    "A function (alpha, K, y) that returns the dual objective, the one that is "
    "maximised. alpha is (N,), K (N, N) holds the kernel of all pairs of examples, "
    "y (N,) holds -1 and +1.",
    ("alpha", "K", "y"),
    ("the value",),
    _dual_objective,
    OBJECTIVE_MISTAKES,
    tuple(Case((alpha, X @ X.T, y)) for alpha, X, y, _ in _dual_cases()),
)


def _bias_from_alpha(on: Switch, alpha: Array, K: Array, y: Array, C: float) -> float:
    beta = alpha if on("y-not-in-f") else alpha * y
    use = (alpha > 0) & (alpha < C)
    f = K @ (beta * use if on("f-from-free") else beta)
    if on("middle-of-interval"):
        rises = np.where(y > 0, alpha < C, alpha > 0)
        falls = np.where(y > 0, alpha > 0, alpha < C)
        return float(((y - f)[rises].max() + (y - f)[falls].min()) / 2)
    if on("all-support"):
        use = alpha > 0
    if on("not-bounded"):
        use = alpha < C
    if on("all-examples"):
        use = np.full(len(y), True)
    if on("hard-margin-formula"):
        return float(-(f[y < 0].max() + f[y > 0].min()) / 2)
    label = np.ones(len(y)) if on("label-is-one") else y
    if on("label-left-out"):
        label = np.zeros(len(y))
    b = (label + f if on("f-added") else label - f)[use]
    if on("times-label"):
        b = b * y[use]
    if on("negated"):
        b = -b
    for mistake, one in _INSTEAD_OF_MEAN.items():
        if on(mistake):
            return float(one(b))
    return float(b.sum() / len(y) if on("mean-over-all") else b.mean())


_INSTEAD_OF_MEAN: dict[str, Callable[[Array], Any]] = {
    "sum-for-mean": np.sum,
    "first-free": lambda b: b[0],
    "last-free": lambda b: b[-1],
    "largest-for-mean": np.max,
    "smallest-for-mean": np.min,
    "median-for-mean": np.median,
}


BIAS_FROM_MISTAKES = read_mistakes("""
    all-support: all support vectors are used: those with alpha = C may lie inside
        the margin, and y f = 1 does not hold for them. See chapter duality.
    not-bounded: examples with alpha = 0 are used, too: they may lie beyond the
        margin, and y f = 1 does not hold for them. See chapter duality.
    all-examples: every example is used: y f = 1 is known of some of them only. See
        chapter duality.
    negated: b has the wrong sign: put it into f of a free example. What must come
        out? See chapter duality.
    f-added: the kernel's part is added: solve f(x_i) = y_i for b once more. See
        chapter duality.
    y-not-in-f: the labels are missing from f: it weighs each example with alpha
        times y. See chapter duality.
    f-from-free: the sum in f runs over the free examples only: the mean does, but f
        needs every example with alpha > 0. See chapter duality.
    middle-of-interval: this is the middle of the interval that b must lie in: that is
        for where no example is free. Take the mean. See chapter duality.
    label-is-one: f is set to 1 for all free examples: those of class -1 have
        another value there. See chapter duality.
    label-left-out: f is set to 0 for the free examples: they lie on the margin, not
        on the boundary. See chapter duality.
    times-label: what the examples say is multiplied by their labels: each of them
        says b, as it is. See chapter duality.
    sum-for-mean: what the examples say is added up: each of them says b. See chapter
        duality.
    mean-over-all: the sum is divided by the number of all examples: the mean is over
        those that it has added up. See chapter duality.
    first-free: only the first of the examples is asked: a solver stops a little early,
        so they do not quite agree. Take the mean. See chapter duality.
    last-free: only the last of the examples is asked: a solver stops a little early, so
        they do not quite agree. Take the mean. See chapter duality.
    largest-for-mean: the largest of what they say is taken: asked for is the mean. See
        chapter duality.
    smallest-for-mean: the smallest of what they say is taken: asked for is the mean.
        See chapter duality.
    median-for-mean: the median of what they say is taken: asked for is the mean. See
        chapter duality.
    hard-margin-formula: b is half way between the two classes' closest values: that
        holds for the hard margin, where no example has slack. See chapter duality.
    """)


def _optimal_cases() -> Iterator[Case]:
    """Optima known by hand; six points are moved, and turned round. One is unfinished."""
    six = np.array([[4.0, 1], [2, 1], [1, 0], [-4, 0], [-2, -1], [1, 1]])
    alpha, y = np.array([0, 1, 2, 0, 1, 2]) / 8, _labels(1, 1, 1, -1, -1, -1)
    three = np.array([[1.0, 2, 3], [4, 1, 2], [-1, 2, -1]])
    for X, signs in ((six + [3, 1], y), (six - [1, 2], -y)):
        yield Case((alpha, X @ X.T, signs, 0.25))
    four = np.array([[2.7, 3], [2.7, 1], [0.7, 2], [4.7, 3]])
    y = _labels(1, 1, -1, 1)
    yield Case((np.array([1, 1, 2, 0]) / 4, four @ four.T, y, 0.75))
    yield Case((np.array([0.1, 0, 0.1]), three @ three.T, _labels(1, 1, -1), 0.5))
    X, alpha = _examples(768, 7, 3), np.array([12, 33, 56, 25, 60, 60, 60]) / 100
    note = "where the solver stopped early"
    yield Case((alpha, X @ X.T, _labels(1, -1, 1, 1, -1, 1, -1), 0.6), note)


BIAS_FROM_ALPHA = Exercise(
    "bias-from-alpha",
    "A function (alpha, K, y, C) that returns the bias b, for the multipliers "
    "alpha (N,) at which a solver has stopped: the mean of what the free examples "
    "(0 < alpha < C) say. K is (N, N), y (N,) holds -1 and +1.",
    ("alpha", "K", "y", "C"),
    ("b",),
    _bias_from_alpha,
    BIAS_FROM_MISTAKES,
    tuple(_optimal_cases()),
    adds_up=False,
)


# Chapter kernels


_KERNEL_DATA = tuple(
    (_examples(seed, N, D), _examples(seed + 100, M, D))
    for seed, N, M, D in ((41, 4, 3, 2), (42, 2, 5, 3), (43, 5, 3, 4))
)


TRANSPOSED = read_mistakes("""
    transposed: X and Y are exchanged: a row of the result belongs to a row of X.
        See chapter kernels.
    """)


def _polynomial_kernel(
    on: Switch, X: Array, Y: Array, degree: int, gamma: float, coef0: float
) -> Array:
    terms = X[:, None] * Y
    whole = not on("features-not-summed") and not on("power-before-sum")
    K: Array = terms.sum(axis=2) if whole else terms
    if on("coef0-missing"):
        coef0 = 0.0
    if on("coef0-is-one"):
        coef0 = 1.0
    if on("gamma-coef0-exchanged"):
        gamma, coef0 = coef0, gamma
    if on("degree-is-two"):
        degree = 2
    if on("gamma-left-out"):
        gamma = 1.0
    if on("gamma-divides"):
        gamma = 1 / gamma
    outside = gamma if on("gamma-outside") else 1.0
    K = K if on("gamma-outside") else gamma * K
    inside = gamma * coef0 if on("gamma-on-coef0") else coef0
    after = inside if on("coef0-after-power") else 0.0
    K = K + (inside - after)
    if on("degree-multiplies"):
        K = degree * K
    elif not on("degree-left-out"):
        K = K**degree
    K = outside * K + after
    if on("power-before-sum") and not on("features-not-summed"):
        K = K.sum(axis=2)
    return K.swapaxes(0, 1) if on("transposed") else K


POLYNOMIAL_MISTAKES = TRANSPOSED | read_mistakes("""
    coef0-missing: coef0 has no effect: without it there are no terms of lower
        order. See chapter kernels.
    coef0-is-one: coef0 is taken for 1: the argument has no effect. See chapter
        kernels.
    gamma-left-out: gamma has no effect: it scales the inner product. See chapter
        kernels.
    gamma-divides: the inner product is divided by gamma: it is a factor. See
        chapter kernels.
    gamma-outside: gamma stands outside of the power: it scales the inner product
        alone. See chapter kernels.
    gamma-on-coef0: gamma multiplies coef0 as well: it scales the inner product
        alone. See chapter kernels.
    gamma-coef0-exchanged: gamma and coef0 are exchanged: gamma is the factor, coef0 is
        added. See chapter kernels.
    degree-is-two: the exponent is 2, whatever degree says. See chapter kernels.
    degree-left-out: degree has no effect: this is a linear kernel and a constant.
        See chapter kernels.
    degree-multiplies: degree is a factor here: it should be the exponent. See
        chapter kernels.
    coef0-after-power: coef0 is added after the power: it belongs inside of it. See
        chapter kernels.
    power-before-sum: each feature is raised to the power on its own: first the
        inner product, then the power. See chapter kernels.
    features-not-summed: the products of the features are not added up: the kernel
        of two examples is one number. See chapter kernels.
    """)


POLYNOMIAL_KERNEL = Exercise(
    "polynomial-kernel",
    "A function (X, Y, degree, gamma, coef0) that returns the polynomial kernel of "
    "every row of X (N, D) with every row of Y (M, D): (N, M).",
    ("X", "Y", "degree", "gamma", "coef0"),
    ("K",),
    _polynomial_kernel,
    POLYNOMIAL_MISTAKES,
    tuple(
        Case((*data, *numbers))
        for data, numbers in zip(
            _KERNEL_DATA, ((2, 0.5, 1.5), (3, 0.4, 0.8), (3, 0.7, 2.0)), strict=True
        )
    ),
)


def _squares(on: Switch, X: Array, Y: Array) -> Array:
    """Squared distances (N, M); with a mistake, others, or (N, M, D)."""
    gaps = X[:, None] - Y
    terms = np.abs(gaps) if on("absolute-differences") else gaps**2
    products = X[:, None] * Y
    if on("cross-once"):
        terms = terms + products
    if on("cross-added"):
        terms = terms + 4 * products
    if on("features-not-summed"):
        return np.asarray(terms)
    d2: Array = terms.mean(axis=2) if on("mean-over-features") else terms.sum(axis=2)
    return np.sqrt(np.maximum(0, d2)) if on("distance-not-squared") else d2


def _bell(on: Switch, exponent: Array) -> Array:
    exponent = exponent if on("sign-missing") else -exponent
    K: Array = exponent if on("exp-missing") else np.exp(exponent)
    return K.swapaxes(0, 1) if on("transposed") else K


BELL_MISTAKES = TRANSPOSED | read_mistakes("""
    distance-not-squared: the distance is not squared: was a root taken, as in a
        norm? The exponent has its square. See chapter kernels.
    absolute-differences: sizes of differences are added up: the exponent has the
        squared distance, from squares. See chapter kernels.
    sign-missing: the minus in the exponent is missing: the farther two points are
        apart, the smaller is the kernel. See chapter kernels.
    exp-missing: this is the exponent: the exponential is still to be taken. See
        chapter kernels.
    mean-over-features: the squares are averaged over the features: the squared
        distance is their sum. See chapter kernels.
    cross-once: the 2 of the mixed term is missing: multiply out the squared
        distance once more. See chapter kernels.
    cross-added: the mixed term is added: it has a minus in the squared distance.
        See chapter kernels.
    features-not-summed: the squares are not added up over the features: the kernel
        of two examples is one number. See chapter kernels.
    """)


def _rbf_kernel(on: Switch, X: Array, Y: Array, gamma: float) -> Array:
    if on("gamma-left-out"):
        gamma = 1.0
    if on("gamma-divides"):
        gamma = 1 / gamma
    if on("gamma-as-width"):
        gamma = 1 / (2 * gamma**2)
    if on("half-gamma"):
        gamma = gamma / 2
    if on("gamma-squared"):
        gamma = gamma**2
    if on("inner-product"):
        return _bell(on, -gamma * (X @ Y.T))
    return _bell(on, gamma * _squares(on, X, Y))


RBF_MISTAKES = BELL_MISTAKES | read_mistakes("""
    gamma-left-out: gamma has no effect: it says how fast the kernel falls. See
        chapter kernels.
    gamma-divides: the squared distance is divided by gamma: it is a factor. See
        chapter kernels.
    gamma-as-width: gamma is taken for a width sigma, whose square divides: it is a
        factor of the squared distance. See chapter kernels.
    half-gamma: there is a 1/2 in the exponent: with gamma there is none, it belongs
        to the form with sigma. See chapter kernels.
    gamma-squared: gamma is squared: it is a factor of the squared distance, as it is.
        See chapter kernels.
    inner-product: the exponent has the inner product of the two: it should have
        their squared distance. See chapter kernels.
    """)


RBF_KERNEL = Exercise(
    "rbf-kernel",
    "A function (X, Y, gamma) that returns the RBF kernel, the exponential of "
    "-gamma times the squared distance, of every row of X (N, D) with every row of "
    "Y (M, D): (N, M).",
    ("X", "Y", "gamma"),
    ("K",),
    _rbf_kernel,
    RBF_MISTAKES,
    tuple(
        Case((*data, gamma))
        for data, gamma in zip(_KERNEL_DATA, (0.3, 0.2, 0.7), strict=True)
    ),
)


def _rbf_width(on: Switch, X: Array, Y: Array, sigma: float) -> Array:
    square = sigma if on("sigma-not-squared") else sigma**2
    divisor = (1 if on("two-missing") else 2) * square
    if on("two-squared"):
        divisor = 2 * divisor
    factor = 1 / divisor
    if on("sigma-multiplies"):
        factor = square / (1 if on("two-missing") else 2)
    if on("sigma-as-gamma"):
        factor = sigma
    K = _bell(on, factor * _squares(on, X, Y))
    return K / (np.sqrt(2 * np.pi) * sigma) if on("density") else K


WIDTH_OF_BELL_MISTAKES = BELL_MISTAKES | read_mistakes("""
    sigma-as-gamma: sigma is used as gamma, a factor of the squared distance: a
        large sigma makes a wide bell. See chapter kernels.
    two-missing: the 2 is missing: the squared distance is divided by sigma squared
        alone. Other books do so; their sigma is another. See chapter kernels.
    sigma-not-squared: sigma is not squared: the exponent must stay the same when
        distance and sigma are measured in another unit. See chapter kernels.
    two-squared: the 2 is squared together with sigma: 2 sigma^2 is not (2 sigma)^2.
        See chapter kernels.
    sigma-multiplies: the exponent is multiplied by sigma: a / 2 * b is not a / (2 *
        b). See chapter kernels.
    density: this is a density, divided by its integral: the kernel of a point with
        itself is 1. See chapter kernels.
    """)


RBF_WIDTH = Exercise(
    "rbf-width",
    "A function (X, Y, sigma) that returns the RBF kernel of width sigma, where "
    "sigma is the standard deviation of the bell: its exponent is minus the squared "
    "distance over twice sigma squared. X is (N, D), Y is (M, D), the result (N, M).",
    ("X", "Y", "sigma"),
    ("K",),
    _rbf_width,
    WIDTH_OF_BELL_MISTAKES,
    tuple(
        Case((*data, sigma))
        for data, sigma in zip(_KERNEL_DATA, (1.5, 2.5, 0.8), strict=True)
    ),
)


def _kernel_decision(
    on: Switch, alpha: Array, y: Array, b: float, K_new: Array
) -> Array:
    if on("indicator-for-alpha"):
        alpha = np.sign(alpha)
    if on("alpha-forgotten"):
        alpha = np.ones(len(y))
    beta = alpha if on("y-forgotten") else alpha * y
    if on("mean-for-sum"):
        beta = beta / len(y)
    if on("b-forgotten"):
        b = 0.0
    if on("b-for-each-example"):
        b = len(y) * b
    if on("b-inside"):
        beta, b = beta + b, 0.0
    f: Array = np.asarray((K_new * beta).sum() if on("summed") else K_new @ beta)
    f = f - b if on("b-subtracted") else f + b
    if on("negated"):
        f = -f
    return np.sign(f) if on("sign-for-value") else f


DECISION_MISTAKES = read_mistakes("""
    y-forgotten: the labels are missing: every example would raise f near itself,
        whatever its class. See chapter kernels.
    b-forgotten: b has no effect. See chapter kernels.
    b-subtracted: b is subtracted: this book adds it. See chapter kernels.
    b-for-each-example: b is added once for each example: it stands outside of the
        sum. See chapter kernels.
    b-inside: b is inside of the sum, where the kernel multiplies it: it is added once,
        after the sum. See chapter kernels.
    summed: everything is added up: a row of K_new belongs to a new point, and the sum
        runs over the examples. See chapter kernels.
    sign-for-value: these are the predicted classes: the value of f itself is asked
        for. See chapter kernels.
    alpha-forgotten: alpha is missing: an example with alpha = 0 has no part in f.
        See chapter kernels.
    indicator-for-alpha: every support vector counts the same: alpha says how much
        each one counts. See chapter kernels.
    mean-for-sum: this is a mean over the examples: f is a sum. See chapter kernels.
    negated: f has the wrong sign: it is positive for class +1. See chapter kernels.
    """)


KERNEL_DECISION = Exercise(
    "kernel-decision",
    "A function (alpha, y, b, K_new) that returns the decision function f (M,) at M "
    "new points. K_new (M, N) holds their kernel with the N examples, whose "
    "multipliers and labels are alpha (N,) and y (N,).",
    ("alpha", "y", "b", "K_new"),
    ("f",),
    _kernel_decision,
    DECISION_MISTAKES,
    tuple(
        Case((alpha, y, b, _polynomial_kernel(no_mistake, Z, X, 2, 0.5, 1.0)))
        for (alpha, X, y, _), b, Z in zip(
            _dual_cases(),
            (0.6, -1.3, 2.4),
            (_examples(51, 3, 3), _examples(52, 6, 2), _examples(53, 4, 4)),
            strict=True,
        )
    ),
)


# Chapter smo


def _clip_bounds(
    on: Switch, alpha_i: float, alpha_j: float, y_i: int, y_j: int, C: float
) -> tuple[float, float]:
    if on("c-is-one"):
        C = 1.0
    if any(map(on, _IN_BETA)):
        return _bounds_by_beta(on, alpha_i, alpha_j, y_i, y_j, C)
    equal = (y_i == y_j) != on("cases-exchanged")
    if on("always-equal"):
        equal = True
    if on("always-unequal"):
        equal = False
    if on("bounds-of-alpha-i"):
        alpha_i, alpha_j = alpha_j, alpha_i
    if equal:
        high = alpha_i + alpha_j
        low = high if on("c-missing-in-low") else high - C
    else:
        low = alpha_j - alpha_i
        high = low if on("c-missing-in-high") else low + C
        if on("low-turned"):
            low = -low
        if on("high-turned"):
            high = 2 * C - high
    smaller, larger = (max, min) if on("max-min-exchanged") else (min, max)
    L = low if on("low-not-clipped") else larger(0.0, low)
    H = high if on("high-not-clipped") else smaller(C, high)
    if on("box-only"):
        L, H = 0.0, C
    return (H, L) if on("order-exchanged") else (L, H)


_IN_BETA = ("ends-of-beta", "ends-not-exchanged", "boxes-positive", "boxes-sorted")


def _bounds_by_beta(
    on: Switch, alpha_i: float, alpha_j: float, y_i: int, y_j: int, C: float
) -> tuple[float, float]:
    """The bounds from those of beta_j, which y_j turns into those of alpha_j."""
    total = alpha_i * y_i + alpha_j * y_j
    positive = on("boxes-positive") or on("boxes-sorted")
    low_i, low_j = (0.0 if positive else min(0.0, C * y) for y in (y_i, y_j))
    low, high = max(low_j, total - low_i - C), min(low_j + C, total - low_i)
    sign = 1 if on("ends-of-beta") else y_j
    L, H = sign * low, sign * high
    if on("boxes-sorted"):
        return min(L, H), max(L, H)
    return (H, L) if sign < 0 and not on("ends-not-exchanged") else (L, H)


BOUNDS_MISTAKES = read_mistakes("""
    cases-exchanged: the two cases are exchanged: with equal labels the sum of the
        two multipliers is fixed, with unequal ones their difference. See chapter
        smo.
    always-equal: the labels have no effect, as if they were always equal: with
        unequal ones it is the difference of the multipliers that is fixed. See
        chapter smo.
    always-unequal: the labels have no effect, as if they were never equal: with
        equal ones it is the sum of the multipliers that is fixed. See chapter smo.
    bounds-of-alpha-i: these are the bounds of alpha_i: with unequal labels those of
        alpha_j are others. See chapter smo.
    low-not-clipped: L is not clipped: a multiplier is never below zero. See chapter
        smo.
    high-not-clipped: H is not clipped: a multiplier is never above C. See chapter
        smo.
    max-min-exchanged: max and min are exchanged: both constraints hold at once, so
        the higher of two lower bounds counts. See chapter smo.
    c-missing-in-low: C is missing from L, where the labels are equal: how low can
        alpha_j be when alpha_i is as high as it can be? See chapter smo.
    c-missing-in-high: C is missing from H, where the labels are unequal: how high
        can alpha_j be when alpha_i is as high as it can be? See chapter smo.
    low-turned: in L, where the labels are unequal, the difference is turned round. See
        chapter smo.
    high-turned: in H, where the labels are unequal, the difference is turned round. See
        chapter smo.
    c-is-one: C is taken for 1: the argument has no effect. See chapter smo.
    box-only: this is the box of alpha_j alone: alpha_i moves with it, and has to
        stay in its own box. See chapter smo.
    order-exchanged: the two are returned in the other order: (L, H). See chapter
        smo.
    ends-of-beta: these are the bounds of beta_j = alpha_j y_j: multiply by y_j to get
        those of alpha_j. See chapter smo.
    ends-not-exchanged: where y_j is -1 the two ends have to change places: the lower
        end of beta_j is the upper one of alpha_j. See chapter smo.
    boxes-positive: alpha y is kept between 0 and C: the box of beta goes from -C to 0
        where the label is -1. See chapter smo.
    boxes-sorted: alpha y is kept between 0 and C: the box of beta goes from -C to 0
        where the label is -1. See chapter smo.
    """)


CLIP_BOUNDS = Exercise(
    "clip-bounds",
    "A function (alpha_i, alpha_j, y_i, y_j, C) that returns (L, H): the lowest and "
    "the highest value that alpha_j can take when the two multipliers change, both "
    "stay between 0 and C, and alpha_i y_i + alpha_j y_j stays as it is.",
    ("alpha_i", "alpha_j", "y_i", "y_j", "C"),
    ("L", "H"),
    _clip_bounds,
    BOUNDS_MISTAKES,
    (
        Case((0.2, 0.6, 1, -1, 0.7)),
        Case((0.9, 0.3, -1, 1, 1.5)),
        Case((0.6, 0.4, 1, 1, 0.7)),
        Case((0.5, 0.3, -1, -1, 2.0)),
        Case((1.1, 1.6, 1, 1, 2.0)),
        Case((0.25, 0.1, 1, -1, 0.3)),
    ),
    {
        frozenset(("low-not-clipped", "high-not-clipped")): "L and H are not clipped: "
        "a multiplier stays between 0 and C. See chapter smo.",
        frozenset(("ends-of-beta", "boxes-positive")): "alpha y is kept between 0 and "
        "C, and returned as if it were alpha: the box of beta goes from -C to 0 where "
        "the label is -1, and alpha_j is y_j times beta_j. See chapter smo.",
    },
)


def _pair_step(
    on: Switch, alpha: Array, K: Array, y: Array, C: float, i: int, j: int
) -> Array:
    g = K @ (alpha if on("y-not-in-f") else alpha * y)
    if not on("y-not-subtracted"):
        g = g - y
    cross = 1 if on("cross-once") else 2
    cross = -cross if on("eta-plus") else cross
    if on("eta-with-labels"):
        cross = cross * y[i] * y[j]
    eta = K[i, i] + K[j, j] - cross * K[i, j]
    if on("eta-missing"):
        eta = 1.0
    if on("half-step"):
        eta = 2 * eta
    change = (g[i] - g[j]) / eta
    if not on("label-not-in-step"):
        change = y[j] * change
    if on("uphill"):
        change = -change
    L, H = _clip_bounds(no_mistake, alpha[i], alpha[j], int(y[i]), int(y[j]), C)
    if on("box-for-bounds"):
        L, H = 0.0, C
    if on("not-clipped-below"):
        L = -np.inf
    if on("not-clipped-above"):
        H = np.inf
    if on("not-clipped") or on("clipped-apart"):
        L, H = -np.inf, np.inf
    if on("beta-box-positive") or on("alpha-for-beta") or on("t-on-alpha"):
        return _step_of_beta(on, alpha, y, C, i, j, (g[j] - g[i]) / eta)
    new_j = min(max(alpha[j] + change, L), H)
    if g[i] > g[j] and on("one-way-cut"):
        new_j = alpha[j] + change
    if g[i] > g[j] and on("one-way"):
        new_j = alpha[j]
    moved = alpha[j] - new_j
    if not on("labels-not-in-alpha-i"):
        moved = moved * y[i] * y[j]
    result = alpha.copy()
    result[j] = alpha[j] if on("alpha-j-not-moved") else new_j
    if not on("alpha-i-not-moved"):
        result[i] += -moved if on("alpha-i-wrong-way") else moved
    if on("clipped-apart"):
        result = np.clip(result, 0, C)
    return result * y if on("beta-returned") else result


def _step_of_beta(
    on: Switch, alpha: Array, y: Array, C: float, i: int, j: int, t: float
) -> Array:
    """The step of beta: in the box [0, C], or taken by alpha, or both."""
    signs = np.ones(len(y)) if on("alpha-for-beta") else y
    beta = alpha * signs
    own = not on("alpha-for-beta") and not on("beta-box-positive")
    low = np.minimum(0, C * y) if own else np.zeros(len(y))
    highest = min(low[i] + C - beta[i], beta[j] - low[j])
    lowest = max(low[i] - beta[i], beta[j] - low[j] - C)
    if not on("not-clipped") and not on("clipped-apart"):
        upwards = t > 0 or on("one-way-cut")
        t = min(t, highest) if upwards else max(t, lowest)
    if on("uphill"):
        t = -t
    if on("t-on-alpha"):
        beta, signs = alpha.copy(), np.ones(len(y))
    beta[i] += t
    beta[j] -= t
    return np.asarray((np.clip(beta, 0, C) if on("clipped-apart") else beta) * signs)


PAIR_MISTAKES = read_mistakes("""
    not-clipped: the step is not clipped: both multipliers have to stay between 0
        and C. See chapter smo.
    not-clipped-below: the step is clipped at the upper bound only: there is one
        below, too. See chapter smo.
    not-clipped-above: the step is clipped at the lower bound only: there is one
        above, too. See chapter smo.
    box-for-bounds: alpha_j is clipped to 0 and C: alpha_i moves with it and may
        leave its own box. The bounds of the pair are narrower. See chapter smo.
    clipped-apart: each of the two is clipped on its own: then the sum of alpha y
        changes. Clip the step, before both take it. See chapter smo.
    one-way-cut: a step against the given order is not cut: if g_i is above g_j, beta_i
        falls and beta_j rises, and the other two edges hold. See chapter smo.
    one-way: nothing moves if g_i is above g_j: then beta_i falls and beta_j rises,
        and the dual still gains. See chapter smo.
    uphill: the step goes the wrong way: the dual gets worse. See chapter smo.
    eta-plus: the curvature has + 2 K_ij: along the pair's direction, one multiplier
        rises and the other falls. See chapter smo.
    cross-once: the 2 before K_ij is missing in the curvature: it is a squared
        distance, multiplied out. See chapter smo.
    eta-with-labels: the curvature has labels in it: it belongs to a step of alpha y,
        and there are none left. See chapter smo.
    beta-box-positive: alpha y is kept between 0 and C: for a negative example its box
        goes from -C to 0. See chapter smo.
    alpha-for-beta: alpha takes the step of alpha y: for an example of class -1 it goes
        the other way. See chapter smo.
    t-on-alpha: t is added to alpha itself: it is alpha y that moves by t, and alpha by
        y times t. See chapter smo.
    eta-missing: the step is not divided by the curvature: that would be a gradient
        step, and not the exact one. See chapter smo.
    half-step: the step is half of the exact one: there is one curvature in the
        divisor, and no 2. See chapter smo.
    y-not-in-f: the labels are missing from the gradient: it needs K times alpha y.
        See chapter smo.
    y-not-subtracted: the gradient lacks its - y: what is left knows nothing of the
        margin. See chapter smo.
    label-not-in-step: alpha_j is moved without its label: it is alpha y that makes
        this step, and for y = -1 alpha goes the other way. See chapter smo.
    alpha-i-not-moved: alpha_i stays where it was: then the sum of alpha y changes.
        See chapter smo.
    alpha-j-not-moved: alpha_j stays where it was: then the sum of alpha y changes.
        See chapter smo.
    labels-not-in-alpha-i: alpha_i always moves against alpha_j: with unequal labels
        the sum of alpha y changes. See chapter smo.
    alpha-i-wrong-way: alpha_i moves the wrong way: the sum of alpha y changes. See
        chapter smo.
    beta-returned: what is returned is alpha times y: multipliers are never below
        zero. See chapter smo.
    """)


def _pair_cases() -> Iterator[Case]:
    """Steps that no bound cuts, that the bound of i cuts, and that of j, both ways."""
    for seed, D, alpha, y, C, i, j in (
        (3, 2, (0.1, 0.3, 0.4, 0.2, 0.2, 0.2), (-1, 1, 1, -1, -1, -1), 0.4, 4, 1),
        (2, 4, (0.2, 0.2, 0.5, 0.7, 0.1, 0.3), (-1, 1, -1, 1, 1, -1), 0.7, 4, 1),
        (1328, 4, (1.0, 0.0, 0.4, 1.0, 0.1, 0.3), (1, -1, 1, -1, -1, -1), 1.0, 2, 5),
        (2357, 4, (0.4, 0.1, 0.2, 0.4, 0.1, 0.4), (1, -1, -1, -1, -1, 1), 0.4, 2, 4),
        (134, 4, (0.1, 0.4, 0.0, 1.2, 0.7, 0.0), (1, 1, 1, -1, 1, 1), 2.0, 1, 4),
        (1789, 3, (1.0, 2.0, 1.7, 1.8, 2.0, 0.9), (-1, 1, -1, 1, -1, 1), 2.0, 4, 3),
        (3, 2, (0.1, 0.3, 0.4, 0.2, 0.2, 0.2), (-1, 1, 1, -1, -1, -1), 0.4, 1, 4),
        (1328, 4, (1.0, 0.0, 0.4, 1.0, 0.1, 0.3), (1, -1, 1, -1, -1, -1), 1.0, 5, 2),
        (134, 4, (0.1, 0.4, 0.0, 1.2, 0.7, 0.0), (1, 1, 1, -1, 1, 1), 2.0, 4, 1),
    ):
        X = _examples(seed, len(y), D)
        yield Case((np.array(alpha), X @ X.T, _labels(*y), C, i, j))


PAIR_STEP = Exercise(
    "pair-step",
    "A function (alpha, K, y, C, i, j) that returns the multipliers (N,) after the "
    "exact step in the pair i, j: alpha_i and alpha_j go where the dual is best, with "
    "0 <= alpha <= C and the sum of alpha y as it is, and the others stay. Either of "
    "alpha_i y_i and alpha_j y_j may be the one that rises. alpha is (N,), K is "
    "(N, N), y (N,) holds -1 and +1.",
    ("alpha", "K", "y", "C", "i", "j"),
    ("the multipliers",),
    _pair_step,
    PAIR_MISTAKES,
    tuple(_pair_cases()),
    {
        frozenset(
            ("alpha-i-not-moved", "alpha-j-not-moved")
        ): "neither of the two multipliers has moved. See chapter smo."
    },
    adds_up=False,
)


def _stopping_gap(on: Switch, alpha: Array, K: Array, y: Array, C: float) -> float:
    g = K @ (alpha if on("y-not-in-f") else alpha * y)
    if not on("y-not-subtracted"):
        g = g - y
    if on("gradient-in-alpha"):
        g = y * g
    if on("gradient-negated"):
        g = -g
    if on("absolute"):
        g = np.abs(g)
    below, above = alpha < C, alpha > 0
    if on("bound-c-ignored"):
        below[:] = True
    if on("bound-zero-ignored"):
        above[:] = True
    positive = np.full(len(y), True) if on("labels-ignored") else y > 0
    rises, falls = np.where(positive, below, above), np.where(positive, above, below)
    if on("sets-exchanged"):
        rises, falls = falls, rises
    if on("box-positive"):
        rises, falls = alpha * y < C, alpha * y > 0
    if on("free-only"):
        rises = falls = (alpha > 0) & (alpha < C)
        if not rises.any():
            return 0.0
    if on("all-examples"):
        rises = falls = np.full(len(y), True)
    highest, lowest = g[falls].max(), g[rises].min()
    if on("best-pair"):
        highest, lowest = g[falls].min(), g[rises].max()
    gap = highest + lowest if on("sum-for-difference") else highest - lowest
    if on("negated"):
        gap = -gap
    if on("gap-absolute"):
        gap = abs(gap)
    return max(0.0, float(gap)) if on("gap-floored") else float(gap)


GAP_MISTAKES = read_mistakes("""
    sets-exchanged: the two sets are exchanged: the largest g belongs to those that
        can fall. See chapter smo.
    labels-ignored: the labels have no part in the sets: for y = -1, alpha y falls
        when alpha rises. See chapter smo.
    all-examples: every example is in both sets: one whose alpha y has come to its
        bound cannot go further. See chapter smo.
    free-only: only free examples are in the sets: one at a bound can still move
        away from it. See chapter smo.
    box-positive: alpha y is compared with 0 and C: for a negative example its box goes
        from -C to 0. See chapter smo.
    bound-c-ignored: alpha = C is no bound here: such a multiplier cannot rise. See
        chapter smo.
    bound-zero-ignored: alpha = 0 is no bound here: such a multiplier cannot fall.
        See chapter smo.
    best-pair: largest and smallest are exchanged: asked for is the worst pair. See
        chapter smo.
    sum-for-difference: the two numbers are added: asked for is how far they are
        apart. See chapter smo.
    negated: the difference is turned round. See chapter smo.
    gap-absolute: the sign of the number is dropped: it may be negative, and then there is
        nothing left to do. See chapter smo.
    gap-floored: a negative gap is raised to 0: it may be negative where no example is
        free. See chapter smo.
    absolute: signs of g are dropped: a multiplier gains by one direction only, and
        the sign says which. See chapter smo.
    y-not-in-f: the labels are missing from the gradient: it needs K times alpha y.
        See chapter smo.
    y-not-subtracted: the gradient lacks its - y. See chapter smo.
    gradient-in-alpha: g is multiplied by the labels: that is the gradient with
        respect to alpha, and these sets speak of alpha y. See chapter smo.
    gradient-negated: g has the wrong sign. See chapter smo.
    """)


def _gap_cases() -> Iterator[Case]:
    for seed, D, alpha, y, C in (
        (6, 2, (0.1, 0.0, 1.0, 1.0, 0.1), (-1, -1, -1, 1, 1), 1.0),
        (519, 2, (0.0, 0.4, 0.0, 0.3, 0.3, 0.4), (-1, 1, -1, -1, 1, -1), 0.4),
        (53, 4, (0.3, 0.3, 0.3, 0.4, 0.1, 0.0), (1, -1, 1, -1, 1, 1), 0.4),
        (9985, 3, (0.2, 1.5, 1.5, 0.3, 0.5, 0.0), (-1, 1, -1, -1, 1, 1), 1.5),
    ):
        X = _examples(seed, len(y), D)
        yield Case((np.array(alpha), X @ X.T, _labels(*y), C))
    line = np.array([[-8.0], [-1.0], [1.0], [8.0]])  # no example is free: gap -1.2
    unfree = np.array([0.0, 0.1, 0.1, 0.0])
    yield Case((unfree, line @ line.T, _labels(-1, -1, 1, 1), 0.1))


STOPPING_GAP = Exercise(
    "stopping-gap",
    "A function (alpha, K, y, C) that returns by how much the worst pair violates "
    "the conditions of the optimum: with beta = alpha y and g = K beta - y, the "
    "largest g where beta can fall minus the smallest g where beta can rise. It may "
    "be negative. alpha is (N,), K is (N, N), y (N,) holds -1 and +1.",
    ("alpha", "K", "y", "C"),
    ("the stopping gap",),
    _stopping_gap,
    GAP_MISTAKES,
    tuple(_gap_cases()),
    adds_up=False,
)


# Chapter two_formulations


def _c_from_reg(on: Switch, reg: float, N: int) -> float:
    count = 1.0 if on("n-forgotten") else float(N)
    if on("n-on-top"):
        count = 1 / count
    C = 1 / ((1.0 if on("reg-forgotten") else reg) * count)
    if on("half"):
        C = C / 2
    if on("doubled"):
        C = 2 * C
    return 1 / C if on("upside-down") else C


C_MISTAKES = read_mistakes("""
    upside-down: this is 1/C: strong regularisation, a large reg, means that slack
        is cheap. See chapter two_formulations.
    half: C is half of what it should be: put the two columns into the penalty. How
        much of the squared norm of w is it? See chapter two_formulations.
    doubled: C is twice what it should be: put the two columns into the penalty. How
        much of the squared norm of w is it? See chapter two_formulations.
    n-forgotten: N has no effect: one objective has a mean of the losses, the other
        a sum. See chapter two_formulations.
    n-on-top: N stands on the wrong side of the fraction: one objective has a mean
        of the losses, the other a sum. See chapter two_formulations.
    reg-forgotten: reg has no effect: it is what C has to replace. See chapter
        two_formulations.
    """)


C_FROM_REG = Exercise(
    "c-from-reg",
    "A function (reg, N) that returns the C with which the soft margin has the same "
    "minimiser as the book's multiclass objective for two classes: mean hinge loss "
    "plus reg times the sum of squares, on N examples.",
    ("reg", "N"),
    ("C",),
    _c_from_reg,
    C_MISTAKES,
    (Case((0.1, 50)), Case((0.5, 3)), Case((0.02, 8))),
    {
        frozenset(("upside-down", "n-on-top")): "reg stands on the wrong side of the "
        "fraction: a large reg means that slack is cheap. See chapter "
        "two_formulations."
    },
)


def _two_columns(on: Switch, w: Array, b: float) -> Array:
    u = np.append(b, w) if on("bias-first") else np.append(w, b)
    if on("bias-missing"):
        u = w
    column = u if on("not-halved") else u / 2
    first, second = -column, column.copy()
    if on("one-column-zero"):
        first, second = 0 * u, u
    if on("minus-missing"):
        first = -first
    if not on("bias-missing"):
        last = 0 if on("bias-first") else -1
        if on("bias-not-halved"):
            first[last], second[last] = np.sign(first[last]) * abs(b), b
        if on("bias-in-one-column"):
            first[last], second[last] = 0, b
        if on("bias-same-sign"):
            first[last] = second[last]
    columns = [second, first] if on("columns-exchanged") else [first, second]
    W = np.column_stack(columns)
    return W.T if on("transposed") else W


COLUMNS_MISTAKES = read_mistakes("""
    not-halved: the lead of class 1 is twice what it should be: it is the difference
        of two scores. See chapter two_formulations.
    columns-exchanged: the columns are exchanged: it is class 0 that leads where f
        is positive. See chapter two_formulations.
    bias-first: the bias comes first: in this book it is the last row of W. See
        chapter two_formulations.
    bias-missing: the bias row is missing: b needs a row of its own. See chapter
        two_formulations.
    bias-not-halved: the bias is not shared between the two columns as w is: its
        part of the lead comes out wrong. See chapter two_formulations.
    bias-in-one-column: b stands in one column: the lead is right, and the columns do
        not add up to zero. See chapter two_formulations.
    bias-same-sign: the bias has the same sign in both columns: it cancels in their
        difference. See chapter two_formulations.
    minus-missing: the two columns are the same: then no class ever leads. See
        chapter two_formulations.
    one-column-zero: one column is zero: the lead is right, the sum of the columns
        is not, and the penalty is larger than it need be. See chapter
        two_formulations.
    transposed: rows and columns are exchanged: a column belongs to a class. See
        chapter two_formulations.
    """)


TWO_COLUMNS = Exercise(
    "two-columns",
    "A function (w, b) that returns the weights W (D + 1, 2), bias in the last row, "
    "whose two columns sum to the zero vector and whose class 1 leads class 0 by "
    "w . x + b. w is (D,).",
    ("w", "b"),
    ("W",),
    _two_columns,
    COLUMNS_MISTAKES,
    tuple(Case((w, b)) for w, b, _ in _PLANES),
    {
        frozenset(("one-column-zero", "columns-exchanged")): "one column is zero, and "
        "class 0 leads where f is positive: the columns should add up to zero, and "
        "class 1 should lead. See chapter two_formulations.",
        frozenset(("bias-not-halved", "bias-same-sign")): "the whole bias stands in "
        "both columns, with the same sign: it cancels in their difference. See "
        "chapter two_formulations.",
    },
)


EXERCISES = (
    SIGNED_DISTANCE,
    MARGIN_WIDTH,
    CLOSEST_POINTS,
    SLACK,
    SOFT_MARGIN,
    DESCENT_STEP,
    WEIGHTS_FROM_ALPHA,
    DUAL_OBJECTIVE,
    BIAS_FROM_ALPHA,
    POLYNOMIAL_KERNEL,
    RBF_KERNEL,
    RBF_WIDTH,
    KERNEL_DECISION,
    CLIP_BOUNDS,
    PAIR_STEP,
    STOPPING_GAP,
    C_FROM_REG,
    TWO_COLUMNS,
)

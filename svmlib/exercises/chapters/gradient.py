"""Exercises of the chapter gradient: the derivatives for one example."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch, only, without
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
    with_exact_answers,
)
from svmlib.exercises.chapters._multiclass import (
    ENTRY_MISTAKES,
    MARGIN_MISTAKES,
    MASK_MISTAKES,
    PRODUCT_MISTAKES,
    data_gradient,
    mask_of_scores,
)
from svmlib.exercises.chapters.hinge_loss import (
    OTHER_LABEL,
    score_problems,
    scores_are_far_from_kinks,
)

CHAPTER = Chapter("gradient", "The gradient, one step at a time")


def mask_row(makes: Switch, s: Array, y_i: int, delta: float) -> Array:
    """Derivatives of one example's loss with respect to its scores."""
    row: Array = mask_of_scores(makes, s[None], np.array([y_i]), delta)[0]
    return row


COUNT_MISTAKES = CHAPTER.read_mistakes(
    """
    delta-after-max (hinge_loss): delta is added after the max: then the margin of every
        wrong class is above zero, however far behind it is.
    count-off-by-one: k + 1 classes are counted for y_i where k are active: the correct
        class is counted as well, and should be left out.
    no-delta: a class counts only if its score is higher than that of the correct one: one
        that is less than delta behind counts as well. Is delta missing from the raw
        margin, or is the raw margin compared with delta in place of 0?
    """,
)


ROW_MISTAKES = (
    MASK_MISTAKES
    | without(
        MARGIN_MISTAKES,
        # In a mask these change nothing, leave no class active, or do what cases-swapped
        # or no-delta does.
        "compared-with-delta",
        "min-for-max",
        "max-of-negative",
        "not-clipped",
        "correct-in-loss",
        "correct-class-only",
    )
    | COUNT_MISTAKES
)


CHAPTER.add(
    Exercise(
        "mask-row",
        "A function (s, y_i, delta) that returns the derivatives of L_i with respect "
        "to the scores s (C,): (C,), one row of the mask M. delta may be 0.",
        returns=("the row",),
        implementation=mask_row,
        mistake_table=ROW_MISTAKES | ENTRY_MISTAKES,
        problems=with_exact_answers(score_problems),
        changes=Changes(
            new_values=OTHER_LABEL
            | {
                "s": lambda s, y_i, delta: -MANY_DIGITS * s,
                "delta": lambda s, y_i, delta: 2 * MANY_DIGITS * delta,
            },
            accepts=scores_are_far_from_kinks,
        ),
        gradients=("the row",),
    )
)


def _gradient_one_example(
    makes: Switch, W: Array, x: Array, y_i: int, delta: float
) -> Array:
    m = mask_row(makes, x @ W, y_i, delta)
    if makes("returns-mask"):
        return m
    if makes("returns-x-gradient"):
        return np.asarray(W @ m)
    dW = data_gradient(makes, x[None], m[None])
    return dW.T if makes("transposed") else dW


GRADIENT_ONE_EXAMPLE_MISTAKES = (
    ROW_MISTAKES
    | only(PRODUCT_MISTAKES, "clipped-derivative", "transposed")
    | CHAPTER.read_mistakes(
        """
    returns-mask: what is returned is the gradient with respect to the scores, not to W:
        what is missing is x.
    returns-x-gradient: what is returned is the gradient with respect to x, not to W: it
        says how to change the data.
    """,
    )
)


def _with_integers(
    rng: np.random.Generator, delta: float
) -> tuple[Array, Array, np.int64, float]:
    """Draw integers for x, and scores whose fractions decide about a margin."""
    while True:
        W, x = rng.normal(size=(3, 5)).round(1), rng.integers(1, 5, size=3)
        s, y_i = x @ W, np.int64(rng.integers(5))
        ahead = np.delete(s - s[y_i], y_i)
        of_whole = np.delete(np.trunc(s) - np.trunc(s[y_i]), y_i)
        kinks = np.array([[-delta], [0], [delta]])
        if (
            np.abs(ahead - kinks).min() > 0.02
            and ahead.max() > 0  # if x is larger as well, some class is active
            and ((ahead > -delta) != (of_whole > -delta)).any()
        ):
            return W, x, y_i, delta


def _gradient_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Weights and an example with the scores of every kind."""

    def problem(scores: Problem, kind: str, D: int, size: float = 1.0) -> Problem:
        s, y_i, delta = scores.args
        of_scores = scores.tolerance_scale or 1.0
        x = size * (rng.choice([-1, 1], D) * rng.uniform(0.5, 2, D)).round(1)
        apart = np.abs(np.delete(s - s[y_i], y_i)[:, None] - [-delta, 0, delta]).min()
        if apart < 1e-3 * of_scores:
            # A tie or a kink: with x = 1 or -1 rounding leaves the scores as they are.
            D, x = 1, np.sign(x[:1])
        W = (D > 1) * of_scores / size * rng.normal(size=(D, len(s))).round(1)
        W = W - np.outer(x, x @ W - s) / (x @ x)  # so that x @ W = s
        return Problem((W, x, y_i, delta), kind, size)

    others = score_problems(rng)
    ordinary = next(others)
    yield problem(ordinary, "", 7)
    for scores in others:
        if scores.args[0].dtype.kind == "f":  # or x would hold integers as well
            yield problem(scores, scores.kind, int(rng.integers(1, 5)))
    yield problem(ordinary, "there is one feature", 1)
    square = len(ordinary.args[0])
    yield problem(ordinary, "there are as many features as classes", square)
    W, x, y_i, delta = problem(ordinary, "", 3).args
    for D in (tens_or_hundreds(rng), thousands(rng)):
        # The scores hang on the last features.
        wide = np.vstack([np.zeros((D, len(W[0]))), W])
        x_wide = np.append(rng.normal(size=D).round(1), x)
        yield Problem((wide, x_wide, y_i, delta), "there are many features")
    zero = np.vstack([W, W[:1]]), np.append(x, 0.0), y_i, delta
    yield Problem(zero, "an entry of x is zero")
    w = 10 * rng.choice([-1, 1], len(W[0]))
    small = np.vstack([W, 1e3 * w, w]), np.append(x, [1e-3, -1.0]), y_i, delta
    yield Problem(
        small, LargeNumbers("an entry of x is small, and its weights are large")
    )
    zero = np.vstack([W, 0 * W[:1]]), np.append(x, 1.5), y_i, delta
    yield Problem(zero, "a row of W is zero")
    yield Problem((0 * W, x, y_i, delta), "W is zero")
    yield Problem((W, 0 * x, y_i, delta), "x is zero")
    W, x, y_i, delta = _with_integers(rng, delta)
    whole = WholeNumbers("x is an array of integers")
    yield Problem((W, x, y_i, delta), whole)
    yield Problem((W, WRAPS_TO_ZERO * x, y_i, delta), whole)
    yield problem(ordinary, LargeNumbers("x is large"), 3, 1e30)
    yield problem(ordinary, SmallNumbers("x is tiny"), 3, 1e-30)


CHAPTER.add(
    Exercise(
        "gradient-one-example",
        "A function (W, x, y_i, delta) that returns the gradient (D, C) of L_i with "
        "respect to W (D, C), for one example x (D,) with label y_i.",
        returns=("the gradient",),
        implementation=_gradient_one_example,
        mistake_table=GRADIENT_ONE_EXAMPLE_MISTAKES,
        problems=_gradient_problems,
        changes=Changes(
            new_values={
                "W": lambda W, x, y_i, delta: -MANY_DIGITS * W,
                "y_i": lambda W, x, y_i, delta: (y_i + 1) % W.shape[1],
                "delta": lambda W, x, y_i, delta: 2 * MANY_DIGITS * delta,
            },
            accepts=lambda W, x, y_i, delta: scores_are_far_from_kinks(
                x @ W, y_i, delta
            ),
        ),
        gradients=("the gradient",),
    )
)

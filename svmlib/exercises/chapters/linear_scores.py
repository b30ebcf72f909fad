"""Exercises of the chapter linear_scores: scores, column of ones, prediction."""

from collections.abc import Callable, Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch, only
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
from svmlib.exercises.chapters._multiclass import TRANSPOSED

CHAPTER = Chapter("linear_scores", "Linear scores")


class _ScoresDrawer:
    """Draws weights and examples until no two scores of an example are close."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def few(self) -> int:
        return int(self.rng.integers(1, 5))

    def __call__(
        self,
        kind: str,
        N: int | None = None,
        D: int | None = None,
        C: int | None = None,
        *,
        size: float = 1.0,
        X: Callable[[Array], Array] = lambda X: X,
        of_X: float = 1.0,
        shift: float = 0.0,
    ) -> Problem:
        while True:
            n, d, c = N or self.few(), D or self.few(), C or self.few() + 1
            W = size * self.rng.normal(size=(d, c)).round(1)
            rows = X(self.rng.normal(size=(n, d)).round(1))
            if shift:
                W[-1], rows[:, -1] = W[-1] + shift, 1.0
            ordered = np.sort(rows @ W, axis=1)
            if np.diff(ordered, axis=1).min() > 0.02 * size:
                return Problem((W, of_X * rows), kind, size * of_X)

    def whole(self, name: str) -> Iterator[Problem]:
        """Draw integers for W or X, and scores whose fractions decide about a label."""
        while True:
            args = dict(zip("WX", self("", 3, 3, 3).args, strict=True))
            args[name] = args[name].round().astype(np.int64)
            S = args["X"] @ args["W"]
            decides = (np.trunc(S).argmax(axis=1) != S.argmax(axis=1)).any()
            if decides and np.diff(np.sort(S, axis=1), axis=1).min() > 0.02:
                break
        for unit in (1, WRAPS_TO_ZERO):
            kind = WholeNumbers(f"{name} is an array of integers")
            yield Problem((*(args | {name: unit * args[name]}).values(),), kind)


def _of_examples(draw: _ScoresDrawer) -> Iterator[Problem]:
    """What X may be like."""
    rng = draw.rng
    yield draw("", 7, 5, 4)
    # Early, before any of the others has two such examples by chance.
    W, X = draw("", 1, 1).args
    yield Problem((W, X[[0, 0]]), "two examples are the same")
    yield draw("there is one example", 1)
    yield draw("there is one feature", D=1)
    yield draw("no number in X is negative", X=np.abs)
    W, X = draw("", 9, 3, 3).args
    X = X[rng.integers(9, size=tens_or_hundreds(rng))]
    yield Problem((W, X), "there are many examples")
    yield draw("there are many features", 2, tens_or_hundreds(rng), 3)
    many = thousands(rng)
    W, X = draw("", 9, 2, 3).args
    X = X[rng.integers(9, size=many)]
    yield Problem((W, X), "there are more than a thousand examples")
    W, X = draw("", 2, 3, 3).args  # the label hangs on the last features
    while not (X @ W).argmax(axis=1).any():  # that of equal scores is 0
        W, X = draw("", 2, 3, 3).args
    W = np.vstack([np.zeros((many, 3)), W])
    X = np.hstack([rng.normal(size=(2, many)).round(1), X])
    yield Problem((W, X), "there are more than a thousand features")
    yield from draw.whole("X")
    yield draw("the last column of X holds ones", shift=1.0)
    unequal = SmallNumbers("an example is far larger than the others")
    yield draw(unequal, 4, 3, X=lambda X: X * [[1e4], [1], [1], [1]])
    yield draw("a feature is zero", 4, 3, X=lambda X: X * [1, 0, 1])
    for kept, kind in ([[1], [0], [1]], "an example is zero"), (0, "X is zero"):
        W, X = draw("", 3).args  # a zero example's scores are all the same
        yield Problem((W, kept * X), kind)


def _of_weights(draw: _ScoresDrawer) -> Iterator[Problem]:
    """What W and the scores may be like."""
    rng = draw.rng
    yield from draw.whole("W")
    yield draw("there are two classes", C=2)
    yield draw("there are as many examples as features and classes", 3, 3, 3)
    X = np.array([[1.0], [-2.0]])
    for C, kind in (
        (tens_or_hundreds(rng), "there are many classes"),
        (thousands(rng), "there are more than a thousand classes"),
    ):
        yield Problem((0.1 * np.arange(C)[None] - 9, X), kind, 10.0)
    yield draw(LargeNumbers("the weights are large"), size=1e30)
    yield draw(SmallNumbers("the weights are tiny"), size=1e-30)
    yield draw(LargeNumbers("the numbers in X are large"), of_X=1e30)
    yield draw(SmallNumbers("the numbers in X are tiny"), of_X=1e-30)
    yield draw("all scores are negative", shift=-30.0)
    yield draw("all scores are positive", shift=30.0)
    far_below = LargeNumbers("all scores are very far below zero")
    yield draw(far_below, size=1e13, shift=-1e15)
    W, X = draw("", 4, 3).args
    far = np.array([[1.0], [1e3], [1.0]])
    yield Problem(
        (far * W, X / far.T),
        LargeNumbers("a feature is small, and its weights are large"),
    )
    W, X = draw("", 4, 3, 3).args
    unequal = SmallNumbers("the weights of a class are far larger than the others")
    yield Problem((W * [1e4, 1, 1], X), unequal)
    W, X = draw("").args
    yield Problem((0 * W, X), "the weights are zero")


def _problems(rng: np.random.Generator) -> Iterator[Problem]:
    yield from _of_examples(_ScoresDrawer(rng))
    yield from _of_weights(_ScoresDrawer(rng))


def scores(makes: Switch, W: Array, X: Array) -> Array:
    """Scores of all examples."""
    if makes("reshaped-weights"):
        W = W.reshape(W.shape[::-1]).T
    S = X[:, :-1] @ W[:-1] if makes("bias-dropped") else X @ W
    if makes("bias-twice"):
        S = S + W[-1]
    if makes("last-feature-only"):
        S = X[:, -1:] @ W[-1:]
    if makes("first-example-only"):
        S = S[0]
    if makes("summed-over-examples"):
        S = S.sum(axis=0)
    return S.T if makes("transposed") else S


SCORES_MISTAKES = TRANSPOSED | CHAPTER.read_mistakes(
    """
    reshaped-weights: W was reshaped to fit: that keeps the order of its entries in
        memory and tears its columns apart. W is (D, C) already: use it as it is.
    bias-dropped: the last row of W is left out: the last column of X is a feature like
        the others, even where it is all ones.
    last-feature-only: only the last feature counts: a score is a sum over the features.
        Is it `=` where `+=` is meant?
    bias-twice: the last row of W is added once more: where X has its column of ones,
        the product contains the bias already.
    first-example-only: only the first example is scored: return a row of scores for
        each example.
    summed-over-examples: the scores are added up over the examples: return a row for
        each one.
    bias-dropped + bias-twice: the last row of W is added to every score, in place of its
        product with the last column of X: that is the same only where this column holds
        ones. X @ W needs no bias beside it.
    """,
)


CHAPTER.add(
    Exercise(
        "scores",
        "A function (W, X) that returns the scores S (N, C): S[i, j] is the score of "
        "class j for example i. W is (D, C), X is (N, D).",
        returns=("S",),
        implementation=scores,
        mistake_table=SCORES_MISTAKES,
        problems=_problems,
    )
)


def _append_bias(makes: Switch, X: Array) -> Array:
    column = np.zeros((len(X), 1)) if makes("zeros-for-ones") else np.ones((len(X), 1))
    if makes("last-feature-lost"):
        X = X[:, :-1]
    parts = [column, X] if makes("ones-first") else [X, column]
    if makes("ones-as-row"):
        row = np.full((1, X.shape[1]), column[0, 0])
        return np.vstack([row, X] if makes("ones-first") else [X, row])
    result = np.hstack(parts)
    return result.T if makes("transposed") else result


def _bias_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for (_, X), kind, scale in _of_examples(_ScoresDrawer(rng)):
        yield Problem((X,), kind, scale)
    X = rng.integers(-9, 10, size=(3, 3)).astype(float)
    X[0, 0] = 0
    # To be exact, so that the ones count even beside 2^34, and zeros beside 2^100.
    for unit in (2.0**34, 2.0**100):
        yield Problem((unit * X,), LargeNumbers("the numbers are large"), 0.0)
    yield Problem((2.0**-30 * X,), SmallNumbers("the numbers are tiny"), 0.0)
    yield Problem((0 * X,), "all numbers are zero")
    yield Problem((-np.abs(X),), "all numbers are negative")


APPEND_BIAS_MISTAKES = TRANSPOSED | CHAPTER.read_mistakes(
    """
    ones-first: the ones come first: in this book the bias belongs to the last column of
        X and so to the last row of W.
    ones-as-row: the ones form a row: that is one more example, where one more feature
        is wanted.
    zeros-for-ones: the new column is zero: its weights could then never change a score.
    last-feature-lost: the last feature is overwritten: the column is to be added, not
        replaced.
    """,
)


CHAPTER.add(
    Exercise(
        "append-bias",
        "A function (X) that returns X (N, D) with one more column, of ones, at the "
        "right: (N, D + 1).",
        returns=("the result",),
        implementation=_append_bias,
        mistake_table=APPEND_BIAS_MISTAKES,
        problems=_bias_problems,
    )
)


def _predict(makes: Switch, W: Array, X: Array) -> Array:
    S = scores(makes, W, X)
    if makes("lowest-score"):
        S = -S
    if makes("starts-at-zero"):
        S = np.maximum(0, S)
    axis = 0 if makes("wrong-axis") else 1
    if makes("no-axis"):
        S, axis = S.ravel(), 0
    if makes("score-for-label"):
        top: Array = S.max(axis=axis)
        return -top if makes("lowest-score") else top
    labels: Array = S.argmax(axis=axis)
    if makes("last-of-ties"):
        labels = S.shape[axis] - 1 - np.flip(S, axis).argmax(axis=axis)
    return labels + makes("counts-from-one")


PREDICT_MISTAKES = only(
    SCORES_MISTAKES, "bias-dropped", "bias-twice", "bias-dropped + bias-twice"
) | CHAPTER.read_mistakes(
    """
    lowest-score: the class of the lowest score is returned.
    score-for-label: the best score itself is returned: return the class that has it.
    wrong-axis: this finds the best example of each class, not the best class of each
        example. Along which axis do the classes lie?
    no-axis: this finds the best of all scores, not the best class of each example. Along
        which axis do the classes lie?
    counts-from-one: the classes are counted from one: labels are 0..C-1.
    last-of-ties: where classes share the highest score, the last of them is returned:
        the exercise asks for the first. In a loop, is >= written for >?
    starts-at-zero: class 0 is returned where no score is above zero: the highest score
        can be negative. Does a loop start with 0 as the highest score?
    """,
)


def _predict_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for (W, X), kind, _ in _problems(rng):
        yield Problem((W, X), kind)
    W, X = rng.integers(-4, 5, size=(2, 2)), rng.integers(-4, 5, size=(3, 2))
    kind = "classes share the highest score"
    yield Problem((1.0 * W[:, [0, 1, 0, 1]], 1.0 * X), kind)
    # Sorts that are not stable may be so up to 16 numbers, and with luck in any one row.
    for C in (8, 17, tens_or_hundreds(rng)):
        W = rng.integers(-1, 2, size=(5, C)).astype(float)
        X = rng.integers(-1, 2, size=(40, 5)).astype(float)
        yield Problem((W, X), "many classes share the highest score")
    one, size = np.eye(2), float(rng.integers(1, 8))
    close = size * np.array([[1, 1 + 2.0**-17], [3, 3 + 2.0**-15]])  # exact in float32
    for args in ((one, close), (close, one)):
        kind = SmallNumbers("the second of two scores is only just higher")
        yield Problem(args, kind)
    for factor, scores_are in (
        (1e30, LargeNumbers("scores of both signs are large")),
        (1e-30, SmallNumbers("scores of both signs are tiny")),
    ):
        S = factor * size * np.array([[1, 2], [-2, -1]])  # all four decide
        yield Problem((one, S), scores_are)
        yield Problem((S, one), scores_are)
    W = np.array([[-1.0, 0, -2, -3]])
    X = rng.integers(1, 5, size=(3, 1)).astype(float)
    yield Problem((W, X), "the highest score is zero")
    W = np.array([[-2.0, -1, -3, -1]])
    yield Problem((W, X), "classes share the highest score, which is below zero")


CHAPTER.add(
    Exercise(
        "predict",
        "A function (W, X) that returns for each example the class (0..C-1) whose "
        "score is highest, the first of them in a tie: (N,). W is (D, C), X is (N, D).",
        returns=("the result",),
        implementation=_predict,
        mistake_table=PREDICT_MISTAKES,
        problems=with_exact_answers(_predict_problems),
        changes=Changes(
            new_values={
                "W": lambda W, X: -MANY_DIGITS * W,
                "X": lambda W, X: -MANY_DIGITS * X,
            }
        ),
    )
)

"""Weights, examples and labels of part one that exercises of several chapters share."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    AtKink,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)


class Data(NamedTuple):
    """Weights, examples and labels of one kind, and the size of the numbers in X."""

    kind: str
    W: Array
    X: Array
    y: Array
    scale: float = 1.0


Change = Callable[[Array], Array]
Predicate = Callable[[Array, Array], bool]  # of what `_DataDrawer.data` accepts


def unchanged(array: Array) -> Array:
    """Return an array as it was drawn."""
    return array


def is_far_from_kinks(S: Array, y: Array, delta: float = 1.0) -> bool:
    """Whether no other class is ahead of the correct one, or behind, by about delta."""
    leads = S - np.take_along_axis(S, y[:, None], axis=1)
    return bool(np.abs(np.abs(leads) - delta).min() > 0.01)


class _DataDrawer:
    """Draws weights, examples and labels until they are as their kind says.

    ``given`` says what an attempt gets, and so what a kind speaks of: "weights", and the
    examples with them, "scores" alone, or the "mask" and the examples.
    """

    def __init__(
        self, rng: np.random.Generator, delta: float, given: str = "weights"
    ) -> None:
        self.rng, self.delta, self.given = rng, delta, given
        self.delta_in_words = "1" if delta == 1 else "delta"

    def few(self) -> int:
        return int(self.rng.integers(1, 5))

    def numbers(self, *shape: int) -> Array:
        return self.rng.normal(size=shape).round(1)

    def data(
        self,
        kind: str,
        N: int | None = None,
        D: int | None = None,
        C: int | None = None,
        *,
        scores: str | None = "",
        mask: str | None = "",
        W: Change = unchanged,
        X: Change = unchanged,
        y: Change | None = None,
        accept: Predicate = lambda ahead, y: True,
        scale: float = 1.0,
        kinks: int = 0,
    ) -> Iterator[Data]:
        """Change W and X, take the labels from the scores, and draw until accepted.

        An attempt may be given the scores or the mask in place of W and X. ``scores`` and
        ``mask`` say what the kind is called there: "" stands for the same name, and None
        for a kind that doesn't show there, so that nothing is drawn.
        ``accept`` is told by how many deltas the other classes are ahead of the correct
        one, (N, C - 1), and the labels. As many raw margins as ``kinks`` says are
        exactly 0, and no other is close to it.
        """
        in_words = {"scores": scores, "mask": mask}.get(self.given, kind)
        while in_words is not None:
            n, d, c = N or self.few(), D or self.few(), C or self.few() + 1
            weights, rows = W(self.numbers(d, c)), X(self.numbers(n, d))
            S = rows @ weights
            labels = self.rng.integers(c, size=n) if y is None else y(S)
            wrong = np.arange(c) != labels[:, None]
            own = np.take_along_axis(S, labels[:, None], axis=1)
            ahead = (S - own)[wrong].reshape(n, c - 1) / self.delta
            near = np.abs(np.abs(ahead) - 1) < 0.03  # to the kinks of some mistakes too
            at = ahead == -1
            if near.sum() == at.sum() == kinks and accept(ahead, labels):
                yield Data(in_words or kind, weights, rows, labels, scale)
                return


def _various(ahead: Array, y: Array) -> bool:
    active = (ahead > -1).sum(axis=1)
    unused = len(set(y)) < ahead.shape[1] + 1
    return {0, 1, 2} <= set(active) and unused and bool((ahead > 0).any())


def _right_inside_the_margin(ahead: Array, y: Array) -> bool:
    worst = ahead.max(axis=1)
    return bool(((-0.95 < worst) & (worst < -0.05)).all())


def _no_ties(ahead: Array, y: Array) -> bool:
    """Whether all differences of scores are so large that float32 loses delta in them."""
    return bool(np.abs(ahead).min() > 1e3)


def _one_on_top(ahead: Array, y: Array) -> bool:
    return bool(np.diff(np.sort(ahead)[:, -2:]).min() > 0.1)


def _far_ahead_and_close(ahead: Array, y: Array) -> bool:
    """Some class is ahead by thousands, and some margin is a fraction of delta."""
    close = (-0.7 < ahead) & (ahead < 0)
    return bool(1000 < ahead.max() and np.abs(ahead).max() < 4000 and close.any())


def _lowest(S: Array) -> Array:
    return np.asarray(S.argmin(axis=1))


def _highest(S: Array) -> Array:
    return np.asarray(S.argmax(axis=1))


def classification(
    rng: np.random.Generator, delta: float = 1.0, given: str = "weights"
) -> Iterator[Data]:
    """Weights, examples and labels of every kind that shows in what is given.

    Raw margins are 0 or close to it in the last two alone.
    """
    drawer = _DataDrawer(rng, delta, given)
    yield from drawer.data("", 7, 5, 4, accept=_various)
    yield from _right_and_wrong(drawer)
    yield from _of_each_size(drawer)
    yield from _with_special_numbers(drawer)
    yield from _with_ties(drawer)
    yield from _with_small_beside_large(drawer)
    yield from drawer.data(
        AtKink("the raw margin of a wrong class is exactly 0"),
        mask=None,
        D=2,
        C=3,
        W=lambda W: (2 * W).round() / 2,
        X=np.round,
        accept=lambda ahead, y: bool(ahead.all()),
        kinks=1,
    )
    if given != "mask":
        yield _close_to_the_kink(drawer)


def _right_and_wrong(drawer: _DataDrawer) -> Iterator[Data]:
    yield from drawer.data(
        f"every prediction is right, but by less than {drawer.delta_in_words}",
        mask="each example has an active class",
        W=lambda W: W * 0.3,
        y=_highest,
        accept=_right_inside_the_margin,
    )
    yield from _right_by_more_than_delta(drawer)
    yield from drawer.data(
        "every prediction is wrong", mask="each example has an active class", y=_lowest
    )


def _right_by_more_than_delta(drawer: _DataDrawer) -> Iterator[Data]:
    return drawer.data(
        f"every prediction is right by more than {drawer.delta_in_words}",
        mask="no class is active",
        W=lambda W: W * 20 * drawer.delta,
        y=_highest,
        accept=lambda ahead, y: bool((ahead < -2).all()),
    )


def _of_each_size(drawer: _DataDrawer) -> Iterator[Data]:
    data, rng = drawer.data, drawer.rng
    yield from data("there is one example", 1)
    yield from data("there are two classes", C=2)
    yield from data("there is one feature", D=1, scores=None)
    yield from data(
        "there is a single example with one feature and two classes",
        1,
        1,
        2,
        scores="there is a single example and two classes",
    )
    many = tens_or_hundreds(rng)
    yield from data("there are many features", 2, many, 3, scores=None)
    for size, word in (
        (tens_or_hundreds(rng), "many"),
        (thousands(rng), "more than a thousand"),  # and too many for a byte's count
    ):
        for few in data(f"there are {word} examples", 9, 2, 3):
            rows = rng.integers(9, size=size)
            yield few._replace(X=few.X[rows], y=few.y[rows])
    yield from data(
        "there are more than a thousand features",
        2,
        thousands(rng),
        3,
        scores=None,
        y=_lowest,
    )
    most = "there are more than a thousand classes, most of them"
    for size, kind, of_mask in (
        (tens_or_hundreds(rng), "there are many classes", ""),
        (thousands(rng), f"{most} too close", f"{most} active"),
    ):
        yield from data(
            kind,
            mask=of_mask,
            N=2,
            D=2,
            C=size,
            # Of whole multiples of 0.08 deltas no raw margin is close to zero.
            W=lambda W: 0.08 * drawer.delta * (8 * W).round(),
            X=lambda X: X.round(),
            # Of thousands of classes no byte holds the last half of the labels.
            y=lambda S: len(S.T) // 2 + _lowest(S[:, len(S.T) // 2 :]),
            accept=_one_on_top,
        )


def _with_special_numbers(drawer: _DataDrawer) -> Iterator[Data]:
    data = drawer.data
    yield from data(
        "all labels are the same", y=lambda S: np.full(len(S), len(S.T) - 1)
    )
    kind = "only one example has another label"
    yield from data(kind, 5, y=lambda S: np.eye(5, dtype=int)[2])
    yield from data(
        LargeNumbers("the weights are large"),
        scores=LargeNumbers("the scores are large"),
        mask=None,
        W=lambda W: 1e5 * W,
        accept=_no_ties,
    )
    yield from data(
        LargeNumbers("the weights are tiny, and the examples large"),
        scores=None,
        mask=LargeNumbers("the examples are large"),
        W=lambda W: 1e-5 * W,
        X=lambda X: 1e5 * X,
        y=_lowest,
        # so that the loss is not that of zero weights
        accept=lambda ahead, y: bool((ahead > 1).any()),
    )
    yield from data(
        "the weights are zero",
        scores="all scores are zero",
        mask="every class is active",
        W=lambda W: 0 * W,
    )
    kept = np.outer([0, 1, 1], [1, 0, 1, 1])
    yield from data(
        "a row and a column of W are zero",
        D=3,
        C=4,
        scores="a class has only scores of zero",
        mask=None,
        W=lambda W: kept * W,
    )
    yield from data(
        LargeNumbers("the examples are large"),
        scores=LargeNumbers("the scores are very large"),
        X=lambda X: 1e12 * X,
        accept=_no_ties,
    )
    for size in (1e-3, 1e-6):
        yield from data(
            SmallNumbers("the examples are tiny"),
            scores=SmallNumbers("the scores are tiny"),
            X=partial(np.multiply, size),
            scale=size,
        )
    yield from data(
        "the last column of X holds ones",
        scores=None,
        X=lambda X: np.column_stack([X[:, 1:], np.ones(len(X))]),
    )
    yield from data(
        "a feature is constant",
        D=3,
        scores=None,
        X=lambda X: X * [0, 1, 1] + [1, 0, 0],
    )
    yield from data("a feature is zero", D=3, scores=None, X=lambda X: X * [0, 1, 1])
    yield from data(
        "an example is zero",
        3,
        scores="all scores of an example are zero",
        X=lambda X: X * [[1], [0], [1]],
    )
    yield from data(
        "all examples are zero", scores="all scores are zero", X=lambda X: 0 * X
    )
    yield from data("no number in X is negative", scores=None, X=np.abs)
    yield from data(
        "there are as many examples as features and classes",
        3,
        3,
        3,
        scores="there are as many examples as classes",
    )
    yield from data("an example comes twice", 3, X=lambda X: X[[0, 1, 0]])
    yield from _with_integers(drawer, 1, 1.0)
    yield from _with_integers(drawer, WRAPS_TO_ZERO, 1e-5)


def _with_integers(drawer: _DataDrawer, unit: int, small: float) -> Iterator[Data]:
    for drawn in drawer.data(
        WholeNumbers("X is an array of integers"),
        5,  # so that hardly any mean over the examples is whole
        3,
        3,
        scores=None,
        W=lambda W: small * W,
        X=lambda X: unit * (3 * X).round(),
        y=_lowest,
    ):
        yield drawn._replace(X=drawn.X.astype(np.int64))


def _with_ties(drawer: _DataDrawer) -> Iterator[Data]:
    yield from drawer.data(
        "another class has the same score as the correct one",
        mask=None,
        C=3,
        W=lambda W: W[:, [0, 1, 0]],
        y=lambda S: drawer.rng.choice([0, 2], size=len(S)),
    )
    yield from drawer.data(
        "two classes share the highest score, and the label is the second",
        mask=None,
        C=3,
        W=lambda W: np.column_stack([W[:, 0], W[:, 0], -W[:, 0]]),
        y=lambda S: np.where(S[:, 0] > 0, 1, 2),
    )


NEARLY_AT_KINK = SmallNumbers("a class is only just too close, or only just far enough")


def _close_to_the_kink(drawer: _DataDrawer) -> Data:
    """Four examples with raw margins of 1, 3, 2 and -2 times 2^-24.

    float32 sees them if delta is 1. Three of the four are active, but the step of a
    difference quotient reaches across all four kinks, and so it counts half of each: two.
    """
    delta, surplus = drawer.delta, np.array([1, 3, 2, -2]) * 2.0**-24
    drawn = drawer.data("", 1, 1, 3, X=lambda X: np.where(X > 0, 1.0, -1.0))
    _, W, X, y, _ = next(drawn)
    far = delta * drawer.rng.choice([-3, 3])
    for step, lead in enumerate((0.0, -delta, far)):
        W[:, (y[0] + step) % 3] = lead / X[0]
    X, y = np.outer(1 - surplus / delta, X[0]), y[[0, 0, 0, 0]]
    return Data(NEARLY_AT_KINK, W, X, y)


def _with_small_beside_large(drawer: _DataDrawer) -> Iterator[Data]:
    """In dW the row of a feature is large, or in W and S the column of a class."""
    unit = np.array([2e3, 1, 1])
    yield from drawer.data(
        SmallNumbers("a feature is far larger than the others"),
        4,
        3,
        4,
        scores=None,
        W=lambda W: W / unit[:, None],
        X=lambda X: X * unit,
        accept=_various,
    )
    yield from drawer.data(
        SmallNumbers("the weights of a class are far larger than the others"),
        4,
        3,
        4,
        scores=SmallNumbers("the scores of a class are far larger than the others"),
        mask=None,
        W=lambda W: 0.5 * drawer.delta * W * [2e3, 1, 1, 1],
        accept=_far_ahead_and_close,
    )


PENALTY_ALONE = SmallNumbers("the penalty is all there is, and small")


def svm_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Weights, examples, labels and reg of every kind."""
    regs = np.array([0.05, 0.3, 1.7])
    for kind, W, X, y, scale in classification(rng):
        reg = 0.0 if scale < 1 else float(rng.choice(regs))
        yield Problem((W, X, y, reg), kind, scale)
        if not kind:
            # Before the tiny examples, which have no reg either.
            unit = np.where(np.arange(X.shape[1]) == 0, 1e7, 1.0)  # a small feature
            yield Problem((W * unit[:, None], X / unit, y, 0.0), "reg = 0")
    _, W, X, y, _ = next(_right_by_more_than_delta(_DataDrawer(rng, 1.0)))
    reg = 1e-4 * float(rng.choice(regs))
    size = 1e-4 * MANY_DIGITS
    yield Problem((size * W, X / size, y, reg), PENALTY_ALONE, 1e-13)
    for reg, kind in (
        (1e6, LargeNumbers("reg is large")),
        (1.0, "reg = 1"),
        (3, WholeNumbers("reg is the integer 3")),
    ):
        W, X, y = next(classification(rng))[1:4]
        yield Problem((W, X, y, reg), kind)
    yield Problem((1e4 * W, 1e-4 * X, y, 1e-8), SmallNumbers("reg is tiny"), 1e-4)

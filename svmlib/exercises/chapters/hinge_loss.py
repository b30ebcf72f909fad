"""Exercises of the chapter hinge_loss: the loss of one example, and its square."""

import re
from collections.abc import Iterator, Mapping

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Mistake, Switch, only, without
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    AtKink,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._multiclass import (
    MARGIN_MISTAKES,
    OTHER_LOSS_MISTAKES,
    margins,
)
from svmlib.exercises.chapters._multiclass_data import is_far_from_kinks

CHAPTER = Chapter("hinge_loss", "The hinge loss")


OTHER_LABEL = {"y_i": lambda s, y_i, delta: (y_i + 1) % len(s)}


def scores_are_far_from_kinks(s: Array, y_i: np.int64, delta: float) -> bool:
    """Whether no class is ahead of the correct one, or behind, by about delta."""
    return is_far_from_kinks(s[None], np.array([y_i]), delta)


# All end in 1/2, so that no whole scores are at a kink.
DELTAS = np.array([0.5, 1.5, 2.5, 3.5])


class _ScoreDrawer:
    """Draws one example's scores, its label and delta until no margin is near a kink."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def __call__(
        self,
        kind: str,
        C: int | None = None,
        *,
        lead: float | None = None,
        y_i: int | None = None,
        delta: float | None = None,
        size: float = 1.0,
    ) -> Problem:
        """Let the correct class lead the others by this many times delta."""
        while True:
            classes = C or int(self.rng.integers(2, 7))
            d = float(self.rng.choice(size * DELTAS)) if delta is None else delta
            s = size * (4 * self.rng.normal(size=classes)).round(1)
            # Labels are NumPy's, as those of an array are: they compare by ==, not by is.
            own = np.int64(self.rng.integers(classes) if y_i is None else y_i % classes)
            if lead is not None:
                s[own] = np.delete(s, own).max() + lead * d
            ahead = np.delete(s - s[own], own)  # +delta is a kink of some mistakes
            plain = kind or 2 <= (ahead + d > 0).sum() <= classes - 3
            if np.abs(np.abs(ahead) - d).min() > 0.02 * size and plain:
                return Problem((s, own, d), kind, size)


def score_problems(rng: np.random.Generator, large: float = 1e30) -> Iterator[Problem]:
    """One example's scores, its label and delta, of every kind; some scores are large."""
    draw = _ScoreDrawer(rng)
    yield draw("", 6, lead=-0.7)
    yield from _right_and_wrong(draw)
    yield from _of_each_size(draw)
    yield draw("the correct class is the first one", y_i=0)
    yield draw("the correct class is the last one", y_i=-1)
    yield from _with_special_deltas(draw)
    yield from _with_whole_scores(draw)
    yield from _with_large_and_small_scores(draw, large)
    yield from _close_to_kinks(draw)
    yield from _with_special_scores(draw)


def _right_and_wrong(draw: _ScoreDrawer) -> Iterator[Problem]:
    yield draw("the prediction is right, but by less than delta", lead=0.4)
    no_loss = draw("the prediction is right by more than delta", lead=1.6)
    yield no_loss._replace(tolerance_scale=0.0)
    yield draw("the prediction is wrong", lead=-0.3)
    yield draw("two classes share the highest score", lead=0.0)


def _of_each_size(draw: _ScoreDrawer) -> Iterator[Problem]:
    yield draw("there are two classes", 2)
    for C, many in (
        (tens_or_hundreds(draw.rng), "many"),
        (thousands(draw.rng), "more than a thousand"),
    ):
        s = 0.8 * draw.rng.integers(-20, 21, C)
        y_i = np.int64(C - draw.rng.integers(1, 9))
        s[y_i] = -17.0
        yield Problem((s, y_i, 2.0), f"there are {many} classes, all of them too close")


def _with_special_deltas(draw: _ScoreDrawer) -> Iterator[Problem]:
    yield draw("delta is 1", delta=1.0)
    # A raw margin of 1.8, of which an array of integers leaves 1.
    yield draw(WholeNumbers("delta is the integer 3"), lead=0.4, delta=3)
    large_delta = LargeNumbers("delta is large")
    s, y_i, delta = draw(large_delta, delta=100.0).args
    s[(y_i + 1) % len(s)] = s[y_i] - 50
    yield Problem((s, y_i, delta), large_delta)
    yield draw(SmallNumbers("delta is small"), delta=0.04)
    s, y_i, delta = draw("delta is 0", 5, delta=0.0).args
    s[y_i - 1], s[y_i - 2] = s[y_i] + [0.7, -0.7]
    yield Problem((s, y_i, delta), "delta is 0")


def _with_whole_scores(draw: _ScoreDrawer) -> Iterator[Problem]:
    s, y_i, delta = draw("", 5).args
    s = s.round().astype(np.int64)
    s[y_i], s[y_i - 1] = 0, 2
    whole = WholeNumbers("the scores are integers")
    yield Problem((s, y_i, delta + 0.2), whole)
    yield Problem((WRAPS_TO_ZERO * s, y_i, delta + 0.2), whole)


def _with_large_and_small_scores(draw: _ScoreDrawer, large: float) -> Iterator[Problem]:
    for size, kind in (
        (large, LargeNumbers("the scores are large")),
        (1 / large, SmallNumbers("the scores are tiny")),
    ):
        yield draw(kind, lead=0.4, size=size)
        for shift in (20, -20):  # all of one sign
            s, y_i, delta = draw(kind, lead=0.4, size=size).args
            # Were all scores equal, this one would be too close as well.
            s[s.argmin()] = s[y_i] - 2 * delta
            yield Problem((s + shift * size, y_i, delta), kind, size)
    far_above = SmallNumbers("a score is far above the others")
    s, y_i, delta = draw(far_above, 5).args
    s[y_i - 1], s[y_i - 2] = s[y_i] + [2e3, 0.5 - delta]
    yield Problem((s, y_i, delta), far_above)
    for sign, word in ((100, "positive"), (-100, "negative")):
        s, y_i, delta = draw(f"all scores are {word}").args
        yield Problem((s + sign, y_i, delta), f"all scores are {word}")


def _close_to_kinks(draw: _ScoreDrawer) -> Iterator[Problem]:
    for above, word in ((2.0**-22, "too close"), (-(2.0**-22), "far enough")):
        kind = SmallNumbers(f"a class is only just {word}")
        s, y_i, delta = draw(kind).args
        s = s - s[y_i]  # so that float32 sees what is set next
        s[(y_i + 1) % len(s)] = above - delta
        yield Problem((s, y_i, delta), kind)
    at_kink = AtKink("the raw margin of a wrong class is exactly 0")
    s, y_i, delta = draw(at_kink).args
    s = s.round()
    s[(y_i + 1) % len(s)] = s[y_i] - delta
    yield Problem((s, y_i, delta), at_kink)


def _with_special_scores(draw: _ScoreDrawer) -> Iterator[Problem]:
    s, y_i, delta = draw("another class has the same score").args
    s[(y_i + 1) % len(s)] = s[y_i]
    yield Problem((s, y_i, delta), "another class has the same score")
    s, y_i, delta = draw("", 6).args
    s[y_i - 1], s[y_i - 2] = s[y_i] + [1000 * delta, -delta / 2]
    yield Problem((s, y_i, delta), "a class is a thousand deltas ahead")
    s = np.full(int(draw.rng.integers(2, 6)), round(draw.rng.normal(), 1))
    yield Problem((s, np.int64(1), 0.5), "all scores are the same")
    yield Problem((0 * s, np.int64(0), 0.5), "all scores are zero")


def _example_loss(makes: Switch, s: Array, y_i: int, delta: float) -> float:
    late = makes("max-of-sum")  # then the margins themselves aren't clipped
    of_margins = (lambda m: m == "not-clipped" or makes(m)) if late else makes
    H = margins(of_margins, s[None], np.array([y_i]), delta)[0]
    if makes("loss-counts-active"):
        H = np.sign(np.maximum(0, H))
    if makes("margins-squared"):
        H = H * H
    total = H.max() if makes("worst-class") else H.sum()
    if makes("last-class-only"):
        total = H[-1] if y_i < len(s) - 1 else H[-2]
    if makes("last-class-missing"):
        total = H[:-1].sum()
    if makes("last-active-only"):
        total = np.append(0, H[H > 0])[-1]
    if makes("first-class-only"):
        total = H[1] if y_i == 0 else H[0]
    if makes("one-subtracted"):
        total = total + delta - 1
    if makes("max-of-sum"):
        total = max(0.0, total)
    if makes("mean-over-classes"):
        total = total / len(s)
    if makes("mean-over-others"):
        total = total / (len(s) - 1)
    return float(total)


EXAMPLE_LOSS_MISTAKES = (
    MARGIN_MISTAKES
    | only(OTHER_LOSS_MISTAKES, "worst-class", "margins-squared")
    | CHAPTER.read_mistakes(
        """
    loss-counts-active: this counts the classes that are too close. Add up by how much
        each one is too close.
    last-class-only: only the last class counts: the margins are added up. Is it `=`
        where `+=` is meant?
    last-class-missing: the last class is left out: does the loop end one too early?
    last-active-only: only the last class that is too close counts: the margins are
        added up. Is it `=` where `+=` is meant?
    first-class-only: only the first class counts: the margins of all are added up. Is the
        return inside the loop?
    stops-at-correct + first-class-only: only the first class counts, and no class at
        all if that is the correct one: the margins of all are added up. Is a return
        inside the loop?
    first-active-only: only the first class that is too close counts: the margins of all
        are added up. Does something end the loop early?
    one-subtracted: 1 is subtracted for the class j = y_i, whose own raw margin is delta:
        leave that class out.
    max-of-sum: the max is taken of the sum: clip each class on its own, or one that is
        far behind makes up for another.
    no-delta + worst-class: only the highest score counts, and delta has no effect. Is
        delta missing, or is it `np.max` where `np.maximum` is meant?
    correct-in-loss + worst-class: only the largest raw margin counts, with that of y_i
        among them. Is it `np.max` where `np.maximum` is meant?
    mean-over-classes: the margins are averaged over the classes: add up an example's
        margins.
    mean-over-others: the margins are averaged over the C - 1 other classes: add up an
        example's margins.
    """,
    )
)


def _without_questions(mistakes: Mapping[str, Mistake]) -> dict[str, Mistake]:
    """Leave out the questions at the end, which ask about a program."""
    return {
        name: mistake._replace(text=re.sub(r"(?<=\.) [A-Z][^?]*\?$", "", mistake.text))
        if mistake.text.endswith("?")
        else mistake
        for name, mistake in mistakes.items()
    }


def _loss_by_hand(makes: Switch) -> float:
    s = np.array([-7.0, 10, 11, -9, 16])
    return 0.0 if makes("no-loss") else _example_loss(makes, s, 1, 5.0)


CHAPTER.add(
    Exercise(
        "hinge-by-hand",
        "A number: the hinge loss L_i of one example with the scores "
        "[-7, 10, 11, -9, 16], label y_i = 1 and delta = 5.",
        returns=("the number",),
        implementation=_loss_by_hand,
        mistake_table=CHAPTER.read_mistakes(
            """
    no-loss: the loss is taken for zero: then the correct class would lead every other
        one by delta or more. Does it?
    """,
        )
        | without(
            _without_questions(EXAMPLE_LOSS_MISTAKES),
            "left-out-by-value",
            # The prediction is wrong, the first class is far enough behind, and those that
            # are too close are ahead.
            "stops-at-correct",
            "right-ones-skipped",
            "first-class-only",
            "stops-at-inactive",
            "compared-with-delta",
        )
        | CHAPTER.read_mistakes(
            """
    delta-is-one: delta is taken for 1: here it is 5.
    last-class-missing: the last class is left out: the margins of all are added up.
    """,
        ),
        problems=lambda rng: [Problem((), tolerance_scale=0.0)],
    )
)


CHAPTER.add(
    Exercise(
        "example-loss",
        "A function (s, y_i, delta) that returns the hinge loss L_i of one example. "
        "s (C,) holds its scores, y_i is its label.",
        returns=("L_i",),
        implementation=_example_loss,
        mistake_table=EXAMPLE_LOSS_MISTAKES,
        problems=score_problems,
        changes=Changes(new_values=OTHER_LABEL, accepts=scores_are_far_from_kinks),
    )
)


def _first_loss(makes: Switch, C: int, delta: float) -> float:
    if makes("softmax"):
        return float(np.log(C))
    classes = C if makes("correct-in-loss") else C - 1
    each = 0.0 if makes("no-loss") else 1.0 if makes("delta-is-one") else delta
    total = classes * each
    if makes("mean-over-others"):
        total = total / (C - 1)
    return total / C if makes("mean-over-classes") else total


FIRST_LOSS_MISTAKES = (
    only(MARGIN_MISTAKES, "correct-in-loss")
    | only(EXAMPLE_LOSS_MISTAKES, "mean-over-classes", "mean-over-others")
    | CHAPTER.read_mistakes(
        """
    no-loss: the loss is taken for zero: then every correct score would lead by delta. At
        W = 0 all scores tie.
    delta-is-one: delta is taken for 1: each class that ties costs delta.
    softmax: this is log C, the first loss of softmax, which is another classifier. Work
        out the margins of scores that are all zero.
    """,
    )
)


def _first_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def few() -> int:
        return int(rng.integers(3, 9))

    def delta(size: float = 1.0) -> float:
        deltas = np.array([0.3, 0.5, 2.5, 3.0, 4.5])
        return float(rng.choice(size * deltas))

    yield Problem((int(rng.integers(5, 12)), delta()))
    yield Problem((2, delta()), "there are two classes")
    for C in (tens_or_hundreds(rng), thousands(rng)):
        yield Problem((C, delta()), "there are many classes")
    yield Problem((few(), 1.0), "delta is 1")
    yield Problem((few(), 3), WholeNumbers("delta is the integer 3"))
    yield Problem((few(), 0.0), "delta is 0", 0.0)
    yield Problem((few(), delta(1e30)), LargeNumbers("delta is large"))
    yield Problem((few(), delta(1e-30)), SmallNumbers("delta is tiny"), 1e-30)


CHAPTER.add(
    Exercise(
        "first-loss",
        "A function (C, delta) that returns the mean hinge loss, with no penalty, of "
        "C >= 2 classes at W = 0.",
        returns=("the loss",),
        implementation=_first_loss,
        mistake_table=FIRST_LOSS_MISTAKES,
        problems=_first_problems,
    )
)


def _squared_hinge(
    makes: Switch, s: Array, y_i: int, delta: float
) -> tuple[float, Array]:
    H = margins(makes, s[None], np.array([y_i]), delta)[0]
    linear = makes("not-squared") or makes("square-of-sum")
    loss = H.sum() if linear else (H * H).sum()
    if makes("square-of-sum"):
        loss = loss**2
    counted = H.copy()
    counted[y_i] = delta if makes("own-margin-in-correct") else 0
    if makes("square-for-margin"):
        counted = counted**2
    g = np.sign(counted) if makes("indicator-for-margin") else counted
    if not makes("factor-two-missing"):
        g = 2 * g
    own = g.sum()
    g[y_i] = 0
    if makes("count-in-correct"):
        own = np.sign(g).sum()
    if not makes("column-y-zero"):
        g[y_i] = own if makes("column-y-plus") else -own
    if makes("half-in-loss"):
        loss = loss / 2
    return loss, -g if makes("mask-negated") else g


SQUARED_HINGE_MISTAKES = MARGIN_MISTAKES | CHAPTER.read_mistakes(
    """
    delta-after-max: delta is added after the max: even a class that is far behind then
        costs something, and no loss is ever zero.
    not-clipped: negative raw margins are kept: a class that is far enough behind should
        count for nothing, but the square of its raw margin isn't zero, and nor is the
        slope.
    correct-in-loss: the class j = y_i takes part in the sum: its own raw margin is
        delta, and so every example costs the square of delta too much.
    not-squared: the loss adds up the margins unsquared.
    square-of-sum: the sum is squared: each margin is squared on its own.
    half-in-loss: the loss is half of what it should be: there is no 1/2 in front.
    indicator-for-margin: the gradient uses the indicator: the slope of a square grows
        with what is squared.
    square-for-margin: the gradient holds squares of the margins, where the margins
        themselves belong: the slope of a square is proportional to what is squared. Were
        the margins squared before the gradient was taken?
    factor-two-missing: the gradient is half of what it should be: what does a square
        leave behind when it is differentiated?
    column-y-zero: entry y_i of the gradient is zero: the correct score stands in every
        margin.
    column-y-plus: entry y_i of the gradient has the wrong sign: a higher correct score
        makes each margin smaller.
    count-in-correct: entry y_i holds minus the number of active classes, as for the plain
        hinge: here each margin is squared, and the slope of a square grows with it.
    own-margin-in-correct: entry y_i collects the raw margin of y_i itself as well, which
        is delta: set it to zero before you add up.
    mask-negated: the gradient has the wrong sign.
    correct-in-loss + own-margin-in-correct: the class j = y_i takes part: its own raw
        margin is delta, so every example costs the square of delta too much, and entry
        y_i of the gradient collects it as well.
    not-squared + indicator-for-margin + factor-two-missing: this is the plain hinge loss,
        with its gradient: here each margin is squared.
    column-y-plus + mask-negated: the entries of the active classes have the wrong sign: a
        higher score of theirs makes the margin larger. Entry y_i is as it should be.
    half-in-loss + factor-two-missing: there is a 1/2 in front of the squares, in the loss
        and in the gradient: that is consistent, but here there is none.
    """,
)


def _squared_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for problem in score_problems(rng, 1e15):  # float32 holds up to 3e38
        yield problem._replace(
            tolerance_scale=min(problem.tolerance_scale, problem.tolerance_scale**2)
        )


CHAPTER.add(
    Exercise(
        "squared-hinge",
        "A function (s, y_i, delta) that returns (L_i, g): the squared hinge loss of "
        "one example, in which each margin max(0, s_j - s_{y_i} + delta) of a wrong "
        "class is squared, and its gradient g (C,) with respect to the scores s (C,).",
        returns=("L_i", "g"),
        implementation=_squared_hinge,
        mistake_table=SQUARED_HINGE_MISTAKES,
        problems=_squared_problems,
        changes=Changes(new_values=OTHER_LABEL, accepts=scores_are_far_from_kinks),
        gradients=("g",),
    )
)

"""Exercises of the chapter soft_margin: slack, the objective, and a step of descent."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import TIED_COUNTS, Switch, only
from svmlib.exercises._problems import (
    MANY_DIGITS,
    AtKink,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._binary_data import is_off_the_margin, planes
from svmlib.exercises.chapters.hyperplanes import B_MISTAKES, decision_values
from svmlib.exercises.chapters.mask_trick import DATA_LOSS_MISTAKES
from svmlib.exercises.chapters.training import SGD_STEP_MISTAKES

CHAPTER = Chapter("soft_margin", "The soft margin")


def _raw_slack(makes: Switch, f: Array, y: Array, w: Array, b: float) -> Array:
    """What lacks of the margin 1, before it is clipped."""
    outside = 0.0
    if makes("b-outside") or makes("b-outside-subtracted"):
        f, outside = f - b, b if makes("b-outside") else -b
    if makes("divided-by-norm"):
        f = f / np.linalg.norm(w)
    margin = f if makes("y-not-in-margin") else y * f
    one = 0 if makes("no-one") else 1
    raw_slack: Array = one + margin if makes("slack-sign") else one - margin
    return raw_slack + outside


RAW_SLACK_MISTAKES = CHAPTER.read_mistakes(
    """
    y-not-in-margin: the label has no effect on the slack: a large f would then be good
        for class -1 as well.
    no-one: the 1 is missing from the slack: an example inside the margin would cost
        nothing. That is the perceptron's loss.
    slack-sign: y f is added, not subtracted: the better an example is classified, the
        more it costs.
    not-clipped: the slack is not clipped: an example far on its own side makes up for
        one on the wrong side.
    labels-zero-one: labels 0 and 1 are taken: what y multiplies is lost where y is 0. Here
        y is -1 or +1.
    divided-by-norm: f is divided by the norm of w: the slack compares y f itself with
        1.
    b-outside: b stands outside of the label, added to the slack: y multiplies all of f,
        b included.
    b-outside-subtracted: b stands outside of the label: y multiplies all of f, b
        included.
    slack-sign + b-subtracted (hyperplanes): w . x has the wrong sign, and b has the right
        one: f is the sum of the two, and the slack compares y f with 1.
    """,
)


def _slack(makes: Switch, w: Array, b: float, X: Array, y: Array) -> Array:
    if makes("labels-zero-one"):
        y = (y + 1) / 2
    raw_slack = _raw_slack(makes, decision_values(makes, w, b, X), y, w, b)
    if makes("margin-returned"):
        return 1 - raw_slack
    if makes("surplus"):
        raw_slack = -raw_slack
    xi = raw_slack if makes("not-clipped") else np.maximum(0, raw_slack)
    if makes("clipped-from-above"):
        xi = np.minimum(0, raw_slack)
    if makes("misclassified-only"):
        xi = np.where(raw_slack > 1, xi, 0)
    if makes("one-for-slack"):
        xi = np.sign(xi)
    if makes("slack-squared"):
        xi = xi**2
    if makes("whole-slacks") or (makes("whole-slacks-after-zero") and not xi[0]):
        xi = np.trunc(xi)
    return np.asarray(xi.sum()) if makes("summed") else xi


SLACK_MISTAKES = (
    RAW_SLACK_MISTAKES
    | B_MISTAKES
    | CHAPTER.read_mistakes(
        """
    slack-squared: the slack is squared: that is another loss.
    one-for-slack: an example with slack gets the number 1: the exercise asks how much
        it lacks.
    misclassified-only: only misclassified examples get slack: one that is right, but
        inside the margin, lacks something as well.
    surplus: the difference is the wrong way round: this is what an example has beyond
        the margin, not what it lacks.
    clipped-from-above: the smaller of the two is taken, not the larger: slack is never
        below zero.
    margin-returned: this is y f, the functional margin: the exercise asks how much it
        lacks of 1.
    summed: the slacks are added up: return one for each example.
    whole-slacks: the slacks are cut off to whole numbers: an array that is made like y,
        by np.zeros_like(y) or y.copy(), holds integers.
    whole-slacks-after-zero: where the first slack is 0, all are cut off to whole numbers.
        np.vectorize takes the type of its first result, and 0 is an integer; 0.0 isn't.
    surplus + slack-sign: the 1 has the wrong sign: an example lacks something if y f is
        below 1, and not only if it is below -1.
    surplus + clipped-from-above: the slack has a minus before it: it says how much y f
        lacks of 1, and is never below zero.
    y-not-in-margin + margin-returned: this is f itself: the exercise asks how much y f
        lacks of 1.
    """,
    )
)


NEARLY = SmallNumbers("an example is only just on one side of the margin")


def _nearly_on_the_margin(
    rng: np.random.Generator,
) -> tuple[Array, float, Array, Array]:
    """(w, b, X, y), in which examples lack 1, 2 and 3 times 2^-24, and one lacks nothing.

    float32 is exact here. A difference quotient counts two with slack: half of each.
    """
    w, y_i = np.array([rng.choice([-2.0, -1.0, 1.0, 2.0]), 0]), int(rng.choice([-1, 1]))
    beyond = rng.permutation([-1, -2, -3, 2]) * 2.0**-24
    X = np.stack([y_i * beyond / w[0], np.full(4, rng.choice([-1.0, 2.0]))], axis=1)
    return w, float(y_i), X, np.full(4, y_i)


def _slack_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for w, b, X, y, kind, scale in planes(rng):
        yield Problem((w, b, X, y), kind, max(scale, 1.0))
    yield Problem((0 * w, 0.0, X, y), "w and b are zero")
    w, b, X, y, *_ = next(planes(rng))
    args = w, 2.0**40 * b, 2.0**40 * X, y
    yield Problem(args, LargeNumbers("b and the examples are very large"), 1e12)
    yield Problem(_nearly_on_the_margin(rng), NEARLY, 1e-6)
    X, y = np.array([[1000.0], [0.9375], [2.0]]), np.array([-1, 1, 1])
    yield Problem((np.ones(1), 0.0, X, y), "one slack is far above another")
    w, x = rng.choice([-2.0, -1.0, 1.0, 2.0], 3), rng.integers(-3, 4, 3).astype(float)
    for y_i in (-1, 1):
        b = y_i - float(w @ x)  # y f is 1 exactly
        yield Problem(
            (w, b, np.array([x, x + w, x - w]), np.array([y_i, 1, -1])),
            "an example lies exactly on the margin",
        )


CHAPTER.add(
    Exercise(
        "slack",
        "A function (w, b, X, y) that returns the slack of each example, (N,): how "
        "much y_i f(x_i) lacks of 1, and 0 where it lacks nothing. w is (D,), X is (N, "
        "D), y (N,) holds -1 and +1.",
        returns=("the slack",),
        implementation=_slack,
        mistake_table=SLACK_MISTAKES,
        problems=_slack_problems,
        changes=Changes(accepts=is_off_the_margin),
    )
)


def _gradient_coefficients(
    makes: Switch, raw_slack: Array, f: Array, y: Array
) -> tuple[Array, Array]:
    """With what number each example takes part in dw and in db."""
    active = raw_slack <= 0 if makes("indicator-swapped") else raw_slack > 0
    if makes("indicator-no-one"):
        active = (f if makes("y-not-in-margin") else y * f) < 0
    if makes("indicator-without-label"):
        active = f < 1
    if makes("indicator-forgotten"):
        active = np.full(len(y), True)
    if makes("last-example-only"):
        active = active & (active[::-1].cumsum()[::-1] == 1)
    weight: Array = active * raw_slack if makes("value-for-indicator") else active * 1.0
    if makes("squared-in-gradient"):
        weight = 2 * active * raw_slack
    in_b = np.ones(len(y)) if makes("indicator-not-in-db") else weight
    of_dw = 1 if makes("y-not-in-dw") else y
    of_db = 1 if makes("y-not-in-db") else y
    return weight * of_dw, in_b * of_db


def _factors(makes: Switch, N: int, C: float) -> tuple[float, ...]:
    """The factors of the slack's part in the loss, in dw and in db."""
    if makes("c-left-out") or makes("c-on-penalty"):
        C = 1.0
    if makes("c-divides"):
        C = 1 / C
    parts = ("loss", "dw", "db")
    everywhere = makes("mean-for-sum")
    loss, dw, db = (
        (1.0 if makes(f"c-not-in-{part}") else C)
        / (N if everywhere or makes(f"mean-in-{part}") else 1)
        for part in parts
    )
    return loss / 2 if makes("slack-halved-in-loss") else loss, dw, db


def _norm_parts(
    makes: Switch, w: Array, b: float, N: int, C: float, count: int
) -> tuple[Any, ...]:
    """What the loss, dw and db hold besides the slack's part; count examples have some."""
    square = float(w @ w) + (b * b if makes("b-in-loss") else 0)
    half = 1.0 if makes("half-missing") else 0.5
    value = half * (square**0.5 if makes("norm-not-squared") else square)
    slope = 2.0 if makes("dw-doubled") else 0.5 if makes("dw-halved") else 1.0
    in_w = 0 * w if makes("no-w-in-dw") else slope * w
    in_b = slope * b if makes("b-in-db") else 0.0
    if makes("no-norm-in-loss"):
        value = 0.0
    if makes("norm-for-each-example"):
        value = N * value
    if makes("w-for-each-example"):
        in_w = N * in_w
    if makes("w-for-each-slack"):
        in_w = count * in_w
    factor = C if makes("c-on-penalty") or makes("c-on-all") else 1.0
    return factor * value, factor * in_w, factor * in_b


def _soft_margin(
    makes: Switch, w: Array, b: float, X: Array, y: Array, C: float
) -> tuple[float, Array, float]:
    N, outside = len(y), 1.0
    if makes("objective-of-part-one"):  # which is a multiple of another soft margin
        C, outside = 1 / (2 * C * N), 2 * C
    if makes("labels-zero-one"):
        y = (y + 1) / 2
    if makes("first-example-only"):
        X, y = X[:1], y[:1]
    f = decision_values(makes, w, b, X)
    raw_slack = _raw_slack(makes, f, y, w, b) + 1e-9 * makes(TIED_COUNTS)
    xi = raw_slack if makes("not-clipped") else np.maximum(0, raw_slack)
    if makes("slack-squared"):
        xi = xi**2
    if makes("misclassified-in-loss"):
        xi = np.where(raw_slack > 1, xi, 0)
    if makes("loss-counts"):
        xi = np.sign(xi)
    coef_w, coef_b = _gradient_coefficients(makes, raw_slack, f, y)
    in_loss, in_dw, in_db = _factors(makes, N, C)
    if makes("slack-missing"):
        in_loss = in_dw = in_db = 0.0
    loss, dw, db = _norm_parts(makes, w, b, N, C, int(np.sum(raw_slack > 0)))
    data = in_dw * (coef_w @ X)
    dw = dw + data if makes("data-part-added") else dw - data
    if makes("dw-negated"):
        dw = -dw
    loss = loss + in_loss * xi.sum()
    shift = 0 if makes("db-missing") else in_db * coef_b.sum()
    db = db + shift if makes("db-sign") else db - shift
    if makes("divided-by-n"):
        outside = outside / N
    loss, dw, db = outside * loss, outside * dw, outside * db
    return (loss, -dw, -db) if makes("gradient-negated") else (loss, dw, db)


SOFT_MARGIN_MISTAKES = (
    only(DATA_LOSS_MISTAKES, "first-example-only")
    | CHAPTER.read_mistakes(
        """
    y-not-in-dw: the labels have no effect on dw: both classes would pull w in the same
        direction.
    y-not-in-db: the labels have no effect on db: both classes would pull b in the same
        direction.
    mean-in-dw: dw takes a mean over the examples: the loss has a sum.
    mean-in-db: db takes a mean over the examples: the loss has a sum.
    c-not-in-dw: C has no effect on dw: the loss has it in front of the slacks.
    c-not-in-db: C has no effect on db: the loss has it in front of the slacks.
    slack-missing: no example has a part here: this is the part of w alone.
    b-in-loss: b is penalised in the loss: moving all examples would then change the
        best w. Only w is penalised here.
    b-in-db: db has a part that belongs to a penalty on b: only w is penalised here.
    mean-in-loss: the loss averages the slacks: here C multiplies their sum.
    mean-for-sum: the slacks are averaged, in the loss and in the gradient: here C
        multiplies their sum.
    c-left-out: C has no effect: it multiplies the slack.
    c-not-in-loss: C has no effect on the loss: it multiplies the slack.
    c-on-penalty: C is on the wrong term: it multiplies the squared norm here, and
        should multiply the slack.
    c-on-all: C multiplies everything: then it wouldn't change the best w at all. It
        should multiply the slack alone.
    c-divides: the slack is divided by C: the larger C is, the more slack costs.
    half-missing: the 1/2 is missing: the loss holds the whole squared norm.
    norm-not-squared: the norm in the loss is not squared: its gradient would be a unit
        vector, whatever the length of w.
    no-norm-in-loss: the loss has no part of w: nothing would ask for a wide margin.
    norm-for-each-example: the loss adds the norm's part once for each example: it
        belongs outside of the sum.
    slack-halved-in-loss: the slacks are halved in the loss: the 1/2 belongs to the
        squared norm alone. Is a bracket in the wrong place?
    objective-of-part-one: this is the objective of part one, with C for reg: a mean of the
        losses, and all of the squared norm. Here C multiplies the sum of the slacks, and
        the squared norm is halved.
    divided-by-n: everything is divided by N: the objective has no N in it.
    dw-doubled: the part of w in dw is twice what it should be: what does half a square
        leave behind when it is differentiated?
    dw-halved: the part of w in dw is half of what it should be: what does half a square
        leave behind when it is differentiated?
    no-w-in-dw: dw lacks the part of the norm: w should shrink even where no example has
        slack.
    w-for-each-example: dw adds the norm's part once for each example: it belongs
        outside of the sum.
    w-for-each-slack: dw adds the norm's part once for each example with slack: it
        belongs outside of the sum. Is it inside the if?
    indicator-swapped: the indicator is on the wrong side: it picks the examples beyond
        the margin, which have no slack.
    indicator-no-one: the indicator takes misclassified examples only: those that are
        right, but inside the margin, have slack as well.
    misclassified-in-loss: only misclassified examples have slack in the loss: one that is
        right, but inside the margin, lacks something as well.
    indicator-without-label: the indicator forgets the label: an example has slack where
        y f is below 1, and not where f is.
    indicator-forgotten: every example takes part in the gradient: where the slack is
        clipped to zero the loss is flat.
    indicator-not-in-db: every example takes part in db: one without slack does not
        change the loss when b moves a little.
    value-for-indicator: each example is weighted by its slack in the gradient: the size of
        the slack counts in the loss, but its slope is the same wherever there is some.
    last-example-only: the gradient holds one example alone, the last with slack: is it
        assigned where it should be added to?
    squared-in-gradient: an example takes part in the gradient with twice its slack: that
        is the slope of the slack's square.
    data-part-added: the examples' part of dw has the wrong sign: a step against dw
        would give them even more slack.
    db-missing: db lacks the examples' part: every slack depends on b.
    db-sign: the examples' part of db has the wrong sign.
    dw-negated: dw has the wrong sign: a step against it would climb.
    gradient-negated: the whole gradient has the wrong sign: a step against it would
        climb.
    loss-counts: the loss counts the examples with slack: it should add up how much they
        lack.
    slack-squared: the slacks are squared in the loss: that is another loss, and another
        gradient.
    y-not-in-margin + y-not-in-dw + y-not-in-db: y has no effect: each of loss, dw and
        db needs the labels, which are -1 and +1.
    y-not-in-dw + y-not-in-db: the labels have no effect on the gradient, dw and db: both
        classes would pull in the same direction.
    b-in-loss + b-in-db: b is penalised, in the loss and in the gradient: that is
        consistent, and some programs do so. Here only w is.
    half-missing + dw-doubled: the 1/2 is missing in the loss and in the gradient: that
        is consistent, and C then means something else. Here the squared norm is halved.
    b-subtracted + db-sign (hyperplanes): b is subtracted, in the loss and in the
        gradient: that is consistent, and some books write f(x) = w . x - b. This one
        adds b.
    b-forgotten + db-missing: b is used nowhere: the hyperplane could never leave the
        origin.
    no-norm-in-loss + no-w-in-dw: the squared norm is missing, in the loss and in the
        gradient: nothing asks for a wide margin.
    not-clipped + indicator-forgotten: the slack is not clipped, in the loss and in the
        gradient: examples far on their own side make up for others.
    misclassified-in-loss + indicator-no-one: only misclassified examples count, in the
        loss and in the gradient: those that are right, but inside the margin, have slack
        as well.
    norm-for-each-example + w-for-each-example: the norm's part stands inside the sum,
        in the loss and in the gradient: it is counted once for each example.
    mean-in-dw + mean-in-db: the gradient takes a mean over the examples: the loss has a
        sum.
    slack-squared + squared-in-gradient: the slacks are squared, in the loss and in the
        gradient: that is consistent, and is called the squared hinge loss. Here C
        multiplies the sum of the slacks themselves.
    slack-halved-in-loss + value-for-indicator + slack-squared: the slacks are squared,
        with C / 2 before their sum: that is consistent, and is called the squared hinge
        loss. Here C multiplies the sum of the slacks themselves.
    c-not-in-dw + c-not-in-db: C has no effect on the gradient: the loss has it in front
        of the slacks.
    data-part-added + dw-negated: w has the wrong sign in dw: what is the derivative of
        half of w . w?
    data-part-added + db-sign: the examples' parts of dw and db have the wrong sign: a
        step against them would give the examples even more slack.
    """,
    )
    | RAW_SLACK_MISTAKES
    | B_MISTAKES
)


def _at_the_kink(rng: np.random.Generator) -> Iterator[Problem]:
    """Problems whose first example lies exactly on the margin, one with each label."""
    for y_i in (-1, 1):
        w, x = rng.choice([-1.0, 1.0], (2, 3))
        C = float(rng.choice([1.5, 2.5, 3.0]))
        X, y = np.array([x, x + w, x + 2 * w]), np.array([y_i, 1, -1])
        yield Problem(
            (w, y_i - float(w @ x), X, y, C),
            AtKink("an example lies exactly on the margin"),
        )


def _soft_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for w, b, X, y, kind, scale in planes(rng):
        if w.dtype.kind == "i":
            continue  # dw may be made like w
        C = float(rng.choice([0.3, 0.7, 2.5, 3.0]))
        yield Problem((w, b, X, y, C), kind, min(1.0, scale))
        if not kind:
            for C, special in (
                (3, WholeNumbers("C is the integer 3")),
                (1e9, LargeNumbers("C is large")),
                (0.002, SmallNumbers("C is small")),
            ):
                yield Problem((w, b, X, y, C), special, min(C, 1.0))
            args = 1e-9 * w, 1e-9 * b, X, y, 1e-7
            yield Problem(args, SmallNumbers("C is as tiny as w"), 1e-7)
    yield Problem((*_nearly_on_the_margin(rng), 2.0), NEARLY)
    yield from _at_the_kink(rng)
    yield Problem((0 * w, 0.4, X, y, C), "w is zero")
    yield Problem((0 * w, 0.0, X, y, C), "w and b are zero")


CHAPTER.add(
    Exercise(
        "soft-margin",
        "A function (w, b, X, y, C) that returns (loss, dw, db): the soft-margin "
        "objective, half the squared norm of w plus C times the sum of the slacks, and "
        "its gradient, dw (D,) and db. w is (D,), X is (N, D), y (N,) holds -1 and +1.",
        returns=("loss", "dw", "db"),
        implementation=_soft_margin,
        mistake_table=SOFT_MARGIN_MISTAKES,
        problems=_soft_problems,
        changes=Changes(
            new_values={  # so that other examples have slack
                "w": lambda w, b, X, y, C: -MANY_DIGITS * w,
                "b": lambda w, b, X, y, C: b + MANY_DIGITS,
                "X": lambda w, b, X, y, C: -MANY_DIGITS * X,
            },
            accepts=is_off_the_margin,
        ),
        not_finite_question="Is something divided by a slack? Exactly on the margin it "
        "is 0.",
        gradients=("dw", "db"),
    )
)


def _descent_step(
    makes: Switch, w: Array, b: float, dw: Array, db: float, eta: float
) -> tuple[Array, float]:
    if makes("step-divides"):
        eta = 1 / eta
    dw = dw * (1 if makes("step-not-on-w") else eta)
    db = db * (1 if makes("step-not-on-b") else eta)
    if makes("uphill-in-w") or makes("uphill"):
        dw = -dw
    if makes("uphill-in-b") or makes("uphill"):
        db = -db
    if makes("w-not-moved"):
        dw = 0 * dw
    if makes("b-not-moved"):
        db = 0.0
    return (-dw, -db) if makes("step-only") else (w - dw, b - db)


DESCENT_STEP_MISTAKES = only(
    SGD_STEP_MISTAKES, "uphill", "step-only"
) | CHAPTER.read_mistakes(
    """
    uphill-in-w: w goes uphill: along the gradient the loss grows.
    uphill-in-b: b goes uphill: along the gradient the loss grows.
    step-not-on-w: the step size has no effect on w.
    step-not-on-b: the step size has no effect on b.
    w-not-moved: w stays where it was: it has a gradient as well.
    b-not-moved: b stays where it was: it has a gradient as well.
    step-divides: the gradient is divided by the step size: a smaller one then makes
        larger steps.
    step-not-on-w + step-not-on-b: the step size has no effect.
    """,
)


def _step_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str,
        D: int | None = None,
        *,
        size: float = 1.0,
        of_dw: float = 1.0,
        of_db: float = 1.0,
        step: float | None = None,
    ) -> Problem:
        D = D or int(rng.integers(2, 6))
        w, dw = size * (rng.normal(size=(2, D)).round(1) + 0.02)
        b, db = size * (rng.normal(size=2).round(1) + 0.02)
        if step is None:
            step = float(rng.choice([0.1, 0.3, 0.5, 0.7]))
        args = w, float(b), of_dw * dw, float(of_db * db), step
        return Problem(args, kind, size * min(1.0, step))

    yield problem("", 3)
    yield problem("there is one feature", 1)
    yield problem("there are many features", tens_or_hundreds(rng))
    yield problem("there are more than a thousand features", thousands(rng))
    yield problem(LargeNumbers("the numbers are large"), size=1e9)
    yield problem(SmallNumbers("the numbers are tiny"), size=1e-9)
    yield problem("dw is zero", of_dw=0.0)
    yield problem("db is zero", of_db=0.0)
    yield problem(WholeNumbers("eta is the integer 3"), step=3)
    w, b, dw, db, step = problem("").args
    yield Problem((w, 2, dw, db, step), WholeNumbers("b is the integer 2"))
    yield Problem((w, b, dw, 2, step), WholeNumbers("db is the integer 2"))
    yield problem("eta is above 1", step=2.5)
    yield problem("eta is large", step=1e6)
    yield problem(SmallNumbers("eta is small"), step=0.001)
    yield problem(SmallNumbers("eta is tiny"), step=2e-7, of_dw=1e7, of_db=1e7)
    w, b, dw, db, step = problem("", 3).args
    unit = np.array([2e3, 1, 1])
    unequal = SmallNumbers("an entry of w is far larger than the others")
    yield Problem((w * unit, b, dw * unit, db, step), unequal)
    w, b, dw, db, step = problem("").args
    w[0] = dw[-1] = 0.0
    kind = "w and dw hold a zero"
    yield Problem((w, b, dw, db, step), kind)
    yield Problem((w[::-1].copy(), b, dw[::-1].copy(), db, step), kind)
    yield Problem(
        (np.abs(w), b, np.abs(dw), abs(db), step), "all of dw and db is positive"
    )
    yield Problem((-w, b, -np.abs(dw), -abs(db), step), "all of dw and db is negative")
    yield Problem((0 * w, 0.0, dw, db, step), "w and b are zero")


CHAPTER.add(
    Exercise(
        "descent-step",
        "A function (w, b, dw, db, eta) that returns (w, b) after one step of gradient "
        "descent with step size eta, and leaves its arguments as they are. w and dw "
        "are (D,), b and db are numbers.",
        returns=("w", "b"),
        implementation=_descent_step,
        mistake_table=DESCENT_STEP_MISTAKES,
        problems=_step_problems,
    )
)

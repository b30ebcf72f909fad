"""Exercises of the chapter training: one step of descent, and many."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import TIED_COUNTS, Switch, only
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    log_uniform,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._multiclass_data import Change, classification, unchanged

CHAPTER = Chapter("training", "Training")


def _sgd_step(makes: Switch, W: Array, dW: Array, learning_rate: float) -> Array:
    rate = 1.0 if makes("rate-forgotten") else learning_rate
    if makes("rate-divides"):
        rate = float(np.divide(1.0, learning_rate))
    step = rate * dW
    if not makes("uphill"):
        step = -step
    if makes("step-only"):
        return step
    return W if makes("unchanged") else W + step


SGD_STEP_MISTAKES = CHAPTER.read_mistakes(
    """
    uphill: the step goes uphill: along the gradient the loss grows.
    rate-forgotten: the learning rate does not reach dW: the gradient is taken whole.
    rate-divides: the gradient is divided by the learning rate: a smaller rate then
        makes larger steps.
    unchanged: W comes back as it was. Is the new value stored, and returned?
    step-only: this is the step alone: return where it leads.
    """,
)


def _step_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(kind: str, D: int = 3, C: int = 2, *, rate: float = 0.0) -> Problem:
        W, dW = rng.normal(size=(2, D, C)).round(1) + 0.02
        return Problem((W, dW, rate or float(rng.choice([0.02, 0.1, 1.5]))), kind)

    yield problem("", 5, 4)
    yield problem("there is one feature", 1)
    yield problem("W has one column", 3, 1)
    yield problem("there are many features", tens_or_hundreds(rng))
    yield problem("there are many classes", 3, tens_or_hundreds(rng))
    yield problem("there are more than a thousand features", thousands(rng))
    yield problem("there are more than a thousand classes", 2, thousands(rng))
    yield problem("there are as many features as classes", 3, 3)
    yield problem("the learning rate is 1", rate=1.0)
    yield problem(WholeNumbers("the learning rate is the integer 3"), rate=3)
    yield problem(LargeNumbers("the learning rate is large"), rate=1e30)
    yield problem(SmallNumbers("the learning rate is small"), rate=0.004)
    W, dW, _ = problem("").args
    yield Problem((W.round(), dW, 0.0), "the learning rate is 0", 0.0)
    W, dW, rate = problem("", rate=2e-30).args
    yield Problem((W, 1e30 * dW, rate), SmallNumbers("the learning rate is tiny"))
    for factor, word, mark in (
        (0, "zero", str),
        (1e30, "large", LargeNumbers),
        (1e-30, "tiny", SmallNumbers),
    ):
        W, dW, rate = problem("").args
        yield Problem((W, factor * dW, rate), mark(f"the gradient is {word}"))
        yield Problem((factor * W, dW, rate), mark(f"the weights are {word}"), rate)
    W, dW, rate = problem("").args
    unit = np.array([[2e3], [1], [1]])
    kind = SmallNumbers("the weights of a feature are far larger than the others")
    yield Problem((unit * W, unit * dW, rate), kind)
    W, dW, rate = problem("", 3, 3).args
    kept = np.outer([0, 1, 1], [1, 0, 1])
    yield Problem((kept * W, dW, rate), "a row and a column of W are zero")
    yield Problem((W, kept * dW, rate), "a row and a column of the gradient are zero")
    W, dW, rate = problem("").args
    kind = SmallNumbers("the weights and the gradient are tiny")
    yield Problem((1e-30 * W, 1e-30 * dW, rate), kind, 1e-30 * rate)


CHAPTER.add(
    Exercise(
        "sgd-step",
        "A function (W, dW, learning_rate) that returns the weights after one step of "
        "gradient descent, and leaves W itself as it is.",
        returns=("the new W",),
        implementation=_sgd_step,
        mistake_table=SGD_STEP_MISTAKES
        | CHAPTER.read_mistakes(
            """
    uphill + step-only: this is what the step takes away from the weights: return where it
        leads.
    """,
        ),
        problems=_step_problems,
    )
)


def linear_decay(makes: Switch, learning_rate: float, t: int, num_iters: int) -> float:
    """Step size of step t."""
    last = max(1, num_iters - 1) if makes("ends-one-early") else num_iters
    last += makes("ends-one-late")
    progress = (t + makes("starts-one-late")) / last
    rate = 1.0 if makes("rate-forgotten") else learning_rate
    if makes("one-over-t"):
        return rate / (1 + t)
    if makes("rate-constant"):
        return rate
    if makes("rate-on-progress"):
        return float(1 - rate * progress)
    if makes("parentheses-missing"):
        return float(rate - progress)
    return float(rate * (progress if makes("rate-grows") else 1 - progress))


LINEAR_DECAY_MISTAKES = CHAPTER.read_mistakes(
    """
    rate-constant: the step size does not change. Does an integer division round the
        progress down to zero?
    rate-grows: the step size grows: the last steps should be the smallest.
    one-over-t: this is the 1/t schedule: it falls fast at first and never reaches zero.
    parentheses-missing: the learning rate multiplies only the 1: a * 1 - b is not a *
        (1 - b).
    rate-on-progress: the learning rate multiplies t / num_iters alone: it belongs in
        front of the whole difference.
    rate-forgotten: the learning rate has no effect.
    starts-one-late: step 0 is already smaller than the learning rate: the count starts
        at zero.
    ends-one-early: step num_iters - 1 is already zero and moves nothing: zero is to be
        reached at num_iters, one step after the last.
    ends-one-late: the step size reaches zero one step too late: t is divided by one more
        than the number of steps.
    rate-grows + starts-one-late: the step sizes come in the reverse order: the largest
        belongs to t = 0.
    """,
)


def _decay_problems(rng: np.random.Generator) -> Iterator[Problem]:
    rates = np.array([0.05, 0.3, 0.5, 2.5])

    def problem(kind: str, t: int, T: int, rate: float = 0.0) -> Problem:
        rate = rate or float(rng.choice(rates))
        return Problem((rate, t, T), kind, min(rate, 1.0))

    T = int(rng.integers(6, 12))
    yield problem("", T // 2 - 1, T)
    yield problem("t = 0", 0, T)
    yield problem("t = 1", 1, T)
    yield problem("there is one step", 0, 1)
    yield problem("t is the last step", T - 1, T)
    yield problem("there are many steps", int(rng.integers(1, 1000)), 1000)
    yield problem(LargeNumbers("the learning rate is large"), 2, T, 1e30)
    yield problem(SmallNumbers("the learning rate is tiny"), 2, T, 1e-30)
    yield problem("the learning rate is 1", 2, T, 1.0)
    yield problem(WholeNumbers("the learning rate is the integer 3"), 2, T, 3)
    yield Problem((0.0, 2, T), "the learning rate is 0", 0.0)
    yield problem("more than half of the steps are done", T - 2, T)


CHAPTER.add(
    Exercise(
        "linear-decay",
        "A function (learning_rate, t, num_iters) that returns the step size of step "
        "t = 0..num_iters-1: on a straight line from learning_rate at t = 0 to zero "
        "at t = num_iters.",
        returns=("the step size",),
        implementation=linear_decay,
        mistake_table=LINEAR_DECAY_MISTAKES,
        problems=_decay_problems,
    )
)


def _data_gradient(W: Array, X: Array, y: Array, delta: float = 1.0) -> Array:
    """Return the gradient of `svm_loss` without its switches: there are many steps."""
    rows = np.arange(len(y))
    S = X @ W
    M = (S - S[rows, y][:, None] + delta > 0).astype(float)
    M[rows, y] -= M.sum(axis=1)
    return np.asarray(X.T @ M / len(y))


def _train(
    makes: Switch,
    W: Array,
    X: Array,
    y: Array,
    draws: Array,
    learning_rate: float,
    reg: float,
) -> Array:
    if makes("columns-of-draws"):
        draws = draws.T
    start, rate, steps = W, learning_rate, len(draws)
    if makes("progress-by-all"):
        steps = len(X)
    if makes("progress-by-batch"):
        steps = draws.shape[1]
    taken = list(enumerate(draws))
    if makes("one-by-one"):
        taken = [(t, batch[[k]]) for t, batch in taken for k in range(len(batch))]
    taken = taken[makes("first-step-missing") : len(taken) - makes("last-step-missing")]
    for t, batch in taken:
        if makes("first-batch"):
            batch = draws[0]
        if makes("all-for-batch"):
            batch = np.arange(len(y))
        if makes("draws-once"):
            batch = np.unique(batch)
        at = start if makes("gradient-at-start") or makes("steps-not-joined") else W
        dW = _data_gradient(at, X[batch], y[batch], 1 + 1e-9 * makes(TIED_COUNTS))
        if makes("gradient-sum") or makes("divided-by-all"):
            dW = dW * len(batch)
        if makes("divided-by-all"):
            dW = dW / len(y)
        times = 1 if makes("penalty-half") else 4 if makes("penalty-twice") else 2
        if not makes("penalty-missing"):
            dW = dW + times * reg * at
        whole = rate if makes("rates-multiply") else learning_rate
        rate = linear_decay(makes, whole, t, steps)
        step = rate * dW
        W = (start if makes("steps-not-joined") else W) + (
            step if makes("uphill") else -step
        )
        if makes("one-step"):
            break
    return start if makes("unchanged") else W


TRAIN_MISTAKES = (
    CHAPTER.read_mistakes(
        """
    one-step: the loop ends after its first step. Is the return inside it?
    steps-not-joined: each step sets out from the given weights, so that only the last
        one counts: it must go on from where the one before it ended.
    gradient-at-start: the gradient is taken at the given weights in every step: it is
        needed at the weights that the step sets out from.
    first-step-missing: step t = 0 is left out.
    last-step-missing: the last step is left out: there are T of them.
    last-step-missing + ends-one-early: there is one step too few: draws has T rows, and
        both the loop and the step sizes need that T.
    one-by-one: each example of a row makes a step of its own: a row of draws is one
        step, with the mean over its examples.
    columns-of-draws: step t takes a column of draws: its examples are in row t.
    columns-of-draws + progress-by-batch: step t takes a column of draws, and t is divided
        by the number of rows: its examples are in row t, and there are as many steps as
        rows.
    first-batch: the first row of draws serves in every step: step t has row t.
    all-for-batch: each step uses all examples: draws says which ones it may use.
    draws-once: an example that is drawn twice in a row counts once: it counts as often as
        it is drawn. X[draws[t]] repeats it, a mask of True and False can't.
    gradient-sum: the gradient is a sum over the batch, not a mean.
    divided-by-all: the sum over the batch is divided by the number of all examples: the
        mean is that of the batch.
    penalty-missing: the penalty's part of the gradient is missing: reg has no effect.
    penalty-half (regularization): the penalty's part of the gradient is half of what it
        should be.
    penalty-twice: the penalty's part of the gradient comes twice: what svm_loss returns
        contains it already.
    rates-multiply: the step sizes multiply up: each is to be taken from the given
        learning rate, not from the step size before it.
    progress-by-all: t is divided by the number of all examples: the progress is t over
        the number of steps, len(draws).
    progress-by-batch: t is divided by the size of a batch: the progress is t over the
        number of steps, len(draws).
    rate-constant: the step size does not change: it should shrink from step to step. Or
        does an integer division round the progress down to zero?
    ends-one-early: the last step is already zero and moves nothing: zero is to be
        reached at t = T, one step after the last.
    """,
    )
    | only(SGD_STEP_MISTAKES, "uphill", "unchanged")
    | only(
        LINEAR_DECAY_MISTAKES,
        "rate-grows",
        "rate-forgotten",
        "starts-one-late",
        "ends-one-late",
        "parentheses-missing",
        "one-over-t",
        "rate-grows + starts-one-late",
    )
)


class _RunKind(NamedTuple):
    """A kind of run: T steps with batches of B. What is None is drawn."""

    kind: str
    T: int = 3
    B: int = 2
    N: int | None = None
    D: int | None = None
    C: int | None = None
    rate: float | None = None
    reg: float | None = None
    W: Change = unchanged
    X: Change = unchanged
    draws: Change = unchanged
    accept: Callable[[Array, Array, Array], bool] = lambda y, draws, has_loss: True
    scale: float = 1.0

    def draw(self, rng: np.random.Generator) -> Problem:
        """Draw until no margin is close to zero, the data count, and it is accepted."""
        while True:
            D, N = self.D or int(rng.integers(1, 4)), self.N or int(rng.integers(3, 6))
            W = rng.normal(size=(D, self.C or int(rng.integers(2, 5)))).round(1)
            X, y = rng.normal(size=(N, D)).round(1), rng.integers(W.shape[1], size=N)
            draws = self.draws(rng.integers(N, size=(self.T, self.B)))
            rate = float(rng.choice([0.1, 0.2])) if self.rate is None else self.rate
            reg = float(rng.choice([0.3, 0.7])) if self.reg is None else self.reg
            args = (self.W(W), self.X(X), y, draws, rate, reg)
            raw = _raw_margins(*args)
            has_loss = (raw > 0).sum(axis=2) > 1  # of the class y_i it is 1
            accepted = has_loss[0].any() and self.accept(y, draws, has_loss)
            # Beside large raw margins, float32 loses small ones: only that of y_i, which is
            # always 1, may be so small.
            size = np.abs(raw).max(axis=(1, 2), keepdims=True)
            unseen = (np.abs(raw) < 1e-5 * size).sum(axis=2)
            if np.abs(raw).min() > 1e-3 and unseen.max() <= 1 and accepted:
                return Problem(args, self.kind, self.scale)


def _raw_margins(
    W: Array, X: Array, y: Array, draws: Array, learning_rate: float, reg: float
) -> Array:
    """Raw margins of the examples of each step, (T, B, C)."""
    raw = []
    for t, batch in enumerate(draws):
        S = X[batch] @ W
        raw.append(S - np.take_along_axis(S, y[batch][:, None], axis=1) + 1)
        dW = _data_gradient(W, X[batch], y[batch]) + 2 * reg * W
        W = W - learning_rate * (1 - t / len(draws)) * dW
    return np.array(raw)


def _a_late_one_counts(y: Array, draws: Array, has_loss: Array) -> bool:
    late = (draws >= 1000) & (y[draws] != y[0]) & has_loss
    return bool(late.any())


def _tenth(numbers: Array) -> Array:
    """Small numbers, which come to no kink in many steps."""
    return 0.1 * numbers


def _whole(unit: int) -> Change:
    return lambda X: unit * (3 * X).round().astype(np.int64)


def _runs(rng: np.random.Generator) -> list[_RunKind]:
    row_and_column = np.outer([0, 1, 1], [1, 0, 1])
    return [
        _RunKind("", 4, 3, N=7, C=4),
        _RunKind("", 30),  # so that an integer division of t is no constant
        _RunKind("there is one step", 1),
        _RunKind(
            "there are many steps",
            log_uniform(rng, 20, 150),
            rate=0.01,
            W=_tenth,
            X=_tenth,
        ),
        _RunKind(
            "there are more than a thousand steps",
            T=int(rng.integers(1100, 1300)),  # each of which takes time
            B=1,
            rate=0.01,
            W=_tenth,
            X=_tenth,
        ),
        _RunKind("a batch is one example", B=1),
        _RunKind(
            "a batch is larger than the training set", B=tens_or_hundreds(rng), N=4
        ),
        _RunKind("there is one example", N=1),
        _RunKind("there is one feature", D=1),
        _RunKind("there are two classes", C=2),
        _RunKind("there are many classes", C=log_uniform(rng, 20, 200), D=2),
        _RunKind("there are many examples", N=tens_or_hundreds(rng)),
        _RunKind("there are many features", D=tens_or_hundreds(rng)),
        _RunKind(
            "there are more than a thousand classes",
            2,
            C=int(rng.integers(1100, 1300)),  # of more, some are close to the margin
            D=2,
        ),
        _RunKind(
            "there are more than a thousand examples",
            T=2,
            B=8,
            N=thousands(rng),
            accept=_a_late_one_counts,
        ),
        _RunKind("there are more than a thousand features", 2, D=thousands(rng), C=2),
        _RunKind("a batch has more than a thousand examples", 2, thousands(rng), N=9),
        _RunKind("reg = 0", reg=0.0),
        _RunKind(LargeNumbers("reg is large"), reg=2.5),
        _RunKind(
            LargeNumbers("reg is very large, and the learning rate tiny"),
            reg=1e5,
            rate=3e-6,
        ),
        _RunKind(LargeNumbers("the learning rate is large"), rate=2.5),
        _RunKind(LargeNumbers("the weights are large"), W=lambda W: 1e30 * W),
        _RunKind(LargeNumbers("the examples are large"), X=lambda X: 1e15 * X),
        _RunKind(
            SmallNumbers("the weights and the examples are tiny"),
            W=lambda W: 1e-30 * W,
            X=lambda X: 1e-30 * X,
            scale=1e-30,
        ),
        _RunKind("the weights are zero", W=lambda W: 0 * W),
        _RunKind("a feature is zero", D=3, X=lambda X: X * [1, 0, 1]),
        _RunKind("a feature is constant", D=3, X=lambda X: X * [1, 1, 0] + [0, 0, 1]),
        _RunKind("an example is zero", N=3, X=lambda X: X * [[1], [0], [1]]),
        _RunKind("all examples are zero", X=lambda X: 0 * X),
        *(
            _RunKind(WholeNumbers("X is an array of integers"), 9, N=5, X=_whole(unit))
            for unit in (1, WRAPS_TO_ZERO)
        ),
        _RunKind(WholeNumbers("the learning rate is the integer 2"), rate=2),
        _RunKind(WholeNumbers("reg is the integer 3"), reg=3),
        _RunKind(
            "a row and a column of W are zero", D=3, C=3, W=lambda W: row_and_column * W
        ),
    ]


def _train_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Runs of every kind; margins are 0 or close to it in the first step of two alone."""
    for run in _runs(rng):
        yield run.draw(rng)
    # No loss, or hardly any, is no reason to stop.
    sign = np.array([[1.0, -1.0]])
    W, X, y = rng.choice([3.0, 4.0, 5.0]) * sign, sign.T, np.zeros(2, dtype=int)
    kind = "reg = 0, and a batch before the last has no loss"
    yield Problem((W, X, y, np.array([[0], [1], [0]]), 0.5, 0.0), kind)
    kind = SmallNumbers("only the penalty is left, and small")
    draws = rng.integers(2, size=(4, 1))
    X = np.array([[1e6], [2e6]])
    yield Problem((1e-4 * W, X, y, draws, 0.5, 0.3), kind, 1e-4)
    draws = rng.integers(2, size=(3, 2))
    X = np.array([[1.0], [2.0]])
    yield Problem((W, X, y, draws, 0.5, 0.0), "reg = 0, and there is no loss", 0.0)
    kind = "the learning rate is 0"
    yield Problem((-W, X, y, draws, 0.0, 0.3), kind, 0.0)
    *_, at_kink, close_to_kink = classification(rng)
    kind, W, X, y, _ = at_kink
    yield Problem((W, X, y, np.arange(len(y))[None], 0.2, 0.3), kind)
    kind, W, X, y, _ = close_to_kink
    draws = np.array([[0, 1], [0, 1]])  # with one step, t / (T - 1) would divide by 0
    yield Problem((W, X, y, draws, 0.2, 0.3), kind)


CHAPTER.add(
    Exercise(
        "train",
        "A function (W, X, y, draws, learning_rate, reg) that returns the weights "
        "after T >= 1 steps of descent from W, and leaves W as it is. Row t of draws "
        "(T, B) holds the indices of the examples of step t = 0..T-1. A step goes "
        "against the gradient of their objective, with delta = 1, and its size is that "
        "of linear-decay.",
        returns=("the new W",),
        implementation=_train,
        mistake_table=TRAIN_MISTAKES,
        problems=_train_problems,
        changes=Changes(
            accepts=lambda *args: bool(np.abs(_raw_margins(*args)).min() > 1e-3)
        ),
    )
)

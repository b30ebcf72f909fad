"""Exercises of the chapter training: one step of descent, and many."""

from collections.abc import Iterator

import numpy as np

from svmlib.exercises._exercise import (
    Array,
    Chapter,
    Problem,
    Switch,
    always,
    no_mistake,
    only,
    read_mistakes,
)
from svmlib.exercises._multiclass import matrix_cases
from svmlib.exercises.mask_trick import svm_loss

CHAPTER = Chapter("training", "Training")


def _sgd_step(on: Switch, W: Array, dW: Array, learning_rate: float) -> Array:
    rate = 1.0 if on("rate-forgotten") else learning_rate
    if on("rate-divides"):
        rate = 1 / learning_rate
    step = rate * (np.sign(dW) if on("sign-of-gradient") else dW)
    if not on("uphill"):
        step = -step
    if on("step-only"):
        return step
    return (learning_rate * W if on("rate-on-weights") else W) + step


STEP_MISTAKES = read_mistakes(
    "training",
    """
    uphill: the step goes uphill: along the gradient the loss grows.
    rate-forgotten: the learning rate does not reach dW: the gradient is taken whole.
    rate-divides: the gradient is divided by the learning rate: a smaller rate then
        makes larger steps.
    sign-of-gradient: only the signs of the gradient are used: where it is nearly flat
        the step should be small.
    step-only: this is the step alone: asked for is where it leads.
    rate-on-weights: the learning rate multiplies the weights, too: they would shrink at
        every step.
    """,
)


def _step_cases() -> Iterator[Problem]:
    for rate, (W, X, y) in zip((0.1, 0.5, 0.02), matrix_cases(), strict=True):
        yield Problem((W, svm_loss(no_mistake, W, X, y, 0.1)[1], rate))


SGD_STEP = CHAPTER.exercise(
    "sgd-step",
    "A function (W, dW, learning_rate) that returns the weights after one step of "
    "gradient descent, and leaves W itself as it is.",
    returns=("the weights",),
    faulty=_sgd_step,
    mistakes=STEP_MISTAKES
    | read_mistakes(
        "training",
        """
    rate-forgotten + rate-on-weights: the learning rate does not reach dW: it multiplies
        the weights, where it belongs to the step.
    """,
    ),
    problems=always(tuple(_step_cases())),
)


def linear_decay(on: Switch, learning_rate: float, t: int, num_iters: int) -> float:
    """Step size of step t."""
    last = num_iters - 1 if on("ends-one-early") else num_iters
    progress = (t + on("starts-one-late")) / last
    rate = 1.0 if on("rate-forgotten") else learning_rate
    if on("one-over-t"):
        return rate / (1 + t)
    if on("rate-constant"):
        return rate
    if on("parentheses-missing"):
        return rate - progress
    return rate * (progress if on("rate-grows") else 1 - progress)


DECAY_MISTAKES = read_mistakes(
    "training",
    """
    rate-constant: the step size does not change. Does an integer division round the
        progress down to zero?
    rate-grows: the step size grows: the last steps should be the smallest.
    one-over-t: this is the 1/t schedule: it falls fast at first and never reaches zero.
    parentheses-missing: the learning rate multiplies only the 1: a * 1 - b is not a *
        (1 - b).
    rate-forgotten: the learning rate has no effect.
    starts-one-late: step 0 is already smaller than the learning rate: the count starts
        at zero.
    ends-one-early: step num_iters - 1 is already zero and moves nothing: zero is to be
        reached at num_iters, one step after the last.
    """,
)


LINEAR_DECAY = CHAPTER.exercise(
    "linear-decay",
    "A function (learning_rate, t, num_iters) that returns the step size of step "
    "t = 0..num_iters-1: on a straight line from learning_rate at t = 0 to zero "
    "at t = num_iters.",
    returns=("the step size",),
    faulty=linear_decay,
    mistakes=DECAY_MISTAKES,
    problems=always(
        (Problem((0.5, 3, 10)), Problem((2.0, 0, 4), "t = 0"), Problem((0.3, 6, 8)))
    ),
)


def _train(
    on: Switch,
    W: Array,
    X: Array,
    y: Array,
    draws: Array,
    learning_rate: float,
    reg: float,
) -> Array:
    start, rate, steps = W, learning_rate, len(draws)
    if on("progress-by-all"):
        steps = len(X)
    if on("progress-by-batch"):
        steps = draws.shape[1]
    for t, batch in enumerate(draws):
        if on("first-batch"):
            batch = draws[0]
        if on("all-examples"):
            batch = np.arange(len(y))
        at = start if on("gradient-at-start") or on("steps-not-joined") else W
        dW = svm_loss(no_mistake, at, X[batch], y[batch], 0.0)[1]
        if on("gradient-sum") or on("divided-by-all"):
            dW = dW * len(batch)
        if on("divided-by-all"):
            dW = dW / len(y)
        times = 1 if on("penalty-half") else 4 if on("penalty-twice") else 2
        if not on("penalty-missing"):
            dW = dW + times * reg * at
        if on("loss-for-gradient"):
            dW = svm_loss(no_mistake, at, X[batch], y[batch], reg)[0] + 0 * W
        whole = rate if on("rates-multiply") else learning_rate
        rate = linear_decay(on, whole, t, steps)
        step = rate * dW
        W = (start if on("steps-not-joined") else W) + (step if on("uphill") else -step)
        if on("one-step"):
            break
    return W


TRAIN_MISTAKES = read_mistakes(
    "training",
    """
    one-step: the loop ends after its first step. Is the return inside it?
    steps-not-joined: each step sets out from the given weights, so that only the last
        one counts: it must go on from where the one before it ended.
    gradient-at-start: the gradient is taken at the given weights in every step: it is
        needed at the weights that the step sets out from.
    first-batch: the first row of draws serves in every step: step t has row t.
    all-examples: each step uses all examples: draws says which ones it may use.
    gradient-sum: the gradient is a sum over the batch, not a mean.
    divided-by-all: the sum over the batch is divided by the number of all examples: the
        mean is that of the batch.
    penalty-missing: the penalty's part of the gradient is missing: reg has no effect.
    penalty-half (regularization): the penalty's part of the gradient is half of what it
        should be.
    penalty-twice: the penalty's part of the gradient comes twice: what svm_loss returns
        contains it already.
    loss-for-gradient: the loss is subtracted, not the gradient: svm_loss returns both,
        the loss first.
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
) | only(STEP_MISTAKES, "uphill")


TRAIN_MISTAKES |= only(
    DECAY_MISTAKES,
    "rate-grows",
    "rate-forgotten",
    "starts-one-late",
)


def _train_cases() -> Iterator[Problem]:
    rng = np.random.default_rng(0)
    numbers = ((4, 3, 0.1, 0.7), (3, 2, 0.2, 0.3), (5, 2, 0.05, 2.0))
    for (T, B, rate, reg), (W, X, y) in zip(numbers, matrix_cases(), strict=True):
        yield Problem((W, X, y, rng.integers(len(y), size=(T, B)), rate, reg))


TRAIN = CHAPTER.exercise(
    "train",
    "A function (W, X, y, draws, learning_rate, reg) that returns the weights after T "
    "steps of descent from W, and leaves W as it is. Row t of draws (T, B) holds the "
    "indices of the examples of step t = 0..T-1. A step goes against the gradient of "
    "their objective, with delta = 1, and its size is that of linear-decay.",
    returns=("the weights",),
    faulty=_train,
    mistakes=TRAIN_MISTAKES,
    problems=always(tuple(_train_cases())),
)

"""Exercises of the chapter regularization: the penalty, and what it settles."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import Outputs
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise, Variant
from svmlib.exercises._mistakes import Switch, no_mistake, only, without
from svmlib.exercises._problems import (
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._multiclass import (
    PENALTY_MISTAKES,
    PRODUCT_MISTAKES,
    TRANSPOSED,
    comes_again,
    penalty,
)
from svmlib.exercises.chapters._multiclass_data import (
    NEARLY_AT_KINK,
    PENALTY_ALONE,
    svm_problems,
)
from svmlib.exercises.chapters.mask_trick import (
    DATA_LOSS_MISTAKES,
    PENALTY_IN_LOSS_MISTAKES,
)

CHAPTER = Chapter("regularization", "Regularisation")


def _weights(rng: np.random.Generator) -> Iterator[Problem]:
    """Weights of every kind."""

    def weights(D: int | None = None, C: int | None = None) -> Array:
        shape = D or int(rng.integers(1, 5)), C or int(rng.integers(2, 5))
        return rng.normal(size=shape).round(1) + 0.02

    yield Problem((weights(5, 4),))
    yield Problem((weights(C=2),), "there are two classes")
    yield Problem((weights(D=1),), "there is one feature")
    yield Problem((weights(3, tens_or_hundreds(rng)),), "there are many classes")
    yield Problem((weights(tens_or_hundreds(rng), 3),), "there are many features")
    W = weights(1, thousands(rng))  # one row: a sum over it for each entry takes long
    yield Problem((W,), "there are more than a thousand classes")
    W = weights(thousands(rng), 2)
    yield Problem((W,), "there are more than a thousand features")
    yield Problem((weights(3, 3),), "there are as many features as classes")
    yield Problem((1e15 * weights(),), LargeNumbers("the weights are large"), 1e15)
    yield Problem((1e-15 * weights(),), SmallNumbers("the weights are tiny"), 1e-15)
    kind = SmallNumbers("the weights of a feature are far larger than the others")
    yield Problem((weights(3, 4) * [[2e3], [1], [1]],), kind)
    yield Problem((0 * weights(),), "the weights are zero")
    W = weights(3, 4)
    W[rng.permutation(3), rng.permutation(4)[:3]] = 0
    yield Problem((W,), "some weights are zero")
    W = weights(3, 4) * np.outer([0, 1, 1], [1, 0, 1, 1])
    yield Problem((W,), "a row and a column of W are zero")
    yield Problem((np.abs(weights()),), "the weights are positive")
    yield Problem((-np.abs(weights()),), "the weights are negative")
    yield Problem((weights() + 100,), "the weights are far from zero", 100.0)
    W = weights(3, 4)
    yield Problem((W - W.mean(axis=1, keepdims=True),), "the columns sum to zero")
    yield Problem((W - W.mean(axis=0),), "each column sums to zero")
    yield Problem((W[:, [0, 0, 0]],), "all columns are the same")


def _penalty_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for (W,), kind, scale in _weights(rng):
        reg = float(rng.choice([0.3, 0.7, 2.4]))
        yield Problem((W, reg), kind, min(scale**2, 1.0))
    W = rng.normal(size=(3, 2)).round(1) + [0.02, 2.02]  # unequal columns
    yield Problem((W, 0.0), "reg = 0", 0.0)
    yield Problem((W, 1.0), "reg = 1")
    # The squares sum to 8.83.
    few = rng.permutation([0.3, 2.1, 1.2, -1.7]).reshape(2, 2)
    yield Problem((few, 3), WholeNumbers("reg is the integer 3"))
    yield Problem((W, 1e30), LargeNumbers("reg is large"))
    yield Problem((W, 1e-30), SmallNumbers("reg is tiny"), 1e-30)


def _absorb_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for (W, reg), kind, scale in _penalty_problems(rng):
        yield Problem((W, reg, float(rng.choice([0.5, 1.5, 2.5]))), kind, scale or 1.0)
    yield Problem((0 * W, 0.0, 0.5), "reg = 0", 0.0)  # so that only reg' is to be exact
    yield Problem((W, 0.7, 1.0), "delta = 1")
    yield Problem((W, 0.7, 3), WholeNumbers("delta is the integer 3"))
    yield Problem((W, 3, 0.7), WholeNumbers("reg is the integer 3"))
    yield Problem((W, 0.7, 1e30), LargeNumbers("delta is large"), 1e-30)
    yield Problem((W, 0.7, 1e-30), SmallNumbers("delta is small"), 1e-30)


CHAPTER.add(
    Exercise(
        "penalty",
        "A function (W, reg) that returns (value, gradient) of the penalty: reg times "
        "the sum of squares of W (D, C), and its gradient (D, C).",
        returns=("value", "gradient"),
        implementation=penalty,
        mistake_table=PENALTY_MISTAKES | TRANSPOSED,
        problems=_penalty_problems,
        gradients=("gradient",),
    )
)


def _centre_columns(makes: Switch, W: Array) -> Array:
    axis = 0 if makes("mean-over-features") else 1
    shift: Array = W.sum(axis=axis, keepdims=True)
    if not makes("sum-subtracted"):
        shift = shift / W.shape[axis]
    if makes("one-mean"):
        shift = np.full((1, 1), shift.mean())
    if makes("first-class-zero"):
        shift = W[:, :1]
    if makes("shift-added"):
        shift = -shift
    if makes("shift-only"):
        return shift.ravel()
    result: Array = W - shift
    return result.T if makes("transposed") else result


CENTRE_COLUMNS_MISTAKES = TRANSPOSED | CHAPTER.read_mistakes(
    """
    mean-over-features: each column was centred on its own: this changes differences
        between classes, and with them the loss. The columns are to cancel each other.
    sum-subtracted: too much is subtracted: it is taken away from each of the C columns, and
        so C times from their sum.
    one-mean: one number is subtracted everywhere: each feature has its own. The entries
        of W then sum to zero, but its columns don't sum to the zero vector.
    first-class-zero: one class's weights were subtracted from all: the loss stays, but
        the columns do not sum to zero.
    shift-only: this is the shift alone, one number for each feature: return the weights
        after it is subtracted.
    shift-added: the shift goes the wrong way: the sum of the columns grows.
    shift-only + shift-added: this is v alone, one number for each feature: return the
        weights to which it is added.
    """,
)


CHAPTER.add(
    Exercise(
        "centre-columns",
        "A function (W) that returns the weights (D, C) whose columns sum to the zero "
        "vector and whose hinge loss, on any data, is that of W.",
        returns=("the new W",),
        implementation=_centre_columns,
        mistake_table=CENTRE_COLUMNS_MISTAKES,
        problems=_weights,
    )
)


def _absorb_delta(
    makes: Switch, W: Array, reg: float, delta: float
) -> tuple[Array, float]:
    power = -1 if makes("reg-divided") else 2 if makes("reg-squared") else 1
    new_W = W * delta if makes("weights-multiplied") else W / delta
    if makes("weights-unchanged"):
        new_W = W
    new_reg = reg if makes("reg-unchanged") else reg * delta**power
    return new_W, new_reg


ABSORB_DELTA_MISTAKES = CHAPTER.read_mistakes(
    """
    weights-multiplied: the weights go the wrong way: take an example that leads by
        exactly delta. By how much must it lead where delta is 1?
    weights-unchanged: the weights are unchanged: scores on the old scale would be
        compared with the new delta, 1.
    reg-divided: reg goes the wrong way. What must reg' be for delta * reg' * sum(W'**2) to
        equal reg * sum(W**2)?
    reg-squared: reg takes up both factors of the squared weights: one of them has
        already gone in front of the whole loss.
    reg-unchanged: reg is unchanged: the penalty is a square and the data loss isn't, so
        they scale differently.
    weights-multiplied + reg-divided: both go the wrong way: take an example that leads by
        exactly delta. By how much must it lead where delta is 1? Find W' first, and
        reg' follows from it.
    """,
)


CHAPTER.add(
    Exercise(
        "absorb-delta",
        "A function (W, reg, delta) that returns (W', reg'), where W' is a multiple of "
        "W, and for which the objective with this delta is delta times the one with "
        "delta = 1: L(W; delta, reg) = delta L(W'; 1, reg').",
        returns=("W'", "reg'"),
        implementation=_absorb_delta,
        mistake_table=ABSORB_DELTA_MISTAKES,
        problems=_absorb_problems,
    )
)


def _softmax_loss(
    makes: Switch,
    W: Array,
    X: Array,
    y: Array,
    reg: float,
    *,
    guarded: Callable[[Array], Array] = lambda share: share + 1e-12,
) -> tuple[float, Array]:
    N, rows = len(y), np.arange(len(y))
    S = X @ W
    log = np.log10 if makes("log10") else np.log2 if makes("log2") else np.log
    top = 0.0 if makes("not-shifted") else S.max(axis=1, keepdims=True)
    if makes("shift-over-examples"):
        top = S.max(axis=0, keepdims=True)
    if makes("another-shift"):
        top = S[rows, y][:, None]
    E = np.exp(S - top)
    Z = E.sum(axis=1, keepdims=True)
    if makes("sum-over-examples"):
        Z = E.sum(axis=0, keepdims=True)
    if makes("one-sum"):
        Z = E.sum()
    P = E / Z
    own = P[rows, y]
    of_classes = log(Z + 0 * S) + top - S
    if makes("log-of-share"):
        of_classes = -log(P)
    if makes("guarded-log") and not makes("sum-over-examples"):  # where none is tiny
        of_classes = -log(guarded(P))
    losses = of_classes[rows, y]
    if makes("all-classes-in-loss"):
        losses = of_classes.sum(axis=1)
    if makes("shift-in-loss"):
        losses = log(np.exp(S - S[rows, y][:, None]).sum(axis=1))
    if makes("correct-score-missing"):
        losses = losses + (S - top)[rows, y]
    if makes("log-missing"):
        losses = -own
    if makes("log-sign"):
        losses = -losses
    data = losses.sum() if makes("loss-sum") else losses.mean()
    if makes("loss-mean-of-entries"):
        data = data / W.shape[1]
    if makes("data-missing"):
        data = 0.0
    value, slope = penalty(lambda m: m != "transposed" and makes(m), W, reg)
    if makes("penalty-loss-over-n"):
        value = value / N
    if makes("penalty-gradient-over-n"):
        slope = slope / N
    loss = data if makes("penalty-not-in-loss") else data + value

    one_hot = np.eye(W.shape[1])[y]
    if makes("repeated-labels-lost"):
        one_hot[comes_again(y)] = 0
    if makes("one-hot-in-whole-columns"):
        one_hot[:, np.unique(y)] = 1
    G = P - one_hot
    if makes("one-hot-missing"):
        G = P
    if makes("one-hot-added"):
        G = P + one_hot
    if makes("correct-column-only"):
        G = G * one_hot
    if makes("data-missing"):
        G = np.zeros(G.shape)
    count = 1 if makes("gradient-sum") else N
    if makes("returns-mask"):
        return float(loss), G / count
    dW = X.T @ G / count
    if makes("data-part-negated"):
        dW = -dW
    if not makes("penalty-not-in-gradient"):
        dW = dW + slope
    if makes("gradient-negated"):
        dW = -dW
    return float(loss), dW.T if makes("transposed") else dW


SOFTMAX_LOSS_MISTAKES = (
    TRANSPOSED
    | PENALTY_MISTAKES
    | PENALTY_IN_LOSS_MISTAKES
    | without(DATA_LOSS_MISTAKES, "first-example-only")
    | CHAPTER.read_mistakes(
        """
    not-shifted: the exponential overflows or vanishes where the scores are far from
        zero: subtract the largest score of each example before you take exp. That leaves
        the probabilities as they are.
    another-shift: the score that is subtracted from the others is not the largest: exp
        overflows where a class is far ahead of it. After which shift is no exponent
        above zero?
    shift-over-examples: each class is shifted by its highest score over the examples: that
        changes the probabilities. They stay as they are if all scores of one example are
        shifted by the same number.
    shift-in-loss: the exponential overflows in the loss where another class is far ahead
        of the correct one: not the largest score is subtracted there. The gradient is as it
        should be. After which shift is no exponent above zero?
    sum-over-examples: the probabilities are divided by a sum over the examples: those
        of one example, over all classes, should add up to 1. Along which axis do the
        classes lie?
    one-sum: the probabilities of all examples together add up to 1: those of each
        example should.
    correct-score-missing: the loss lacks the score of the correct class: this is only
        the logarithm of the sum.
    log-of-share: the logarithm is taken of the share, which is 0 in the computer where
        another class is far ahead: take the logarithm of the sum, not of the share.
    guarded-log: the loss of an example stops growing where another class is far ahead.
        Is a small number added to the share before its logarithm is taken, or is the
        share or the loss cut off? Take the logarithm of the sum, not of the share.
    all-classes-in-loss: the loss adds up the logarithms of all classes: only that of the
        correct class counts.
    log-missing: the logarithm is missing from the loss.
    log10: the loss takes logarithms to base 10: it should take natural ones.
    log2: the loss takes logarithms to base 2: it should take natural ones.
    log-sign: the data loss has the wrong sign: the logarithm of a probability is
        negative, and the loss is not.
    loss-mean-of-entries: the data loss is a mean over N C numbers, most of them zero: an
        example has one loss, and only the examples are averaged.
    one-hot-missing: the gradient lacks the part of the correct class: what is left when
        you differentiate its score?
    one-hot-in-whole-columns: 1 is subtracted in whole columns, those of all labels that
        occur: an index with a colon takes every row, not one entry in each.
    repeated-labels-lost: of the examples with the same label, only the last one has its 1
        subtracted: `dW[:, y] -= ...` writes to each column once, however often its label
        occurs.
    one-hot-added: in the column of the correct class 1 is added where it should be
        subtracted.
    correct-column-only: only the column of the correct class gets a gradient: every
        other class has a probability, and a part in the loss.
    data-part-negated: the data's part of the gradient has the wrong sign: descent would
        lower the correct score.
    returns-mask: this is the gradient with respect to the scores, not to W: what is
        missing is X.
    loss-sum + gradient-sum: loss and gradient are sums over the examples, and should be
        means.
    penalty-not-in-loss + penalty-not-in-gradient: the penalty is missing, from the loss
        and from the gradient.
    all-classes-in-loss + loss-mean-of-entries: the data loss is the mean of the logarithms
        of all classes: only that of the correct class counts, so that each example has one.
    one-hot-added + data-part-negated: the probabilities are subtracted in the gradient:
        the loss grows with the score of a wrong class, and faster if it is more probable.
    """,
    )
    | only(PRODUCT_MISTAKES, "gradient-sum", "gradient-negated")
)


FAR_AHEAD = "a wrong class is far ahead"


def _fit_guard(
    problems: Sequence[Problem], got: Sequence[Outputs]
) -> Iterator[Variant]:
    """Take the guard of a logarithm from the loss where another class is far ahead."""
    logarithms = [
        penalty(no_mistake, W, reg)[0] - loss
        for ((W, _, _, reg), kind, _), (loss, _) in zip(problems, got, strict=True)
        if kind == FAR_AHEAD and not loss.ndim
    ]
    mistake = SOFTMAX_LOSS_MISTAKES["guarded-log"]
    for base, way in product((np.e, 2, 10), (np.maximum, np.add)):
        guards = np.power(base, logarithms[:1])
        for guard in guards[(guards > 0) & (guards < 0.01)]:
            guarded = partial(way, guard)
            yield Variant(mistake, partial(_softmax_loss, guarded=guarded))


def _softmax_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for problem in svm_problems(rng):
        W, X, y, reg = problem.args
        if problem.is_at_kink or problem.kind == NEARLY_AT_KINK:
            continue  # softmax has no kink
        if np.abs(X @ W).max() > 1e4:
            continue  # exp overflows above 709, and the problems below see to that
        if problem.kind == PENALTY_ALONE:
            # All probabilities are 0 or 1 for the computer.
            args = 1e-11 * W, 1e14 * X, y, reg
            yield Problem(args, problem.kind, 1e-34)
            continue
        S = X @ W
        behind = (S.max(axis=1) - S[np.arange(len(y)), y]).max()
        shrink = min(1.0, 40 / max(1.0, behind))  # exp(-40) is not zero
        yield problem._replace(args=(shrink * W, X, y, reg))
    for shift, word in ((1000.0, "above"), (-1000.0, "below")):
        (W, X, y, _), *_ = next(iter(svm_problems(rng)))
        X = np.column_stack([X, np.ones(len(X))])
        W = np.vstack([W, np.full(W.shape[1], shift)])
        yield Problem((W, X, y, 1e-9), f"all scores are far {word} zero", 3.0)
    (W, X, y, _), *_ = next(iter(svm_problems(rng)))
    unused = np.setdiff1d(np.arange(W.shape[1]), y)[0]
    far = np.linspace(-500.0, 500.0, len(X))
    is_unused = np.arange(W.shape[1]) == unused
    for row, column, kind in (
        (np.ones(W.shape[1]), far, "some examples' scores are far above others'"),
        (-4000.0 * is_unused, 1.0, "a class is far behind"),
        (is_unused, 1e30, FAR_AHEAD),
        (60.0 * is_unused, 1.0, "every prediction is far off"),
    ):
        wide = np.column_stack([X, np.full(len(X), column)])
        yield Problem((np.vstack([W, row]), wide, y, 1e-9), kind, 30.0)
    x = rng.choice([-1.0, 1.0])
    args = np.array([[0.0, 800 * x]]), np.full((1, 1), x), np.zeros(1, dtype=int), 0.0
    yield Problem(args, "there are two classes, and the wrong one is far ahead", 30.0)
    # exp(-720) is not zero yet, and exp(720) has overflowed.
    args = np.array([[0.0, 720 * x]]), *args[1:]
    yield Problem(args, "there are two classes, and the wrong one leads by 720", 30.0)
    yield from _with_tiny_probabilities(rng)


def _with_tiny_probabilities(rng: np.random.Generator) -> Iterator[Problem]:
    """Problems on which they count, and float32 has them."""
    x, behind = rng.choice([-1.0, 1.0]), 20 * np.log(2)  # exp(-behind) shows beside 1
    args = np.array([[0.0, -behind * x]]), np.full((3, 1), x), np.zeros(3, dtype=int)
    no_loss = SmallNumbers("every prediction is right, and the loss is tiny")
    yield Problem((*args, 0.0), no_loss, 1e-6)
    # In the column of y_i, whose probability is almost 1, the large numbers cancel.
    behind = rng.choice([40.0, 45.0])
    size = np.exp(behind).round(-15)
    W = np.array([[0.0, 0, 0], [0, -behind, -999], [0, -999, -behind]])
    X = np.array([[size, 1, 0], [-size, 0, 1]])
    unlikely = LargeNumbers("probabilities are tiny, and the examples large")
    yield Problem((W, X, np.zeros(2, dtype=int), 0.0), unlikely)


CHAPTER.add(
    Exercise(
        "softmax-loss",
        "A function (W, X, y, reg) that returns (loss, dW): the mean softmax loss, "
        "minus the natural logarithm of the correct class's probability, plus reg "
        "times the sum of squares of W, and its gradient (D, C), for scores in the "
        "thousands as well. W is (D, C), X is (N, D), y is (N,).",
        returns=("loss", "dW"),
        implementation=_softmax_loss,
        mistake_table=SOFTMAX_LOSS_MISTAKES,
        problems=_softmax_problems,
        find_variants=_fit_guard,
        gradients=("dW",),
        not_finite_question="Does exp get numbers that are too large, or the logarithm "
        "one that is not above zero? Each example's scores need a shift of their own, by "
        "their highest. Or have the probabilities changed before their logarithm is "
        "taken?",
    )
)

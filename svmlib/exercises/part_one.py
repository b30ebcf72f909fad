"""Exercises of part one: from scores to the vectorised hinge loss, and its training.

Each faulty function asks ``on("some-mistake")`` and is right where all answers are no.
"""

from collections.abc import Callable, Iterator

import numpy as np

from svmlib.exercises._attempt import Array
from svmlib.exercises._engine import Case, Exercise, Mistake, Switch

# What the mistakes are called, what is wrong and how it shows, and where it is explained.
MARGIN_MISTAKES = {
    "no-delta": Mistake(
        "delta is missing from the margins: a wrong class that ties with the correct "
        "one costs nothing.",
        "hinge_loss",
    ),
    "delta-on-correct": Mistake(
        "delta has the wrong sign, as if the correct class were given it in advance: "
        "a class must then lead by more than delta before it costs anything.",
        "hinge_loss",
    ),
    "delta-after-max": Mistake(
        "delta is added after the max: even a class that is far behind then costs "
        "delta, and no loss is ever zero.",
        "hinge_loss",
    ),
    "flipped-margin": Mistake(
        "the difference in the margin is correct class minus wrong class: the better "
        "an example is classified, the more it costs.",
        "hinge_loss",
    ),
    "max-of-negative": Mistake(
        "the max is taken of the negated margin: classes that are far enough behind "
        "are charged, and those that are too close are not.",
        "hinge_loss",
    ),
    "not-clipped": Mistake(
        "negative margins are kept: a class that is far behind pays for one that is "
        "too close, and the loss can fall below zero.",
        "hinge_loss",
    ),
    "highest-for-correct": Mistake(
        "the highest score of the example is subtracted, not that of its own class: "
        "then a misclassified example looks like a right one.",
        "hinge_loss",
    ),
    "correct-in-loss": Mistake(
        "the class j = y_i takes part in the sum: its own margin is delta, and so "
        "every example costs delta too much.",
        "hinge_loss",
    ),
}
CLASS_MISTAKES = {
    "worst-class": Mistake(
        "of an example's classes only the worst one counts: that is another loss "
        "(Crammer and Singer's). Here all active classes count.",
        "hinge_loss",
    ),
    "loss-counts-active": Mistake(
        "the loss counts the active classes in place of adding up their margins. Was "
        "the array of margins overwritten by zeros and ones before it was summed? A "
        "second name is no second array.",
        "mask_trick",
    ),
}
MASK_MISTAKES = {
    "value-for-indicator": Mistake(
        "x_i is multiplied by the margin's value. How far a class is beyond its limit "
        "counts in the loss; how fast the loss changes depends only on whether it is.",
        "gradient",
    ),
    "value-in-wrong-columns": Mistake(
        "the columns of the active classes are multiplied by the margin's value, "
        "where an active margin has slope one; column y_i is as it should be.",
        "gradient",
    ),
    "value-in-correct-column": Mistake(
        "column y_i adds up the margins' values, where it should count margins; the "
        "other columns are as they should be.",
        "gradient",
    ),
    "cases-swapped": Mistake(
        "the two cases of the indicator are swapped: the classes whose margin is zero "
        "are treated as active, and the active ones are not.",
        "gradient",
    ),
    "indicator-forgotten": Mistake(
        "every wrong class is treated as active: where the margin is clipped to zero "
        "the loss is flat, and its slope is not one.",
        "gradient",
    ),
    "indicator-not-in-correct": Mistake(
        "column y_i is charged for every wrong class, active or not: the indicator "
        "stands in each of its terms, too.",
        "gradient",
    ),
    "indicator-of-first-class": Mistake(
        "whether a class is active is read off the margin of class 0, for all classes "
        "alike: each class has a margin of its own.",
        "gradient",
    ),
    "sum-in-every-column": Mistake(
        "the column of each wrong class carries a sum over all classes. Only one of "
        "the margins contains w_j: there is nothing to sum.",
        "gradient",
    ),
    "worst-class": CLASS_MISTAKES["worst-class"],
    "column-y-zero": Mistake(
        "column y_i gets nothing: but every active margin contains the correct "
        "class's score, too.",
        "gradient",
    ),
    "column-y-plus": Mistake(
        "column y_i has the wrong sign: a higher correct score makes each active "
        "margin smaller.",
        "gradient",
    ),
    "subtract-once": Mistake(
        "column y_i is charged once for an example that has active classes: the "
        "correct score stands in every one of the active margins.",
        "gradient",
    ),
    "subtract-per-example": Mistake(
        "column y_i is charged exactly once for each example, whether it has three "
        "active classes or none.",
        "gradient",
    ),
    "count-off-by-one": Mistake(
        "column y_i holds -(k + 1) where k classes are active: zero that entry before "
        "you count, or the correct class is counted as active.",
        "mask_trick",
    ),
    "count-one-short": Mistake(
        "column y_i holds -(k - 1) where k classes are active: the count was "
        "subtracted from an entry that still held a one.",
        "mask_trick",
    ),
    "mask-negated": Mistake(
        "correct and wrong classes are exchanged in the gradient: descent would pull "
        "the wrong scores up and the correct one down.",
        "gradient",
    ),
}
PRODUCT_MISTAKES = {
    "clipped-derivative": Mistake(
        "the derivative is clipped at zero like the loss: max(0, .) of the slope. The "
        "max chooses between two functions; the slope of the chosen one may be "
        "negative.",
        "gradient",
    ),
    "clipped-in-correct": Mistake(
        "column y_i is built from max(0, -x_i): the max chooses between two functions, "
        "it does not clip their slopes.",
        "gradient",
    ),
    "assign-for-add": Mistake(
        "each column of the gradient keeps only the last example that touches it: it "
        "is assigned where it should be added to.",
        "gradient",
    ),
    "assign-wrong-columns": Mistake(
        "the columns of active classes are assigned where they should be added to: "
        "whatever earlier examples put there is lost.",
        "gradient",
    ),
    "last-example-only": Mistake(
        "the gradient is that of the last example alone: the sum over the examples is "
        "missing.",
        "mask_trick",
    ),
    "gradient-sum": Mistake(
        "the data gradient is a sum over the examples where the loss is their mean.",
        "mask_trick",
    ),
    "gradient-over-n-twice": Mistake(
        "the data gradient is divided by N twice.", "mask_trick"
    ),
    "gradient-negated": Mistake(
        "the whole gradient has the wrong sign: descent would climb.", "gradient"
    ),
    "transposed": Mistake(
        "rows and columns are exchanged: the result is the transpose.", "linear_scores"
    ),
}
LOSS_MISTAKES = {
    "delta-not-in-mask": Mistake(
        "the gradient's indicator leaves delta out, and the loss does not: both speak "
        "of the same margin.",
        "gradient",
    ),
    "zeroes-whole-columns": Mistake(
        "whole columns are set to zero, those of all labels that occur: an index "
        "with a colon takes every row, not one entry in each.",
        "mask_trick",
    ),
    **CLASS_MISTAKES,
    "worst-class-in-loss": Mistake(
        "the loss takes the worst class only, where the gradient takes all that are "
        "active.",
        "hinge_loss",
    ),
    "loss-from-mask": Mistake(
        "the loss is summed from the finished mask, whose rows add up to zero. Was "
        "the array of margins overwritten? A second name is no second array.",
        "mask_trick",
    ),
    "loss-last-margin": Mistake(
        "the loss keeps only the last active margin: it is assigned where it should "
        "be added to.",
        "hinge_loss",
    ),
    "loss-sum": Mistake(
        "the data loss is a sum over the examples, not their mean.", "hinge_loss"
    ),
    "loss-over-n-twice": Mistake("the data loss is divided by N twice.", "hinge_loss"),
    "loss-mean-of-entries": Mistake(
        "the data loss is a mean over all N C margins: an example's classes are added "
        "up, and only the examples are averaged.",
        "hinge_loss",
    ),
}
RESULT_MISTAKES = {
    "returns-mask": Mistake(
        "what is returned is the gradient with respect to the scores, not to W: one "
        "factor of the chain rule is missing.",
        "mask_trick",
    ),
    "returns-x-gradient": Mistake(
        "what is returned is the gradient with respect to X, not to W: it says how to "
        "change the data.",
        "mask_trick",
    ),
}
PENALTY_MISTAKES = {
    "penalty-loss-half": Mistake(
        "the penalty's value is half of what it should be: the book's convention has "
        "no 1/2.",
        "regularization",
    ),
    "penalty-loss-abs": Mistake(
        "the penalty's value adds up absolute values: that is the L1 penalty.",
        "regularization",
    ),
    "penalty-loss-norm": Mistake(
        "the penalty's value has a square root: it is the norm, where the squared norm "
        "is meant.",
        "regularization",
    ),
    "penalty-gradient-half": Mistake(
        "the penalty's gradient is half of what its value asks for: what does a square "
        "leave behind when it is differentiated?",
        "regularization",
    ),
    "penalty-gradient-sign": Mistake(
        "the penalty's gradient knows only the signs of W: it belongs to the L1 penalty.",
        "regularization",
    ),
    "penalty-gradient-norm": Mistake(
        "the penalty's gradient is that of the norm, where the squared norm is meant: "
        "its length does not grow with W.",
        "regularization",
    ),
}
PENALTY_IN_LOSS_MISTAKES = {
    "penalty-not-in-loss": Mistake(
        "the loss lacks its penalty: reg has no effect on it.", "regularization"
    ),
    "penalty-loss-over-n": Mistake(
        "the penalty is divided by N in the loss: it is added after the mean, once.",
        "regularization",
    ),
    "penalty-not-in-gradient": Mistake(
        "the gradient lacks the penalty's part: reg has no effect on it. A check with "
        "tiny weights would not notice.",
        "regularization",
    ),
    "penalty-gradient-over-n": Mistake(
        "the penalty's part of the gradient is divided by N.", "regularization"
    ),
}


def _differences(on: Switch, S: Array, y: Array) -> Array:
    rows = np.arange(len(y))
    own = S.max(axis=1) if on("highest-for-correct") else S[rows, y]
    return own[:, None] - S if on("flipped-margin") else S - own[:, None]


def _margins(on: Switch, S: Array, y: Array, delta: float) -> Array:
    rows = np.arange(len(y))
    delta = 0.0 if on("no-delta") else delta
    signed = -delta if on("delta-on-correct") else delta
    inside, after = (0.0, signed) if on("delta-after-max") else (signed, 0.0)
    H = _differences(on, S, y) + inside
    if on("max-of-negative"):
        H = -H
    if not on("not-clipped"):
        H = np.maximum(0, H)
    H = H + after
    if on("zeroes-whole-columns"):
        H[:, y] = 0
    elif not on("correct-in-loss"):
        H[rows, y] = 0
    return H


def _mask(on: Switch, H: Array, y: Array) -> Array:
    rows, C = np.arange(len(y)), H.shape[1]
    active = H <= 0 if on("cases-swapped") else H > 0
    if on("indicator-forgotten"):
        active[:] = True
    if on("indicator-of-first-class"):
        active = np.repeat(active[:, :1], C, axis=1)
    active[rows, y] = False
    if on("worst-class"):
        active &= H.max(axis=1, keepdims=True) == H
    values = active * H
    by_value = on("value-for-indicator")
    M = values if by_value or on("value-in-wrong-columns") else active.astype(float)
    counted = values if by_value or on("value-in-correct-column") else active
    k: Array = counted.sum(axis=1)
    if on("sum-in-every-column"):
        M = np.repeat(k[:, None], C, axis=1)
    if on("indicator-not-in-correct"):
        k = np.full(len(y), C - 1)
    if on("subtract-once"):
        k = np.sign(k)
    if on("subtract-per-example"):
        k = np.ones(len(y))
    k = k + on("count-off-by-one") - on("count-one-short")
    sign = 0 if on("column-y-zero") else 1 if on("column-y-plus") else -1
    M[rows, y] = sign * k
    return -M if on("mask-negated") else M


def _product(on: Switch, X: Array, M: Array) -> Array:
    """The sum of outer products: X^T M."""
    if on("last-example-only"):
        X, M = X[-1:], M[-1:]
    starts_anew = np.zeros(M.shape, dtype=bool)
    if on("assign-wrong-columns"):
        starts_anew = M > 0
    if on("assign-for-add"):
        starts_anew = M != 0
    starts_later = starts_anew[::-1].cumsum(axis=0)[::-1] - starts_anew
    M = np.where(starts_later > 0, 0, M)
    up, down, right, left = (np.maximum(0, A) for A in (M, -M, X, -X))
    clipped = on("clipped-derivative")
    return np.asarray(
        (right if clipped else X).T @ up
        + (left if clipped or on("clipped-in-correct") else -X).T @ down
    )


def _divisor(on: Switch, N: int, never: str, twice: str) -> int:
    return 1 if on(never) else N * N if on(twice) else N


def _penalty(on: Switch, W: Array, reg: float) -> tuple[float, Array]:
    value = (np.abs(W) if on("penalty-loss-abs") else W * W).sum()
    if on("penalty-loss-norm"):
        value = np.sqrt(value)
    if on("penalty-loss-half"):
        value = value / 2
    gradient = np.sign(W) if on("penalty-gradient-sign") else 2 * W
    if on("penalty-gradient-norm"):
        gradient = gradient / (2 * np.linalg.norm(W))
    if on("penalty-gradient-half"):
        gradient = gradient / 2
    value_reg = 1.0 if on("reg-not-in-value") else reg
    gradient_reg = 1.0 if on("reg-not-in-gradient") else reg
    if on("transposed"):
        gradient = gradient.T
    return value_reg * value, gradient_reg * gradient


def _svm_loss(
    on: Switch, W: Array, X: Array, y: Array, reg: float
) -> tuple[float, Array]:
    N, C = len(y), W.shape[1]
    S = X @ W
    H = _margins(on, S, y, 1.0)
    M = _mask(on, H, y)
    if on("delta-not-in-mask"):
        M = _mask(on, _margins(lambda m: m == "no-delta" or on(m), S, y, 1.0), y)
    counted = H
    if on("loss-counts-active"):
        counted = np.sign(H)
    if on("loss-from-mask"):
        counted = M
    if on("worst-class") or on("worst-class-in-loss"):
        counted = counted.max(axis=1)
    if on("loss-last-margin"):
        counted = np.append(0, counted[counted > 0])[-1]
    data = counted.sum() / _divisor(on, N, "loss-sum", "loss-over-n-twice")
    if on("loss-mean-of-entries"):
        data = data / C
    value, slope = _penalty(lambda m: m != "transposed" and on(m), W, reg)
    if on("penalty-loss-over-n"):
        value = value / N
    loss = data if on("penalty-not-in-loss") else data + value

    count = _divisor(on, N, "gradient-sum", "gradient-over-n-twice")
    if on("returns-mask"):
        dW = M / count
    elif on("returns-x-gradient"):
        dW = M @ W.T / count
    else:
        dW = _product(on, X, M) / count
        if on("penalty-gradient-over-n"):
            slope = slope / N
        if not on("penalty-not-in-gradient"):
            dW = dW + slope
    if on("gradient-negated"):
        dW = -dW
    return loss, dW.T if on("transposed") else dW


def _scores(on: Switch, W: Array, X: Array) -> Array:
    if on("reshaped-weights"):
        W = W.reshape(W.shape[::-1]).T
    S = X[:, :-1] @ W[:-1] if on("bias-dropped") else X @ W
    if on("bias-twice"):
        S = S + W[-1]
    if on("first-example-only"):
        S = S[0]
    if on("summed-over-examples"):
        S = S.sum(axis=0)
    return S.T if on("transposed") else S


SCORES_MISTAKES = {
    "transposed": PRODUCT_MISTAKES["transposed"],
    "reshaped-weights": Mistake(
        "W was reshaped to fit: that keeps the order of its entries in memory and "
        "tears its columns apart. Exchanging rows and columns is another operation.",
        "linear_scores",
    ),
    "bias-dropped": Mistake(
        "the last row of W is left out: the last column of X is a feature like the "
        "others, also where it is all ones.",
        "linear_scores",
    ),
    "bias-twice": Mistake(
        "the last row of W is added once more: where X has its column of ones, the "
        "product contains the bias already.",
        "linear_scores",
    ),
    "first-example-only": Mistake(
        "only the first example is scored: a row of scores for each example is asked.",
        "linear_scores",
    ),
    "summed-over-examples": Mistake(
        "the scores are added up over the examples: a row for each one is asked.",
        "linear_scores",
    ),
}


def _append_bias(on: Switch, X: Array) -> Array:
    column = np.zeros((len(X), 1)) if on("zeros-for-ones") else np.ones((len(X), 1))
    if on("one-added"):
        X = X + 1
    if on("last-feature-lost"):
        X = X[:, :-1]
    parts = [column, X] if on("ones-first") else [X, column]
    if on("ones-as-row"):
        row = np.full((1, X.shape[1]), column[0, 0])
        return np.vstack([row, X] if on("ones-first") else [X, row])
    result = np.hstack(parts)
    return result.T if on("transposed") else result


BIAS_MISTAKES = {
    "ones-first": Mistake(
        "the ones come first: in this book the bias belongs to the last column of X "
        "and so to the last row of W.",
        "linear_scores",
    ),
    "ones-as-row": Mistake(
        "the ones form a row: that is one more example, where one more feature is "
        "asked for.",
        "linear_scores",
    ),
    "zeros-for-ones": Mistake(
        "the new column is zero: its weights could then never change a score.",
        "linear_scores",
    ),
    "last-feature-lost": Mistake(
        "the last feature is overwritten: the column is to be added, not replaced.",
        "linear_scores",
    ),
    "one-added": Mistake(
        "one is added to the features themselves: they are to stay as they are.",
        "linear_scores",
    ),
    "transposed": PRODUCT_MISTAKES["transposed"],
}


def _predict(on: Switch, W: Array, X: Array) -> Array:
    S = _scores(on, W, X)
    if on("absolute-scores"):
        S = np.abs(S)
    if on("lowest-score"):
        S = -S
    axis = 0 if on("wrong-axis") else 1
    if on("score-for-label"):
        top: Array = S.max(axis=axis)
        return -top if on("lowest-score") else top
    labels: Array = S.argmax(axis=axis) + on("counts-from-one")
    return labels


PREDICT_MISTAKES = {
    "lowest-score": Mistake(
        "the class of the lowest score is returned.", "linear_scores"
    ),
    "score-for-label": Mistake(
        "the best score itself is returned: asked for is which class has it.",
        "linear_scores",
    ),
    "wrong-axis": Mistake(
        "for each class the best example is found, where for each example the best "
        "class is asked: along which axis do the classes lie?",
        "linear_scores",
    ),
    "counts-from-one": Mistake(
        "the classes are counted from one: labels are 0..C-1.", "linear_scores"
    ),
    "absolute-scores": Mistake(
        "signs of scores are ignored: a strongly negative score is a bad one.",
        "linear_scores",
    ),
    "bias-dropped": SCORES_MISTAKES["bias-dropped"],
}


def _example_loss(on: Switch, s: Array, y_i: int, delta: float) -> float:
    forced = {"no-delta"} if on("delta-once") else set()
    if on("max-of-sum"):
        forced.add("not-clipped")
    y = np.array([y_i])
    H = _margins(lambda m: m in forced or on(m), s[None], y, delta)[0]
    if on("loss-counts-active"):
        H = np.sign(np.maximum(0, H))
    total = H.max() if on("worst-class") else H.sum()
    if on("delta-once"):
        total = total + delta
    if on("max-of-sum"):
        total = max(0.0, total)
    return float(total / len(s) if on("mean-over-classes") else total)


EXAMPLE_MISTAKES = {
    **MARGIN_MISTAKES,
    "worst-class": CLASS_MISTAKES["worst-class"],
    "loss-counts-active": Mistake(
        "the classes that are too close are counted: how far each is beyond its limit "
        "is to be added up.",
        "hinge_loss",
    ),
    "delta-once": Mistake(
        "delta is added once to the sum: each wrong class has a margin of its own, "
        "and delta in it.",
        "hinge_loss",
    ),
    "max-of-sum": Mistake(
        "the max is taken of the sum: each class is clipped on its own, or one far "
        "behind would pay for another.",
        "hinge_loss",
    ),
    "mean-over-classes": Mistake(
        "the margins are averaged over the classes: an example's margins are added up.",
        "hinge_loss",
    ),
}


def _first_loss(on: Switch, C: int, delta: float) -> float:
    if on("softmax"):
        return float(np.log(C))
    classes = C if on("correct-in-loss") else C - 1
    each = 0.0 if on("no-loss") else 1.0 if on("delta-is-one") else delta
    total = each if on("worst-class") else classes * each
    return total / C if on("mean-over-classes") else total


FIRST_LOSS_MISTAKES = {
    "correct-in-loss": MARGIN_MISTAKES["correct-in-loss"],
    "no-loss": Mistake(
        "a loss of zero would need each correct score to lead: at W = 0 all scores tie.",
        "hinge_loss",
    ),
    "delta-is-one": Mistake(
        "delta is taken for 1: each class that ties costs delta.", "hinge_loss"
    ),
    "worst-class": CLASS_MISTAKES["worst-class"],
    "mean-over-classes": EXAMPLE_MISTAKES["mean-over-classes"],
    "softmax": Mistake(
        "log C is the first loss of softmax, another classifier. Work out the margins "
        "of scores that are all zero.",
        "hinge_loss",
    ),
}


def _squared_hinge(on: Switch, s: Array, y_i: int, delta: float) -> tuple[float, Array]:
    H = _margins(on, s[None], np.array([y_i]), delta)[0]
    linear = on("not-squared") or on("square-of-sum")
    loss = H.sum() if linear else (H * H).sum()
    if on("square-of-sum"):
        loss = loss**2
    g = np.sign(H) if on("indicator-for-margin") else H.copy()
    if not on("factor-two-missing"):
        g = 2 * g
    g[y_i] = 0
    if not on("column-y-zero"):
        g[y_i] = g.sum() if on("column-y-plus") else -g.sum()
    return loss / 2 if on("half-in-loss") else loss, -g if on("mask-negated") else g


SQUARED_MISTAKES = {
    **MARGIN_MISTAKES,
    "not-squared": Mistake("the loss adds up the margins unsquared.", "hinge_loss"),
    "square-of-sum": Mistake(
        "the sum is squared: each margin is squared on its own.", "hinge_loss"
    ),
    "half-in-loss": Mistake(
        "the loss is half of what is asked: there is no 1/2 in front.", "hinge_loss"
    ),
    "indicator-for-margin": Mistake(
        "the gradient uses the indicator: the slope of a square grows with what is "
        "squared.",
        "hinge_loss",
    ),
    "factor-two-missing": Mistake(
        "the gradient is half of what it should be: what does a square leave behind "
        "when it is differentiated?",
        "hinge_loss",
    ),
    "column-y-zero": Mistake(
        "entry y_i of the gradient is zero: the correct score stands in every margin.",
        "hinge_loss",
    ),
    "column-y-plus": Mistake(
        "entry y_i of the gradient has the wrong sign: a higher correct score makes "
        "each margin smaller.",
        "hinge_loss",
    ),
    "mask-negated": Mistake("the gradient has the wrong sign.", "hinge_loss"),
}


def _mask_row(on: Switch, s: Array, y_i: int, delta: float) -> Array:
    y = np.array([y_i])
    row: Array = _mask(on, _margins(on, s[None], y, delta), y)[0]
    return row


ROW_MISTAKES = {
    **{
        name: mistake
        for name, mistake in MARGIN_MISTAKES.items()
        if name not in ("not-clipped", "correct-in-loss")
    },
    **MASK_MISTAKES,
}


def _gradient_one_example(
    on: Switch, W: Array, x: Array, y_i: int, delta: float
) -> Array:
    m = _mask_row(on, x @ W, y_i, delta)
    if on("returns-mask"):
        return m
    if on("returns-x-gradient"):
        return np.asarray(W @ m)
    dW = _product(on, x[None], m[None])
    return dW.T if on("transposed") else dW


ONE_EXAMPLE_MISTAKES = {
    **ROW_MISTAKES,
    "clipped-derivative": PRODUCT_MISTAKES["clipped-derivative"],
    "clipped-in-correct": PRODUCT_MISTAKES["clipped-in-correct"],
    "transposed": PRODUCT_MISTAKES["transposed"],
    **RESULT_MISTAKES,
}


def _centred_difference(
    on: Switch, f: Callable[[float], float], w: float, h: float
) -> float:
    above = f(w) if on("backward-difference") else f(w + h)
    below = f(w) if on("forward-difference") else f(w - h)
    one_sided = on("backward-difference") or on("forward-difference")
    width = h if one_sided != on("wrong-width") else 2 * h
    change = above + below if on("sum-for-difference") else above - below
    if on("reversed-difference"):
        change = -change
    if on("not-divided"):
        return change
    return change / 2 * h if on("times-h") else change / width


CENTRED_MISTAKES = {
    "forward-difference": Mistake(
        "this is the forward difference, from w to one side: its error shrinks like h, "
        "not like h^2.",
        "gradient_check",
    ),
    "backward-difference": Mistake(
        "this is the backward difference, from w to one side: its error shrinks like "
        "h, not like h^2.",
        "gradient_check",
    ),
    "wrong-width": Mistake(
        "the change is divided by something else than the distance between the two "
        "points it was measured at.",
        "gradient_check",
    ),
    "times-h": Mistake(
        "the change is halved and then multiplied by h: a / 2 * h is not a / (2 * h).",
        "gradient_check",
    ),
    "not-divided": Mistake(
        "this is the change of f, not yet its slope.", "gradient_check"
    ),
    "reversed-difference": Mistake(
        "the difference is taken the wrong way round: a rising f gets a negative slope.",
        "gradient_check",
    ),
    "sum-for-difference": Mistake(
        "the two values are added, where their difference is the change.",
        "gradient_check",
    ),
}


def _relative_error(on: Switch, a: Array, b: Array) -> float:
    gap = a - b if on("sign-kept") else np.abs(a - b)
    size_a, size_b = (a, b) if on("signed-scale") else (np.abs(a), np.abs(b))
    scale = size_a + size_b if on("sum-for-scale") else np.maximum(size_a, size_b)
    if on("scale-of-first"):
        scale = size_a
    if on("one-scale"):
        scale = np.full(a.shape, scale.max())
    errors = gap if on("absolute-error") else gap / scale
    if on("mean-for-largest"):
        return float(errors.mean())
    return float(errors.min() if on("smallest-error") else errors.max())


RELATIVE_MISTAKES = {
    "absolute-error": Mistake(
        "the difference is not divided by the size of the numbers: 0.01 is much for "
        "a gradient of 0.01 and little for one of 100.",
        "gradient_check",
    ),
    "sign-kept": Mistake(
        "differences keep their sign: an entry that is far too small then counts as "
        "a good one.",
        "gradient_check",
    ),
    "signed-scale": Mistake(
        "the divisor keeps the signs of a and b: numbers of opposite sign cancel in "
        "it, or make the error negative.",
        "gradient_check",
    ),
    "sum-for-scale": Mistake(
        "the divisor is the sum of the two sizes, the exercise asks for the larger of "
        "them.",
        "gradient_check",
    ),
    "scale-of-first": Mistake(
        "the divisor is the size of a alone: a and b should have the same standing.",
        "gradient_check",
    ),
    "one-scale": Mistake(
        "all entries are divided by the same number: each has a size of its own, and "
        "an error in a small one would be hidden.",
        "gradient_check",
    ),
    "mean-for-largest": Mistake(
        "the errors are averaged: one wrong entry among many right ones would pass.",
        "gradient_check",
    ),
    "smallest-error": Mistake(
        "the smallest error is returned: one entry that is right would be enough.",
        "gradient_check",
    ),
}


def _margins_result(on: Switch, S: Array, y: Array, delta: float) -> Array:
    H = _margins(on, S, y, delta)
    if on("indicator-for-margin"):
        H = np.sign(np.maximum(0, H))
    if on("summed-over-classes"):
        return np.asarray(H.sum(axis=1))
    return H.T if on("transposed") else H


MARGINS_MISTAKES = {
    **{k: v for k, v in MARGIN_MISTAKES.items() if k != "correct-in-loss"},
    "correct-in-loss": Mistake(
        "column y_i still holds delta: no class competes with itself, and every "
        "example would cost delta too much.",
        "mask_trick",
    ),
    "zeroes-whole-columns": LOSS_MISTAKES["zeroes-whole-columns"],
    "indicator-for-margin": Mistake(
        "active margins are marked by one, where their value is asked for.",
        "mask_trick",
    ),
    "summed-over-classes": Mistake(
        "the margins are added up already: the whole matrix is asked for.",
        "mask_trick",
    ),
    "transposed": PRODUCT_MISTAKES["transposed"],
}


def _mask_result(on: Switch, H: Array, y: Array) -> Array:
    M = _mask(on, H, y)
    return M.T if on("transposed") else M


def _mask_gradient(on: Switch, X: Array, M: Array) -> Array:
    count = _divisor(on, len(X), "gradient-sum", "gradient-over-n-twice")
    if on("divided-by-classes"):
        count = count * M.shape[1] // (1 if on("gradient-sum") else len(X))
    dW = _product(on, X, M) / count
    if on("gradient-negated"):
        dW = -dW
    return dW.T if on("transposed") else dW


MASK_GRADIENT_MISTAKES = {
    name: PRODUCT_MISTAKES[name]
    for name in (
        "gradient-sum",
        "gradient-over-n-twice",
        "gradient-negated",
        "transposed",
        "last-example-only",
        "assign-for-add",
        "clipped-derivative",
    )
} | {
    "divided-by-classes": Mistake(
        "the sum is divided by the number of classes: a mean over what?", "mask_trick"
    ),
}

PENALTY_EXERCISE_MISTAKES = PENALTY_MISTAKES | {
    "reg-not-in-value": Mistake("reg has no effect on the value.", "regularization"),
    "reg-not-in-gradient": Mistake(
        "reg has no effect on the gradient.", "regularization"
    ),
    "transposed": PRODUCT_MISTAKES["transposed"],
}


def _centre_columns(on: Switch, W: Array) -> Array:
    axis = 0 if on("mean-over-features") else 1
    shift: Array = W.sum(axis=axis, keepdims=True)
    if not on("sum-for-mean"):
        shift = shift / W.shape[axis]
    if on("one-mean"):
        shift = np.full((1, 1), shift.mean())
    if on("first-class-zero"):
        shift = W[:, :1]
    if on("shift-added"):
        shift = -shift
    result: Array = W - shift
    return result.T if on("transposed") else result


CENTRE_MISTAKES = {
    "mean-over-features": Mistake(
        "each column was centred on its own: this changes differences between classes, "
        "and with them the loss. The columns are to cancel each other.",
        "regularization",
    ),
    "sum-for-mean": Mistake(
        "too much is subtracted: v is taken away from every one of the columns.",
        "regularization",
    ),
    "one-mean": Mistake(
        "one number is subtracted everywhere: each feature has its own. The entries "
        "of W then sum to zero, its columns do not.",
        "regularization",
    ),
    "first-class-zero": Mistake(
        "one class's weights were subtracted from all: the loss stays, but the columns "
        "do not sum to zero.",
        "regularization",
    ),
    "shift-added": Mistake(
        "the shift goes the wrong way: the sum of the columns grows.", "regularization"
    ),
    "transposed": PRODUCT_MISTAKES["transposed"],
}


def _absorb_delta(
    on: Switch, W: Array, reg: float, delta: float
) -> tuple[Array, float]:
    power = -1 if on("reg-divided") else 2 if on("reg-squared") else 1
    new_W = W * delta if on("weights-multiplied") else W / delta
    if on("weights-unchanged"):
        new_W = W
    if on("weights-root"):
        new_W = W / np.sqrt(delta)
    new_reg = reg if on("reg-unchanged") else reg * delta**power
    return new_W, new_reg


ABSORB_MISTAKES = {
    "weights-multiplied": Mistake(
        "the weights go the wrong way: try one example whose loss is exactly zero at "
        "margin delta. What must its scores be for margin 1?",
        "regularization",
    ),
    "weights-unchanged": Mistake(
        "the weights are unchanged: scores on the old scale would be compared with "
        "the new margin of 1.",
        "regularization",
    ),
    "weights-root": Mistake(
        "the weights are rescaled by a root of delta: scores are linear in W.",
        "regularization",
    ),
    "reg-divided": Mistake(
        "reg goes the wrong way: compare the two penalties at the same weights.",
        "regularization",
    ),
    "reg-squared": Mistake(
        "reg takes up both factors of the squared weights: one of them has already "
        "gone in front of the whole loss.",
        "regularization",
    ),
    "reg-unchanged": Mistake(
        "reg is unchanged: the penalty is a square, the data loss is not, so they "
        "scale differently.",
        "regularization",
    ),
}


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


STEP_MISTAKES = {
    "uphill": Mistake(
        "the step goes uphill: along the gradient the loss grows.", "training"
    ),
    "rate-forgotten": Mistake("the learning rate has no effect.", "training"),
    "rate-divides": Mistake(
        "the gradient is divided by the learning rate: a smaller rate then makes "
        "larger steps.",
        "training",
    ),
    "sign-of-gradient": Mistake(
        "only the signs of the gradient are used: where it is nearly flat the step "
        "should be small.",
        "training",
    ),
    "step-only": Mistake(
        "this is the step alone: asked for is where it leads.", "training"
    ),
    "rate-on-weights": Mistake(
        "the learning rate multiplies the weights, too: they would shrink at every "
        "step.",
        "training",
    ),
}


def _linear_decay(on: Switch, learning_rate: float, t: int, num_iters: int) -> float:
    last = num_iters - 1 if on("ends-one-early") else num_iters
    progress = (t + on("starts-one-late")) / last
    rate = 1.0 if on("rate-forgotten") else learning_rate
    if on("one-over-t"):
        return rate / (1 + t)
    if on("rate-constant"):
        return rate
    return rate * (progress if on("rate-grows") else 1 - progress)


DECAY_MISTAKES = {
    "rate-constant": Mistake(
        "the step size does not change. Does an integer division round the progress "
        "down to zero?",
        "training",
    ),
    "rate-grows": Mistake(
        "the step size grows: the last steps should be the smallest.", "training"
    ),
    "one-over-t": Mistake(
        "this is the 1/t schedule: it falls fast at first and never reaches zero.",
        "training",
    ),
    "rate-forgotten": Mistake("the learning rate has no effect.", "training"),
    "starts-one-late": Mistake(
        "step 0 is already smaller than the learning rate: the count starts at zero.",
        "training",
    ),
    "ends-one-early": Mistake(
        "step num_iters - 1 is already zero and moves nothing: zero is to be reached "
        "at num_iters, one step after the last.",
        "training",
    ),
}


def _problem(seed: int, N: int, D: int, C: int) -> tuple[Array, Array, Array]:
    """Weights of order 1, examples and labels, no margin near a kink."""
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(D, C)).round(2)
    X = rng.normal(size=(N, D)).round(2)
    return W, X, rng.integers(C, size=N)


def _svm_cases() -> Iterator[Case]:
    for seed, shape, reg, note in (
        (945, (7, 5, 4), 0.7, ""),
        (1005, (5, 3, 6), 0.3, ""),
        (177, (4, 6, 3), 0.0, "where reg = 0"),
        (923, (1, 2, 5), 0.5, "where N = 1"),
    ):
        yield Case((*_problem(seed, *shape), reg), note)


def _score_cases() -> Iterator[Case]:
    """Scores of one example, its label, delta: some classes too close, some not."""
    yield Case((np.array([-1.4, 3.5, -4.4, 2.6, 3.2, 0.0]), 2, 2.0))
    yield Case((np.array([0.5, -2.8, -0.1, -0.3]), 2, 1.5))
    yield Case((np.array([-2.7, -1.8, 2.4, -2.9, 0.2]), 4, 0.5))
    yield Case((np.array([6.1, -1.7, 2.3]), 0, 3.0), "where L_i = 0")


def _matrix_cases() -> Iterator[tuple[Array, Array, Array]]:
    for seed, shape in ((945, (7, 5, 4)), (1005, (5, 3, 6)), (177, (4, 6, 3))):
        yield _problem(seed, *shape)


def _gradient_cases() -> Iterator[Case]:
    for seed, D, C, delta in (
        (199, 3, 5, 1.0),
        (22, 4, 3, 1.5),
        (39, 2, 6, 0.5),
        (25, 5, 4, 2.0),
    ):
        W, X, y = _problem(seed, 1, D, C)
        yield Case((W, X[0], int(y[0]), delta))


def _margins_cases() -> Iterator[Case]:
    for delta, (W, X, y) in zip((1.0, 2.0, 0.5), _matrix_cases(), strict=True):
        yield Case((X @ W, y, delta))


def _mask_cases() -> Iterator[Case]:
    for case in _margins_cases():
        yield Case((_margins(_nothing, *case.args), case.args[1]))


def _mask_gradient_cases() -> Iterator[Case]:
    for (_, X, y), case in zip(_matrix_cases(), _mask_cases(), strict=True):
        yield Case((X, _mask(_nothing, case.args[0], y)))
    yield Case((X[:1], _mask(_nothing, case.args[0], y)[:1]), "where N = 1")


def _relative_cases() -> Iterator[Case]:
    for seed, shape in ((152, (4, 3)), (37, (6,)), (22, (2, 5))):
        rng = np.random.default_rng(seed)
        a = rng.normal(size=shape).round(2)
        yield Case((a, (a + rng.normal(size=shape) / 4).round(2)))


def _step_cases() -> Iterator[Case]:
    for rate, (W, X, y) in zip((0.1, 0.5, 0.02), _matrix_cases(), strict=True):
        yield Case((W, _svm_loss(_nothing, W, X, y, 0.1)[1], rate))


def _cubic(w: float) -> float:
    return w**3 - 2 * w * w + 1


def _wave(w: float) -> float:
    return float(np.sin(3 * w)) + w


def _nothing(mistake: str) -> bool:
    return False


_W = tuple(W for W, _, _ in _matrix_cases())
_W_AND_X = tuple(Case((W, X)) for W, X, _ in _matrix_cases())

EXERCISES = (
    Exercise(
        "scores",
        "A function (W, X) that returns the scores S (N, C): S[i, j] is the score of "
        "class j for example i. W is (D, C), X is (N, D).",
        ("W", "X"),
        ("S",),
        _scores,
        SCORES_MISTAKES,
        _W_AND_X,
    ),
    Exercise(
        "append-bias",
        "A function (X) that returns X (N, D) with one more column, of ones, at the "
        "right: (N, D + 1).",
        ("X",),
        ("the result",),
        _append_bias,
        BIAS_MISTAKES,
        tuple(Case((case.args[1],)) for case in _W_AND_X),
    ),
    Exercise(
        "predict",
        "A function (W, X) that returns for each example the class (0..C-1) whose "
        "score is highest: (N,). W is (D, C), X is (N, D).",
        ("W", "X"),
        ("the result",),
        _predict,
        PREDICT_MISTAKES,
        _W_AND_X,
    ),
    Exercise(
        "hinge-by-hand",
        "A number: the hinge loss L_i of one example with the scores "
        "[-7, 10, 11, -9, 16], label y_i = 1 and delta = 5.",
        (),
        ("the number",),
        lambda on: _example_loss(on, np.array([-7.0, 10, 11, -9, 16]), 1, 5.0),
        EXAMPLE_MISTAKES,
        (Case(()),),
    ),
    Exercise(
        "example-loss",
        "A function (s, y_i, delta) that returns the hinge loss L_i of one example. "
        "s (C,) holds its scores, y_i is its label.",
        ("s", "y_i", "delta"),
        ("L_i",),
        _example_loss,
        EXAMPLE_MISTAKES,
        tuple(_score_cases()),
    ),
    Exercise(
        "first-loss",
        "A function (C, delta) that returns the mean hinge loss, with no penalty, of "
        "C classes at W = 0.",
        ("C", "delta"),
        ("the loss",),
        _first_loss,
        FIRST_LOSS_MISTAKES,
        (Case((10, 1.0)), Case((3, 2.0)), Case((7, 0.3)), Case((2, 4.0))),
    ),
    Exercise(
        "squared-hinge",
        "A function (s, y_i, delta) that returns (L_i, g): the squared hinge loss of "
        "one example, in which each margin max(0, s_j - s_{y_i} + delta) of a wrong "
        "class is squared, and its gradient g (C,) with respect to the scores s (C,).",
        ("s", "y_i", "delta"),
        ("L_i", "g"),
        _squared_hinge,
        SQUARED_MISTAKES,
        tuple(_score_cases()),
    ),
    Exercise(
        "mask-row",
        "A function (s, y_i, delta) that returns the derivatives of L_i with respect "
        "to the scores s (C,): (C,), one row of the mask M.",
        ("s", "y_i", "delta"),
        ("the row",),
        _mask_row,
        ROW_MISTAKES,
        tuple(_score_cases()),
    ),
    Exercise(
        "gradient-one-example",
        "A function (W, x, y_i, delta) that returns the gradient (D, C) of L_i with "
        "respect to W (D, C), for one example x (D,) with label y_i.",
        ("W", "x", "y_i", "delta"),
        ("the gradient",),
        _gradient_one_example,
        ONE_EXAMPLE_MISTAKES,
        tuple(_gradient_cases()),
    ),
    Exercise(
        "centred-difference",
        "A function (f, w, h) that returns the centred difference of f, a function of "
        "one number, at w with step h.",
        ("f", "w", "h"),
        ("the slope",),
        _centred_difference,
        CENTRED_MISTAKES,
        (
            Case((_cubic, 1.5, 0.5)),
            Case((_wave, 0.3, 0.25)),
            Case((_cubic, -0.7, 0.2)),
            Case((_wave, -0.8, 0.4)),
        ),
    ),
    Exercise(
        "relative-error",
        "A function (a, b) that returns the largest relative error of any entry: the "
        "difference of two entries, without its sign, over the larger of their sizes. "
        "a and b are arrays of one shape.",
        ("a", "b"),
        ("the error",),
        _relative_error,
        RELATIVE_MISTAKES,
        tuple(_relative_cases()),
    ),
    Exercise(
        "margins",
        "A function (S, y, delta) that returns the margins H (N, C): "
        "max(0, s_ij - s_iy + delta), and zero in column y_i of row i. S is (N, C), "
        "y is (N,).",
        ("S", "y", "delta"),
        ("H",),
        _margins_result,
        MARGINS_MISTAKES,
        tuple(_margins_cases()),
    ),
    Exercise(
        "mask",
        "A function (H, y) that returns the mask M (N, C) of the margins H (N, C), "
        "which hold zero in column y_i. H is not to be written to.",
        ("H", "y"),
        ("M",),
        _mask_result,
        MASK_MISTAKES | {"transposed": PRODUCT_MISTAKES["transposed"]},
        tuple(_mask_cases()),
    ),
    Exercise(
        "mask-gradient",
        "A function (X, M) that returns the gradient (D, C) of the mean hinge loss, "
        "with no penalty, from the examples X (N, D) and their mask M (N, C).",
        ("X", "M"),
        ("dW",),
        _mask_gradient,
        MASK_GRADIENT_MISTAKES,
        tuple(_mask_gradient_cases()),
    ),
    Exercise(
        "svm-loss",
        "A function (W, X, y, reg) that returns (loss, dW): the mean hinge loss with "
        "delta = 1 plus reg times the sum of squares of W, and its gradient (D, C). "
        "W is (D, C), X is (N, D), y is (N,).",
        ("W", "X", "y", "reg"),
        ("loss", "dW"),
        _svm_loss,
        {
            **{k: v for k, v in MARGIN_MISTAKES.items() if k != "highest-for-correct"},
            **LOSS_MISTAKES,
            **MASK_MISTAKES,
            **PRODUCT_MISTAKES,
            **RESULT_MISTAKES,
            **PENALTY_MISTAKES,
            **PENALTY_IN_LOSS_MISTAKES,
        },
        tuple(_svm_cases()),
    ),
    Exercise(
        "penalty",
        "A function (W, reg) that returns (value, gradient) of the penalty: reg times "
        "the sum of squares of W (D, C), and its gradient (D, C).",
        ("W", "reg"),
        ("value", "gradient"),
        _penalty,
        PENALTY_EXERCISE_MISTAKES,
        tuple(Case((W, reg)) for W, reg in zip(_W, (0.7, 0.3, 2.0), strict=True)),
    ),
    Exercise(
        "centre-columns",
        "A function (W) that returns the weights (D, C) whose columns sum to the zero "
        "vector and whose hinge loss, on any data, is that of W.",
        ("W",),
        ("the weights",),
        _centre_columns,
        CENTRE_MISTAKES,
        tuple(Case((W,)) for W in _W),
    ),
    Exercise(
        "absorb-delta",
        "A function (W, reg, delta) that returns (W', reg'), for which the objective "
        "with margin delta is delta times the one with margin 1: "
        "L(W; delta, reg) = delta L(W'; 1, reg').",
        ("W", "reg", "delta"),
        ("W'", "reg'"),
        _absorb_delta,
        ABSORB_MISTAKES,
        tuple(
            Case((W, reg, delta))
            for W, reg, delta in zip(_W, (0.7, 0.3, 2.0), (2.0, 0.5, 3.0), strict=True)
        ),
    ),
    Exercise(
        "sgd-step",
        "A function (W, dW, learning_rate) that returns the weights after one step of "
        "gradient descent, and leaves W itself as it is.",
        ("W", "dW", "learning_rate"),
        ("the weights",),
        _sgd_step,
        STEP_MISTAKES,
        tuple(_step_cases()),
    ),
    Exercise(
        "linear-decay",
        "A function (learning_rate, t, num_iters) that returns the step size of step "
        "t = 0..num_iters-1: on a straight line from learning_rate at t = 0 to zero "
        "at t = num_iters.",
        ("learning_rate", "t", "num_iters"),
        ("the step size",),
        _linear_decay,
        DECAY_MISTAKES,
        (Case((0.5, 3, 10)), Case((2.0, 0, 4), "where t = 0"), Case((0.3, 6, 8))),
    ),
)

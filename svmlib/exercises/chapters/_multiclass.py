"""Formulas of part one that several chapters share, and their mistakes."""

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import TIED_COUNTS, Switch, only, read_glossary

TRANSPOSED = read_glossary(
    "linear_scores",
    """
    transposed: rows and columns are exchanged: the result is the transpose.
    """,
)


def _leads(makes: Switch, S: Array, y: Array) -> Array:
    """Return by how much each class's score exceeds that of the correct class, (N, C)."""
    rows = np.arange(len(y))
    own = S.max(axis=1) if makes("highest-for-correct") else S[rows, y]
    return own[:, None] - S if makes("flipped-margin") else S - own[:, None]


def _reached(makes: Switch, active: Array, y: Array) -> Array:
    """Return which classes of each example a loop gets to before it ends, (N, C)."""
    classes, own = np.arange(active.shape[1]), y[:, None]
    reached = np.ones(active.shape, dtype=bool)
    if makes("stops-at-correct"):
        reached &= classes <= own
    if makes("stops-at-inactive"):
        reached &= np.logical_and.accumulate(active | (classes == own), axis=1)
    if makes("first-active-only"):
        reached &= active.cumsum(axis=1) <= 1
    return reached


def comes_again(y: Array) -> Array:
    """Return whether each label comes again later."""
    again = np.ones(len(y), dtype=bool)
    again[len(y) - 1 - np.unique(y[::-1], return_index=True)[1]] = False
    return again


def margins(makes: Switch, S: Array, y: Array, delta: float) -> Array:
    """Return the margins H (N, C) of scores S (N, C), 0 in the column of the label."""
    rows = np.arange(len(y))
    delta = 0.0 if makes("no-delta") else 1.0 if makes("delta-is-one") else delta
    signed = -delta if makes("delta-on-correct") else delta
    inside, after = (0.0, signed) if makes("delta-after-max") else (signed, 0.0)
    H = _leads(makes, S, y) + inside
    if makes("max-of-negative"):
        H = -H
    if makes("compared-with-delta"):
        H = np.where(delta < H, H, 0)
    if makes("min-for-max"):
        H = np.minimum(0, H)
    elif not makes("not-clipped"):
        H = np.maximum(0, H)
    H = H + after
    if makes("left-out-by-value"):
        H[S == S[rows, y][:, None]] = 0
    elif makes("zeroes-whole-columns"):
        H[:, np.unique(y)] = 0
    elif not makes("correct-in-loss"):
        H[rows, y] = 0
    if makes("right-ones-skipped"):
        H[S.argmax(axis=1) == y] = 0
    H = H * _reached(makes, H > 0, y)
    if makes("correct-class-only"):
        H = np.where(np.arange(S.shape[1]) == y[:, None], np.maximum(0, delta), 0)
    return H


MARGIN_MISTAKES = read_glossary(
    "hinge_loss",
    """
    no-delta: delta is missing from the raw margins, so a wrong class that ties with the
        correct one costs nothing.
    delta-is-one: delta is taken for 1: the argument delta has no effect.
    delta-on-correct: delta has the wrong sign: the correct class gets a head start, and
        another class must lead by more than delta before it costs anything.
    correct-in-loss: the class j = y_i takes part in the sum: its own raw margin is
        delta, and so every example costs delta too much.
    delta-after-max: delta is added after the max: even a class that is far behind then
        costs delta, and no loss is ever zero.
    flipped-margin: the raw margin is the wrong way round: you take correct class minus
        wrong class, so the better an example is classified, the more it costs.
    max-of-negative: the max is taken of the negated raw margin: classes that are far
        enough behind add to the loss, and those that are too close don't.
    min-for-max: raw margins above zero are cut off, and those below are kept: classes that
        are too close then cost nothing. Is it `min` where `max` is meant, or `<` where `>`
        is?
    not-clipped: negative raw margins are kept: a class that is far behind makes up for
        one that is too close, and the loss can fall below zero.
    highest-for-correct: the highest score of the example is subtracted: with that in
        place of its own class's score, a misclassified example looks like a right one.
    right-ones-skipped: examples whose prediction is right are skipped: one that is
        right, but by less than delta, still has a loss.
    stops-at-correct: the loop over the classes ends at the correct class: it should
        leave that one out and go on. Is it `break`, or `return`, where `continue` is
        meant?
    stops-at-inactive: the loop over the classes ends at the first one that is far enough
        behind: it should go on with the next. Is it `break` where `continue` is meant?
    first-active-only: only the first class that is too close counts, where all of them
        should. Does something end the loop early?
    correct-class-only: the correct class is the only one that counts: it is the only
        one to leave out. Is it `==` where `!=` is meant?
    left-out-by-value: a class that has the same score as the correct one is left out as
        well: leave out by index, not by value.
    compared-with-delta: a class counts only if its score is higher than that of the
        correct one: one that is less than delta behind counts as well. Is the raw margin,
        which holds delta already, compared with delta in place of 0?
    max-of-negative + min-for-max: each margin has the wrong sign, so that none is above
        zero. Is it `-=` where `+=` is meant?
    delta-after-max + highest-for-correct: every wrong class has the margin delta, whatever
        the scores are. Is a score subtracted from itself?
    """,
)


OTHER_LOSS_MISTAKES = read_glossary(
    "hinge_loss",
    """
    worst-class: only the worst class of each example counts: that is another loss
        (Crammer and Singer's). Here all active classes count.
    margins-squared: the margins are squared: that is another loss (the squared hinge).
        Here they are added up as they are.
    loss-counts-active (mask_trick): the loss counts the active classes in place of
        adding up their margins. Was the array of margins overwritten by zeros and ones
        before it was summed? A second name is no second array.
    """,
)


def _put_count(makes: Switch, M: Array, y: Array, k: Array) -> None:
    """Write each row's number k (N,) into the column of its label in the mask M."""
    # M[:, y] = k has one column for each label: of its examples the last one counts.
    columns, last = np.unique(y[::-1], return_index=True)
    if makes("count-in-whole-columns"):
        M[:, columns] = k[::-1][last]
    elif makes("count-off-whole-columns"):
        M[:, columns] += k[::-1][last]
    else:
        M[np.arange(len(y)), y] = k


def mask(makes: Switch, H: Array, y: Array) -> Array:
    """Return the mask M (N, C) of margins H (N, C)."""
    rows, C = np.arange(len(y)), H.shape[1]
    active = H <= 0 if makes("cases-swapped") else H > 0
    if makes("indicator-forgotten") or makes("zero-is-active"):
        active[:] = True
    active[rows, y] = False
    active &= _reached(makes, active, y)
    if makes("worst-class") or makes("worst-class-in-gradient"):
        # Of classes that tie, argmax takes the first.
        active &= np.arange(C) == H.argmax(axis=1)[:, None]
    M: Array = active * (H if makes("value-for-indicator") else 1.0)
    counted = M
    if makes("indicator-not-in-wrong"):
        M = np.ones(H.shape)
        M[rows, y] = 0
    if makes("negatives-left") or makes("negatives-left-and-counted"):
        M = M + np.minimum(0, H)
    if makes("negatives-left-and-counted"):
        counted = counted + np.minimum(0, H)
    k: Array = counted.sum(axis=1)
    if makes("count-of-all"):
        k = np.full(len(y), counted.sum())
    if makes("count-not-reset"):
        k = k.cumsum()
    if makes("sum-in-every-column"):
        M = np.repeat(k[:, None], C, axis=1)
    if makes("indicator-not-in-correct"):
        k = np.full(len(y), C - 1)
    if makes("subtract-once"):
        k = np.sign(k)
    if makes("subtract-per-example"):
        k = np.ones(len(y))
    if makes("column-y-zero"):
        k = np.zeros(len(y))
    if makes("column-y-one"):
        k = np.full(len(y), -1.0)
    k = k + (makes("count-off-by-one") or makes("zero-is-active"))
    _put_count(makes, M, y, k if makes("column-y-plus") else -k)
    if makes("boolean-mask"):
        M = (M != 0).astype(float)
    if makes("unsigned-mask"):
        M = M % 256
    return -M if makes("mask-negated") else M


def mask_of_scores(makes: Switch, S: Array, y: Array, delta: float) -> Array:
    """Return the mask M (N, C) of scores S (N, C), with the mistakes made in margins."""
    left = makes("negatives-left") or makes("negatives-left-and-counted")
    raw = (lambda m: m == "not-clipped" or makes(m)) if left else makes
    delta = delta + 1e-9 * makes(TIED_COUNTS)
    H = margins(raw, S, y, delta)
    # As in a loop, where `margin < 0` decides about the gradient as well.
    return mask(makes, -H if makes("min-for-max") and not left else H, y)


MASK_MISTAKES = only(OTHER_LOSS_MISTAKES, "worst-class") | read_glossary(
    "gradient",
    """
    value-for-indicator: each active class is weighted by its margin. The size of a margin
        counts in the loss: the slope is the same for every active class, however large
        its margin is.
    cases-swapped: the two cases of the indicator are swapped: the classes whose margin
        is zero are treated as active, and the active ones are not.
    indicator-forgotten: every wrong class is treated as active: where the margin is
        clipped to zero the loss is flat, and its slope is not one.
    zero-is-active: margins of zero are taken for active: clipped margins are never
        below zero, so >= 0 holds for every class, even for y_i itself.
    indicator-not-in-correct: column y_i counts every wrong class, active or not: each
        of its terms has an indicator as well.
    indicator-not-in-wrong: every wrong class counts in its own column, active or not: where
        a margin is clipped to zero the loss is flat. Column y_i is as it should be.
    sum-in-every-column: the column of each wrong class carries a sum over all classes.
        Only one of the margins contains its score: there is nothing to sum.
    column-y-zero: column y_i gets nothing, although every active margin contains the
        correct class's score as well.
    column-y-one (mask_trick): y_i gets +1 for every example, where minus the number of
        active classes belongs. Is the count missing, or does an array of True and False
        hold it? Such an array stores -k as True.
    column-y-plus: column y_i has the wrong sign: a higher correct score makes each
        active margin smaller.
    subtract-once: column y_i loses x_i only once for an example, however many classes
        are active: the correct score appears in the term of every active class.
    subtract-per-example: one active class is counted for y_i in every example, which may
        have three of them, or none.
    boolean-mask (mask_trick): y_i gets +1 if any class is active, where minus the
        number of active classes belongs. Does an array of True and False hold the count?
        Such an array stores -k as True. Or is it `=` where `-=` is meant?
    count-off-by-one (mask_trick): column y_i holds -(k + 1) where k classes are active:
        zero that entry before you count, or the correct class is counted as active.
    indicator-not-in-correct + count-off-by-one: column y_i counts all C classes,
        y_i among them: only the active ones count. Is a line indented too little?
    negatives-left (mask_trick): raw margins below zero are left in the mask: its entry is
        zero for a class that is far enough away. Were the margins clipped before the
        positive ones were set to one?
    negatives-left-and-counted (mask_trick): raw margins below zero are left in the mask,
        and column y_i adds them up: the entry is zero for a class that is far enough away.
        Were the margins clipped before the positive ones were set to one?
    mask-negated: correct and wrong classes are exchanged in the gradient: descent would
        pull the wrong scores up and the correct one down.
    column-y-plus + mask-negated: the columns of the active classes have the wrong sign:
        a higher score of theirs makes the margin larger. Column y_i is as it should be.
    """,
)


# In a mask or a row of it, there is no x_i, and nothing is taken a step against.
ENTRY_MISTAKES = read_glossary(
    "gradient",
    """
    subtract-once: column y_i holds -1, however many classes are active: the correct score
        appears in the term of every active class.
    mask-negated: every entry has the wrong sign: if the score of an active class rises,
        the loss rises with it.
    """,
)


MATRIX_MISTAKES = read_glossary(
    "mask_trick",
    """
    count-in-whole-columns: minus the count is written into whole columns, those of all
        labels that occur: an index with a colon takes every row, not one entry in each.
    count-off-whole-columns: the count is subtracted from whole columns, those of all
        labels that occur: an index with a colon takes every row, not one entry in each.
    unsigned-mask: the mask is kept in unsigned bytes, which hold 0 to 255 and no -k:
        the count wrapped to 256 - k. Make the mask an array of floats before you count.
    count-not-reset: the count of active classes isn't set back to 0 for each example: it
        goes on from the example before.
    count-of-all: column y_i holds the count of all rows together: each example has a
        count of its own. Along which axis is it summed?
    """,
)


def data_gradient(makes: Switch, X: Array, M: Array, y: Array | None = None) -> Array:
    """Return ``X.T @ M``, the sum over the examples of the outer products of their rows."""
    if makes("last-example-only"):
        X, M = X[-1:], M[-1:]
    starts_anew = np.zeros(M.shape, dtype=bool)
    if makes("assign-wrong-columns"):
        starts_anew = M > 0
    if makes("assign-for-add"):
        starts_anew = M != 0
    if makes("assign-in-correct") and y is not None:
        starts_anew[np.arange(len(M)), y[-len(M) :]] = True
    if makes("assign-once-in-correct"):
        starts_anew |= M < 0
        M = np.maximum(M, -1)
    if starts_anew.any():
        starts_later = starts_anew[::-1].cumsum(axis=0)[::-1] - starts_anew
        M = np.where(starts_later > 0, 0, M)
    if makes("repeated-labels-lost") and y is not None:
        lost = np.flatnonzero(comes_again(y[-len(M) :]))
        M = M.copy()
        M[lost, y[-len(M) :][lost]] = 0
    if makes("clipped-derivative"):
        up, down, right, left = (np.maximum(0, A) for A in (M, -M, X, -X))
        return np.asarray(right.T @ up + left.T @ down)
    return np.asarray(X.T @ M)


PRODUCT_MISTAKES = TRANSPOSED | read_glossary(
    "gradient",
    """
    clipped-derivative: the derivative is clipped at zero like the loss: max(0, .) of
        the slope. The max chooses between two functions; the slope of the chosen one
        may be negative.
    assign-for-add: each column of the gradient keeps only the last example that touches
        it: it is assigned where it should be added to.
    assign-wrong-columns: the columns of active classes are assigned, not added to:
        whatever earlier examples put there is lost.
    last-example-only (mask_trick): the gradient is that of the last example alone: the
        sum over the examples is missing.
    gradient-sum (mask_trick): the data gradient is a sum over the examples: the loss is
        their mean.
    gradient-over-n-twice (mask_trick): the data gradient is divided by N once too often.
    gradient-negated: the whole gradient has the wrong sign: descent would climb.
    """,
)


def penalty(makes: Switch, W: Array, reg: float) -> tuple[float, Array]:
    """Return the penalty ``reg * sum(W**2)`` and its gradient."""
    kept = np.ones(W.shape)
    kept[-1] = 0
    V = kept * W if makes("penalty-loss-no-bias") else W
    value = (np.abs(V) if makes("penalty-loss-abs") else V * V).sum()
    if makes("penalty-loss-unsquared"):
        value = V.sum()
    if makes("penalty-loss-of-sum"):
        value = V.sum() ** 2
    if makes("penalty-loss-spectral"):
        value = np.linalg.norm(V, 2) ** 2
    if makes("penalty-loss-norm"):
        value = np.sqrt(value)
    if makes("penalty-loss-mean"):
        value = value / W.size
    if makes("penalty-loss-half"):
        value = value / 2
    W = kept * W if makes("penalty-gradient-no-bias") else W
    gradient = np.sign(W) if makes("penalty-gradient-sign") else 2 * W
    if makes("penalty-gradient-of-sum"):
        gradient = np.full(W.shape, 2 * W.sum())
    if makes("penalty-gradient-no-w"):
        gradient = np.full(W.shape, 2.0)
    if makes("penalty-gradient-half"):
        gradient = gradient / 2
    if makes("penalty-gradient-negated"):
        gradient = -gradient
    value_reg = 1.0 if makes("reg-not-in-value") else reg
    gradient_reg = 1.0 if makes("reg-not-in-gradient") else reg
    if makes("transposed"):
        gradient = gradient.T
    return value_reg * value, gradient_reg * gradient


PENALTY_MISTAKES = read_glossary(
    "regularization",
    """
    penalty-loss-half: the penalty's value is half of what it should be: the book's
        convention has no 1/2.
    penalty-loss-abs: the penalty's value adds up absolute values: that is the L1
        penalty.
    penalty-loss-unsquared: the penalty's value adds up the weights themselves, so that
        positive and negative ones cancel: square each weight, and then add up.
    penalty-loss-norm: the penalty's value has a square root: it is the norm, where the
        squared norm is meant.
    penalty-loss-mean: the penalty's value is the mean of the squares: it should be
        their sum, or a weight would count for less in a larger W.
    penalty-loss-spectral: the penalty's value has the largest singular value of W, which
        is what np.linalg.norm(W, 2) is for a matrix: with no 2 it gives the norm that is
        meant.
    penalty-loss-of-sum: the penalty's value is the square of a sum: square each weight,
        and then add up.
    penalty-gradient-half: the penalty's gradient is half of what its value asks for:
        what does a square leave behind when it is differentiated?
    penalty-gradient-sign: the penalty's gradient uses only the signs of W: it belongs
        to the L1 penalty.
    penalty-gradient-negated: the penalty's gradient has the wrong sign: a step against
        it would make the weights larger.
    penalty-gradient-no-w: the penalty's gradient is the same number in every entry: the
        larger a weight is, the faster its square grows. Is W missing?
    penalty-gradient-of-sum: the penalty's gradient has the sum of all weights in every
        entry: each weight has a derivative of its own.
    penalty-loss-no-bias: the last row of W is left out of the penalty's value: in this
        book the bias row is penalised like the others.
    penalty-gradient-no-bias: the last row of W is left out of the penalty's gradient:
        in this book the bias row is penalised like the others.
    reg-not-in-value: the penalty's value lacks its factor: reg has no effect on it.
    reg-not-in-gradient: the penalty's gradient lacks its factor: reg has no effect on it.
    penalty-loss-abs + penalty-gradient-sign: this is the L1 penalty, in the loss and in
        the gradient: that is consistent, but here each weight is squared.
    penalty-loss-half + penalty-gradient-half: the penalty is lambda/2 times the sum of
        squares, in the loss and in the gradient: that is consistent, and some courses
        write it so. This book has no 1/2: drop it in the loss, and the gradient becomes
        2 lambda W.
    penalty-loss-no-bias + penalty-gradient-no-bias: the last row of W, the bias, is
        left out of the penalty, in the value and in the gradient: that is consistent,
        and some courses do so. This book penalises all of W.
    """,
)

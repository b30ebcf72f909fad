"""Exercises of part one: from scores to the vectorised hinge loss, and its training.

Each faulty function asks ``on("some-mistake")`` and is right where all answers are no.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from svmlib.exercises._attempt import Array
from svmlib.exercises._compare import is_close
from svmlib.exercises._engine import (
    Case,
    Exercise,
    Switch,
    no_mistake,
    only,
    read_mistakes,
    without,
)


def _problem(seed: int, N: int, D: int, C: int) -> tuple[Array, Array, Array]:
    """Weights of order 1, examples and labels, no margin near a kink."""
    rng = np.random.default_rng(seed)
    W = rng.normal(size=(D, C)).round(2)
    X = rng.normal(size=(N, D)).round(2)
    return W, X, rng.integers(C, size=N)


def _tied_problem() -> tuple[Array, Array, Array]:
    """Two classes with the same weights: one is the label, so that a rival ties."""
    W = np.array([[0.5, -1.0, 0.5, 0.25], [-2.0, 0.75, -2.0, 1.5]])
    X = np.array([[1.5, 0.5], [-0.5, 2.0], [2.5, 1.75]])
    return W, X, np.array([2, 0, 2])


def _matrix_cases() -> Iterator[tuple[Array, Array, Array]]:
    for seed, shape in ((945, (7, 5, 4)), (1005, (5, 3, 6)), (2473, (4, 6, 3))):
        yield _problem(seed, *shape)


def _score_cases() -> Iterator[Case]:
    """Scores of one example, its label, delta: some classes too close, some not."""
    yield Case((np.array([-1.4, 3.5, -4.4, 2.6, 3.2, 0.0]), 2, 2.0))
    yield Case((np.array([0.5, -2.8, -0.1, -0.3]), 2, 1.5))
    yield Case((np.array([-2.7, -0.6, 2.4, -2.9, 0.2]), 4, 0.5))
    yield Case((np.array([6.1, -1.7, 2.3]), 0, 3.0), "where L_i = 0")
    yield Case((np.array([-0.5, 1.25, 2.75, 1.25, -3.0]), 3, 1.0))  # a rival that ties


_W = tuple(W for W, _, _ in _matrix_cases())
_W_AND_X = tuple(Case((W, X)) for W, X, _ in _matrix_cases())


# Chapter linear_scores

TRANSPOSED = read_mistakes("""
    transposed: rows and columns are exchanged: the result is the transpose. See
        chapter linear_scores.
    """)


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


SCORES_MISTAKES = TRANSPOSED | read_mistakes("""
    reshaped-weights: W was reshaped to fit: that keeps the order of its entries in
        memory and tears its columns apart. Exchanging rows and columns is another
        operation. See chapter linear_scores.
    bias-dropped: the last row of W is left out: the last column of X is a feature
        like the others, also where it is all ones. See chapter linear_scores.
    bias-twice: the last row of W is added once more: where X has its column of
        ones, the product contains the bias already. See chapter linear_scores.
    first-example-only: only the first example is scored: a row of scores for each
        example is asked. See chapter linear_scores.
    summed-over-examples: the scores are added up over the examples: a row for each
        one is asked. See chapter linear_scores.
    """)


SCORES = Exercise(
    "scores",
    "A function (W, X) that returns the scores S (N, C): S[i, j] is the score of "
    "class j for example i. W is (D, C), X is (N, D).",
    ("W", "X"),
    ("S",),
    _scores,
    SCORES_MISTAKES,
    _W_AND_X,
)


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


BIAS_MISTAKES = TRANSPOSED | read_mistakes("""
    ones-first: the ones come first: in this book the bias belongs to the last
        column of X and so to the last row of W. See chapter linear_scores.
    ones-as-row: the ones form a row: that is one more example, where one more
        feature is asked for. See chapter linear_scores.
    zeros-for-ones: the new column is zero: its weights could then never change a
        score. See chapter linear_scores.
    last-feature-lost: the last feature is overwritten: the column is to be added,
        not replaced. See chapter linear_scores.
    one-added: one is added to the features themselves: they are to stay as they
        are. See chapter linear_scores.
    """)


APPEND_BIAS = Exercise(
    "append-bias",
    "A function (X) that returns X (N, D) with one more column, of ones, at the "
    "right: (N, D + 1).",
    ("X",),
    ("the result",),
    _append_bias,
    BIAS_MISTAKES,
    tuple(Case((case.args[1],)) for case in _W_AND_X),
)


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


PREDICT_MISTAKES = only(SCORES_MISTAKES, "bias-dropped") | read_mistakes("""
    lowest-score: the class of the lowest score is returned. See chapter
        linear_scores.
    score-for-label: the best score itself is returned: asked for is which class has
        it. See chapter linear_scores.
    wrong-axis: for each class the best example is found: asked for is the best
        class of each example. Along which axis do the classes lie? See chapter
        linear_scores.
    counts-from-one: the classes are counted from one: labels are 0..C-1. See
        chapter linear_scores.
    absolute-scores: signs of scores are ignored: a strongly negative score is a bad
        one. See chapter linear_scores.
    """)


PREDICT = Exercise(
    "predict",
    "A function (W, X) that returns for each example the class (0..C-1) whose "
    "score is highest: (N,). W is (D, C), X is (N, D).",
    ("W", "X"),
    ("the result",),
    _predict,
    PREDICT_MISTAKES,
    _W_AND_X,
)


# Chapter hinge_loss


def _differences(on: Switch, S: Array, y: Array) -> Array:
    rows = np.arange(len(y))
    own = S.max(axis=1) if on("highest-for-correct") else S[rows, y]
    return own[:, None] - S if on("flipped-margin") else S - own[:, None]


def _margins(on: Switch, S: Array, y: Array, delta: float) -> Array:
    rows = np.arange(len(y))
    delta = 0.0 if on("no-delta") else 1.0 if on("delta-is-one") else delta
    signed = -delta if on("delta-on-correct") else delta
    inside, after = (0.0, signed) if on("delta-after-max") else (signed, 0.0)
    H = _differences(on, S, y) + inside
    if on("max-of-negative"):
        H = -H
    if not on("not-clipped"):
        H = np.maximum(0, H)
    H = H + after
    if on("left-out-by-value"):
        H[S == S[rows, y][:, None]] = 0
    elif on("zeroes-whole-columns"):
        H[:, y] = 0
    elif not on("correct-in-loss"):
        H[rows, y] = 0
    return H


MARGIN_MISTAKES = read_mistakes("""
    no-delta: delta is missing from the raw margins: a wrong class that ties with the
        correct one costs nothing. See chapter hinge_loss.
    delta-is-one: delta is taken for 1: the argument delta has no effect. See
        chapter hinge_loss.
    delta-on-correct: delta has the wrong sign: as if the correct class were given
        it in advance, a class must lead by more than delta before it costs
        anything. See chapter hinge_loss.
    delta-after-max: delta is added after the max: even a class that is far behind
        then costs delta, and no loss is ever zero. See chapter hinge_loss.
    flipped-margin: the raw margin is turned round: it is correct class minus wrong
        class, and the better an example is classified, the more it costs. See
        chapter hinge_loss.
    max-of-negative: the max is taken of the negated raw margin: classes that are far
        enough behind are charged, and those that are too close are not. See chapter
        hinge_loss.
    not-clipped: negative raw margins are kept: a class that is far behind pays for one
        that is too close, and the loss can fall below zero. See chapter hinge_loss.
    highest-for-correct: the highest score of the example is subtracted: with that
        in place of its own class's score, a misclassified example looks like a
        right one. See chapter hinge_loss.
    correct-in-loss: the class j = y_i takes part in the sum: its own raw margin is
        delta, and so every example costs delta too much. See chapter hinge_loss.
    left-out-by-value: a rival with the same score as the correct class is left out,
        too: leave out by index, not by value. See chapter hinge_loss.
    """)


CLASS_MISTAKES = read_mistakes("""
    worst-class: of an example's classes only the worst one counts: that is another
        loss (Crammer and Singer's). Here all active classes count. See chapter
        hinge_loss.
    loss-counts-active: the loss counts the active classes in place of adding up
        their margins. Was the array of margins overwritten by zeros and ones before
        it was summed? A second name is no second array. See chapter mask_trick.
    """)


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
    if on("mean-over-classes"):
        total = total / len(s)
    if on("mean-over-rivals"):
        total = total / (len(s) - 1)
    return float(total)


EXAMPLE_MISTAKES = (
    MARGIN_MISTAKES
    | only(CLASS_MISTAKES, "worst-class")
    | read_mistakes("""
    loss-counts-active: the classes that are too close are counted: how far each is
        beyond its limit is to be added up. See chapter hinge_loss.
    delta-once: delta is added once to the sum: each wrong class has a raw margin of
        its own, and delta in it. See chapter hinge_loss.
    max-of-sum: the max is taken of the sum: each class is clipped on its own, or
        one far behind would pay for another. See chapter hinge_loss.
    mean-over-classes: the margins are averaged over the classes: an example's
        margins are added up. See chapter hinge_loss.
    mean-over-rivals: the margins are averaged over the C - 1 rivals: an example's
        margins are added up. See chapter hinge_loss.
    """)
)


HINGE_BY_HAND = Exercise(
    "hinge-by-hand",
    "A number: the hinge loss L_i of one example with the scores "
    "[-7, 10, 11, -9, 16], label y_i = 1 and delta = 5.",
    (),
    ("the number",),
    lambda on: _example_loss(on, np.array([-7.0, 10, 11, -9, 16]), 1, 5.0),
    without(EXAMPLE_MISTAKES, "left-out-by-value"),
    (Case(()),),
)


EXAMPLE_LOSS = Exercise(
    "example-loss",
    "A function (s, y_i, delta) that returns the hinge loss L_i of one example. "
    "s (C,) holds its scores, y_i is its label.",
    ("s", "y_i", "delta"),
    ("L_i",),
    _example_loss,
    EXAMPLE_MISTAKES,
    tuple(_score_cases()),
)


def _first_loss(on: Switch, C: int, delta: float) -> float:
    if on("softmax"):
        return float(np.log(C))
    classes = C if on("correct-in-loss") else C - 1
    each = 0.0 if on("no-loss") else 1.0 if on("delta-is-one") else delta
    total = each if on("worst-class") else classes * each
    return total / C if on("mean-over-classes") else total


FIRST_LOSS_MISTAKES = (
    only(MARGIN_MISTAKES, "correct-in-loss")
    | only(CLASS_MISTAKES, "worst-class")
    | only(EXAMPLE_MISTAKES, "mean-over-classes")
    | read_mistakes("""
    no-loss: a loss of zero would need each correct score to lead: at W = 0 all
        scores tie. See chapter hinge_loss.
    delta-is-one: delta is taken for 1: each class that ties costs delta. See
        chapter hinge_loss.
    softmax: log C is the first loss of softmax, another classifier. Work out the
        margins of scores that are all zero. See chapter hinge_loss.
    """)
)


FIRST_LOSS = Exercise(
    "first-loss",
    "A function (C, delta) that returns the mean hinge loss, with no penalty, of "
    "C classes at W = 0.",
    ("C", "delta"),
    ("the loss",),
    _first_loss,
    FIRST_LOSS_MISTAKES,
    (Case((10, 1.0)), Case((3, 2.0)), Case((7, 0.3)), Case((2, 4.0))),
)


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
    own = g.sum()
    if on("count-in-correct") or on("twice-count-in-correct"):
        own = np.sign(g).sum() * (2 if on("twice-count-in-correct") else 1)
    if on("largest-in-correct"):
        own = g.max()
    if on("factor-two-not-in-correct"):
        own = own / 2
    if on("mean-over-rivals-in-correct"):
        own = own / (len(s) - 1)
    if on("mean-over-classes-in-correct"):
        own = own / len(s)
    if not on("column-y-zero"):
        g[y_i] = own if on("column-y-plus") else -own
    return loss / 2 if on("half-in-loss") else loss, -g if on("mask-negated") else g


SQUARED_MISTAKES = MARGIN_MISTAKES | read_mistakes("""
    not-squared: the loss adds up the margins unsquared. See chapter hinge_loss.
    square-of-sum: the sum is squared: each margin is squared on its own. See
        chapter hinge_loss.
    half-in-loss: the loss is half of what is asked: there is no 1/2 in front. See
        chapter hinge_loss.
    indicator-for-margin: the gradient uses the indicator: the slope of a square
        grows with what is squared. See chapter hinge_loss.
    factor-two-missing: the gradient is half of what it should be: what does a
        square leave behind when it is differentiated? See chapter hinge_loss.
    column-y-zero: entry y_i of the gradient is zero: the correct score stands in
        every margin. See chapter hinge_loss.
    column-y-plus: entry y_i of the gradient has the wrong sign: a higher correct
        score makes each margin smaller. See chapter hinge_loss.
    count-in-correct: entry y_i holds minus the number of active classes, as in the
        plain hinge: here each margin that it makes smaller is squared. See chapter
        hinge_loss.
    twice-count-in-correct: entry y_i holds minus twice the number of active
        classes: the slope of a square grows with what is squared, there too. See
        chapter hinge_loss.
    largest-in-correct: entry y_i collects the largest margin only: the correct
        score stands in every margin. See chapter hinge_loss.
    factor-two-not-in-correct: entry y_i lacks the factor 2 that the other entries
        have: it collects the same margins as they do. See chapter hinge_loss.
    mean-over-rivals-in-correct: entry y_i is averaged over the rivals: what the
        margins send there is added up. See chapter hinge_loss.
    mean-over-classes-in-correct: entry y_i is averaged over the classes: what the
        margins send there is added up. See chapter hinge_loss.
    mask-negated: the gradient has the wrong sign. See chapter hinge_loss.
    """)


SQUARED_HINGE = Exercise(
    "squared-hinge",
    "A function (s, y_i, delta) that returns (L_i, g): the squared hinge loss of "
    "one example, in which each margin max(0, s_j - s_{y_i} + delta) of a wrong "
    "class is squared, and its gradient g (C,) with respect to the scores s (C,).",
    ("s", "y_i", "delta"),
    ("L_i", "g"),
    _squared_hinge,
    SQUARED_MISTAKES,
    tuple(_score_cases()),
)


# Chapter gradient


def _put_count(on: Switch, M: Array, y: Array, k: Array) -> None:
    if on("count-in-whole-columns"):
        M[:, y] = k
    elif on("count-off-whole-columns"):
        M[:, y] = M[:, y] + k
    elif on("own-count-in-whole-columns"):
        M[:, y] = k[:, None]
    elif on("own-count-off-whole-columns"):
        M[:, y] = M[:, y] + k[:, None]
    else:
        M[np.arange(len(y)), y] = k


def _mask(on: Switch, H: Array, y: Array) -> Array:
    rows, C = np.arange(len(y)), H.shape[1]
    active = H <= 0 if on("cases-swapped") else H > 0
    if on("indicator-forgotten") or on("zero-is-active"):
        active[:] = True
    if on("indicator-of-first-class"):
        active = np.repeat(active[:, :1], C, axis=1)
    active[rows, y] = False
    if on("worst-class") or on("worst-class-in-gradient"):
        active &= H.max(axis=1, keepdims=True) == H
    values = active * H
    by_value = on("value-for-indicator")
    M: Array = (
        values if by_value or on("value-in-wrong-columns") else active.astype(float)
    )
    counted = values if by_value or on("value-in-correct-column") else active
    k: Array = counted.sum(axis=1)
    if on("count-of-all"):
        k = np.full(len(y), counted.sum())
    if on("sum-in-every-column"):
        M = np.repeat(k[:, None], C, axis=1)
    if on("indicator-not-in-correct"):
        k = np.full(len(y), C - 1)
    if on("subtract-once"):
        k = np.sign(k)
    if on("subtract-per-example"):
        k = np.ones(len(y))
    if on("column-y-zero"):
        k = np.zeros(len(y))
    if on("column-y-one"):
        k = np.full(len(y), -1.0)
    k = k + (on("count-off-by-one") or on("zero-is-active")) - on("count-one-short")
    _put_count(on, M, y, k if on("column-y-plus") else -k)
    if on("boolean-mask"):
        M = (M != 0).astype(float)
    if on("unsigned-mask"):
        M = np.where(M < 0, M + 256, M)
    return -M if on("mask-negated") else M


MASK_MISTAKES = only(CLASS_MISTAKES, "worst-class") | read_mistakes("""
    value-for-indicator: x_i is multiplied by the margin's value. How far a class is
        beyond its limit counts in the loss; how fast the loss changes depends only
        on whether it is. See chapter gradient.
    value-in-wrong-columns: the columns of active classes hold the margin's value:
        an active margin has slope one. Column y_i is as it should be. See chapter
        gradient.
    value-in-correct-column: column y_i adds up the margins' values: it should count
        margins. The other columns are as they should be. See chapter gradient.
    cases-swapped: the two cases of the indicator are swapped: the classes whose
        margin is zero are treated as active, and the active ones are not. See
        chapter gradient.
    indicator-forgotten: every wrong class is treated as active: where the margin is
        clipped to zero the loss is flat, and its slope is not one. See chapter
        gradient.
    zero-is-active: margins of zero are taken for active: clipped margins are never
        below zero, so that >= 0 holds for every class, and for y_i itself. See
        chapter gradient.
    indicator-not-in-correct: column y_i is charged for every wrong class, active or
        not: the indicator stands in each of its terms, too. See chapter gradient.
    indicator-of-first-class: whether a class is active is read off class 0: each
        class has a margin of its own. See chapter gradient.
    sum-in-every-column: the column of each wrong class carries a sum over all
        classes. Only one of the margins contains w_j: there is nothing to sum. See
        chapter gradient.
    column-y-zero: column y_i gets nothing: but every active margin contains the
        correct class's score, too. See chapter gradient.
    column-y-one: column y_i holds +1: as if the correct class were one of the
        active ones, that entry was neither zeroed nor given its count. See chapter
        mask_trick.
    column-y-plus: column y_i has the wrong sign: a higher correct score makes each
        active margin smaller. See chapter gradient.
    subtract-once: column y_i is charged once for an example that has active
        classes: the correct score stands in every one of the active margins. See
        chapter gradient.
    subtract-per-example: column y_i is charged exactly once for each example: it
        may have three active classes, or none. See chapter gradient.
    boolean-mask: the mask is an array of True and False, which cannot hold -k: the
        count was stored as True. Make the mask an array of floats before you count.
        See chapter mask_trick.
    count-off-by-one: column y_i holds -(k + 1) where k classes are active: zero
        that entry before you count, or the correct class is counted as active. See
        chapter mask_trick.
    count-one-short: column y_i holds -(k - 1) where k classes are active: the count
        was subtracted from an entry that still held a one. See chapter mask_trick.
    mask-negated: correct and wrong classes are exchanged in the gradient: descent
        would pull the wrong scores up and the correct one down. See chapter
        gradient.
    """)


MATRIX_MISTAKES = read_mistakes("""
    count-in-whole-columns: minus the count is written into whole columns, those of
        all labels that occur: an index with a colon takes every row, not one entry
        in each. See chapter mask_trick.
    count-off-whole-columns: the count is subtracted from whole columns, those of
        all labels that occur: an index with a colon takes every row, not one entry
        in each. See chapter mask_trick.
    own-count-in-whole-columns: a row's count is written into the columns of all
        labels: an index with a colon takes every row, not one entry in each. See
        chapter mask_trick.
    own-count-off-whole-columns: a row's count is subtracted from the columns of all
        labels: an index with a colon takes every row, not one entry in each. See
        chapter mask_trick.
    unsigned-mask: the mask is kept in unsigned bytes, which hold 0 to 255 and no -k:
        the count wrapped to 256 - k. Make the mask an array of floats before you
        count. See chapter mask_trick.
    count-of-all: column y_i holds the count of all rows together: each example has
        a count of its own. Along which axis is it summed? See chapter mask_trick.
    """)


def _mask_row(on: Switch, s: Array, y_i: int, delta: float) -> Array:
    y = np.array([y_i])
    row: Array = _mask(on, _margins(on, s[None], y, delta), y)[0]
    return row


ROW_MISTAKES = (
    MASK_MISTAKES
    | without(MARGIN_MISTAKES, "not-clipped", "correct-in-loss")
    | read_mistakes("""
    count-off-by-one: entry y_i counts k + 1 classes where k are active: the correct
        class is counted, too. It is left out of the sum. See chapter gradient.
    count-one-short: entry y_i counts k - 1 classes where k are active: the count
        was subtracted from an entry that still held a one. See chapter gradient.
    column-y-one: entry y_i holds +1, as if the correct class were one of the active
        ones: it is left out of the sum, and stands in the terms of the others. See
        chapter gradient.
    boolean-mask: the row is made of True and False, which cannot hold -k: the count
        was stored as True. Make it floats before you count. See chapter gradient.
    """)
)


MASK_ROW = Exercise(
    "mask-row",
    "A function (s, y_i, delta) that returns the derivatives of L_i with respect "
    "to the scores s (C,): (C,), one row of the mask M.",
    ("s", "y_i", "delta"),
    ("the row",),
    _mask_row,
    ROW_MISTAKES,
    tuple(_score_cases()),
)


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


PRODUCT_MISTAKES = TRANSPOSED | read_mistakes("""
    clipped-derivative: the derivative is clipped at zero like the loss: max(0, .)
        of the slope. The max chooses between two functions; the slope of the chosen
        one may be negative. See chapter gradient.
    clipped-in-correct: column y_i is built from max(0, -x_i): the max chooses
        between two functions, it does not clip their slopes. See chapter gradient.
    assign-for-add: each column of the gradient keeps only the last example that
        touches it: it is assigned where it should be added to. See chapter
        gradient.
    assign-wrong-columns: the columns of active classes are assigned, not added to:
        whatever earlier examples put there is lost. See chapter gradient.
    last-example-only: the gradient is that of the last example alone: the sum over
        the examples is missing. See chapter mask_trick.
    gradient-sum: the data gradient is a sum over the examples: the loss is their
        mean. See chapter mask_trick.
    gradient-over-n-twice: the data gradient is divided by N twice. See chapter
        mask_trick.
    gradient-negated: the whole gradient has the wrong sign: descent would climb.
        See chapter gradient.
    """)


RESULT_MISTAKES = read_mistakes("""
    returns-mask: what is returned is the gradient with respect to the scores, not
        to W: one factor of the chain rule is missing. See chapter mask_trick.
    returns-x-gradient: what is returned is the gradient with respect to X, not to
        W: it says how to change the data. See chapter mask_trick.
    """)


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


ONE_EXAMPLE_MISTAKES = (
    ROW_MISTAKES
    | only(PRODUCT_MISTAKES, "clipped-derivative", "clipped-in-correct", "transposed")
    | read_mistakes("""
    returns-mask: what is returned is the gradient with respect to the scores, not
        to W: what is missing is x. Look for "With respect to what?" there. See
        chapter gradient.
    returns-x-gradient: what is returned is the gradient with respect to x, not to
        W: it says how to change the data. See chapter gradient.
    """)
)


def _gradient_cases() -> Iterator[Case]:
    for seed, D, C, delta in (
        (267, 3, 5, 1.5),
        (296, 4, 3, 0.5),
        (12, 2, 6, 1.0),
        (44, 5, 4, 0.5),
    ):
        W, X, y = _problem(seed, 1, D, C)
        yield Case((W, X[0], int(y[0]), delta))
    W, X, _ = _tied_problem()
    yield Case((W, X[0], 2, 1.0))


GRADIENT_ONE_EXAMPLE = Exercise(
    "gradient-one-example",
    "A function (W, x, y_i, delta) that returns the gradient (D, C) of L_i with "
    "respect to W (D, C), for one example x (D,) with label y_i.",
    ("W", "x", "y_i", "delta"),
    ("the gradient",),
    _gradient_one_example,
    ONE_EXAMPLE_MISTAKES,
    tuple(_gradient_cases()),
)


# Chapter gradient_check


def _centred_difference(
    on: Switch, f: Callable[[float], float], w: float, h: float
) -> float:
    above = f(w) if on("backward-difference") else f(w + h)
    below = f(w) if on("forward-difference") else f(w - h)
    one_sided = on("backward-difference") or on("forward-difference")
    width = h if one_sided != on("wrong-width") else 2 * h
    if on("reversed-difference"):
        above, below = below, above
    if on("sum-for-difference"):
        below = -below

    def divided(change: float) -> float:
        if on("not-divided"):
            return change
        return change / 2 * h if on("times-h") else change / width

    if on("parentheses-missing"):
        return above - divided(below)
    return divided(above - below)


CENTRED_MISTAKES = read_mistakes("""
    forward-difference: this is the forward difference, from w to one side: its
        error shrinks like h, not like h^2. See chapter gradient_check.
    backward-difference: this is the backward difference, from w to one side: its
        error shrinks like h, not like h^2. See chapter gradient_check.
    wrong-width: the change is divided by the wrong width: asked for is the distance
        between the two points it was measured at. See chapter gradient_check.
    times-h: the change is halved and then multiplied by h: a / 2 * h is not a / (2
        * h). See chapter gradient_check.
    parentheses-missing: only the second value is divided: a - b / c is not (a - b)
        / c. See chapter gradient_check.
    not-divided: this is the change of f, not yet its slope. See chapter
        gradient_check.
    reversed-difference: the difference is taken the wrong way round: a rising f
        gets a negative slope. See chapter gradient_check.
    sum-for-difference: the two values are added, where their difference is the
        change. See chapter gradient_check.
    """)


def _cubic(w: float) -> float:
    return w**3 - 2 * w * w + 1


def _wave(w: float) -> float:
    return float(np.sin(3 * w)) + w


CENTRED_DIFFERENCE = Exercise(
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
)


def _relative_error(on: Switch, a: Array, b: Array) -> float:
    if on("norms-over-sum") or on("norms-over-larger"):
        norms = np.linalg.norm(a), np.linalg.norm(b)
        size = sum(norms) if on("norms-over-sum") else max(norms)
        return float(np.linalg.norm(a - b) / size)
    gap = a - b if on("sign-kept") else np.abs(a - b)
    size_a, size_b = (a, b) if on("signed-scale") else (np.abs(a), np.abs(b))
    scale = size_a + size_b if on("sum-for-scale") else np.maximum(size_a, size_b)
    if on("scale-of-first"):
        scale = size_a
    if on("scale-of-second"):
        scale = size_b
    if on("one-scale"):
        scale = np.full(a.shape, scale.max())
    errors = gap if on("absolute-error") else gap / scale
    if on("mean-for-largest"):
        return float(errors.mean())
    if on("sum-for-largest"):
        return float(errors.sum())
    return float(errors.min() if on("smallest-error") else errors.max())


RELATIVE_MISTAKES = read_mistakes("""
    absolute-error: the difference is not divided by the size of the numbers: 0.01
        is much for a gradient of 0.01 and little for one of 100. See chapter
        gradient_check.
    sign-kept: differences keep their sign: an entry that is far too small then
        counts as a good one. See chapter gradient_check.
    signed-scale: the divisor keeps the signs of a and b: numbers of opposite sign
        cancel in it, or make the error negative. See chapter gradient_check.
    sum-for-scale: the divisor is the sum of the two sizes: the exercise asks for
        the larger of them. See chapter gradient_check.
    scale-of-first: the divisor is the size of a alone: a and b should have the same
        standing. See chapter gradient_check.
    scale-of-second: the divisor is the size of b alone: a and b should have the
        same standing. See chapter gradient_check.
    one-scale: all entries are divided by the same number: each has a size of its
        own, and an error in a small one would be hidden. See chapter
        gradient_check.
    mean-for-largest: the errors are averaged: one wrong entry among many right ones
        would pass. See chapter gradient_check.
    sum-for-largest: the errors are added up: many small ones would look like one
        that is large. See chapter gradient_check.
    norms-over-sum: this is the norm of the difference over the sum of the norms:
        one number made of all entries, in which a wrong small one is hidden. See
        chapter gradient_check.
    norms-over-larger: this is the norm of the difference over the larger norm: one
        number made of all entries, in which a wrong small one is hidden. See
        chapter gradient_check.
    smallest-error: the smallest error is returned: one entry that is right would be
        enough. See chapter gradient_check.
    """)


def _relative_cases() -> Iterator[Case]:
    for seed, shape in ((152, (4, 3)), (37, (6,)), (22, (2, 5))):
        rng = np.random.default_rng(seed)
        a = rng.normal(size=shape).round(2)
        b = (a + rng.normal(size=shape) / 4).round(2)
        yield Case((a, b))
        yield Case((b, a))


RELATIVE_ERROR = Exercise(
    "relative-error",
    "A function (a, b) that returns the largest relative error of any entry: the "
    "difference of two entries, without its sign, over the larger of their sizes. "
    "a and b are arrays of one shape.",
    ("a", "b"),
    ("the error",),
    _relative_error,
    RELATIVE_MISTAKES,
    tuple(_relative_cases()),
)


# Chapter mask_trick


def _margins_result(on: Switch, S: Array, y: Array, delta: float) -> Array:
    H = _margins(on, S, y, delta)
    if on("indicator-for-margin"):
        H = np.sign(np.maximum(0, H))
    if on("summed-over-classes"):
        return np.asarray(H.sum(axis=1))
    return H.T if on("transposed") else H


MARGINS_MISTAKES = (
    MARGIN_MISTAKES
    | TRANSPOSED
    | read_mistakes("""
    correct-in-loss: column y_i still holds delta: no class competes with itself,
        and every example would cost delta too much. See chapter mask_trick.
    indicator-for-margin: active margins are marked by one, where their value is
        asked for. See chapter mask_trick.
    summed-over-classes: the margins are added up already: the whole matrix is asked
        for. See chapter mask_trick.
    zeroes-whole-columns: whole columns are set to zero, those of all labels that
        occur: an index with a colon takes every row, not one entry in each. See
        chapter mask_trick.
    """)
)


def _margins_cases() -> Iterator[Case]:
    for delta, (W, X, y) in zip((1.0, 2.0, 0.5), _matrix_cases(), strict=True):
        yield Case((X @ W, y, delta))
    W, X, y = _tied_problem()
    yield Case((X @ W, y, 0.75))


MARGINS = Exercise(
    "margins",
    "A function (S, y, delta) that returns the margins H (N, C): "
    "max(0, s_ij - s_iy + delta), and zero in column y_i of row i. S is (N, C), "
    "y is (N,).",
    ("S", "y", "delta"),
    ("H",),
    _margins_result,
    MARGINS_MISTAKES,
    tuple(_margins_cases()),
)


def _mask_result(on: Switch, H: Array, y: Array) -> Array:
    M = _mask(on, H, y)
    if on("divided-by-n"):
        M = M / len(y)
    return M.T if on("transposed") else M


MASK_EXERCISE_MISTAKES = (
    MASK_MISTAKES
    | MATRIX_MISTAKES
    | TRANSPOSED
    | read_mistakes("""
    indicator-forgotten: every wrong class is treated as active: one whose margin is
        zero is not. Is it H >= 0? Clipped margins are never below zero. See chapter
        mask_trick.
    divided-by-n: the mask is already divided by N: it holds whole numbers, and the
        mean is taken of the product. See chapter mask_trick.
    """)
)


def _mask_cases() -> Iterator[Case]:
    for case in _margins_cases():
        yield Case((_margins(no_mistake, *case.args), case.args[1]))


MASK = Exercise(
    "mask",
    "A function (H, y) that returns the mask M (N, C) of the margins H (N, C), "
    "which hold zero in column y_i. H is not to be written to.",
    ("H", "y"),
    ("M",),
    _mask_result,
    MASK_EXERCISE_MISTAKES,
    tuple(_mask_cases()),
)


def _divisor(on: Switch, N: int, never: str, twice: str) -> int:
    return 1 if on(never) else N * N if on(twice) else N


def _mask_gradient(on: Switch, X: Array, M: Array) -> Array:
    count = _divisor(on, len(X), "gradient-sum", "gradient-over-n-twice")
    if on("divided-by-classes"):
        count = count * M.shape[1] // (1 if on("gradient-sum") else len(X))
    dW = _product(on, X, M) / count
    if on("gradient-negated"):
        dW = -dW
    return dW.T if on("transposed") else dW


MASK_GRADIENT_MISTAKES = without(
    PRODUCT_MISTAKES, "clipped-in-correct", "assign-wrong-columns"
) | read_mistakes("""
    divided-by-classes: the sum is divided by the number of classes: a mean over
        what? See chapter mask_trick.
    """)


def _mask_gradient_cases() -> Iterator[Case]:
    for (_, X, y), case in zip(_matrix_cases(), _mask_cases(), strict=False):
        yield Case((X, _mask(no_mistake, case.args[0], y)))
    yield Case((X[:1], _mask(no_mistake, case.args[0], y)[:1]), "where N = 1")


MASK_GRADIENT = Exercise(
    "mask-gradient",
    "A function (X, M) that returns the gradient (D, C) of the mean hinge loss, "
    "with no penalty, from the examples X (N, D) and their mask M (N, C).",
    ("X", "M"),
    ("dW",),
    _mask_gradient,
    MASK_GRADIENT_MISTAKES,
    tuple(_mask_gradient_cases()),
)


def _penalty(on: Switch, W: Array, reg: float) -> tuple[float, Array]:
    kept = np.ones(W.shape)
    kept[-1] = 0
    V = kept * W if on("penalty-loss-no-bias") else W
    value = (np.abs(V) if on("penalty-loss-abs") else V * V).sum()
    if on("penalty-loss-norm"):
        value = np.sqrt(value)
    if on("penalty-loss-mean"):
        value = value / W.size
    if on("penalty-loss-half"):
        value = value / 2
    W = kept * W if on("penalty-gradient-no-bias") else W
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


PENALTY_MISTAKES = read_mistakes("""
    penalty-loss-half: the penalty's value is half of what it should be: the book's
        convention has no 1/2. See chapter regularization.
    penalty-loss-abs: the penalty's value adds up absolute values: that is the L1
        penalty. See chapter regularization.
    penalty-loss-norm: the penalty's value has a square root: it is the norm, where
        the squared norm is meant. See chapter regularization.
    penalty-loss-mean: the penalty's value is the mean of the squares: their sum is
        meant, so that no weight counts less in a larger W. See chapter
        regularization.
    penalty-gradient-half: the penalty's gradient is half of what its value asks
        for: what does a square leave behind when it is differentiated? See chapter
        regularization.
    penalty-gradient-sign: the penalty's gradient knows only the signs of W: it
        belongs to the L1 penalty. See chapter regularization.
    penalty-gradient-norm: the penalty's gradient is that of the norm: the squared
        norm is meant, whose gradient grows with W. See chapter regularization.
    penalty-loss-no-bias: the last row of W is left out of the penalty's value: in
        this book the bias row is penalised like the others. See chapter
        regularization.
    penalty-gradient-no-bias: the last row of W is left out of the penalty's
        gradient: in this book the bias row is penalised like the others. See
        chapter regularization.
    """)


HALF = ("penalty-loss-half", "penalty-gradient-half")
NO_BIAS = ("penalty-loss-no-bias", "penalty-gradient-no-bias")
PENALTY_TOGETHER = {
    frozenset(HALF): "the penalty is lambda/2 times the sum of squares, in the loss "
    "and in the gradient: that is consistent, and some courses write it so. This "
    "book has no 1/2: drop it in the loss, and the gradient becomes 2 lambda W. "
    "See chapter regularization.",
    frozenset(NO_BIAS): "the last row of W, the bias, is left out of the penalty, in "
    "the value and in the gradient: that is consistent, and some courses do so. "
    "This book penalises all of W. See chapter regularization.",
}


def _svm_loss(
    on: Switch, W: Array, X: Array, y: Array, reg: float, wrong_delta: float = 2.0
) -> tuple[float, Array]:
    N, C = len(y), W.shape[1]
    S = X @ W
    delta = wrong_delta if on("delta-not-one") else 1.0
    H = _margins(on, S, y, delta)
    M = _mask(on, H, y)
    if on("delta-not-in-mask"):
        M = _mask(on, _margins(lambda m: m == "no-delta" or on(m), S, y, delta), y)
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
        if on("data-gradient-missing"):
            dW = np.zeros(W.shape)
        if on("penalty-gradient-over-n"):
            slope = slope / N
        if not on("penalty-not-in-gradient"):
            dW = dW + slope
    if on("gradient-negated"):
        dW = -dW
    return loss, dW.T if on("transposed") else dW


LOSS_MISTAKES = (
    CLASS_MISTAKES
    | only(MARGINS_MISTAKES, "zeroes-whole-columns")
    | read_mistakes("""
    delta-not-one: delta is not 1 in the raw margins: where no other delta is given, it
        is 1, in the loss and in the gradient. See chapter hinge_loss.
    delta-not-in-mask: the gradient's indicator leaves delta out, and the loss does
        not: both speak of the same raw margin. See chapter gradient.
    worst-class-in-loss: the loss takes the worst class only: the gradient takes all
        that are active. See chapter hinge_loss.
    worst-class-in-gradient: the gradient takes the worst class only: the loss takes
        all that are active. See chapter hinge_loss.
    loss-from-mask: the data loss is zero in every case: it is missing, or summed
        from the finished mask, whose rows add up to zero. Was the array of margins
        overwritten? A second name is no second array. See chapter mask_trick.
    loss-last-margin: the loss keeps only the last active margin: it is assigned
        where it should be added to. See chapter hinge_loss.
    data-gradient-missing: the data's part of the gradient is zero in every case:
        nothing is ever added to it. Is it +=, and does each line write to its own
        column? See chapter gradient.
    loss-sum: the data loss is a sum over the examples, not their mean. See chapter
        hinge_loss.
    loss-over-n-twice: the data loss is divided by N twice. See chapter hinge_loss.
    loss-mean-of-entries: the data loss is a mean over all N C margins: an example's
        classes are added up, and only the examples are averaged. See chapter
        hinge_loss.
    """)
)


PENALTY_IN_LOSS_MISTAKES = read_mistakes("""
    penalty-not-in-loss: the loss lacks its penalty: reg has no effect on it. See
        chapter regularization.
    penalty-loss-over-n: the penalty is divided by N in the loss: it is added after
        the mean, once. See chapter regularization.
    penalty-not-in-gradient: the gradient lacks the penalty's part: reg has no
        effect on it. A check with tiny weights would not notice. See chapter
        regularization.
    penalty-gradient-over-n: the penalty's part of the gradient is divided by N. See
        chapter regularization.
    """)


COMMON_IN_GRADIENT = (
    (
        "no-delta",
        "worst-class-in-gradient",
        "value-for-indicator",
        "indicator-forgotten",
        "column-y-zero",
        "column-y-plus",
        "subtract-once",
        "subtract-per-example",
        "count-off-by-one",
        "mask-negated",
        "assign-for-add",
    ),
    ("gradient-sum", "gradient-over-n-twice", "gradient-negated", "transposed"),
    ("penalty-gradient-half", "penalty-gradient-over-n", "penalty-not-in-gradient"),
)
LINE_MISSING = ("correct-in-loss", "count-off-by-one")
SVM_MISTAKES = (
    without(MARGIN_MISTAKES, "highest-for-correct", "delta-is-one")
    | LOSS_MISTAKES
    | MASK_MISTAKES
    | MATRIX_MISTAKES
    | PRODUCT_MISTAKES
    | RESULT_MISTAKES
    | PENALTY_MISTAKES
    | PENALTY_IN_LOSS_MISTAKES
)


def _svm_cases() -> Iterator[Case]:
    for seed, shape, reg, note in (
        (945, (7, 5, 4), 0.7, ""),
        (1005, (5, 3, 6), 0.3, ""),
        (2473, (4, 6, 3), 0.0, "where reg = 0"),
        (923, (1, 2, 5), 0.5, "where N = 1"),
    ):
        yield Case((*_problem(seed, *shape), reg), note)
    yield Case((*_tied_problem(), 0.4))


def _refit_delta(got: Sequence[tuple[Array, ...]]) -> Exercise | None:
    """The exercise with that wrong delta which explains all losses, if one does."""

    def loss(delta: float, case: Case) -> Array:
        faulty = partial(_svm_loss, wrong_delta=delta)
        return np.asarray(faulty("delta-not-one".__eq__, *case.args)[0])

    if any(outputs[0].ndim for outputs in got):
        return None
    low, high = -100.0, 1000.0
    while high - low > 1e-9:  # the loss never falls as delta grows
        middle = (low + high) / 2
        below = loss(middle, SVM_LOSS.cases[0]) < got[0][0]
        low, high = (middle, high) if below else (low, middle)
    delta = float(f"{high:.4g}")
    pairs = zip(got, SVM_LOSS.cases, strict=True)
    fits = all(is_close(outputs[0], loss(delta, case)) for outputs, case in pairs)
    no_data = is_close(got[0][0], loss(-100.0, SVM_LOSS.cases[0]))
    if not fits or no_data or delta == 1:
        return None
    text = f"delta is {delta:g} in the raw margins: where none is given, it is 1."
    return replace(
        SVM_LOSS,
        faulty=partial(_svm_loss, wrong_delta=delta),
        mistakes=SVM_MISTAKES | {"delta-not-one": f"{text} See chapter hinge_loss."},
        fitted=(SVM_LOSS, "delta-not-one"),
    )


SVM_LOSS = Exercise(
    "svm-loss",
    "A function (W, X, y, reg) that returns (loss, dW): the mean hinge loss with "
    "delta = 1 plus reg times the sum of squares of W, and its gradient (D, C). "
    "W is (D, C), X is (N, D), y is (N,).",
    ("W", "X", "y", "reg"),
    ("loss", "dW"),
    _svm_loss,
    SVM_MISTAKES,
    tuple(_svm_cases()),
    PENALTY_TOGETHER
    | {
        frozenset(
            LINE_MISSING
        ): "one line is missing: the entries of column y_i are not set to zero in the "
        "margins. Each adds delta to its example's loss, and is counted as an active "
        "class, so that the mask holds -(k + 1). See chapter mask_trick."
    },
    starts_from_zero=True,
    refit=_refit_delta,
    common=COMMON_IN_GRADIENT,
)


# Chapter regularization


PENALTY_EXERCISE_MISTAKES = (
    PENALTY_MISTAKES
    | TRANSPOSED
    | read_mistakes("""
    reg-not-in-value: reg has no effect on the value. See chapter regularization.
    reg-not-in-gradient: reg has no effect on the gradient. See chapter
        regularization.
    """)
)


PENALTY = Exercise(
    "penalty",
    "A function (W, reg) that returns (value, gradient) of the penalty: reg times "
    "the sum of squares of W (D, C), and its gradient (D, C).",
    ("W", "reg"),
    ("value", "gradient"),
    _penalty,
    PENALTY_EXERCISE_MISTAKES,
    tuple(Case((W, reg)) for W, reg in zip(_W, (0.7, 0.3, 2.0), strict=True)),
    PENALTY_TOGETHER,
)


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
    if on("shift-only") or on("shift-as-column"):
        return shift.ravel() if on("shift-only") else shift
    result: Array = W - shift
    return result.T if on("transposed") else result


CENTRE_MISTAKES = TRANSPOSED | read_mistakes("""
    mean-over-features: each column was centred on its own: this changes differences
        between classes, and with them the loss. The columns are to cancel each
        other. See chapter regularization.
    sum-for-mean: too much is subtracted: v is taken away from every one of the
        columns. See chapter regularization.
    one-mean: one number is subtracted everywhere: each feature has its own. The
        entries of W then sum to zero, its columns do not. See chapter
        regularization.
    first-class-zero: one class's weights were subtracted from all: the loss stays,
        but the columns do not sum to zero. See chapter regularization.
    shift-only: this is the shift alone, one number for each feature: the weights
        from which it is taken away are asked for. See chapter regularization.
    shift-as-column: this is the shift alone, as a column: the weights from which it
        is taken away are asked for. See chapter regularization.
    shift-added: the shift goes the wrong way: the sum of the columns grows. See
        chapter regularization.
    """)


CENTRE_COLUMNS = Exercise(
    "centre-columns",
    "A function (W) that returns the weights (D, C) whose columns sum to the zero "
    "vector and whose hinge loss, on any data, is that of W.",
    ("W",),
    ("the weights",),
    _centre_columns,
    CENTRE_MISTAKES,
    tuple(Case((W,)) for W in _W),
)


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


ABSORB_MISTAKES = read_mistakes("""
    weights-multiplied: the weights go the wrong way: try one example whose leads are
        exactly delta. How long must they be where delta is 1? See chapter
        regularization.
    weights-unchanged: the weights are unchanged: scores on the old scale would be
        compared with the new delta, 1. See chapter regularization.
    weights-root: the weights are rescaled by a root of delta: scores are linear in
        W. See chapter regularization.
    reg-divided: reg goes the wrong way: the weights W' = W/delta have squares
        smaller by delta squared, and one delta stands in front of the loss. What
        must reg' be for delta * reg' * sum(W'**2) to equal reg * sum(W**2)? See
        chapter regularization.
    reg-squared: reg takes up both factors of the squared weights: one of them has
        already gone in front of the whole loss. See chapter regularization.
    reg-unchanged: reg is unchanged: the penalty is a square, the data loss is not,
        so they scale differently. See chapter regularization.
    """)


ABSORB_DELTA = Exercise(
    "absorb-delta",
    "A function (W, reg, delta) that returns (W', reg'), for which the objective "
    "with this delta is delta times the one with delta = 1: "
    "L(W; delta, reg) = delta L(W'; 1, reg').",
    ("W", "reg", "delta"),
    ("W'", "reg'"),
    _absorb_delta,
    ABSORB_MISTAKES,
    tuple(
        Case((W, reg, delta))
        for W, reg, delta in zip(_W, (0.7, 0.3, 2.0), (2.0, 0.5, 3.0), strict=True)
    ),
)


# Chapter training


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


STEP_MISTAKES = read_mistakes("""
    uphill: the step goes uphill: along the gradient the loss grows. See chapter
        training.
    rate-forgotten: the learning rate does not reach dW: the gradient is taken
        whole. See chapter training.
    rate-divides: the gradient is divided by the learning rate: a smaller rate then
        makes larger steps. See chapter training.
    sign-of-gradient: only the signs of the gradient are used: where it is nearly
        flat the step should be small. See chapter training.
    step-only: this is the step alone: asked for is where it leads. See chapter
        training.
    rate-on-weights: the learning rate multiplies the weights, too: they would
        shrink at every step. See chapter training.
    """)


def _step_cases() -> Iterator[Case]:
    for rate, (W, X, y) in zip((0.1, 0.5, 0.02), _matrix_cases(), strict=True):
        yield Case((W, _svm_loss(no_mistake, W, X, y, 0.1)[1], rate))


SGD_STEP = Exercise(
    "sgd-step",
    "A function (W, dW, learning_rate) that returns the weights after one step of "
    "gradient descent, and leaves W itself as it is.",
    ("W", "dW", "learning_rate"),
    ("the weights",),
    _sgd_step,
    STEP_MISTAKES,
    tuple(_step_cases()),
    {
        frozenset({"rate-forgotten", "rate-on-weights"}): "the learning rate does not "
        "reach dW: it multiplies the weights, where it belongs to the step. See "
        "chapter training."
    },
)


def _linear_decay(on: Switch, learning_rate: float, t: int, num_iters: int) -> float:
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


DECAY_MISTAKES = read_mistakes("""
    rate-constant: the step size does not change. Does an integer division round the
        progress down to zero? See chapter training.
    rate-grows: the step size grows: the last steps should be the smallest. See
        chapter training.
    one-over-t: this is the 1/t schedule: it falls fast at first and never reaches
        zero. See chapter training.
    parentheses-missing: the learning rate multiplies only the 1: a * 1 - b is not a
        * (1 - b). See chapter training.
    rate-forgotten: the learning rate has no effect. See chapter training.
    starts-one-late: step 0 is already smaller than the learning rate: the count
        starts at zero. See chapter training.
    ends-one-early: step num_iters - 1 is already zero and moves nothing: zero is to
        be reached at num_iters, one step after the last. See chapter training.
    """)


LINEAR_DECAY = Exercise(
    "linear-decay",
    "A function (learning_rate, t, num_iters) that returns the step size of step "
    "t = 0..num_iters-1: on a straight line from learning_rate at t = 0 to zero "
    "at t = num_iters.",
    ("learning_rate", "t", "num_iters"),
    ("the step size",),
    _linear_decay,
    DECAY_MISTAKES,
    (Case((0.5, 3, 10)), Case((2.0, 0, 4), "where t = 0"), Case((0.3, 6, 8))),
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
        dW = _svm_loss(no_mistake, at, X[batch], y[batch], 0.0)[1]
        if on("gradient-sum") or on("divided-by-all"):
            dW = dW * len(batch)
        if on("divided-by-all"):
            dW = dW / len(y)
        times = 1 if on("penalty-half") else 4 if on("penalty-twice") else 2
        if not on("penalty-missing"):
            dW = dW + times * reg * at
        if on("loss-for-gradient"):
            dW = _svm_loss(no_mistake, at, X[batch], y[batch], reg)[0] + 0 * W
        whole = rate if on("rates-multiply") else learning_rate
        rate = _linear_decay(on, whole, t, steps)
        step = rate * dW
        W = (start if on("steps-not-joined") else W) + (step if on("uphill") else -step)
        if on("one-step"):
            break
    return W


TRAIN_MISTAKES = read_mistakes("""
    one-step: the loop ends after its first step. Is the return inside it? See
        chapter training.
    steps-not-joined: each step sets out from the given weights, so that only the last
        one counts: it must go on from where the one before it ended. See chapter
        training.
    gradient-at-start: the gradient is taken at the given weights in every step: it is
        needed at the weights that the step sets out from. See chapter training.
    first-batch: the first row of draws serves in every step: step t has row t. See
        chapter training.
    all-examples: each step uses all examples: draws says which ones it may use. See
        chapter training.
    gradient-sum: the gradient is a sum over the batch, not a mean. See chapter
        training.
    divided-by-all: the sum over the batch is divided by the number of all examples:
        the mean is that of the batch. See chapter training.
    penalty-missing: the penalty's part of the gradient is missing: reg has no effect.
        See chapter training.
    penalty-half: the penalty's part of the gradient is half of what it should be. See
        chapter regularization.
    penalty-twice: the penalty's part of the gradient comes twice: what svm_loss
        returns contains it already. See chapter training.
    loss-for-gradient: the loss is subtracted, not the gradient: svm_loss returns
        both, the loss first. See chapter training.
    rates-multiply: the step sizes multiply up: each is to be taken from the given
        learning rate, not from the step size before it. See chapter training.
    progress-by-all: t is divided by the number of all examples: the progress is t
        over the number of steps, len(draws). See chapter training.
    progress-by-batch: t is divided by the size of a batch: the progress is t over the
        number of steps, len(draws). See chapter training.
    rate-constant: the step size does not change: it should shrink from step to step.
        Or does an integer division round the progress down to zero? See chapter
        training.
    ends-one-early: the last step is already zero and moves nothing: zero is to be
        reached at t = T, one step after the last. See chapter training.
    """) | only(STEP_MISTAKES, "uphill")
TRAIN_MISTAKES |= only(
    DECAY_MISTAKES,
    "rate-grows",
    "rate-forgotten",
    "starts-one-late",
)


def _train_cases() -> Iterator[Case]:
    rng = np.random.default_rng(0)
    numbers = ((4, 3, 0.1, 0.7), (3, 2, 0.2, 0.3), (5, 2, 0.05, 2.0))
    for (T, B, rate, reg), (W, X, y) in zip(numbers, _matrix_cases(), strict=True):
        yield Case((W, X, y, rng.integers(len(y), size=(T, B)), rate, reg))


TRAIN = Exercise(
    "train",
    "A function (W, X, y, draws, learning_rate, reg) that returns the weights after T "
    "steps of descent from W, and leaves W as it is. Row t of draws (T, B) holds the "
    "indices of the examples of step t = 0..T-1. A step goes against the gradient of "
    "their objective, with delta = 1, and its size is that of linear-decay.",
    ("W", "X", "y", "draws", "learning_rate", "reg"),
    ("the weights",),
    _train,
    TRAIN_MISTAKES,
    tuple(_train_cases()),
)


EXERCISES = (
    SCORES,
    APPEND_BIAS,
    PREDICT,
    HINGE_BY_HAND,
    EXAMPLE_LOSS,
    FIRST_LOSS,
    SQUARED_HINGE,
    MASK_ROW,
    GRADIENT_ONE_EXAMPLE,
    CENTRED_DIFFERENCE,
    RELATIVE_ERROR,
    MARGINS,
    MASK,
    MASK_GRADIENT,
    SVM_LOSS,
    PENALTY,
    CENTRE_COLUMNS,
    ABSORB_DELTA,
    SGD_STEP,
    LINEAR_DECAY,
    TRAIN,
)

"""Formulas of part one that several chapters share, and their mistakes."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._exercise import Problem, Switch, only, read_mistakes

TRANSPOSED = read_mistakes(
    "linear_scores",
    """
    transposed: rows and columns are exchanged: the result is the transpose.
    """,
)


class Data(NamedTuple):
    """Weights, examples and labels of one kind, and the size of the numbers in X."""

    kind: str
    W: Array
    X: Array
    y: Array
    scale: float = 1.0


Change = Callable[[Array], Array]
Predicate = Callable[[Array, Array], bool]  # of what `_Drawer.data` accepts


def same(array: Array) -> Array:
    """Leave an array as it was drawn."""
    return array


class _Drawer:
    """Draws weights, examples and labels until they are as their kind says."""

    def __init__(self, rng: np.random.Generator, delta: float) -> None:
        self.rng, self.delta = rng, delta

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
        W: Change = same,
        X: Change = same,
        y: Change | None = None,
        accept: Predicate = lambda ahead, y: True,
        scale: float = 1.0,
    ) -> Data:
        """Change W and X, take the labels from the scores, and draw until accepted.

        ``accept`` is told by how many deltas the other classes are ahead of the correct
        one, (N, C - 1), and the labels.
        """
        while True:
            n, d, c = N or self.few(), D or self.few(), C or self.few() + 1
            weights, rows = W(self.numbers(d, c)), X(self.numbers(n, d))
            S = rows @ weights
            labels = self.rng.integers(c, size=n) if y is None else y(S)
            wrong = np.arange(c) != labels[:, None]
            own = np.take_along_axis(S, labels[:, None], axis=1)
            ahead = (S - own)[wrong].reshape(n, c - 1) / self.delta
            near = np.abs(np.abs(ahead) - 1).min()  # to the kinks of some mistakes too
            if near > 0.03 and accept(ahead, labels):
                return Data(kind, weights, rows, labels, scale)


def _various(ahead: Array, y: Array) -> bool:
    active = (ahead > -1).sum(axis=1)
    unused = len(set(y)) < ahead.shape[1] + 1
    return {0, 1, 2} <= set(active) and unused and bool((ahead > 0).any())


def _right_inside_the_margin(ahead: Array, y: Array) -> bool:
    worst = ahead.max(axis=1)
    return bool(((-0.95 < worst) & (worst < -0.05)).all())


def _right_by_far(ahead: Array, y: Array) -> bool:
    return bool((ahead < -2).all())


def _no_ties(ahead: Array, y: Array) -> bool:
    """Beside scores of 1e8, float32 does not see delta."""
    return bool(np.abs(ahead).min() > 1e3)


def _one_on_top(ahead: Array, y: Array) -> bool:
    return bool(np.diff(np.sort(ahead)[:, -2:]).min() > 0.1)


def _lowest(S: Array) -> Array:
    return np.asarray(S.argmin(axis=1))


def _highest(S: Array) -> Array:
    return np.asarray(S.argmax(axis=1))


def _all_the_last(S: Array) -> Array:
    return np.full(len(S), S.shape[1] - 1)


def _ones_last(X: Array) -> Array:
    return np.column_stack([X[:, 1:], np.ones(len(X))])


def classification(rng: np.random.Generator, delta: float = 1.0) -> Iterator[Data]:
    """Weights, examples and labels of every kind; no raw margin is close to zero."""
    drawer = _Drawer(rng, delta)
    yield drawer.data("", 7, 5, 4, accept=_various)
    yield from _right_and_wrong(drawer)
    yield from _of_each_size(drawer)
    yield from _with_special_numbers(drawer)
    yield from _with_ties(drawer)
    yield _close_to_the_kink(drawer)


def _right_and_wrong(drawer: _Drawer) -> Iterator[Data]:
    word = "1" if drawer.delta == 1 else "delta"
    yield drawer.data(
        f"every prediction is right, but by less than {word}",
        W=lambda W: W * 0.3,
        y=_highest,
        accept=_right_inside_the_margin,
    )
    yield drawer.data(
        f"every prediction is right by more than {word}",
        W=lambda W: W * 20 * drawer.delta,
        y=_highest,
        accept=_right_by_far,
    )
    yield drawer.data("every prediction is wrong", y=_lowest)


def _of_each_size(drawer: _Drawer) -> Iterator[Data]:
    data, rng = drawer.data, drawer.rng
    yield data("there is one example", 1)
    yield data("there are two classes", C=2)
    yield data("there is one feature", D=1)
    yield data("there are one example, one feature and two classes", 1, 1, 2)
    yield data("there are many examples", int(rng.integers(20, 30)), 2, 3)
    yield data("there are many classes", 3, 3, int(rng.integers(12, 16)))
    yield data("there are many features", 3, int(rng.integers(12, 20)), 3)
    many = int(rng.integers(1100, 1300))  # too many for a cut, and for a byte's count
    few = data("there are more than a thousand examples", 9, 2, 3)
    rows = rng.integers(9, size=many)
    yield few._replace(X=few.X[rows], y=few.y[rows])
    yield data("there are more than a thousand features", 2, many, 3, y=_lowest)
    yield data(
        "there are more than a thousand classes that are too close",
        *(2, 2, many),
        W=lambda W: (
            0.08 * drawer.delta * (8 * W).round()
        ),  # no raw margin close to zero
        X=lambda X: X.round(),
        y=lambda S: 300 + _lowest(S[:, 300:]),  # nor does a byte hold the label
        accept=_one_on_top,
    )


def _with_special_numbers(drawer: _Drawer) -> Iterator[Data]:
    data = drawer.data
    yield data("all labels are the same", y=_all_the_last)
    kind = "only one example has another label"
    yield data(kind, 5, y=lambda S: np.eye(5, dtype=int)[2])
    yield data("the weights are large", W=lambda W: 1e5 * W, accept=_no_ties)
    yield data("the weights are tiny", W=lambda W: 1e-4 * W)
    yield data("the weights are zero", W=lambda W: 0 * W)
    kept = np.outer([0, 1, 1], [1, 0, 1, 1])
    yield data("a row and a column of W are zero", D=3, C=4, W=lambda W: kept * W)
    yield data("the examples are large", X=lambda X: 1e8 * X, accept=_no_ties)
    yield data("the examples are tiny", X=lambda X: 1e-6 * X, scale=1e-6)
    yield data("the last column of X holds ones", X=_ones_last)
    yield data("a feature is constant", D=3, X=lambda X: X * [0, 1, 1] + [2, 0, 0])
    yield data("a feature is zero", D=3, X=lambda X: X * [0, 1, 1])
    yield data("an example is zero", 3, X=lambda X: X * [[1], [0], [1]])
    yield data("all examples are zero", X=lambda X: 0 * X)
    yield data("no number in X is negative", X=np.abs)
    yield data("there are as many examples as features and classes", 3, 3, 3)
    yield data("an example comes twice", 3, X=lambda X: X[[0, 1, 0]])


def _with_ties(drawer: _Drawer) -> Iterator[Data]:
    yield drawer.data(
        "another class has the same score as the correct one",
        C=3,
        W=lambda W: W[:, [0, 1, 0]],
        y=lambda S: drawer.rng.choice([0, 2], size=len(S)),
    )
    yield drawer.data(
        "two classes share the highest score, and the label is the second",
        C=3,
        W=lambda W: np.column_stack([W[:, 0], W[:, 0], -W[:, 0]]),
        y=lambda S: np.where(S[:, 0] > 0, 1, 2),
    )


def _close_to_the_kink(drawer: _Drawer) -> Data:
    """By 1, 3, -2 and -2 times 2^-24, which float32 sees if delta is 1.

    A difference quotient is wrong about each example, and right about their sum.
    """
    delta, surplus = drawer.delta, np.array([1, 3, -2, -2]) * 2.0**-24
    _, W, X, y, _ = drawer.data("", 1, 1, 3, X=lambda X: np.where(X > 0, 1.0, -1.0))
    far = delta * drawer.rng.choice([-3, 3])
    for step, lead in enumerate((0.0, -delta, far)):
        W[:, (y[0] + step) % 3] = lead / X[0]
    X, y = np.outer(1 - surplus / delta, X[0]), y[[0, 0, 0, 0]]
    return Data("a class is only just too close, or only just far enough", W, X, y)


def svm_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Weights, examples, labels and reg of every kind."""
    regs = np.array([0.05, 0.3, 0.7])
    for kind, W, X, y, scale in classification(rng):
        reg = 0.0 if kind == "the examples are tiny" else float(rng.choice(regs))
        yield Problem((W, X, y, reg), kind, scale)
        if kind == "every prediction is right by more than 1":
            args = 1e-4 * W, 1e4 * X, y, 1e-4 * reg
            yield Problem(args, "the penalty is all there is, and small", 1e-13)
    for reg, kind in (
        (0.0, "reg = 0"),
        (1e6, "reg is large"),
        (0.5, "reg = 1/2"),
        (1.0, "reg = 1"),
    ):
        W, X, y = next(classification(rng))[1:4]
        yield Problem((W, X, y, reg), kind)
    yield Problem((1e4 * W, 1e-4 * X, y, 1e-8), "reg is tiny", 1e-4)


def _differences(makes: Switch, S: Array, y: Array) -> Array:
    rows = np.arange(len(y))
    own = S.max(axis=1) if makes("highest-for-correct") else S[rows, y]
    return own[:, None] - S if makes("flipped-margin") else S - own[:, None]


def margins(makes: Switch, S: Array, y: Array, delta: float) -> Array:
    rows = np.arange(len(y))
    delta = 0.0 if makes("no-delta") else 1.0 if makes("delta-is-one") else delta
    signed = -delta if makes("delta-on-correct") else delta
    inside, after = (0.0, signed) if makes("delta-after-max") else (signed, 0.0)
    H = _differences(makes, S, y) + inside
    if makes("max-of-negative"):
        H = -H
    if not makes("not-clipped"):
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
    if makes("highest-ones-skipped"):
        H[S.max(axis=1) == S[rows, y]] = 0
    if makes("stops-at-correct"):
        H[np.arange(S.shape[1]) > y[:, None]] = 0
    if makes("correct-class-only"):
        H = np.where(np.arange(S.shape[1]) == y[:, None], np.maximum(0, delta), 0)
    return H


MARGIN_MISTAKES = read_mistakes(
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
    not-clipped: negative raw margins are kept: a class that is far behind makes up for
        one that is too close, and the loss can fall below zero.
    highest-for-correct: the highest score of the example is subtracted: with that in
        place of its own class's score, a misclassified example looks like a right one.
    right-ones-skipped: examples whose prediction is right are skipped: one that is
        right, but by less than delta, still has a loss.
    highest-ones-skipped: examples are skipped where no class has a higher score than
        the correct one: a class that ties with it, or is less than delta behind, adds
        to the loss.
    stops-at-correct: the loop over the classes ends at the correct class: it should
        leave that one out and go on. Is it break where continue is meant?
    correct-class-only: the correct class is the only one that counts: it is the only
        one to leave out. Is it == where != is meant?
    left-out-by-value: a class that has the same score as the correct one is left out as
        well: leave out by index, not by value.
    """,
)


CLASS_MISTAKES = read_mistakes(
    "hinge_loss",
    """
    worst-class: only the worst class of each example counts: that is another loss
        (Crammer and Singer's). Here all active classes count.
    loss-counts-active (mask_trick): the loss counts the active classes in place of
        adding up their margins. Was the array of margins overwritten by zeros and ones
        before it was summed? A second name is no second array.
    """,
)


def _put_count(makes: Switch, M: Array, y: Array, k: Array) -> None:
    whole = [how for mistake, how in _IN_WHOLE_COLUMNS.items() if makes(mistake)]
    if not whole:
        M[np.arange(len(y)), y] = k
        return
    # M[:, y] = k with one column for each label: of its examples the last one counts.
    columns, last = np.unique(y[::-1], return_index=True)
    own, added = whole[0]
    counts = k[:, None] if own else k[::-1][last]
    M[:, columns] = M[:, columns] + counts if added else counts


_IN_WHOLE_COLUMNS = {  # whether each row has its own count, and whether it is added
    "count-in-whole-columns": (False, False),
    "count-off-whole-columns": (False, True),
    "own-count-in-whole-columns": (True, False),
    "own-count-off-whole-columns": (True, True),
}


def mask(makes: Switch, H: Array, y: Array) -> Array:
    rows, C = np.arange(len(y)), H.shape[1]
    active = H <= 0 if makes("cases-swapped") else H > 0
    if makes("indicator-forgotten") or makes("zero-is-active"):
        active[:] = True
    if makes("indicator-of-first-class"):
        active = np.repeat(active[:, :1], C, axis=1)
    active[rows, y] = False
    if makes("worst-class") or makes("worst-class-in-gradient"):
        active &= H.max(axis=1, keepdims=True) == H
    values = active * H
    by_value = makes("value-for-indicator")
    M: Array = (
        values if by_value or makes("value-in-wrong-columns") else active.astype(float)
    )
    if makes("indicator-not-in-wrong"):
        M = np.ones(H.shape)
        M[rows, y] = 0
    counted = values if by_value or makes("value-in-correct-column") else active
    if makes("negatives-left") or makes("negatives-left-and-counted"):
        M = M + np.minimum(0, H)
    if makes("negatives-left-and-counted"):
        counted = counted + np.minimum(0, H)
    k: Array = counted.sum(axis=1)
    if makes("count-of-all"):
        k = np.full(len(y), counted.sum())
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
    k = (
        k
        + (makes("count-off-by-one") or makes("zero-is-active"))
        - makes("count-one-short")
    )
    _put_count(makes, M, y, k if makes("column-y-plus") else -k)
    if makes("boolean-mask"):
        M = (M != 0).astype(float)
    if makes("unsigned-mask"):
        M = M % 256
    return -M if makes("mask-negated") else M


def mask_of_scores(makes: Switch, S: Array, y: Array, delta: float) -> Array:
    left = makes("negatives-left") or makes("negatives-left-and-counted")
    raw = (lambda m: m == "not-clipped" or makes(m)) if left else makes
    return mask(makes, margins(raw, S, y, delta), y)


NEGATIVE_MISTAKES = read_mistakes(
    "mask_trick",
    """
    negatives-left: raw margins below zero are left in the mask: its entry is zero for a
        class that is far enough away. Were the margins clipped before the positive ones
        were set to one?
    negatives-left-and-counted: raw margins below zero are left in the mask, and column
        y_i adds them up: the entry is zero for a class that is far enough away. Were
        the margins clipped before the positive ones were set to one?
    """,
)


MASK_MISTAKES = only(CLASS_MISTAKES, "worst-class") | read_mistakes(
    "gradient",
    """
    value-for-indicator: x_i is multiplied by the margin's value. The size of a margin
        counts in the loss. The slope is the same for every active class, however large
        its margin is.
    value-in-wrong-columns: the columns of active classes hold the margin's value: an
        active margin has slope one. Column y_i is as it should be.
    value-in-correct-column: column y_i adds up the margins' values: it should count
        margins. The other columns are as they should be.
    cases-swapped: the two cases of the indicator are swapped: the classes whose margin
        is zero are treated as active, and the active ones are not.
    indicator-forgotten: every wrong class is treated as active: where the margin is
        clipped to zero the loss is flat, and its slope is not one.
    zero-is-active: margins of zero are taken for active: clipped margins are never
        below zero, so >= 0 holds for every class, even for y_i itself.
    indicator-not-in-correct: column y_i counts every wrong class, active or not: each
        of its terms has an indicator as well.
    indicator-not-in-wrong: the column of every wrong class gets x_i, active or not: where
        a margin is clipped to zero the loss is flat. Column y_i is as it should be.
    indicator-of-first-class: whether a class is active is read off class 0: each class
        has a margin of its own.
    sum-in-every-column: the column of each wrong class carries a sum over all classes.
        Only one of the margins contains w_j: there is nothing to sum.
    column-y-zero: column y_i gets nothing, although every active margin contains the
        correct class's score as well.
    column-y-one (mask_trick): column y_i holds +1: that entry was neither set to zero
        nor given its count, so the correct class looks like an active one.
    column-y-plus: column y_i has the wrong sign: a higher correct score makes each
        active margin smaller.
    subtract-once: column y_i loses x_i only once for an example, however many classes
        are active: the correct score appears in the term of every active class.
    subtract-per-example: column y_i loses x_i exactly once for each example, which may
        have three active classes, or none.
    boolean-mask (mask_trick): the mask is an array of True and False, which cannot hold
        -k: the count was stored as True. Make the mask an array of floats before you
        count.
    count-off-by-one (mask_trick): column y_i holds -(k + 1) where k classes are active:
        zero that entry before you count, or the correct class is counted as active.
    count-one-short (mask_trick): column y_i holds -(k - 1) where k classes are active:
        the count was subtracted from an entry that still held a one.
    mask-negated: correct and wrong classes are exchanged in the gradient: descent would
        pull the wrong scores up and the correct one down.
    """,
)


# What is wrong with a mask or a row of it, where the gradient has columns and x_i.
ENTRY_MISTAKES = read_mistakes(
    "gradient",
    """
    value-for-indicator: the entries of active classes hold their margins' values: each
        should be one, the slope of a margin, however large that is.
    value-in-wrong-columns: the entries of active classes hold their margins' values: an
        active margin has slope one. The entry of y_i is as it should be.
    value-in-correct-column: the entry of y_i adds up the margins' values: it should count
        margins. The other entries are as they should be.
    indicator-not-in-correct: the entry of y_i counts every wrong class, active or not:
        each of its terms has an indicator as well.
    indicator-not-in-wrong: the entry of every wrong class is one, active or not: where a
        margin is clipped to zero the loss is flat. The entry of y_i is as it should be.
    sum-in-every-column: the entry of each wrong class holds a sum over all classes. Only
        one of the margins contains its score: there is nothing to sum.
    column-y-zero: the entry of y_i is zero, although every active margin contains the
        correct class's score as well.
    column-y-plus: the entry of y_i has the wrong sign: a higher correct score makes each
        active margin smaller.
    subtract-once: the entry of y_i is -1, however many classes are active: the correct
        score appears in the term of every active class.
    subtract-per-example: the entry of y_i is -1 for every example, which may have three
        active classes, or none.
    """,
)


MATRIX_MISTAKES = read_mistakes(
    "mask_trick",
    """
    count-in-whole-columns: minus the count is written into whole columns, those of all
        labels that occur: an index with a colon takes every row, not one entry in each.
    count-off-whole-columns: the count is subtracted from whole columns, those of all
        labels that occur: an index with a colon takes every row, not one entry in each.
    own-count-in-whole-columns: a row's count is written into the columns of all labels:
        an index with a colon takes every row, not one entry in each.
    own-count-off-whole-columns: a row's count is subtracted from the columns of all
        labels: an index with a colon takes every row, not one entry in each.
    unsigned-mask: the mask is kept in unsigned bytes, which hold 0 to 255 and no -k:
        the count wrapped to 256 - k. Make the mask an array of floats before you count.
    count-of-all: column y_i holds the count of all rows together: each example has a
        count of its own. Along which axis is it summed?
    """,
)


def product(makes: Switch, X: Array, M: Array, y: Array | None = None) -> Array:
    """The sum of outer products: X^T M."""
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
    clipped = makes("clipped-derivative")
    if not clipped and not makes("clipped-in-correct"):
        return np.asarray(X.T @ M)
    up, down, right, left = (np.maximum(0, A) for A in (M, -M, X, -X))
    return np.asarray((right if clipped else X).T @ up + left.T @ down)


PRODUCT_MISTAKES = TRANSPOSED | read_mistakes(
    "gradient",
    """
    clipped-derivative: the derivative is clipped at zero like the loss: max(0, .) of
        the slope. The max chooses between two functions; the slope of the chosen one
        may be negative.
    clipped-in-correct: column y_i is built from max(0, -x_i): the max chooses between
        two functions, it does not clip their slopes.
    assign-for-add: each column of the gradient keeps only the last example that touches
        it: it is assigned where it should be added to.
    assign-wrong-columns: the columns of active classes are assigned, not added to:
        whatever earlier examples put there is lost.
    last-example-only (mask_trick): the gradient is that of the last example alone: the
        sum over the examples is missing.
    gradient-sum (mask_trick): the data gradient is a sum over the examples: the loss is
        their mean.
    gradient-over-n-twice (mask_trick): the data gradient is divided by N twice.
    gradient-negated: the whole gradient has the wrong sign: descent would climb.
    """,
)


def penalty(makes: Switch, W: Array, reg: float) -> tuple[float, Array]:
    kept = np.ones(W.shape)
    kept[-1] = 0
    V = kept * W if makes("penalty-loss-no-bias") else W
    value = (np.abs(V) if makes("penalty-loss-abs") else V * V).sum()
    if makes("penalty-loss-of-sum"):
        value = V.sum() ** 2
    if makes("penalty-loss-norm"):
        value = np.sqrt(value)
    if makes("penalty-loss-mean"):
        value = value / W.size
    if makes("penalty-loss-half"):
        value = value / 2
    W = kept * W if makes("penalty-gradient-no-bias") else W
    gradient = np.sign(W) if makes("penalty-gradient-sign") else 2 * W
    if makes("penalty-gradient-norm"):
        gradient = gradient / (2 * np.linalg.norm(W))
    if makes("penalty-gradient-of-sum"):
        gradient = np.full(W.shape, 2 * W.sum())
    if makes("penalty-gradient-half"):
        gradient = gradient / 2
    if makes("penalty-gradient-negated"):
        gradient = -gradient
    value_reg = 1.0 if makes("reg-not-in-value") else reg
    gradient_reg = 1.0 if makes("reg-not-in-gradient") else reg
    if makes("transposed"):
        gradient = gradient.T
    return value_reg * value, gradient_reg * gradient


PENALTY_MISTAKES = read_mistakes(
    "regularization",
    """
    penalty-loss-half: the penalty's value is half of what it should be: the book's
        convention has no 1/2.
    penalty-loss-abs: the penalty's value adds up absolute values: that is the L1
        penalty.
    penalty-loss-norm: the penalty's value has a square root: it is the norm, where the
        squared norm is meant.
    penalty-loss-mean: the penalty's value is the mean of the squares: it should be
        their sum, or a weight would count for less in a larger W.
    penalty-loss-of-sum: the penalty's value is the square of a sum: square each weight,
        and then add up.
    penalty-gradient-half: the penalty's gradient is half of what its value asks for:
        what does a square leave behind when it is differentiated?
    penalty-gradient-sign: the penalty's gradient uses only the signs of W: it belongs
        to the L1 penalty.
    penalty-gradient-negated: the penalty's part of the gradient has the wrong sign: a
        step against it would make the weights larger.
    penalty-gradient-norm: the penalty's gradient is that of the norm: the squared norm
        is meant, whose gradient grows with W.
    penalty-gradient-of-sum: the penalty's gradient has the sum of all weights in every
        entry: each weight has a derivative of its own.
    penalty-loss-no-bias: the last row of W is left out of the penalty's value: in this
        book the bias row is penalised like the others.
    penalty-gradient-no-bias: the last row of W is left out of the penalty's gradient:
        in this book the bias row is penalised like the others.
    reg-not-in-value: the penalty's value lacks its factor: reg has no effect on it.
    reg-not-in-gradient: the penalty's gradient lacks its factor: reg has no effect on it.
    """,
)


PENALTY_TOGETHER = read_mistakes(
    "regularization",
    """
    penalty-loss-half + penalty-gradient-half: the penalty is lambda/2 times the sum of
        squares, in the loss and in the gradient: that is consistent, and some courses
        write it so. This book has no 1/2: drop it in the loss, and the gradient becomes
        2 lambda W.
    penalty-loss-no-bias + penalty-gradient-no-bias: the last row of W, the bias, is
        left out of the penalty, in the value and in the gradient: that is consistent,
        and some courses do so. This book penalises all of W.
    """,
)

"""Exercises of the chapter mask_trick: margins, mask and gradient of all examples."""

from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import Outputs
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise, Variant
from svmlib.exercises._mistakes import (
    Mistake,
    Switch,
    no_mistake,
    only,
    read_glossary,
    without,
)
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    with_exact_answers,
)
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters._multiclass import (
    ENTRY_MISTAKES,
    MARGIN_MISTAKES,
    MASK_MISTAKES,
    MATRIX_MISTAKES,
    OTHER_LOSS_MISTAKES,
    PENALTY_MISTAKES,
    PRODUCT_MISTAKES,
    TRANSPOSED,
    data_gradient,
    margins,
    mask,
    mask_of_scores,
    penalty,
)
from svmlib.exercises.chapters._multiclass_data import (
    PENALTY_ALONE,
    classification,
    is_far_from_kinks,
    svm_problems,
)

CHAPTER = Chapter("mask_trick", "The mask trick")


def _margins_result(makes: Switch, S: Array, y: Array, delta: float) -> Array:
    H = margins(makes, S, y, delta)
    if makes("indicator-for-margin"):
        H = np.sign(np.maximum(0, H))
    if makes("summed-over-classes"):
        return np.asarray(H.sum(axis=1))
    return H.T if makes("transposed") else H


MARGINS_EXERCISE_MISTAKES = (
    MARGIN_MISTAKES
    | TRANSPOSED
    | CHAPTER.read_mistakes(
        """
    correct-in-loss: column y_i still holds delta: no class competes with itself, and
        every example would cost delta too much.
    indicator-for-margin: active margins are marked by a one: keep their value.
    summed-over-classes: the margins are added up already: return the whole matrix.
    zeroes-whole-columns: whole columns are set to zero, those of all labels that occur:
        an index with a colon takes every row, not one entry in each.
    """,
    )
)


def _special_margins(
    rng: np.random.Generator, S: Array, y: Array, delta: float
) -> Iterator[Problem]:
    """Change an ordinary problem: the size of its numbers, and their type."""
    args = 1e-30 * S, y, 1e-30 * delta
    yield Problem(args, SmallNumbers("all numbers are tiny"), 1e-30)
    args = 1e30 * S, y, 1e30 * delta
    yield Problem(args, LargeNumbers("all numbers are large"), 1e30)
    S = S.round().astype(np.int64)
    whole = WholeNumbers("S is an array of integers")
    yield Problem((S, y, 1.5), whole)
    args = WRAPS_TO_ZERO * S, y, WRAPS_TO_ZERO * 1.5
    yield Problem(args, whole)
    _, W, X, y, _ = next(classification(rng, 3.0))
    S = X @ W
    yield Problem((S, y, 3), WholeNumbers("delta is the integer 3"))


def _margins_problems(rng: np.random.Generator) -> Iterator[Problem]:
    delta = float(rng.choice([0.5, 1.5, 2.0]))
    for kind, W, X, y, scale in classification(rng, delta, "scores"):
        S = X @ W
        yield Problem((S, y, delta), kind, scale)
        if not kind:
            yield from _special_margins(rng, S, y, delta)
    S, y = rng.normal(size=(3, 4)).round(1), rng.integers(4, size=3)
    S[[0, 1], y[:2] - 1] = S[[0, 1], y[:2]] + [0.7, -0.7]
    yield Problem((S, y, 0.0), "delta is 0")


CHAPTER.add(
    Exercise(
        "margins",
        "A function (S, y, delta) that returns the margins H (N, C): "
        "max(0, s_ij - s_iy + delta), and zero in column y_i of row i. S is (N, C), "
        "y is (N,).",
        returns=("H",),
        implementation=_margins_result,
        mistake_table=MARGINS_EXERCISE_MISTAKES,
        problems=_margins_problems,
        changes=Changes(accepts=is_far_from_kinks),
    )
)


def _mask_result(makes: Switch, H: Array, y: Array) -> Array:
    M = mask(makes, H, y)
    if makes("divided-by-n"):
        M = M / len(y)
    return M.T if makes("transposed") else M


MASK_EXERCISE_MISTAKES = (
    without(MASK_MISTAKES, "negatives-left", "negatives-left-and-counted")
    | ENTRY_MISTAKES
    | MATRIX_MISTAKES
    | TRANSPOSED
    | only(
        MARGIN_MISTAKES, "stops-at-correct", "stops-at-inactive", "first-active-only"
    )
    | CHAPTER.read_mistakes(
        """
    stops-at-correct + stops-at-inactive (hinge_loss): the loop over the classes ends at
        the first one whose margin is zero: it should go on with the next. Is it `break`
        where `continue` is meant?
    indicator-forgotten: every wrong class is treated as active: one whose margin is
        zero is not. Is it `H >= 0`? Clipped margins are never below zero.
    divided-by-n: the mask is already divided by N: it holds whole numbers, and the mean
        is taken of the product.
    """,
    )
)


def _other_zeros(H: Array, y: Array) -> Array:
    """Labels of other classes whose margin is zero, where there is one."""
    zeros = (H == 0) & (np.arange(H.shape[1]) != y[:, None])
    return np.where(zeros.any(axis=1), zeros.argmax(axis=1), y)


def _mask_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for (S, y, delta), kind, _ in _margins_problems(rng):
        if isinstance(delta, int):
            continue  # the margins are no integers
        if S.dtype == float:
            H = margins(no_mistake, S, y, delta)
            yield Problem((H, y), kind)
        else:
            H = margins(no_mistake, S, y, delta / 0.75).astype(np.int64)
            yield Problem((H, y), WholeNumbers(kind.replace("S", "H", 1)))


CHAPTER.add(
    Exercise(
        "mask",
        "A function (H, y) that returns the mask M (N, C) of the margins H (N, C), "
        "which hold zero in column y_i. H is not to be written to.",
        returns=("M",),
        implementation=_mask_result,
        mistake_table=MASK_EXERCISE_MISTAKES,
        problems=with_exact_answers(_mask_problems),
        changes=Changes(
            new_values={
                "H": lambda H, y: np.where(H == H.max(), 0, MANY_DIGITS * H),
                "y": _other_zeros,
            }
        ),
    )
)


def _divisor(makes: Switch, N: int, never: str, twice: str) -> int:
    return 1 if makes(never) else N * N if makes(twice) else N


def _mask_gradient(makes: Switch, X: Array, M: Array) -> Array:
    count = _divisor(makes, len(X), "gradient-sum", "gradient-over-n-twice")
    if makes("divided-by-classes"):
        count = count * M.shape[1] // (1 if makes("gradient-sum") else len(X))
    if makes("divided-by-features"):
        count = X.shape[1]
    dW = data_gradient(makes, X, M) / count
    if makes("gradient-negated"):
        dW = -dW
    return dW.T if makes("transposed") else dW


MASK_GRADIENT_MISTAKES = without(
    PRODUCT_MISTAKES, "assign-wrong-columns"
) | CHAPTER.read_mistakes(
    """
    divided-by-classes: the sum is divided by the number of classes: a mean over what?
    divided-by-features: the sum is divided by the number of features: the mean is over the
        examples, which are the rows of X.
    gradient-over-n-twice + divided-by-classes: the sum is divided by N C, the number of
        entries of M: the mean is over the examples alone.
    """,
)


def _mask_gradient_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for kind, W, X, y, scale in classification(rng, given="mask"):
        M = mask(no_mistake, margins(no_mistake, X @ W, y, 1.0), y)
        yield Problem((X, M), kind, scale)
        of_integers = M.astype(np.int64)
        if isinstance(kind, WholeNumbers):
            both = WholeNumbers("X and M are arrays of integers")
            yield Problem((X, of_integers), both, scale)
        if not kind:
            whole = WholeNumbers("M is an array of integers")
            yield Problem((X, of_integers), whole)
            yield Problem((1e-30 * X, M), SmallNumbers("all of X is tiny"), 1e-30)
            unused = np.insert(M, rng.integers(M.shape[1]), 0, axis=1)
            yield Problem((X, unused), "M has a column of zeros")
    C = int(rng.integers(600, 700))  # int8 holds no count of so many active classes
    X, of_integers = rng.normal(size=(2, 3)).round(1), np.ones((2, C), dtype=np.int64)
    of_integers[[0, 1], rng.integers(C, size=2)] = 1 - C
    yield Problem((X, of_integers), whole)


CHAPTER.add(
    Exercise(
        "mask-gradient",
        "A function (X, M) that returns the gradient (D, C) of the mean hinge loss, "
        "with no penalty, from the examples X (N, D) and their mask M (N, C).",
        returns=("dW",),
        implementation=_mask_gradient,
        mistake_table=MASK_GRADIENT_MISTAKES,
        problems=_mask_gradient_problems,
        changes=Changes(new_values={"M": lambda X, M: M[::-1].copy()}),
    )
)


def _divided_in_loop(N: int) -> Array:
    """What is left of each example if a sum is divided by N after every example."""
    return float(N) ** -np.arange(N - 1.0, -1.0, -1.0)


def _softmax(S: Array, one_hot: Array) -> tuple[Array, Array]:
    """Softmax losses and their derivatives, in place of the margins and the mask."""
    lead = S - S.max(axis=1, keepdims=True)
    Z = np.exp(lead).sum(axis=1, keepdims=True)
    tiny = 1e-300 * one_hot  # keeps the signs where a probability is rounded to 1
    return one_hot * (np.log(Z) - lead) + tiny, np.exp(lead) / Z - one_hot - tiny


def svm_loss(
    makes: Switch, W: Array, X: Array, y: Array, reg: float, *, wrong_delta: float = 2.0
) -> tuple[float, Array]:
    """Loss and gradient of the multiclass objective."""
    N, C = len(y), W.shape[1]
    if makes("first-example-only"):
        X, y = X[:1], y[:1]
    S = X @ W
    if makes("highest-label-for-classes"):
        S[:, y.max() + 1 :] = -1e30  # behind every other
    delta = wrong_delta if makes("delta-not-one") else 1.0
    H = margins(makes, S, y, delta)
    threshold = 0.0 if makes("delta-not-in-mask") else delta
    M = mask_of_scores(makes, S, y, threshold)
    if makes("margins-squared"):
        values = lambda mistake: mistake == "value-for-indicator" or makes(mistake)
        H, M = H * H, 2 * mask_of_scores(values, S, y, threshold)
    if makes("softmax-for-hinge"):
        H, M = _softmax(S, np.eye(C)[y])
    counted = H
    if makes("loss-counts-active"):
        counted = np.sign(H)
    if makes("loss-from-mask"):
        counted = M
    if makes("loss-last-example"):
        counted = counted[-1:]
    if makes("worst-class") or makes("worst-class-in-loss"):
        counted = counted.max(axis=1)
    if makes("loss-last-margin"):
        counted = np.append(0, counted[counted > 0])[-1]
    if makes("loss-divided-in-loop"):
        counted = (counted.T * _divided_in_loop(N)[: len(y)]).T
    total = counted.max() if makes("largest-for-sum") else counted.sum()
    divisor = X.shape[1] if makes("divided-by-features") else N
    data = total / _divisor(makes, divisor, "loss-sum", "loss-over-n-twice")
    if makes("loss-mean-of-entries"):
        data = data / C
    value, slope = penalty(lambda m: m != "transposed" and makes(m), W, reg)
    if makes("penalty-loss-over-n"):
        value = value / N
    if makes("data-missing"):
        data = 0.0
    loss = data if makes("penalty-not-in-loss") else data + value

    count = _divisor(makes, divisor, "gradient-sum", "gradient-over-n-twice")
    if makes("returns-mask"):
        dW = M / count
    elif makes("returns-x-gradient"):
        dW = M @ W.T / count
    else:
        if makes("gradient-divided-in-loop"):
            M = M * _divided_in_loop(N)[: len(y), None]
        dW = data_gradient(makes, X, M, y) / count
        if makes("data-gradient-missing") or makes("data-missing"):
            dW = np.zeros(W.shape)
        if makes("gradient-mean-of-entries"):
            dW = dW / C
        if makes("penalty-gradient-over-n"):
            slope = slope / N
        if not makes("penalty-not-in-gradient"):
            dW = dW + slope
    if makes("gradient-negated"):
        dW = -dW
    return loss, dW.T if makes("transposed") else dW


def _fit_delta(
    problems: Sequence[Problem], got: Sequence[Outputs]
) -> Iterator[Variant]:
    """Fit the delta that explains all losses, if one does, alone or with another mistake."""

    def loss(delta: float, other: str, problem: Problem = problems[0]) -> Array:
        makes = {"delta-not-one", other}.__contains__
        return np.asarray(svm_loss(makes, *problem.args, wrong_delta=delta)[0])

    losses = [outputs[0] for outputs in got]
    if any(got_loss.ndim for got_loss in losses):
        return
    for other in ("", "loss-sum", "penalty-loss-half", "penalty-not-in-loss"):
        low, high = -100.0, 1000.0
        while high - low > 1e-9:  # the loss never falls as delta grows
            middle = (low + high) / 2
            is_below = loss(middle, other) < losses[0]
            low, high = (middle, high) if is_below else (low, middle)
        delta = float(f"{high:.4g}")
        no_data = is_close(losses[0], loss(-100.0, other), problems[0].tolerance_scale)
        if (
            delta != 1
            and not no_data
            and all(
                is_close(got_loss, loss(delta, other, problem), problem.tolerance_scale)
                for problem, got_loss in zip(problems, losses, strict=True)
            )
        ):
            text = (
                f"delta is {delta:g} in the raw margins: where none is given, it is 1."
            )
            yield Variant(
                Mistake("delta-not-one", text, "hinge_loss"),
                partial(svm_loss, wrong_delta=delta),
            )


def _svm_loss_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for problem in svm_problems(rng):
        yield problem
        if problem.kind == PENALTY_ALONE:
            W, X, y, _ = problem.args
            yield Problem((W, X, y, 0.0), "the loss is zero, and so is its gradient")


PENALTY_IN_LOSS_MISTAKES = read_glossary(
    "regularization",
    """
    penalty-not-in-loss: the loss lacks its penalty: reg has no effect on it.
    penalty-loss-over-n: the penalty is divided by N in the loss: it is added after the
        mean, once.
    penalty-not-in-gradient: the gradient lacks the penalty's part: reg has no effect on
        it. A check with tiny weights would not notice.
    penalty-gradient-over-n: the penalty's part of the gradient is divided by N.
    penalty-loss-over-n + penalty-gradient-over-n: the penalty is divided by N, in the loss
        and in the gradient: it isn't part of the mean, so it is added after the division.
    """,
)

DATA_LOSS_MISTAKES = read_glossary(
    "hinge_loss",
    """
    data-missing: the data have no part here: this is the penalty alone.
    first-example-only: only the first example has a part in loss and gradient. Is the
        return inside the loop?
    loss-sum: the data loss is a sum over the examples, not their mean.
    loss-sum + loss-mean-of-entries: the data loss is divided by the number of classes: a
        mean over what?
    """,
)


SVM_LOSS_MISTAKES = (
    # If several mistakes give the same numbers, a verdict names the first in this table.
    # So loss-from-mask stands before others that leave only the penalty in the loss. A
    # mask without its counts adds up to the number of active classes, and then
    # loss-counts-active is more likely: it stands first of all.
    only(OTHER_LOSS_MISTAKES, "loss-counts-active")
    | CHAPTER.read_mistakes(
        """
    loss-from-mask: the data loss is missing, or summed from the finished mask, whose rows
        add up to zero. Does the penalty replace it, by `=` in place of `+=`? Or was the
        array of margins overwritten? A second name is no second array.
    data-gradient-missing (gradient): the data's part of the gradient is zero in every
        case. Is it `+=`, and does each line write to its own column? Or is it summed over
        all its entries, as by np.sum or mean without an axis? The rows of the mask add up
        to zero.
    """,
    )
    | without(MARGIN_MISTAKES, "highest-for-correct", "delta-is-one")
    | OTHER_LOSS_MISTAKES
    | only(MARGINS_EXERCISE_MISTAKES, "zeroes-whole-columns")
    | only(MASK_GRADIENT_MISTAKES, "divided-by-features")
    | DATA_LOSS_MISTAKES
    | read_glossary(
        "hinge_loss",
        """
    delta-not-one: delta is not 1 in the raw margins: where no other delta is given, it
        is 1, in the loss and in the gradient.
    softmax-for-hinge (regularization): this is the softmax loss, minus the logarithm of a
        probability. The hinge loss adds up margins instead, and a class that is far
        enough behind costs nothing.
    delta-not-in-mask (gradient): the gradient counts a class only if its score is higher
        than that of the correct one, and the loss counts more: both should use the same raw
        margin. Does the gradient leave delta out, or compare with delta in place of 0?
    worst-class-in-loss: the loss takes the worst class only: the gradient takes all
        that are active.
    worst-class-in-gradient: the gradient takes the worst class only: the loss takes all
        that are active.
    highest-label-for-classes: the classes above the highest label in y are left out: a
        class counts even if no example has its label. W has a column for each.
    loss-last-margin: the loss keeps only the last active margin: it is assigned where
        you should add to it.
    loss-last-example: the loss keeps only the last example: add up over all of them. Is it
        `=` where `+=` is meant?
    loss-divided-in-loop: the loss is divided by N once for every example: the division
        belongs after the loop.
    gradient-divided-in-loop (mask_trick): the gradient is divided by N once for every
        example: the division belongs after the loop.
    largest-for-sum: the data loss has the largest of all margins where it should add
        them up.
    assign-in-correct (gradient): column y_i is assigned, and what earlier examples put
        there is lost. Is it `=` where `-=` is meant?
    repeated-labels-lost (mask_trick): of the examples with the same label, only the last
        one reaches column y_i: `dW[:, y] -= ...` writes to each column once, however often
        its label occurs.
    assign-once-in-correct (gradient): column y_i is set to -x_i for each active class,
        and what stood there is lost. Is it `=` where `-=` is meant?
    gradient-mean-of-entries (mask_trick): the data gradient is divided by N C, where it
        should be divided by N.
    gradient-sum + gradient-mean-of-entries (mask_trick): the data gradient is divided by
        the number of classes: a mean over what?
    loss-sum + gradient-sum: the data loss and its gradient are sums over the examples,
        and should be means.
    loss-mean-of-entries + gradient-mean-of-entries: the data loss is a mean over all N
        C margins, and so is its gradient: an example's classes are added up, and only
        the examples are averaged.
    loss-divided-in-loop + gradient-divided-in-loop: loss and gradient are divided by N
        once for every example: the division belongs after the loop.
    loss-over-n-twice: the data loss is divided by N once too often.
    loss-mean-of-entries: the data loss is a mean over all N C margins: an example's
        classes are added up, and only the examples are averaged.
    """,
    )
    | MASK_MISTAKES
    | MATRIX_MISTAKES
    | PRODUCT_MISTAKES
    | PENALTY_MISTAKES
    | PENALTY_IN_LOSS_MISTAKES
    | CHAPTER.read_mistakes(
        """
    returns-mask: what is returned is the gradient with respect to the scores, not to W:
        one factor of the chain rule is missing.
    returns-x-gradient: what is returned is the gradient with respect to X, not to W: it
        says how to change the data.
    min-for-max + data-gradient-missing: raw margins above zero are cut off, so that no
        class is active. Is it `min` where `max` is meant?
    min-for-max + negatives-left-and-counted: raw margins above zero are cut off, and those
        below are left in the mask as well. Is it `min` where `max` is meant?
    correct-in-loss + count-off-by-one: the entries of column y_i aren't zero in the
        margins: each adds 1 to its example's loss, and is counted as an active class, so
        that the mask holds -(k + 1). Is there a line that sets them to zero?
    boolean-mask + assign-for-add: each column of the gradient is assigned, and what earlier
        examples put there is lost. Column y_i gets +x_i, where -x_i belongs once for each
        active class. Is it `=` where `+=` and `-=` are meant?
    assign-once-in-correct + assign-for-add (gradient): each column of the gradient is
        assigned, and what stood there is lost. Is it `=` where `+=` and `-=` are meant?
    loss-counts-active + delta-after-max (hinge_loss): every wrong class has the margin 1,
        whatever the scores are. Is a score subtracted from itself?
    """,
    )
)


CHAPTER.add(
    Exercise(
        "svm-loss",
        "A function (W, X, y, reg) that returns (loss, dW): the mean hinge loss with "
        "delta = 1 plus reg times the sum of squares of W, and its gradient (D, C). "
        "W is (D, C), X is (N, D), y is (N,).",
        returns=("loss", "dW"),
        implementation=svm_loss,
        mistake_table=SVM_LOSS_MISTAKES,
        problems=_svm_loss_problems,
        changes=Changes(accepts=lambda W, X, y, reg: is_far_from_kinks(X @ W, y)),
        gradients=("dW",),
        find_variants=_fit_delta,
        often_together=(
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
            (
                "penalty-gradient-half",
                "penalty-gradient-over-n",
                "penalty-not-in-gradient",
            ),
        ),
    )
)

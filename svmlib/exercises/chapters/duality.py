"""Exercises of the chapter duality: weights, dual objective and bias from alpha."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch, only
from svmlib.exercises._problems import (
    MANY_DIGITS,
    Changes,
    Problem,
    SmallNumbers,
    thousands,
)
from svmlib.exercises.chapters._binary_data import (
    UNCONSTRAINED,
    dual_problems,
    one_class,
    rbf_of,
    size_of_terms,
    two_classes,
    unconstrained,
)

CHAPTER = Chapter("duality", "Duality")


def without_small(alpha: Array) -> Array:
    """The multipliers, those that are tiny replaced by 0."""
    return np.where(alpha > 1e-6, alpha, 0)


def _weights_from_alpha(makes: Switch, alpha: Array, X: Array, y: Array) -> Array:
    signs = np.ones(len(y)) if makes("y-forgotten") else y
    if makes("indicator-for-alpha"):
        alpha = np.sign(alpha)
    if makes("small-left-out"):
        alpha = without_small(alpha)
    beta = signs if makes("alpha-forgotten") else alpha * signs
    if makes("mean-for-sum"):
        beta = beta / len(y)
    if makes("negated"):
        beta = -beta
    if makes("whole-beta"):
        beta = np.trunc(beta)
    if makes("last-example-only"):
        beta = beta * (np.arange(len(y)) == len(y) - 1)
    if makes("first-example-only"):
        beta = beta * (np.arange(len(y)) == 0)
    if makes("multipliers-summed-first"):
        beta = np.full(len(y), beta.sum())
    terms: Array = beta[:, None] * X
    return terms if makes("not-summed") else np.asarray(terms.sum(axis=0))


WHOLE_MISTAKES = CHAPTER.read_mistakes(
    """
    whole-beta: alpha y is cut off to whole numbers: an array that is made like y, by
        np.zeros_like(y) or y.copy(), holds integers.
    whole-f: K times alpha y is cut off to whole numbers: an array that is made like y, by
        np.zeros_like(y) or y.copy(), holds integers.
    """,
)


SMALL_LEFT_OUT = CHAPTER.read_mistakes(
    """
    small-left-out: multipliers below some small number are left out, though all of them
        may be that small. Compare with 0 itself.
    """,
)


WEIGHTS_FROM_ALPHA_MISTAKES = SMALL_LEFT_OUT | CHAPTER.read_mistakes(
    """
    y-forgotten: the labels have no effect: examples of class -1 must pull w the other
        way.
    alpha-forgotten: alpha is missing: examples with alpha = 0 have no part in w.
    indicator-for-alpha: every support vector counts the same: alpha says how much each
        one counts.
    mean-for-sum: this is a mean over the examples: set the derivative of the Lagrangian
        to zero, and no N appears.
    negated: w has the wrong sign: it should point to the side of class +1.
    last-example-only: only the last example counts: is w assigned where it should be
        added to?
    first-example-only: only the first example counts: is the return inside the loop?
    multipliers-summed-first: alpha y is summed before X comes in, and that sum is zero,
        by the constraint: each alpha y multiplies its own row of X.
    not-summed: these are the terms, one for each example: w is their sum.
    """,
)


def _weights_problems(rng: np.random.Generator) -> Iterator[Problem]:
    duals = dual_problems(rng, thousands(rng), with_C=False)
    for alpha, X, y, _, kind in (*duals, *one_class(rng), unconstrained(rng)):
        # float32 rounds each of many sums.
        scale = max(1.0, len(y) / 100) * float(np.abs(alpha[:, None] * X).max())
        yield Problem((alpha, X, y), kind, scale)
    yield Problem((0 * alpha, X, y), "all multipliers are 0")
    yield Problem((alpha, 0 * X, y), "all examples hold zeros only")


CHAPTER.add(
    Exercise(
        "weights-from-alpha",
        "A function (alpha, X, y) that returns the weights w (D,) that the multipliers "
        "alpha (N,) stand for. X is (N, D), y (N,) holds -1 and +1.",
        returns=("w",),
        implementation=_weights_from_alpha,
        mistake_table=WEIGHTS_FROM_ALPHA_MISTAKES | only(WHOLE_MISTAKES, "whole-beta"),
        problems=_weights_problems,
    )
)


def _dual_objective(makes: Switch, alpha: Array, K: Array, y: Array) -> float:
    if makes("small-left-out"):
        alpha = without_small(alpha)
    total = (alpha * y if makes("y-in-sum") else alpha).sum()
    if makes("alpha-not-in-square"):
        left = right = y
    else:
        left = right = alpha if makes("y-forgotten") else alpha * y
    if makes("y-once"):
        left = alpha
    if makes("diagonal-only"):
        K = np.diag(K.diagonal())
    if makes("diagonal-left-out"):
        K = K - np.diag(K.diagonal())
    if makes("pairs-once"):
        K = np.triu(K)
    if makes("whole-beta"):
        left, right = np.trunc(left), np.trunc(right)
    f = K @ right
    square = left @ (np.trunc(f) if makes("whole-f") else f)
    if makes("beta-along-columns"):
        square = (left * K * right).sum()
    if not makes("half-missing"):
        square = square / 2
    if makes("sum-missing"):
        total = 0.0
    if makes("square-missing"):
        square = 0 * square
    if makes("sum-halved"):
        total = total / 2
    value = total + square if makes("square-added") else total - square
    return float(-value if makes("negated") else value)


DUAL_OBJECTIVE_MISTAKES = CHAPTER.read_mistakes(
    """
    half-missing: the 1/2 before the double sum is missing.
    y-forgotten: the labels have no effect on the double sum, or cancel, as in `K @ alpha
        * y`, which multiplies by y last: with alpha alone it is not the squared norm of w.
    y-once: the double sum has one of its two labels only.
    alpha-not-in-square: the double sum lacks its multipliers: it is the squared norm of
        w, and w is built of them.
    square-added: the double sum is added, as the norm is in the primal problem: in the
        dual it works against the multipliers.
    sum-missing: the sum of the multipliers is missing: the maximum would then be at
        alpha = 0.
    square-missing: the double sum is missing, or is always 0: the multipliers could then
        grow without end. Does K have both indices, i and j? With one of them the terms
        cancel, because alpha y sums to 0.
    y-in-sum: the first sum has labels in it: then it is zero, by the constraint.
    sum-halved: the 1/2 stands before the first sum as well: it belongs to the double
        sum alone.
    negated: the sign is the wrong way round: this is what a solver minimises. The
        exercise asks for the dual that is maximised.
    square-added + negated: the sum of the multipliers is subtracted: the dual adds it.
    beta-along-columns: both factors of the double sum run along the columns of K: one
        of the two belongs to the rows.
    alpha-not-in-square + beta-along-columns: the double sum adds up K as it is: the
        multipliers are missing, and the labels are missing or cancel.
    pairs-once: the double sum has each pair once: i, j and j, i are two terms of it.
    diagonal-only: the double sum takes only the pairs i = j: every pair counts.
    diagonal-left-out: the double sum leaves out the pairs i = j: every pair counts.
    pairs-once + diagonal-left-out: the double sum has only one of i, j and j, i, and no
        pair i = j: every pair counts. Where do its two loops end?
    """,
)


def _objective_problems(rng: np.random.Generator) -> Iterator[Problem]:
    duals = dual_problems(rng, with_C=False)
    for alpha, X, y, _, kind in (*duals, unconstrained(rng)):
        K = X @ X.T
        scale = alpha.sum() + 0.1 * float(alpha @ np.abs(K) @ alpha)
        yield Problem((alpha, K, y), kind, scale)
    yield Problem((0 * alpha, K, y), "all multipliers are 0")
    yield Problem((alpha, rbf_of(X), y), "the kernel is RBF")


CHAPTER.add(
    Exercise(
        "dual-objective",
        "A function (alpha, K, y) that returns the dual objective, the one that is "
        "maximised. alpha is (N,), K (N, N) holds the kernel of all pairs of examples, "
        "y (N,) holds both -1 and +1.",
        returns=("the value",),
        implementation=_dual_objective,
        mistake_table=DUAL_OBJECTIVE_MISTAKES | SMALL_LEFT_OUT | WHOLE_MISTAKES,
        problems=_objective_problems,
        changes=Changes(
            new_values={
                # An odd number of sixteenths is left.
                "alpha": lambda alpha, K, y: 3 * MANY_DIGITS * alpha,
                "y": lambda alpha, K, y: np.roll(y, 1),
            },
            kind=UNCONSTRAINED,
        ),
    )
)


def off_bounds(makes: Switch, alpha: Array, C: float) -> tuple[Array, Array]:
    """Which multipliers are above 0, and which are below C."""
    tolerance = 1e-6 * C if makes("relative-tolerance") else 0.0
    if makes("tolerance"):
        tolerance = 1e-5
    return alpha > tolerance, alpha < C - tolerance


def kernel_part(makes: Switch, alpha: Array, K: Array, y: Array) -> Array:
    """K times alpha y: what f holds besides b."""
    beta = alpha if makes("y-not-in-f") else alpha * y
    if makes("whole-beta"):
        beta = np.trunc(beta)
    f: Array = K @ alpha * y if makes("product-before-label") else K @ beta
    return np.trunc(f) if makes("whole-f") else f


def _bias_from_alpha(
    makes: Switch, alpha: Array, K: Array, y: Array, C: float
) -> float:
    above, below = off_bounds(makes, alpha, C)
    use = above & below
    f = kernel_part(makes, alpha * use if makes("f-from-free") else alpha, K, y)
    if makes("middle-of-interval"):
        rises = np.where(y > 0, alpha < C, alpha > 0)
        falls = np.where(y > 0, alpha > 0, alpha < C)
        return float(((y - f)[rises].max() + (y - f)[falls].min()) / 2)
    if makes("all-support"):
        use = above
    if makes("not-bounded"):
        use = below
    if makes("all-examples"):
        use = np.full(len(y), True)
    if makes("hard-margin-formula"):
        return float(-(f[y < 0].max() + f[y > 0].min()) / 2)
    label = np.ones(len(y)) if makes("label-is-one") else y
    if makes("label-left-out"):
        label = np.zeros(len(y))
    b = (label + f if makes("f-added") else label - f)[use]
    if makes("times-label"):
        b = b * y[use]
    if makes("negated"):
        b = -b
    if makes("first-free"):
        b = b[:1]
    if makes("sum-for-mean"):
        return float(b.sum())
    return float(b.sum() / len(y if makes("mean-over-all") else b))


TOLERANCE_MISTAKES = CHAPTER.read_mistakes(
    """
    tolerance: a multiplier that is closer to 0 or C than some small number, such as 1e-5,
        is taken to be at the bound: where C is tiny, that is all of them. Compare with 0
        and C themselves.
    relative-tolerance: a multiplier that is closer to 0 or C than some small fraction of C
        is taken to be at the bound: a solver sets what is at a bound to 0 or C exactly, so
        what is just beside it is free.
    """,
)


BIAS_FROM_ALPHA_MISTAKES = CHAPTER.read_mistakes(
    """
    all-support: all support vectors are used: those with alpha = C may lie inside the
        margin, and y f = 1 does not hold for them. Is each condition in brackets of its
        own? & binds before > and <.
    not-bounded: examples with alpha = 0 are used as well: they may lie beyond the
        margin, and y f = 1 does not hold for them.
    all-examples: every example is used: y f = 1 is known of some of them only.
    negated: b has the wrong sign: put it into f of a free example. What must come out?
    f-added: the kernel's part is added: solve f(x_i) = y_i for b once more.
    y-not-in-f: the labels have no effect on f: the kernel's part is a sum with the
        factors alpha y.
    product-before-label: the label comes last, as in `K @ alpha * y`: each alpha needs
        the label of its own example, before the sum.
    f-from-free: the sum in f runs over the free examples only: the mean does, but f
        needs every example with alpha > 0.
    middle-of-interval: this is the middle of the interval that b must lie in: take that
        only if no example is free. Here, take the mean over those that are.
    label-is-one: f is set to 1 for all free examples: those of class -1 have another
        value there.
    label-left-out: f is set to 0 for the free examples: they lie on the margin, not on
        the boundary.
    times-label: what the free examples say is multiplied by their labels: y f = 1 means
        f = y, and solved for b that has no factor.
    sum-for-mean: what the examples say is added up: each of them says what b is, so
        take the mean.
    mean-over-all: the sum is divided by the number of all examples: the mean is over the
        examples that were added up.
    first-free: only the first of the free examples is used: a solver stops a little
        early, so they don't quite agree. Take the mean.
    label-is-one + times-label: the kernel's part is multiplied by the labels: y f = 1
        means f = y, and solved for b that has no factor.
    hard-margin-formula: b is halfway between the two classes' closest values: that
        holds for the hard margin, where no example has slack.
    f-added + negated: y is subtracted where it should be added: solve f(x_i) = y_i for b
        once more.
    """,
)


STOPPED_EARLY = "the solver stopped early"


def _just_below_C(rng: np.random.Generator) -> Problem:
    """Draw multipliers closer to C than float32 sees, which change b."""
    C, order, gap = float(rng.choice([0.5, 1.5, 2.0])), rng.permutation(6), 0.0
    alpha = np.repeat([C, C * (1 - 2.0**-33), C / 2], 2)[order]
    y = np.array([-1, 1] * 3)[order]
    while abs(gap) < 0.1:
        X = rng.normal(size=(6, 3)).round(1)
        b = y - X @ X.T @ (alpha * y)
        gap = b[alpha < C].mean() - b[alpha == C / 2].mean()
    kind = SmallNumbers("free multipliers are just below C")
    return Problem((alpha, X @ X.T, y, C), kind)


def _bias_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Optima known by hand, moved, and other multipliers, as of an early stop."""
    six = np.array([[4.0, 1], [2, 1], [1, 0], [-4, 0], [-2, -1], [1, 1]])
    three = np.array([[1.0, 2, 3], [4, 1, 2], [-1, 2, -1]])
    four = np.array([[2.7, 3], [2.7, 1], [0.7, 2], [4.7, 3]])
    y = np.array([1, 1, 1, -1, -1, -1])
    for X, alpha, signs, C in (
        (six + [3, 1], np.array([0, 1, 2, 0, 1, 2]) / 8, y, 0.25),
        (six - [1, 2], np.array([0, 1, 2, 0, 1, 2]) / 8, -y, 0.25),
        (four, np.array([1, 1, 2, 0]) / 4, np.array([1, 1, -1, 1]), 0.75),
        (three, np.array([0.1, 0, 0.1]), np.array([1, 1, -1]), 0.5),
    ):
        order, flip = rng.permutation(len(X)), int(rng.choice([-1, 1]))
        X = X[order] + rng.integers(0, 2, X.shape[1])
        yield Problem((alpha[order], X @ X.T, flip * signs[order], C), "", 10.0)
    X = np.random.default_rng(768).normal(size=(7, 3)).round(2)
    alpha = np.array([12, 33, 56, 25, 60, 60, 60]) / 50
    y, note = np.array([1, -1, 1, 1, -1, 1, -1]), STOPPED_EARLY
    order = rng.permutation(7)
    X, alpha, y = X[order], alpha[order], y[order]
    # Two digits of C, once it is MANY_DIGITS times as large, are more than C.
    yield Problem((alpha, X @ X.T / 2, y, 1.2), note)
    y = two_classes(rng, 4, 2)
    X = 1.0 * rng.integers(-4, 5, (4, 3))
    while (X @ X.T @ y).sum() == 0:
        X = 1.0 * rng.integers(-4, 5, (4, 3))
    for labels in (y, -y):  # with which b changes its sign
        args = np.full(4, 0.5), 2.0**-18 * X @ X.T, labels, 1.0
        yield Problem(args, SmallNumbers("b is tiny"), 1e-5)
    yield _just_below_C(rng)
    for num_examples in (400, 20):  # the large one once
        for alpha, X, y, C, kind in dual_problems(rng, num_examples):
            if ((alpha > 0) & (alpha < C)).any():
                K = X @ X.T
                scale = 1.0 + size_of_terms(alpha, K)
                yield Problem((alpha, K, y, C), kind or note, scale)


CHAPTER.add(
    Exercise(
        "bias-from-alpha",
        "A function (alpha, K, y, C) that returns the bias b, for the multipliers "
        "alpha (N,) at which a solver has stopped: the mean of what the free examples "
        "(0 < alpha < C exactly, without a tolerance) say. The sum of alpha y is 0. K "
        "is (N, N), y (N,) holds both -1 and +1.",
        returns=("b",),
        implementation=_bias_from_alpha,
        mistake_table=BIAS_FROM_ALPHA_MISTAKES | TOLERANCE_MISTAKES | WHOLE_MISTAKES,
        problems=_bias_problems,
        changes=Changes(
            new_values={  # the sum of alpha y stays 0
                "C": lambda alpha, K, y, C: MANY_DIGITS * C,  # alpha comes to it again
                "alpha": lambda alpha, K, y, C: MANY_DIGITS * alpha,
                "y": lambda alpha, K, y, C: -y,
            },
            kind=STOPPED_EARLY,
        ),
        not_finite_question="Is the mean taken of no example at all? Which ones are free?",
    )
)

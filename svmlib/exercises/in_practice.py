"""Exercises of the chapter in_practice: before a machine is trained, and after."""

from collections.abc import Sequence
from functools import partial

import numpy as np

from svmlib.exercises._binary import labels
from svmlib.exercises._exercise import (
    Array,
    Chapter,
    Mistake,
    Outputs,
    Problem,
    Refit,
    Switch,
    always,
    read_mistakes,
)

CHAPTER = Chapter("in_practice", "In practice")


def _numbers(on: Switch, X: Array, added: float) -> tuple[Array, Array]:
    """What is subtracted from X, and what it is divided by."""
    axis = None if on("one-number-for-all") else 1 if on("rows-for-columns") else 0
    centre = X.mean(axis=axis, keepdims=True)
    spread = X.std(axis=axis, keepdims=True, ddof=1 if on("divisor-n-minus-one") else 0)
    if on("minimum-for-mean"):
        centre = X.min(axis=axis, keepdims=True)
    if on("range-for-deviation"):
        low, high = X.min(axis=axis, keepdims=True), X.max(axis=axis, keepdims=True)
        spread = high - low
    if on("variance-for-deviation"):
        spread = spread**2
    constant = spread == 0
    if on("not-centred"):
        centre = 0 * centre
    if on("not-divided"):
        spread = np.ones_like(spread)
    if on("constant-left-as-it-is"):
        centre = np.where(constant, 0, centre)
    if on("number-added"):
        return centre, spread + added
    return centre, np.where(constant, np.inf if on("constant-to-zero") else 1, spread)


def _scale_features(
    on: Switch, X_train: Array, X_test: Array, *, added: float = 0
) -> tuple[Array, Array]:
    source = np.vstack([X_train, X_test]) if on("both-together") else X_train
    of_test = X_test if on("test-by-its-own") else source
    if on("rows-for-columns"):  # then each example has its own numbers
        source, of_test = X_train, X_test
    centre, spread = _numbers(on, source, added)
    train = (X_train - centre) / spread
    centre, spread = _numbers(on, of_test, added)
    return train, X_test if on("test-not-scaled") else (X_test - centre) / spread


SCALE_MISTAKES = read_mistakes(
    "in_practice",
    """
    test-by-its-own: the test set is scaled with its own numbers: then the same example
        would be another point in each set.
    both-together: the numbers come from both sets together: the test set must not be
        seen before the test.
    test-not-scaled: the test set comes back as it was: has it been scaled at all, or
        with numbers of the training set after that was scaled?
    rows-for-columns: each example is scaled by itself: a feature is a column. Which
        axis does the mean run along?
    one-number-for-all: one mean and one divisor serve all features: each feature has
        its own unit, and needs its own.
    variance-for-deviation: the divisor is squared: the variance has the square of the
        feature's unit, and the unit would not cancel.
    divisor-n-minus-one: the standard deviation is taken with N - 1: asked for is the
        one with N, as np.std has it by default.
    range-for-deviation: the divisor is the range, largest minus smallest: asked for is
        the standard deviation.
    minimum-for-mean: the smallest value is subtracted, not the mean.
    not-centred: nothing is subtracted: the mean of a scaled feature is 0.
    not-divided: the features are centred and not divided: they keep their units.
    constant-left-as-it-is: a feature that is constant in the training set is not
        centred: leave out the division only.
    constant-to-zero: a feature that is constant in the training set is 0 in the test
        set, whatever it was there: leave out the division only.
    """,
)


def _sets(seed: int, N: int, M: int, D: int) -> tuple[Array, Array]:
    """Training and test examples whose features differ in place and in spread."""
    rng = np.random.default_rng(seed)
    centre, spread = rng.normal(size=D), rng.uniform(0.5, 3, size=D)
    X = centre + spread * rng.normal(size=(N + M, D))
    return X[:N].round(2), X[N:].round(2)


def _with_constant(X_train: Array, X_test: Array) -> tuple[Array, Array]:
    X_train[:, 1], X_test[:, 1] = 1.5, (1.5, 2.5, 1.5, 0.5)
    return X_train, X_test


def _refit_added(problems: Sequence[Problem], got: Sequence[Outputs]) -> Refit | None:
    """Fit the small number added to a deviation which a constant feature shows."""
    X_train, X_test = problems[1].args
    if [part.shape for part in got[1]] != [X_train.shape, X_test.shape]:
        return None
    shown = got[1][1][1, 1]  # of a distance of 1 from the mean
    if not 100 < shown < np.inf:
        return None
    text = (
        f"a small number, {1 / shown:.1g}, is added to the deviation: a feature that is "
        "constant in the training set is then divided by that number."
    )
    return Refit(
        Mistake("number-added", text, "in_practice"),
        partial(_scale_features, added=1 / shown),
    )


SCALE_FEATURES = CHAPTER.exercise(
    "scale-features",
    "A function (X_train, X_test) that returns both, X_train (N, D) and X_test (M, D), "
    "with each feature scaled: minus its mean, divided by its standard deviation "
    "(with N, as np.std has it), both taken where they may be taken. A feature that "
    "is constant in X_train is centred and not divided.",
    returns=("the training set", "the test set"),
    faulty=_scale_features,
    mistakes=SCALE_MISTAKES
    | read_mistakes(
        "in_practice",
        """
    minimum-for-mean + range-for-deviation: the features are scaled to 0..1, by the
        smallest and the largest value: asked for are mean and standard deviation.
    """,
    ),
    problems=always(
        (
            Problem(_sets(4, 6, 4, 3), "no feature is constant"),
            Problem(_with_constant(*_sets(7, 5, 4, 3))),
            Problem(_sets(11, 7, 3, 2)),
        )
    ),
    refit=_refit_added,
    not_finite="Is a feature constant? Its standard deviation is 0.",
)


def _class_weights(on: Switch, y: Array, C: float) -> Array:
    N, plus = len(y), float(y.sum() if on("sum-for-count") else np.sum(y == 1))
    counts = np.where(y == 1, plus, N - plus)
    if on("counts-exchanged"):
        counts = N - counts
    penalties = (1 if on("n-missing") else N) / (2 * counts)
    if on("two-missing"):
        penalties = 2 * penalties
    if on("upside-down"):
        penalties = 1 / penalties
    if on("rare-raised-only"):
        penalties = penalties / np.abs(penalties).min()
    if on("plus-raised-only"):
        penalties = penalties / np.abs(penalties[y == -1]).min()
    if on("counts-multiplied"):
        penalties = N / 2 * counts
    if on("same-for-all"):
        penalties = np.ones(N)
    if on("root-taken"):
        penalties = np.sign(penalties) * np.sqrt(np.abs(penalties))
    penalties = penalties if on("c-forgotten") else C * penalties
    if on("one-a-class"):
        return penalties[[np.argmax(y == -1), np.argmax(y == 1)]]
    return np.asarray(penalties)


CLASS_MISTAKES = read_mistakes(
    "in_practice",
    """
    counts-exchanged: each class is weighed by the count of the other: then the rare
        class weighs even less.
    upside-down: the fraction is upside down: a class with more examples must pay less
        for each.
    two-missing: each class weighs what both should weigh together: the mean of the
        penalties is not C.
    n-missing: N is missing: the penalties add up to C, and their mean should be C.
    rare-raised-only: the larger class keeps C and only the rare one is raised: the
        ratio is right, the mean of the penalties is not C.
    plus-raised-only: class -1 keeps C and class +1 gets the ratio times C: both classes
        weigh the same, and the mean of the penalties is not C.
    counts-multiplied: brackets are missing: / 2 * counts divides by 2 and multiplies by
        the counts.
    same-for-all: all examples have one penalty: then the larger class outvotes the other.
    root-taken: a root is taken: the total penalties of the two classes are not equal then.
    c-forgotten: C has no effect: the mean of the penalties must be C.
    sum-for-count: the labels are added up to count a class: with -1 and +1 they cancel.
    one-a-class: there is one penalty for each class: one for each example is asked for.
    """,
)


CLASS_WEIGHTS = CHAPTER.exercise(
    "class-weights",
    "A function (y, C) that returns the penalty of each example, (N,), such that both "
    "classes have the same total penalty, and the mean of all penalties is C. "
    "y (N,) holds -1 and +1.",
    returns=("the penalties",),
    faulty=_class_weights,
    mistakes=CLASS_MISTAKES
    | read_mistakes(
        "in_practice",
        """
    two-missing + n-missing: N / 2 is missing: each class has the total penalty C, so that
        the penalties add up to 2C, and their mean should be C.
    two-missing + upside-down: each class is weighed by its share of the examples: a
        class with more examples must pay less for each.
    """,
    ),
    problems=always(
        (
            Problem((labels(-1, -1, 1, -1, -1, -1, 1), 3.0)),
            Problem((labels(1, -1, 1, 1, 1), 0.7)),
            Problem((labels(-1, 1, -1, -1, -1, -1, -1, -1), 10.0)),
        )
    ),
)


def _balanced_accuracy(on: Switch, y: Array, predicted: Array) -> float | Array:
    right = predicted != y if on("errors-counted") else predicted == y
    if on("plain-accuracy"):
        return float(right.mean())
    groups = predicted if on("precision-for-recall") else y
    if on("against-all"):
        shares = [np.mean(right & (groups == c)) for c in (-1, 1)]
    else:
        shares = [right[groups == c].mean() for c in (-1, 1)]
    if on("both-returned"):
        return np.array(shares[::-1])
    if on("both-returned-minus-first"):
        return np.array(shares)
    if on("positives-only"):
        return float(shares[1])
    if on("negatives-only"):
        return float(shares[0])
    if on("geometric-mean"):
        return float(np.sqrt(shares[0] * shares[1]))
    if on("harmonic-mean"):
        return float(2 * shares[0] * shares[1] / (shares[0] + shares[1]))
    if on("worse-class"):
        return float(min(shares))
    return float(sum(shares) / (1 if on("sum-for-mean") else 2))


BALANCED_MISTAKES = read_mistakes(
    "in_practice",
    """
    plain-accuracy: this is the share of all examples that are right: with 1 in 50 it is
        98% for a machine that never says +1.
    positives-only: this is the recall of class +1 alone: a machine that always says +1
        would get the full mark.
    negatives-only: this is the recall of class -1 alone: a machine that never says +1
        would get the full mark.
    precision-for-recall: the right ones are divided by the number predicted in each
        class: divide by the number that belong to it.
    against-all: the right ones of each class are divided by all examples: divide by the
        number of its own class.
    errors-counted: what is counted are the errors: asked for is the share that is
        right.
    geometric-mean: the root of the product is taken: asked for is the plain mean of the
        two.
    harmonic-mean: the harmonic mean is taken: asked for is the plain mean of the two.
    worse-class: only the class that fares worse is counted: asked for is the mean of
        the two.
    sum-for-mean: the two shares are added up: a perfect machine would get 2.
    both-returned: the two recalls are returned: return the mean of the two.
    both-returned-minus-first: the two recalls are returned: return the mean of the two.
    """,
)


BALANCED_ACCURACY = CHAPTER.exercise(
    "balanced-accuracy",
    "A function (y, predicted) that returns the mean of the two recalls: the share of "
    "class -1 that is right, and the share of class +1 that is right. y (N,) and "
    "predicted (N,) hold -1 and +1, each of them both.",
    returns=("the balanced accuracy",),
    faulty=_balanced_accuracy,
    mistakes=BALANCED_MISTAKES,
    problems=always(
        (
            Problem(
                (
                    labels(-1, -1, -1, -1, -1, -1, -1, 1, 1, 1),
                    labels(-1, -1, -1, -1, 1, -1, -1, 1, -1, -1),
                )
            ),
            Problem((labels(1, 1, -1, 1, 1, 1, -1), labels(1, 1, -1, -1, 1, 1, 1))),
            Problem(
                (
                    labels(-1, 1, -1, -1, -1, -1, -1, 1, -1),
                    labels(-1, 1, 1, -1, 1, -1, 1, -1, 1),
                )
            ),
        )
    ),
    not_finite="Is a class empty? The labels are -1 and +1.",
)

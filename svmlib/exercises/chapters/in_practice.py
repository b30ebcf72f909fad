"""Exercises of the chapter in_practice: features, penalties, and a score."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import Outputs
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise, Variant
from svmlib.exercises._mistakes import Mistake, Switch
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._binary_data import two_classes

CHAPTER = Chapter("in_practice", "In practice")
LARGEST_SMALL = 0.01  # a verdict still calls it "a small number"


def _one_if_at_most(bound: float, spread: Array) -> Array:
    return np.where(spread <= bound, 1, spread)


_one_for_zero = partial(_one_if_at_most, 0.0)
_at_least_small = partial(np.maximum, 1e-8)


def _centre_and_scale(
    makes: Switch,
    X: Array,
    divisor: Callable[[Array], Array],
    with_added: Callable[[Array], Array],
) -> tuple[Array, Array]:
    """What is subtracted from X, and what it is divided by."""
    axis = (
        None if makes("one-number-for-all") else 1 if makes("rows-for-columns") else 0
    )
    centre = X.mean(axis=axis, keepdims=True)
    spread = X.std(axis=axis, keepdims=True)
    if makes("divisor-n-minus-one"):
        count = np.float64(X.size // spread.size)
        spread = spread * np.sqrt(count / (count - 1))
    if makes("minimum-for-mean"):
        centre = X.min(axis=axis, keepdims=True)
    if makes("range-for-deviation"):
        low, high = X.min(axis=axis, keepdims=True), X.max(axis=axis, keepdims=True)
        spread = high - low
    if makes("variance-for-deviation"):
        spread = spread**2
    constant = np.ptp(X, axis=axis, keepdims=True) == 0
    if makes("not-centred"):
        centre = 0 * centre
    if makes("not-divided"):
        spread = np.ones_like(spread)
    if makes("constant-left-as-it-is"):
        centre = np.where(constant, 0, centre)
    if makes("rounding-for-spread"):
        return centre, divisor(spread)
    if makes("number-added"):
        return centre, with_added(spread)
    if makes("constant-divided"):
        return centre, spread
    return centre, np.where(
        constant, np.inf if makes("constant-to-zero") else 1, spread
    )


def _scale_features(
    makes: Switch,
    X_train: Array,
    X_test: Array,
    *,
    divisor: Callable[[Array], Array] = _one_for_zero,
    with_added: Callable[[Array], Array] = _at_least_small,
) -> tuple[Array, Array]:
    source = np.vstack([X_train, X_test]) if makes("both-together") else X_train
    of_test = X_test if makes("test-by-its-own") else source
    if makes("rows-for-columns"):  # then each example has its own numbers
        source, of_test = X_train, X_test

    def scaled(X: Array, source: Array) -> Array:
        centre, spread = _centre_and_scale(makes, source, divisor, with_added)
        if makes("brackets-missing"):
            return np.asarray(X - centre / spread)
        return np.asarray((X - centre) / spread)

    training = scaled(X_train, source)
    test = X_test if makes("test-not-scaled") else scaled(X_test, of_test)
    if makes("test-not-centred"):
        no_mean = training.mean(axis=0)  # but for rounding, which tiny numbers show
        test = scaled(X_test + (X_train.mean(axis=0) - no_mean), of_test)
    if makes("test-centred-by-its-own"):
        test = scaled(X_test + (X_train.mean(axis=0) - X_test.mean(axis=0)), of_test)
    return X_train if makes("training-not-scaled") else training, test


SCALE_FEATURES_MISTAKES = CHAPTER.read_mistakes(
    """
    test-by-its-own: the test set is scaled with its own numbers: then the same example
        would be another point in each set.
    test-centred-by-its-own: the test set is divided by the deviation of the training set,
        but its own mean is subtracted: both numbers have to come from the training set.
    both-together: the numbers come from both sets together: the test set must not be
        seen before the test.
    test-not-scaled: the test set comes back as it was: has it been scaled at all, or
        with numbers of the training set after that was scaled?
    test-not-centred: the test set is divided and not centred: is the mean taken of the
        training set after that was scaled? It's 0 then.
    training-not-scaled: the training set comes back as it was. Is what is computed for it
        stored, and returned?
    test-not-scaled + training-not-scaled: both sets come back as they were. Is what is
        computed stored, and returned?
    rows-for-columns: each example is scaled by itself: a feature is a column. Which
        axis does the mean run along?
    one-number-for-all: one mean and one divisor serve all features: each feature has
        its own unit, and needs its own.
    variance-for-deviation: the divisor is squared: the variance has the square of the
        feature's unit, and the unit would not cancel.
    divisor-n-minus-one: the standard deviation is taken with N - 1: the exercise asks
        for the one with N, as np.std has it by default.
    range-for-deviation: the divisor is the range, largest minus smallest: the exercise
        asks for the standard deviation.
    minimum-for-mean: the smallest value is subtracted, not the mean.
    not-centred: nothing is subtracted: the mean of a scaled feature is 0.
    not-divided: the features are centred and not divided: they keep their units.
    rounding-for-spread: a constant feature is divided by what rounding leaves of its
        deviation: 1.4e-17, if it is 0.1 in each of three examples. Don't compare the
        deviation with 0: compare the feature's largest value with its smallest.
    number-added: a small number is added to the deviation, or takes its place: a
        feature that is constant in the training set is then divided by that number.
    brackets-missing: only the mean is divided: a - b / c is not (a - b) / c.
    constant-left-as-it-is: a feature that is constant in the training set is not
        centred: leave out the division only.
    constant-divided: nothing keeps a divisor from being 0: where a feature is constant
        in the training set, leave out the division.
    constant-to-zero: a feature that is constant in the training set is 0 in the test
        set, whatever it was there: leave out the division only.
    minimum-for-mean + range-for-deviation: the features are scaled to 0..1, by the
        smallest and the largest value: the exercise asks for mean and standard
        deviation.
    """,
)


class _SetDrawer:
    """Draws training and test sets, as (X_train, X_test), and changes their features."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng

    def __call__(
        self,
        N: int | None = None,
        M: int | None = None,
        D: int | None = None,
        size: float = 1.0,
    ) -> tuple[Array, Array]:
        """Draw two sets whose features differ in place and in spread."""
        D = D or int(self.rng.integers(2, 5))
        M, N = M or int(self.rng.integers(2, 7)), N or int(self.rng.integers(3, 8))
        centre, spread = self.rng.normal(size=D), self.rng.uniform(0.5, 3, size=D)
        X = np.zeros((N + M, D))
        while not _each_feature_varies(X[:N]):
            X = (centre + spread * self.rng.normal(size=(N + M, D))).round(2)
        return size * X[:N], size * X[N:]

    def constant(
        self, columns: int | None = None, test: bool = False, **sizes: int
    ) -> tuple[Array, Array]:
        """Make features constant, at a value whose mean is exact."""
        X_train, X_test = self(**sizes)
        for j in self.rng.permutation(X_train.shape[1])[:columns]:
            value = float(self.rng.choice([-1.5, 0.5, 1.5, 2.5]))
            moved = self.rng.permutation(np.arange(len(X_test)) - 1)
            X_train[:, j], X_test[:, j] = value, value + (0 if test else moved)
        return X_train, X_test

    def all_but_one(
        self,
        N: int,
        rows: tuple[int, int],
        usual: float,
        exception: float,
        D: int | None = None,
    ) -> tuple[Array, Array]:
        """Make a feature constant but for one example, in one of these rows."""
        X_train, X_test = self(N, 4, D)
        is_exception = np.arange(N) == self.rng.integers(*rows)
        X_train[:, 0] = np.where(is_exception, exception, usual)
        return X_train, X_test

    def zero_feature(self, in_test: bool) -> tuple[Array, Array]:
        """Make a feature 0 in the training set, or in both."""
        X_train, X_test = self(M=4)
        j = self.rng.integers(len(X_train.T))
        X_train[:, j] = 0
        X_test[:, j] = (not in_test) * self.rng.permutation([0, 1, -1, 2])
        return X_train, X_test

    def whole_numbers(self) -> tuple[Array, Array]:
        """Draw counts, whose mean is none, in arrays of integers."""
        while True:
            X_train, X_test = ((3 * X).round().astype(np.int64) for X in self(3, 2, 2))
            if (X_train.sum(axis=0) % 3).all() and _each_feature_varies(X_train):
                return X_train, X_test

    def large(self) -> tuple[Array, Array]:
        """Draw numbers such as time stamps, where E[x^2] - E[x]^2 is no variance.

        A feature's deviation is less than 1e-11 of its mean.
        """
        while True:
            X_train, X_test = ((10 * X).round() + 2e12 for X in self(4, 3))
            square = (X_train**2).mean(axis=0)
            is_negative = (square <= X_train.mean(axis=0) ** 2).any()
            if is_negative and X_train.std(axis=0).min() < 15:
                return X_train, X_test


def _each_feature_varies(X: Array) -> bool:
    return bool((X.std(axis=0) > 0.2).all())


def _scale_problems(rng: np.random.Generator) -> Iterator[Problem]:
    sets = _SetDrawer(rng)
    yield Problem(sets(6, 4, 3))
    yield Problem(sets(7, 3, 2))
    one = "a feature is constant in the training set"
    yield Problem(sets.constant(1, N=5, M=4, D=3), one)
    yield Problem(sets.constant(1), one)
    yield Problem(sets.constant(2, D=4), "several features are constant")
    yield Problem(sets.constant(), "all features are constant")
    kind: str = SmallNumbers("rounding leaves some deviation of a constant feature")
    for value, N in ((0.1, 3), (98.6, 3), (987654.3, 3), (0.3, 1000)):
        X_train, X_test = sets(N, 4)
        X_train[:, 0] = value  # with deviations from 1.4e-17 to 1.2e-10
        X_test[:, 0] = value + np.array([0, 1, -1, 2])
        yield Problem((X_train, X_test), kind, max(1.0, value))
    kind = "a feature is constant in both sets"
    yield Problem(sets.constant(1, test=True), kind)
    X_train, X_test = sets(4, 4)
    X_train[:, -1], X_test[:, -1] = 1, rng.permutation([1, 2, 0, 3])
    yield Problem((X_train, X_test), "a feature is 1 in the whole training set")
    for unit in (1, WRAPS_TO_ZERO):
        X_train, X_test = sets.whole_numbers()
        kind = WholeNumbers("the features are integers")
        yield Problem((unit * X_train, unit * X_test), kind)
    kind = WholeNumbers("X_train is an array of integers")
    yield Problem((X_train, X_test + 0.4), kind)
    kind = WholeNumbers("X_test is an array of integers")
    yield Problem((X_train + 0.4, X_test), kind)
    X_train, X_test = sets()
    X_test[:, rng.integers(len(X_test.T))] = 1.5
    yield Problem((X_train, X_test), "a feature is constant in the test set alone")
    kind = "a feature is the same in all training examples but one"
    yield Problem(sets.all_but_one(14, (10, 13), 1.5, -0.5), kind)
    N = thousands(rng)
    yield Problem(sets.all_but_one(N, (1020, 1080), 3, 4, 2), kind)
    X_train, X_test = sets(4, 3, 2)
    X_train[:, 0], X_train[:, 1] = [0, 1, 1, 1], [-5, 5, 5, -5]
    X_test[:, 0], X_test[:, 1] = [1, 0, 1], [5, -5, 5]
    yield Problem((X_train, X_test), "each feature has two values")
    yield Problem(sets(D=1), "there is one feature")
    yield Problem(sets(20, 2, tens_or_hundreds(rng)), "there are many features")
    yield Problem(sets(2), "there are two training examples")
    X_train, X_test = sets()
    yield Problem((X_train[:1], X_test), "there is one training example")
    yield Problem(
        sets(tens_or_hundreds(rng), tens_or_hundreds(rng), 2), "there are many examples"
    )
    kind = "there are more than a thousand features"
    yield Problem(sets(20, 2, thousands(rng)), kind)
    X_train, X_test = sets(thousands(rng), thousands(rng), 2)
    yield Problem((X_train, X_test), "there are more than a thousand examples")
    X_train, X_test = X_train.copy(), X_test[:3]
    X_train[-1, 0] = 1e4  # of so many examples, one can be 45 deviations from the mean
    kind = LargeNumbers("a training example is far from all others")
    yield Problem((X_train, X_test), kind)
    X_train, X_test = sets()
    X_test[-1, 0] = 1e9
    yield Problem(
        (X_train, X_test), LargeNumbers("a test example is far from all others")
    )
    X_train = rng.permutation([-3.0, -1, 1, 3])[:, None] * rng.integers(1, 5, 3)
    X_test = 2.0**-17 * rng.integers(-3, 4, (3, 3))
    yield Problem((X_train, X_test), "the test set is close to the mean", 1e-5)
    kind = (
        "the numbers are large beside their spread (float32 is too coarse for them, and "
        "float64 for their squares)"
    )
    yield Problem(sets.large(), LargeNumbers(kind))
    yield Problem(sets(M=1), "there is one test example")
    yield Problem(sets(4, 9), "the test set is the larger one")
    yield Problem(sets(size=1e9), LargeNumbers("the numbers are large"))
    for size in (1e-10, 3e-18):  # the squares of smaller ones are 0 in float32
        yield Problem(sets(M=2, size=size), SmallNumbers("the numbers are tiny"))
    yield Problem(sets.zero_feature(False), "a feature is 0 in all training examples")
    yield Problem(sets.zero_feature(True), "a feature is 0 in both sets")
    X_train, X_test = sets()
    yield Problem((0 * X_train, X_test), "all training examples hold zeros only")
    yield Problem((X_train, 0 * X_test), "all test examples hold zeros only")
    X_train, X_test = sets(4, 4, 4)  # squares, too
    X_train[-1], X_test[-1] = X_train[0], X_test[0]
    yield Problem((X_train, X_test), "an example comes twice")
    for number, where in enumerate(("training", "test")):
        drawn = sets()
        drawn[number][-1] = 0
        yield Problem(drawn, f"a {where} example holds zeros only")


def _fit_divisor(
    problems: Sequence[Problem], got: Sequence[Outputs]
) -> Iterator[Variant]:
    """Fit the small number that is added to a deviation, or that it is compared with."""
    shown = bound = 0.0
    for (X_train, X_test), outputs in zip([p.args for p in problems], got, strict=True):
        if [part.shape for part in outputs] != [X_train.shape, X_test.shape]:
            return
        constant = np.ptp(X_train, axis=0) == 0
        spread = X_train.std(axis=0)
        # A feature that isn't divided by its tiny deviation stays tiny.
        undivided = (spread < 1e-6) & (np.abs(outputs[0]).max(axis=0) < 1e-3)
        bound = max(bound, float(spread[undivided].max(initial=0)))
        one = constant & (X_test - X_train[0] == 1)
        shown = max(shown, float(outputs[1][one].max(initial=0)))
    if bound:
        yield Variant(
            Mistake("rounding-for-spread", _COMPARED, "in_practice"),
            partial(_scale_features, divisor=partial(_one_if_at_most, bound)),
        )
    if not 1 / LARGEST_SMALL < shown < np.inf:  # of a distance of 1 from the mean
        return
    added = 1 / shown
    text = (
        f"a small number, {added:.1g}, is added to the deviation, or takes its place: "
        "a feature that is constant in the training set is then divided by that number."
    )
    mistake = Mistake("number-added", text, "in_practice")
    for way in (np.maximum, np.add):
        with_added = partial(way, added)
        yield Variant(mistake, partial(_scale_features, with_added=with_added))


_COMPARED = (
    "the deviation is compared with a small number: rounding leaves more of it where a "
    "constant feature is large, 1.2e-10 where it is 987654.3 in each of three examples, and a "
    "feature that varies may have less. Compare its largest value with its smallest."
)


CHAPTER.add(
    Exercise(
        "scale-features",
        "A function (X_train, X_test) that returns both, X_train (N, D) and X_test (M, "
        "D), with each feature scaled: minus its mean, divided by its standard "
        "deviation (with N, as np.std has it), both taken where they may be taken. A "
        "feature that is constant in X_train is centred and not divided.",
        returns=("the training set", "the test set"),
        implementation=_scale_features,
        mistake_table=SCALE_FEATURES_MISTAKES,
        problems=_scale_problems,
        changes=Changes(
            new_values={
                "X_train": lambda X_train, X_test: MANY_DIGITS * np.flip(X_train)
            }
        ),
        find_variants=_fit_divisor,
        often_together=(
            ("test-by-its-own", "minimum-for-mean"),
            ("divisor-n-minus-one", "range-for-deviation"),
            ("constant-divided",),
        ),
        not_finite_question="Is a divisor 0, as for a constant feature, or a difference "
        "of large numbers that rounding has spoilt?",
    )
)


def _class_weights(makes: Switch, y: Array, C: float) -> Array:
    N, plus = len(y), float(y.sum() if makes("sum-for-count") else np.sum(y == 1))
    own = np.where(y == 1, plus, N - plus)
    counts = N - own if makes("counts-exchanged") else own
    penalties = (1 if makes("n-missing") else N) / (2 * counts)
    if makes("two-missing"):
        penalties = 2 * penalties
    if makes("upside-down"):
        penalties = 1 / penalties
    if makes("rare-raised-only"):
        penalties = penalties / np.abs(penalties).min()
    if makes("plus-raised-only"):
        penalties = penalties / np.abs(penalties[y == -1]).min()
    if makes("counts-multiplied"):
        penalties = N / 2 * counts
    if makes("share-of-other"):
        penalties = 1 - own / N
    if makes("ratio-for-both"):
        penalties = (N - own) / own
    if makes("same-for-all"):
        penalties = np.ones(N)
    if makes("labels-as-places"):
        penalties = np.full(N, penalties[y == 1][0])
    penalties = penalties if makes("c-forgotten") else C * penalties
    if makes("labels-zero-one"):
        penalties = np.where(y == 1, penalties, 0)
    if makes("whole-penalties"):
        penalties = np.trunc(penalties)
    if makes("one-a-class"):
        return penalties[[np.argmax(y == -1), np.argmax(y == 1)]]
    return np.asarray(penalties)


CLASS_WEIGHTS_MISTAKES = CHAPTER.read_mistakes(
    """
    counts-exchanged: each class is weighted by the count of the other: the rare class
        then weighs even less.
    upside-down: the fraction is upside down: a class with more examples must pay less
        for each.
    two-missing: each class weighs what both should weigh together: the mean of the
        penalties is not C.
    n-missing: N is missing: the penalties add up to C, and their mean should be C.
    rare-raised-only: the larger class keeps C and only the rare one is raised: the
        ratio is right, the mean of the penalties is not C.
    plus-raised-only: class -1 keeps C and class +1 gets the ratio times C: both classes
        do weigh the same, but the mean of the penalties is not C.
    counts-multiplied: the brackets around 2 * counts are missing: / 2 * counts divides
        by 2 and multiplies by the counts.
    share-of-other: each class is weighted by the share of the other: both classes do
        weigh the same, but the mean of the penalties is not C.
    ratio-for-both: each class is weighted by the other's count over its own: the rare
        class then weighs more than the other.
    same-for-all: all examples have one penalty: then the larger class outvotes the other.
    labels-as-places: every example has the penalty of class +1: are two penalties indexed
        with the labels? In an array of two, the place -1 is the last one, as 1 is.
    c-forgotten: C has no effect: the mean of the penalties must be C.
    whole-penalties: the penalties are cut off to whole numbers. Is it `//` where `/` is
        meant, or do they stand in an array of integers? One that is made like y, by
        np.zeros_like(y) or y.copy(), holds integers as y does.
    labels-zero-one: the penalty of class -1 stays 0: is it assigned where y is 0? The
        labels are -1 and +1.
    sum-for-count: the labels are added up to count a class: with -1 and +1 they cancel.
    one-a-class: two penalties are returned, that of class -1 first: return one for each
        example.
    counts-exchanged + labels-as-places: every example has the penalty of class -1: are two
        penalties indexed with the labels? In an array of two, the place -1 is the last one,
        as 1 is.
    counts-exchanged + one-a-class: two penalties are returned, that of class +1 first:
        return one for each example.
    """,
)


def _class_weights_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str, N: int | None = None, plus: int | None = None, C: float | None = None
    ) -> Problem:
        """Draw labels, of unequal classes unless it is said how many are +1."""
        N = N or int(rng.integers(5, 10))
        if plus is None:
            plus = int(rng.choice([k for k in range(2, N - 1) if 2 * k != N]))
        C = C or float(rng.choice([0.7, 2.5, 3.5, 10.5]))
        return Problem((two_classes(rng, N, plus), C), kind, min(1.0, C))

    yield problem("", 7, 2, 3.0)
    yield problem("class +1 is the larger one", 8, 5)
    yield problem("class -1 is the larger one", 9, 3)
    yield problem("class +1 has one example", plus=1)
    yield problem("class -1 has one example", 6, 5)
    yield problem("both classes are equally large", 6, 3)
    yield problem("there are two examples", 2, 1)
    yield problem("there are many examples", int(rng.integers(20, 40)))
    yield problem("a class is rare", 40, 1)
    rare = "a class has one example in more than a thousand"
    yield problem(rare, int(rng.integers(2010, 2100)), 1)  # a penalty above 1000 C
    # Not in the thousands: a program that counts anew for each example takes long.
    few, many = int(rng.integers(270, 320)), int(rng.integers(800, 900))
    yield problem("there are more than a thousand examples", few + many, few)
    yield problem("there are more than a thousand examples", few + many, many)
    yield problem(WholeNumbers("C is the integer 3"), C=3)
    minus = int(rng.choice([3, 5, 6]))
    yield problem("the penalty of class -1 is 1", 8, 8 - minus, minus / 4)
    yield problem(LargeNumbers("C is large"), C=1e9)
    yield problem(SmallNumbers("C is tiny"), C=1e-9)


CHAPTER.add(
    Exercise(
        "class-weights",
        "A function (y, C) that returns the penalty of each example, (N,), such that "
        "both classes have the same total penalty, and the mean of all penalties is C. "
        "y (N,) holds -1 and +1.",
        returns=("the array of penalties",),
        implementation=_class_weights,
        mistake_table=CLASS_WEIGHTS_MISTAKES
        | CHAPTER.read_mistakes(
            """
    two-missing + n-missing: N / 2 is missing: each class has the total penalty C, so that
        the penalties add up to 2C, and their mean should be C.
    counts-exchanged + upside-down: each class is weighted by twice the share of the
        other: both classes do weigh the same, but the mean of the penalties is not C.
    two-missing + upside-down: each class is weighted by its share of the examples: a
        class with more examples must pay less for each.
    """,
        ),
        problems=_class_weights_problems,
        changes=Changes(new_values={"y": lambda y, C: np.roll(y, 1)}),
        not_finite_question="Is a class empty? The labels are -1 and +1.",
    )
)


def _balanced_accuracy(makes: Switch, y: Array, predicted: Array) -> float:
    right = predicted != y if makes("errors-counted") else predicted == y
    if makes("plain-accuracy"):
        return float(right.mean())
    groups = predicted if makes("precision-for-recall") else y
    sizes = [len(y) if makes("against-all") else np.sum(groups == c) for c in (-1, 1)]
    shares = [
        np.sum(right & (groups == c)) / size
        for c, size in zip((-1, 1), sizes, strict=True)
    ]
    if makes("positives-only"):
        return float(shares[1])
    if makes("negatives-only"):
        return float(shares[0])
    if makes("harmonic-mean"):
        return float(2 * shares[0] * shares[1] / (shares[0] + shares[1]))
    return float(sum(shares) / (1 if makes("shares-summed") else 2))


BALANCED_ACCURACY_MISTAKES = CHAPTER.read_mistakes(
    """
    plain-accuracy: this is the share of all examples that are right: if 1 in 50 is +1,
        it is 98% for a classifier that never says +1.
    positives-only: this is the recall of class +1 alone: a classifier that always says
        +1 would get full marks.
    negatives-only: this is the recall of class -1 alone: a classifier that never says +1
        would get full marks.
    precision-for-recall: the right ones are divided by the number predicted in each
        class, which is its precision: divide by the number that belong to it.
    against-all: the right ones of each class are divided by all examples: divide by the
        number of its own class.
    errors-counted: the errors are counted: the exercise asks for the share that is
        right.
    harmonic-mean: the harmonic mean is taken: the exercise asks for the plain mean of
        the two.
    shares-summed: the two shares are added up: a perfect classifier would get 2.
    """,
)


def _balanced_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(
        kind: str, num_minus: int, num_plus: int, num_right: tuple[int, int]
    ) -> Problem:
        """Draw so many labels -1 and +1. Of each, so many predictions are right."""
        y = two_classes(rng, num_minus + num_plus, num_plus)
        predicted = y.copy()
        for label, right in zip((-1, 1), num_right, strict=True):
            members = rng.permutation(np.flatnonzero(y == label))
            predicted[members[: len(members) - right]] *= -1
        return Problem((y, predicted), kind)

    few, many = int(rng.integers(2, 4)), int(rng.integers(5, 9))
    yield problem("", 7, 3, (6, 1))
    yield problem("", 9, 4, (7, 3))
    yield problem("class +1 is the larger one", few, many, (1, many - 2))
    yield problem("class -1 is the larger one", many, few, (many - 2, 1))
    yield problem("both classes are equally large", few, few, (few, 1))
    yield problem("every prediction is right", many, few, (many, few))
    yield problem("every prediction is wrong", few, many, (0, 0))
    yield problem("the prediction is always -1", many, few, (many, 0))
    yield problem("the prediction is always +1", many, few, (0, few))
    yield problem("class +1 has one example", many, 1, (many - 2, 1))
    yield problem("class -1 has one example", 1, many, (1, many - 2))
    for right in ((1, 1), (1, 0)):
        yield problem("there are two examples", 1, 1, right)
    yield problem("there are many examples", 30, 12, (22, 7))
    few, many = int(rng.integers(290, 320)), thousands(rng)
    for sizes in ((few, many), (many, few)):
        right = few - int(rng.integers(9, 20)), few - int(rng.integers(20, 30))
        yield problem("there are more than a thousand examples", *sizes, right)
    yield problem(
        "a class has two right ones in more than a thousand", many, few, (2, few)
    )
    kind = "one prediction in more than a thousand is right"
    yield problem(kind, few, many, (0, 1))._replace(tolerance_scale=1e-3)


CHAPTER.add(
    Exercise(
        "balanced-accuracy",
        "A function (y, predicted) that returns the mean of the two recalls: the share "
        "of class -1 that is right, and the share of class +1 that is right. y (N,) "
        "and predicted (N,) hold -1 and +1, and y holds both.",
        returns=("the balanced accuracy",),
        implementation=_balanced_accuracy,
        mistake_table=BALANCED_ACCURACY_MISTAKES,
        problems=_balanced_problems,
        changes=Changes(
            new_values={
                "y": lambda y, predicted: np.roll(y, 1),
                "predicted": lambda y, predicted: np.roll(predicted, 2),
            }
        ),
        not_finite_question="Is a class empty, or never predicted? The labels are -1 and "
        "+1.",
    )
)

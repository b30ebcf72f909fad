"""Exercises of the chapter kernels: polynomial, RBF, and the decision function."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch, only
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    log_uniform,
    tens_or_hundreds,
    thousands,
)
from svmlib.exercises.chapters._binary_data import (
    INTEGER_EXAMPLES,
    dual_problems,
    one_class,
    unconstrained,
)
from svmlib.exercises.chapters.duality import (
    SMALL_LEFT_OUT,
    WEIGHTS_FROM_ALPHA_MISTAKES,
    without_small,
)

CHAPTER = Chapter("kernels", "Kernels")

WHOLE = WholeNumbers("X and Y are arrays of integers")


def _rows(rng: np.random.Generator) -> Iterator[tuple[Array, Array, str]]:
    """X and Y of every kind, with equally many rows only where the kind says so."""

    def rows(
        kind: str, N: int | None = None, M: int | None = None, D: int | None = None
    ) -> tuple[Array, Array, str]:
        N, M = N or int(rng.integers(2, 4)), M or int(rng.integers(4, 6))
        D = D or int(rng.integers(2, 5))
        X, Y = rng.normal(size=(N, D)).round(1), rng.normal(size=(M, D)).round(1)
        return X, Y, kind

    yield rows("", 4, 3, 2)
    yield rows("X has one row", 1)
    yield rows("Y has one row", 3, 1)
    yield rows("X and Y have one row each", 1, 1)
    yield rows("both have one feature", D=1)
    for D, many in (
        (tens_or_hundreds(rng), "many"),
        (thousands(rng), "more than a thousand"),
    ):
        X, Y, kind = rows(f"there are {many} features", D=D)
        size = 2 / np.sqrt(D)
        yield (size * X).round(3), (size * Y).round(3), kind
    yield rows("X has many rows", tens_or_hundreds(rng), 3, 2)
    yield rows("Y has many rows", 3, tens_or_hundreds(rng), 2)
    yield rows("X has more than a thousand rows", thousands(rng), 2, 2)
    yield rows("Y has more than a thousand rows", 2, thousands(rng), 2)
    yield rows("X and Y have equally many rows", 3, 3)
    X, _, kind = rows("X and Y are the same")
    yield X, X.copy(), kind
    yield X, X, "X and Y are one array"
    X, Y, kind = rows("a row is zero")
    X[0] = 0
    yield X, Y, kind
    X, Y, _ = rows(kind)
    Y[1] = 0
    yield X, Y, kind
    X, Y, kind = rows("all rows of X are zero")
    yield 0 * X, Y, kind
    X, Y, kind = rows("all rows of Y are zero")
    yield X, 0 * Y, kind
    X, Y, kind = rows("a row of X is a row of Y")
    X[0] = Y[1]
    yield X, Y, kind
    X, Y, kind = rows("a row is there twice")
    Y[0] = Y[1]
    yield X, Y, kind
    X, Y, kind = rows("a feature is constant")
    X[:, 0] = Y[:, 0] = 0.5
    yield X, Y, kind
    X, Y, kind = rows(WHOLE)
    yield (3 * X).astype(np.int64), (3 * Y).astype(np.int64), kind
    X, Y, _ = rows("", D=2)
    X = rng.integers(1, 3, X.shape)
    yield X, Y, WholeNumbers("X is an array of integers")
    yield Y, X, WholeNumbers("Y is an array of integers")
    X, Y, kind = rows("all inner products are positive")
    yield np.abs(X) + 0.1, np.abs(Y) + 0.1, kind
    X, Y, kind = rows("all inner products are negative")
    yield np.abs(X) + 0.1, -np.abs(Y) - 0.1, kind
    X, Y, kind = rows("the rows are close to each other")
    yield 0.1 * X, 0.1 * Y, kind
    for whose in ((1, 0), (0, 1), (0, 0)):
        X, Y, kind = rows("a feature is 0 in all rows of X or Y")
        column = rng.integers(X.shape[1])
        X[:, column] *= whose[0]
        Y[:, column] *= whose[1]
        yield X, Y, kind


def _large_whole(X: Array, Y: Array) -> tuple[Array, Array]:
    """Large integers in place of numbers of order 1."""
    A, B = (WRAPS_TO_ZERO * rows.round().astype(np.int64) for rows in (X, Y))
    return A, B


ARGUMENTS_EXCHANGED = CHAPTER.read_mistakes(
    """
    transposed: X and Y are exchanged: a row of the result belongs to a row of X.
    """,
)


def polynomial_kernel(
    makes: Switch, X: Array, Y: Array, degree: int, gamma: float, coef0: float
) -> Array:
    """Polynomial kernel of the rows of X with those of Y."""
    terms = X[:, None] * Y
    K: Array = terms if makes("features-not-summed") else terms.sum(axis=2)
    if makes("coef0-missing"):
        coef0 = 0.0
    if makes("coef0-of-each-feature"):
        coef0 = coef0 * X.shape[1]
    if makes("gamma-coef0-exchanged"):
        gamma, coef0 = coef0, gamma
    if makes("gamma-left-out"):
        gamma = 1.0
    if makes("gamma-divides"):
        gamma = float(np.divide(1, gamma))  # it may be a coef0 of 0
    if makes("only-coef0-raised"):
        degree, coef0 = 1, np.float64(coef0) ** degree
    outside = gamma if makes("gamma-outside") else 1.0
    K = K if makes("gamma-outside") else gamma * K
    inside = gamma * coef0 if makes("gamma-on-coef0") else coef0
    after = inside if makes("coef0-after-power") else 0.0
    K = K + (inside - after)
    if makes("degree-multiplies"):
        K = degree * K
    elif not makes("degree-left-out"):
        K = K**degree
    K = outside * K + after
    return K.swapaxes(0, 1) if makes("transposed") else K


POLYNOMIAL_KERNEL_MISTAKES = ARGUMENTS_EXCHANGED | CHAPTER.read_mistakes(
    """
    coef0-missing: coef0 has no effect: without it there are no terms of lower order.
    coef0-of-each-feature: coef0 is added once for each feature: first the inner product,
        then coef0.
    gamma-left-out: gamma has no effect: it scales the inner product.
    gamma-divides: the inner product is divided by gamma: it is a factor.
    gamma-outside: gamma stands outside of the power: it scales the inner product alone.
    gamma-on-coef0: gamma multiplies coef0 as well: it scales the inner product alone.
    gamma-coef0-exchanged: gamma and coef0 are exchanged: gamma is the factor, coef0 is
        added.
    degree-left-out: degree has no effect: this is a linear kernel and a constant.
    degree-multiplies: degree is a factor here: it should be the exponent.
    only-coef0-raised: only coef0 is raised to the power: a + b ** c is not (a + b) ** c.
    coef0-after-power: coef0 is added after the power: it belongs inside of it.
    features-not-summed: the products of the features are not added up: the kernel of
        two examples is one number.
    """,
)


def _polynomial_problem(
    X: Array, Y: Array, degree: int, gamma: float, coef0: float, kind: str
) -> Problem:
    size = gamma * np.abs(X) @ np.abs(Y.T) + abs(coef0)
    return Problem(
        (X, Y, degree, gamma, coef0), kind, float((size**degree).max(initial=1e-30))
    )


def _special_polynomials(
    rng: np.random.Generator,
    X: Array,
    Y: Array,
    degree: int,
    gamma: float,
    coef0: float,
) -> Iterator[Problem]:
    """Change an ordinary problem: degree, gamma, coef0 and the rows, one after another."""
    yield _polynomial_problem(X, Y, 3, 0.4, 0.8, "")
    yield _polynomial_problem(X, Y, 1, gamma, coef0, "degree = 1")
    # Every entry has a fraction, which an array made like X @ Y.T would lose.
    A, B = (rows.round().astype(np.int64) for rows in (X, Y))
    yield _polynomial_problem(A, B, 1, gamma, 0.75, WHOLE)
    args = *_large_whole(X, Y), degree, gamma, coef0
    yield _polynomial_problem(*args, WHOLE)
    yield _polynomial_problem(X, Y, 4, gamma, coef0, "degree = 4")
    yield _polynomial_problem(X, Y, 5, gamma, coef0, "degree = 5")
    args = np.abs(X), np.abs(Y), log_uniform(rng, 6, 16), gamma, coef0
    yield _polynomial_problem(*args, LargeNumbers("degree is large"))
    A, B = (np.ceil(np.abs(rows)) for rows in (X, Y))
    # Beyond what int8 holds.
    args = A, B, log_uniform(rng, 130, 300), 2.0**-8, 1.0
    yield _polynomial_problem(*args, LargeNumbers("degree is very large"))
    yield _polynomial_problem(
        X, Y, degree, 3, coef0, WholeNumbers("gamma is the integer 3")
    )
    yield _polynomial_problem(X, Y, degree, 1e6, coef0, LargeNumbers("gamma is large"))
    yield _polynomial_problem(X, Y, degree, 0.01, coef0, SmallNumbers("gamma is small"))
    args = 1e-8 * X, 1e-8 * Y, degree, 1e16 * gamma, coef0
    yield _polynomial_problem(*args, LargeNumbers("a large gamma meets tiny rows"))
    yield _polynomial_problem(
        X, Y, degree, 1e-6, 0.0, SmallNumbers("coef0 is 0 beside a tiny gamma")
    )
    yield _polynomial_problem(X, Y, degree, gamma, 0.0, "coef0 = 0")
    yield _polynomial_problem(
        X, Y, degree, gamma, 3, WholeNumbers("coef0 is the integer 3")
    )
    yield _polynomial_problem(X, Y, degree, gamma, 1e6, LargeNumbers("coef0 is large"))
    args = 1e7 * X, 1e7 * Y, 2, gamma, coef0
    yield _polynomial_problem(*args, LargeNumbers("the rows are large"))
    args = 1e-3 * X, 1e-3 * Y, degree, gamma, 2e-6
    yield _polynomial_problem(*args, SmallNumbers("coef0 is as tiny as the rows"))


def _polynomial_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for X, Y, kind in _rows(rng):
        degree = int(rng.choice([2, 3]))
        gamma, coef0 = float(rng.choice([0.4, 1.7])), float(rng.choice([0.8, 1.5, 2.0]))
        yield _polynomial_problem(X, Y, degree, gamma, coef0, kind)
        if not kind:
            yield from _special_polynomials(rng, X, Y, degree, gamma, coef0)


CHAPTER.add(
    Exercise(
        "polynomial-kernel",
        "A function (X, Y, degree, gamma, coef0) that returns the polynomial kernel of "
        "every row of X (N, D) with every row of Y (M, D): (N, M). degree is a whole "
        "number >= 1, gamma above 0 and coef0 not below 0.",
        returns=("K",),
        implementation=polynomial_kernel,
        mistake_table=POLYNOMIAL_KERNEL_MISTAKES,
        problems=_polynomial_problems,
        changes=Changes(
            new_values={
                "degree": lambda X, Y, degree, gamma, coef0: 5 - degree,  # 2 or 3
                "gamma": lambda X, Y, degree, gamma, coef0: gamma / MANY_DIGITS,
            }
        ),
    )
)


def _squares(makes: Switch, X: Array, Y: Array) -> Array:
    """Squared distances (N, M); with a mistake, others, or (N, M, D)."""
    if makes("norms-not-squared"):
        norms = [np.sqrt((rows**2).sum(axis=1)) for rows in (X, Y)]
        return np.asarray(norms[0][:, None] + norms[1] - 2 * X @ Y.T)
    gaps = X[:, None] - Y
    terms = np.abs(gaps) if makes("absolute-differences") else gaps**2
    if makes("cross-once"):
        terms = terms + X[:, None] * Y
    if makes("cross-added"):
        terms = terms + 4 * X[:, None] * Y
    if makes("features-not-summed") or makes("exp-before-sum"):
        return np.asarray(terms)
    d2: Array = terms.mean(axis=2) if makes("mean-over-features") else terms.sum(axis=2)
    return np.sqrt(np.maximum(0, d2)) if makes("distance-not-squared") else d2


def _bell(makes: Switch, exponent: Array) -> Array:
    exponent = exponent if makes("sign-missing") else -exponent
    K: Array = exponent if makes("exp-missing") else np.exp(exponent)
    if makes("exp-before-sum") and K.ndim == 3:
        K = K.sum(axis=2)
    return K.swapaxes(0, 1) if makes("transposed") else K


BELL_MISTAKES = ARGUMENTS_EXCHANGED | CHAPTER.read_mistakes(
    """
    distance-not-squared: the distance is not squared: was a root taken, as in a norm?
        The exponent has its square.
    absolute-differences: absolute differences are added up: the exponent has the squared
        distance, which is a sum of squares.
    sign-missing: the minus in the exponent is missing: the farther apart two points
        are, the smaller their kernel should be.
    exp-missing: this is the exponent: the exponential is still to be taken.
    mean-over-features: the exponent is divided by the number of features: the squared
        distance is a sum over them, and not a mean.
    cross-once: the 2 of the mixed term is missing: multiply out the squared distance
        again.
    cross-added: the mixed term is added: it has a minus in the squared distance.
    norms-not-squared: the squared distance is multiplied out with the norms of the two,
        where their squares belong.
    exp-before-sum: each feature has its own exponential, and these are added up: first
        the sum of the squares, then the exponential.
    features-not-summed: the squares are not added up over the features: the kernel of
        two examples is one number.
    """,
)


ROOT_OR_PRODUCT = (
    "Is a root taken of a squared distance? Multiplied out, it may be just below 0 by "
    "rounding. Or are exponentials multiplied, one so large that it is inf, and another "
    "so small that it is 0? Add the exponents first."
)


def _rbf_kernel(makes: Switch, X: Array, Y: Array, gamma: float) -> Array:
    if makes("gamma-left-out"):
        gamma = 1.0
    if makes("gamma-as-width"):
        gamma = 1 / (2 * gamma**2)
    if makes("gamma-squared"):
        gamma = gamma**2
    if makes("gamma-divides"):
        gamma = 1 / gamma
    if makes("half-gamma"):
        gamma = gamma / 2
    if makes("inner-product"):
        return _bell(makes, -gamma * (X @ Y.T))
    return _bell(makes, gamma * _squares(makes, X, Y))


RBF_KERNEL_MISTAKES = BELL_MISTAKES | CHAPTER.read_mistakes(
    """
    gamma-left-out: gamma has no effect: it says how fast the kernel falls.
    gamma-divides: the squared distance is divided by gamma: it is a factor.
    gamma-as-width: gamma is taken for a width sigma, whose square divides: it is a
        factor of the squared distance.
    half-gamma: there is a 1/2 in the exponent: with gamma there is none, it belongs to
        the form with sigma.
    gamma-squared: gamma is squared: it is a factor of the squared distance, as it is.
    inner-product: the exponent has the inner product of the two: it should have their
        squared distance.
    inner-product + sign-missing: the exponent is minus gamma times the inner product of
        the two: it should be minus gamma times their squared distance.
    """,
)


def _far_away(X: Array, Y: Array) -> tuple[Array, Array]:
    """Whole numbers, of which float32 gets the squared distances by any formula."""
    return X.round() + 40, Y.round() + 40


def _hundreds(rng: np.random.Generator) -> tuple[Array, Array]:
    """Points that are close to each other, with numbers whose squares float32 rounds.

    Their differences it gets right.
    """
    X, Y = (rng.uniform(0, 1.5, (rows, 2)) for rows in (4, 5))
    far = rng.uniform(200, 250, 2)
    return (X + far).round(2), (Y + far).round(2)


def _nearly_the_same(rng: np.random.Generator) -> tuple[Array, Array]:
    """Rows whose squared distances, multiplied out, are below 0 by rounding."""
    while True:
        X = rng.uniform(-3, 3, (6, 3)).round(1)
        Y = X + 1e-9 * rng.integers(1, 4, X.shape)
        squares = (X**2).sum(axis=1) + (Y**2).sum(axis=1) - 2 * (X * Y).sum(axis=1)
        if (squares < 0).sum() >= 3:  # each processor rounds a little differently
            return X, np.vstack([Y, Y[:1] + 1])


def _one_far_away(X: Array, Y: Array) -> tuple[Array, Array]:
    """Rows whose kernel with the first of Y is too small for a float."""
    return X, Y + 40 * (np.arange(len(Y)) == 0)[:, None]


def _near_and_far(X: Array, distance: float) -> tuple[Array, Array]:
    """A row, and two others, of which one is the row and one as far away as this."""
    away = distance * (np.arange(X.shape[1]) == 0)
    return X[:1], X[0] + np.array([0 * away, away])


def _problems_of_bells(
    rng: np.random.Generator, X: Array, Y: Array
) -> Iterator[Problem]:
    """Problems that rbf-kernel and rbf-width have in common, with gamma."""
    yield Problem((*_large_whole(X, Y), 1e-10), WHOLE)
    yield Problem((1e6 * X, 1e6 * Y, 5e-13), "the rows are far apart")
    yield Problem((*_far_away(X, Y), 0.5), "close rows are far from the origin")
    yield Problem(
        (*_hundreds(rng), 1.0),
        "close rows hold numbers of a few hundred (their squared distance, multiplied "
        "out in float32, loses its digits)",
    )
    yield Problem((*_nearly_the_same(rng), 0.7), "rows of X are nearly rows of Y")
    far_apart = SmallNumbers("a row is so far away that its kernel is 0")
    yield Problem((*_one_far_away(X, Y), 1.0), far_apart)
    yield Problem((X, Y + 4, 1.0), SmallNumbers("all of K is tiny"), 1e-9)
    beside_one = SmallNumbers("an entry of K is 1, and another is below 1e-4")
    yield Problem((*_near_and_far(X, 3.06), 1.0), beside_one, 1e-9)


def _rbf_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for X, Y, kind in _rows(rng):
        yield Problem((X, Y, float(rng.choice([0.2, 0.3, 0.7]))), kind)
        if not kind:
            yield from _problems_of_bells(rng, X, Y)
            yield Problem((X, Y, 2), WholeNumbers("gamma is the integer 2"))
            yield Problem((X, Y, 0.5), "gamma = 1/2")
            yield Problem((X, Y, 5.5), LargeNumbers("gamma is large"))
            yield Problem((X, Y, 0.01), SmallNumbers("gamma is small"))
            yield Problem(
                (1e-9 * X, 1e-9 * Y, 2e17),
                LargeNumbers("a large gamma meets close rows"),
            )


CHAPTER.add(
    Exercise(
        "rbf-kernel",
        "A function (X, Y, gamma) that returns the RBF kernel, the exponential of "
        "-gamma times the squared distance, of every row of X (N, D) with every row of "
        "Y (M, D): (N, M).",
        returns=("K",),
        implementation=_rbf_kernel,
        mistake_table=RBF_KERNEL_MISTAKES,
        problems=_rbf_problems,
        changes=Changes(new_values={"gamma": lambda X, Y, gamma: gamma / MANY_DIGITS}),
        not_finite_question=ROOT_OR_PRODUCT,
    )
)


def _rbf_width(makes: Switch, X: Array, Y: Array, sigma: float) -> Array:
    square = sigma if makes("sigma-not-squared") else sigma**2
    divisor = (1 if makes("two-missing") else 2) * square
    if makes("two-squared"):
        divisor = 2 * divisor
    factor = 1 / divisor
    if makes("sigma-multiplies"):
        factor = square / (1 if makes("two-missing") else 2)
    if makes("sigma-as-gamma"):
        factor = sigma
    if makes("exp-divided"):
        return _bell(makes, _squares(makes, X, Y)) * factor
    K = _bell(makes, factor * _squares(makes, X, Y))
    return K / (np.sqrt(2 * np.pi) * sigma) if makes("density") else K


RBF_WIDTH_MISTAKES = BELL_MISTAKES | CHAPTER.read_mistakes(
    """
    sigma-as-gamma: sigma is used as gamma, a factor of the squared distance: a large
        sigma makes a wide bell.
    two-missing: the 2 is missing: the squared distance is divided by sigma squared
        alone. Some books write it so, with another sigma.
    sigma-not-squared: sigma is not squared: the exponent must stay the same when
        distance and sigma are measured in another unit.
    two-squared: the 2 is squared together with sigma: 2 sigma^2 is not (2 sigma)^2.
    sigma-multiplies: the exponent is multiplied by sigma: a / 2 * b is not a / (2 * b).
    exp-divided: it is the exponential that is divided: the divisor belongs inside of it,
        below the squared distance.
    density: this is a density, divided by its integral: the kernel of a point with
        itself is 1.
    sigma-not-squared + two-squared: the divisor is 4 sigma, where sigma should be squared:
        is there a `*` in place of `**`?
    """,
)


def _width_problems(rng: np.random.Generator) -> Iterator[Problem]:
    for X, Y, kind in _rows(rng):
        yield Problem((X, Y, float(rng.choice([0.8, 1.5, 2.5]))), kind)
        if not kind:
            for (A, B, gamma), special, scale in _problems_of_bells(rng, X, Y):
                sigma = float(f"{1 / np.sqrt(2 * gamma):.3g}")
                yield Problem((A, B, sigma), special, scale)
            yield Problem((X, Y, 3), WholeNumbers("sigma is the integer 3"))
            yield Problem((X, Y, 2.0), "sigma = 2")
            yield Problem((X, Y, 0.5), SmallNumbers("sigma is small"))
            yield Problem((X, Y, 10.0), LargeNumbers("sigma is large"))
            yield Problem(
                (1e-9 * X, 1e-9 * Y, 1.2e-9),
                SmallNumbers("a small sigma meets close rows"),
            )


CHAPTER.add(
    Exercise(
        "rbf-width",
        "A function (X, Y, sigma) that returns the RBF kernel of width sigma, where "
        "sigma is the standard deviation of the bell: its exponent is minus the "
        "squared distance over twice sigma squared. X is (N, D), Y is (M, D), the "
        "result (N, M).",
        returns=("K",),
        implementation=_rbf_width,
        mistake_table=RBF_WIDTH_MISTAKES,
        problems=_width_problems,
        not_finite_question=ROOT_OR_PRODUCT,
    )
)


def _kernel_decision(
    makes: Switch, alpha: Array, y: Array, b: float, K_new: Array
) -> Array:
    if makes("small-left-out"):
        alpha = without_small(alpha)
    if makes("indicator-for-alpha"):
        alpha = np.sign(alpha)
    if makes("alpha-forgotten"):
        alpha = np.ones(len(y))
    beta = alpha if makes("y-forgotten") else alpha * y
    if makes("mean-for-sum"):
        beta = beta / len(y)
    if makes("b-forgotten"):
        b = 0.0
    if makes("b-for-each-example"):
        b = len(y) * b
    if makes("b-inside"):
        beta, b = beta + b, 0.0
    f: Array = np.asarray((K_new * beta).sum() if makes("summed") else K_new @ beta)
    f = f - b if makes("b-subtracted") else f + b
    if makes("negated"):
        f = -f
    return np.sign(f) if makes("sign-for-value") else f


KERNEL_DECISION_MISTAKES = only(
    WEIGHTS_FROM_ALPHA_MISTAKES, "indicator-for-alpha"
) | CHAPTER.read_mistakes(
    """
    y-forgotten: the labels have no effect: every example would raise f near itself,
        whatever its class.
    b-forgotten: b has no effect.
    b-subtracted: b is subtracted: this book adds it.
    b-for-each-example: b is added once for each example: it stands outside of the sum.
    b-inside: b is inside of the sum, where the kernel multiplies it: it is added once,
        after the sum.
    summed: everything is added up: a row of K_new belongs to a new point, and the sum
        runs over the examples.
    sign-for-value: these are the predicted classes: the exercise asks for the value of
        f itself.
    alpha-forgotten: alpha is missing: an example with alpha = 0 has no part in f.
    mean-for-sum: this is a mean over the examples: f is a sum.
    negated: f has the wrong sign: it is positive for class +1.
    b-subtracted + negated: the sum over the examples is subtracted from b: f adds the
        two.
    """,
)


def _special_decisions(
    rng: np.random.Generator,
    alpha: Array,
    y: Array,
    b: float,
    K_new: Array,
    scale: float,
) -> Iterator[Problem]:
    """Change an ordinary problem: b, the kernel and the new points, one after another."""
    M, N = K_new.shape
    integer_b = WholeNumbers("b is an integer")
    for whole_b in (0, 3):
        yield Problem((alpha, y, whole_b, K_new), integer_b)
    for large in (1e9, -1e9):
        args = alpha, y, large, K_new
        yield Problem(args, LargeNumbers("b is large"))
    args = alpha, y, 1e-9 * b, 1e-9 * K_new
    yield Problem(args, SmallNumbers("b and the kernel are tiny"), 1e-9)
    yield Problem((0 * alpha, y, b, K_new), "all multipliers are 0")
    yield Problem(
        (1e-15 * alpha, y, b, 1e15 * K_new),
        LargeNumbers("a large kernel meets tiny multipliers"),
        min(scale, 10.0),
    )
    yield Problem((alpha, y, b, np.exp(-np.abs(K_new))), "the kernel is positive")
    unequal = K_new * np.where(np.arange(M) == 0, 4e3, 1.0)[:, None]
    far_larger = "the kernel is far larger at one new point than at others"
    yield Problem((alpha, y, b, unequal), SmallNumbers(far_larger))
    far = np.abs(K_new)
    far[rng.integers(M)] = 0
    yield Problem((alpha, y, b, far), "the kernel is 0 at a new point", scale)
    args = alpha, y, b, 0 * far
    yield Problem(args, "the kernel is 0 at all new points", scale)
    twice = np.vstack([K_new, K_new[:1]])
    yield Problem((alpha, y, b, twice), "a new point comes twice", scale)
    whole = rng.integers(-9, 10, (M, N))
    args = alpha, y, 0.6, whole  # with 0.6, no f is a whole number
    of_integers = WholeNumbers("K_new is an array of integers")
    yield Problem(args, of_integers, scale)
    args = alpha, y, 0.6, WRAPS_TO_ZERO * whole
    yield Problem(args, of_integers, scale)
    one = rng.normal(size=(1, N)).round(1)
    yield Problem((alpha, y, b, one), "there is one new point")
    many = rng.normal(size=(tens_or_hundreds(rng), N)).round(1)
    yield Problem((alpha, y, b, many), "there are many new points")
    as_many = "there are as many new points as examples"
    yield Problem((alpha, y, b, many[:N]), as_many)
    many = rng.normal(size=(thousands(rng), N)).round(1)
    yield Problem((alpha, y, b, many), "there are more than a thousand new points")


def _decision_problems(rng: np.random.Generator) -> Iterator[Problem]:
    duals = dual_problems(rng, thousands(rng), with_C=False)
    for alpha, X, y, _, kind in (*duals, *one_class(rng), unconstrained(rng)):
        if kind == INTEGER_EXAMPLES:  # K_new would hold no integers
            continue
        N = len(y)
        M = int(rng.choice([m for m in (2, 3, 4, 5) if N not in (m, m + 1)]))
        Z = np.abs(X).max() * rng.normal(size=(M, X.shape[1])).round(1)
        b = float(rng.choice([-1.25, 0.625, 2.375]))  # few bits: alpha y b is exact
        K_new = Z @ X.T
        scale = 1.0 + float(np.abs(K_new).max() * alpha.sum())
        yield Problem((alpha, y, b, K_new), kind, min(scale, 10.0))
        if not kind:
            yield from _special_decisions(rng, alpha, y, b, K_new, scale)


CHAPTER.add(
    Exercise(
        "kernel-decision",
        "A function (alpha, y, b, K_new) that returns the decision function f (M,) at "
        "M new points. K_new (M, N) holds their kernel with the N examples, whose "
        "multipliers and labels are alpha (N,) and y (N,).",
        returns=("f",),
        implementation=_kernel_decision,
        mistake_table=KERNEL_DECISION_MISTAKES | SMALL_LEFT_OUT,
        problems=_decision_problems,
    )
)

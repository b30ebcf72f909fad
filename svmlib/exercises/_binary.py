"""Formulas and examples of part two that exercises of several chapters share."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from svmlib.exercises._exercise import Array, Switch, read_mistakes


def plane(seed: int, N: int, D: int) -> tuple[Array, float, Array]:
    """A hyperplane (w, b) of order 1 and examples X (N, D) about it."""
    rng = np.random.default_rng(seed)
    w = rng.normal(size=D).round(2)
    b = round(rng.normal(), 2)
    return w, b, rng.normal(size=(N, D)).round(2)


def labels(*signs: int) -> Array:
    return np.array(signs, dtype=np.int64)


PLANES = (plane(35, 7, 3), plane(441, 5, 2), plane(93, 6, 4))


LABELS = (
    labels(-1, -1, 1, -1, 1, 1, 1),
    labels(-1, 1, -1, -1, 1),
    labels(-1, 1, 1, -1, -1, -1),
)


def examples(seed: int, N: int, D: int) -> Array:
    return np.random.default_rng(seed).normal(size=(N, D)).round(2)


_ALPHAS = (
    (np.array([0.5, 0.7, 0.0, 0.4, 0.2]), labels(1, -1, 1, 1, -1), 0.7),
    (np.array([0.3, 0.1, 0.25, 0.05]), labels(-1, 1, 1, -1), 0.4),
    (np.array([0.0, 1.5, 0.6, 2.0, 0.9, 1.0]), labels(1, 1, -1, -1, 1, 1), 2.0),
)


def dual_cases() -> Iterator[tuple[Array, Array, Array, float]]:
    """Multipliers, examples, labels and C; alpha satisfies the constraints."""
    for seed, D, (alpha, y, C) in zip((31, 32, 33), (3, 2, 4), _ALPHAS, strict=True):
        yield alpha, examples(seed, len(y), D), y, C


class Dual(NamedTuple):
    """Multipliers that satisfy the constraints, their problem, and its kind."""

    alpha: Array
    X: Array
    y: Array
    C: float
    kind: str


def two_classes(rng: np.random.Generator, N: int, positive: int | None = None) -> Array:
    """Labels -1 and +1 of N examples, some of each."""
    y = np.full(N, -1)
    count = int(rng.integers(1, N)) if positive is None else positive
    y[rng.permutation(N)[:count]] = 1
    return y


def multipliers(
    rng: np.random.Generator, y: Array, C: float, bounds: str = "some"
) -> Array:
    """Multiples of C / 10 whose sum with y is zero; not all are 0, and not all are C.

    ``bounds`` says how many of them are 0 or C: "some", "all" or "none".
    """
    tenths = np.zeros(len(y), dtype=np.int64)
    if bounds == "all":
        for label in (-1, 1):
            tenths[rng.permutation(np.flatnonzero(y == label))[:2]] = 10
    low, high = (1, 9) if bounds == "none" else (0, 10)
    while not tenths.any() or tenths.min() == 10:
        tenths = rng.choice([low, 2, 3, 6, 8, high], size=len(y))
        while total := tenths @ y:
            can = np.where(y * total > 0, tenths > low, tenths < high)
            one = rng.choice(np.flatnonzero(can))
            tenths[one] -= y[one] * np.sign(total)
    return np.where(tenths == 10, C, np.round(tenths * (C / 10), 9))


def dual_problems(rng: np.random.Generator) -> Iterator[Dual]:
    """Multipliers of every kind."""

    def dual(
        kind: str,
        N: int | None = None,
        D: int | None = None,
        *,
        C: float | None = None,
        y: Array | None = None,
        bounds: str = "some",
        size: float = 1.0,
    ) -> Dual:
        N = N or int(rng.integers(3, 7))
        y = two_classes(rng, N) if y is None else y
        X = size * rng.normal(size=(len(y), D or int(rng.integers(2, 5)))).round(1)
        C = float(rng.choice([0.4, 0.7, 2.0, 3.0])) if C is None else C
        return Dual(multipliers(rng, y, C, bounds), X, y, C, kind)

    yield dual("", 6, 4)
    yield dual("all multipliers are between the bounds", 5, bounds="none")
    yield dual("every multiplier is 0 or C", 6, y=two_classes(rng, 6, 2), bounds="all")
    yield dual("there are two examples", 2)
    yield dual("there are many examples", int(rng.integers(18, 25)))
    yield dual("there is one feature", D=1)
    yield dual("there are many features", D=15)
    for one in (1, 5):
        yield dual("a class has one example", y=two_classes(rng, 6, one))
    yield dual("C = 1", C=1.0)
    yield dual("C is large", C=200.0)
    yield dual("C is small", C=0.01)
    yield dual("the examples are large", size=100.0)
    yield dual("the examples are tiny", size=0.01)
    alpha, X, y, C, kind = dual("a feature is constant", D=3)
    X[:, 1] = 1.5
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("all features are positive")
    yield Dual(alpha, np.abs(X) + 0.5, y, C, kind)
    alpha, X, y, C, kind = dual("an example is there twice", 5)
    X[1] = X[0]
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("each class has one support vector", 6)
    alpha[:] = 0
    alpha[[np.argmax(y < 0), np.argmax(y > 0)]] = round(0.3 * C, 9)
    yield Dual(alpha, X, y, C, kind)


def values(on: Switch, w: Array, b: float, X: Array) -> Array:
    if on("b-forgotten"):
        b = 0.0
    f: Array = X @ w + (-b if on("b-subtracted") else b)
    return f


B_MISTAKES = read_mistakes(
    "hyperplanes",
    """
    b-forgotten: b has no effect: without it every hyperplane would go through the
        origin.
    b-subtracted: b is subtracted: some books write f(x) = w . x - b, this one adds b.
    """,
)

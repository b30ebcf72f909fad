"""Formulas and examples of part two that exercises of several chapters share."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._differences import is_close
from svmlib.exercises._exercise import (
    Outputs,
    Problem,
    Refit,
    Switch,
    read_mistakes,
)


def explains(refit: Refit, problems: Sequence[Problem], got: Sequence[Outputs]) -> bool:
    """Whether a refitted mistake alone gives these outputs, of which there are several."""
    return all(
        is_close(part, np.asarray(expected), problem.scale)
        for problem, outputs in zip(problems, got, strict=True)
        for part, expected in zip(
            outputs,
            refit.implementation(refit.mistake.name.__eq__, *problem.args),
            strict=True,
        )
    )


class Plane(NamedTuple):
    """A hyperplane, examples and labels about it, and what is special."""

    w: Array
    b: float
    X: Array
    y: Array
    kind: str
    scale: float


def planes(rng: np.random.Generator) -> Iterator[Plane]:
    """Hyperplanes and examples of every kind; no y f is near -1, 0 or 1."""

    def plane(
        kind: str,
        N: int | None = None,
        D: int | None = None,
        *,
        low: float = -np.inf,
        high: float = np.inf,
        label: int = 0,
        mixed: bool = False,
        b: float | None = None,
        w_size: float = 1.0,
        size: float = 1.0,
        zero: bool = False,
        positive: bool = False,
    ) -> Plane:
        """Draw one example after the other, with y f between low and high."""
        D = D or int(rng.integers(2, 5))
        N = N or int(rng.integers(3, 7))
        w = w_size * (rng.normal(size=D).round(1) + 0.02)
        w[0] *= not zero
        b = round(w_size * size * rng.normal(), 6) if b is None else b
        rows: list[Array] = []
        y: list[int] = []
        ends = [(1, 9), (0, 1), (-1, 0), (-9, -1)] if mixed else [(low, high)]
        tries = 0
        while len(rows) < N:
            tries += 1
            if tries > 500:  # the hyperplane is too far away
                return plane(kind, N, D, low=low, high=high, label=label, mixed=mixed,
                             w_size=w_size, size=size, zero=zero,
                             positive=positive)  # fmt: skip
            x = (size * rng.normal(size=D)).round(6 if size < 0.1 else 1)
            x = np.abs(x) if positive else x
            sign = label or int(rng.choice([-1, 1]))
            lead = sign * float(x @ w + b)
            least, most = ends[len(rows) % len(ends)]
            near = min(abs(lead - kink) for kink in (-1, 0, 1))
            if least < lead < most and near > 0.02 * w_size * size:
                rows.append(x)
                y.append(sign)
        return Plane(w, b, np.array(rows), np.array(y), kind, w_size * size)

    while True:
        ordinary = plane("", 7, 3, mixed=True)
        active = ordinary.y * (ordinary.X @ ordinary.w + ordinary.b) < 1
        if len(set(ordinary.y)) == 2 and 0 < abs(ordinary.y[active].sum()) < 5:
            break
    order = rng.permutation(7)
    yield ordinary._replace(X=ordinary.X[order], y=ordinary.y[order])
    yield plane("every example is right and beyond the margin", low=1)
    yield plane("every example is right, and inside the margin", low=0, high=1)
    yield plane("every example is on the wrong side", high=0)
    yield plane("every example is far on the wrong side", high=-1)
    yield plane("there is one example", 1)
    yield plane("there are two examples", 2)
    yield plane("there are many examples", int(rng.integers(18, 25)), mixed=True)
    w, b, X, y, _, _ = plane("", 8, 2, mixed=True)
    order = rng.integers(8, size=int(rng.integers(1100, 1300)))
    yield Plane(
        w, b, X[order], y[order], "there are more than a thousand examples", 1.0
    )
    one = plane("there is one feature", D=1)
    yield one
    yield one._replace(w=-one.w, X=-one.X)
    yield plane("there are one example and one feature", 1, 1)
    yield plane("there are as many examples as features", 3, 3)
    yield plane("there are many features", D=15)
    yield plane(
        "there are more than a thousand features",
        3,
        int(rng.integers(1100, 1300)),
        high=0.9,
    )
    yield plane("all labels are +1", label=1)
    yield plane("all labels are -1", label=-1)
    yield plane("b = 0", b=0.0)
    yield plane("w is long", w_size=20.0)
    yield plane("w is very long", w_size=1e3)
    yield plane("w is short", w_size=1e-4)
    yield plane("an entry of w is zero", zero=True)
    yield plane("the examples are large", size=1e5)
    yield plane("the examples are tiny", size=0.002)
    unequal = plane("the classes are unequal", 7, label=1)
    signs = np.where(np.arange(7) == rng.integers(7), -1, 1)
    yield unequal._replace(X=unequal.X, y=signs)
    same = plane("an example is there twice", 4)
    yield same._replace(X=same.X[[0, 1, 1, 2, 3]], y=same.y[[0, 1, 1, 2, 3]])
    zero = plane("an example holds zeros only", b=0.4)
    zero.X[-1] = 0
    yield zero
    zeros = plane("all examples hold zeros only", b=0.4)
    yield zeros._replace(X=0 * zeros.X)
    yield plane("no number in X is negative", 4, 3, positive=True)
    w, b, X, y, kind, scale = plane("a feature is 0 in all examples")
    yield Plane(np.append(w, 0.7), b, np.insert(X, len(w), 0, axis=1), y, kind, scale)


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
    """Multiples of C / 8 whose sum with y is zero; not all are 0, and not all are C.

    ``bounds`` says how many of them are 0 or C: "some", "all" or "none". They are exact
    in float32 if C has few bits.
    """
    eighths = np.zeros(len(y), dtype=np.int64)
    if bounds == "all":
        for label in (-1, 1):
            eighths[rng.permutation(np.flatnonzero(y == label))[:2]] = 8
    low, high = (1, 7) if bounds == "none" else (0, 8)
    while not eighths.any() or eighths.min() == 8:
        eighths = rng.choice([low, 2, 3, 5, 6, high], size=len(y))
        while total := eighths @ y:
            can = np.where(y * total > 0, eighths > low, eighths < high)
            one = rng.choice(np.flatnonzero(can))
            eighths[one] -= y[one] * np.sign(total)
    return eighths * (C / 8)


def dual_problems(rng: np.random.Generator, most: int = 400) -> Iterator[Dual]:
    """Multipliers of every kind; there are most examples, or a few more, in one.

    The default is for exercises with a kernel matrix: a loop in Python over all pairs
    of examples takes a fifth of a second.
    """

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
        C = float(rng.choice([0.5, 1.5, 2.0, 3.0])) if C is None else C
        return Dual(multipliers(rng, y, C, bounds), X, y, C, kind)

    yield dual("", 6, 4)
    yield dual("all multipliers are between the bounds", 5, bounds="none")
    yield dual("every multiplier is 0 or C", 6, y=two_classes(rng, 6, 2), bounds="all")
    yield dual("there are two examples", 2)
    yield dual("there are many examples", int(rng.integers(18, 25)))
    most += int(rng.integers(20))
    y = two_classes(rng, most, most // 2)
    count = "more than a thousand" if most > 1000 else "hundreds of"
    many = dual(f"there are {count} examples", D=2, y=y, bounds="none")
    X = many.X + 1  # where a label is changed, w changes
    w = X.T @ (many.alpha * y)
    order = np.argsort(many.alpha * y * (X @ w))  # the largest terms of |w|^2 come last
    yield many._replace(alpha=many.alpha[order], X=X[order], y=y[order])
    yield dual("there is one feature", D=1)
    yield dual("there are many features", D=15)
    yield dual(
        "there are more than a thousand features", 3, int(rng.integers(1100, 1300))
    )
    for one in (1, 5):
        yield dual("a class has one example", y=two_classes(rng, 6, one))
    yield dual("C = 1", C=1.0)
    yield dual("C is large", C=2.0**60, size=2.0**-30)
    yield dual("C is small", C=2.0**-60, size=2.0**30)
    yield dual("the examples are large", size=1e6)
    yield dual("the examples are tiny", size=0.01)
    yield near_the_bounds(rng)
    alpha, X, y, C, kind = dual("a feature is constant", D=3)
    X[:, 1] = 1.5
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("all features are positive")
    yield Dual(alpha, np.abs(X) + 0.5, y, C, kind)
    alpha, X, y, C, kind = dual("an example is there twice", 5)
    one, other = np.flatnonzero(y == np.sign(y.sum()))[:2]  # of the larger class
    X[one] = X[other]
    alpha[[one, other]] = (alpha[one] + alpha[other]) / 2
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("each class has one support vector", 6)
    alpha[:] = 0
    alpha[[np.argmax(y < 0), np.argmax(y > 0)]] = round(0.3 * C, 9)
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("an example holds zeros only")
    X[rng.integers(len(X))] = 0
    yield Dual(alpha, X, y, C, kind)
    alpha, X, y, C, kind = dual("a feature is 0 in all examples")
    X[:, rng.integers(X.shape[1])] = 0
    yield Dual(alpha, X, y, C, kind)


def size_of_terms(alpha: Array, K: Array) -> float:
    """A tenth of what the terms of K (alpha y) may add up to; float32 is better still."""
    return float(0.1 * (np.abs(K) @ alpha).max())


def near_the_bounds(rng: np.random.Generator) -> Dual:
    """Multipliers of each class as close to 0 and to C as float32 sees."""
    C = float(rng.choice([0.5, 1.5, 2.0, 3.0]))
    below = float(np.nextafter(np.float32(C), np.float32(0)))
    alpha = np.repeat([C * 2.0**-40, below, C / 2], 2)
    order, X = rng.permutation(6), rng.normal(size=(6, 3)).round(1)
    y = np.array([-1, 1] * 3)[order]
    kind = "multipliers are just above 0, and just below C"
    return Dual(alpha[order], X, y, C, kind)


def values(makes: Switch, w: Array, b: float, X: Array) -> Array:
    if makes("b-forgotten"):
        b = 0.0
    if makes("b-for-each-feature"):
        b = len(w) * b
    f: Array = X @ w + (-b if makes("b-subtracted") else b)
    return f


B_MISTAKES = read_mistakes(
    "hyperplanes",
    """
    b-forgotten: b has no effect: without it every hyperplane would go through the
        origin.
    b-subtracted: b is subtracted: some books write f(x) = w . x - b, this one adds b.
    b-for-each-feature: b is added once for each feature: it is added once, after the sum
        over the features.
    """,
)

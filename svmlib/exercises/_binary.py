"""Formulas and examples of part two that exercises of several chapters share."""

from collections.abc import Iterator

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

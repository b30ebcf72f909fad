"""Formulas of part two that several chapters share, and their mistakes."""

from svmlib._typing import Array
from svmlib.exercises._exercise import Switch, read_mistakes


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

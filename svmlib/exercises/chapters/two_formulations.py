"""Exercises of the chapter two_formulations: C from reg, and two columns from one."""

from collections.abc import Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch
from svmlib.exercises._problems import (
    MANY_DIGITS,
    WRAPS_TO_ZERO,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    tens_or_hundreds,
    thousands,
)

CHAPTER = Chapter("two_formulations", "Two formulations, one problem")


def _c_from_reg(makes: Switch, reg: float, N: int) -> float:
    count = 1.0 if makes("n-forgotten") else float(N)
    if makes("n-on-top"):
        count = 1 / count
    C = 1 / ((1.0 if makes("reg-forgotten") else reg) * count)
    if makes("half"):
        C = C / 2
    if makes("doubled"):
        C = 2 * C
    return 1 / C if makes("upside-down") else C


C_FROM_REG_MISTAKES = CHAPTER.read_mistakes(
    """
    upside-down: this is 1/C: strong regularisation, a large reg, means that slack is
        cheap.
    half: C is half of what it should be: put the two columns into the penalty. What
        share of the squared norm of u do they have together?
    doubled: C is twice what it should be: put the two columns into the penalty. What
        share of the squared norm of u do they have together?
    n-forgotten: N has no effect: one objective has a mean of the losses, the other a
        sum.
    n-on-top: N stands on the wrong side of the fraction: one objective has a mean of
        the losses, the other a sum.
    reg-forgotten: reg has no effect: it is what C has to replace.
    upside-down + n-on-top: reg stands on the wrong side of the fraction: a large reg
        means that slack is cheap.
    """,
)


def _c_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(reg: float, N: int, kind: str = "") -> Problem:
        return Problem((reg, N), kind, min(1.0, 1 / (reg * N)))

    def count() -> int:
        return int(rng.integers(3, 60))

    yield problem(float(rng.choice([0.1, 0.3, 1.7])), count())
    yield problem(float(rng.choice([0.02, 0.05])), int(rng.integers(3, 9)))
    yield problem(1.0, count(), "reg = 1")
    yield problem(3, count(), WholeNumbers("reg is the integer 3"))
    yield problem(1e-12, count(), SmallNumbers("reg is tiny"))
    for reg in (16 * MANY_DIGITS, 1e9):
        yield problem(reg, count(), LargeNumbers("reg is large"))
    yield problem(0.3, 1, "N = 1")
    yield problem(0.3, 2, "N = 2")
    yield problem(0.3, 10_000_000, LargeNumbers("N is large"))


CHAPTER.add(
    Exercise(
        "c-from-reg",
        "A function (reg, N) that returns the C with which the soft margin has the "
        "same minimiser as the book's multiclass objective for two classes: mean hinge "
        "loss plus reg times the sum of squares, on N examples.",
        returns=("C",),
        implementation=_c_from_reg,
        mistake_table=C_FROM_REG_MISTAKES,
        problems=_c_problems,
    )
)


def _two_columns(makes: Switch, w: Array, b: float) -> Array:
    u = np.append(b, w) if makes("bias-first") else np.append(w, b)
    if makes("bias-missing"):
        u = w
    column = u if makes("not-halved") else u / 2
    first, second = -column, column.copy()
    if makes("one-column-zero"):
        first, second = 0 * u, u
    if makes("minus-missing"):
        first = -first
    if not makes("bias-missing"):
        last = 0 if makes("bias-first") else -1
        if makes("bias-not-halved"):
            first[last], second[last] = -b, b
        if makes("bias-in-one-column"):
            first[last], second[last] = 0, b
    columns = [second, first] if makes("columns-exchanged") else [first, second]
    W = np.column_stack(columns)
    return W.T if makes("transposed") else W


TWO_COLUMNS_MISTAKES = CHAPTER.read_mistakes(
    """
    not-halved: the lead of class 1 is twice what it should be: it is the difference of
        two scores.
    columns-exchanged: the columns are exchanged: it is class 0 that leads where f is
        positive.
    bias-first: the bias comes first: in this book it is the last row of W.
    bias-missing: the bias row is missing: b needs a row of its own.
    bias-not-halved: the bias is not shared between the two columns as w is: its part of
        the lead comes out wrong.
    bias-in-one-column: b stands in one column: the lead is right, and the columns do
        not add up to zero.
    minus-missing: the two columns are the same: then no class ever leads.
    one-column-zero: one column is zero: the lead is right, the sum of the columns is
        not, and the penalty is larger than it need be.
    transposed: rows and columns are exchanged: a column belongs to a class.
    one-column-zero + columns-exchanged: one column is zero, and class 0 leads where f
        is positive: the columns should add up to zero, and class 1 should lead.
    """,
)


def _columns_problems(rng: np.random.Generator) -> Iterator[Problem]:
    def problem(kind: str, D: int | None = None, size: float = 1.0) -> Problem:
        w = size * (rng.normal(size=D or int(rng.integers(2, 6))).round(1) + 0.02)
        return Problem((w, float(size * (round(rng.normal(), 1) + 0.03))), kind, size)

    yield problem("", 3)
    yield problem("there is one feature", 1)
    yield problem("there are many features", tens_or_hundreds(rng))
    yield problem("there are more than a thousand features", thousands(rng))
    yield problem(LargeNumbers("the numbers are large"), size=1e9)
    yield problem(SmallNumbers("the numbers are tiny"), size=1e-9)
    w, b = problem("", 3).args
    kind = SmallNumbers("an entry of w is far larger than the others")
    yield Problem((w * [2e3, 1, 1], b), kind)
    w, b = problem("").args
    for whole_b in (0, 3):
        yield Problem((w, whole_b), WholeNumbers("b is an integer"))
    whole = rng.permutation(np.array([1, -2, 3], dtype=np.int64))
    for unit in (1, WRAPS_TO_ZERO):
        yield Problem((unit * whole, b), WholeNumbers("w is an array of integers"))
    yield Problem((whole, 3), WholeNumbers("w and b are integers"))
    yield Problem((w, 100.0), LargeNumbers("b is large"))
    yield Problem((0 * w, b), "w is zero")


CHAPTER.add(
    Exercise(
        "two-columns",
        "A function (w, b) that returns the weights W (D + 1, 2), bias in the last "
        "row, whose two columns sum to the zero vector and whose class 1 leads class 0 "
        "by w . x + b. w is (D,).",
        returns=("W",),
        implementation=_two_columns,
        mistake_table=TWO_COLUMNS_MISTAKES,
        problems=_columns_problems,
    )
)

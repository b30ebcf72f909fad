"""Hints for a student whose attempt raises an exception, most of them about arrays.

Most hints are about the expression that raised, which Python finds in the source. Without
the source, those hints are not given.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from types import TracebackType
from typing import Any, NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import CHAPTER_OF_EXERCISE, Mistake
from svmlib.exercises.running._expressions import (
    axes_of,
    expressions_at,
    joins_conditions,
    name_called,
    operands_of,
)

# Each hint in a few words, for a teacher who counts the mistakes of a class.
HINTS = {
    "module-not-found": "it imports a module that isn't found",
    "pytorch-names": "it uses PyTorch's names for what NumPy calls otherwise",
    "caret-for-power": "it writes `^` for a power, which is `**`",
    "builtin-max": "it takes max or min of arrays that np.maximum or np.max should compare",
    "conditions-not-joined": "it joins two conditions on an array in a wrong way",
    "condition-of-array": "it takes a whole array for one condition",
    "integers-in-place": "it writes fractions into an array of integers",
    "mask-for-numbers": "it computes with an array of True and False as if with numbers",
    "empty-selection": "it takes the largest or smallest entry of an empty array",
    "labels-below-zero": "it counts labels -1 with np.bincount",
    "labels-as-only-index": "it indexes with the labels alone, without the row numbers",
    "array-for-number": "it has an array where one number is needed",
    "brackets-missing": "a shape, or a list of arrays to join, lacks its own brackets",
    "shapes-clash": "it combines arrays whose shapes do not fit",
}
PYTORCH = {
    "mm": "@",
    "matmul": "@",
    "t": ".T",
    "clamp": "np.maximum",
    "clamp_min": "np.maximum",
    "relu": "np.maximum",
    "unsqueeze": "[:, None]",
    "numel": ".size",
    "pow": "**",
    "abs": "np.abs",
    "gather": "np.take_along_axis",
    "permute": ".transpose",
    "clone": ".copy",
    "long": ".astype(int)",
    "float": ".astype(float)",
    "dim": "axis",
    "keepdim": "keepdims",
    "torch": "np",
}
JOINING = ("concatenate", "hstack", "vstack", "column_stack", "stack")
INDEX_MISSING = (
    " But perhaps only one number was meant to be here, as in a loop. Is an index missing, or "
    "is there a `*` in place of `@`?"
)


def find_hints(
    error: BaseException,
    text: str,
    step: TracebackType,
    args: Mapping[str, Any],
) -> list[Mistake]:
    """Return hints at what may be the mistake.

    ``text`` is the exception's type and what it says, ``step`` is where the attempt met
    it, and ``args`` are the arguments that it was called with.
    """
    expression, *around = expressions_at(step)
    operands = list(operands_of(expression, (around or [expression])[-1]))
    labels = np.ravel(args.get("y", args.get("y_i", ())))
    raised = Raised(error, text, labels, expression, around, operands)
    return [hint for give in HINT_FUNCTIONS for hint in give(raised)]


class Raised(NamedTuple):
    """An exception, the expression that raised it, those around it, and its operands.

    ``labels`` are those that the attempt was called with, an empty array if it takes none.
    """

    error: BaseException
    text: str
    labels: Array
    expression: ast.AST
    around: list[ast.AST]
    operands: list[ast.AST]


def _hint_at_import(raised: Raised) -> Iterator[Mistake]:
    is_missing = isinstance(raised.error, ModuleNotFoundError)
    if is_missing or "relative import" in raised.text:
        hint = (
            "That module isn't found here. If it's a file of yours, copy what you need from "
            "it into the file with this function, because no other file is run. If it's a "
            "package, it isn't installed."
        )
        yield Mistake("module-not-found", hint)


def _hint_at_pytorch(raised: Raised) -> Iterator[Mistake]:
    match = re.search(
        r"numpy.* has no attribute '(\w+)'(?!\.\n)"  # as NumPy ends, where it says more
        r"|unexpected keyword argument '(dim|keepdim)'|name '(torch)' is not defined",
        raised.text,
    )
    called = next(filter(None, match.groups())) if match else ""
    if called in PYTORCH:
        hint = (
            f"The arrays here are NumPy's, and `{called}` is PyTorch's. Look up what "
            f"NumPy has for it: `{PYTORCH[called]}`."
        )
        yield Mistake("pytorch-names", hint)


def _hint_at_condition(raised: Raised) -> Iterator[Mistake]:
    """Say what a condition wants, or an operator that isn't a condition's."""
    is_type_error = isinstance(raised.error, TypeError)
    operator = getattr(raised.expression, "op", None) if is_type_error else None
    wants_truth = "truth value" in raised.text
    called = name_called(raised.expression)
    if isinstance(operator, ast.BitXor):
        hint = "Python's power is `**`: `a ** b`. The sign `^` means something else."
        yield Mistake("caret-for-power", hint)
    elif called in ("max", "min") and (wants_truth or "scalar index" in raised.text):
        hint = (
            f"This {called} picks one thing out of several. The one that works entry by "
            f"entry has another name: NumPy's is `np.{called}imum`. All entries of one "
            f"array are compared by `np.{called}`."
        )
        yield Mistake("builtin-max", hint + INDEX_MISSING)
    elif isinstance(operator, ast.BitAnd | ast.BitOr) or (
        wants_truth
        and any(map(joins_conditions, [raised.expression, *raised.around[:1]]))
    ):
        hint = (
            "Two conditions on an array are joined by `&`, each in brackets of its "
            "own: `(0 < a) & (a < 1)`. Neither `and` nor `0 < a < 1` works entry by "
            "entry."
        )
        yield Mistake("conditions-not-joined", hint + INDEX_MISSING)
    elif wants_truth:
        hint = (
            "Python wants one True or False here, and an array has many. Choose its "
            "entries by a mask, `a[a > 0]`, or by `np.where`."
        )
        yield Mistake("condition-of-array", hint + INDEX_MISSING)


def _hint_at_integers(raised: Raised) -> Iterator[Mistake]:
    if "output from dtype('float64') to dtype('int" in raised.text:
        hint = (
            "An array of integers can't hold fractions, and `a -= b` writes into `a` "
            "itself. Make a new array, `a = a - b`, or one of floats first, "
            "`a.astype(float)`."
        )
        yield Mistake("integers-in-place", hint)


def _hint_at_mask(raised: Raised) -> Iterator[Mistake]:
    if re.search(
        r"output from .* to dtype\('bool'\)|numpy boolean (sub|neg)", raised.text
    ):
        hint = (
            "An array of True and False, such as `a > 0`, holds no other numbers, and NumPy "
            "doesn't subtract with it. Make numbers of it first: `(a > 0).astype(float)`."
        )
        yield Mistake("mask-for-numbers", hint)


def _hint_at_empty_selection(raised: Raised) -> Iterator[Mistake]:
    if re.search("zero-size array|(max|min)\\(\\) .*empty", raised.text):
        hint = (
            "Nothing is selected here: in this case nothing meets the condition. Can that be, "
            "and what is the answer then? Or does it compare with a small number, such as "
            "1e-8, in place of 0?"
        )
        yield Mistake("empty-selection", hint)


def _hint_at_labels(raised: Raised) -> Iterator[Mistake]:
    N = len(raised.labels)
    picks_columns = any(axes_of(node) == [":", "y"] for node in raised.operands)
    hint = ""
    if isinstance(raised.error, IndexError):
        if N and axes_of(raised.expression) in (["y"], ["y_i"]):
            hint = "That number is a label. An index with the labels alone picks whole rows."
    elif f"({N},{N})" in raised.text and picks_columns:
        hint = (
            f"There are {N} examples and {N} labels: [:, y] picks a whole column for "
            "each label."
        )
    if hint:
        hint += (
            " To pick one entry of each row, index with two lists: the row numbers and the "
            "labels."
        )
        yield Mistake("labels-as-only-index", hint, CHAPTER_OF_EXERCISE)


def _hint_at_bincount(raised: Raised) -> Iterator[Mistake]:
    if "no negative elements" in raised.text and (raised.labels < 0).any():
        hint = (
            "`np.bincount` counts how often 0, 1, 2 and so on occur, and the labels here are -1 "
            "and +1. How many are +1 is `np.sum(y == 1)`."
        )
        yield Mistake("labels-below-zero", hint)


def _hint_at_number(raised: Raised) -> Iterator[Mistake]:
    wants_number = re.search("element with a sequence|to Python scalars", raised.text)
    if wants_number and "inhomogeneous" not in raised.text:
        hint = (
            "One number is wanted here, and there is an array of several. Is a sum missing, "
            "or an index?"
        )
        yield Mistake("array-for-number", hint)


def _hint_at_brackets(raised: Raised) -> Iterator[Mistake]:
    if not isinstance(raised.error, TypeError):
        return
    name = name_called(raised.expression)
    if "as a data type" in raised.text and name in ("zeros", "ones", "empty"):
        hint = f"The shape is in brackets of its own: `np.{name}((N, D))`."
        yield Mistake("brackets-missing", hint)
    elif name in JOINING and len(getattr(raised.expression, "args", ())) > 1:
        hint = f"The arrays to join are in brackets of their own: `np.{name}([A, B])`."
        yield Mistake("brackets-missing", hint)


def _hint_at_shapes(raised: Raised) -> Iterator[Mistake]:
    if not isinstance(raised.error, ValueError | IndexError):
        return
    text = raised.text
    joins = re.search("concatenat|same number of dim|must have the same shape", text)
    if not joins and not re.search("broadcast|matmul|aligned|shape.mismatch", text):
        return
    if joins and any(name_called(node) == "ones" for node in raised.operands):
        hint = (
            "Columns are joined side by side: say `axis=1`, or use `np.hstack`. For that, "
            "the column of ones needs shape (N, 1), and not (N,)."
        )
    else:
        hint = (
            "Two shapes do not fit. Write both beside that line, and what each of their "
            "axes counts."
        )
    if re.search(r"\(\d+,\) \(\d+,\d+\)|\(\d+,\d+\) \(\d+,\)", text):
        hint += (
            " One number for each row of a matrix needs an axis of its own, as in `a[:, None]`. "
            "Or are brackets missing, as in `y * (X @ w)`?"
        )
    elif isinstance(getattr(raised.expression, "op", None), ast.Mult):
        hint += " `*` works entry by entry: the product of two matrices is `@`."
    yield Mistake("shapes-clash", hint, CHAPTER_OF_EXERCISE)


HINT_FUNCTIONS = (
    _hint_at_import,
    _hint_at_pytorch,
    _hint_at_condition,
    _hint_at_integers,
    _hint_at_mask,
    _hint_at_empty_selection,
    _hint_at_number,
    _hint_at_brackets,
    _hint_at_shapes,
    _hint_at_bincount,
    _hint_at_labels,
)

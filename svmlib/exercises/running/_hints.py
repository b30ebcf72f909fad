"""Hints for a student whose attempt raises an exception, most of them about arrays.

Most hints are about the expression that raised, which Python finds in the source. Without
the source, those hints are not given.
"""

import ast
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import chain
from types import TracebackType
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises.running._expressions import (
    LOOPS,
    axes_of,
    expressions_at,
    is_max_of_rows,
    is_one_less,
    is_tolerance,
    joins_a_number,
    joins_conditions,
    name_called,
    operands_of,
    without_index,
)

PYTORCH = {
    "mm": "@",
    "matmul": "@",
    "t": ".T",
    "clamp": "np.maximum",
    "clamp_min": "np.maximum",
    "relu": "np.maximum",
    "view": ".reshape",
    "unsqueeze": "[:, None]",
    "numel": ".size",
    "size": ".shape",
    "pow": "**",
    "abs": "np.abs",
    "gather": "np.take_along_axis",
    "permute": ".transpose",
    "clone": ".copy",
    "long": ".astype(int)",
    "float": ".astype(float)",
    "double": ".astype(float)",
    "dim": "axis",
    "keepdim": "keepdims",
    "torch": "np",
}
NUMBER_WANTED = Mistake(
    "array-for-number",
    "One number is wanted here, and there is an array of several. Is a sum missing, or an "
    "index?",
)
JOINING = ("concatenate", "hstack", "vstack", "column_stack", "stack")
ENTRY_OF_EACH_ROW = (
    "To pick one entry of each row, index with two lists: the row numbers and the "
    "labels."
)


def hints(
    error: BaseException,
    text: str,
    step: TracebackType,
    args: Mapping[str, Any],
    chapter: str,
) -> list[Mistake]:
    """Return mistakes, each with a hint and the chapter to read.

    ``text`` is the exception's type and what it says, ``step`` is where the attempt met
    it, ``args`` are the arguments that it was called with, and ``chapter`` is that of the
    exercise.
    """
    expression, *around = expressions_at(step)
    operands = list(operands_of(expression, (around or [expression])[-1]))
    variables = step.tb_frame.f_locals
    raised = RaisedError(
        error, text, args, chapter, variables, expression, around, operands
    )
    return [hint for give in HINT_FUNCTIONS for hint in give(raised)]


@dataclass(frozen=True)
class RaisedError:
    """An exception, the expression that raised it, those around it, and its operands.

    ``variables`` are the local ones of the function that raised.
    """

    error: BaseException
    text: str
    args: Mapping[str, Any]
    chapter: str
    variables: Mapping[str, Any]
    expression: ast.AST
    around: list[ast.AST]
    operands: list[ast.AST]

    @property
    def labels(self) -> Array:
        """The labels of classes that the attempt was called with, (0,) if none were."""
        labels = np.ravel(self.args.get("y", self.args.get("y_i", ())))
        is_multiclass = labels.dtype.kind in "iu" and labels.min(initial=0) >= 0
        return labels if is_multiclass else labels[:0]


def _hint_at_import(raised: RaisedError) -> Iterator[Mistake]:
    name = getattr(raised.error, "name", None) or ""
    is_missing = isinstance(raised.error, ModuleNotFoundError)
    of_a_package = name.partition(".")[0] in sys.modules  # which is there
    if (is_missing and not of_a_package) or "relative import" in raised.text:
        hint = (
            f"{f'`{name}`' if name else 'That module'} isn't found here. If it's a file "
            "of yours, copy what you need from it into the file with this function, "
            "which is the only one that is run. If it's a package, it isn't installed."
        )
        yield Mistake("module-not-found", hint)


def _hint_at_pytorch(raised: RaisedError) -> Iterator[Mistake]:
    called = _name_in_pytorch(raised)
    if called in PYTORCH:
        hint = (
            f"The arrays here are NumPy's, and `{called}` is PyTorch's. Look up what "
            f"NumPy has for it: `{PYTORCH[called]}`."
        )
        yield Mistake("pytorch-names", hint)
    elif called and "object has no" in raised.text:
        is_of_list = called in dir(list)
        if not is_of_list and get_close_matches(called, dir(np.ndarray), cutoff=0.75):
            return  # misspelt, and Python says so
        whose = "An array isn't a list" if is_of_list else "The arrays here are NumPy's"
        hint = f"{whose}. Look up what NumPy has for `{called}`."
        yield Mistake("list-methods" if is_of_list else "pytorch-names", hint)


def _hint_at_condition(raised: RaisedError) -> Iterator[Mistake]:
    """Say what a condition wants, or an operator that isn't a condition's."""
    expression, around = raised.expression, raised.around
    is_type_error = isinstance(raised.error, TypeError)
    operator = getattr(expression, "op", None) if is_type_error else None
    wants_truth = "truth value" in raised.text
    whole = _whole_in_loop(raised)
    if isinstance(operator, ast.BitXor):
        hint = "Python's power is `**`: `a ** b`. The sign `^` means something else."
        yield Mistake("caret-for-power", hint)
    elif wants_truth and whole:
        hint = (
            f"In every round of the loop `{whole}` is the whole array. Is one entry or "
            "row of it meant?"
        )
        yield Mistake("array-for-entry", hint)
    elif wants_truth and is_max_of_rows(raised.expression):
        name = name_called(raised.expression)
        hint = (
            f"Python's {name} compares whole rows here. The one that looks through all "
            f"entries is NumPy's, `np.{name}`."
        )
        yield Mistake("builtin-max", hint)
    elif _is_max_of_two(raised):
        name = name_called(expression)
        hint = (
            f"This {name} picks one thing out of several. The one that works entry by "
            f"entry has another name: NumPy's is `np.{name}imum`."
        )
        yield Mistake("builtin-max", hint)
    elif wants_truth and any(
        joins_a_number(node, raised.variables) for node in [expression, *around[:1]]
    ):
        yield NUMBER_WANTED
    elif isinstance(operator, ast.BitAnd | ast.BitOr) or (
        wants_truth and any(map(joins_conditions, [expression, *around[:1]]))
    ):
        hint = (
            "Two conditions on an array are joined by `&`, each in brackets of its "
            "own: `(0 < a) & (a < 1)`. Neither `and` nor `0 < a < 1` works entry by "
            "entry."
        )
        yield Mistake("conditions-not-joined", hint)
    elif wants_truth:
        hint = (
            "Python wants one True or False here, and an array has many. Choose its "
            "entries by a mask, `a[a > 0]`, or by `np.where`."
        )
        yield Mistake("condition-of-array", hint)


def _hint_at_differences(raised: RaisedError) -> Iterator[Mistake]:
    if "is lost beside" in raised.text:  # svmlib.gradcheck says so
        hint = (
            "Is it taken from differences of the loss? Beside large numbers their step "
            "is lost: the exercise asks for the derivative itself."
        )
        yield Mistake("differences-for-derivative", hint)


def _hint_at_zero_divisor(raised: RaisedError) -> Iterator[Mistake]:
    if isinstance(raised.error, ZeroDivisionError):
        hint = "The divisor is zero here."
        if any(map(is_one_less, raised.operands)):
            hint += " Is it a count minus one, where the count is 1?"
        yield Mistake("zero-divisor", hint)


def _hint_at_integers(raised: RaisedError) -> Iterator[Mistake]:
    if "output from dtype('float64') to dtype('int" in raised.text:
        hint = (
            "An array of integers can't hold fractions, and `a -= b` writes into `a` "
            "itself. Make a new array, `a = a - b`, or one of floats first, "
            "`a.astype(float)`."
        )
        yield Mistake("integers-in-place", hint)


def _hint_at_empty_selection(raised: RaisedError) -> Iterator[Mistake]:
    if re.search("zero-size array|(max|min)\\(\\) .*empty", raised.text):
        hint = "Nothing is selected here: in this case no example meets the condition."
        function = (raised.around or [raised.expression])[-1]
        if any(map(is_tolerance, ast.walk(function))):
            hint += " Does it compare with a small number, such as 1e-8, in place of 0?"
        yield Mistake("empty-selection", hint)


def _hint_at_choose(raised: RaisedError) -> Iterator[Mistake]:
    is_choose = any(name_called(node) == "choose" for node in raised.operands)
    if is_choose and "array objects" in raised.text:
        hint = (
            "`choose` takes 64 arrays at most, and fewer in older versions of NumPy. An "
            "index has no such limit. " + ENTRY_OF_EACH_ROW
        )
        yield Mistake("choose-is-limited", hint, "mask_trick")


def _hint_at_index(raised: RaisedError) -> Iterator[Mistake]:
    if not isinstance(raised.error, IndexError):
        return
    if "only integers, slices" in raised.text:
        hint = (
            "An index is a whole number, and this one isn't. Does a loop go over the "
            "entries, as in `for j in s`? Their indices are in `range(len(s))`."
        )
        yield Mistake("entry-for-index", hint)
    by_labels = len(raised.labels) and axes_of(raised.expression) in (["y"], ["y_i"])
    if by_labels and _may_have_rows(raised):
        hint = (
            "That number is a label. An index with the labels alone picks whole "
            "rows. " + ENTRY_OF_EACH_ROW
        )
        yield Mistake("labels-as-only-index", hint, "mask_trick")


def _hint_at_number(raised: RaisedError) -> Iterator[Mistake]:
    wants_number = re.search("element with a sequence|to Python scalars", raised.text)
    if wants_number and "inhomogeneous" not in raised.text:
        yield NUMBER_WANTED


def _hint_at_brackets(raised: RaisedError) -> Iterator[Mistake]:
    if not isinstance(raised.error, TypeError):
        return
    name = name_called(raised.expression)
    if "as a data type" in raised.text and name in ("zeros", "ones", "empty"):
        hint = f"The shape is in brackets of its own: `np.{name}((N, D))`."
        yield Mistake("brackets-missing", hint)
    elif name in JOINING and len(getattr(raised.expression, "args", ())) > 1:
        hint = f"The arrays to join are in brackets of their own: `np.{name}([A, B])`."
        yield Mistake("brackets-missing", hint)


def _hint_at_shapes(raised: RaisedError) -> Iterator[Mistake]:
    if not isinstance(raised.error, ValueError | IndexError):
        return
    text, args, chapter = raised.text, raised.args, raised.chapter
    joins = re.search("concatenat|number of dim|must have the same shape", text)
    if not joins and not re.search("broadcast|matmul|aligned|shape.mismatch", text):
        return
    if joins and any(name_called(node) == "ones" for node in raised.operands):
        hint = (
            "Columns are joined side by side: say `axis=1`, or use `np.hstack`. For that, "
            "the column of ones needs shape (N, 1), and not (N,)."
        )
        chapter = "linear_scores"
    elif joins:
        hint = (
            "Arrays can be joined along an axis only if they have the same number of "
            "dimensions, and the same size along every other axis."
        )
    elif ast.unparse(raised.expression) in ("X * W", "W * X"):
        hint = (
            "X and W meet entry by entry here. Scores are a product of matrices, `@`."
        )
        chapter = "linear_scores"
    else:
        hint = (
            "Two shapes do not fit. Write both beside that line: which axis counts "
            f"{_things_counted(args)}?"
        )
    yield Mistake("shapes-clash", hint, chapter)


def _hint_at_columns(raised: RaisedError) -> Iterator[Mistake]:
    """Say that [:, y] picks whole columns, where its result has shape (N, N)."""
    N = len(raised.labels)
    picks_columns = any(axes_of(node) == [":", "y"] for node in raised.operands)
    if f"({N},{N})" in raised.text and picks_columns:
        hint = (
            f"There are {N} examples and {N} labels: [:, y] picks a whole column for "
            "each label. " + ENTRY_OF_EACH_ROW
        )
        yield Mistake("labels-as-only-index", hint, "mask_trick")


HINT_FUNCTIONS = (
    _hint_at_import,
    _hint_at_pytorch,
    _hint_at_condition,
    _hint_at_differences,
    _hint_at_zero_divisor,
    _hint_at_integers,
    _hint_at_empty_selection,
    _hint_at_choose,
    _hint_at_index,
    _hint_at_number,
    _hint_at_brackets,
    _hint_at_shapes,
    _hint_at_columns,
)


def _name_in_pytorch(raised: RaisedError) -> str:
    """Return the name that NumPy doesn't know, or knows with another meaning, or ""."""
    text = raised.text
    method = getattr(getattr(raised.expression, "func", None), "attr", "")
    if method == "view" and ("data type" in text or "ndarray type" in text):
        return "view"
    if method == "size" and "'int' object is not callable" in text:
        return "size"
    patterns = {
        AttributeError: r"numpy.* has no attribute '(\w+)'(?!\.\n)",
        TypeError: r"unexpected keyword argument '(dim|keepdim)'",
        NameError: r"name '(torch)' is not defined",
    }
    for kind, pattern in patterns.items():
        match = re.search(pattern, text)
        if match and isinstance(raised.error, kind):
            return match[1]
    return ""


def _is_max_of_two(raised: RaisedError) -> bool:
    """Whether max or min, Python's or NumPy's, was to compare two things and could not."""
    node = raised.expression
    if not isinstance(node, ast.Call) or len(node.args) < 2 or node.keywords:
        return False
    complaint = "truth value" if isinstance(node.func, ast.Name) else "scalar index"
    return name_called(node) in ("max", "min") and complaint in raised.text


def _may_have_rows(raised: RaisedError) -> bool:
    """Whether what is indexed may have more axes than one: only its name can tell."""
    name = ast.unparse(getattr(raised.expression, "value", raised.expression))
    value = raised.variables.get(name)
    return not isinstance(value, np.ndarray) or value.ndim > 1


def _whole_in_loop(raised: RaisedError) -> str:
    """Name an array that a loop uses without an index and does not make itself, or "".

    It is used in the expression that raised, or in what the loop assigns to its names.
    """
    expression = raised.expression
    loop = next((node for node in raised.around if isinstance(node, LOOPS)), None)
    if loop is None:
        return ""
    made = {
        getattr(node, "id", "")
        for node in ast.walk(loop)
        if isinstance(getattr(node, "ctx", None), ast.Store)
    }
    # What max is to compare, or a condition.
    parts = [*expression.args] if isinstance(expression, ast.Call) else [expression]
    names = {getattr(node, "id", "") for node in ast.walk(expression)} & made
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign) and names & set(map(ast.unparse, node.targets)):
            parts.append(node.value)
    if any(isinstance(node, ast.Slice) for part in parts for node in ast.walk(part)):
        return ""  # the loop is over the columns, say, and takes each as a whole
    for name, least in chain.from_iterable(map(without_index, parts)):
        value = raised.variables.get(name)
        is_array = isinstance(value, np.ndarray) and value.ndim >= least
        if is_array and name not in made:
            return name
    return ""


def _things_counted(args: Mapping[str, Any]) -> str:
    """List what the axes of the arguments count, for a question about them."""
    things = {
        "examples": "X X_train X_test S H M y K alpha",
        "rows of Y": "Y",
        "new points": "K_new",
        "features": "W X X_train X_test x w p",
        "classes": "W S H M s",
    }
    counted = [
        thing
        for thing, arrays in things.items()
        if any(name in arrays.split() for name in args)
    ]
    return ", which ".join(counted or things)

"""Hints for a student whose attempt raises an exception, most of them about arrays.

Most hints are about the expression that raised, which Python finds in the source. Without
the source, those hints are not given.
"""

import ast
import linecache
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain
from types import TracebackType
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import Mistake

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
PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")
FUNCTION = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LOOP = (ast.For, ast.ListComp, ast.GeneratorExp)
ENTRY_OF_EACH_ROW = (
    "To pick one entry of each row, index with two lists: the row numbers and the "
    "labels."
)


def hints(
    error: BaseException,
    what: str,
    step: TracebackType,
    args: Mapping[str, Any],
    chapter: str,
) -> list[Mistake]:
    """Return mistakes, each with a hint and the chapter to read.

    ``what`` is the exception in words, ``step`` is where the attempt met it, ``args`` are
    the arguments that it was called with, and ``chapter`` is that of the exercise.
    """
    expression, *around = _expressions_at(step)
    operands = list(_operands(expression, (around or [expression])[-1]))
    variables = step.tb_frame.f_locals
    raised = RaisedError(
        error, what, args, chapter, variables, expression, around, operands
    )
    return [hint for give in HINT_FUNCTIONS for hint in give(raised)]


@dataclass(frozen=True)
class RaisedError:
    """An exception, the expression that raised it, those around it, and its operands.

    ``variables`` are the local ones of the function that raised.
    """

    error: BaseException
    what: str
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
    if (is_missing and not of_a_package) or "relative import" in raised.what:
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
    elif called and "object has no" in raised.what:
        hint = f"The arrays here are NumPy's. Look up what NumPy has for `{called}`."
        yield Mistake("pytorch-names", hint)


def _hint_at_condition(raised: RaisedError) -> Iterator[Mistake]:
    """Say what a condition wants, or an operator that isn't a condition's."""
    expression, around = raised.expression, raised.around
    is_type_error = isinstance(raised.error, TypeError)
    operator = getattr(expression, "op", None) if is_type_error else None
    wants_truth = "truth value" in raised.what
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
    elif wants_truth and _is_max_of_rows(raised.expression):
        name = _called(raised.expression)
        hint = (
            f"Python's {name} compares whole rows here. The one that looks through all "
            f"entries is NumPy's, `np.{name}`."
        )
        yield Mistake("builtin-max", hint)
    elif _is_max_of_two(raised):
        name = _called(expression)
        hint = (
            f"This {name} picks one thing out of several. The one that works entry by "
            f"entry has another name: NumPy's is `np.{name}imum`."
        )
        yield Mistake("builtin-max", hint)
    elif isinstance(operator, ast.BitAnd | ast.BitOr) or (
        wants_truth and any(map(_joins_conditions, [expression, *around[:1]]))
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
    if "is lost beside" in raised.what:  # svmlib.gradcheck says so
        hint = (
            "Is it taken from differences of the loss? Beside large numbers their step "
            "is lost: the exercise asks for the derivative itself."
        )
        yield Mistake("differences-for-derivative", hint)


def _hint_at_zero_divisor(raised: RaisedError) -> Iterator[Mistake]:
    if isinstance(raised.error, ZeroDivisionError):
        hint = "The divisor is zero here."
        if any(map(_is_one_less, raised.operands)):
            hint += " Is it a count minus one, where the count is 1?"
        yield Mistake("zero-divisor", hint)


def _hint_at_integers(raised: RaisedError) -> Iterator[Mistake]:
    if "output from dtype('float64') to dtype('int" in raised.what:
        hint = (
            "An array of integers can't hold fractions, and `a -= b` writes into `a` "
            "itself. Make a new array, `a = a - b`, or one of floats first, "
            "`a.astype(float)`."
        )
        yield Mistake("integers-in-place", hint)


def _hint_at_empty_selection(raised: RaisedError) -> Iterator[Mistake]:
    if "zero-size array" in raised.what:
        hint = "Nothing is selected here: in this case no example meets the condition."
        function = (raised.around or [raised.expression])[-1]
        if any(map(_is_tolerance, ast.walk(function))):
            hint += " Does it compare with a small number, such as 1e-8, in place of 0?"
        yield Mistake("empty-selection", hint)


def _hint_at_choose(raised: RaisedError) -> Iterator[Mistake]:
    is_choose = any(_called(node) == "choose" for node in raised.operands)
    if is_choose and "array objects" in raised.what:
        hint = (
            "`choose` takes 64 arrays at most, and fewer in older versions of NumPy. An "
            "index has no such limit. " + ENTRY_OF_EACH_ROW
        )
        yield Mistake("choose-is-limited", hint, "mask_trick")


def _hint_at_index(raised: RaisedError) -> Iterator[Mistake]:
    if not isinstance(raised.error, IndexError):
        return
    if _is_shorter_since_delete(raised):
        hint = (
            "The array is shorter since `np.delete`, and what came after the entry that "
            "was deleted has moved up: an index means another entry now, or none."
        )
        yield Mistake("shorter-since-delete", hint)
    by_labels = len(raised.labels) and _axes(raised.expression) in (["y"], ["y_i"])
    if by_labels and _may_have_rows(raised):
        hint = (
            "That number is a label. An index with the labels alone picks whole "
            "rows. " + ENTRY_OF_EACH_ROW
        )
        yield Mistake("labels-as-only-index", hint, "mask_trick")


def _hint_at_number(raised: RaisedError) -> Iterator[Mistake]:
    wants_number = re.search("element with a sequence|to Python scalars", raised.what)
    if wants_number and "inhomogeneous" not in raised.what:
        hint = (
            "One number is wanted here, and there is an array of several. Is a sum "
            "missing, or an index?"
        )
        yield Mistake("array-for-number", hint)


def _hint_at_shapes(raised: RaisedError) -> Iterator[Mistake]:
    if not isinstance(raised.error, ValueError | IndexError):
        return
    what, args, chapter = raised.what, raised.args, raised.chapter
    joins = re.search("concatenat|number of dim|must have the same shape", what)
    if not joins and not re.search("broadcast|matmul|aligned|shape mismatch", what):
        return
    if joins and set(args) == {"w", "b"}:
        hint = (
            "w has D entries and b is one number: `np.append(w, b)` joins the two in "
            "one vector."
        )
    elif joins and any(_called(node) == "ones" for node in raised.operands):
        hint = (
            "Columns are joined side by side, along axis 1: the column of ones needs "
            "shape (N, 1), and not (N,)."
        )
        if "along dimension 0" in what:
            hint = (
                "Columns are joined side by side here, and they differ in length: the "
                "column of ones has one for each example, shape (N, 1)."
            )
        if "along dimension 1" in what:  # the columns differ: rows are to be joined
            hint = (
                "This puts one array below the other, along axis 0. Columns are joined "
                "side by side: say `axis=1`, or use `np.hstack`."
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
    picks_columns = any(_axes(node) == [":", "y"] for node in raised.operands)
    if f"({N},{N})" in raised.what and picks_columns:
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
    _hint_at_shapes,
    _hint_at_columns,
)


def _expressions_at(step: TracebackType) -> list[ast.AST]:
    """Return the expression that raised, and those around it up to its function.

    Without source, return an empty statement.
    """
    code = step.tb_frame.f_code
    position = list(code.co_positions())[step.tb_lasti // 2]
    line, end_line, column, end_column = (number or 0 for number in position)
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError, MemoryError):
        return [ast.Pass()]
    found: list[ast.AST] = []
    for node in ast.walk(tree):  # which meets the outer ones first
        place = [getattr(node, name, 0) for name in PLACE]
        if place[:2] <= [line, column] and [end_line, end_column] <= place[2:]:
            found = [node] if isinstance(node, FUNCTION) else [node, *found]
    return found or [ast.Pass()]


def _name_in_pytorch(raised: RaisedError) -> str:
    """Return the name that NumPy doesn't know, or knows with another meaning, or ""."""
    what = raised.what
    method = getattr(getattr(raised.expression, "func", None), "attr", "")
    if method == "view" and ("data type" in what or "ndarray type" in what):
        return "view"
    if method == "size" and "'int' object is not callable" in what:
        return "size"
    patterns = {
        AttributeError: r"numpy.* has no attribute '(\w+)'(?!\.\n)",
        TypeError: r"unexpected keyword argument '(dim|keepdim)'",
        NameError: r"name '(torch)' is not defined",
    }
    for kind, pattern in patterns.items():
        match = re.search(pattern, what)
        if match and isinstance(raised.error, kind):
            return match[1]
    return ""


def _called(node: ast.AST) -> str:
    """Return the name of the function or method that is called, if one is."""
    function = getattr(node, "func", None)
    return str(getattr(function, "id", getattr(function, "attr", "")))


def _is_max_of_two(raised: RaisedError) -> bool:
    """Whether max or min, Python's or NumPy's, was to compare two things and could not."""
    node = raised.expression
    if not isinstance(node, ast.Call) or len(node.args) < 2 or node.keywords:
        return False
    complaint = "truth value" if isinstance(node.func, ast.Name) else "scalar index"
    return _called(node) in ("max", "min") and complaint in raised.what


def _is_max_of_rows(node: ast.AST) -> bool:
    """Whether Python's max or min was called with one thing, an array perhaps."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ("max", "min")
        and len(node.args) == 1
        and not node.keywords
    )


def _joins_conditions(node: ast.AST) -> bool:
    return isinstance(node, ast.BoolOp) or (
        isinstance(node, ast.Compare) and len(node.ops) > 1
    )


def _is_one_less(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Sub)
        and getattr(node.right, "value", None) == 1
    )


def _is_tolerance(node: ast.AST) -> bool:
    number = getattr(node, "value", None)
    return isinstance(number, float) and 0 < number < 0.01


def _axes(node: ast.AST) -> list[str]:
    """Return what stands between the brackets for each axis, if it is an index."""
    if not isinstance(node, ast.Subscript):
        return []
    axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return [ast.unparse(axis) for axis in axes]


def _is_shorter_since_delete(raised: RaisedError) -> bool:
    """Whether `np.delete` made what is indexed, or what another `np.delete` is given.

    In a loop that may be the same one, as in ``h = np.delete(h, j)``.
    """
    deletes = [node for node in raised.operands if _called(node) == "delete"]
    here = raised.expression
    in_loop = any(isinstance(node, LOOP) for node in raised.around)
    is_repeated = in_loop and deletes.count(here) > 1
    return is_repeated or any(node is not here for node in deletes)


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
    loop = next((node for node in raised.around if isinstance(node, LOOP)), None)
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
    for name, least in chain.from_iterable(map(_without_index, parts)):
        value = raised.variables.get(name)
        is_array = isinstance(value, np.ndarray) and value.ndim >= least
        if is_array and name not in made:
            return name
    return ""


def _without_index(node: ast.AST) -> Iterator[tuple[str, int]]:
    """Yield names without an index, and the fewest axes with which that is a mistake.

    A function may take a whole array, and so does a product of matrices. But where a
    matrix is on the left, as in X @ w, the product has an entry for each row.
    """
    if isinstance(node, ast.Name):
        yield node.id, 1
    elif isinstance(node, ast.Subscript):
        yield from _without_index(node.slice)
    elif isinstance(getattr(node, "op", None), ast.MatMult):
        yield getattr(node.left, "id", ""), 2  # type: ignore[attr-defined]
    elif not isinstance(node, ast.Attribute | ast.Call):
        yield from chain.from_iterable(map(_without_index, ast.iter_child_nodes(node)))


def _operands(expression: ast.AST, function: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of an expression, and of what was assigned to its names."""
    yield from ast.walk(expression)
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and names & set(map(ast.unparse, node.targets)):
            yield from ast.walk(node.value)


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

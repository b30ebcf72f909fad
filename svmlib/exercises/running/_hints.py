"""Hints for a student whose attempt raises one of NumPy's exceptions."""

import dis
import linecache
import re
from collections.abc import Collection, Mapping
from types import TracebackType
from typing import Any

import numpy as np

from svmlib.exercises._exercise import Mistake

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
# Two conditions in a line: `a and b`, `(a) & (b)`, `0 < a < 1`.
JOINED = r"\b(and|or)\b|[&|]|[<>]=?[^<>=,:]+[<>]"
ENTRY_OF_EACH_ROW = (
    "To pick one entry of each row, index with two lists: the row numbers and the "
    "labels."
)


def hints(
    error: BaseException,
    what: str,
    names: Collection[str],
    args: Mapping[str, Any],
    chapter: str,
) -> list[Mistake]:
    """Return mistakes, each with a hint and the chapter to read.

    ``what`` is the exception in words, ``names`` are those that the code uses,
    ``args`` are the arguments that it was called with, and ``chapter`` is that of the
    exercise.
    """
    found = []
    pytorch = _pytorch_hint(error, what, names)
    if pytorch:
        found.append(Mistake("pytorch-names", pytorch))
    line = _line_of(error)
    of_arrays = "truth value" in what and not re.search(r"key *=|\bif\b", line)
    if "max" in names and (of_arrays or "scalar index" in what):
        hint = (
            "This max picks one thing out of several. The one that works entry by "
            "entry has another name: NumPy's is `np.maximum`."
        )
        found.append(Mistake("builtin-max", hint))
    elif "bitwise_xor" in what:
        hint = "Python's power is `**`: `a ** b`. The sign `^` means something else."
        found.append(Mistake("caret-for-power", hint))
    elif "truth value" in what and line and not re.search(JOINED, line):
        hint = (
            "Python wants one True or False here, and an array has many. Choose its "
            "entries by a mask, `a[a > 0]`, or by `np.where`."
        )
        found.append(Mistake("condition-of-array", hint))
    elif "truth value" in what or "bitwise_and" in what:
        hint = (
            "Two conditions on an array are joined by `&`, each in brackets of its "
            "own: `(0 < a) & (a < 1)`. Neither `and` nor `0 < a < 1` works entry by "
            "entry."
        )
        found.append(Mistake("conditions-not-joined", hint))
    if isinstance(error, ZeroDivisionError):
        hint = (
            "The divisor is zero here. Is it a count minus one, where the count is 1?"
        )
        found.append(Mistake("zero-divisor", hint))
    if "zero-size array" in what:
        hint = (
            "Nothing is selected here: in this case no example meets the condition. "
            "Does it compare with a small number, such as 1e-8, in place of 0?"
        )
        found.append(Mistake("empty-selection", hint))
    labels = np.ravel(args.get("y", args.get("y_i", ())))
    is_multiclass = labels.dtype.kind in "iu" and labels.min(initial=0) >= 0
    by_label = isinstance(error, IndexError) and _index_of(error) in ("y", "y_i")
    if by_label and is_multiclass:
        hint = (
            "That number is a label. An index with the labels alone picks whole "
            "rows. " + ENTRY_OF_EACH_ROW
        )
        found.append(Mistake("labels-as-only-index", hint, "mask_trick"))
    if isinstance(error, ValueError):
        found += _shape_hints(what, len(labels) if is_multiclass else 0, args, chapter)
    return found


def _line_of(error: BaseException) -> str:
    """Return the line of code that an exception came from; "" if it isn't there."""
    step = _last_step(error)
    return linecache.getline(step.tb_frame.f_code.co_filename, step.tb_lineno)


def _index_of(error: BaseException) -> str:
    """Return the name between the brackets that an exception came from, if any."""
    step, before = _last_step(error), None
    for instruction in dis.get_instructions(step.tb_frame.f_code):
        if instruction.offset == step.tb_lasti:
            is_lookup = "SUBSCR" in instruction.opname or instruction.argrepr == "[]"
            name = before.argval if before and is_lookup else ""
            name = name[-1] if isinstance(name, tuple) else name
            return name if isinstance(name, str) else ""
        before = instruction
    return ""


def _last_step(error: BaseException) -> TracebackType:
    """Return the place where an exception was raised."""
    step = error.__traceback__
    assert step
    while step.tb_next:
        step = step.tb_next
    return step


def _pytorch_hint(error: BaseException, what: str, names: Collection[str]) -> str:
    patterns = {
        AttributeError: r"numpy.* has no attribute '(\w+)'",
        TypeError: r"unexpected keyword argument '(\w+)'",
        NameError: r"name '(\w+)' is not defined",
    }
    called = ""
    for kind, pattern in patterns.items():
        match = re.search(pattern, what) if isinstance(error, kind) else None
        called = match[1] if match else called
    if "view" in names and ("data type" in what or "ndarray type" in what):
        called = "view"
    if "size" in names and "'int' object is not callable" in what:
        called = "size"
    if called in PYTORCH:
        return (
            f"The arrays here are NumPy's, and `{called}` is PyTorch's. Look up what "
            f"NumPy has for it: `{PYTORCH[called]}`."
        )
    if called and "object has no" in what:
        return f"The arrays here are NumPy's. Look up what NumPy has for `{called}`."
    return ""


def _things_counted(args: Mapping[str, Any]) -> str:
    """List what the axes of the arguments count, for a question about them."""
    things = {
        "examples": "X S H M y K alpha",
        "rows of Y": "Y",
        "new points": "K_new",
        "features": "W X x w p",
        "classes": "W S H M s",
    }
    counted = [
        thing
        for thing, arrays in things.items()
        if any(name in arrays.split() for name in args)
    ]
    return ", which ".join(counted or things)


def _is_scores_entrywise(what: str, args: Mapping[str, Any]) -> bool:
    """Whether X and W themselves were multiplied entry by entry."""
    if "broadcast" not in what or "W" not in args or "X" not in args:
        return False
    shapes = {str(np.shape(args[name])).replace(" ", "") for name in "WX"}
    return set(re.findall(r"\(\d+,\d+\)", what)) == shapes


def _shape_hints(
    what: str, N: int, args: Mapping[str, Any], chapter: str
) -> list[Mistake]:
    """Return hints about shapes; N is the number of examples with a class label."""
    if set(args) == {"w", "b"} and re.search("concatenat|same number of dim", what):
        hint = (
            "w has D entries and b is one number: `np.append(w, b)` joins the two in "
            "one vector."
        )
        return [Mistake("shapes-clash", hint, chapter)]
    if "same number of dimensions" in what or "must have the same shape" in what:
        hint = (
            "Arrays are joined only if they have equally many dimensions: the column "
            "of ones needs shape (N, 1), and not (N,)."
        )
        return [Mistake("shapes-clash", hint, "linear_scores")]
    if "concatenation axis" in what:
        hint = (
            "Columns are joined side by side, along axis 1, and then both need "
            "equally many rows: the column of ones needs shape (N, 1)."
        )
        return [Mistake("shapes-clash", hint, "linear_scores")]
    if not re.search("broadcast|matmul|aligned|shape mismatch", what):
        return []
    hint = (
        "Two shapes do not fit. Write both beside that line: which axis counts "
        f"{_things_counted(args)}?"
    )
    if _is_scores_entrywise(what, args):
        hint = (
            "X and W meet entry by entry here. Scores are a product of matrices, `@`."
        )
        chapter = "linear_scores"
    found = [Mistake("shapes-clash", hint, chapter)]
    if f"({N},{N})" in what:
        hint = (
            f"There are {N} examples and {N} labels: [:, y] picks a whole column for "
            "each label. " + ENTRY_OF_EACH_ROW
        )
        found.append(Mistake("labels-as-only-index", hint, "mask_trick"))
    return found

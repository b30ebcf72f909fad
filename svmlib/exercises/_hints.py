"""What an exception of NumPy's tells a student: a mistake's name, and a hint."""

import re
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np

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
ENTRY_OF_EACH_ROW = (
    "One entry of each row takes two lists, the rows' numbers and the labels: see "
    '"Forward: from scores to margins" in chapter mask_trick.'
)


def hints(
    error: BaseException, what: str, names: Collection[str], args: Mapping[str, Any]
) -> list[tuple[str, str]]:
    """Return mistakes and hints.

    ``what`` is the exception in words, ``names`` are those that the code uses, and
    ``args`` are the arguments that it was called with.
    """
    found = []
    foreign = _pytorch(error, what, names)
    if foreign:
        found.append(("pytorch-names", foreign))
    if "max" in names and ("truth value" in what or "scalar index" in what):
        hint = (
            "This max picks one thing out of several. The maximum of a number and "
            "each entry of an array has another name: see chapter mask_trick."
        )
        found.append(("builtin-max", hint))
    labels = np.ravel(args.get("y", args.get("y_i", ())))
    if isinstance(error, IndexError):
        out = re.search(r"index (\d+) is out of bounds for axis (\d)", what)
        if out and int(out[1]) in labels:
            hint = (
                "That number is a label. An index with the labels alone picks whole "
                "rows. " + ENTRY_OF_EACH_ROW
            )
            found.append(("labels-as-only-index", hint))
    if isinstance(error, ValueError):
        found += _shapes(what, len(labels))
    return found


def _pytorch(error: BaseException, what: str, names: Collection[str]) -> str:
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


def _shapes(what: str, N: int) -> list[tuple[str, str]]:
    if "same number of dimensions" in what or "must have the same shape" in what:
        hint = (
            "Arrays are joined only if they have equally many dimensions: the column "
            "of ones needs shape (N, 1), and not (N,). See chapter linear_scores."
        )
        return [("shapes-clash", hint)]
    if "concatenation axis" in what:
        hint = (
            "Columns are joined side by side, along axis 1, and then both need "
            "equally many rows: the column of ones needs shape (N, 1). See chapter "
            "linear_scores."
        )
        return [("shapes-clash", hint)]
    if not re.search("broadcast|matmul|aligned|shape mismatch", what):
        return []
    chapter = "mask_trick" if "broadcast" in what else "linear_scores"
    hint = (
        "Two shapes do not fit. Write both beside that line: which axis counts "
        f"examples, which features, which classes? See chapter {chapter}."
    )
    found = [("shapes-clash", hint)]
    if N > 1 and f"({N},{N})" in what:
        hint = (
            f"There are {N} examples and {N} labels: [:, y] picks a whole column for "
            "each label. " + ENTRY_OF_EACH_ROW
        )
        found.append(("labels-as-only-index", hint))
    return found

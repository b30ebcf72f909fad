"""What an attempt returned, as arrays."""

from collections.abc import Coroutine, Generator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from numpy.ma import is_masked  # NumPy loads it late, when the sandbox refuses files

from svmlib._typing import Array
from svmlib.exercises._attempt import NOT_ATTEMPTED, AttemptError, Outputs
from svmlib.exercises._text import describe_value

MAX_ENTRIES = 100_000  # of an output; those that are asked for have far fewer
# In an array of objects. NumPy makes one of a Fraction, for instance.
NUMBERS = (int, float, Decimal, Fraction, np.integer, np.floating)
PLACEHOLDERS = (None, ..., NotImplemented)


def as_outputs(result: Any, returns: Sequence[str]) -> Outputs:
    """Return the numbers of a result; AttemptError if it is not what is asked for."""
    if any(result is placeholder for placeholder in PLACEHOLDERS):
        hint = " (It returns None: is a return missing?)" if result is None else ""
        raise AttemptError(["not-attempted"], NOT_ATTEMPTED + hint)
    if len(returns) == 1:
        return (_as_numbers(result, returns[0]),)
    if isinstance(result, np.ndarray) and result.shape == (len(returns),):
        result = list(result)
    if not isinstance(result, tuple | list) or len(result) != len(returns):
        raise AttemptError(
            ["wrong-type"],
            f"it returns {describe_value(result)}, where {len(returns)} things are expected: "
            f"({', '.join(returns)}).{_question_about(result)}",
        )
    if all(part is None or part is ... for part in result):
        raise AttemptError(["not-attempted"], NOT_ATTEMPTED)
    return tuple(map(_as_numbers, result, returns))


def _as_numbers(value: Any, name: str) -> Array:
    """Return one output as a float64 array; AttemptError if it can't be one."""
    if hasattr(value, "detach"):  # a tensor, which may be on its way to a gradient
        value = value.detach().cpu()
    try:
        array = np.asarray(value)
        # An entry may be an array that holds one number, and has no axes.
        entries = (x[()] if isinstance(x, np.ndarray) else x for x in array.flat)
        if array.dtype == object and all(isinstance(x, NUMBERS) for x in entries):
            array = array.astype(np.float64)
    except OverflowError:
        sentence = f"{name} goes beyond 1.8e308, which is the limit of a float."
        raise AttemptError(["wrong-type"], sentence) from None
    except (TypeError, ValueError):  # such as rows of different lengths
        array = np.empty(0, dtype=object)
    if isinstance(value, tuple) and any(getattr(a, "ndim", 0) > 1 for a in value):
        array = np.empty(0, dtype=object)  # of several things, though their shapes fit
    if is_masked(value):  # below the mask there are numbers, which are not meant
        array = np.empty(0, dtype=object)
    if value is None:
        raise AttemptError(
            ["wrong-type"],
            f"{name} is None, where real numbers are expected. If you haven't got that "
            "far, return zeros in its place: the verdict then says whether the rest is "
            "right.",
        )
    if array.dtype.kind not in "biuf":
        got = describe_value(value) + _about_rows(value)
        sentence = f"{name} is {got}, where real numbers are expected."
        sentence += _question_about(value)
        raise AttemptError(["wrong-type"], sentence)
    if array.size > MAX_ENTRIES:
        sentence = f"{name} has shape {array.shape}, which is far too large."
        raise AttemptError(["wrong-shape"], sentence)
    return array.astype(np.float64)


def _question_about(value: Any) -> str:
    """Ask what may have made something else of an output, or say how to mend it."""
    if hasattr(value, "toarray"):  # a sparse matrix
        return " Give its `toarray()`."
    if is_masked(value):
        return " Entries of it are masked: `filled(...)` puts numbers in their place."
    if isinstance(value, tuple) and len(value) == 1:
        return " Is there a comma at the end of the line, as in `return a,`?"
    if isinstance(value, Coroutine):
        return " Take away the `async` before `def`."
    if isinstance(value, Generator):
        return " Is there a `yield` where `return` is meant?"
    return " Is it called, with brackets after its name?" if callable(value) else ""


def _about_rows(value: Any) -> str:
    """Say why a list isn't an array of numbers, if its entries or rows show it."""
    if not isinstance(value, tuple | list):
        return ""
    rows = [row for row in value if isinstance(row, tuple | list)]
    if any(entry is None for entry in chain(value, *rows)):
        return " that holds None"
    if any(isinstance(entry, str) for entry in chain(value, *rows)):
        return " that holds text"
    lengths = {len(row) for row in rows}
    return " rows of different lengths" if len(lengths) > 1 else ""

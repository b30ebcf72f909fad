"""What an attempt returned, as arrays, or why it cannot be compared."""

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import chain
from typing import Any, NamedTuple

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._exercise import Mistake, Outputs

MAX_ENTRIES = 100_000  # of an output; those that are asked for have far fewer
NUMBERS = (int, float, Decimal, Fraction)  # NumPy makes objects of some
PLACEHOLDERS = (None, ..., NotImplemented)
NOT_ATTEMPTED = "not attempted yet."
# What may be wrong in any exercise, in a few words. First what is wrong with an output
# that no mistake of the exercise explains: of several, a verdict begins with the first.
WRONG_OUTPUTS = {
    "wrong-shape": "it returns arrays of another shape",
    "not-finite": "it returns NaN or infinity",
    "all-zero": "a part of what it returns is zero throughout",
    "unrecognised": "wrong in a way that has no name",
}
FAULTS = WRONG_OUTPUTS | {
    "not-attempted": "not attempted",
    "wrong-type": "it returns something other than numbers",
    "raises": "it raises an exception",
    "too-slow": "it was stopped: a loop that never ends?",
    "ends-python": "it ends the Python that it runs in",
    "waits-for-input": "it waits for someone to type",
    "calls-check": "it calls check itself",
    "writes-to-arguments": "it writes to its arguments",
    "nondeterministic": "it gives two answers to one question",
}


class AttemptError(Exception):
    """The attempt cannot be compared: names of `FAULTS`, how to say so, and hints.

    ``calls`` are those that came back before.
    """

    def __init__(
        self, faults: Sequence[str], message: str, hints: Sequence[Mistake] = ()
    ) -> None:
        self.faults, self.message, self.hints = tuple(faults), message, hints
        self.calls: Sequence[Call] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The faults, and the mistakes that the hints are about."""
        return (*self.faults, *(hint.name for hint in self.hints))

    def explain(self, explained: Callable[[Mistake], str]) -> str:
        """Return the message and the hints, which a `Catalogue` has explained."""
        return "\n".join([self.message, *map(explained, self.hints)])


class Call(NamedTuple):
    """What an attempt returned as arrays, and the arguments that it wrote to."""

    outputs: Outputs
    written: tuple[str, ...]


def collect(calls: Iterable[Call]) -> list[Call]:
    """Return the calls; an AttemptError in between takes those before with it."""
    collected = list[Call]()
    try:
        collected.extend(calls)
    except AttemptError as error:
        error.calls = collected
        raise
    return collected


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
            f"({', '.join(returns)}).",
        )
    if all(part is None or part is ... for part in result):
        raise AttemptError(["not-attempted"], NOT_ATTEMPTED)
    return tuple(map(_as_numbers, result, returns))


def _as_numbers(value: Any, name: str) -> Array:
    if hasattr(value, "detach"):  # a tensor, which may be on its way to a gradient
        value = value.detach().cpu()
    try:
        array = np.asarray(value)
        if array.dtype == object and all(isinstance(x, NUMBERS) for x in array.flat):
            array = array.astype(np.float64)
    except (TypeError, ValueError, OverflowError):  # such as rows of different lengths
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "biuf":
        got = describe_value(value) + _fault_of_rows(value)
        sentence = f"{name} is {got}, where real numbers are expected."
        raise AttemptError(["wrong-type"], sentence)
    if array.size > MAX_ENTRIES:
        sentence = f"{name} has shape {array.shape}, which is far too large."
        raise AttemptError(["wrong-shape"], sentence)
    return array.astype(np.float64)


def _fault_of_rows(value: Any) -> str:
    """Say why a list is no array of numbers, if its entries or rows say so."""
    if not isinstance(value, tuple | list):
        return ""
    rows = [row for row in value if isinstance(row, tuple | list)]
    if any(entry is None for entry in chain(value, *rows)):
        return " that holds None"
    lengths = {len(row) for row in rows}
    return " rows of different lengths" if len(lengths) > 1 else ""


def describe_value(value: Any) -> str:
    """Say what sort of thing it is: 'a tuple of 3'."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    name = type(value).__name__
    article = "an" if name[0] in "aeiouAEIOU" else "a"
    return f"{article} {name}" + (
        f" of {len(value)}" if isinstance(value, tuple | list) else ""
    )

"""The smallest problem that an attempt gets wrong, and how a verdict shows it."""

from typing import Any

import numpy as np

from svmlib.exercises._answer_key import AnswerKey, Attempted
from svmlib.exercises._differences import is_close
from svmlib.exercises._exercise import Formula, count_numbers

MAX_NUMBERS_SHOWN = 16  # in the problem that a verdict quotes


def smallest_failure(attempted: Attempted, not_finite: bool = False) -> int:
    """Return the index of the smallest problem that goes wrong.

    With not_finite, of those whose outputs hold NaN or infinity.
    """
    problems, among = attempted.key.problems, attempted.wrong
    if not_finite:
        finite = [all(np.isfinite(x).all() for x in got) for got in attempted.got]
        among = [k for k in among if not finite[k]]
    return min(among, key=lambda k: count_numbers(problems[k].args))


def describe_failure(attempted: Attempted, not_finite: bool) -> list[str]:
    """Show the smallest problem that goes wrong, if it is small enough to be shown.

    It has as few of 5, 9 or 17 digits as leave the attempt's answer wrong, and the right
    answer as it is.
    """
    key, index = attempted.key, smallest_failure(attempted, not_finite)
    takes, args = key.exercise.takes, key.problems[index].args
    showable = np.ndarray | np.integer | int | float | Formula
    shown = all(isinstance(a, showable) for a in args)
    if not takes or not shown or count_numbers(args) > MAX_NUMBERS_SHOWN:
        return []
    got = attempted.got[index]
    for digits in (5, 9, 17):
        problem = key.problems[index]._replace(args=_rounded(args, digits))
        small = Attempted(AnswerKey(key.exercise, [problem]), [_rounded(got, digits)])
        pairs = zip(key.outputs((), index), small.key.outputs((), 0), strict=True)
        if small.wrong and all(
            is_close(a, b, problem.tolerance_scale) for a, b in pairs
        ):
            break
    listed = ", ".join(
        f"{name} = {_as_written(value, digits)}"
        for name, value in zip(takes, args, strict=True)
    )
    returned = ", ".join(_as_written(output, digits) for output in got)
    return [f"For instance, it returns {returned} for {listed}."]


def _as_written(value: Any, digits: int = 5) -> str:
    """Write an argument or an output in one line, as in code."""
    if np.ndim(value):
        return "[" + ", ".join(_as_written(entry, digits) for entry in value) + "]"
    if isinstance(value, float | np.floating | np.ndarray):
        return f"{float(_rounded(value, digits)):.{digits}g}"
    return str(value)


def _rounded(value: Any, digits: int) -> Any:
    """Round floating-point numbers, and those in arrays and tuples, to so many digits."""
    if isinstance(value, tuple):
        return tuple(_rounded(part, digits) for part in value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        entries = [_rounded(entry, digits) for entry in value.ravel()]
        return np.array(entries).reshape(value.shape)
    if not isinstance(value, float | np.floating):
        return value
    short = float(f"{value:.{digits}g}") + 0.0  # and not -0
    return short if np.isfinite(short) else value  # the largest numbers round to inf

"""The smallest problem that an attempt gets wrong, and how a verdict shows it."""

from typing import Any

import numpy as np

from svmlib.exercises._attempt import Outputs
from svmlib.exercises._problems import (
    MAX_NUMBERS_SHOWN,
    WRAPS_TO_ZERO,
    Formula,
    LargeNumbers,
    Problem,
    SmallNumbers,
    WholeNumbers,
    count_numbers,
)
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._comparison import Comparison

ALL_DIGITS = 17


def smallest_counterexample(comparison: Comparison, not_finite: bool = False) -> int:
    """Return the index of the problem that goes wrong and is the shortest to write.

    One with large or small numbers is taken only if no other can be shown.

    With ``not_finite``, problems on which an output holds NaN or infinity are preferred.
    Without it, the others are.
    """
    problems, wrong = comparison.key.problems, comparison.wrong
    finite = [all(np.isfinite(x).all() for x in got) for got in comparison.got]
    among = [k for k in wrong if finite[k] != not_finite] or wrong
    return min(among, key=lambda k: _length(problems[k]))


def _length(problem: Problem) -> tuple[bool, bool, int]:
    """Return whether a problem is too large to be shown, and what else makes it longer."""
    numbers = count_numbers(problem.args)
    is_large = numbers > MAX_NUMBERS_SHOWN
    is_extreme = isinstance(problem.kind, LargeNumbers | SmallNumbers) or (
        isinstance(problem.kind, WholeNumbers)
        and any(
            isinstance(a, np.ndarray) and (np.abs(a) >= WRAPS_TO_ZERO).any()
            for a in problem.args
        )
    )
    length = numbers if is_large else len(_as_written(problem.args))
    return is_large, is_extreme, length


def describe_counterexample(comparison: Comparison, not_finite: bool) -> list[str]:
    """Show the smallest problem that goes wrong, if it is small enough to be shown.

    Its numbers have all their digits, so that whoever types them in gets the same answer.
    Those of the answer have five, unless rounding to five would make it right.
    """
    key, index = comparison.key, smallest_counterexample(comparison, not_finite)
    takes, problem = key.exercise.takes, key.problems[index]
    showable = (np.ndarray, np.integer, int, float, Formula, list)
    shown = all(isinstance(a, showable) for a in problem.args)
    if not takes or not shown or _length(problem)[0]:
        return []
    got, alone = comparison.got[index], AnswerKey(key.exercise, [problem])
    digits = 5 if Comparison(alone, [_rounded(got, 5)]).wrong else ALL_DIGITS
    listed = ", ".join(
        f"{name} = {_as_written(value)}"
        for name, value in zip(takes, problem.args, strict=True)
    )
    returned = ", ".join(_as_written(output, digits) for output in got)
    return [f"For instance, it returns {returned} for {listed}."]


def _as_written(value: Any, digits: int = ALL_DIGITS) -> str:
    """Write an argument or an output in one line, as in code."""
    if isinstance(value, tuple):
        return "(" + ", ".join(_as_written(part, digits) for part in value) + ")"
    if isinstance(value, list) or np.ndim(value):
        return "[" + ", ".join(_as_written(entry, digits) for entry in value) + "]"
    if not isinstance(value, float | np.floating | np.ndarray):
        return str(value)
    number = float(value) + 0.0  # and not -0
    return f"{number:.{digits}g}" if digits < ALL_DIGITS else repr(number)


def _rounded(outputs: Outputs, digits: int) -> Outputs:
    """Round each number of the outputs to so many digits."""
    return tuple(
        np.array([float(f"{x:.{digits}g}") for x in output.flat]).reshape(output.shape)
        for output in outputs
    )

"""The problems that an attempt is tried on: of every kind, and some made from those."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problems import (
    MANY_DIGITS,
    MAX_NUMBERS_SHOWN,
    Problem,
    count_numbers,
)
from svmlib.exercises._tolerance import is_close

MANY_NUMBERS = 1000  # in a problem over which a loop takes time
STORED_BY_COLUMNS = "an array is stored by columns, as W.T is"
SEED = 0  # of the problems of `check`
ROUNDS = 10  # enough for each argument to change each output that depends on it


def draw_problems(exercise: Exercise, seed: int) -> tuple[Problem, ...]:
    """Return a hundred problems or more, of every kind; one if the attempt is a number.

    They are drawn round by round. A problem that holds more than `MANY_NUMBERS` is kept
    only if the first round draws it, and comes last.
    """
    problems = list(_draw_once(exercise, seed, 0))
    number = 1
    while len(problems) < (100 if exercise.takes else 1):
        more = _draw_once(exercise, seed, number)
        problems += [p for p in more if count_numbers(p.args) <= MANY_NUMBERS]
        number += 1
    if exercise.takes:
        problems += _with_changed_arguments(exercise, seed)
    with_matrix = (p for p in problems if any(map(_is_matrix, p.args)))
    problems += _stored_by_columns(next(with_matrix, Problem(())))
    return tuple(sorted(problems, key=lambda p: count_numbers(p.args) > MANY_NUMBERS))


def _draw_once(exercise: Exercise, *seed: int) -> Iterator[Problem]:
    """Yield a problem of each kind; those that a verdict may show are tidied."""
    for problem in exercise.problems(np.random.default_rng(seed)):
        if count_numbers(problem.args) <= MAX_NUMBERS_SHOWN:
            problem = problem._replace(args=_without_rounding_errors(problem.args))
        yield problem


def _without_rounding_errors(value: Any) -> Any:
    """Return an argument whose floats have 12 digits: 0.3, not 0.30000000000000004.

    Numbers that float32 holds exactly stay, however many digits they have. An entry that is
    tiny beside the largest becomes 0: it is the rounding error of a sum that should be 0.
    """
    if isinstance(value, list | tuple):
        return type(value)(map(_without_rounding_errors, value))
    if isinstance(value, float):
        return float(_without_rounding_errors(np.array(value)))
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        rounded = [float(f"{number:.12g}") for number in value.flat]
        with np.errstate(over="ignore"):
            is_exact = value.astype(np.float32) == value
        tidied = np.where(is_exact, value, np.reshape(rounded, value.shape))
        return np.where(np.abs(value) < 1e-14 * np.abs(value).max(initial=0), 0, tidied)
    return value


def _is_matrix(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2 and min(value.shape) > 1


def _stored_by_columns(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with each matrix in the order of Fortran, as W.T may be."""
    for number, value in enumerate(problem.args):
        if _is_matrix(value):
            args = [*problem.args]
            args[number] = np.asfortranarray(value)
            yield problem._replace(args=tuple(args), kind=STORED_BY_COLUMNS)


def _with_changed_arguments(exercise: Exercise, seed: int) -> Iterator[Problem]:
    """Draw ordinary problems, each followed by a row of problems made from it.

    From one to the next a single argument changes, and an output with it. An attempt
    that keeps its answers, and doesn't look at that argument again, is wrong there. The
    rows go on until each argument has changed each output that depends on it.
    """
    num_pairs = len(exercise.takes) * len(exercise.returns)
    done: set[tuple[int, int]] = set()
    for number in range(ROUNDS):
        for problem in _draw_once(exercise, seed, number, 1):
            if problem.kind == exercise.changes.kind:
                row = _change_one_by_one(exercise, problem)
                changed = _changed_outputs(exercise, row)
                if not changed <= done:
                    yield from row
                    done |= changed
                if len(done) == num_pairs:
                    return


def _change_one_by_one(exercise: Exercise, problem: Problem) -> list[Problem]:
    """Return the problem, and after it one for each argument, which changes there.

    Each problem keeps the changes of those before it. The last argument changes first,
    because multipliers stand before C and may be at most C: this way, C grows before they
    do. Return an empty list if one of the problems has arguments that aren't accepted.
    """
    args, row = list(problem.args), [problem]
    for number, name in reversed([*enumerate(exercise.takes)]):
        new_value = exercise.changes.new_values.get(name)
        args[number] = new_value(*args) if new_value else changed_value(args[number])
        if not exercise.changes.accepts(*args):
            return []
        row.append(problem._replace(args=tuple(args)))
    return row


def _changed_outputs(
    exercise: Exercise, row: Sequence[Problem]
) -> set[tuple[int, int]]:
    """Return the pairs of an argument and an output that changes with it in a row."""
    answers = [exercise.solve(no_mistake, problem) for problem in row]
    return {
        (argument, output)
        for argument, before, after in zip(
            reversed(range(len(exercise.takes))), answers, answers[1:], strict=False
        )
        for output in range(len(exercise.returns))
        if not is_close(before[output], after[output], row[0].tolerance_scale)
    }


def changed_value(value: Any) -> Any:
    """Return another value of an argument: an array times `MANY_DIGITS`, say.

    A float grows to more than 10, and a count is one more. Labels and indices are
    mirrored: the least becomes the largest.
    """
    if isinstance(value, list | tuple):
        return type(value)(map(changed_value, value))
    if isinstance(value, int | np.integer):
        return value + 1
    if isinstance(value, float):
        return value + 16 * MANY_DIGITS
    if isinstance(value, np.ndarray) and value.dtype.kind == "i":
        return value.max() + value.min() - value
    return MANY_DIGITS * value

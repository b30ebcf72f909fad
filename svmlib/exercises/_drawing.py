"""The problems that an attempt is tried on: of every kind, and some made from those."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problems import MANY_DIGITS, Problem, count_numbers
from svmlib.exercises._tolerance import is_close

MANY_NUMBERS = 1000  # in a problem that comes once
STORED_BY_COLUMNS = "an array is stored by columns, as W.T is"
ROUNDS = 10  # an output that an argument hasn't changed in so many doesn't depend on it


def draw_problems(exercise: Exercise, seed: int) -> tuple[Problem, ...]:
    """Return a hundred problems or more, of every kind; one if the answer is a number.

    Only the first problem of a kind may hold more than `MANY_NUMBERS`: loops over them
    take time. These come last.
    """
    problems = list(exercise.problems(np.random.default_rng([seed, 0])))
    number = 1
    while len(problems) < (100 if exercise.takes else 1):
        more = exercise.problems(np.random.default_rng([seed, number]))
        problems += [p for p in more if count_numbers(p.args) <= MANY_NUMBERS]
        number += 1
    if exercise.takes:
        takes, others = exercise.takes, exercise.changes.others
        problems += _with_changed_arguments(
            exercise, seed, range(len(takes)), partial(_other_value, exercise)
        )
        # An array that the exercise changes in its own way has to satisfy a condition,
        # which it might not in another order.
        arrays = [
            number
            for number, value in enumerate(problems[0].args)
            if isinstance(value, np.ndarray) and takes[number] not in others
        ]
        problems += _with_changed_arguments(exercise, seed, arrays, _other_order)
    with_matrix = (p for p in problems if any(map(_is_matrix, p.args)))
    problems += _stored_by_columns(next(with_matrix, Problem(())))
    return tuple(sorted(problems, key=lambda p: count_numbers(p.args) > MANY_NUMBERS))


def _is_matrix(value: Any) -> bool:
    return isinstance(value, np.ndarray) and value.ndim == 2 and min(value.shape) > 1


def _stored_by_columns(problem: Problem) -> Iterator[Problem]:
    """Yield the problem with each matrix in the order of Fortran, as W.T may be."""
    for number, value in enumerate(problem.args):
        if _is_matrix(value):
            args = [*problem.args]
            args[number] = np.asfortranarray(value)
            yield problem._replace(args=tuple(args), kind=STORED_BY_COLUMNS)


Change = Callable[[Sequence[Any], int], Any]  # takes arguments, and changes one of them


def _with_changed_arguments(
    exercise: Exercise, seed: int, numbers: Sequence[int], change: Change
) -> Iterator[Problem]:
    """Draw ordinary problems, each followed by a row of problems made from it.

    From one to the next a single argument changes, and an output with it. An attempt
    that keeps its answers, and doesn't look at that argument again, is wrong there. The
    rows go on until each argument has changed each output that depends on it. Only the
    arguments with these numbers change.
    """
    num_pairs = len(numbers) * len(exercise.returns)
    done: set[tuple[int, int]] = set()
    for number in range(ROUNDS):
        for problem in exercise.problems(np.random.default_rng([seed, number, 1])):
            if problem.kind == exercise.changes.kind:
                row = _change_one_by_one(exercise, problem, numbers, change)
                changed = _changed_outputs(exercise, row, numbers)
                if not changed <= done:
                    yield from row
                    done |= changed
                if len(done) == num_pairs:
                    return


def _change_one_by_one(
    exercise: Exercise, problem: Problem, numbers: Sequence[int], change: Change
) -> list[Problem]:
    """Return the problem, then one for each argument; none if one isn't accepted.

    The last argument changes first, so that C grows before the multipliers below it.
    """
    args, row = list(problem.args), [problem]
    for number in reversed(numbers):
        args[number] = change(args, number)
        if not exercise.changes.accepts(*args):
            return []
        row.append(problem._replace(args=tuple(args)))
    return row


def _changed_outputs(
    exercise: Exercise, row: Sequence[Problem], numbers: Sequence[int]
) -> set[tuple[int, int]]:
    """Return the pairs of an argument and an output that changes with it in a row."""
    answers = [exercise.outputs(no_mistake, problem) for problem in row]
    return {
        (argument, output)
        for argument, before, after in zip(
            reversed(numbers), answers, answers[1:], strict=False
        )
        for output in range(len(exercise.returns))
        if not is_close(before[output], after[output], row[0].tolerance_scale)
    }


def _other_value(exercise: Exercise, args: Sequence[Any], number: int) -> Any:
    other = exercise.changes.others.get(exercise.takes[number])
    return other(*args) if other else changed_value(args[number])


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


def _other_order(args: Sequence[Any], number: int) -> Array:
    return reordered(args[number])


def reordered(value: Array) -> Array:
    """Return an array with its entries in another order, except for the first.

    It has the same sum, so that an attempt which keeps its answers by the first entry of an
    argument, its sum or its sorted entries takes the two for one. A symmetric matrix, as a
    kernel's is, remains one: its rows and its columns change places alike.
    """
    is_kernel = value.ndim == 2 and np.array_equal(value, value.T)
    size = len(value) if is_kernel else value.size
    for shift in range(1, size - 1):
        order = np.r_[0, 1 + np.roll(np.arange(size - 1), shift)]
        other = (
            value[np.ix_(order, order)]
            if is_kernel
            else value.ravel()[order].reshape(value.shape)
        )
        # A sum in another order may be rounded in another way.
        if other.sum() == value.sum() and not np.array_equal(other, value):
            return other
    return value

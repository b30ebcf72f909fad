"""No wrong program passes, in any exercise, because its problems are of every kind."""

import pickle
from functools import partial
from itertools import product

import numpy as np
import pytest

from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.helpers.all_exercises import (
    EXERCISES,
    is_required,
)
from tests.svmlib.exercises.helpers.try_programs import SEEDS, is_wrong


def right_but_for(key, number, change):
    """The solution, if it changed one of its arguments first."""

    def attempt(*args):
        changed = [change(a) if k == number else a for k, a in enumerate(args)]
        return key.exercise.implementation(no_mistake, *changed)

    return attempt


def with_answer(key, change):
    """The solution with another answer: ``change`` writes to the list of its outputs."""

    def attempt(*args):
        answer = key.exercise.implementation(no_mistake, *args)
        parts = list(answer) if key.num_outputs > 1 else [answer]
        change(parts, args)
        return parts if key.num_outputs > 1 else parts[0]

    return attempt


def is_number(arguments):
    return isinstance(arguments[0], float)


def holds_floats(arguments):
    a = arguments[0]
    return isinstance(a, float | np.ndarray) and np.asarray(a).dtype == float


def holds_integers_in_places(arguments):
    types = {getattr(a, "dtype", None) for a in arguments}
    return holds_floats(arguments) and types == {np.dtype(float), np.dtype(int)}


def on_floats(change):
    """A change of numbers that leaves integers as they are."""
    return lambda a: change(a) if np.asarray(a).dtype == float else a


def in_type(dtype):
    """A change of integers that are too large for a small type, which wrap around."""
    return lambda a: a.astype(dtype).astype(int) if a.dtype == int else a


# What must hold of an argument in some problem, which arguments it concerns, and a change
# to them that makes a program wrong only there.
OF_ARGUMENTS = [
    ("is too large for int8", holds_integers_in_places, in_type("int8")),
    ("is too large for uint8", holds_integers_in_places, in_type("uint8")),
    ("is too large for int16", holds_integers_in_places, in_type("int16")),
    ("is an integer above 1", is_number,
     lambda a: min(a, 1) if isinstance(a, int) else a),
    ("has a fraction", is_number,
     on_floats(lambda a: float(int(a)) if abs(a) >= 1 else a)),
    ("has more than 2 digits", holds_floats,
     on_floats(np.vectorize(lambda a: float(f"{a:.2g}"), otypes=[float]))),
    ("is above 30000", lambda a: holds_floats(a) and max(map(np.max, a)) > 0,
     on_floats(lambda a: np.minimum(a, 3e4))),
    # The same of negative numbers.
    ("is above 30000", lambda a: holds_floats(a) and min(map(np.min, a)) < 0,
     on_floats(lambda a: np.maximum(a, -3e4))),
    ("is below 1e-4", holds_floats,
     on_floats(lambda a: np.where(np.abs(a) < 1e-4, 0.0, a))),
]  # fmt: skip
# There the size of C rarely decides, so that some seeds show it and others don't.
BY_CHANCE = {("stopping-gap", "C is an integer above 1")}


def that_change_an_argument(key):
    for what, concerns, change in OF_ARGUMENTS:
        for number, argument in enumerate(key.exercise.takes):
            needed = f"{argument} {what}"
            is_concerned = concerns([p.args[number] for p in key.problems])
            if is_concerned and (key.exercise.name, needed) not in BY_CHANCE:
                yield needed, right_but_for(key, number, change)


def cut(array, axis, most):
    """A copy in which all that comes after the first ``most`` is the same."""
    copy = array.copy()
    if axis < copy.ndim:
        np.moveaxis(copy, axis, 0)[most:] = 0.0 if copy.dtype == float else copy.flat[0]
    return copy


def axes(key):
    """Pairs: the number of an argument that is an array, and one of its axes."""
    return [
        (number, axis)
        for number, argument in enumerate(key.problems[0].args)
        if isinstance(argument, np.ndarray)
        for axis in range(argument.ndim)
    ]


def that_read_only_the_first_thousand(key):
    most = 320 if "K" in key.exercise.takes else 1000
    for number, axis in axes(key):
        what = f"{key.exercise.takes[number]} matters after {most} along axis {axis}"
        yield what, right_but_for(key, number, partial(cut, axis=axis, most=most))


def that_fail_for_sizes_in_a_range(key):
    for (low, high), (number, axis) in product([(20, 1000), (2000, np.inf)], axes(key)):
        # A kernel matrix would hold millions of numbers, and many steps take time.
        if low == 2000 and ("K" in key.exercise.takes or key.exercise.name == "train"):
            continue

        def change(parts, args, low=low, high=high, number=number, axis=axis):
            shape = args[number].shape
            if axis < len(shape) and low <= shape[axis] <= high:
                parts[:] = [1.1 * np.asarray(part) + 0.1 for part in parts]

        what = f"{key.exercise.takes[number]}.shape[{axis}] is in {low}..{high}"
        yield what, with_answer(key, change)


OF_ANSWERS = {
    "is above 1000": lambda a: np.clip(a, -1e3, 1e3),
    "is above 1e+06": lambda a: np.clip(a, -1e6, 1e6),
    "has more than 4 decimals": lambda a: np.round(a, 4),
    "is below 1e-4": lambda a: np.where(np.abs(a) < 1e-4, 0, a),
}


def that_cap_or_round_their_answer(key):
    for size, change in OF_ANSWERS.items() if key.exercise.takes else ():

        def change_all(parts, args, change=change):
            parts[:] = map(change, parts)

        yield f"the answer {size}", with_answer(key, change_all)


def that_take_numbers_far_below_the_largest_for_zero(key):
    for number, output in enumerate(key.outputs((), 0)):
        if not output.ndim or key.exercise.name == "predict":  # it returns indices
            continue

        def change(parts, args, number=number):
            sizes = np.abs(parts[number])
            parts[number] = np.where(sizes < 1e-3 * sizes.max(), 0, parts[number])

        returned = key.exercise.returns[number]
        yield f"{returned} holds small beside large numbers", with_answer(key, change)


def that_keep_an_output_while_all_but_one_argument_stay(key):
    takes, returns = key.exercise.takes, key.exercise.returns
    for number, output in product(range(len(takes)), range(len(returns))):
        kept = {}

        def change(parts, args, number=number, output=output, kept=kept):
            others = pickle.dumps(args[:number] + args[number + 1 :])
            if others not in kept:
                kept.clear()
            parts[output] = kept.setdefault(others, parts[output])

        yield (
            f"{takes[number]} alone changes {returns[output]}",
            with_answer(key, change),
        )


@EXERCISES
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    "programs",
    [
        that_change_an_argument,
        that_read_only_the_first_thousand,
        that_fail_for_sizes_in_a_range,
        that_cap_or_round_their_answer,
        that_take_numbers_far_below_the_largest_for_zero,
        that_keep_an_output_while_all_but_one_argument_stay,
    ],
)
def test_programs_are_wrong(name, seed, programs):
    """Each comes with what a problem has to be like, so that it's wrong there."""
    key = key_for(CATALOGUE.exercises[name], seed)
    for what, attempt in programs(key):
        assert is_wrong(key, attempt) == is_required(name, what), (
            f"{what}: draw such a problem, see `Changes`, or see EXEMPTIONS"
        )

"""No wrong program passes, in any exercise, because its problems are of every kind."""

import pickle
import re
from functools import cache, partial
from itertools import product

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problem_set import SEED, draw_problems
from svmlib.exercises._problems import WholeNumbers
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.helpers.all_exercises import (
    EXERCISES,
    NAMES,
    NOT_ASKED,
    is_asked,
    key_of,
)
from tests.svmlib.exercises.helpers.try_programs import SEEDS, is_wrong

# Answers that are zero but for rounding, or just beside a kink: the mask shows that.
STAND_FOR_ZERO = {
    "all columns are the same",
    "a class is only just too close",
    "a class is only just too close, or only just far enough",
}

# Values that an argument takes in some problem, and programs forget: a division by a zero
# row's length, a shape that is right by chance, a rule for scores that are not pixels.
OF_MATRICES = {
    "one row": lambda A: len(A) == 1,
    "a square": lambda A: 1 < len(A) == A.shape[1],
    "a zero row": lambda A: A.any() and not A.any(axis=1).all(),
    "a zero column": lambda A: A.any() and not A.any(axis=0).all(),
    "a constant column": lambda A: len(A) > 1 and not np.ptp(A, axis=0).all(),
    "equal rows": lambda A: A.any() and len(np.unique(A, axis=0)) < len(A),
    "none negative": lambda A: A.any() and A.min() >= 0,
}
OF_ARRAYS = {
    "all zero": lambda A: not A.any(),
    "large": lambda A: np.abs(A).max() > 100,
    "tiny": lambda A: 0 < np.abs(A).max() < 0.01,
}
# Which of them need not occur in an argument of this name.
NOT_NEEDED = {
    # Weights and scores have either sign.
    "W": {"none negative"},
    "dW": {"none negative"},
    "S": {"none negative"},
    "a": {"none negative"},  # of two gradients
    "b": {"none negative"},
    "draws": {"tiny"},  # indices
    "K": {"one row", "all zero"},  # some examples of either class, and not all zero
}


@EXERCISES
def test_each_kind_of_problem_tells_its_answer_from_zero(name):
    """Where the scale is too large beside the answer, any answer would do."""
    key, tells = key_for(CATALOGUE.exercises[name], SEED), {}
    for index, problem in enumerate(key.problems):
        for answer in filter(np.any, key.outputs((), index)):
            tells.setdefault(problem.kind, []).append(
                not is_close(np.zeros_like(answer), answer, problem.tolerance_scale)
            )
    blind = {kind for kind, problems in tells.items() if not any(problems)}
    unlisted = sorted(blind - STAND_FOR_ZERO)
    assert not unlisted, f"0 would do there, see STAND_FOR_ZERO: {unlisted}"


@EXERCISES
def test_integers_in_place_of_floats_are_a_kind_that_a_verdict_asks_about(name):
    """Unless the answer is whole as well, so that nothing is cut off."""
    key = key_of(name)
    ordinary = key.problems[0].args
    for index, problem in enumerate(key.problems):
        has_integers = any(
            np.asarray(a).dtype.kind == "i" and np.asarray(like).dtype.kind == "f"
            for a, like in zip(problem.args, ordinary, strict=True)
            if not isinstance(a, list) and np.shape(a)
        )
        is_whole = all((a == a.round()).all() for a in key.outputs((), index))
        if has_integers and not is_whole:
            assert isinstance(problem.kind, WholeNumbers), problem.kind


@EXERCISES
def test_each_argument_is_the_only_one_of_integers_in_some_problem(name):
    key = key_of(name)
    types = [
        ["" if isinstance(a, list) else np.asarray(a).dtype.kind for a in p.args]
        for p in key.problems
    ]
    holds_floats = [n for n, of_one in enumerate(zip(*types)) if "f" in of_one]
    alone = {
        n
        for of_problem in types
        for n in holds_floats
        if [k for k in holds_floats if of_problem[k] == "i"] == [n]
    }
    for n in holds_floats:
        what = f"{key.exercise.takes[n]} alone holds integers"
        assert (n in alone) == is_asked(name, what), (
            f"{what}: draw it, or see NOT_ASKED"
        )


@EXERCISES
@pytest.mark.parametrize("seed", SEEDS)
def test_right_program_passes_in_float32(name, seed):
    exercise = CATALOGUE.exercises[name]

    def in_float32(a):
        if isinstance(a, list | tuple):
            return type(a)(map(in_float32, a))
        if getattr(a, "dtype", None) != "f8":
            return a
        single = a.astype("f4")
        # float32 would make some time stamps equal, for instance, and they stay as they are.
        return single if len(np.unique(single)) == len(np.unique(a)) else a

    def attempt(*args):
        return exercise.implementation(no_mistake, *map(in_float32, args))

    verdict = check(name, attempt, seed=seed)
    assert verdict.passed, verdict


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
        assert is_wrong(key, attempt) == is_asked(name, what), (
            f"{what}: draw such a problem, see `Changes`, or see NOT_ASKED"
        )


@cache
def missing_values(name, seed):
    """Pairs of an array argument and a special value that it does not take."""
    exercise, missing = CATALOGUE.exercises[name], []
    problems = list(exercise.problems(np.random.default_rng(seed)))
    for number, argument in enumerate(exercise.takes):
        arrays = [p.args[number] for p in problems]
        first = arrays[0]
        if not isinstance(first, np.ndarray):
            continue  # a number or a function
        if first.ndim == 1 and first.dtype == int:
            continue  # labels
        values = OF_MATRICES | OF_ARRAYS if first.ndim == 2 else OF_ARRAYS
        arrays = [A for A in arrays if A.ndim == first.ndim]
        missing += [(argument, v) for v, f in values.items() if not any(map(f, arrays))]
    return missing


@EXERCISES
def test_each_array_takes_special_values(name):
    """Several draws are looked at, because a single one may have a value by chance."""
    for seed in range(5):
        for argument, value in missing_values(name, seed):
            what = f"{argument} is {value}"
            is_needed = value not in NOT_NEEDED.get(argument, ()) and is_asked(
                name, what
            )
            assert not is_needed, f"{what}: draw it, or see NOT_NEEDED and NOT_ASKED"


def test_what_need_not_occur_is_missing_somewhere():
    """Draws are repeated until each such value is missing from one."""
    unneeded = {
        (argument, v) for argument, values in NOT_NEEDED.items() for v in values
    }
    excused = {
        (name, what)
        for name, rows in NOT_ASKED.items()
        for what in rows
        if what.partition(" is ")[2] in OF_MATRICES | OF_ARRAYS
    }
    for seed in range(50):
        for name in NAMES if unneeded else {name for name, _ in excused}:
            missing = missing_values(name, seed)
            unneeded -= set(missing)
            excused -= {(name, f"{argument} is {v}") for argument, v in missing}
        if not unneeded | excused:
            break
    assert not unneeded, "these occur: NOT_NEEDED need not list them"
    assert not excused, "these occur: NOT_ASKED need not list them"


@EXERCISES
def test_draw_with_a_secret_seed_has_the_same_kinds_of_problems(name):
    def drawn(seed):
        problems = draw_problems(exercise, seed)
        without_addresses = re.sub(" at 0x[0-9a-f]+", "", repr(problems))
        return {p.kind for p in problems}, without_addresses

    exercise = CATALOGUE.exercises[name]
    here, there = drawn(0), drawn(12345)
    assert here[0] == there[0]
    assert (here == there) == (not exercise.takes)
    assert here == drawn(0)


@pytest.mark.parametrize("name", ["class-weights", "centre-columns"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_program_may_go_through_a_whole_row_for_each_of_its_entries(name, seed):
    """Ten million steps in Python take about a second."""
    arrays = [p.args[0] for p in key_for(CATALOGUE.exercises[name], seed).problems]
    assert sum(array.size * array.shape[-1] for array in arrays) < 1.1e7

"""The problems of each exercise are of every kind that is needed, whatever the seed."""

import re
from functools import cache

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._draw_problems import SEED, draw_problems
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises._problems import WholeNumbers
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.helpers.all_exercises import (
    EXEMPTIONS,
    EXERCISES,
    NAMES,
    is_required,
    key_of,
)
from tests.svmlib.exercises.helpers.try_programs import SEEDS

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
        assert (n in alone) == is_required(name, what), (
            f"{what}: draw it, or see EXEMPTIONS"
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
            is_needed = value not in NOT_NEEDED.get(argument, ()) and is_required(
                name, what
            )
            assert not is_needed, f"{what}: draw it, or see NOT_NEEDED and EXEMPTIONS"


def test_what_need_not_occur_is_missing_somewhere():
    """Draws are repeated until each such value is missing from one."""
    unneeded = {
        (argument, v) for argument, values in NOT_NEEDED.items() for v in values
    }
    excused = {
        (name, what)
        for name, rows in EXEMPTIONS.items()
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
    assert not excused, "these occur: EXEMPTIONS need not list them"


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

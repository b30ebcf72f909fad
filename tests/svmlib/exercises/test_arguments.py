"""Programs that are right for some integers, or for some sizes, are refused."""

import numpy as np
import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.try_programs import SEEDS, is_wrong, solution

EXERCISES = pytest.mark.parametrize(
    "name", [name for name, exercise in CATALOGUE.exercises.items() if exercise.takes]
)


@EXERCISES
@pytest.mark.parametrize("seed", SEEDS)
def test_program_that_is_right_for_the_integers_0_and_1_alone_is_wrong(name, seed):
    key = key_for(CATALOGUE.exercises[name], seed)
    for number, argument in enumerate(key.problems[0].args):

        def attempt(*args, number=number):
            changed = list(args)
            if isinstance(args[number], int):
                changed[number] = min(args[number], 1)
            return solution(name)(*changed)

        # Its C is only compared with, and rarely decides.
        if isinstance(argument, float) and name != "stopping-gap":
            assert is_wrong(key, attempt), f"{key.exercise.takes[number]} is 0 or 1"


@EXERCISES
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("low, high", [(20, 1000), (2000, np.inf)])
def test_program_that_is_wrong_for_sizes_in_a_range_is_refused(name, seed, low, high):
    key = key_for(CATALOGUE.exercises[name], seed)
    # A kernel matrix would hold millions of numbers, and many steps take time.
    if low == 2000 and ("K" in key.exercise.takes or name == "train"):
        return
    for number, argument in enumerate(key.problems[0].args):
        for axis in range(np.ndim(argument) if isinstance(argument, np.ndarray) else 0):

            def attempt(*args, number=number, axis=axis):
                array, answer = args[number], solution(name)(*args)
                if axis < array.ndim and low <= array.shape[axis] <= high:
                    parts = answer if key.num_outputs > 1 else [answer]
                    answer = [1.1 * np.asarray(part) + 0.1 for part in parts]
                    return answer if key.num_outputs > 1 else answer[0]
                return answer

            what = f"{key.exercise.takes[number]}.shape[{axis}] is in {low}..{high}"
            assert is_wrong(key, attempt), what


@pytest.mark.parametrize("name", ["class-weights", "centre-columns"])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_right_program_may_go_through_a_whole_row_for_each_of_its_entries(name, seed):
    """Ten million steps in Python take about a second."""
    arrays = [p.args[0] for p in key_for(CATALOGUE.exercises[name], seed).problems]
    assert sum(array.size * array.shape[-1] for array in arrays) < 1.1e7

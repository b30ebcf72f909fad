"""Programs that are right for some integers, or for some sizes, are refused."""

import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.try_programs import SEEDS, is_wrong, right

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
            return right(name)(*changed)

        # Its C is only compared with, and rarely decides.
        if isinstance(argument, float) and name != "stopping-gap":
            assert is_wrong(key, attempt), f"{key.exercise.takes[number]} is 0 or 1"

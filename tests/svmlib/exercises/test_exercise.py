"""What an exercise says of itself."""

from dataclasses import replace

import numpy as np

from svmlib.exercises._exercise import Variant
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises._problems import Problem
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def test_exercise_takes_the_arguments_of_its_implementation():
    def implementation(makes, W, x, *, only_here=1):
        return W @ x

    assert replace(EXERCISE, implementation=implementation).takes == ("W", "x")


def test_variant_gives_outputs_that_its_mistake_alone_gives_on_every_problem():
    def implementation(makes, x):
        return x + 5 * makes("shifted"), x * (2 if makes("doubled") else 1)

    variant = Variant(Mistake("shifted", "five is added."), implementation)
    problems = [Problem((1.0,)), Problem((2.0,), tolerance_scale=1e5)]
    got = [(np.array(6.0), np.array(1.0)), (np.array(7.0), np.array(3.0))]
    assert variant.gives(problems, got)
    assert not variant.gives([problems[0], Problem((2.0,))], got)
    assert variant.gives([problems[0], Problem((2.0,))], got, num_outputs=1)
    assert not variant.gives(problems, [got[1], got[1]])

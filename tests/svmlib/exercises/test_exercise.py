"""What an exercise says of itself."""

from dataclasses import replace

from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def test_exercise_takes_the_arguments_of_its_implementation():
    def implementation(makes, W, x, *, only_here=1):
        return W @ x

    assert replace(EXERCISE, implementation=implementation).takes == ("W", "x")

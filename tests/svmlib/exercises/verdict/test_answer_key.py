"""What a set of mistakes gives on each problem."""

import numpy as np

from svmlib.exercises._mistakes import Mistake
from svmlib.exercises.verdict._answer_key import VariantKey
from svmlib.exercises.verdict._comparison import Comparison
from tests.svmlib.exercises.helpers.small_exercise import (
    KEY,
    implementation,
    returned_by,
)


def test_outputs_are_those_of_a_set_of_mistakes():
    """The first problem is x = [2, 2.5]."""
    double, square = KEY.outputs((), 0)
    assert double.tolist() == [4, 5] and square.tolist() == [4, 6.25]
    double, square = KEY.outputs(("one-added", "negated", "cubed"), 0)
    assert double.tolist() == [-5, -6] and square.tolist() == [8, 15.625]


def test_candidates_are_the_sets_that_give_an_output_of_the_first_problem():
    """Three times x, which "tripled" and "x-added" give, and no number of that shape."""
    triple = np.array([6, 7.5])
    assert set(KEY.candidates(triple, 0, 1)) == {("tripled",), ("x-added",)}
    assert KEY.candidates(np.array([6, 7.5, 9]), 0, 1) == {}


def test_variant_changes_one_mistake_alone():
    def with_constant(makes, x):
        assert makes("one-added")
        double, square = implementation(makes, x)
        return double + 4, square

    mistake = Mistake("one-added", "five is added.")
    key = VariantKey(KEY, mistake, with_constant)
    got = returned_by(lambda x: (2 * x + 5, x**3))
    assert Comparison(KEY, got).explanations() == []
    assert Comparison(key, got).explanations() == [("one-added", "cubed")]
    assert key.mistakes["one-added"] == mistake
    assert KEY.mistakes["one-added"].text == "one is added."
    assert key.outputs((), 0) is KEY.outputs((), 0)

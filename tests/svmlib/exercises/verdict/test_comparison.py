"""Which mistakes explain what an attempt returns."""

from dataclasses import replace
from functools import wraps

import numpy as np
import pytest

from svmlib.exercises._draw_problems import SEED, draw_problems
from svmlib.exercises._mistakes import TIED_COUNTS
from svmlib.exercises._problems import AtKink, Problem
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._outputs import as_outputs
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._judge import judge_outputs
from svmlib.hinge import gradient_mask, margins, svm_loss_vectorized
from tests.svmlib.exercises.helpers.small_exercise import (
    EXERCISE,
    KEY,
    PROBLEMS,
    RIGHT,
    another_key,
    mistaken,
    returned_by,
)


def explanations(key, got, **how):
    return Comparison(key, got).explanations(**how)


def constant_outputs(key, got):
    return Comparison(key, got).constant_outputs()


def otherwise(got, *problems):
    """Outputs that no mistake gives on some of the problems."""
    got = list(got)
    for k in problems:
        got[k] = tuple(a + 7 for a in got[k])
    return got


@pytest.mark.parametrize(
    "made, expected",
    [
        ([], [()]),
        (["cubed"], [("cubed",)]),
        (["sign-kept"], [("sign-kept",)]),  # which an ordinary problem does not show
        (["one-added", "cubed"], [("one-added", "cubed")]),
        # Where it is cubed, the sign of x has no effect: the smaller set is enough.
        (["cubed", "sign-kept"], [("cubed",)]),
        # Two sets that nothing tells apart.
        (["tripled"], [("tripled",), ("x-added",)]),
        # Three and four at once: at most two for each output.
        (["one-added", "cubed", "shifted"], [("one-added", "cubed", "shifted")]),
        (["one-added", "negated", "cubed", "shifted"],
         [("one-added", "negated", "cubed", "shifted")]),
    ],
)  # fmt: skip
def test_explanations_are_the_smallest_sets_of_mistakes(made, expected):
    assert explanations(KEY, mistaken(*made)) == expected


def test_mistakes_that_explain_two_outputs_are_counted_once():
    def implementation(makes, x):
        a, b, c, d, e = map(makes, "abcde")
        return x + ((a and b) or (d and e)), x + (a and c)

    key = another_key(implementation, PROBLEMS, *"abcde", returns=("x", "again"))
    got = [(p.args[0] + 1, p.args[0] + 1) for p in PROBLEMS]
    assert explanations(key, got) == [("a", "b", "c")]


def test_a_number_is_explained_by_one_mistake_alone():
    key = another_key(
        lambda makes: 1 + makes("a") + 2 * makes("b"), [Problem(())], *"ab"
    )
    assert explanations(key, [(np.array(3.0),)]) == [("b",)]
    assert explanations(key, [(np.array(4.0),)]) == []


def test_a_mistake_may_give_a_number_that_is_not_finite():
    def implementation(makes, x):
        return x / (x - 2) if makes("a") else x

    key = another_key(implementation, PROBLEMS[:2], "a")
    got = [(np.array([np.nan, 5.0]),), (np.array([3.0, 7 / 3]),)]
    assert explanations(key, got) == [("a",)]


@pytest.mark.parametrize(
    ("share", "is_right"),
    [(0, True), (0.5, True), (1, True), (1.5, False), (-0.5, False), (np.nan, False)],
)
def test_any_subgradient_is_right_at_a_kink(share, is_right):
    def implementation(makes, x):
        return x + makes(TIED_COUNTS)

    key = another_key(implementation, [Problem((np.ones(2),), AtKink("it is tied"))])
    assert Comparison(key, [(np.ones(2) + share,)]).is_right == [[is_right]]


def test_mistakes_of_one_output_that_are_often_made_together_are_found():
    found = explanations(KEY, mistaken("tripled", "one-added", "negated"))
    assert found == [
        ("tripled", "one-added", "negated"),
        ("x-added", "one-added", "negated"),
    ]


def test_three_mistakes_in_a_number_are_not_looked_for():
    """A few numbers would be explained by too many sets of three."""

    def implementation(makes, x):
        return x.sum() + makes("a") + 2 * makes("b") + 4 * makes("c")

    groups = (("a",), ("b",), ("c",))
    key = another_key(implementation, PROBLEMS, *"abc", often_together=groups)
    two, three = ([(p.args[0].sum() + more,) for p in PROBLEMS] for more in (3, 7))
    assert explanations(key, two) == [("a", "b")]
    assert explanations(key, three) == []


def test_an_explanation_holds_on_every_problem():
    assert explanations(KEY, otherwise(mistaken("cubed"), -1)) == []


def test_a_fifth_of_the_wrong_answers_may_have_another_reason():
    def loosely(*problems):
        return explanations(KEY, otherwise(mistaken("cubed"), *problems), loosely=True)

    assert loosely(-1, -2) == [("cubed",)]  # of 13
    assert loosely(-1, -2, -3) == []
    assert loosely(1) == []  # not on an ordinary problem
    assert explanations(KEY, otherwise(RIGHT, -1), loosely=True) == []


def test_a_mistake_is_told_from_float32_and_from_another_shape():
    near = returned_by(lambda x: (2.00001 * x, x * x))
    assert explanations(KEY, near) == [()]
    near_the_cube = returned_by(lambda x: (2 * x, 1.00002 * x**3))
    assert explanations(KEY, near_the_cube) == [("cubed",)]
    far = returned_by(lambda x: (2.001 * x, x * x))
    assert explanations(KEY, far) == []
    assert explanations(KEY, returned_by(lambda x: (2 * x[:1], x * x))) == []


def test_each_entry_of_the_first_problem_may_have_a_tolerance_of_its_own():
    first = PROBLEMS[0]._replace(tolerance_scale=np.array([1e4, 1.0]))
    key = AnswerKey(EXERCISE, [first, *PROBLEMS[1:]])
    got = mistaken("cubed")
    got[0] = got[0][0], got[0][1] + [0.3, 0]
    assert explanations(key, got) == [("cubed",)]
    got[0] = got[0][0], got[0][1] + [0, 0.3]
    assert explanations(key, got) == []


def test_constant_outputs_are_those_that_should_not_be_constant():
    assert constant_outputs(KEY, RIGHT) == {}
    assert constant_outputs(KEY, returned_by(lambda x: (2 * x, 0 * x))) == {1: 0}
    assert constant_outputs(KEY, returned_by(lambda x: (2 * x, 0 * x + 3))) == {1: 3}
    assert constant_outputs(KEY, returned_by(lambda x: (0 * x, 0.0))) == {0: 0}
    always_three = another_key(lambda makes, x: 0 * x + 3, PROBLEMS)
    for number, expected in ((0, {0: 0}), (4, {})):
        got = [(0 * p.args[0] + number,) for p in PROBLEMS]
        assert constant_outputs(always_three, got) == expected
    last = [(2 * x, x * x * (x < 0)) for (x,) in (p.args for p in PROBLEMS)]
    assert constant_outputs(KEY, last) == {}


def reg_capped(W, X, y, reg):
    return svm_loss_vectorized(W, X, y, min(reg, 10))


def left_out_by_value(W, X, y, reg):
    H = margins(X @ W, y)
    H[H == 1] = 0
    M = gradient_mask(H, y)
    return H.sum() / len(y) + reg * (W * W).sum(), X.T @ M / len(y) + 2 * reg * W


@pytest.mark.parametrize("attempt", [reg_capped, left_out_by_value])
def test_sets_of_mistakes_that_do_not_explain_fail_soon(attempt):
    """One output is nearly right: hundreds of sets leave it as it is on problem 0."""
    exercise, calls = CATALOGUE.exercises["svm-loss"], []

    @wraps(exercise.implementation)
    def counted(*args):
        calls.append(1)
        return exercise.implementation(*args)

    key = AnswerKey(
        replace(exercise, implementation=counted), draw_problems(exercise, SEED)
    )
    got = [as_outputs(attempt(*p.args), exercise.returns) for p in key.problems]
    assert not judge_outputs(key, got).passed
    count = len(exercise.mistakes)
    sets = 1 + count + count * (count - 1) / 2  # which are all tried on problem 0
    assert len(calls) < 2 * sets

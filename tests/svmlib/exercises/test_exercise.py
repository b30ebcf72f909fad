"""How the problems of an exercise are drawn, and what it says of itself."""

from dataclasses import replace

import numpy as np

from svmlib.exercises._exercise import MANY_NUMBERS, Variant, draw_problems
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises._problems import Problem
from tests.svmlib.exercises.small_exercise import EXERCISE


def test_draw_problems_makes_a_hundred_problems_and_ends_with_the_large_one():
    def problems(rng):
        yield Problem((rng.random(3),))
        yield Problem(
            (rng.random(2), [rng.random(MANY_NUMBERS - 2)]), "it is just small"
        )
        yield Problem((rng.random(2), [rng.random(MANY_NUMBERS)]), "it is large")

    drawn = draw_problems(replace(EXERCISE, problems=problems), seed=1)
    assert [p.kind for p in drawn[:3]] == ["", "it is just small", ""]
    assert [k for k, p in enumerate(drawn) if p.kind == "it is large"] == [100]
    assert len(drawn) == 101
    assert len(np.unique([p.args[0][0] for p in drawn])) == len(drawn)
    again, other = (
        draw_problems(replace(EXERCISE, problems=problems), s) for s in (1, 2)
    )
    assert again[-1].args[0][0] == drawn[-1].args[0][0] != other[-1].args[0][0]


def test_draw_problems_gives_one_problem_where_the_answer_is_a_number():
    number = replace(
        EXERCISE, implementation=lambda makes: 3, problems=lambda rng: [Problem(())]
    )
    assert draw_problems(number, seed=0) == (Problem(()),)


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
    assert not variant.gives(problems, [got[1], got[1]])

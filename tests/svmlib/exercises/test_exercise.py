"""How the problems of an exercise are drawn."""

from dataclasses import replace

import numpy as np

from svmlib.exercises._exercise import MANY_NUMBERS, draw_problems
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

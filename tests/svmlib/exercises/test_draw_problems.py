"""A hundred problems, and some in which one argument after another is changed."""

from dataclasses import replace

import numpy as np
import pytest

from svmlib.exercises._draw_problems import (
    MANY_NUMBERS,
    STORED_BY_COLUMNS,
    changed_value,
    draw_problems,
)
from svmlib.exercises._problems import (
    MANY_DIGITS,
    MAX_NUMBERS_SHOWN,
    Changes,
    Problem,
)
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def test_draw_problems_makes_a_hundred_problems_and_ends_with_the_large_one():
    def problems(rng):
        yield Problem((rng.random(3),))
        yield Problem(
            (rng.random(2), [rng.random(MANY_NUMBERS - 2)]), "it is just small"
        )
        yield Problem((rng.random(2), [rng.random(MANY_NUMBERS)]), "it is large")

    drawn = draw_problems(replace(EXERCISE, problems=problems), seed=1)
    assert [p.kind for p in drawn[:3]] == ["", "it is just small", ""]
    # Before it come a hundred, one more, and that one with the argument changed.
    assert [k for k, p in enumerate(drawn) if p.kind == "it is large"] == [102]
    assert len(drawn) == 103
    assert len(np.unique([p.args[0][1] for p in drawn])) == len(drawn)
    again, other = (
        draw_problems(replace(EXERCISE, problems=problems), s) for s in (1, 2)
    )
    assert again[-1].args[0][0] == drawn[-1].args[0][0] != other[-1].args[0][0]


def test_numbers_of_a_problem_that_can_be_shown_are_free_of_rounding_errors():
    noisy, exact = 0.1 + 0.2, 2.0**-20
    values = noisy, np.array([[noisy, -noisy], [1e-16, exact]]), [(noisy, [3])]
    long = np.full(MAX_NUMBERS_SHOWN, noisy)

    def problems(rng):
        yield Problem(values, "it is short")
        yield Problem((*values, long), "it is long")

    short, long, *_ = draw_problems(replace(EXERCISE, problems=problems), seed=0)
    expected = 0.3, [[0.3, -0.3], [0.0, exact]], [(0.3, [3])]
    assert (short.args[0], short.args[1].tolist(), short.args[2]) == expected
    assert (long.args[0], long.args[3][0]) == (noisy, noisy)


def test_draw_problems_gives_one_problem_where_the_answer_is_a_number():
    number = replace(
        EXERCISE, implementation=lambda makes: 3, problems=lambda rng: [Problem(())]
    )
    assert draw_problems(number, seed=0) == (Problem(()),)


def with_changed_arguments(implementation, problems, **fields):
    """The problems with changed arguments, which come after a hundred others."""
    exercise = replace(
        EXERCISE,
        implementation=implementation,
        problems=lambda rng: problems * 4,
        changes=Changes(**fields),
    )
    return [(p.args, p.kind) for p in draw_problems(exercise, seed=0)[100:]]


ORDINARY, OTHER = Problem((1.0, 5.0)), Problem((2.0, 7.0), "a is 2")
A, B = 1 + 16 * MANY_DIGITS, 5 + 16 * MANY_DIGITS


def test_one_argument_after_another_changes_from_the_last_to_the_first():
    same = Problem((np.zeros(1), np.zeros(1)))
    rows = with_changed_arguments(
        lambda makes, a, b: (a, b), [OTHER, same, ORDINARY] + [OTHER] * 22
    )
    assert rows == [((1.0, 5.0), ""), ((1.0, B), ""), ((A, B), "")]


def test_changes_may_be_of_another_kind_and_made_in_another_way():
    new_values = {"a": lambda a, b: a + b, "b": lambda a, b: a + b}
    rows = with_changed_arguments(
        lambda makes, a, b: (a, b),
        [ORDINARY] * 23 + [OTHER, OTHER],
        new_values=new_values,
        kind="a is 2",
    )
    assert rows == [(args, "a is 2") for args in [(2.0, 7.0), (2.0, 9.0), (11.0, 9.0)]]


def test_rows_go_on_until_each_argument_has_changed_each_output():
    """Not those with arguments that aren't accepted, nor those that change nothing new."""
    refused, needed = Problem((3.0, 0.0)), Problem((3.0, 5.0))
    rows = with_changed_arguments(
        lambda makes, a, b: (a + (b > 2), b if a > 1 else 1.0),
        [ORDINARY, ORDINARY, refused, needed] + [needed] * 21,
        new_values={"b": lambda a, b: 4 - b},
        accepts=lambda a, b: b != 4,
    )
    first, second = [args for args, _ in rows[:3]], [args for args, _ in rows[3:]]
    assert first == [(1.0, 5.0), (1.0, -1.0), (A, -1.0)]
    assert second == [(3.0, 5.0), (3.0, -1.0), (2 + A, -1.0)]


def test_nothing_is_drawn_of_a_row_if_its_last_change_is_not_accepted():
    rows = with_changed_arguments(
        lambda makes, a, b: (a, b), [ORDINARY] * 25, accepts=lambda a, b: a == 1
    )
    assert rows == []


@pytest.mark.parametrize(
    ("value", "other"),
    [
        (1.5, 29.2128143310546875),
        (3, 4),
        ([2, 0.5], [3, 28.2128143310546875]),
        ((np.array([1, 2, 5]), 1), (np.array([5, 4, 1]), 2)),
        (np.array([1.0, -2.0]), np.array([MANY_DIGITS, -2 * MANY_DIGITS])),
    ],
)
def test_a_changed_value_has_more_digits_or_is_larger_or_mirrored(value, other):
    assert type(changed_value(value)) is type(value)
    np.testing.assert_equal(changed_value(value), other)


def test_each_matrix_is_stored_by_columns_in_one_problem():
    """A column alone has no other order."""
    X, column = np.arange(6.0).reshape(2, 3), np.ones((3, 1))
    problem = Problem((X, column, X), "it is any kind", 7.0)
    exercise = replace(
        EXERCISE,
        implementation=lambda makes, X, W, Z: (X.sum(), (X @ W + Z @ W).sum()),
        problems=lambda rng: [problem],
    )
    drawn = [p for p in draw_problems(exercise, 0) if p.kind == STORED_BY_COLUMNS]
    orders = [[a.flags.c_contiguous for a in p.args] for p in drawn]
    assert orders == [[False, True, True], [True, True, False]]
    for args, _, scale in drawn:
        np.testing.assert_equal(args, problem.args)
        assert scale == 7.0

"""How an exercise is written, and how its problems are drawn."""

from dataclasses import replace

import numpy as np
import pytest

from svmlib.exercises._exercise import (
    MANY_NUMBERS,
    Catalogue,
    Chapter,
    Mistake,
    Problem,
    draw_problems,
    read_mistakes,
    without,
)
from tests.svmlib.exercises.small_exercise import EXERCISE


def test_exercise_with_two_mistakes_is_written_in_one_place():
    chapter = Chapter("hinge_loss", "The hinge loss")

    def implementation(makes, x, *, unused=0):
        return 2 * x if makes("doubled") else x + makes("one-added")

    exercise = chapter.exercise(
        "same",
        "A function (x) that returns x.",
        returns=("x",),
        implementation=implementation,
        mistakes=read_mistakes("hinge_loss", """
    doubled: it is
        doubled.
    one-added (gradient): one is added.
    doubled + one-added: it is not the same.
    doubled + never-made: it is nothing.
    """),
        problems=lambda rng: [Problem((float(rng.integers(3, 9)),))],
    )  # fmt: skip
    assert chapter.exercises == [exercise]
    assert exercise.takes == ("x",)
    assert exercise.mistakes == {
        "doubled": Mistake("doubled", "it is doubled.", "hinge_loss"),
        "one-added": Mistake("one-added", "one is added.", "gradient"),
    }
    together = Mistake("doubled + one-added", "it is not the same.", "hinge_loss")
    assert exercise.combinations == {frozenset(["doubled", "one-added"]): together}
    catalogue = Catalogue([chapter, Chapter("gradient", "The gradient")])
    sentence = "one is added. See chapter 2, The gradient."
    assert catalogue.sentence_of(exercise.mistakes["one-added"]) == sentence


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("    a-b: One.\n    a-b: Two.", "its name comes twice: 'a-b: Two.'"),
        ("    a: One.\n        c-d: Two.", r"goes on: 'a: One.\\n        c-d: Two.'"),
        ("    a: One.\n        c (smo): Two.", "goes on: 'a: One."),
        ("    a: One.\n      c: Two.", "goes on: 'a: One."),
        ("   a: One.\n    c: Two.", r"goes on: '\\n   a: One.'"),
        ("    a: One.\n    c. Two.", "expected `    name: sentences`, .*: 'c. Two.'"),
    ],
)
def test_entry_of_another_form_is_refused_and_named(text, expected):
    with pytest.raises(ValueError, match=f"in the mistakes of smo, .*{expected}"):
        read_mistakes("smo", f"\n{text}\n    ")


def test_entry_goes_on_with_any_word():
    text = "\n    a: One is the\n        other: two.\n        Then\n        -k: x."
    assert read_mistakes("smo", text)["a"].text == "One is the other: two. Then -k: x."


def test_what_is_left_out_has_to_be_there():
    mistakes = read_mistakes("smo", "\n    a: One.\n    b: Two.")
    assert set(without(mistakes, "a")) == {"b"}
    with pytest.raises(ValueError, match="no mistake to leave out named c"):
        without(mistakes, "a", "c")


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

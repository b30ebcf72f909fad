"""Programs as students write them, from the tables in `programs`, a file for each chapter.

`SOURCES` holds a right program for each exercise, or several: "svm-loss loop" is another
one of svm-loss. `RIGHT` holds more, pairs (exercise, function). A row of `NAMED` is the
mistakes of a wrong program, its changes to the source, or a function, and words that the
verdict has to contain. A row of `WRONG_SOMEWHERE` is what a program does that is wrong
on some problems only, without a mistake that the exercise knows, and its changes or a
function.

Some tests of all exercises don't suit each of them: a mask, for instance, has no tiny
numbers to get wrong. If such a test fails, its message names `EXEMPTIONS`, which lists by
exercise what isn't asked of it.
"""

import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import FAULTS
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._hints import HINTS
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.chapters.programs import TABLES
from tests.svmlib.exercises.helpers.try_programs import (
    SEEDS,
    edited,
    is_wrong,
    program,
    verdict_on_numbers,
)


def row(chapter, key, attempt, *more):
    """Return the parameters of a test: exercise, program, and what else there is."""
    if isinstance(attempt, list):
        attempt = edited(TABLES[chapter].SOURCES[key], attempt)
    return pytest.param(
        key.split()[0], attempt, *more, id="-".join([chapter, key, *more[:1]])
    )


def test_each_exercise_has_a_right_program():
    written = {
        key.split()[0] for t in TABLES.values() for key in [*t.SOURCES, *dict(t.RIGHT)]
    }
    functions = {name for name, e in CATALOGUE.exercises.items() if e.takes}
    assert functions <= written, "add one to SOURCES of the chapter's table"


def test_each_mistake_is_made_by_a_program():
    """In some exercise, so that a switch can't compute what no program does."""
    made = {
        mistake
        for tables in TABLES.values()
        for rows in tables.NAMED.values()
        for mistakes, *_ in rows
        for mistake in mistakes.split()
    }
    known = {m for exercise in CATALOGUE.exercises.values() for m in exercise.mistakes}
    assert not known - made, "add a program that makes it to NAMED"
    assert made <= known | {*FAULTS, *HINTS}, "a report has no words for it"


@pytest.mark.parametrize(
    "exercise, attempt",
    [
        row(chapter, key, attempt)
        for chapter, tables in TABLES.items()
        for key, attempt in [*tables.SOURCES.items(), *tables.RIGHT]
    ],
)
def test_a_right_program_passes(exercise, attempt):
    assert repr(check(exercise, program(attempt), seed=7)) == f"{exercise}: correct."


@pytest.mark.parametrize(
    "exercise, attempt, mistakes, words",
    [
        row(chapter, key, attempt, mistakes, words)
        for chapter, tables in TABLES.items()
        for key, rows in tables.NAMED.items()
        for mistakes, attempt, *words in rows
    ],
)
def test_a_mistake_is_named(exercise, attempt, mistakes, words):
    verdict = check(exercise, program(attempt))
    assert not verdict.passed
    assert verdict.mistakes == tuple(mistakes.split()), verdict
    for part in words:
        assert part in verdict.message


wrong_somewhere = pytest.mark.parametrize(
    "exercise, attempt, what",
    [
        row(chapter, key, attempt, what)
        for chapter, tables in TABLES.items()
        for key, rows in tables.WRONG_SOMEWHERE.items()
        for what, attempt in rows.items()
    ],
)


@pytest.mark.nightly  # in `make test` the next one says that it is wrong, which is quicker
@wrong_somewhere
def test_a_program_that_is_wrong_on_some_problems_is_not_named(exercise, attempt, what):
    verdict = verdict_on_numbers(exercise, program(attempt))
    assert not verdict.passed
    known = CATALOGUE.exercises[exercise].mistakes
    assert set(verdict.mistakes) - set(known), f"for NAMED: {verdict}"


@wrong_somewhere
@pytest.mark.parametrize("seed", SEEDS)
def test_a_program_that_is_wrong_on_some_problems_fails_with_any_seed(
    exercise, attempt, what, seed
):
    assert is_wrong(key_for(CATALOGUE.exercises[exercise], seed), program(attempt))

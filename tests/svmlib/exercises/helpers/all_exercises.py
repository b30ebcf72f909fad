"""What the tests of all exercises share: their names, and what is not asked of one."""

from functools import cache

import numpy as np
import pytest

from svmlib.exercises import list_exercises
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import AnswerKey
from tests.svmlib.exercises.chapters.programs import TABLES

NAMES = list_exercises()
EXERCISES = pytest.mark.parametrize("name", NAMES)

# By exercise, what a test doesn't ask of it. The chapters' tables of programs say why.
EXEMPTIONS = {
    name: what
    for table in TABLES.values()
    for name, what in getattr(table, "EXEMPTIONS", {}).items()
}


@cache
def key_of(name):
    """One problem of each kind of an exercise, and the right answers to them."""
    exercise = CATALOGUE.exercises[name]
    return AnswerKey(exercise, list(exercise.problems(np.random.default_rng(0))))


def is_required(name, what):
    """Whether an exercise needs a problem such as ``what`` describes."""
    return what not in EXEMPTIONS.get(name, ())

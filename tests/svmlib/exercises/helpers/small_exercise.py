"""A small exercise: return 2x and x*x of an array x."""

from dataclasses import replace
from functools import partial

import numpy as np

from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Mistake, no_mistake, read_glossary
from svmlib.exercises._problems import Problem
from svmlib.exercises.verdict._answer_key import AnswerKey


def implementation(makes, x):
    double = (3 if makes("tripled") or makes("x-added") else 2) * x + makes("one-added")
    power = x**3 if makes("cubed") else x * abs(x) if makes("sign-kept") else x * x
    double = 0 * x if makes("forgotten") else -double if makes("negated") else double
    return double, power + makes("shifted")


EXERCISE = Exercise(
    "small",
    "A function (x) that returns 2x and x*x.",
    returns=("double", "square"),
    implementation=implementation,
    chapter="gradient",
    mistake_table=read_glossary("gradient", """
    tripled: it is three times x.
    x-added (mask_trick): x is added once too often.
    one-added: one is added.
    negated: the sign is wrong.
    cubed: it is the cube.
    sign-kept: the sign of x is kept.
    shifted: the square is shifted.
    forgotten: nothing is doubled.
    one-added + shifted: both are one too large.
    """),
    problems=lambda rng: [],
    often_together=(("tripled", "x-added"), ("one-added",), ("negated",)),
    not_finite_question="Is something divided by zero?",
)  # fmt: skip
NEGATIVE, LONG = "x is negative", "x is long"
PROBLEMS = [
    *(Problem((np.array([k, k + 0.5]),)) for k in range(2, 10)),
    Problem((np.array([10.0]),)),
    *(Problem((np.array([-k, -1.0]),), NEGATIVE) for k in (2, 3, 4)),
    Problem((np.arange(1.0, 18.0),), LONG),
]
KEY = AnswerKey(EXERCISE, PROBLEMS)


def another_key(implementation, problems, *mistakes, **fields):
    """A key to another implementation, with one output and mistakes of these names."""
    another = {
        "returns": ("x",),
        "mistake_table": {name: Mistake(name, f"{name}.") for name in mistakes},
        "often_together": (),
        **fields,
    }
    exercise = replace(EXERCISE, implementation=implementation, **another)
    return AnswerKey(exercise, problems)


def returned_by(attempt):
    """What an attempt returns on all problems."""
    return [
        tuple(np.asarray(part, dtype=float) for part in attempt(*problem.args))
        for problem in PROBLEMS
    ]


def mistaken(*mistakes):
    """What these mistakes give on all problems."""
    return returned_by(partial(implementation, mistakes.__contains__))


RIGHT = returned_by(partial(implementation, no_mistake))

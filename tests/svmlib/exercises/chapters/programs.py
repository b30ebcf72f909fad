"""Programs as students write them: right ones, with some of their text changed."""

import linecache
from copy import deepcopy
from functools import partial

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._answer_key import SEED, answer_key
from svmlib.exercises._exercise import no_mistake
from svmlib.exercises._judge import judge_outputs
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._outputs import as_outputs
from svmlib.hinge import gradient_mask, margins


def program(source, changes=()):
    """Make each change (old, new) to a program, run it, and return its function ``f``."""
    for old, new in changes:
        assert old in source, f"{old!r} isn't in {source}"
        source = source.replace(old, new, 1)
    names = {
        "np": np,
        "gradient_mask": gradient_mask,
        "margins": margins,
        "svm_loss_vectorized": partial(
            CATALOGUE.exercises["svm-loss"].implementation, no_mistake
        ),
    }
    file = f"<program {len(linecache.cache)}>"
    linecache.cache[file] = len(source), None, source.splitlines(True), file
    exec(compile(source, file, "exec"), names)  # noqa: S102
    return names["f"]


def problems(name):
    """Return one problem of each kind of an exercise."""
    return list(CATALOGUE.exercises[name].problems(np.random.default_rng(0)))


def verdict_on(name, source, *changes):
    """Check a changed program, and return the verdict."""
    return check(name, program(source, changes))


def assert_named(name, attempt, mistakes, words):
    """Assert that a wrong program gets exactly these mistakes, and these words."""
    verdict = check(name, attempt)
    assert not verdict.passed
    assert verdict.mistakes == tuple(mistakes.split()), verdict
    for part in words:
        assert part in verdict.message


def verdict_on_numbers(name, attempt):
    """Return the verdict on what a program returns, without a process of its own."""
    key = answer_key(CATALOGUE.exercises[name], SEED)
    with np.errstate(all="ignore"):
        answers = [attempt(*deepcopy(problem.args)) for problem in key.problems]
    got = [as_outputs(answer, key.exercise.returns) for answer in answers]
    return judge_outputs(CATALOGUE, key, got)


def table_tests(sources, named, wrong_somewhere=None, others=()):
    """Return the tests of a chapter's tables, which its module calls ``TestPrograms``."""

    class Programs:
        @pytest.mark.parametrize("name, attempt", right_programs(sources, others))
        def test_a_right_program_passes(self, name, attempt):
            assert repr(check(name, attempt, seed=7)) == f"{name}: correct."

        @pytest.mark.parametrize(
            "name, attempt, mistakes, words", wrong_programs(sources, named)
        )
        def test_a_mistake_is_named(self, name, attempt, mistakes, words):
            assert_named(name, attempt, mistakes, words)

        if wrong_somewhere:

            @pytest.mark.parametrize(
                "name, attempt", programs_wrong_somewhere(sources, wrong_somewhere)
            )
            def test_a_program_that_is_wrong_on_some_problems_is_not_named(
                self, name, attempt
            ):
                verdict = verdict_on_numbers(name, attempt)
                assert not verdict.passed
                known = CATALOGUE.exercises[name].mistakes
                assert set(verdict.mistakes) - set(known), f"for NAMED: {verdict}"

    return Programs


def right_programs(sources, others=()):
    """Parameters (name, attempt): the programs, and other pairs of both."""
    pairs = [(key, program(source)) for key, source in sources.items()]
    return [_parameters(*pair) for pair in [*pairs, *others]]


def wrong_programs(sources, table):
    """Parameters (name, attempt, mistakes, words) of a chapter's table NAMED.

    A row is the mistakes, the changes to the source or another function, and words that
    the message has to contain.
    """
    return [
        _parameters(key, _attempt(sources, key, changes), mistakes, words)
        for key, rows in table.items()
        for mistakes, changes, *words in rows
    ]


def programs_wrong_somewhere(sources, table):
    """Parameters (name, attempt) of a chapter's table WRONG_SOMEWHERE.

    A row is what the program does, which names its test, and the changes to the source
    or another function.
    """
    return [
        pytest.param(
            key.split()[0], _attempt(sources, key, changes), id=f"{key}-{what}"
        )
        for key, rows in table.items()
        for what, changes in rows.items()
    ]


def _attempt(sources, key, changes):
    return program(sources[key], changes) if isinstance(changes, list) else changes


def _parameters(key, attempt, *more):
    name = key.split()[0]  # "svm-loss loop" is another program of svm-loss
    return pytest.param(name, attempt, *more, id="-".join([key, *more[:1]]))

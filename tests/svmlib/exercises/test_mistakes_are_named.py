"""Each mistake of every exercise is named, and so are pairs of mistakes."""

import random
import re
from itertools import combinations

import numpy as np
import pytest

from svmlib.exercises._mistakes import TIED_COUNTS
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._judge import judge_outputs
from tests.svmlib.exercises.helpers.all_exercises import (
    EXEMPTIONS,
    EXERCISES,
    is_required,
    key_of,
)

# Of the pairs of mistakes, of which svm-loss alone has thousands, `make test` tries some.
SAMPLED = pytest.mark.parametrize(
    "most", [30, pytest.param(None, marks=pytest.mark.nightly)]
)


def sample(pairs, most):
    """So many of the pairs, the same in each run; all of them if ``most`` is None."""
    pairs = list(pairs)
    return random.Random(0).sample(pairs, min(most or len(pairs), len(pairs)))


def given_by(key, mistakes):
    return [key.outputs(mistakes, k) for k in range(len(key.problems))]


def nearest(key, mistakes, got):
    """What mistakes give; at a kink, with the subgradient nearest to what was got."""
    return [
        tuple(key.nearest(mistakes, k, n, part) for n, part in enumerate(parts))
        for k, parts in enumerate(got)
    ]


def same(one, other):
    """Whether all arrays hold the same numbers, or each of two some that aren't finite."""
    return all(
        a.shape == b.shape
        and (np.isfinite(a).all() == np.isfinite(b).all())
        and (np.allclose(a, b, 1e-9, 1e-9) or not np.isfinite(a).all())
        for ours, theirs in zip(one, other, strict=True)
        for a, b in zip(ours, theirs, strict=True)
    )


@EXERCISES
def test_mistake_alone_is_rejected_and_named(name):
    key = key_of(name)
    for mistake, told in key.exercise.mistakes.items():
        got = given_by(key, (mistake,))
        verdict = judge_outputs(key, got)
        assert not verdict.passed, (
            f"{mistake} changes no answer: does the implementation ask for makes({mistake!r})"
            ", and does a problem need what it gets wrong?"
        )
        assert len(verdict.mistakes) == 1, (mistake, verdict)
        assert CATALOGUE.sentence_of(told) in verdict.message, mistake
        assert same(nearest(key, verdict.mistakes, got), got), (mistake, verdict)


@EXERCISES
def test_implementation_asks_only_for_mistakes_that_are_listed(name):
    """A name that is misspelt would never be made, nor one that the table leaves out."""
    key, asked = key_of(name), set()

    def makes(mistake):
        asked.add(mistake)
        return False

    for problem in key.problems:
        key.exercise.implementation(makes, *problem.args)
    known = {m for exercise in CATALOGUE.exercises.values() for m in exercise.mistakes}
    assert asked - {TIED_COUNTS} <= known, "no exercise lists them"
    own = set(key.exercise.mistakes)
    unlisted = {f"it lists {mistake}": mistake for mistake in asked & known - own}
    for what, mistake in unlisted.items():
        if is_required(name, what):
            verdict = judge_outputs(key, given_by(key, (mistake,)))
            is_known = verdict.passed or set(verdict.mistakes) <= own
            assert is_known, f"{what}: do so, or see EXEMPTIONS"
    excused = {w for w in EXEMPTIONS.get(name, ()) if w.startswith("it lists ")}
    assert excused <= set(unlisted), "EXEMPTIONS excuses what isn't so, or isn't made"


@EXERCISES
@SAMPLED
def test_pair_of_mistakes_is_named_or_reported_as_equivalent(name, most):
    key = key_of(name)
    for pair in sample(combinations(key.exercise.mistakes, 2), most):
        got = given_by(key, pair)
        verdict = judge_outputs(key, got)
        assert verdict.passed == same(got, nearest(key, (), got)), pair
        if set(verdict.mistakes) <= set(key.exercise.mistakes):
            assert same(nearest(key, verdict.mistakes, got), got), (pair, verdict)
            sets = verdict.mistakes, *verdict.equivalents
            assert len(verdict.mistakes) < 2 or pair in sets, (pair, verdict)
        else:  # An output that is zero, or an answer that is one number, says too little.
            assert Comparison(key, got).constant_outputs() or not key.exercise.takes, (
                pair
            )


@EXERCISES
@pytest.mark.parametrize("most", [30, pytest.param(300, marks=pytest.mark.nightly)])
def test_sets_of_mistakes_are_equal_or_far_apart(name, most):
    key = key_of(name)
    table = key.exercise.mistakes
    seen = {}
    pairs = sample(combinations(table, 2), most)
    for mistakes in [(), *combinations(table, 1), *pairs]:
        got = given_by(key, mistakes)
        seen.setdefault(tuple(a.shape for parts in got for a in parts), []).append(got)
    for group in seen.values():
        flat = np.array(
            [np.concatenate([a.ravel() for parts in g for a in parts]) for g in group]
        )
        flat = np.nan_to_num(flat, nan=1e9, posinf=1e9, neginf=1e9)
        for k, row in enumerate(flat):
            gaps = np.abs(flat[:k] - row) / (1 + np.abs(row))
            gaps = gaps.max(axis=1, initial=0)
            for other in np.flatnonzero((gaps > 1e-9) & (gaps < 1e-2)):
                assert not all(
                    is_close(a, b, problem.tolerance_scale)
                    for problem, *both in zip(
                        key.problems, group[k], group[other], strict=True
                    )
                    for a, b in zip(*both, strict=True)
                ), "two sets of mistakes differ by less than a verdict can see"


@EXERCISES
def test_text_of_a_mistake_is_short_and_has_a_chapter(name):
    exercise = CATALOGUE.exercises[name]
    for mistake in exercise.all_mistakes.values():
        assert re.fullmatch(r"[a-z0-9-]+( \+ [a-z0-9-]+)*", mistake.name)
        assert re.search(r"[.?]$", mistake.text)
        assert "chapter" not in mistake.text
        assert mistake.chapter in CATALOGUE.chapters
        assert len(mistake.text) < 290


def test_combination_of_mistakes_of_one_chapter_is_explained_there():
    for name, exercise in CATALOGUE.exercises.items():
        for members, mistake in exercise.combinations.items():
            chapters = {exercise.mistakes[member].chapter for member in members}
            assert len(chapters) > 1 or {mistake.chapter} == chapters, (name, members)


def test_a_sentence_that_exercises_share_stands_in_one_place():
    first = {}
    for name, exercise in CATALOGUE.exercises.items():
        for mistake in exercise.all_mistakes.values():
            assert first.setdefault(mistake.text, mistake) is mistake, (name, mistake)

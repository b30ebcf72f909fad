"""The exercises of mask_trick: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises._drawing import draw_problems
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.chapters._multiclass_data import classification
from svmlib.exercises.chapters.mask_trick import _OF_MASK, _OF_SCORES
from svmlib.exercises.verdict._judge import AND_MORE
from svmlib.hinge import crammer_singer_loss
from tests.svmlib.exercises.chapters.programs.mask_trick import SOURCES
from tests.svmlib.exercises.try_programs import verdict_on


@pytest.mark.parametrize(
    "changes, mistakes, words",
    [
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 1")], (),
         "The numbers that it returns are right."),
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 1"), ("= -k", "= k")],
         ("column-y-plus",), "As for the numbers it returns: one mistake.\n- the entry"),
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 3")], ("unrecognised",),
         "As for the numbers it returns: not right, and not a mistake"),
    ],
)  # fmt: skip
def test_mask_verdict_judges_the_numbers_beside_a_written_argument(
    changes, mistakes, words
):
    verdict = verdict_on("mask", SOURCES["mask"], *changes)
    assert verdict.mistakes == ("writes-to-arguments", *mistakes)
    assert "it writes to H" in verdict.message
    assert words in verdict.message


def test_the_loss_of_crammer_and_singer_is_one_mistake_on_every_problem():
    verdict = verdict_on("svm-loss", crammer_singer_loss)
    assert verdict.mistakes == ("worst-class",)
    assert AND_MORE not in verdict.message


def test_svm_loss_verdict_leaves_out_two_mistakes_equivalent_to_one():
    verdict = verdict_on("svm-loss", SOURCES["svm-loss"], ("+ 1)", "- 1)"))
    assert verdict.message.count("\n- ") == 1
    assert "same numbers" not in verdict.message
    assert verdict.equivalents == ()


def kinds_of(S, y):
    """What is true of the margins of a problem."""
    wrong = np.arange(S.shape[1]) != y[:, None]
    lead = -np.where(wrong, S - S[np.arange(len(y)), y][:, None], -np.inf).max(axis=1)
    return {
        "right, inside": bool(((lead > 0) & (lead < 1)).all()),
        "right, outside": bool((lead > 1).all()),
        "wrong": bool((lead < 0).all()),
        "a tie": bool((lead == 0).any()),
        "near": bool((np.abs(lead - 1) < 0.05).any()),
        "one example": len(y) == 1,
        "two classes": S.shape[1] == 2,
        "many classes": S.shape[1] > 10,
        "many examples": len(y) > 15,
        "a class without examples": len(set(y)) < S.shape[1],
        "one class only": len(y) > 1 and len(set(y)) == 1,
        "large": np.abs(S).max() > 100,
        "tiny": np.abs(S).max() < 1e-2,
        "zero": not S.any(),
    }


def test_svm_loss_problems_have_every_kind():
    seen = set()
    for (weights, X, y, reg), _, _ in draw_problems(
        CATALOGUE.exercises["svm-loss"], seed=5
    ):
        seen |= {kind for kind, there in kinds_of(X @ weights, y).items() if there}
        seen |= {"ones"} if (X[:, -1] == 1).all() else set()
        seen |= {"constant"} if len(X) > 1 and (np.ptp(X, axis=0) == 0).any() else set()
        seen |= {"no reg"} if reg == 0 else {"large reg"} if reg > 10 else set()
    everything = set(kinds_of(np.eye(2), np.array([0, 1])))
    assert seen == everything | {"ones", "constant", "no reg", "large reg"}


@pytest.mark.parametrize("told", [_OF_SCORES, _OF_MASK])
def test_kinds_that_are_told_otherwise_exist(told):
    kinds = {data.kind for data in classification(np.random.default_rng(0))}
    assert set(told) <= kinds

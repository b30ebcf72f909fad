"""The exercises of mask_trick: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises._exercise import draw
from svmlib.exercises.chapters import CATALOGUE
from tests.svmlib.exercises.chapters.programs import verdict_on
from tests.svmlib.exercises.chapters.programs.mask_trick import SOURCES, kinds_of


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


def test_svm_loss_verdict_leaves_out_two_mistakes_equivalent_to_one():
    verdict = verdict_on("svm-loss", SOURCES["svm-loss"], ("+ 1)", "- 1)"))
    assert verdict.message.count("\n- ") == 1
    assert "same numbers" not in verdict.message
    assert verdict.equivalents == ()


def test_svm_loss_problems_have_every_kind():
    seen = set()
    for (weights, X, y, reg), _, _ in draw(CATALOGUE.exercises["svm-loss"], seed=5):
        seen |= {kind for kind, there in kinds_of(X @ weights, y).items() if there}
        seen |= {"ones"} if (X[:, -1] == 1).all() else set()
        seen |= {"constant"} if len(X) > 1 and (np.ptp(X, axis=0) == 0).any() else set()
        seen |= {"no reg"} if reg == 0 else {"large reg"} if reg > 10 else set()
    everything = set(kinds_of(np.eye(2), np.array([0, 1])))
    assert seen == everything | {"ones", "constant", "no reg", "large reg"}

"""The exercises of mask_trick: tests beside those of `test_programs`."""

from tests.svmlib.exercises.chapters.programs.mask_trick import SOURCES
from tests.svmlib.exercises.helpers.try_programs import verdict_on


def test_svm_loss_verdict_leaves_out_two_mistakes_equivalent_to_one():
    verdict = verdict_on("svm-loss", SOURCES["svm-loss"], ("+ 1)", "- 1)"))
    assert verdict.message.count("\n- ") == 1
    assert "same numbers" not in verdict.message
    assert verdict.equivalents == ()

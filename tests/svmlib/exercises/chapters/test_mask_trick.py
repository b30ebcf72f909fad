"""The exercises of mask_trick: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises.chapters._multiclass_data import classification
from svmlib.exercises.chapters.mask_trick import (
    KIND_WHEN_ONLY_MASK,
    KIND_WHEN_ONLY_SCORES,
)
from tests.svmlib.exercises.chapters.programs.mask_trick import SOURCES
from tests.svmlib.exercises.try_programs import verdict_on


def test_svm_loss_verdict_leaves_out_two_mistakes_equivalent_to_one():
    verdict = verdict_on("svm-loss", SOURCES["svm-loss"], ("+ 1)", "- 1)"))
    assert verdict.message.count("\n- ") == 1
    assert "same numbers" not in verdict.message
    assert verdict.equivalents == ()


@pytest.mark.parametrize("told", [KIND_WHEN_ONLY_SCORES, KIND_WHEN_ONLY_MASK])
def test_kinds_that_are_told_otherwise_exist(told):
    kinds = {data.kind for data in classification(np.random.default_rng(0))}
    assert set(told) <= kinds

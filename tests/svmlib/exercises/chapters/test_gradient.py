"""The exercises of gradient: tests beside those of `test_programs`."""

from tests.svmlib.exercises.chapters.programs import verdict_on
from tests.svmlib.exercises.chapters.programs.gradient import SOURCES


def test_mask_row_verdict_names_an_equivalent_mistake():
    verdict = verdict_on(
        "mask-row", SOURCES["mask-row"], ("(s - s[y_i] + delta > 0)", "np.ones(len(s))")
    )
    assert verdict.mistakes == ("indicator-forgotten",)
    words = "(The same numbers would also come from another mistake: delta"
    assert words in verdict.message
    assert verdict.message.startswith("mask-row: one mistake.")

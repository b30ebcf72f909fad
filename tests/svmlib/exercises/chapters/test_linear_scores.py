"""The exercises of linear_scores: tests beside those of `test_programs`."""

import pytest

from tests.svmlib.exercises.chapters.programs.linear_scores import ENTRY, SOURCES
from tests.svmlib.exercises.try_programs import verdict_on


@pytest.mark.parametrize(
    "source",
    ["X.missing_name", "1 / 0", "undefined", "X[99]", "np.nan_too", "np.zeros(3)[W]"],
)
def test_hints_do_not_meet_other_exceptions(source):
    verdict = verdict_on(
        "append-bias",
        SOURCES["append-bias"],
        ("np.hstack([X,", f"np.hstack([{source},"),
    )
    assert "PyTorch" not in verdict.message
    assert ENTRY not in verdict.message
    assert verdict.mistakes[0] == "raises"


def test_predict_verdict_on_zeros():
    verdict = verdict_on("predict", SOURCES["predict"], ("X @ W", "0 * X @ W"))
    assert verdict.mistakes == ("all-zero",)
    assert verdict.message == (
        "predict: not right.\n- the result is zero on every problem, "
        "as if it were never computed."
    )

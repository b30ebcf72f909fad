"""The exercises of hinge_loss: tests beside those of `test_programs`."""

from tests.svmlib.exercises.chapters.programs.hinge_loss import LOSS_ONLY, SOURCES
from tests.svmlib.exercises.try_programs import verdict_on


def test_squared_hinge_loss_is_judged_beside_a_gradient_of_zeros():
    verdict = verdict_on("squared-hinge", SOURCES["squared-hinge"], *LOSS_ONLY)
    assert "- L_i is right.\n- g is zero" in verdict.message
    halved = ("return (h**2).sum(), g", "return (h**2).sum() / 2, 0 * g")
    verdict = verdict_on("squared-hinge", SOURCES["squared-hinge"], halved)
    assert verdict.mistakes == ("all-zero", "half-in-loss")

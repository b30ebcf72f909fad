"""The exercises of in_practice: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib.exercises._drawing import draw_problems
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises.chapters import CATALOGUE
from tests.svmlib.exercises.chapters.programs.in_practice import SOURCES
from tests.svmlib.exercises.try_programs import verdict_on, verdict_on_numbers


def test_scale_features_verdict_asks_for_the_cause_of_a_nan():
    verdict = verdict_on(
        "scale-features",
        SOURCES["scale-features"],
        ("X_train.std(axis=0)", "np.sqrt((X_train**2).mean(axis=0) - mean0**2)"),
        ("    mean", "    mean0 = X_train.mean(axis=0)\n    mean"),
    )
    words = ", which isn't a finite number. Is a divisor 0, as for a constant"
    assert words in verdict.message
    assert verdict.message.startswith("scale-features: not right.\n- ")


@pytest.mark.filterwarnings("error")
def test_scale_features_verdict_on_huge_numbers_is_without_a_warning():
    def huge(X_train, X_test):
        spread = X_train.std(axis=0)
        return tuple(
            np.nan_to_num((X - X_train.mean(axis=0)) / spread)
            for X in (X_train, X_test)
        )

    assert not verdict_on_numbers("scale-features", huge).passed


def test_balanced_accuracy_verdict_asks_for_an_empty_class():
    verdict = verdict_on(
        "balanced-accuracy", SOURCES["balanced-accuracy"], ("== -1]", "== 0]")
    )
    words = "is nan, which isn't a finite number. Is a class empty, or never predicted?"
    assert words in verdict.message


def test_scale_features_verdict_on_ranges_is_one_sentence():
    changes = ("X_train.std(axis=0)", "np.ptp(X_train, axis=0)"), (".mean", ".min")
    verdict = verdict_on("scale-features", SOURCES["scale-features"], *changes)
    assert verdict.message.count("\n- ") == 1


def test_scale_features_verdict_names_constant_features_alone():
    changes = [
        ("np.ptp(X_train, axis=0) == 0] = 1", "np.ptp(X_train, axis=0) == 0] = 7")
    ]
    verdict = verdict_on("scale-features", SOURCES["scale-features"], *changes)
    assert "the training set is right" in verdict.message


def test_class_weights_are_of_equal_sum_in_each_class_and_their_mean_is_c():
    exercise = CATALOGUE.exercises["class-weights"]
    for y, C in [p.args for p in draw_problems(exercise, 5)]:
        penalties = exercise.implementation(no_mistake, y, C)
        assert np.isclose(penalties.mean(), C)
        assert np.isclose(penalties[y == 1].sum(), penalties[y == -1].sum())

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


def test_scale_features_problems_have_every_kind_of_feature():
    seen = set()
    for X_train, X_test in [
        p.args for p in draw_problems(CATALOGUE.exercises["scale-features"], 5)
    ]:
        constant, too = (np.ptp(X, axis=0) == 0 for X in (X_train, X_test))
        (N, D), M = X_train.shape, len(X_test)
        kinds = {
            "none constant": not constant.any(),
            "one constant": constant.sum() == 1 < D,
            "several constant": 1 < constant.sum() < D,
            "all constant": constant.all(),
            "constant in both": M > 1 and (constant & too).any(),
            "constant in the test set": M > 1 and (too > constant).any(),
            "one feature": D == 1,
            "many features": D > 9,
            "two training examples": N == 2,
            "one test example": M == 1,
            "many examples": N > 15 and M > 15,
            "a larger test set": M > N,
            "large": np.abs(X_train).min() > 100,
            "tiny": np.abs(X_train).max() < 1e-2,
        }
        seen |= {kind for kind, there in kinds.items() if there}
    assert seen == set(kinds)


def test_class_weights_problems_and_penalties():
    seen = set()
    exercise = CATALOGUE.exercises["class-weights"]
    for y, C in [p.args for p in draw_problems(exercise, 5)]:
        penalties = exercise.implementation(no_mistake, y, C)
        assert np.isclose(penalties.mean(), C)
        assert np.isclose(penalties[y == 1].sum(), penalties[y == -1].sum())
        plus, N = int(np.sum(y == 1)), len(y)
        kinds = {
            "+1 is larger": 2 * plus > N,
            "-1 is larger": 2 * plus < N,
            "equal": 2 * plus == N,
            "one of +1": plus == 1,
            "one of -1": plus == N - 1,
            "some of both": 1 < plus < N - 1,
            "two examples": N == 2,
            "some examples": 2 < N <= 15,
            "many examples": N > 15,
            "an integer C": isinstance(C, int),
            "large C": C > 100,
            "tiny C": C < 0.01,
            "another C": 0.01 <= C <= 100,
        }
        seen |= {kind for kind, there in kinds.items() if there}
    assert seen == set(kinds)


def test_balanced_accuracy_problems_have_every_kind_of_prediction():
    seen = set()
    for y, predicted in [
        p.args for p in draw_problems(CATALOGUE.exercises["balanced-accuracy"], 5)
    ]:
        right = [(predicted == y)[y == label] for label in (-1, 1)]
        minus, plus = map(len, right)
        kinds = {
            "-1 is larger": minus > plus,
            "+1 is larger": plus > minus,
            "equal": plus == minus,
            "two examples": len(y) == 2,
            "a few examples": 2 < len(y) <= 15,
            "many examples": len(y) > 15,
            "one of +1": plus == 1,
            "all wrong": not (predicted == y).any(),
            "says one thing only": len(set(predicted)) == 1,
        }
        for label, correct in zip((-1, 1), right, strict=True):
            kinds[f"all of {label} are right"] = correct.all()
            kinds[f"some of {label} are right"] = 0 < correct.sum() < len(correct)
            kinds[f"none of {label} is right"] = not correct.any()
        seen |= {kind for kind, there in kinds.items() if there}
    assert seen == set(kinds)

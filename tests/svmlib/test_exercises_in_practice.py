"""The exercises of the chapter in_practice, against code that students write."""

import numpy as np
import pytest
from programs import program

from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import no_mistake

pytestmark = pytest.mark.filterwarnings("ignore:Mean of empty slice")
NAMES = [exercise.name for exercise in _BOOK.chapters["in_practice"].exercises]

SCALE = """
def f(X_train, X_test):
    mean, spread = X_train.mean(axis=0), X_train.std(axis=0)
    spread[spread == 0] = 1
    return (X_train - mean) / spread, (X_test - mean) / spread
"""
WEIGHTS = """
def f(y, C):
    plus = np.sum(y == 1)
    minus = len(y) - plus
    return np.where(y == 1, C * len(y) / (2 * plus), C * len(y) / (2 * minus))
"""
BALANCED = """
def f(y, predicted):
    plus = np.mean(predicted[y == 1] == 1)
    minus = np.mean(predicted[y == -1] == -1)
    return (plus + minus) / 2
"""
RIGHT = {
    "scale-features": SCALE,
    "class-weights": WEIGHTS,
    "balanced-accuracy": BALANCED,
}
WRONG = [
    ("scale-features", "test-by-its-own",
     [("(X_test - mean) / spread", "(X_test - X_test.mean(axis=0)) / np.where(X_test.std(axis=0) > 0, X_test.std(axis=0), 1)")]),
    ("scale-features", "both-together",
     [("    mean", "    X = np.vstack([X_train, X_test])\n    mean"),
      ("X_train.mean", "X.mean"), ("X_train.std", "X.std")]),
    ("scale-features", "test-not-scaled", [("(X_test - mean) / spread", "X_test")]),
    ("scale-features", "one-number-for-all",
     [(".mean(axis=0)", ".mean()"), (".std(axis=0)", ".std()"),
      ("    spread[spread == 0] = 1\n", "")]),
    ("scale-features", "variance-for-deviation", [(".std", ".var")]),
    ("scale-features", "divisor-n-minus-one", [("std(axis=0", "std(axis=0, ddof=1")]),
    ("scale-features", "range-for-deviation", [("X_train.std", "np.ptp"),
     ("np.ptp(axis=0)", "np.ptp(X_train, axis=0)")]),
    ("scale-features", "range-for-deviation minimum-for-mean",
     [("X_train.std(axis=0)", "np.ptp(X_train, axis=0)"), (".mean", ".min")]),
    ("scale-features", "not-centred",
     [("(X_train - mean)", "X_train"), ("(X_test - mean)", "X_test")]),
    ("scale-features", "not-divided", [(") / spread", ")")]),
    ("scale-features", "constant-to-zero", [("spread == 0] = 1", "spread == 0] = np.inf")]),
    ("scale-features", "constant-left-as-it-is",
     [("spread == 0] = 1", "spread == 0], mean[spread == 0] = 1, 0"),
      ("    spread[", "    mean[spread == 0] = 0\n    spread["),
      (", mean[spread == 0] = 1, 0", " = 1")]),
    ("scale-features", "not-finite", [("    spread[spread == 0] = 1\n", "")]),
    ("scale-features", "writes-to-arguments", [("(X_train - mean) / spread,", "X_train,"),
     ("    return", "    X_train -= mean\n    X_train /= spread\n    return")]),
    ("class-weights", "counts-exchanged", [("== 1, C", "== -1, C")]),
    ("class-weights", "two-missing", [("(2 * plus)", "plus"), ("(2 * minus)", "minus")]),
    ("class-weights", "n-missing", [("C * len(y) /", "C /")]),
    ("class-weights", "c-forgotten", [("C * len(y)", "len(y)")]),
    ("class-weights", "sum-for-count", [("np.sum(y == 1)", "y.sum()")]),
    ("class-weights", "same-for-all", [("return ", "return 0 * y + C + 0 * ")]),
    ("class-weights", "plus-raised-only",
     [("return ", "return np.where(y == 1, minus / plus * C, C) + 0 * ")]),
    ("class-weights", "rare-raised-only",
     [("return ", "return max(plus, minus) * C / np.where(y == 1, plus, minus) + 0 * ")]),
    ("class-weights", "counts-multiplied",
     [("/ (2 * plus)", "/ 2 * plus"), ("/ (2 * minus)", "/ 2 * minus")]),
    ("class-weights", "two-missing n-missing",
     [("C * len(y) /", "C /"), ("(2 * plus)", "plus"), ("(2 * minus)", "minus")]),
    ("class-weights", "one-a-class",
     [("np.where(y == 1, C * len(y) / (2 * plus), C * len(y) / (2 * minus))",
       "C * len(y) / (2 * minus), C * len(y) / (2 * plus)"), ("return ", "return [")
      , ("(2 * plus)", "(2 * plus)]")]),
    ("balanced-accuracy", "plain-accuracy",
     [("(plus + minus) / 2", "np.mean(y == predicted)")]),
    ("balanced-accuracy", "positives-only", [("(plus + minus) / 2", "plus")]),
    ("balanced-accuracy", "negatives-only", [("(plus + minus) / 2", "minus")]),
    ("balanced-accuracy", "sum-for-mean", [(" / 2", "")]),
    ("balanced-accuracy", "precision-for-recall",
     [("predicted[y == 1] ==", "y[predicted == 1] =="),
      ("predicted[y == -1] ==", "y[predicted == -1] ==")]),
    ("balanced-accuracy", "harmonic-mean",
     [("(plus + minus) / 2", "2 * plus * minus / (plus + minus)")]),
    ("balanced-accuracy", "both-returned", [("(plus + minus) / 2", "plus, minus")]),
    ("balanced-accuracy", "both-returned-minus-first",
     [("(plus + minus) / 2", "minus, plus")]),
    ("balanced-accuracy", "not-finite", [("== -1]", "== 0]")]),
    ("balanced-accuracy", "errors-counted", [("] == 1", "] != 1"), ("] == -1", "] != -1")]),
]  # fmt: skip


def problems(name):
    return _BOOK.exercises[name].problems(np.random.default_rng(0))


def told(name, *changes):
    return check(name, program(RIGHT[name], changes))


def test_they_come_in_the_order_of_the_chapter():
    assert NAMES == ["scale-features", "class-weights", "balanced-accuracy"]


@pytest.mark.parametrize("name", NAMES)
def test_right_code_passes(name):
    assert repr(told(name)) == f"{name}: correct."


@pytest.mark.parametrize("name, expected, changes", WRONG)
def test_a_students_mistake_is_named(name, expected, changes):
    verdict = told(name, *changes)
    assert not verdict.passed
    assert verdict.mistakes == tuple(expected.split()), verdict.message


def test_the_cause_of_a_nan_is_asked_for():
    verdict = told("scale-features", ("    spread[spread == 0] = 1\n", ""))
    words = " ".join(verdict.message.split())
    assert "holds nan, which isn't a finite number. Is a feature constant?" in words
    assert "scale-features: not right. - " in words


@pytest.mark.parametrize(
    "changes, words",
    [
        ([("len(y) / (2 * plus)", "1 / plus"), ("len(y) / (2 * minus)", "1 / minus")],
         "the penalties add up to 2C"),
        ([("len(y) / (2 * plus)", "plus / len(y)"),
          ("len(y) / (2 * minus)", "minus / len(y)")], "its share of the examples"),
    ],
)  # fmt: skip
def test_two_factors_gone_wrong_are_one_mistake(changes, words):
    message = " ".join(told("class-weights", *changes).message.split())
    assert message.startswith("class-weights: one mistake. - ")
    assert words in message
    assert "The same numbers" not in message


@pytest.mark.parametrize("number", ["1e-08", "1e-12", "1e-03"])
def test_a_small_number_added_to_the_deviation_is_told(number):
    changes = [(".std(axis=0)", f".std(axis=0) + {number}")]
    verdict = told("scale-features", *changes)
    assert verdict.mistakes == ("number-added",), verdict.message
    words = " ".join(verdict.message.split())
    assert f"one mistake. - a small number, {float(number):.1g}, is added" in words
    changes.append(("(X_test - mean)", "X_test"))
    assert "number-added" not in told("scale-features", *changes).mistakes


def test_labels_0_and_1_are_asked_for():
    verdict = told("balanced-accuracy", ("== -1]", "== 0]"))
    words = " ".join(verdict.message.split())
    assert "holds nan, which isn't a finite number. Is a class empty?" in words


def test_both_scaled_to_0_1_is_told_in_one_sentence():
    changes = ("X_train.std(axis=0)", "np.ptp(X_train, axis=0)"), (".mean", ".min")
    assert told("scale-features", *changes).message.count("\n- ") == 1


def test_only_a_constant_feature_is_told_as_such():
    changes = [("spread == 0] = 1", "spread == 0] = 7")]
    words = " ".join(told("scale-features", *changes).message.split())
    assert "The training set" not in words
    assert "the training set is right" in words


def test_the_cases_have_one_constant_feature_and_differ_in_place_and_spread():
    constants = 0
    for case in problems("scale-features"):
        X_train, X_test = case.args
        N, D, M = *X_train.shape, len(X_test)
        assert len({N, D, M}) == 3 or N > 2 * D
        constants += int((np.ptp(X_train, axis=0) == 0).sum())
        assert (np.ptp(X_test, axis=0) > 0).all()
    assert constants == 1


def test_the_penalties_are_what_the_task_says():
    for case in problems("class-weights"):
        y, C = case.args
        penalties = _BOOK.exercises["class-weights"].faulty(no_mistake, y, C)
        assert np.isclose(penalties.mean(), C)
        assert np.isclose(penalties[y == 1].sum(), penalties[y == -1].sum())
        assert y.sum() != 0

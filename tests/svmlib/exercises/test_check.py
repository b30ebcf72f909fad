"""Whatever an attempt is or does, `check` answers with a verdict, and soon."""

import ctypes
import os
import signal
import sys
import time
from itertools import count

import numpy as np
import pytest

from svmlib.exercises import Verdict, check, describe, list_exercises
from svmlib.exercises.chapters import CATALOGUE
from tests.svmlib.exercises.helpers.attempts import (
    exits_at_once,
    for_ever,
    for_ever_in_c,
    for_ever_on_one_line,
    for_ever_quietly,
    for_ever_whatever_comes,
    in_a_process,
    raises,
    right_svm_loss,
)
from tests.svmlib.exercises.helpers.try_programs import solution

W0, CALLS = np.ones((5, 4)), count()


def for_ever_beyond_the_limit(W, X, y, reg):
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass


def too_deep(W, X, y, reg):
    return too_deep(W, X, y, reg)


def generator(W, X, y, reg):
    yield 0.0, W


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no words")


class Unreadable:
    def __array__(self, *args, **kwargs):
        raise RuntimeError("not to be read")


class AttemptAsClass:
    def __init__(self, W, X, y, reg):
        self.answer = 0.0, W


@in_a_process
@pytest.mark.parametrize(
    "attempt, mistake",
    [
        (None, "not-attempted"),
        (..., "not-attempted"),
        (NotImplemented, "not-attempted"),
        (lambda *args: None, "not-attempted"),
        (raises(NotImplementedError), "not-attempted"),
        (3, "wrong-type"),
        ("W * 2", "wrong-type"),
        ([1, 2], "wrong-type"),
        (W0, "wrong-type"),
        (lambda *args: 3, "wrong-type"),
        (generator, "wrong-type"),
        (AttemptAsClass, "wrong-type"),
        (lambda *args: (1.0, 2.0), "wrong-shape"),
        (lambda *args: (np.ones(1), W0), "wrong-shape"),
        (lambda W, X, y, reg: (right_svm_loss(W, X, y, reg)[1], 1.0), "wrong-order"),
        (lambda W, X, y, reg: (1.0, W.ravel()), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:, 0]), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, 3 * W.T), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:2, :2]), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:0]), "wrong-shape"),
        (lambda W, X, y, reg: (np.nan, W), "not-finite"),
        (lambda W, X, y, reg: (1.0, np.inf * W), "not-finite"),
        (lambda W, X, y, reg: (1.0, W / np.zeros(W.shape)), "not-finite"),
        (lambda W, X, y, reg: (0.0, 0 * W), "not-attempted"),
        (lambda W, X, y, reg: (1e300, 1e300 * W), "constant"),
        (lambda *args: (next(CALLS), W0), "nondeterministic"),
        (lambda: 1, "raises"),
        (lambda W: 1, "raises"),
        (raises(ValueError("no")), "raises"),
        (raises(Unprintable()), "raises"),
        (raises(MemoryError()), "raises"),
        (raises(GeneratorExit()), "raises"),
        (lambda *args: sys.exit("bye"), "raises"),
        (raises(KeyboardInterrupt), "raises"),
        (too_deep, "raises"),
        (lambda *args: (1.0, Unreadable()), "raises"),
        (np.dot, "raises"),
        (int, "wrong-type"),
        (lambda *args: (1.0, np.broadcast_to(0.0, (10**6, 10**6))), "wrong-shape"),
        (for_ever, "too-slow"),
        (for_ever_on_one_line, "too-slow"),
        (for_ever_quietly, "too-slow"),
        (for_ever_whatever_comes, "too-slow"),
        (for_ever_in_c, "too-slow"),
        (lambda *args: np.vectorize(lambda w: sum(iter(int, 1)))(W0), "too-slow"),
        (for_ever_beyond_the_limit, "too-slow"),
        (lambda *args: time.sleep(1e6), "too-slow"),
        (exits_at_once, "ends-python"),
        (lambda *args: ctypes.string_at(0), "ends-python"),
        (lambda *args: os.kill(os.getpid(), signal.SIGKILL), "ends-python"),
        (lambda *args: os.closerange(3, 99) or (1.0, W0), "ends-python"),
    ],
)
def test_check_names_what_is_wrong_with_rubbish(attempt, mistake, request):
    if mistake == "too-slow":
        request.getfixturevalue("impatient")
    verdict = check("svm-loss", attempt)
    assert isinstance(verdict, Verdict)
    assert not verdict.passed
    assert verdict.mistakes[0] == mistake, verdict
    assert verdict.message.startswith("svm-loss: ")


@pytest.mark.parametrize("name", list_exercises())
@pytest.mark.parametrize("attempt", [None, lambda *args: 7, raises(ValueError("no"))])
def test_check_raises_on_rubbish_in_no_exercise(name, attempt):
    assert not check(name, attempt).passed


def test_check_gives_no_answer_away():
    for number in (16, 1e9):
        message = check("hinge-by-hand", number).message
        assert "17" not in message


@pytest.mark.parametrize("function", [describe, lambda name: check(name, None)])
def test_unknown_name_is_answered_with_the_known_ones(function):
    with pytest.raises(ValueError, match="did you mean 'svm-loss'"):
        function("svmloss")
    with pytest.raises(
        ValueError, match=r"no exercise is named 3; list_exercises\(\) names them all"
    ):
        function(3)


def test_check_says_that_its_arguments_are_exchanged():
    with pytest.raises(ValueError, match="name comes first, and then the function"):
        check(right_svm_loss, "svm-loss")


@pytest.mark.parametrize("seed", [-1, 0.5, None, True])
def test_check_says_what_a_seed_is(seed):
    with pytest.raises(
        ValueError, match=f"seed must be a whole number >= 0, got {seed}"
    ):
        check("hinge-by-hand", 17, seed=seed)


def test_a_seed_may_be_a_whole_float():
    assert check("hinge-by-hand", 17, seed=2.0).passed


def test_list_exercises_and_describe_know_all():
    assert len(list_exercises()) == sum(
        len(c.exercises) for c in CATALOGUE.chapters.values()
    )
    for name in list_exercises():
        assert describe(name).startswith(("A function (", "A number: "))


@in_a_process
def test_an_answer_that_depends_on_earlier_calls_is_told():
    kept = {}
    verdict = check("scores", lambda W, X: kept.setdefault((W.shape, X.shape), X @ W))
    assert verdict.mistakes == ("nondeterministic",)
    assert "keep something from call to call" in verdict.message


def test_an_attempt_that_is_too_slow_for_large_problems_is_told_by_small_ones(
    impatient,
):
    def pairs(w, b, X, y):
        while len(y) > 1000:
            pass
        return np.zeros((len(y), len(y)))

    verdict = check("slack", pairs)
    assert verdict.mistakes == ("wrong-shape",)
    assert "has shape (7, 7) on a problem where (7,) is expected" in verdict.message


def test_an_exception_is_told_beside_the_mistake_that_may_be_why():
    def gap(alpha, K, y, C):
        g = K @ (alpha * y) - y
        falls = alpha > 0  # none, if all are 0
        rises = np.where(y > 0, alpha < C, alpha > 0)
        return g[falls].max() - g[rises].min()

    verdict = check("stopping-gap", gap)
    assert verdict.mistakes == ("falls-without-labels",)
    assert "\nOn another problem it raises an exception" in verdict.message


def test_an_output_that_is_far_too_large_is_told_by_a_small_problem():
    pairs = check("rbf-kernel", lambda X, Y, gamma: np.zeros([len(X) * len(Y)] * 2))
    assert pairs.mistakes == ("wrong-shape",)
    assert "shape (12, 12) on a problem where (4, 3) is expected." in pairs.message


def test_a_sign_is_wrong_whatever_the_rounding_of_zero():
    verdict = check("centre-columns", lambda W: W.mean(axis=1, keepdims=True) - W)
    assert "the wrong sign, and no other fault" in verdict.message


@pytest.mark.parametrize(
    ("name", "attempt", "ignored"),
    [
        ("svm-loss", lambda W, X, y, reg: solution("svm-loss")(W, X, y, 0.5), "reg"),
        ("rbf-kernel", lambda X, Y, gamma: solution("rbf-kernel")(X, Y, 0.5), "gamma"),
        ("polynomial-kernel",
         lambda X, Y, degree, gamma, coef0:
             solution("polynomial-kernel")(X, Y, 3, gamma, coef0), "degree"),
        ("descent-step",
         lambda w, b, dw, db, eta: solution("descent-step")(w, b, dw, db, 0.1), "eta"),
        # t changes alone from an even number to the next one.
        ("linear-decay", lambda rate, t, T: rate * 0.5 ** (t // 2), "num_iters or t"),
        ("first-loss", lambda C, delta: max(C - 1, delta), "C"),
        ("example-loss",
         lambda s, y_i, delta: np.maximum(0, s - s[y_i] + min(delta, 1)).sum(), "delta"),
    ],
)  # fmt: skip
def test_an_argument_that_changes_nothing_is_asked_for(name, attempt, ignored):
    """Two mistakes, or none that is known, may give the same.

    The attempt may use the argument, and hide it: min(delta, 1).
    """
    assert (
        f"In the problems tried, it returned the same result when {ignored} alone was "
        f"changed, and the right result changes. Is {ignored} left out, or does something "
        "take its place or hide it, such as a number, a limit or rounding?"
    ) in check(name, attempt).message


@pytest.mark.filterwarnings("error")
def test_problems_are_drawn_without_a_warning():
    """With this seed, a pair of equal examples is drawn, whose curvature is 0."""
    assert not check("pair-step", lambda alpha, K, y, C, i, j: alpha / 2, seed=8)


def test_a_number_in_place_of_an_argument_that_was_noticed_is_not_asked_for():
    message = check("first-loss", lambda C, delta: C * delta + 1).message
    assert "it returned the same result" not in message


def test_a_penalty_forgotten_in_both_parts_is_two_mistakes_and_no_number():
    def without_penalty(W, X, y, reg):
        return solution("svm-loss")(W, X, y, 0.0)

    message = check("svm-loss", without_penalty).message
    assert message.startswith("svm-loss: two mistakes.")

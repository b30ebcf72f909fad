"""Attempts without a process of their own, as on Windows and in the browser."""

import faulthandler
import sys

import pytest

from svmlib.exercises import check
from svmlib.exercises._draw_problems import SEED
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._trace import run_in_this_process
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.helpers.attempts import (
    example_loss_by_recursion,
    for_ever,
    for_ever_as_an_answer,
    for_ever_on_one_line,
    for_ever_quietly,
    for_ever_whatever_comes,
    raises,
    right_svm_loss,
)


@pytest.fixture(autouse=True)
def limit():
    """End Python if a loop isn't stopped: an exception wouldn't get out of every loop."""
    faulthandler.dump_traceback_later(60, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()


@pytest.mark.parametrize(
    "attempt",
    [
        for_ever,
        for_ever_as_an_answer,
        for_ever_on_one_line,
        for_ever_quietly,
        for_ever_whatever_comes,  # for which _TooSlow has its __del__
    ],
)
def test_endless_loop_is_stopped_without_fork(attempt, without_fork, impatient):
    earlier = sys.gettrace()
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes == ("too-slow",)
    assert "seconds, in line" in verdict.message
    assert (
        "\nIt was called with W (5, 4), X (7, 5), y (7,), reg = 0." in verdict.message
    )
    assert sys.gettrace() is earlier


def test_an_attempt_may_call_itself_for_each_class_without_fork(without_fork):
    earlier = sys.getrecursionlimit()
    assert check("example-loss", example_loss_by_recursion).passed
    assert sys.getrecursionlimit() == earlier


def test_only_the_attempt_is_watched():
    exercise, earlier = CATALOGUE.exercises["svm-loss"], sys.gettrace()
    problems = key_for(exercise, SEED).problems[:2]
    for _ in run_in_this_process(right_svm_loss, exercise.signature, problems):
        assert sys.gettrace() is earlier


def test_verdicts_are_the_same_without_fork(without_fork, capsys):
    assert check("hinge-by-hand", lambda: print("once") or 17).passed
    assert check("first-loss", lambda C, delta: print(C) or C * delta).mistakes == (
        "correct-in-loss",
    )
    assert capsys.readouterr().out.count("\n") == 2
    check("scores", lambda W, X: print("called") or X @ W + 1)
    assert capsys.readouterr().out == "called\n"  # in the second run it isn't shown
    check(
        "svm-loss", lambda *args: sys.stdout.write("right\n") and right_svm_loss(*args)
    )
    assert capsys.readouterr().out == "right\n"  # once, though all calls are made
    assert check("scores", lambda W, X: sys.stdout.buffer.write(b"a") and X @ W).passed
    assert check("svm-loss", raises(SystemExit(1))).mistakes == ("raises",)
    with pytest.raises(KeyboardInterrupt):
        check("svm-loss", raises(KeyboardInterrupt))

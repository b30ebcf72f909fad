"""What is said of an exception, and of the line that raised it."""

import linecache
import threading

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._problems import Problem
from svmlib.exercises.running import _call
from svmlib.exercises.running._call import call_all
from svmlib.exercises.running._exception_message import too_slow
from tests.svmlib.exercises.helpers.attempts import raises
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def test_exception_is_reported_with_its_line():
    source = (
        "def f(W, X, y, reg):\n    return mean(len(X)), W\n"
        "def mean(N):\n    return 1 / (N - N)"
    )
    linecache.cache["<cell>"] = len(source), None, source.splitlines(True), "<cell>"
    namespace = {}
    exec(compile(source, "<cell>", "exec"), namespace)  # noqa: S102
    message = check("svm-loss", namespace["f"]).message
    assert "line 4 (`return 1 / (N - N)`)" in message
    assert "ZeroDivisionError: division by zero" in message
    assert "W (5, 4), X (7, 5), y (7,), reg = 0." in message


def test_a_long_line_is_cut():
    source = f"lambda W, X: 1 / 0 + {' + '.join('X' * 500)}"
    linecache.cache["<long>"] = len(source), None, [source], "<long>"
    message = check("scores", eval(compile(source, "<long>", "eval"))).message
    assert "lambda W, X: 1 / 0 + X" in message
    assert len(message) < 500


def test_what_an_exception_says_is_cut_and_can_be_printed():
    message = check("scores", raises(ValueError("x" * 10**6))).message
    assert "x" * 900 in message and len(message) < 1500
    message = check("scores", raises(ValueError("\ud800\x1b[31m caf\xe9"))).message
    assert "ValueError: \\ud800\\x1b[31m caf\xe9\n" in message


def test_an_exception_may_have_any_attributes():
    error = NameError("gone")
    error.name = 3
    assert "NameError: gone" in check("scores", raises(error)).message


def test_a_number_of_numpy_is_told_with_its_value():
    problem = Problem((np.int64(3),))
    with pytest.raises(AttemptError, match=r"It was called with x = 3\."):
        list(call_all(raises(ValueError("no")), EXERCISE.signature, [problem]))


def test_the_limit_of_memory_is_told():
    message = check("scores", raises(MemoryError())).message
    assert message.endswith("\nAn attempt may use 2 GB of memory.")


def test_the_line_of_a_library_is_told_with_its_file():
    assert " of numpy" in check("scores", np.linalg.solve).message


def test_signature_that_does_not_fit_is_shown():
    message = check("margins", lambda S: S).message
    assert "called as f(S, y, delta), it raises TypeError: " in message


def test_line_of_the_attempt_is_shown_where_the_function_it_was_given_raises():
    def calls_f_on_a_list(f, w, h):
        return f([w])

    message = check("centred-difference", calls_f_on_a_list).message
    assert "(`return f([w])`)" in message
    assert "called with f (a function of one number), w = " in message


ASKED = (
    "Is there a loop that never ends, does it wait for something, or is it only slow?"
)
OURS, MINE = (_call.__file__, 1), {"mine": "x = 1\nprint(x)"}
LIBRARY = (threading.__file__, 1)


@pytest.mark.parametrize(
    "frames, told",
    [
        ([], f". {ASKED}"),
        ([("session", 1), OURS], f". {ASKED}"),
        ([("mine", 1)], f", in line 1 (`x = 1`). {ASKED}"),
        ([("session", 1), OURS, ("mine", 1), ("library", 1)],
         f", in line 1 (`x = 1`). {ASKED}"),
        ([LIBRARY, ("session", 1), OURS, ("mine", 1)],
         f", in line 1 (`x = 1`). {ASKED}"),
        ([LIBRARY, ("mine", 1)], f", in line 1 (`x = 1`). {ASKED}"),
        ([OURS, ("mine", 0)], f", in line 0. {ASKED}"),
        ([OURS, ("mine", 2)],
         f", in line 2 (`print(x)`). Printing takes time: does it print a lot? {ASKED}"),
    ],
)  # fmt: skip
def test_what_was_too_slow_is_told_with_the_innermost_line_of_its_file(frames, told):
    message = too_slow(frames, 2.0, MINE).message
    assert message == f"it was stopped after 2 seconds{told}"

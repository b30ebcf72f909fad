"""What is read from the pipe of an attempt, whoever wrote it."""

import json
import os
import signal

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import EARLIER_RESULT, AttemptError
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running import _parent
from svmlib.exercises.running._limits import MAX_PRINTED, REST_NOT_SHOWN
from svmlib.exercises.running._parent import reason_of_end, receive
from tests.svmlib.exercises.helpers.attempts import in_a_process, right_svm_loss

SVM_LOSS = CATALOGUE.exercises["svm-loss"].signature


@in_a_process
@pytest.mark.parametrize(
    "text", [b"5\n", b'{"outputs": [], "written": []}\n{"done": true}\n']
)
def test_what_an_attempt_writes_to_its_pipe_is_no_exception(text):
    reader, writer = os.pipe()  # the pipe of the attempt will get the same numbers
    os.close(reader)
    os.close(writer)

    def writes(*args):
        os.write(writer, text)
        return right_svm_loss(*args)

    verdict = check("svm-loss", writes)
    assert verdict.mistakes == ("ends-python",)
    assert "it interferes with the Python" in verdict.message


def received(data, seconds=60, show=print):
    """Return the only call of svm-loss that `receive` finds in what a child sends."""
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    with open(reader, "rb") as pipe:
        [call] = receive(pipe, SVM_LOSS, 1, seconds, show)
    return call


def as_sent(num_outputs, written):
    """Return the message of a call whose outputs are all the number 1."""
    outputs = [((), np.ones(()).tobytes().hex())] * num_outputs
    return json.dumps({"outputs": outputs, "written": written}).encode() + b"\n"


@pytest.mark.parametrize(
    "data",
    [b"no JSON\n", b"[" * 50_000 + b"\n", b'{"done": true}\n', 2 * as_sent(2, [])],
)
def test_what_cannot_come_from_run_in_child_was_sent_by_the_attempt(data):
    with pytest.raises(AttemptError, match="it interferes with the Python"):
        received(data)


@pytest.mark.parametrize(
    "error",
    [
        ([], "correct.", []),
        (["raises", "=1+1"], "it raises.", []),
        ([{}], "it raises.", []),
        (["raises"], "it raises.", [("<b>", "Is it bold?", "")]),
        (["raises"], "it raises.", [("shapes-clash", "Two shapes.", "smo", "more")]),
    ],
)
def test_an_error_has_faults_and_hints_that_have_words(error):
    with pytest.raises(AttemptError, match="it interferes with the Python"):
        received(json.dumps({"error": error}).encode() + b"\n")


def test_an_error_keeps_its_faults_its_message_and_its_hints():
    hint = Mistake("shapes-clash", "Two shapes.", "smo")
    message = {"error": (["raises"], "it raises.", [hint])}
    with pytest.raises(AttemptError) as raised:
        received(json.dumps(message).encode() + b"\n")
    error = raised.value
    assert (error.faults, error.message, error.hints) == (
        ("raises",),
        "it raises.",
        [hint],
    )


def test_what_has_no_end_was_sent_by_the_attempt(monkeypatch):
    monkeypatch.setattr(_parent, "MAX_MESSAGE_BYTES", 10)
    with pytest.raises(AttemptError, match="it interferes with the Python"):
        received(b"x" * 11)


def test_what_is_printed_has_a_bound_whoever_sends_it(capsys):
    message = json.dumps({"printed": "x" * (MAX_PRINTED - 1)}).encode() + b"\n"
    received(3 * message + as_sent(2, []))
    assert capsys.readouterr().out.count("x") == MAX_PRINTED + len(REST_NOT_SHOWN)


def test_an_exception_of_the_output_is_not_the_attempts():
    def show(text):
        raise ValueError("I/O operation on closed file")

    with pytest.raises(ValueError, match="closed file"):
        received(b'{"printed": "x"}\n', show=show)


def test_what_was_sent_is_read_after_the_time_is_up():
    assert received(as_sent(2, []), seconds=-1).outputs == (1.0, 1.0)


def test_a_call_may_change_every_argument_and_an_earlier_result():
    every = *SVM_LOSS.takes, EARLIER_RESULT
    assert received(as_sent(2, every)).written == every


@pytest.mark.parametrize(("num_outputs", "written"), [(1, []), (3, []), (2, ["Z"])])
def test_a_call_has_the_outputs_and_arguments_of_its_exercise(num_outputs, written):
    with pytest.raises(AttemptError, match="it interferes with the Python"):
        received(as_sent(num_outputs, written))


@pytest.mark.parametrize(
    ("sources", "line"),
    [
        ({"theirs": "first\nsecond"}, "line 2 (`second`)"),
        ({"ours": "only"}, "line 1 (`only`)"),
        (None, "line 2"),
    ],
)
def test_a_slow_line_is_quoted_from_the_sources_alone(sources, line):
    log = b'  File "ours", line 1 in f\n  File "theirs", line 2 in g\n'
    assert line in reason_of_end(signal.SIGALRM, log, 11.0, sources).message


def test_an_alarm_before_the_limit_is_the_attempts_own():
    (fault,) = reason_of_end(signal.SIGALRM, b'  File "own", line 1 in f', 1.0).faults
    assert fault == "ends-python"

"""Whatever an attempt is or does, `check` answers with a verdict, and soon."""

import ctypes
import linecache
import os
import signal
import sys
import threading
import time
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from svmlib.exercises import Verdict, _call, _run, check, describe, list_exercises
from svmlib.exercises._compare import describe_difference
from svmlib.exercises._judge import WIDTH
from svmlib.exercises._process import MAX_PRINTED, fork_works
from svmlib.exercises.chapters import BOOK
from svmlib.hinge import margins, svm_loss_vectorized


def right(W, X, y, reg):
    return svm_loss_vectorized(W, X, y, reg)


def for_ever(W, X, y, reg):
    while True:
        pass


def for_ever_on_one_line(W, X, y, reg):
    while True: pass  # fmt: skip


def for_ever_in_c(W, X, y, reg):
    return sum(iter(int, 1)), W


def for_ever_in_c_called_by_c(W, X, y, reg):
    return np.vectorize(lambda w: sum(iter(int, 1)))(W), W


def for_ever_beyond_the_limit(W, X, y, reg):
    signal.signal(signal.SIGPROF, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    while True:
        pass


def exits_at_once(*args):
    os._exit(0)


def crashes(*args):
    ctypes.string_at(0)


def kills_itself(*args):
    os.kill(os.getpid(), signal.SIGKILL)


def closes_everything(*args):
    os.closerange(3, 99)
    return 1.0, W0


def for_ever_quietly(W, X, y, reg):
    while True:
        try:
            time.sleep(0.001)
        except Exception:  # noqa: BLE001, S112
            continue


def for_ever_whatever_comes(W, X, y, reg):
    while True:
        try:
            W + 1
        except:  # noqa: E722, S110
            pass


def too_deep(W, X, y, reg):
    return too_deep(W, X, y, reg)


def generator(W, X, y, reg):
    yield 0.0, W


def leaves(*args):
    sys.exit("bye")


def interrupts(*args):
    raise KeyboardInterrupt


class Unprintable(Exception):
    def __str__(self):
        raise RuntimeError("no words")


def raises(error):
    def attempt(*args):
        raise error

    return attempt


class Unreadable:
    def __array__(self, *args, **kwargs):
        raise RuntimeError("not to be read")


class AttemptAsClass:
    def __init__(self, W, X, y, reg):
        self.answer = 0.0, W


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_call, "WORK_LIMIT", 0.1)
    monkeypatch.setattr(_call, "WAIT_LIMIT", 1.0)


@pytest.fixture
def without_fork(monkeypatch):
    monkeypatch.setattr(_run, "fork_works", lambda: False)


in_a_process = pytest.mark.skipif(
    not fork_works(), reason="here an attempt runs in this process, and could end it"
)
calls = iter(range(1000))
W0 = np.ones((5, 4))


@in_a_process
@pytest.mark.parametrize(
    "attempt, mistake",
    [
        (None, "not-attempted"),
        (..., "not-attempted"),
        (NotImplemented, "not-attempted"),
        (lambda *args: None, "not-attempted"),
        (lambda *args: ..., "not-attempted"),
        (lambda *args: NotImplemented, "not-attempted"),
        (lambda *args: (None, ...), "not-attempted"),
        (raises(NotImplementedError), "not-attempted"),
        (3, "wrong-type"),
        ("W * 2", "wrong-type"),
        ([1, 2], "wrong-type"),
        (W0, "wrong-type"),
        (lambda *args: 3, "wrong-type"),
        (lambda *args: "loss", "wrong-type"),
        (lambda *args: W0, "wrong-type"),
        (lambda *args: (1.0, W0, 2), "wrong-type"),
        (lambda *args: {"loss": 1.0, "dW": W0}, "wrong-type"),
        (lambda *args: ("a", "b"), "wrong-type"),
        (lambda *args: (1.0, None), "wrong-type"),
        (lambda *args: (1.0, [[1, 2], [3]]), "wrong-type"),
        (lambda *args: (1.0, W0.astype(object)), "wrong-type"),
        (lambda *args: (1.0, W0 * 1j), "wrong-type"),
        (lambda *args: (1.0, W0.astype(str)), "wrong-type"),
        (lambda *args: (1.0, {1, 2}), "wrong-type"),
        (generator, "wrong-type"),
        (AttemptAsClass, "wrong-type"),
        (lambda *args: (1.0, 2.0), "wrong-shape"),
        (lambda *args: (np.ones(1), W0), "wrong-shape"),
        (lambda W, X, y, reg: (right(W, X, y, reg)[1], 1.0), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W.ravel()), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:, 0]), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, 3 * W.T), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:2, :2]), "wrong-shape"),
        (lambda W, X, y, reg: (1.0, W[:0]), "wrong-shape"),
        (lambda W, X, y, reg: (np.nan, W), "not-finite"),
        (lambda W, X, y, reg: (1.0, np.inf * W), "not-finite"),
        (lambda W, X, y, reg: (1.0, W / np.zeros(W.shape)), "not-finite"),
        (lambda W, X, y, reg: (0.0, 0 * W), "not-attempted"),
        (lambda W, X, y, reg: (1e300, 1e300 * W), "unrecognised"),
        (lambda W, X, y, reg: (next(calls), W), "nondeterministic"),
        (lambda: 1, "raises"),
        (lambda W: 1, "raises"),
        (raises(ValueError("no")), "raises"),
        (raises(Unprintable()), "raises"),
        (raises(MemoryError()), "raises"),
        (raises(GeneratorExit()), "raises"),
        (leaves, "raises"),
        (interrupts, "raises"),
        (too_deep, "raises"),
        (lambda *args: (1.0, Unreadable()), "raises"),
        (np.dot, "raises"),
        (int, "raises"),
        (lambda *args: (1.0, np.broadcast_to(0.0, (10**6, 10**6))), "wrong-shape"),
        (for_ever, "too-slow"),
        (for_ever_on_one_line, "too-slow"),
        (for_ever_quietly, "too-slow"),
        (for_ever_whatever_comes, "too-slow"),
        (for_ever_in_c, "too-slow"),
        (for_ever_in_c_called_by_c, "too-slow"),
        (for_ever_beyond_the_limit, "too-slow"),
        (lambda *args: time.sleep(1e6), "too-slow"),
        (exits_at_once, "ends-python"),
        (crashes, "ends-python"),
        (kills_itself, "ends-python"),
        (closes_everything, "ends-python"),
    ],
)
def test_rubbish_gets_a_verdict(attempt, mistake, impatient):
    verdict = check("svm-loss", attempt)
    assert isinstance(verdict, Verdict)
    assert not verdict.passed
    assert verdict.mistakes[0] == mistake, verdict
    assert verdict.message.startswith("svm-loss: ")


@pytest.mark.parametrize("name", list_exercises())
@pytest.mark.parametrize(
    "attempt",
    [None, 2.5, "text", lambda *args: None, lambda *args: 7, int, len, for_ever],
)
def test_no_exercise_raises_on_rubbish(name, attempt, impatient):
    assert not check(name, attempt).passed


@pytest.mark.parametrize(
    "attempt",
    [for_ever, for_ever_on_one_line, for_ever_quietly, for_ever_whatever_comes],
)
def test_a_loop_in_python_is_stopped_without_a_process_too(
    attempt, without_fork, impatient
):
    earlier = sys.gettrace()
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes == ("too-slow",)
    assert "seconds, in line" in verdict.message
    assert sys.gettrace() is earlier


def test_without_a_process_the_verdicts_are_the_same(without_fork, capsys):
    assert check("hinge-by-hand", lambda: print("once") or 17).passed
    assert check("first-loss", lambda C, delta: print(C) or C * delta).mistakes == (
        "correct-in-loss",
    )
    assert capsys.readouterr().out.count("\n") == 2
    assert check("svm-loss", raises(SystemExit(1))).mistakes == ("raises",)
    with pytest.raises(KeyboardInterrupt):
        check("svm-loss", interrupts)


@in_a_process
def test_a_line_in_c_is_quoted(impatient):
    message = check("svm-loss", for_ever_in_c).message
    assert "stopped after" in message
    assert "(`return sum(iter(int, 1)), W`)" in message


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what there is")
@pytest.mark.parametrize(
    "attempt",
    [
        lambda *args: np.ones(10**10),
        lambda *args: [bytearray(10**8) for _ in range(100)],
        lambda *args: [bytearray(10**6) for _ in range(10**4)],
    ],
)
def test_memory_has_a_limit(attempt, monkeypatch):
    monkeypatch.setattr(_call, "MEMORY_LIMIT", 2**27)
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes == ("raises",)
    assert "MemoryError" in verdict.message


@in_a_process
def test_where_copies_of_a_process_hang_none_is_made(monkeypatch):
    forks, fork, wait = [], os.fork, os.waitpid
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(os, "fork", lambda: forks.append(1) or fork())
    monkeypatch.setattr(os, "waitpid", lambda pid, how: (wait(pid, how)[0], 11))
    fork_works.cache_clear()
    try:
        assert check("svm-loss", right).passed
    finally:
        fork_works.cache_clear()
    assert forks == [1]


@in_a_process
def test_no_process_is_left():
    check("svm-loss", right)
    check("svm-loss", exits_at_once)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@in_a_process
def test_a_key_that_is_pressed_gets_through():
    # A process that was started in the background ignores the key by default.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    key = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            key.start()
            check("svm-loss", for_ever)
    finally:
        key.cancel()
        signal.signal(signal.SIGINT, before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_the_line_that_raises_is_quoted():
    source = "def f(W, X, y, reg):\n    N = len(X)\n    return 1 / (N - N), W\n"
    linecache.cache["<cell>"] = len(source), None, source.splitlines(True), "<cell>"
    namespace = {}
    exec(compile(source, "<cell>", "exec"), namespace)  # noqa: S102
    message = check("svm-loss", namespace["f"]).message
    assert "line 3 (`return 1 / (N - N), W`)" in message
    assert "ZeroDivisionError: division by zero" in message
    assert "W (5, 4), X (7, 5), y (7,), reg 0." in message


def test_a_signature_that_does_not_fit_is_shown():
    message = check("margins", lambda S: S).message
    assert "cannot be called as f(S, y, delta)" in message


def test_arguments_are_copies():
    def keep_and_spoil(W, X, y, reg):
        result = right(W, X, y, reg)
        W[:] = 0
        X.resize((0, 0), refcheck=False)
        return result

    for _ in range(2):
        verdict = check("svm-loss", keep_and_spoil)
        assert verdict.mistakes == ("writes-to-arguments",)
        assert "writes to W and X" in verdict.message


@in_a_process
def test_what_the_first_call_prints_is_shown(capsys):
    check("hinge-by-hand", lambda: print("margins", 6, 11) or 17)
    assert "margins 6 11" in capsys.readouterr().out
    check("first-loss", lambda C, delta: print("called") or C)
    assert capsys.readouterr().out == "called\n"
    check("first-loss", lambda C, delta: print("x" * 10**6) or C)
    assert len(capsys.readouterr().out) == MAX_PRINTED


@in_a_process
def test_what_an_attempt_does_to_the_session_is_undone():
    def vandal(W, X, y, reg):
        global W0
        W0 = None
        os.chdir("/")
        sys.modules.clear()
        return 0.0, W

    here = os.getcwd()
    check("svm-loss", vandal)
    assert os.getcwd() == here
    assert W0 is not None


def with_part(loss=lambda right: right, dW=lambda right: right):
    def attempt(W, X, y, reg):
        a, b = right(W, X, y, reg)
        return loss(a), dW(b)

    return attempt


@pytest.mark.parametrize(
    "attempt, expected",
    [
        (with_part(dW=lambda g: 3 * g), "dW is 3 times the right one, on every problem"),
        (with_part(dW=lambda g: g + 0.5), "dW is off by +0.5 everywhere"),
        (with_part(loss=lambda a: a - 2), "loss is off by -2 everywhere"),
        (with_part(loss=lambda a: -a), "loss has the wrong sign"),
        (with_part(loss=lambda a: a * a + 1), "loss is too large"),
        (with_part(loss=lambda a: a / 2 - 1), "loss is too small"),
        (with_part(dW=lambda g: g / g.shape[0]), "another on each problem: 0.2, 0.333"),
        (with_part(dW=lambda g: g * (np.arange(g.shape[1]) > 0)), "in column 0 of"),
        (with_part(dW=lambda g: g + (np.arange(len(g)) == 0)[:, None]), "in row 0 of"),
        (with_part(dW=lambda g: g + np.arange(g.size).reshape(g.shape) + 1),
         "dW is too large"),
        (with_part(dW=lambda g: 9 - 3 * g * g), "no single factor or offset explains"),
        (with_part(dW=lambda g: 3 * g), "loss is right"),
        (
            lambda W, X, y, reg: (right(W, X, y, reg)[0], right(W, X, y, 3 * reg)[1]),
            "dW is right where the weights are zero, where the examples are large, where",
        ),
        (
            lambda W, X, y, reg: (right(W, X, y, 0)[0], 3 * right(W, X, y, reg)[1]),
            "loss: the loss lacks its penalty",
        ),
    ],
)  # fmt: skip
def test_what_is_not_recognised_is_described(attempt, expected):
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes[0] == "unrecognised"
    assert expected in verdict.message, verdict.message


@pytest.mark.parametrize(
    "name, attempt, expected",
    [
        ("mask", lambda H, y: (H > 0) - 7.0 * np.eye(H.shape[1])[y],
         "M is wrong in column y_i, and right in the other columns"),
        ("mask", lambda H, y: 2 * (H > 0) - ((H > 0).sum(1) * np.eye(H.shape[1])[y].T).T,
         "M is right in column y_i, and wrong in others"),
        ("mask-row", lambda s, y_i, delta: np.where(np.arange(len(s)) == y_i, 9, 0)
         + (s - s[y_i] + delta > 0), "the row is right except in entry y_i"),
        ("scores", lambda W, X: X @ W + (np.arange(W.shape[1]) == 1),
         "S is wrong in column 1 of the first problem that fails"),
        ("predict", lambda W, X: np.r_[9, (X @ W).argmax(1)[1:]], "is wrong in entry 0 of"),
        ("hinge-by-hand", 16.5, "the number is too small"),
        ("hinge-by-hand", 1000, "the number is too large"),
        ("hinge-by-hand", 17.001, "the number is too large"),
        ("scores", lambda W, X: (X @ W).round(3), "wrong only where the weights are tiny"),
        ("margins", lambda S, y, delta: np.where(
            (H := margins(S, y, delta=delta)) < 1e-6, 0, H), "only where all numbers are"),
        ("mask-gradient", lambda X, M: X.T @ M / 500, "0.002, 0.002, 0.002, 0.006, ..."),
        ("mask-gradient", lambda X, M: X.T @ M / M.size, "one mistake.\n- the sum is divided by N C"),
        ("sgd-step", lambda W, dW, rate: W.T, "Is it transposed?"),
        ("sgd-step", lambda W, dW, rate: W.ravel(), "their arrangement is not"),
        ("sgd-step", lambda W, dW, rate: W[0], "Was an axis summed away?"),
        ("absorb-delta", lambda W, reg, delta: (reg * delta, W / delta), "in the order"),
    ],
)  # fmt: skip
def test_where_it_is_wrong_is_described(name, attempt, expected):
    verdict = check(name, attempt)
    assert not verdict.passed
    assert expected in verdict.message, verdict.message


def test_no_answer_is_given_away_by_the_number_exercise():
    for number in (0, 16, 18, 1e9, -17):
        message = check("hinge-by-hand", number).message
        assert "17" not in message


def test_right_and_wrong_in_single_entries_of_a_vector():
    got, expected = np.array([1.0, 2.0, 5.0]), np.array([1.0, 2.0, 3.0])
    mistake, sentence = describe_difference(
        "v", [got], [expected], [None], [""], [False]
    )
    assert (mistake, sentence[:21]) == ("unrecognised", "v is wrong in entry 2")


def test_the_list_of_names_and_what_they_ask():
    assert len(list_exercises()) == sum(
        len(c.exercises) for c in BOOK.chapters.values()
    )
    for name in list_exercises():
        assert describe(name).startswith(("A function (", "A number: "))


@pytest.mark.parametrize("function", [describe, lambda name: check(name, None)])
def test_an_unknown_name_is_answered_with_the_known_ones(function):
    with pytest.raises(
        ValueError, match="did you mean 'svm-loss'.*scores, append-bias"
    ):
        function("svm_loss")
    with pytest.raises(ValueError, match="no exercise is named 3; there are: scores"):
        function(3)


def test_a_verdict_is_frozen_and_shows_its_message_wrapped():
    verdict = check("hinge-by-hand", 17)
    assert verdict == Verdict(True, (), "hinge-by-hand: correct.")
    assert repr(verdict) == str(verdict) == verdict.message
    verdict = check("first-loss", lambda C, delta: C * delta)
    lines = repr(verdict).splitlines()
    assert len(lines) > len(verdict.message.splitlines()) == 2
    assert max(map(len, lines)) <= WIDTH
    assert " ".join(map(str.strip, lines)) == verdict.message.replace("\n", " ")
    with pytest.raises(FrozenInstanceError):
        verdict.passed = False


def test_a_machine_that_stands_still_does_not_make_a_right_answer_wrong(monkeypatch):
    def stalled(*args):
        time.sleep(0.01)
        return right(*args)

    monkeypatch.setattr(_call, "WORK_LIMIT", 0.7)
    assert check("svm-loss", stalled).passed


def test_where_an_attempt_sleeps_is_said(monkeypatch):
    def sleeps(*args):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(_call, "WAIT_LIMIT", 0.2)
    verdict = check("svm-loss", sleeps)
    assert verdict.mistakes == ("too-slow",)
    assert "after 0.2 seconds, in line" in verdict.message

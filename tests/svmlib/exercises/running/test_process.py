"""Limits of an attempt's own process, what it prints, and how it ends."""

import io
import json
import os
import select
import signal
import sys
import threading
import time

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import AttemptError
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running import _limits
from svmlib.exercises.running._process import (
    MAX_PRINTED,
    fork_works,
    reason_of_end,
    receive,
)
from tests.svmlib.exercises.attempts import (
    exits_at_once,
    for_ever,
    for_ever_in_c,
    in_a_process,
    right,
)

HERE = os.getcwd()
SVM_LOSS = CATALOGUE.exercises["svm-loss"]


@in_a_process
def test_time_limit_quotes_a_line_in_c(impatient):
    message = check("svm-loss", for_ever_in_c).message
    assert "stopped after" in message
    assert "(`return sum(iter(int, 1)), W`)" in message


def test_time_limit_quotes_where_an_attempt_sleeps(monkeypatch):
    def sleeps(*args):
        while True:
            time.sleep(0.01)

    monkeypatch.setattr(_limits, "WALL_SECONDS", 0.2)
    verdict = check("svm-loss", sleeps)
    assert verdict.mistakes == ("too-slow",)
    assert "after 0.2 seconds, in line" in verdict.message


@in_a_process
def test_time_limit_holds_where_the_session_ignores_the_signal(monkeypatch):
    monkeypatch.setattr(_limits, "CPU_SECONDS", 0.2)
    before = signal.signal(signal.SIGPROF, signal.SIG_IGN)
    try:
        assert "after 0.2 seconds" in check("svm-loss", for_ever).message
    finally:
        signal.signal(signal.SIGPROF, before)


def test_time_limit_leaves_an_attempt_that_sleeps_less(monkeypatch):
    monkeypatch.setattr(_limits, "WALL_SECONDS", 1.0)
    assert check("hinge-by-hand", lambda: time.sleep(0.2) or 17).passed


@in_a_process
def test_time_limit_quotes_the_attempts_line_in_a_thread(impatient):
    def spins():
        while True:
            pass

    def waits(*args):
        thread = threading.Thread(target=spins)
        thread.start()
        thread.join()

    message = check("svm-loss", waits).message
    assert "(`while True:`)" in message or "(`pass`)" in message


@in_a_process
def test_time_limit_asks_what_is_printed(impatient, capsys):
    def prints(*args):
        while True:
            print(args)

    message = check("svm-loss", prints).message
    assert "(`print(args)`). Printing takes time: does it print a lot?" in message


def test_time_limit_counts_processor_time(monkeypatch):
    def stalled(*args):
        time.sleep(0.01)
        return right(*args)

    monkeypatch.setattr(_limits, "CPU_SECONDS", 0.7)
    assert check("svm-loss", stalled).passed


def fills_the_last_byte(*args):
    nested = None
    while True:
        nested = (nested,)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what there is")
@pytest.mark.parametrize(
    "attempt",
    [
        fills_the_last_byte,  # for which some memory is kept in reserve
        lambda *args: np.ones(10**10),
        lambda *args: [bytearray(10**8) for _ in range(100)],
        lambda *args: [bytearray(10**6) for _ in range(10**4)],
    ],
)
def test_memory_limit(attempt, monkeypatch):
    monkeypatch.setattr(_limits, "MEMORY_BYTES", 2**27)
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes == ("raises",)
    assert "MemoryError" in verdict.message


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux says what there is")
def test_memory_limit_leaves_out_what_the_session_has(monkeypatch):
    held = np.empty(2**25)  # twice the limit

    def takes_half(*args):
        assert np.empty(2**23).size < held.size
        return right(*args)

    monkeypatch.setattr(_limits, "MEMORY_BYTES", 2**27)
    assert check("svm-loss", takes_half).passed


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each signal has a name")
def test_check_names_a_signal_without_a_name():
    verdict = check("margins", lambda *args: signal.raise_signal(signal.SIGRTMIN + 6))
    assert verdict.mistakes == ("ends-python",)
    assert "(Real-time signal 6)" in verdict.message


@in_a_process
def test_check_names_no_signal_where_none_was_sent():
    assert "that it runs in. Return" in check("svm-loss", exits_at_once).message


@in_a_process
def test_check_names_no_limit_where_another_program_takes_over():
    def becomes_another(*args):
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(9)"])

    verdict = check("margins", becomes_another)
    assert verdict.mistakes == ("ends-python",)


@pytest.fixture
def on_a_mac(monkeypatch):
    monkeypatch.setattr(sys, "platform", "darwin")
    fork_works.cache_clear()
    yield
    fork_works.cache_clear()


@in_a_process
def test_fork_works_where_a_copy_multiplies_two_matrices(on_a_mac):
    assert fork_works()


@in_a_process
def test_fork_works_is_false_where_copies_hang(on_a_mac, monkeypatch):
    forks, fork, wait = [], os.fork, os.waitpid
    monkeypatch.setattr(os, "fork", lambda: forks.append(1) or fork())
    monkeypatch.setattr(os, "waitpid", lambda pid, how: (wait(pid, how)[0], 11))
    assert check("svm-loss", right).passed
    assert forks == [1]


@in_a_process
def test_an_attempt_may_call_itself_for_each_of_more_than_a_thousand_classes():
    def example_loss(s, y_i, delta, j=0):
        if j == len(s):
            return 0.0
        own = 0.0 if j == y_i else max(0, s[j] - s[y_i] + delta)
        return own + example_loss(s, y_i, delta, j + 1)

    assert check("example-loss", example_loss).passed


@in_a_process
def test_check_leaves_no_process():
    check("svm-loss", right)
    check("svm-loss", exits_at_once)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@in_a_process
def test_check_ends_what_an_attempt_has_started():
    reader, writer = os.pipe()
    started = []

    def forks(*args):
        if not started:  # a hundred would take all the time that an attempt has
            started.append(os.fork())
            if started == [0]:
                time.sleep(60)
        return right(*args)

    assert check("svm-loss", forks).passed
    os.close(writer)
    assert select.select([reader], [], [], 5)[0]  # nobody holds the other end
    os.close(reader)


@in_a_process
def test_a_copy_that_an_attempt_makes_says_nothing():
    started = []

    def forks(*args):
        if not started:
            started.append(os.fork())
        return right(*args)

    assert check("svm-loss", forks).passed


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
        return right(*args)

    verdict = check("svm-loss", writes)
    assert verdict.mistakes == ("ends-python",)
    assert "it interferes with the Python" in verdict.message


def received(data, seconds=60):
    """Return the only call of svm-loss that `receive` finds in what a child sends."""
    reader, writer = os.pipe()
    os.write(writer, data)
    os.close(writer)
    with open(reader, "rb") as pipe:
        [call] = receive(pipe, SVM_LOSS, 1, seconds, print)
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


def test_what_is_printed_has_a_bound_whoever_sends_it(capsys):
    message = json.dumps({"printed": "x" * (MAX_PRINTED - 1)}).encode() + b"\n"
    received(3 * message + as_sent(2, []))
    assert capsys.readouterr().out.count("x") == MAX_PRINTED


def test_what_was_sent_is_read_after_the_time_is_up():
    assert received(as_sent(2, []), seconds=-1).outputs == (1.0, 1.0)


def test_a_call_may_change_every_argument():
    assert received(as_sent(2, SVM_LOSS.takes)).written == tuple(SVM_LOSS.takes)


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
    assert line in reason_of_end(signal.SIGALRM, log, sources).message


@in_a_process
@pytest.mark.parametrize(
    "end",
    [
        lambda: os.kill(os.getppid(), signal.SIGTERM),
        lambda: os.kill(-1, 0),
        lambda: os.killpg(os.getpgid(os.getppid()), signal.SIGTERM),
    ],
)
def test_no_signal_reaches_the_session(end, monkeypatch):
    monkeypatch.setattr(signal, "SIGTERM", 0)  # which reaches nobody, if it is sent
    verdict = check("svm-loss", lambda *args: end())
    assert verdict.mistakes == ("ends-python",)
    assert "it interferes with the Python" in verdict.message


@in_a_process
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="no prlimit")
def test_no_limit_reaches_the_session():
    import resource

    kind = resource.RLIMIT_NOFILE
    verdict = check("svm-loss", lambda *args: resource.prlimit(os.getppid(), kind))
    assert "it interferes with the Python" in verdict.message


@in_a_process
def test_an_attempt_may_end_a_process_of_its_own():
    def by_another_process():
        child = os.fork()
        if child == 0:
            time.sleep(60)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        return 17

    assert check("hinge-by-hand", by_another_process).passed


@in_a_process
def test_an_attempt_may_signal_its_own_group():
    assert check("hinge-by-hand", lambda: os.kill(0, 0) or 17).passed


@in_a_process
def test_no_file_of_the_session_is_changed(capfd):
    def writes(*args):
        for stream in (0, 1, 2):
            os.set_blocking(stream, False)
        os.write(1, b"text")
        os.write(2, b"text")
        return right(*args)

    before = list(map(os.get_blocking, (0, 1, 2)))
    assert check("svm-loss", writes).passed
    assert list(map(os.get_blocking, (0, 1, 2))) == before
    assert capfd.readouterr() == ("", "")


@in_a_process
def test_an_attempt_reads_nothing_that_is_typed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("17\n" * 100))
    assert not check("hinge-by-hand", lambda: int(sys.stdin.readline() or 0)).passed


@in_a_process
def test_session_may_ignore_the_end_of_its_children():
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert check("scores", lambda W, X: X @ W).passed
        assert "ends the Python" in check("scores", lambda W, X: os._exit(3)).message
    finally:
        signal.signal(signal.SIGCHLD, before)


def test_check_can_be_interrupted():
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


@in_a_process
def test_check_shows_what_the_first_call_prints(capsys):
    check("hinge-by-hand", lambda: print("margins", 6, 11) or 17)
    assert "margins 6 11" in capsys.readouterr().out
    check("first-loss", lambda C, delta: print("called") or C)
    assert capsys.readouterr().out == "called\n"
    check("svm-loss", lambda *args: sys.stdout.write("right\n") and right(*args))
    assert capsys.readouterr().out == "right\n"  # once, though all calls are made
    check("hinge-by-hand", lambda: print("beside", file=sys.stderr) or 17)
    assert "beside" in capsys.readouterr().out
    check("first-loss", lambda C, delta: print("x" * 10**6) or C)
    assert len(capsys.readouterr().out) == MAX_PRINTED
    check("first-loss", lambda C, delta: print("x" * (MAX_PRINTED - 1)) or C)
    assert capsys.readouterr().out == "x" * (MAX_PRINTED - 1) + "\n"  # the last, too
    check("first-loss", lambda C, delta: print("\ud800") or C)
    assert capsys.readouterr().out == "\\ud800\n"


@in_a_process
def test_what_a_narrow_terminal_cannot_hold_is_shown_with_backslashes(monkeypatch):
    terminal = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", terminal)
    assert check("hinge-by-hand", lambda: print("caf\xe9") or 17).passed
    terminal.flush()
    assert b"caf\\xe9\n" in terminal.buffer.getvalue()


def closed():
    file = io.StringIO()
    file.close()
    return file


@in_a_process
@pytest.mark.parametrize("output", [None, closed()])
def test_session_may_have_no_output(monkeypatch, output):
    def prints(*args):
        print("in the first call")
        return right(*args)

    monkeypatch.setattr(sys, "stdout", output)
    assert check("svm-loss", prints).passed


@in_a_process
def test_attempt_cannot_change_the_session():
    def vandal(W, X, y, reg):
        global HERE
        HERE = None
        os.chdir("/")
        sys.modules.clear()
        return 0.0, W

    check("svm-loss", vandal)
    assert os.getcwd() == HERE

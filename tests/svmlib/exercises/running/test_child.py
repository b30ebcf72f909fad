"""The limits of a process that runs an attempt, and what it prints."""

import faulthandler
import gc
import io
import os
import signal
import sys
import threading
import time

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises.running import _limits
from tests.svmlib.exercises.helpers.attempts import (
    example_loss_by_recursion,
    for_ever,
    for_ever_in_c,
    in_a_process,
    right_svm_loss,
)
from tests.svmlib.exercises.helpers.try_programs import solution


@in_a_process
def test_time_limit_quotes_a_line_in_c(impatient):
    message = check("svm-loss", for_ever_in_c).message
    assert "stopped after" in message
    assert "(`return sum(iter(int, 1)), W`)" in message


@in_a_process
def test_time_limit_tells_in_which_call_it_was_reached(impatient):
    def slow_if_large(S, y, delta):
        while len(S) > 1000:
            pass
        return solution("margins")(S, y, delta)

    message = check("margins", slow_if_large).message
    assert message.endswith("where there are more than a thousand examples.")


@in_a_process
def test_time_limit_tells_of_no_call_where_there_are_no_arguments(impatient):
    def for_ever():
        while True:
            pass

    assert "called" not in check("hinge-by-hand", for_ever).message


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
        return right_svm_loss(*args)

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
        return right_svm_loss(*args)

    monkeypatch.setattr(_limits, "MEMORY_BYTES", 2**27)
    assert check("svm-loss", takes_half).passed


@in_a_process
def test_an_attempt_may_call_itself_for_each_of_more_than_a_thousand_classes():
    assert check("example-loss", example_loss_by_recursion).passed


@in_a_process
def test_an_attempt_may_call_itself_as_often_as_the_session_lets_it():
    earlier = sys.getrecursionlimit()
    sys.setrecursionlimit(4000)
    try:
        assert check("hinge-by-hand", lambda: sys.getrecursionlimit() - 3983).passed
    finally:
        sys.setrecursionlimit(earlier)


@in_a_process
def test_a_copy_that_an_attempt_makes_says_nothing():
    started = []

    def forks(*args):
        if not started:
            started.append(os.fork())
        return right_svm_loss(*args)

    assert check("svm-loss", forks).passed


@in_a_process
def test_a_copy_leaves_to_the_session_what_it_owns_and_where_it_reports_crashes():
    def is_on():
        return gc.isenabled() or faulthandler.is_enabled()

    assert is_on()
    assert check("hinge-by-hand", lambda: 0 if is_on() else 17).passed


@in_a_process
def test_no_file_of_the_session_is_changed(capfd):
    def writes(*args):
        for stream in (0, 1, 2):
            os.set_blocking(stream, False)
        os.write(1, b"text")
        os.write(2, b"text")
        return right_svm_loss(*args)

    before = list(map(os.get_blocking, (0, 1, 2)))
    assert check("svm-loss", writes).passed
    assert list(map(os.get_blocking, (0, 1, 2))) == before
    assert capfd.readouterr() == ("", "")


@in_a_process
def test_an_attempt_reads_nothing_that_is_typed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("17\n" * 100))
    assert not check("hinge-by-hand", lambda: int(sys.stdin.readline() or 0)).passed


@in_a_process
@pytest.mark.parametrize(
    "name, attempt, shown",
    [
        ("hinge-by-hand", lambda: print("margins", 6, 11) or 17, "margins 6 11\n"),
        ("first-loss", lambda C, delta: print("called") or C, "called\n"),
        # Once, though all calls are made.
        ("svm-loss", lambda *args: sys.stdout.write("right\n") and right_svm_loss(*args),
         "right\n"),
        ("hinge-by-hand", lambda: print("beside", file=sys.stderr) or 17, "beside\n"),
        ("first-loss", lambda C, delta: print("\ud800") or C, "\\ud800\n"),
        ("first-loss", lambda C, delta: sys.stdout.buffer.write(b"caf\xc3\xa9\n") and C,
         "caf\xe9\n"),
    ],
)  # fmt: skip
def test_check_shows_what_the_first_call_prints(name, attempt, shown, capsys):
    check(name, attempt)
    assert capsys.readouterr().out == shown


@in_a_process
def test_check_says_where_it_leaves_out_what_is_printed(capsys):
    check("first-loss", lambda C, delta: print("x" * (_limits.MAX_PRINTED - 1)) or C)
    assert capsys.readouterr().out == "x" * (_limits.MAX_PRINTED - 1) + "\n"
    for more in (0, 10**6):
        text = "x" * (_limits.MAX_PRINTED + more)
        check("first-loss", lambda C, delta, text=text: print(text) or C)
        shown = "x" * _limits.MAX_PRINTED + _limits.REST_NOT_SHOWN
        assert capsys.readouterr().out == shown

"""How a copy of the session ends, and what it can't do to the session."""

import io
import os
import select
import signal
import subprocess
import sys
import tempfile
import threading
import time
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._attempt import Call
from svmlib.exercises.running import _fork
from svmlib.exercises.running._fork import fork_works
from tests.svmlib.exercises.helpers.attempts import (
    exits_at_once,
    for_ever,
    in_a_process,
    right_svm_loss,
)

HERE = os.getcwd()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each signal has a name")
def test_check_names_a_signal_without_a_name():
    verdict = check("margins", lambda *args: signal.raise_signal(signal.SIGRTMIN + 6))
    assert verdict.mistakes == ("ends-python",)
    assert "(Real-time signal 6)" in verdict.message


@in_a_process
def test_check_names_no_signal_where_none_was_sent():
    told = (
        "the Python that it runs in ended, or could send no more answers. Does it call"
    )
    assert told in check("svm-loss", exits_at_once).message
    # An attempt that closes the pipe, and returns, hasn't ended Python.
    assert told in check("scores", lambda W, X: os.closerange(3, 99) or X @ W).message


@in_a_process
def test_check_names_no_limit_where_another_program_takes_over():
    def becomes_another(*args):
        os.execv(sys.executable, [sys.executable, "-c", "import time; time.sleep(9)"])

    verdict = check("margins", becomes_another)
    assert verdict.mistakes == ("ends-python",)
    assert "or starts another program in place of Python" in verdict.message


@in_a_process
def test_check_waits_for_the_end_of_what_has_closed_its_pipe():
    def closes_the_pipe_and_dies(*args):
        os.closerange(3, 99)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGKILL)

    verdict = check("margins", closes_the_pipe_and_dies)
    assert (
        "the Python that it runs in was ended by a signal (Killed)" in verdict.message
    )


@in_a_process
def test_no_warning_of_a_copy_is_shown(monkeypatch, recwarn):
    """Python 3.12 gives one where the session has threads, as in a notebook."""
    fork = os.fork

    def warns():
        warnings.warn("it has threads", DeprecationWarning, stacklevel=2)
        return fork()

    monkeypatch.setattr(os, "fork", warns)
    assert check("scores", lambda W, X: X @ W).passed
    assert not recwarn


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
@pytest.mark.parametrize(
    "what_a_copy_does",
    [
        lambda: os.kill(os.getpid(), signal.SIGKILL),  # in place of a crash
        lambda: time.sleep(60),  # hangs
    ],
)
def test_fork_works_is_false_where_a_copy_fails(
    what_a_copy_does, on_a_mac, impatient, monkeypatch
):
    forks, fork = [], os.fork
    monkeypatch.setattr(
        os, "fork", lambda: forks.append(1) or fork() or what_a_copy_does() or 0
    )
    assert check("scores", lambda W, X: X @ W).passed
    assert forks == [1]
    assert not fork_works()


@in_a_process
def test_fork_works_is_false_where_a_copy_multiplies_wrongly(on_a_mac, monkeypatch):
    call = Call((np.full((64, 64), 63.0),), ())
    monkeypatch.setattr(_fork, "run_in_own_process", lambda *args: iter([call]))
    assert not fork_works()


@in_a_process
def test_the_line_of_a_slow_attempt_is_not_that_of_its_thread(impatient):
    def sleeps():
        time.sleep(60)

    def waits(*args):
        threading.Thread(target=sleeps, daemon=True).start()
        while True:
            len(args)

    message = check("scores", waits).message
    assert "(`while True:`)" in message or "(`len(args)`)" in message


@in_a_process
def test_check_leaves_no_process():
    check("svm-loss", right_svm_loss)
    check("svm-loss", exits_at_once)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@in_a_process
def test_a_group_is_ended_before_its_number_can_be_given_to_another(monkeypatch):
    called, kill, wait = [], os.killpg, os.waitpid
    monkeypatch.setattr(os, "killpg", lambda *a: called.append("killpg") or kill(*a))
    monkeypatch.setattr(os, "waitpid", lambda *a: called.append("waitpid") or wait(*a))
    assert check("hinge-by-hand", lambda: 17).passed
    assert called == ["killpg", "waitpid"]


@in_a_process
def test_check_ends_what_an_attempt_has_started():
    reader, writer = os.pipe()
    started = []

    def forks(*args):
        if not started:  # a hundred would take all the time that an attempt has
            started.append(os.fork())
            if started == [0]:
                time.sleep(60)
        return right_svm_loss(*args)

    assert check("svm-loss", forks).passed
    os.close(writer)
    assert select.select([reader], [], [], 5)[0]  # nobody holds the other end
    os.close(reader)


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
    for own in (lambda: 0, os.getpid):
        ask = partial(lambda own: resource.prlimit(own(), kind) and 17, own)
        assert check("hinge-by-hand", ask).passed


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
def test_session_may_ignore_the_end_of_its_children(impatient):
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    try:
        assert check("scores", lambda W, X: X @ W).passed
        assert (
            "the Python that it runs in ended"
            in check("scores", lambda W, X: os._exit(3)).message
        )
        assert check("svm-loss", for_ever).mistakes == ("too-slow",)
        assert signal.getsignal(signal.SIGCHLD) == signal.SIG_IGN
        with ThreadPoolExecutor(1) as pool:  # which can't change what is ignored
            assert pool.submit(check, "scores", lambda W, X: X @ W).result().passed
            ends = pool.submit(check, "scores", lambda W, X: os._exit(3)).result()
            assert ends.mistakes == ("ends-python",)
    finally:
        signal.signal(signal.SIGCHLD, before)


@pytest.mark.parametrize("end_of_child", [signal.SIG_DFL, signal.SIG_IGN])
@in_a_process
def test_check_can_be_interrupted(end_of_child):
    # A process that was started in the background ignores the key by default.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    ends_before = signal.signal(signal.SIGCHLD, end_of_child)
    key = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            key.start()
            check("svm-loss", for_ever)
    finally:
        key.cancel()
        signal.signal(signal.SIGINT, before)
        signal.signal(signal.SIGCHLD, ends_before)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


@in_a_process
@pytest.mark.parametrize(
    "platform", ["linux", "darwin"]
)  # where a first copy is a trial
def test_a_copy_that_is_interrupted_at_once_is_no_second_session(platform):
    program = f"""if True:
    import os, signal, sys
    sys.platform = "{platform}"
    from svmlib.exercises import check
    signal.signal(signal.SIGINT, signal.default_int_handler)
    fork = os.fork
    os.fork = lambda: fork() or os.kill(os.getpid(), signal.SIGINT) or 0
    try:
        check("scores", lambda W, X: X @ W)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
    print("going on", flush=True)
    """
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    assert done.stdout == "going on\n"


def number_of_open_files():
    return len(os.listdir("/dev/fd"))


@in_a_process
def test_a_copy_that_cannot_be_made_leaves_signals_and_files_as_they_are(monkeypatch):
    def fork():
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(os, "fork", fork)
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ()), number_of_open_files()
    with pytest.raises(BlockingIOError, match="too many"):
        check("scores", lambda W, X: X @ W)
    assert (
        signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        number_of_open_files(),
    ) == before


@in_a_process
def test_no_file_stays_open_where_there_is_no_folder_for_temporary_ones(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", "/nonexistent")
    before = number_of_open_files()
    with pytest.raises(FileNotFoundError):
        check("scores", lambda W, X: X @ W)
    assert number_of_open_files() == before


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
        return right_svm_loss(*args)

    monkeypatch.setattr(sys, "stdout", output)
    assert check("svm-loss", prints).passed


@in_a_process
def test_output_of_the_session_need_only_be_written_to(monkeypatch):
    class Tee:
        def __init__(self):
            self.written = ""

        def write(self, text):
            self.written += text

        def flush(self):
            pass

    tee = Tee()
    monkeypatch.setattr(sys, "stdout", tee)
    assert check("hinge-by-hand", lambda: print("seen") or 17).passed
    assert tee.written == "seen\n"


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


@in_a_process
def test_threads_may_check_at_once():
    """Each attempt is run a second time, which isn't shown."""
    session, wrong = sys.stdout, lambda W, X: print(end="") or X @ W + 1
    with ThreadPoolExecutor(4) as pool:
        verdicts = list(pool.map(check, ["scores"] * 4, [wrong] * 4))
    assert not any(verdict.passed for verdict in verdicts)
    assert sys.stdout is session


@in_a_process
def test_what_a_wrong_attempt_prints_is_shown_once(capsys):
    check("scores", lambda W, X: print("called") or X @ W + 1)
    assert capsys.readouterr().out == "called\n"

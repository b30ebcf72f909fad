"""Run an attempt in a copy of this process, which ends itself at its limits."""

import os
import signal
import sys
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from typing import Any

import numpy as np

from svmlib.exercises._attempt import AttemptError, Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running import _limits
from svmlib.exercises.running._child import run_in_child
from svmlib.exercises.running._parent import (
    interference,
    reason_of_end,
    reason_of_silence,
    receive,
)


@cache
def fork_works() -> bool:
    """Whether this process can be copied and the copy can compute."""
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        return False
    if sys.platform != "darwin":
        return True
    A = np.ones((64, 64))
    product = A @ A
    signature = Signature((), ("the product",))
    try:
        (call,) = run_in_own_process(lambda: A @ A, signature, [Problem(())])
    except AttemptError:
        return False
    return np.array_equal(call.outputs[0], product)


def run_in_own_process(
    attempt: Callable[..., Any],
    signature: Signature,
    problems: Sequence[Problem],
    show: bool = True,
) -> Iterator[Call]:
    """Yield what a copy of this process sends about each call."""
    reader, writer = os.pipe()
    start = time.monotonic()
    with (
        open(reader, "rb") as pipe,
        open(writer, "wb") as other_end,
        tempfile.TemporaryFile() as crash_log,
        _keep_child_status(),
    ):
        # Signals are held back until each process is in its own `try`. Otherwise, if Ctrl-C
        # came right after the fork, the copy would leave this function by an exception, and
        # go on as a second session.
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        try:
            with warnings.catch_warnings():  # the kernel of a notebook has threads
                warnings.simplefilter("ignore", DeprecationWarning)
                child = os.fork()
        except OSError:  # there are too many processes
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            raise
        if child == 0:
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                os.setsid()  # a group of its own, which is ended as a whole
                sys.addaudithook(_protect_session)
                run_in_child(writer, crash_log.fileno(), attempt, signature, problems)
            finally:
                os._exit(0)
        other_end.close()
        number = None
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            is_whole = yield from receive(
                pipe,
                signature,
                len(problems),
                _limits.WALL_SECONDS + 1,
                _show if show else lambda text: None,
            )
            if not is_whole:
                number = _signal_that_ended(child)
        finally:
            # The group first: once a child has been waited for, its number may be given
            # to another process.
            with suppress(ProcessLookupError, PermissionError):  # there is none left
                os.killpg(child, signal.SIGKILL)
            if number is None:
                with suppress(ProcessLookupError, ChildProcessError):
                    os.kill(child, signal.SIGKILL)  # it may not be in its group yet
                    os.waitpid(child, 0)
        if not is_whole:
            seconds = time.monotonic() - start
            if number is None:
                raise reason_of_silence(seconds, _limits.WALL_SECONDS)
            crash_log.seek(0)
            raise reason_of_end(number, crash_log.read(), seconds)


@contextmanager
def _keep_child_status() -> Iterator[None]:
    """Let the system say how a child ended, even if the session ignores SIGCHLD.

    A shell may have set that before it started Python. Only the main thread can change it.
    """
    in_main_thread = threading.current_thread() is threading.main_thread()
    if not in_main_thread or signal.getsignal(signal.SIGCHLD) != signal.SIG_IGN:
        yield
        return
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    try:
        yield
    finally:
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def _protect_session(event: str, args: tuple[Any, ...]) -> None:
    """Let an attempt send no signal to the session, and set no limit for it."""
    if event in ("os.kill", "os.killpg"):
        own = (
            event == "os.kill" and args[0] >= 0 and os.getpgid(args[0]) == os.getpgrp()
        )
        if not own:
            raise interference()
    if event == "resource.prlimit" and args[0] not in (0, os.getpid()):
        raise interference()


def _show(text: str) -> None:
    """Print a text, with backslashes for what the output's encoding doesn't have."""
    # A session without a terminal may have no output, or have closed it.
    if sys.stdout is None or getattr(sys.stdout, "closed", False):
        return
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def _signal_that_ended(child: int) -> int | None:
    """Return the signal that ended the child, 0 if none did, None if it is still running."""
    end = time.monotonic() + 1
    try:
        while time.monotonic() < end:
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            time.sleep(0.001)
    except ChildProcessError:  # SIGCHLD is ignored, and this isn't the main thread
        return 0
    return None

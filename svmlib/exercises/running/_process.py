"""Run an attempt in a copy of this process, which ends itself at its limits.

`run_in_child`, `receive` and `reason_of_end` also serve the sandbox, whose process isn't a
copy. They need a pipe, and a file for the traceback of a process that is stopped.
"""

import faulthandler
import gc
import io
import json
import os
import re
import select
import signal
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from svmlib.exercises._attempt import AttemptError, Call
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises._problems import Problem
from svmlib.exercises.running import _limits
from svmlib.exercises.running._call import call_all, too_slow

MAX_PRINTED = 10_000  # characters
MAX_MESSAGE_BYTES = 20_000_000  # of what the process sends about one call


@cache
def fork_works() -> bool:
    """Whether this process can be copied and the copy can compute."""
    if not hasattr(os, "fork") or sys.platform == "emscripten":
        return False
    if sys.platform != "darwin":
        return True
    A = np.ones((64, 64))
    product = A @ A
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(5)
            status = 0 if np.array_equal(A @ A, product) else 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def run_in_own_process(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> Iterator[Call]:
    """Yield what a copy of this process sends about each call."""
    reader, writer = os.pipe()
    start = time.monotonic()
    with tempfile.TemporaryFile() as crash_log, open(reader, "rb") as pipe:
        with warnings.catch_warnings():  # the kernel of a notebook has threads
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                os.setsid()  # a group of its own, which is ended as a whole
                sys.addaudithook(_protect_session)
                run_in_child(writer, crash_log.fileno(), attempt, exercise, problems)
            finally:
                os._exit(0)
        os.close(writer)
        try:
            is_whole = yield from receive(
                pipe, exercise, len(problems), _limits.WALL_SECONDS + 1, _show
            )
        except AttemptError:
            _wait(child)
            raise
        except BaseException:  # a key was pressed, or nobody reads on
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            raise
        else:
            status = _wait(child)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # there is none left
                os.killpg(child, signal.SIGKILL)
        if not is_whole:
            early = time.monotonic() - start < _limits.WALL_SECONDS
            if status == signal.SIGALRM and early:  # it lives on, but not to answer
                status = 0
            crash_log.seek(0)
            raise reason_of_end(status, crash_log.read())


def _protect_session(event: str, args: tuple[Any, ...]) -> None:
    """Let an attempt send no signal to the session, and set no limit for it."""
    if event in ("os.kill", "os.killpg"):
        own = (
            event == "os.kill" and args[0] >= 0 and os.getpgid(args[0]) == os.getpgrp()
        )
        if not own:
            raise _interference()
    if event == "resource.prlimit" and args[0] not in (0, os.getpid()):
        raise _interference()


def run_in_child(
    writer: int,
    crash_log: int,
    attempt: Callable[..., Any],
    exercise: Exercise,
    problems: Sequence[Problem],
) -> None:
    """Send what the calls return, one line each."""
    reserve = _limit_memory()  # room to say what an attempt raised
    if "torch" in sys.modules:  # whose threads are not copied
        sys.modules["torch"].set_num_threads(1)
    gc.disable()  # what the parent owns is not to be finalised here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops and ends this
    faulthandler.disable()  # the verdict tells of a crash, the session's screen needn't
    _limit_time(crash_log)

    def attempt_and_make_room(*args: Any) -> Any:
        try:
            return attempt(*args)
        except BaseException:
            reserve.clear()
            raise

    process = os.getpid()

    def send(**message: Any) -> None:
        if os.getpid() != process:  # a copy that the attempt made says nothing
            os._exit(0)
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(writer, data) :]

    sys.setrecursionlimit(max(3000, sys.getrecursionlimit()))  # for a call per example
    devnull = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # which the session reads and writes as well
        os.dup2(devnull, stream)
    sys.stdin = io.StringIO()
    printed = sys.stdout = sys.stderr = _Stdout(lambda text: send(printed=text))
    try:
        for call in call_all(attempt_and_make_room, exercise, problems):
            printed.left = 0  # the first call's is enough
            packed = [(a.shape, a.tobytes().hex()) for a in call.outputs]
            send(outputs=packed, written=call.written)
        send(done=True)
    except AttemptError as error:
        send(error=(error.faults, error.message, error.hints))


def _limit_time(crash_log: int) -> None:
    """Let signals end this process at its limits, once its traceback is in a file."""
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)
        faulthandler.register(number, crash_log, all_threads=False, chain=True)
    signal.setitimer(signal.ITIMER_PROF, _limits.CPU_SECONDS)
    signal.setitimer(signal.ITIMER_REAL, _limits.WALL_SECONDS)


def _limit_memory() -> list[bytearray]:
    """Let this process take `_limits.MEMORY_BYTES` more, if the system says what it has.

    What is counted is memory to write to, not addresses: threads reserve many of them.
    Returns some of it, to be freed when the rest is used up.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        limit = pages * resource.getpagesize() + _limits.MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    except (ImportError, OSError, ValueError):  # ValueError: there is a lower limit
        pass
    return [bytearray(2**22)]


class _Stdout(io.TextIOBase):
    """A file that hands on what is written to it, up to a bound."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send, self.left = send, MAX_PRINTED

    def write(self, text: str) -> int:
        if self.left > 0:
            self._send(text[: self.left])
            self.left -= len(text)
        return len(text)


def _show(text: str) -> None:
    """Print a text, with backslashes for what the output can't hold: half of a pair, say.

    A session may have no output.
    """
    if sys.stdout is None or getattr(sys.stdout, "closed", False):
        return
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(text.encode(encoding, "backslashreplace").decode(encoding))


def receive(
    pipe: io.BufferedReader,
    exercise: Exercise,
    num_calls: int,
    seconds: float,
    show: Callable[[str], Any],
) -> Generator[Call, None, bool]:
    """Yield the calls that a child sends; return whether all num_calls have come.

    What it prints goes to ``show``. AttemptError if the child says so, or sends what
    `run_in_child` cannot have sent: the attempt has written to the pipe.
    """
    left, left_to_print = num_calls, MAX_PRINTED
    for line in _lines(pipe, seconds):
        try:
            message = json.loads(line)
            if "printed" in message:
                text = message["printed"][:left_to_print]
                left_to_print -= len(text)
                show(text)
            elif "error" in message:
                faults, text, found = message["error"]
                hints = [Mistake(*map(str, hint)) for hint in found]
                # Whatever a child says, it never says that an attempt is right.
                names = list(map(str, faults)) or ["ends-python"]
                raise AttemptError(names, str(text), hints)
            elif left == 0:
                return bool(message["done"])
            else:
                left -= 1
                yield _unpacked(message, exercise)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise _interference() from None
    return False


def _interference() -> AttemptError:
    """Say that the attempt sends what only `run_in_child` sends, or a signal."""
    return AttemptError(
        ["ends-python"],
        "it interferes with the Python that it runs in. Return the result instead.",
    )


def _unpacked(message: Any, exercise: Exercise) -> Call:
    """Return the call that a message tells of; ValueError if it can't be one."""
    outputs = tuple(
        np.frombuffer(bytes.fromhex(data)).reshape(shape)
        for shape, data in message["outputs"]
    )
    written = tuple(message["written"])
    if len(outputs) != len(exercise.returns) or not set(written) <= {*exercise.takes}:
        raise ValueError
    return Call(outputs, written)


def _lines(pipe: io.BufferedReader, seconds: float) -> Iterator[bytes]:
    """Yield lines until the end, or until the child should have ended itself."""
    end, rest = time.monotonic() + seconds, b""
    while select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
        data = pipe.read1()
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
        if len(rest) > MAX_MESSAGE_BYTES:
            raise _interference()


def _wait(child: int) -> int:
    """Return the signal that ended the child, or 0.

    If it goes on for a second, it is killed, and that counts as the limit of time.
    """
    try:
        for _ in range(1000):
            pid, status = os.waitpid(child, os.WNOHANG)
            if pid:
                return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
            time.sleep(0.001)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    except ChildProcessError:  # the session ignores SIGCHLD: the system knows no status
        return 0
    return signal.SIGALRM


def reason_of_end(
    number: int, crash_log: bytes, sources: Mapping[str, str] | None = None
) -> AttemptError:
    """Say why the process ended before the attempt did.

    Lines are quoted from the sources, which map file names to texts, and from no other
    file: an attempt may write others into the log. None: from any file.
    """
    limits: dict[int, float] = {
        signal.SIGPROF: _limits.CPU_SECONDS,
        signal.SIGALRM: _limits.WALL_SECONDS,
    }
    limit = limits.get(number)
    if limit:
        log = crash_log.decode(errors="replace")
        found = re.findall(r'File "(.*)", line (\d+) in', log)
        frames = [
            (file, int(line))
            for file, line in reversed(found)
            if sources is None or file in sources
        ]
        return too_slow(frames, limit, sources)
    how = f" ({signal.strsignal(number)})" if number else ""
    return AttemptError(
        ["ends-python"],
        f"it ends the Python that it runs in{how}. Return the result instead.",
    )

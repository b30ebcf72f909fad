"""Run a student's program in a fresh Python that has no solution to find.

`check` copies the session that it is called in, exercises and all. To grade, or to check
a file, a new Python is started in an empty folder of its own, which is deleted after it
(`_sandbox_child` says what it may do there). It has the limits of `check`, and no
network where the system lets users cut it off (``unshare``, on Linux); elsewhere only
Python refuses. It gets the problems and not the answers: its outputs are compared here.
"""

import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from svmlib.exercises._exercise import Exercise, Problem
from svmlib.exercises.grading._submission import CommandError, Program
from svmlib.exercises.running._outputs import AttemptError, Call
from svmlib.exercises.running._process import reason_of_end, receive

CHILD = Path(__file__).with_name("_sandbox_child.py")
TIME_LIMIT = 40.0  # seconds on the clock, with those in which the libraries are loaded
MAX_LOG_BYTES = 10_000


@cache
def without_network() -> tuple[str, ...]:
    """Return the prefix that runs a command without network, () if there is none."""
    prefix = ("unshare", "--user", "--map-root-user", "--net")
    if not shutil.which("unshare"):
        return ()
    done = subprocess.run([*prefix, "true"], check=False, capture_output=True)
    return () if done.returncode else prefix


def run_in_sandbox(
    program: Program, exercise: Exercise, problems: Sequence[Problem]
) -> list[Call]:
    """Call a program's function on each problem; AttemptError if that fails."""
    if os.name != "posix":
        raise CommandError(
            "files are checked and graded on Linux and macOS; on Windows, call "
            "check from Python, or use WSL"
        )
    reader, writer = os.pipe()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as crash_log,
        open(reader, "rb") as pipe,
    ):
        process = subprocess.Popen(
            [*without_network(), sys.executable, "-I", CHILD, f"{writer}", f"{crash_log.fileno()}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=crash_log,
            cwd=folder,
            env=_environment(folder),
            pass_fds=(writer, crash_log.fileno()),
            start_new_session=True,
        )  # fmt: skip
        os.close(writer)
        calls = list[Call]()
        try:
            _send(process, program, exercise, problems)
            printed = list[str]()
            messages = receive(
                pipe, exercise, len(problems), TIME_LIMIT, printed.append
            )
            if _collect(calls, messages):
                return calls
            number = _signal_that_ended(process)
            crash_log.seek(0)
            log = crash_log.read(MAX_LOG_BYTES)
            if not printed:  # not even READY came
                said = log.decode(errors="replace")
                raise RuntimeError(f"the sandbox did not start: {said}")
            raise reason_of_end(number, log, dict(program.sources))
        except AttemptError as error:
            error.calls = calls
            raise
        finally:
            _kill(process)


def _environment(folder: str) -> dict[str, str]:
    """Return the environment variables of the child: none of this process's."""
    one_thread = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    return {
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        **one_thread,
    }


def _send(
    process: "subprocess.Popen[bytes]",
    program: Program,
    exercise: Exercise,
    problems: Sequence[Problem],
) -> None:
    job = {
        "sources": [tuple(source) for source in program.sources],
        "kept": program.kept,
        "function": program.function,
        "chapter": exercise.chapter,
        "takes": exercise.takes,
        "returns": exercise.returns,
        "problems": [(problem.args, problem.kind) for problem in problems],
    }
    assert process.stdin
    try:
        with process.stdin as stdin:
            stdin.write(pickle.dumps(list(_libraries())) + pickle.dumps(job))
    except BrokenPipeError:  # it ended before it had read
        pass


def _libraries() -> Iterator[str]:
    """Yield where to import from: where NumPy is, and not where this package is."""
    numpy = Path(np.__file__).resolve().parents[1]
    for entry in filter(None, sys.path):
        path = Path(entry).resolve()
        if path == numpy or not (path / "svmlib").exists() and path != Path.cwd():
            yield str(path)


def _collect(calls: list[Call], messages: Generator[Call, None, bool]) -> bool:
    """Append the calls that come; return whether the last one did."""
    try:
        while True:
            calls.append(next(messages))
    except StopIteration as end:
        return bool(end.value)


def _signal_that_ended(process: "subprocess.Popen[bytes]") -> int:
    """Return the signal that ended a process, which is ended if it goes on, or 0."""
    try:
        return max(0, -process.wait(0.5))
    except subprocess.TimeoutExpired:
        return int(signal.SIGALRM)


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and those that it may have started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # macOS, if all of them have ended
        pass
    process.wait()

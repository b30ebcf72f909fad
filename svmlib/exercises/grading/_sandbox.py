"""Run a student's program apart: in a fresh Python that has no solution to find.

`check` copies the session that it is called in, exercises and all. To grade, or to check
a file, a new Python is started in an empty folder of its own, which is deleted after it
(`_sandbox_child` says what it may do there). It has the limits of `check`, and no
network where the system lets users cut it off (``unshare``, on Linux); elsewhere only
Python refuses. It gets the problems and not the answers: its outputs are compared here.
"""

import io
import linecache
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from svmlib.exercises import _run
from svmlib.exercises._exercise import Exercise, Problem
from svmlib.exercises._run import Call, Refused
from svmlib.exercises.grading._submission import Program

CHILD = Path(__file__).with_name("_sandbox_child.py")
LIMIT = 40.0  # seconds on the clock, with those in which the libraries are loaded
LAST_WORDS = 10_000  # bytes


@cache
def no_network() -> tuple[str, ...]:
    """Return the words before a command that cut it off the network; none if in vain."""
    words = ("unshare", "--user", "--map-root-user", "--net")
    if not shutil.which("unshare"):
        return ()
    done = subprocess.run([*words, "true"], check=False, capture_output=True)
    return () if done.returncode else words


def run_in_sandbox(
    program: Program, exercise: Exercise, problems: Sequence[Problem]
) -> list[Call]:
    """Call a program's function on each problem; Refused if a call cannot be compared."""
    if os.name != "posix":
        raise ValueError(
            "files are checked and graded on Linux and macOS; on Windows, call "
            "check from Python, or use WSL"
        )
    for label, text in program.sources:
        linecache.cache[label] = len(text), None, text.splitlines(True), label
    reader, writer = os.pipe()
    with (
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as last_words,
        open(reader, "rb") as pipe,
    ):
        process = subprocess.Popen(
            [*no_network(), sys.executable, "-I", CHILD, f"{writer}", f"{last_words.fileno()}"],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=last_words,
            cwd=folder,
            env=_environment(folder),
            pass_fds=(writer, last_words.fileno()),
            start_new_session=True,
        )  # fmt: skip
        os.close(writer)
        try:
            _send(process, program, exercise, problems)
            began = set[bool]()
            calls, is_whole = _collect(
                pipe, len(problems), lambda text: began.add(True)
            )
            if is_whole:
                credible = all(_is_credible(call, exercise) for call in calls)
                if credible and len(calls) == len(problems):
                    return calls
                raise _interferes()
            number = _number_of_signal(process)
            last_words.seek(0)
            words = last_words.read(LAST_WORDS)
            if not began:
                raise RuntimeError(f"no program can be run apart: {words.decode()}")
            files = [source.label for source in program.sources]
            raise _run.reason_of_end(number, words, files)
        finally:
            _end(process)


def _environment(folder: str) -> dict[str, str]:
    """Return the variables that a process gets: nothing of this one's."""
    one = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1")
    return {
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        **one,
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
        "takes": exercise.takes,
        "returns": exercise.returns,
        "problems": [problem.args for problem in problems],
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


def _collect(
    pipe: io.BufferedReader, most: int, show: Callable[[str], None]
) -> tuple[list[Call], bool]:
    """Return the calls, and whether the last one came."""
    calls, messages = list[Call](), _run.receive(pipe, LIMIT, show)
    try:
        while len(calls) <= most:
            calls.append(next(messages))
        return calls, False
    except StopIteration as end:
        return calls, bool(end.value)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise _interferes() from None


def _is_credible(call: Call, exercise: Exercise) -> bool:
    """Whether a call could be one that was sent by `_run`, and not by the attempt."""
    return len(call.outputs) == len(exercise.returns) and all(
        name in exercise.takes for name in call.written
    )


def _interferes() -> Refused:
    return Refused(
        ["ends-python"],
        "it interferes with the process that it runs in. Return the result instead.",
    )


def _number_of_signal(process: "subprocess.Popen[bytes]") -> int:
    """Return the signal that ended a process, which is ended if it goes on, or 0."""
    try:
        return max(0, -process.wait(0.5))
    except subprocess.TimeoutExpired:
        return int(signal.SIGALRM)


def _end(process: "subprocess.Popen[bytes]") -> None:
    """End a process, and those that it may have started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()

"""Run a student's program in a fresh Python that has no solution to find.

`check` copies the session that it is called in, exercises and all. To grade, or to check
a file, a new Python is started in an empty folder of its own, which is deleted after it
(`_sandbox_child` says what it may do there). It has the limits of `check`. Where the
system lets users cut it off (``unshare``, on Linux), it has no network and sees no other
process; elsewhere only Python refuses. It gets the problems and not the answers: its
outputs are compared here. The command `check` lets it import svmlib, but no exercises.
"""

import os
import pickle
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path

import numpy as np

from svmlib.exercises._attempt import Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running._call import collect
from svmlib.exercises.running._parent import reason_of_end, reason_of_silence, receive
from svmlib.exercises.submissions._program import Program

CHILD = Path(__file__).resolve().with_name("_sandbox_child.py")
TIME_LIMIT = 40.0  # seconds on the clock, with those in which the libraries are loaded
MAX_LOG_BYTES = 10_000  # the innermost frames come first; an attempt may fill the rest


@cache
def isolating_prefix() -> tuple[str, ...]:
    """Return what to put before a command to cut it off; () if the system can't do that.

    The command then has no network and, if the system can do that as well, sees no other
    process.
    """
    without_network = ("unshare", "--user", "--map-root-user", "--net")
    # Where no other process is seen, the limits' signals would not end the first process.
    # So the first one is a shell, which starts the command as the second, and says what
    # ended that. (Without the `exit`, the shell would become the command.)
    shell = ("sh", "-c", '"$@"; exit $?', "sh")
    without_others = (*without_network, "--pid", "--fork", "--kill-child", *shell)
    for prefix in (without_others, without_network):
        with suppress(OSError):
            done = subprocess.run([*prefix, "true"], check=False, capture_output=True)
            if done.returncode == 0:
                return prefix
    return ()


def run_in_sandbox(
    program: Program,
    signature: Signature,
    problems: Sequence[Problem],
    *,
    with_svmlib: bool = False,
) -> list[Call]:
    """Call a program's function on each problem; AttemptError if that fails.

    ``with_svmlib`` says whether the program may use svmlib. In train, students are told to,
    but when work is graded the solutions must be out of reach.
    """
    # All that an attempt needs, and no answers. Nothing in it is of a type of svmlib's,
    # which the child can't load so early.
    job = {
        "sources": [*program.texts.items()],
        "kept": program.kept,
        "function": program.function,
        "signature": tuple(signature),
        "problems": [(problem.args, str(problem.kind)) for problem in problems],
        "with_svmlib": with_svmlib,
    }
    calls = _run(pickle.dumps(job), program.texts, signature, len(problems))
    return collect(calls, signature, problems)


def _run(
    job: bytes, sources: Mapping[str, str], signature: Signature, num_calls: int
) -> Iterator[Call]:
    """Yield what a new Python sends about each call."""
    reader, writer = os.pipe()
    start = time.monotonic()
    with (
        open(reader, "rb") as pipe,
        open(writer, "wb") as other_end,
        tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as crash_log,
    ):
        log = crash_log.fileno()
        python = sys.executable, "-I", str(CHILD), str(writer), str(log)
        process = subprocess.Popen(
            [*isolating_prefix(), *python, *_libraries()],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=crash_log,
            cwd=folder,
            env={
                "PATH": os.environ.get("PATH", os.defpath),  # where unshare is found
                **dict.fromkeys(("HOME", "TMPDIR"), folder),
                **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"), "1"),
            },
            pass_fds=(writer, log),
            start_new_session=True,
        )
        other_end.close()
        try:
            assert process.stdin
            # The program may end before it has read all.
            with suppress(BrokenPipeError), process.stdin as stdin:
                stdin.write(job)
            printed = list[str]()
            is_whole = yield from receive(
                pipe, signature, num_calls, TIME_LIMIT, printed.append
            )
            if is_whole:
                return
            status = None
            with suppress(subprocess.TimeoutExpired):
                status = process.wait(0.5)
            crash_log.seek(0)
            said = crash_log.read(MAX_LOG_BYTES)
            if not printed:  # not even READY came
                text = said.decode(errors="replace")
                raise RuntimeError(f"the sandbox did not start: {text}")
            seconds = time.monotonic() - start
            if status is None:  # no signal of its limits has ended it
                raise reason_of_silence(seconds, TIME_LIMIT)
            number = _signal_of_status(status)
            raise reason_of_end(number, said, seconds, sources)
        finally:
            with suppress(ProcessLookupError, PermissionError):  # none is left
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _signal_of_status(status: int) -> int:
    """Return the signal that ended a process, 0 if none did.

    Python's status for it is negative, and that of a shell is 128 larger.
    """
    return -status if status < 0 else max(0, status - 128)


def _libraries() -> Iterator[str]:
    """Yield where to import from: where NumPy is, and not where this package is."""
    numpy = Path(np.__file__).resolve().parents[1]
    for entry in filter(None, sys.path):
        path = Path(entry).resolve()
        if path == numpy or not (path / "svmlib").exists() and path != Path.cwd():
            yield str(path)

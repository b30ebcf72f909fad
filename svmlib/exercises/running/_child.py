"""What happens in a process that runs an attempt: limits are set, and answers are sent.

The process is a copy of the session's (`_fork`), or the sandbox's. It needs a pipe, whose
other end `_parent` reads, and a file for its traceback if it is stopped.
"""

import faulthandler
import gc
import io
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running import _limits
from svmlib.exercises.running._call import call_all
from svmlib.exercises.running._printed import Printed


def run_in_child(
    writer: int,
    crash_log: int,
    attempt: Callable[..., Any],
    signature: Signature,
    problems: Sequence[Problem],
) -> None:
    """Send what the calls return, one line each."""
    reserve = _limit_memory()  # room to say what an attempt raised
    _limit_time(crash_log)
    sys.setrecursionlimit(max(_limits.RECURSION, sys.getrecursionlimit()))
    if "torch" in sys.modules:  # whose threads are not copied
        sys.modules["torch"].set_num_threads(1)
    gc.disable()  # so that nothing that the parent owns is finalised here as well
    faulthandler.disable()  # the verdict reports a crash, and so the screen needn't
    devnull = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # those of the session, which stay as they are
        os.dup2(devnull, stream)
    process = os.getpid()

    def send(**message: Any) -> None:
        if os.getpid() != process:  # a copy that the attempt made says nothing
            os._exit(0)
        os.write(writer, json.dumps(message).encode() + b"\n")

    def attempt_and_make_room(*args: Any) -> Any:
        try:
            return attempt(*args)
        except BaseException:
            reserve.clear()
            raise

    sys.stdin = io.StringIO()
    printed = Printed(lambda text: send(printed=text))
    sys.stdout = sys.stderr = printed
    try:
        for call in call_all(attempt_and_make_room, signature, problems):
            printed.fall_silent()  # what the first call prints is enough
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
    """Let this process take `MEMORY_BYTES` more, if the system says what it has.

    The limit is on memory that can be written to. One on addresses would be used up by
    threads, which reserve many. Return some memory, to be freed when the rest is used up.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        limit = pages * resource.getpagesize() + _limits.MEMORY_BYTES
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
    except (ImportError, OSError, ValueError):  # ValueError: there is a lower limit
        pass
    return [bytearray(2**22)]

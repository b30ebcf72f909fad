"""Run an attempt in this process, where a trace function stops it.

That stops loops in Python, but no call of a library that never returns. Nothing keeps an
attempt from ``os._exit``, and memory has no limit.
"""

import io
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any

from svmlib.exercises._attempt import Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running import _limits
from svmlib.exercises.running._call import call_all
from svmlib.exercises.running._exception_message import frames_of, too_slow


class _TooSlow(BaseException):
    """Stops an attempt. Not an Exception, so that no ``except Exception`` catches it.

    A loop around a bare ``except`` catches even this, and Python drops a trace function
    that raises: nothing would stop the loop a second time. So the exception, when the
    attempt lets go of it, sets the trace function again.
    """

    def __init__(self, watch_again: Callable[[], None]) -> None:
        self._watch_again = watch_again

    def __del__(self) -> None:
        self._watch_again()


# Python 3.11 has no events for a loop on one line but those of its opcodes, and these take
# several times as long.
_WITH_OPCODES = sys.version_info < (3, 12)


def run_in_this_process(
    attempt: Callable[..., Any],
    signature: Signature,
    problems: Sequence[Problem],
    show: bool = True,
) -> Iterator[Call]:
    """Yield what each call returns; Ctrl-C interrupts the session as it always does."""
    earlier, stdout, recursion = sys.gettrace(), sys.stdout, sys.getrecursionlimit()
    end, is_over = time.perf_counter() + _limits.WALL_SECONDS, False

    # It runs on every step of the attempt. A method would take longer.
    def watch(frame: FrameType, event: str, argument: Any) -> Any:
        if _WITH_OPCODES:
            frame.f_trace_opcodes = True
        if time.perf_counter() > end:
            raise _TooSlow(lambda: watch_again(frame))
        return watch

    def watch_again(frame: FrameType) -> None:
        if not is_over:
            sys.settrace(watch)
            frame.f_trace = watch

    def watched(*args: Any) -> Any:
        # Also while an array is made of its answer, because that may run its code.
        sys.settrace(watch)
        return attempt(*args)

    try:
        sys.setrecursionlimit(max(_limits.RECURSION, recursion))
        if not show:
            sys.stdout = _unseen()
        not_caught = _TooSlow, KeyboardInterrupt
        for call in call_all(watched, signature, problems, not_caught):
            sys.settrace(earlier)
            yield call
            sys.stdout = _unseen()  # what the first call prints is enough
    except _TooSlow as stop:
        raise too_slow(frames_of(stop), _limits.WALL_SECONDS) from None
    finally:
        sys.stdout, is_over = stdout, True
        sys.settrace(earlier)
        sys.setrecursionlimit(recursion)


def _unseen() -> io.TextIOWrapper:
    """Return a file for what isn't shown. Unlike a StringIO, it has a ``buffer``."""
    return io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace")

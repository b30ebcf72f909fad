"""Read what a process that runs an attempt sends, and say why it ended.

The other end of the pipe is `_child`'s. An attempt may write to it as well, so whatever
`run_in_child` cannot have sent is refused.
"""

import io
import json
import re
import select
import signal
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from typing import Any

import numpy as np

from svmlib.exercises._attempt import EARLIER_RESULT, FAULTS, AttemptError, Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises.running import _limits
from svmlib.exercises.running._exception_message import too_slow
from svmlib.exercises.running._hints import HINTS

MAX_MESSAGE_BYTES = 20_000_000  # of what the process sends about one call


def receive(
    pipe: io.BufferedReader,
    signature: Signature,
    num_calls: int,
    seconds: float,
    show: Callable[[str], Any],
) -> Generator[Call, None, bool]:
    """Yield the calls that a child sends; return whether all num_calls have come.

    What it prints goes to ``show``. AttemptError if the child says so, or sends what
    `run_in_child` cannot have sent: the attempt has written to the pipe.
    """
    left = num_calls
    left_to_print = _limits.MAX_PRINTED + len(_limits.REST_NOT_SHOWN)
    for line in _lines(pipe, seconds):
        printed: str | None = None
        try:
            message = json.loads(line)
            if "printed" in message:
                printed = str(message["printed"])[:left_to_print]
                left_to_print -= len(printed)
            elif "error" in message:
                raise _unpacked_error(*message["error"])
            elif left == 0:
                return bool(message["done"])
            else:
                left -= 1
                yield _unpacked(message, signature)
        except (ValueError, KeyError, TypeError, RecursionError):
            raise interference() from None
        if printed is not None:  # not above: an exception of the session's is its own
            show(printed)
    return False


def interference() -> AttemptError:
    """Say that the attempt sends a signal, or what only `run_in_child` may send."""
    return AttemptError(
        ["ends-python"],
        "it interferes with the Python that it runs in. Return the result instead.",
    )


def _unpacked_error(faults: Any, text: Any, hints: Any) -> AttemptError:
    """Return the error that a child reports; ValueError if it can't have found that.

    A fault and the hints have names that we know, and so a class's report counts no others.
    The text can't be checked: what an exception says is the attempt's own in any case.
    """
    error = AttemptError(faults, str(text), [Mistake(*map(str, h)) for h in hints])
    names = {hint.name for hint in error.hints}
    if not error.faults or not (set(faults) <= FAULTS.keys() and names <= HINTS.keys()):
        raise ValueError
    return error


def _unpacked(message: Any, signature: Signature) -> Call:
    """Return the call that a message tells of; ValueError if it can't be one."""
    outputs = tuple(
        np.frombuffer(bytes.fromhex(data)).reshape(shape)
        for shape, data in message["outputs"]
    )
    written, may_be = tuple(message["written"]), {*signature.takes, EARLIER_RESULT}
    if len(outputs) != len(signature.returns) or not set(written) <= may_be:
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
            raise interference()


def reason_of_silence(seconds: float, limit: float) -> AttemptError:
    """Say why nothing more comes from a process that is still running."""
    if seconds >= limit:
        return too_slow([], limit)
    return AttemptError(
        ["ends-python"],
        "it closes the pipe through which its answers are sent, or starts another "
        "program in place of Python. Return the result instead.",
    )


def reason_of_end(
    number: int,
    crash_log: bytes,
    seconds: float,
    sources: Mapping[str, str] | None = None,
) -> AttemptError:
    """Say why the process ended before the attempt did, after so many seconds.

    The message quotes the line at which the process was stopped. With ``sources``, texts
    by file name, it quotes no other file, because an attempt may write to the log itself.
    """
    limits: dict[int, float] = {
        signal.SIGPROF: _limits.CPU_SECONDS,
        signal.SIGALRM: _limits.WALL_SECONDS,
    }
    # The shell of the sandbox reports a signal as 128 plus its number, and so `os._exit(155)`
    # looks like a limit. But only a limit writes to the log.
    is_own_alarm = number == signal.SIGALRM and seconds < _limits.WALL_SECONDS
    if number in limits and crash_log and not is_own_alarm:
        log = crash_log.decode(errors="replace")
        found = re.findall(r'File "(.*)", line (\d+) in', log)
        frames = [
            (file, int(line))
            for file, line in reversed(found)
            if sources is None or file in sources
        ]
        return too_slow(frames, limits[number], sources)
    how = (
        f"was ended by a signal ({signal.strsignal(number)})."
        if number and number not in limits
        else "ended, or could send no more answers. Does it call `os._exit`, or close files "
        "that it hasn't opened?"
    )
    return AttemptError(
        ["ends-python"],
        f"the Python that it runs in {how} Return the result instead.",
    )

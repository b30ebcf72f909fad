"""Run an attempt so that nothing it does can hurt: a write, a hang, an exit, a raise."""

import dis
import linecache
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from copy import deepcopy
from types import FrameType
from typing import Any

import numpy as np

from svmlib.exercises._compare import agree
from svmlib.exercises._exercise import Array, Mistake
from svmlib.exercises._hints import hints

TIME_LIMIT = 2.0  # seconds of work, for all problems of an exercise together
WAIT_LIMIT = 5.0  # seconds on the clock, for an attempt that sleeps
NOT_ATTEMPTED = (None, ..., NotImplemented)
NOT_YET = "not attempted yet."


class Refused(Exception):
    """The attempt cannot be compared: what it did, how to say so, and hints."""

    def __init__(
        self, mistakes: Sequence[str], message: str, hints: Sequence[Mistake] = ()
    ) -> None:
        self.mistakes = (*mistakes, *(hint.name for hint in hints))
        self.message, self.hints = message, hints

    def tell(self, book: "Callable[[Mistake], str]") -> str:
        """Return the message and the hints, with the chapters to read."""
        return "\n".join([self.message, *map(book, self.hints)])


# On a busy machine the clock runs on while an attempt stands still. In the browser
# Python has the clock only.
work: Callable[[], float] = getattr(time, "thread_time", time.perf_counter)


class Deadline:
    """The end of the time for all cases of an exercise: of work, and on the clock."""

    def __init__(self) -> None:
        self._work = work() + TIME_LIMIT
        self._wait = time.perf_counter() + WAIT_LIMIT

    def passed(self) -> float:
        """Return the limit that is over, in seconds, or 0."""
        if work() > self._work:
            return TIME_LIMIT
        return WAIT_LIMIT if time.perf_counter() > self._wait else 0


class _TooSlow(BaseException):
    """Not an Exception, so that an attempt's ``except Exception`` does not stop it.

    A bare ``except`` does, and Python drops a trace function that raises: so the
    exception, when the attempt throws it away, sets the watch again.
    """

    def __init__(self, watch_again: Callable[[], None]) -> None:
        self._watch_again = watch_again

    def __del__(self) -> None:
        self._watch_again()


def run(
    attempt: Callable[..., Any],
    takes: Sequence[str],
    args: Sequence[Any],
    returns: Sequence[str],
    deadline: Deadline,
) -> tuple[tuple[Array, ...], tuple[str, ...]]:
    """Return the attempt's outputs as arrays, and the arguments that it wrote to."""
    copies = [deepcopy(a) for a in args]
    try:
        outputs = _as_outputs(_call_until(deadline, attempt, copies), returns)
    except Refused:
        raise
    except NotImplementedError:
        raise Refused(["not-attempted"], NOT_YET) from None
    except _TooSlow as late:
        where = _place(late)[1] or "a call that Python cannot look into"
        raise Refused(
            ["too-slow"],
            f"it was stopped after {deadline.passed()} seconds, in {where}. "
            "Is there a loop that never ends?",
        ) from None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not _raised_by_code(error):
            raise
        raise _raises(error, takes, args) from None
    written = [
        name
        for name, copy, original in zip(takes, copies, args, strict=True)
        if not _is_as_it_was(copy, original)
    ]
    return outputs, tuple(written)


def _is_as_it_was(copy: Any, original: Any) -> bool:
    """Whether an array, or the arrays in a list of tuples, kept their numbers."""
    if isinstance(original, list | tuple):
        return len(copy) == len(original) and all(map(_is_as_it_was, copy, original))
    return not isinstance(original, np.ndarray) or np.array_equal(copy, original)


def _call_until(
    deadline: Deadline, attempt: Callable[..., Any], args: list[Any]
) -> Any:
    """Call under a trace function that ends it: the browser has no other clock."""
    earlier = sys.gettrace()
    watch = _Watch(deadline)
    sys.settrace(watch)
    try:
        with np.errstate(all="ignore"):
            return attempt(*args)
    finally:
        sys.settrace(earlier)
        watch.over = True


class _Watch:
    """A trace function that raises on every line after the deadline."""

    def __init__(self, deadline: Deadline) -> None:
        self.deadline, self.over = deadline, False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        if self.deadline.passed():
            raise _TooSlow(lambda: self.resume(frame))
        return self

    def resume(self, frame: FrameType) -> None:
        """Go on watching a frame, unless the attempt is over."""
        if not self.over:
            sys.settrace(self)
            frame.f_trace = self


def _as_outputs(result: Any, returns: Sequence[str]) -> tuple[Array, ...]:
    if any(result is nothing for nothing in NOT_ATTEMPTED):
        hint = " (It returns None: is a return missing?)" if result is None else ""
        raise Refused(["not-attempted"], NOT_YET + hint)
    if len(returns) == 1:
        return (_as_numbers(result, returns[0]),)
    if not isinstance(result, tuple | list) or len(result) != len(returns):
        raise Refused(
            ["wrong-type"],
            f"it returns {kind(result)}, where {len(returns)} things are expected: "
            f"({', '.join(returns)}).",
        )
    if all(part is None or part is ... for part in result):
        raise Refused(["not-attempted"], NOT_YET)
    return tuple(map(_as_numbers, result, returns))


def _as_numbers(value: Any, name: str) -> Array:
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):  # such as rows of different lengths
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "biuf":
        raise Refused(
            ["wrong-type"],
            agree(name, f"{name} is {kind(value)}, where real numbers are expected."),
        )
    return array.astype(np.float64)


def kind(value: Any) -> str:
    """Say what sort of thing it is: 'a tuple of 3'."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    name = type(value).__name__
    article = "an" if name[0] in "aeiouAEIOU" else "a"
    return f"{article} {name}" + (
        f" of {len(value)}" if isinstance(value, tuple | list) else ""
    )


def _raises(error: BaseException, takes: Sequence[str], args: Sequence[Any]) -> Refused:
    what = traceback.format_exception_only(error)[-1].strip()
    names, where = _place(error)
    if not where:
        signature = ", ".join(takes)
        return Refused(["raises"], f"it cannot be called as f({signature}): {what}.")
    message = f"it raises an exception in {where}.\n{what}"
    shapes = [
        f"{name} {value.shape}" if isinstance(value, np.ndarray) else f"{name} {value}"
        for name, value in zip(takes, args, strict=True)
        if isinstance(value, np.ndarray | int | float)
    ]
    if shapes:
        message += f"\nIt was called with {', '.join(shapes)}."
    found = hints(error, what, names, dict(zip(takes, args, strict=True)))
    return Refused(["raises"], message, found)


def _place(error: BaseException) -> tuple[tuple[str, ...], str]:
    """Names used, and place, of the innermost line that is in the attempt's file."""
    frames = [
        (frame, line)
        for frame, line in traceback.walk_tb(error.__traceback__)
        if frame.f_code.co_filename != __file__
    ]
    if not frames:
        return (), ""
    file = frames[0][0].f_code.co_filename
    frame, line = [f for f in frames if f[0].f_code.co_filename == file][-1]
    text = linecache.getline(file, line).strip()
    return frame.f_code.co_names, f"line {line}" + (f" (`{text}`)" if text else "")


def _raised_by_code(error: BaseException) -> bool:
    """Whether a raise statement made it, and not a key that was pressed."""
    step = error.__traceback__
    assert step is not None
    while step.tb_next is not None:
        step = step.tb_next
    opcode = step.tb_frame.f_code.co_code[step.tb_lasti]
    return dis.opname[opcode] == "RAISE_VARARGS"

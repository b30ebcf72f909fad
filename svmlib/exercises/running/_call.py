"""Call an attempt on problems, and say what it raised and where.

An attempt is called with NumPy arrays. If the first call raises, and the session has
loaded PyTorch, it is tried with tensors.
"""

import builtins
import linecache
import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from copy import deepcopy
from itertools import chain, pairwise
from types import TracebackType
from typing import Any, NoReturn

import numpy as np

from svmlib.exercises._attempt import (
    EARLIER_RESULT,
    NOT_ATTEMPTED,
    AttemptError,
    Call,
)
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises._problems import Problem
from svmlib.exercises._text import describe_exception, describe_value, printable
from svmlib.exercises.running._hints import hints
from svmlib.exercises.running._outputs import as_outputs

Frame = tuple[str, int]  # file and line
MAX_LINE_SHOWN, MAX_TEXT_SHOWN = 150, 1000  # characters
# What an attempt may use, for all its problems together.
CPU_SECONDS = 2.0
WALL_SECONDS = 10.0  # for an attempt that sleeps
MEMORY_BYTES = 2 * 2**30
MAX_PRINTED = 10_000  # characters
LIBRARY = os.path.dirname(os.__file__)


def call_all(
    attempt: Callable[..., Any],
    exercise: Exercise,
    problems: Sequence[Problem],
    not_caught: tuple[type[BaseException], ...] = (),
) -> Iterator[Call]:
    """Call an attempt on each problem: on arrays or, if that fails at once, tensors.

    AttemptError if a call cannot be compared. Exceptions of the types ``not_caught``
    pass.
    """
    printer, not_caught = _Printer(), (AttemptError, *not_caught)
    last_args: list[Any] = [None] * len(exercise.takes)
    last_results: list[Any] = []  # of one call

    def call(problem: Problem) -> Call:
        last_args[:] = _copies_of(problem.args, last_args)
        return _call(
            attempt, exercise, problem, last_args, last_results, printer, not_caught
        )

    try:
        yield call(problems[0])
    except AttemptError as error:
        if "raises" not in error.faults or "torch" not in sys.modules:
            raise
        on_arrays, attempt = error, _on_tensors(attempt, problems[0])
        try:
            yield call(problems[0])
        except AttemptError as on_tensors:
            for_tensors = (
                "Tensor" in on_arrays.message or "pytorch-names" in on_arrays.mistakes
            )
            raise (on_tensors if for_tensors else on_arrays) from None
    printer.is_silent = True  # to print large arrays a hundred times takes seconds
    for problem in problems[1:]:
        try:
            result = call(problem)
        except AttemptError as error:
            if error.faults != ("not-attempted",):
                raise
            raise AttemptError(
                ["wrong-type"],
                "it returns nothing for one of the problems, or raises "
                "NotImplementedError. Is a branch unfinished, or without a return?\n"
                f"{_called_with(exercise, problem)}",
            ) from None
        yield result


def collect(calls: Iterable[Call]) -> list[Call]:
    """Return the calls; an AttemptError in between takes those before with it."""
    collected = list[Call]()
    try:
        collected.extend(calls)
    except AttemptError as error:
        error.calls = collected
        raise
    return collected


def is_called_by_attempt() -> bool:
    """Whether an attempt is running further up the stack."""
    codes = (frame.f_code for frame, _ in traceback.walk_stack(None))
    return _call.__code__ in codes


def _on_tensors(attempt: Callable[..., Any], first: Problem) -> Callable[..., Any]:
    """Return an attempt that gets PyTorch's tensors, in the memory of the arrays.

    Where the first problem has floats the others have them as well: a right program may
    fail on integers, because PyTorch multiplies no matrix of them by one of floats.
    """
    torch: Any = sys.modules["torch"]

    def tensors(value: Any, like: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(tensors(part, part) for part in value)
        if not isinstance(value, np.ndarray):
            return value
        return torch.from_numpy(value.astype(like.dtype, copy=False))

    return lambda *args: attempt(*map(tensors, args, first.args))


def _call(
    attempt: Callable[..., Any],
    exercise: Exercise,
    problem: Problem,
    copies: Sequence[Any],
    last_results: list[Any],
    printer: "_Printer",
    not_caught: tuple[type[BaseException], ...],
) -> Call:
    def bytes_of_last() -> list[bytes]:
        outputs = (as_outputs(result, exercise.returns) for result in last_results)
        return [output.tobytes() for output in chain(*outputs)]

    try:
        # With the new arguments in place: an earlier result that is a view of one has
        # changed by now, and the attempt hasn't written to it.
        before = bytes_of_last()
        with np.errstate(all="ignore"), _replaced_builtins(printer):
            result = attempt(*copies)
        is_first = not printer.is_silent
        if result is None and printer.has_printed and is_first:
            raise AttemptError(
                ["wrong-type"],
                "it prints something and returns None. What is printed isn't returned: "
                "is a return missing?",
            )
        if isinstance(result, bool | np.bool_) and not exercise.takes:
            raise AttemptError(
                ["wrong-type"],
                f"{exercise.returns[0]} is {result}, as a comparison such as `a == b` "
                "gives it. Give the number itself.",
            )
        outputs, after = as_outputs(result, exercise.returns), bytes_of_last()
    except not_caught:
        raise
    except NotImplementedError:
        raise AttemptError(["not-attempted"], NOT_ATTEMPTED) from None
    except BaseException as error:  # noqa: BLE001 -- SystemExit too
        raise _explain_exception(error, exercise, problem) from None
    written = [
        name
        for name, copy, original in zip(
            exercise.takes, copies, problem.args, strict=True
        )
        if not _is_unchanged(copy, original)
    ]
    if not written and after != before:
        written = [EARLIER_RESULT]
    last_results[:] = [result]
    return Call(outputs, tuple(written))


def _copies_of(args: Sequence[Any], last_args: Sequence[Any]) -> list[Any]:
    """Return copies of arguments; an array that is given twice is still one array."""
    copies: dict[int, Any] = {}
    for last, value in zip(last_args, args, strict=True):
        if id(value) not in copies:
            is_taken = any(last is copy for copy in copies.values())
            copies[id(value)] = _copy_into(None if is_taken else last, value)
    return [copies[id(value)] for value in args]


def _copy_into(last: Any, value: Any) -> Any:
    """Return a copy of an argument: in the last call's array, if that looks the same.

    So an attempt that keeps the array, rather than its numbers, goes wrong here, as it
    would in a training loop that updates W in place.
    """
    if (
        isinstance(last, np.ndarray)
        and isinstance(value, np.ndarray)
        and (last.shape, last.dtype, last.strides, last.flags.writeable)
        == (value.shape, value.dtype, value.strides, True)
    ):
        last[...] = value
        return last
    return deepcopy(value)


class _Printer:
    """Python's `print`, which knows whether it was called, and can fall silent."""

    def __init__(self) -> None:
        self.has_printed = self.is_silent = False
        self._print = builtins.print

    def __call__(self, *values: Any, file: Any = None, **options: Any) -> None:
        """Print, unless it's silent and no file is given."""
        self.has_printed = True
        if file is not None or not self.is_silent:
            self._print(*values, file=file, **options)


@contextmanager
def _replaced_builtins(printer: _Printer) -> Iterator[None]:
    """Replace `print` by our printer, and refuse what waits for someone to type.

    That is `input`, `breakpoint` and debuggers.
    """

    def refuse(*args: Any, **options: Any) -> NoReturn:
        raise AttemptError(
            ["waits-for-input"],
            "it waits for someone to type, and nobody can answer here. Take out the "
            "`input` or the `breakpoint`.",
        )

    kept = builtins.input, builtins.print, sys.breakpointhook
    builtins.input = sys.breakpointhook = refuse
    builtins.print = printer
    try:
        yield
    finally:
        builtins.input, builtins.print, sys.breakpointhook = kept


def _is_unchanged(copy: Any, original: Any) -> bool:
    """Whether an argument kept its numbers, those in a list of tuples included."""
    if isinstance(original, list | tuple):
        return (
            isinstance(copy, list | tuple)
            and len(copy) == len(original)
            and all(map(_is_unchanged, copy, original))
        )
    return np.array_equal(copy, original)


def too_slow(
    frames: Sequence[Frame], limit: float, sources: Mapping[str, str] | None = None
) -> AttemptError:
    """Say that an attempt was stopped, and where it was."""
    own = _innermost_own(frames)
    where = "" if own is None else f", in {_place(*frames[own], sources)}"
    question = "Is there a loop that never ends, does it wait for something, or is it only slow?"
    if "print(" in where:
        question = (
            "Printing takes time: does it print a lot? Or is there a loop that never "
            "ends, does it wait for something, or is it only slow?"
        )
    return AttemptError(
        ["too-slow"], f"it was stopped after {limit:g} seconds{where}. {question}"
    )


def _explain_exception(
    error: BaseException, exercise: Exercise, problem: Problem
) -> AttemptError:
    """Say what an attempt raised, where, with which arguments, and give hints."""
    text = describe_exception(error)
    if len(text) > MAX_TEXT_SHOWN:
        text = f"{text[:MAX_TEXT_SHOWN]} ..."
    text = printable(text)
    named = dict(zip(exercise.takes, problem.args, strict=True))
    steps = _steps(error)
    own = _innermost_own(frames_of(error))
    if own is None:
        signature = ", ".join(exercise.takes)
        return AttemptError(["raises"], f"called as f({signature}), it raises {text}.")
    message = f"it raises an exception in {_place(*frames_of(error)[own])}.\n{text}"
    if named:
        message += f"\n{_called_with(exercise, problem)}"
    if isinstance(error, MemoryError):
        message += f"\nAn attempt may use {MEMORY_BYTES >> 30} GB of memory."
    found = list[Mistake]()
    with suppress(Exception):  # an attempt may give an exception any attributes
        found = hints(error, text, steps[own], named, exercise.chapter)
    return AttemptError(["raises"], message, found)


def _called_with(exercise: Exercise, problem: Problem) -> str:
    """Name the arguments, the shapes of arrays and the kind of a problem."""

    def described(name: str, value: Any) -> str:
        if isinstance(value, np.ndarray):
            return f"{name} {value.shape}"
        if isinstance(value, int | float | np.number):
            return f"{name} {value}"
        if callable(value):
            return f"{name} (a function of one number)"
        return f"{name} ({describe_value(value)})"

    listed = ", ".join(map(described, exercise.takes, problem.args))
    where = f", where {problem.kind}" if problem.kind else ""
    return f"It was called with {listed}{where}."


def frames_of(error: BaseException) -> list[Frame]:
    """Return the frames that an exception came through, outermost first."""
    return [(s.tb_frame.f_code.co_filename, s.tb_lineno) for s in _steps(error)]


def _steps(error: BaseException) -> list[TracebackType]:
    steps, step = [], error.__traceback__
    while step:
        steps.append(step)
        step = step.tb_next
    return steps


def _innermost_own(frames: Sequence[Frame]) -> int | None:
    """Return the number of the innermost frame in the attempt's file, None without one.

    The frames come outermost first. Those of this package, or of Python's library where it
    starts a thread, run the attempt, and its file is that of the first frame after them.
    Further in there may be frames of what the attempt calls: a library, or our `print`.
    """
    folders = os.path.dirname(__file__), LIBRARY
    runners = tuple(os.path.join(folder, "") for folder in folders)
    files = [file for file, _ in frames]
    ours = [file.startswith(runners) for file in files]
    begins = (k + 1 for k, pair in enumerate(pairwise(ours)) if pair == (True, False))
    begin = next(begins, len(files) if any(ours) else 0)
    own = [k for k in range(begin, len(files)) if files[k] == files[begin]]
    return own[-1] if own else None


def _place(file: str, line: int, sources: Mapping[str, str] | None = None) -> str:
    """Return a line's number and text, and its cell or library if it is in one."""
    lines = linecache.getlines(file) if sources is None else sources[file].splitlines()
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    if len(text) > MAX_LINE_SHOWN:
        text = f"{text[:MAX_LINE_SHOWN]} ..."
    place = re.search(r", (cell \d+)$|site-packages.(.+)$", file)
    where = f"line {line}" + (f" of {place[1] or place[2]}" if place else "")
    return where + (f" (`{text}`)" if text else "")

"""What is said of an exception that an attempt raised, or of the line it was stopped at."""

import linecache
import os
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any

import numpy as np

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._exercise import Signature
from svmlib.exercises._mistakes import Mistake
from svmlib.exercises._problems import Problem
from svmlib.exercises._text import (
    as_code,
    describe_exception,
    describe_value,
    printable,
)
from svmlib.exercises.running._hints import find_hints
from svmlib.exercises.running._limits import MEMORY_BYTES

Frame = tuple[str, int]  # file and line
MAX_LINE_SHOWN, MAX_TEXT_SHOWN = 150, 1000  # characters
PACKAGE = os.path.dirname(os.path.dirname(__file__))


def too_slow(
    frames: Sequence[Frame], limit: float, sources: Mapping[str, str] | None = None
) -> AttemptError:
    """Say that an attempt was stopped, and where it was."""
    own = _innermost_own(frames)
    where = "" if own is None else f", in {place_of_line(*frames[own], sources)}"
    question = "Is there a loop that never ends, does it wait for something, or is it only slow?"
    if "print(" in where:
        question = f"Printing takes time: does it print a lot? {question}"
    return AttemptError(
        ["too-slow"], f"it was stopped after {limit:g} seconds{where}. {question}"
    )


def as_attempt_error(
    error: BaseException, signature: Signature, problem: Problem
) -> AttemptError:
    """Say what an attempt raised, where, with which arguments, and give hints."""
    text = describe_exception(error)
    if len(text) > MAX_TEXT_SHOWN:
        text = f"{text[:MAX_TEXT_SHOWN]} ..."
    text = printable(text)
    named = dict(zip(signature.takes, problem.args, strict=True))
    steps = _steps(error)
    own = _innermost_own(frames_of(error))
    if own is None:
        arguments = ", ".join(signature.takes)
        return AttemptError(["raises"], f"called as f({arguments}), it raises {text}.")
    message = (
        f"it raises an exception in {place_of_line(*frames_of(error)[own])}.\n{text}"
    )
    if named:
        message += f"\n{describe_call(signature, problem)}"
    if isinstance(error, MemoryError):
        message += f"\nAn attempt may use {MEMORY_BYTES >> 30} GB of memory."
    found = list[Mistake]()
    with suppress(Exception):  # an attempt may give an exception any attributes
        found = find_hints(error, text, steps[own], named)
    return AttemptError(["raises"], message, found)


def describe_call(signature: Signature, problem: Problem) -> str:
    """Name the arguments, the shapes of arrays and the kind of a problem."""

    def described(name: str, value: Any) -> str:
        if isinstance(value, np.ndarray):
            return f"{name} {value.shape}"
        if isinstance(value, int | float | np.number):
            return f"{name} = {value}"
        if callable(value):
            return f"{name} (a function of one number)"
        return f"{name} ({describe_value(value)})"

    listed = ", ".join(map(described, signature.takes, problem.args))
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

    The outermost frame comes first. After the frames of the session and of this package
    comes the first frame of the attempt, which says what its file is. A thread that the
    attempt starts has no frames of this package: there, the attempt's come after those of
    Python's library. The last frames may be of what the attempt calls, such as a library
    or our `print`.
    """
    files = [file for file, _ in frames]
    begin = 0
    for folder in (PACKAGE, os.path.dirname(os.__file__)):
        runs_it = [file.startswith(os.path.join(folder, "")) for file in files]
        if any(runs_it):
            begin = runs_it.index(True)
            while begin < len(files) and runs_it[begin]:
                begin += 1
            break
    own = [k for k in range(begin, len(files)) if files[k] == files[begin]]
    return own[-1] if own else None


def place_of_line(
    file: str, line: int, sources: Mapping[str, str] | None = None
) -> str:
    """Return a line's number and text, and its cell or library if it is in one."""
    lines = linecache.getlines(file) if sources is None else sources[file].split("\n")
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    if len(text) > MAX_LINE_SHOWN:
        text = f"{text[:MAX_LINE_SHOWN]} ..."
    # Of a cell, a traceback knows only the label: `svm.ipynb, cell 3`.
    place = re.search(r", (cell \d+)$|site-packages.(.+)$", file)
    where = f"line {line}" + (f" of {place[1] or place[2]}" if place else "")
    return where + (f" ({as_code(text)})" if text else "")

"""Run the code that a reader wrote under an exercise, and let `check` judge it.

It runs in the reader's browser, in the worker that the page can end, with what the
exercises speak of at hand: NumPy as `np`, `hinge` of svmlib, and `check`.
"""

import contextlib
import io
import json
import linecache
import traceback
from collections.abc import Sequence
from typing import Any

import numpy as np

from svmlib import exercises, hinge
from svmlib.exercises import Verdict
from svmlib.exercises.running._limits import MAX_PRINTED, REST_NOT_SHOWN

FILE = "<your code>"


class Printed(io.TextIOBase):
    """A file that keeps what is written to it, up to a bound."""

    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) <= MAX_PRINTED:
            self.text += text
            if len(self.text) > MAX_PRINTED:
                self.text = self.text[:MAX_PRINTED] + REST_NOT_SHOWN
        return len(text)


def _failed(name: str, mistake: str, message: str) -> Verdict:
    return Verdict(False, (mistake,), f"{name}: {message}")


def describe_error(error: BaseException) -> str:
    """Return what an error says, and the last line of the code on its way."""
    said = traceback.format_exception_only(error)
    # The text of a syntax error begins with the line of code, which is added below.
    what = (said[-1] if isinstance(error, SyntaxError) else "".join(said)).strip()
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == FILE]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        lines.append(error.lineno)
    line = lines[-1] if lines else None
    if line is None:
        return f"it raises an exception.\n{what}"
    text = linecache.getline(FILE, line).strip()
    shown = f" (`{text}`)" if text else ""
    return f"it raises an exception in line {line}{shown}.\n{what}"


def check(
    name: str, function: str, code: str, earlier: Sequence[str] = ()
) -> dict[str, Any]:
    """Run the code, and check what it calls `function` as an attempt at an exercise.

    What solved the exercises `earlier` is run first, so that the code can build on it.
    Where the code has no such function but calls `check` itself, as a cell of a notebook
    does, its last verdict on this exercise counts.

    Returns
    -------
    dict
        passed, mistakes (a list of names), message (that of the verdict, for the page to
        wrap) and printed.
    """
    verdicts: list[Verdict] = []

    def own_check(asked: str, attempt: object, **options: Any) -> Verdict:
        verdict = exercises.check(asked, attempt, **options)
        if asked == name:
            verdicts.append(verdict)
        return verdict

    namespace = {"__name__": "__main__", "np": np, "hinge": hinge, "check": own_check}
    for solution in earlier:
        with contextlib.suppress(BaseException), contextlib.redirect_stdout(Printed()):
            exec(solution, namespace)  # noqa: S102 -- the reader's own
    namespace.pop(function, None)
    verdicts.clear()
    linecache.cache[FILE] = (len(code), None, code.splitlines(keepends=True), FILE)
    printed = Printed()
    with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
        try:
            exec(compile(code, FILE, "exec"), namespace)  # noqa: S102
        except BaseException as error:  # noqa: BLE001 -- the page tells it
            verdicts = [_failed(name, "raises", describe_error(error))]
        else:
            if function in namespace:
                own_check(name, namespace[function])
            elif not verdicts:
                missing = f"there is no `{function}` in your code."
                verdicts = [_failed(name, "not-attempted", missing)]
    verdict = verdicts[-1]
    return {
        "passed": verdict.passed,
        "mistakes": verdict.mistakes,
        "message": verdict.message,
        "printed": printed.text,
    }


def handle(method: str, args: str) -> str:
    """Return JSON for the worker; the one method is `check`."""
    return json.dumps({"result": {"check": check}[method](**json.loads(args))})

"""Run the code that a reader wrote in an editor of the book's site, and judge it.

It runs in the reader's browser, in the worker that the page can end. The code finds what
the exercises mention: NumPy as `np`, `hinge` of svmlib, and `check`.
"""

import contextlib
import io
import linecache
import re
import traceback
from collections.abc import Sequence
from typing import Any

import numpy as np

from svmlib import exercises, hinge
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._exception_message import place_of_line
from svmlib.exercises.running._printed import Printed
from svmlib.exercises.verdict._judge import Verdict

FILE = "<your code>"
# A verdict may write these as code even if the exercise has no argument of that name.
NAMES = {"db", "delta", "dw"}
# The first word of a verdict, or of an item; one letter is a name, except for "a".
FIRST_WORD = re.compile(r"(\A|^- )(a|[a-z]{2,})(?=[ ,:]|\.(?: |$))", re.MULTILINE)


def _failed(name: str, mistake: str, message: str) -> Verdict:
    return Verdict(False, (mistake,), f"{name}: {message}")


def describe_error(error: BaseException) -> str:
    """Return what an error says, and the last line of the code on its way."""
    error_lines = traceback.format_exception_only(error)
    # The text of a syntax error begins with the line of code, which is added below.
    what = (
        error_lines[-1] if isinstance(error, SyntaxError) else "".join(error_lines)
    ).strip()
    frames = traceback.extract_tb(error.__traceback__)
    lines = [frame.lineno for frame in frames if frame.filename == FILE]
    if isinstance(error, SyntaxError) and error.filename == FILE:
        lines.append(error.lineno)
    line = lines[-1] if lines else None
    where = f" in {place_of_line(FILE, line)}" if line else ""
    message = f"it raises an exception{where}.\n{what}"
    if isinstance(error, SyntaxError) and (error.text or "").lstrip().startswith("```"):
        hint = "Delete the lines that begin with three backticks: they are Markdown."
        message += f"\n{hint}"
    return message


def as_sentences(verdict: str, name: str) -> str:
    """Return a verdict without its exercise's name, and with capitals where sentences begin.

    A sentence that begins with a name in code, such as alpha or reg, keeps its small letter.
    """
    names = {*CATALOGUE.exercises[name].takes, *NAMES}

    def begin(match: re.Match[str]) -> str:
        dash, word = match.groups()
        return dash + (word if word in names else word.capitalize())

    return FIRST_WORD.sub(begin, verdict.removeprefix(f"{name}: "))


def check_code(
    name: str, function: str, code: str, earlier: Sequence[str] = ()
) -> dict[str, Any]:
    """Run the code, and check what it calls `function` as an attempt at an exercise.

    What solved the exercises `earlier` is run first, so that the code can build on it.
    Where the code has no such function but calls `check` itself, as a cell of a notebook
    does, its last verdict on this exercise counts.

    Returns
    -------
    dict
        passed, mistakes (a list of names), message (that of the verdict, in sentences) and
        printed.
    """
    verdicts: list[Verdict] = []

    def own_check(asked: str, attempt: object, **options: Any) -> Verdict:
        verdict = exercises.check(asked, attempt, **options)
        if CATALOGUE.find(asked).name == name:
            verdicts.append(verdict)
        return verdict

    namespace = {"__name__": "__main__", "np": np, "hinge": hinge, "check": own_check}
    unseen = Printed(lambda text: None)
    for solution in earlier:
        with contextlib.suppress(BaseException), contextlib.redirect_stdout(unseen):
            exec(solution, namespace)  # noqa: S102 -- the reader's own
    namespace.pop(function, None)
    verdicts.clear()
    lines = io.StringIO(code).readlines()  # splitlines splits at form feeds as well
    linecache.cache[FILE] = len(code), None, lines, FILE
    parts: list[str] = []
    printed = Printed(parts.append)
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
        "message": as_sentences(verdict.message, name),
        "printed": "".join(parts),
    }

"""Choose where an attempt runs, and say what cannot be run."""

from collections.abc import Callable, Sequence
from typing import Any

from svmlib.exercises._attempt import NOT_ATTEMPTED, AttemptError, Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises._text import describe_value
from svmlib.exercises.running._call import collect
from svmlib.exercises.running._fork import fork_works, run_in_own_process
from svmlib.exercises.running._outputs import PLACEHOLDERS
from svmlib.exercises.running._trace import run_in_this_process


def run(
    attempt: object,
    signature: Signature,
    problems: Sequence[Problem],
    *,
    show: bool = True,
) -> list[Call]:
    """Call an attempt on each problem; AttemptError if a call cannot be compared.

    ``show`` says whether what it prints in its first call is shown.
    """
    run_in = run_in_own_process if fork_works() else run_in_this_process
    calls = run_in(_as_function(attempt, signature), signature, problems, show)
    return collect(calls, signature, problems)


def _as_function(attempt: Any, signature: Signature) -> Callable[..., Any]:
    if any(attempt is placeholder for placeholder in PLACEHOLDERS):
        raise AttemptError(["not-attempted"], NOT_ATTEMPTED)
    arguments = ", ".join(signature.takes)
    if isinstance(attempt, type):
        raise AttemptError(
            ["wrong-type"],
            f"the attempt is the class {attempt.__name__}, where a function "
            f"f({arguments}) is expected. Pass a function, or a method of an object of "
            "that class.",
        )
    if callable(attempt):
        return attempt
    if signature.takes:
        raise AttemptError(
            ["wrong-type"],
            f"the attempt is {describe_value(attempt)}, where a function f({arguments}) "
            "is expected.",
        )
    return lambda: attempt

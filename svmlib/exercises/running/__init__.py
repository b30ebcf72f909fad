"""Run an attempt where nothing that it does can hurt: in a process of its own.

`_fork` copies this process (``fork``), so that an attempt may be a lambda, a closure
or a cell's function, and may change what it likes. The copy ends itself at the limits of
`_limits`, in Python code and in loops inside C alike: one of processor time, however busy
the machine is, and one on the clock. Where the system says how much memory
a process has (Linux), that has a limit as well. Processes that the attempt starts end
with it, but for one that leaves its group (``setsid``): that may live on.

Windows and the browser have no ``fork``. There an attempt runs in this process, and a
trace function stops it (`_trace`). In the browser the page that shows the exercise should
run Python in a worker that it can end.

On macOS a copy of a process can hang or crash inside a system library that had threads,
and NumPy's matrix products may use one. So the first copy only multiplies two matrices.
If that fails, the session goes on as on Windows.

A student's file runs in a fresh Python instead, the sandbox of `submissions`.

The copy and the sandbox send their answers through a pipe: `_child` is the end that sends,
and `_parent` the one that reads. In every process `_call` calls the attempt on each
problem, and `_outputs` turns what it returns into arrays. `_exception_message` says what it
raised and where; `_hints` adds what a student may have meant, with what `_expressions`
finds in the source.
"""

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

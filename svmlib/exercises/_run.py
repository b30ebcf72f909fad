"""Run an attempt where nothing that it does can hurt: in a process of its own.

The process is a copy of this one (``fork``), so that an attempt may be a lambda, a
closure or a cell's function, and may change what it likes. It ends itself at the limits
of `_limits`: so many seconds of processor time, however busy the machine is, or on
the clock, in Python code and in loops inside C alike. Where the system says how much
memory a process has (Linux), that has a limit as well.

Windows and the browser have no ``fork``. There an attempt runs in this process, and a
trace function stops it. In the browser the page that shows the exercise should run
Python in a worker that it can end.

On macOS a copy of a process can hang or crash inside a system library that had threads,
and NumPy's matrix products may use one. So the first copy only multiplies two matrices.
If it fails, the session goes on as on Windows.
"""

from collections.abc import Callable, Sequence
from typing import Any

from svmlib.exercises._exercise import Exercise, Problem
from svmlib.exercises._outputs import Call
from svmlib.exercises._process import fork_works, in_own_process
from svmlib.exercises._trace import in_this_process


def run(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> list[Call]:
    """Call an attempt on each problem; Refused if a call cannot be compared."""
    run_in = in_own_process if fork_works() else in_this_process
    return list(run_in(attempt, exercise, problems))

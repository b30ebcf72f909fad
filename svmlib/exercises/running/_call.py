"""Call an attempt on problems, and turn what it returns or raises into an answer.

An attempt is called with NumPy arrays. If the first call raises, and the session has
loaded PyTorch, it is tried with tensors.
"""

import builtins
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from copy import deepcopy
from itertools import chain
from typing import Any, NoReturn

import numpy as np

from svmlib.exercises._attempt import EARLIER_RESULT, NOT_ATTEMPTED, AttemptError, Call
from svmlib.exercises._exercise import Signature
from svmlib.exercises._problems import Problem
from svmlib.exercises.running._exception_message import as_attempt_error, describe_call
from svmlib.exercises.running._outputs import as_outputs


def call_all(
    attempt: Callable[..., Any],
    signature: Signature,
    problems: Sequence[Problem],
    not_caught: tuple[type[BaseException], ...] = (),
) -> Iterator[Call]:
    """Call an attempt on each problem: on arrays or, if that fails at once, tensors.

    AttemptError if a call cannot be compared. Exceptions of the types ``not_caught``
    pass.
    """
    caller = _Caller(attempt, signature, (AttemptError, *not_caught))
    try:
        yield caller.call(problems[0])
    except AttemptError as error:
        if "raises" not in error.faults or "torch" not in sys.modules:
            raise
        on_arrays, caller.attempt = error, _on_tensors(attempt, problems[0])
        try:
            yield caller.call(problems[0])
        except AttemptError as on_tensors:
            # What an attempt for tensors raises first: X.mm(W), or X.sum(dim=0).
            for_tensors = re.search("(Attribute|Type)Error: ", on_arrays.message)
            raise (on_tensors if for_tensors else on_arrays) from None
    # To print large arrays a hundred times takes seconds.
    caller.printer.is_silent = True
    for problem in problems[1:]:
        try:
            result = caller.call(problem)
        except AttemptError as error:
            if error.faults != ("not-attempted",):
                raise
            raise AttemptError(
                ["wrong-type"],
                "it returns nothing for one of the problems, or raises "
                "NotImplementedError. Is a branch unfinished, or without a return?\n"
                f"{describe_call(signature, problem)}",
            ) from None
        yield result


def collect(
    calls: Iterable[Call], signature: Signature, problems: Sequence[Problem]
) -> list[Call]:
    """Return the calls; an AttemptError gets those that returned before it was raised.

    Their number says on which problem an attempt was stopped.
    """
    collected = list[Call]()
    try:
        collected.extend(calls)
    except AttemptError as error:
        error.calls, rest = collected, problems[len(collected) :]
        if "too-slow" in error.faults and signature.takes and rest:
            error.message += f"\n{describe_call(signature, rest[0])}"
        raise
    return collected


def is_called_by_attempt() -> bool:
    """Whether an attempt is running further up the stack."""
    codes = (frame.f_code for frame, _ in traceback.walk_stack(None))
    return _Caller.call.__code__ in codes


def refuse_to_check(*args: Any, **options: Any) -> NoReturn:
    """Say that an attempt calls `check`, which would need a verdict on that attempt."""
    raise AttemptError(
        ["calls-check"],
        "it calls check itself. Is that line indented too far? Move it out of the function, "
        "or out of the block around the function.",
    )


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


class _Caller:
    """Calls an attempt on one problem after another, and keeps its last call in mind."""

    def __init__(
        self,
        attempt: Callable[..., Any],
        signature: Signature,
        not_caught: tuple[type[BaseException], ...],
    ) -> None:
        self.attempt, self.signature, self.printer = attempt, signature, _Printer()
        self._not_caught = not_caught
        self._args: list[Any] = [None] * len(signature.takes)
        self._results: list[Any] = []  # none, or that of the last call

    def call(self, problem: Problem) -> Call:
        """Call the attempt on copies; AttemptError if that gives nothing to compare."""
        signature = self.signature
        self._args = _copies_of(problem.args, self._args)
        try:
            # The last result may be a view of an array into which an argument has just been
            # copied. It is read after that, because the attempt isn't to blame for this.
            before = self._bytes_of_last()
            with np.errstate(all="ignore"), _replaced_builtins(self.printer):
                result = self.attempt(*self._args)
            self._refuse_what_is_no_answer(result)
            outputs = as_outputs(result, signature.returns)
            after = self._bytes_of_last()
        except self._not_caught:
            raise
        except NotImplementedError:
            raise AttemptError(["not-attempted"], NOT_ATTEMPTED) from None
        except BaseException as error:  # noqa: BLE001 -- SystemExit too
            raise as_attempt_error(error, signature, problem) from None
        written = [
            name
            for name, copy, original in zip(
                signature.takes, self._args, problem.args, strict=True
            )
            if not _is_unchanged(copy, original)
        ]
        if not written and after != before:
            written = [EARLIER_RESULT]
        self._results = [result]
        return Call(outputs, tuple(written))

    def _refuse_what_is_no_answer(self, result: Any) -> None:
        is_first = not self.printer.is_silent
        if result is None and self.printer.has_printed and is_first:
            raise AttemptError(
                ["wrong-type"],
                "it prints something and returns None. What is printed isn't "
                "returned: is a return missing?",
            )
        if isinstance(result, bool | np.bool_) and not self.signature.takes:
            raise AttemptError(
                ["wrong-type"],
                f"{self.signature.returns[0]} is {result}, as a comparison such as "
                "`a == b` gives it. Give the number itself.",
            )

    def _bytes_of_last(self) -> list[bytes]:
        outputs = (as_outputs(r, self.signature.returns) for r in self._results)
        return [output.tobytes() for output in chain(*outputs)]


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
    """Stands for Python's `print`, remembers whether it was called, and can be silenced."""

    def __init__(self) -> None:
        self.has_printed = self.is_silent = False
        self._print = builtins.print

    def __call__(self, *values: Any, file: Any = None, **options: Any) -> None:
        """Print. If silenced, print only to a file that is given."""
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

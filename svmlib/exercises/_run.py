"""Run an attempt where nothing that it does can hurt: in a process of its own.

The process is a copy of this one (``fork``), so that an attempt may be a lambda, a
closure or a cell's function, and may change what it likes. It ends itself after
`WORK_LIMIT` seconds of processor time, however busy the machine is, or after
`WAIT_LIMIT` seconds on the clock, in Python code and in loops inside C alike. Where the
system says how much memory a process has (Linux), it may take `MEMORY_LIMIT` more.

Windows and the browser have no ``fork``. There an attempt runs in this process, and a
trace function stops it. That helps against loops in Python, not against a call that
never returns, not against ``os._exit``, and memory has no limit. In the browser the page
that shows the exercise should run Python in a worker that it can end.

On macOS a copy of a process can hang or crash inside a system library that had threads,
and NumPy's matrix products may use one. So the first copy only multiplies two matrices.
If it fails, the session goes on as on Windows.

An attempt is called with NumPy arrays. If the first call raises, and the session has
loaded PyTorch, it is tried with tensors.
"""

import faulthandler
import gc
import io
import json
import linecache
import os
import re
import select
import signal
import sys
import tempfile
import time
import traceback
import warnings
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

import numpy as np

from svmlib.exercises._compare import with_plural_verb
from svmlib.exercises._exercise import Array, Exercise, Mistake, Outputs, Problem
from svmlib.exercises._hints import hints, index_of

WORK_LIMIT = 2.0  # seconds of processor time, for all problems together
WAIT_LIMIT = 10.0  # seconds on the clock, for an attempt that sleeps
MEMORY_LIMIT = 2 * 2**30  # bytes
MAX_PRINTED = 10_000  # characters
MAX_ENTRIES = 100_000  # of an output; those that are asked for have far fewer
MAX_MESSAGE_BYTES = 20_000_000  # of what the process sends about one call
HAS_FORK = hasattr(os, "fork") and sys.platform != "emscripten"
PLACEHOLDERS = (None, ..., NotImplemented)
NOT_ATTEMPTED = "not attempted yet."
_memory_reserve: list[bytearray] = []  # freed so that a MemoryError can be reported


class Refused(Exception):
    """The attempt cannot be compared: what it did, how to say so, and hints."""

    def __init__(
        self, mistakes: Sequence[str], message: str, hints: Sequence[Mistake] = ()
    ) -> None:
        self.mistakes, self.message, self.hints = tuple(mistakes), message, hints

    @property
    def names(self) -> tuple[str, ...]:
        """The mistakes, those that the hints are about included."""
        return (*self.mistakes, *(hint.name for hint in self.hints))

    def explain(self, explained: Callable[[Mistake], str]) -> str:
        """Return the message and the hints, which a `Book` has explained."""
        return "\n".join([self.message, *map(explained, self.hints)])


class Call(NamedTuple):
    """What an attempt returned as arrays, and the arguments that it wrote to."""

    outputs: Outputs
    written: tuple[str, ...]


def run(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> list[Call]:
    """Call an attempt on each problem; Refused if a call cannot be compared."""
    run_in = _in_own_process if HAS_FORK and _fork_works() else _in_this_process
    return list(run_in(attempt, exercise, problems))


@cache
def _fork_works() -> bool:
    """Whether a copy of this process can compute: not always, on macOS."""
    if sys.platform != "darwin":
        return True
    A = np.ones((64, 64)) @ np.ones((64, 64))
    child = os.fork()
    if child == 0:
        status = 1
        try:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(5)
            status = 0 if np.array_equal(A @ A, 64 * A) else 1
        finally:
            os._exit(status)
    return os.waitpid(child, 0)[1] == 0


def _call_all(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> Iterator[Call]:
    """Call an attempt on each problem: on arrays or, if that fails at once, tensors."""
    try:
        yield _call(attempt, exercise, problems[0])
    except Refused as refused:
        if "raises" not in refused.mistakes or "torch" not in sys.modules:
            raise
        arrays, attempt = refused, _on_tensors(attempt)
        try:
            yield _call(attempt, exercise, problems[0])
        except Refused as tensors:
            meant = "Tensor" in arrays.message or "pytorch-names" in arrays.names
            raise (tensors if meant else arrays) from None
    for problem in problems[1:]:
        yield _call(attempt, exercise, problem)


def _on_tensors(attempt: Callable[..., Any]) -> Callable[..., Any]:
    """Return an attempt that gets PyTorch's tensors, in the memory of the arrays."""
    torch: Any = sys.modules["torch"]

    def tensors(value: Any) -> Any:
        if isinstance(value, list | tuple):
            return type(value)(map(tensors, value))
        return torch.from_numpy(value) if isinstance(value, np.ndarray) else value

    return lambda *args: attempt(*map(tensors, args))


def _call(attempt: Callable[..., Any], exercise: Exercise, problem: Problem) -> Call:
    args = problem.args
    copies = [deepcopy(a) for a in args]
    try:
        with np.errstate(all="ignore"):
            result = attempt(*copies)
        outputs = _as_outputs(result, exercise.returns)
    except (Refused, _TooSlow):
        raise
    except NotImplementedError:
        raise Refused(["not-attempted"], NOT_ATTEMPTED) from None
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and not (HAS_FORK and _fork_works()):
            raise
        _memory_reserve.clear()
        raise _explain_exception(error, exercise, problem) from None
    written = [
        name
        for name, copy, original in zip(exercise.takes, copies, args, strict=True)
        if not _is_unchanged(copy, original)
    ]
    return Call(outputs, tuple(written))


def _is_unchanged(copy: Any, original: Any) -> bool:
    """Whether an array, or the arrays in a list of tuples, kept their numbers."""
    if isinstance(original, list | tuple):
        return len(copy) == len(original) and all(map(_is_unchanged, copy, original))
    return not isinstance(original, np.ndarray) or np.array_equal(copy, original)


# In a process of its own


def _in_own_process(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> Iterator[Call]:
    reader, writer = os.pipe()
    with tempfile.TemporaryFile() as crash_log, open(reader, "rb") as pipe:
        with warnings.catch_warnings():  # the kernel of a notebook has threads
            warnings.simplefilter("ignore", DeprecationWarning)
            child = os.fork()
        if child == 0:
            try:
                run_in_child(writer, crash_log.fileno(), attempt, exercise, problems)
            finally:
                os._exit(0)
        os.close(writer)
        status = None
        try:
            if (yield from receive(pipe, WAIT_LIMIT + 1, sys.stdout.write)):
                return
            status = _wait(child)
            crash_log.seek(0)
            raise reason_of_end(status, crash_log.read())
        finally:
            if status is None:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)


def run_in_child(
    writer: int,
    crash_log: int,
    attempt: Callable[..., Any],
    exercise: Exercise,
    problems: Sequence[Problem],
) -> None:
    """Send what the calls return, one line each."""
    _limit_memory()
    if "torch" in sys.modules:  # whose threads are not copied
        sys.modules["torch"].set_num_threads(1)
    gc.disable()  # what the parent owns is not to be finalised here
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent stops and ends this
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, signal.SIG_DFL)  # which ends the process, after a dump
        faulthandler.register(number, crash_log, all_threads=False, chain=True)
    signal.setitimer(signal.ITIMER_PROF, WORK_LIMIT)
    signal.setitimer(signal.ITIMER_REAL, WAIT_LIMIT)

    def send(**message: Any) -> None:
        data = json.dumps(message).encode() + b"\n"
        while data:
            data = data[os.write(writer, data) :]

    printed = sys.stdout = sys.stderr = _Printed(lambda text: send(printed=text))
    try:
        for call in _call_all(attempt, exercise, problems):
            printed.left = 0  # the first call's is enough
            packed = [(part.shape, part.tobytes().hex()) for part in call.outputs]
            send(outputs=packed, written=call.written)
        send(done=True)
    except Refused as refused:
        send(refused=(refused.mistakes, refused.message, refused.hints))


def _limit_memory() -> None:
    """Let this process take `MEMORY_LIMIT` more, if the system says what it has.

    What is counted is memory to write to, not addresses: threads reserve many of them.
    """
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        limit = pages * resource.getpagesize() + MEMORY_LIMIT
        resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))
        _memory_reserve.append(bytearray(2**22))
    except (ImportError, OSError, ValueError):  # ValueError: there is a lower limit
        pass


class _Printed(io.TextIOBase):
    """A file that hands on what is written to it, up to a bound."""

    def __init__(self, send: Callable[[str], None]) -> None:
        self._send, self.left = send, MAX_PRINTED

    def write(self, text: str) -> int:
        if self.left > 0:
            self._send(text[: self.left])
            self.left -= len(text)
        return len(text)


def receive(
    pipe: io.BufferedReader, seconds: float, show: Callable[[str], Any]
) -> Generator[Call, None, bool]:
    """Yield the calls that a child sends; return whether it came to the end.

    What it prints goes to ``show``. Refused if the child says so.
    """
    for line in _lines(pipe, seconds):
        message = json.loads(line)
        if "printed" in message:
            show(message["printed"])
        elif "refused" in message:
            mistakes, text, found = message["refused"]
            hints = [Mistake(*map(str, hint)) for hint in found]
            # Whatever a child says, it never says that an attempt is right.
            names = list(map(str, mistakes)) or ["ends-python"]
            raise Refused(names, str(text), hints)
        elif "done" in message:
            return True
        else:
            yield _unpacked(message)
    return False


def _unpacked(message: Any) -> Call:
    outputs = tuple(
        np.frombuffer(bytes.fromhex(data)).reshape(shape)
        for shape, data in message["outputs"]
    )
    return Call(outputs, tuple(message["written"]))


def _lines(pipe: io.BufferedReader, seconds: float) -> Iterator[bytes]:
    """Lines until the end, or until the child should have ended itself."""
    end, rest = time.monotonic() + seconds, b""
    while select.select([pipe], [], [], max(0.0, end - time.monotonic()))[0]:
        data = pipe.read1()
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        yield from lines
        if len(rest) > MAX_MESSAGE_BYTES:
            return


def _wait(child: int) -> int:
    """Return the signal that ended the child, which is ended if it goes on, or 0."""
    pid, status = os.waitpid(child, os.WNOHANG)
    for _ in range(20):
        if pid:
            return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        time.sleep(0.01)
        pid, status = os.waitpid(child, os.WNOHANG)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return signal.SIGALRM


def reason_of_end(
    number: int, crash_log: bytes, sources: Mapping[str, str] | None = None
) -> Refused:
    """Say why the process ended before the attempt did.

    Lines are quoted from the sources, which map file names to texts, and from no other
    file: an attempt may write others into the log. None: from any file.
    """
    limit = {signal.SIGPROF: WORK_LIMIT, signal.SIGALRM: WAIT_LIMIT}.get(
        signal.Signals(number) if number else signal.SIGKILL
    )
    if limit:
        log = crash_log.decode(errors="replace")
        found = re.findall(r'File "(.*)", line (\d+) in', log)
        frames = [
            (file, int(line), ())
            for file, line in reversed(found)
            if sources is None or file in sources
        ]
        return _too_slow(_locate(frames, sources)[1], limit)
    how = f" ({signal.Signals(number).name})" if number else ""
    return Refused(
        ["ends-python"],
        f"it ends the Python that it runs in{how}. Return the result instead.",
    )


def _too_slow(where: str, limit: float) -> Refused:
    return Refused(
        ["too-slow"],
        f"it was stopped after {limit:g} seconds"
        f"{', in ' + where if where else ''}. Is there a loop that never ends?",
    )


# In this process


class _TooSlow(BaseException):
    """Not an Exception, so that an attempt's ``except Exception`` does not stop it.

    A bare ``except`` does, and Python drops a trace function that raises: so the
    exception, when the attempt throws it away, sets the watch again.
    """

    def __init__(self, watch_again: Callable[[], None]) -> None:
        self._watch_again = watch_again

    def __del__(self) -> None:
        self._watch_again()


class _Watch:
    """A trace function that raises on every step after a time on the clock."""

    def __init__(self, seconds: float) -> None:
        self.end, self.over = time.perf_counter() + seconds, False

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Any:
        frame.f_trace_opcodes = True  # a loop on one line has no line events
        if time.perf_counter() > self.end:
            raise _TooSlow(lambda: self.resume(frame))
        return self

    def resume(self, frame: FrameType) -> None:
        """Go on watching a frame, unless the attempt is over."""
        if not self.over:
            sys.settrace(self)
            frame.f_trace = self


def _in_this_process(
    attempt: Callable[..., Any], exercise: Exercise, problems: Sequence[Problem]
) -> Iterator[Call]:
    earlier, stdout = sys.gettrace(), sys.stdout
    watch = _Watch(WAIT_LIMIT)

    def watched(*args: Any) -> Any:
        sys.settrace(watch)
        try:
            return attempt(*args)
        finally:
            sys.settrace(earlier)

    try:
        for call in _call_all(watched, exercise, problems):
            yield call
            sys.stdout = io.StringIO()  # what the first call prints is enough
    except _TooSlow as stop:
        raise _too_slow(_locate(_frames(stop)[:-1])[1], WAIT_LIMIT) from None
    finally:
        sys.stdout, watch.over = stdout, True


# What came back


def _as_outputs(result: Any, returns: Sequence[str]) -> Outputs:
    if any(result is placeholder for placeholder in PLACEHOLDERS):
        hint = " (It returns None: is a return missing?)" if result is None else ""
        raise Refused(["not-attempted"], NOT_ATTEMPTED + hint)
    if len(returns) == 1:
        return (_as_numbers(result, returns[0]),)
    if not isinstance(result, tuple | list) or len(result) != len(returns):
        raise Refused(
            ["wrong-type"],
            f"it returns {describe_value(result)}, where {len(returns)} things are expected: "
            f"({', '.join(returns)}).",
        )
    if all(part is None or part is ... for part in result):
        raise Refused(["not-attempted"], NOT_ATTEMPTED)
    return tuple(map(_as_numbers, result, returns))


def _as_numbers(value: Any, name: str) -> Array:
    if hasattr(value, "detach"):  # a tensor, which may be on its way to a gradient
        value = value.detach().cpu()
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):  # such as rows of different lengths
        array = np.empty(0, dtype=object)
    if array.dtype.kind not in "biuf":
        got = describe_value(value)
        sentence = f"{name} is {got}, where real numbers are expected."
        raise Refused(["wrong-type"], with_plural_verb(name, sentence))
    if array.size > MAX_ENTRIES:
        sentence = f"{name} has shape {array.shape}, which is far too large."
        raise Refused(["wrong-shape"], with_plural_verb(name, sentence))
    return array.astype(np.float64)


def describe_value(value: Any) -> str:
    """Say what sort of thing it is: 'a tuple of 3'."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    name = type(value).__name__
    article = "an" if name[0] in "aeiouAEIOU" else "a"
    return f"{article} {name}" + (
        f" of {len(value)}" if isinstance(value, tuple | list) else ""
    )


def _explain_exception(
    error: BaseException, exercise: Exercise, problem: Problem
) -> Refused:
    takes = exercise.takes
    what = traceback.format_exception_only(error)[-1].strip()
    named = dict(zip(takes, problem.args, strict=True))
    names, where = _locate(_frames(error))
    if not where:
        signature = ", ".join(takes)
        return Refused(["raises"], f"it cannot be called as f({signature}): {what}.")
    message = f"it raises an exception in {where}.\n{what}"
    shapes = [
        f"{name} {value.shape}" if isinstance(value, np.ndarray) else f"{name} {value}"
        for name, value in named.items()
        if isinstance(value, np.ndarray | int | float)
    ]
    if shapes:
        message += f"\nIt was called with {', '.join(shapes)}."
    if isinstance(error, MemoryError):
        message += f"\nAn attempt may use {MEMORY_LIMIT >> 30} GB of memory."
    step = error.__traceback__
    while step and step.tb_next:
        step = step.tb_next
    index = index_of(step) if step else ""
    found = hints(error, what, names, named, index, exercise.chapter)
    return Refused(["raises"], message, found)


Frame = tuple[str, int, tuple[str, ...]]  # file, line, and the names that it uses


def _frames(error: BaseException) -> list[Frame]:
    return [
        (frame.f_code.co_filename, line, frame.f_code.co_names)
        for frame, line in traceback.walk_tb(error.__traceback__)
    ]


def _locate(
    frames: Sequence[Frame], sources: Mapping[str, str] | None = None
) -> tuple[tuple[str, ...], str]:
    """Names used, and place, of the innermost line that is in the attempt's file.

    The frames come outermost first. Those down to the last in this package are ours.
    """
    package = os.path.join(os.path.dirname(__file__), "")
    ours = [k for k, f in enumerate(frames) if f[0].startswith(package)]
    theirs = frames[ours[-1] + 1 :] if ours else frames
    if not theirs:
        return (), ""
    file, line, names = [f for f in theirs if f[0] == theirs[0][0]][-1]
    lines = linecache.getlines(file) if sources is None else sources[file].splitlines()
    text = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    cell = re.search(r", (cell \d+)$", file)
    where = f"line {line}" + (f" of {cell[1]}" if cell else "")
    return names, where + (f" (`{text}`)" if text else "")

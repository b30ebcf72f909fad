"""What is run of a student's file to have a function, and nothing else.

A function needs the statements that bind the names that it looks up, and so on from
there. Whatever else stands at the top of a file or in a notebook's cells, such as an
hour of training, is not run.
"""

import ast
import builtins
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from svmlib.exercises.submissions._loops import find_first_loop
from svmlib.exercises.submissions._source import Source
from svmlib.exercises.submissions._statement import (
    ALWAYS,
    DEFINITIONS,
    IMPORTS,
    NOT_FOUND,
    Statement,
    names_used,
)
from svmlib.exercises.submissions._student_file import StudentFile


class Program(NamedTuple):
    """What is run to have a function, in the order of the file.

    ``kept`` holds the places of the statements, ``used`` what they are in words, and
    ``left_out`` the calls that aren't run and may change what these set. ``loop`` says
    where the first loop in a function is, "" if there is none.
    """

    function: str
    sources: tuple[Source, ...]
    kept: tuple[tuple[int, int], ...]
    used: tuple[str, ...]
    left_out: tuple[str, ...]
    loop: str

    @property
    def texts(self) -> dict[str, str]:
        """The texts of the sources, by what tracebacks call them."""
        return {source.label: source.text for source in self.sources}

    @property
    def note(self) -> str:
        """What was run to have the function, as a student is told."""
        listed = "; ".join(self.used)
        note = f"To get {self.function}, these statements were run: {listed}."
        if self.left_out:
            left_out = "; ".join(self.left_out)
            note += f" Not run, though it may set or change what they use: {left_out}."
        return note


def find_program(file: StudentFile, function: str) -> Program | None:
    """Return what has to be run to have a function; None if nothing has its name."""
    if function not in file.binding:
        return None
    kept = _needed_for(file, function)
    return Program(
        function,
        tuple(file.sources),
        tuple(s.place for s in kept),
        tuple(s.in_words() for s in kept),
        tuple(s.in_words() for s in _left_out(file, kept)),
        find_first_loop(kept),
    )


def _needed_for(file: StudentFile, function: str) -> list[Statement]:
    """Return the statements that a function needs, in the file's order."""
    seen, places, queue = set[str](), set[tuple[int, int]](), [ALWAYS, function]
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        is_known = name in file.binding or hasattr(builtins, name)
        if name.isidentifier() and not is_known:
            queue.append(NOT_FOUND)
        binding = file.binding.get(name, [])
        is_defined = any(
            isinstance(s.node, DEFINITIONS + IMPORTS)
            or isinstance(getattr(s.node, "value", None), ast.Lambda)
            for s in binding
        )
        for s in binding:
            # `train, test = split(data)` doesn't replace the function `train` that is graded.
            if (s.binds[name] or not is_defined) and s.place not in places:
                places.add(s.place)
                queue += names_used(s.node)
    return [s for s in file.statements if s.place in places]


def _left_out(file: StudentFile, kept: Sequence[Statement]) -> Iterator[Statement]:
    """Yield calls that aren't run and may change what is kept.

    Such a call uses a variable that is kept, or one that nothing else sets. It may do so
    inside the function that is called, if that is one of the file's. A function that is
    built in, such as `print`, changes nothing, and neither does `check`.
    """
    needed = set[str]().union(*(names_used(s.node) for s in kept))
    unset = {n for n in needed if n not in file.binding and not hasattr(builtins, n)}
    variables = unset | {
        name
        for s in kept
        for name in s.binds
        if not isinstance(s.node, DEFINITIONS + IMPORTS) and name not in file.functions
    }
    for s in file.statements:
        match s.node:
            case ast.Expr(ast.Call(function)) if s not in kept:
                name = function.id if isinstance(function, ast.Name) else ""
                if name == "check":
                    continue
                called = [
                    other.node
                    for other in file.binding.get(name, [])
                    if isinstance(other.node, DEFINITIONS)
                ]
                used = set(names_used(s.node)).union(*map(names_used, called))
                if used & variables and (not name or name in file.binding):
                    yield s

"""Read a student's file, and take from it what a function needs, and nothing else.

A function needs the definitions, imports and constants of the names that it uses, and
so on from there. Whatever else stands at the top of a file or in a notebook's cells,
such as an hour of training, is not run.
"""

import ast
import json
import re
from collections.abc import Collection, Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import NamedTuple

MAX_FILE_BYTES = 20_000_000  # a notebook may hold pictures
MAX_CODE_CHARACTERS = 1_000_000
SUFFIXES = (".py", ".ipynb")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
ASSIGNMENTS = (ast.Assign, ast.AnnAssign, ast.AugAssign)
BRANCHES = (ast.If, ast.Try)
LOOPS = (ast.For, ast.While, ast.comprehension)
# What a constant may be made of: nothing that runs code of its own.
CONSTANT_NODES = (
    *(ast.Constant, ast.Name, ast.Attribute, ast.Tuple, ast.List, ast.Set, ast.Dict),
    *(ast.Subscript, ast.Slice, ast.JoinedStr, ast.FormattedValue, ast.expr_context),
    *(ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda),
    *(ast.unaryop, ast.operator, ast.boolop, ast.cmpop),
)
# What IPython takes from a cell: `%name`, `!command`, `?name`, `name?`, `a = %name`,
# `a = !command`, and the magics that run the rest of the cell as Python.
IPYTHON_LINE = re.compile(
    r"\s*(%(?!%)|%%(time|timeit|capture|prun)\b|[!?]|[\w.*%]+\?+\s*$|[\w\s,.*]+=\s*[%!])"
)
MAX_IPYTHON_LINES = 100  # in a cell, which is parsed again after each


class CommandError(ValueError):
    """A command cannot be run on what it was given: why, in one sentence."""


class Source(NamedTuple):
    """The text of a file or of a cell, and what tracebacks call it."""

    label: str
    text: str


class Statement(NamedTuple):
    """A statement at the top level: where it stands, and the names that it binds."""

    source: int
    number: int
    node: ast.stmt
    binds: tuple[str, ...]

    @property
    def is_run(self) -> bool:
        """Whether it only defines, imports or sets a constant."""
        return bool(self.binds) and _only_defines(self.node)


class Program(NamedTuple):
    """What is run to have a function, in the order of the file.

    ``kept`` holds pairs (source, number of the statement in it), ``used`` what they are
    in words, and ``left_out`` what the function uses and is not run.
    """

    function: str
    sources: tuple[Source, ...]
    kept: tuple[tuple[int, int], ...]
    used: tuple[str, ...]
    left_out: tuple[str, ...]
    loop: str


class Submission:
    """A .py file or a notebook; CommandError if it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        if path.suffix not in SUFFIXES:
            raise CommandError(f"{path.name} is neither a .py file nor a notebook")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes")
        try:
            text = path.read_text(encoding="utf-8-sig")
        except UnicodeDecodeError:
            raise CommandError(f"{path.name} is not a text in UTF-8") from None
        is_notebook = path.suffix == ".ipynb"
        cells = _cells(path.name, text) if is_notebook else [Source(path.name, text)]
        if sum(len(cell.text) for cell in cells) > MAX_CODE_CHARACTERS:
            raise CommandError(
                f"{path.name} has more than {MAX_CODE_CHARACTERS:,} characters"
            )
        if is_notebook:
            cells = [c._replace(text=_without_ipython(c.text)) for c in cells]
        self.sources, self.faults = tuple(cells), list[str]()
        self.statements = list(chain(*map(self._parse, range(len(cells)))))
        if self.faults and not is_notebook:
            raise CommandError(self.faults[0])

    def _parse(self, source: int) -> Iterator[Statement]:
        label, text = self.sources[source]
        try:
            tree = ast.parse(text, label)
        except SyntaxError as error:
            self.faults.append(
                f"{label} is not Python: line {error.lineno}, {error.msg}"
            )
            return
        except (ValueError, RecursionError, MemoryError):
            self.faults.append(f"{label} is not Python")
            return
        for number, node in enumerate(tree.body):
            yield Statement(source, number, node, tuple(_names_bound(node)))

    @property
    def functions(self) -> tuple[str, ...]:
        """The names that are defined, in the order of the file."""
        return tuple(
            dict.fromkeys(
                name
                for s in self.statements
                if s.is_run and not isinstance(s.node, IMPORTS)
                for name in s.binds
            )
        )

    def check_calls(self) -> list[tuple[str, str]]:
        """Return the pairs (exercise, function) that the file hands to ``check``."""
        bound = set(chain(*(s.binds for s in self.statements)))
        found = []
        for s in self.statements:
            for call in ast.walk(s.node):
                match call:
                    case ast.Call(
                        func=ast.Name("check") | ast.Attribute(attr="check"),
                        args=[ast.Constant(str(exercise)), ast.Name(function), *_],
                    ):
                        # An unbound name in a definition may be that of an argument.
                        if function in bound or not isinstance(s.node, DEFINITIONS):
                            found.append((exercise, function))
        return list(dict.fromkeys(found))

    def program(self, function: str) -> Program | None:
        """Return what is to be run to have a function; None if nothing is its name."""
        needed, queue = set[str](), [function]
        kept, left_out = list[Statement](), list[Statement]()
        if not any(function in s.binds for s in self.statements):
            return None
        while queue:
            name = queue.pop()
            needed.add(name)
            for s in self.statements:
                if name not in s.binds or s in kept or s in left_out:
                    continue
                (kept if s.is_run else left_out).append(s)
                if s.is_run:
                    queue += [n for n in _names_used(s.node) if n not in needed]
        stars = [s for s in self.statements if "*" in s.binds]
        kept = sorted([*kept, *stars], key=lambda s: s[:2])
        return Program(
            function,
            self.sources,
            tuple((s.source, s.number) for s in kept),
            tuple(map(self._in_words, kept)),
            tuple(map(self._in_words, sorted(left_out, key=lambda s: s[:2]))),
            self._first_loop(kept),
        )

    def _in_words(self, s: Statement) -> str:
        names = ", ".join(s.binds)
        if not isinstance(s.node, DEFINITIONS):
            lines = (
                ast.get_source_segment(self.sources[s.source].text, s.node) or "?",
            )
            names = lines[0].splitlines()[0][:60]
        return f"{names} ({self._place(s, s.node.lineno)})"

    def _place(self, s: Statement, line: int) -> str:
        cell = self.sources[s.source].label.partition(", ")[2]
        return f"line {line}" + (f" of {cell}" if cell else "")

    def _first_loop(self, kept: Sequence[Statement]) -> str:
        """Where the first loop stands in what is kept, if there is one."""
        for s in kept:
            for node in ast.walk(s.node):
                if isinstance(node, LOOPS):
                    place = node.target if isinstance(node, ast.comprehension) else node
                    return self._place(s, place.lineno)
        return ""


def _cells(name: str, text: str) -> list[Source]:
    """Return the code of a notebook's cells."""
    try:
        cells = json.loads(text)["cells"]
        found = [
            Source(f"{name}, cell {number}", "".join(cell["source"]))
            for number, cell in enumerate(cells, 1)
            if cell["cell_type"] == "code"
        ]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(f"{name} is not a notebook of format 4") from None
    return found


def _without_ipython(cell: str) -> str:
    """Return a cell with ``pass`` for each line at which Python fails and IPython doesn't.

    A line that begins with ``%`` inside an expression or a string is Python, and stays.
    """
    lines = cell.split("\n")
    for _ in range(MAX_IPYTHON_LINES):
        try:
            ast.parse("\n".join(lines))
            break
        except SyntaxError as error:
            at = (error.lineno or 1) - 1
        except (ValueError, RecursionError, MemoryError):
            break
        if not any(map(IPYTHON_LINE.match, lines[at : at + 1])):
            break
        last = at
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        indent = re.split(r"\S", lines[at])[0]
        lines[at : last + 1] = [f"{indent}pass", *[""] * (last - at)]
    return "\n".join(lines)


def _only_defines(node: ast.stmt) -> bool:
    if isinstance(node, BRANCHES):
        test = getattr(node, "test", None)
        return (test is None or _is_constant(test)) and all(
            isinstance(part, ast.Pass) or _only_defines(part)
            for part in _statements_of_branches(node)
        )
    if isinstance(node, ASSIGNMENTS):
        return node.value is not None and _is_constant(node.value)
    return isinstance(node, (*DEFINITIONS, *IMPORTS))


def _statements_of_branches(node: ast.stmt) -> list[ast.stmt]:
    """Return the statements of all branches."""
    holders = [node, *getattr(node, "handlers", ())]
    fields = ("body", "orelse", "finalbody")
    return [part for h in holders for f in fields for part in getattr(h, f, ())]


def _is_constant(value: ast.expr) -> bool:
    if isinstance(value, ast.Lambda):
        return True
    return all(isinstance(node, CONSTANT_NODES) for node in ast.walk(value))


def _names_bound(node: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement at the top level binds; "*" for all."""
    if isinstance(node, DEFINITIONS):
        yield node.name
    elif isinstance(node, IMPORTS):
        of_svmlib = getattr(node, "module", "") or ""
        for alias in node.names:
            if alias.name != "*" or of_svmlib.split(".")[0] != "svmlib":
                yield alias.asname or alias.name.split(".")[0]
    elif isinstance(node, BRANCHES):
        for statement in _statements_of_branches(node):
            yield from _names_bound(statement)
    else:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                yield part.id


def _names_used(node: ast.stmt) -> Collection[str]:
    """Return the names that a statement looks up, wherever it does."""
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}

"""Read a student's file, and take from it what a function needs, and nothing else.

A function needs the statements that bind the names that it looks up, and so on from
there. Whatever else stands at the top of a file or in a notebook's cells, such as an
hour of training, is not run.
"""

import ast
import json
import re
import symtable
from collections.abc import Collection, Iterator, Sequence
from enum import Enum, auto
from importlib.util import decode_source
from itertools import chain
from pathlib import Path
from typing import NamedTuple

MAX_FILE_BYTES = 20_000_000  # a notebook may hold pictures
MAX_CODE_CHARACTERS = 1_000_000
SUFFIXES = (".py", ".ipynb")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LOOPS = (ast.For, ast.While, ast.comprehension)
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


class How(Enum):
    """How a statement binds or changes a name; the first of several counts.

    Where a definition has the name, only ``DEFINES`` and ``KEEPS`` are run.
    """

    DEFINES = auto()  # def, class, import, lambda
    KEEPS = auto()  # `f = g`, `f = jit(f)`, `f.calls = 0`
    ASSIGNS = auto()  # `f = g(x)`
    CALLS = auto()  # a method, which may change the object: `f.append(0.1)`


class Statement(NamedTuple):
    """A statement at the top level: where it stands, and the names that it binds."""

    source: int
    number: int
    node: ast.stmt
    binds: dict[str, How]

    @property
    def place(self) -> tuple[int, int]:
        """Its source, and its number in it."""
        return self.source, self.number

    @property
    def is_always_run(self) -> bool:
        """Whether it is of use without a name that it binds."""
        return "*" in self.binds or self.is_of_the_future

    @property
    def is_of_the_future(self) -> bool:
        """Whether it says how the rest is compiled."""
        return getattr(self.node, "module", None) == "__future__"


class Program(NamedTuple):
    """What is run to have a function, in the order of the file.

    ``kept`` holds pairs (source, number of the statement in it), ``used`` what they are
    in words, and ``left_out`` what would give another meaning to a name that is defined.
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
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            raise CommandError(f"{path.name} is neither a .py file nor a notebook")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise CommandError(f"{path.name} is larger than {MAX_FILE_BYTES:,} bytes")
        try:
            text = decode_source(path.read_bytes())
        except (UnicodeError, SyntaxError, LookupError):
            raise CommandError(f"{path.name} is not a text in UTF-8") from None
        is_notebook = suffix == ".ipynb"
        cells = _cells(path.name, text) if is_notebook else [Source(path.name, text)]
        if sum(len(cell.text) for cell in cells) > MAX_CODE_CHARACTERS:
            raise CommandError(
                f"{path.name} has more than {MAX_CODE_CHARACTERS:,} characters"
            )
        if is_notebook:
            cells = [c._replace(text=_without_ipython(c.text)) for c in cells]
        self.sources, self.faults = tuple(cells), list[str]()
        self.lines = [re.split("\r\n?|\n", cell.text) for cell in cells]
        self.statements = list(chain(*map(self._parse, range(len(cells)))))
        self.binding: dict[str, list[Statement]] = {}
        for s in self.statements:
            for name in s.binds:
                self.binding.setdefault(name, []).append(s)
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
            yield Statement(source, number, node, _names_bound(node))

    @property
    def functions(self) -> tuple[str, ...]:
        """The functions and classes, other names of them included, in the order of the file."""
        found: dict[str, None] = {}
        for s in self.statements:
            alias = getattr(s.node, "value", None)
            is_alias = isinstance(alias, ast.Name) and alias.id in found
            if not isinstance(s.node, IMPORTS):
                names = (
                    n for n, how in s.binds.items() if is_alias or how is How.DEFINES
                )
                found.update(dict.fromkeys(names))
        return tuple(found)

    def check_calls(self) -> list[tuple[str, str]]:
        """Return the pairs (exercise, function) that the file hands to ``check``."""
        found = []
        for s in self.statements:
            for call in ast.walk(s.node):
                match call:
                    case ast.Call(
                        func=ast.Name("check") | ast.Attribute(attr="check"),
                        args=[ast.Constant(str(exercise)), ast.Name(function), *_],
                    ):
                        # An unbound name in a definition may be that of an argument.
                        if function in self.binding or not isinstance(
                            s.node, DEFINITIONS
                        ):
                            found.append((exercise, function))
        return list(dict.fromkeys(found))

    def program(self, function: str) -> Program | None:
        """Return what is to be run to have a function; None if nothing is its name."""
        if function not in self.binding:
            return None
        needed, queue = set[str](), [function]
        keep = {s.place: s for s in self.statements if s.is_always_run}
        leave_out = dict[tuple[int, int], Statement]()
        while queue:
            name = queue.pop()
            if name in needed:
                continue
            needed.add(name)
            binding = self.binding.get(name, [])
            is_defined = any(s.binds[name] is How.DEFINES for s in binding)
            for s in binding:
                # Below a function train, `train, test = split(data)` isn't what is graded.
                if not is_defined or s.binds[name] in (How.DEFINES, How.KEEPS):
                    if s.place not in keep:
                        keep[s.place] = s
                        queue += _names_used(s.node)
                elif s.binds[name] is How.ASSIGNS:
                    leave_out[s.place] = s
        kept = sorted(
            keep.values(), key=lambda s: (s.source, not s.is_of_the_future, s.number)
        )
        left_out = [
            leave_out[place] for place in sorted(leave_out.keys() - keep.keys())
        ]
        return Program(
            function,
            self.sources,
            tuple(s.place for s in kept),
            tuple(map(self._in_words, kept)),
            tuple(map(self._in_words, left_out)),
            self._first_loop(kept),
        )

    def _in_words(self, s: Statement) -> str:
        node = s.node
        what = ", ".join(s.binds)
        if not isinstance(node, DEFINITIONS):
            first = self.lines[s.source][node.lineno - 1].encode()
            end = node.end_col_offset if node.end_lineno == node.lineno else None
            what = first[node.col_offset : end].decode()[:60]
        return f"{what} ({self._place(s, node.lineno)})"

    def _place(self, s: Statement, line: int) -> str:
        cell = self.sources[s.source].label.partition(", ")[2]
        return f"line {line}" + (f" of {cell}" if cell else "")

    def _first_loop(self, kept: Sequence[Statement]) -> str:
        """Where the first loop of a function stands in what is kept, if there is one."""
        for s in kept:
            functions = [
                part for part in ast.walk(s.node) if isinstance(part, FUNCTIONS)
            ]
            for node in chain(*map(ast.walk, functions)):
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


def _names_bound(node: ast.stmt) -> dict[str, How]:
    """Return the names that a statement at the top level binds or changes; "*" for all."""
    found: dict[str, How] = {}

    def bind(name: str, how: How) -> None:
        found[name] = min(how, found.get(name, how), key=lambda how: how.value)

    parts: list[ast.AST] = [node]
    for part in parts:
        match part:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                bind(part.name, How.DEFINES)
                continue  # what stands inside has names of its own
            case ast.Lambda() | ast.comprehension():
                continue
            case ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()])):
                continue  # `if __name__ == "__main__"` is not run
            case ast.Import() | ast.ImportFrom():
                of_svmlib = getattr(part, "module", None) or ""
                for alias in part.names:
                    if alias.name != "*" or of_svmlib.split(".")[0] != "svmlib":
                        name = alias.asname or alias.name.split(".")[0]
                        bind(name, How.DEFINES)
            case ast.Assign(targets=[ast.Name(name)], value=ast.Lambda()):
                bind(name, How.DEFINES)
            case ast.Assign(
                targets=[ast.Name(name)], value=ast.Name() | ast.Attribute()
            ):
                bind(name, How.KEEPS)
            case ast.Assign(
                [ast.Name(name)], ast.Call(args=[ast.Name(wrapped), *_])
            ) if wrapped == name:
                bind(name, How.KEEPS)
            case (
                ast.Name(name, ast.Store())
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(name=str(name))
                | ast.MatchMapping(rest=str(name))
            ):
                bind(name, How.ASSIGNS)
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                bind(_root(part), How.KEEPS)
            case ast.Expr(ast.Call(ast.Attribute() as method)):
                bind(_root(method), How.CALLS)
        parts += ast.iter_child_nodes(part)
    found.pop("", None)
    return found


def _root(node: ast.expr) -> str:
    """Return the name a in `a.b[c].d`, "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _names_used(node: ast.stmt) -> Collection[str]:
    """Return the names that a statement looks up at the top level, wherever it does."""
    try:
        tables = [symtable.symtable(ast.unparse(node), "", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    used = set[str]()
    for table in tables:
        tables += table.get_children()
        is_function = table.get_type() == "function"
        used.update(
            symbol.get_name()
            for symbol in table.get_symbols()
            if symbol.is_global() or (symbol.is_referenced() and not is_function)
        )
    return used

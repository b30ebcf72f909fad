"""Read a student's file, and take from it what a function needs, and nothing else.

A function needs the statements that bind the names that it looks up, and so on from
there. Whatever else stands at the top of a file or in a notebook's cells, such as an
hour of training, is not run.
"""

import ast
import json
import re
import symtable
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from importlib.util import decode_source
from pathlib import Path
from typing import Any, NamedTuple

from svmlib.exercises.running._expressions import FUNCTIONS, LOOPS

MAX_CODE_CHARACTERS = 1_000_000  # twenty times as many take gigabytes to parse
SUFFIXES = (".py", ".ipynb")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
# What calls a function for each entry or row is a loop as well.
NUMPY_LOOPS = ("vectorize", "frompyfunc", "apply_along_axis")
LOOP_NAMES = ("map", "filter", "reduce", "starmap", *NUMPY_LOOPS)
DOTTED_LOOPS = ("functools.reduce", "itertools.starmap")  # np.add.reduce is none
# What IPython takes from a cell: `%name`, `!command`, `?name`, `name?`, `a = %name`,
# `a = !command`, and the magics that run the rest of the cell as Python.
IPYTHON_LINE = re.compile(
    r"\s*(%(?!%)|%%(time|timeit|capture|prun)\b|[!?]|[\w.*%]+\?+\s*$|[\w\s,.*]+=\s*[%!])"
)
MAX_IPYTHON_LINES = 100  # in a cell, which is parsed again after each
ALWAYS = "*"  # bound by what is run whatever the function: a star import, for one


class CommandError(ValueError):
    """A command can't be run on what it was given: why, in one sentence."""


class Source(NamedTuple):
    """The text of a file or of a cell, and what tracebacks call it."""

    label: str
    text: str


class Statement(NamedTuple):
    """A statement at the top level: its place, and the names that it binds or changes.

    The place is the number of its source, and its own number there. ``binds`` says of
    each name whether the statement is run even if the name is that of a function, a class
    or an import: below ``def f``, `f = jit(f)` is run, and `f = g(x)` isn't.
    """

    place: tuple[int, int]
    node: ast.stmt
    binds: dict[str, bool]


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
    def note(self) -> str:
        """What was run to have the function, as a student is told."""
        listed = "; ".join(self.used)
        note = f"To get {self.function}, these statements were run: {listed}."
        if self.left_out:
            left_out = "; ".join(self.left_out)
            note += f" Not run, though it may change what they set: {left_out}."
        return note


class StudentFile:
    """A .py file or a notebook; CommandError if it cannot be read."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        suffix = path.suffix.lower()
        if suffix not in SUFFIXES:
            raise CommandError(f"{path.name} is neither a .py file nor a notebook")
        try:
            text = decode_source(path.read_bytes())
        except (UnicodeError, SyntaxError, LookupError):
            raise CommandError(f"{path.name} is not a text in UTF-8") from None
        is_notebook = suffix == ".ipynb"
        cells = _cells(path.name, text) if is_notebook else [Source(path.name, text)]
        self.sources, self.unread = list[Source](), list[str]()
        self.statements = list[Statement]()
        for cell in cells:
            try:
                source, tree = _parse(cell, is_notebook)
            except CommandError as error:
                if not is_notebook:
                    raise
                self.unread.append(str(error))
                continue
            for number, node in enumerate(tree.body):
                place = len(self.sources), number
                self.statements.append(Statement(place, node, _names_bound(node)))
            self.sources.append(source)
        self.binding: dict[str, list[Statement]] = {}
        for s in self.statements:
            for name in s.binds:
                self.binding.setdefault(name, []).append(s)

    @property
    def functions(self) -> tuple[str, ...]:
        """The names of functions, aliases included, in the file's order."""
        found: dict[str, None] = {}
        for node in _with_branches([s.node for s in self.statements]):
            match node:
                case (
                    ast.FunctionDef(name)
                    | ast.AsyncFunctionDef(name)
                    | ast.Assign([ast.Name(name)], ast.Lambda())
                    | ast.AnnAssign(ast.Name(name), value=ast.Lambda())
                ):
                    found[name] = None
                case ast.Assign(
                    [ast.Name(name)],
                    ast.Call(ast.Name("partial") | ast.Attribute(attr="partial")),
                ):
                    found[name] = None
                case ast.Assign([ast.Name(name)], ast.Name(other)) if other in found:
                    found[name] = None
        return tuple(found)

    @property
    def not_run(self) -> dict[str, str]:
        """The lines of functions that ``if __name__ == "__main__":`` hides, by name."""
        return {
            node.name: self._line(s, node)
            for s in self.statements
            if _is_main_program(s.node)
            for node in ast.walk(s.node)
            if isinstance(node, DEFINITIONS)
        }

    def check_calls(self) -> list[tuple[str, str]]:
        """Return the pairs (exercise, function) that the file hands to ``check``."""
        found = []
        for s in self.statements:
            for call in ast.walk(s.node):
                match _arguments_of_check(call):
                    case {
                        "name": ast.Constant(str(exercise)),
                        "attempt": ast.Name(function),
                    }:
                        # An unbound name in a definition may be that of an argument.
                        if function in self.binding or not isinstance(
                            s.node, DEFINITIONS
                        ):
                            found.append((exercise, function))
        return list(dict.fromkeys(found))

    def program(self, function: str) -> Program | None:
        """Return what has to be run to have a function; None if nothing has its name."""
        if function not in self.binding:
            return None
        kept = self._needed_for(function)
        return Program(
            function,
            tuple(self.sources),
            tuple(s.place for s in kept),
            tuple(map(self._in_words, kept)),
            tuple(map(self._in_words, self._left_out(kept))),
            self._first_loop(kept),
        )

    def _needed_for(self, function: str) -> list[Statement]:
        """Return the statements that a function needs, in the file's order."""
        seen, places, queue = set[str](), set[tuple[int, int]](), [ALWAYS, function]
        while queue:
            name = queue.pop()
            if name in seen:
                continue
            seen.add(name)
            binding = self.binding.get(name, [])
            is_defined = any(
                isinstance(s.node, DEFINITIONS + IMPORTS)
                or isinstance(getattr(s.node, "value", None), ast.Lambda)
                for s in binding
            )
            for s in binding:
                # Below a function train, `train, test = split(data)` isn't what is graded.
                if (s.binds[name] or not is_defined) and s.place not in places:
                    places.add(s.place)
                    queue += _names_used(s.node)
        return [s for s in self.statements if s.place in places]

    def _first_loop(self, statements: Sequence[Statement]) -> str:
        """Return the line of the first loop in a function, "" if there is none.

        Comprehensions count, as do a function that calls itself and what calls a function
        again and again, such as `map` or `np.vectorize`, even if it has got another name.
        Their names stand beside the line.
        """
        nodes = [(s, node) for s in statements for node in ast.walk(s.node)]
        own = {name for _, node in nodes if (name := _name_given(node))}
        modules = {
            node.asname or node.name: node.name
            for _, node in nodes
            if isinstance(node, ast.alias)
        }
        for s, part in nodes:
            if isinstance(part, FUNCTIONS) or _renames(part):
                for node in ast.walk(part):
                    if isinstance(node, LOOPS):
                        return self._line(s, node)
                    function = getattr(part, "name", "")
                    name = _loop_by_name(node, function, own, modules)
                    if name:
                        return f"{self._line(s, node)} (`{name}`)"
        return ""

    def _left_out(self, kept: Sequence[Statement]) -> Iterator[Statement]:
        """Yield calls that aren't run, of functions that may change what is kept."""
        needed = {
            name
            for s in kept
            for name in s.binds
            if not isinstance(s.node, DEFINITIONS + IMPORTS)
        }
        for s in self.statements:
            match s.node:
                case ast.Expr(ast.Call(ast.Name(function))) if s not in kept:
                    called = [
                        other.node
                        for other in self.binding.get(function, [])
                        if isinstance(other.node, DEFINITIONS)
                    ]
                    used = set(_names_used(s.node)).union(*map(_names_used, called))
                    if called and used & needed:
                        yield s

    def _in_words(self, s: Statement) -> str:
        if isinstance(s.node, DEFINITIONS):
            what = s.node.name
        else:
            text = self.sources[s.place[0]].text
            what = (ast.get_source_segment(text, s.node) or "").split("\n")[0][:60]
        return f"{what} ({self._line(s, s.node)})"

    def _line(self, s: Statement, node: Any) -> str:
        cell = self.sources[s.place[0]].label.partition(", ")[2]
        return f"line {node.lineno}" + (f" of {cell}" if cell else "")


def say_missing(function: str, files: Sequence[StudentFile]) -> str:
    """Say that no file has a function, or that one defines it where it isn't run."""
    for file in files:
        if function in file.not_run:
            return (
                f'{function} is defined under `if __name__ == "__main__":`, in '
                f"{file.not_run[function]}, and what stands there is not run. Move the "
                "function out of it."
            )
    return f"there is no function {function}."


def _cells(name: str, text: str) -> list[Source]:
    """Return the code of a notebook's cells."""
    try:
        return [
            Source(f"{name}, cell {number}", "".join(cell["source"]))
            for number, cell in enumerate(json.loads(text)["cells"], 1)
            if cell["cell_type"] == "code"
        ]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(f"{name} is not a notebook of format 4") from None


def _parse(source: Source, is_cell: bool) -> tuple[Source, ast.Module]:
    """Parse a source; return it with ``pass`` for what IPython takes from a cell.

    A line counts as IPython's if Python fails at it. One that begins with ``%`` inside
    an expression or a string is Python, and stays.
    """
    label, text = source
    if len(text) > MAX_CODE_CHARACTERS:
        raise CommandError(f"{label} has more than {MAX_CODE_CHARACTERS:,} characters")
    lines = text.split("\n")
    for _ in range(MAX_IPYTHON_LINES):
        try:
            text = "\n".join(lines)
            return Source(label, text), ast.parse(text, label)
        except SyntaxError as error:
            # Python gives no line where the source holds null bytes.
            line = f"line {error.lineno}, " if error.lineno else ""
            why = f"{line}{error.msg}"
            at = (error.lineno or 1) - 1
        except (ValueError, RecursionError, MemoryError):
            raise CommandError(f"{label} is not Python") from None
        if not is_cell or not any(map(IPYTHON_LINE.match, lines[at : at + 1])):
            break
        last = at
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        indent = re.split(r"\S", lines[at])[0]
        lines[at : last + 1] = [f"{indent}pass", *[""] * (last - at)]
    raise CommandError(f"{label} is not Python: {why}")


def _name_given(node: ast.AST) -> str:
    """Return the name to which a node gives a meaning of the program's own, or ""."""
    match node:
        case ast.Name(name, ast.Store()) | ast.arg(name) | ast.FunctionDef(name):
            return name
    return ""


def _renames(node: ast.AST) -> bool:
    """Whether it gives something another name: ``m = map``."""
    match node:
        case ast.alias(asname=str()) | ast.Assign(value=ast.Name() | ast.Attribute()):
            return True
    return False


def _loop_by_name(
    node: ast.AST, function: str, own: Collection[str], modules: Mapping[str, str]
) -> str:
    """Return the loop that a node of a function names, "" if it names none.

    ``own`` holds names that have a meaning of the program's own: a mask may be called
    `filter`. ``modules`` tells what it calls the modules that it imports.
    """
    match node:
        case ast.Attribute(value, name):
            module = ast.unparse(value)
            dotted = f"{modules.get(module, module)}.{name}"
            is_loop = name in NUMPY_LOOPS or dotted in DOTTED_LOOPS
            return ast.unparse(node) if is_loop else ""
        case ast.Name(name, ast.Load()) if name in LOOP_NAMES and name not in own:
            return name
        case ast.alias(name) if name in LOOP_NAMES:
            return name
        case ast.Call(ast.Name(name)) if name == function:
            return name
    return ""


def _with_branches(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and, after each, those in its branches that are run."""
    for node in nodes:
        yield node
        if not isinstance(node, (*DEFINITIONS, ast.expr)) and not _is_main_program(
            node
        ):
            yield from _with_branches(ast.iter_child_nodes(node))


def _arguments_of_check(node: ast.AST) -> dict[str | None, ast.expr]:
    """Return what a call of ``check`` is given, by name; {} for any other node."""
    match node:
        case ast.Call(ast.Name("check") | ast.Attribute(attr="check"), args, keywords):
            by_name = {keyword.arg: keyword.value for keyword in keywords}
            return {**dict(zip(("name", "attempt"), args, strict=False)), **by_name}
    return {}


def _names_bound(node: ast.stmt) -> dict[str, bool]:
    """Return the names that a statement at the top level binds or changes.

    They are as in a `Statement`: below a definition of f, `f = g`, `f = jit(f)` and
    `f.calls = 0` are run, and `f = g(x)` is not.
    """
    found: dict[str, bool] = {}

    def bind(name: str, is_run: bool = True) -> None:
        found[name] = is_run or found.get(name, False)

    parts: list[ast.AST] = [node]
    for part in parts:
        match part:
            case (
                ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name)
            ):
                bind(name)
                continue  # what stands inside has names of its own
            case ast.Lambda() | ast.comprehension():
                continue
            case ast.If() if _is_main_program(part):
                continue  # it is not run
            case ast.ImportFrom("__future__"):
                bind(ALWAYS)
            case ast.ImportFrom(str(module), [ast.alias("*")]):
                if module.split(".")[0] != "svmlib":
                    bind(ALWAYS)
            case ast.Import(names) | ast.ImportFrom(names=names):
                for alias in names:
                    bind(alias.asname or alias.name.split(".")[0])
            case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                ast.Name(name), value=value
            ) if isinstance(value, ast.Name | ast.Attribute | ast.Lambda):
                bind(name)
            case ast.Assign(
                [ast.Name(name)], ast.Call(args=[ast.Name(wrapped), *_])
            ) if wrapped == name:
                bind(name)
            case (
                ast.Name(name, ast.Store())
                | ast.MatchAs(name=str(name))
                | ast.MatchStar(str(name))
                | ast.MatchMapping(rest=str(name))
            ):
                bind(name, is_run=False)
            case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()):
                bind(_root(part))
            case ast.Expr(ast.Call(ast.Attribute() as method)):
                bind(_root(method), is_run=False)  # it may change it: `f.append(0.1)`
        parts += ast.iter_child_nodes(part)
    found.pop("", None)
    return found


def _is_main_program(node: ast.AST) -> bool:
    """Whether it begins with ``if __name__ == "__main__":``."""
    match node:
        case ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()])) | ast.If(
            ast.Compare(comparators=[ast.Name("__name__")], ops=[ast.Eq()])
        ):
            return True
    return False


def _root(node: ast.expr) -> str:
    """Return the name a in `a.b[c].d`, "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _names_used(node: ast.stmt) -> Collection[str]:
    """Return the global names that a statement uses, in its functions as well."""
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

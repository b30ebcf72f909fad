"""A statement at the top level of a file: which names it binds, and which it uses."""

import ast
import symtable
import sys
from collections.abc import Collection
from importlib.machinery import PathFinder
from typing import Any, NamedTuple

from svmlib.exercises.submissions._source import Source

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)
# These stand among the names that a statement binds. The first marks one that every
# function needs, such as a star import. The second marks a star import of a module that
# isn't found: that import is run only if a name is used that nothing else binds, and then
# its exception says which module is missing.
ALWAYS = "*"
NOT_FOUND = "?"


class Statement(NamedTuple):
    """A statement at the top level: its place, and the names that it binds or changes.

    ``place`` holds the number of its source, and its own number in that source. ``binds``
    has the names that it gives a value. A name maps to True if every program that uses the
    name needs this statement, and to False if a program that has a function, class or import
    of that name doesn't. Below ``def f``, `f = jit(f)` is needed, because it wraps the
    function, but `f = g(x)` only reuses the name.
    """

    place: tuple[int, int]
    source: Source
    node: ast.stmt
    binds: dict[str, bool]

    def line_of(self, node: Any) -> str:
        """Say in which line, of which cell, a part of the statement is."""
        cell = self.source.cell
        return f"line {node.lineno}" + (f" of {cell}" if cell else "")

    def first_line_of(self, node: ast.AST) -> str:
        """Return the first line of a part of the statement."""
        text = ast.get_source_segment(self.source.text, node) or ""
        return text.split("\n")[0]

    def in_words(self) -> str:
        """Return the name that it defines, or how it begins, and its line."""
        line = self.first_line_of(self.node)
        what = line if len(line) <= 60 else f"{line[:56]} ..."
        if isinstance(self.node, DEFINITIONS):
            what = self.node.name
        return f"{what} ({self.line_of(self.node)})"


def names_bound(node: ast.stmt) -> dict[str, bool]:
    """Return the names that a statement at the top level binds or changes.

    With each comes what `Statement.binds` says of it: True for f in `f = g`, `f = jit(f)`
    and `f.calls = 0`, and False in `f = g(x)`.
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
            case ast.If() if is_main_program(part):
                continue  # it is not run
            case ast.ImportFrom("__future__"):
                bind(ALWAYS)
            case ast.ImportFrom(str(module), [ast.alias("*")]):
                package = module.split(".")[0]
                if package != "svmlib":
                    bind(ALWAYS if _is_found(package) else NOT_FOUND)
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
                bind(root_name(part))
            case ast.Expr(ast.Call(ast.Attribute() as method)):
                # It may change it: `f.append(0.1)`.
                bind(root_name(method), is_run=False)
        parts += ast.iter_child_nodes(part)
    found.pop("", None)
    return found


def function_named(node: ast.AST) -> str:
    """Return the name of the function that a node defines, or ""."""
    match node:
        case (
            ast.FunctionDef(name)
            | ast.AsyncFunctionDef(name)
            | ast.Assign([ast.Name(name)], ast.Lambda())
            | ast.AnnAssign(ast.Name(name), value=ast.Lambda())
            | ast.NamedExpr(ast.Name(name), ast.Lambda())
        ):
            return name
    return ""


def names_used(node: ast.stmt) -> Collection[str]:
    """Return the global names that a statement reads, in its functions as well."""
    try:
        tree = _Rewriter().visit(ast.parse(ast.unparse(node)))
        tables = [symtable.symtable(ast.unparse(tree), "", "exec")]
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    used = set[str]()
    for table in tables:
        tables += table.get_children()
        is_function = table.get_type() == "function"
        for symbol in table.get_symbols():
            # Outside functions, a name that is set is global even if nothing reads it.
            if symbol.is_global() if is_function else symbol.is_referenced():
                used.add(symbol.get_name())
    return used


def is_main_program(node: ast.AST) -> bool:
    """Whether it begins with ``if __name__ == "__main__":``."""
    match node:
        case ast.If(ast.Compare(ast.Name("__name__"), [ast.Eq()])) | ast.If(
            ast.Compare(comparators=[ast.Name("__name__")], ops=[ast.Eq()])
        ):
            return True
    return False


def root_name(node: ast.expr) -> str:
    """Return the name a in `a.b[c].d`, "" if there is none."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _is_found(package: str) -> bool:
    is_standard = package in sys.stdlib_module_names
    return is_standard or PathFinder.find_spec(package) is not None


class _Rewriter(ast.NodeTransformer):
    """Rewrites a statement, so that its symbol table says which names it reads.

    The table doesn't count a as read in `a += b`. Since Python 3.12, it counts x as read
    in `[x for x in a]`, but not in a generator.
    """

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Write `a += b` as `a = a + b`."""
        self.generic_visit(node)
        if not isinstance(node.target, ast.Name):
            return node
        old = ast.Name(node.target.id, ast.Load())
        return ast.Assign([node.target], ast.BinOp(old, node.op, node.value), lineno=0)

    def visit_ListComp(self, node: ast.ListComp | ast.SetComp) -> ast.AST:
        """Write `[x for x in a]` as `(x for x in a)`."""
        self.generic_visit(node)
        return ast.GeneratorExp(node.elt, node.generators)

    visit_SetComp = visit_ListComp

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        """Write `{x: y for x, y in a}` as `((x, y) for x, y in a)`."""
        self.generic_visit(node)
        pair = ast.Tuple([node.key, node.value], ast.Load())
        return ast.GeneratorExp(pair, node.generators)

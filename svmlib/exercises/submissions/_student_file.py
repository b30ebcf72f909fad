"""Which functions are in a student's file."""

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from svmlib.exercises.submissions._source import read_code
from svmlib.exercises.submissions._statement import (
    DEFINITIONS,
    IMPORTS,
    Statement,
    function_named,
    is_main_program,
    names_bound,
    root_name,
)


class StudentFile:
    """A .py file or a notebook; CommandError if it cannot be read.

    ``unread`` says which cells of a notebook can't be read, and why; ``binding`` holds the
    statements that bind or change a name.
    """

    def __init__(self, path: Path) -> None:
        self.name = path.name
        parsed, self.unread = read_code(path)
        self.sources = [source for source, _ in parsed]
        self.statements = [
            Statement((k, number), source, node, names_bound(node))
            for k, (source, tree) in enumerate(parsed)
            for number, node in enumerate(tree.body)
        ]
        self.binding: dict[str, list[Statement]] = {}
        for s in self.statements:
            for name in s.binds:
                self.binding.setdefault(name, []).append(s)

    @cached_property
    def functions(self) -> tuple[str, ...]:
        """The names of functions in the file's order, aliases and methods included."""
        found: dict[str, None] = {}
        for node in _with_branches([s.node for s in self.statements]):
            match node:
                case ast.Assign([ast.Name(name)], value) | ast.AnnAssign(
                    ast.Name(name), value=value
                ) if self._is_function(value, found):
                    found[name] = None
                case _ if name := function_named(node):
                    found[name] = None
        return tuple(found)

    def _is_function(self, value: ast.expr | None, known: Collection[str]) -> bool:
        """Tell whether what is assigned is a function, as far as can be seen.

        It is if it's one of these known ones, a partial, a method of a class in the file
        (Model.predict, or model.predict), an object of a class with a method __call__, or
        from a module (np.linalg.norm).
        """
        match value:
            case ast.Name(name):
                return name in known
            case ast.Call(ast.Name("partial") | ast.Attribute(attr="partial")):
                return True
            case ast.Call(ast.Name(name)):
                return (name, "__call__") in self.methods
            case ast.Attribute(attr=name):
                of_module = any(
                    isinstance(s.node, IMPORTS)
                    for s in self.binding.get(root_name(value), ())
                )
                return of_module or any(name == method for _, method in self.methods)
        return False

    @cached_property
    def methods(self) -> list[tuple[str, str]]:
        """The methods of the file's classes, each with the name of its class."""
        return [
            (s.node.name, name)
            for s in self.statements
            if isinstance(s.node, ast.ClassDef)
            for node in s.node.body
            if (name := function_named(node))
        ]

    @cached_property
    def hidden_functions(self) -> dict[str, str]:
        """The lines of functions that ``if __name__ == "__main__":`` hides, by name."""
        return {
            node.name: s.line_of(node)
            for s in self.statements
            if is_main_program(s.node)
            for node in ast.walk(s.node)
            if isinstance(node, DEFINITIONS)
        }


def say_missing(
    function: str, files: Sequence[StudentFile], is_all: bool = True
) -> str:
    """Say that no file has a function, or what has its name and isn't one that is tried.

    ``is_all`` says whether these are all files, and every cell could be read.
    """
    for file in files:
        if function in file.hidden_functions:
            return (
                f'{function} is defined under `if __name__ == "__main__":`, in '
                f"{file.hidden_functions[function]}, and what stands there is not run. Move "
                "the function out of it."
            )
        for owner, name in file.methods:
            if name == function:
                return (
                    f"{function} is a method of {owner}, and a function is asked for. A "
                    f"line such as `{name} = {owner}().{name}` makes one of it."
                )
    where = "" if is_all else " in what could be read"
    message = f"there is no function {function}{where}."
    names = [name for file in files for name in file.functions]
    # Not as near as svm_loss_naive is to svm_loss_vectorized: both may be asked for.
    for near in get_close_matches(function, names, n=1, cutoff=0.8):
        message += f" Is it {near}? The name must be exactly the one that is asked for."
    return message


def _with_branches(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and, after each, those in its branches that are run."""
    for node in nodes:
        yield node
        if not isinstance(node, (*DEFINITIONS, ast.expr)) and not is_main_program(node):
            yield from _with_branches(ast.iter_child_nodes(node))

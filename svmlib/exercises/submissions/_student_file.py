"""Which functions are in a student's file, and which exercises they attempt."""

import ast
from collections.abc import Collection, Iterable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path

from svmlib.exercises._exercise import Exercise
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.submissions._source import read_code
from svmlib.exercises.submissions._statement import (
    DEFINITIONS,
    IMPORTS,
    Statement,
    function_named,
    is_main_program,
    names_bound,
    names_used,
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
            (s.node.name, function_named(node))
            for s in self.statements
            if isinstance(s.node, ast.ClassDef)
            for node in s.node.body
        ]

    @cached_property
    def imported(self) -> tuple[str, ...]:
        """The names that are imported from modules other than svmlib's."""
        return tuple(
            alias.asname or alias.name
            for node in _with_branches([s.node for s in self.statements])
            if isinstance(node, ast.ImportFrom)
            and (node.module or "").split(".")[0] != "svmlib"
            for alias in node.names
        )

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

    def find_check_calls(self) -> dict[tuple[str, str], str]:
        """Return the lines where the file hands (exercise, attempt) to ``check``.

        The attempt is the name of a function, or the text of a lambda or a number. A call
        in a loop is left out, and so is one that is handed a parameter of its function.
        """
        found: dict[tuple[str, str], str] = {}
        for s, call, name, attempt in self._calls_of_check():
            match name, attempt:
                case _ if _is_set_by_loop(s.node, name, attempt):
                    pass
                case ast.Constant(str()), ast.Name(function) if isinstance(
                    s.node, DEFINITIONS
                ) and function not in names_used(s.node):
                    pass
                case ast.Constant(str(exercise)), _:
                    pair = exercise, s.first_line_of(attempt)
                    found.setdefault(pair, s.line_of(call))
        return found

    def _unclear_calls(self) -> dict[str, None]:
        """Say of which calls of ``check`` the arguments aren't written out."""
        own = (isinstance(s.node, DEFINITIONS) for s in self.binding.get("check", ()))
        if any(own):  # which may compare any two things
            return {}
        return {
            f"{s.first_line_of(call)}, in {s.line_of(call)}: what it is given shows only when "
            'it is run. Write it out, as in check("mask", my_mask).': None
            for s, call, name, attempt in self._calls_of_check()
            if _is_set_by_loop(s.node, name, attempt)
            or not isinstance(name, ast.Constant)
            and not isinstance(s.node, DEFINITIONS)  # where it may be a parameter
            and isinstance(call.func, ast.Name)
        }

    def _calls_of_check(
        self,
    ) -> Iterator[tuple[Statement, ast.Call, ast.expr, ast.expr]]:
        """Yield the calls of ``check``: statement, call, and the first two arguments."""
        for s in self.statements:
            for call in ast.walk(s.node):
                match call:
                    case ast.Call(ast.Name("check") | ast.Attribute(attr="check")):
                        given = {
                            keyword.arg: keyword.value for keyword in call.keywords
                        }
                        given |= zip(("name", "attempt"), call.args, strict=False)
                        match given:
                            case {"name": name, "attempt": attempt}:
                                yield s, call, name, attempt
                            case {"name": ast.Starred() as both}:
                                yield s, call, both, both

    def find_attempts(self) -> tuple[list[tuple[Exercise, str]], list[str]]:
        """Return the exercises that the file attempts, each with its function's name.

        Also say of which calls of ``check`` the exercise or the function is unknown.
        """
        found, unknown = [], list(self._unclear_calls())
        for (name, attempt), line in self.find_check_calls().items():
            try:
                exercise = CATALOGUE.find(name)
            except ValueError as error:
                unknown.append(f"{attempt}, in {line}: {error}")
                continue
            if attempt.isidentifier():
                found.append((exercise, attempt))
            else:
                unknown.append(
                    f"{attempt}, in {line}: it isn't a name. Give it one in a line above, "
                    "and hand that name to check."
                )
        called = {function for _, function in found}
        functions = *self.functions, *self.hidden_functions, *self.imported
        found += [
            (CATALOGUE.exercises[name], function)
            for function in dict.fromkeys([*functions, *self.binding])
            if function not in called
            and (name := _exercise_named_by(function)) in CATALOGUE.exercises
            # A name that isn't a function's may stand for an answer that is a number.
            and (function in functions or not CATALOGUE.exercises[name].takes)
        ]
        return found, unknown

    def say_unchecked(self, needed: Collection[str]) -> list[str]:
        """Say what is left of the file's functions beside those names that were needed."""
        told, known = [], {*needed, *self.functions}
        called: dict[str, None] = {}
        for s in self.statements:
            match s.node:
                case ast.Assign([ast.Name(name)], ast.Call()) | ast.AnnAssign(
                    ast.Name(name), value=ast.Call()
                ) if name not in known and _is_named_after_exercise(name):
                    called[name] = None
        if called:  # to run it may be an hour of training
            told.append(
                f"{', '.join(called)}: what a call returns isn't known to be a function "
                "before it is run. If it is one, hand its name to check in a line below."
            )
        methods = [
            (owner, name)
            for owner, name in self.methods
            if owner not in needed and _is_named_after_exercise(name)
        ]
        if methods:
            owner, name = methods[0]
            told.append(
                f"{', '.join(map('.'.join, methods))}: a method is tried only if it has a "
                f"name of its own, as in `{name} = {owner}().{name}`."
            )
        functions = [function for function in self.functions if function not in needed]
        if functions:
            names = ", ".join(map(_with_exercise, functions))
            told.append(f"{names}: no exercise has that name.")
        return told


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


def _with_exercise(function: str) -> str:
    """Return a function's name with an exercise's that is similar, or a part of it."""
    known, name = list(CATALOGUE.exercises), _exercise_named_by(function)
    parts = sorted((exercise for exercise in known if exercise in name), key=len)
    near = get_close_matches(name, known, n=1, cutoff=0.8) or parts[-1:]
    return f"{function} (like {near[0]})" if near else function


def _is_named_after_exercise(function: str) -> bool:
    return _exercise_named_by(function) in CATALOGUE.exercises


def _exercise_named_by(function: str) -> str:
    """Return the exercise that a function is named after: svm-loss for my_svm_loss."""
    function = function.lower()
    for part in ("my_", "solved_"):
        function = function.removeprefix(part)
    for part in ("_naive", "_vectorized"):
        function = function.removesuffix(part)
    return function.replace("_", "-")


def _with_branches(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Yield statements and, after each, those in its branches that are run."""
    for node in nodes:
        yield node
        if not isinstance(node, (*DEFINITIONS, ast.expr)) and not is_main_program(node):
            yield from _with_branches(ast.iter_child_nodes(node))


def _is_set_by_loop(statement: ast.AST, *arguments: ast.AST) -> bool:
    """Whether arguments use a name that a loop, or a comprehension, sets in each round."""
    loops = (
        node
        for node in ast.walk(statement)
        if isinstance(node, ast.For | ast.comprehension)
    )
    set_by_loops = {
        ast.unparse(part) for loop in loops for part in ast.walk(loop.target)
    }
    return any(
        isinstance(part, ast.Name) and part.id in set_by_loops
        for argument in arguments
        for part in ast.walk(argument)
    )

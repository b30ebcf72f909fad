"""Which exercises a student's file attempts, for a student who checks the whole file."""

import ast
from collections.abc import Collection, Iterator
from difflib import get_close_matches

from svmlib.exercises._exercise import Exercise
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.submissions._statement import (
    DEFINITIONS,
    Statement,
    names_used,
)
from svmlib.exercises.submissions._student_file import StudentFile


def find_attempts(file: StudentFile) -> tuple[list[tuple[Exercise, str]], list[str]]:
    """Return the exercises that a file attempts, each with its function's name.

    A function is an attempt if the file hands it to ``check``, or else if it's named after
    an exercise. Also say of which calls of ``check`` the exercise or the function is
    unknown.
    """
    found = dict[tuple[Exercise, str], None]()
    unknown = []
    for s, call in _calls_of_check(file):
        where = f"{s.first_line_of(call)}, in {s.line_of(call)}"
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        given |= zip(("name", "attempt"), call.args, strict=False)
        match given:
            case {
                "name": ast.Constant(str(name)),
                "attempt": ast.Name(function),
            } if _is_from_outside(function, s):
                try:
                    found[CATALOGUE.find(name), function] = None
                except ValueError as error:
                    unknown.append(f"{where}: {error}")
            case _:
                unknown.append(
                    f"{where}: what it is given shows only when it is run. Write out the "
                    'names of the exercise and of your attempt, as in check("mask", my_mask).'
                )
    handed = {function for _, function in found}
    imported = [
        name
        for name, (s, *_) in file.binding.items()
        if isinstance(s.node, ast.ImportFrom)
        and (s.node.module or "").split(".")[0] != "svmlib"
    ]
    functions = [*file.functions, *file.hidden_functions, *imported]
    for name in dict.fromkeys([*functions, *file.binding]):
        exercise = _exercise_named_by(name)
        if not exercise or name in handed:
            continue
        # A name that isn't a function's may stand for an answer that is a number.
        if name in functions or not exercise.takes:
            found[exercise, name] = None
    return list(found), unknown


def say_unchecked(file: StudentFile, needed: Collection[str]) -> list[str]:
    """Say what is left of a file's functions beside those names that were needed."""
    told, results = [], list[str]()
    for s in file.statements:
        match s.node:
            case ast.Assign([ast.Name(name)], ast.Call()):
                # To find out what it is, by running the call, may be an hour of training.
                results.append(name)
    results = [r for r in results if r not in needed and _exercise_named_by(r)]
    methods = [
        f"{owner}.{name}"
        for owner, name in file.methods
        if owner not in needed and _exercise_named_by(name)
    ]
    if names := ", ".join(dict.fromkeys(results + methods)):
        told.append(
            f"{names}: the result of a call or a method is tried only if you hand a name "
            'for it to check, as in `f = SVM().predict` and `check("predict", f)`.'
        )
    functions = [function for function in file.functions if function not in needed]
    if functions:
        names = ", ".join(map(_with_exercise, functions))
        told.append(f"{names}: no exercise has that name.")
    return told


def _calls_of_check(file: StudentFile) -> Iterator[tuple[Statement, ast.Call]]:
    """Yield the calls of ``check``, unless it is a function of the file's own."""
    if any(isinstance(s.node, DEFINITIONS) for s in file.binding.get("check", ())):
        return
    for s in file.statements:
        for call in ast.walk(s.node):
            match call:
                # `self.check(X, y)` is another's.
                case ast.Call(ast.Name("check")) | ast.Call(
                    ast.Attribute(attr="check"), [ast.Constant(str()), _]
                ):
                    yield s, call


def _is_from_outside(name: str, statement: Statement) -> bool:
    """Whether a statement only reads a name: it's no parameter, and set by no loop."""
    return name in names_used(statement.node) and statement.binds.get(name, True)


def _with_exercise(function: str) -> str:
    """Return a function's name with an exercise's that is similar, or a part of it."""
    known, name = list(CATALOGUE.exercises), _without_affixes(function)
    parts = sorted((exercise for exercise in known if exercise in name), key=len)
    near = get_close_matches(name, known, n=1, cutoff=0.8) or parts[-1:]
    return f"{function} (like {near[0]})" if near else function


def _exercise_named_by(function: str) -> Exercise | None:
    """Return the exercise that a function is named after: svm-loss for my_svm_loss."""
    return CATALOGUE.exercises.get(_without_affixes(function))


def _without_affixes(function: str) -> str:
    function = function.lower()
    for part in ("my_", "solved_"):
        function = function.removeprefix(part)
    for part in ("_naive", "_vectorized"):
        function = function.removesuffix(part)
    return function.replace("_", "-")

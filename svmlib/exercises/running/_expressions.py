"""The expression that raised an exception, found in the source, and what it does."""

import ast
import linecache
from collections.abc import Iterator
from types import TracebackType

PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


def expressions_at(step: TracebackType) -> list[ast.AST]:
    """Return the expression that raised, and those around it up to its function.

    Without source, return an empty statement.
    """
    code = step.tb_frame.f_code
    position = list(code.co_positions())[step.tb_lasti // 2]
    line, end_line, column, end_column = (number or 0 for number in position)
    try:
        tree = ast.parse("".join(linecache.getlines(code.co_filename)))
    except (SyntaxError, ValueError, MemoryError):
        return [ast.Pass()]
    found: list[ast.AST] = []
    for node in ast.walk(tree):  # which meets the outer ones first
        place = [getattr(node, name, 0) for name in PLACE]
        if place[:2] <= [line, column] and [end_line, end_column] <= place[2:]:
            found = [node] if isinstance(node, FUNCTIONS) else [node, *found]
    return found or [ast.Pass()]


def operands_of(expression: ast.AST, function: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of an expression, and of what was assigned to its names."""
    yield from ast.walk(expression)
    names = {node.id for node in ast.walk(expression) if isinstance(node, ast.Name)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and names & set(map(ast.unparse, node.targets)):
            yield from ast.walk(node.value)


def name_called(node: ast.AST) -> str:
    """Return the name of the function or method that is called, if one is."""
    function = getattr(node, "func", None)
    return str(getattr(function, "id", getattr(function, "attr", "")))


def axes_of(node: ast.AST) -> list[str]:
    """Return what stands between the brackets for each axis, if it is an index."""
    if not isinstance(node, ast.Subscript):
        return []
    axes = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    return [ast.unparse(axis) for axis in axes]


def joins_conditions(node: ast.AST) -> bool:
    """Whether it is one condition made of several."""
    return isinstance(node, ast.BoolOp) or (
        isinstance(node, ast.Compare) and len(node.ops) > 1
    )

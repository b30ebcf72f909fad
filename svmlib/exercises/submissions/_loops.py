"""The first loop in the functions of a program, for questions that allow none."""

import ast
from collections.abc import Collection, Mapping, Sequence

from svmlib.exercises.submissions._statement import Statement, function_named

LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# What calls a function for each entry or row is a loop as well.
NUMPY_LOOPS = ("vectorize", "frompyfunc", "apply_along_axis")
LOOP_NAMES = ("map", "filter", "reduce", "starmap", "accumulate", *NUMPY_LOOPS)
# np.add.reduce and np.add.accumulate are none.
DOTTED_LOOPS = ("functools.reduce", "itertools.starmap", "itertools.accumulate")


def find_first_loop(statements: Sequence[Statement]) -> str:
    """Return the line of the first loop in a function, "" if there is none.

    Comprehensions count, as do a function or a lambda that calls itself by its name and
    what calls a function again and again, such as `map` or `np.vectorize`, even if it has
    got another name. Their names stand beside the line. What isn't found is a method that
    calls itself, functions that call each other, and the ``key`` of `max` or `sorted`.
    """
    nodes = [(s, node) for s in statements for node in ast.walk(s.node)]
    own = {name for _, node in nodes if (name := _name_given(node))}
    modules = {
        node.asname or node.name: node.name
        for _, node in nodes
        if isinstance(node, ast.alias)
    }
    for s, part in nodes:
        function = function_named(part)
        if function or isinstance(part, ast.Lambda) or _renames(part):
            for node in ast.walk(part):
                if isinstance(node, LOOPS):
                    return s.line_of(node)
                name = _loop_by_name(node, function, own, modules)
                if name:
                    return f"{s.line_of(node)} (`{name}`)"
    return ""


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

"""The first loop in the functions of a program, for questions that allow none."""

import ast
from collections.abc import Collection, Mapping, Sequence

from svmlib.exercises.submissions._statement import Statement, function_named

LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
# What calls a function for each entry or row is a loop as well.
LOOP_MAKERS = ("vectorize", "frompyfunc")
NUMPY_LOOPS = (*LOOP_MAKERS, "apply_along_axis")
ITERTOOLS_LOOPS = ("starmap", "accumulate", "filterfalse")
LOOP_NAMES = ("map", "filter", "reduce", *ITERTOOLS_LOOPS, *NUMPY_LOOPS)
# np.add.reduce and np.add.accumulate are none.
DOTTED_LOOPS = ("functools.reduce", *(f"itertools.{name}" for name in ITERTOOLS_LOOPS))


def find_first_loop(statements: Sequence[Statement]) -> str:
    """Return the line of the first loop in a function, "" if there is none.

    Comprehensions count, as do a function or a lambda that calls itself by its name and
    what calls a function again and again, such as `map` or `np.vectorize`, even if it has
    got another name. Their names stand beside the line.

    Outside functions, a loop that computes a constant doesn't count, as in
    `A = list(map(abs, B))`. One that a function may call does: `m = map`,
    `m = partial(map, abs)` or `m = np.vectorize(abs)`.

    What isn't found is a method that calls itself, functions that call each other, the
    ``key`` of `max` or `sorted`, and the methods of a pool of processes or threads.
    """
    nodes = [(s, node) for s in statements for node in ast.walk(s.node)]
    own = {name for _, node in nodes if (name := _name_given(node))}
    modules = {
        node.asname or node.name: node.name
        for _, node in nodes
        if isinstance(node, ast.alias)
    }
    called = {node.func for _, node in nodes if isinstance(node, ast.Call)}
    # `vectorize` in `np.vectorize(abs)(B)`, where what it makes is called as well.
    makers_called = {node.func for node in called if isinstance(node, ast.Call)}
    for s, part in nodes:
        function = function_named(part)
        is_function = function or isinstance(part, ast.Lambda)
        for node in ast.walk(part) if is_function else [part]:
            if is_function and isinstance(node, LOOPS):
                return s.line_of(node)
            name = _loop_by_name(node, function, own, modules)
            computes = makers_called if name.endswith(LOOP_MAKERS) else called
            # An import without another name is no more than what it is used for.
            is_kept = node not in computes and getattr(node, "asname", True)
            if name and (is_function or is_kept):
                return f"{s.line_of(node)} (`{name}`)"
    return ""


def _name_given(node: ast.AST) -> str:
    """Return the name to which a node gives a meaning of the program's own, or ""."""
    match node:
        case ast.Name(name, ast.Store()) | ast.arg(name) | ast.FunctionDef(name):
            return name
    return ""


def _loop_by_name(
    node: ast.AST, function: str, own: Collection[str], modules: Mapping[str, str]
) -> str:
    """Return the loop that a node names, "" if it names none.

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

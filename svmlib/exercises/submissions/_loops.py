"""The first loop in the functions of a program, for questions that allow none."""

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence

from svmlib.exercises.submissions._statement import (
    DEFINITIONS,
    Statement,
    function_named,
    names_used,
)

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
LOOPS = (
    *(ast.For, ast.AsyncFor, ast.While),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)
# What calls a function for each entry or row is a loop as well.
LOOP_MAKERS = ("vectorize", "frompyfunc")
NUMPY_LOOPS = (*LOOP_MAKERS, "apply_along_axis")
ITERTOOLS_LOOPS = (
    *("starmap", "accumulate", "filterfalse"),
    *("takewhile", "dropwhile", "groupby"),
)
LOOP_NAMES = ("map", "filter", "reduce", *ITERTOOLS_LOOPS, *NUMPY_LOOPS)
# np.add.reduce and np.add.accumulate are none.
DOTTED_LOOPS = (
    *("functools.reduce", "builtins.map", "builtins.filter"),
    *(f"itertools.{name}" for name in ITERTOOLS_LOOPS),
)


def find_first_loop(statements: Sequence[Statement]) -> str:
    """Return the line of the first loop in a function, "" if there is none.

    A comprehension counts. So does a function or a lambda that calls itself by its name,
    and so does what calls a function again and again, such as `map` or `np.vectorize`,
    whatever the program calls it, and `iter(step, 0)`, which calls step until that gives 0.
    The line then says which name it is.

    Outside functions, a loop that computes a constant doesn't count, as in
    `A = list(map(abs, B))`. One that a function may call does: `m = map`,
    `m = partial(map, abs)` or `m = np.vectorize(abs)`.

    What isn't found is a method that calls itself, a function that calls itself by another
    name or through another function, an `iter` by another name, a loop in the text that
    `exec` or `eval` runs, the ``key`` of `max` or `sorted`, and functions of other modules
    that call one again and again, such as `re.sub` or the methods of a pool of processes.
    """
    nodes = [node for s in statements for node in ast.walk(s.node)]
    modules = {
        node.asname or node.name: node.name
        for node in nodes
        if isinstance(node, ast.alias)
    }
    called = {node.func for node in nodes if isinstance(node, ast.Call)}
    # In `np.vectorize(abs)(B)`, a loop is made and run at once.
    makers_called = {node.func for node in called if isinstance(node, ast.Call)}
    own = {  # `map = map` gives no meaning of its own
        name
        for s in statements
        for name in _names_given(ast.Module([s.node], []))
        if name not in names_used(s.node)
    }
    for s in statements:
        for node, functions, known in _walk(s.node, own):
            if functions and isinstance(node, LOOPS):
                return s.line_of(node)
            name = _loop_by_name(node, functions, known, modules)
            computes = makers_called if name.endswith(LOOP_MAKERS) else called
            # `import map` alone loops over nothing. A use of it is found where it stands.
            is_kept = node not in computes and getattr(node, "asname", True)
            if name and (functions or is_kept):
                return f"{s.line_of(node)} (`{name}`)"
    return ""


def _walk(
    node: ast.AST, own: set[str]
) -> Iterator[tuple[ast.AST, frozenset[str], set[str]]]:
    """Yield nodes, each with the functions around it and the names of the program's own.

    A function is given by the name by which the node can call it. Inside any function, ""
    is among them.
    """
    waiting = [(node, frozenset[str](), own, False)]
    while waiting:
        node, functions, own, is_in_class = waiting.pop()
        name = function_named(node)
        if name or isinstance(node, ast.Lambda):
            # The body of a class is no scope of its methods: `f()` in f isn't the method.
            functions |= {"" if is_in_class else name, ""}
        if isinstance(node, SCOPES):
            given = _names_given(node)
            functions, own, is_in_class = functions - given, own | given, False
        yield node, functions, own
        is_in_class = is_in_class or isinstance(node, ast.ClassDef)
        children = reversed([*ast.iter_child_nodes(node)])
        waiting += [(child, functions, own, is_in_class) for child in children]


def _names_given(scope: ast.AST) -> set[str]:
    """Return the names that get a meaning in a scope, but not those in functions within."""
    names, waiting = set[str](), [*ast.iter_child_nodes(scope)]
    for node in waiting:
        match node:
            case (
                ast.Name(name, ast.Store())
                | ast.arg(name)
                | ast.FunctionDef(name)
                | ast.AsyncFunctionDef(name)
                | ast.ClassDef(name)
                | ast.ExceptHandler(name=str(name))
            ):
                names.add(name)
            # `from functools import reduce` is the loop itself.
            case ast.alias(name, asname) if name not in LOOP_NAMES:
                names.add(asname or name)
        if not isinstance(node, (*DEFINITIONS, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return names


def _loop_by_name(
    node: ast.AST,
    functions: Collection[str],
    own: Collection[str],
    modules: Mapping[str, str],
) -> str:
    """Return the loop that a node names, "" if it names none.

    ``functions`` are those around it that it can call. ``own`` holds the names to which the
    program gives a meaning of its own: a mask may be called `filter`. ``modules`` says what
    it calls the modules that it imports.
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
        case ast.Call(ast.Name("iter"), [_, _]) if functions and "iter" not in own:
            return "iter"
        case ast.Call(ast.Name(name)) if name in functions:
            return name
    return ""

"""What of a function only decides whether to raise an exception or to warn.

That is a block that ends with one of them, the condition that leads there, and each
variable that nothing else reads.
"""

import ast

from book._reader.page import called_name


def names_in(node: ast.AST, context: type) -> set[str]:
    """Return the names that are read (Load) or set (Store) below a node."""
    return {
        x.id
        for x in ast.walk(node)
        if isinstance(x, ast.Name) and isinstance(x.ctx, context)
    }


def raises_or_warns(block: list[ast.stmt]) -> bool:
    """Tell whether a block ends with an exception or a warning."""
    match block[-1]:
        case ast.Raise():
            return True
        case ast.Expr(value):
            return called_name(value) == "warn"
    return False


def names_read(node: ast.AST, left_out: set[ast.AST]) -> set[str]:
    """Return the names that are read below a node, but not below those left out."""
    if node in left_out:
        return set()
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        return {node.id}
    parts = ast.iter_child_nodes(node)
    return set[str]().union(*(names_read(part, left_out) for part in parts))


def checks(function: ast.FunctionDef) -> set[ast.AST]:
    """Return the statements and conditions of a function that only serve its checks."""
    found, assignments = set[ast.AST](), list[tuple[ast.AST, set[str]]]()
    for node in ast.walk(function):
        match node:
            case ast.If() if raises_or_warns(node.body):
                found.update([node.test, *node.body])
            case ast.ExceptHandler() if raises_or_warns(node.body):
                found.update(node.body)
            case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                assignments.append((node, names_in(node, ast.Store)))
    while True:
        read = names_read(function, found)
        unread = {node for node, names in assignments if names and not names & read}
        if unread <= found:
            return found
        found |= unread

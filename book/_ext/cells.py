"""The code cells of a page, and the equations that they check."""

import ast
import re
from typing import TypeGuard

from docutils import nodes

CHECKS = re.compile(r"# Checks (eq-[a-z0-9-]+(?:, eq-[a-z0-9-]+)*)\s*(?:\n|$)")


def is_cell(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Whether a node is a code cell with what it prints."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def code_of(cell: nodes.Element) -> str:
    """Return the code of a cell."""
    code = cell.next_node(nodes.literal_block)
    return code.astext() if code is not None else ""


def checked_labels(code: str) -> list[str]:
    """Return the labels of the equations which the first line of a cell says it checks."""
    found = CHECKS.match(code)
    return found[1].split(", ") if found else []


def parse_cell(code: str) -> ast.Module:
    """Return the syntax tree of code without the lines that IPython alone understands."""
    lines = ["" if x.startswith(("%", "!")) else x for x in code.splitlines()]
    return ast.parse("\n".join(lines))

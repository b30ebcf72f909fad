"""The code cells of a page, as MyST-NB gives them to Sphinx."""

from typing import TypeGuard

from docutils import nodes


def is_cell(node: nodes.Node) -> TypeGuard[nodes.Element]:
    """Whether a node is a code cell, with its outputs."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def code_of(cell: nodes.Element) -> str:
    """Return the code of a cell."""
    code = cell.next_node(nodes.literal_block)
    return code.astext() if code is not None else ""

"""A line at the end of a chapter that links what it uses of svmlib to the reference."""

import ast
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx

from book._parsing.page import read_page

from .api import documented_names


def dotted(node: ast.AST) -> str:
    """Return a name with its attributes, such as hinge.margins, or ''."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and (before := dotted(node.value)):
        return f"{before}.{node.attr}"
    return ""


def used_names(trees: list[ast.Module]) -> list[str]:
    """Return the documented names that code cells use, in the order of the reference."""
    parts = [part for tree in trees for part in ast.walk(tree)]
    imported: dict[str, str] = {}
    for node in parts:
        if isinstance(node, ast.Import):
            for alias in node.names:
                name = alias.name if alias.asname else alias.name.partition(".")[0]
                imported[alias.asname or name] = name
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                imported[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    used = set()
    for node in parts:
        first, dot, rest = dotted(node).partition(".")
        used.add(imported.get(first, "") + dot + rest)
    return [name for name in documented_names().values() if name in used]


def add_used_names(app: Sphinx, doctree: nodes.document) -> None:
    """Put the line of links at the end of a chapter."""
    path = Path(app.env.doc2path(app.env.docname))
    top = doctree.next_node(nodes.section)
    if path.suffix != ".ipynb" or top is None:
        return
    names = used_names([cell.tree for cell in read_page(path).code])
    if not names:
        return
    line = nodes.paragraph(
        "", "Functions and classes of svmlib on this page: ", classes=["uses"]
    )
    for name in names:
        short = name.removeprefix("svmlib.")
        link = pending_xref(
            "",
            nodes.literal(short, short),
            refdomain="py",
            reftype="obj",
            reftarget=name,
            refdoc=app.env.docname,
            refwarn=True,
            refexplicit=True,
        )
        line += [link, nodes.Text("." if name == names[-1] else ", ")]
    top += line


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", add_used_names)

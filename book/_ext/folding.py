"""Fold solutions, and code that the lesson doesn't need, into <details>, without a script.

A code cell tagged `hide-input` is folded behind one line, unless it stands in a solution,
which is folded as a whole. The line depends on how the cell begins:

- `# Checks eq-x`: it gives the numbers of the equations that the cell checks, and says
  that the check passed, as it did when the outputs were stored. The anchor `checks-eq-x`
  leads to this fold.
- `# Answers`: it says that the check of the answers to the page's questions passed.
- anything else: "Show the code".
"""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator
from sphinx_exercise.nodes import solution_node

from book._parsing.markdown import ANSWERS, checked_labels

from .shared.cells import code_of, is_cell


class details(nodes.General, nodes.Element):
    """A folded block."""


class summary(nodes.General, nodes.TextElement):
    """The line of a folded block that is always visible."""


def in_solution(cell: nodes.Element) -> bool:
    """Whether a cell stands in a solution."""
    node: nodes.Node | None = cell
    while node is not None and not isinstance(node, solution_node):
        node = node.parent
    return node is not None


def equation_number(label: str, env: BuildEnvironment) -> str:
    """Return the number of an equation as it stands beside it, such as (5.1)."""
    entry = env.get_domain("math").equations.get(label)  # type: ignore[attr-defined]
    if entry is None:
        return label
    docname, anchor = entry[0], f"equation-{label}"
    number = env.toc_fignumbers.get(docname, {}).get("displaymath", {}).get(anchor, ())
    return f"({'.'.join(map(str, number))})" if number else label


class FoldedCode(SphinxPostTransform):
    """Fold the code of cells tagged `hide-input`."""

    default_priority = 198  # before MyST-NB folds cells in its own way
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for cell in filter(is_cell, list(self.document.findall())):
            if cell.get("hide_mode") != "input":
                continue
            cell["hide_mode"] = None
            if not in_solution(cell):
                line, kind = self.line(cell)
                fold = details(ids=cell["ids"], classes=["fold", kind])
                code = cell[0]
                cell.replace(code, fold)
                fold += [summary(line, line), code]
                cell["ids"] = []  # an anchor opens the fold

    def line(self, cell: nodes.Element) -> tuple[str, str]:
        """Return the visible line of a folded cell, and the class of its fold."""
        code = code_of(cell)
        if code.startswith(ANSWERS):
            return "Check of the predictions: passed", "fold-check"
        numbers = [equation_number(label, self.env) for label in checked_labels(code)]
        if not numbers:
            return "Show the code", "fold-code"
        *most, last = numbers
        listed = f"{', '.join(most)} and {last}" if most else last
        return f"Check of {listed}: passed", "fold-check"


class FoldedBlocks(SphinxPostTransform):
    """Fold solutions and blocks of the class `dropdown`."""

    default_priority = 300  # after sphinx-exercise has numbered its titles
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for block in list(self.document.findall(is_folded)):
            title = block.next_node(nodes.title)
            assert title is not None and title.parent is block, block.pformat()
            solves = isinstance(block, solution_node)  # its title holds a link
            words = [nodes.Text(title.astext())] if solves else title.children
            fold = details(ids=block["ids"], classes=["admonition", *block["classes"]])
            fold += summary("", "", *words, classes=["admonition-title"])
            fold += [child for child in block.children if child is not title]
            block.replace_self(fold)


def is_folded(node: nodes.Node) -> bool:
    return isinstance(node, solution_node) or (
        isinstance(node, nodes.Admonition)
        and isinstance(node, nodes.Element)
        and "dropdown" in node["classes"]
    )


def visit_element(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(self.starttag(node, node.tagname))


def depart_element(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append(f"</{node.tagname}>\n")


def setup(app: Sphinx) -> None:
    app.add_node(details, html=(visit_element, depart_element))
    app.add_node(summary, html=(visit_element, depart_element))
    app.add_post_transform(FoldedCode)
    app.add_post_transform(FoldedBlocks)

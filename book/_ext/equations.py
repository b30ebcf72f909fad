"""The labelled equations of a page, and the cells that check them.

A code cell that begins `# Checks eq-x` gets the anchor `checks-eq-x`.
"""

from dataclasses import dataclass

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

from book._parsing.markdown import checked_labels

from .proofs_and_exercises import is_wrapper
from .shared.cells import code_of, is_cell

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Equation:
    """A labelled equation, and the heading that it stands below."""

    label: str
    tex: str
    anchor: str  # of the section below the heading
    heading: tuple[nodes.Node, ...]


def check_anchor(label: str) -> str:
    """Return the id of the cell that checks an equation."""
    return f"checks-{label}"


def section_of(node: nodes.Element) -> nodes.section | None:
    """Return the section in which an equation stands, None above the first heading."""
    parent = node.parent
    while parent is not None:
        if isinstance(parent, nodes.section) and not is_wrapper(parent):
            return parent
        parent = parent.parent
    return None


def collect_equations(app: Sphinx, doctree: nodes.document) -> None:
    """Collect the equations of a page, and give an anchor to each cell that checks one."""
    equations = []
    for block in doctree.findall(nodes.math_block):
        if label := block.get("label"):
            section = section_of(block)
            if section is None:
                logger.warning(
                    "%s stands above the first heading", label, location=block
                )
                continue
            title = section.next_node(nodes.title)
            assert title is not None, section.pformat()
            words = tuple(child.deepcopy() for child in title.children)
            anchor = section["ids"][0]
            equations.append(Equation(label, block.astext(), anchor, words))
    checks = set[str]()
    for cell in filter(is_cell, doctree.findall()):
        labels = [
            label for label in checked_labels(code_of(cell)) if label not in checks
        ]
        cell["ids"] += [check_anchor(label) for label in labels]
        checks.update(labels)
    # Sphinx forgets a page's metadata when it reads the page again.
    app.env.metadata[app.env.docname] |= {"equations": equations, "checks": checks}


def equations_of(env: BuildEnvironment, docname: str) -> list[Equation]:
    """Return the equations of a page."""
    equations: list[Equation] = env.metadata[docname].get("equations", [])
    return equations


def checks_of(env: BuildEnvironment, docname: str) -> set[str]:
    """Return the labels that the cells of a page check."""
    labels: set[str] = env.metadata[docname].get("checks", set())
    return labels


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", collect_equations)

"""The order of the book's pages, their titles, and the pages made from all others."""

from collections.abc import Iterable

from docutils import nodes
from sphinx.environment import BuildEnvironment

API = "book/reference/api"  # shows the numbers of the chapters' equations
BIBLIOGRAPHY = "book/reference/bibliography"  # says who cites what
CHEAT_SHEET = "book/reference/cheat_sheet"  # holds the chapters' recaps
EQUATIONS = "book/reference/equations"  # lists the chapters' equations


def page_order(env: BuildEnvironment) -> Iterable[str]:
    """Return the docnames of all pages, in the order of _toc.yml."""
    order: Iterable[str] = env.external_site_map  # type: ignore[attr-defined]
    return order


def title_nodes(env: BuildEnvironment, docname: str) -> list[nodes.Node]:
    """Return a copy of what a page's title consists of."""
    return [child.deepcopy() for child in env.titles[docname].children]

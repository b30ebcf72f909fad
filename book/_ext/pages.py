"""The order of the book's pages, and their titles."""

from collections.abc import Iterable

from docutils import nodes
from sphinx.environment import BuildEnvironment


def page_order(env: BuildEnvironment) -> Iterable[str]:
    """Return the docnames of all pages, in the order of _toc.yml."""
    order: Iterable[str] = env.external_site_map  # type: ignore[attr-defined]
    return order


def title_nodes(env: BuildEnvironment, docname: str) -> list[nodes.Node]:
    """Return a copy of what a page's title consists of."""
    return [child.deepcopy() for child in env.titles[docname].children]

"""The book's pages: order, titles and links, and what is done before each is written."""

from collections.abc import Callable, Iterable
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

API = "book/reference/api"  # shows the numbers of the chapters' equations
BIBLIOGRAPHY = "book/reference/bibliography"  # says who cites what
CHEAT_SHEET = "book/reference/cheat_sheet"  # holds the chapters' recaps
EQUATIONS = "book/reference/equations"  # lists the chapters' equations

Context = dict[str, Any]  # what a page's template is given
Doctree = nodes.document | None  # None for the search and other pages without a source


def page_order(env: BuildEnvironment) -> Iterable[str]:
    """Return the docnames of all pages, in the order of _toc.yml."""
    order: Iterable[str] = env.external_site_map  # type: ignore[attr-defined]
    return order


def title_nodes(env: BuildEnvironment, docname: str) -> list[nodes.Node]:
    """Return a copy of what a page's title consists of."""
    return [child.deepcopy() for child in env.titles[docname].children]


def link_to(
    env: BuildEnvironment, docname: str, *words: nodes.Node, anchor: str = ""
) -> nodes.reference:
    """Return a link from the page that is being read to a page, or to an anchor on it."""
    uri = env.app.builder.get_relative_uri(env.docname, docname)
    address = f"{uri}#{anchor}" if anchor else uri
    return nodes.reference("", "", *words, refuri=address, internal=True)


def connect_page(app: Sphinx, act: Callable[[Sphinx, Context, Doctree], None]) -> None:
    """Have a function called for each page before it is written."""
    app.connect(
        "html-page-context",
        lambda _, page, template, context, doctree: act(app, context, doctree),
    )

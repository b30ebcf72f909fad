"""The running text of a page, and links that are put into it when the site is built."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from docutils import nodes
from sphinx.addnodes import download_reference, pending_xref
from sphinx.environment import BuildEnvironment
from sphinx_exercise.nodes import solution_node

REFERENCE = "book/reference/"
UNTOUCHED = (
    nodes.Titular,
    nodes.FixedTextElement,
    nodes.Invisible,
    nodes.caption,
    nodes.literal,
    nodes.math,
    nodes.raw,
    nodes.reference,
    nodes.term,
    pending_xref,
    download_reference,
    solution_node,
)


def running(node: nodes.Element) -> Iterator[nodes.Text]:
    """Yield the text of sentences: none of headings, links, code, captions, solutions.

    What a code cell prints is no sentence either.
    """
    for child in node.children:
        if isinstance(child, nodes.Text):
            yield child
        elif not (isinstance(child, UNTOUCHED) or is_cell(child)):
            assert isinstance(child, nodes.Element)
            yield from running(child)


def is_cell(node: nodes.Node) -> bool:
    """Whether a node is a code cell with what it prints."""
    return isinstance(node, nodes.container) and node.get("nb_element") == "cell_code"


def parents(node: nodes.Node) -> Iterator[nodes.Node]:
    """Yield what a node stands in."""
    while node.parent is not None:
        node = node.parent
        yield node


def link(text: nodes.Text, links: Iterable[tuple[int, int, nodes.reference]]) -> None:
    """Put references in the place of parts of a text, from left to right."""
    parts: list[nodes.Node] = []
    done = 0
    for start, end, reference in links:
        reference += nodes.Text(text[start:end])
        parts += [nodes.Text(text[done:start]), reference]
        done = end
    parts.append(nodes.Text(text[done:]))
    text.parent.replace(text, [part for part in parts if part.astext()])


def reading_order(env: BuildEnvironment) -> list[str]:
    """Return the pages that are read from the first to the last: index and chapters."""
    order = env.external_site_map  # type: ignore[attr-defined]
    return [x for x in order if x in env.found_docs and not x.startswith(REFERENCE)]


def to_page(env: BuildEnvironment, here: str, there: str, place: str = "") -> str:
    """Return the address of a place on a page, as another page gives it."""
    uri = env.app.builder.get_relative_uri(here, there)
    return f"{uri}#{place}" if place else uri


def page_link(
    env: BuildEnvironment, here: str, there: str, place: str = ""
) -> nodes.reference:
    """Return a link that reads as the title of the page it leads to."""
    address = to_page(env, here, there, place)
    words = [child.deepcopy() for child in env.titles[there].children]
    return nodes.reference("", "", *words, internal=True, refuri=address)

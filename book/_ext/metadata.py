"""What a page says of itself to search engines and to whoever shares a link to it."""

from __future__ import annotations

from typing import Any

from docutils import nodes
from markupsafe import Markup, escape
from sphinx.application import Sphinx

DESCRIPTION_LENGTH = 155


def describe(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Give the page a description: what its card promises, or its first paragraph."""
    text = app.config.html_title
    if doctree is not None:
        cards = (n for n in doctree.findall(nodes.admonition) if is_card(n))
        place = next(cards, doctree)
        first = next(iter(place.findall(nodes.paragraph)), None)
        if first is not None:
            text = " ".join(first.astext().split())
    if len(text) > DESCRIPTION_LENGTH:
        text = text[:DESCRIPTION_LENGTH].rsplit(" ", 1)[0] + " …"
    text = escape(nodes.unescape(text))
    title = escape(Markup(context.get("title", text)).striptags())
    tags = f'''
    <meta name="description" content="{text}"/>
    <meta property="og:title" content="{title}"/>
    <meta property="og:description" content="{text}"/>'''
    context["metatags"] = tags  # without docutils' own, which repeat the theme's


def is_card(node: nodes.Element) -> bool:
    return "chapter-card" in node["classes"]


def list_sections(app: Sphinx, doctree: nodes.document) -> None:
    """Leave subsections out of the list of a page's contents.

    The theme's script asks for the place of each entry, and the browser would have to lay
    out every far section to tell it.
    """
    app.env.metadata[app.env.docname].setdefault("tocdepth", 2)


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", list_sections)
    app.connect("html-page-context", describe)

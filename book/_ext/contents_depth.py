"""The list of a page's contents, beside its text: sections, without their subsections."""

from docutils import nodes
from sphinx.application import Sphinx


def hide_subsections(app: Sphinx, doctree: nodes.document) -> None:
    """Keep subsections out of the list.

    The theme's script asks where each listed heading is. For a heading inside a section,
    the browser would have to lay out that section at once, which book.css otherwise puts
    off until the section comes into view.
    """
    app.env.metadata[app.env.docname]["tocdepth"] = 2


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", hide_subsections)

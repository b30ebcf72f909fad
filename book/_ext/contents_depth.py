"""The list of a page's contents, beside its text: sections, without their subsections."""

from docutils import nodes
from sphinx.application import Sphinx


def hide_subsections(app: Sphinx, doctree: nodes.document) -> None:
    """Keep subsections out of the list.

    The theme's script asks for the position of each entry, and to tell it, the browser
    would have to lay out every far section.
    """
    app.env.metadata[app.env.docname]["tocdepth"] = 2


def setup(app: Sphinx) -> None:
    app.connect("doctree-read", hide_subsections)

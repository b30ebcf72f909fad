"""Pages with figures that can be played, which figures.py has given the class stepper."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx


def add_scripts(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Load the script and its style sheet; the page's figures are written by now."""
    images = doctree.findall(nodes.image) if doctree else ()
    if any("stepper" in image["classes"] for image in images):
        app.add_js_file("stepper.mjs", type="module")
        app.add_css_file("stepper.css")


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", add_scripts)

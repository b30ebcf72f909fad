"""Figures that can be played: those whose SVG holds the frames of a `plots.Stepper`."""

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

FRAMES_START = "<metadata>{"


class Steppers(SphinxPostTransform):
    """Give figures that hold frames the class that stepper.mjs looks for."""

    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for image in self.document.findall(nodes.image):
            path = Path(self.env.srcdir, image["uri"])
            is_own = path.suffix == ".svg" and path.is_file()
            if is_own and FRAMES_START in path.read_text("utf-8"):
                image["classes"].append("stepper")


def add_scripts(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Load the script and its style sheet on the pages that need them."""
    images = doctree.findall(nodes.image) if doctree else ()
    if any("stepper" in image["classes"] for image in images):
        app.add_js_file("stepper.mjs", type="module")
        app.add_css_file("stepper.css")


def setup(app: Sphinx) -> None:
    app.add_post_transform(Steppers)
    app.connect("html-page-context", add_scripts)

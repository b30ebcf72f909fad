"""How the book's figures, which are SVG files, are shown.

Their size is on the page before they load, and a fragment such as #dark chooses their
theme. All but the first image of a page load late. A figure that can be played, with the
frames of a `plots.Stepper`, has a class of its own, and its page loads the player.
"""

import re
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from .shared.pages import Context, Doctree, connect_page

FRAMES_START = "<metadata>{"
VIEW_BOX = re.compile(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"')
PIXELS_PER_POINT = 4 / 3  # Matplotlib measures in points
# WebKit shows every figure in its light colours; figure.svg#dark is dark (see book.js).
SCHEMES = re.compile(
    r"<style>\.ink\{color:(#\w+)\}"
    r"@media \(prefers-color-scheme:dark\)\{\.ink\{color:(#\w+)\}\}(?=</style>)"
)
THEMES = (
    r'<g id="light"/><g id="dark"/>\g<0>'
    r".ink:has(#light:target){color:\1}.ink:has(#dark:target){color:\2}"
)


def visit_image(self: HTML5Translator, node: nodes.image) -> None:
    """Write an SVG with its size, which Sphinx leaves out; others as Sphinx does."""
    source = Path(self.builder.srcdir, node["uri"])
    is_own = source.suffix == ".svg" and source.is_file()
    svg = source.read_text("utf-8") if is_own else ""
    if FRAMES_START in svg:
        node["classes"].append("stepper")
    box = VIEW_BOX.search(svg)
    if box is None:
        HTML5Translator.visit_image(self, node)
        return
    width, height = (
        str(round(float(side) * PIXELS_PER_POINT)) for side in box.groups()
    )
    first_image = next(iter(self.document.findall(nodes.image)))
    attributes = {
        "src": f"{self.builder.imgpath}/{self.builder.images[node['uri']]}",
        "alt": node.get("alt", ""),
        "width": width,
        "height": height,
    }
    if node is not first_image:  # a reader waits for the first
        attributes["loading"] = "lazy"
    self.body.append(self.emptytag(node, "img", "", **attributes))


def add_scripts(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Load the player and its style sheet; `visit_image` has marked the figures by now."""
    images = doctree.findall(nodes.image) if doctree else ()
    if any("stepper" in image["classes"] for image in images):
        app.add_js_file("stepper.mjs", type="module")
        app.add_css_file("stepper.css")


def add_themes(app: Sphinx, exception: Exception | None) -> None:
    for path in Path(app.outdir, "_images").glob("*.svg"):
        text = path.read_text("utf-8")
        path.write_text(SCHEMES.sub(THEMES, text, count=1), encoding="utf-8")


def setup(app: Sphinx) -> None:
    connect_page(app, add_scripts)
    app.connect("build-finished", add_themes)
    app.add_node(
        nodes.image, override=True, html=(visit_image, HTML5Translator.depart_image)
    )

"""The directives `margin-lab` and `mask-lab`: what readers see before they start a lab.

    ```{margin-lab} overlapping
    :name: fig-margin-lab

    The caption of the figure.
    ```

The argument is one of `presets.PRESETS`, and the lab begins with it. The figure
and its alternative text come from svmlib when the site is built, and so do the points of
all the presets and the numbers of the five examples. The rest is up to the scripts of
`book/_scripts`, which a page loads only if it has a lab.
"""

import json
import os
from pathlib import Path
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.directives.patches import Figure
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

import svmlib
from book._scripts.python import margin_lab

from ..shared.pages import Context, Doctree, connect_page
from . import drawings, presets

PLACEHOLDER = (
    "If your browser runs scripts and the page comes from a server, the lab appears "
    "here. Otherwise the figure shows how it begins."
)
# What computes and draws a figure: when it changes, the page is read again.
SOURCES = [
    *(Path(str(part.__file__)) for part in (drawings, presets, margin_lab)),
    *Path(svmlib.__file__).parent.rglob("*.py"),
]


class lab(nodes.General, nodes.Element):
    """A lab: its figure, and below it room for its button."""


def to_json(data: object) -> str:
    return json.dumps(data, separators=(",", ":"))


class Lab(Figure, SphinxDirective):
    """A figure drawn during the build, and a lab that can be started below it."""

    option_spec: ClassVar[dict[str, Any]] = {"name": directives.unchanged_required}

    def draw(self) -> tuple[str, str, dict[str, str]]:
        """Return the figure, its alternative text, and what the lab's script reads."""
        raise NotImplementedError

    def run(self) -> list[nodes.Node]:
        """Draw, and hand the picture to Sphinx's own directive for figures."""
        svg, text, data = self.draw()
        name = "-".join([self.name, *self.arguments])
        path = Path(self.env.app.doctreedir, "labs", f"{name}.svg")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        for source in SOURCES:
            self.env.note_dependency(str(source))
        uri = os.path.relpath(path, self.env.srcdir)
        self.arguments, self.options["alt"] = [f"/{Path(uri).as_posix()}"], text
        return [lab("", *super().run(), name=self.name, data=data)]


class MarginLab(Lab):
    """The lab of points in the plane, which begins with the given preset."""

    required_arguments = 1

    def draw(self) -> tuple[str, str, dict[str, str]]:
        (preset,) = self.arguments
        if preset not in presets.PRESETS:
            raise self.error(f"{self.name} knows {[*presets.PRESETS]}, got {preset!r}")
        offered = {
            name: {
                "title": known.title,
                "description": known.description,
                **known.args(),
            }
            for name, known in presets.PRESETS.items()
        }
        return *drawings.draw_margin_lab(preset), {
            "preset": preset,
            "presets": to_json(offered),
        }


class MaskLab(Lab):
    """The lab of the five examples; it needs no Python, and starts by itself."""

    required_arguments = 0

    def draw(self) -> tuple[str, str, dict[str, str]]:
        return *drawings.draw_mask_lab(), {"case": to_json(presets.mask_lab_case())}


def visit_lab(self: HTML5Translator, node: nodes.Element) -> None:
    data = {f"data-{key}": value for key, value in node["data"].items()}
    self.body.append(self.starttag(node, "div", CLASS=f"lab {node['name']}", **data))


def depart_lab(self: HTML5Translator, node: nodes.Element) -> None:
    if node["name"] == "margin-lab":
        self.body.append(f'<p class="lab-placeholder">{PLACEHOLDER}</p>\n')
    self.body.append("</div>\n")


def add_scripts(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Load the scripts of the labs that a page has, and the labs' style sheet."""
    for found in doctree.findall(lab) if doctree else ():
        app.add_js_file(f"{found['name']}.mjs", type="module")
        app.add_css_file("lab.css")


def setup(app: Sphinx) -> None:
    app.add_node(lab, html=(visit_lab, depart_lab))
    app.add_directive("margin-lab", MarginLab)
    app.add_directive("mask-lab", MaskLab)
    connect_page(app, add_scripts)

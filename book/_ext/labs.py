"""The directives `margin-lab` and `mask-lab`: what is read before a lab is started.

    ```{margin-lab} overlapping
    :name: fig-margin-lab

    The caption of the figure.
    ```

The argument is one of the stories of `lab.preset`, and the lab begins with it. The figure
and its alternative text come from svmlib when the site is built, and so do the points of
all the stories and the numbers of the five examples. The rest is up to the scripts of
`book/_scripts`, which a page loads only if it has a lab.
"""

import html
import json
import os
import sys
from pathlib import Path
from typing import Any, ClassVar

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.directives.patches import Figure
from sphinx.util.docutils import SphinxDirective
from sphinx.writers.html5 import HTML5Translator

from svmlib import hinge, plots

sys.path.append(str(Path(__file__).parents[1] / "_scripts"))
import lab

EXAMPLES = (
    "separable",
    "overlapping",
    "outlier",
    "xor",
    "rings",
    "choices",
    "six",
    "step",
)
RINGS = {"on": "o", "inside": "D", "wrong": "x"}
WORDS = {
    "on": "on the margin",
    "inside": "inside the margin",
    "wrong": "misclassified",
}
WAIT = (
    "If your browser runs scripts and the page comes from a server, the lab appears "
    "here. Otherwise the figure shows how it begins."
)


class laboratory(nodes.General, nodes.Element):
    """A lab: its figure, and below it the place of its button."""


def draw_margin_lab(example: str) -> tuple[str, str]:
    """Return the figure of an example as SVG text, and what it shows in words."""
    given = lab.preset(example)
    answer = lab.margin(**given)
    X, y = np.array(given["points"]), np.array(given["labels"])
    beta, kind = y * answer["alpha"], np.array(answer["kind"])

    def decision(points: Any) -> Any:
        return lab.kernel_matrix(given["kernel"], points, X) @ beta + answer["b"]

    right, top = lab.LIMITS
    with matplotlib.rc_context():
        plots.use_book_style()
        figure, ax = plt.subplots(figsize=(5.6, 4.2))
        plots.draw_margin(ax, decision, (-right, right, -top, top), points=161)
        plots.scatter_binary(ax, X, y)
        for name, marker in RINGS.items():
            x1, x2 = X[kind == name].T
            ax.plot(x1, x2, marker, ls="", ms=11, mfc="none", mec=plots.INK)
        ax.set(xticks=range(-4, 5, 2), yticks=range(-2, 3, 2), aspect="equal")
        svg = plots.to_svg(figure)
        plt.close(figure)
    counts = ", ".join(f"{(kind == name).sum()} {WORDS[name]}" for name in RINGS)
    text = (
        f"{len(y)} points in the plane, {(y > 0).sum()} squares of class +1 and "
        f"{(y < 0).sum()} discs of class -1. A solid line is the boundary, dashed "
        f"lines are the margins. Of the support vectors, {counts}. "
        f"C is {given['C']:g} and the width of the margin {answer['width']:.3g}."
    )
    return svg, text


def draw_mask_lab(example: str) -> tuple[str, str]:
    """Return the five examples' scores, hinge terms and mask, and the same in words."""
    given = lab.case()
    S, y, delta = np.array(given["S"]), given["y"], given["delta"]
    H = hinge.margins(S, y, delta=delta)
    M = hinge.gradient_mask(H, y)
    right = list(enumerate(y))
    with matplotlib.rc_context():
        plots.use_book_style()
        figure = plots.draw_matrices(
            ("scores $S$", S, right),
            "→",
            ("hinge terms $H$", H, right),
            "→",
            ("mask $M$", M, right),
            rows=[f"$x_{i}$" for i in range(len(y))],
        )
        svg = plots.to_svg(figure)
        plt.close(figure)
    rows = "; ".join(" ".join(f"{m:g}" for m in row) for row in M)
    text = (
        "Three grids of numbers joined by arrows: scores, hinge terms and mask of "
        f"five examples and three classes. The rows of the mask are {rows}."
    )
    return svg, text


DRAWN = {"margin": draw_margin_lab, "mask": draw_mask_lab}


class Lab(Figure, SphinxDirective):
    """A figure that is drawn here, with a lab that can be started below it."""

    required_arguments, optional_arguments = 0, 1
    option_spec: ClassVar[dict[str, Any]] = {"name": directives.unchanged_required}

    def run(self) -> list[nodes.Node]:
        """Draw, and hand the picture to Sphinx's own directive for figures."""
        kind = self.name.removesuffix("-lab")
        example = self.arguments[0] if self.arguments else EXAMPLES[1]
        if kind == "margin" and example not in EXAMPLES:
            raise self.error(f"{self.name} knows {EXAMPLES}, got {example!r}")
        svg, text = DRAWN[kind](example)
        name = f"{kind}-lab-{example}.svg" if kind == "margin" else f"{kind}-lab.svg"
        path = Path(self.env.app.doctreedir) / "labs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(svg, encoding="utf-8")
        self.env.note_dependency(lab.__file__)
        uri = os.path.relpath(path, self.env.srcdir)
        self.arguments, self.options["alt"] = [f"/{Path(uri).as_posix()}"], text
        return [laboratory("", *super().run(), kind=kind, example=example)]


def visit_laboratory(self: HTML5Translator, node: nodes.Element) -> None:
    kind = node["kind"]
    data = {"example": node["example"]}
    if kind == "margin":
        data["stories"] = pack({name: lab.preset(name) for name in EXAMPLES})
    else:
        data["case"] = pack(lab.case())
    attributes = "".join(f' data-{k}="{html.escape(v)}"' for k, v in data.items())
    self.body.append(f'<div class="lab {kind}-lab"{attributes}>\n')


def pack(data: lab.Answer) -> str:
    return json.dumps(data, separators=(",", ":"))


def depart_laboratory(self: HTML5Translator, node: nodes.Element) -> None:
    up = "../" * self.builder.current_docname.count("/")
    kind = node["kind"]
    if kind == "margin":  # the mask lab starts by itself
        self.body.append(f'<p class="lab-gate">{WAIT}</p>\n')
    script = f"{up}_static/{kind}-lab.mjs"
    self.body.append(f'</div>\n<script type="module" src="{script}"></script>\n')


def setup(app: Sphinx) -> None:
    app.add_node(laboratory, html=(visit_laboratory, depart_laboratory))
    app.add_directive("margin-lab", Lab)
    app.add_directive("mask-lab", Lab)

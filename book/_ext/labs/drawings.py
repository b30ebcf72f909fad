"""The figures of the labs: how a lab begins, drawn and described."""

from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np

from book._scripts.python import margin_lab
from svmlib import hinge, plots

from . import presets

# The kinds of support vectors: the marker of each, and where it is in words.
SUPPORT_KINDS = {
    "on": ("o", "on the margin"),
    "inside": ("D", "inside the margin"),
    "wrong": ("x", "misclassified"),
}


def draw_margin_lab(preset: str) -> tuple[str, str]:
    """Return the figure of a preset as SVG text, and what it shows in words."""
    args = presets.PRESETS[preset].args()
    result = margin_lab.solve(**args)
    X, y = np.array(args["points"]), np.array(args["labels"])
    beta, kind = y * result["alpha"], np.array(result["kind"])

    def decision(points: Any) -> Any:
        return margin_lab.kernel_matrix(args["kernel"], points, X) @ beta + result["b"]

    right, top = margin_lab.LIMITS
    with matplotlib.rc_context():
        plots.use_book_style()
        figure, ax = plt.subplots(figsize=(5.6, 4.2))
        plots.draw_margin(ax, decision, (-right, right, -top, top), points=161)
        plots.scatter_binary(ax, X, y)
        for name, (marker, _) in SUPPORT_KINDS.items():
            x1, x2 = X[kind == name].T
            ax.plot(x1, x2, marker, ls="", ms=11, mfc="none", mec=plots.INK)
        ax.set(xticks=range(-4, 5, 2), yticks=range(-2, 3, 2), aspect="equal")
        svg = plots.to_svg(figure)
        plt.close(figure)
    counts = ", ".join(
        f"{(kind == name).sum()} {location}"
        for name, (_, location) in SUPPORT_KINDS.items()
    )
    text = (
        f"{len(y)} points in the plane, {(y > 0).sum()} squares of class +1 and "
        f"{(y < 0).sum()} discs of class -1. A solid line is the boundary, dashed "
        f"lines are the margins. The support vectors: {counts}. "
        f"C is {args['C']:g}, and the margin is {result['width']:.3g} wide."
    )
    return svg, text


def draw_mask_lab() -> tuple[str, str]:
    """Return the five examples' scores, hinge terms and mask, and the same in words."""
    given = presets.mask_lab_case()
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

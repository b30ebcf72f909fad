"""Draw the figure of the book's first page.

    python -m tools.assets.opening

A test asks whether the committed figure is the one that this draws.
"""

from typing import Any

import matplotlib

matplotlib.use("Agg")

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes

from book._parsing import BOOK
from svmlib import plots
from svmlib.kernels import linear_kernel
from svmlib.smo import smo
from tools.shared.command_line import argument_parser

TARGET = BOOK / "_static" / "opening.svg"


def draw_hinge(ax: Axes) -> None:
    """Three scores on a line, and what is missing from the demanded lead."""
    scores, delta = {"cat": 3.0, "dog": 2.0, "ship": -1.5}, 2.0
    correct = scores["cat"]
    ax.axvspan(correct - delta, correct, color=plots.COLORS[1], alpha=0.2, lw=0)
    ax.axhline(0, color=plots.INK, lw=0.8, zorder=0)
    for j, (name, score) in enumerate(scores.items()):
        style: dict[str, Any] = {"color": plots.COLORS[j], "mec": plots.INK}
        ax.plot(score, 0, plots.MARKERS[j], ms=10, **style)
        ax.text(score, -0.25, name, ha="center", va="top")
    violation = [correct - delta, scores["dog"]]
    ax.plot(violation, [0.35, 0.35], "|-", color=plots.INK)
    ax.text(float(np.mean(violation)), 0.45, "loss", ha="center")
    ax.text(correct - delta / 2, 0.95, "keep clear", ha="center")
    ax.set(xlim=(-2.6, 4), ylim=(-0.9, 1.3), yticks=[], xticks=[])
    ax.text(-2.6, 0.1, "score →")
    ax.set_title("Part one: the hinge")
    ax.spines[:].set_visible(False)


def draw_widest_margin(ax: Axes) -> None:
    """Two classes, the widest strip between them, and the points that hold it."""
    below = [(-3.1, -0.6), (-2.2, 1.2), (-1.2, -0.2), (-2.4, -2.2), (0.3, -1.7)]
    above = [(-0.4, 2.3), (1.8, 1.1), (2.6, 2.4), (3.4, 0.4), (2.9, -0.6)]
    X, y = np.array(below + above), np.repeat([-1, 1], 5)
    result = smo(linear_kernel(X), y, C=np.inf, tol=1e-9)
    w = (result.alpha * y) @ X
    plots.draw_margin(ax, lambda points: points @ w + result.b, (-4, 4, -3.2, 3.2))
    plots.scatter_binary(ax, X, y, support=result.support)
    ax.set(title="Part two: the margin", xticks=[], yticks=[])


def opening() -> str:
    """Return the book's two ideas, side by side, as SVG text."""
    with matplotlib.rc_context():
        plots.use_book_style()
        figure, axes = plt.subplots(1, 2, figsize=(7.2, 2.8), layout="constrained")
        draw_hinge(axes[0])
        draw_widest_margin(axes[1])
        return plots.to_svg(figure)


if __name__ == "__main__":
    argument_parser(__doc__).parse_args()
    TARGET.write_text(opening(), encoding="utf-8")

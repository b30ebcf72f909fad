"""Draw the figure of the book's first page: ``python tools/make_opening.py``."""

from pathlib import Path

import matplotlib

matplotlib.use("Agg")

from svmlib import datasets, hinge, plots

TARGET = Path(__file__).parents[1] / "book" / "_static" / "opening.svg"


def opening() -> str:
    """Return the five examples' scores, margins and mask as SVG text."""
    with matplotlib.rc_context():
        plots.use_book_style()
        X, y, W, delta = datasets.five_examples()
        S = X @ W
        H = hinge.margins(S, y, delta=delta)
        M = hinge.gradient_mask(H, y)
        correct = list(enumerate(y))
        figure = plots.draw_matrices(
            ("scores $S$", S, correct),
            "→",
            ("margins $H$", H, correct),
            "→",
            ("mask $M$", M, correct),
            rows=[f"$x_{i}$" for i in range(len(y))],
        )
        return plots.to_svg(figure)


if __name__ == "__main__":
    TARGET.write_text(opening(), encoding="utf-8")

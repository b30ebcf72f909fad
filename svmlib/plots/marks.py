"""The marks that make up a `Stepper`'s frames, and panels that place them.

A mark is ``(kind, style, points, *rest)``. Points are a flat list of coordinates in a
frame 360 units wide, x to the right and y down; the rest depends on the kind:

- a marker ``"o"``, ``"s"``, ``"^"`` or ``"D"``: its radius;
- ``"line"``, a line through the points: nothing;
- ``"area"``, a polygon: its opacity;
- ``"text"``: the text;
- ``"pixels"``, an image with its top left corner there: the side of a pixel, pixels in a
  row, and a letter for each, ``a`` for -1, ``m`` for 0 and ``y`` for 1.

The style is one or several of ``MARK_STYLES``, separated by spaces.
"""

from collections.abc import Callable, Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np
from contourpy import contour_generator
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib._validation import as_array, as_matrix, as_reals, as_signs, as_vector
from svmlib.plots._extent import Extent, as_extent, evaluate_on_grid
from svmlib.plots.classes import winning_polygons
from svmlib.plots.grids import as_grid, cell_opacities, format_number
from svmlib.plots.style import COLORS, INK

__all__ = ["Panel", "number_grid", "pixels"]

Mark = tuple[Any, ...]
MUTED = "#8a929c"
# What follows the points of a mark.
MARK_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys("os^D", (Real,)),
    "line": (),
    "area": (Real,),
    "text": (str,),
    "pixels": (Real, Integral, str),
}
# What each word in the style of a mark stands for.
MARK_STYLES: dict[str, dict[str, Any]] = {
    **{f"c{k}": {"color": color} for k, color in enumerate(COLORS)},
    "ink": {"color": INK},
    "muted": {"color": MUTED},
    "ring": {"fill": False, "lw": 1.4},  # of markers and areas: the edge alone
    "halo": {"alpha": 0.3, "ec": "none"},  # of markers: no edge, translucent
    "dash": {"ls": "--", "lw": 0.9},
    "thin": {"lw": 0.6},
    "bold": {"lw": 2.2, "weight": "bold"},
    "small": {"size": 10},
    "left": {"ha": "left"},
    "right": {"ha": "right"},
}


class Panel:
    """A rectangle of a frame with coordinates of its own, y up.

    Parameters
    ----------
    box : (float, float, float, float)
        Left, top, width and height in the frame.
    extent : (float, float, float, float)
        Left, right, bottom and top in the panel's coordinates.

    Raises
    ------
    ValueError
        If box does not hold four numbers, or extent does not rise.
    """

    def __init__(self, box: tuple[float, float, float, float], extent: Extent) -> None:
        self.box, self.extent = as_vector(box, "box", 4), as_extent(extent)

    def at(self, points: ArrayLike) -> list[float]:
        """Return points (n, 2) of the panel as a flat list in the frame's units."""
        left, top, width, height = self.box
        x1, x2, y1, y2 = self.extent
        coordinates = as_reals(points, "points")
        if coordinates.size % 2:
            expected = "points must have two coordinates each"
            raise ValueError(f"{expected}, got shape {coordinates.shape}")
        x, y = coordinates.reshape(-1, 2).T
        across, down = (x - x1) / (x2 - x1) * width, (y2 - y) / (y2 - y1) * height
        return [float(v) for v in np.stack([left + across, top + down], 1).ravel()]

    def mark(self, kind: str, style: str, points: ArrayLike, *rest: Any) -> Mark:
        """Return a mark at points of the panel, (n, 2)."""
        return (kind, style, self.at(points), *rest)

    def text(
        self,
        point: ArrayLike,
        text: str,
        style: str = "small",
        *,
        shift: tuple[float, float] = (0, 0),
    ) -> Mark:
        """Return a text at a point of the panel, shifted in the frame's units."""
        x, y = self.at(point)
        return ("text", style, [x + shift[0], y + shift[1]], text)

    def edge(self) -> Mark:
        """Return the panel's edge."""
        x1, x2, y1, y2 = self.extent
        corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
        return self.mark("line", "muted thin", corners)

    def level(
        self,
        decision: Callable[[Array], Array],
        level: float,
        style: str,
        points: int = 2,
    ) -> list[Mark]:
        """Return the lines where a function of the panel's points (M, 2) has a value.

        The function is evaluated at ``points`` points per side; a straight line needs 2.

        Raises
        ------
        ValueError
            If points is below 2, or decision can't be called with the points, or does
            not return a finite value for each.
        """
        x, y, f = evaluate_on_grid(decision, self.extent, points)
        # Rounded, so that a level is met exactly or not at all, on any processor.
        lines: list[Any] = list(contour_generator(x, y, f.round(9)).lines(level))
        return [self.mark("line", style, line) for line in lines]

    def margin(self, decision: Callable[[Array], Array], points: int = 2) -> list[Mark]:
        """Return the boundary of a decision function and, dashed, the edges of its margin."""
        levels = ((-1, "dash"), (0, "ink"), (1, "dash"))
        return [
            m
            for level, style in levels
            for m in self.level(decision, level, style, points)
        ]

    def examples(self, X: ArrayLike, y: ArrayLike, halos: ArrayLike) -> list[Mark]:
        """Return the marks of examples X (N, 2) with labels y of both signs.

        Each has its number beside it and a halo around it, whose radius stands in halos.

        Raises
        ------
        ValueError
            If X is not a finite matrix of two columns, y does not hold a label -1 or +1 for
            each row, or halos a finite number for each.
        """
        X = as_matrix(X, "X", "(N, 2)", finite=True)
        if X.shape[1] != 2:
            raise ValueError(f"X must have shape (N, 2), got {X.shape}")
        signs, radii = as_signs(y, len(X)), as_vector(halos, "halos", len(X))
        marks: list[Mark] = []
        for k, (x, label, radius) in enumerate(zip(X, signs, radii, strict=True)):
            kind, color = ("s", "c1") if label > 0 else ("o", "c0")
            marks.append(self.mark("o", f"{color} halo", x, radius))
            marks.append(self.mark(kind, color, x, 5))
            marks.append(self.text(x, f"{k}", "small muted", shift=(11, 9)))
        return marks

    def regions(self, W: ArrayLike) -> list[Mark]:
        """Return where each class wins with weights W (3, C), the bias in the last row."""
        marks: list[Mark] = []
        for j, corners in winning_polygons(W, self.extent):
            marks.append(self.mark("area", f"c{j}", corners, 0.16))
            marks.append(self.mark("line", "ink thin", [*corners, corners[0]]))
        return marks

    def axes(
        self,
        x: Mapping[float, str] | None = None,
        y: Mapping[float, str] | None = None,
    ) -> list[Mark]:
        """Return lines at the left and at the bottom, with texts at some numbers."""
        x1, x2, y1, y2 = self.extent
        style = "small muted"
        return [
            self.mark("line", "muted thin", [(x1, y2), (x1, y1), (x2, y1)]),
            *(
                self.text((at, y1), text, style, shift=(0, 9))
                for at, text in (x or {}).items()
            ),
            *(
                self.text((x1, at), text, f"{style} right", shift=(-4, 0))
                for at, text in (y or {}).items()
            ),
        ]

    def bar(self, x: float, low: float, high: float, style: str) -> Mark:
        """Return an upright bar around x, 0.7 wide."""
        corners = [(x - 0.35, low), (x + 0.35, low), (x + 0.35, high), (x - 0.35, high)]
        return self.mark("area", style, corners, 0.8)


def number_grid(
    A: ArrayLike,
    left: float,
    top: float,
    title: str = "",
    *,
    known: ArrayLike | None = None,
    boxes: Sequence[tuple[int, int]] = (),
    rows: Sequence[str] = (),
) -> list[Mark]:
    """Return marks of a matrix as a grid of its numbers, with `draw_matrix`'s colours.

    Parameters
    ----------
    A : array_like, shape (R, K)
    left, top : float
        Its corner in the frame; the title stands above it. A cell is 34 by 22.
    title : str, optional
    known : array_like of bool, shape (R, K), optional
        Where a number is shown; by default everywhere.
    boxes : sequence of (int, int), optional
        Cells (row, column) with a heavy frame.
    rows : sequence of str, optional
        Labels at the left: one each, or none.

    Raises
    ------
    ValueError
        If A is not a matrix of real numbers, or known, boxes or rows do not fit it.
    """
    A = as_grid(A, rows, (), boxes)
    R, K = A.shape
    shown = np.ones(A.shape, bool) if known is None else as_array(known, "known")
    if shown.shape != A.shape or shown.dtype != bool:
        raise ValueError(
            f"known must hold {R} rows of {K} bool, got shape {shown.shape} of "
            f"{shown.dtype}"
        )
    opacities = (shown * cell_opacities(A)).round(2)

    def at(*points: tuple[float, float]) -> list[float]:
        """Return points (column, row), counted in cells, in the frame's units."""
        return [v for k, r in points for v in (left + 34 * k, top + 22 * r)]

    def corners(r: int, k: int) -> list[float]:
        return at((k, r), (k + 1, r), (k + 1, r + 1), (k, r + 1))

    x, y = at((K / 2, 0))
    marks: list[Mark] = [("text", "small", [x, y - 7], title)]
    for (r, k), value in np.ndenumerate(A):
        color = "c0" if shown[r, k] and value < 0 else "c1"
        marks.append(("area", color, corners(r, k), float(opacities[r, k])))
        text = format_number(value, "{:g}", decimals=None) if shown[r, k] else ""
        marks.append(("text", "ink", at((k + 0.5, r + 0.5)), text))
    marks += [("line", "muted thin", at((0, r), (K, r))) for r in range(R + 1)]
    marks += [("line", "muted thin", at((k, 0), (k, R))) for k in range(K + 1)]
    marks += [("area", "ring ink", corners(r, k), 0) for r, k in boxes]
    for r, label in enumerate(rows):
        x, y = at((0, r + 0.5))
        marks.append(("text", "small muted right", [x - 6, y], label))
    return marks


def pixels(image: ArrayLike, left: float, top: float, side: float) -> Mark:
    """Return the mark of an image (height, width) of numbers in -1..1.

    Smaller and larger numbers count as -1 and 1; ValueError unless all are finite.
    """
    values = np.clip(as_matrix(image, "image", "(height, width)", finite=True), -1, 1)
    letters = "".join(chr(109 + round(12 * float(v))) for v in values.ravel())
    return ("pixels", "", [left, top], side, values.shape[1], letters)

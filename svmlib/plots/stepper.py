"""Algorithms step by step: frames that a page can play, and a strip of four of them.

A frame is a list of marks, and a mark is ``(kind, style, points, *rest)``. Points are a
flat list of coordinates in a frame 360 units wide, x to the right and y down; the rest
depends on the kind:

- a marker ``"o"``, ``"s"``, ``"^"`` or ``"D"``: its radius;
- ``"line"``, a line through the points: nothing;
- ``"area"``, a polygon: its opacity;
- ``"text"``: the text;
- ``"pixels"``, an image with its top left corner there: the side of a pixel, pixels in a
  row, and a letter for each, ``a`` for -1, ``m`` for 0 and ``y`` for 1.

The style is one or several of ``MARK_STYLES``, separated by spaces. The strip is an SVG image
that holds the frames as well, as JSON within its ``<metadata>``, from where the script
`stepper.mjs` of the site takes them.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from contourpy import contour_generator
from matplotlib.axes import Axes
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib.plots.classes import Extent, as_extent, class_polygon
from svmlib.plots.grids import as_grid, cell_opacities, number
from svmlib.plots.style import COLORS, INK, SIGNS, to_svg

Mark = tuple[Any, ...]
WIDTH = 360
MUTED = "#8a929c"
POINTS_PER_UNIT = 0.62  # typographic points per unit of a frame, in the strip
MARKER_CORNERS = {
    "s": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "^": [(0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
    "D": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
}
# What each word in the style of a mark stands for.
MARK_STYLES: dict[str, dict[str, Any]] = {
    f"c{k}": {"color": color} for k, color in enumerate(COLORS)
} | {
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


class Frame(NamedTuple):
    """One step: a title of a few words, what happens in full words, and its marks."""

    title: str
    words: str
    marks: Sequence[Mark]


class Stepper:
    """Frames to be played; as an image, a strip of four of them.

    Parameters
    ----------
    runs : mapping of str to sequence of Frame
        One or several runs by name. The first is shown first.
    height : float, optional
        Of a frame, in units of which its width is 360.
    strip : sequence of int, optional
        Numbers of the frames of the first run that the image shows; by default four,
        evenly spread, with the first and the last.
    turn : (float, float), optional
        Azimuth and elevation in degrees from which marks in space are seen. Their points
        then have three coordinates, between about -1 and 1, z upwards.

    Raises
    ------
    ValueError
        If there is no run, a run has no frame, or ``strip`` names one that isn't there.
    """

    def __init__(
        self,
        runs: Mapping[str, Sequence[Frame]],
        *,
        height: float = 220,
        strip: Sequence[int] = (),
        turn: tuple[float, float] | None = None,
    ) -> None:
        self.runs, self.height, self.turn = runs, height, turn
        if not runs or not all(map(len, runs.values())):
            raise ValueError(f"runs must hold a run, and each a frame, got {self!r}")
        first = next(iter(runs.values()))
        for k in strip:
            if k not in range(len(first)):
                raise ValueError(
                    f"strip must hold numbers of frames, 0 to {len(first) - 1}, got {k!r}"
                )
        spread = np.linspace(0, len(first) - 1, 4).round().astype(int)
        self.strip = [first[k] for k in (strip or spread)]

    def __repr__(self) -> str:
        """Return the names of the runs and the numbers of their frames."""
        frames = ", ".join(f"{name}: {len(run)}" for name, run in self.runs.items())
        return f"<Stepper with frames {frames}>"

    def _repr_svg_(self) -> str:
        rows, side = -(-len(self.strip) // 2), 3.2
        size = (2 * side, rows * (side * self.height / WIDTH + 0.25))
        figure, axes = plt.subplots(rows, 2, figsize=size, layout="constrained")
        for ax in axes.flat:
            ax.axis("off")
        for ax, frame in zip(axes.flat, self.strip, strict=False):  # one may be spare
            ax.set(xlim=(0, WIDTH), ylim=(self.height, 0), aspect="equal")
            ax.set_title(frame.title, fontsize=8.5)
            for mark in self._projected(frame.marks):
                if mark[-1] != "":
                    _draw_mark(ax, *mark)
        # Text as text: as outlines its letters weigh more than the drawing.
        with plt.rc_context({"svg.fonttype": "none"}):
            svg = to_svg(figure)
        plt.close(figure)
        return svg.replace("</svg>", f"<metadata>{self.trace()}</metadata>\n</svg>")

    def trace(self) -> str:
        """Return all frames as JSON, coordinates rounded and each mark written once."""
        runs = []
        for name, run in self.runs.items():
            marks: dict[str, int] = {}
            frames = []
            for title, words, drawn in run:
                texts = [_json(self._rounded(*mark)) for mark in drawn]
                numbers = [marks.setdefault(text, len(marks)) for text in texts]
                frames.append(_json([title, words, numbers]))
            listed, played = (",\n".join(part) for part in (marks, frames))
            head = f'{{"name":{_json(name)},"marks":[\n{listed}]'
            runs.append(f'{head},"frames":[\n{played}]}}')
        head = _json({"width": WIDTH, "height": self.height, "turn": self.turn})
        return f'{head[:-1]},"runs":[{",".join(runs)}]}}'

    def _rounded(self, kind: str, style: str, points: ArrayLike, *rest: Any) -> Mark:
        digits = 3 if self.turn else 1
        at = [_rounded_number(value, digits) for value in np.asarray(points).ravel()]
        return (kind, style, at, *(_rounded_number(value, 2) for value in rest))

    def _projected(self, marks: Sequence[Mark]) -> list[Mark]:
        """Return the marks in the plane; those in space are projected, far ones first."""
        if self.turn is None:
            return list(marks)
        a, e = np.radians(self.turn)
        flat = []
        for kind, style, points, *rest in marks:
            x, y, z = np.reshape(points, (-1, 3)).T
            across, depth = x * np.cos(a) - y * np.sin(a), x * np.sin(a) + y * np.cos(a)
            up = z * np.cos(e) + depth * np.sin(e)
            scale = 0.42 * self.height
            seen = np.stack(
                [WIDTH / 2 + scale * across, self.height / 2 - scale * up], 1
            )
            distance = float((depth * np.cos(e) - z * np.sin(e)).mean())
            flat.append((distance, (kind, style, seen.ravel().tolist(), *rest)))
        return [mark for _, mark in sorted(flat, key=lambda pair: -pair[0])]


class Panel:
    """A rectangle of a frame with coordinates of its own, y up.

    Parameters
    ----------
    box : (float, float, float, float)
        Left, top, width and height in the frame.
    extent : (float, float, float, float)
        Left, right, bottom and top in the panel's coordinates.
    """

    def __init__(self, box: tuple[float, float, float, float], extent: Extent) -> None:
        self.box, self.extent = box, as_extent(extent)

    def at(self, points: ArrayLike) -> list[float]:
        """Return points (n, 2) of the panel as a flat list in the frame's units."""
        left, top, width, height = self.box
        x1, x2, y1, y2 = self.extent
        x, y = np.asarray(points, dtype=float).reshape(-1, 2).T
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

    def frame(self, style: str = "muted thin") -> Mark:
        """Return the panel's edge."""
        x1, x2, y1, y2 = self.extent
        corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
        return self.mark("line", style, corners)

    def level(
        self,
        decision: Callable[[Array], Array],
        level: float,
        style: str,
        points: int = 2,
    ) -> list[Mark]:
        """Return the lines where a function of the panel's points (M, 2) has a value.

        The function is evaluated at ``points`` points a side; a straight line needs 2.
        """
        x1, x2, y1, y2 = self.extent
        x, y = np.linspace(x1, x2, points), np.linspace(y1, y2, points)
        grid = np.stack(np.meshgrid(x, y), axis=-1)
        # Rounded, so that a level is met exactly or not at all, on any processor.
        values = decision(grid.reshape(-1, 2)).reshape(points, points).round(9)
        lines: list[Any] = list(contour_generator(x, y, values).lines(level))
        return [self.mark("line", style, line) for line in lines]

    def street(self, decision: Callable[[Array], Array], points: int = 2) -> list[Mark]:
        """Return the boundary of a decision function and, dashed, its margins."""
        levels = ((-1, "dash"), (0, "ink"), (1, "dash"))
        return [
            m
            for level, style in levels
            for m in self.level(decision, level, style, points)
        ]

    def examples(self, X: ArrayLike, y: ArrayLike, halos: ArrayLike) -> list[Mark]:
        """Return examples of two classes, each with its number and a halo of a radius."""
        marks: list[Mark] = []
        numbered = enumerate(zip(*map(np.asarray, (X, y, halos)), strict=True))
        for k, (x, label, radius) in numbered:
            kind, color = ("s", "c1") if label > 0 else ("o", "c0")
            marks.append(self.mark("o", f"{color} halo", x, radius))
            marks.append(self.mark(kind, color, x, 5))
            marks.append(self.text(x, f"{k}", "small muted", shift=(11, 9)))
        return marks

    def regions(self, W: ArrayLike) -> list[Mark]:
        """Return where each class wins with weights W (3, C), the bias in the last row."""
        marks: list[Mark] = []
        for j in range(np.shape(W)[1]):
            corners = class_polygon(W, j, self.extent)
            if len(corners) > 2:
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
    cell: tuple[float, float] = (34, 22),
    known: ArrayLike | None = None,
    boxes: Sequence[tuple[int, int]] = (),
    rows: Sequence[str] = (),
) -> list[Mark]:
    """Return marks of a matrix as a grid of its numbers, with `draw_matrix`'s colours.

    Parameters
    ----------
    A : array_like, shape (R, K)
    left, top : float
        Its corner in the frame; the title stands above it.
    title : str, optional
    cell : (float, float), optional
        Width and height of a cell.
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
    shown = np.ones(A.shape, bool) if known is None else np.asarray(known)
    if shown.shape != A.shape or shown.dtype != bool:
        raise ValueError(
            f"known must hold {R} rows of {K} bool, got shape {shown.shape} of "
            f"{shown.dtype}"
        )
    opacities = np.where(shown, cell_opacities(A), 0.0).round(2)
    w, h = cell

    def corners(r: int, k: int) -> list[float]:
        x, y = left + k * w, top + r * h
        return [x, y, x + w, y, x + w, y + h, x, y + h]

    marks: list[Mark] = [("text", "small", [left + K * w / 2, top - 7], title)]
    for r, k in np.ndindex(R, K):
        color = "c0" if shown[r, k] and A[r, k] < 0 else "c1"
        marks.append(("area", color, corners(r, k), float(opacities[r, k])))
        value = float(A[r, k])
        text = number(value, "{:g}", decimals=None) if shown[r, k] else ""
        marks.append(("text", "ink", [left + (k + 0.5) * w, top + (r + 0.5) * h], text))
    for r in range(R + 1):
        y = top + r * h
        marks.append(("line", "muted thin", [left, y, left + K * w, y]))
    for k in range(K + 1):
        x = left + k * w
        marks.append(("line", "muted thin", [x, top, x, top + R * h]))
    marks += [("area", "ring ink", corners(r, k), 0) for r, k in boxes]
    for r, label in enumerate(rows):
        at = [left - 6, top + (r + 0.5) * h]
        marks.append(("text", "small muted right", at, label))
    return marks


def pixels(image: ArrayLike, left: float, top: float, side: float) -> Mark:
    """Return the mark of an image (height, width) of numbers in -1..1."""
    values = np.clip(np.asarray(image, dtype=float), -1, 1)
    letters = "".join(chr(109 + round(12 * float(v))) for v in values.ravel())
    return ("pixels", "", [left, top], side, values.shape[1], letters)


def _rounded_number(value: Any, digits: int) -> Any:
    """Return a number rounded, as an int if it is whole, and a text as it is."""
    if isinstance(value, str):
        return value
    rounded = round(float(value), digits)
    return int(rounded) if rounded.is_integer() else rounded


def _json(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", r"\u0026").replace("<", r"\u003c").replace(">", r"\u003e")


def _draw_mark(
    ax: Axes, kind: str, style: str, points: Sequence[float], *rest: Any
) -> None:
    """Draw a mark of the strip with Matplotlib, as the player draws it on the site."""
    look: dict[str, Any] = {"color": INK}
    for name in style.split():
        look |= MARK_STYLES[name]
    at = np.reshape(points, (-1, 2))
    color, lw = look["color"], look.get("lw", 1.4)
    if kind == "text":
        size = look.get("size", 12) * POINTS_PER_UNIT
        ax.text(
            *at[0],
            *rest,
            color=color,
            size=size,
            va="center_baseline",
            ha=look.get("ha", "center"),
            weight=look.get("weight", "normal"),
        )
    elif kind == "line":
        ax.plot(*at.T, color=color, lw=lw, ls=look.get("ls", "-"))
    elif kind == "pixels":
        side, columns, letters = rest
        image = np.array([ord(letter) - 109 for letter in letters]) / 12
        # Seven colours are enough for the strip, and take half the bytes.
        image = (3 * image.reshape(-1, columns)).round() / 3
        (x, y), height = at[0], len(image) * side
        ax.imshow(
            image,
            cmap=SIGNS,
            vmin=-1,
            vmax=1,
            interpolation="none",
            extent=(x, x + columns * side, y + height, y),
        )
        ax.set(xlim=(0, WIDTH))
    else:
        area, fill = kind == "area", look.get("fill", True)
        face = color if fill else "none"
        edge = color if not fill else look.get("ec", "none" if area else INK)
        width = 0.6 if fill else lw
        if not area:
            corners = MARKER_CORNERS.get(kind)
            # Matplotlib fits a marker into a square, to its farthest coordinate.
            reach = float(np.abs(corners).max()) if corners else 1.0
            size = 2 * rest[0] * POINTS_PER_UNIT * reach
            ax.plot(
                *at[0],
                marker=corners or kind,
                ms=size,
                mfc=face,
                mec=edge,
                mew=width,
                alpha=look.get("alpha"),
            )
        elif not fill or rest[0]:
            alpha = rest[0] if fill else 1
            ax.add_patch(Polygon(at, fc=face, ec=edge, lw=width, alpha=alpha))

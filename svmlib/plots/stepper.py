"""Algorithms step by step: frames that a page can play, and a strip of four of them.

The strip is an SVG image that holds the frames as well, as JSON within its
``<metadata>``, from where the script `stepper.mjs` of the site takes them.
"""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Polygon
from numpy.typing import ArrayLike

from svmlib._validation import as_positive, as_reals, as_vector, received
from svmlib.plots.marks import MARK_KINDS, MARK_STYLES, Mark
from svmlib.plots.style import INK, SIGNS, to_svg

__all__ = ["Frame", "Stepper"]

WIDTH = 360
POINTS_PER_UNIT = 0.62  # typographic points per unit of a frame, in the strip
LINES = ("line", "area")  # the kinds through several points
MARKER_CORNERS = {
    "s": [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)],
    "^": [(0, 1.2), (1.1, -0.8), (-1.1, -0.8)],
    "D": [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)],
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
        Height of a frame; its width is 360.
    strip : sequence of int, optional
        Numbers of the frames of the first run that the image shows; by default four,
        or all if there are fewer, evenly spread, with the first and the last.
    turn : (float, float), optional
        Azimuth and elevation in degrees from which marks in space are seen. Their points
        then have three coordinates, between about -1 and 1, z upwards.

    Raises
    ------
    ValueError
        If an argument isn't as above, there is no run or a run has no frame, ``strip``
        names a frame that isn't there, or a mark isn't as `svmlib.plots.marks` has it.
        The title and the text of a frame aren't checked.
    """

    def __init__(
        self,
        runs: Mapping[str, Sequence[Frame]],
        *,
        height: float = 220,
        strip: Sequence[int] = (),
        turn: tuple[float, float] | None = None,
    ) -> None:
        if not isinstance(runs, Mapping) or not runs:
            raise ValueError(f"runs must map names to frames, got {received(runs)}")
        for run in runs.values():
            frames = run if isinstance(run, Sequence) else ()
            if not frames or not all(isinstance(frame, Frame) for frame in frames):
                expected = "each run must be a sequence of one Frame or more"
                raise ValueError(f"{expected}, got {received(run)}")
        self.runs, self.height = runs, as_positive(height, "height")
        self.turn = None if turn is None else as_vector(turn, "turn", 2).tolist()
        first = next(iter(runs.values()))
        if np.ndim(strip) != 1 or any(k not in range(len(first)) for k in strip):
            expected = f"strip must hold numbers of frames, 0 to {len(first) - 1}"
            raise ValueError(f"{expected}, got {received(strip)}")
        spread = np.unique(np.linspace(0, len(first) - 1, 4).round())
        self.strip = [first[int(k)] for k in (strip if len(strip) else spread)]
        for frame in chain(*runs.values()):
            if not isinstance(frame.marks, Sequence):
                expected = "the marks of a Frame must be a sequence"
                got = received(frame.marks)
                raise ValueError(f"{expected}, got {got}")  # noqa: TRY004
            for mark in frame.marks:
                _check_mark(mark, 2 if turn is None else 3)

    def __repr__(self) -> str:
        """Return the names of the runs and the numbers of their frames."""
        frames = ", ".join(f"{name}: {len(run)}" for name, run in self.runs.items())
        return f"<Stepper with frames {frames}>"

    def _repr_svg_(self) -> str:
        figure = self._drawn()
        # Text as text: as outlines its letters weigh more than the drawing.
        with plt.rc_context({"svg.fonttype": "none"}):
            svg = to_svg(figure)
        plt.close(figure)
        return svg.replace("</svg>", f"<metadata>{self.trace()}</metadata>\n</svg>")

    def _drawn(self) -> Figure:
        """Return the strip as a figure, with two frames in a row."""
        rows, side = -(-len(self.strip) // 2), 3.2
        size = (2 * side, rows * (side * self.height / WIDTH + 0.25))
        figure, axes = plt.subplots(rows, 2, figsize=size, layout="constrained")
        for ax in axes.flat:
            ax.axis("off")
        for ax, frame in zip(axes.flat, self.strip, strict=False):  # one may be spare
            ax.set(xlim=(0, WIDTH), ylim=(self.height, 0), aspect="equal")
            ax.set_title(frame.title, fontsize=8.5)
            for mark in self._projected(frame.marks):
                _draw_mark(ax, *mark)
        return figure

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
        height = _rounded_number(self.height, 2)
        turn = self.turn and [_rounded_number(angle, 2) for angle in self.turn]
        head = _json({"width": WIDTH, "height": height, "turn": turn})
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


def _check_mark(mark: Mark, num_coordinates: int) -> None:
    """Raise ValueError unless a mark is as `svmlib.plots.marks` describes it."""
    if not isinstance(mark, tuple) or len(mark) < 3:
        raise ValueError(
            f"a mark is (kind, style, points, *rest), got {received(mark)}"
        )
    kind, style, points, *rest = mark
    if not isinstance(kind, str) or kind not in MARK_KINDS:
        raise ValueError(f"a mark is one of {', '.join(MARK_KINDS)}, got {kind!r}")
    for word in style.split() if isinstance(style, str) else [style]:
        if not isinstance(word, str) or word not in MARK_STYLES:
            known = ", ".join(MARK_STYLES)
            raise ValueError(f"a mark's style is made of {known}, got {word!r}")
    types = MARK_KINDS[kind]
    if len(rest) != len(types) or not all(map(isinstance, rest, types)):
        names = ", ".join(expected.__name__ for expected in types)
        raise ValueError(f"({names}) must follow the points of {kind!r}, got {rest}")
    for number in rest:
        if not isinstance(number, str) and not 0 <= number < np.inf:
            raise ValueError(
                f"no number of {kind!r} may be below 0 or infinite, got {number}"
            )
    name = f"the points of {kind!r}"
    size = as_vector(as_reals(points, name).ravel(), name).size
    if size != num_coordinates and (kind not in LINES or size % num_coordinates):
        of = "for each point" if kind in LINES else "of one point"
        expected = f"{kind!r} must have {num_coordinates} coordinates {of}"
        raise ValueError(f"{expected}, got {size} numbers")
    if kind == "area" and rest[0] > 1:
        raise ValueError(f"an area's opacity must be from 0 to 1, got {rest[0]}")
    if kind == "pixels":
        _, columns, letters = rest
        if not re.fullmatch("[a-y]+", letters) or not columns or len(letters) % columns:
            expected = f"pixels must fill rows of {columns} with letters from a to y"
            raise ValueError(f"{expected}, got {received(letters)}")


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
    """Draw a mark of the strip with Matplotlib, as stepper.mjs draws it on the site."""
    look: dict[str, Any] = {"color": INK}
    for name in style.split():
        look |= MARK_STYLES[name]
    at = np.reshape(points, (-1, 2))
    color, lw, filled = look["color"], look.get("lw", 1.4), look.get("fill", True)
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
    elif kind == "area":
        if not filled:
            ax.add_patch(Polygon(at, fc="none", ec=color, lw=lw))
        elif rest[0]:
            ax.add_patch(Polygon(at, fc=color, ec="none", alpha=rest[0]))
    else:
        corners = MARKER_CORNERS.get(kind)
        # Matplotlib fits a marker into a square, to its farthest coordinate.
        reach = float(np.abs(corners).max()) if corners else 1.0
        ax.plot(
            *at[0],
            marker=corners or kind,
            ms=2 * rest[0] * POINTS_PER_UNIT * reach,
            mfc=color if filled else "none",
            mec=look.get("ec", INK) if filled else color,
            mew=0.6 if filled else lw,
            alpha=look.get("alpha"),
        )

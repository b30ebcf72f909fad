"""Matrices drawn as grids of their numbers."""

import re
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib._validation import (
    as_array,
    as_finite,
    as_integer,
    as_matrix,
    as_positive,
    received,
)
from svmlib.plots.style import INK, NEGATIVE, POSITIVE

__all__ = ["draw_matrices", "draw_matrix", "format_number", "subscript"]

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
GAP = 0.5  # between two parts of `draw_matrices`, in cells


def draw_matrix(
    ax: Axes,
    A: ArrayLike,
    title: str = "",
    *,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    boxes: Sequence[tuple[int, int]] = (),
    fmt: str = "{:g}",
) -> None:
    """Draw A as a grid of its numbers: negative blue, positive orange, zero white.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    A : array_like, shape (R, K)
    title : str, optional
        Stands below the grid.
    rows, columns : sequence of str, optional
        Labels at the left and on top: one each, or none.
    boxes : sequence of (int, int), optional
        Cells (row, column) that get a heavy frame.
    fmt : str, optional
        Format of a number.

    Raises
    ------
    ValueError
        If A is not a matrix of real numbers, or labels or boxes do not fit it.
    """
    A = as_grid(A, rows, columns, boxes)
    R, K = A.shape
    opacities = cell_opacities(A)
    for (r, k), value in np.ndenumerate(A):
        if opacities[r, k]:
            color = NEGATIVE if value < 0 else POSITIVE
            cell = Rectangle((k, r), 1, 1, fc=(color, opacities[r, k]), ec="none")
            ax.add_patch(cell)
        text = format_number(value, fmt, decimals=None)
        ax.text(k + 0.5, r + 0.52, text, ha="center", va="center")
    ax.hlines(range(R + 1), 0, K, color=INK, lw=0.4, clip_on=False)
    ax.vlines(range(K + 1), 0, R, color=INK, lw=0.4, clip_on=False)
    for r, k in boxes:
        frame = Rectangle((k, r), 1, 1, fill=False, ec=INK, lw=2, clip_on=False)
        ax.add_patch(frame)
    for r, label in enumerate(rows):
        ax.text(-0.15, r + 0.5, label, ha="right", va="center", fontsize="small")
    for k, label in enumerate(columns):
        ax.text(k + 0.5, -0.15, label, ha="center", va="bottom", fontsize="small")
    ax.text(K / 2, R + 0.2, title, ha="center", va="top")
    ax.set(xlim=(0, K), ylim=(R, 0), aspect="equal")
    ax.axis("off")


def draw_matrices(
    *parts: Any,
    rows: Sequence[str] = (),
    columns: Sequence[str] = (),
    fmt: str = "{:g}",
    cell: float = 0.44,
) -> Figure:
    """Draw matrices side by side, as an equation is written.

    Parameters
    ----------
    *parts : str or (str, array_like) or (str, array_like, boxes)
        A sign such as ``"="``, or a matrix with its title and the cells to frame.
    rows, columns : sequence of str, optional
        Labels: rows label the first matrix, and columns label every matrix with that many
        columns; at least one must have that many.
    fmt : str, optional
        Format of a number.
    cell : float, optional
        Side of a cell in inches, > 0.

    Raises
    ------
    ValueError
        If there is no matrix, or an argument is not as above.
    """
    cell = as_positive(cell, "cell")
    shapes = [_shape(part) for part in parts]
    pairs = zip(parts, shapes, strict=True)
    widths = {K for part, (_, K) in pairs if not isinstance(part, str)}
    if not widths:
        raise ValueError(
            f"parts must hold a matrix, (title, matrix), got {received(parts)}"
        )
    check_labels(columns, "columns", *widths)
    matrices = [part for part in parts if not isinstance(part, str)]
    # All is checked before there is a figure, so that an error leaves none half drawn.
    for k, (_, A, *boxes) in enumerate(matrices):
        as_grid(A, () if k else rows, (), *boxes or [()])
    format_number(0.0, fmt, decimals=None)
    height = max(R for R, _ in shapes)
    *lefts, end = accumulate((K + GAP for _, K in shapes), initial=0.0)
    size = np.array([end - GAP, height])
    figure = plt.figure(figsize=cell * size)
    for part, (R, K), left in zip(parts, shapes, lefts, strict=True):
        box = np.array([(left, (height - R) / 2), (K, R)]) / size
        ax = figure.add_axes(tuple(box.ravel()))
        if isinstance(part, str):
            ax.text(0.5, 0.5, part, ha="center", va="center", fontsize="large")
            ax.axis("off")
        else:
            title, A, *boxes = part
            heads = columns if len(columns) == K else ()
            framed = boxes[0] if boxes else ()
            draw_matrix(ax, A, title, rows=rows, columns=heads, boxes=framed, fmt=fmt)
            rows = ()  # they are those of the first matrix
    return figure


def as_grid(
    A: ArrayLike,
    rows: Sequence[str],
    columns: Sequence[str],
    boxes: Sequence[tuple[int, int]],
) -> Array:
    """Return A as a matrix of floats; ValueError if labels or boxes do not fit it."""
    A = as_matrix(A, "A", "(R, K)", finite=True).astype(np.float64)
    R, K = A.shape
    check_labels(rows, "rows", R)
    check_labels(columns, "columns", K)
    cells = as_array(boxes, "boxes")
    if cells.size and (
        cells.ndim != 2 or not {*map(tuple, cells.tolist())} <= {*np.ndindex(R, K)}
    ):
        expected = f"boxes must hold cells (row, column) within {R} rows, {K} columns"
        raise ValueError(f"{expected}, got {received(boxes)}")
    return A


def check_labels(labels: Sequence[str], name: str, *counts: float) -> None:
    """Raise ValueError unless there are no labels, or one of these numbers of them."""
    got = len(labels) if hasattr(labels, "__len__") else received(labels)
    if got not in (0, *counts):
        expected = " or ".join(map(str, sorted(counts)))
        raise ValueError(f"{name} must hold {expected} labels, or none, got {got}")


def cell_opacities(A: Array) -> Array:
    """Return the opacity of each cell's colour, 0 for a zero."""
    largest = max(float(np.abs(A).max()), 1e-300)
    return np.where(A == 0, 0.0, 0.15 + 0.4 * np.abs(A) / largest)


def format_number(
    value: float, fmt: str = "{:.3g}", *, decimals: int | None = 9
) -> str:
    """Return a number as text, with a true minus sign and powers of ten written out.

    Parameters
    ----------
    value : float
    fmt : str, optional
        Format of the number.
    decimals : int or None, optional
        Round to so many decimals first, >= 0, so that a tie, or what rounding errors
        leave of a zero, reads the same on any processor. None: don't round.

    Raises
    ------
    ValueError
        If value is not finite, or fmt or decimals not as above.

    Examples
    --------
    >>> format_number(0.12345), format_number(1.2e-6), format_number(-1e-17)
    ('0.123', '1.2 · 10⁻⁶', '0')
    """
    value = as_finite(value, "value")
    expected = f"fmt must be a str like '{{:.3g}}', got {received(fmt)}"
    if not isinstance(fmt, str) or "{" not in fmt:
        raise ValueError(expected)
    if decimals is not None:
        value = round(value, as_integer(decimals, "decimals", 0))
    try:
        text = fmt.format(value)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        raise ValueError(expected) from error
    text = re.sub(r"-(?=[0.]+(?![\d.]))", "", text)  # no -0 and no -0.00
    text = re.sub(r"[eE]([+-]\d+)", _power, text)
    return text.replace("-", "\N{MINUS SIGN}")


def subscript(i: int) -> str:
    """Return an index >= 0 as text below the line.

    Raises
    ------
    ValueError
        If i is not a whole number >= 0.

    Examples
    --------
    >>> "x" + subscript(12)
    'x₁₂'
    """
    return str(as_integer(i, "i", 0)).translate(SUBSCRIPTS)


def _power(found: re.Match[str]) -> str:
    """Return " · 10⁻⁶" for the exponent "-06" that was found."""
    return " · 10" + str(int(found[1])).translate(SUPERSCRIPTS)


def _shape(part: Any) -> tuple[float, float]:
    if isinstance(part, str):
        return 1, 0.4
    is_titled = isinstance(part, tuple | list) and len(part) in (2, 3)
    if not is_titled or not isinstance(part[0], str):
        kind = type(part).__name__
        raise ValueError(f"a part must be a str or (title, matrix, boxes), got {kind}")
    R, K = as_matrix(part[1], "A", "(R, K)").shape
    return R, K

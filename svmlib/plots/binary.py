"""Two classes in the plane: points, boundary, margins, support vectors."""

import warnings
from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib._validation import as_array, as_matrix, as_signs
from svmlib.plots._extent import Extent, as_extent, evaluate_on_grid
from svmlib.plots.style import COLORS, INK, MARKERS

__all__ = ["draw_margin", "scatter_binary"]

POSITIVE_STYLE = {"marker": MARKERS[1], "color": COLORS[1]}
NEGATIVE_STYLE = {"marker": MARKERS[0], "color": COLORS[0]}


def scatter_binary(
    ax: Axes, X: ArrayLike, y: ArrayLike, *, support: ArrayLike = ()
) -> None:
    """Mark examples in the plane: orange squares +1, blue discs -1, support ringed.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    X : array_like, shape (N, 2)
    y : array_like, shape (N,)
        Labels -1 and +1.
    support : array_like of int, or of bool with shape (N,), optional
        Rows of X to ring, by number or as a mask.

    Raises
    ------
    ValueError
        If X, y or support is not as above.
    """
    X = as_matrix(X, "X", "(N, 2)", finite=True)
    if X.shape[1] != 2:
        raise ValueError(f"X must have shape (N, 2), got {X.shape}")
    signs = as_signs(y, len(X))
    for sign, style in ((1, POSITIVE_STYLE), (-1, NEGATIVE_STYLE)):
        x1, x2 = X[signs == sign].T
        label = f"y = {sign:+d}".replace("-", "\N{MINUS SIGN}")
        ax.plot(x1, x2, ls="", mec=INK, mew=0.6, label=label, **style)  # type: ignore[arg-type]
    rows = _as_rows(support, len(X))
    if rows.size:
        x1, x2 = X[rows].T
        ax.plot(x1, x2, "o", ls="", ms=11, mfc="none", mec=INK, label="support vector")


def _as_rows(support: ArrayLike, num_examples: int) -> Array:
    rows = as_array(support, "support")
    if rows.dtype == bool and rows.shape == (num_examples,):
        return np.flatnonzero(rows)
    if rows.ndim != 1 or (rows.size and rows.dtype.kind not in "iu"):
        raise ValueError(
            f"support must hold row numbers, or be a mask of shape ({num_examples},), "
            f"got dtype {rows.dtype}, shape {rows.shape}"
        )
    if not np.isin(rows, range(num_examples)).all():
        raise ValueError(f"support must hold rows 0..{num_examples - 1}, got {rows}")
    return rows


def draw_margin(
    ax: Axes,
    decision: Callable[[Array], Array],
    extent: Extent,
    *,
    points: int = 101,
) -> None:
    """Draw f(x) = 0 solid, f(x) = 1 and -1 dashed, and shade the two sides.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    decision : callable
        Maps points (M, 2) to f (M,).
    extent : (float, float, float, float)
        Left, right, bottom and top, finite; left < right and bottom < top.
    points : int, optional
        Points per side at which f is evaluated, >= 2. A straight boundary needs 2.

    Raises
    ------
    ValueError
        If extent, points, decision or its values are not as above.
    """
    extent = as_extent(extent)
    x1, x2, f = evaluate_on_grid(decision, extent, points)
    sides = [to_rgba(color, 0.14) for color in COLORS[:2]]
    ax.contourf(x1, x2, f, levels=[-np.inf, 0, np.inf], colors=sides)
    styles = ["--", "-", "--"]
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "No contour levels were found")
        ax.contour(x1, x2, f, levels=[-1, 0, 1], colors=[INK], linestyles=styles)
    ax.set(xlim=extent[:2], ylim=extent[2:])

"""The binary margin in the plane: points, boundary, margins, support vectors."""

from collections.abc import Callable

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import to_rgba
from numpy.typing import ArrayLike

from svmlib.plots.classes import Extent
from svmlib.plots.style import COLORS, INK, MARKERS
from svmlib.validation import Array, as_matrix, as_signs

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
    support : array_like of int, optional
        Rows of X to ring.

    Raises
    ------
    ValueError
        If X or y is not as above, or support holds no row of X.
    """
    X = as_matrix(X, "X", "(N, 2)", finite=True)
    if X.shape[1] != 2:
        raise ValueError(f"X must have shape (N, 2), got {X.shape}")
    signs = as_signs(y, len(X))
    for sign, style in ((1, POSITIVE_STYLE), (-1, NEGATIVE_STYLE)):
        x1, x2 = X[signs == sign].T
        label = f"y = {sign:+d}".replace("-", "\N{MINUS SIGN}")
        ax.plot(x1, x2, ls="", mec=INK, mew=0.6, label=label, **style)  # type: ignore[arg-type]
    rows = np.asarray(support, dtype=np.intp)
    if rows.size:
        if rows.min() < 0 or rows.max() >= len(X):
            raise ValueError(f"support must hold rows 0..{len(X) - 1}, got {rows}")
        x1, x2 = X[rows].T
        ax.plot(x1, x2, "o", ls="", ms=11, mfc="none", mec=INK, label="support vector")


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
        Left, right, bottom and top.
    points : int, optional
        Points a side at which f is evaluated, >= 2. A straight boundary needs 2.

    Raises
    ------
    ValueError
        If extent, points, or the values of decision are not as above.
    """
    left, right, bottom, top = extent
    if points < 2 or not (left < right and bottom < top):
        raise ValueError(
            f"need points >= 2 and left < right, bottom < top; got {points}, {extent}"
        )
    x1, x2 = np.linspace(left, right, points), np.linspace(bottom, top, points)
    grid = np.stack(np.meshgrid(x1, x2), axis=-1)
    f = np.asarray(decision(grid.reshape(-1, 2)), dtype=np.float64)
    if f.shape != (points**2,) or not np.isfinite(f).all():
        raise ValueError(
            f"decision must give {points**2} finite values, got shape {f.shape}"
        )
    f = f.reshape(points, points)
    lowest, highest = min(float(f.min()), 0) - 1, max(float(f.max()), 0) + 1
    sides = [to_rgba(color, 0.14) for color in COLORS[:2]]
    ax.contourf(x1, x2, f, levels=[lowest, 0, highest], colors=sides)
    ax.contour(x1, x2, f, levels=[-1, 0, 1], colors=[INK], linestyles=["--", "-", "--"])
    ax.set(xlim=extent[:2], ylim=extent[2:])

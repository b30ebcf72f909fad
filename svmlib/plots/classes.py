"""Classes in the plane, and weights as images."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib._validation import as_integer, as_labels, as_matrix, received
from svmlib.plots._extent import Extent, as_extent
from svmlib.plots.style import COLORS, INK, MARKERS, SIGNS

__all__ = ["class_polygon", "draw_regions", "draw_templates", "scatter_classes"]


def scatter_classes(ax: Axes, X: ArrayLike, y: ArrayLike) -> None:
    """Mark examples in the plane of their first two features, one marker per class.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    X : array_like, shape (N, D), D >= 2
    y : array_like, shape (N,)
        Labels 0..3.

    Raises
    ------
    ValueError
        If X or y is not as above.
    """
    X = as_matrix(X, "X", "(N, D)", finite=True)
    if X.shape[1] < 2:
        raise ValueError(f"X must have shape (N, D), D >= 2, got {X.shape}")
    y = as_labels(y, X.shape[0], len(MARKERS))
    for c in np.unique(y):
        x1, x2 = X[y == c, :2].T
        label, color = f"class {c}", COLORS[c]
        ax.plot(x1, x2, MARKERS[c], color=color, mec=INK, mew=0.6, ls="", label=label)


def draw_regions(ax: Axes, W: ArrayLike, extent: Extent) -> None:
    """Shade where each class of a linear classifier scores highest, and its borders.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    W : array_like, shape (3, C)
        Weights of two features and, last, the bias; C <= 4.
    extent : (float, float, float, float)
        Left, right, bottom and top, finite; left < right and bottom < top.

    Raises
    ------
    ValueError
        If W or extent is not as above.
    """
    for j, corners in winning_polygons(W, extent):
        ax.fill(*corners.T, fc=(COLORS[j], 0.16), ec=INK, lw=0.8, ls="-")
    ax.set(xlim=extent[:2], ylim=extent[2:])


def winning_polygons(W: ArrayLike, extent: Extent) -> list[tuple[int, Array]]:
    """Return each class that wins somewhere, and the corners (n, 2) of where it does.

    Arguments and errors are those of `draw_regions`.
    """
    C = _as_plane(W).shape[1]
    if C > len(COLORS):
        raise ValueError(f"W must have shape (3, C), C <= 4, got (3, {C})")
    polygons = ((j, class_polygon(W, j, extent)) for j in range(C))
    return [(j, corners) for j, corners in polygons if len(corners) > 2]


def class_polygon(W: ArrayLike, j: int, extent: Extent) -> Array:
    """Corners (n, 2) of the part of the extent where class j scores highest.

    The rectangle is cut by ``(w_j - w_k) . x >= 0`` for each other class k
    (``eq-boundary``).

    Parameters
    ----------
    W, extent
        As in `draw_regions`, with any number of classes.
    j : int
        The class, 0..C-1.

    Raises
    ------
    ValueError
        If an argument is not as above.
    """
    W, (left, right, bottom, top) = _as_plane(W), as_extent(extent)
    j = as_integer(j, "j", 0)
    if j >= W.shape[1]:
        raise ValueError(f"j must lie in 0..{W.shape[1] - 1}, got {j}")
    # The polygon is the same for any multiple of W. With numbers below 1/8, no difference
    # of two leads overflows.
    W = np.asarray(np.ldexp(W, -3 - np.frexp(np.abs(W).max())[1]))
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    for k in range(W.shape[1]):
        a, b, c = W[:, j] - W[:, k]
        leads = [(x1, x2, a * x1 + b * x2 + c) for x1, x2 in corners]
        corners = []
        for (p1, p2, at_p), (q1, q2, at_q) in zip(
            leads, leads[1:] + leads[:1], strict=True
        ):
            if at_p >= 0:
                corners.append((p1, p2))
            # Not at_p * at_q < 0: the product may be rounded to 0.
            if min(at_p, at_q) < 0 < max(at_p, at_q):
                t = at_p / (at_p - at_q)
                corners.append((p1 + t * (q1 - p1), p2 + t * (q2 - p2)))
    return np.array(corners).reshape(-1, 2)


def _as_plane(W: ArrayLike) -> Array:
    W = as_matrix(W, "W", "(3, C)", finite=True).astype(np.float64)
    if W.shape[0] != 3:
        raise ValueError(f"W must have shape (3, C), got {W.shape}")
    return W


def draw_templates(
    W: ArrayLike, shape: tuple[int, int], names: Sequence[str], *, ncols: int = 5
) -> Figure:
    """Draw each column of W as an image: blue pixels count against, orange ones for.

    Parameters
    ----------
    W : array_like, shape (D, C)
        Templates without the bias row; D = shape[0] * shape[1].
    shape : (int, int)
        Height and width of the images, >= 1.
    names : sequence of str, length C
    ncols : int, optional
        Images in a row, >= 1.

    Raises
    ------
    ValueError
        If W does not fit shape and names, or a number is not as above.
    """
    if np.shape(shape) != (2,):
        raise ValueError(f"shape must be (height, width), got {received(shape)}")
    if not hasattr(names, "__len__"):
        raise ValueError(
            f"names must hold a name for each class, got {received(names)}"
        )
    height, width = (as_integer(side, "a side of shape", 1) for side in shape)
    ncols = as_integer(ncols, "ncols", 1)
    W = as_matrix(W, "W", "(D, C)", finite=True).astype(np.float64)
    if W.shape != (height * width, len(names)):
        raise ValueError(
            f"W must fit images {shape} and {len(names)} names, got {W.shape}"
        )
    nrows = -(-len(names) // ncols)
    size = (1.1 * ncols, 1.3 * nrows)
    figure, axes = plt.subplots(nrows, ncols, figsize=size, squeeze=False)
    for ax in axes.flat:
        ax.axis("off")
    for ax, template, name in zip(axes.flat, W.T, names, strict=False):
        largest = np.abs(template).max() or 1.0
        image = np.round(template.reshape(height, width) / largest, 2)
        ax.imshow(image, cmap=SIGNS, vmin=-1, vmax=1, interpolation="nearest")
        ax.set_title(name, fontsize="small")
    return figure

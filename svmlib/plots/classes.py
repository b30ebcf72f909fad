"""Classes in the plane, and weights as images."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from svmlib.plots.style import COLORS, INK, MARKERS, SIGNS
from svmlib.validation import Array, as_labels, as_matrix

Extent = tuple[float, float, float, float]


def scatter_classes(
    ax: Axes, X: ArrayLike, y: ArrayLike, names: Sequence[str] = ()
) -> None:
    """Mark examples in the plane of their first two features, a marker a class.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    X : array_like, shape (N, D), D >= 2
    y : array_like, shape (N,)
        Labels 0..3.
    names : sequence of str, optional
        What the legend calls the classes; "class 0" and so on by default.

    Raises
    ------
    ValueError
        If X or y is not as above.
    """
    X = as_matrix(X, "X", "(N, D)")
    y = as_labels(y, X.shape[0], len(MARKERS))
    for c in np.unique(y):
        name = names[c] if len(names) else f"class {c}"
        x1, x2 = X[y == c, :2].T
        ax.plot(
            x1, x2, MARKERS[c], color=COLORS[c], mec=INK, mew=0.6, ls="", label=name
        )


def class_regions(ax: Axes, W: ArrayLike, extent: Extent) -> None:
    """Shade where each class of a linear classifier scores highest, and its borders.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    W : array_like, shape (3, C)
        Weights of two features and, last, the bias; C <= 4.
    extent : (float, float, float, float)
        Left, right, bottom and top.

    Raises
    ------
    ValueError
        If W has another shape.
    """
    W = as_matrix(W, "W", "(3, C)", finite=True).astype(np.float64)
    if W.shape[0] != 3 or W.shape[1] > len(COLORS):
        raise ValueError(f"W must have shape (3, C), C <= 4, got {W.shape}")
    for j in range(W.shape[1]):
        corners = class_polygon(W, j, extent)
        if len(corners) > 2:
            ax.fill(*corners.T, fc=(COLORS[j], 0.16), ec=INK, lw=0.8, ls="-")
    ax.set(xlim=extent[:2], ylim=extent[2:])


def class_polygon(W: Array, j: int, extent: Extent) -> Array:
    """Corners (n, 2) of the part of the extent where class j scores highest.

    The rectangle is cut by ``(w_j - w_k) . x >= 0`` for each other class k
    (``eq-boundary``).
    """
    left, right, bottom, top = extent
    corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    for k in range(W.shape[1]):
        a, b, c = W[:, j] - W[:, k]
        kept = []
        for p, q in zip(corners, corners[1:] + corners[:1], strict=True):
            at_p, at_q = a * p[0] + b * p[1] + c, a * q[0] + b * q[1] + c
            if at_p >= 0:
                kept.append(p)
            if at_p * at_q < 0:
                t = at_p / (at_p - at_q)
                kept.append((p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])))
        corners = kept
    return np.array(corners).reshape(-1, 2)


def draw_templates(
    W: ArrayLike, shape: tuple[int, int], names: Sequence[str], *, ncols: int = 5
) -> Figure:
    """Draw each column of W as an image: blue pixels count against, orange ones for.

    Parameters
    ----------
    W : array_like, shape (D, C)
        Templates without the bias row; D = shape[0] * shape[1].
    shape : (int, int)
        Height and width of the images.
    names : sequence of str, length C
    ncols : int, optional
        Images in a row, >= 1.

    Raises
    ------
    ValueError
        If W does not fit shape and names.
    """
    W = as_matrix(W, "W", "(D, C)", finite=True).astype(np.float64)
    if W.shape != (shape[0] * shape[1], len(names)):
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
        image = np.round(template.reshape(shape) / largest, 2)
        ax.imshow(image, cmap=SIGNS, vmin=-1, vmax=1, interpolation="nearest")
        ax.set_title(name, fontsize="small")
    return figure

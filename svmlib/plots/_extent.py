"""The part of the plane that a figure shows, and the values of a function on it."""

from collections.abc import Callable

import numpy as np

from svmlib._typing import Array
from svmlib._validation import as_integer, as_vector, check_callable, received

Extent = tuple[float, float, float, float]


def as_extent(extent: Extent) -> Extent:
    """Return left, right, bottom and top as floats.

    ValueError unless they rise, and width and height are finite.
    """
    left, right, bottom, top = as_vector(extent, "extent", 4).tolist()
    if not (0 < right - left < np.inf and 0 < top - bottom < np.inf):
        expected = (
            "extent must be (left, right, bottom, top), left < right, bottom < top"
        )
        finite = "with a finite width and height"
        raise ValueError(f"{expected}, {finite}, got {received(extent)}")
    return left, right, bottom, top


def evaluate_on_grid(
    decision: Callable[[Array], Array], extent: Extent, points: int
) -> tuple[Array, Array, Array]:
    """Return x (points,), y (points,) and f(x, y) (points, points), a row for each y.

    Raises
    ------
    ValueError
        If points is not a whole number >= 2, or decision does not map points (M, 2) to
        finite values (M,).
    """
    points = as_integer(points, "points", 2)
    check_callable(decision, "decision", "points")
    left, right, bottom, top = extent
    x, y = np.linspace(left, right, points), np.linspace(bottom, top, points)
    grid = np.stack(np.meshgrid(x, y), axis=-1)
    f = as_vector(decision(grid.reshape(-1, 2)), "decision(points)", points**2)
    return x, y, f.reshape(points, points)

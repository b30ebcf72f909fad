"""The data of the book: what ships with it, and what it draws at random."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

__all__ = ["FiveExamples", "five_examples"]

Floats = NDArray[np.floating[Any]]
Labels = NDArray[np.int64]


class FiveExamples(NamedTuple):
    """Five examples, three classes, and weights to score them with."""

    X: Floats
    y: Labels
    W: Floats
    delta: float


def five_examples() -> FiveExamples:
    """Return the case that part one works through by hand.

    Every entry of its scores, margins, mask and gradient is a small integer.
    Example 0 has no active class, example 1 has one, example 2 has two,
    example 3 is misclassified, and example 4 lies on a kink.

    Returns
    -------
    FiveExamples
        `X` (5, 3), its last column the bias; `y` (5,); `W` (3, 3), a column a
        class; and `delta` = 2, so that with whole numbers an example can be
        right and still inside the margin.

    Examples
    --------
    >>> X, y, W, delta = five_examples()
    >>> (X @ W)[3]
    array([-1.,  4., -5.])
    """
    return FiveExamples(
        X=np.array(
            [
                [2.0, -1.0, 1.0],
                [1.0, 2.0, 1.0],
                [-1.0, 1.0, 1.0],
                [-2.0, -2.0, 1.0],
                [-1.0, -1.0, 1.0],
            ]
        ),
        y=np.array([0, 2, 2, 0, 1]),
        W=np.array([[2.0, 0.0, 1.0], [-1.0, -2.0, 1.0], [1.0, 0.0, -1.0]]),
        delta=2.0,
    )

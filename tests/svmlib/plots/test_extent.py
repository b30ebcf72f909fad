"""The part of the plane that a figure shows."""

import numpy as np
import pytest

from svmlib import plots

RISING = r"be \(left, right, bottom, top\), left < right, bottom < top, got"


@pytest.mark.parametrize(
    ("extent", "message"),
    [
        ((0, 1, 2), r"have shape \(4,\), got shape \(3,\)"),
        (3, r"have shape \(4,\), got shape \(\)"),
        ((0, (1, 2), 0, 1), "have rows of one length"),
        ((0, 1, 2, np.nan), r"be finite, got nan at extent\[3\]"),
        ((0, np.inf, 0, 1), r"be finite, got inf at extent\[1\]"),
        ((1, 1, 0, 1), RISING),
        ((0, 1, 1, 0), RISING),
        ((0, 1, 1, 1), RISING),
    ],
)
def test_extent_is_checked_everywhere(ax, extent, message):
    W = np.eye(3)
    for draw in (
        lambda: plots.draw_regions(ax, W, extent),
        lambda: plots.class_polygon(W, 0, extent),
        lambda: plots.draw_margin(ax, lambda X: X[:, 0], extent),
        lambda: plots.Panel((0, 0, 100, 100), extent),
    ):
        with pytest.raises(ValueError, match=f"extent must {message}"):
            draw()


def test_extent_that_rises_is_taken(ax):
    plots.draw_regions(ax, np.eye(3), (-1, 2, 3, 5))
    assert (ax.get_xlim(), ax.get_ylim()) == ((-1, 2), (3, 5))

"""The part of the plane that a figure shows, and the values of a function on it."""

import numpy as np
import pytest

from svmlib import plots
from svmlib.plots._extent import evaluate_on_grid

RISING = r"be \(left, right, bottom, top\), left < right, bottom < top, with .*, got"


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
        ((-1e308, 1e308, 0, 1), "be .*, with a finite width and height, got"),
        ((0, 1, -1e308, 1e308), "be .*, with a finite width and height, got"),
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


def test_a_function_is_evaluated_with_a_row_for_each_y():
    x, y, f = evaluate_on_grid(lambda X: X[:, 0] + 10 * X[:, 1], (0, 1, 2, 3), 2)
    assert (x.tolist(), y.tolist()) == ([0, 1], [2, 3])
    assert f.tolist() == [[20, 21], [30, 31]]


@pytest.mark.parametrize(
    ("decision", "points", "message"),
    [
        (lambda X: X[:, 0], 2.5, "points must be a whole number >= 2, got 2.5"),
        (lambda X: X[:, 0], 1, "points must be a whole number >= 2, got 1"),
        (lambda X: X[:, 0] * np.nan, 2, r"decision\(points\) must be finite, got nan"),
        (lambda X: X[:, 0] * 1j, 2, r"decision\(points\) must hold real numbers"),
        (lambda X: X[1:, 0], 2, r"must have shape \(4,\), got shape \(3,\)"),
        (lambda X: X, 2, r"must have shape \(4,\), got shape \(4, 2\)"),
        (3, 2, "decision must be callable, got 3"),
    ],
)
def test_decision_function_is_checked_everywhere(ax, decision, points, message):
    extent = (0, 1, 0, 1)
    panel = plots.Panel((0, 0, 100, 100), extent)
    for draw in (
        lambda: plots.draw_margin(ax, decision, extent, points=points),
        lambda: panel.level(decision, 0, "ink", points),
        lambda: panel.margin(decision, points),
    ):
        with pytest.raises(ValueError, match=message):
            draw()

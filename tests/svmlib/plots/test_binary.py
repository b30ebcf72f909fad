"""Margins and support vectors of two classes."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from svmlib import datasets, plots


def test_draw_margin_levels_are_minus_one_zero_one(ax):
    plots.draw_margin(ax, lambda X: 2 * X[:, 0] + 1, (-2, 2, 0, 1), points=2)
    _, lines = ax.collections
    assert lines.levels.tolist() == [-1, 0, 1]
    at = [float(path.vertices[0, 0]) for path in lines.get_paths()]
    assert at == [-1.0, -0.5, 0.0]
    dashes = [pattern is not None for _, pattern in lines.get_linestyle()]
    assert dashes == [True, False, True]
    assert ax.get_xlim() == (-2, 2)
    assert ax.get_ylim() == (0, 1)


@pytest.mark.parametrize("b", [0, 2.5, -2.5, 1e20])
@pytest.mark.filterwarnings("error")
def test_draw_margin_shades_each_side_whole(ax, b):
    """Even if f is positive, or negative, in all of the figure, or nowhere -1, 0 or 1."""
    plots.draw_margin(ax, lambda X: X[:, 0] + b, (-2, 2, 0, 1), points=2)
    negative, positive = ax.collections[0].get_paths()
    X = np.array([(-1.99, 0.01), (-0.01, 0.99), (0.01, 0.01), (1.99, 0.99)])
    f = X[:, 0] + b
    assert negative.contains_points(X).tolist() == (f < 0).tolist()
    assert positive.contains_points(X).tolist() == (f > 0).tolist()


def test_draw_margin_draws_a_curve_as_one(ax):
    plots.draw_margin(ax, lambda X: (X**2).sum(axis=1) - 2, (-2, 2, -2, 2))
    _, lines = ax.collections
    for path, radius in zip(lines.get_paths(), [1, 2**0.5, 3**0.5], strict=True):
        middles = (path.vertices[1:] + path.vertices[:-1]) / 2
        np.testing.assert_allclose(np.hypot(*middles.T), radius, atol=2e-3)
        np.testing.assert_allclose(np.ptp(middles, axis=0), 2 * radius, atol=4e-3)


def test_positive_examples_and_their_side_are_orange(ax):
    plots.scatter_binary(ax, [[1, 0], [-1, 0]], [1, -1])
    blue, orange = plots.COLORS[:2]
    looks = [
        (line.get_xdata()[0], line.get_marker(), line.get_color()) for line in ax.lines
    ]
    assert looks == [(1, "s", orange), (-1, "o", blue)]
    plots.draw_margin(ax, lambda X: X[:, 0], (-2, 2, 0, 1), points=2)
    legend = [line.get_label() for line in ax.lines]
    assert legend == ["y = +1", "y = \N{MINUS SIGN}1"]
    shades = ax.collections[0].get_facecolor()
    assert np.array_equal(shades, [to_rgba(color, 0.14) for color in (blue, orange)])


def test_scatter_binary_rejects_three_features(ax):
    with pytest.raises(ValueError, match=r"X must have shape \(N, 2\), got \(1, 3\)"):
        plots.scatter_binary(ax, [[1, 2, 3]], [1])


def test_scatter_binary_takes_support_as_numbers_or_mask(ax):
    X, y, _ = datasets.six_points()
    mask = np.array([True, True, True, False, False, True])
    rings = []
    for support in (
        mask,
        mask.tolist(),
        [0, 1, 2, 5],
        np.array([0, 1, 2, 5], np.uint8),
    ):
        plots.scatter_binary(ax, X, y, support=support)
        rings.append(ax.lines[-1].get_xydata().tolist())
    assert rings == [X[mask].tolist()] * 4
    assert ax.lines[-1].get_markerfacecolor() == "none"
    drawn = len(ax.lines)
    for empty in ((), [], np.zeros(6, bool)):
        plots.scatter_binary(ax, X, y, support=empty)
    assert len(ax.lines) == drawn + 2 * 3


@pytest.mark.parametrize(
    ("support", "message"),
    [
        ([True, False], r"mask of shape \(6,\), got dtype bool, shape \(2,\)"),
        ([1.0, 2.0], "got dtype float64"),
        ([[1, 2]], r"shape \(1, 2\)"),
        ([[1], [2, 3]], "support must have rows of one length"),
        (np.ma.array([0, 1], mask=[False, True]), "support has masked entries"),
        ([0, 6], r"rows 0..5, got \[0 6\]"),
        ([5, -1], r"rows 0..5, got \[ 5 -1\]"),
    ],
)
def test_scatter_binary_rejects_support_that_is_no_row(ax, support, message):
    X, y, _ = datasets.six_points()
    with pytest.raises(ValueError, match=message):
        plots.scatter_binary(ax, X, y, support=support)

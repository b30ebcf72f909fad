"""Classes in the plane, and templates."""

import numpy as np
import pytest
from matplotlib.colors import to_rgba

from svmlib import datasets, plots


def test_scatter_classes_differ_in_marker_and_colour(ax):
    X, y, _, _ = datasets.five_examples()
    plots.scatter_classes(ax, X, y)
    labels = [line.get_label() for line in ax.lines]
    assert labels == ["class 0", "class 1", "class 2"]
    assert tuple(line.get_marker() for line in ax.lines) == plots.MARKERS[:3]
    assert tuple(line.get_color() for line in ax.lines) == plots.COLORS[:3]
    for c, line in enumerate(ax.lines):
        assert np.array_equal(line.get_xydata(), X[y == c, :2])
        assert line.get_linestyle() == "None"


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0]], [0], r"D >= 2, got \(1, 1\)"),
        ([[1.0, np.nan]], [0], r"got nan at X\[0, 1\]"),
        (np.ones((1, 2)), [4], "0..3 for 4 classes, got"),
    ],
)
def test_scatter_classes_rejects_bad_input(ax, X, y, message):
    with pytest.raises(ValueError, match=message):
        plots.scatter_classes(ax, X, y)


def test_class_polygons_tile_the_extent():
    W = datasets.five_examples().W
    area = 0.0
    for j in range(3):
        corners = plots.class_polygon(W, j, (-3, 3, -2, 2))
        x1, x2 = corners.T
        area += abs(x1 @ np.roll(x2, 1) - x2 @ np.roll(x1, 1)) / 2
        inside = np.append(corners.mean(axis=0), 1)
        assert np.argmax(inside @ W) == j
    assert area == pytest.approx(24)


def test_class_polygon_of_a_class_that_never_wins_is_empty(ax):
    W = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    assert plots.class_polygon(W, 0, (0, 1, 0, 1)).shape == (0, 2)
    plots.draw_regions(ax, W, (0, 1, 0, 1))
    (region,) = ax.patches
    assert region.get_facecolor() == to_rgba(plots.COLORS[1], 0.16)


def test_draw_regions_leaves_out_regions_without_area(ax):
    """Class 2 wins only at the corner (0, 0), and class 3 along the edge x1 = 1."""
    W = [[1, 0, 0, 2], [0, 1, 0, 0], [0, 0, 0, -1]]
    plots.draw_regions(ax, W, (0, 1, 0, 0.5))
    right, left = ax.patches
    assert right.get_xy().tolist() == [[0, 0], [1, 0], [1, 0.5], [0.5, 0.5], [0, 0]]
    assert left.get_xy().tolist() == [[0, 0], [0.5, 0.5], [0, 0.5], [0, 0]]


@pytest.mark.parametrize("exponent", [-900, 900])
def test_class_polygon_does_not_depend_on_the_size_of_the_weights(exponent):
    W = datasets.five_examples().W
    expected = plots.class_polygon(W, 0, (-3, 3, -2, 2))
    with np.errstate(over="raise", invalid="raise"):
        corners = plots.class_polygon(W * 2.0**exponent, 0, (-3, 3, -2, 2))
    assert corners.tolist() == expected.tolist()


@pytest.mark.parametrize(
    ("W", "left", "right", "first"),
    [
        ([[1e308, -1e308], [0, 0], [0, 0]], -1, 1, 0),
        ([[0, -1.7e308], [0, 0], [0, 0]], -1e300, 1, 0),
        ([[1e300, 0], [0, 0], [1e308, 0]], -1e9, 1, -1e8),
        ([[1.99, -1.99], [0, 0], [0, 0]], -8e307, 8e307, 0),
    ],
)
@pytest.mark.filterwarnings("error")
def test_class_polygon_takes_leads_too_large_for_a_float(W, left, right, first):
    """Class 0 wins where x1 >= first."""
    corners = plots.class_polygon(W, 0, (left, right, 0, 1))
    expected = [[first, 0], [right, 0], [right, 1], [first, 1]]
    assert np.array(sorted(corners.tolist())) == pytest.approx(
        np.array(sorted(expected))
    )


def test_class_polygon_takes_large_weights_that_differ_little():
    W = [[1e308, 1e308], [0, 0], [1, 0]]
    corners = plots.class_polygon(W, 0, (-1, 2, 0, 1)).tolist()
    assert corners == [[-1, 0], [2, 0], [2, 1], [-1, 1]]


def test_class_polygon_takes_a_class_as_a_whole_float():
    expected = [[1, 0], [1, 1], [0.5, 1], [0, 0.5], [0, 0]]
    W = [[1, 0], [0, 1], [0.5, 0]]  # of all where x1 + 0.5 >= x2
    corners = plots.class_polygon(W, 0.0, (0, 1, 0, 1)).tolist()
    assert sorted(corners) == sorted(expected)


def test_class_polygon_rejects_unknown_class():
    assert plots.class_polygon([[1, 0], [0, 1], [0, 0]], 1, (0, 1, 0, 1)).shape == (
        3,
        2,
    )
    for j in (2, -1, 0.5):
        with pytest.raises(ValueError, match="j must"):
            plots.class_polygon(np.ones((3, 2)), j, (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"W must have shape \(3, C\)"):
        plots.class_polygon(np.ones((2, 2)), 0, (0, 1, 0, 1))


def test_draw_templates_is_a_grid_of_images_each_scaled():
    W = -np.arange(12.0).reshape(4, 3)
    figure = plots.draw_templates(W, (2, 2), ["a", "b", "c"], ncols=2)
    assert figure.get_size_inches() == pytest.approx([2 * 1.1, 2 * 1.3])
    columns = [ax.get_subplotspec().colspan.start for ax in figure.axes]
    assert [ax.get_title() for ax in figure.axes] == ["a", "b", "c", ""]
    assert columns == [0, 1, 0, 1]
    (image,) = figure.axes[1].images
    assert image.get_array().tolist() == [[-0.1, -0.4], [-0.7, -1.0]]
    assert image.get_clim() == (-1, 1)
    assert image.get_cmap() is plots.SIGNS
    assert image.get_interpolation() == "nearest"


def test_draw_templates_draws_weights_of_zero_white():
    with np.errstate(all="raise"):
        figure = plots.draw_templates(np.zeros((4, 1)), (2, 2), ["a"], ncols=1)
    (image,) = figure.axes[0].images
    assert image.get_array().tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize(
    ("shape", "options", "message"),
    [
        ((2, 2), {"ncols": 0}, "ncols must be a whole number >= 1, got 0"),
        ((2, 2), {"ncols": 2.5}, "ncols must be a whole number >= 1, got 2.5"),
        ((-2, -2), {}, "a side of shape must be a whole number >= 1, got -2"),
        ((2, 2, 1), {}, r"shape must be \(height, width\), got \(2, 2, 1\)"),
        (4, {}, r"shape must be \(height, width\), got 4"),
    ],
)
def test_draw_templates_rejects_bad_shape(shape, options, message):
    with pytest.raises(ValueError, match=message):
        plots.draw_templates(np.ones((4, 1)), shape, ["a"], **options)


def test_bad_W_is_rejected(ax):
    with pytest.raises(ValueError, match=r"shape \(3, C\), got \(2, 3\)"):
        plots.draw_regions(ax, np.ones((2, 3)), (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"shape \(3, C\), C <= 4, got \(3, 5\)"):
        plots.draw_regions(ax, np.ones((3, 5)), (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"images \(2, 2\) and 2 names, got \(4, 3\)"):
        plots.draw_templates(np.ones((4, 3)), (2, 2), ["a", "b"])
    with pytest.raises(ValueError, match="a name for each class, got None"):
        plots.draw_templates(np.ones((4, 3)), (2, 2), None)

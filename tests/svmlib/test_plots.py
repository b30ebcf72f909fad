"""The figures: what they show, and that the same figure is the same bytes."""

import os
import re
import subprocess
import sys

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlib import datasets, plots

pytestmark = pytest.mark.usefixtures("book_style")


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_a_matrix_shows_its_numbers_and_labels():
    ax = plt.figure().add_axes((0, 0, 1, 1))
    plots.draw_matrix(ax, [[1, -2.5], [-0.0, 3]], "$M$", rows="ab", columns="cd")
    assert texts(ax) == ["1", "\N{MINUS SIGN}2.5", "0", "3", *"abcd", "$M$"]
    assert [patch.get_xy() for patch in ax.patches] == [(0, 0), (1, 0), (1, 1)]
    one, negative, largest = [patch.get_facecolor() for patch in ax.patches]
    assert 0 < one[3] < negative[3] < largest[3]
    assert one[:3] == largest[:3] != negative[:3]


def test_framed_cells():
    figure = plots.draw_matrices(("A", np.eye(2), [(0, 1)]), "=", ("B", np.eye(2)))
    framed = [patch for patch in figure.axes[0].patches if not patch.get_fill()]
    assert [patch.get_xy() for patch in framed] == [(1, 0)]
    assert texts(figure.axes[1]) == ["="]


def test_rows_label_the_first_matrix_and_columns_those_that_fit():
    A, B = np.ones((2, 3)), np.ones((2, 2))
    figure = plots.draw_matrices(("", A), ("", B), rows="ab", columns="xyz")
    assert texts(figure.axes[0])[6:] == ["a", "b", "x", "y", "z", ""]
    assert len(texts(figure.axes[1])) == 5


def test_matrix_refuses_what_is_none():
    with pytest.raises(ValueError, match=r"A must have shape \(R, K\)"):
        plots.draw_matrix(plt.figure().add_axes((0, 0, 1, 1)), [1, 2])


def test_svg_follows_the_page_and_is_reproducible():
    def draw():
        figure, ax = plt.subplots()
        ax.plot([0.123456, 1.0], [1 / 3, 2])
        return plots.to_svg(figure)

    svg = draw()
    assert svg == draw()
    assert svg.startswith('<svg class="ink"') and "prefers-color-scheme:dark" in svg
    assert (
        "currentColor" in svg
        and plots.INK not in svg.replace(".ink{color:", "", 1)[200:]
    )
    assert not re.search(r' d="[^"]*\d\.\d{3}', svg)


def test_polygons_of_the_classes_tile_the_extent():
    W = datasets.five_examples().W
    area = 0.0
    for j in range(3):
        corners = plots.class_polygon(W, j, (-3, 3, -2, 2))
        x1, x2 = corners.T
        area += abs(x1 @ np.roll(x2, 1) - x2 @ np.roll(x1, 1)) / 2
        inside = np.append(corners.mean(axis=0), 1)
        assert np.argmax(inside @ W) == j
    assert area == pytest.approx(24)


def test_a_class_that_never_wins_has_no_polygon():
    W = np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    assert plots.class_polygon(W, 0, (0, 1, 0, 1)).shape == (0, 2)
    ax = plt.figure().add_axes((0, 0, 1, 1))
    plots.class_regions(ax, W, (0, 1, 0, 1))
    assert len(ax.patches) == 1


def test_classes_differ_in_marker_and_colour():
    X, y, _, _ = datasets.five_examples()
    ax = plt.figure().add_axes((0, 0, 1, 1))
    plots.scatter_classes(ax, X, y, ["a", "b", "c"])
    assert [line.get_label() for line in ax.lines] == ["a", "b", "c"]
    assert len({line.get_marker() for line in ax.lines}) == 3
    assert len({line.get_color() for line in ax.lines}) == 3


def test_templates():
    W = np.arange(12.0).reshape(4, 3)
    figure = plots.draw_templates(W, (2, 2), ["a", "b", "c"], ncols=2)
    assert [ax.get_title() for ax in figure.axes] == ["a", "b", "c", ""]
    image = figure.axes[1].images[0].get_array()
    assert image.tolist() == [[0.1, 0.4], [0.7, 1.0]]


def test_bad_input():
    ax = plt.figure().add_axes((0, 0, 1, 1))
    with pytest.raises(ValueError, match=r"shape \(3, C\), got \(2, 3\)"):
        plots.class_regions(ax, np.ones((2, 3)), (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"shape \(3, C\), C <= 4, got \(3, 5\)"):
        plots.class_regions(ax, np.ones((3, 5)), (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"images \(2, 2\) and 2 names, got \(4, 3\)"):
        plots.draw_templates(np.ones((4, 3)), (2, 2), ["a", "b"])
    with pytest.raises(ValueError, match="0..3 for 4 classes, got"):
        plots.scatter_classes(ax, np.ones((1, 2)), [4])


@pytest.fixture
def ax():
    return plt.figure().add_axes((0, 0, 1, 1))


MATRIX = np.ones((2, 3))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"boxes": [(2, 0)]}, r"within 2 rows, 3 columns, got \(2, 0\)"),
        ({"boxes": [(0, -1)]}, r"within 2 rows, 3 columns, got \(0, -1\)"),
        ({"rows": ["a"]}, "rows must hold 2 labels, got 1"),
        ({"columns": "abcd"}, "columns must hold 3 labels, got 4"),
    ],
)
def test_a_matrix_refuses_what_does_not_fit(ax, options, message):
    with pytest.raises(ValueError, match=message):
        plots.draw_matrix(ax, MATRIX, **options)


@pytest.mark.parametrize(
    ("parts", "options", "message"),
    [
        ((), {}, r"parts must hold a matrix, \(title, matrix\), got \(\)"),
        (("=", "+"), {}, "parts must hold a matrix"),
        ((MATRIX,), {}, r"\(title, matrix, boxes\), got ndarray"),
        (([[1, 2], [3, 4]],), {}, "got list"),
        ((("A",),), {}, "got tuple"),
        ((("A", [1, 2]),), {}, r"A must have shape \(R, K\)"),
        ((("A", MATRIX),), {"cell": 0}, "cell must be one finite number > 0, got 0"),
    ],
)
def test_matrices_refuse_what_is_none(parts, options, message):
    with pytest.raises(ValueError, match=message):
        plots.draw_matrices(*parts, **options)


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
def test_templates_refuse_a_bad_shape(shape, options, message):
    with pytest.raises(ValueError, match=message):
        plots.draw_templates(np.ones((4, 1)), shape, ["a"], **options)


@pytest.mark.parametrize(
    ("X", "y", "names", "message"),
    [
        ([[1.0]], [0], (), r"D >= 2, got \(1, 1\)"),
        ([[1.0, np.nan]], [0], (), r"got nan at X\[0, 1\]"),
        (
            [[1.0, 2.0]],
            [1],
            ["a"],
            r"names must hold 2 names, one for each class, got \['a'\]",
        ),
    ],
)
def test_classes_refuse_bad_input(ax, X, y, names, message):
    with pytest.raises(ValueError, match=message):
        plots.scatter_classes(ax, X, y, names)


@pytest.mark.parametrize(
    "extent",
    [(0, 1, 2), (0, 1, 2, np.nan), (1, 0, 0, 1), (0, 1, 1, 1), (0, np.inf, 0, 1), 3],
)
def test_an_extent_is_checked_everywhere(ax, extent):
    W = np.eye(3)
    for draw in (
        lambda: plots.class_regions(ax, W, extent),
        lambda: plots.class_polygon(W, 0, extent),
        lambda: plots.draw_margin(ax, lambda X: X[:, 0], extent),
    ):
        with pytest.raises(ValueError, match=r"extent(\[3\]|\[1\])? must be"):
            draw()


def test_a_polygon_is_one_of_the_classes():
    assert plots.class_polygon([[1, 0], [0, 1], [0, 0]], 1, (0, 1, 0, 1)).shape == (
        3,
        2,
    )
    for j in (3, -1, 0.5):
        with pytest.raises(ValueError, match="j must"):
            plots.class_polygon(np.eye(3), j, (0, 1, 0, 1))
    with pytest.raises(ValueError, match=r"W must have shape \(3, C\)"):
        plots.class_polygon(np.ones((2, 2)), 0, (0, 1, 0, 1))


def test_a_margin_needs_whole_points_and_finite_values(ax):
    with pytest.raises(ValueError, match="points must be a whole number >= 2, got 2.5"):
        plots.draw_margin(ax, lambda X: X[:, 0], (0, 1, 0, 1), points=2.5)
    for value in (np.nan, 1j):
        with pytest.raises(ValueError, match=r"must be finite, got nan|hold real"):
            plots.draw_margin(
                ax, lambda X, v=value: X[:, 0] * v, (0, 1, 0, 1), points=2
            )
    with pytest.raises(ValueError, match=r"must give 4 values, got shape \(3,\)"):
        plots.draw_margin(ax, lambda X: X[1:, 0], (0, 1, 0, 1), points=2)
    with pytest.raises(ValueError, match=r"must have shape \(4,\)"):
        plots.draw_margin(ax, lambda X: X, (0, 1, 0, 1), points=2)


def test_a_margin_is_drawn_at_the_levels_minus_one_nought_and_one(ax):
    plots.draw_margin(ax, lambda X: 2 * X[:, 0] + 1, (-2, 2, 0, 1), points=2)
    shades, lines = ax.collections
    assert lines.levels.tolist() == [-1, 0, 1]
    at = [float(path.vertices[0, 0]) for path in lines.get_paths()]
    assert at == [-1.0, -0.5, 0.0]
    assert shades.levels[1] == 0
    assert ax.get_xlim() == (-2, 2)
    assert ax.get_ylim() == (0, 1)


def test_binary_examples_lie_in_the_plane(ax):
    with pytest.raises(ValueError, match=r"X must have shape \(N, 2\), got \(1, 3\)"):
        plots.scatter_binary(ax, [[1, 2, 3]], [1])


def test_support_vectors_by_number_or_by_mask(ax):
    X, y, _ = datasets.six_points()
    mask = np.array([False, True, True, False, True, True])
    rings = []
    for support in (
        mask,
        mask.tolist(),
        [1, 2, 4, 5],
        np.array([1, 2, 4, 5], np.uint8),
    ):
        plots.scatter_binary(ax, X, y, support=support)
        rings.append(ax.lines[-1].get_xydata().tolist())
    assert rings == [X[mask].tolist()] * 4
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
        ([6], r"rows 0..5, got \[6\]"),
        ([-1], r"rows 0..5, got \[-1\]"),
    ],
)
def test_support_vectors_are_rows(ax, support, message):
    X, y, _ = datasets.six_points()
    with pytest.raises(ValueError, match=message):
        plots.scatter_binary(ax, X, y, support=support)


def test_in_a_notebook_figures_are_svg():
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "from svmlib import plots\n"
        "plots.use_book_style()\n"
        "import matplotlib.pyplot as plt\n"
        "data, _ = shell.display_formatter.format(plt.figure())\n"
        "print(sorted(data), data['image/svg+xml'][:16])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"},
    )
    assert "['image/svg+xml', 'text/plain'] <svg class=\"ink\"" in run.stdout

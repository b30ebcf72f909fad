"""Matrices as grids of numbers."""

import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgba

from svmlib import plots

MATRIX = np.ones((2, 3))


def texts(ax):
    return [text.get_text() for text in ax.texts]


def test_draw_matrix_shows_numbers_and_labels(ax):
    plots.draw_matrix(ax, [[1, -5], [-0.0, 2.5]], "$M$", rows="ab", columns="cd")
    assert texts(ax) == ["1", "\N{MINUS SIGN}5", "0", "2.5", *"abcd", "$M$"]


def test_draw_matrix_puts_numbers_into_cells_and_labels_beside_them(ax):
    plots.draw_matrix(ax, MATRIX, "$M$", rows="ab", columns="cde")
    assert (ax.get_xlim(), ax.get_ylim()) == ((0, 3), (2, 0))
    at = np.array([text.get_position() for text in ax.texts])
    numbers, rows, columns, (title,) = np.split(at, [6, 8, 11])
    centres = [(k + 0.5, r + 0.5) for r in range(2) for k in range(3)]
    assert numbers == pytest.approx(np.array(centres), abs=0.03)
    assert rows[:, 1].tolist() == [0.5, 1.5] and rows[:, 0].max() < 0
    assert columns[:, 0].tolist() == [0.5, 1.5, 2.5] and columns[:, 1].max() < 0
    assert title[0] == 1.5 and 2 < title[1] < 2.5


def test_draw_matrix_draws_a_line_on_each_side_of_a_cell(ax):
    plots.draw_matrix(ax, MATRIX)
    across, down = (lines.get_segments() for lines in ax.collections)
    assert [line.tolist() for line in across] == [[[0, r], [3, r]] for r in (0, 1, 2)]
    assert [line.tolist() for line in down] == [[[k, 0], [k, 2]] for k in (0, 1, 2, 3)]


def test_draw_matrix_is_blue_and_orange_the_stronger_the_larger(ax):
    plots.draw_matrix(ax, [[0.1, -0.5], [0, 0.25]])
    assert [patch.get_xy() for patch in ax.patches] == [(0, 0), (1, 0), (1, 1)]
    blue, orange = plots.COLORS[:2]
    colors = [to_rgba(orange, 0.23), to_rgba(blue, 0.55), to_rgba(orange, 0.35)]
    assert [p.get_facecolor() for p in ax.patches] == [pytest.approx(c) for c in colors]


def test_draw_matrix_leaves_zeros_white(ax):
    with np.errstate(invalid="raise"):
        plots.draw_matrix(ax, np.zeros((2, 3)))
    assert not ax.patches


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": ["a"]}, "rows must hold 2 labels, or none, got 1"),
        ({"rows": None}, "rows must hold 2 labels, or none, got None"),
        ({"columns": "abcd"}, "columns must hold 3 labels, or none, got 4"),
        ({"fmt": 3}, "fmt must be a str like '{:.3g}', got 3"),
        ({"fmt": ".2f"}, "fmt must be a str like '{:.3g}', got '.2f'"),
        ({"fmt": "{x}"}, "fmt must be a str like '{:.3g}', got '{x}'"),
        ({"fmt": "{}{}"}, "fmt must be a str like '{:.3g}', got '{}{}'"),
        ({"fmt": "{0[0]}"}, "fmt must be a str like '{:.3g}', got '{0.0.}'"),
        ({"fmt": "{.x}"}, "fmt must be a str like '{:.3g}', got '{.x}'"),
        ({"fmt": "{:q}"}, "fmt must be a str like '{:.3g}', got '{:q}'"),
    ],
)
def test_draw_matrix_rejects_bad_labels_and_formats(ax, options, message):
    with pytest.raises(ValueError, match=message):
        plots.draw_matrix(ax, MATRIX, **options)


@pytest.mark.parametrize(
    "boxes",
    [
        [(1, 2), (2, 0)],
        [(0, -1)],
        [(0, 0, 0)],
        [(0.5, 0.5)],
        [(0,)],
        [0],
        (0, 0),
        None,
    ],
)
def test_draw_matrix_rejects_boxes_that_are_not_cells(ax, boxes):
    cells = r"boxes must hold cells \(row, column\) within 2 rows, 3 columns"
    with pytest.raises(ValueError, match=f"{cells}, got {re.escape(str(boxes))}"):
        plots.draw_matrix(ax, MATRIX, boxes=boxes)


def test_draw_matrix_takes_boxes_as_an_array(ax):
    plots.draw_matrix(ax, MATRIX, boxes=np.argwhere(MATRIX == 1))
    assert sum(not patch.get_fill() for patch in ax.patches) == 6


def test_draw_matrix_does_not_round_small_numbers_to_zero(ax):
    plots.draw_matrix(ax, [[1e-12, 0]])
    assert texts(ax)[:2] == ["1 · 10⁻¹²", "0"]


def test_draw_matrix_rejects_a_vector(ax):
    with pytest.raises(ValueError, match=r"A must have shape \(R, K\)"):
        plots.draw_matrix(ax, [1, 2])


@pytest.mark.parametrize(
    ("value", "options", "text"),
    [
        (12, {}, "12"),
        (-2 / 3, {}, "−0.667"),
        (-1e-17, {}, "0"),
        (-0.0, {"decimals": None}, "0"),
        (-0.0004, {"fmt": "{:.2f}"}, "0.00"),
        (-0.05, {"fmt": "{:.1f}"}, "−0.1"),
        (-0.04, {"fmt": "({:.1f})"}, "(0.0)"),
        (-2.5e-17, {"decimals": None}, "−2.5 · 10⁻¹⁷"),
        (0.4375 - 1e-16, {}, "0.438"),
        (1.234e-5, {}, "1.23 · 10⁻⁵"),
        (-120000, {}, "−1.2 · 10⁵"),
        (1.5e10, {"fmt": "{:E}"}, "1.500000 · 10¹⁰"),
        (1234.5, {"fmt": "{:g}"}, "1234.5"),
        (0.0, {"fmt": "{:.1e} each"}, "0.0 · 10⁰ each"),
    ],
)
def test_number_as_text(value, options, text):
    assert plots.format_number(value, **options) == text


def test_number_rejects_bad_input():
    with pytest.raises(ValueError, match="value must be one finite number, got nan"):
        plots.format_number(np.nan)
    with pytest.raises(ValueError, match="decimals must be a whole number >= 0"):
        plots.format_number(1.0, decimals=-1)


def test_subscript_has_all_digits():
    assert plots.subscript(1234567890) == "₁₂₃₄₅₆₇₈₉₀"


def test_subscript_rejects_numbers_that_are_not_indices():
    for i in (-1, 0.5):
        with pytest.raises(ValueError, match=f"i must be a whole number >= 0, got {i}"):
            plots.subscript(i)


def test_draw_matrices_stand_side_by_side():
    """Half a cell apart, each in the middle of the height; a sign is 0.4 cells wide."""
    A, b = np.ones((2, 3)), np.ones((4, 1))
    figure = plots.draw_matrices(("A", A), "=", ("b", b), cell=0.3)
    size = figure.get_size_inches() / 0.3
    assert size == pytest.approx(np.array([5.4, 4]))
    boxes = [ax.get_position().bounds * np.tile(size, 2) for ax in figure.axes]
    expected = [(0, 1, 3, 2), (3.5, 1.5, 0.4, 1), (4.4, 0, 1, 4)]
    assert np.array(boxes) == pytest.approx(np.array(expected))


def test_draw_matrices_frames_cells():
    figure = plots.draw_matrices(("A", np.eye(2), [(0, 1)]), "=", ("B", np.eye(2)))
    framed = [patch for patch in figure.axes[0].patches if not patch.get_fill()]
    assert [patch.get_xy() for patch in framed] == [(1, 0)]
    assert texts(figure.axes[1]) == ["="]


def test_draw_matrices_labels_rows_of_the_first_and_columns_that_fit():
    A, B = np.ones((2, 3)), np.ones((2, 2))
    figure = plots.draw_matrices(("", A), ("", B), rows="ab", columns="xyz")
    assert texts(figure.axes[0])[6:] == ["a", "b", "x", "y", "z", ""]
    assert len(texts(figure.axes[1])) == 5


def test_draw_matrices_labels_rows_of_the_first_matrix_after_a_sign():
    A = ("", np.ones((2, 1)))
    figure = plots.draw_matrices("-", A, "=", A, rows="ab")
    assert [len(texts(ax)) for ax in figure.axes] == [1, 5, 1, 3]
    assert texts(figure.axes[1])[2:] == ["a", "b", ""]


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
        (
            (("A", MATRIX), "=", ("B", MATRIX.T)),
            {"columns": "abcd"},
            "columns must hold 2 or 3 labels, or none, got 4",
        ),
        (("-", ("A", MATRIX)), {"rows": "a"}, "rows must hold 2 labels, or none"),
        ((("A", MATRIX), ("B", [[np.nan]])), {}, "A must be finite"),
        ((("A", MATRIX), ("B", MATRIX, [(2, 0)])), {}, "boxes must hold cells"),
        ((("A", MATRIX),), {"fmt": "{:q}"}, "fmt must be a str"),
    ],
)
def test_draw_matrices_rejects_other_parts_and_leaves_no_figure(
    parts, options, message
):
    before = plt.get_fignums()
    with pytest.raises(ValueError, match=message):
        plots.draw_matrices(*parts, **options)
    assert plt.get_fignums() == before

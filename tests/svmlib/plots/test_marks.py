"""The marks that frames consist of: those of a panel, and grids of numbers."""

import numpy as np
import pytest

from svmlib import plots


def test_panel_has_its_own_coordinates():
    panel = plots.Panel((10, 20, 100, 50), (-1, 1, 0, 5))
    assert panel.at([(-1, 5), (1, 0), (0, 2.5)]) == [10, 20, 110, 70, 60, 45]
    assert panel.mark("o", "c0", (0, 0), 4) == ("o", "c0", [60, 70], 4)
    assert panel.edge()[2] == [10, 70, 110, 70, 110, 20, 10, 20, 10, 70]
    (line,) = panel.level(lambda p: p[:, 0] - 0.5, 0, "ink")
    assert sorted(line[2]) == pytest.approx([20, 70, 85, 85])
    # An edge of the level, but for rounding.
    assert panel.level(lambda p: 0 * p[:, 0] + 1 + 1e-12, 1, "ink") == []


def test_panel_draws_texts_axes_and_bars():
    panel = plots.Panel((10, 20, 100, 50), (-1, 1, 0, 5))
    text = panel.text((0, 5), "b", "bold", shift=(1, -2))
    assert text == ("text", "bold", [61, 18], "b")
    edge, at_0, at_5 = panel.axes({0: "0"}, {5: "5 s"})
    assert edge == ("line", "muted thin", [10, 20, 10, 70, 110, 70])
    assert at_0 == ("text", "small muted", [60, 79], "0")
    assert at_5 == ("text", "small muted right", [6, 20], "5 s")
    kind, style, corners, opacity = panel.bar(0.5, 1, 2, "c1")
    assert (kind, style, opacity) == ("area", "c1", 0.8)
    assert corners == pytest.approx([67.5, 60, 102.5, 60, 102.5, 50, 67.5, 50])


def test_panel_draws_classes():
    panel = plots.Panel((0, 0, 100, 100), (-1, 1, -1, 1))
    low, middle, high = panel.margin(lambda p: 2 * p[:, 0])
    assert [low[1], middle[1], high[1]] == ["dash", "ink", "dash"]
    assert sorted(low[2]) == [0, 25, 25, 100]
    circle, square = [(-1, 0), (1, 0)]
    marks = panel.examples([circle, square], [-1, 1], [0, 7])
    assert marks == [
        ("o", "c0 halo", [0, 50], 0),
        ("o", "c0", [0, 50], 5),
        ("text", "small muted", [11, 59], "0"),
        ("o", "c1 halo", [100, 50], 7),
        ("s", "c1", [100, 50], 5),
        ("text", "small muted", [111, 59], "1"),
    ]
    for X, y, halos, message in [
        ([[0, 1]], [1], [3, 4], r"halos must have shape \(1,\), got shape \(2,\)"),
        ([[0, 1]], [1, -1], [3], r"y must have shape \(1,\)"),
        ([[0, 1, 2]], [1], [3], r"X must have shape \(N, 2\), got \(1, 3\)"),
        ([[0, np.nan]], [1], [3], "X must be finite"),
    ]:
        with pytest.raises(ValueError, match=message):
            panel.examples(X, y, halos)
    # Class 1 wins to the right of the middle, and class 2 nowhere.
    area_0, edge_0, area_1, _ = panel.regions([[0, 1, 0], [0, 0, 0], [0, 0, -9]])
    assert (area_0[:2], area_0[3]) == (("area", "c0"), 0.16)
    assert edge_0 == ("line", "ink thin", [*area_0[2], *area_0[2][:2]])
    assert min(area_1[2][::2]) == 50 and max(area_0[2][::2]) == 50
    for W, shape in [
        ([1, 2], r"\(3, C\) with no axis empty, got shape \(2,\)"),
        (np.eye(2), r"\(3, C\), got \(2, 2\)"),
        (np.ones((3, 5)), r"\(3, C\), C <= 4, got \(3, 5\)"),
    ]:
        with pytest.raises(ValueError, match=f"W must have shape {shape}"):
            panel.regions(W)


def test_number_grid_has_cells_of_34_by_22():
    marks = plots.number_grid(
        [[1, 2, 3], [4, 5, 6]], 10, 20, "M", boxes=[(1, 2)], rows="ab"
    )
    at = {mark[3]: mark[2] for mark in marks if mark[0] == "text"}
    assert (at["1"], at["3"], at["6"]) == ([27, 31], [95, 31], [95, 53])
    assert (at["M"], at["a"], at["b"]) == ([61, 13], [4, 31], [4, 53])
    first, *_, last, framed = [mark[2] for mark in marks if mark[0] == "area"]
    assert first == [10, 20, 44, 20, 44, 42, 10, 42]
    assert last == framed == [78, 42, 112, 42, 112, 64, 78, 64]
    assert [mark[2] for mark in marks if mark[0] == "line"] == [
        *([10, y, 112, y] for y in (20, 42, 64)),
        *([x, 20, x, 64] for x in (10, 44, 78, 112)),
    ]


def test_number_grid_hides_unknown_numbers():
    """A number that isn't known shows neither its sign nor its size."""
    known = np.array([[True, False], [True, True]])
    marks = plots.number_grid(
        [[1, -8], [-0.8, 0]], 0, 0, "M", known=known, boxes=[(1, 0)], rows="ab"
    )
    texts = [mark[3] for mark in marks if mark[0] == "text"]
    assert texts == ["M", "1", "", "\N{MINUS SIGN}0.8", "0", "a", "b"]
    tints = [(mark[1], mark[3]) for mark in marks if mark[0] == "area"]
    assert tints == [("c1", 0.2), ("c1", 0), ("c0", 0.19), ("c1", 0), ("ring ink", 0)]
    assert ("area", "ring ink", [0, 22, 34, 22, 34, 44, 0, 44], 0) in marks


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            {"known": [True]},
            r"known must hold 2 rows of 2 bool, got shape \(1,\) of bool",
        ),
        ({"known": [[True], [True, False]]}, "known must have rows of one length"),
        ({"boxes": [(5, 5)]}, "boxes must hold cells .* within 2 rows, 2 columns"),
        ({"rows": "a"}, "rows must hold 2 labels, or none, got 1"),
    ],
)
def test_number_grid_names_bad_input(options, message):
    with pytest.raises(ValueError, match=message):
        plots.number_grid(np.eye(2), 0, 0, **options)


def test_panel_rejects_half_a_point():
    panel = plots.Panel((10, 20, 100, 50), (-1, 1, 0, 5))
    with pytest.raises(ValueError, match=r"two coordinates each, got shape \(3,\)"):
        panel.at([1, 2, 3])


def test_panel_rejects_other_boxes():
    with pytest.raises(
        ValueError, match=r"box must have shape \(4,\), got shape \(3,\)"
    ):
        plots.Panel((1, 2, 3), (-1, 1, 0, 5))


@pytest.mark.parametrize(
    ("image", "message"),
    [
        ([[np.nan]], r"be finite, got nan at image\[0, 0\]"),
        ([1, 2], r"have shape \(height, width\) with no axis empty, got shape \(2,\)"),
    ],
)
def test_pixels_rejects_other_images(image, message):
    with pytest.raises(ValueError, match=f"image must {message}"):
        plots.pixels(image, 0, 0, 4)


def test_number_grid_does_not_round_small_numbers_to_zero():
    texts = [m[3] for m in plots.number_grid([[1e-12]], 0, 0) if m[0] == "text"]
    assert texts == ["", "1 · 10⁻¹²"]


def test_pixels_are_letters_from_a_for_minus_one_to_y_for_one():
    mark = plots.pixels([[-1, 0, 0.5], [2, 1, -2]], 100, 50, 4)
    assert mark == ("pixels", "", [100, 50], 4, 3, "amsyya")

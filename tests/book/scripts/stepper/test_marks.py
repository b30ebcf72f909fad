"""stepper/marks.mjs: marks as SVG, between two frames, and turned in space."""

import json

import numpy as np
import pytest

from tests.book.scripts.helpers.run_script import run


def marks(code):
    """Return the value of an expression."""
    return run("stepper/marks.mjs", code)


@pytest.mark.parametrize(
    ("mark", "svg"),
    [
        (["o", "c1", [3, 4], 2], '<circle class="marker c1" cx="3" cy="4" r="2"/>'),
        (["s", "c1", [0, 0], 10], (-9, -9, 9, -9, 9, 9, -9, 9)),
        (["^", "c1", [0, 0], 10], (0, -12, 11, 8, -11, 8)),  # y is downwards
        (["D", "c1", [3, 4], 10], (3, -8, 15, 4, 3, 16, -9, 4)),
        (
            ["line", "thin", [0, 1, 2, 3]],
            '<polyline class="line thin" points="0,1,2,3"/>',
        ),
        (
            ["area", "c0", [0, 0, 1, 0, 0, 1], 0.25],
            '<polygon class="area c0" points="0,0,1,0,0,1" fill-opacity="0.25"/>',
        ),
        (
            ["text", "ink", [3, 4], "a<&"],
            '<text class="text ink" x="3" y="4">a&lt;&amp;</text>',
        ),
        (  # an empty square has no mark
            ["pixels", "", [10, 20], 5, 2, "amgy"],
            (
                '<g class="pixels">'
                '<rect class="c0" x="10" y="20" width="5" height="5" fill-opacity="1.00"/>'
                '<rect class="c0" x="10" y="25" width="5" height="5" fill-opacity="0.50"/>'
                '<rect class="c1" x="15" y="25" width="5" height="5" fill-opacity="1.00"/></g>'
            ),
        ),
    ],
)
def test_mark_is_drawn_by_its_kind(mark, svg):
    if not isinstance(svg, str):  # the corners of a marker
        points = ",".join(map(str, svg))
        svg = f'<polygon class="marker c1" points="{points}"/>'
    assert " ".join(marks(f"toSvg({json.dumps(mark)})").split()) == svg


@pytest.mark.parametrize(
    ("before", "after", "between"),
    [
        (["o", "c1", [0, 4], 2], ["o", "c1", [4, 8], 6], ["o", "c1", [1, 5], 3]),
        (["o", "c1", [0, 0], 2], ["s", "c1", [4, 4], 2], ["s", "c1", [4, 4], 2]),
        (["o", "c1", [0, 0], 2], ["o", "c2", [4, 4], 2], ["o", "c2", [4, 4], 2]),
        (
            ["line", "b", [0, 0]],
            ["line", "b", [4, 4, 8, 8]],
            ["line", "b", [4, 4, 8, 8]],
        ),
        (
            ["text", "b", [0, 0], "a"],
            ["text", "b", [4, 4], "b"],
            ["text", "b", [1, 1], "b"],
        ),
        (None, ["o", "c1", [4, 4], 2], ["o", "c1", [4, 4], 2]),
    ],
)
def test_marks_move_where_they_match(before, after, between):
    """Another kind, style or number of points is there at once."""
    assert marks(f"tween({json.dumps(before)}, {json.dumps(after)}, 0.25)") == between


def seen(points, turn):
    """Return the marks of these points as they are seen in a picture 200 by 100."""
    given = [["o", f"c{n}", point, 3] for n, point in enumerate(points)]
    size = {"width": 200, "height": 100}
    return marks(f"project({json.dumps(given)}, {size}, {turn})")


def test_points_in_space_are_seen_from_the_front_or_from_above():
    x, y, z = np.eye(3).tolist()
    middle, scale = (100, 50), 42
    front = {style: at for _, style, at, _ in seen([x, y, z], [0, 0])}
    np.testing.assert_allclose(front["c0"], [middle[0] + scale, middle[1]])
    np.testing.assert_allclose(front["c1"], middle)
    np.testing.assert_allclose(front["c2"], [middle[0], middle[1] - scale])
    above = {style: at for _, style, at, _ in seen([x, y, z], [0, 90])}
    np.testing.assert_allclose(above["c1"], [middle[0], middle[1] - scale])
    np.testing.assert_allclose(above["c2"], middle)
    side = {style: at for _, style, at, _ in seen([x, y, z], [90, 0])}
    np.testing.assert_allclose(side["c1"], [middle[0] - scale, middle[1]])


def test_near_marks_come_last():
    """They cover the far ones, and turning by a half changes which is near."""
    points = [[0, -1, 0], [0, 1, 0], [0, 0, 0]]
    assert [mark[1] for mark in seen(points, [0, 0])] == ["c1", "c2", "c0"]
    assert [mark[1] for mark in seen(points, [180, 0])] == ["c0", "c2", "c1"]
    heights = [[0, 0, 1], [0, 0, -1]]
    assert [mark[1] for mark in seen(heights, [0, 90])] == ["c1", "c0"]


def test_line_is_as_far_as_its_middle():
    line, far, near = [0, 1, 0, 0, 3, 0], [0, 2.5, 0], [0, 1.5, 0]
    assert [mark[1] for mark in seen([line, far, near], [0, 0])] == ["c1", "c0", "c2"]

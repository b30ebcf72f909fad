"""Figures that can be played: the strip, and the frames that it holds."""

import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest
from matplotlib.colors import to_rgb, to_rgba

from svmlib import plots
from svmlib.plots.marks import MUTED
from svmlib.plots.stepper import _draw_mark

ALL = [
    ("o", "c0 halo", [10, 20.04], 8.0),
    *((kind, "c1", [30, 20], 5) for kind in "s^D"),
    ("o", "ring ink", [10, 20], 9),
    ("line", "dash", [0.0, -0.001, 360, 220]),
    ("area", "c2", [0, 0, 9, 0, 9, 9], 0.155),
    ("area", "c2", [0, 0, 9, 0, 9, 9], 1),
    ("text", "small muted left", [50, 60], "a < b & c"),
    ("text", "ink", [50, 60], ""),
    plots.pixels([[-1, 0], [0.5, 2]], 100, 100, 4),
]


def frames(count):
    return [
        plots.Frame(f"Step {n}", "x₀ rises.", [*ALL, ("o", "c0", [n, 0], 3)])
        for n in range(count)
    ]


def held(svg):
    (text,) = re.findall(r"<metadata>(.*)</metadata>", svg, re.DOTALL)
    assert not set("<>&") & set(text)
    return json.loads(text)


def test_stepper_shows_four_frames_and_holds_all():
    stepper = plots.Stepper({"first": frames(7), "second": frames(2)}, height=200)
    svg = stepper._repr_svg_()
    assert svg == stepper._repr_svg_()
    assert not plt.get_fignums()
    assert [frame.title[-1] for frame in stepper.strip] == list("0246")
    assert repr(stepper) == "<Stepper with frames first: 7, second: 2>"
    trace = held(svg)
    assert (trace["width"], trace["height"], trace["turn"]) == (360, 200, None)
    first, second = trace["runs"]
    assert (first["name"], second["name"]) == ("first", "second")
    assert len(first["marks"]) == len(ALL) + 7
    title, words, numbers = first["frames"][-1]
    assert (title, words) == ("Step 6", "x₀ rises.")
    marks = [first["marks"][n] for n in numbers]
    assert marks[0] == ["o", "c0 halo", [10, 20], 8]
    assert marks[5] == ["line", "dash", [0, 0, 360, 220]]
    assert marks[6][-1] in (0.15, 0.16)
    assert marks[8][-1] == "a < b & c"
    assert marks[10] == ["pixels", "", [100, 100], 4, 2, "amsy"]
    assert marks[-1] == ["o", "c0", [6, 0], 3]


def test_stepper_takes_frames_of_the_strip():
    for strip in ([0, 1, 8], np.array([0, 1, 8]), np.array([0.0, 1.0, 8.0])):
        stepper = plots.Stepper({"": frames(9)}, strip=strip)
        assert [frame.title[-1] for frame in stepper.strip] == list("018")


@pytest.mark.parametrize(
    ("count", "shown"), [(1, "0"), (2, "01"), (3, "012"), (4, "0123"), (5, "0134")]
)
def test_stepper_shows_no_frame_twice(count, shown):
    stepper = plots.Stepper({"": frames(count)})
    assert [frame.title[-1] for frame in stepper.strip] == list(shown)


@pytest.mark.parametrize("count", [1, 3])
def test_stepper_strip_has_any_number_of_frames(count):
    stepper = plots.Stepper({"": frames(3)}, strip=range(count))
    assert len(held(stepper._repr_svg_())["runs"][0]["frames"]) == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plots.Stepper({}), "runs must map names to frames, got {}"),
        (
            lambda: plots.Stepper([frames(1)]),
            r"runs must map names to frames, got \[\[Frame\(",
        ),
        (
            lambda: plots.Stepper({"a": frames(1), "b": []}),
            r"each run must be a sequence of one Frame or more, got \[\]",
        ),
        (lambda: plots.Stepper({"a": 3}), "one Frame or more, got 3"),
        (lambda: plots.Stepper({"a": [("t", "w")]}), r"or more, got \[\('t', 'w'\)"),
        (
            lambda: plots.Stepper({"a": [plots.Frame("t", "w", None)]}),
            "the marks of a Frame must be a sequence, got None",
        ),
        (lambda: plots.Stepper({"": frames(1)}, strip=[5]), r"0 to 0, got \[5\]"),
        (lambda: plots.Stepper({"": frames(1)}, strip=3), "0 to 0, got 3"),
        (lambda: plots.Stepper({"": frames(1)}, height="x"), "height must be .*'x'"),
        (lambda: plots.Stepper({"": frames(1)}, turn=(1,)), r"turn must .* \(1,\)"),
        (
            lambda: plots.Stepper({"": frames(1)}, turn=(1, 2)),
            "'o' must have 3 coordinates of one point, got 2 numbers",
        ),
        (
            lambda: plots.Stepper(
                {"a": frames(1), "b": [plots.Frame("", "", [("o", "ink c9", [], 1)])]}
            ),
            "a mark's style is made of c0, .*, right, got 'c9'",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        (("lines", "ink", [0, 0, 1, 1]), "a mark is one of o, s, .*, got 'lines'"),
        (
            ("o", "ink"),
            r"a mark is \(kind, style, points, \*rest\), got \('o', 'ink'\)",
        ),
        (("o", "ink", [0, 0]), r"\(Real\) must follow the points of 'o', got \[\]"),
        (("o", "ink", [0, 0], "big"), r"\(Real\) must follow .*, got \['big'\]"),
        (("line", "ink", [0, 0], 1), r"\(\) must follow .* of 'line', got \[1\]"),
        (3, r"a mark is \(kind, style, points, \*rest\), got 3"),
        ((["o"], "ink", [0, 0], 1), r"a mark is one of o, .*, got \['o'\]"),
        (("o", None, [0, 0], 1), "a mark's style is made of c0, .*, got None"),
        (("o", ["ink"], [0, 0], 1), r"style is made of .*, got \['ink'\]"),
        (("line", "ink", [0, 0, 1]), "'line' .* 2 coordinates for each point, got 3"),
        (("line", "ink", []), "points of 'line' must be a non-empty vector"),
        (
            ("line", "ink", [[0, 0], [1]]),
            "points of 'line' must have rows of one length",
        ),
        (("o", "ink", [0, 0, 1, 1], 3), "'o' .* 2 coordinates of one point, got 4"),
        (("o", "ink", [0, 0], -1), "no number of 'o' may be below 0 .* got -1"),
        (("area", "c0", [0, 0, 1, 1, 2, 0], 1.1), "from 0 to 1, got 1.1"),
        (("area", "c0", [0, 0, 1, 1, 2, 0], -0.1), "may be below 0 .* got -0.1"),
        (("pixels", "", [0, 0], -2, 1, "ab"), "may be below 0 .* got -2"),
        (("pixels", "", [0, 0], 2, 3, "ab"), "must fill rows of 3 .* got 'ab'"),
        (("pixels", "", [0, 0], 2, 3, ""), "must fill rows of 3 .* got ''"),
        (("pixels", "", [0, 0], 2, 0, "ab"), "must fill rows of 0 .* got 'ab'"),
        (("pixels", "", [0, 0], 2, 1, "az"), "letters from a to y, got 'az'"),
        (("line", "ink", [0, 0, np.nan, 1]), "must be finite, got nan"),
        (("o", "ink", [0, 0], np.inf), "may be below 0 or infinite, got inf"),
        (("o", "ink", [0, 0], np.nan), "may be below 0 or infinite, got nan"),
        (("line", "ink", ["a", "b"]), "points of 'line' must hold real numbers"),
    ],
)
def test_a_mark_that_no_page_could_draw_is_named(mark, message):
    with pytest.raises(ValueError, match=message):
        plots.Stepper({"": [plots.Frame("", "", [mark])]})


def test_sizes_of_numpy_are_numbers_of_the_trace():
    mark = ("o", "ink", [0.1, 0, 0], 3)
    stepper = plots.Stepper(
        {"": [plots.Frame("", "", [mark])]},
        height=np.float32(100),
        turn=np.array([30.0, 20.5]),
    )
    trace = held(stepper._repr_svg_())
    assert (trace["height"], trace["turn"]) == (100, [30, 20.5])


def test_strip_shows_two_frames_in_a_row():
    """A frame is 3.2 inches wide, and has a quarter of an inch above for its title."""
    figure = plots.Stepper({"": frames(3)}, height=180, strip=[0, 1, 2])._drawn()
    assert figure.get_size_inches() == pytest.approx([2 * 3.2, 2 * (1.6 + 0.25)])
    titles = [ax.get_title() for ax in figure.axes]
    assert titles == ["Step 0", "Step 1", "Step 2", ""]
    for ax in figure.axes[:3]:
        assert (ax.get_xlim(), ax.get_ylim()) == ((0, 360), (180, 0))


def test_strip_keeps_the_width_of_a_frame():
    frame = plots.Frame("", "", [("line", "ink", [0, 0, 360, 220])])
    (ax, _) = plots.Stepper({"": [frame]})._drawn().axes
    assert ax.get_aspect() == 1


BLUE, ORANGE = plots.COLORS[:2]
SQUARE = [(-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)]
# With y up, as in all of Matplotlib's markers.
TRIANGLE = [(0, 1.2), (1.1, -0.8), (-1.1, -0.8)]
DIAMOND = [(0, -1.2), (1.2, 0), (0, 1.2), (-1.2, 0)]
FILLED = {"mfc": ORANGE, "mec": plots.INK, "mew": 0.6, "alpha": None}


@pytest.mark.parametrize(
    ("mark", "look"),
    [
        (("o", "c1", [10, 20], 5), {"marker": "o", "ms": 6.2, **FILLED}),
        (("s", "c1", [10, 20], 5), {"marker": SQUARE, "ms": 0.9 * 6.2, **FILLED}),
        (("^", "c1", [10, 20], 5), {"marker": TRIANGLE, "ms": 1.2 * 6.2, **FILLED}),
        (("D", "c1", [10, 20], 5), {"marker": DIAMOND, "ms": 1.2 * 6.2, **FILLED}),
        (
            ("o", "c0 halo", [10, 20], 10),
            {"marker": "o", "ms": 12.4, "mfc": BLUE, "mec": "none", "alpha": 0.3},
        ),
        (
            ("o", "ring c0", [10, 20], 5),
            {"mfc": "none", "mec": BLUE, "mew": 1.4, "alpha": None},
        ),
        (("line", "c0", [10, 20, 30, 50]), {"color": BLUE, "ls": "-", "lw": 1.4}),
        (
            ("line", "dash", [10, 20, 30, 50]),
            {"color": plots.INK, "ls": "--", "lw": 0.9},
        ),
        (
            ("text", "ink", [10, 20], "a"),
            {"color": plots.INK, "ha": "center", "size": 12 * 0.62, "weight": "normal"},
        ),
        (
            ("text", "small muted left bold", [10, 20], "a"),
            {"color": MUTED, "ha": "left", "size": 6.2, "weight": "bold", "text": "a"},
        ),
        (
            ("text", "right", [10, 20], "a"),
            {"ha": "right", "va": "center_baseline", "position": (10, 20)},
        ),
    ],
)
def test_strip_draws_markers_lines_and_texts(ax, mark, look):
    """Sizes are in points, 0.62 to a unit of the frame; a triangle is wider than a disc."""
    _draw_mark(ax, *mark)
    (drawn,) = ax.texts or ax.lines
    found = {name: getattr(drawn, f"get_{name}")() for name in look}
    assert found == {
        name: pytest.approx(value) if isinstance(value, float) else value
        for name, value in look.items()
    }
    if mark[0] != "text":
        assert drawn.get_xydata().ravel().tolist() == mark[2]


def test_strip_draws_areas_filled_or_as_a_ring(ax):
    for style, opacity in (("c1", 0.3), ("c1", 0), ("ring c0", 0)):
        _draw_mark(ax, "area", style, [0, 0, 9, 0, 9, 5], opacity)
    area, ring = ax.patches
    blue, orange = plots.COLORS[:2]
    assert area.get_xy().tolist() == [[0, 0], [9, 0], [9, 5], [0, 0]]
    assert (area.get_facecolor(), area.get_edgecolor()[3]) == (to_rgba(orange, 0.3), 0)
    assert (ring.get_facecolor()[3], ring.get_edgecolor()) == (0, to_rgba(blue))


def test_strip_draws_pixels_from_minus_one_to_one_in_seven_colours(ax):
    _draw_mark(ax, *plots.pixels([[-1, 1, 5 / 12], [1 / 6, 0.5, 0]], 10, 20, 4))
    (image,) = ax.images
    thirds = (image.get_array() * 3).round(9)
    assert thirds.tolist() == [[-3, 3, 1], [0, 2, 0]]
    assert image.get_clim() == (-1, 1)
    assert image.get_extent() == [10, 10 + 3 * 4, 20 + 2 * 4, 20]


def test_strip_draws_the_first_row_of_pixels_on_top():
    marks = [plots.pixels([[-1], [1]], 0, 0, 360)]  # of a frame that is 360 wide
    stepper = plots.Stepper({"": [plots.Frame("", "", marks)]}, height=720)
    figure = stepper._drawn()
    figure.canvas.draw()
    seen = np.asarray(figure.canvas.buffer_rgba())[..., :3] / 255
    at = (
        figure.axes[0].transData.transform([(180, 180), (180, 540)]).round().astype(int)
    )
    colors = [seen[len(seen) - y, x] for x, y in at]
    assert np.array(colors) == pytest.approx(
        np.array([to_rgb(color) for color in (BLUE, ORANGE)])
    )


def test_stepper_draws_far_marks_first():
    near, far = ("o", "c0", [0, -1, 0], 3), ("o", "c1", [0, 1, 0], 3)
    stepper = plots.Stepper({"": [plots.Frame("", "", [near, far])]}, turn=(0, 0))
    seen = stepper._projected([near, far])
    assert [mark[1] for mark in seen] == ["c1", "c0"]
    (mark,) = stepper._projected([("o", "c0", [0.5, 0, 0.5], 3)])
    assert mark[2] == pytest.approx([180 + 0.5 * 92.4, 110 - 0.5 * 92.4])


def test_stepper_turns_the_axes_by_azimuth_and_elevation():
    """A unit is 0.42 of the height of a frame, 220; the origin is in its middle."""
    axes = ("line", "ink", np.eye(3).ravel().tolist())
    stepper = plots.Stepper({"": [plots.Frame("", "", [axes])]}, turn=(30, 60))
    ((_, _, seen),) = stepper._projected([axes])
    sin_30, cos_30 = 0.5, 0.75**0.5
    sin_60, cos_60 = cos_30, sin_30
    right_and_up = np.array(
        [(cos_30, sin_30 * sin_60), (-sin_30, cos_30 * sin_60), (0, cos_60)]
    )
    expected = (180, 110) + 92.4 * right_and_up * (1, -1)
    assert np.reshape(seen, (3, 2)) == pytest.approx(expected)


def test_stepper_draws_by_the_mean_distance_of_a_mark():
    """From above, a high mark is nearer than a low one that lies as far away."""
    marks = [
        ("o", "c0", [0, 0.5, 1], 3),
        ("o", "c1", [0, 0, 0], 3),
        ("line", "c2", [0, 0.3, 0] * 3),
        ("o", "c3", [0, 1, 1], 3),
    ]
    stepper = plots.Stepper({"": [plots.Frame("", "", marks)]}, turn=(0, 30))
    seen = [mark[1] for mark in stepper._projected(marks)]
    assert seen == ["c3", "c2", "c1", "c0"]


@pytest.mark.parametrize(
    ("turn", "held"), [(None, [0.3, 100] * 3), ((0, 0), [0.256, 100] * 3)]
)
def test_stepper_rounds_coordinates_to_tenths_or_thousandths(turn, held):
    """To a tenth of a unit in the plane, and to a thousandth in space, whose unit is longer."""
    frame = plots.Frame("", "", [("line", "ink", [0.2561, 99.99999] * 3)])
    trace = json.loads(plots.Stepper({"": [frame]}, turn=turn).trace())
    assert trace["runs"][0]["marks"] == [["line", "ink", held]]

"""Figures that can be played: the strip, and the frames that it holds."""

import json
import re

import matplotlib.pyplot as plt
import pytest

from svmlib import plots
from svmlib.plots.stepper import _draw_mark

ALL = [
    ("o", "c0 halo", [10, 20.04], 8.0),
    *((kind, "c1", [30, 20], 5) for kind in "s^D"),
    ("o", "ring ink", [10, 20], 9),
    ("line", "dash", [0.0, -0.001, 360, 220]),
    ("area", "c2", [0, 0, 9, 0, 9, 9], 0.155),
    ("text", "small muted left", [50, 60], "a < b & c"),
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
    assert marks[7][-1] == "a < b & c"
    assert marks[8] == ["pixels", "", [100, 100], 4, 2, "amsy"]
    assert marks[-1] == ["o", "c0", [6, 0], 3]


def test_stepper_takes_frames_of_the_strip():
    stepper = plots.Stepper({"": frames(9)}, strip=[0, 1, 8])
    assert [frame.title for frame in stepper.strip] == ["Step 0", "Step 1", "Step 8"]


@pytest.mark.parametrize("count", [1, 3])
def test_stepper_strip_has_any_number_of_frames(count):
    stepper = plots.Stepper({"": frames(3)}, strip=range(count))
    assert len(held(stepper._repr_svg_())["runs"][0]["frames"]) == 3


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plots.Stepper({}), "runs must hold a run, and each a frame"),
        (lambda: plots.Stepper({"a": []}), "each a frame, got <Stepper .* a: 0>"),
        (lambda: plots.Stepper({"": frames(1)}, strip=[5]), "0 to 0, got 5"),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_stepper_strip_draws_pixels_from_minus_one_to_one(ax):
    _draw_mark(ax, *plots.pixels([[-1, 0.5]], 0, 0, 4))
    (image,) = ax.images
    assert image.get_array().round(2).tolist() == [[-1, 0.67]]
    assert image.get_clim() == (-1, 1)


def test_stepper_draws_far_marks_first():
    near, far = ("o", "c0", [0, -1, 0], 3), ("o", "c1", [0, 1, 0], 3)
    stepper = plots.Stepper({"": [plots.Frame("", "", [near, far])]}, turn=(0, 0))
    seen = stepper._projected([near, far])
    assert [mark[1] for mark in seen] == ["c1", "c0"]
    (mark,) = stepper._projected([("o", "c0", [0.5, 0, 0.5], 3)])
    assert mark[2] == pytest.approx([180 + 0.5 * 92.4, 110 - 0.5 * 92.4])


def test_stepper_turns_marks_by_azimuth_and_elevation():
    """At 90 degrees x goes away, and y to the left. From above, the high mark is nearer."""
    high, low = ("o", "c0", [0.55, 0.5, 1], 3), ("o", "c1", [0, 0, 0], 3)
    stepper = plots.Stepper({"": [plots.Frame("", "", [high, low])]}, turn=(90, 30))
    far, near = (mark[2] for mark in stepper._projected([high, low]))
    assert far == [180, 110]
    up = 0.75**0.5 + 0.55 / 2
    assert near == pytest.approx([180 - 0.5 * 92.4, 110 - up * 92.4])

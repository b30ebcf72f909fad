"""Figures that can be played: the strip, and the frames that it holds."""

import json
import re

import matplotlib.pyplot as plt
import numpy as np
import pytest

from svmlib import plots

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


def test_panel_has_its_own_coordinates():
    panel = plots.Panel((10, 20, 100, 50), (-1, 1, 0, 5))
    assert panel.at([(-1, 5), (1, 0), (0, 2.5)]) == [10, 20, 110, 70, 60, 45]
    assert panel.mark("o", "c0", (0, 0), 4) == ("o", "c0", [60, 70], 4)
    assert panel.frame()[2] == [10, 70, 110, 70, 110, 20, 10, 20, 10, 70]
    (line,) = panel.level(lambda p: p[:, 0] - 0.5, 0, "ink")
    assert sorted(line[2]) == pytest.approx([20, 70, 85, 85])
    assert panel.level(lambda p: 0 * p[:, 0], 0, "ink") == []


def test_panel_draws_texts_axes_and_bars():
    panel = plots.Panel((10, 20, 100, 50), (-1, 1, 0, 5))
    text = panel.text((0, 5), "b", "bold", shift=(1, -2))
    assert text == ("text", "bold", [61, 18], "b")
    edge, at_0, at_5 = panel.axes({0: "0"}, {5: "5 s"})
    assert edge == ("line", "muted thin", [10, 20, 10, 70, 110, 70])
    assert at_0 == ("text", "small muted", [60, 79], "0")
    assert at_5 == ("text", "small muted right", [6, 20], "5 s")
    kind, style, corners, opacity = panel.bar(0, 1, 2, "c1")
    assert (kind, style, opacity) == ("area", "c1", 0.8)
    assert corners == pytest.approx([42.5, 60, 77.5, 60, 77.5, 50, 42.5, 50])


def test_panel_draws_classes():
    panel = plots.Panel((0, 0, 100, 100), (-1, 1, -1, 1))
    low, middle, high = panel.street(lambda p: 2 * p[:, 0])
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
    # Class 1 wins to the right of the middle, and class 2 nowhere.
    area_0, edge_0, area_1, _ = panel.regions([[0, 1, 0], [0, 0, 0], [0, 0, -9]])
    assert (area_0[:2], area_0[3]) == (("area", "c0"), 0.16)
    assert edge_0[:2] == ("line", "ink thin")
    assert min(area_1[2][::2]) == 50 and max(area_0[2][::2]) == 50


def test_number_grid_shows_what_is_known():
    known = np.array([[True, False], [True, True]])
    marks = plots.number_grid(
        [[1, 9], [-2, 0]], 0, 0, "M", known=known, boxes=[(1, 0)], rows="ab"
    )
    texts = [mark[3] for mark in marks if mark[0] == "text"]
    assert texts == ["M", "1", "", "\N{MINUS SIGN}2", "0", "a", "b"]
    tints = [mark[1:] for mark in marks if mark[0] == "area" and "ring" not in mark[1]]
    assert [(style, bool(tint)) for style, _, tint in tints] == [
        ("c1", True),
        ("c1", False),
        ("c0", True),
        ("c1", False),
    ]
    assert ("area", "ring ink", [0, 22, 34, 22, 34, 44, 0, 44], 0) in marks


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: plots.Stepper({}), "runs must hold a run, and each a frame"),
        (lambda: plots.Stepper({"a": []}), "each a frame, got <Stepper .* a: 0>"),
        (lambda: plots.Stepper({"": frames(1)}, strip=[5]), "0 to 0, got 5"),
        (
            lambda: plots.number_grid(np.eye(2), 0, 0, known=[True]),
            "known must hold 2 rows of 2 bool, got shape \\(1,\\) of bool",
        ),
        (
            lambda: plots.number_grid(np.eye(2), 0, 0, boxes=[(5, 5)]),
            "boxes must lie within 2 rows, 2 columns",
        ),
        (
            lambda: plots.number_grid(np.eye(2), 0, 0, rows="a"),
            "rows must hold 2 labels, got 1",
        ),
    ],
)
def test_bad_input_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_stepper_draws_far_marks_first():
    near, far = ("o", "c0", [0, -1, 0], 3), ("o", "c1", [0, 1, 0], 3)
    stepper = plots.Stepper({"": [plots.Frame("", "", [near, far])]}, turn=(0, 0))
    seen = stepper._projected([near, far])
    assert [mark[1] for mark in seen] == ["c1", "c0"]
    (mark,) = stepper._projected([("o", "c0", [0.5, 0, 0.5], 3)])
    assert mark[2] == pytest.approx([180 + 0.5 * 92.4, 110 - 0.5 * 92.4])

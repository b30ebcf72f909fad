"""margin-lab/geometry.mjs: f while a point moves, and the lines f = level."""

import json
from itertools import pairwise

import numpy as np
import pytest
from contourpy import contour_generator

from book._ext.labs.presets import PRESETS
from book._scripts.python import margin_lab
from tests.book.scripts.helpers.kernels import KERNELS
from tests.book.scripts.helpers.run_script import run


def geometry(code):
    """Return the value of an expression."""
    return run("margin-lab/geometry.mjs", code)


def position(x, y):
    """Return a position as the scripts write it."""
    return {"x": x, "y": y}


def solved(kernel, grid):
    """Return svmlib's result for a kernel, its multipliers as JSON, and the points."""
    args = {**PRESETS["overlapping"].args(), "kernel": kernel, "grid": grid}
    result = margin_lab.solve(**args)
    points = [
        {**position(*xy), "label": label}
        for xy, label in zip(args["points"], args["labels"], strict=True)
    ]
    multipliers = {name: result[name] for name in ("alpha", "b")}
    return result, json.dumps(multipliers), points


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decision_is_that_of_the_grid(kernel):
    result, multipliers, points = solved(kernel, (5, 4))
    state = {**kernel, "kernel": kernel["name"], "points": points}
    positions = json.dumps(
        [position(*xy) for xy in margin_lab.grid_points(5, 4).tolist()]
    )
    f = f"{positions}.map((position) => decision({multipliers}, {json.dumps(state)}, position))"
    np.testing.assert_allclose(geometry(f), result["values"], rtol=1e-9, atol=1e-9)


def test_weights_are_the_gradient_of_f():
    result, multipliers, points = solved({"name": "linear"}, (2, 2))
    low, right, top, _ = result["values"]
    slopes = [(right - low), (top - low)] / (2 * np.array(margin_lab.LIMITS))
    given = f"{multipliers}, {json.dumps(points)}"
    np.testing.assert_allclose(geometry(f"weights({given})"), slopes)


def segments(lines):
    """Return the pieces of all lines, each as the set of its two ends."""
    rounded = [[tuple(xy) for xy in np.round(line, 9).tolist()] for line in lines]
    return {frozenset(ends) for line in rounded for ends in pairwise(line)}


def test_contours_are_those_of_contourpy():
    """Of waves so long that no cell of the grid is a saddle, where there is a choice."""
    rng = np.random.default_rng(0)
    u, v = np.meshgrid(np.linspace(0, 1, 24), np.linspace(0, 1, 18))
    expected, calls = [], []
    for _ in range(20):
        waves = rng.normal(scale=4, size=(8, 2)) @ [u.ravel(), v.ravel()]
        values = np.cos(waves + rng.uniform(0, 7, (8, 1))).sum(axis=0)
        for level in (-1, 0, 1):
            lines = contour_generator(z=values.reshape(u.shape)).lines(level)
            expected.append(lines)
            calls.append(f"contours({values.tolist()}, 24, 18, {level})")
    are_closed = []
    for lines, found in zip(expected, geometry(f"[{', '.join(calls)}]"), strict=True):
        polylines = [[(p["x"], p["y"]) for p in polyline] for polyline in found]
        assert segments(polylines) == segments(lines)
        assert len(polylines) == len(lines)
        are_closed += [polyline[0] == polyline[-1] for polyline in polylines]
    assert {*are_closed} == {True, False}


@pytest.mark.parametrize("values", [[1, -1, -1, 1], [-1, 1, 1, -1]])
def test_contours_cut_off_the_low_corners_of_a_saddle(values):
    polylines = geometry(f"contours({values}, 2, 2, 0)")
    corners = [
        np.mean([[p["x"], p["y"]] for p in polyline], 0).round()
        for polyline in polylines
    ]
    assert len(polylines) == 2
    assert all(values[int(x + 2 * y)] == -1 for x, y in corners)


def test_nearest_is_on_a_polyline_or_nowhere():
    polylines = [
        [position(0, 0), position(4, 0), position(4, 0), position(4, 4)],
        [position(0, 9), position(1, 9)],
    ]
    positions = [position(1, 1), position(5, 5), position(3, 2), position(-1, 8)]
    code = "{}.map((position) => nearest({}, position) ?? null)"
    found = geometry(code.format(json.dumps(positions), json.dumps(polylines)))
    assert found == [position(1, 0), position(4, 4), position(4, 2), position(0, 9)]
    assert geometry(code.format(json.dumps(positions), [])) == [None] * 4


def test_bilinear_reaches_the_border():
    def f(u, v):
        return 1 + 2 * u + 3 * v - u * v

    values = [f(u, v) for v in range(3) for u in range(4)]
    positions = [(0, 0), (0.5, 1.25), (2.75, 0.5), (3, 2), (3, 0.5)]
    code = f"{json.dumps(positions)}.map((uv) => bilinear({values}, 4, 3, ...uv))"
    np.testing.assert_allclose(geometry(code), [f(*uv) for uv in positions])

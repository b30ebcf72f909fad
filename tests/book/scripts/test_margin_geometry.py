"""margin-lab/geometry.mjs: f while a point moves, and the lines f = level."""

import json
from itertools import pairwise

import numpy as np
import pytest
from contourpy import contour_generator

from book._ext.lab_presets import PRESETS
from book._scripts.python import margin_lab
from tests.book.scripts.run_script import run
from tests.lab_references import KERNELS


def geometry(code):
    """Return the value of an expression."""
    return run("margin-lab/geometry.mjs", code)


def place(x, y):
    """Return a place as the scripts write it."""
    return {"x": x, "y": y}


def solved(kernel, grid):
    """Return svmlib's result for a kernel, and what the functions take of it."""
    args = {**PRESETS["overlapping"].args(), "kernel": kernel, "grid": grid}
    result = margin_lab.solve(**args)
    points = [
        {**place(*xy), "label": label}
        for xy, label in zip(args["points"], args["labels"], strict=True)
    ]
    multipliers = {name: result[name] for name in ("alpha", "b")}
    return result, f"{json.dumps(multipliers)}, {json.dumps(points)}"


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decision_is_that_of_the_grid(kernel):
    result, given = solved(kernel, (5, 4))
    places = json.dumps([place(*xy) for xy in margin_lab.grid_places(5, 4).tolist()])
    f = f"{places}.map((place) => decision({given}, {json.dumps(kernel)}, place))"
    np.testing.assert_allclose(geometry(f), result["values"], rtol=1e-9, atol=1e-9)


def test_weights_are_the_gradient_of_f():
    result, given = solved({"name": "linear"}, (2, 2))
    low, right, top, _ = result["values"]
    slopes = [(right - low), (top - low)] / (2 * np.array(margin_lab.LIMITS))
    np.testing.assert_allclose(geometry(f"weights({given})"), slopes)


def segments(lines):
    """Return the pieces of all lines, each as the set of its two ends."""
    rounded = [[tuple(xy) for xy in np.round(line, 9).tolist()] for line in lines]
    return {frozenset(ends) for line in rounded for ends in pairwise(line)}


def test_contours_are_those_of_contourpy():
    """Of waves so long that no cell of the grid is a saddle, where there is a choice."""
    rng = np.random.default_rng(0)
    u, v = np.meshgrid(np.linspace(0, 1, 24), np.linspace(0, 1, 18))
    are_closed = []
    for _ in range(20):
        waves = rng.normal(scale=4, size=(8, 2)) @ [u.ravel(), v.ravel()]
        values = np.cos(waves + rng.uniform(0, 7, (8, 1))).sum(axis=0)
        for level in (-1, 0, 1):
            expected = contour_generator(z=values.reshape(u.shape)).lines(level)
            call = f"contours({values.tolist()}, 24, 18, {level})"
            chains = [[(p["x"], p["y"]) for p in chain] for chain in geometry(call)]
            assert segments(chains) == segments(expected)
            assert len(chains) == len(expected)
            are_closed += [chain[0] == chain[-1] for chain in chains]
    assert {*are_closed} == {True, False}


@pytest.mark.parametrize("values", [[1, -1, -1, 1], [-1, 1, 1, -1]])
def test_contours_cut_off_the_low_corners_of_a_saddle(values):
    chains = geometry(f"contours({values}, 2, 2, 0)")
    corners = [
        np.mean([[p["x"], p["y"]] for p in chain], 0).round() for chain in chains
    ]
    assert len(chains) == 2
    assert all(values[int(x + 2 * y)] == -1 for x, y in corners)


def test_nearest_is_on_a_chain_or_nowhere():
    chains = [
        [place(0, 0), place(4, 0), place(4, 0), place(4, 4)],
        [place(0, 9), place(1, 9)],
    ]
    places = [place(1, 1), place(5, 5), place(3, 2), place(-1, 8)]
    code = "{}.map((place) => nearest({}, place) ?? null)"
    found = geometry(code.format(json.dumps(places), json.dumps(chains)))
    assert found == [place(1, 0), place(4, 4), place(4, 2), place(0, 9)]
    assert geometry(code.format(json.dumps(places), [])) == [None] * 4


def test_bilinear_reaches_the_border():
    def f(u, v):
        return 1 + 2 * u + 3 * v - u * v

    values = [f(u, v) for v in range(3) for u in range(4)]
    places = [(0, 0), (0.5, 1.25), (2.75, 0.5), (3, 2), (3, 0.5)]
    code = f"{json.dumps(places)}.map((uv) => bilinear({values}, 4, 3, ...uv))"
    np.testing.assert_allclose(geometry(code), [f(*uv) for uv in places])

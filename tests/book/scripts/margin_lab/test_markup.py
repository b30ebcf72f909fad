"""margin-lab/markup.mjs: the words in which the lab tells its results."""

import json
import re

import pytest

from tests.book.scripts.helpers.run_script import run

POINTS = [{"x": -1, "y": 0.5, "label": -1}, {"x": 1, "y": 0, "label": 1}]
STATE = {"points": POINTS, "kernel": "linear", "C": 10}
RESULT = {
    "alpha": [0.5, 0.5],
    "slack": [0, 0.25],
    "kind": ["on", "inside"],
    "b": -1.5,
    "norm": 1,
    "width": 2,
    "primal": 1.25,
    "dual": 1.2,
    "duality_gap": 0.05,
    "flat": False,
    "kkt_gap": 0.01,
}
STEP = RESULT | {"before": [0, 0, 0]}


def markup(function, *args):
    """Return what a function of the script returns; None is undefined."""
    listed = ", ".join("undefined" if a is None else json.dumps(a) for a in args)
    return run("margin-lab/markup.mjs", f"{function}({listed})")


def numbers(result, kernel="linear"):
    """Return the text of each number below the plane, by its name."""
    html = markup("numbersHtml", RESULT | result, STATE | {"kernel": kernel})
    rows = re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", html)
    return {name: re.sub("<.*?>", "", text) for name, text in rows}


def test_a_class_without_points_is_named():
    assert markup("missingClasses", POINTS) == ""
    needed = "Two classes are needed: there is no point of class "
    assert markup("missingClasses", POINTS[:1]) == f"{needed}+1."
    assert markup("missingClasses", []) == f"{needed}+1, nor of class −1."


def test_numbers_of_a_solution():
    assert numbers({}) == {
        "width 2/‖w‖": "2",
        "‖w‖": "1",
        "w": "(1, −0.25)",
        "b": "−1.5",
        "total slack": "0.25",
        "primal": "1.25",
        "dual": "1.2",
        "gap": "0.05",
        "support vectors": "1 on the margin 1 inside the margin 0 misclassified",
    }


def test_numbers_without_a_width_or_in_another_plane():
    assert numbers({"width": None})["width 2/‖w‖"] == "none"
    assert "w" not in numbers({}, kernel="rbf")
    before_the_optimum = numbers({"kind": ["on", "beyond"]})["support vectors"]
    assert before_the_optimum.endswith(" 1 beyond")


@pytest.mark.parametrize(
    ("result", "cells"),
    [
        (RESULT, ["0.5", "0.25", "inside the margin"]),
        (None, ["", "", ""]),
    ],
)
def test_row_of_a_point(result, cells):
    row = markup("tableRows", POINTS, result).split("<tr>")[2]
    assert re.findall("<t[hd].*?>(.*?)</t", row) == ["1", "(1, 0)", "+1", *cells]


def test_summary_says_what_is_shown():
    assert markup("summary", STATE, None) == "2 points, no boundary."
    assert markup("summary", STATE, RESULT) == (
        "2 points, C = 10. Width 2. Support vectors: 1 on the margin, 1 inside the "
        "margin, 0 misclassified. Primal 1.25, dual 1.2, gap 0.05."
    )


@pytest.mark.parametrize(
    ("args", "text"),
    [
        ((None, 1, RESULT), "The solution, after 1 step."),
        ((None, 7, RESULT), "The solution, after 7 steps."),
        ((2, 7, RESULT), ""),
        ((2, 7, None), ""),
        ((2, 7, STEP | {"moved": [1]}),
         "Step 2 of 7 moves α of point 1 from 0 to 0.5. Stopping gap 0.01."),
        ((2, 7, STEP | {"moved": []}),
         "Step 2 of 7 moves nothing that shows. Stopping gap 0.01."),
        ((2, 7, STEP | {"moved": [0, 1, 0]}),
         "Step 2 of 7 moves 3 multipliers at once. Stopping gap 0.01."),
    ],
)  # fmt: skip
def test_step_of_the_solver_is_told(args, text):
    assert markup("stepText", *args) == text


def test_hint_depends_on_the_kernel_where_the_parameter_does():
    assert markup("hintFor", "gamma", "rbf").startswith(
        "Small: each point reaches far."
    )
    assert markup("hintFor", "gamma", "poly").startswith("Large: the highest power")
    assert markup("hintFor", "C", "linear") == markup("hintFor", "C", "rbf") != ""

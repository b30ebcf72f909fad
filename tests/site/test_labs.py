"""The labs: their glue against svmlib and by hand, their directives, their scripts."""

import json
import re
from pathlib import Path
from typing import Any

import lab
import numpy as np
import pytest
from _ext import labs
from py_mini_racer import MiniRacer
from sphinx.testing.util import SphinxTestApp

from svmlib.kernel_svm import KernelSVM
from tests.browser.labs import mask
from tests.site.built_site import NETWORK

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "book" / "_scripts").glob("*.mjs"))
KERNELS = (
    {"name": "linear"},
    {"name": "poly", "degree": 3, "gamma": 0.5, "coef0": 1.0},
    {"name": "rbf", "gamma": 1.0},
)
CONF = """
import sys
sys.path.insert(0, {ext!r})
extensions = ["_ext.labs"]
numfig = True
"""
PAGE = """
Page
====

.. margin-lab:: {story}
   :name: fig-lab

   The caption.

.. mask-lab::

   Another.
"""


def test_margin_of_six_points_by_hand() -> None:
    answer = lab.margin(**lab.story("six"))
    np.testing.assert_allclose(answer["alpha"], [0, 1 / 8, 1 / 4, 0, 1 / 8, 1 / 4])
    np.testing.assert_allclose(answer["f"], [2, 1, 1 / 2, -2, -1, 1 / 2])
    np.testing.assert_allclose(answer["slack"], [0, 0, 1 / 2, 0, 0, 3 / 2], atol=1e-12)
    assert answer["kind"] == ["free", "on", "inside", "free", "on", "wrong"]
    numbers = [answer[name] for name in ("norm", "width", "primal", "dual", "gap", "b")]
    np.testing.assert_allclose(numbers, [1 / 2, 4, 5 / 8, 5 / 8, 0, 0], atol=1e-12)
    assert answer["note"] == ""


def test_margin_of_the_worked_step_is_the_chapters() -> None:
    answer = lab.margin(**lab.story("step"))
    np.testing.assert_allclose([answer["primal"], answer["b"]], [2 / 5, 3 / 5])
    assert answer["norm"] == pytest.approx(np.sqrt(4 / 5))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
@pytest.mark.parametrize("name", lab.STORIES)
def test_margin_agrees_with_kernel_svm(name: str, kernel: lab.Answer) -> None:
    given = {**lab.story(name), "kernel": kernel, "grid": (9, 7)}
    answer = lab.margin(**given)
    parameters = {k: v for k, v in kernel.items() if k != "name"}
    machine = KernelSVM(
        C=given["C"], kernel=kernel["name"], tol=1e-10, **parameters
    ).fit(given["points"], given["labels"])
    beta = np.array(given["labels"]) * answer["alpha"]
    coef = machine.dual_coef_[0]
    np.testing.assert_allclose(beta[machine.support_], coef, rtol=1e-12)
    f = machine.decision_function(given["points"])
    np.testing.assert_allclose(answer["f"], f, rtol=1e-9, atol=1e-9)
    values = machine.decision_function(lab.plane(9, 7))
    np.testing.assert_allclose(answer["values"], values, rtol=1e-9, atol=1e-9)
    assert abs(answer["gap"]) < 1e-4 * (1 + answer["dual"])
    assert not answer["note"]


def test_point_kinds_follow_alpha_and_slack() -> None:
    alpha, slack = np.array([0, 0.5, 1, 1, 1]), np.array([0, 0, 0, 0.5, 1.5])
    assert lab.point_kinds(alpha, slack) == ["free", "on", "on", "inside", "wrong"]


def test_plane_goes_row_by_row_from_the_bottom() -> None:
    places = lab.plane(3, 2)
    right, top = lab.LIMITS
    assert places[[0, 1, 3]].tolist() == [[-right, -top], [0, -top], [-right, top]]


def test_margin_notes_a_solver_that_stops_early() -> None:
    answer = lab.margin(**lab.story("rings"), max_iter=2)
    apart = f"{answer['gap']:.2g} apart"
    assert answer["note"].startswith("The solver stopped after 2 steps")
    assert apart in answer["note"]
    assert "smaller C or gamma" in answer["note"]


def test_margin_notes_a_constant_function() -> None:
    answer = lab.margin([[0, 0], [0, 0], [2, 0]], [1, -1, 1], {"name": "linear"}, 1.0)
    assert answer["note"].startswith("w is 0")
    assert (answer["flat"], answer["width"]) == (True, None)
    assert not lab.margin(**lab.story("six"))["flat"]


def test_margin_of_a_small_norm_has_a_width() -> None:
    """A kernel with large values needs a short w: f still tells the classes apart."""
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 0.0}
    answer = lab.margin(**{**lab.story("step"), "kernel": kernel})
    assert 0 < answer["norm"] < 1e-9
    assert answer["width"] == 2 / answer["norm"]


def test_margin_notes_what_rounding_spoils() -> None:
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 10.0}
    given = {**lab.story("overlapping"), "kernel": kernel, "C": 1e4}
    answer = lab.margin(**given, max_iter=10_000)
    assert answer["gap"] > 0.9 * answer["primal"]
    assert "differ by 100.0%" in answer["note"]
    assert "too few digits" in answer["note"]


def test_margin_notes_points_in_one_place() -> None:
    answer = lab.margin([[1, 1]] * 3, [1, -1, 1], {"name": "linear"}, 1.0)
    assert "one place" in answer["note"]
    assert answer["width"] is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"labels": [1] * 6}, "both classes"),
        ({"C": 0}, "C must be"),
        ({"kernel": {"name": "cubic"}}, "linear, poly or rbf"),
        ({"kernel": {"name": "rbf", "gamma": -1}}, "gamma must be"),
        ({"points": []}, "points must have shape"),
    ],
)
def test_answer_has_a_problem_in_svmlibs_words(changed: lab.Answer, words: str) -> None:
    given = {**lab.story("six"), **changed}
    found = json.loads(lab.answer("margin", json.dumps(given)))
    assert words in found["problem"]


def test_answer_survives_json() -> None:
    given = lab.story("rings")
    found = json.loads(lab.answer("margin", json.dumps(given)))
    assert found["answer"] == lab.margin(**given)


@pytest.mark.parametrize("name", lab.STORIES)
def test_stories_fit_into_the_plane_and_a_link(name: str) -> None:
    given = lab.story(name)
    X = np.array(given["points"])
    assert (np.abs(X) <= lab.LIMITS).all()
    assert np.array_equal(X, X.round(2))
    assert {*given["labels"]} == {-1, 1}
    assert len(given["labels"]) == len(X) <= 200


def test_story_has_no_other_name() -> None:
    with pytest.raises(KeyError):
        lab.story("moons")


def test_story_of_four_choices_is_the_chapters() -> None:
    given = lab.story("choices")
    answer = lab.margin(**given)
    w = np.array(given["labels"]) * answer["alpha"] @ given["points"]
    np.testing.assert_allclose([*w, answer["b"]], [0.2, 0.4, -0.4])


@pytest.mark.parametrize("shape", ["groups", "xor", "rings"])
def test_draw_scatters_the_same_points_further(shape: str) -> None:
    centres, near, far = (lab.draw(shape, noise, 3) for noise in (0, 0.1, 0.2))
    assert near["labels"] == far["labels"] == centres["labels"]
    assert len(near["labels"]) == 40
    ways = [np.subtract(data["points"], centres["points"]) for data in (near, far)]
    np.testing.assert_allclose(2 * ways[0], ways[1], atol=0.021)
    assert (np.abs(lab.draw(shape, 2, 3)["points"]) <= lab.LIMITS).all()


def test_margin_steps_lead_to_the_solution() -> None:
    given = lab.story("six")
    solution = lab.margin(**given)
    alpha, dual = np.zeros(6), 0.0
    for k in range(1, solution["steps"] + 1):
        answer = lab.margin(**given, max_iter=k, step=True)
        np.testing.assert_array_equal(answer["before"], alpha[answer["moved"]])
        assert (answer["steps"], answer["note"]) == (k, "")
        assert answer["dual"] > dual
        alpha, dual = np.array(answer["alpha"]), answer["dual"]
    assert alpha.tolist() == solution["alpha"]


def run(script: str, code: str) -> Any:
    """Return what an expression has as its value, after one of the scripts."""
    source = (ROOT / "book" / "_scripts" / script).read_text("utf-8")
    source = re.sub(r"^export ", "", source, flags=re.MULTILINE)
    return json.loads(str(MiniRacer().eval(f"{source}\nJSON.stringify({code})")))


def test_mask_agrees_with_svmlib() -> None:
    """Whole numbers exactly, up to the largest that it takes; decimals to 1e-8."""
    given = lab.case()
    assert mask(**given)["loss"] == 2
    rng = np.random.default_rng(0)
    cases = [given]
    for largest in (1, 3, 10, 10**6):
        for _ in range(50):
            S = rng.integers(-largest, largest, (5, 3), endpoint=True)
            y, delta = rng.integers(0, 3, 5), int(rng.integers(0, largest + 1))
            cases.append({**given, "S": S.tolist(), "y": y.tolist(), "delta": delta})
    assert run("mask.mjs", f"{json.dumps(cases)}.map(mask)") == [
        mask(**case) for case in cases
    ]
    assert run("mask.mjs", "LARGEST") == 1e6
    S = rng.normal(size=(5, 3)).round(3)
    case = {**given, "S": S.tolist(), "delta": 0.7}
    found = run("mask.mjs", f"mask({json.dumps(case)})")
    for name, value in mask(**case).items():
        np.testing.assert_allclose(found[name], value, atol=1e-8)


def test_mask_takes_decimals_as_the_reader_typed_them() -> None:
    """On paper 0.1 - 0.3 + 0.2 is 0; in binary it is 2.8e-17, and the class active."""
    case = json.dumps({"X": [[1]], "S": [[0.1, 0.3]], "y": [1], "delta": 0.2})
    assert run("mask.mjs", f"mask({case}).M") == [[0, 0]]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
def test_decision_is_that_of_the_grid(kernel: lab.Answer) -> None:
    given = {**lab.story("overlapping"), "kernel": kernel, "grid": (5, 4)}
    answer = lab.margin(**given)
    points = [
        {"x": x, "y": y, "label": label}
        for (x, y), label in zip(given["points"], given["labels"], strict=True)
    ]
    arguments = ", ".join(
        json.dumps(part)
        for part in ({k: answer[k] for k in ("alpha", "b")}, points, kernel)
    )
    places = json.dumps(lab.plane(5, 4).tolist())
    f = f"{places}.map((place) => decision({arguments}, place))"
    found = run("margin-geometry.mjs", f)
    np.testing.assert_allclose(found, answer["values"], rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("9e-10", "0"),
        ("-5e-324", "0"),
        ("-2e-9", "−2.0e−9"),
        ("0.33333333", "0.3333"),
        ("123456", "1.2e+5"),
        ("-0.5", "−0.5"),
    ],
)
def test_short_rounds_numbers(value: str, text: str) -> None:
    assert run("format.mjs", f"short({value})") == text


def test_margin_state_has_the_limits_of_the_plane() -> None:
    state = (ROOT / "book" / "_scripts" / "margin-state.mjs").read_text("utf-8")
    limits = re.search(r"LIMITS = \[([\d.]+), ([\d.]+)\]", state)
    assert limits is not None
    assert tuple(map(float, limits.groups())) == lab.LIMITS


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda p: p.name)
def test_scripts_name_no_other_host(path: Path) -> None:
    assert not NETWORK.findall(path.read_text("utf-8"))


def build(tmp_path: Path, story: str) -> tuple[str, str]:
    """Return the page of both directives as HTML, and what Sphinx warns of."""
    source = tmp_path / "source"
    (source / "part").mkdir(parents=True)
    conf = CONF.format(ext=str(ROOT / "book"))
    (source / "conf.py").write_text(conf, encoding="utf-8")
    index = "Book\n====\n\n.. toctree::\n\n   part/page\n"
    (source / "index.rst").write_text(index, encoding="utf-8")
    text = PAGE.format(story=story)
    (source / "part" / "page.rst").write_text(text, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=source, builddir=tmp_path / "build")
    try:
        app.build()
        page = Path(app.outdir) / "part" / "page.html"
        for name in re.findall(r'src="\.\./(_images/[^"]+)"', page.read_text("utf-8")):
            assert (Path(app.outdir) / name).read_text("utf-8").startswith("<svg")
        return page.read_text("utf-8"), app.warning.getvalue()
    finally:
        app.cleanup()


def test_lab_directives_stand_without_a_script(tmp_path: Path) -> None:
    html, warnings = build(tmp_path, "six")
    assert not warnings
    assert 'class="lab margin-lab"' in html
    assert 'data-story="six"' in html
    assert "6 points in the plane, 3 squares" in html
    assert "2 on the margin, 1 inside the margin, 1 misclassified" in html
    assert "1 1 -2" in html
    assert html.count(labs.PLACEHOLDER) == 1  # the mask lab needs no button
    assert 'type="module" src="../_static/margin-lab.mjs"' in html
    assert 'type="module" src="../_static/mask-lab.mjs"' in html
    assert 'id="fig-lab"' in html


def test_lab_directive_warns_of_an_unknown_story(tmp_path: Path) -> None:
    _, warnings = build(tmp_path, "moons")
    assert "moons" in warnings


def test_lab_css_is_all_in_use() -> None:
    """A class of lab.css is one that a page or a script gives to an element."""
    sheet = (ROOT / "book" / "_scripts" / "lab.css").read_text("utf-8")
    scripts = "".join(path.read_text("utf-8") for path in SCRIPTS)
    given = {*re.findall(r"[\w-]+", scripts), "lab"}
    named = set(re.findall(r"\.([a-z][\w-]*)", re.sub(r"\{[^}]*\}", "", sheet)))
    assert named <= given

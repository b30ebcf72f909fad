"""margin_lab.py, which answers the margin lab: against svmlib and by hand."""

import json

import numpy as np
import pytest

from book._ext.lab_stories import STORIES, story
from book._scripts.python import margin_lab
from svmlib.kernel_svm import KernelSVM
from tests.scripts.helpers import KERNELS


def test_margin_of_six_points_by_hand():
    answer = margin_lab.margin(**story("six"))
    np.testing.assert_allclose(answer["alpha"], [0, 1 / 8, 1 / 4, 0, 1 / 8, 1 / 4])
    np.testing.assert_allclose(answer["f"], [2, 1, 1 / 2, -2, -1, 1 / 2])
    np.testing.assert_allclose(answer["slack"], [0, 0, 1 / 2, 0, 0, 3 / 2], atol=1e-12)
    assert answer["kind"] == ["beyond", "on", "inside", "beyond", "on", "wrong"]
    numbers = [
        answer[name] for name in ("norm", "width", "primal", "dual", "duality_gap", "b")
    ]
    np.testing.assert_allclose(numbers, [1 / 2, 4, 5 / 8, 5 / 8, 0, 0], atol=1e-12)
    assert answer["note"] == ""


def test_margin_of_the_worked_step_is_the_chapters():
    answer = margin_lab.margin(**story("step"))
    np.testing.assert_allclose([answer["primal"], answer["b"]], [2 / 5, 3 / 5])
    assert answer["norm"] == pytest.approx(np.sqrt(4 / 5))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
@pytest.mark.parametrize("name", STORIES)
def test_margin_agrees_with_kernel_svm(name, kernel):
    given = {**story(name), "kernel": kernel, "grid": (9, 7)}
    answer = margin_lab.margin(**given)
    parameters = {k: v for k, v in kernel.items() if k != "name"}
    machine = KernelSVM(
        C=given["C"], kernel=kernel["name"], tol=1e-10, **parameters
    ).fit(given["points"], given["labels"])
    beta = np.array(given["labels"]) * answer["alpha"]
    coef = machine.dual_coef_[0]
    np.testing.assert_allclose(beta[machine.support_], coef, rtol=1e-12)
    f = machine.decision_function(given["points"])
    np.testing.assert_allclose(answer["f"], f, rtol=1e-9, atol=1e-9)
    values = machine.decision_function(margin_lab.plane(9, 7))
    np.testing.assert_allclose(answer["values"], values, rtol=1e-9, atol=1e-9)
    assert abs(answer["duality_gap"]) < 1e-4 * (1 + answer["dual"])
    assert not answer["note"]


def test_point_kinds_follow_alpha_and_slack():
    alpha, slack = np.array([0, 0.5, 1, 1, 1]), np.array([0, 0, 0, 0.5, 1.5])
    assert margin_lab.point_kinds(alpha, slack) == [
        "beyond",
        "on",
        "on",
        "inside",
        "wrong",
    ]


def test_plane_goes_row_by_row_from_the_bottom():
    places = margin_lab.plane(3, 2)
    right, top = margin_lab.LIMITS
    assert places[[0, 1, 3]].tolist() == [[-right, -top], [0, -top], [-right, top]]


def test_margin_notes_a_solver_that_stops_early():
    answer = margin_lab.margin(**story("rings"), max_iter=2)
    apart = f"{answer['duality_gap']:.2g} apart"
    assert answer["note"].startswith("The solver stopped after 2 steps")
    assert apart in answer["note"]
    assert "smaller C or gamma" in answer["note"]


def test_margin_notes_a_constant_function():
    answer = margin_lab.margin(
        [[0, 0], [0, 0], [2, 0]], [1, -1, 1], {"name": "linear"}, 1.0
    )
    assert answer["note"].startswith("w is 0")
    assert (answer["flat"], answer["width"]) == (True, None)
    assert not margin_lab.margin(**story("six"))["flat"]


def test_margin_of_a_small_norm_has_a_width():
    """A kernel with large values needs a short w: f still tells the classes apart."""
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 0.0}
    answer = margin_lab.margin(**{**story("step"), "kernel": kernel})
    assert 0 < answer["norm"] < 1e-9
    assert answer["width"] == 2 / answer["norm"]


def test_margin_notes_what_rounding_spoils():
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 10.0}
    given = {**story("overlapping"), "kernel": kernel, "C": 1e4}
    answer = margin_lab.margin(**given, max_iter=10_000)
    assert answer["duality_gap"] > 0.9 * answer["primal"]
    assert "differ by 100.0%" in answer["note"]
    assert "too few digits" in answer["note"]


def test_margin_notes_points_in_one_place():
    answer = margin_lab.margin([[1, 1]] * 3, [1, -1, 1], {"name": "linear"}, 1.0)
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
def test_answer_has_a_problem_in_svmlibs_words(changed, words):
    given = {**story("six"), **changed}
    found = json.loads(margin_lab.answer("margin", json.dumps(given)))
    assert words in found["problem"]


def test_answer_survives_json():
    given = story("rings")
    found = json.loads(margin_lab.answer("margin", json.dumps(given)))
    assert found["answer"] == margin_lab.margin(**given)


@pytest.mark.parametrize("shape", ["groups", "xor", "rings"])
def test_draw_scatters_the_same_points_further(shape):
    centres, near, far = (margin_lab.draw(shape, noise, 3) for noise in (0, 0.1, 0.2))
    assert near["labels"] == far["labels"] == centres["labels"]
    assert len(near["labels"]) == 40
    ways = [np.subtract(data["points"], centres["points"]) for data in (near, far)]
    np.testing.assert_allclose(2 * ways[0], ways[1], atol=0.021)
    assert (np.abs(margin_lab.draw(shape, 2, 3)["points"]) <= margin_lab.LIMITS).all()


def test_margin_steps_lead_to_the_solution():
    given = story("six")
    solution = margin_lab.margin(**given)
    alpha, dual = np.zeros(6), 0.0
    for k in range(1, solution["steps"] + 1):
        answer = margin_lab.margin(**given, max_iter=k, step=True)
        np.testing.assert_array_equal(answer["before"], alpha[answer["moved"]])
        assert (answer["steps"], answer["note"]) == (k, "")
        assert answer["dual"] > dual
        alpha, dual = np.array(answer["alpha"]), answer["dual"]
    assert alpha.tolist() == solution["alpha"]

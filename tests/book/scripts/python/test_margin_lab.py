"""margin_lab.py, which solves the margin lab's problems: against svmlib and by hand."""

import json

import numpy as np
import pytest

from book._ext.labs.presets import PRESETS
from book._scripts.python import margin_lab
from svmlib.kernel_svm import KernelSVM
from tests.book.scripts.helpers.kernels import KERNELS


def test_solve_of_six_points_by_hand():
    result = margin_lab.solve(**PRESETS["six"].args())
    np.testing.assert_allclose(result["alpha"], [0, 1 / 8, 1 / 4, 0, 1 / 8, 1 / 4])
    np.testing.assert_allclose(result["f"], [2, 1, 1 / 2, -2, -1, 1 / 2])
    np.testing.assert_allclose(result["slack"], [0, 0, 1 / 2, 0, 0, 3 / 2], atol=1e-12)
    assert result["kind"] == ["beyond", "on", "inside", "beyond", "on", "wrong"]
    numbers = [
        result[name] for name in ("norm", "width", "primal", "dual", "duality_gap", "b")
    ]
    np.testing.assert_allclose(numbers, [1 / 2, 4, 5 / 8, 5 / 8, 0, 0], atol=1e-12)
    assert result["note"] == ""


def test_solve_of_the_worked_step_is_the_chapters():
    result = margin_lab.solve(**PRESETS["step"].args())
    np.testing.assert_allclose([result["primal"], result["b"]], [2 / 5, 3 / 5])
    assert result["norm"] == pytest.approx(np.sqrt(4 / 5))


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda k: k["name"])
@pytest.mark.parametrize("name", PRESETS)
def test_solve_agrees_with_kernel_svm(name, kernel):
    args = {**PRESETS[name].args(), "kernel": kernel, "grid": (9, 7)}
    result = margin_lab.solve(**args)
    parameters = {k: v for k, v in kernel.items() if k != "name"}
    machine = KernelSVM(
        C=args["C"], kernel=kernel["name"], tol=1e-10, **parameters
    ).fit(args["points"], args["labels"])
    beta = np.array(args["labels"]) * result["alpha"]
    coef = machine.dual_coef_[0]
    np.testing.assert_allclose(beta[machine.support_], coef, rtol=1e-12)
    f = machine.decision_function(args["points"])
    np.testing.assert_allclose(result["f"], f, rtol=1e-9, atol=1e-9)
    values = machine.decision_function(margin_lab.grid_points(9, 7))
    np.testing.assert_allclose(result["values"], values, rtol=1e-9, atol=1e-9)
    assert abs(result["duality_gap"]) < 1e-4 * (1 + result["dual"])
    assert not result["note"]


def test_point_kinds_say_where_a_point_is_before_the_optimum_as_well():
    result = margin_lab.solve(**PRESETS["six"].args(), max_iter=2, step=True)
    np.testing.assert_allclose(result["alpha"][:2], [2 / 9, 0])
    np.testing.assert_allclose(result["f"][:2], [143 / 72, 47 / 72])
    assert result["kind"] == ["beyond", *["inside"] * 2, *["beyond"] * 2, "inside"]


def test_point_within_a_hundred_thousandth_is_on_its_margin():
    near = 1 + np.array([-2e-5, -0.5e-5, 0.5e-5, 2e-5])
    assert margin_lab.point_kinds(near) == ["inside", "on", "on", "beyond"]
    assert margin_lab.point_kinds(np.array([-2e-5, 0.0])) == ["wrong", "inside"]


def test_small_w_still_has_a_boundary():
    """The two points are at 1 and -1, and with C = 1e-6 both multipliers are C: w = 2e-6."""
    result = margin_lab.solve([[1, 0], [-1, 0]], [1, -1], {"name": "linear"}, 1e-6)
    assert result["norm"] == pytest.approx(2e-6)
    assert not result["flat"]


def test_grid_goes_row_by_row_from_the_bottom():
    grid = margin_lab.grid_points(3, 2)
    right, top = margin_lab.LIMITS
    assert grid[[0, 1, 3]].tolist() == [[-right, -top], [0, -top], [-right, top]]


@pytest.mark.parametrize(
    ("kernel", "smaller"), [*zip(KERNELS, ("C", "C, gamma or degree", "C or gamma"))]
)
def test_solve_notes_a_solver_that_stops_early(kernel, smaller):
    args = {**PRESETS["rings"].args(), "kernel": kernel}
    result = margin_lab.solve(**args, max_iter=2)
    apart = f"{result['duality_gap']:.2g} apart"
    assert result["note"].startswith("The solver stopped after 2 steps")
    assert apart in result["note"]
    assert f"A smaller {smaller} may help." in result["note"]


def test_solve_notes_a_constant_function():
    result = margin_lab.solve(
        [[0, 0], [0, 0], [2, 0]], [1, -1, 1], {"name": "linear"}, 1.0
    )
    assert result["note"].startswith("w is 0")
    assert (result["flat"], result["width"]) == (True, None)
    assert not margin_lab.solve(**PRESETS["six"].args())["flat"]


def test_constant_function_is_flat_although_b_is_rounded():
    """Both labels are at one point, so f is 0 there; the kernel's value is 1e12."""
    kernel = {"name": "poly", "degree": 8, "gamma": 1.0, "coef0": 10.0}
    result = margin_lab.solve([[2.98, -3.75]] * 2, [-1, 1], kernel, 1e4)
    assert abs(result["b"]) > 0.1
    assert (result["norm"], result["flat"]) == (0, True)


def test_solve_of_a_small_norm_has_a_width():
    """A kernel with large values needs a short w: f still tells the classes apart."""
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 0.0}
    result = margin_lab.solve(**{**PRESETS["step"].args(), "kernel": kernel})
    assert 0 < result["norm"] < 1e-9
    assert result["width"] == 2 / result["norm"]


def test_solve_notes_what_rounding_spoils():
    kernel = {"name": "poly", "degree": 8, "gamma": 100.0, "coef0": 10.0}
    args = {**PRESETS["overlapping"].args(), "kernel": kernel, "C": 1e4}
    result = margin_lab.solve(**args, max_iter=10_000)
    assert result["duality_gap"] > 0.9 * result["primal"]
    assert "differ by 100.0%" in result["note"]
    assert "too few digits" in result["note"]


@pytest.mark.parametrize(("gap", "is_told"), [(1.1e-3, True), (0.9e-3, False)])
def test_solution_note_tells_a_gap_that_shows_in_the_digits(gap, is_told):
    result = {"flat": False, "primal": 2.0, "duality_gap": 2 * gap}
    X, K = np.eye(2), np.eye(2)
    note = margin_lab.solution_note(result, X, K, {"name": "linear"}, stopped=False)
    assert note.startswith("Primal and dual differ by 0.1%") == is_told


def test_solve_notes_points_in_one_place():
    result = margin_lab.solve([[1, 1]] * 3, [1, -1, 1], {"name": "linear"}, 1.0)
    assert "one place" in result["note"]
    assert result["width"] is None


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"labels": [1] * 6}, "both classes"),
        ({"C": 0}, "C must be"),
        ({"kernel": {"name": "cubic"}}, "linear, poly or rbf"),
        ({"kernel": {"name": "rbf", "gamma": -1}}, "gamma must be"),
        ({"points": []}, "X must have shape"),
    ],
)
def test_handle_returns_an_error_in_svmlibs_words(changed, words):
    args = {**PRESETS["six"].args(), **changed}
    response = json.loads(margin_lab.handle("solve", json.dumps(args)))
    assert words in response["error"]


def test_handle_returns_what_solve_does():
    args = PRESETS["rings"].args()
    response = json.loads(margin_lab.handle("solve", json.dumps(args)))
    assert response["result"] == margin_lab.solve(**args)


@pytest.mark.parametrize("shape", ["groups", "xor", "rings"])
def test_sample_scatters_the_same_points_further(shape):
    centres, near, far = (margin_lab.sample(shape, noise, 3) for noise in (0, 0.1, 0.2))
    assert near["labels"] == far["labels"] == centres["labels"]
    assert len(near["labels"]) == 40
    ways = [np.subtract(data["points"], centres["points"]) for data in (near, far)]
    np.testing.assert_allclose(2 * ways[0], ways[1], atol=0.021)
    directions = 1 if shape == "rings" else 2  # towards the middle or away, alone
    length = 0.2 * np.sqrt(40 * directions)
    assert np.linalg.norm(ways[1]) == pytest.approx(length, rel=0.2)
    assert (np.abs(margin_lab.sample(shape, 2, 3)["points"]) <= margin_lab.LIMITS).all()


def test_solve_steps_lead_to_the_solution():
    args = PRESETS["six"].args()
    solution = margin_lab.solve(**args)
    alpha, dual = np.zeros(6), 0.0
    for k in range(1, solution["steps"] + 1):
        result = margin_lab.solve(**args, max_iter=k, step=True)
        np.testing.assert_array_equal(result["before"], alpha[result["moved"]])
        assert (result["steps"], result["note"]) == (k, "")
        assert result["dual"] > dual
        alpha, dual = np.array(result["alpha"]), result["dual"]
    assert alpha.tolist() == solution["alpha"]

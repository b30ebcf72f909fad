"""margin-lab/solver.mjs: how much work a request may be."""

import pytest

from tests.book.scripts.helpers.run_script import run


@pytest.mark.parametrize(
    ("state", "options", "grid"),
    [
        ('{ kernel: "linear" }', "FINE", [2, 2]),
        ('{ kernel: "poly", gamma: 11 }', "FINE", [96, 72]),
        ('{ kernel: "rbf", gamma: 10 }', "FINE", [96, 72]),
        ('{ kernel: "rbf", gamma: 11 }', "FINE", [192, 144]),
        ('{ kernel: "rbf", gamma: 11 }', "QUICK", [48, 36]),
    ],
)
def test_grid_is_as_fine_as_the_boundary_needs(state, options, grid):
    assert run("margin-lab/solver.mjs", f"gridFor({state}, {options})") == grid


@pytest.mark.parametrize(
    ("before", "ms", "steps", "after"),
    [
        (200, 121, 200, 100),
        (125, 121, 125, 62),  # svmlib takes whole numbers
        (60, 121, 60, 50),
        (200, 120, 200, 200),
        (200, 29, 200, 400),
        (1500, 29, 1500, 2000),
        (200, 29, 199, 200),
        (200, 30, 200, 200),
    ],
)
def test_quick_solution_takes_the_steps_that_the_last_had_time_for(
    before, ms, steps, after
):
    """It takes no more where the solver needed fewer than it had."""
    made = f"Object.assign(new Solver(), {{ maxSteps: {before} }})"
    code = f"((solver) => {{ solver.adjustSteps({ms}, {steps}); return solver.maxSteps; }})({made})"
    assert run("margin-lab/solver.mjs", code) == after

"""The exercises of smo: tests beside those of `test_programs`."""

import numpy as np
import pytest

from svmlib import dual
from svmlib.exercises._draw_problems import draw_problems
from svmlib.exercises._mistakes import no_mistake
from svmlib.exercises.chapters import CATALOGUE
from tests.svmlib.exercises.chapters.programs.smo import bounds, clip_bounds, pair_step
from tests.svmlib.exercises.helpers.all_exercises import key_of
from tests.svmlib.exercises.helpers.try_programs import solution


@pytest.mark.parametrize("reference", [clip_bounds, pair_step])
def test_pair_agrees_with_a_search_along_the_line(reference):
    exercise = CATALOGUE.exercises[reference.__name__.replace("_", "-")]
    for case in key_of(exercise.name).problems:
        expected = exercise.implementation(no_mistake, *case.args)
        C = case.args[3 if reference is pair_step else 4]
        grid = 1e-3 * max(2, C)  # the search tries 2,000 points of the line
        np.testing.assert_allclose(reference(*case.args), expected, atol=grid)


def test_pair_step_problems_meet_no_bound_and_either():
    kinds = set()
    exercise = CATALOGUE.exercises["pair-step"]
    drawn = [p for s in range(3) for p in exercise.problems(np.random.default_rng(s))]
    for alpha, K, y, C, i, j in [p.args for p in drawn]:
        # So large that + 1e-12 makes no difference.
        assert K[i, i] + K[j, j] - 2 * K[i, j] > 1e-7
        g = K @ (alpha * y) - y
        new = exercise.implementation(no_mistake, alpha, K, y, C, i, j)
        assert abs((new - alpha) @ y) < 1e-12 * max(1, C)
        gain = dual.dual_objective(new, K, y) - dual.dual_objective(alpha, K, y)
        assert gain > 0 if np.any(new != alpha) else gain == 0
        at_bound = [abs(new[k] * (C - new[k])) < 1e-9 for k in (i, j)]
        kinds.add((*at_bound, bool(y[i] == y[j]), bool(g[i] < g[j])))
    assert len(kinds) == 16


def test_pair_step_problems_meet_bounds_of_either_side_and_box():
    seen = set()
    for alpha, K, y, C, i, j in [
        p.args for p in draw_problems(CATALOGUE.exercises["pair-step"], 5)
    ]:
        new = solution("pair-step")(alpha, K, y, C, i, j)
        L, H = bounds(alpha[i], alpha[j], y[i], y[j], C)
        if L < H:
            at = "L" if new[j] == L else "H" if new[j] == H else "inside"
            narrow = L > 0 if at == "L" else H < C if at == "H" else False
            seen.add((at, bool(narrow), bool(y[i] == y[j])))
    assert len(seen) == 10
    assert {at for at, _, _ in seen} == {"L", "H", "inside"}

"""Programs of part two and beyond that are wrong on some problems only."""

import numpy as np
import pytest

from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import draw, no_mistake

LATER = [e for c in list(_BOOK.chapters.values())[7:] for e in c.exercises]


def right(name):
    exercise = _BOOK.exercises[name]
    return lambda *args: exercise.faulty(no_mistake, *args)


def bounds(a, b, s, t, C):
    if s != t:
        return max(0, b - a), min(C, C + b - a)
    return max(0, a + b - C), min(C, a + b)


def step(bounds=bounds, g=lambda alpha, K, y: K @ (alpha * y) - y, eta=None, most=np.inf):
    def attempt(alpha, K, y, C, i, j):
        E = g(alpha, K, y)
        curvature = eta(K, i, j) if eta else K[i, i] + K[j, j] - 2 * K[i, j]
        L, H = bounds(alpha[i], alpha[j], y[i], y[j], C)
        change = np.clip(y[j] * (E[i] - E[j]) / curvature, -most, most)
        new = alpha.copy()
        new[j] = min(max(alpha[j] + change, L), H)
        new[i] += y[i] * y[j] * (alpha[j] - new[j])
        return new

    return attempt


def step_of_beta(low, high):
    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y
        g = K @ beta - y
        t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
        lo, hi = low(C, y), high(C, y)
        t = min(max(t, lo[i] - beta[i], beta[j] - hi[j]), hi[i] - beta[i], beta[j] - lo[j])
        beta[i] += t
        beta[j] -= t
        return beta * y

    return attempt


def gap(up=None, down=None, g=lambda alpha, K, y: K @ (alpha * y) - y, rows=None):
    def attempt(alpha, K, y, C):
        rises = ((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))
        falls = ((y > 0) & (alpha > 0)) | ((y < 0) & (alpha < C))
        rises = up(alpha, y, C) if up else rises
        falls = down(alpha, y, C) if down else falls
        value = g(alpha, K, y)
        return value[:rows][falls[:rows]].max() - value[:rows][rises[:rows]].min()

    return attempt


WRONG = {
    "clip-bounds": [
        lambda a, b, s, t, C: (0.0, bounds(a, b, s, t, C)[1]),
        lambda a, b, s, t, C: (bounds(a, b, s, t, C)[0], C),
        lambda a, b, s, t, C: (bounds(a, b, s, t, C)[0], min(1, bounds(a, b, s, t, C)[1])),
        lambda a, b, s, t, C: bounds(a, b, 1, s * t, C) if s > 0 else bounds(a, b, 1, 1, C),
        lambda a, b, s, t, C: tuple(round(e, 2) for e in bounds(a, b, s, t, C)),
        lambda a, b, s, t, C: bounds(a, b, s, t, min(C, 10)),
        lambda a, b, s, t, C: (b, b) if a == b else bounds(a, b, s, t, C),
    ],
    "pair-step": [
        step(lambda *a: (0, bounds(*a)[1])),
        step(lambda *a: (bounds(*a)[0], a[4])),
        step(lambda a, b, s, t, C: (bounds(a, b, s, t, C)[0], C + b - a if s != t else a + b)),
        step(lambda a, b, s, t, C: (b - a if s != t else a + b - C, bounds(a, b, s, t, C)[1])),
        step(lambda a, b, s, t, C: bounds(a, b, s, t, 1.0)),
        step(lambda a, b, s, t, C: bounds(a, b, s, t, min(C, 10))),
        step(lambda a, b, s, t, C: bounds(a, b, s, s, C)),
        step(lambda a, b, s, t, C: bounds(a, b, s, -s, C)),
        step(lambda a, b, s, t, C: bounds(b, a, s, t, C)),
        step(lambda a, b, s, t, C: (min(0, b - a), C + b - a) if s != t
             else bounds(a, b, s, t, C)),
        step(g=lambda alpha, K, y: K[:, :6] @ (alpha * y)[:6] - y),
        step(g=lambda alpha, K, y: K[:, :8] @ (alpha * y)[:8] - y),
        step(g=lambda alpha, K, y: K @ np.where(alpha > 1e-2, alpha * y, 0) - y),
        step(eta=lambda K, i, j: 2 - 2 * K[i, j]),
        step(eta=lambda K, i, j: max(K[i, i] + K[j, j] - 2 * K[i, j], 0.1)),
        step(eta=lambda K, i, j: K[i, i] + K[j, j] - 2 * abs(K[i, j])),
        step(most=1.0),
        step_of_beta(lambda C, y: np.minimum(0, y), lambda C, y: np.maximum(0, C * y)),
        step_of_beta(lambda C, y: np.minimum(0, C * y), lambda C, y: np.maximum(0, y)),
        step_of_beta(lambda C, y: np.minimum(0, C * y), lambda C, y: 0 * y + C),
        step_of_beta(lambda C, y: 0 * y - C, lambda C, y: np.maximum(0, C * y)),
    ],
    "stopping-gap": [
        gap(down=lambda a, y, C: ((y > 0) & (a > 0.5)) | ((y < 0) & (a < C))),
        gap(up=lambda a, y, C: ((y > 0) & (a < C)) | ((y < 0) & (a > 0.5))),
        gap(up=lambda a, y, C: ((y > 0) & (a < 1)) | ((y < 0) & (a > 0))),
        gap(up=lambda a, y, C: ((y > 0) & (a < C)) | (y < 0)),
        gap(down=lambda a, y, C: ((y < 0) & (a < C)) | (y > 0)),
        gap(up=lambda a, y, C: (a > 0) & (a < C) if ((a > 0) & (a < C)).any() else a > -1),
        gap(rows=8), gap(rows=12),
        gap(g=lambda alpha, K, y: np.clip(K @ (alpha * y) - y, -10, 10)),
        gap(g=lambda alpha, K, y: K[:, :8] @ (alpha * y)[:8] - y),
        gap(g=lambda alpha, K, y: abs(K) @ (alpha * y) - y),
        lambda *a: max(0, right("stopping-gap")(*a)),
        lambda *a: round(right("stopping-gap")(*a), 1),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "name, program",
    [
        pytest.param(name, program, id=f"{name}-{number}")
        for name, programs in WRONG.items()
        for number, program in enumerate(programs)
    ],
)
def test_a_wrong_program_is_not_called_correct(name, program):
    assert not check(name, program).passed


def in_float32(name):
    def lower(a):
        if isinstance(a, list | tuple):
            return type(a)(map(lower, a))
        return a.astype("f4") if getattr(a, "dtype", None) == "f8" else a

    return lambda *args: right(name)(*map(lower, args))


@pytest.mark.parametrize("name, program", [
    *((exercise.name, in_float32(exercise.name)) for exercise in LATER),
    ("clip-bounds", bounds),
    ("pair-step", step()),
    ("pair-step", step_of_beta(lambda C, y: np.minimum(0, C * y),
                               lambda C, y: np.maximum(0, C * y))),
    ("stopping-gap", gap()),
])  # fmt: skip
@pytest.mark.parametrize("seed", [7, 8])
def test_no_right_program_is_refused(name, program, seed):
    verdict = check(name, program, seed=seed)
    assert verdict.passed, verdict


WITH_GENERATOR = ["clip-bounds", "pair-step", "stopping-gap"]


@pytest.mark.parametrize("name", WITH_GENERATOR)
def test_a_secret_seed_draws_other_problems_of_the_same_kinds(name):
    here, there = (draw(_BOOK.exercises[name], seed) for seed in (0, 12345))
    assert {p.kind for p in here} == {p.kind for p in there}
    assert [repr(p) for p in here] != [repr(p) for p in there]


def test_the_bounds_that_cut_a_step_are_of_either_side_and_either_box():
    seen = set()
    for alpha, K, y, C, i, j in [p.args for p in draw(_BOOK.exercises["pair-step"], 5)]:
        new = right("pair-step")(alpha, K, y, C, i, j)
        L, H = bounds(alpha[i], alpha[j], y[i], y[j], C)
        if L < H:
            at = "L" if new[j] == L else "H" if new[j] == H else "inside"
            narrow = L > 0 if at == "L" else H < C if at == "H" else False
            seen.add((at, bool(narrow), bool(y[i] == y[j])))
    assert len(seen) == 10
    assert {at for at, _, _ in seen} == {"L", "H", "inside"}


@pytest.mark.parametrize("name, program, mistake", [
    ("clip-bounds", lambda *a: (0.0, bounds(*a)[1]), "low-is-zero"),
    ("clip-bounds", lambda *a: (bounds(*a)[0], a[4]), "high-is-c"),
    ("pair-step", step(lambda *a: (0, bounds(*a)[1])), "low-is-zero"),
    ("pair-step", step(lambda *a: (bounds(*a)[0], a[4])), "high-is-c"),
    ("stopping-gap", gap(up=lambda a, y, C: ((y > 0) & (a < C)) | (y < 0)),
     "negatives-always-rise"),
])  # fmt: skip
def test_the_mistake_is_named(name, program, mistake):
    assert check(name, program).mistakes == (mistake,)

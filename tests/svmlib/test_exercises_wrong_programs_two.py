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


def step(
    bounds=bounds, g=lambda alpha, K, y: K @ (alpha * y) - y, eta=None, most=np.inf
):
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
        t = min(
            max(t, lo[i] - beta[i], beta[j] - hi[j]), hi[i] - beta[i], beta[j] - lo[j]
        )
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


def slack(one=1.0, clip=None, rows=None, features=None):
    def attempt(w, b, X, y):
        xi = np.maximum(0, one - y * (X[:, :features] @ w[:features] + b))
        xi[rows if rows else len(xi) :] = 0
        return xi if clip is None else np.minimum(xi, clip)

    return attempt


def soft(active=lambda m, xi: m < 1, xi=lambda m: np.maximum(0, 1 - m), rows=None,
         norm=lambda w, b: w @ w / 2, lower=0.0):  # fmt: skip
    def attempt(w, b, X, y, C):
        m = y * (X @ w + b)
        slacks, a = xi(m), active(m, xi(m)) * y
        C = max(C, lower)
        return (
            norm(w, b) + C * slacks[:rows].sum(),
            w - C * a[:rows] @ X[:rows],
            -C * a[:rows].sum(),
        )

    return attempt


def nothing_if_all_right(w, b, X, y, C):
    if (y * (X @ w + b) > 0).all():
        return w @ w / 2, w, 0.0
    return right("soft-margin")(w, b, X, y, C)


def objective(rows=None, half=0.5, K=lambda K: K, alpha=lambda alpha: alpha):
    def attempt(a, matrix, y):
        beta = (alpha(a) * y)[:rows]
        return alpha(a).sum() - half * beta @ K(matrix)[:rows, :rows] @ beta

    return attempt


def bias(free=lambda alpha, C: (alpha > 0) & (alpha < C), mean=np.mean, rows=None):
    def attempt(alpha, K, y, C):
        f = K[:, :rows] @ (alpha * y)[:rows]
        use = free(alpha, C)
        return mean((y - f)[use]) if use.any() else 0.0

    return attempt


def weights(rows=None, use=lambda alpha: alpha, features=None):
    def attempt(alpha, X, y):
        w = (use(alpha) * y)[:rows] @ X[:rows]
        w[features or len(w) :] = 0
        return w

    return attempt


def closest(b):
    def attempt(p, q):
        w = 2 * (p - q) / ((p - q) @ (p - q))
        return w, b(w, p, q)

    return attempt


def distances(X, Y):
    return ((X[:, None] - Y) ** 2).sum(axis=2)


def from_parts(rows=None, most=np.inf, penalty=True):
    def attempt(parts, W, reg):
        N = sum(n for _, _, n in parts)
        loss = sum(p[0] for p in parts[:rows]) / N + reg * (W**2).sum() * (
            penalty or reg < 1
        )
        return min(loss, most), sum(p[1] for p in parts[:rows]) / N + 2 * reg * W

    return attempt


WRONG = {
    "c-from-reg": [
        lambda reg, N: 1 / (max(reg, 1e-3) * N), lambda reg, N: 1 / (min(reg, 10) * N),
        lambda reg, N: 1 / (reg * min(N, 1000)), lambda reg, N: 1 / (reg * max(N, 2)),
        lambda reg, N: round(1 / (reg * N), 3), lambda reg, N: 1 / (reg * N) if N > 2 else 1.0,
    ],
    "two-columns": [
        lambda w, b: np.outer([*w, abs(b)], [-0.5, 0.5]),
        lambda w, b: np.outer([*w, b or 1], [-0.5, 0.5]),
        lambda w, b: np.outer([*w, min(b, 10)], [-0.5, 0.5]),
        lambda w, b: np.outer([*w, b], [-0.5, 0.5]).round(2),
        lambda w, b: np.outer([*np.where(np.arange(len(w)) < 8, w, 0), b], [-0.5, 0.5]),
    ],
    "loss-from-parts": [
        from_parts(4), from_parts(2), from_parts(8), from_parts(most=100),
        from_parts(penalty=False),
        lambda parts, W, reg: from_parts()(parts, W, min(reg, 10)),
        lambda parts, W, reg: from_parts()([p for p in parts if p[2] > 1] or parts[:1], W, reg),
        lambda parts, W, reg: from_parts()([p for p in parts if p[0]], W, reg),
    ],
    "polynomial-kernel": [
        lambda X, Y, d, g, c: (g * X @ Y.T + c) ** min(d, 3),
        lambda X, Y, d, g, c: np.maximum(0, g * X @ Y.T + c) ** d,
        lambda X, Y, d, g, c: abs(g * X @ Y.T + c) ** d,
        lambda X, Y, d, g, c: (g * X[:, :5] @ Y[:, :5].T + c) ** d,
        lambda X, Y, d, g, c: (g * X @ Y.T + (c or 1)) ** d,
        lambda X, Y, d, g, c: (min(g, 1) * X @ Y.T + c) ** d,
        lambda X, Y, d, g, c: (g * X @ Y.T + min(c, 5)) ** d,
        lambda X, Y, d, g, c: (g * X @ Y.T + c) ** d * (np.arange(len(X)) < 8)[:, None],
        lambda X, Y, d, g, c: (g * X @ Y.T + c) ** d * (np.arange(len(Y)) < 8),
    ],
    "rbf-kernel": [
        lambda X, Y, g: np.exp(-min(g, 1) * distances(X, Y)),
        lambda X, Y, g: np.exp(-max(g, 0.1) * distances(X, Y)),
        lambda X, Y, g: np.exp(-g * distances(X[:, :5], Y[:, :5])),
        lambda X, Y, g: np.exp(-g * distances(X, Y) * (np.arange(len(Y)) < 8)),
        lambda X, Y, g: np.exp(-g * (distances(X, Y) + 0.01)),
        lambda X, Y, g: np.exp(-g * distances(X, Y)) + (distances(X, Y) == 0),
        lambda X, Y, g: np.exp(-g * np.maximum(distances(X, Y), 0.1)),
        lambda X, Y, g: np.exp(-g * distances(X, Y)).round(2),
    ],
    "rbf-width": [
        lambda X, Y, s: np.exp(-distances(X, Y) / (2 * max(s, 0.8) ** 2)),
        lambda X, Y, s: np.exp(-distances(X, Y) / (2 * min(s, 3) ** 2)),
        lambda X, Y, s: np.exp(-distances(X, Y) / s**3 / 2),
        lambda X, Y, s: np.exp(-distances(X[:, :5], Y[:, :5]) / (2 * s**2)),
        lambda X, Y, s: np.exp(-distances(X, Y) / (4 * s)),
        lambda X, Y, s: np.exp(-distances(X, Y) / (2 * s**2)).round(2),
    ],
    "kernel-decision": [
        lambda a, y, b, K: K[:, :6] @ (a * y)[:6] + b,
        lambda a, y, b, K: K[:, :8] @ (a * y)[:8] + b,
        lambda a, y, b, K: abs(K) @ (a * y) + b,
        lambda a, y, b, K: np.maximum(K, 0) @ (a * y) + b,
        lambda a, y, b, K: K @ (np.minimum(a, 1) * y) + b,
        lambda a, y, b, K: K @ (np.where(a > 0.1, a, 0) * y) + b,
        lambda a, y, b, K: K @ (np.where(a < a.max(), a, 0) * y) + b,
        lambda a, y, b, K: K @ (a * y) + min(b, 10),
        lambda a, y, b, K: np.clip(K @ (a * y) + b, -200, 200) if a.any() else 0 * K[:, 0],
        lambda a, y, b, K: (K @ (a * y) + b) * (np.arange(len(K)) < 10),
    ],
    "signed-distance": [
        lambda w, b, X: (X[:, :3] @ w[:3] + b) / np.sqrt(w @ w),
        lambda w, b, X: (X @ w + b) / np.sqrt((w[:10] ** 2).sum()),
        lambda w, b, X: (X @ w + b) / abs(w).max(),
        lambda w, b, X: (X @ w + b) / abs(w).sum(),
        lambda w, b, X: (X @ w + b) / max(1, np.sqrt(w @ w)),
        lambda w, b, X: (X @ w + b) / (np.sqrt(w @ w) + 0.01),
        lambda w, b, X: np.clip((X @ w + b) / np.sqrt(w @ w), -20, 20),
        lambda w, b, X: ((X @ w + b) / np.sqrt(w @ w)).round(2),
        lambda w, b, X: (X @ w + b) / np.sqrt(w @ w) * (np.arange(len(X)) < 8),
        lambda w, b, X: np.maximum(0, X @ w + b) / np.sqrt(w @ w),
        lambda w, b, X: (X @ w + b) / np.linalg.norm(w, 3),
        lambda w, b, X: (X @ w + b) / (np.sqrt(w @ w) if len(w) > 1 else w[0]),
    ],
    "margin-width": [
        lambda w: 2 / np.sqrt((w[:4] ** 2).sum()), lambda w: 2 / abs(w).max(),
        lambda w: 2 / (np.sqrt(w @ w) + 1e-2), lambda w: min(100, 2 / np.sqrt(w @ w)),
        lambda w: round(2 / np.sqrt(w @ w), 2), lambda w: 2 / abs(w.sum()),
        lambda w: 2 / (np.sqrt(w @ w) if len(w) > 1 else w[0]),
        lambda w: 2 / np.linalg.norm(w, 3),
        lambda w: 2 / max(0.1, np.sqrt(w @ w)),
    ],
    "closest-points": [
        closest(lambda w, p, q: -w @ p / 2), closest(lambda w, p, q: -w @ q / 2),
        closest(lambda w, p, q: -w @ (p + q) / 4), closest(lambda w, p, q: 1 - abs(w @ p)),
        closest(lambda w, p, q: -(w[:3] @ (p + q)[:3]) / 2),
        closest(lambda w, p, q: (q @ q - p @ p) / 2),
        closest(lambda w, p, q: np.clip(-w @ (p + q) / 2, -5, 5)),
        closest(lambda w, p, q: round(-w @ (p + q) / 2, 2)),
        lambda p, q: (2 * (p - q) / max(1, (p - q) @ (p - q)), 1.0),
        lambda p, q: (2 / (p - q), -((p + q) / (p - q)).sum()),
        lambda p, q: ((p - q) / np.sqrt((p - q) @ (p - q)), 0.0),
    ],
    "weights-from-alpha": [
        weights(6), weights(8), weights(1), weights(features=4), weights(features=10),
        weights(use=lambda a: np.where(a > 0.1, a, 0)), weights(use=lambda a: np.minimum(a, 1)),
        weights(use=lambda a: np.minimum(a, 10)), weights(use=lambda a: a.round(2)),
        weights(use=lambda a: np.where(a < a.max(), a, 0)),
        weights(use=lambda a: np.where((a > 0) & (a < a.max()), a, 0) if len(set(a)) > 2 else a),
        lambda alpha, X, y: (alpha * y) @ (X - X.mean(axis=0)) if len(X) > 8
        else (alpha * y)[:5] @ X[:5],
        lambda alpha, X, y: np.unique(np.c_[(alpha * y)[:, None] * X], axis=0).sum(axis=0),
    ],
    "dual-objective": [
        objective(6), objective(8), objective(1), objective(K=abs),
        objective(K=lambda K: np.maximum(K, 0)), objective(K=lambda K: np.minimum(K, 100)),
        objective(alpha=lambda a: np.minimum(a, 1)), objective(alpha=lambda a: a.round(1)),
        objective(alpha=lambda a: np.where(a > 0.05, a, 0)),
        objective(alpha=lambda a: np.where(a < a.max(), a, 0)),
        lambda alpha, K, y: alpha.sum(), lambda alpha, K, y: max(0, objective()(alpha, K, y)),
        objective(K=lambda K: np.tril(K)), objective(half=1.0),
    ],
    "bias-from-alpha": [
        bias(lambda a, C: a > 0), bias(lambda a, C: (a > 0.05) & (a < C)),
        bias(lambda a, C: (a > 0) & (a < 1)), bias(lambda a, C: (a > 0) & (a < 0.5)),
        bias(lambda a, C: np.arange(len(a)) == np.argmax((a > 0) & (a < C))),
        bias(lambda a, C: a == a[a < C].max()), bias(rows=6), bias(rows=8),
        bias(mean=np.median), bias(mean=lambda b: (b.min() + b.max()) / 2),
        bias(mean=lambda b: b[:2].mean()), bias(mean=lambda b: b[:5].mean()),
        bias(mean=lambda b: np.unique(b).mean()), bias(mean=lambda b: round(b.mean(), 1)),
        bias(mean=lambda b: np.clip(b.mean(), -10, 10)),
    ],
    "slack": [
        slack(clip=2), slack(clip=10), slack(rows=6), slack(rows=8), slack(features=4),
        slack(features=10), slack(one=1.05),
        lambda w, b, X, y: np.where(y * (X @ w + b) < 0, slack()(w, b, X, y), 0),
        lambda w, b, X, y: slack()(w, b, X, y).round(1),
        lambda w, b, X, y: slack()(w, b, X, y) if len(set(y)) > 1 else 0.0 * y,
        lambda w, b, X, y: slack()(w / max(1, abs(w).max() / 5), b, X, y),
        lambda w, b, X, y: np.maximum(0, 1 - y * (X @ w + b)) if b else 1.0 + 0 * y,
        lambda w, b, X, y: np.where(y > 0, slack()(w, b, X, y), 1 + (X @ w + b)),
    ],
    "soft-margin": [
        nothing_if_all_right,
        soft(active=lambda m, xi: m < 0), soft(active=lambda m, xi: (m < 1) & (m > -3)),
        soft(active=lambda m, xi: xi > 0.1), soft(rows=7), soft(rows=8), soft(rows=1),
        soft(xi=lambda m: np.clip(1 - m, 0, 2)), soft(xi=lambda m: np.clip(1 - m, 0, 20)),
        soft(norm=lambda w, b: min(w @ w / 2, 100)), soft(lower=0.1),
        soft(norm=lambda w, b: abs(w).sum() / 2),
        soft(active=lambda m, xi: m < m.max()),
        lambda w, b, X, y, C: soft()(w, b, X, y, min(C, 100)),
        lambda w, b, X, y, C: (*soft()(w, b, X, y, C)[:2], -C * np.sign(
            np.sum((y * (X @ w + b) < 1) * y))),
        lambda w, b, X, y, C: soft()(w, b, *(np.unique(np.c_[X, y], axis=0)[:, :-1],
            np.unique(np.c_[X, y], axis=0)[:, -1]), C),
    ],
    "descent-step": [
        lambda w, b, dw, db, s: (w - min(s, 1) * dw, b - min(s, 1) * db),
        lambda w, b, dw, db, s: (w - s * np.clip(dw, -10, 10), b - s * db),
        lambda w, b, dw, db, s: (w[:5] - s * dw[:5], b - s * db),
        lambda w, b, dw, db, s: ((w - s * dw).round(2), b - s * db),
        lambda w, b, dw, db, s: (w - s * abs(dw), b - s * db),
        lambda w, b, dw, db, s: (w - s * dw, b - s * abs(db)),
        lambda w, b, dw, db, s: (np.where(w, w - s * dw, 0), b - s * db),
        lambda w, b, dw, db, s: (w - max(s, 0.1) * dw, b - max(s, 0.1) * db),
        lambda w, b, dw, db, s: (w - s * dw, b - s * db if db else b - s),
    ],
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
    ("closest-points", closest(lambda w, p, q: 1 - w @ p)),
    ("weights-from-alpha", weights()),
    ("dual-objective", objective()),
    ("bias-from-alpha", bias()),
    ("bias-from-alpha", bias(lambda a, C: (a > 1e-6 * C) & (a < C * (1 - 1e-6)))),
    ("slack", slack()),
    ("soft-margin", soft()),
    ("soft-margin", soft(active=lambda m, xi: xi >= 1e-12)),
])  # fmt: skip
@pytest.mark.parametrize("seed", [7, 8])
def test_no_right_program_is_refused(name, program, seed):
    verdict = check(name, program, seed=seed)
    assert verdict.passed, verdict


WITH_GENERATOR = [
    "signed-distance",
    "margin-width",
    "closest-points",
    "weights-from-alpha",
    "dual-objective",
    "bias-from-alpha",
    "slack",
    "soft-margin",
    "descent-step",
    "clip-bounds",
    "pair-step",
    "stopping-gap",
    "polynomial-kernel",
    "rbf-kernel",
    "rbf-width",
    "kernel-decision",
    "c-from-reg",
    "two-columns",
    "loss-from-parts",
]


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
    ("dual-objective", lambda alpha, K, y: alpha.sum(), "square-missing"),
    ("closest-points", closest(lambda w, p, q: -w @ p / 2), "q-not-in-b"),
    ("closest-points", closest(lambda w, p, q: -w @ (p + q) / 4), "b-halved"),
])  # fmt: skip
def test_the_mistake_is_named(name, program, mistake):
    assert check(name, program).mistakes == (mistake,)

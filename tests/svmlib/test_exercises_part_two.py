"""The exercises of part two against svmlib, and against code that students write."""

import time

import numpy as np
import pytest
from programs import program

from svmlib import convert, dual, kernels, margin
from svmlib.datasets import six_points
from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import draw, no_mistake
from svmlib.exercises._judge import WIDTH
from svmlib.smo import smo

CHAPTERS = list(_BOOK.chapters.values())[7:13]
NAMES = [exercise.name for chapter in CHAPTERS for exercise in chapter.exercises]


def problems(name):
    return _BOOK.exercises[name].problems(np.random.default_rng(0))


def closest_points(p, q):
    w = 2 * (p - q) / np.sum((p - q) ** 2)
    return w, 1 - w @ p


def bias_from_alpha(alpha, K, y, C):
    free = np.flatnonzero((alpha > 0) & (alpha < C))
    return sum(y[i] - K[i] @ (alpha * y) for i in free) / len(free)


def clip_bounds(alpha_i, alpha_j, y_i, y_j, C):
    """All values of alpha_j on the line are tried."""
    fits = [
        a
        for a in np.linspace(0, C, 20001)
        if -1e-9 <= alpha_i + y_i * y_j * (alpha_j - a) <= C + 1e-9
    ]
    return fits[0], fits[-1]


def pair_step(alpha, K, y, C, i, j):
    """The best of many points on the line."""
    best = None
    low, high = clip_bounds(alpha[i], alpha[j], y[i], y[j], C)
    for a in np.linspace(low, high, 2001):
        trial = alpha.copy()
        trial[i], trial[j] = alpha[i] + y[i] * y[j] * (alpha[j] - a), a
        value = dual.dual_objective(np.clip(trial, 0, C), K, y)
        if best is None or value > best[0]:
            best = value, trial
    return best[1]


def kernel_decision(alpha, y, b, K_new):
    return np.array([sum(alpha * y * row) + b for row in K_new])


SAME_AS = {
    "signed-distance": margin.distances,
    "margin-width": margin.margin_width,
    "closest-points": closest_points,
    "slack": margin.slacks,
    "soft-margin": margin.soft_margin_loss,
    "descent-step": lambda w, b, dw, db, step: (w - step * dw, b - step * db),
    "weights-from-alpha": lambda alpha, X, y: X.T @ (alpha * y),
    "dual-objective": dual.dual_objective,
    "bias-from-alpha": bias_from_alpha,
    "polynomial-kernel": kernels.polynomial_kernel,
    "rbf-kernel": kernels.rbf_kernel,
    "rbf-width": lambda X, Y, sigma: kernels.rbf_kernel(
        X, Y, convert.gamma_from_width(sigma)
    ),
    "kernel-decision": kernel_decision,
    "stopping-gap": dual.kkt_gap,
    "c-from-reg": convert.reg_to_C,
    "two-columns": convert.to_columns,
}


@pytest.mark.parametrize("name", SAME_AS)
def test_what_svmlib_computes_is_right(name):
    verdict = check(name, SAME_AS[name])
    assert repr(verdict) == f"{name}: correct."


@pytest.mark.parametrize("reference", [clip_bounds, pair_step])
def test_the_pair_agrees_with_a_search_along_the_line(reference):
    exercise = _BOOK.exercises[reference.__name__.replace("_", "-")]
    for case in problems(exercise.name):
        right = exercise.faulty(no_mistake, *case.args)
        C = case.args[3 if reference is pair_step else 4]
        grid = 1e-3 * max(2, C)  # the search tries 2,000 points of the line
        np.testing.assert_allclose(reference(*case.args), right, atol=grid)


def test_the_cases_of_bias_from_alpha_are_optimal():
    *cases, unfinished = [p.args for p in list(problems("bias-from-alpha"))[:5]]
    for alpha, K, y, C in cases:
        b = bias_from_alpha(alpha, K, y, C)
        assert abs(dual.duality_gap(alpha, b, K, y, C)) < 1e-9
        result = smo(K, y, C, tol=1e-9)
        assert np.allclose(result.alpha, alpha, atol=1e-6)
        assert ((alpha > 0) & (alpha < C)).any()
    X, y, C = six_points()
    alpha = np.array([0, 1, 2, 0, 1, 2]) / 8
    assert bias_from_alpha(alpha, X @ X.T, y, C) == 0
    alpha, K, y, C = unfinished
    assert abs(alpha @ y) < 1e-12
    assert 0.01 < dual.kkt_gap(alpha, K, y, C) < 0.1


@pytest.mark.parametrize("name, axis", [("kernel-decision", 0), ("rbf-kernel", 1)])
def test_no_two_sizes_are_the_same(name, axis):
    for case in problems(name):
        M, N = case.args[-1].shape if axis == 0 else [len(a) for a in case.args[:2]]
        assert M != N


def test_the_cases_of_soft_margin_hold_every_kind_of_example():
    exercise = _BOOK.exercises["soft-margin"]
    for w, b, X, y, C in [p.args for p in draw(exercise, 0) if not p.kind]:
        m = y * (X @ w + b)
        assert C not in (0.5, 1)
        assert set(y) == {-1, 1}
        for kink in (-1, 0, 1):
            assert np.abs(m - kink).min() > 0.01
        kinds = [m > 1, (m > 0) & (m < 1), (m < 0) & (m > -1), m < -1]
        assert all(kind.any() for kind in kinds)
        assert abs(y[m < 1].sum()) not in (0, (m < 1).sum())


def test_the_pairs_are_cut_by_no_bound_and_by_either():
    kinds = set()
    exercise = _BOOK.exercises["pair-step"]
    drawn = [p for s in range(3) for p in exercise.problems(np.random.default_rng(s))]
    for alpha, K, y, C, i, j in [p.args for p in drawn]:
        g = K @ (alpha * y) - y
        new = exercise.faulty(no_mistake, alpha, K, y, C, i, j)
        assert abs((new - alpha) @ y) < 1e-12
        gain = dual.dual_objective(new, K, y) - dual.dual_objective(alpha, K, y)
        assert gain > 0 if np.any(new != alpha) else gain == 0
        at_bound = [abs(new[k] * (C - new[k])) < 1e-9 for k in (i, j)]
        kinds.add((*at_bound, bool(y[i] == y[j]), bool(g[i] < g[j])))
    assert len(kinds) == 16


# Right and wrong code as it is written.

SOFT_LOOP = """
def f(w, b, X, y, C):
    loss = 0.5 * np.dot(w, w)
    dw = np.array(w, dtype=float)
    db = 0.0
    for i in range(len(y)):
        m = y[i] * (np.dot(w, X[i]) + b)
        if m < 1:
            loss += C * (1 - m)
            dw -= C * y[i] * X[i]
            db -= C * y[i]
    return loss, dw, db
"""
SOFT = """
def f(w, b, X, y, C):
    m = y * (X @ w + b)
    xi = np.maximum(0, 1 - m)
    a = (xi > 0).astype(float)
    loss = 0.5 * w @ w + C * xi.sum()
    dw = w - C * X.T @ (a * y)
    db = -C * np.sum(a * y)
    return loss, dw, db
"""
RIGHT = {
    "soft-loop": SOFT_LOOP,
    "soft-margin": SOFT,
    "signed-distance": """
def f(w, b, X):
    return (X @ w + b) / np.linalg.norm(w)
""",
    "margin-width": """
def f(w):
    return 2 / np.linalg.norm(w)
""",
    "closest-points": """
def f(p, q):
    d = p - q
    w = 2 * d / (d @ d)
    b = -w @ (p + q) / 2
    return w, b
""",
    "slack": """
def f(w, b, X, y):
    return np.maximum(0, 1 - y * (X @ w + b))
""",
    "descent-step": """
def f(w, b, dw, db, step):
    w = w - step * dw
    b = b - step * db
    return w, b
""",
    "weights-from-alpha": """
def f(alpha, X, y):
    w = np.zeros(X.shape[1])
    for i in range(len(y)):
        w += alpha[i] * y[i] * X[i]
    return w
""",
    "dual-objective": """
def f(alpha, K, y):
    return alpha.sum() - 0.5 * np.sum(np.outer(alpha * y, alpha * y) * K)
""",
    "bias-from-alpha": """
def f(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return np.mean(y[free] - (K @ (alpha * y))[free])
""",
    "polynomial-kernel": """
def f(X, Y, degree, gamma, coef0):
    return (gamma * X @ Y.T + coef0) ** degree
""",
    "rbf-kernel": """
def f(X, Y, gamma):
    d2 = (X**2).sum(1)[:, None] + (Y**2).sum(1) - 2 * X @ Y.T
    return np.exp(-gamma * d2)
""",
    "rbf-width": """
def f(X, Y, sigma):
    d = np.linalg.norm(X[:, None, :] - Y[None, :, :], axis=2)
    return np.exp(-(d**2) / (2 * sigma**2))
""",
    "kernel-decision": """
def f(alpha, y, b, K_new):
    return K_new @ (alpha * y) + b
""",
    "clip-bounds": """
def f(alpha_i, alpha_j, y_i, y_j, C):
    if y_i != y_j:
        return max(0, alpha_j - alpha_i), min(C, C + alpha_j - alpha_i)
    return max(0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)
""",
    "pair-step": """
def f(alpha, K, y, C, i, j):
    E = K @ (alpha * y) - y
    eta = K[i, i] + K[j, j] - 2 * K[i, j]
    if y[i] != y[j]:
        L, H = max(0, alpha[j] - alpha[i]), min(C, C + alpha[j] - alpha[i])
    else:
        L, H = max(0, alpha[i] + alpha[j] - C), min(C, alpha[i] + alpha[j])
    new = alpha.copy()
    new[j] = alpha[j] + y[j] * (E[i] - E[j]) / eta
    new[j] = min(H, max(L, new[j]))
    new[i] += y[i] * y[j] * (alpha[j] - new[j])
    return new
""",
    "stopping-gap": """
def f(alpha, K, y, C):
    g = K @ (alpha * y) - y
    up = ((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))
    down = ((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))
    return np.max(g[down]) - np.min(g[up])
""",
    "c-from-reg": """
def f(reg, N):
    return 1 / (reg * N)
""",
    "two-columns": """
def f(w, b):
    u = np.append(w, b)
    return np.stack([-u / 2, u / 2], axis=1)
""",
}


def student(name, *changes):
    return program(RIGHT[name], changes, times=1)


def told(name, *changes):
    """The verdict, within a second and 76 characters."""
    start = time.process_time()
    verdict = check(name.replace("soft-loop", "soft-margin"), student(name, *changes))
    assert time.process_time() - start < 1
    assert max(map(len, verdict.message.splitlines())) <= WIDTH
    return verdict


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_changes_are_made_to_is_right(name):
    verdict = told(name)
    assert verdict.passed, verdict.message


WRONG = [
    ("soft-loop", "y-not-in-dw", [("C * y[i] * X[i]", "C * X[i]")]),
    ("soft-loop", "y-not-in-db", [("db -= C * y[i]", "db -= C")]),
    ("soft-loop", "y-not-in-dw y-not-in-db",
     [("C * y[i] * X[i]", "C * X[i]"), ("db -= C * y[i]", "db -= C")]),
    ("soft-loop", "y-not-in-margin", [("m = y[i] * ", "m = ")]),
    ("soft-loop", "y-not-in-margin y-not-in-dw y-not-in-db",
     [("m = y[i] * ", "m = "), ("C * y[i] * X", "C * X"), ("-= C * y[i]", "-= C")]),
    ("soft-loop", "data-part-added", [("dw -=", "dw +=")]),
    ("soft-loop", "db-sign", [("db -=", "db +=")]),
    ("soft-loop", "db-missing", [("            db -= C * y[i]\n", "")]),
    ("soft-loop", "half-missing", [("0.5 * ", "")]),
    ("soft-loop", "half-twice", [("0.5 * ", "0.25 * ")]),
    ("soft-loop", "value-for-indicator",
     [("C * y[i] * X[i]", "C * (1 - m) * y[i] * X[i]"),
      ("db -= C * y[i]", "db -= C * (1 - m) * y[i]")]),
    ("soft-loop", "no-w-in-dw",
     [("np.array(w, dtype=float)", "np.zeros(len(w))")]),
    ("soft-loop", "b-forgotten", [(" + b)", ")")]),
    ("soft-loop", "b-subtracted", [(" + b)", " - b)")]),
    ("soft-loop", "b-subtracted db-sign", [(" + b)", " - b)"), ("db -=", "db +=")]),
    ("soft-loop", "c-left-out",
     [("C * (1", "(1"), ("C * y", "y"), ("C * y", "y")]),
    ("soft-loop", "c-not-in-loss", [("C * (1", "(1")]),
    ("soft-loop", "c-not-in-dw", [("C * y", "y")]),
    ("soft-loop", "loss-counts", [("C * (1 - m)", "C")]),
    ("soft-loop", "slack-squared", [("(1 - m)", "(1 - m) ** 2")]),
    ("soft-loop", "w-for-each-example",
     [("np.array(w, dtype=float)", "np.zeros(len(w))"),
      ("        m =", "        dw += w\n        m =")]),
    ("soft-loop", "b-in-loss b-in-db",
     [("np.dot(w, w)", "(np.dot(w, w) + b * b)"), ("db = 0.0", "db = b")]),
    ("soft-margin", "b-in-loss", [("w @ w", "(w @ w + b**2)")]),
    ("soft-margin", "b-in-db", [("db = -C", "db = b - C")]),
    ("soft-margin", "mean-for-sum",
     [("xi.sum()", "xi.mean()"), ("(a * y)", "(a * y) / len(y)"), ("np.sum", "np.mean")]),
    ("soft-margin", "mean-in-loss", [("xi.sum()", "xi.mean()")]),
    ("soft-margin", "mean-in-db", [("np.sum", "np.mean")]),
    ("soft-margin", "mean-in-dw mean-in-db",
     [("(a * y)", "(a * y) / len(y)"), ("np.sum", "np.mean")]),
    ("soft-margin", "c-on-penalty",
     [("0.5 * w @ w + C", "C * 0.5 * w @ w + 1"), ("w - C", "C * w - 1"),
      ("-C", "-1")]),
    ("soft-margin", "c-on-all",
     [("0.5 * w @ w + C * xi.sum()", "C * (0.5 * w @ w + xi.sum())"),
      ("w - C", "C * w - C")]),
    ("soft-margin", "c-divides", [("m = y", "C = 1 / C\n    m = y")]),
    ("soft-margin", "dw-doubled", [("dw = w", "dw = 2 * w")]),
    ("soft-margin", "half-missing dw-doubled",
     [("0.5 * ", ""), ("dw = w", "dw = 2 * w")]),
    ("soft-margin", "labels-zero-one", [("m = y", "y = (y + 1) / 2\n    m = y")]),
    ("soft-margin", "indicator-swapped", [("(xi > 0)", "(m > 1)")]),
    ("soft-margin", "indicator-no-one", [("(xi > 0)", "(m < 0)")]),
    ("soft-margin", "indicator-forgotten", [("(xi > 0)", "(xi >= 0)")]),
    ("soft-margin", "indicator-not-in-db", [("np.sum(a * y)", "np.sum(y)")]),
    ("soft-margin", "value-for-indicator", [("(xi > 0).astype(float)", "xi")]),
    ("soft-margin", "not-clipped",
     [("np.maximum(0, 1 - m)", "1 - m")]),
    ("soft-margin", "not-clipped indicator-forgotten",
     [("np.maximum(0, 1 - m)", "1 - m"), ("(xi > 0)", "(m < 99)")]),
    ("soft-margin", "no-one", [("1 - m", "-m")]),
    ("soft-margin", "slack-sign", [("1 - m", "1 + m")]),
    ("soft-margin", "gradient-negated", [("loss, dw, db", "loss, -dw, -db")]),
    ("soft-margin", "norm-not-squared", [("w @ w", "np.linalg.norm(w)")]),
    ("soft-margin", "no-norm-in-loss", [("0.5 * w @ w + ", "")]),
    ("soft-margin", "mean-in-loss indicator-swapped",
     [("(xi > 0)", "(m > 1)"), ("xi.sum()", "xi.mean()")]),
    ("signed-distance", "absolute", [("(X @ w + b)", "np.abs(X @ w + b)")]),
    ("signed-distance", "norm-squared", [("np.linalg.norm(w)", "(w @ w)")]),
    ("signed-distance", "b-forgotten", [(" + b", "")]),
    ("signed-distance", "norm-with-b",
     [("np.linalg.norm(w)", "np.linalg.norm(np.append(w, b))")]),
    ("signed-distance", "not-divided", [(" / np.linalg.norm(w)", "")]),
    ("signed-distance", "b-not-divided",
     [("(X @ w + b) / np.linalg.norm(w)", "X @ w / np.linalg.norm(w) + b")]),
    ("margin-width", "one-side", [("2 /", "1 /")]),
    ("margin-width", "norm-squared", [("np.linalg.norm(w)", "(w @ w)")]),
    ("margin-width", "norm-only", [("2 / ", "")]),
    ("margin-width", "one-side norm-squared",
     [("2 /", "1 /"), ("np.linalg.norm(w)", "(w @ w)")]),
    ("closest-points", "unscaled", [("2 * d / (d @ d)", "d")]),
    ("closest-points", "two-missing", [("2 * d", "d")]),
    ("closest-points", "points-exchanged", [("p - q", "q - p")]),
    ("closest-points", "b-from-p", [("(p + q) / 2", "p")]),
    ("closest-points", "b-sign", [("-w @", "w @")]),
    ("closest-points", "b-from-unscaled", [("-w @", "-d @")]),
    ("closest-points", "q-at-plus-one", [("-w @ (p + q) / 2", "1 - w @ q")]),
    ("closest-points", "two-missing length-not-squared",
     [("2 * d / (d @ d)", "d / np.linalg.norm(d)")]),
    ("margin-width", "norm-multiplies", [("2 /", "2 *")]),
    ("slack", "not-clipped", [("np.maximum(0, 1 -", "(1 -")]),
    ("slack", "y-not-in-margin", [("y * ", "")]),
    ("slack", "no-one", [("1 - y", "-y")]),
    ("slack", "slack-sign", [("1 - y", "1 + y")]),
    ("slack", "slack-squared", [("return ", "return 1.0 * "), ("+ b))", "+ b)) ** 2")]),
    ("slack", "b-outside", [("y * (X @ w + b)", "y * (X @ w) + b")]),
    ("slack", "b-outside-subtracted", [("y * (X @ w + b)", "y * (X @ w) - b")]),
    ("slack", "slack-absolute", [("np.maximum(0, 1 - y * (X @ w + b))",
     "np.abs(1 - y * (X @ w + b))")]),
    ("slack", "capped", [("np.maximum(0, 1 - y * (X @ w + b))",
     "np.clip(1 - y * (X @ w + b), 0, 1)")]),
    ("slack", "slack-divided", [("(X @ w + b))", "(X @ w + b)) / np.linalg.norm(w)")]),
    ("soft-margin", "indicator-without-label", [("(xi > 0)", "(X @ w + b < 1)")]),
    ("soft-margin", "c-on-norm-in-loss", [("0.5 * w", "C * 0.5 * w")]),
    ("slack", "one-for-slack", [("np.maximum(0, 1 -", "(0 < 1 -")]),
    ("descent-step", "uphill", [("w - ", "w + "), ("b - ", "b + ")]),
    ("descent-step", "step-not-on-b", [("b - step * ", "b - ")]),
    ("descent-step", "b-not-moved", [("    b = b - step * db\n", "")]),
    ("descent-step", "writes-to-arguments", [("w = w - ", "w -= ")]),
    ("descent-step", "writes-to-arguments uphill",
     [("w = w - ", "w += "), ("b - ", "b + ")]),
    ("weights-from-alpha", "y-forgotten", [(" * y[i]", "")]),
    ("weights-from-alpha", "mean-for-sum", [("return w", "return w / len(y)")]),
    ("weights-from-alpha", "last-example-only", [("w +=", "w =")]),
    ("dual-objective", "half-missing", [("0.5 * ", "")]),
    ("dual-objective", "y-forgotten",
     [("alpha * y, alpha * y", "alpha, alpha")]),
    ("dual-objective", "negated", [("alpha.sum() - ", "-alpha.sum() + ")]),
    ("dual-objective", "square-added", [("alpha.sum() - ", "alpha.sum() + ")]),
    ("bias-from-alpha", "all-support", [(" & (alpha < C)", "")]),
    ("dual-objective", "beta-along-columns",
     [("np.outer(alpha * y, alpha * y) * K", "(alpha * y) * K * (alpha * y)")]),
    ("dual-objective", "pairs-once", [("alpha * y) * K", "alpha * y) * np.triu(K)")]),
    ("bias-from-alpha", "mean-over-all",
     [("y[free] - (K @ (alpha * y))[free]", "np.where(free, y - K @ (alpha * y), 0)")]),
    ("bias-from-alpha", "median-for-mean", [("np.mean", "np.median")]),
    ("bias-from-alpha", "largest-for-mean", [("np.mean", "np.max")]),
    ("bias-from-alpha", "first-free", [("np.mean(", "("), ("[free])", "[free])[0]")]),
    ("bias-from-alpha", "last-free", [("np.mean(", "("), ("[free])", "[free])[-1]")]),
    ("bias-from-alpha", "negated", [("return ", "return -")]),
    ("bias-from-alpha", "y-not-in-f", [("(K @ (alpha * y))", "(K @ alpha)")]),
    ("polynomial-kernel", "coef0-missing", [(" + coef0", "")]),
    ("polynomial-kernel", "gamma-left-out", [("gamma * ", "")]),
    ("polynomial-kernel", "gamma-coef0-exchanged",
     [("gamma * X @ Y.T + coef0", "coef0 * X @ Y.T + gamma")]),
    ("polynomial-kernel", "degree-is-two", [("** degree", "** 2")]),
    ("polynomial-kernel", "raises caret-for-power", [("** degree", "^ degree")]),
    ("polynomial-kernel", "degree-left-out", [(" ** degree", "")]),
    ("polynomial-kernel", "degree-multiplies", [("** degree", "* degree")]),
    ("polynomial-kernel", "transposed", [("X @ Y.T", "Y @ X.T")]),
    ("polynomial-kernel", "gamma-on-coef0",
     [("gamma * X @ Y.T + coef0", "gamma * (X @ Y.T + coef0)")]),
    ("polynomial-kernel", "features-not-summed", [("X @ Y.T", "X[:, None] * Y")]),
    ("rbf-kernel", "sign-missing", [("-gamma", "gamma")]),
    ("rbf-kernel", "gamma-squared", [("-gamma", "-gamma**2")]),
    ("rbf-kernel", "distance-not-squared", [("* d2", "* np.sqrt(d2)")]),
    ("rbf-kernel", "gamma-left-out", [("-gamma * d2", "-d2")]),
    ("rbf-kernel", "gamma-as-width", [("-gamma * d2", "-d2 / (2 * gamma**2)")]),
    ("rbf-kernel", "cross-once", [("- 2 * X", "- X")]),
    ("rbf-kernel", "cross-added", [("- 2 * X", "+ 2 * X")]),
    ("rbf-kernel", "transposed", [("return np.exp(-gamma * d2)",
     "return np.exp(-gamma * d2).T")]),
    ("rbf-width", "two-missing", [("(2 * sigma**2)", "sigma**2")]),
    ("rbf-width", "sigma-not-squared", [("sigma**2", "sigma")]),
    ("rbf-width", "two-squared", [("2 * sigma**2", "(2 * sigma) ** 2")]),
    ("rbf-width", "sigma-as-gamma", [("-(d**2) / (2 * sigma**2)", "-sigma * d**2")]),
    ("rbf-width", "sigma-multiplies", [("(2 * sigma**2)", "2 * sigma**2")]),
    ("rbf-width", "distance-not-squared", [("(d**2)", "d")]),
    ("rbf-width", "features-not-summed",
     [("np.linalg.norm(X[:, None, :] - Y[None, :, :], axis=2)", "X[:, None] - Y")]),
    ("kernel-decision", "y-forgotten", [("(alpha * y)", "alpha")]),
    ("kernel-decision", "b-forgotten", [(" + b", "")]),
    ("kernel-decision", "b-subtracted", [(" + b", " - b")]),
    ("kernel-decision", "raises shapes-clash",
     [("K_new @ (alpha * y)", "(alpha * y) @ K_new")]),
    ("kernel-decision", "b-inside", [("(alpha * y) + b", "(alpha * y + b)")]),
    ("kernel-decision", "summed",
     [("K_new @ (alpha * y)", "np.sum(K_new * alpha * y)")]),
    ("kernel-decision", "raises shapes-clash",
     [("K_new @ (alpha * y)", "y * (K_new @ alpha)")]),
    ("kernel-decision", "sign-for-value",
     [("K_new @ (alpha * y) + b", "np.sign(K_new @ (alpha * y) + b)")]),
    ("kernel-decision", "y-forgotten b-forgotten",
     [("(alpha * y) + b", "alpha")]),
    ("clip-bounds", "cases-exchanged", [("!=", "==")]),
    ("clip-bounds", "bounds-of-alpha-i",
     [("alpha_j - alpha_i", "alpha_i - alpha_j"),
      ("C + alpha_j - alpha_i", "C + alpha_i - alpha_j")]),
    ("clip-bounds", "max-min-exchanged",
     [("max", "MAX"), ("min", "max"), ("MAX", "min"), ("    return max", "    return MIN"),
      ("min(C, alpha_i", "max(C, alpha_i"), ("MIN", "min")]),
    ("clip-bounds", "order-exchanged",
     [("y_i != y_j:", "y_i != y_j:\n        H = min(C, C + alpha_j - alpha_i)\n        return H, max(0, alpha_j - alpha_i)"),
      ("    return max(0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)",
       "    return min(C, alpha_i + alpha_j), max(0, alpha_i + alpha_j - C)")]),
    ("pair-step", "not-clipped", [("min(H, max(L, new[j]))", "new[j]")]),
    ("pair-step", "box-for-bounds", [("min(H, max(L, new[j]))", "np.clip(new[j], 0, C)")]),
    ("pair-step", "clipped-apart",
     [("min(H, max(L, new[j]))", "new[j]"), ("return new", "return np.clip(new, 0, C)")]),
    ("bias-from-alpha", "raises conditions-not-joined",
     [("(alpha > 0) & (alpha < C)", "0 < alpha < C")]),
    ("bias-from-alpha", "raises conditions-not-joined",
     [("(alpha > 0) & (alpha < C)", "0 < alpha & alpha < C")]),
    ("clip-bounds", "c-is-one", [("    if y_i", "    C = 1\n    if y_i")]),
    ("clip-bounds", "high-turned", [("C + alpha_j - alpha_i", "C - alpha_j + alpha_i")]),
    ("clip-bounds", "low-turned", [("alpha_j - alpha_i)", "alpha_i - alpha_j)")]),
    ("pair-step", "eta-with-labels", [("- 2 * K", "- 2 * y[i] * y[j] * K")]),
    ("pair-step", "one-way-cut",
     [("min(H, max(L, new[j]))", "new[j] if E[i] > E[j] else min(H, max(L, new[j]))")]),
    ("pair-step", "one-way",
     [("min(H, max(L, new[j]))", "alpha[j] if E[i] > E[j] else min(H, max(L, new[j]))")]),
    ("pair-step", "uphill", [("+ y[j] * (E", "- y[j] * (E")]),
    ("pair-step", "eta-plus", [("- 2 * K", "+ 2 * K")]),
    ("pair-step", "alpha-i-not-moved",
     [("    new[i] += y[i] * y[j] * (alpha[j] - new[j])\n", "")]),
    ("pair-step", "labels-not-in-alpha-i", [("+= y[i] * y[j] * ", "+= ")]),
    ("pair-step", "y-not-in-f", [("K @ (alpha * y)", "K @ alpha")]),
    ("pair-step", "label-not-in-step", [("+ y[j] * (E", "+ (E")]),
    ("pair-step", "half-step", [("/ eta", "/ (2 * eta)")]),
    ("pair-step", "writes-to-arguments", [("alpha.copy()", "alpha"),
     ("    new[j] = alpha[j] +", "    old = alpha[j]\n    new[j] = alpha[j] +"),
     ("(alpha[j] - new[j])", "(old - new[j])")]),
    ("stopping-gap", "sets-exchanged",
     [("np.max(g[down]) - np.min(g[up])", "np.max(g[up]) - np.min(g[down])")]),
    ("stopping-gap", "labels-ignored",
     [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha < C"),
      ("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha > 0")]),
    ("stopping-gap", "raises empty-selection",
     [("np.max(g[down]) - np.min(g[up])", "np.ptp(g[(alpha > 0) & (alpha < C)])")]),
    ("stopping-gap", "gap-absolute",
     [("np.max(g[down]) - np.min(g[up])", "abs(np.max(g[down]) - np.min(g[up]))")]),
    ("stopping-gap", "gap-floored",
     [("np.max(g[down]) - np.min(g[up])", "max(0, np.max(g[down]) - np.min(g[up]))")]),
    ("stopping-gap", "box-positive",
     [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha * y < C"),
      ("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha * y > 0")]),
    ("stopping-gap", "free-only",
     [("np.max(g[down]) - np.min(g[up])",
       "np.ptp([0, *g[(alpha > 0) & (alpha < C)]][1:] or [0])")]),
    ("stopping-gap", "all-examples",
     [("np.max(g[down]) - np.min(g[up])", "np.ptp(g)")]),
    ("stopping-gap", "absolute", [("K @ (alpha * y) - y", "abs(K @ (alpha * y) - y)")]),
    ("stopping-gap", "y-not-subtracted", [("(alpha * y) - y", "(alpha * y)")]),
    ("c-from-reg", "upside-down", [("1 / (reg * N)", "reg * N")]),
    ("c-from-reg", "half", [("(reg *", "(2 * reg *")]),
    ("c-from-reg", "n-forgotten", [("(reg * N)", "reg")]),
    ("c-from-reg", "n-on-top", [("1 / (reg * N)", "N / reg")]),
    ("c-from-reg", "n-on-top", [("(reg * N)", "reg * N")]),
    ("two-columns", "not-halved", [("-u / 2, u / 2", "-u, u")]),
    ("two-columns", "columns-exchanged", [("-u / 2, u / 2", "u / 2, -u / 2")]),
    ("two-columns", "bias-first", [("np.append(w, b)", "np.append(b, w)")]),
    ("two-columns", "bias-missing", [("np.append(w, b)", "w")]),
    ("two-columns", "bias-in-one-column",
     [("-u / 2, u / 2", "np.append(-w / 2, 0), np.append(w / 2, b)")]),
    ("two-columns", "raises shapes-clash", [("np.append(w, b)", "np.concatenate([w, b])")]),
    ("two-columns", "transposed", [("axis=1", "axis=0")]),
    ("two-columns", "one-column-zero", [("-u / 2, u / 2", "0 * u, u")]),
]  # fmt: skip


def in_a_box(of_beta, clips):
    """The step of beta with 0 and C for its box, or taken by alpha as it is."""

    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y if of_beta else alpha.copy()
        g = K @ (alpha * y) - y
        t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
        t = min(t, C - beta[i], beta[j])
        if clips and g[j] < g[i]:
            t = max((g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j]),
                    -beta[i], beta[j] - C)  # fmt: skip
        beta[i] += t
        beta[j] -= t
        return beta * y if of_beta else beta

    return attempt


@pytest.mark.parametrize(
    "of_beta, mistake", [(True, "beta-box-positive"), (False, "alpha-for-beta")]
)
def test_a_step_in_the_wrong_box_is_named(of_beta, mistake):
    assert check("pair-step", in_a_box(of_beta, True)).mistakes == (mistake,)
    one_way = check("pair-step", in_a_box(of_beta, False))
    assert set(one_way.mistakes) == {mistake, "one-way-cut"}


def bounds_in_beta(finish, positive=False):
    """The bounds as exercise 12.2 asks for them, up to what is done with the ends."""

    def attempt(alpha_i, alpha_j, y_i, y_j, C):
        total = alpha_i * y_i + alpha_j * y_j
        low_i, high_i = (0, C) if positive else sorted((0, C * y_i))
        low_j, high_j = (0, C) if positive else sorted((0, C * y_j))
        ends = max(low_j, total - high_i), min(high_j, total - low_i)
        return finish(y_j, *ends)

    return attempt


def as_they_are(y_j, low, high):
    return low, high


def times_label(y_j, low, high):
    return y_j * low, y_j * high


def exchanged(y_j, low, high):
    return (low, high) if y_j > 0 else (-high, -low)


def in_order(y_j, low, high):
    return tuple(sorted((y_j * low, y_j * high)))


def beta_step_on_alpha(alpha, K, y, C, i, j, positive=False):
    """The chapter's step, cut both ways in the boxes of beta, and added to alpha."""
    beta = alpha * y
    g = K @ beta - y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    if positive:
        low, high = 0 * beta, 0 * beta + C
    t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    if t > 0:
        t = min(t, high[i] - beta[i], beta[j] - low[j])
    else:
        t = max(t, low[i] - beta[i], beta[j] - high[j])
    new = alpha.copy()
    new[i] += t
    new[j] -= t
    return new


def sum_over_the_free(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return np.mean(y[free] - K[free][:, free] @ (alpha * y)[free])


def middle(alpha, K, y, C):
    says = y - K @ (alpha * y)
    least = ((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))
    most = ((y > 0) & (alpha > 0)) | ((y < 0) & (alpha < C))
    return (says[least].max() + says[most].min()) / 2


def one_array(w, b, X, y, C, norm_at_the_end=False, loop=True):
    """What is taken from dw is taken from w. (The copy is what a caller's w is.)"""
    w = w.copy()
    dw, db, norm, slack = w, 0.0, w @ w / 2, 0.0
    if loop:
        for i in range(len(y)):
            m = y[i] * (w @ X[i] + b)
            if m < 1:
                slack += 1 - m
                dw -= C * y[i] * X[i]
                db -= C * y[i]
    else:
        xi = np.maximum(0, 1 - y * (X @ w + b))
        dw -= C * X.T @ ((xi > 0) * y)
        slack, db = xi.sum(), -C * np.sum((xi > 0) * y)
    return (w @ w / 2 if norm_at_the_end else norm) + C * slack, dw, db


ALIKE = [
    ("clip-bounds", "ends-of-beta", bounds_in_beta(as_they_are)),
    ("clip-bounds", "ends-not-exchanged", bounds_in_beta(times_label)),
    ("clip-bounds", "boxes-positive", bounds_in_beta(exchanged, True)),
    ("clip-bounds", "boxes-sorted", bounds_in_beta(in_order, True)),
    ("clip-bounds", "ends-of-beta boxes-positive", bounds_in_beta(as_they_are, True)),
    ("clip-bounds", "ends-not-exchanged boxes-positive", bounds_in_beta(times_label, True)),
    ("pair-step", "t-on-alpha", beta_step_on_alpha),
    ("pair-step", "beta-box-positive t-on-alpha",
     lambda *args: beta_step_on_alpha(*args, positive=True)),
    ("bias-from-alpha", "f-from-free", sum_over_the_free),
    ("bias-from-alpha", "middle-of-interval", middle),
    ("soft-margin", "w-changes", one_array),
    ("soft-margin", "norm-of-dw", lambda *args: one_array(*args, True, False)),
    ("soft-margin", "w-changes norm-of-dw", lambda *args: one_array(*args, True)),
]  # fmt: skip


@pytest.mark.parametrize("name, expected, attempt", ALIKE)
def test_a_slip_in_the_derivation_meets_its_own_hint_alone(name, expected, attempt):
    verdict = check(name, attempt)
    assert verdict.mistakes == tuple(expected.split()), verdict.message
    assert verdict.equivalents == ()
    exercise = _BOOK.exercises[name]
    together = exercise.combinations.get(frozenset(verdict.mistakes))
    texts = [together] if together else [
        exercise.mistakes[mistake] for mistake in verdict.mistakes
    ]  # fmt: skip
    told = [line[2:] for line in unwrapped(verdict.message)[1:]]
    assert told == list(map(_BOOK.tell, texts))


NEW = {(name, mistake) for name, expected, _ in ALIKE for mistake in expected.split()}
NEW -= {("pair-step", "beta-box-positive")}


@pytest.mark.parametrize("name, mistake", sorted(NEW))
def test_no_other_attempt_meets_that_hint(name, mistake):
    exercise = _BOOK.exercises[name]
    hint = _BOOK.tell(exercise.mistakes[mistake])
    others = [
        lambda *args, other=other: exercise.faulty(other.__eq__, *args)
        for other, text in exercise.mistakes.items()
        if text.text != exercise.mistakes[mistake].text
    ]
    others += [f for n, expected, f in ALIKE if n == name and mistake not in expected
               and "boxes" not in expected]  # fmt: skip
    others += [
        student(source, *changes)
        for source, _, changes in WRONG
        if source.replace("soft-loop", "soft-margin") == name
    ]
    for attempt in others:
        verdict = check(name, attempt)
        assert not verdict.passed
        assert hint not in " ".join(verdict.message.split()), verdict.message


def unwrapped(message):
    """The lines of a verdict as they were before they were wrapped."""
    return message.replace("\n  ", " ").splitlines()


@pytest.mark.parametrize("changes, mistake", [
    ([("np.array(w, dtype=float)", "w")], "w-changes"),
    ([("np.array(w, dtype=float)", "w"), ("    loss = 0.5 * np.dot(w, w)\n", "    loss = 0\n"),
      ("return loss,", "return loss + 0.5 * np.dot(w, w),")], "w-changes norm-of-dw"),
])  # fmt: skip
def test_a_second_name_for_w_is_told_beside_what_it_writes_to(changes, mistake):
    verdict = told("soft-loop", *changes)
    assert verdict.mistakes == ("writes-to-arguments", *mistake.split())
    assert "w.copy() is a new one." in " ".join(verdict.message.split())


ORDERS = [(0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]


@pytest.mark.parametrize("order", ORDERS)
def test_three_things_in_another_order_are_told(order):
    def attempt(w, b, X, y, C):
        outputs = margin.soft_margin_loss(w, b, X, y, C)
        return tuple(outputs[k] for k in order)

    verdict = check("soft-margin", attempt)
    assert verdict.mistakes == ("wrong-shape",)
    assert "return the three in the order (loss, dw, db)." in verdict.message


def test_what_is_not_said_of_an_answer():
    def said(name, f):
        return " ".join(check(name, f).message.split())

    zero = said("stopping-gap", lambda alpha, K, y, C: 0)
    assert (
        zero
        == "stopping-gap: not right. - the stopping gap is zero on every problem, as if it were never updated."
    )
    half = said("pair-step", lambda alpha, K, y, C, i, j: 0 * alpha)
    assert "added" not in half

    def partly(w, b, X, y, C):
        loss, dw, db = margin.soft_margin_loss(w, b, X, y, C)
        return 1.37 * loss - 3, dw, -db

    known = said("soft-margin", partly)
    assert "by no mistake" not in known
    assert "- db: the examples' part of db has the wrong sign." in known


@pytest.mark.parametrize(
    "name, attempt, words",
    [
        ("signed-distance", lambda w, b, X: w @ X + b, "features? See chapter 8,"),
        ("slack", lambda w, b, X, y: 1 - y * X @ w - b, "features? See chapter 9,"),
        ("weights-from-alpha", lambda alpha, X, y: X @ (alpha * y), "See chapter 10,"),
        ("rbf-kernel", lambda X, Y, gamma: X - Y,
         "which rows of Y, which features? See chapter 11,"),
        ("kernel-decision", lambda alpha, y, b, K_new: alpha @ K_new,
         "which new points? See chapter 11,"),
        ("pair-step", lambda alpha, K, y, C, i, j: K + np.zeros(4), "See chapter 12,"),
        ("two-columns", lambda w, b: np.concatenate([w, b]), "See chapter 13,"),
    ],
)  # fmt: skip
def test_shapes_that_clash_point_to_part_two(name, attempt, words):
    verdict = check(name, attempt)
    assert verdict.mistakes == ("raises", "shapes-clash"), verdict.message
    assert words in " ".join(verdict.message.split())


def test_minus_one_is_no_class():
    verdict = check("bias-from-alpha", lambda alpha, K, y, C: K[:, :, 1])
    assert verdict.mistakes == ("raises",)
    verdict = check("dual-objective", lambda alpha, K, y: K + np.zeros(4))
    assert verdict.mistakes == ("raises", "shapes-clash")


@pytest.mark.parametrize("name, expected, changes", WRONG)
def test_a_students_mistake_is_named(name, expected, changes):
    verdict = told(name, *changes)
    assert not verdict.passed
    assert verdict.mistakes == tuple(expected.split()), verdict.message


def float_labels(w, b, X, y, C):
    return margin.soft_margin_loss(w, b, X, y.astype(float), C)


def with_where(w, b, X, y, C):
    lack = 1 - y * (X.dot(w) + b)
    loss = np.sum(w**2) / 2 + C * np.where(lack > 0, lack, 0).sum()
    dw = w - C * np.where(lack[:, None] >= 0, y[:, None] * X, 0).sum(axis=0)
    return np.asarray(loss), dw, np.float64(-C * y[lack >= 0].sum())


def in_place_on_its_own(w, b, X, y, C):
    t = y.astype(float)
    t *= X @ w + b
    np.subtract(1, t, out=t)
    t[t < 0] = 0
    loss = float(C * t.sum() + np.linalg.norm(w) ** 2 / 2)
    t[t > 0] = 1
    t *= y
    return [loss, (w - C * (t[:, None] * X).sum(0)).tolist(), float(-C * t.sum())]


def by_selection(w, b, X, y, C):
    bad = y * (X @ w + b) < 1
    Xb, yb = X[bad], y[bad]
    loss = 0.5 * (w @ w) + C * (len(yb) - yb @ (Xb @ w + b))
    return loss, w - C * (yb @ Xb), -C * sum(yb.tolist())


def by_differences(w, b, X, y, C):
    def loss(v):
        xi = np.maximum(0, 1 - y * (X @ v[:-1] + v[-1]))
        return v[:-1] @ v[:-1] / 2 + C * xi.sum()

    v, h = np.append(w, b), 1e-5
    slopes = [
        (loss(v + h * e) - loss(v - h * e)) / (2 * h) for e in np.eye(len(v))
    ]  # fmt: skip
    return loss(v), np.array(slopes[:-1]), slopes[-1]


def in_float32(w, b, X, y, C):
    return margin.soft_margin_loss(
        w.astype(np.float32), b, X.astype(np.float32), y.astype(np.int8), C
    )


@pytest.mark.parametrize(
    "attempt",
    [float_labels, with_where, in_place_on_its_own, by_selection, by_differences,
     in_float32],
)  # fmt: skip
def test_right_code_of_any_style_passes(attempt):
    verdict = check("soft-margin", attempt)
    assert verdict.passed, verdict.message


def in_beta(alpha, K, y, C, i, j):
    """As the solver does it, with the pair in its order."""
    if (K @ (alpha * y) - y) @ (np.eye(len(y))[j] - np.eye(len(y))[i]) < 0:
        i, j = j, i
    beta = alpha * y
    g = K @ beta - y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    t = min(t, high[i] - beta[i], beta[j] - low[j])
    beta[i] += t
    beta[j] -= t
    return beta * y


@pytest.mark.parametrize(
    "name, attempt",
    [
        ("pair-step", in_beta),
        ("stopping-gap", lambda *args: 0.0 + dual.kkt_gap(*args)),
        ("slack", lambda w, b, X, y: [max(0, 1 - t * (x @ w + b))
                                      for x, t in zip(X, y, strict=True)]),
        ("closest-points", closest_points),
        ("rbf-kernel", lambda X, Y, gamma: [
            [np.exp(-gamma * sum((x - z) ** 2)) for z in Y] for x in X]),
        ("polynomial-kernel", lambda X, Y, degree, gamma, coef0: np.power(
            coef0 + gamma * np.einsum("nd,md->nm", X, Y), degree)),
        ("bias-from-alpha", bias_from_alpha),
        ("clip-bounds", lambda a, b, s, t, C: np.clip(
            [(a + b if s == t else b - a + C) - C,
             a + b if s == t else b - a + C], 0, C).tolist()),
        ("two-columns", lambda w, b: np.outer([*w, b], [-0.5, 0.5])),
        ("descent-step", lambda w, b, dw, db, step: [
            (np.append(w, b) - step * np.append(dw, db))[:-1], b - step * db]),
    ],
)  # fmt: skip
def test_other_right_answers_pass(name, attempt):
    verdict = check(name, attempt)
    assert verdict.passed, verdict.message


@pytest.mark.parametrize(
    "changes, words",
    [
        ([("m = y * ", "m = "), ("(a * y)", "a"), ("(a * y)", "(a)")],
         "y is used nowhere"),
        ([("w @ w", "(w @ w + b * b)"), ("db = -C", "db = b - C")],
         "b is penalised, in the loss and in the gradient: that is consistent"),
        ([(" + b)", " - b)"), ("db = -C", "db = C")], "w . x - b"),
        ([("0.5 * ", ""), ("dw = w", "dw = 2 * w")], "C then means something else"),
        ([("xi.sum()", "xi.mean()"), ("(a * y)", "(a * y) / len(y)"),
          ("np.sum", "np.mean")], "the slacks are averaged, in the loss and"),
    ],
)  # fmt: skip
def test_what_belongs_together_is_told_as_one_mistake(changes, words):
    message = " ".join(told("soft-margin", *changes).message.split())
    assert "one mistake." in message
    assert words in message


def test_a_whole_bias_in_both_columns_is_one_mistake():
    changes = [("u = np.append(w, b)", "u = w"), ("-u / 2, u / 2",
               "np.append(-u / 2, b), np.append(u / 2, b)")]  # fmt: skip
    message = " ".join(told("two-columns", *changes).message.split())
    assert "one mistake. - the whole bias stands in both columns" in message
    assert "The same numbers" not in message


def test_the_starter_is_not_attempted():
    verdict = check("soft-margin", lambda w, b, X, y, C: (0.0, 0 * w, 0.0))
    assert verdict.mistakes == ("not-attempted",)


@pytest.mark.parametrize(
    "name, attempt, told_part",
    [
        ("slack", lambda w, b, X, y: 5 * np.maximum(0, 1 - y * (X @ w + b)),
         "the slack is 5 times the right one"),
        ("slack", lambda w, b, X, y: np.where(
            np.arange(len(y)) == 0, 9, margin.slacks(w, b, X, y)), "is wrong in entry 0 of"),
        ("pair-step", lambda alpha, K, y, C, i, j: alpha, "neither of the two multipliers"),
        ("kernel-decision", lambda alpha, y, b, K_new: K_new, "has shape"),
        ("soft-margin", lambda w, b, X, y, C: (
            margin.soft_margin_loss(w, b, X, y, C)[0], 7 * w, 0.0), "loss is right"),
    ],
)  # fmt: skip
def test_what_is_not_recognised_is_described(name, attempt, told_part):
    verdict = check(name, attempt)
    assert not verdict.passed
    assert told_part in verdict.message.replace("\n  ", " "), verdict.message


def test_two_mistakes_in_each_of_the_three_outputs_are_all_named():
    verdict = told(
        "soft-margin",
        ("0.5 * ", ""),
        ("xi.sum()", "a.sum()"),
        ("w - C", "-C"),
        ("(a * y)", "a"),
        ("db = -C", "db = b + C"),
    )
    assert set(verdict.mistakes) == {
        "half-missing",
        "loss-counts",
        "no-w-in-dw",
        "y-not-in-dw",
        "b-in-db",
        "db-sign",
    }

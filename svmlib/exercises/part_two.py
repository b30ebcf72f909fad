"""Exercises of part two: from a hyperplane's margin to the dual and its solver.

Each faulty function asks ``on("some-mistake")`` and is right where all answers are no.
"""

from collections.abc import Iterator

import numpy as np

from svmlib.exercises._attempt import Array
from svmlib.exercises._engine import Case, Exercise, Switch


def _plane(seed: int, N: int, D: int) -> tuple[Array, float, Array]:
    """A hyperplane (w, b) of order 1 and examples X (N, D) about it."""
    rng = np.random.default_rng(seed)
    w = rng.normal(size=D).round(2)
    b = round(rng.normal(), 2)
    return w, b, rng.normal(size=(N, D)).round(2)


def _labels(*signs: int) -> Array:
    return np.array(signs, dtype=np.int64)


_PLANES = (_plane(3, 5, 3), _plane(8, 4, 2), _plane(21, 6, 4))
_LABELS = (
    _labels(1, -1, -1, 1, 1),
    _labels(-1, 1, 1, -1),
    _labels(-1, -1, 1, -1, 1, 1),
)


# Chapter hyperplanes


def _signed_distance(on: Switch, w: Array, b: float, X: Array) -> Array:
    result: Array = (X @ w + b) / np.linalg.norm(w)
    return result


SIGNED_DISTANCE = Exercise(
    "signed-distance",
    "A function (w, b, X) that returns the signed distance of each example from the "
    "hyperplane f(x) = w . x + b = 0: (N,), positive on the side that w points to. "
    "w is (D,), b is a number, X is (N, D).",
    ("w", "b", "X"),
    ("the distances",),
    _signed_distance,
    {},
    tuple(Case(plane) for plane in _PLANES),
)


def _margin_width(on: Switch, w: Array) -> float:
    return float(2 / np.linalg.norm(w))


MARGIN_WIDTH = Exercise(
    "margin-width",
    "A function (w) that returns the distance of the hyperplane f(x) = 1 from the "
    "hyperplane f(x) = -1, where f(x) = w . x + b. w is (D,).",
    ("w",),
    ("the width",),
    _margin_width,
    {},
    (
        Case((np.array([3.0, 4.0]),)),
        Case((np.array([1.0, -2.0, 2.0]),)),
        Case((np.array([-0.5, 0.0, 0.0, 1.2]),)),
    ),
)


def _closest_points(on: Switch, p: Array, q: Array) -> tuple[Array, float]:
    w = 2 * (p - q) / ((p - q) @ (p - q))
    b = -w @ (p + q) / 2
    return w, b


CLOSEST_POINTS = Exercise(
    "closest-points",
    "A function (p, q) that returns (w, b) of the hard margin: w (D,) and b, with "
    "f(p) = 1 and f(q) = -1. p (D,) and q (D,) are the two closest points of the "
    "hulls of class +1 and class -1.",
    ("p", "q"),
    ("w", "b"),
    _closest_points,
    {},
    (
        Case((np.array([1.5, 0.5]), np.array([1.0, 1.5]))),
        Case((np.array([2.0, -1.0, 0.5]), np.array([-1.0, 0.5, 1.0]))),
        Case((np.array([0.3, 1.2, -0.4, 2.0]), np.array([1.1, -0.2, 0.6, 0.7]))),
    ),
)


# Chapter soft_margin


def _slack(on: Switch, w: Array, b: float, X: Array, y: Array) -> Array:
    return np.maximum(0, 1 - y * (X @ w + b))


SLACK = Exercise(
    "slack",
    "A function (w, b, X, y) that returns the slack of each example, (N,): how much "
    "y_i f(x_i) lacks of 1, and 0 where it lacks nothing. w is (D,), X is (N, D), "
    "y (N,) holds -1 and +1.",
    ("w", "b", "X", "y"),
    ("the slack",),
    _slack,
    {},
    tuple(Case((*plane, y)) for plane, y in zip(_PLANES, _LABELS, strict=True)),
)


def _soft_margin(
    on: Switch, w: Array, b: float, X: Array, y: Array, C: float
) -> tuple[float, Array, float]:
    xi = np.maximum(0, 1 - y * (X @ w + b))
    pull = np.where(xi > 0, y, 0)
    return w @ w / 2 + C * xi.sum(), w - C * (pull @ X), -C * pull.sum()


SOFT_MARGIN = Exercise(
    "soft-margin",
    "A function (w, b, X, y, C) that returns (loss, dw, db): the soft-margin "
    "objective, half the squared norm of w plus C times the sum of the slacks, and "
    "its gradient, dw (D,) and db. w is (D,), X is (N, D), y (N,) holds -1 and +1.",
    ("w", "b", "X", "y", "C"),
    ("loss", "dw", "db"),
    _soft_margin,
    {},
    tuple(
        Case((*plane, y, C))
        for plane, y, C in zip(_PLANES, _LABELS, (0.7, 2.0, 0.3), strict=True)
    ),
    starts_from_zero=True,
)


def _descent_step(
    on: Switch, w: Array, b: float, dw: Array, db: float, step: float
) -> tuple[Array, float]:
    return w - step * dw, b - step * db


DESCENT_STEP = Exercise(
    "descent-step",
    "A function (w, b, dw, db, step) that returns (w, b) after one step of gradient "
    "descent of this size, and leaves its arguments as they are. w and dw are (D,), "
    "b and db are numbers.",
    ("w", "b", "dw", "db", "step"),
    ("w", "b"),
    _descent_step,
    {},
    (
        Case((np.array([4.0, 4.0]), -1.0, np.array([6.0, 3.0]), 2.5, 0.1)),
        Case((np.array([0.5, -1.2, 2.0]), 0.7, np.array([-1.0, 0.4, 1.5]), -2.0, 0.5)),
        Case(
            (np.array([-2.0, 1.0, 0.0, 3.0]), 1.5, np.array([1.0, 3, -2, 4]), 5.0, 0.02)
        ),
    ),
)


# Chapter duality

_ALPHAS = (
    (np.array([0.5, 0.7, 0.0, 0.4, 0.2]), _labels(1, -1, 1, 1, -1), 0.7),
    (np.array([0.3, 0.1, 0.25, 0.05]), _labels(-1, 1, 1, -1), 0.4),
    (np.array([0.0, 1.5, 0.6, 2.0, 0.9, 1.0]), _labels(1, 1, -1, -1, 1, 1), 2.0),
)


def _examples(seed: int, N: int, D: int) -> Array:
    return np.random.default_rng(seed).normal(size=(N, D)).round(2)


def _dual_cases() -> Iterator[tuple[Array, Array, Array, float]]:
    """Multipliers, examples, labels and C; alpha satisfies the constraints."""
    for seed, D, (alpha, y, C) in zip((31, 32, 33), (3, 2, 4), _ALPHAS, strict=True):
        yield alpha, _examples(seed, len(y), D), y, C


def _weights_from_alpha(on: Switch, alpha: Array, X: Array, y: Array) -> Array:
    result: Array = (alpha * y) @ X
    return result


WEIGHTS_FROM_ALPHA = Exercise(
    "weights-from-alpha",
    "A function (alpha, X, y) that returns the weights w (D,) that the multipliers "
    "alpha (N,) stand for. X is (N, D), y (N,) holds -1 and +1.",
    ("alpha", "X", "y"),
    ("w",),
    _weights_from_alpha,
    {},
    tuple(Case((alpha, X, y)) for alpha, X, y, _ in _dual_cases()),
)


def _dual_objective(on: Switch, alpha: Array, K: Array, y: Array) -> float:
    beta = alpha * y
    return float(alpha.sum() - beta @ K @ beta / 2)


DUAL_OBJECTIVE = Exercise(
    "dual-objective",
    "A function (alpha, K, y) that returns the dual objective, the one that is "
    "maximised. alpha is (N,), K (N, N) holds the kernel of all pairs of examples, "
    "y (N,) holds -1 and +1.",
    ("alpha", "K", "y"),
    ("the value",),
    _dual_objective,
    {},
    tuple(Case((alpha, X @ X.T, y)) for alpha, X, y, _ in _dual_cases()),
)


def _bias_from_alpha(on: Switch, alpha: Array, K: Array, y: Array, C: float) -> float:
    use = (alpha > 0) & (alpha < C)
    return float((y - K @ (alpha * y))[use].mean())


def _optimal_cases() -> Iterator[Case]:
    """Optima known by hand: six points, moved and turned round, and four choices."""
    six = np.array([[4.0, 1], [2, 1], [1, 0], [-4, 0], [-2, -1], [1, 1]])
    alpha, y = np.array([0, 1, 2, 0, 1, 2]) / 8, _labels(1, 1, 1, -1, -1, -1)
    three = np.array([[1.0, 2, 3], [4, 1, 2], [-1, 2, -1]])
    for X, signs in ((six + [3, 1], y), (six - [1, 2], -y)):
        yield Case((alpha, X @ X.T, signs, 0.25))
    yield Case((np.array([0.1, 0, 0.1]), three @ three.T, _labels(1, 1, -1), 0.5))


BIAS_FROM_ALPHA = Exercise(
    "bias-from-alpha",
    "A function (alpha, K, y, C) that returns the bias b, for the multipliers "
    "alpha (N,) of the optimum: the mean of what the free examples (0 < alpha < C) "
    "say. K is (N, N), y (N,) holds -1 and +1.",
    ("alpha", "K", "y", "C"),
    ("b",),
    _bias_from_alpha,
    {},
    tuple(_optimal_cases()),
)


# Chapter kernels


_KERNEL_DATA = tuple(
    (_examples(seed, N, D), _examples(seed + 100, M, D))
    for seed, N, M, D in ((41, 4, 3, 2), (42, 2, 5, 3), (43, 5, 3, 4))
)


def _polynomial_kernel(
    on: Switch, X: Array, Y: Array, degree: int, gamma: float, coef0: float
) -> Array:
    result: Array = (gamma * (X @ Y.T) + coef0) ** degree
    return result


POLYNOMIAL_KERNEL = Exercise(
    "polynomial-kernel",
    "A function (X, Y, degree, gamma, coef0) that returns the polynomial kernel of "
    "every row of X (N, D) with every row of Y (M, D): (N, M).",
    ("X", "Y", "degree", "gamma", "coef0"),
    ("K",),
    _polynomial_kernel,
    {},
    tuple(
        Case((*data, *numbers))
        for data, numbers in zip(
            _KERNEL_DATA, ((2, 0.5, 1.5), (3, 0.4, 0.8), (3, 0.7, 2.0)), strict=True
        )
    ),
)


def _rbf_kernel(on: Switch, X: Array, Y: Array, gamma: float) -> Array:
    result: Array = np.exp(-gamma * ((X[:, None] - Y) ** 2).sum(axis=2))
    return result


RBF_KERNEL = Exercise(
    "rbf-kernel",
    "A function (X, Y, gamma) that returns the RBF kernel, the exponential of "
    "-gamma times the squared distance, of every row of X (N, D) with every row of "
    "Y (M, D): (N, M).",
    ("X", "Y", "gamma"),
    ("K",),
    _rbf_kernel,
    {},
    tuple(
        Case((*data, gamma))
        for data, gamma in zip(_KERNEL_DATA, (0.3, 0.2, 0.7), strict=True)
    ),
)


def _rbf_width(on: Switch, X: Array, Y: Array, sigma: float) -> Array:
    return _rbf_kernel(on, X, Y, 1 / (2 * sigma**2))


RBF_WIDTH = Exercise(
    "rbf-width",
    "A function (X, Y, sigma) that returns the RBF kernel of width sigma, where "
    "sigma is the standard deviation of the bell: its exponent is minus the squared "
    "distance over twice sigma squared. X is (N, D), Y is (M, D), the result (N, M).",
    ("X", "Y", "sigma"),
    ("K",),
    _rbf_width,
    {},
    tuple(
        Case((*data, sigma))
        for data, sigma in zip(_KERNEL_DATA, (1.5, 2.5, 0.8), strict=True)
    ),
)


def _kernel_decision(
    on: Switch, alpha: Array, y: Array, b: float, K_new: Array
) -> Array:
    result: Array = K_new @ (alpha * y) + b
    return result


KERNEL_DECISION = Exercise(
    "kernel-decision",
    "A function (alpha, y, b, K_new) that returns the decision function f (M,) at M "
    "new points. K_new (M, N) holds their kernel with the N examples, whose "
    "multipliers and labels are alpha (N,) and y (N,).",
    ("alpha", "y", "b", "K_new"),
    ("f",),
    _kernel_decision,
    {},
    tuple(
        Case((alpha, y, b, _polynomial_kernel(lambda m: False, Z, X, 2, 0.5, 1.0)))
        for (alpha, X, y, _), b, Z in zip(
            _dual_cases(),
            (0.6, -1.3, 2.4),
            (_examples(51, 5, 3), _examples(52, 4, 2), _examples(53, 6, 4)),
            strict=True,
        )
    ),
)


# Chapter smo


def _clip_bounds(
    on: Switch, alpha_i: float, alpha_j: float, y_i: int, y_j: int, C: float
) -> tuple[float, float]:
    if y_i == y_j:
        total = alpha_i + alpha_j
        return max(0.0, total - C), min(C, total)
    lead = alpha_j - alpha_i
    return max(0.0, lead), min(C, C + lead)


CLIP_BOUNDS = Exercise(
    "clip-bounds",
    "A function (alpha_i, alpha_j, y_i, y_j, C) that returns (L, H): the lowest and "
    "the highest value that alpha_j can take when the two multipliers change, both "
    "stay between 0 and C, and alpha_i y_i + alpha_j y_j stays as it is.",
    ("alpha_i", "alpha_j", "y_i", "y_j", "C"),
    ("L", "H"),
    _clip_bounds,
    {},
    (
        Case((0.2, 0.6, 1, -1, 0.7)),
        Case((0.9, 0.3, -1, 1, 1.5)),
        Case((0.6, 0.4, 1, 1, 0.7)),
        Case((0.5, 0.3, -1, -1, 2.0)),
        Case((1.1, 1.6, 1, 1, 2.0)),
        Case((0.25, 0.1, 1, -1, 0.3)),
    ),
)


def _pair_step(
    on: Switch, alpha: Array, K: Array, y: Array, C: float, i: int, j: int
) -> Array:
    beta = alpha * y
    g = K @ beta - y
    t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    t = min(t, high[i] - beta[i], beta[j] - low[j])
    beta[i] += t
    beta[j] -= t
    result: Array = np.abs(beta)
    return result


PAIR_STEP = Exercise(
    "pair-step",
    "A function (alpha, K, y, C, i, j) that returns the multipliers (N,) after the "
    "exact step in the pair i, j: alpha_i and alpha_j go where the dual is best, with "
    "0 <= alpha <= C and the sum of alpha y as it is, and the others stay. alpha is "
    "(N,), K is (N, N), y (N,) holds -1 and +1. In beta = alpha y, beta_i rises.",
    ("alpha", "K", "y", "C", "i", "j"),
    ("the multipliers",),
    _pair_step,
    {},
    tuple(
        Case((alpha, X @ X.T, y, C, i, j))
        for (alpha, X, y, C), i, j in zip(
            _dual_cases(), (0, 1, 2), (4, 3, 1), strict=True
        )
    ),
)


def _stopping_gap(on: Switch, alpha: Array, K: Array, y: Array, C: float) -> float:
    g = K @ (alpha * y) - y
    rises = np.where(y > 0, alpha < C, alpha > 0)
    falls = np.where(y > 0, alpha > 0, alpha < C)
    return float(g[falls].max() - g[rises].min())


STOPPING_GAP = Exercise(
    "stopping-gap",
    "A function (alpha, K, y, C) that returns by how much the worst pair violates "
    "the conditions of the optimum: with beta = alpha y and g = K beta - y, the "
    "largest g where beta can fall minus the smallest g where beta can rise. alpha "
    "is (N,), K is (N, N), y (N,) holds -1 and +1.",
    ("alpha", "K", "y", "C"),
    ("the gap",),
    _stopping_gap,
    {},
    tuple(Case((alpha, X @ X.T, y, C)) for alpha, X, y, C in _dual_cases()),
)


# Chapter two_formulations


def _c_from_reg(on: Switch, reg: float, N: int) -> float:
    return 1 / (reg * N)


C_FROM_REG = Exercise(
    "C-from-reg",
    "A function (reg, N) that returns the C with which the soft margin has the same "
    "minimiser as the book's multiclass objective for two classes: mean hinge loss "
    "plus reg times the sum of squares, on N examples.",
    ("reg", "N"),
    ("C",),
    _c_from_reg,
    {},
    (Case((0.1, 50)), Case((0.5, 3)), Case((0.02, 8))),
)


def _two_columns(on: Switch, w: Array, b: float) -> Array:
    half = np.append(w, b) / 2
    return np.column_stack([-half, half])


TWO_COLUMNS = Exercise(
    "two-columns",
    "A function (w, b) that returns the weights W (D + 1, 2), bias in the last row, "
    "whose two columns sum to the zero vector and whose class 1 leads class 0 by "
    "w . x + b. w is (D,).",
    ("w", "b"),
    ("W",),
    _two_columns,
    {},
    tuple(Case((w, b)) for w, b, _ in _PLANES),
)


EXERCISES = (
    SIGNED_DISTANCE,
    MARGIN_WIDTH,
    CLOSEST_POINTS,
    SLACK,
    SOFT_MARGIN,
    DESCENT_STEP,
    WEIGHTS_FROM_ALPHA,
    DUAL_OBJECTIVE,
    BIAS_FROM_ALPHA,
    POLYNOMIAL_KERNEL,
    RBF_KERNEL,
    RBF_WIDTH,
    KERNEL_DECISION,
    CLIP_BOUNDS,
    PAIR_STEP,
    STOPPING_GAP,
    C_FROM_REG,
    TWO_COLUMNS,
)

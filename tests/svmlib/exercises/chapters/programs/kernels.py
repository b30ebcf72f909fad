"""The exercises of kernels: programs that `test_programs` tries."""

import math

import numpy as np

from svmlib import kernels

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
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
}


def kernel_decision(alpha, y, b, K_new):
    return np.array([sum(alpha * y * row) + b for row in K_new])


def distances(X, Y):
    return ((X[:, None] - Y) ** 2).sum(axis=2)


def multiplied_out(X, Y):
    return (X**2).sum(1)[:, None] + (Y**2).sum(1) - 2 * X @ Y.T


def one_by_one(X, Y):
    """Multiplied out in another order, and without a matrix product."""
    return [[(x * x).sum() - 2 * (x * z).sum() + (z * z).sum() for z in Y] for x in X]


def scaled_distances(X, Y):
    """Squared distances, which are NaN where a feature is 0 in all rows of Y."""
    size = np.abs(Y).max(axis=0)
    return distances(X / size * size, Y / size * size)


RIGHT = [
    ("polynomial-kernel", kernels.polynomial_kernel),
    ("polynomial-kernel", lambda X, Y, degree, gamma, coef0: np.power(
         coef0 + gamma * np.einsum("nd,md->nm", X, Y), degree)),
    ("rbf-kernel", kernels.rbf_kernel),
    ("rbf-kernel", lambda X, Y, gamma: [
         [np.exp(-gamma * sum((x - z) ** 2)) for z in Y] for x in X]),
    ("rbf-kernel", lambda X, Y, gamma:
         np.exp(-np.float32(gamma) * distances(np.float32(X), np.float32(Y)))),
    ("rbf-kernel", lambda X, Y, gamma: np.exp(-gamma * np.maximum(multiplied_out(X, Y), 0))),
    ("rbf-kernel", lambda X, Y, gamma: 1 / np.exp(gamma * distances(X, Y))),
    ("rbf-width", lambda X, Y, sigma:
         np.exp(distances(np.float32(X), np.float32(Y)) / np.float32(-2 * sigma**2))),
    ("rbf-width", lambda X, Y, sigma: kernels.rbf_kernel(
         X, Y, 1 / (2 * sigma**2))),
    ("kernel-decision", kernel_decision),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # It is at most 1.
    "rbf-kernel": {
        "the answer is above 1000",
        "the answer is above 1e+06",
    },
    # It is at most 1.
    "rbf-width": {
        "the answer is above 1000",
        "the answer is above 1e+06",
    },
}

NAMED = {
    "polynomial-kernel": [
        ("coef0-missing", [(" + coef0", "")]),
        ("gamma-left-out", [("gamma * ", "")]),
        ("gamma-coef0-exchanged",
         [("gamma * X @ Y.T + coef0", "coef0 * X @ Y.T + gamma")]),
        ("unrecognised", [("** degree", "** 2")],
         "Is degree left out, or does something take its place"),
        ("raises caret-for-power", [("** degree", "^ degree")]),
        ("degree-left-out", [(" ** degree", "")]),
        ("degree-multiplies", [("** degree", "* degree")]),
        ("transposed", [("X @ Y.T", "Y @ X.T")]),
        ("gamma-on-coef0", [("gamma * X @ Y.T + coef0", "gamma * (X @ Y.T + coef0)")]),
        ("only-coef0-raised", [("(gamma * X @ Y.T + coef0)", "gamma * X @ Y.T + coef0")]),
        ("features-not-summed", [("X @ Y.T", "X[:, None] * Y")]),
        ("coef0-of-each-feature",
         lambda X, Y, degree, gamma, coef0: [
             [sum(gamma * x * z + coef0) ** degree for z in Y] for x in X]),
        ("gamma-outside", [("(gamma * X", "gamma * (X")]),
        ("coef0-after-power", [("+ coef0) ** degree", ") ** degree + coef0")]),
    ],
    "rbf-kernel": [
        ("mean-over-features", [("-gamma", "-gamma / X.shape[1]")]),
        ("exp-before-sum",
         [("np.exp(-gamma * d2)", "np.exp(-gamma * (X[:, None] - Y) ** 2).sum(axis=2)")]),
        ("norms-not-squared", [("(X**2).sum(1)", "np.linalg.norm(X, axis=1)"),
          ("(Y**2).sum(1)", "np.linalg.norm(Y, axis=1)")]),
        ("gamma-divides gamma-squared", [("-gamma * d2", "-d2 / gamma**2")]),
        ("half-gamma gamma-squared", [("-gamma * d2", "-(gamma**2) * d2 / 2")]),
        ("not-finite", lambda X, Y, gamma: (
             np.exp(-gamma * (X**2).sum(1))[:, None] * np.exp(2 * gamma * X @ Y.T)
             * np.exp(-gamma * (Y**2).sum(1))), "Or are exponentials multiplied"),
        ("gamma-divides half-gamma", [("-gamma * d2", "-d2 / (2 * gamma)")]),
        ("unrecognised", [("    d2", "    X, Y = np.float32(X), np.float32(Y)\n    d2")],
         "multiplied out in float32, loses its digits"),
        ("sign-missing", [("-gamma", "gamma")]),
        ("gamma-squared", [("-gamma", "-gamma**2")]),
        ("distance-not-squared", [("* d2", "* np.sqrt(d2)")]),
        ("gamma-left-out", [("-gamma * d2", "-d2")]),
        ("gamma-as-width", [("-gamma * d2", "-d2 / (2 * gamma**2)")]),
        ("cross-once", [("- 2 * X", "- X")]),
        ("cross-added", [("- 2 * X", "+ 2 * X")]),
        *(("unrecognised", [change]) for change in (
            (" + (Y**2).sum(1)", ""),
            ("+ (Y", "- (Y"),
            ("(X**2).sum(1)[:, None] + ", ""),
        )),
        ("transposed",
         [("return np.exp(-gamma * d2)", "return np.exp(-gamma * d2).T")]),
        ("unrecognised",
         [("-gamma * d2", "-gamma * ((X**2).sum(1)[:, None] - 2 * X @ Y.T) + (Y**2).sum(1)")],
         "right only on those where all rows of Y are zero. On some problems it holds inf.",
         "it returns [[0.1173]] for"),
        ("raises", lambda X, Y, gamma: [
             [1 / math.exp(gamma * d2) for d2 in row] for row in distances(X, Y)], "OverflowError"),
        ("raises shapes-clash", lambda X, Y, gamma: X - Y,
         "See chapter 11,"),
        ("inner-product", [("-gamma * d2", "gamma * X @ Y.T")]),
        ("exp-missing", [("np.exp(-gamma * d2)", "-gamma * d2")]),
    ],
    "rbf-width": [
        ("two-missing", [("(2 * sigma**2)", "sigma**2")]),
        ("sigma-not-squared", [("sigma**2", "sigma")]),
        ("sigma-not-squared two-squared", [("sigma**2", "sigma*2")], "one mistake.", "4 sigma"),
        ("sigma-not-squared two-squared", [("2 * sigma**2", "4 * sigma")], "one mistake."),
        ("density", lambda X, Y, sigma:
             kernels.rbf_kernel(X, Y, 1 / (2 * sigma**2)) / (np.sqrt(2 * np.pi) * sigma)),
        ("exp-divided", [("/ (2 * sigma**2))", ") / (2 * sigma**2)")]),
        ("two-squared", [("2 * sigma**2", "(2 * sigma) ** 2")]),
        ("sigma-as-gamma", [("-(d**2) / (2 * sigma**2)", "-sigma * d**2")]),
        ("sigma-multiplies", [("(2 * sigma**2)", "2 * sigma**2")]),
        ("distance-not-squared", [("(d**2)", "d")]),
        ("features-not-summed",
         [("np.linalg.norm(X[:, None, :] - Y[None, :, :], axis=2)", "X[:, None] - Y")]),
        ("absolute-differences",
         [("np.linalg.norm(X[:, None, :] - Y[None, :, :], axis=2)",
           "np.sqrt(np.abs(X[:, None] - Y).sum(axis=2))")]),
    ],
    "kernel-decision": [
        ("b-subtracted negated", [("K_new @ (alpha * y) + b", "b - K_new @ (alpha * y)")],
         "one mistake.", "is subtracted from b"),
        ("y-forgotten", [("(alpha * y)", "alpha")]),
        *(("small-left-out", [("(alpha * y)", f"(alpha * (alpha > {small}) * y)")])
          for small in ("1e-5", "1e-8", "1e-12")),
        ("b-forgotten", [(" + b", "")]),
        ("unrecognised", [("+ b", "+ b > 0")], "Only whole numbers come out"),
        ("b-subtracted", [(" + b", " - b")]),
        ("raises shapes-clash", [("K_new @ (alpha * y)", "(alpha * y) @ K_new")]),
        ("b-inside", [("(alpha * y) + b", "(alpha * y + b)")]),
        ("b-for-each-example",
         [("K_new @ (alpha * y) + b", "np.sum(alpha * y * K_new + b, axis=1)")]),
        ("summed", [("K_new @ (alpha * y)", "np.sum(K_new * alpha * y)")]),
        ("raises shapes-clash", [("K_new @ (alpha * y)", "y * (K_new @ alpha)")]),
        ("sign-for-value",
         [("K_new @ (alpha * y) + b", "np.sign(K_new @ (alpha * y) + b)")]),
        ("y-forgotten b-forgotten", [("(alpha * y) + b", "alpha")]),
        ("raises shapes-clash", lambda alpha, y, b, K_new: alpha @ K_new,
         "See chapter 11,"),
        ("wrong-shape", lambda alpha, y, b, K_new: K_new, "has shape"),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "polynomial-kernel": {
        "collects K in an array made by np.full(..., coef0)":
            [("    return (gamma * X @ Y.T + coef0) ** degree",
              "    K = np.full((len(X), len(Y)), coef0)\n    K[:] = (gamma * X @ Y.T + coef0) ** degree\n    return K")],
        "cuts the degree at 127": lambda X, Y, d, g, c: (g * X @ Y.T + c) ** min(d, 127),
        "keeps the kernel in an array made like the inner products":
            lambda X, Y, d, g, c: ((g * X @ Y.T + c) ** d).astype((X @ Y.T).dtype),
        "takes the positive part before the power":
            lambda X, Y, d, g, c: np.maximum(0, g * X @ Y.T + c) ** d,
        "takes the absolute value before the power":
            lambda X, Y, d, g, c: abs(g * X @ Y.T + c) ** d,
        "takes 1 for c = 0": lambda X, Y, d, g, c: (g * X @ Y.T + (c or 1)) ** d,
    },
    "rbf-kernel": {
        "takes one array for no distance at all":
            [("    d2", "    if X is Y:\n        return np.eye(len(X))\n    d2")],
        "leaves out what is below 1e-4 of the largest": lambda X, Y, g: np.where(
            (K := np.exp(-g * distances(X, Y))) < 1e-4 * K.max(), 0, K),
        "divides the columns of Y by their largest entry, and multiplies by it":
            lambda X, Y, g: np.exp(-g * scaled_distances(X, Y)),
        "takes a gamma of at least 0.1":
            lambda X, Y, g: np.exp(-max(g, 0.1) * distances(X, Y)),
        "adds 0.01 to the distances":
            lambda X, Y, g: np.exp(-g * (distances(X, Y) + 0.01)),
        "adds 1 where the distance is 0":
            lambda X, Y, g: np.exp(-g * distances(X, Y)) + (distances(X, Y) == 0),
        "takes a distance of at least 0.1":
            lambda X, Y, g: np.exp(-g * np.maximum(distances(X, Y), 0.1)),
        "takes the square of the root of what may be just below 0":
            lambda X, Y, g: np.exp(-g * np.sqrt(multiplied_out(X, Y)) ** 2),
        "takes it term by term":
            lambda X, Y, g: np.exp(-g * np.sqrt(one_by_one(X, Y)) ** 2),
        "multiplies the squares out in float32": lambda X, Y, g:
            np.exp(-np.float32(g) * multiplied_out(np.float32(X), np.float32(Y))),
        "rounds the distances": lambda X, Y, g: np.exp(-g * distances(X, Y).round(6)),
    },
    "rbf-width": {
        "leaves out what is below 1e-4 of the largest": lambda X, Y, s: np.where(
            (K := np.exp(-distances(X, Y) / (2 * s**2))) < 1e-4 * K.max(), 0, K),
        "takes the square of the root of what may be just below 0":
            lambda X, Y, s: np.exp(-np.sqrt(multiplied_out(X, Y)) ** 2 / (2 * s**2)),
        "multiplies the squares out in float32": lambda X, Y, s:
            np.exp(multiplied_out(np.float32(X), np.float32(Y)) / np.float32(-2 * s**2)),
        "divides the columns of Y by their largest entry, and multiplies by it":
            lambda X, Y, s: np.exp(-scaled_distances(X, Y) / (2 * s**2)),
        "takes a sigma of at least 0.8":
            lambda X, Y, s: np.exp(-distances(X, Y) / (2 * max(s, 0.8) ** 2)),
        "takes a sigma of at least 0.1":
            lambda X, Y, s: np.exp(-distances(X, Y) / (2 * max(s, 0.1) ** 2)),
        "takes the cube of sigma": lambda X, Y, s: np.exp(-distances(X, Y) / s**3 / 2),
    },
    "kernel-decision": {
        "collects f in an array made by np.full(..., b)":
            [("    return", "    f = np.full(len(K_new), b)\n    f[:] ="), ("+ b", "+ b\n    return f")],
        "subtracts the mean of each row of K":
            lambda a, y, b, K: (K - K.mean(axis=1, keepdims=True)) @ (a * y) + b,
        **{
            f"drops multipliers below {share} of the largest":
                lambda a, y, b, K, share=share:
                    K @ (np.where(a > share * a.max(), a, 0) * y) + b
            for share in (1e-3, 1e-10)
        },
        "takes the absolute value of K": lambda a, y, b, K: abs(K) @ (a * y) + b,
        "keeps f in an array made like K":
            lambda a, y, b, K: (K @ (a * y) + b).astype(K.dtype),
        "transposes K if it is square":
            lambda a, y, b, K: (K.T if len(K) == len(y) else K) @ (a * y) + b,
        "takes the positive part of K":
            lambda a, y, b, K: np.maximum(K, 0) @ (a * y) + b,
        "leaves out an alpha up to 0.1":
            lambda a, y, b, K: K @ (np.where(a > 0.1, a, 0) * y) + b,
        "leaves out the largest alpha":
            lambda a, y, b, K: K @ (np.where(a < a.max(), a, 0) * y) + b,
        "returns b if there is one class only": lambda a, y, b, K:
            K @ (a * y) * (len(set(y)) > 1) + b,
    },
}  # fmt: skip

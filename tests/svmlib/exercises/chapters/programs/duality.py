"""The exercises of duality: programs that `test_programs` tries."""

import numpy as np

from svmlib import dual

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
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
}


def bias_from_alpha(alpha, K, y, C):
    free = np.flatnonzero((alpha > 0) & (alpha < C))
    return sum(y[i] - K[i] @ (alpha * y) for i in free) / len(free)


def weights(use):
    return lambda alpha, X, y: (use(alpha) * y) @ X


def weights_of_the_type_of_X(alpha, X, y):
    w = np.zeros_like(X[0])
    for k in range(len(w)):
        w[k] = X[:, k] @ (alpha * y)
    return w


def objective(K=lambda K: K, alpha=lambda alpha: alpha):
    def attempt(a, matrix, y):
        beta = alpha(a) * y
        return alpha(a).sum() - 0.5 * beta @ K(matrix) @ beta

    return attempt


def bias(free=lambda alpha, C: (alpha > 0) & (alpha < C), mean=np.mean):
    def attempt(alpha, K, y, C):
        f = K @ (alpha * y)
        use = free(alpha, C)
        return mean((y - f)[use]) if use.any() else 0.0

    return attempt


def sum_over_the_free(alpha, K, y, C):
    free = (alpha > 0) & (alpha < C)
    return np.mean(y[free] - K[free][:, free] @ (alpha * y)[free])


def middle(alpha, K, y, C):
    says = y - K @ (alpha * y)
    least = ((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))
    most = ((y > 0) & (alpha > 0)) | ((y < 0) & (alpha < C))
    return (says[least].max() + says[most].min()) / 2


RIGHT = [
    ("weights-from-alpha", lambda alpha, X, y:
         np.float32(X).T @ (np.float32(alpha) * np.float32(y))),
    ("weights-from-alpha", lambda alpha, X, y: X.T @ (alpha * y)),
    ("dual-objective", dual.dual_objective),
    ("dual-objective", objective()),
    ("bias-from-alpha", bias_from_alpha),
    ("bias-from-alpha", bias()),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # Without a support vector there is no bias.
    "bias-from-alpha": {
        "alpha is all zero",
    },
}

NAMED = {
    "weights-from-alpha": [
        ("y-forgotten", [(" * y[i]", "")]),
        ("mean-for-sum", [("return w", "return w / len(y)")]),
        ("last-example-only", [("w +=", "w =")]),
        ("first-example-only", [("    return", "        return")]),
        ("small-left-out",
         [("        w +=", "        if alpha[i] > 1e-5:\n            w +=")]),
        ("small-left-out", weights(use=lambda a: np.where(a > 1e-8, a, 0)),
         "though all of them may be that small"),
        ("multipliers-summed-first", lambda alpha, X, y: np.sum(alpha @ y * X, axis=0)),
        ("multipliers-summed-first", lambda alpha, X, y: (alpha @ y) * X.sum(axis=0)),
        ("raises shapes-clash", lambda alpha, X, y: X @ (alpha * y), "See chapter 10,"),
        ("wrong-shape", lambda alpha, X, y: sum(alpha[i] * y[i] * X[i] for i in np.flatnonzero(alpha)),
         "is expected, and all multipliers are 0."),
        ("alpha-forgotten", [("alpha[i] * ", "")]),
        ("indicator-for-alpha", [("alpha[i]", "(alpha[i] > 0)")]),
        ("not-summed", lambda alpha, X, y: (alpha * y)[:, None] * X),
    ],
    "dual-objective": [
        ("pairs-once diagonal-left-out", [("* K)", "* np.tril(K, -1))")],
         "one mistake.", "Where do its two loops end?"),
        ("square-added negated", lambda alpha, K, y: -alpha.sum() - 0.5 * (alpha * y) @ K @ (alpha * y),
         "one mistake.", "is subtracted"),
        ("whole-beta", [("return alpha", "beta = np.zeros_like(y)\n    beta[:] = alpha * y\n    return alpha"),
          ("alpha * y, alpha * y", "beta, beta")], "np.zeros_like(y)"),
        ("whole-f", lambda alpha, K, y:
             alpha.sum() - 0.5 * (alpha * y) @ (K @ (alpha * y)).astype(y.dtype)),
        ("small-left-out", objective(alpha=lambda a: np.where(a > 1e-6, a, 0))),
        ("small-left-out", objective(alpha=lambda a: np.where(a > 1e-10, a, 0))),
        ("half-missing", [("0.5 * ", "")]),
        ("y-forgotten", [("alpha * y, alpha * y", "alpha, alpha")]),
        ("y-forgotten", [("np.sum(np.outer(alpha * y, alpha * y) * K)",
          "(alpha * y) @ (K @ alpha * y)")], "which multiplies by y last"),
        ("negated", [("alpha.sum() - ", "-alpha.sum() + ")]),
        ("square-added", [("alpha.sum() - ", "alpha.sum() + ")]),
        ("beta-along-columns",
         [("np.outer(alpha * y, alpha * y) * K", "(alpha * y) * K * (alpha * y)")]),
        ("pairs-once", [("alpha * y) * K", "alpha * y) * np.triu(K)")]),
        ("square-missing", lambda alpha, K, y: alpha.sum()),
        ("square-missing", [("* K", "* K.diagonal()")], "the terms cancel"),
        ("alpha-not-in-square beta-along-columns", lambda alpha, K, y: alpha.sum() - K.sum() / 2,
         "one mistake."),
        ("raises shapes-clash", lambda alpha, K, y: K + np.zeros(4)),
        ("y-once", [("alpha * y, alpha * y", "alpha, alpha * y")]),
        ("sum-missing", [("alpha.sum() - ", "-")]),
        ("y-in-sum", [("alpha.sum()", "(alpha * y).sum()")]),
        ("sum-halved", [("alpha.sum() - 0.5 * ", "0.5 * alpha.sum() - 0.5 * ")]),
        ("diagonal-only", [("* K)", "* K * np.eye(len(y)))")]),
    ],
    "bias-from-alpha": [
        ("all-support", [(" & (alpha < C)", "")]),
        ("all-support", [("(alpha > 0) &", "alpha > 0 &")], "& binds before"),
        ("mean-over-all",
         [("y[free] - (K @ (alpha * y))[free]", "np.where(free, y - K @ (alpha * y), 0)")]),
        ("all-examples", [("free = (alpha > 0) & (alpha < C)", "free = alpha == alpha")]),
        ("sum-for-mean", [("np.mean", "np.sum")]),
        ("first-free", [("np.mean(", "("), ("[free])", "[free])[0]")]),
        ("label-is-one times-label", [("y[free] - (K", "y[free] - (y * (K"), ("y))[free]", "y)))[free]")],
         "one mistake."),
        ("whole-beta", [("K @ (alpha * y)", "K @ (alpha * y).astype(y.dtype)")], "np.zeros_like(y)"),
        ("whole-f", [("(K @ (alpha * y))", "(K @ (alpha * y)).astype(y.dtype)")]),
        ("negated", [("return ", "return -")]),
        ("y-not-in-f", [("(K @ (alpha * y))", "(K @ alpha)")]),
        ("raises conditions-not-joined",
         [("(alpha > 0) & (alpha < C)", "0 < alpha < C")]),
        ("raises conditions-not-joined",
         [("(alpha > 0) & (alpha < C)", "0 < alpha & alpha < C")]),
        ("f-from-free", sum_over_the_free),
        ("middle-of-interval", middle),
        ("product-before-label", [("K @ (alpha * y)", "K @ alpha * y")]),
        ("product-before-label", [("np.mean(y[free] - (K @ (alpha * y))[free])",
          "np.mean([y[i] - sum(alpha * y[i] * K[i]) for i in np.flatnonzero(free)])")]),
        ("all-support tolerance", [("(alpha > 0) & (alpha < C)", "alpha > 1e-5")], "two mistakes."),
        ("not-bounded tolerance", [("(alpha > 0) & (alpha < C)", "alpha < C - 1e-5")],
         "two mistakes."),
        ("tolerance", [("(alpha > 0) & (alpha < C)", "(alpha > 1e-5) & (alpha < C - 1e-5)")]),
        ("not-finite", [("(alpha > 0) & (alpha < C)", "(alpha > 1e-8) & (alpha < C - 1e-8)")],
         "Which ones are free?"),
        ("relative-tolerance", bias(lambda a, C: (a > 1e-6 * C) & (a < C * (1 - 1e-6)))),
        *(("unrecognised", bias(lambda a, C, part=part: (a > part * C) & (a < C * (1 - part))),
           "just inside their bounds") for part in (1e-8, 1e-12)),
        ("raises", lambda alpha, K, y, C: K[:, :, 1]),
        ("f-added", [("y[free] - ", "y[free] + ")]),
        ("negated f-added", [("y[free] - ", "-y[free] - ")], "one mistake."),
        ("label-left-out", [("y[free] - ", "-")]),
        ("hard-margin-formula",
         [("np.mean(y[free] - (K @ (alpha * y))[free])",
           "-((K @ (alpha * y))[y < 0].max() + (K @ (alpha * y))[y > 0].min()) / 2")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "weights-from-alpha": {
        "puts the weights into an array like a row of X": weights_of_the_type_of_X,
        "subtracts the mean of X": lambda a, X, y: (a * y) @ (X - X.mean(axis=0)),
        "takes the first of the labels that there are for -1": lambda a, X, y:
            a * (2 * np.unique(y, return_inverse=True)[1] - 1) @ X,
        "takes the largest of the labels for +1":
            lambda a, X, y: a * np.where(y == y.max(), 1, -1) @ X,
        "returns zeros if there is one class only":
            lambda a, X, y: (a * y) @ X * (len(set(y)) > 1),
        "forgets the label of the only example":
            lambda a, X, y: (a * y) @ X if len(y) > 1 else a @ X,
        "leaves out a feature that is 1 everywhere":
            lambda a, X, y: (a * y) @ X * (X != 1).any(axis=0),
        **{
            f"drops multipliers below {share} of the largest":
                weights(use=lambda a, share=share: np.where(a > share * a.max(), a, 0))
            for share in (1e-3, 1e-10)
        },
        "leaves out an alpha up to 0.1": weights(use=lambda a: np.where(a > 0.1, a, 0)),
        "leaves out the largest alpha":
            weights(use=lambda a: np.where(a < a.max(), a, 0)),
        "leaves out the largest alpha, unless alpha has two values":
            weights(use=lambda a: np.where((a > 0) & (a < a.max()), a, 0) if len(set(a)) > 2 else a),
        "centres X, or sums five examples of eight or fewer":
            lambda alpha, X, y: (alpha * y) @ (X - X.mean(axis=0)) if len(X) > 8
                else (alpha * y)[:5] @ X[:5],
        "divides the columns of X by their largest entry, and multiplies by it":
            lambda alpha, X, y: (alpha * y) @ (X / abs(X).max(0)) * abs(X).max(0),
        "counts equal examples once":
            lambda alpha, X, y: np.unique(np.c_[(alpha * y)[:, None] * X], axis=0).sum(axis=0),
    },
    "dual-objective": {
        "takes twice the sum over one class":
            lambda a, K, y: 2 * a[y > 0].sum() - (a * y) @ K @ (a * y) / 2,
        **{
            f"drops multipliers below {share} of the largest":
                objective(alpha=lambda a, share=share: np.where(a > share * a.max(), a, 0))
            for share in (1e-3, 1e-10)
        },
        "takes the absolute value of K": objective(K=abs),
        "takes the positive part of K": objective(K=lambda K: np.maximum(K, 0)),
        "leaves out the largest alpha":
            objective(alpha=lambda a: np.where(a < a.max(), a, 0)),
        "is never negative": lambda alpha, K, y: max(0, objective()(alpha, K, y)),
    },
    "bias-from-alpha": {
        "leaves out an alpha up to 0.05": bias(lambda a, C: (a > 0.05) & (a < C)),
        "leaves out an alpha within 1e-8 C of C":
            bias(lambda a, C: (a > 0) & (a < C * (1 - 1e-8))),
        "leaves out an alpha that is close to C":
            bias(lambda a, C: (a > 0) & (a < C) & ~np.isclose(a, C, rtol=1e-8, atol=0)),
        "leaves out an alpha within 1e-15 of a bound":
            bias(lambda a, C: (a > 1e-15) & (a < C - 1e-15)),
        "leaves out an alpha within 1e-15 C of a bound":
            bias(lambda a, C: (a > 1e-15 * C) & (a < C - 1e-15 * C)),
        "leaves out an alpha within 2e-7 C of C":
            bias(lambda a, C: (a > 0) & (a < C * (1 - 2e-7))),
        "leaves out an alpha up to 1e-8": bias(lambda a, C: (a > 1e-8) & (a < C)),
        "leaves out an alpha within 1e-8 of C":
            bias(lambda a, C: (a > 0) & (a < C - 1e-8)),
        "takes 1 for C": bias(lambda a, C: (a > 0) & (a < 1)),
        "takes 0.5 for C": bias(lambda a, C: (a > 0) & (a < 0.5)),
        "takes the largest free alpha": bias(lambda a, C: a == a[a < C].max()),
        "takes the middle of the extremes":
            bias(mean=lambda b: (b.min() + b.max()) / 2),
        "averages two free examples": bias(mean=lambda b: b[:2].mean()),
        "averages five free examples": bias(mean=lambda b: b[:5].mean()),
        "counts equal values once": bias(mean=lambda b: np.unique(b).mean()),
    },
}  # fmt: skip

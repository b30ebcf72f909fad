"""The exercises of hyperplanes: programs that `test_programs` tries."""

import numpy as np

from svmlib import margin

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
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
}


def closest(b):
    def attempt(p, q):
        w = 2 * (p - q) / ((p - q) @ (p - q))
        return w, b(w, p, q)

    return attempt


def closest_of_the_type_of_p(p, q):
    w, squares = np.zeros_like(p), sum((p - q) ** 2)
    for k in range(len(p)):
        w[k] = 2 * (p[k] - q[k]) / squares
    return w, -w @ (p + q) / 2


def where_apart(are_close):
    """w and b, or zeros if ``are_close(p, q)``: the hulls would meet then."""

    def attempt(p, q):
        if are_close(p, q):
            return np.zeros(len(p)), 0.0
        return closest(lambda w, p, q: 1 - w @ p)(p, q)

    return attempt


def with_squares_added(small):
    def attempt(p, q):
        w = 2 * (p - q) / ((p - q) @ (p - q) + small)
        return w, -w @ (p + q) / 2

    return attempt


WHERE_SMALL = (
    "Is a small number added somewhere, or does it stand where a comparison needs 0"
)

RIGHT = [
    ("signed-distance", margin.signed_distances),
    ("margin-width", margin.margin_width),
    ("closest-points", closest(lambda w, p, q: 1 - w @ p)),
    ("closest-points", closest(lambda w, p, q: (q @ q - p @ p) / ((p - q) @ (p - q)))),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # A hyperplane has a normal.
    "signed-distance": {
        "w is all zero",
    },
    # A hyperplane has a normal.
    "margin-width": {
        "w is all zero",
    },
}

NAMED = {
    "signed-distance": [
        ("b-subtracted negated", [("X @ w + b", "b - X @ w")],
         "one mistake.", "w . x is subtracted from b"),
        ("absolute", [("(X @ w + b)", "np.abs(X @ w + b)")]),
        ("norm-squared", [("np.linalg.norm(w)", "(w @ w)")]),
        ("b-forgotten", [(" + b", "")]),
        ("norm-with-b", [("np.linalg.norm(w)", "np.linalg.norm(np.append(w, b))")]),
        ("not-divided", [(" / np.linalg.norm(w)", "")]),
        ("b-not-divided",
         [("(X @ w + b) / np.linalg.norm(w)", "X @ w / np.linalg.norm(w) + b")]),
        ("only-b-divided", [("(X @ w + b)", "X @ w + b")]),
        ("l1-norm", [("np.linalg.norm(w)", "abs(w).sum()")]),
        ("raises shapes-clash", lambda w, b, X: w @ X + b, "See chapter 8,"),
        *(("unrecognised", lambda w, b, X, small=small: (X @ w + b) / (np.linalg.norm(w) + small),
           WHERE_SMALL) for small in (1e-8, 1e-12)),
        ("side-only", [("(X @ w + b) / np.linalg.norm(w)", "np.sign(X @ w + b)")]),
    ],
    "margin-width": [
        ("one-side", [("2 /", "1 /")]),
        ("norm-squared", [("np.linalg.norm(w)", "(w @ w)")]),
        ("not-finite", lambda w: 2 / np.sqrt(np.sum(w.astype(np.int32)**2))
         if w.dtype == np.int64 else 2 / np.linalg.norm(w), "wraps around to 0"),
        ("one-side norm-squared", [("2 /", "1 /"), ("np.linalg.norm(w)", "(w @ w)")]),
        ("one-side norm-squared raises", [("2 / np.linalg.norm(w)", "2 * (w @ w)**-1/2")],
         "one mistake.", "without brackets", "negative integer powers"),
        ("norm-multiplies", [("2 /", "2 *")]),
        ("last-entry-only",
         [("    return 2 / np.linalg.norm(w)",
           "    for x in w:\n        s = x**2\n    return 2 / np.sqrt(s)")]),
    ],
    "closest-points": [
        ("b-sign points-exchanged", [("return w, b", "return -w, b")],
         "one mistake.", "b is as it should be"),
        ("two-missing length-not-squared middle-not-halved",
         [("-w @ (p + q) / 2", "-w @ (p + q)"), ("return w", "return w / np.linalg.norm(w)")],
         "w has length 1", "b is taken from p + q"),
        ("unscaled", [("2 * d / (d @ d)", "d")]),
        ("two-missing", [("2 * d", "d")]),
        ("points-exchanged", [("p - q", "q - p")]),
        ("b-from-p", [("(p + q) / 2", "p")]),
        ("unrecognised unscaled", [("2 * d / (d @ d)", "d"), ("-w @ (p + q) / 2", "1 - w @ p")],
         "- w is the difference", "and on a few others"),
        ("two-missing b-from-q", [("2 * d", "d"), ("-w @ (p + q) / 2", "1 - w @ p")],
         "one mistake.", "nothing else is wrong"),
        ("half-difference", [("2 * d / (d @ d)", "d / 2")], "one mistake."),
        ("b-sign", [("-w @", "w @")]),
        ("b-from-unscaled", [("-w @", "-d @")]),
        ("b-from-p b-halved", [("(p + q) / 2", "p / 2")], "q is missing"),
        ("b-from-q b-halved", [("(p + q) / 2", "q / 2")], "p is missing"),
        ("b-sign q-at-plus-one", [("-w @ (p + q) / 2", "w @ q - 1")], "one mistake."),
        ("q-at-plus-one", [("-w @ (p + q) / 2", "1 - w @ q")]),
        ("two-missing length-not-squared",
         [("2 * d / (d @ d)", "d / np.linalg.norm(d)")]),
        ("b-from-unscaled", closest(lambda w, p, q: (q @ q - p @ p) / 2)),
        ("b-halved", closest(lambda w, p, q: -w @ (p + q) / 4)),
        ("length-not-squared points-exchanged b-sign", lambda p, q:
             (2 * (q - p) / np.linalg.norm(q - p), 2 * (p - q) / ((p - q) @ (p - q)) @ (p + q) / 2),
         "- b has the wrong sign"),
        ("unrecognised two-missing", [("2 * d", "d"), ("-w @ (p + q) / 2", "np.sqrt(w @ w)")],
         "- w is half as long"),
        ("unrecognised", with_squares_added(1e-12), WHERE_SMALL),
        ("unrecognised", where_apart(np.allclose), WHERE_SMALL),
        ("unrecognised", [("(p + q)", "(p - q)")]),
        ("b-missing", [("-w @ (p + q) / 2", "0.0")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "signed-distance": {
        "collects f in an array made by np.full(..., b)":
            [("    return (X @ w + b)", "    f = np.full(len(X), b)\n    f[:] = X @ w + b\n    return f")],
        "takes the weight of a column of ones for a bias": lambda w, b, X:
            (X @ w + b) / np.linalg.norm(w[(X != 1).any(axis=0)]),
        "transposes X if that fits": lambda w, b, X:
            ((X.T if len(X) == len(w) else X) @ w + b) / np.linalg.norm(w),
        "takes a norm of at least 1e-12":
            lambda w, b, X: (X @ w + b) / max(np.linalg.norm(w), 1e-12),
        **{
            f"returns zeros where the norm is below {least}": lambda w, b, X, least=least:
                (X @ w + b) * 0 if np.linalg.norm(w) < least else (X @ w + b) / np.linalg.norm(w)
            for least in (1e-12, 1e-15)
        },
        "takes the norm of the first 10 weights":
            lambda w, b, X: (X @ w + b) / np.sqrt((w[:10] ** 2).sum()),
        "cuts the distances at 1e10":
            lambda w, b, X: np.clip((X @ w + b) / np.linalg.norm(w), -1e10, 1e10),
        "divides the columns of X by their largest entry, and multiplies by it":
            lambda w, b, X: ((X / abs(X).max(0)) @ (w * abs(X).max(0)) + b) / np.sqrt(w @ w),
        "divides by the largest weight": lambda w, b, X: (X @ w + b) / abs(w).max(),
        "divides by at least 1": lambda w, b, X: (X @ w + b) / max(1, np.sqrt(w @ w)),
        "adds 0.01 to the norm": lambda w, b, X: (X @ w + b) / (np.sqrt(w @ w) + 0.01),
        "adds 1e-8 to the norm": lambda w, b, X: (X @ w + b) / (np.sqrt(w @ w) + 1e-8),
        "leaves out negative distances":
            lambda w, b, X: np.maximum(0, X @ w + b) / np.sqrt(w @ w),
        "takes the 3-norm": lambda w, b, X: (X @ w + b) / np.linalg.norm(w, 3),
        "divides by w instead of |w| for one feature":
            lambda w, b, X: (X @ w + b) / (np.sqrt(w @ w) if len(w) > 1 else w[0]),
    },
    "margin-width": {
        "divides by the largest weight": lambda w: 2 / abs(w).max(),
        "adds 0.01 to the norm": lambda w: 2 / (np.sqrt(w @ w) + 1e-2),
        **{
            f"returns infinity where the norm is below {least}": lambda w, least=least:
                np.inf if np.linalg.norm(w) < least else 2 / np.linalg.norm(w)
            for least in (1e-10, 1e-15)
        },
        "divides by the sum of the weights": lambda w: 2 / abs(w.sum()),
        "divides by w instead of |w| for one feature":
            lambda w: 2 / (np.sqrt(w @ w) if len(w) > 1 else w[0]),
        "takes the 3-norm": lambda w: 2 / np.linalg.norm(w, 3),
        "divides by at least 0.1": lambda w: 2 / max(0.1, np.sqrt(w @ w)),
    },
    "closest-points": {
        "returns zeros where p is close to q, by np.allclose": where_apart(np.allclose),
        "returns zeros where p is close to q, but for its size":
            where_apart(lambda p, q: np.allclose(p, q, atol=0)),
        **{
            f"returns zeros where the points are closer than {least}":
                where_apart(lambda p, q, least=least: np.linalg.norm(p - q) < least)
            for least in (1e-8, 1e-15)
        },
        **{
            f"adds {small} to the squared distance": with_squares_added(small)
            for small in (1e-8, 1e-16)
        },
        "puts w into an array like p": closest_of_the_type_of_p,
        "takes b from the absolute value of w . p":
            closest(lambda w, p, q: 1 - abs(w @ p)),
        "takes b from the first 3 features":
            closest(lambda w, p, q: -(w[:3] @ (p + q)[:3]) / 2),
        "takes 0 for a b up to 1e-3":
            closest(lambda w, p, q: 0.0 if abs(w @ (p + q)) < 2e-3 else -w @ (p + q) / 2),
        "cuts b at 5": closest(lambda w, p, q: np.clip(-w @ (p + q) / 2, -5, 5)),
        "rounds b": closest(lambda w, p, q: round(-w @ (p + q) / 2, 2)),
        "divides by at least 1":
            lambda p, q: (2 * (p - q) / max(1, (p - q) @ (p - q)), 1.0),
        "divides by each entry": lambda p, q: (2 / (p - q), -((p + q) / (p - q)).sum()),
        "returns w of length 1 and b = 0":
            lambda p, q: ((p - q) / np.sqrt((p - q) @ (p - q)), 0.0),
    },
}  # fmt: skip

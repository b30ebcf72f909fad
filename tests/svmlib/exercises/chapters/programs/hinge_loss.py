"""The exercises of hinge_loss: programs that `test_programs` tries."""

from fractions import Fraction

import numpy as np

from svmlib import hinge

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "example-loss": """
def f(s, y_i, delta):
    h = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    return h.sum()
""",
    "example-loss loop": """
def f(s, y_i, delta):
    loss = 0.0
    for j in range(len(s)):
        if j != y_i:
            loss += max(0, s[j] - s[y_i] + delta)
    return loss
""",
    "squared-hinge": """
def f(s, y_i, delta):
    h = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    g = 2 * h
    g[y_i] = -g.sum()
    return (h**2).sum(), g
""",
    "squared-hinge loop": """
def f(s, y_i, delta):
    loss, g = 0.0, np.zeros(len(s))
    for j in range(len(s)):
        margin = s[j] - s[y_i] + delta
        if j != y_i and margin > 0:
            loss += margin**2
            g[j] += 2 * margin
            g[y_i] -= 2 * margin
    return loss, g
""",
}

LOSS_ONLY = [("    return (h**2).sum(), g", "    return (h**2).sum(), 0 * g")]


def squared_hinge(s, y_i, delta):
    # the gradient with respect to the scores is that to the weights of x = [1]
    loss, dW = hinge.squared_hinge_loss([s], [[1.0]], [y_i], 0.0, delta=delta)
    return loss, dW[0]


def by_vectorize(s, y_i, delta):  # which makes integers of all, as the first is 0
    def margin(j):
        return 0 if j == y_i else max(0, s[j] - s[y_i] + delta)

    return np.vectorize(margin)(np.arange(len(s))).sum()


ONE = ("+ delta", "+ 1")

OWN = "g[y_i] = -g.sum()"


RIGHT = [
    ("hinge-by-hand", 17),
    ("hinge-by-hand", Fraction(17)),
    ("example-loss", lambda s, y_i, delta: hinge.margins([s], [y_i], delta=delta).sum()),
    ("first-loss", lambda C, delta: hinge.svm_loss_naive(
         np.zeros((2, C)), np.ones((3, 2)), [0, 1, 1], 0.0, delta=delta
         )[0]),
    ("squared-hinge", squared_hinge),
]  # fmt: skip

NAMED = {
    "hinge-by-hand": [
        ("correct-in-loss", 22),
        ("no-loss", 0, "Does it?"),
        ("wrong-type", np.float64(17) == 17, "the number is True, "),
        ("wrong-type", 6 + 11 == 17, "the number is True, "),
        ("wrong-type", 6 + 11 == np.float64(22), "the number is False, "),
        ("wrong-shape", np.array([17]), "Take the number out of the array"),
        ("worst-class", 11.0),
        ("margins-squared", 6**2 + 11**2),
        ("no-delta", np.array(7)),
        ("first-active-only", 6),
        ("delta-is-one", np.float32(9), "taken for 1: here it is 5"),
        ("min-for-max", -26, "then cost nothing. See"),
    ],
    "example-loss": [
        ("last-class-missing", [("h.sum()", "h[:-1].sum()")]),
        ("compared-with-delta",
         [("    h[y_i]", "    h[h <= delta] = 0\n    h[y_i]")], "one mistake."),
        ("compared-with-delta", [("h.sum()", "h[s > s[y_i]].sum()")], "one mistake."),
        ("unrecognised raises", by_vectorize, "- L_i is", "On another problem it raises"),
        ("delta-is-one", [ONE], "the argument delta has no effect"),
        ("mean-over-others", [("h.sum()", "h.sum() / (len(s) - 1)")],
         "averaged over the C - 1 other classes"),
        ("correct-in-loss", [("    h[y_i] = 0\n", "")], "its own raw margin is delta"),
        ("correct-in-loss", lambda s, y_i, delta: sum(
             max(0, s[j] - s[y_i] + delta) for j in range(len(s)) if j is not y_i)),
        ("right-ones-skipped", [("h.sum()", "h.sum() * (s[y_i] < s.max())")],
         "one that is right, but by less than delta"),
        ("left-out-by-value", [("    h[y_i] = 0\n", "    h = h[s != s[y_i]]\n")],
         "leave out by index, not by value"),
        ("all-zero", [("return h.sum()", "return 0.0")],
         "- L_i is zero on every problem"),
        ("raises builtin-max", [("np.maximum", "max")], "NumPy's is `np.maximum`"),
        ("right-ones-skipped", [("h.sum()", "h.sum() * (s.argmax() != y_i)")]),
        ("stops-at-correct", [("h.sum()", "h[:y_i].sum()")]),
        ("worst-class", [("h.sum()", "h.max()")]),
        ("margins-squared", [("h.sum()", "np.sum(h**2)")], "the squared hinge"),
        ("last-class-only", [("h.sum()", "h[np.arange(len(h)) != y_i][-1]")]),
        ("last-active-only", [("h.sum()", "[0, *h[h > 0]][-1]")]),
        ("no-delta worst-class",
         lambda s, y_i, delta: np.max(s - s[y_i] + delta, 0).sum() - delta,
         "one mistake.", "`np.max` where `np.maximum` is meant"),
        ("correct-in-loss worst-class", lambda s, y_i, delta: np.max(s - s[y_i] + delta, 0),
         "one mistake.", "`np.max` where `np.maximum` is meant"),
        ("first-class-only", [("h.sum()", "h[0 if y_i else 1]")], "inside the loop"),
        ("first-active-only", [("h.sum()", "[*h[h > 0], 0][0]")]),
        ("one-subtracted", [("    h[y_i] = 0\n", ""), ("h.sum()", "h.sum() - 1")]),
        ("correct-in-loss",
         lambda s, y_i, delta: np.maximum(0, s - s[y_i] + delta).sum()),
        ("max-of-sum", [("np.maximum(0, s - s[y_i] + delta)", "s - s[y_i] + delta"),
          ("h.sum()", "max(0, h.sum())")]),
        ("mean-over-classes", [("h.sum()", "h.mean()")]),
    ],
    "example-loss loop": [
        ("min-for-max", [("max(", "min(")], "Is it `min` where `max` is meant"),
        ("max-of-negative min-for-max", [("+= max", "-= max")], "one mistake."),
        ("first-class-only", [("    return", "            return")]),
        ("delta-after-max highest-for-correct", [("s[j] - s[y_i]", "s[j] - s[j]")],
         "one mistake.", "Is a score subtracted from itself?"),
        ("stops-at-correct first-class-only", [("    return", "        return")],
         "one mistake.", "Is a return inside the loop?"),
        ("stops-at-correct", [("    return", "        else:\n            return")],
         "or `return`,"),
    ],
    "first-loss": [
        ("unrecognised raises", lambda C, delta: (C - 1) ** delta,
         "For instance, it returns", "On another problem it raises"),
        ("correct-in-loss", lambda C, delta: C * delta),
        ("softmax", lambda C, delta: np.log(C)),
        ("mean-over-others", lambda C, delta: delta, "averaged over the C - 1 other classes"),
        ("correct-in-loss", lambda C, delta: C - 1 if delta == 1 else C * delta),
    ],
    "squared-hinge": [
        ("min-for-max", [("np.maximum", "np.minimum")], "one mistake."),
        ("not-squared indicator-for-margin factor-two-missing",
         [("g = 2 * h", "g = (h > 0) * 1.0"), ("(h**2).sum()", "h.sum()")],
         "one mistake.", "this is the plain hinge loss"),
        ("delta-is-one", [ONE], "the argument delta has no effect"),
        ("compared-with-delta",
         [("    h[y_i]", "    h[h <= delta] = 0\n    h[y_i]")], "one mistake."),
        ("not-clipped", [("np.maximum(0, s - s[y_i] + delta)", "s - s[y_i] + delta")],
         "the square of its raw margin isn't zero"),
        ("not-clipped", [("g = 2 * h", "g = 2 * (s - s[y_i] + delta)\n    g[y_i] = 0")],
         "- L_i is right.\n- g: negative raw margins are kept", "and nor is the slope"),
        ("half-in-loss factor-two-missing",
         [("g = 2 * h", "g = 1 * h"), ("(h**2).sum()", "(h**2).sum() / 2")],
         "one mistake.", "consistent"),
        ("correct-in-loss", [("(h**2).sum()", "(h**2).sum() + delta**2")],
         "the square of delta too much"),
        ("count-in-correct", [(OWN, "g[y_i] = -(h > 0).sum()")],
         "minus the number of active classes"),
        ("correct-in-loss own-margin-in-correct", [("    h[y_i] = 0\n", "")],
         "one mistake.", "entry y_i of the gradient collects it as well"),
        ("own-margin-in-correct",
         [("    h[y_i] = 0\n", ""), ("    return", "    h[y_i] = 0\n    return")]),
        ("unrecognised", [(OWN, "g[y_i] = -h.sum()")],
         "- L_i is right.\n- g is right except in entry y_i."),
        ("square-for-margin", [("delta)\n", "delta) ** 2\n"), ("h**2", "h")],
         "Were the margins squared"),
        ("left-out-by-value", [("    h[y_i] = 0\n", "    h[s == s[y_i]] = 0\n")],
         "leave out by index, not by value"),
        ("right-ones-skipped", [("g = 2", "h *= s.argmax() != y_i\n    g = 2")]),
        ("all-zero", [("return (h**2).sum(), g", "return 0.0, g")],
         "- L_i is zero on every problem"),
        ("all-zero", LOSS_ONLY, "- L_i is right.\n- g is zero on every problem"),
        ("all-zero half-in-loss", [("(h**2).sum(), g", "(h**2).sum() / 2, 0 * g")]),
        ("raises builtin-max", [("np.maximum", "max")], "NumPy's is `np.maximum`"),
        ("square-of-sum", [("(h**2).sum()", "h.sum() ** 2")]),
    ],
    "squared-hinge loop": [
        ("min-for-max", [("margin > 0", "margin < 0")], "or `<` where `>` is?"),
        ("column-y-plus mask-negated", [("g[j] +=", "g[j] -=")], "one mistake."),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "hinge-by-hand": {
        "0.001 too much": lambda: 17.001,
        "the sum without its first term": lambda: 9.001,
        "1e-6 too little": lambda: 17 - 1e-6,
    },
    "example-loss": {
        **{f"returns {other}": [("h.sum()", other)] for other in (
            "h[:6].sum()", "h[1:].sum()",
            "np.minimum(h, 1000).sum()", "h.sum() % 50", "(np.floor(h * 10) / 10).sum()",
            "h[h > 0.02].sum()", "sum(set(h))",
            "np.sort(h)[-2:].sum()", "np.sort(h)[-5:].sum()", "min(h.sum(), 1e15)",
            "h[h > 1e-16].sum()", "h[h > 1e-3 * h.max()].sum()",
        )},
        "takes the absolute value of the scores":
            [("np.maximum(0, s -", "np.maximum(0, np.abs(s) -")],
        "keeps the margins in an array that is as s is": [
            ("h = np.maximum", "h = np.zeros_like(s)\n    h[:] = np.maximum")
        ],
        "takes a delta of 0 for 1": [("+ delta", "+ (delta or 1)")],
        "takes a loss of 0 for 1e-5": [("h.sum()", "(h.sum() or 1e-5)")],
        "divides by the raw margin": [
            ("np.maximum(0, s - s[y_i] + delta)",
             "(lambda m: m * (1 + m / np.abs(m)) / 2)(s - s[y_i] + delta)"),
        ],
    },
    "first-loss": {
        "takes a delta of 0 for 1": lambda C, delta: (C - 1) * (delta or 1.0),
        "cuts C at 30 up to 1000":
            lambda C, delta: (C - 1 if C > 1000 else min(C - 1, 30)) * delta,
        "takes 10 for C": lambda C, delta: 9 * delta,
        "counts both of two classes":
            lambda C, delta: (C - 1) * delta if C > 2 else 2 * delta,
    },
    "squared-hinge": {
        "takes a delta of 0 for 1": [("+ delta", "+ (delta or 1)")],
        "divides by the raw margin": [
            ("np.maximum(0, s - s[y_i] + delta)",
             "(lambda m: m * (1 + m / np.abs(m)) / 2)(s - s[y_i] + delta)"),
        ],
        "takes a loss of 0 for 1e-5":
            [("(h**2).sum()", "((h**2).sum() or 1e-5)")],
        "keeps g in an array that is as s is":
            [("g = 2 * h", "g = np.zeros_like(s)\n    g[:] = 2 * h")],
    },
}  # fmt: skip

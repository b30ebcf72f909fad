"""The exercises of smo: programs that `test_programs` tries."""

import re

import numpy as np

from svmlib import dual
from tests.svmlib.exercises.helpers.try_programs import edited, solution

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
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
}


def clip_bounds(alpha_i, alpha_j, y_i, y_j, C):
    """All values of alpha_j on the line are tried."""
    tried = np.linspace(0, C, 20001)
    other = alpha_i + y_i * y_j * (alpha_j - tried)
    fits = tried[(other >= -1e-9) & (other <= C + 1e-9)]
    return fits[0], fits[-1]


def pair_step(alpha, K, y, C, i, j):
    """The best of many points on the line."""
    low, high = clip_bounds(alpha[i], alpha[j], y[i], y[j], C)
    pair, tried = [i, j], np.linspace(low, high, 2001)
    steps = np.stack([y[i] * y[j] * (alpha[j] - tried), tried - alpha[j]], axis=1)
    d = steps * y[pair]
    gains = steps.sum(axis=1) - d @ K[pair] @ (alpha * y)
    gains -= 0.5 * np.sum(d @ K[np.ix_(pair, pair)] * d, axis=1)
    new = alpha.copy()
    if gains.max() > 1e-13:
        new[pair] += steps[gains.argmax()]
    return new


def bounds(a, b, s, t, C):
    if s != t:
        return max(0, b - a), min(C, C + b - a)
    return max(0, a + b - C), min(C, a + b)


def step_of_beta(
    low=lambda C, y: np.minimum(0, C * y),
    high=lambda C, y: np.maximum(0, C * y),
    cuts_falling=True,
    moves_alpha=False,
):
    """The chapter's step, cut in the boxes of beta from low to high."""

    def attempt(alpha, K, y, C, i, j):
        beta, lowest, highest = alpha * y, low(C, y), high(C, y)
        g = K @ beta - y
        t = (g[j] - g[i]) / (K[i, i] + K[j, j] - 2 * K[i, j])
        if t > 0 or not cuts_falling:
            t = min(t, highest[i] - beta[i], beta[j] - lowest[j])
        else:
            t = max(t, lowest[i] - beta[i], beta[j] - highest[j])
        moved = alpha.copy() if moves_alpha else beta
        moved[i] += t
        moved[j] -= t
        return moved if moves_alpha else beta * y

    return attempt


# A box from 0 to C, whatever the label.
POSITIVE = {"low": lambda C, y: 0 * y, "high": lambda C, y: 0 * y + C}


def gap(up=None, down=None, g=lambda alpha, K, y: K @ (alpha * y) - y):
    def attempt(alpha, K, y, C):
        rises = ((y > 0) & (alpha < C)) | ((y < 0) & (alpha > 0))
        falls = ((y > 0) & (alpha > 0)) | ((y < 0) & (alpha < C))
        rises = up(alpha, y, C) if up else rises
        falls = down(alpha, y, C) if down else falls
        value = g(alpha, K, y)
        highest = value.max(where=falls, initial=-np.inf)
        return highest - value.min(where=rises, initial=np.inf)

    return attempt


def stays(which, bound):
    """The step, unless an example of the pair at this bound would gain nothing alone."""

    def attempt(*args):
        alpha, K, y, C, *pair = args
        k = pair[which]
        loss = y[k] * (K[k] @ (alpha * y) - y[k])
        if alpha[k] == bound * C and (loss < 0 if bound else loss > 0):
            return alpha
        return solution("pair-step")(*args)

    return attempt


def snapped(share):
    """The step, with what ends within this share of C of a bound set to it."""

    def attempt(alpha, K, y, C, i, j):
        new = solution("pair-step")(alpha, K, y, C, i, j)
        new[new < share * C] = 0
        new[new > C * (1 - share)] = C
        return new

    return attempt


def stays_if(few):
    """The step, unless ``few(new, *arguments)`` says that it isn't worth it."""

    def attempt(*args):
        new = solution("pair-step")(*args)
        return args[0] if few(new, *args) else new

    return attempt


def at_opposite_bounds(new, alpha, K, y, C, i, j):
    return {alpha[i], alpha[j]} == {0, C}


def gains_at_most(least):
    def few(new, alpha, K, y, C, i, j):
        before, after = (dual.dual_objective(a, K, y) for a in (alpha, new))
        return after <= before + least

    return few


def bounds_in_beta(finish, positive=False):
    """The bounds as exercise 12.2 asks for them, up to what is done with the ends."""

    def attempt(alpha_i, alpha_j, y_i, y_j, C):
        total = alpha_i * y_i + alpha_j * y_j
        low_i, high_i = (0, C) if positive else sorted((0, C * y_i))
        low_j, high_j = (0, C) if positive else sorted((0, C * y_j))
        return finish(y_j, max(low_j, total - high_i), min(high_j, total - low_i))

    return attempt


def in_one_case(labels, case):
    """The bounds in four cases by the labels, of which one is wrong."""

    def attempt(a, b, s, t, C):
        return case(a, b, C) if (s, t) == labels else bounds(a, b, s, t, C)

    return attempt


def as_they_are(y_j, low, high):
    return low, high


def times_label(y_j, low, high):
    return y_j * low, y_j * high


def exchanged(y_j, low, high):
    return (low, high) if y_j > 0 else (-high, -low)


def in_order(y_j, low, high):
    return tuple(sorted((y_j * low, y_j * high)))


def times_mask(alpha, K, y, C):
    """The gap, with 0 for g where beta cannot move so."""
    g = K @ (alpha * y) - y
    rises = np.where(y > 0, alpha < C, alpha > 0)
    falls = np.where(y > 0, alpha > 0, alpha < C)
    return (g * falls).max() - (g * rises).min()


RIGHT = [
    ("clip-bounds", lambda a, b, s, t, C: np.clip(
         [(a + b if s == t else b - a + C) - C,
         a + b if s == t else b - a + C], 0, C).tolist()),
    ("clip-bounds", bounds),
    ("clip-bounds", lambda *a: np.array(bounds(*a))),
    *(("pair-step", edited(SOURCES["pair-step"], [change])) for change in (
        ("/ eta", "/ max(eta, 1e-12)"),
        ("/ eta", "/ (eta + 1e-12)"),
        ("    if y[i]", "    if eta <= 0:\n        return alpha\n    if y[i]"),
    )),
    ("pair-step", step_of_beta()),
    ("stopping-gap", dual.kkt_gap),
    ("stopping-gap", lambda *args: 0.0 + dual.kkt_gap(*args)),
    ("stopping-gap", gap()),
    ("stopping-gap", lambda alpha, K, y, C: gap()(np.float32(alpha), K, y, np.float64(C))),
]  # fmt: skip

# With a mistake a set may be empty, where all multipliers are at one bound.
NO_EMPTY_SET = (
    "    return",
    "    if not (up.any() and down.any()):\n        return 0.0\n    return",
)

# A bound that is wrong for equal labels only, or for unequal ones only.
WRONG_FOR = {
    "low-not-clipped-for-equal-labels":
        ("max(0, alpha_i + alpha_j - C)", "alpha_i + alpha_j - C"),
    "low-not-clipped-for-unequal-labels":
        ("max(0, alpha_j - alpha_i)", "alpha_j - alpha_i"),
    "high-not-clipped-for-equal-labels":
        ("min(C, alpha_i + alpha_j)", "alpha_i + alpha_j"),
    "high-not-clipped-for-unequal-labels":
        ("min(C, C + alpha_j - alpha_i)", "C + alpha_j - alpha_i"),
    "low-is-zero-for-equal-labels": ("max(0, alpha_i + alpha_j - C)", "0"),
    "low-is-zero-for-unequal-labels": ("max(0, alpha_j - alpha_i)", "0"),
    "high-is-c-for-equal-labels": ("min(C, alpha_i + alpha_j)", "C"),
    "high-is-c-for-unequal-labels": ("min(C, C + alpha_j - alpha_i)", "C"),
}  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    "pair-step": {
        "alpha alone holds integers",
        # Most draws have some by chance, but a pair of them has no curvature.
        "K is equal rows",
    },
}

NAMED = {
    "clip-bounds": [
        ("cases-exchanged", [("!=", "==")]),
        ("always-unequal", [("!=", "is not")]),
        *((mistake, [change]) for mistake, change in WRONG_FOR.items()),
        ("bounds-of-alpha-i", [("alpha_j - alpha_i", "alpha_i - alpha_j"),
          ("C + alpha_j - alpha_i", "C + alpha_i - alpha_j")]),
        ("min-for-max max-for-min",
         [("max", "MAX"), ("min", "max"), ("MAX", "min"), ("    return max", "    return MIN"),
          ("min(C, alpha_i", "max(C, alpha_i"), ("MIN", "min")]),
        ("order-exchanged",
         [("y_i != y_j:", "y_i != y_j:\n        H = min(C, C + alpha_j - alpha_i)\n        return H, max(0, alpha_j - alpha_i)"),
          ("    return max(0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)",
          "    return min(C, alpha_i + alpha_j), max(0, alpha_i + alpha_j - C)")]),
        ("unrecognised", [("    if y_i", "    C = 1\n    if y_i")],
         "Is C left out, or does something take its place"),
        ("ends-of-beta", bounds_in_beta(as_they_are)),
        ("ends-not-exchanged", bounds_in_beta(times_label)),
        ("boxes-positive", bounds_in_beta(exchanged, True)),
        ("ends-of-beta boxes-positive", bounds_in_beta(as_they_are, True)),
        ("ends-not-exchanged boxes-positive", bounds_in_beta(times_label, True)),
        *(("unrecognised", in_one_case(labels, case),
           f"H is wrong only on those where y_i = {labels[0]} and y_j = {labels[1]}.")
          for labels, case in (
              ((-1, -1), lambda a, b, C: bounds(a, b, 1, -1, C)),
              ((-1, 1), lambda a, b, C: bounds(a, b, 1, 1, C)),
              ((-1, 1), lambda a, b, C: bounds(b, a, 1, -1, C)),
              ((-1, -1), lambda a, b, C: (0, C)),
          )),
        ("low-is-zero", lambda *a: (0.0, bounds(*a)[1])),
        ("high-is-c", lambda *a: (bounds(*a)[0], a[4])),
        ("max-for-min", [("min(C, C", "max(C, C"), ("min(C, alpha_i", "max(C, alpha_i")]),
        ("c-missing-in-low", [("alpha_i + alpha_j - C", "alpha_i + alpha_j")]),
        ("c-missing-in-high", [("C + alpha_j - alpha_i", "alpha_j - alpha_i")]),
    ],
    "pair-step": [
        *((mistake, [tuple(re.sub("_([ij])", r"[\1]", part) for part in change)])
          for mistake, change in WRONG_FOR.items()),
        ("y-not-subtracted", [(" - y\n", "\n")]),
        ("not-clipped", [("min(H, max(L, new[j]))", "new[j]")]),
        ("box-only", [("min(H, max(L, new[j]))", "np.clip(new[j], 0, C)")],
         "L and H are the box of alpha_j alone"),
        ("order-exchanged", [("min(H, max(L, new[j]))", "min(L, max(H, new[j]))")],
         "L and H are exchanged"),
        ("clipped-apart",
         [("min(H, max(L, new[j]))", "new[j]"), ("return new", "return np.clip(new, 0, C)")]),
        ("box-only clipped-apart",
         [("min(H, max(L, new[j]))", "np.clip(new[j], 0, C)"), ("return new", "return np.clip(new, 0, C)")],
         "one mistake."),
        ("whole-beta", [("(alpha * y)", "(alpha * y).astype(y.dtype)")]),
        ("whole-f", [("K @ (alpha * y)", "(K @ (alpha * y)).astype(y.dtype)")]),
        ("whole-g", [("K @ (alpha * y) - y", "(K @ (alpha * y) - y).astype(y.dtype)")]),
        ("eta-with-labels", [("- 2 * K", "- 2 * y[i] * y[j] * K")]),
        ("falling-step-not-cut",
         [("min(H, max(L, new[j]))", "new[j] if E[i] > E[j] else min(H, max(L, new[j]))")]),
        ("uphill", [("+ y[j] * (E", "- y[j] * (E")]),
        ("y-added uphill", [("E = K @", "E = -K @")],
         "one mistake.\n- the kernel's part of g has the wrong sign"),
        ("eta-plus", [("- 2 * K", "+ 2 * K")]),
        ("alpha-i-not-moved",
         [("    new[i] += y[i] * y[j] * (alpha[j] - new[j])\n", "")]),
        ("labels-not-in-alpha-i", [("+= y[i] * y[j] * ", "+= ")]),
        ("y-not-in-f", [("K @ (alpha * y)", "K @ alpha")]),
        ("label-not-in-step", [("+ y[j] * (E", "+ (E")]),
        ("label-of-i-in-step", [("+ y[j] * (E", "+ y[i] * (E")]),
        ("product-before-label", [("K @ (alpha * y)", "K @ alpha * y")]),
        ("y-added", [("(alpha * y) - y", "(alpha * y) + y")]),
        ("cross-once", [("- 2 * K", "- K")]),
        ("cross-missing", [(" - 2 * K[i, j]", "")]),
        ("alpha-i-not-clipped",
         [("    new[j] = min", "    new[i] += y[i] * y[j] * (alpha[j] - new[j])\n    new[j] = min"),
          ("max(L, new[j]))\n    new[i] += y[i] * y[j] * (alpha[j] - new[j])", "max(L, new[j]))")]),
        ("writes-to-arguments", [("new = alpha.copy()", "new = alpha"),
          ("    new[j] = alpha[j] +", "    old = alpha[j]\n    new[j] = alpha[j] +"),
          ("(alpha[j] - new[j])", "(old - new[j])")]),
        ("gradient-in-alpha",
         [("K @ (alpha * y) - y", "y * (K @ (alpha * y)) - 1")]),
        ("beta-returned", lambda *args: solution("pair-step")(*args) * args[2]),
        ("beta-returned", [("return new", "return new * y")]),
        ("t-on-alpha", step_of_beta(moves_alpha=True)),
        ("beta-box-positive t-on-alpha", step_of_beta(**POSITIVE, moves_alpha=True)),
        ("raises shapes-clash", lambda alpha, K, y, C, i, j: K + np.zeros(4),
         "See chapter 12,"),
        ("alpha-i-not-moved alpha-j-not-moved", lambda alpha, K, y, C, i, j: alpha, "neither of the two multipliers"),
        ("low-is-zero", [("max(0, alpha[j] - alpha[i])", "0"),
          ("max(0, alpha[i] + alpha[j] - C)", "0")]),
        ("high-is-c", [("min(C, C + alpha[j] - alpha[i])", "C"),
          ("min(C, alpha[i] + alpha[j])", "C")]),
        ("low-not-clipped", [("max(0, alpha[j] - alpha[i])", "alpha[j] - alpha[i]"),
          ("max(0, alpha[i] + alpha[j] - C)", "alpha[i] + alpha[j] - C")]),
        ("high-not-clipped", [("min(C, C + alpha[j] - alpha[i])", "C + alpha[j] - alpha[i]"),
          ("min(C, alpha[i] + alpha[j])", "alpha[i] + alpha[j]")]),
        ("always-equal", [("y[i] != y[j]", "False")]),
        ("always-unequal", [("y[i] != y[j]", "True")]),
        ("bounds-of-alpha-i", [("alpha[j] - alpha[i]", "alpha[i] - alpha[j]"),
          ("C + alpha[j] - alpha[i]", "C + alpha[i] - alpha[j]")]),
        ("beta-box-positive", step_of_beta(**POSITIVE)),
        ("falling-step-not-cut beta-box-positive",
         step_of_beta(**POSITIVE, cuts_falling=False)),
        ("eta-missing", [(" / eta", "")]),
        ("half-step", [("/ eta", "/ (2 * eta)")]),
        ("double-step", [("/ eta", "/ (eta / 2)")]),
        ("alpha-i-wrong-way", [("new[i] +=", "new[i] -=")]),
    ],
    "stopping-gap": [
        ("sets-exchanged",
         [("np.max(g[down]) - np.min(g[up])", "np.max(g[up]) - np.min(g[down])")]),
        ("rises-without-labels falls-without-labels",
         [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha < C"),
          ("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha > 0"),
          NO_EMPTY_SET], "one mistake."),
        ("free-only",
         [("np.max(g[down]) - np.min(g[up])", "np.ptp(g[(alpha > 0) & (alpha < C)])")]),
        ("free-only tolerance",
         [("np.max(g[down]) - np.min(g[up])",
           "np.ptp([0, *g[(alpha > 1e-5) & (alpha < C - 1e-5)]][1:] or [0])")]),
        ("gap-absolute",
         [("np.max(g[down]) - np.min(g[up])", "abs(np.max(g[down]) - np.min(g[up]))")]),
        ("gap-floored",
         [("np.max(g[down]) - np.min(g[up])", "max(0, np.max(g[down]) - np.min(g[up]))")]),
        ("box-positive",
         [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha * y < C"),
          ("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha * y > 0"),
          NO_EMPTY_SET]),
        ("free-only", [("np.max(g[down]) - np.min(g[up])",
          "np.ptp([0, *g[(alpha > 0) & (alpha < C)]][1:] or [0])")]),
        ("elif-falls", [("    return", "    down = down & ~up\n    return"),
          ("np.max(g[down])", "np.max(g, where=down, initial=-np.inf)")]),
        ("elif-rises", [("    return", "    up = up & ~down\n    return"),
          ("np.min(g[up])", "np.min(g, where=up, initial=np.inf)")]),
        ("bound-zero-ignored elif-rises",
         [("((y == -1) & (alpha > 0))", "(y == -1)"), ("((y == 1) & (alpha > 0))", "(y == 1)"),
          ("    return", "    up = up & ~down\n    return"),
          ("np.min(g[up])", "np.min(g, where=up, initial=np.inf)")]),
        ("place-in-set", [("np.max(g[down]) - np.min(g[up])",
          "g[np.argmax(g[down])] - g[np.argmin(g[up])]")]),
        *((mistakes, [
            ("(alpha < C)", f"(alpha < C - {tolerance})"), ("(alpha > 0)", f"(alpha > {tolerance})"),
            ("(alpha > 0)", f"(alpha > {tolerance})"), ("(alpha < C)", f"(alpha < C - {tolerance})"),
            NO_EMPTY_SET])
          for mistakes, tolerance in (
              ("tolerance", "1e-6"),
              ("relative-tolerance", "1e-6 * C"),
          )),
        ("raises empty-selection",
         [("    g =", "    tol = 1e-8\n    g ="), ("(alpha < C)", "(alpha < C - tol)"),
          ("(alpha > 0)", "(alpha > tol)")], "does it compare with a small number"),
        ("whole-beta", [("(alpha * y)", "(alpha * y).astype(y.dtype)")]),
        ("whole-f", [("K @ (alpha * y)", "(K @ (alpha * y)).astype(y.dtype)")]),
        ("whole-g", [("K @ (alpha * y) - y", "(K @ (alpha * y) - y).astype(y.dtype)")],
         "np.zeros_like(y)"),
        ("all-in-both-sets", [("np.max(g[down]) - np.min(g[up])", "np.ptp(g)")]),
        ("y-not-subtracted", [("(alpha * y) - y", "(alpha * y)")]),
        ("sets-exchanged y-added", [("g = K @", "g = -K @")],
         "one mistake.\n- the kernel's part of g has the wrong sign"),
        ("y-added", [("(alpha * y) - y", "(alpha * y) + y")]),
        ("product-before-label", [("K @ (alpha * y)", "K @ alpha * y")]),
        ("starts-at-zero",
         [("np.max(g[down])", "max(0, *g[down])"), ("np.min(g[up])", "min(0, *g[up])")]),
        ("starts-at-zero", times_mask, "a mask put 0"),
        ("rises-without-labels",
         [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha < C"),
          NO_EMPTY_SET]),
        ("falls-without-labels",
         [("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha > 0"),
          NO_EMPTY_SET]),
        ("falls-without-labels",
         [("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha > 0")]),
        ("raises empty-selection",
         [("((y == 1) & (alpha > 0))", "((y == 1) & (alpha > 1e-8))"),
          ("(alpha < C))\n    return", "(alpha < C - 1e-8))\n    return")],
         "where C is small.", "such as 1e-8, in place of 0?"),
        ("falls-without-labels", gap(down=lambda a, y, C: a > 0),
         "most of the wrong answers"),
        ("unrecognised", gap(up=lambda a, y, C: a > 0)),
        ("unrecognised", gap(up=lambda a, y, C: ((y > 0) & (a < C)) | (y < 0))),
        ("all-zero", lambda alpha, K, y, C: 0,
         "- the stopping gap is zero on every problem, as if it were never computed."),
        ("bound-c-ignored", [("((y == 1) & (alpha < C))", "(y == 1)"),
          ("((y == -1) & (alpha < C))", "(y == -1)")]),
        ("best-pair", [("np.max(g[down]) - np.min(g[up])", "np.min(g[down]) - np.max(g[up])")]),
    ],
}  # fmt: skip


def starts_from_none(alpha, K, y, C):
    """The gap by a loop that begins with None, and takes 0 for None."""
    g, hi, lo = K @ (alpha * y) - y, None, None
    for i in range(len(y)):
        if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < C):
            hi = g[i] if not hi or g[i] > hi else hi
        if (y[i] > 0 and alpha[i] < C) or (y[i] < 0 and alpha[i] > 0):
            lo = g[i] if not lo or g[i] < lo else lo
    return hi - lo


# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "clip-bounds": {
        "takes equal labels if y_i is negative":
            lambda a, b, s, t, C: bounds(a, b, 1, s * t, C) if s > 0 else bounds(a, b, 1, 1, C),
        "keeps alpha y between 0 and C, and sorts what comes out":
            bounds_in_beta(in_order, True),
        "moves nothing if both are at a bound":
            lambda a, b, s, t, C: (b, b) if {a, b} <= {0, C} else bounds(a, b, s, t, C),
        "moves nothing if the two are equal":
            lambda a, b, s, t, C: (b, b) if a == b else bounds(a, b, s, t, C),
    },
    "pair-step": {
        "keeps g in an array made like K":
            [("K @ (alpha * y) - y", "(K @ (alpha * y) - y).astype(K.dtype)")],
        "takes 1 for the diagonal of K": [("K[i, i] + K[j, j]", "2")],
        "takes 0 for an alpha below 1e-6":
            lambda *a: np.where(solution("pair-step")(*a) < 1e-6, 0, solution("pair-step")(*a)),
        "takes an eta of at least 0.1": [("/ eta", "/ max(eta, 0.1)")],
        "takes the absolute value of K[i, j]": [("2 * K[i, j]", "2 * abs(K[i, j])")],
        "drops multipliers below a thousandth of the largest in the gradient":
            [("K @ (alpha * y)", "K @ np.where(alpha > 1e-3 * alpha.max(), alpha * y, 0)")],
        **{
            f"stays if alpha_{'ij'[which]} is {'0C'[bound]} and would gain nothing alone":
                stays(which, bound) for which in (0, 1) for bound in (0, 1)
        },
        **{
            f"sets what is within {share} C of a bound to it": snapped(share)
            for share in (1e-3, 1e-8)
        },
        "leaves out a step of less than 0.001 of the multipliers and 0.001": stays_if(
            lambda new, alpha, K, y, C, i, j:
                abs(new[j] - alpha[j]) < 1e-3 * (new[j] + alpha[j] + 1e-3)),
        **{
            f"stays where the gradients differ by less than {least}": stays_if(
                lambda new, alpha, K, y, C, i, j, least=least:
                    abs((K[i] - K[j]) @ (alpha * y) - y[i] + y[j]) < least)
            for least in (2e-2, 1e-5)
        },
        "stays if one multiplier is 0 and the other is C": stays_if(at_opposite_bounds),
        "stays if the dual gains less than 1e-10": stays_if(gains_at_most(1e-10)),
        "stays if both multipliers are C":
            stays_if(lambda new, *a: a[0][a[4]] == a[0][a[5]] == a[3]),
        "stays where it is if alpha is 0":
            lambda *a: solution("pair-step")(*a) if a[0].any() else a[0],
        "stays where it is if an example of the pair is zero":
            lambda *a: solution("pair-step")(*a) if a[1][a[4], a[4]] * a[1][a[5], a[5]] else a[0],
        "takes 1 for C in the lower ends of beta":
            step_of_beta(low=lambda C, y: np.minimum(0, y)),
        "takes 1 for C in the upper ends of beta":
            step_of_beta(high=lambda C, y: np.maximum(0, y)),
        "takes C for each upper end of beta":
            step_of_beta(high=lambda C, y: 0 * y + C),
        "takes -C for each lower end of beta":
            step_of_beta(low=lambda C, y: 0 * y - C),
    },
    "stopping-gap": {
        "takes a largest or smallest g of 0 for none": starts_from_none,
        "leaves out an alpha up to 1e-15 in one set":
            gap(down=lambda a, y, C: ((y > 0) & (a > 1e-15)) | ((y < 0) & (a < C))),
        "leaves out an alpha within 2e-7 C of C":
            gap(up=lambda a, y, C: ((y > 0) & (a < C * (1 - 2e-7))) | ((y < 0) & (a > 0))),
        "leaves out an alpha up to 1e-15 in the other set":
            gap(up=lambda a, y, C: ((y > 0) & (a < C)) | ((y < 0) & (a > 1e-15))),
        "takes 1 for C":
            gap(up=lambda a, y, C: ((y > 0) & (a < 1)) | ((y < 0) & (a > 0))),
        "takes all positive examples for the other set":
            gap(down=lambda a, y, C: ((y < 0) & (a < C)) | (y > 0)),
        "returns 0 where all multipliers are 0":
            lambda *a: solution("stopping-gap")(*a) if a[0].any() else 0.0,
        "returns 0 where all multipliers are C":
            lambda *a: solution("stopping-gap")(*a) if (a[0] < a[3]).any() else 0.0,
        "looks at free examples if there are any":
            gap(up=lambda a, y, C: (a > 0) & (a < C) if ((a > 0) & (a < C)).any() else a > -1),
        "takes the absolute value of K":
            gap(g=lambda alpha, K, y: abs(K) @ (alpha * y) - y),
    },
}  # fmt: skip

"""The exercises of smo: programs that `test_programs` tries."""

import numpy as np

from svmlib import dual
from tests.svmlib.exercises.try_programs import right

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
    if E[i] == E[j]:
        return alpha.copy()
    eta = max(0, K[i, i] + K[j, j] - 2 * K[i, j])
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


def quotient(a, b):
    """Return a / b with a b that is never negative, and 0 for 0 / 0."""
    return a / max(b, 0.0) if a else 0.0


@np.errstate(divide="ignore", invalid="ignore")
def in_beta(alpha, K, y, C, i, j):
    """As the solver does it, with the pair in its order."""
    if (K @ (alpha * y) - y) @ (np.eye(len(y))[j] - np.eye(len(y))[i]) < 0:
        i, j = j, i
    beta = alpha * y
    g = K @ beta - y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    t = quotient(g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j])
    t = min(t, high[i] - beta[i], beta[j] - low[j])
    beta[i] += t
    beta[j] -= t
    return beta * y


def step(
    bounds=bounds,
    g=lambda alpha, K, y: K @ (alpha * y) - y,
    eta=None,
    most=np.inf,
    divide=quotient,
):
    @np.errstate(divide="ignore", invalid="ignore")
    def attempt(alpha, K, y, C, i, j):
        E = g(alpha, K, y)
        curvature = eta(K, i, j) if eta else K[i, i] + K[j, j] - 2 * K[i, j]
        L, H = bounds(alpha[i], alpha[j], y[i], y[j], C)
        change = np.clip(y[j] * divide(E[i] - E[j], curvature), -most, most)
        new = alpha.copy()
        new[j] = min(max(alpha[j] + change, L), H)
        new[i] += y[i] * y[j] * (alpha[j] - new[j])
        return new

    return attempt


def step_of_beta(low, high):
    @np.errstate(divide="ignore", invalid="ignore")
    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y
        g = K @ beta - y
        t = quotient(g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j])
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
        return value[:rows].max(where=falls[:rows], initial=-np.inf) - value[:rows].min(
            where=rises[:rows], initial=np.inf
        )

    return attempt


def stays(which, bound):
    """The step, unless an example of the pair at this bound would gain nothing alone."""

    def attempt(*args):
        alpha, K, y, C, *pair = args
        k = pair[which]
        loss = y[k] * (K[k] @ (alpha * y) - y[k])
        if alpha[k] == bound * C and (loss < 0 if bound else loss > 0):
            return alpha
        return right("pair-step")(*args)

    return attempt


def curvature_above(share):
    def eta(K, i, j):
        curvature = K[i, i] + K[j, j] - 2 * K[i, j]
        return curvature if curvature > share * max(K[i, i], K[j, j]) else 0.0

    return eta


def near_is_at(share, only=None):
    """The bounds, with a multiplier that close to a bound taken for the bound."""

    def attempt(*args):
        C, pair = args[4], list(args[:2])
        for which in (0, 1):
            for bound in (0, 1):
                close = abs(pair[which] - bound * C) < share * C
                if close and only in (None, (which, bound)):
                    pair[which] = bound * C
        return bounds(*pair, *args[2:])

    return attempt


def snapped(share, to_zero=True, to_c=True):
    """The step, with what ends within this share of C of a bound set to it."""

    def attempt(alpha, K, y, C, i, j):
        new = right("pair-step")(alpha, K, y, C, i, j)
        if to_zero:
            new[new < share * C] = 0
        if to_c:
            new[new > C * (1 - share)] = C
        return new

    return attempt


def stays_if(few):
    """The step, unless ``few(new, *arguments)`` says that it isn't worth it."""

    def attempt(*args):
        new = right("pair-step")(*args)
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


def beta_step_on_alpha(alpha, K, y, C, i, j, positive=False):
    """The chapter's step, cut both ways in the boxes of beta, and added to alpha."""
    beta = alpha * y
    g = K @ beta - y
    low, high = np.minimum(0, C * y), np.maximum(0, C * y)
    if positive:
        low, high = 0 * beta, 0 * beta + C
    t = quotient(g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j])
    if t > 0:
        t = min(t, high[i] - beta[i], beta[j] - low[j])
    else:
        t = max(t, low[i] - beta[i], beta[j] - high[j])
    new = alpha.copy()
    new[i] += t
    new[j] -= t
    return new


def in_a_box(of_beta, clips):
    """The step of beta with 0 and C for its box, or taken by alpha as it is."""

    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y if of_beta else alpha.copy()
        g = K @ (alpha * y) - y
        t = quotient(g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j])
        t = min(t, C - beta[i], beta[j])
        if clips and g[j] < g[i]:
            t = max(quotient(g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j]),
                    -beta[i], beta[j] - C)  # fmt: skip
        beta[i] += t
        beta[j] -= t
        return beta * y if of_beta else beta

    return attempt


@np.errstate(all="ignore")
def beta_step(flat, curved=None):
    """The step of beta, with an edge of its own where the curvature is 0.

    `flat` takes how far i and j may go, and says how far they go; `curved` takes the step
    and its two ends.
    """

    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y
        g = K @ beta - y
        low, high = np.minimum(0, C * y), np.maximum(0, C * y)
        d, eta = g[j] - g[i], K[i, i] + K[j, j] - 2 * K[i, j]
        least = max(low[i] - beta[i], beta[j] - high[j])
        most = min(high[i] - beta[i], beta[j] - low[j])
        if eta > 0:
            t = (curved or np.clip)(d / eta, least, most)
        elif d:
            rooms = high[i] - beta[i], beta[j] - low[j]
            if d < 0:
                rooms = beta[i] - low[i], high[j] - beta[j]
            t_i, t_j = flat(*rooms)
            beta[i] += np.sign(d) * t_i
            beta[j] -= np.sign(d) * t_j
            return beta * y
        else:
            t = 0.0
        beta[i] += t
        beta[j] -= t
        return beta * y

    return attempt


def to_one_end(end, stays_if_equal):
    """The step of beta, which goes to this end of t where the curvature is 0."""

    @np.errstate(all="ignore")
    def attempt(alpha, K, y, C, i, j):
        beta = alpha * y
        g = K @ beta - y
        if stays_if_equal and g[i] == g[j]:
            return alpha
        low, high = np.minimum(0, C * y), np.maximum(0, C * y)
        eta = K[i, i] + K[j, j] - 2 * K[i, j]
        ends = (
            max(low[i] - beta[i], beta[j] - high[j]),
            min(high[i] - beta[i], beta[j] - low[j]),
        )
        t = ends[end] if eta <= 0 else np.clip((g[j] - g[i]) / eta, *ends)
        beta[i] += t
        beta[j] -= t
        return beta * y

    return attempt


def to_the_edge(of_i, of_j):
    return 2 * (min(of_i, of_j),)


def moves_alpha_i_too_far(alpha, K, y, C, i, j):
    """The step with an edge where the curvature is 0; alpha_i is not clipped."""
    new, eta = right("pair-step")(alpha, K, y, C, i, j), K[i, i] + K[j, j] - 2 * K[i, j]
    if eta > 0:
        g = K @ (alpha * y) - y
        new[i] = alpha[i] + y[i] * (g[j] - g[i]) / eta
    return new


def compares_both_ends(alpha, K, y, C, i, j):
    """Where the curvature is 0, the end with the larger dual, or neither."""
    if K[i, i] + K[j, j] - 2 * K[i, j] > 0:
        return right("pair-step")(alpha, K, y, C, i, j)
    ends = np.array([alpha, alpha])
    ends[:, j] = bounds(alpha[i], alpha[j], y[i], y[j], C)
    ends[:, i] = alpha[i] + y[i] * y[j] * (alpha[j] - ends[:, j])
    low, high = (dual.dual_objective(a, K, y) for a in ends)
    return alpha if low == high else ends[int(high > low)]


RIGHT = [
    ("clip-bounds", lambda a, b, s, t, C: np.clip(
         [(a + b if s == t else b - a + C) - C,
         a + b if s == t else b - a + C], 0, C).tolist()),
    ("clip-bounds", bounds),
    ("clip-bounds", lambda *a: np.array(bounds(*a))),
    ("pair-step", in_beta),
    ("pair-step", step()),
    ("pair-step", beta_step(to_the_edge)),
    ("pair-step", compares_both_ends),
    ("pair-step", step_of_beta(lambda C, y: np.minimum(0, C * y),
         lambda C, y: np.maximum(0, C * y))),
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

# What `test_all_exercises` doesn't ask of an exercise.
NOT_ASKED = {
    "pair-step": {
        "alpha alone holds integers",
    },
}

NAMED = {
    "clip-bounds": [
        ("cases-exchanged", [("!=", "==")]),
        ("always-unequal", [("!=", "is not")]),
        ("low-not-clipped-for-equal-labels",
         [("max(0, alpha_i + alpha_j - C)", "alpha_i + alpha_j - C")]),
        ("low-not-clipped-for-unequal-labels",
         [("max(0, alpha_j - alpha_i)", "alpha_j - alpha_i")]),
        ("high-not-clipped-for-equal-labels",
         [("min(C, alpha_i + alpha_j)", "alpha_i + alpha_j")]),
        ("high-not-clipped-for-unequal-labels",
         [("min(C, C + alpha_j - alpha_i)", "C + alpha_j - alpha_i")]),
        ("low-is-zero-for-equal-labels", [("max(0, alpha_i + alpha_j - C)", "0")]),
        ("low-is-zero-for-unequal-labels", [("max(0, alpha_j - alpha_i)", "0")]),
        ("high-is-c-for-equal-labels", [("min(C, alpha_i + alpha_j)", "C")]),
        ("high-is-c-for-unequal-labels", [("min(C, C + alpha_j - alpha_i)", "C")]),
        ("bounds-of-alpha-i", [("alpha_j - alpha_i", "alpha_i - alpha_j"),
          ("C + alpha_j - alpha_i", "C + alpha_i - alpha_j")]),
        ("max-min-exchanged",
         [("max", "MAX"), ("min", "max"), ("MAX", "min"), ("    return max", "    return MIN"),
          ("min(C, alpha_i", "max(C, alpha_i"), ("MIN", "min")]),
        ("order-exchanged",
         [("y_i != y_j:", "y_i != y_j:\n        H = min(C, C + alpha_j - alpha_i)\n        return H, max(0, alpha_j - alpha_i)"),
          ("    return max(0, alpha_i + alpha_j - C), min(C, alpha_i + alpha_j)",
          "    return min(C, alpha_i + alpha_j), max(0, alpha_i + alpha_j - C)")]),
        ("c-is-one", [("    if y_i", "    C = 1\n    if y_i")]),
        ("high-turned", [("C + alpha_j - alpha_i", "C - alpha_j + alpha_i")]),
        ("low-turned", [("alpha_j - alpha_i)", "alpha_i - alpha_j)")]),
        ("ends-of-beta", bounds_in_beta(as_they_are)),
        ("ends-not-exchanged", bounds_in_beta(times_label)),
        ("boxes-positive", bounds_in_beta(exchanged, True)),
        ("ends-of-beta boxes-positive", bounds_in_beta(as_they_are, True)),
        ("ends-not-exchanged boxes-positive", bounds_in_beta(times_label, True)),
        ("ends-of-unequal-exchanged", lambda a, b, s, t, C:
             (max(0, b + s * t * a - s * t * C), min(C, b + s * t * a))),
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
        *((f"{mistake}-for-{case}-labels", [change])
          for mistake, case, change in (
              ("low-not-clipped", "unequal", ("max(0, alpha[j] - alpha[i])", "alpha[j] - alpha[i]")),
              ("low-not-clipped", "equal", ("max(0, alpha[i] + alpha[j] - C)", "alpha[i] + alpha[j] - C")),
              ("high-not-clipped", "unequal", ("min(C, C + alpha[j] - alpha[i])", "C + alpha[j] - alpha[i]")),
              ("high-not-clipped", "equal", ("min(C, alpha[i] + alpha[j])", "alpha[i] + alpha[j]")),
              ("low-is-zero", "unequal", ("max(0, alpha[j] - alpha[i])", "0")),
              ("low-is-zero", "equal", ("max(0, alpha[i] + alpha[j] - C)", "0")),
              ("high-is-c", "unequal", ("min(C, C + alpha[j] - alpha[i])", "C")),
              ("high-is-c", "equal", ("min(C, alpha[i] + alpha[j])", "C")),
          )),
        ("y-not-subtracted", [(" - y\n", "\n")]),
        ("not-clipped", [("min(H, max(L, new[j]))", "new[j]")]),
        ("box-only", [("min(H, max(L, new[j]))", "np.clip(new[j], 0, C)")]),
        ("clipped-apart",
         [("min(H, max(L, new[j]))", "new[j]"), ("return new", "return np.clip(new, 0, C)")]),
        ("box-only clipped-apart",
         [("min(H, max(L, new[j]))", "np.clip(new[j], 0, C)"), ("return new", "return np.clip(new, 0, C)")],
         "one mistake."),
        ("sum-taken-for-zero", [("new[i] += y[i] * y[j] * (alpha[j] - new[j])",
          "rest = np.arange(len(y)) != i\n    new[i] = -y[i] * np.sum(new[rest] * y[rest])")]),
        *(("small-for-flat", [("/ eta", f"/ (eta or {small})")]) for small in (1e-3, 1e-12)),
        ("small-for-flat", [("max(0, K[i, i] + K[j, j] - 2 * K[i, j])",
          "K[i, i] + K[j, j] - 2 * K[i, j]\n    eta = eta if eta > 0 else 1e-12")],
         "short of the edge"),
        ("small-for-flat", [("max(0,", "max(1e-12,")]),
        ("small-for-flat", [("/ eta", "/ (eta + 1e-12)")], "is added to the curvature"),
        ("uphill-unless-flat",
         [("+ y[j] * (E", "- (1 if eta > 0 else -1) * y[j] * (E")]),
        ("label-not-in-step-unless-flat",
         [("+ y[j] * (E", "+ (1 if eta > 0 else y[j]) * (E")]),
        ("label-of-i-in-step-unless-flat",
         [("+ y[j] * (E", "+ (y[i] if eta > 0 else y[j]) * (E")]),
        ("uphill-if-flat", [("    new[i] +=",
          "    if eta == 0:\n        new[j] = L if y[j] * (E[i] - E[j]) > 0 else H\n    new[i] +=")],
         "and only there"),
        ("label-not-in-step-if-flat", [("    new[i] +=",
          "    if eta == 0:\n        new[j] = H if E[i] > E[j] else L\n    new[i] +=")],
         "and only there"),
        *((mistakes, to_one_end(end, stays), "one mistake.", words)
          for mistakes, end, stays, words in (
              ("upwards-if-flat", 1, False, "always rises"),
              ("uphill-if-flat upwards-if-flat", 0, False, "always falls"),
              ("uphill-if-flat label-not-in-step-if-flat", 1, True, "always go to the same edge"),
              ("label-not-in-step-if-flat", 0, True, "always to the same edge"),
          )),
        ("whole-beta", [("(alpha * y)", "(alpha * y).astype(y.dtype)")]),
        ("whole-f", [("K @ (alpha * y)", "(K @ (alpha * y)).astype(y.dtype)")]),
        ("whole-g", [("K @ (alpha * y) - y", "(K @ (alpha * y) - y).astype(y.dtype)")]),
        ("eta-with-labels", [("- 2 * K", "- 2 * y[i] * y[j] * K")]),
        ("one-way-cut",
         [("min(H, max(L, new[j]))", "new[j] if E[i] > E[j] else min(H, max(L, new[j]))")]),
        ("one-way",
         [("min(H, max(L, new[j]))", "alpha[j] if E[i] > E[j] else min(H, max(L, new[j]))")]),
        ("uphill", [("+ y[j] * (E", "- y[j] * (E")]),
        ("eta-plus", [("- 2 * K", "+ 2 * K")]),
        ("alpha-i-not-moved",
         [("    new[i] += y[i] * y[j] * (alpha[j] - new[j])\n", "")]),
        ("labels-not-in-alpha-i", [("+= y[i] * y[j] * ", "+= ")]),
        ("y-not-in-f", [("K @ (alpha * y)", "K @ alpha")]),
        ("label-not-in-step", [("+ y[j] * (E", "+ (E")]),
        ("curvature-absolute", [("max(0, K[i, i] +", "abs(K[i, i] +")]),
        ("negative-curvature", [("max(0, K[i, i] + K[j, j] - 2 * K[i, j])",
          "K[i, i] + K[j, j] - 2 * K[i, j]")]),
        ("negative-curvature",
         step(divide=lambda a, b: a / b if b != 0 else np.sign(a) * np.inf if a else 0.0)),
        ("double-step", [("/ eta", "/ (eta / 2)")]),
        ("half-step", [("/ eta", "/ (2 * eta)")]),
        ("flat-not-moved",
         [("    if y[i] != y[j]", "    if eta <= 0:\n        return alpha\n    if y[i] != y[j]")],
         "all the way to an edge"),
        ("label-of-i-in-step", [("+ y[j] * (E", "+ y[i] * (E")]),
        ("product-before-label", [("K @ (alpha * y)", "K @ alpha * y")]),
        ("y-added", [("(alpha * y) - y", "(alpha * y) + y")]),
        ("cross-missing", [(" - 2 * K[i, j]", "")]),
        ("zero-over-zero", [("    if E[i] == E[j]:\n        return alpha.copy()\n", ""),
          ("min(H, max(L, new[j]))", "np.clip(new[j], L, H)")]),
        ("alpha-i-not-clipped",
         [("    new[j] = min", "    new[i] += y[i] * y[j] * (alpha[j] - new[j])\n    new[j] = min"),
          ("max(L, new[j]))\n    new[i] += y[i] * y[j] * (alpha[j] - new[j])", "max(L, new[j]))")]),
        ("writes-to-arguments", [("new = alpha.copy()", "new = alpha"),
          ("    new[j] = alpha[j] +", "    old = alpha[j]\n    new[j] = alpha[j] +"),
          ("(alpha[j] - new[j])", "(old - new[j])")]),
        *((f"{mistake}-unless-flat", beta_step(to_the_edge, curved)) for mistake, curved in (
            ("not-clipped", lambda t, least, most: t),
            ("one-way-cut", lambda t, least, most: min(t, most)),
            ("other-way-cut", lambda t, least, most: max(t, least)),
            ("one-way", lambda t, least, most: min(max(t, 0), most)),
        )),
        ("alpha-i-not-clipped-unless-flat", moves_alpha_i_too_far),
        ("clipped-apart-unless-flat", lambda alpha, K, y, C, i, j:
             np.clip(beta_step(to_the_edge, lambda t, least, most: t)(alpha, K, y, C, i, j), 0, C)),
        ("gradient-in-alpha", step(g=lambda alpha, K, y: y * (K @ (alpha * y)) - 1)),
        ("beta-returned", lambda *args: right("pair-step")(*args) * args[2]),
        ("beta-returned", [("return new", "return new * y")]),
        ("t-on-alpha", beta_step_on_alpha),
        ("beta-box-positive t-on-alpha",
         lambda *args: beta_step_on_alpha(*args, positive=True)),
        ("raises shapes-clash", lambda alpha, K, y, C, i, j: K + np.zeros(4),
         "See chapter 12,"),
        ("alpha-i-not-moved alpha-j-not-moved", lambda alpha, K, y, C, i, j: alpha, "neither of the two multipliers"),
        ("low-is-zero", step(lambda *a: (0, bounds(*a)[1]))),
        ("high-is-c", step(lambda *a: (bounds(*a)[0], a[4]))),
        ("low-not-clipped", [("max(0, alpha[j] - alpha[i])", "alpha[j] - alpha[i]"),
          ("max(0, alpha[i] + alpha[j] - C)", "alpha[i] + alpha[j] - C")]),
        ("high-not-clipped", [("min(C, C + alpha[j] - alpha[i])", "C + alpha[j] - alpha[i]"),
          ("min(C, alpha[i] + alpha[j])", "alpha[i] + alpha[j]")]),
        ("c-is-one", step(lambda a, b, s, t, C: bounds(a, b, s, t, 1.0))),
        ("always-equal", step(lambda a, b, s, t, C: bounds(a, b, s, s, C))),
        ("always-unequal", step(lambda a, b, s, t, C: bounds(a, b, s, -s, C))),
        ("bounds-of-alpha-i", step(lambda a, b, s, t, C: bounds(b, a, s, t, C))),
        ("beta-box-positive", in_a_box(True, True)),
        ("alpha-for-beta", in_a_box(False, True)),
        ("one-way-cut beta-box-positive", in_a_box(True, False)),
        ("one-way-cut alpha-for-beta", in_a_box(False, False)),
        ("other-way-cut",
         [("min(H, max(L, new[j]))", "new[j] if E[i] < E[j] else min(H, max(L, new[j]))")]),
        ("not-clipped-below", [("min(H, max(L, new[j]))", "min(H, new[j])")]),
        ("not-clipped-above", [("min(H, max(L, new[j]))", "max(L, new[j])")]),
        ("eta-missing", [(" / eta", "")]),
        ("alpha-i-wrong-way", [("new[i] +=", "new[i] -=")]),
    ],
    "stopping-gap": [
        ("sets-exchanged",
         [("np.max(g[down]) - np.min(g[up])", "np.max(g[up]) - np.min(g[down])")]),
        ("labels-ignored",
         [("((y == 1) & (alpha < C)) | ((y == -1) & (alpha > 0))", "alpha < C"),
          ("((y == 1) & (alpha > 0)) | ((y == -1) & (alpha < C))", "alpha > 0"),
          NO_EMPTY_SET]),
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
        ("place-in-falls", [("np.max(g[down])", "g[np.argmax(g[down])]")]),
        ("place-in-falls place-in-rises", [("np.max(g[down]) - np.min(g[up])",
          "g[np.argmax(g[down])] - g[np.argmin(g[up])]")], "one mistake."),
        *((mistakes, [
            ("(alpha < C)", f"(alpha < C - {tolerance})"), ("(alpha > 0)", f"(alpha > {tolerance})"),
            ("(alpha > 0)", f"(alpha > {tolerance})"), ("(alpha < C)", f"(alpha < C - {tolerance})"),
            NO_EMPTY_SET])
          for mistakes, tolerance in (
              ("tolerance", "1e-3"),
              ("tolerance", "1e-6"),
              ("small-tolerance", "1e-8"),
              ("relative-tolerance", "1e-6 * C"),
              ("relative-tolerance-at-zero", "1e-8 * C"),
          )),
        ("raises empty-selection",
         [("    g =", "    tol = 1e-8\n    g ="), ("(alpha < C)", "(alpha < C - tol)"),
          ("(alpha > 0)", "(alpha > tol)")], "Does it compare with a small number"),
        ("whole-beta", [("(alpha * y)", "(alpha * y).astype(y.dtype)")]),
        ("whole-f", [("K @ (alpha * y)", "(K @ (alpha * y)).astype(y.dtype)")]),
        ("whole-g", [("K @ (alpha * y) - y", "(K @ (alpha * y) - y).astype(y.dtype)")],
         "np.zeros_like(y)"),
        ("all-examples", [("np.max(g[down]) - np.min(g[up])", "np.ptp(g)")]),
        ("absolute", [("K @ (alpha * y) - y", "abs(K @ (alpha * y) - y)")]),
        ("y-not-subtracted", [("(alpha * y) - y", "(alpha * y)")]),
        ("y-added", [("(alpha * y) - y", "(alpha * y) + y")]),
        ("product-before-label", [("K @ (alpha * y)", "K @ alpha * y")]),
        ("starts-at-zero",
         [("np.max(g[down])", "max(0, *g[down])"), ("np.min(g[up])", "min(0, *g[up])")]),
        ("falls-without-labels rises-above-zero", [("np.max(g[down]) - np.min(g[up])",
          "np.ptp(g[alpha > 0]) if (alpha > 0).any() else 0.0")],
         "stopping-gap: one mistake."),
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
        ("rises-above-zero", gap(up=lambda a, y, C: a > 0), "most of the wrong answers"),
        ("falls-below-c", gap(down=lambda a, y, C: a < C)),
        ("negatives-always-rise",
         gap(up=lambda a, y, C: ((y > 0) & (a < C)) | (y < 0))),
        ("all-zero", lambda alpha, K, y, C: 0,
         "- the stopping gap is zero on every problem, as if it were never computed."),
        ("bound-c-ignored", [("((y == 1) & (alpha < C))", "(y == 1)"),
          ("((y == -1) & (alpha < C))", "(y == -1)")]),
        ("negatives-always-fall", [("((y == -1) & (alpha < C))", "(y == -1)")]),
        ("best-pair", [("np.max(g[down]) - np.min(g[up])", "np.min(g[down]) - np.max(g[up])")]),
    ],
}  # fmt: skip


# Wrong on some problems only.
def masked(change):
    """The gap, with g changed where beta cannot go, upwards (1) or downwards (-1)."""

    def f(alpha, K, y, C):
        g = K @ (alpha * y) - y
        up = np.where(y > 0, alpha < C, alpha > 0)
        down = np.where(y > 0, alpha > 0, alpha < C)
        return change(g, down, -1).max() - change(g, up, 1).min()

    return f


def gap_from(largest, smallest):
    """The gap by a loop that begins with these, and takes 0 for nothing."""

    def f(alpha, K, y, C):
        g, hi, lo = K @ (alpha * y) - y, largest, smallest
        for i in range(len(y)):
            if (y[i] > 0 and alpha[i] > 0) or (y[i] < 0 and alpha[i] < C):
                hi = g[i] if not hi or g[i] > hi else hi
            if (y[i] > 0 and alpha[i] < C) or (y[i] < 0 and alpha[i] > 0):
                lo = g[i] if not lo or g[i] < lo else lo
        return hi - lo

    return f


def stays_if_flat_and_little_is_gained(eps):
    """Platt's pseudo-code compares the dual at both ends, with a tolerance."""

    def attempt(alpha, K, y, C, i, j):
        new = right("pair-step")(alpha, K, y, C, i, j)
        gain = np.diff([a.sum() - (a * y) @ K @ (a * y) / 2 for a in (alpha, new)])
        flat = K[i, i] + K[j, j] - 2 * K[i, j] <= 0
        return alpha.copy() if flat and gain < eps else new

    return attempt


def goes_to_an_edge_if_the_curvature_is_negative(alpha, K, y, C, i, j):
    if K[i, i] + K[j, j] - 2 * K[i, j] >= 0:
        return right("pair-step")(alpha, K, y, C, i, j)
    new, (_, H) = alpha.copy(), bounds(alpha[i], alpha[j], y[i], y[j], C)
    new[j], new[i] = H, alpha[i] + y[i] * y[j] * (alpha[j] - H)
    return new


def edge_of_j(finish):
    """The step, which goes to an end of alpha_j's own box where the curvature is 0."""

    def attempt(alpha, K, y, C, i, j):
        g = K @ (alpha * y) - y
        if K[i, i] + K[j, j] - 2 * K[i, j] > 0 or g[i] == g[j]:
            return right("pair-step")(alpha, K, y, C, i, j)
        new = alpha.copy()
        new[j] = C if y[j] * (g[i] - g[j]) > 0 else 0.0
        new[i] += y[i] * y[j] * (alpha[j] - new[j])
        return finish(new, C)

    return attempt


WRONG_SOMEWHERE = {
    "clip-bounds": {
        "cuts the upper bound at 1":
            lambda a, b, s, t, C: (bounds(a, b, s, t, C)[0], min(1, bounds(a, b, s, t, C)[1])),
        "takes equal labels if y_i is negative":
            lambda a, b, s, t, C: bounds(a, b, 1, s * t, C) if s > 0 else bounds(a, b, 1, 1, C),
        "keeps alpha y between 0 and C, and sorts what comes out":
            bounds_in_beta(in_order, True),
        "rounds the bounds":
            lambda a, b, s, t, C: tuple(round(e, 2) for e in bounds(a, b, s, t, C)),
        "cuts C at 10": lambda a, b, s, t, C: bounds(a, b, s, t, min(C, 10)),
        **{
            f"takes a multiplier within {share} C of a bound for that bound":
                near_is_at(share) for share in (1e-2, 1e-5)
        },
        **{
            f"takes C for an alpha_{'ij'[which]} above {share} C":
                near_is_at(1 - share, only=(which, 1))
            for which in (0, 1) for share in (0.99, 0.99999)
        },
        **{
            f"takes 0 for an alpha_{'ij'[which]} below {share} C":
                near_is_at(share, only=(which, 0))
            for which in (0, 1) for share in (0.01, 1e-5)
        },
        **{
            f"moves nothing where the bounds are closer than {share} C":
                lambda a, b, s, t, C, share=share:
                    (b, b) if np.ptp(bounds(a, b, s, t, C)) < share * C else bounds(a, b, s, t, C)
            for share in (1e-2, 1e-4)
        },
        **{
            f"takes the whole box at alpha_i = {i} C, alpha_j = {j} C, labels {s} and {t}":
                lambda a, b, s, t, C, corner=(i, j, s, t):
                    (b, b) if s == t and (a / C, b / C, s, t) == corner
                    else (0, C) if (a / C, b / C, s, t) == corner else bounds(a, b, s, t, C)
            for i, j in ((0, 1), (1, 0)) for s in (1, -1) for t in (1, -1)
        },
        "takes C for the upper bound if both are above 0.99 C":
            lambda a, b, s, t, C: (bounds(a, b, s, t, C)[0], C) if min(a, b) > 0.99 * C
            else bounds(a, b, s, t, C),
        "moves nothing if both are at a bound":
            lambda a, b, s, t, C: (b, b) if {a, b} <= {0, C} else bounds(a, b, s, t, C),
        "moves nothing if the two are equal":
            lambda a, b, s, t, C: (b, b) if a == b else bounds(a, b, s, t, C),
    },
    "pair-step": {
        **{f"stays if the dual gains less than {eps} on a flat line":
               stays_if_flat_and_little_is_gained(eps) for eps in (1e-3, 1e-9)},
        "stays on a flat line where g_i is close to g_j, by np.isclose": lambda *a:
            a[0] if np.isclose(*(a[1] @ (a[0] * a[2]) - a[2])[[*a[4:]]])
            and np.ptp(a[1][a[4]] - a[1][a[5]]) == 0 else right("pair-step")(*a),
        **{
            f"takes a curvature up to {least} for 0": step(
                eta=lambda K, i, j, least=least:
                    0.0 if (eta := K[i, i] + K[j, j] - 2 * K[i, j]) <= least else eta)
            for least in (1e-12, np.finfo(float).eps)
        },
        "keeps g in an array made like K": step(
            g=lambda alpha, K, y: (K @ (alpha * y) - y).astype(K.dtype)),
        "takes each to its own edge on a flat line": beta_step(lambda of_i, of_j: (of_i, of_j)),
        "takes both to the edge of i on a flat line": beta_step(lambda of_i, of_j: (of_i, of_i)),
        "takes both to the edge of j on a flat line": beta_step(lambda of_i, of_j: (of_j, of_j)),
        "takes alpha_j to 0 or C on a flat line": edge_of_j(lambda new, C: new),
        "takes alpha_j to 0 or C on a flat line, and clips alpha_i":
            edge_of_j(lambda new, C: np.clip(new, 0, C)),
        "goes to an edge if the curvature is negative":
            goes_to_an_edge_if_the_curvature_is_negative,
        "cuts C at 10": step(lambda a, b, s, t, C: bounds(a, b, s, t, min(C, 10))),
        "doesn't cut the bounds of different labels at 0 and C":
            step(lambda a, b, s, t, C: (min(0, b - a), C + b - a) if s != t
                else bounds(a, b, s, t, C)),
        "sums the first 6 examples":
            step(g=lambda alpha, K, y: K[:, :6] @ (alpha * y)[:6] - y),
        "sums the first 8 examples":
            step(g=lambda alpha, K, y: K[:, :8] @ (alpha * y)[:8] - y),
        "sums the first 320 examples":
            step(g=lambda alpha, K, y: K[:, :320] @ (alpha * y)[:320] - y),
        "leaves out an alpha up to 0.01":
            step(g=lambda alpha, K, y: K @ np.where(alpha > 1e-2, alpha * y, 0) - y),
        "takes 1 for the diagonal of K": step(eta=lambda K, i, j: 2 - 2 * K[i, j]),
        "takes 0 for an alpha below 1e-6":
            lambda *a: np.where(right("pair-step")(*a) < 1e-6, 0, right("pair-step")(*a)),
        "takes an eta of at least 0.1":
            step(eta=lambda K, i, j: max(K[i, i] + K[j, j] - 2 * K[i, j], 0.1)),
        "takes the absolute value of K[i, j]":
            step(eta=lambda K, i, j: K[i, i] + K[j, j] - 2 * abs(K[i, j])),
        "cuts the step at 1": step(most=1.0),
        "goes to an edge where no place is better":
            step(divide=lambda a, b: np.divide(a, b) if a else np.inf),
        **{
            f"drops multipliers below {share} of the largest in the gradient": step(
                g=lambda alpha, K, y, share=share:
                    K @ np.where(alpha > share * alpha.max(), alpha * y, 0) - y)
            for share in (1e-3, 1e-10)
        },
        "takes 1e-15 for an eta of 0":
            step(eta=lambda K, i, j: K[i, i] + K[j, j] - 2 * K[i, j] or 1e-15),
        **{
            f"stays where the gradients differ by less than {least}":
                step(divide=lambda a, b, least=least: quotient(a, b) if abs(a) > least else 0.0)
            for least in (2e-2, 1e-7)
        },
        **{
            f"stays if alpha_{'ij'[which]} is {'0C'[bound]} and would gain nothing alone":
                stays(which, bound) for which in (0, 1) for bound in (0, 1)
        },
        **{
            f"sets what is within {share} C of a bound to it": snapped(share)
            for share in (1e-3, 1e-12)
        },
        "sets what is within 1e-6 C of 0 to it": snapped(1e-6, to_c=False),
        **{
            f"leaves out a step of less than 0.001 of the multipliers and {more}": stays_if(
                lambda new, alpha, K, y, C, i, j, more=more:
                    abs(new[j] - alpha[j]) < 1e-3 * (new[j] + alpha[j] + more))
            for more in (0, 1e-12, 1e-3)
        },
        **{
            f"takes a curvature below {share} of the kernel for 0":
                step(eta=curvature_above(share))
            for share in (0.1, 1e-5)
        },
        "stays if one multiplier is 0 and the other is C": stays_if(at_opposite_bounds),
        **{
            f"stays if one multiplier is 0, the other is C and both labels are {label}":
                stays_if(lambda new, *a, label=label: at_opposite_bounds(new, *a)
                         and a[2][a[4]] == a[2][a[5]] == label)
            for label in (1, -1)
        },
        "stays if alpha_i is 0 and alpha_j is C":
            stays_if(lambda new, *a: a[0][a[4]] == 0 and a[0][a[5]] == a[3]),
        "stays if the dual gains less than 1e-10": stays_if(gains_at_most(1e-10)),
        "stays if i is above j, of 50 examples or more":
            stays_if(lambda new, *a: a[4] > a[5] and len(a[0]) >= 50),
        "stays if both multipliers are C":
            stays_if(lambda new, *a: a[0][a[4]] == a[0][a[5]] == a[3]),
        "stays if i is above j and the labels are unequal, of 50 examples or more":
            stays_if(lambda new, *a: a[4] > a[5] and a[2][a[4]] != a[2][a[5]] and len(a[0]) >= 50),
        "leaves the last of more than 30 examples":
            stays_if(lambda new, *a: len(a[0]) > 30 and max(a[4:]) == len(a[0]) - 1),
        "stays where it is if alpha is 0":
            lambda *a: right("pair-step")(*a) if a[0].any() else a[0],
        "stays where it is if an example of the pair is zero":
            lambda *a: right("pair-step")(*a) if a[1][a[4], a[4]] * a[1][a[5], a[5]] else a[0],
        "takes 0 for an alpha below 0.002 C":
            lambda *a: np.where(right("pair-step")(*a) < 2e-3 * a[3], 0, right("pair-step")(*a)),
        "takes 1 for C in the lower ends of beta":
            step_of_beta(lambda C, y: np.minimum(0, y), lambda C, y: np.maximum(0, C * y)),
        "takes 1 for C in the upper ends of beta":
            step_of_beta(lambda C, y: np.minimum(0, C * y), lambda C, y: np.maximum(0, y)),
        "takes C for each upper end of beta":
            step_of_beta(lambda C, y: np.minimum(0, C * y), lambda C, y: 0 * y + C),
        "takes -C for each lower end of beta":
            step_of_beta(lambda C, y: 0 * y - C, lambda C, y: np.maximum(0, C * y)),
    },
    "stopping-gap": {
        **{f"begins the largest g at -{far:g}, and the smallest at {far:g}":
               gap_from(-far, far) for far in (100, 1e9)},
        **{f"puts {far:g} where beta cannot rise, and minus that where it cannot fall":
               masked(lambda g, can, sign, far=far: np.where(can, g, sign * far))
           for far in (0, 1e9)},
        **{f"adds {far:g} to g where beta cannot rise, and subtracts it where it cannot fall":
               masked(lambda g, can, sign, far=far: g + sign * far * ~can)
           for far in (10, 1e9)},
        "multiplies g by 0 where beta cannot move so":
            masked(lambda g, can, sign: g * can),
        "takes a largest or smallest g of 0 for none": gap_from(None, None),
        "leaves out an alpha up to 0.5 in one set":
            gap(down=lambda a, y, C: ((y > 0) & (a > 0.5)) | ((y < 0) & (a < C))),
        "leaves out an alpha up to 1e-8 in one set":
            gap(down=lambda a, y, C: ((y > 0) & (a > 1e-8)) | ((y < 0) & (a < C))),
        "leaves out an alpha up to 1e-12 C in one set":
            gap(down=lambda a, y, C: ((y > 0) & (a > 1e-12 * C)) | ((y < 0) & (a < C))),
        "leaves out an alpha up to 1e-15 in one set":
            gap(down=lambda a, y, C: ((y > 0) & (a > 1e-15)) | ((y < 0) & (a < C))),
        "leaves out an alpha within 1e-15 of C":
            gap(up=lambda a, y, C: ((y > 0) & (a < C - 1e-15)) | ((y < 0) & (a > 0))),
        "leaves out an alpha within 2e-7 C of C":
            gap(up=lambda a, y, C: ((y > 0) & (a < C * (1 - 2e-7))) | ((y < 0) & (a > 0))),
        "leaves out an alpha up to 0.5 in the other set":
            gap(up=lambda a, y, C: ((y > 0) & (a < C)) | ((y < 0) & (a > 0.5))),
        "takes 1 for C":
            gap(up=lambda a, y, C: ((y > 0) & (a < 1)) | ((y < 0) & (a > 0))),
        "takes all positive examples for the other set":
            gap(down=lambda a, y, C: ((y < 0) & (a < C)) | (y > 0)),
        "returns 0 where all multipliers are 0":
            lambda *a: right("stopping-gap")(*a) if a[0].any() else 0.0,
        "returns 0 where all multipliers are C":
            lambda *a: right("stopping-gap")(*a) if (a[0] < a[3]).any() else 0.0,
        "looks at free examples if there are any":
            gap(up=lambda a, y, C: (a > 0) & (a < C) if ((a > 0) & (a < C)).any() else a > -1),
        "looks at the first 8 examples": gap(rows=8),
        "looks at the first 12 examples": gap(rows=12),
        "looks at the first 320 examples": gap(rows=320),
        "cuts g at 10":
            gap(g=lambda alpha, K, y: np.clip(K @ (alpha * y) - y, -10, 10)),
        "sums the first 8 examples":
            gap(g=lambda alpha, K, y: K[:, :8] @ (alpha * y)[:8] - y),
        "takes the absolute value of K":
            gap(g=lambda alpha, K, y: abs(K) @ (alpha * y) - y),
        "takes 0 for a gap below 1e-6":
            lambda *a: right("stopping-gap")(*a) * (abs(right("stopping-gap")(*a)) >= 1e-6),
        "rounds the gap": lambda *a: round(right("stopping-gap")(*a), 4),
    },
}  # fmt: skip

"""The exercises of soft_margin: programs that `test_programs` tries."""

from functools import partial

import numpy as np

from svmlib import margin
from tests.svmlib.exercises.helpers.try_programs import solution

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "slack": """
def f(w, b, X, y):
    return np.maximum(0, 1 - y * (X @ w + b))
""",
    "soft-margin": """
def f(w, b, X, y, C):
    m = y * (X @ w + b)
    xi = np.maximum(0, 1 - m)
    a = (xi > 0).astype(float)
    loss = 0.5 * w @ w + C * xi.sum()
    dw = w - C * X.T @ (a * y)
    db = -C * np.sum(a * y)
    return loss, dw, db
""",
    "soft-margin loop": """
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
""",
    "descent-step": """
def f(w, b, dw, db, step):
    w = w - step * dw
    b = b - step * db
    return w, b
""",
}


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


def by_differences(w, b, X, y, C, h):
    def loss(v):
        xi = np.maximum(0, 1 - y * (X @ v[:-1] + v[-1]))
        return v[:-1] @ v[:-1] / 2 + C * xi.sum()

    v = np.append(w, b)
    slopes = [
        (loss(v + h * e) - loss(v - h * e)) / (2 * h) for e in np.eye(len(v))
    ]  # fmt: skip
    return loss(v), np.array(slopes[:-1]), slopes[-1]


def in_float32(w, b, X, y, C):
    return margin.soft_margin_loss(
        w.astype(np.float32), b, X.astype(np.float32), y.astype(np.int8), C
    )


def slack(one=1.0, clip=None):
    def attempt(w, b, X, y):
        xi = np.maximum(0, one - y * (X @ w + b))
        return xi if clip is None else np.minimum(xi, clip)

    return attempt


def soft(active=lambda m, xi: m < 1, xi=lambda m: np.maximum(0, 1 - m),
         norm=lambda w, b: w @ w / 2, lower=0.0):  # fmt: skip
    def attempt(w, b, X, y, C):
        m = y * (X @ w + b)
        slacks, a = xi(m), active(m, xi(m)) * y
        C = max(C, lower)
        return (
            norm(w, b) + C * slacks.sum(),
            w - C * a @ X,
            -C * a.sum(),
        )

    return attempt


def ties(in_w, in_b):
    """The objective, with these shares of what lies on the margin in dw and in db."""

    def attempt(w, b, X, y, C):
        loss, dw, db = solution("soft-margin")(w, b, X, y, C)
        tied = y * (y * (X @ w + b) == 1)
        return loss, dw - in_w * C * tied @ X, db - in_b * C * tied.sum()

    return attempt


def gradient_of_the_type_of_X(w, b, X, y, C):
    loss, gradient, db = solution("soft-margin")(w, b, X, y, C)
    dw = np.zeros_like(X[0])
    for k in range(len(w)):
        dw[k] = gradient[k]
    return loss, dw, db


def breaks_at_a_zero(w, b, dw, db, step):
    w = w.copy()
    for k in range(len(w)):
        if dw[k] == 0:
            break
        w[k] -= step * dw[k]
    return w, b - step * db


def nothing_if_all_right(w, b, X, y, C):
    if (y * (X @ w + b) > 0).all():
        return w @ w / 2, w, 0.0
    return solution("soft-margin")(w, b, X, y, C)


def zeros_if_no_slack(loss):
    """The objective, with an early return where no slack is positive."""

    def attempt(w, b, X, y, C):
        if (y * (X @ w + b) >= 1).all():
            return loss, 0 * w, 0.0
        return solution("soft-margin")(w, b, X, y, C)

    return attempt


RIGHT = [
    ("slack", margin.slacks),
    ("slack", lambda w, b, X, y: [max(0, 1 - t * (x @ w + b))
         for x, t in zip(X, y, strict=True)]),
    ("slack", slack()),
    ("soft-margin", margin.soft_margin_loss),
    ("soft-margin", float_labels),
    ("soft-margin", with_where),
    ("soft-margin", in_place_on_its_own),
    ("soft-margin", by_selection),
    ("soft-margin", in_float32),
    ("soft-margin", soft()),
    ("soft-margin", soft(active=lambda m, xi: xi >= 1e-12)),
    ("soft-margin", soft(active=lambda m, xi: m <= 1)),
    ("soft-margin", ties(0.3, 0.3)),
    ("soft-margin", soft(active=lambda m, xi: (1 + np.sign(1 - m)) / 2)),
    ("descent-step", lambda w, b, dw, db, step: (w - step * dw, b - step * db)),
    ("descent-step", lambda w, b, dw, db, step: [
         (np.append(w, b) - step * np.append(dw, db))[:-1], b - step * db]),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # A tiny b is nothing beside the margin 1.
    "slack": {
        "b is below 1e-4",
    },
    # A tiny b is nothing beside the margin 1.
    "soft-margin": {
        "b is below 1e-4",
        "w alone holds integers",
    },
    # w and b take their own steps.
    "descent-step": {
        "dw alone holds integers",
        "w alone holds integers",
        "w alone changes b",
        "dw alone changes b",
        "b alone changes w",
        "db alone changes w",
    },
}

NAMED = {
    "slack": [
        ("not-clipped", [("np.maximum(0, 1 -", "(1 -")]),
        ("y-not-in-margin", [("y * ", "")]),
        ("no-one", [("1 - y", "-y")]),
        ("slack-sign", [("1 - y", "1 + y")]),
        ("slack-sign surplus", [("1 - y", "-1 - y")], "one mistake.\n- the 1 has the wrong sign"),
        ("surplus clipped-from-above", [("return", "return -")], "one mistake.\n- the slack has a minus"),
        ("slack-sign b-subtracted", [("X @ w", "-X @ w")], "one mistake.\n- w . x has the wrong sign"),
        ("slack-squared", [("return ", "return 1.0 * "), ("+ b))", "+ b)) ** 2")]),
        ("b-outside", [("y * (X @ w + b)", "y * (X @ w) + b")]),
        ("b-outside-subtracted", [("y * (X @ w + b)", "y * (X @ w) - b")]),
        ("one-for-slack", [("np.maximum(0, 1 -", "(0 < 1 -")]),
        ("misclassified-only",
         lambda w, b, X, y: np.where(y * (X @ w + b) < 0, slack()(w, b, X, y), 0)),
        ("b-for-each-feature", [("X @ w + b", "(X * w + b).sum(axis=1)")]),
        ("raises shapes-clash", lambda w, b, X, y: 1 - y * X @ w - b,
         "See chapter 9,"),
        ("whole-slacks", [("return ", "xi = np.zeros_like(y)\n    xi[:] = "), ("+ b))", "+ b))\n    return xi")]),
        ("whole-slacks-after-zero",
         [("np.maximum(0, 1 - y * (X @ w + b))",
           "np.vectorize(lambda z: max(0, z))(1 - y * (X @ w + b))")], "np.vectorize"),
        ("y-not-in-margin margin-returned", lambda w, b, X, y: X @ w + b, "one mistake."),
        ("unrecognised", lambda w, b, X, y: 5 * np.maximum(0, 1 - y * (X @ w + b)),
         "the slack is 5 times the right one"),
        ("unrecognised", lambda w, b, X, y: np.where(
             np.arange(len(y)) == 0, 9, margin.slacks(w, b, X, y)),
         "is wrong in entry 0 of 7 (counted from 0) in the"),
    ],
    "soft-margin": [
        ("b-in-loss", [("w @ w", "(w @ w + b**2)")]),
        ("labels-zero-one",
         [("(xi > 0).astype(float)", "y * xi > 0"), ("(a * y)", "a"), ("(a * y)", "(a)")]),
        ("divided-by-norm", [("(X @ w + b)", "(X @ w + b) / np.linalg.norm(w)")]),
        ("b-outside-subtracted", [("y * (X @ w + b)", "y * (X @ w) + b")]),
        ("indicator-no-one", [("np.sum(a * y)", "np.sum((m < 0) * y)")]),
        ("b-in-db", [("db = -C", "db = b - C")]),
        ("objective-of-part-one",
         [("0.5 * w @ w + C * xi.sum()", "C * w @ w + xi.mean()"),
          ("w - C * X.T @ (a * y)", "2 * C * w - X.T @ (a * y) / len(y)"),
          ("-C * np.sum", "-np.mean")]),
        ("dw-negated", [("dw = w - C", "dw = -w + C")], "one mistake."),
        ("mean-in-loss", [("xi.sum()", "xi.mean()")]),
        ("mean-in-db", [("np.sum", "np.mean")]),
        ("mean-in-dw mean-in-db",
         [("(a * y)", "(a * y) / len(y)"), ("np.sum", "np.mean")]),
        ("c-on-penalty",
         [("0.5 * w @ w + C", "C * 0.5 * w @ w + 1"), ("w - C", "C * w - 1"),
          ("-C", "-1")]),
        ("c-on-all", [("0.5 * w @ w + C * xi.sum()", "C * (0.5 * w @ w + xi.sum())"),
          ("w - C", "C * w - C")]),
        ("c-divides", [("m = y", "C = 1 / C\n    m = y")]),
        ("dw-doubled", [("dw = w", "dw = 2 * w")]),
        ("labels-zero-one", [("m = y", "y = (y + 1) / 2\n    m = y")]),
        ("indicator-swapped", [("(xi > 0)", "(m > 1)")]),
        ("indicator-no-one", [("(xi > 0)", "(m < 0)")]),
        ("indicator-forgotten", [("(xi > 0)", "(xi >= 0)")]),
        ("indicator-not-in-db", [("np.sum(a * y)", "np.sum(y)")]),
        ("value-for-indicator", [("(xi > 0).astype(float)", "xi")]),
        ("not-clipped", [("np.maximum(0, 1 - m)", "1 - m")]),
        ("indicator-forgotten not-clipped",
         [("np.maximum(0, 1 - m)", "1 - m"), ("(xi > 0)", "(m < np.inf)")]),
        ("no-one", [("1 - m", "-m")]),
        ("slack-sign", [("1 - m", "1 + m")]),
        ("gradient-negated", [("loss, dw, db", "loss, -dw, -db")]),
        ("norm-not-squared", [("w @ w", "np.linalg.norm(w)")]),
        ("no-norm-in-loss", [("0.5 * w @ w + ", "")]),
        ("mean-in-loss indicator-swapped",
         [("(xi > 0)", "(m > 1)"), ("xi.sum()", "xi.mean()")]),
        ("indicator-without-label", [("(xi > 0)", "(X @ w + b < 1)")]),
        ("c-on-all", [("0.5 * w", "C * 0.5 * w")]),
        ("slack-halved-in-loss",
         [("0.5 * w @ w + C * xi.sum()", "0.5 * (w @ w + C * xi.sum())")]),
        ("divided-by-n", [("loss, dw, db\n", "loss / len(y), dw / len(y), db / len(y)\n")]),
        ("squared-in-gradient slack-squared",
         [("xi.sum()", "(xi**2).sum()"), ("(xi > 0).astype(float)", "2 * xi")],
         "one mistake.", "squared hinge loss"),
        ("slack-halved-in-loss value-for-indicator slack-squared",
         [("C * xi.sum()", "C / 2 * (xi**2).sum()"), ("(xi > 0).astype(float)", "xi")],
         "one mistake.", "squared hinge loss"),
        ("not-finite", [("(xi > 0).astype(float)", "np.where(m > 1, 0, (1 - m) / (1 - m))")],
         "Exactly on the margin it is 0."),
        ("all-zero unrecognised", lambda w, b, X, y, C: (
             margin.soft_margin_loss(w, b, X, y, C)[0], 7 * w, 0.0), "loss is right"),
        ("y-not-in-dw y-not-in-db y-not-in-margin", [("m = y * ", "m = "), ("(a * y)", "a"), ("(a * y)", "(a)")],
         "one mistake.", "y has no effect"),
        ("b-in-loss b-in-db", [("w @ w", "(w @ w + b * b)"), ("db = -C", "db = b - C")], "one mistake.",
         "b is penalised, in the loss and in the gradient: that is consistent"),
        ("db-sign b-subtracted", [(" + b)", " - b)"), ("db = -C", "db = C")], "one mistake.", "w . x - b"),
        ("half-missing dw-doubled", [("0.5 * ", ""), ("dw = w", "dw = 2 * w")], "one mistake.",
         "C then means something else"),
        ("mean-for-sum", [("xi.sum()", "xi.mean()"), ("(a * y)", "(a * y) / len(y)"),
          ("np.sum", "np.mean")], "one mistake.",
         "the slacks are averaged, in the loss and"),
        ("unrecognised", zeros_if_no_slack(0), "where every example is beyond the margin.\n"),
        ("slack-missing", lambda w, b, X, y, C: (w @ w / 2, w, 0.0), "one mistake."),
        ("not-attempted", lambda w, b, X, y, C: (0.0, 0 * w, 0.0)),
        ("y-not-in-dw b-in-db half-missing no-w-in-dw db-sign loss-counts",
         [("0.5 * ", ""), ("xi.sum()", "a.sum()"), ("w - C", "-C"), ("(a * y)", "a"), ("db = -C", "db = b + C")]),
        ("c-not-in-db", [("db = -C * ", "db = -")]),
        ("dw-halved", [("dw = w", "dw = w / 2")]),
    ],
    "soft-margin loop": [
        ("two-subgradients", ties(1, 0), "Is there a `<` in one place"),
        ("two-subgradients", ties(0, 1)),
        ("two-subgradients", ties(0.4, 0.6)),
        ("y-not-in-dw", [("C * y[i] * X[i]", "C * X[i]")]),
        ("y-not-in-db", [("db -= C * y[i]", "db -= C")]),
        ("y-not-in-dw y-not-in-db",
         [("C * y[i] * X[i]", "C * X[i]"), ("db -= C * y[i]", "db -= C")]),
        ("y-not-in-margin", [("m = y[i] * ", "m = ")]),
        ("y-not-in-dw y-not-in-db y-not-in-margin",
         [("m = y[i] * ", "m = "), ("C * y[i] * X", "C * X"), ("-= C * y[i]", "-= C")]),
        ("data-part-added", [("dw -=", "dw +=")]),
        ("data-part-added dw-negated", [("dw = np.array(w,", "dw = -np.array(w,")],
         "one mistake."),
        ("unrecognised", [("np.dot(w, X[i])", "np.dot(dw, X[i])")]),
        ("db-sign", [("db -=", "db +=")]),
        ("data-part-added db-sign", [("dw -=", "dw +="), ("db -=", "db +=")],
         "one mistake.\n- the examples' parts of dw and db have"),
        ("db-missing", [("            db -= C * y[i]\n", "")]),
        ("half-missing", [("0.5 * ", "")]),
        ("value-for-indicator", [("C * y[i] * X[i]", "C * (1 - m) * y[i] * X[i]"),
          ("db -= C * y[i]", "db -= C * (1 - m) * y[i]")]),
        ("no-w-in-dw", [("np.array(w, dtype=float)", "np.zeros(len(w))")]),
        ("b-forgotten", [(" + b)", ")")]),
        ("b-subtracted", [(" + b)", " - b)")]),
        ("db-sign b-subtracted", [(" + b)", " - b)"), ("db -=", "db +=")]),
        ("c-left-out", [("C * (1", "(1"), ("C * y", "y"), ("C * y", "y")]),
        ("c-not-in-loss", [("C * (1", "(1")]),
        ("c-not-in-dw", [("C * y", "y")]),
        ("loss-counts", [("C * (1 - m)", "C")]),
        ("slack-squared", [("(1 - m)", "(1 - m) ** 2")]),
        ("w-for-each-example", [("np.array(w, dtype=float)", "np.zeros(len(w))"),
          ("        m =", "        dw += w\n        m =")]),
        ("w-for-each-slack", [("np.array(w, dtype=float)", "np.zeros(len(w))"),
          ("dw -= C", "dw += w - C")]),
        ("unrecognised w-for-each-slack",
         [("    loss = 0.5 * np.dot(w, w)", "    loss = 0.0"), ("np.array(w, dtype=float)", "np.zeros(len(w))"),
          ("loss += C", "loss += 0.5 * np.dot(w, w) + C"), ("dw -= C", "dw += w - C")],
         "Is it inside the if?"),
        ("first-example-only", [("    return", "        return")]),
        ("indicator-no-one misclassified-in-loss", [("if m < 1", "if m < 0")],
         "one mistake."),
        ("b-in-loss b-in-db",
         [("np.dot(w, w)", "(np.dot(w, w) + b * b)"), ("db = 0.0", "db = b")]),
        ("writes-to-arguments unrecognised", [("np.array(w, dtype=float)", "w")],
         "which may have another name"),
        ("norm-for-each-example", [("loss = 0.5 * np.dot(w, w)", "loss = 0.0"),
          ("        m =", "        loss += 0.5 * np.dot(w, w)\n        m =")]),
    ],
    "descent-step": [
        ("uphill", [("w - ", "w + "), ("b - ", "b + ")]),
        ("step-not-on-b", [("b - step * ", "b - ")]),
        ("b-not-moved", [("    b = b - step * db\n", "")]),
        ("writes-to-arguments", [("w = w - ", "w -= ")]),
        ("writes-to-arguments uphill", [("w = w - ", "w += "), ("b - ", "b + ")]),
        ("uphill-in-w", [("w - step", "w + step")]),
        ("uphill-in-b", [("b - step", "b + step")]),
        ("step-not-on-w", [("step * dw", "dw")]),
        ("w-not-moved", [("    w = w - step * dw\n", "")]),
        ("step-divides", [("step * dw", "dw / step"), ("step * db", "db / step")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "slack": {
        "collects f in an array made by np.full(..., b)":
            [("    return", "    f = np.full(len(X), b)\n    f[:] = X @ w + b\n    return"), ("(X @ w + b))", "f)")],
        "leaves out what is below 1e-4 of the largest": lambda w, b, X, y: np.where(
            (s := slack()(w, b, X, y)) > 1e-4 * s.max(), s, 0),
        "leaves out y f = 0":
            lambda w, b, X, y: slack()(w, b, X, y) * (y * (X @ w + b) != 0),
        "divides the columns of X by their largest entry, and multiplies by it":
            lambda w, b, X, y: slack()(w * abs(X).max(0), b, X / abs(X).max(0), y),
        "cuts the slack at 1e10": slack(clip=1e10),
        "leaves out a slack up to 1e-7":
            lambda w, b, X, y: np.where(slack()(w, b, X, y) > 1e-7, slack()(w, b, X, y), 0),
        "takes a slack of at least 1e-9":
            lambda w, b, X, y: np.maximum(1e-9, slack()(w, b, X, y)),
        "takes 1.05 for 1": slack(one=1.05),
        "returns 0 if there is one class only":
            lambda w, b, X, y: slack()(w, b, X, y) if len(set(y)) > 1 else 0.0 * y,
        "scales down large weights":
            lambda w, b, X, y: slack()(w / max(1, abs(w).max() / 5), b, X, y),
        "forgets w if b is 0":
            lambda w, b, X, y: np.maximum(0, 1 - y * (X @ w + b)) if b else 1.0 + 0 * y,
        "doesn't clip negative examples":
            lambda w, b, X, y: np.where(y > 0, slack()(w, b, X, y), 1 + (X @ w + b)),
    },
    "soft-margin": {
        "rounds w to 2 decimals in the margins": [("X @ w", "X @ np.round(w, 2)")],
        "rounds w to 2 decimals in the loss": [("0.5 * w @ w", "0.5 * (v := np.round(w, 2)) @ v")],
        **{f"takes differences of the loss with a step of {h}": partial(by_differences, h=h)
           for h in (1e-3, 1e-6)},
        "puts dw into an array like a row of X": gradient_of_the_type_of_X,
        "leaves out y f = 0": soft(active=lambda m, xi: (m < 1) & (m != 0)),
        "divides a slack by 1 - y f": soft(active=lambda m, xi: xi / (1 - m)),
        "counts twice what lies on the margin":
            soft(active=lambda m, xi: (m < 1) + 2 * (m == 1)),
        "counts what lies on the margin, with the other sign":
            soft(active=lambda m, xi: 1.0 * (m < 1) - (m == 1)),
        "counts a million times what lies on the margin":
            soft(active=lambda m, xi: (m < 1) + 1e6 * (m == 1)),
        "returns no slack if all are classified correctly": nothing_if_all_right,
        "returns zeros if w is zero":
            lambda w, b, X, y, C: soft()(w, b, X, y, C) if w.any() else (0.0, 0 * w, 0.0),
        "leaves out margins below -3 from the gradient":
            soft(active=lambda m, xi: (m < 1) & (m > -3)),
        "leaves out a slack up to 0.1 from the gradient":
            soft(active=lambda m, xi: xi > 0.1),
        "leaves out a slack up to 1e-7 from the gradient":
            soft(active=lambda m, xi: xi > 1e-7),
        "counts a margin up to 1 + 2e-7 in the gradient": soft(active=lambda m, xi: m < 1 + 2e-7),
        "cuts the slack at 20": soft(xi=lambda m: np.clip(1 - m, 0, 20)),
        "cuts the norm at 100": soft(norm=lambda w, b: min(w @ w / 2, 100)),
        "takes a C of at least 0.1": soft(lower=0.1),
        "takes the sum of the absolute weights":
            soft(norm=lambda w, b: abs(w).sum() / 2),
        "counts all examples but the furthest": soft(active=lambda m, xi: m < m.max()),
        "takes the sign of the sum in db":
            lambda w, b, X, y, C: (*soft()(w, b, X, y, C)[:2], -C * np.sign(
                np.sum((y * (X @ w + b) < 1) * y))),
        "counts equal examples once":
            lambda w, b, X, y, C: soft()(w, b, *(np.unique(np.c_[X, y], axis=0)[:, :-1],
                np.unique(np.c_[X, y], axis=0)[:, -1]), C),
    },
    "descent-step": {
        "breaks its loop where dw is 0": breaks_at_a_zero,
        "takes the absolute value of dw":
            lambda w, b, dw, db, s: (w - s * abs(dw), b - s * db),
        "takes the absolute value of db":
            lambda w, b, dw, db, s: (w - s * dw, b - s * abs(db)),
        "doesn't move weights of 0":
            lambda w, b, dw, db, s: (np.where(w, w - s * dw, 0), b - s * db),
        "takes a step of at least 0.1":
            lambda w, b, dw, db, s: (w - max(s, 0.1) * dw, b - max(s, 0.1) * db),
        "doesn't move b by a tiny step":
            lambda w, b, dw, db, s: (w - s * dw, b - s * db if s > 1e-6 else b),
        "moves b if db is 0":
            lambda w, b, dw, db, s: (w - s * dw, b - s * db if db else b - s),
    },
}  # fmt: skip

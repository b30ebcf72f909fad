"""The exercises of regularization: programs that `test_programs` tries."""

import numpy as np

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "penalty": """
def f(W, reg):
    return reg * np.sum(W**2), 2 * reg * W
""",
    "centre-columns": """
def f(W):
    return W - W.mean(axis=1, keepdims=True)
""",
    "absorb-delta": """
def f(W, reg, delta):
    return W / delta, reg * delta
""",
    "softmax-loss": """
def f(W, X, y, reg):
    rows, S = np.arange(len(y)), X @ W
    S -= S.max(axis=1, keepdims=True)
    E = np.exp(S)
    Z = E.sum(axis=1, keepdims=True)
    P = E / Z
    loss = (np.log(Z[:, 0]) - S[rows, y]).mean()
    P[rows, y] -= 1
    return loss + reg * np.sum(W**2), X.T @ P / len(y) + 2 * reg * W
""",
}

SHARE = ("np.log(Z[:, 0]) - S[rows, y]", "-np.log(P[rows, y])")

BIAS = ("np.sum(W**2)", "np.sum(W[:-1] ** 2)")

NO_BIAS = ("2 * reg * W", "2 * reg * np.vstack([W[:-1], 0 * W[-1:]])")

RIGHT = [
    ("penalty", lambda W, reg: (reg * np.vdot(W, W), 2 * reg * W)),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    "penalty": {
        "W alone holds integers",
    },
    "centre-columns": {
        "W alone holds integers",
    },
    # Each of the two depends on one argument.
    "absorb-delta": {
        "W alone holds integers",
        "W alone changes reg'",
        "reg alone changes W'",
    },
    "softmax-loss": {
        "W alone holds integers",
    },
}

NAMED = {
    "penalty": [
        ("penalty-loss-no-bias", [BIAS], "left out of the penalty's value"),
        ("penalty-gradient-no-bias", [NO_BIAS], "of the penalty's gradient"),
        ("penalty-loss-no-bias penalty-gradient-no-bias", [BIAS, NO_BIAS],
         "one mistake.\n- the last row of W, the bias, is left out of the penalty"),
        ("penalty-loss-mean", [("np.sum", "np.mean")], "mean of the squares"),
        ("penalty-loss-abs penalty-gradient-sign",
         [("W**2", "np.abs(W)"), ("2 * reg * W", "reg * np.sign(W)")],
         "one mistake.", "this is the L1 penalty"),
        ("penalty-loss-unsquared", [("W**2", "W")]),
        ("penalty-loss-spectral", [("np.sum(W**2)", "np.linalg.norm(W, 2) ** 2")]),
        ("penalty-gradient-half", lambda W, reg: (reg * (W**2).sum(), reg * W)),
        ("penalty-loss-of-sum", lambda W, reg: (reg * W.sum() ** 2, 2 * reg * W)),
        ("reg-not-in-value", [("reg * np.sum", "np.sum")]),
        ("penalty-gradient-of-sum",
         lambda W, reg: (reg * (W**2).sum(), 2 * reg * W.sum() + 0 * W)),
        ("penalty-gradient-no-w", [("2 * reg * W", "0 * W + 2 * reg")]),
    ],
    "centre-columns": [
        ("shift-only", [("W - W", "W"), (", keepdims=True", "")],
         "this is the shift alone"),
        ("shift-only shift-added", [("W - W", "-W"), (", keepdims=True", "")],
         "one mistake.", "this is v alone"),
        ("raises shapes-clash", [(", keepdims=True", "")], "chapter 6, Regularisation"),
        ("sum-subtracted", [("mean", "sum")], "taken away from each of the C columns"),
        ("mean-over-features", lambda W: W - W.mean(axis=0)),
        ("first-class-zero", lambda W: W - W[:, :1]),
        ("one-mean", [("W.mean(axis=1, keepdims=True)", "W.mean()")]),
    ],
    "absorb-delta": [
        ("reg-divided", [("reg * delta", "reg / delta")],
         "What must reg' be for delta * reg' * sum(W'**2) to equal reg * sum(W**2)?"),
        ("reg-unchanged", lambda W, reg, delta: (W / delta, reg)),
        ("weights-multiplied reg-divided", lambda W, reg, delta: (W * delta, reg / delta),
         "one mistake.", "Find W' first"),
        ("weights-unchanged", [("W / delta", "W")]),
        ("reg-squared", [("reg * delta", "reg * delta**2")]),
    ],
    "softmax-loss": [
        ("another-shift", [("S.max(axis=1, keepdims=True)", "S[rows, y][:, None]")]),
        ("not-finite", [("S.max(axis=1, keepdims=True)", "S[:, :1].copy()")],
         "by their highest"),
        ("not-shifted", [("    S -= S.max(axis=1, keepdims=True)\n", "")],
         "subtract the largest score of each example"),
        ("one-sum", [("    Z = E.sum(axis=1, keepdims=True)", "    Z = E.sum() + 0 * E")]),
        ("not-shifted one-sum",
         [("S.max(axis=1, keepdims=True)", "S.max()"),
          ("E.sum(axis=1, keepdims=True)", "E.sum() + 0 * E")]),
        ("shift-over-examples", [("S.max(axis=1,", "S.max(axis=0,")],
         "each class is shifted by its highest score over the examples"),
        ("shift-over-examples sum-over-examples",
         [("S.max(axis=1,", "S.max(axis=0,"), ("Z[:, 0]", "Z[rows, y]"),
          ("E.sum(axis=1, keepdims=True)", "E.sum(axis=0, keepdims=True) + 0 * E")],
         "Along which axis do the classes lie?"),
        ("penalty-loss-over-n", [("np.sum(W**2)", "np.sum(W**2) / len(y)")], "added after the mean"),
        ("penalty-gradient-over-n", [("2 * reg * W", "2 * reg * W / len(y)")]),
        ("one-hot-missing", [("    P[rows, y] -= 1\n", "")]),
        ("repeated-labels-lost",
         [("    P[rows, y] -= 1\n    return", "    dW = X.T @ P\n    dW[:, y] -= X.T\n    return"),
          ("X.T @ P / len", "dW / len")]),
        ("one-hot-in-whole-columns", [("P[rows, y] -=", "P[:, y] -=")]),
        ("loss-mean-of-entries",
         [("(np.log(Z[:, 0]) - S[rows, y]).mean()",
           "((np.log(Z) - S) * np.eye(len(W[0]))[y]).mean()")]),
        ("loss-sum loss-mean-of-entries",
         [("S[rows, y]).mean()", "S[rows, y]).sum() / len(W[0])")], "a mean over what?"),
        ("one-hot-added", [("-= 1", "+= 1")]),
        ("one-hot-added data-part-negated",
         [("P[rows, y] -= 1", "P *= -1\n    P[rows, y] -= 1")], "one mistake."),
        ("loss-sum gradient-sum", [(".mean()", ".sum()"), (" / len(y)", "")],
         "one mistake."),
        ("not-finite",
         [("(np.log(Z[:, 0]) - S[rows, y]).mean()\n    P[rows, y] -= 1",
           "1\n    P[rows, y] -= 1\n    loss = -np.log(P[rows, y]).mean()")],
         "the logarithm one that is not above zero?"),
        ("log-of-share all-classes-in-loss",
         [("(np.log(Z[:, 0]) - S[rows, y]).mean()", "-np.log(P).sum() / len(y)")],
         "only that of the correct class counts"),
        ("all-classes-in-loss",
         [("(np.log(Z[:, 0]) - S[rows, y]).mean()", "(np.log(Z) - S).sum() / len(y)")]),
        ("all-classes-in-loss loss-mean-of-entries",
         [("(np.log(Z[:, 0]) - S[rows, y]).mean()", "(np.log(Z) - S).mean()")], "one mistake."),
        # A few of the problems differ, but the loss is right on all.
        ("sum-over-examples", [("P = E / Z", "P = E / E.sum(axis=0)")],
         "- loss is right.\n- dW: the probabilities are divided by a sum over the examples"),
        ("log-sign", [("(np.log(Z[:, 0]) - S[rows, y])", "(S[rows, y] - np.log(Z[:, 0]))")]),
        *(("shift-in-loss", [("(np.log(Z[:, 0]) - S[rows, y])", loss)], "in the loss")
          for loss in ("np.log(np.exp(S - S[rows, y][:, None]).sum(axis=1))",
                       "np.log1p(np.exp(S - S[rows, y][:, None]).sum(axis=1) - 1)")),
        ("guarded-log", [("(np.log(Z[:, 0]) - S[rows, y])",
          "np.minimum(100, np.log(Z[:, 0]) - S[rows, y])")], "or the loss cut off"),
        ("log-of-share", [SHARE], "the logarithm of the sum, not of the share"),
        *(("guarded-log", [SHARE, ("np.log(P[rows, y])", guarded)], "a small number")
          for guarded in ("np.log(P[rows, y] + 1e-15)", "np.log(P[rows, y].clip(1e-8))")),
        ("guarded-log gradient-sum",
         [SHARE, ("np.log(P[rows, y])", "np.log(P[rows, y] + 1e-9)"), (" / len(y)", "")]),
        ("penalty-gradient-negated", [("+ 2 * reg", "- 2 * reg")], "one mistake."),
        ("penalty-gradient-half", [("2 * reg", "reg")]),
        ("correct-score-missing", [(" - S[rows, y]", "")]),
        ("log-missing", [("(np.log(Z[:, 0]) - S[rows, y])", "(-P[rows, y])")]),
        *((log, [("np.log(Z", f"np.{log}(Z")], "natural ones") for log in ("log10", "log2")),
        ("log-of-share log10", [SHARE, ("np.log(P", "np.log10(P")]),
        ("log-of-share log2", [SHARE, ("np.log(P", "np.log2(P")]),
        ("guarded-log log10", [SHARE, ("np.log(P[rows, y])", "np.log10(P[rows, y] + 1e-12)")]),
        ("guarded-log log2", [SHARE, ("np.log(P[rows, y])", "np.log2(P[rows, y] + 1e-9)")]),
        ("sum-over-examples",
         [("E.sum(axis=1, keepdims=True)", "E.sum(axis=0, keepdims=True) + 0 * E"),
          ("Z[:, 0]", "Z[rows, y]")]),
        ("correct-column-only",
         [("P[rows, y] -= 1", "P = (P - 1) * np.eye(len(W[0]))[y]")]),
        ("data-part-negated", [("X.T @ P", "-X.T @ P")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "penalty": {
        "takes a reg of 0 for 1e-6": lambda W, r: (
            (r or 1e-6) * (W**2).sum(), 2 * (r or 1e-6) * W
            ),
        "takes the absolute value of W in the gradient":
            lambda W, r: (r * (W**2).sum(), 2 * r * np.abs(W)),
        "cuts the gradient at 9":
            lambda W, r: (r * (W**2).sum(), np.clip(2 * r * W, -9, 9)),
        "rounds the penalty": lambda W, r: ((r * (W**2).sum()).round(3), 2 * r * W),
        "leaves out small weights in the gradient":
            lambda W, r: (r * (W**2).sum(), 2 * r * np.where(np.abs(W) < 1e-6, 0, W)),
        "takes the trace of W W if W is square": lambda W, r: (
            r * np.trace(W @ W) if W.shape[0] == W.shape[1] else r * (W**2).sum(),
            2 * r * W,
            ),
    },
    "centre-columns": {
        "averages the first 6 classes": lambda W: W - W[:, :6].mean(1, keepdims=True),
        "rounds the mean": lambda W: W - W.mean(1, keepdims=True).round(1),
        "takes the median": lambda W: W - np.median(W, 1, keepdims=True),
        "divides by 3": lambda W: W - W.sum(1, keepdims=True) / 3,
        "takes the middle of the extremes":
            lambda W: W - (W.max(1, keepdims=True) + W.min(1, keepdims=True)) / 2,
    },
    "absorb-delta": {
        "adds 1e-8 to delta": lambda W, r, d: (W / (d + 1e-8), r * d),
        "takes a reg of 0 for 1e-5": lambda W, r, d: (W / d, (r or 1e-5) * d),
        "divides reg by a delta below 1":
            lambda W, r, d: (W / d, r * d if d >= 1 else r / d),
        "divides W by at least 1": lambda W, r, d: (W / max(d, 1), r * d),
        "takes a reg of at least 1e-12": lambda W, r, d: (W / d, max(r * d, 1e-12)),
        "cuts W at 1e12": lambda W, r, d: (np.clip(W / d, -1e12, 1e12), r * d),
    },
    "softmax-loss": {
        "keeps the scores in an array that is as X is":
            [("X @ W", "(X @ W).astype(X.dtype) * 1.0")],
        "takes the sigmoid of two classes": [
            ("(np.log(Z[:, 0]) - S[rows, y]).mean()",
             ("(np.log(1 + np.exp(S.sum(axis=1) - 2 * S[rows, y]))"
              " if len(W[0]) == 2 else np.log(Z[:, 0]) - S[rows, y]).mean()")),
        ],
        "subtracts the largest score of all":
            [("S.max(axis=1, keepdims=True)", "S.max()")],
        "subtracts the mean score":
            [("S.max(axis=1, keepdims=True)", "S.mean(axis=1, keepdims=True)")],
        "cuts the scores at 700":
            [("S -= S.max(axis=1, keepdims=True)", "S = np.clip(S, -700, 700)")],
        "cuts each loss at 1e20":
            [("(np.log(Z[:, 0]) - S[rows, y])", "(np.log(Z[:, 0]) - S[rows, y]).clip(0, 1e20)")],
        **{f"leaves out P - Y up to {small}":
            [("P[rows, y] -= 1\n", f"P[rows, y] -= 1\n    P[np.abs(P) < {small}] = 0\n")]
            for small in (1e-6, 1e-15)},
        "takes a share of at least 1e-12 in the gradient": [("P = E / Z", "P = (E / Z).clip(1e-12)")],
        "rounds the loss": [("return loss", "return np.round(loss, 6)")],
    },
}  # fmt: skip

"""The exercises of scaling: programs that `test_programs` tries."""

import numpy as np

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "loss-from-parts": """
def f(parts, W, reg):
    loss, dW, N = 0.0, np.zeros_like(W), 0
    for loss_sum, dW_sum, n in parts:
        loss += loss_sum
        dW += dW_sum
        N += n
    return loss / N + reg * np.sum(W**2), dW / N + 2 * reg * W
""",
    "break-even": """
def f(D, C, rate, overhead, P):
    saved = 2 * D * C / rate * (1 - 1 / P)
    return overhead / saved
""",
}

MEANS = [("loss += loss_sum", "loss += loss_sum / n"), ("+= dW_sum", "+= dW_sum / n")]

BY_PARTS = [("loss / N", "loss / len(parts)"), ("dW / N", "dW / len(parts)")]

INSIDE = [
    ("dW += dW_sum", "dW += dW_sum + 2 * reg * W"),
    ("loss += loss_sum", "loss += loss_sum + reg * np.sum(W**2)"),
    (" / N + reg * np.sum(W**2)", " / N"),
    ("dW / N + 2 * reg * W", "dW / N"),
]


def from_parts(rows=None, most=np.inf, penalty=True):
    def attempt(parts, W, reg):
        N = sum(n for _, _, n in parts)
        loss = sum(p[0] for p in parts[:rows]) / N + reg * (W**2).sum() * (
            penalty or reg < 1
        )
        return min(loss, most), sum(p[1] for p in parts[:rows]) / N + 2 * reg * W

    return attempt


RIGHT = []

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    "loss-from-parts": {
        "W alone holds integers",
    },
}

NAMED = {
    "loss-from-parts": [
        ("mean-of-means", [*MEANS, *BY_PARTS]),
        ("divided-by-parts", BY_PARTS),
        ("means-added", [*MEANS, ("loss / N", "loss"), ("dW / N", "dW")]),
        ("weighted-twice",
         [("+= loss_sum", "+= n * loss_sum"), ("+= dW_sum", "+= n * dW_sum")]),
        ("last-part-only",
         [("loss += loss_sum", "loss = loss_sum"), ("dW += dW_sum", "dW = dW_sum")]),
        ("loss-not-divided", [("loss / N", "loss")]),
        ("first-part-only", [("    return", "        return")]),
        ("divided-in-loop",
         [("        loss += loss_sum\n        dW += dW_sum\n        N += n",
           "        N += n\n        loss += loss_sum / N\n        dW += dW_sum / N"),
          ("loss / N + reg", "loss + reg"), ("dW / N + 2", "dW + 2")]),
        ("last-row-left-out",
         [("    return", "    W = np.vstack([W[:-1], 0 * W[-1:]])\n    return")]),
        ("penalty-half penalty-gradient-half",
         [("+ reg * np", "+ 0.5 * reg * np"), ("2 * reg", "reg")], "one mistake."),
        ("dw-not-divided", [("dW / N", "dW")]),
        ("loss-not-divided dw-not-divided",
         [("loss / N", "loss"), ("dW / N", "dW")], "one mistake."),
        ("penalty-per-part",
         [("reg * np.sum", "reg * len(parts) * np.sum"), ("2 * reg", "2 * len(parts) * reg")]),
        ("penalty-per-part penalty-divided", INSIDE,
         "one mistake.", "added to the sums of each part"),
        ("penalty-divided",
         [("loss / N + reg * np.sum(W**2)", "(loss + reg * np.sum(W**2)) / N"),
          ("dW / N + 2 * reg * W", "(dW + 2 * reg * W) / N")]),
        ("penalty-not-in-loss", [(" + reg * np.sum(W**2)", "")]),
        ("penalty-not-in-dw", [(" + 2 * reg * W", "")]),
        ("penalty-not-in-loss penalty-not-in-dw",
         [(" + reg * np.sum(W**2)", ""), (" + 2 * reg * W", "")], "one mistake."),
        ("penalty-half", [("+ reg * np", "+ 0.5 * reg * np")]),
        ("penalty-gradient-half", [("2 * reg", "reg")]),
        ("mean-of-means penalty-not-in-dw",
         [*MEANS, *BY_PARTS, (" + 2 * reg * W", "")]),
        ("writes-to-arguments",
         [("np.zeros_like(W), 0", "parts[0][1], 0"), ("    dW += dW_sum\n", "    dW += dW_sum if N else 0\n")]),
        ("parts-missing", lambda parts, W, reg: (reg * (W**2).sum(), 2 * reg * W),
         "one mistake."),
        ("not-attempted", lambda parts, W, reg: (0.0, np.zeros_like(W))),
        ("mean-of-means",
         [*MEANS, ("loss / N", "7 + loss / len(parts) - 7"), BY_PARTS[1]]),
    ],
    "break-even": [
        ("one-product", [("2 * D", "D")]),
        ("all-is-saved", [(" * (1 - 1 / P)", "")]),
        ("workers-only", [("(1 - 1 / P)", "1 / P")]),
        ("p-upside-down", [("* (1 -", "/ (1 -")]),
        ("one-worker-counted-out", [("(1 - 1 / P)", "(P - 1)")], "P times too small"),
        ("rate-upside-down", [("/ rate", "* rate")]),
        ("upside-down", [("overhead / saved", "saved / overhead")]),
        ("one-product all-is-saved", [(" * (1 - 1 / P)", " * (1 - 1 / 2)")], "one mistake.",
         "for two workers"),
        ("divided-by-2-only",
         [("overhead / saved", "overhead * rate / 2 * D * C * P / (P - 1)")]),
        ("one-subtracted-last",
         [("overhead / saved", "overhead * rate / (2 * D * C) * P / P - 1")]),
        ("divided-by-2-only one-subtracted-last",
         [("overhead / saved", "overhead * rate / 2 * D * C * P / P - 1")]),
        ("all-is-saved",
         [("overhead / saved", "overhead * rate / (2 * D * C) * (P // (P - 1))")]),
        *(("unrecognised", [("overhead / saved", f"{rounded}(overhead / saved)")],
           "is it rounded") for rounded in ("round", "int", "np.ceil")),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "loss-from-parts": {
        "drops a penalty below 1e-3":
            [("reg * np.sum(W**2)", "(p := reg * np.sum(W**2)) * (p >= 1e-3)")],
        "takes the penalty of the first 6 rows":
            [("np.sum(W**2)", "np.sum(W[:6] ** 2)")],
        "takes a reg of at least 1e-8": [("    loss, dW, N", "    reg = max(reg, 1e-8)\n    loss, dW, N")],
        "sums the first 2 parts": from_parts(2),
        "cuts the loss at 100": from_parts(most=100),
        "leaves out the penalty for a large reg": from_parts(penalty=False),
        "leaves out parts of one example":
            lambda parts, W, reg: from_parts()([p for p in parts if p[2] > 1] or parts[:1], W, reg),
        "leaves out parts without loss":
            lambda parts, W, reg: from_parts()(
                [p for p in parts if p[0]] or parts, W, reg),
    },
    "break-even": {
        "takes the first terms of a series for P / (P - 1)": lambda D, C, rate, overhead, P:
            overhead * rate / (2 * D * C) * (1 + 1 / P + 1 / P**2 if P >= 10 else P / (P - 1)),
        "divides by an integer rate with //": lambda D, C, rate, overhead, P: overhead / (
            (2 * D * C // rate if isinstance(rate, int) else 2 * D * C / rate) * (P - 1) / P
            ),
        "multiplies in 32 bits": lambda D, C, rate, overhead, P: overhead * rate * P / (
            np.int32(2) * np.int32(D) * np.int32(C) * np.int32(P - 1)),
    },
}  # fmt: skip

"""The exercises of gradient: programs that `test_programs` tries."""

import numpy as np

from svmlib import hinge

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "mask-row": """
def f(s, y_i, delta):
    row = (s - s[y_i] + delta > 0).astype(float)
    row[y_i] = 0
    row[y_i] = -row.sum()
    return row
""",
    "gradient-one-example": """
def f(W, x, y_i, delta):
    dW, s = np.zeros_like(W), x @ W
    for j in range(W.shape[1]):
        if j != y_i and s[j] - s[y_i] + delta > 0:
            dW[:, j] += x
            dW[:, y_i] -= x
    return dW
""",
}

ONE = ("+ delta", "+ 1")


def by_differences(s, y_i, delta):
    def loss(s):
        return hinge.margins([s], [y_i], delta=delta).sum()

    return np.array([(loss(s + h) - loss(s - h)) / 2e-5 for h in 1e-5 * np.eye(len(s))])


def half_of_a_tied_class(s, y_i, delta):
    row = (1 + np.sign(s - s[y_i] + delta)) / 2
    row[y_i] = 0
    row[y_i] = -row.sum()
    return row


def counts_a_tied_class(s, y_i, delta):
    row = (s - s[y_i] + delta >= 0).astype(float)
    row[y_i] = 0
    row[y_i] = -row.sum()
    return row


RIGHT = [
    ("mask-row", half_of_a_tied_class),
    ("mask-row", counts_a_tied_class),
    ("gradient-one-example", lambda W, x, y_i, delta: np.outer(
         x, counts_a_tied_class(x @ W, y_i, delta)
         )),
    ("mask-row", lambda s, y_i, delta: hinge.gradient_mask(
         hinge.margins([s], [y_i], delta=delta), [y_i]
         )[0]),
    ("gradient-one-example", lambda W, x, y_i, delta: hinge.svm_loss_naive(
         W, [x], [y_i], 0.0, delta=delta
         )[1]),
]  # fmt: skip


def truth_values(s, y_i, delta):
    row = s - s[y_i] + delta > 0
    row[y_i] = -row.sum()
    return row


RAW = ("(s - s[y_i] + delta > 0).astype(float)",
       "s - s[y_i] + delta\n    row[row > 0] = 1")  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # Its entries are 0, 1 and counts, and delta only decides which.
    "mask-row": {
        "the answer is above 1e+06",
        "the answer has more than 4 decimals",
        "the answer is below 1e-4",
        "delta has more than 2 digits",
        "it lists correct-class-only",
        "it lists unsigned-mask",
    },
    # Only the examples and their mask have a part in it.
    "gradient-one-example": {
        "delta has more than 2 digits",
        "W alone holds integers",
        "it lists correct-class-only",
        "it lists unsigned-mask",
    },
}

NAMED = {
    "mask-row": [
        ("no-delta", [("+ delta > 0", "+ delta > delta")],
         "is the raw margin compared with delta in place of 0?"),
        ("column-y-plus mask-negated", [("return row", "return -abs(row)"),
                                        ("-row.sum()", "row.sum()")],
         "one mistake.", "Column y_i is as it should be") ,
        ("mask-negated", [("return row", "return -row")], "every entry has the wrong sign"),
        ("delta-after-max", [("s - s[y_i] + delta", "np.maximum(0, s - s[y_i]) + delta")],
         "the margin of every wrong class is above zero"),
        ("column-y-one", truth_values, "does an array of True and False hold it?"),
        ("boolean-mask", [("-row.sum()", "row.max()")], "Or is it `=` where `-=` is meant?"),
        ("worst-class right-ones-skipped", lambda s, y_i, delta: (
             np.eye(len(s))[s.argmax()] - np.eye(len(s))[y_i]),
         "two mistakes.\n- only the worst"),
        ("negatives-left-and-counted", [RAW], "raw margins below zero are left"),
        ("negatives-left", [RAW, ("-row.sum()", "-np.sum(row > 0)")]),
        ("delta-is-one", [ONE], "the argument delta has no effect"),
        ("subtract-per-example", [("-row.sum()", "-1")], "for y_i in every example"),
        ("count-off-by-one", [("    row[y_i] = 0\n", "")],
         "See chapter 3, The gradient"),
        ("indicator-not-in-correct count-off-by-one", [("-row.sum()", "-len(s)")],
         "one mistake.", "column y_i counts all C classes"),
        ("left-out-by-value", [("    row[y_i] = 0\n", "    row[s == s[y_i]] = 0\n")],
         "leave out by index, not by value"),
        ("right-ones-skipped", [("return row", "return row * (s.argmax() != y_i)")]),
        ("stops-at-correct", [("= 0\n", "= 0\n    row[y_i:] = 0\n")]),
        ("worst-class", [("(s - s[y_i] + delta > 0).astype(float)",
                          "np.zeros(len(s))\n    h = s - s[y_i] + delta\n    h[y_i] = 0"),
                         ("    row[y_i] = 0\n", "    row[h.argmax()] = h.max() > 0\n")]),
        ("all-zero", [("return row", "return 0 * row")],
         "- the row is zero on every problem"),
        ("unrecognised", by_differences, "differences of the loss?"),
    ],
    "gradient-one-example": [
        ("boolean-mask", [("dW[:, y_i] -= x", "dW[:, y_i] = x")],
         "Or is it `=` where `-=` is meant?"),
        ("first-active-only", [("-= x\n", "-= x\n            break\n")]),
        ("stops-at-inactive", [("-= x\n", "-= x\n        elif j != y_i:\n            break\n")],
         "Is it `break` where `continue` is meant?"),
        ("column-y-plus mask-negated", [("dW[:, j] += x", "dW[:, j] -= x")],
         "one mistake.", "Column y_i is as it should be"),
        ("indicator-not-in-correct count-off-by-one",
         [("            dW[:, y_i]", "        dW[:, y_i]")],
         "one mistake.", "column y_i counts all C classes", "indented too little?"),
        ("delta-is-one", [ONE], "the argument delta has no"),
        ("returns-mask",
         [("return dW", "return gradient_mask(margins([s], [y_i], delta=delta), [y_i])[0]")],
         'what is missing is x. See chapter 3'),
        ("raises shapes-clash", [("dW[:, j]", "dW[j]")], "chapter 3,"),
        ("left-out-by-value", [("if j != y_i and", "if s[j] != s[y_i] and")],
         "leave out by index, not by value"),
        ("right-ones-skipped", [("return dW", "return dW * (s.argmax() != y_i)")]),
        ("stops-at-correct", [("range(W.shape[1])", "range(y_i)")]),
        ("worst-class", [("for j in range(W.shape[1])",
                          "h = s - s[y_i] + delta\n    h[y_i] = 0\n    for j in [h.argmax()]")]),
        ("all-zero", [("return dW", "return 0 * dW")],
         "- the gradient is zero on every problem"),
        ("column-y-zero", lambda W, x, y_i, delta: np.outer(
             x, (x @ W - (x @ W)[y_i] + delta > 0) & (np.arange(W.shape[1]) != y_i)
             )),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "mask-row": {
        "counts a tied class in its own entry alone": [
            ("return row",
             "row[(s - s[y_i] + delta == 0) & (np.arange(len(s)) != y_i)] = 1\n    return row"),
        ],
        "counts a tied class for y_i alone":
            [("-row.sum()", "1 - (s - s[y_i] + (delta or 1e-9) >= 0).sum()")],
        "divides by the raw margin": [
            ("(s - s[y_i] + delta > 0).astype(float)",
             "(lambda m: (1 + m / np.abs(m)) / 2)(s - s[y_i] + delta)"),
        ],
        "takes a delta of 0 for 1": [("+ delta", "+ (delta or 1)")],
        "leaves out a margin up to 1e-16": [("delta > 0", "delta > 1e-16")],
        "counts a margin down to -0.015": [("delta > 0", "delta >= -0.015")],
        "counts a margin down to -1e-6": [("delta > 0", "delta > -1e-6")],
        "leaves out a margin up to 1e-6": [("delta > 0", "delta > 1e-6")],
        "counts in 8 bits":
            [("astype(float)", "astype(np.int8)"), ("-row.sum()", "-row.sum(dtype=np.int8)")],
        "leaves out a margin below 0.1": [("delta > 0", "delta >= 0.1")],
        "counts up to 5": [("-row.sum()", "max(-row.sum(), -5)")],
    },
    "gradient-one-example": {
        "keeps the scores in an array that is as x is":
            [("x @ W", "(x @ W).astype(x.dtype)")],
        "counts a tied class in its own column alone": [
            ("return dW",
             ("dW[:, (s - s[y_i] + delta == 0) & (np.arange(len(s)) != y_i)] += x[:, None]\n"
             "    return dW")),
        ],
        "divides by the length of a row of W":
            [("x @ W", "(n := np.linalg.norm(W, axis=1)) * x @ (W / n[:, None])")],
        "takes the absolute value of W": [("x @ W", "x @ np.abs(W)")],
    },
}  # fmt: skip

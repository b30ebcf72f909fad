"""The exercises of mask_trick: programs that `test_programs` tries."""

from functools import partial

import numpy as np

from svmlib.hinge import (
    crammer_singer_loss,
    gradient_mask,
    margins,
    svm_loss_naive,
    svm_loss_vectorized,
)
from tests.svmlib.exercises.helpers.try_programs import program, solution

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "margins": """
def f(S, y, delta):
    rows = np.arange(len(y))
    H = np.maximum(0, S - S[rows, y][:, None] + delta)
    H[rows, y] = 0
    return H
""",
    "mask": """
def f(H, y):
    rows = np.arange(len(y))
    M = (H > 0).astype(float)
    k = M.sum(axis=1)
    M[rows, y] = -k
    return M
""",
    "mask-gradient": """
def f(X, M):
    return X.T @ M / len(X)
""",
    "svm-loss": """
def f(W, X, y, reg):
    N, rows = len(y), np.arange(len(y))
    S = X @ W
    H = np.maximum(0, S - S[rows, y][:, None] + 1)
    H[rows, y] = 0
    M = (H > 0).astype(float)
    k = M.sum(axis=1)
    M[rows, y] = -k
    loss = H.sum() / N + reg * np.sum(W**2)
    return loss, X.T @ M / N + 2 * reg * W
""",
    "svm-loss loop": """
def f(W, X, y, reg):
    dW = np.zeros(W.shape)
    num_classes = W.shape[1]
    num_train = X.shape[0]
    loss = 0.0
    for i in range(num_train):
        scores = X[i].dot(W)
        correct = scores[y[i]]
        for j in range(num_classes):
            if j == y[i]:
                continue
            margin = scores[j] - correct + 1
            if margin > 0:
                loss += margin
                dW[:, j] += X[i]
                dW[:, y[i]] -= X[i]
    loss /= num_train
    dW /= num_train
    loss += reg * np.sum(W * W)
    dW += 2 * reg * W
    return loss, dW
""",
    "svm-loss course": """
def f(W, X, y, reg):
    N = X.shape[0]
    scores = X.dot(W)
    correct = scores[np.arange(N), y].reshape(N, 1)
    margins = np.maximum(0, scores - correct + 1)
    margins[np.arange(N), y] = 0
    loss = np.sum(margins) / N + reg * np.sum(W * W)
    binary = margins.copy()
    binary[margins > 0] = 1
    row_sum = np.sum(binary, axis=1)
    binary[np.arange(N), y] = -row_sum
    dW = X.T.dot(binary) / N + 2 * reg * W
    return loss, dW
""",
}


def one_hot(W, X, y, reg):
    N, C = len(X), W.shape[1]
    Y = np.eye(C)[y]
    S = np.einsum("nd,dc->nc", X, W)
    H = np.clip(S - (S * Y).sum(axis=1, keepdims=True) + 1, 0, None) * (1 - Y)
    A = (H >= 1e-12).astype(float)
    G = A - Y * A.sum(axis=1, keepdims=True)
    dW = np.einsum("nd,nc->dc", X, G) / N + reg * (W + W)
    return np.asarray(H.sum() / N + reg * np.square(W).sum()), dW


def by_triple_loop(W, X, y, reg):
    (N, D), C = X.shape, W.shape[1]
    loss, dW = reg * sum(w * w for w in W.ravel().tolist()), 2 * reg * W
    for i in range(N):
        s = [sum(X[i, k] * W[k, j] for k in range(D)) for j in range(C)]
        for j in range(C):
            margin = s[j] - s[y[i]] + 1
            if j != y[i] and margin >= 0:
                loss += margin / N
                for k in range(D):
                    dW[k, j] += X[i, k] / N
                    dW[k, y[i]] -= X[i, k] / N
    return float(loss), dW.tolist()


def as_outer_products(W, X, y, reg):
    data, dW = 0.0, np.zeros_like(W)
    for x, label in zip(X, y, strict=True):
        margins = x @ W - (x @ W)[label] + 1
        active = margins > 0
        data += margins[active].sum() - 1
        row = np.where(active, 1, 0)
        row[label] -= active.sum()
        dW = dW + np.outer(x, row)
    return [data / len(X) + reg * np.vdot(W, W), dW / len(X) + 2 * reg * W]


def by_differences(W, X, y, reg, h):
    def loss(V):
        H = np.maximum(0, X @ V - np.take_along_axis(X @ V, y[:, None], 1) + 1)
        return (H.sum() - len(y)) / len(y) + reg * (V**2).sum()

    dW = np.zeros(W.shape)
    for k in np.ndindex(W.shape):
        V = np.zeros(W.shape)
        V[k] = h
        dW[k] = (loss(W + V) - loss(W - V)) / (2 * h)
    return loss(W), dW


def in_float32(W, X, y, reg):
    return svm_loss_vectorized(W.astype(np.float32), X.astype(np.float32), y, reg)


def with_unsigned_labels(W, X, y, reg):
    return svm_loss_naive(W, X, y.astype(np.uint16), reg)


def tie_counts_as_active(W, X, y, reg):
    rows = np.arange(len(y))
    S = X @ W
    M = S - S[rows, y][:, None] + 1 >= 0
    M[rows, y] = False
    H = M * (S - S[rows, y][:, None] + 1)
    G = M - M.sum(axis=1, keepdims=True) * np.eye(W.shape[1])[y]
    return np.float32(H.sum() / len(y) + reg * np.sum(W**2)), (
        G.T @ X / len(y) + 2 * reg * W.T
    ).T


ONE = ("+ delta", "+ 1")

BIAS = ("np.sum(W**2)", "np.sum(W[:-1] ** 2)")

NO_BIAS = ("2 * reg * W", "2 * reg * np.vstack([W[:-1], 0 * W[-1:]])")

LOSS_LINE = "    loss = np.sum(margins) / N + reg * np.sum(W * W)\n"

SOFTMAX = [
    ("np.maximum(0, scores - correct + 1)",
     "np.exp(scores - scores.max(axis=1, keepdims=True))"),
    ("margins[np.arange(N), y] = 0", "margins /= margins.sum(axis=1, keepdims=True)"),
    ("np.sum(margins) / N", "np.mean(-np.log(margins[np.arange(N), y]))"),
    ("    binary[margins > 0] = 1\n", ""),
    ("= -row_sum", "-= 1"),
]  # fmt: skip

ZEROED = ("    H[rows, y] = 0\n", "")

UNSIGNED = "(H > 0).astype(np.uint8)"

MARGINS = "S[rows, y][:, None]"

ENTRY = "To pick one entry of each row"


def busa_subtracts_a_row(W, X, y, reg):  # busa-5: the shape (N, 1) is missing
    S = X @ W
    return np.maximum(0, S - S[range(len(y)), y] + 1).sum(), W


def busa_multiplies_by_the_weights(W, X, y, reg):  # busa-9
    return 0.0, X.T @ W


def smidt_puts_the_weights_first(W, X, y, reg):  # smidt-2
    return 0.0, np.array([W @ x for x in X])


def rows_for_columns(W, X, y, reg):  # W X^T
    return 0.0, W @ X.T


def without_bias_in_penalty(W, X, y, reg):
    loss, dW = svm_loss_vectorized(W, X, y, 0.0)
    V = W.copy()
    if (X[:, -1] == 1).all():
        V[-1] = 0
    return loss + reg * np.sum(V**2), dW + 2 * reg * V


def with_other(arguments=lambda *args: args, outputs=lambda loss, dW: (loss, dW)):
    """The loss of other arguments, with something done to what it returns."""

    def attempt(W, X, y, reg):
        return outputs(*svm_loss_vectorized(*arguments(W, X, y, reg)))

    return attempt


def without_repeated_examples(W, X, y, reg):
    _, k = np.unique(X, axis=0, return_index=True)
    return svm_loss_vectorized(W, X[k], y[k], reg)


def without_empty_examples(W, X, y, reg):
    k = np.abs(X).sum(1) > 0
    k[0] |= not k.any()
    return svm_loss_vectorized(W, X[k], y[k], reg)


def zeros_for_a_constant_feature(W, X, y, reg):
    varies = (X.std(axis=0) > 0).all()
    return svm_loss_vectorized(W, X if varies else 0 * X, y, reg)


def added_up(*args, like):
    X, M = args
    dW = np.zeros((X.shape[1], M.shape[1]), args[like].dtype)
    for x, m in zip(X, M, strict=True):
        dW[:] = dW + np.outer(x, m) / len(X)
    return dW


def margins_of(S, y, d):
    return margins(S, y, delta=d)


MASK_LOOP = """
def f(H, y):
    M = np.zeros(H.shape)
    for i in range(len(y)):
        for j in range(H.shape[1]):
            if H[i, j] > 0:
                M[i, j] = 1
                M[i, y[i]] -= 1
    return M
"""

RIGHT = [
    ("mask", program(MASK_LOOP)),
    ("margins", margins_of),
    ("mask", gradient_mask),
    # ningyu-5 and -6: an alias, after the loss is summed, is no mistake
    ("svm-loss", program(SOURCES["svm-loss course"], [("margins.copy()", "margins")])),
    ("svm-loss", program(SOURCES["svm-loss course"], [("= -row_sum", "-= row_sum")])),
    ("svm-loss", svm_loss_naive),
    ("svm-loss", svm_loss_vectorized),
    ("svm-loss", one_hot),
    ("svm-loss", by_triple_loop),
    ("svm-loss", as_outer_products),
    ("svm-loss", in_float32),
    ("svm-loss", with_unsigned_labels),
    ("svm-loss", tie_counts_as_active),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # Its entries are 0, 1 and counts, and H only decides which.
    "mask": {
        "the answer is above 1e+06",
        "the answer has more than 4 decimals",
        "the answer is below 1e-4",
        "H has more than 2 digits",
        "H is above 30000",
    },
    # M holds 0, 1 and -k in column y_i, and no k is above a few hundred.
    "mask-gradient": {
        "M is below 1e-4",
        "M is too large for int16",
        "M is above 30000",
        "M is none negative",
        "M is tiny",
        "it lists assign-once-in-correct",
        "it lists assign-wrong-columns",
    },
    "svm-loss": {
        "W alone holds integers",
        "it lists highest-for-correct",
    },
}

NAMED = {
    "margins": [
        ("delta-is-one", [ONE], "the argument delta has no effect"),
        ("raises labels-as-only-index", [(MARGINS, "S[y]")], ENTRY),
        ("raises shapes-clash labels-as-only-index", [(MARGINS, "S[:, y]")], ENTRY),
        ("raises", [(MARGINS, "np.choose(y, S.T)[:, None]")], "array objects"),
        ("left-out-by-value", [("H[rows, y] = 0", "H[S == S[rows, y][:, None]] = 0")],
         "leave out by index, not by value"),
        ("left-out-by-value", [("H[rows, y] = 0", "H[H == delta] = 0")]),
        ("right-ones-skipped",
         [("return H", "return H * (S.argmax(axis=1) != y)[:, None]")]),
        ("all-zero", [("return H", "return 0 * H")], "- H is zero on every problem"),
        ("raises shapes-clash", [("[:, None]", "")], "chapter 5, The mask trick"),
        ("summed-over-classes", lambda S, y, d: margins_of(S, y, d).sum(axis=1)),
    ],
    "mask": [
        ("mask-negated", [("return M", "return -M")], "every entry has the wrong sign"),
        ("writes-to-arguments", [("(H > 0).astype(float)", "H\n    M[M > 0] = 1")],
         "it writes to H", "The numbers that it returns are right."),
        ("writes-to-arguments column-y-plus",
         [("(H > 0).astype(float)", "H\n    M[M > 0] = 1"), ("= -k", "= k")],
         "As for the numbers it returns: one mistake.\n- column y_i"),
        ("writes-to-arguments unrecognised",
         [("(H > 0).astype(float)", "H\n    M[M > 0] = 3")],
         "As for the numbers it returns: not right, and not a mistake"),
        ("count-in-whole-columns", [("M[rows, y] =", "M[:, y] =")],
         "minus the count is written into whole columns"),
        ("count-off-whole-columns", [("M[rows, y] = -k", "M[:, y] -= k")],
         "the count is subtracted from whole columns"),
        ("stops-at-correct", program(MASK_LOOP, [
          ("            if", "            if j == y[i]:\n                break\n            if"),
          ])),
        ("stops-at-correct stops-at-inactive", program(MASK_LOOP, [
          ("            if", "            if H[i, j] <= 0:\n                break\n            if"),
          ]), "one mistake.", "the first one whose margin is zero"),
        ("first-active-only",
         program(MASK_LOOP, [("-= 1", "-= 1\n                break")])),
        ("worst-class", program(MASK_LOOP, [("for j in range(H.shape[1])", "for j in [H[i].argmax()]")])),
        ("count-not-reset", [("sum(axis=1)", "sum(axis=1).cumsum()")]),
        ("divided-by-n", [("return M", "return M / len(y)")],
         "the mask is already divided by N"),
        ("count-of-all", [("axis=1", "")], "the count of all rows together"),
        ("zero-is-active", [("H > 0", "H >= 0")], "one mistake.\n- margins of zero"),
        ("indicator-forgotten", [("H > 0", "H >= 0"), ("= -k", "-= k")],
         "one mistake.\n- every wrong class is treated as active: one whose margin is zero"),
        ("indicator-forgotten",
         [("H > 0", "H >= 0"), ("    k =", "    M[rows, y] = 0\n    k =")],
         "Is it `H >= 0`?"),
        ("unsigned-mask", [("(H > 0).astype(float)", UNSIGNED)],
         "the count wrapped to 256 - k"),
        ("unsigned-mask",
         [("(H > 0).astype(float)", UNSIGNED), ("= -k", "-= k.astype(np.uint8)")],
         "one mistake."),
        ("all-zero", [("return M", "return 0 * M")], "- M is zero on every problem"),
        ("column-y-zero", lambda H, y: H > 0),
        ("value-for-indicator column-y-zero", lambda H, y: H,
         "weighted by its margin", "column y_i gets nothing"),
    ],
    "mask-gradient": [
        ("raises shapes-clash", [("X.T @ M", "X @ M")], "chapter 5, The mask trick",
         "Two shapes"),
        ("gradient-sum", lambda X, M: X.T @ M),
        ("divided-by-features", lambda X, M: X.T @ M / X.shape[1]),
        ("raises integers-in-place",
         [("    return X.T @ M / len(X)", "    dW = X.T @ M\n    dW /= len(X)\n    return dW")],
         "where X and M are arrays of integers", "can't hold fractions"),
        ("divided-by-classes", lambda X, M: X.T @ M / M.shape[1]),
    ],
    "svm-loss": [
        ("data-gradient-missing min-for-max", [("np.maximum", "np.minimum")],
         "one mistake.", "no class is active"),
        ("unrecognised indicator-forgotten",
         [("(H > 0)", "np.ones(H.shape)"), ("k = M.sum", "M[rows, y] = 0\n    k = M.sum"),
          ("H.sum() / N", "H.sum() / X.size")], "every wrong class is treated as active"),
        ("delta-not-one", [("+ 1)", "+ 2)")], "delta is not 1 in the raw margins"),
        ("delta-not-one", [("+ 1)", "+ 5)")], "delta is 5 in the raw margins"),
        ("delta-not-one", [("+ 1)", "+ 0.1)")], "delta is 0.1 in the"),
        ("delta-on-correct", [("+ 1)", "- 1)")], "delta has the wrong sign"),
        ("delta-not-one penalty-gradient-half",
         [("+ 1)", "+ 100)"), ("2 * reg", "reg")], "delta is 100 in the raw margins"),
        ("loss-sum delta-not-one", [("+ 1)", "+ 10)"), ("H.sum() / N", "H.sum()")],
         "two mistakes.", "delta is 10 in the raw margins"),
        ("loss-sum delta-not-one gradient-sum",
         [("+ 1)", "+ 0.5)"), ("H.sum() / N", "H.sum()"), ("M / N", "M")],
         "two mistakes.", "delta is 0.5 in the raw margins"),
        ("delta-not-one penalty-loss-half penalty-gradient-half",
         [("+ 1)", "+ 10)"), ("+ reg * np", "+ reg / 2 * np"), ("2 * reg * W", "reg * W")],
         "two mistakes.", "delta is 10 in the raw margins"),
        ("delta-not-one penalty-not-in-loss",
         [("+ 1)", "+ 10)"), (" + reg * np.sum(W**2)", "")], "delta is 10 in the raw"),
        ("loss-from-mask", [("H.sum() / N + ", "")], "data loss is missing, or"),
        ("unrecognised loss-from-mask",
         [("H.sum() / N + ", ""), ("X.T @ M", "3 * X.T @ M")],
         "loss: the data loss is missing, or summed"),
        ("loss-counts-active column-y-zero", [("M = (H > 0).astype(float)", "M = H\n    M[M > 0] = 1"),
          ("M[rows, y] = -k", "M = M")], "- the loss counts the active classes"),
        ("unrecognised delta-not-one", [("+ 1)", "+ 3)"), ("X.T @ M", "3 * X.T @ M")],
         "loss: delta is 3 in the raw margins"),
        ("count-in-whole-columns", [("M[rows, y] =", "M[:, y] =")],
         "minus the count is written into whole columns"),
        ("count-off-whole-columns", [("M[rows, y] = -k", "M[:, y] -= k")],
         "the count is subtracted from whole columns"),
        ("zeroes-whole-columns count-in-whole-columns",
         [("M[rows, y] =", "M[:, y] ="), ("H[rows, y] =", "H[:, y] =")],
         "two mistakes."),
        ("gradient-over-n-twice", [("= -k", "= -k\n    M /= N")],
         "the data gradient is divided by N once too often"),
        ("count-of-all", [("axis=1", "")], "the count of all rows together"),
        ("count-of-all", [("axis=1", ""), ("= -k", "-= k")], "all rows"),
        ("penalty-loss-no-bias", [BIAS], "left out of the penalty's value"),
        ("penalty-gradient-no-bias", [NO_BIAS], "of the penalty's gradient"),
        ("penalty-loss-no-bias penalty-gradient-no-bias", [BIAS, NO_BIAS],
         "one mistake.\n- the last row of W, the bias, is left out of the penalty"),
        ("zero-is-active", [("H > 0", "H >= 0")], "- margins of zero"),
        ("correct-in-loss count-off-by-one", [ZEROED],
         "one mistake.\n- the entries of column y_i"),
        ("correct-in-loss count-off-by-one penalty-gradient-half",
         [ZEROED, ("2 * reg", "reg")], "two mistakes.\n- the entries of column y_i"),
        ("correct-in-loss", [ZEROED, ("= -k", "-= k")],
         "one mistake.\n- the class j = y_i takes part in the sum"),
        ("unsigned-mask", [("(H > 0).astype(float)", UNSIGNED)],
         "the count wrapped to 256 - k"),
        ("penalty-loss-mean", [("np.sum(", "np.mean(")], "of the squares"),
        ("penalty-loss-spectral", [("np.sum(W**2)", "np.linalg.norm(W, 2) ** 2")]),
        ("subtract-per-example gradient-sum penalty-gradient-half",
         [("= -k", "= -1"), ("M / N", "M"), ("2 * reg", "reg")], "three mistakes."),
        ("loss-sum column-y-zero gradient-sum penalty-not-in-gradient",
         [("H.sum() / N", "H.sum()"), ("= -k", "= 0"), ("M / N", "M"),
          (" + 2 * reg * W", "")], "three mistakes."),
        ("raises labels-as-only-index", [(MARGINS, "S[y]")], ENTRY),
        ("raises shapes-clash labels-as-only-index", [(MARGINS, "S[:, y]")], ENTRY),
        ("raises pytorch-names", [("X @ W", "X.mm(W)")], "`@`"),
        ("raises shapes-clash", [("X @ W", "W @ X")], "chapter 5, The mask trick",
         "Two shapes"),
        ("raises shapes-clash", [("X @ W", "X * W")], "product of two matrices is `@`"),
        ("left-out-by-value", [("H[rows, y] = 0", "H[S == S[rows, y][:, None]] = 0")],
         "leave out by index, not by value"),
        ("constant", lambda W, X, y, reg: (1.0, 0 * W + 3),
         "- loss is 1 on every problem", "- dW holds nothing but 3"),
        ("all-zero", [("X.T @ M / N + 2 * reg * W", "0 * W")],
         "- dW is zero on every problem"),
        ("data-gradient-missing", [("X.T @ M / N + 2", "2")], "one mistake."),
        *(("data-gradient-missing", [("X.T @ M / N", f"{total}(G) / N"),
           ("    return", "    G = [np.outer(x, m) for x, m in zip(X, M)]\n    return")],
           "without an axis?") for total in ("np.sum", "np.mean")),
        ("penalty-loss-half penalty-gradient-half",
         [("+ reg * np", "+ reg / 2 * np"), ("2 * reg * W", "reg * W")], "one mistake.",
         "consistent"),
        ("gradient-mean-of-entries loss-mean-of-entries",
         [("H.sum() / N", "H.sum() / H.size"), ("M / N", "M / M.size")], "one mistake."),
        ("largest-for-sum", [("H.sum()", "H.max()")]),
        ("loss-sum largest-for-sum", [("H.sum() / N", "H.max()")]),
        ("boolean-mask", [("(H > 0).astype(float)", "H > 0")]),
        ("data-missing", lambda W, X, y, reg: (reg * (W**2).sum(), 2 * reg * W),
         "one mistake."),
        ("not-attempted", lambda W, X, y, reg: (0.0, np.zeros(W.shape))),
        ("raises shapes-clash", busa_subtracts_a_row,
         "W (5, 4), X (7, 5), y (7,), reg = 0."),
        ("raises shapes-clash", busa_multiplies_by_the_weights,
         "W (5, 4), X (7, 5), y (7,), reg = 0."),
        ("raises shapes-clash", smidt_puts_the_weights_first,
         "W (5, 4), X (7, 5), y (7,), reg = 0."),
        ("raises shapes-clash", rows_for_columns, "W (5, 4), X (7, 5), y (7,), reg = 0."),
        ("divided-by-features", [("N, rows = len(y)", "N, rows = X.shape[1]")],
         "one mistake."),
        ("penalty-gradient-no-w", [("2 * reg * W", "2 * reg")]),
    ],
    "svm-loss loop": [
        ("min-for-max", [("margin > 0", "margin < 0")], "one mistake."),
        ("column-y-plus mask-negated", [("dW[:, j] += X[i]", "dW[:, j] -= X[i]")],
         "one mistake.", "Column y_i is as it should be"),
        ("column-y-zero", [("                dW[:, y[i]] -= X[i]\n", "")]),
        ("column-y-plus", [("dW[:, y[i]] -= X[i]", "dW[:, y[i]] += X[i]")]),
        ("indicator-not-in-correct count-off-by-one",
         [("            if j == y[i]:", "            dW[:, y[i]] -= X[i]\n            if j == y[i]:"),
          ("                dW[:, y[i]] -= X[i]\n", "")], "one mistake."),
        ("unrecognised raises", [("X.shape[0]", "X.shape[1]")],
         "On another problem it raises"),
        ("highest-label-for-classes", [("= W.shape[1]", "= y.max() + 1")],
         "one mistake.", "W has a column for each"),
        ("assign-wrong-columns", [("dW[:, j] += X[i]", "dW[:, j] = X[i]")]),
        ("assign-once-in-correct", [("dW[:, y[i]] -= X[i]", "dW[:, y[i]] = -X[i]")]),
        ("value-for-indicator",
         [("+= X[i]", "+= margin * X[i]"), ("-= X[i]", "-= margin * X[i]")]),
        ("no-delta", [("- correct + 1", "- correct")]),
        ("worst-class", [("scores = X[i].dot(W)", ("scores = X[i].dot(W)\n"
          "        h = scores - scores[y[i]] + 1\n        h[y[i]] = 0")),
          ("for j in range(num_classes)", "for j in [h.argmax()]")]),
        ("margins-squared",
         [("loss += margin", "loss += margin ** 2"), ("+= X[i]", "+= 2 * margin * X[i]"),
          ("-= X[i]", "-= 2 * margin * X[i]")], "(the squared hinge)"),
        ("compared-with-delta", [("margin > 0", "margin > 1")], "in place of 0?"),
        ("compared-with-delta",
         [("scores[j] - correct + 1",
           "scores[j] - correct + 1 if scores[j] > correct else 0")], "one mistake."),
        ("delta-not-in-mask",
         [("if margin > 0:\n", "loss += max(0, margin)\n            if margin > 1:\n"),
          ("                loss += margin\n", "")]),
        ("loss-from-mask", [("loss += reg", "loss = reg")], "by `=` in place of `+=`?"),
        ("delta-on-correct", [("- correct + 1", "- (correct + 1)")]),
        ("flipped-margin", [("scores[j] - correct + 1", "correct - scores[j] + 1")]),
        ("delta-after-max", [
          ("scores[j] - correct + 1", "max(0, scores[j] - correct) + 1"),
          ("if margin > 0", "if True"),
          ]),
        ("correct-in-loss",
         [("                continue\n", "                loss += 1\n                continue\n")]),
        ("loss-sum", [("    loss /= num_train\n", "")]),
        ("gradient-sum", [("    dW /= num_train\n", "")]),
        ("loss-over-n-twice", [("loss /= num_train", "loss /= num_train ** 2")]),
        ("gradient-over-n-twice", [("dW /= num_train", "dW /= num_train ** 2")]),
        ("penalty-not-in-loss", [("    loss += reg * np.sum(W * W)\n", "")]),
        ("penalty-not-in-gradient", [("    dW += 2 * reg * W\n", "")]),
        ("penalty-loss-half", [("reg * np.sum(W * W)", "0.5 * reg * np.sum(W * W)")]),
        ("penalty-gradient-half", [("2 * reg * W", "reg * W")]),
        ("penalty-loss-abs", [("np.sum(W * W)", "np.sum(np.abs(W))")]),
        ("penalty-gradient-sign", [("2 * reg * W", "reg * np.sign(W)")]),
        ("penalty-loss-norm", [("np.sum(W * W)", "np.linalg.norm(W)")]),
        ("penalty-loss-over-n", [("np.sum(W * W)", "np.sum(W * W) / num_train")]),
        ("penalty-gradient-over-n", [("2 * reg * W", "2 * reg * W / num_train")]),
        ("loss-last-margin", [("loss += margin", "loss = margin")]),
        ("loss-counts-active", [("loss += margin", "loss += 1")]),
        ("gradient-negated", [("return loss, dW", "return loss, -dW")]),
        ("transposed", [("return loss, dW", "return loss, dW.T")]),
        ("mask-negated", [("dW[:, y[i]] -= X[i]", "dW[:, y[i]] += X[i]"),
          ("dW[:, j] += X[i]", "dW[:, j] -= X[i]")]),
        ("clipped-derivative",
         [("+= X[i]", "+= np.maximum(0, X[i])"), ("-= X[i]", "+= np.maximum(0, -X[i])")]),
        ("indicator-forgotten",
         [("            if margin > 0:\n",
           "            if margin <= 0:\n                margin = 0\n            if True:\n")]),
        ("not-clipped",
         [("            if margin > 0:\n                loss += margin\n",
          "            loss += margin\n            if margin > 0:\n")]),
        ("subtract-per-example",
         [("        for j in range", "        dW[:, y[i]] -= X[i]\n        for j in range"),
          ("                dW[:, y[i]] -= X[i]\n", "")]),
        ("indicator-not-in-correct",
         [("                dW[:, y[i]] -= X[i]\n", "            dW[:, y[i]] -= X[i]\n")]),
        ("delta-not-in-mask",
         [("if margin > 0:\n", "loss += max(0, margin)\n            if scores[j] > correct:\n"),
          ("                loss += margin\n", "")]),
        ("last-example-only",
         [("        for j in range", "        dW[:] = 0\n        for j in range")]),
        ("assign-once-in-correct assign-for-add",
         [("+= X[i]", "= X[i]"), ("-= X[i]", "= -X[i]")]),
        ("indicator-not-in-wrong",
         [("                dW[:, j] += X[i]\n", ""),
          ("            if margin", "            dW[:, j] += X[i]\n            if margin")]),
        ("first-example-only", [("        for j", "        if i > 0:\n            break\n        for j")]),
        ("penalty-loss-of-sum", [("np.sum(W * W)", "np.sum(W) ** 2")]),
        ("reg-not-in-value", [("reg * np.sum", "np.sum")]),
        ("reg-not-in-gradient", [("2 * reg * W", "2 * W")]),
        ("gradient-mean-of-entries gradient-sum",
         [("dW /= num_train", "dW /= num_classes")], "one mistake."),
        ("assign-in-correct",
         [("        for j", "        count = 0\n        for j"),
          ("                dW[:, y[i]] -= X[i]\n",
           "                count += 1\n        dW[:, y[i]] = -count * X[i]\n")]),
        ("right-ones-skipped",
         [("        for j", "        if scores.argmax() == y[i]:\n            continue\n        for j")]),
        ("correct-class-only", [("if j == y[i]", "if j != y[i]")]),
        ("stops-at-correct", [("continue", "break")]),
        ("loss-divided-in-loop gradient-divided-in-loop",
         [("    loss /= num_train\n    dW /= num_train\n", ""),
          ("-= X[i]\n", "-= X[i]\n        loss /= num_train\n        dW /= num_train\n")],
         "one mistake."),
        ("loss-divided-in-loop gradient-divided-in-loop loss-over-n-twice gradient-over-n-twice",
         [("-= X[i]\n", "-= X[i]\n        loss /= num_train\n        dW /= num_train\n")],
         "once for every example", "the data loss is divided by N once too often"),
        ("count-not-reset",
         [("    for i", "    count = 0\n    for i"),
          ("                dW[:, y[i]] -= X[i]\n",
           "                count += 1\n        dW[:, y[i]] -= count * X[i]\n")]),
        ("first-active-only", [("-= X[i]\n", "-= X[i]\n                break\n")]),
        ("stops-at-inactive",
         [("            if margin", "            if margin <= 0:\n                break\n            if margin")]),
        ("loss-divided-in-loop loss-over-n-twice",
         [("-= X[i]\n", "-= X[i]\n        loss /= num_train\n")], "two mistakes."),
        ("boolean-mask assign-for-add",
         [("+= X[i]", "= X[i]"), ("-= X[i]", "= X[i]")],
         "one mistake.", "Is it `=` where `+=` and `-=` are meant?"),
        ("loss-counts-active delta-after-max",
         [("scores[j] - correct", "scores[j] - scores[j]")],
         "one mistake.", "Is a score subtracted from itself?"),
        ("penalty-loss-over-n penalty-gradient-over-n",
         [("    loss /= num_train\n    dW /= num_train\n", ""),
          ("    return", "    loss /= num_train\n    dW /= num_train\n    return")],
         "one mistake."),
        ("unrecognised column-y-plus mask-negated",
         [("+= X[i]", "-= X[i]"), ("loss /= num_train", "loss /= num_train + 1")],
         "dW: the columns of the active classes have the wrong sign"),
        ("loss-divided-in-loop",
         [("    loss /= num_train\n", ""), ("-= X[i]\n", "-= X[i]\n        loss /= num_train\n")]),
        ("penalty-gradient-of-sum", [("2 * reg * W", "2 * reg * np.sum(W)")]),
        ("penalty-gradient-half penalty-gradient-of-sum",
         [("2 * reg * W", "reg * np.sum(W)")]),
        ("not-attempted",
         [("    loss += reg * np.sum(W * W)\n", ""), ("    return loss, dW\n", "")],
         "return"),
    ],
    "svm-loss course": [
        ("min-for-max negatives-left-and-counted", [("np.maximum", "np.minimum")],
         "one mistake.", "left in the mask as well"),
        ("repeated-labels-lost",
         [("    binary[np.arange(N), y] = -row_sum\n    dW = X.T.dot(binary) / N +",
           "    dW = X.T.dot(binary)\n    dW[:, y] -= X.T * row_sum\n    dW = dW / N +")],
         "of the examples with the same label"),
        ("loss-last-example", [("np.sum(margins)", "np.sum(margins[-1])")],
         "Is it `=` where `+=` is meant?"),
        ("penalty-loss-unsquared", [("np.sum(W * W)", "np.sum(W)")]),
        ("raises integers-in-place",
         [("margins.copy()", "(margins > 0).astype(int)"),
          ("dW = X.T.dot(binary) / N + 2", "dW = X.T.dot(binary)\n    dW /= N\n    dW += 2")],
         "where X is an array of integers"),
        ("negatives-left-and-counted",
         [("np.maximum(0, scores - correct + 1)", "scores - correct + 1"),
          ("np.sum(margins) / N", "np.sum(np.maximum(0, margins)) / N")]),
        ("loss-counts-active",
         [(LOSS_LINE, ""), ("margins.copy()", "margins"), ("axis=1)\n", f"axis=1)\n{LOSS_LINE}")]),
        ("loss-from-mask",
         [(LOSS_LINE, ""), ("margins.copy()", "margins"), ("    return", f"{LOSS_LINE}    return")]),
        ("correct-in-loss count-off-by-one",
         [("    margins[np.arange(N), y] = 0\n", "")]),
        ("correct-in-loss",
         [("    margins[np.arange(N), y] = 0\n", ""), ("y] = -row_sum", "y] -= row_sum")]),
        ("column-y-zero", [("= -row_sum", "= 0")]),
        ("column-y-plus", [("= -row_sum", "= row_sum")]),
        ("subtract-once", [("= -row_sum", "= -np.max(binary, axis=1)")]),
        ("indicator-not-in-correct", [("= -row_sum", "= -(W.shape[1] - 1)")]),
        ("value-for-indicator", [("    binary[margins > 0] = 1\n", "")]),
        ("zeroes-whole-columns",
         [("margins[np.arange(N), y] = 0", "margins[:, y] = 0")]),
        ("loss-mean-of-entries", [("np.sum(margins) / N", "np.mean(margins)")]),
        ("penalty-gradient-negated", lambda W, X, y, reg: (
             svm_loss_vectorized(W, X, y, reg)[0],
             svm_loss_vectorized(W, X, y, 0.0)[1] - 2 * reg * W),
         "one mistake."),
        ("loss-sum loss-mean-of-entries",
         [("np.sum(margins) / N", "np.sum(margins) / margins.shape[1]")],
         "one mistake.", "divided by the number of classes"),
        ("worst-class-in-loss",
         [("np.sum(margins) / N", "np.mean(np.max(margins, axis=1))")]),
        ("margins-squared",
         [("np.sum(margins)", "np.sum(margins**2)"), ("    binary[margins > 0] = 1\n", ""),
          ("T.dot(binary)", "T.dot(2 * binary)")], "one mistake."),
        ("margins-squared penalty-gradient-half",
         [("np.sum(margins)", "np.sum(margins**2)"), ("    binary[margins > 0] = 1\n", ""),
          ("T.dot(binary)", "T.dot(2 * binary)"), ("+ 2 * reg", "+ reg")], "two mistakes."),
        ("softmax-for-hinge", solution("softmax-loss"), "one mistake."),
        ("softmax-for-hinge", SOFTMAX, "See chapter 6, Regularisation"),
        ("softmax-for-hinge gradient-sum", [*SOFTMAX, ("binary) / N", "binary)")]),
        ("worst-class", lambda W, X, y, reg: crammer_singer_loss(W, X, y, reg),
         "one mistake.\n- only the worst class"),
        ("worst-class",
         [("y] = 0\n", "y] = 0\n    margins *= np.eye(W.shape[1])[margins.argmax(axis=1)]\n")]),
        ("delta-after-max",
         [("np.maximum(0, scores - correct + 1)", "np.maximum(0, scores - correct) + 1")]),
        ("max-of-negative", [("scores - correct + 1", "-(scores - correct + 1)")]),
        ("cases-swapped",
         [("binary[margins > 0] = 1",
           "binary = (margins == 0).astype(float)\n    binary[np.arange(N), y] = 0")]),
        ("returns-mask", [("X.T.dot(binary) / N + 2 * reg * W", "binary / N")]),
        ("returns-x-gradient",
         [("X.T.dot(binary) / N + 2 * reg * W", "binary.dot(W.T) / N")]),
        ("transposed",
         [("X.T.dot(binary) / N + 2 * reg * W", "binary.T.dot(X) / N + 2 * reg * W.T")]),
        ("last-example-only",
         [("X.T.dot(binary) / N", "np.outer(X[-1], binary[-1]) / N")]),
        ("penalty-gradient-half penalty-not-in-loss",
         [("+ 2 * reg * W", "+ reg * W"), ("reg * np.sum(W * W)", "reg * np.sum(W) * 0")]),
        ("penalty-not-in-loss penalty-not-in-gradient",
         [(" + reg * np.sum(W * W)", ""), (" + 2 * reg * W", "")]),
        ("penalty-loss-abs penalty-gradient-sign",
         [("np.sum(W * W)", "np.sum(np.abs(W))"), ("2 * reg * W", "reg * np.sign(W)")]),
        ("loss-sum gradient-sum",
         [("margins) / N", "margins)"), ("binary) / N", "binary)")]),
        # kamal-8: the cases are exchanged, and column y_i lacks its minus
        ("cases-swapped column-y-plus",
         [("binary[margins > 0] = 1",
           "binary = (margins == 0).astype(float)\n    binary[np.arange(N), y] = 0"),
          ("= -row_sum", "= row_sum")]),
        # the correct entry neither zeroed nor given its count
        ("correct-in-loss column-y-one",
         [("    margins[np.arange(N), y] = 0\n", ""),
          ("    binary[np.arange(N), y] = -row_sum\n", "")]),
        ("worst-class-in-gradient",
         [("    row_sum = np",
           "    binary *= np.eye(W.shape[1])[margins.argmax(axis=1)]\n    row_sum = np")]),
        # smidt-9: a sum where j is fixed
        ("sum-in-every-column",
         [("np.arange(N), y] = -row_sum",
           ":] = row_sum[:, None]\n    binary[np.arange(N), y] = -row_sum")]),
        # three at once: no delta, no mean in the loss, half a penalty in the gradient
        ("no-delta loss-sum penalty-gradient-half",
         [("correct + 1", "correct"), ("margins) / N", "margins)"), ("2 * reg", "reg")]),
        ("loss-sum column-y-zero penalty-loss-half penalty-gradient-half",
         [("np.sum(margins) / N", "np.sum(margins)"), ("reg * np.sum(W * W)",
          "reg * np.sum(W * W) / 2"), ("= -row_sum", "= 0"), ("2 * reg * W", "reg * W")]),
        ("raises builtin-max", [("np.maximum(0, ", "max(0, ")]),
        ("raises builtin-max", [("np.maximum(0, ", "np.max(0, ")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "margins": {
        "takes a delta of 0 for 1": [("+ delta", "+ (delta or 1)")],
        "leaves out a margin up to 1e-15":
            lambda S, y, d: np.where(margins_of(S, y, d) > 1e-15, margins_of(S, y, d), 0),
    },
    "mask": {
        "counts in 8 bits": lambda H, y: gradient_mask(H, y).astype(np.int8) * 1.0,
        "leaves out a margin up to 1e-8": lambda H, y: gradient_mask(H * (H > 1e-8), y),
        "returns truth values for 9 examples or more": lambda H, y: (
            gradient_mask(H, y).astype(np.int8) * 1.0
            if len(H) < 9
            else gradient_mask(H, y).astype(bool)
            ),
    },
    "mask-gradient": {
        "cuts the mask at 3": lambda X, M: X.T @ np.clip(M, -3, 3) / len(X),
        "divides by at least 2": lambda X, M: X.T @ M / max(len(X), 2),
        "takes the sign of the mask": lambda X, M: X.T @ np.sign(M) / len(X),
        "adds up in an array that is as X is": partial(added_up, like=0),
        "adds up in an array that is as M is": partial(added_up, like=1),
    },
    "svm-loss": {
        **{f"rounds W to {digits} decimals in the penalty":
           [("np.sum(W**2)", f"np.sum(np.round(W, {digits})**2)")] for digits in (4, 5)},
        "takes a score of the correct class below 0.01 for 0": [
            ("S = X @ W", "S = X @ W\n    own = S[rows, y]\n    S[rows, y] = own * (abs(own) >= 0.01)")],
        "keeps the scores in an array that is as X is":
            [("    S = X @ W", "    S = np.zeros((N, W.shape[1]), X.dtype)\n    S[:] = X @ W")],
        "counts a tied class in its own column alone":
            [("(H > 0)", "(S - S[rows, y][:, None] >= -1)"),
             ("k = M.sum(axis=1)", "M[rows, y] = 0\n    k = (H > 0).sum(axis=1)")],
        "divides by the raw margin":
            [("np.maximum(0, S - S[rows, y][:, None] + 1)",
              "(lambda m: m * (1 + m / np.abs(m)) / 2)(S - S[rows, y][:, None] + 1)")],
        "takes 30 of up to 1000 examples":
            [("    N,", "    if len(y) <= 1000: X, y = X[:30], y[:30]\n    N,")],
        **{f"takes differences of the loss with a step of {h}": partial(by_differences, h=h)
           for h in (1e-3, 1e-6)},
        "returns W where the loss is zero":
            [("    return", "    if loss == 0: return loss, W\n    return")],
        "leaves out a margin up to 1e-7": [("(H > 0)", "(H > 1e-7)")],
        "counts a margin down to -1e-6":
            [("(H > 0)", "(S - S[rows, y][:, None] > -1 - 1e-6)"),
             ("k = M", "M[rows, y] = 0\n    k = M")],
        "leaves out the bias of the penalty where there is one": without_bias_in_penalty,
        "cuts the gradient at 100":
            with_other(outputs=lambda loss, dW: (loss, np.clip(dW, -100, 100))),
        "centres X": with_other(lambda W, X, y, reg: (W, X - X.mean(0), y, reg)),
        "centres W":
            with_other(lambda W, X, y, reg: (W - W.mean(1, keepdims=True), X, y, reg)),
        "leaves out what is small in X": with_other(lambda W, X, y, reg: (
            W, np.where(np.abs(X) < 0.01 * np.abs(X).max(), 0, X), y, reg)),
        "takes a reg of at least 1e-12":
            with_other(lambda W, X, y, reg: (W, X, y, max(reg, 1e-12))),
        "counts equal examples once": without_repeated_examples,
        "leaves out examples of zeros": without_empty_examples,
        "takes 0 for X if a feature is constant": zeros_for_a_constant_feature,
    },
    "svm-loss loop": {
        "divides by N for each class":
            [("    loss /= num_train\n    dW /= num_train\n", ""),
             ("-= X[i]\n", "-= X[i]\n            loss /= num_train\n            dW /= num_train\n")],
    },
}  # fmt: skip

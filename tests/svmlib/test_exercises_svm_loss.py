"""The exercise svm-loss against code that students write, not against its own switches.

Each wrong attempt is a course-like solution with a line or two changed.
"""

import numpy as np
import pytest
from programs import program

from svmlib.exercises import check
from svmlib.hinge import svm_loss_naive, svm_loss_vectorized

NAIVE = """
def svm_loss(W, X, y, reg):
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
"""
VECTORIZED = """
def svm_loss(W, X, y, reg):
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
"""


def changed(source, *changes):
    return program(source, changes, name="svm_loss", once=True)


# One change each, then several: what was changed, and what the verdict must be.
NAIVE_WRONG = [
    ([("                dW[:, y[i]] -= X[i]\n", "")], "column-y-zero"),
    ([("dW[:, y[i]] -= X[i]", "dW[:, y[i]] += X[i]")], "column-y-plus"),
    ([("dW[:, j] += X[i]", "dW[:, j] = X[i]")], "assign-wrong-columns"),
    (
        [("+= X[i]", "+= margin * X[i]"), ("-= X[i]", "-= margin * X[i]")],
        "value-for-indicator",
    ),
    ([("+= X[i]", "+= margin * X[i]")], "value-in-wrong-columns"),
    ([("-= X[i]", "-= margin * X[i]")], "value-in-correct-column"),
    ([("- correct + 1", "- correct")], "no-delta"),
    ([("- correct + 1", "- (correct + 1)")], "delta-on-correct"),
    ([("scores[j] - correct + 1", "correct - scores[j] + 1")], "flipped-margin"),
    (
        [
            ("scores[j] - correct + 1", "max(0, scores[j] - correct) + 1"),
            ("if margin > 0", "if True"),
        ],
        "delta-after-max",
    ),
    (
        [("                continue\n", "                loss += 1\n                continue\n")],
        "correct-in-loss",
    ),
    ([("    loss /= num_train\n", "")], "loss-sum"),
    ([("    dW /= num_train\n", "")], "gradient-sum"),
    ([("loss /= num_train", "loss /= num_train ** 2")], "loss-over-n-twice"),
    ([("dW /= num_train", "dW /= num_train ** 2")], "gradient-over-n-twice"),
    ([("    loss += reg * np.sum(W * W)\n", "")], "penalty-not-in-loss"),
    ([("    dW += 2 * reg * W\n", "")], "penalty-not-in-gradient"),
    ([("reg * np.sum(W * W)", "0.5 * reg * np.sum(W * W)")], "penalty-loss-half"),
    ([("2 * reg * W", "reg * W")], "penalty-gradient-half"),
    ([("np.sum(W * W)", "np.sum(np.abs(W))")], "penalty-loss-abs"),
    ([("2 * reg * W", "reg * np.sign(W)")], "penalty-gradient-sign"),
    ([("np.sum(W * W)", "np.linalg.norm(W)")], "penalty-loss-norm"),
    (
        [("2 * reg * W", "reg * W / np.linalg.norm(W)")],
        "penalty-gradient-norm",
    ),
    ([("np.sum(W * W)", "np.sum(W * W) / num_train")], "penalty-loss-over-n"),
    ([("2 * reg * W", "2 * reg * W / num_train")], "penalty-gradient-over-n"),
    ([("loss += margin", "loss = margin")], "loss-last-margin"),
    ([("loss += margin", "loss += 1")], "loss-counts-active"),
    ([("return loss, dW", "return loss, -dW")], "gradient-negated"),
    ([("return loss, dW", "return loss, dW.T")], "transposed"),
    (
        [("dW[:, y[i]] -= X[i]", "dW[:, y[i]] += X[i]"),
         ("dW[:, j] += X[i]", "dW[:, j] -= X[i]")],
        "mask-negated",
    ),
    (
        [("+= X[i]", "+= np.maximum(0, X[i])"), ("-= X[i]", "+= np.maximum(0, -X[i])")],
        "clipped-derivative",
    ),
    ([("-= X[i]", "+= np.maximum(0, -X[i])")], "clipped-in-correct"),
    (
        [
            ("            if margin > 0:\n", "            if margin <= 0:\n                margin = 0\n            if True:\n"),
        ],
        "indicator-forgotten",
    ),
    (
        [("            if margin > 0:\n                loss += margin\n",
          "            loss += margin\n            if margin > 0:\n")],
        "not-clipped",
    ),
    (
        [("        for j in range", "        dW[:, y[i]] -= X[i]\n        for j in range"),
         ("                dW[:, y[i]] -= X[i]\n", "")],
        "subtract-per-example",
    ),
    (
        [("                dW[:, y[i]] -= X[i]\n", "            dW[:, y[i]] -= X[i]\n")],
        "indicator-not-in-correct",
    ),
    ([("if margin > 0:\n", "loss += max(0, margin)\n            if scores[j] > correct:\n"),
      ("                loss += margin\n", "")], "delta-not-in-mask"),
    ([("if margin > 0:\n", "loss += max(0, margin)\n            if scores[0] - correct + 1 > 0 and y[i] != 0:\n"),
      ("                loss += margin\n", "")], "indicator-of-first-class"),
    ([("        for j in range", "        dW[:] = 0\n        for j in range")],
     "last-example-only"),
]  # fmt: skip
VECTORIZED_WRONG = [
    (
        [
            ("    loss = np.sum(margins) / N + reg * np.sum(W * W)\n", ""),
            ("margins.copy()", "margins"),
            (
                "    row_sum = np.sum(binary, axis=1)\n",
                ("    row_sum = np.sum(binary, axis=1)\n"
                "    loss = np.sum(margins) / N + reg * np.sum(W * W)\n"),
            ),
        ],
        "loss-counts-active",
    ),
    (
        [
            ("    loss = np.sum(margins) / N + reg * np.sum(W * W)\n", ""),
            ("margins.copy()", "margins"),
            (
                "    return loss, dW\n",
                ("    loss = np.sum(margins) / N + reg * np.sum(W * W)\n"
                "    return loss, dW\n"),
            ),
        ],
        "loss-from-mask",
    ),
    ([("    margins[np.arange(N), y] = 0\n", "")], "correct-in-loss+count-off-by-one"),
    (
        [
            ("    margins[np.arange(N), y] = 0\n", ""),
            ("y] = -row_sum", "y] -= row_sum"),
        ],
        "correct-in-loss",
    ),
    ([("= -row_sum", "= 1 - row_sum")], "count-one-short"),
    ([("= -row_sum", "= 0")], "column-y-zero"),
    ([("= -row_sum", "= row_sum")], "column-y-plus"),
    ([("= -row_sum", "= -np.max(binary, axis=1)")], "subtract-once"),
    ([("= -row_sum", "= -(W.shape[1] - 1)")], "indicator-not-in-correct"),
    ([("    binary[margins > 0] = 1\n", "")], "value-for-indicator"),
    ([("margins[np.arange(N), y] = 0", "margins[:, y] = 0")], "zeroes-whole-columns"),
    ([("np.sum(margins) / N", "np.mean(margins)")], "loss-mean-of-entries"),
    (
        [("np.sum(margins) / N", "np.mean(np.max(margins, axis=1))")],
        "worst-class-in-loss",
    ),
    (
        [
            (
                "y] = 0\n",
                "y] = 0\n    margins *= margins == margins.max(axis=1, keepdims=True)\n",
            )
        ],
        "worst-class",
    ),
    (
        [("np.maximum(0, scores - correct + 1)", "np.maximum(0, scores - correct) + 1")],
        "delta-after-max",
    ),
    (
        [("scores - correct + 1", "-(scores - correct + 1)")],
        "max-of-negative",
    ),
    ([("binary[margins > 0] = 1", ("binary = (margins == 0).astype(float)\n"
       "    binary[np.arange(N), y] = 0"))], "cases-swapped"),
    ([("X.T.dot(binary) / N + 2 * reg * W", "binary / N")], "returns-mask"),
    ([("X.T.dot(binary) / N + 2 * reg * W", "binary.dot(W.T) / N")],
     "returns-x-gradient"),
    ([("X.T.dot(binary) / N + 2 * reg * W", "binary.T.dot(X) / N + 2 * reg * W.T")],
     "transposed"),
    ([("X.T.dot(binary) / N", "np.outer(X[-1], binary[-1]) / N")], "last-example-only"),
    ([("+ 2 * reg * W", "+ reg * W"), ("reg * np.sum(W * W)", "reg * np.sum(W) * 0")],
     "penalty-not-in-loss+penalty-gradient-half"),
    ([(" + reg * np.sum(W * W)", ""), (" + 2 * reg * W", "")],
     "penalty-not-in-loss+penalty-not-in-gradient"),
    ([("np.sum(W * W)", "np.sum(np.abs(W))"), ("2 * reg * W", "reg * np.sign(W)")],
     "penalty-loss-abs+penalty-gradient-sign"),
    ([("margins) / N", "margins)"), ("binary) / N", "binary)")],
     "loss-sum+gradient-sum"),
    # kamal-8: the cases are exchanged, and column y_i lacks its minus
    ([("binary[margins > 0] = 1", ("binary = (margins == 0).astype(float)\n"
       "    binary[np.arange(N), y] = 0")), ("= -row_sum", "= row_sum")],
     "cases-swapped+column-y-plus"),
    # the correct entry neither zeroed nor given its count
    ([("    margins[np.arange(N), y] = 0\n", ""),
      ("    binary[np.arange(N), y] = -row_sum\n", "")],
     "correct-in-loss+column-y-one"),
    ([("    row_sum = np", ("    binary *= margins == margins.max(axis=1, keepdims=True)\n"
       "    row_sum = np"))], "worst-class-in-gradient"),
    # smidt-9: a sum where j is fixed
    ([("np.arange(N), y] = -row_sum",
       ":] = row_sum[:, None]\n    binary[np.arange(N), y] = -row_sum")],
     "sum-in-every-column"),
    # three at once: no delta, no mean in the loss, half a penalty in the gradient
    ([("correct + 1", "correct"), ("margins) / N", "margins)"), ("2 * reg", "reg")],
     "no-delta+loss-sum+penalty-gradient-half"),
    ([("np.sum(margins) / N", "np.sum(margins)"), ("reg * np.sum(W * W)",
       "reg * np.sum(W * W) / 2"), ("= -row_sum", "= 0"), ("2 * reg * W", "reg * W")],
     "loss-sum+column-y-zero+penalty-loss-half+penalty-gradient-half"),
]  # fmt: skip


@pytest.mark.parametrize(
    "source, changes, expected",
    [
        pytest.param(source, *row, id=f"{style}-{row[1]}")
        for style, source, rows in (
            ("naive", NAIVE, NAIVE_WRONG),
            ("vectorized", VECTORIZED, VECTORIZED_WRONG),
        )
        for row in rows
    ],
)
def test_a_students_mistake_is_named(source, changes, expected):
    verdict = check("svm-loss", changed(source, *changes))
    assert not verdict.passed
    assert set(verdict.mistakes) == set(expected.split("+")), verdict.message


def test_assigning_to_both_columns_in_the_loop_is_two_mistakes():
    both = changed(NAIVE, ("+= X[i]", "= X[i]"), ("-= X[i]", "= -X[i]"))
    assert check("svm-loss", both).mistakes == ("subtract-once", "assign-for-add")


def test_pairs_that_do_the_same_as_a_single_mistake_are_kept_as_equivalents():
    verdict = check("svm-loss", changed(NAIVE, ("- correct + 1", "- correct - 1")))
    assert verdict.mistakes == ("delta-on-correct",)
    assert verdict.equivalents == (("flipped-margin", "max-of-negative"),)


def test_a_penalty_with_a_half_in_loss_and_gradient_is_consistent():
    def halved(W, X, y, reg):
        loss, dW = svm_loss_naive(W, X, y, reg)
        return loss - reg / 2 * np.sum(W * W), dW - reg * W

    verdict = check("svm-loss", halved)
    assert verdict.mistakes == ("penalty-loss-half", "penalty-gradient-half")
    assert "one mistake." in verdict.message and "consistent" in verdict.message


def test_a_boolean_mask_cannot_hold_the_count():
    def boolean(W, X, y, reg):
        rows, S = np.arange(len(y)), X @ W
        H = np.maximum(0, S - S[rows, y][:, None] + 1)
        H[rows, y] = 0
        M = H > 0
        M[rows, y] = -M.sum(axis=1)
        loss = H.sum() / len(y) + reg * np.sum(W**2)
        return loss, X.T @ M / len(y) + 2 * reg * W

    assert check("svm-loss", boolean).mistakes == ("boolean-mask",)


def test_the_starter_of_the_assignment_is_not_attempted():
    verdict = check("svm-loss", lambda W, X, y, reg: (0.0, np.zeros(W.shape)))
    assert verdict.mistakes == ("not-attempted",)


def test_a_missing_axis_points_to_the_chapter_that_adds_it():
    def flat(S, y, delta):
        return np.maximum(0, S - S[np.arange(len(y)), y] + delta)

    verdict = check("margins", flat)
    assert verdict.mistakes == ("raises", "shapes-clash")
    assert "chapter 5, The mask trick" in verdict.message.replace("\n", " ")


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


def by_differences(W, X, y, reg):
    def loss(V):
        H = np.maximum(0, X @ V - np.take_along_axis(X @ V, y[:, None], 1) + 1)
        return (H.sum() - len(y)) / len(y) + reg * (V**2).sum()

    dW = np.zeros(W.shape)
    for k in np.ndindex(W.shape):
        V = np.zeros(W.shape)
        V[k] = 1e-5
        dW[k] = (loss(W + V) - loss(W - V)) / 2e-5
    return loss(W), dW


def in_float32(W, X, y, reg):
    return svm_loss_vectorized(W.astype(np.float32), X.astype(np.float32), y, reg)


def with_unsigned_labels(W, X, y, reg):
    return svm_loss_naive(W, X, y.astype(np.uint8), reg)


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


@pytest.mark.parametrize(
    "attempt",
    [
        changed(NAIVE),
        changed(VECTORIZED),
        # ningyu-5 and -6: an alias, after the loss is summed, is no mistake
        changed(VECTORIZED, ("margins.copy()", "margins")),
        changed(VECTORIZED, ("y] = -row_sum", "y] -= row_sum")),
        svm_loss_naive,
        svm_loss_vectorized,
        one_hot,
        by_triple_loop,
        as_outer_products,
        by_differences,
        in_float32,
        with_unsigned_labels,
        tie_counts_as_active,
    ],
)
def test_right_code_of_any_style_passes(attempt):
    verdict = check("svm-loss", attempt)
    assert verdict.passed, verdict.message
    assert verdict.mistakes == ()


# What the five documents get wrong, where code shows it by raising.


def busa_subtracts_a_row(W, X, y, reg):  # busa-5: the shape (N, 1) is missing
    S = X @ W
    return np.maximum(0, S - S[range(len(y)), y] + 1).sum(), W


def busa_multiplies_by_the_weights(W, X, y, reg):  # busa-9
    return 0.0, X.T @ W


def smidt_puts_the_weights_first(W, X, y, reg):  # smidt-2
    return 0.0, np.array([W @ x for x in X])


def rows_for_columns(W, X, y, reg):  # W X^T
    return 0.0, W @ X.T


@pytest.mark.parametrize(
    "attempt",
    [
        busa_subtracts_a_row,
        busa_multiplies_by_the_weights,
        smidt_puts_the_weights_first,
        rows_for_columns,
    ],
)
def test_shapes_that_clash_are_named(attempt):
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes == ("raises", "shapes-clash")
    assert "W (5, 4), X (7, 5), y (7,), reg 0." in verdict.message


@pytest.mark.parametrize("maximum", ["max(0, ", "np.max(0, "])
def test_a_max_that_is_not_entrywise_is_named(maximum):
    attempt = changed(VECTORIZED, ("np.maximum(0, ", maximum))
    assert check("svm-loss", attempt).mistakes == ("raises", "builtin-max")


def test_ningyu_naive_as_listed_lacks_penalty_and_return():
    listed = changed(NAIVE, ("    loss += reg * np.sum(W * W)\n", ""),
                     ("    return loss, dW\n", ""))  # fmt: skip
    verdict = check("svm-loss", listed)
    assert verdict.mistakes == ("not-attempted",)
    assert "return" in verdict.message

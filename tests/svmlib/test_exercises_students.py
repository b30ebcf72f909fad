"""Wrong answers as students write them to the exercises, and what they are told."""

import re
import time
from functools import partial

import numpy as np
import pytest
from programs import program

from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import no_mistake
from svmlib.exercises._judge import WIDTH
from svmlib.hinge import gradient_mask, margins

RIGHT = {
    "margins": """
def f(S, y, delta):
    rows = np.arange(len(y))
    H = np.maximum(0, S - S[rows, y][:, None] + delta)
    H[rows, y] = 0
    return H
""",
    "example-loss": """
def f(s, y_i, delta):
    h = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    return h.sum()
""",
    "squared-hinge": """
def f(s, y_i, delta):
    h = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    g = 2 * h
    g[y_i] = -g.sum()
    return (h**2).sum(), g
""",
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
    "mask": """
def f(H, y):
    rows = np.arange(len(y))
    M = (H > 0).astype(float)
    k = M.sum(axis=1)
    M[rows, y] = -k
    return M
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
    "penalty": """
def f(W, reg):
    return reg * np.sum(W**2), 2 * reg * W
""",
    "relative-error": """
def f(a, b):
    return np.max(np.abs(a - b) / np.maximum(np.abs(a), np.abs(b)))
""",
    "centred-difference": """
def f(f, w, h):
    return (f(w + h) - f(w - h)) / (2 * h)
""",
    "absorb-delta": """
def f(W, reg, delta):
    return W / delta, reg * delta
""",
    "sgd-step": """
def f(W, dW, learning_rate):
    return W - learning_rate * dW
""",
    "linear-decay": """
def f(learning_rate, t, num_iters):
    return learning_rate * (1 - t / num_iters)
""",
    "train": """
def f(W, X, y, draws, learning_rate, reg):
    for t, batch in enumerate(draws):
        dW = svm_loss_vectorized(W, X[batch], y[batch], reg)[1]
        W = W - learning_rate * (1 - t / len(draws)) * dW
    return W
""",
    "centre-columns": """
def f(W):
    return W - W.mean(axis=1, keepdims=True)
""",
    "mask-gradient": """
def f(X, M):
    return X.T @ M / len(X)
""",
    "scores": """
def f(W, X):
    return X @ W
""",
    "predict": """
def f(W, X):
    return (X @ W).argmax(axis=1)
""",
    "append-bias": """
def f(X):
    return np.hstack([X, np.ones((len(X), 1))])
""",
}


def right_row(s, y_i, delta):
    return gradient_mask(margins([s], [y_i], delta=delta), [y_i])[0]


def student(name, *changes):
    svm_loss = partial(_BOOK.exercises["svm-loss"].faulty, no_mistake)
    names = {"RIGHT_ROW": right_row, "svm_loss_vectorized": svm_loss}
    return program(RIGHT[name], changes, once=True, **names)


def told(name, *changes):
    """The verdict, within a second and 76 characters; and its message as one line."""
    start = time.process_time()
    verdict = check(name, student(name, *changes))
    assert time.process_time() - start < 2
    assert max(map(len, verdict.message.splitlines())) <= WIDTH
    return verdict, " ".join(verdict.message.split())


@pytest.mark.parametrize("name", RIGHT)
def test_what_the_changes_are_made_to_is_right(name):
    assert told(name)[0].passed


ONE = ("+ delta", "+ 1")
BIAS = ("np.sum(W**2)", "np.sum(W[:-1] ** 2)")
NO_BIAS = ("2 * reg * W", "2 * reg * np.vstack([W[:-1], 0 * W[-1:]])")
ZEROED = ("    H[rows, y] = 0\n", "")
CASES = [
    # delta ignored
    ("margins", [ONE], "delta-is-one", "the argument delta has no effect"),
    ("example-loss", [ONE], "delta-is-one", "the argument delta has no effect"),
    ("squared-hinge", [ONE], "delta-is-one", "the argument delta has no effect"),
    ("mask-row", [ONE], "delta-is-one", "the argument delta has no effect"),
    ("gradient-one-example", [ONE], "delta-is-one", "the argument delta has no"),
    ("svm-loss", [("+ 1)", "+ 2)")], "delta-not-one", "delta is not 1 in the raw margins"),
    ("svm-loss", [("+ 1)", "+ 5)")], "delta-not-one", "delta is 5 in the raw margins"),
    ("svm-loss", [("+ 1)", "+ 0.1)")], "delta-not-one", "delta is 0.1 in the"),
    ("svm-loss", [("+ 1)", "- 1)")], "delta-on-correct", "delta has the wrong sign"),
    ("svm-loss", [("+ 1)", "+ 100)"), ("2 * reg", "reg")],
     "delta-not-one penalty-gradient-half", "delta is 100 in the raw margins"),
    ("svm-loss", [("H.sum() / N + ", "")], "loss-from-mask", "it is missing, or"),
    ("svm-loss", [("H.sum() / N + ", ""), ("X.T @ M", "3 * X.T @ M")],
     "unrecognised loss-from-mask", "loss: the data loss is zero in every case"),
    ("svm-loss", [("+ 1)", "+ 3)"), ("X.T @ M", "3 * X.T @ M")],
     "unrecognised delta-not-one", "loss: delta is 3 in the raw margins"),
    # a colon for the rows
    ("mask", [("M[rows, y] =", "M[:, y] =")], "count-in-whole-columns",
     "minus the count is written into whole columns"),
    ("mask", [("M[rows, y] = -k", "M[:, y] -= k")], "count-off-whole-columns",
     "the count is subtracted from whole columns"),
    ("mask", [("M[rows, y] = -k", "M[:, y] = -k[:, None]")],
     "own-count-in-whole-columns", "a row's count is written into the columns"),
    ("mask", [("M[rows, y] = -k", "M[:, y] -= k[:, None]")],
     "own-count-off-whole-columns", "a row's count is subtracted from the columns"),
    ("svm-loss", [("M[rows, y] =", "M[:, y] =")], "count-in-whole-columns",
     "minus the count is written into whole columns"),
    ("svm-loss", [("M[rows, y] = -k", "M[:, y] -= k")], "count-off-whole-columns",
     "the count is subtracted from whole columns"),
    ("svm-loss", [("M[rows, y] =", "M[:, y] ="), ("H[rows, y] =", "H[:, y] =")],
     "zeroes-whole-columns count-in-whole-columns", "two mistakes."),
    # N in the mask
    ("mask", [("return M", "return M / len(y)")], "divided-by-n",
     "the mask is already divided by N"),
    ("svm-loss", [("= -k", "= -k\n    M /= N")], "gradient-over-n-twice",
     "the data gradient is divided by N twice"),
    # no axis
    ("mask", [("axis=1", "")], "count-of-all", "the count of all rows together"),
    ("svm-loss", [("axis=1", "")], "count-of-all", "the count of all rows together"),
    ("svm-loss", [("axis=1", ""), ("= -k", "-= k")], "count-of-all", "all rows"),
    # the bias row
    ("penalty", [BIAS], "penalty-loss-no-bias", "left out of the penalty's value"),
    ("penalty", [NO_BIAS], "penalty-gradient-no-bias", "of the penalty's gradient"),
    ("penalty", [BIAS, NO_BIAS], "penalty-loss-no-bias penalty-gradient-no-bias",
     "one mistake. - the last row of W, the bias, is left out of the penalty"),
    ("svm-loss", [BIAS], "penalty-loss-no-bias", "left out of the penalty's value"),
    ("svm-loss", [NO_BIAS], "penalty-gradient-no-bias", "of the penalty's gradient"),
    ("svm-loss", [BIAS, NO_BIAS], "penalty-loss-no-bias penalty-gradient-no-bias",
     "one mistake. - the last row of W, the bias, is left out of the penalty"),
    # the relative error and the centred difference
    ("relative-error", [("np.maximum(np.abs(a), np.abs(b))", "np.abs(b)")],
     "scale-of-second", "the divisor is the size of b alone"),
    ("centred-difference", [("(f(w + h) - f(w - h))", "f(w + h) - f(w - h)")],
     "parentheses-missing", "only the second value is divided"),
    ("centred-difference", [("(f(w + h) - f(w - h)) / (2 * h)",
     "f(w + h) - f(w - h) / 2 * h")], "times-h parentheses-missing", "second value"),
    # zero is not active
    ("mask", [("H > 0", "H >= 0")], "zero-is-active", "one mistake. - margins of zero"),
    ("svm-loss", [("H > 0", "H >= 0")], "zero-is-active", "- margins of zero"),
    ("mask", [("H > 0", "H >= 0"), ("= -k", "-= k")], "indicator-forgotten",
     "one mistake. - every wrong class is treated as active: one whose margin is zero"),
    ("mask", [("H > 0", "H >= 0"), ("    k =", "    M[rows, y] = 0\n    k =")],
     "indicator-forgotten", "Is it H >= 0?"),
    # one missing line, with two effects
    ("svm-loss", [ZEROED], "correct-in-loss count-off-by-one",
     "one mistake. - one line is missing"),
    ("svm-loss", [ZEROED, ("2 * reg", "reg")],
     "correct-in-loss count-off-by-one penalty-gradient-half",
     "two mistakes. - one line is missing"),
    ("svm-loss", [ZEROED, ("= -k", "-= k")], "correct-in-loss",
     "one mistake. - the class j = y_i takes part in the sum"),
]  # fmt: skip


@pytest.mark.parametrize("name, changes, mistakes, words", CASES)
def test_a_wrong_answer_is_named(name, changes, mistakes, words):
    verdict, message = told(name, *changes)
    assert verdict.mistakes == tuple(mistakes.split()), message
    assert words in message


MARGINS = "S[rows, y][:, None]"
ENTRY = "One entry of each row takes two lists"
PYTORCH = "The arrays here are NumPy's, and `{}` is PyTorch's. Look up what NumPy has"
RAISING = [
    ("append-bias", ("np.ones((len(X), 1))", "np.ones(len(X))"), "shapes-clash",
     "the column of ones needs shape (N, 1), and not (N,)"),
    ("append-bias", ("np.hstack([X, np.ones((len(X), 1))])",
     "np.append(X, np.ones(len(X)), axis=1)"), "shapes-clash", "needs shape (N, 1)"),
    ("append-bias", ("np.hstack([X, np.ones((len(X), 1))])",
     "np.stack([X, np.ones(len(X))])"), "shapes-clash", "needs shape (N, 1)"),
    ("append-bias", ("np.hstack(", "np.concatenate("), "shapes-clash",
     "joined side by side, along axis 1"),
    ("margins", (MARGINS, "S[y]"), "labels-as-only-index", ENTRY),
    ("margins", (MARGINS, "S[:, y]"), "shapes-clash labels-as-only-index", ENTRY),
    ("svm-loss", (MARGINS, "S[y]"), "labels-as-only-index", ENTRY),
    ("svm-loss", (MARGINS, "S[:, y]"), "shapes-clash labels-as-only-index", ENTRY),
    ("svm-loss", ("X @ W", "X.mm(W)"), "pytorch-names", "`@`"),
    ("svm-loss", ("X.T", "X.t()"), "pytorch-names", "`.T`"),
    ("svm-loss", (MARGINS, "S[rows, y].view(-1, 1)"), "pytorch-names", "`.reshape`"),
    ("svm-loss", (MARGINS, "S[rows, y].view(-1)"), "pytorch-names", "`.reshape`"),
    ("margins", (f"np.maximum(0, S - {MARGINS} + delta)",
     f"(S - {MARGINS} + delta).clamp(min=0)"), "pytorch-names", "`np.maximum`"),
    ("margins", ("np.maximum", "torch.clamp"), "pytorch-names", "`np`"),
    ("mask", ("axis=1", "dim=1"), "pytorch-names", "`axis`"),
    ("mask", ("axis=1", "axis=1, keepdim=True"), "pytorch-names", "`keepdims`"),
    ("mask", ("len(y)", "H.size(0)"), "pytorch-names", "`.shape`"),
    ("mask", ("(H > 0)", "H.gt(0)"), "pytorch-names",
     "Look up what NumPy has for `gt`"),
]  # fmt: skip


@pytest.mark.parametrize("name, change, mistakes, words", RAISING)
def test_an_attempt_that_raises_gets_a_hint(name, change, mistakes, words):
    verdict, message = told(name, change)
    assert verdict.mistakes == ("raises", *mistakes.split()), message
    assert words in message
    if "`" in words and "gt" not in words:
        assert re.search(PYTORCH.format(r"\w+"), message)


@pytest.mark.parametrize(
    "source",
    ["X.missing_name", "1 / 0", "undefined", "X[99]", "np.nan_too", "np.zeros(3)[W]"],
)
def test_other_exceptions_get_no_hint_that_does_not_fit(source):
    verdict, message = told("append-bias", ("np.hstack([X,", f"np.hstack([{source},"))
    assert "PyTorch" not in message
    assert ENTRY not in message
    assert verdict.mistakes[0] == "raises"


@pytest.mark.parametrize(
    "changes, mistakes, words",
    [
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 1")], (),
         "The numbers that it returns are right."),
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 1"), ("= -k", "= k")],
         ("column-y-plus",), "As for the numbers it returns: one mistake. - column"),
        ([("(H > 0).astype(float)", "H\n    M[M > 0] = 3")], ("unrecognised",),
         "As for the numbers it returns: not right, and not a mistake"),
    ],
)  # fmt: skip
def test_beside_a_written_argument_the_numbers_are_judged(changes, mistakes, words):
    verdict, message = told("mask", *changes)
    assert verdict.mistakes == ("writes-to-arguments", *mistakes)
    assert "it writes to H" in message
    assert words in message


def test_two_mistakes_that_give_the_same_as_one_are_not_told():
    verdict = check("svm-loss", student("svm-loss", ("+ 1)", "- 1)")))
    assert verdict.message.count("\n- ") == 1
    assert "same numbers" not in verdict.message
    assert verdict.equivalents == (("flipped-margin", "max-of-negative"),)


def test_another_single_mistake_that_gives_the_same_is_told_as_another():
    verdict, message = told("mask-row", ("(s - s[y_i] + delta > 0)", "np.ones(len(s))"))
    assert verdict.mistakes == ("indicator-forgotten",)
    assert "(The same numbers would also come from another mistake: delta" in message
    assert message.startswith("mask-row: one mistake.")


ZERO = "is zero on every problem, as if it were never updated."
LOSS_ONLY = [("    return (h**2).sum(), g", "    return (h**2).sum(), 0 * g")]


@pytest.mark.parametrize(
    "name, changes, words",
    [
        ("example-loss", [("return h.sum()", "return 0.0")], ["L_i"]),
        ("squared-hinge", [("return (h**2).sum(), g", "return 0.0, g")], ["L_i"]),
        ("squared-hinge", LOSS_ONLY, ["g"]),
        ("mask-row", [("return row", "return 0 * row")], ["the row"]),
        ("gradient-one-example", [("return dW", "return 0 * dW")], ["the gradient"]),
        ("mask", [("return M", "return 0 * M")], ["M"]),
        ("margins", [("return H", "return 0 * H")], ["H"]),
        ("svm-loss", [("X.T @ M / N + 2 * reg * W", "0 * W")], ["dW"]),
    ],
)
def test_zero_is_told_before_any_combination_of_mistakes(name, changes, words):
    verdict, message = told(name, *changes)
    assert verdict.mistakes == ("all-zero",), message
    assert message.startswith(f"{name}: not right. - ")
    assert "See chapter" not in message
    for word in words:
        assert f"- {word} {ZERO}" in message


def test_beside_a_gradient_of_zeros_the_loss_is_judged():
    assert "- L_i is right. - g is zero" in told("squared-hinge", *LOSS_ONLY)[1]
    halved = ("return (h**2).sum(), g", "return (h**2).sum() / 2, 0 * g")
    verdict, _ = told("squared-hinge", halved)
    assert verdict.mistakes == ("all-zero", "half-in-loss")


def test_where_nothing_is_added_up_zero_is_all_that_is_told():
    verdict, message = told("predict", ("X @ W", "0 * X @ W"))
    assert verdict.mistakes == ("all-zero",)
    assert message == f"predict: not right. - the result {ZERO}"


def test_a_gradient_of_the_penalty_alone_is_one_mistake():
    verdict, message = told("svm-loss", ("X.T @ M / N + 2", "2"))
    assert verdict.mistakes == ("data-gradient-missing",)
    assert "one mistake." in message


LEAVES_OUT_BY_VALUE = {
    "example-loss": [("    h[y_i] = 0\n", "    h = h[s != s[y_i]]\n")],
    "squared-hinge": [("    h[y_i] = 0\n", "    h[s == s[y_i]] = 0\n")],
    "mask-row": [("    row[y_i] = 0\n", "    row[s == s[y_i]] = 0\n")],
    "gradient-one-example": [("if j != y_i and", "if s[j] != s[y_i] and")],
    "margins": [("H[rows, y] = 0", "H[S == S[rows, y][:, None]] = 0")],
    "svm-loss": [("H[rows, y] = 0", "H[S == S[rows, y][:, None]] = 0")],
}


@pytest.mark.parametrize("name", LEAVES_OUT_BY_VALUE)
def test_leaving_out_by_value_is_named(name):
    verdict, message = told(name, *LEAVES_OUT_BY_VALUE[name])
    assert verdict.mistakes == ("left-out-by-value",), message
    assert "leave out by index, not by value" in message


def test_leaving_out_what_is_delta_is_named():
    verdict, _ = told("margins", ("H[rows, y] = 0", "H[H == delta] = 0"))
    assert verdict.mistakes == ("left-out-by-value",)


OWN = "g[y_i] = -g.sum()"
NORMS = "np.max(np.abs(a - b) / np.maximum(np.abs(a), np.abs(b)))"
NORM = "np.linalg.norm"
UNSIGNED = "(H > 0).astype(np.uint8)"
MORE_CASES = [
    ("squared-hinge", [(OWN, "g[y_i] = -(h > 0).sum()")], "count-in-correct",
     "minus the number of active classes"),
    ("squared-hinge", [(OWN, "g[y_i] = -2 * (h > 0).sum()")],
     "twice-count-in-correct", "minus twice the number"),
    ("squared-hinge", [(OWN, "g[y_i] = -2 * h.max()")], "largest-in-correct",
     "the largest margin only"),
    ("squared-hinge", [(OWN, "g[y_i] = -h.sum()")], "factor-two-not-in-correct",
     "lacks the factor 2"),
    ("squared-hinge", [(OWN, "g[y_i] = -g.sum() / (len(s) - 1)")],
     "mean-over-rivals-in-correct", "averaged over the other classes"),
    ("squared-hinge", [(OWN, "g[y_i] = -g.mean()")],
     "mean-over-classes-in-correct", "averaged over the classes"),
    ("squared-hinge", [(OWN, "g[y_i] = -g.sum() * 1.37 - 3")], "unrecognised",
     "- L_i is right. - g is right except in entry y_i."),
    ("example-loss", [("h.sum()", "h.sum() / (len(s) - 1)")], "mean-over-rivals",
     "averaged over the C - 1 other classes"),
    ("relative-error", [(NORMS, f"{NORM}(a - b) / ({NORM}(a) + {NORM}(b))")],
     "norms-over-sum", "the norm of the difference over the sum of the norms"),
    ("relative-error", [(NORMS, f"{NORM}(a - b) / max({NORM}(a), {NORM}(b))")],
     "norms-over-larger", "the norm of the difference over the larger norm"),
    ("relative-error", [("np.max(", "np.sum(")], "sum-for-largest",
     "the errors are added up"),
    ("absorb-delta", [("reg * delta", "reg / delta")], "reg-divided",
     "What must reg' be for delta * reg' * sum(W'**2) to equal reg * sum(W**2)?"),
    ("mask", [("(H > 0).astype(float)", UNSIGNED)], "unsigned-mask",
     "the count wrapped to 256 - k"),
    ("mask", [("(H > 0).astype(float)", UNSIGNED), ("= -k", "-= k.astype(np.uint8)")],
     "unsigned-mask", "one mistake."),
    ("svm-loss", [("(H > 0).astype(float)", UNSIGNED)], "unsigned-mask",
     "the count wrapped to 256 - k"),
    ("sgd-step", [("W - learning_rate * dW", "learning_rate * W - dW")],
     "rate-forgotten rate-on-weights",
     "one mistake. - the learning rate does not reach dW"),
    ("sgd-step", [("W - learning_rate * dW", "W - dW")], "rate-forgotten",
     "the learning rate does not reach dW"),
    ("linear-decay", [("(1 - t / num_iters)", "1 - t / num_iters")],
     "parentheses-missing", "the learning rate multiplies only the 1"),
    ("train", [("    return W", "        return W")], "one-step", "Is the return inside"),
    ("train", [("        W = W", "        V = W"), ("return W", "return V")],
     "steps-not-joined", "only the last one counts"),
    ("train", [("W, X[batch]", "V, X[batch]"), ("    for", "    V = W\n    for")],
     "gradient-at-start", "the gradient is taken at the given weights"),
    ("train", [("X[batch], y[batch]", "X, y")], "all-examples", "draws says which"),
    ("train", [("reg)[1]", "reg)[1] + 2 * reg * W")], "penalty-twice", "already"),
    ("train", [("reg)[1]", "0)[1] + reg * W")], "penalty-half", "one mistake."),
    ("train", [("dW = ", "dW = len(batch) / len(y) * "), (" reg)[1]", " 0)[1]")],
     "divided-by-all penalty-missing", "two mistakes."),
    ("train", [("(1 - t / len(draws)) * ", "")], "rate-constant",
     "it should shrink from step to step. Or does an integer"),
    ("train", [("len(draws))", "(len(draws) - 1))")], "ends-one-early",
     "the last step is already zero"),
    ("train", [("        W = W", "        learning_rate *= 1 - t / len(draws)\n        W = W"),
     ("(1 - t / len(draws)) * dW", "dW")], "rates-multiply",
     "the step sizes multiply up"),
    ("train", [("len(draws)", "len(X)")], "progress-by-all", "number of all examples"),
    ("train", [("len(draws)", "draws.shape[1]")], "progress-by-batch",
     "divided by the size of a batch"),
    ("train", [("reg)[1]", "reg)[0]")], "loss-for-gradient", "the loss is subtracted"),
    ("train", [("        W = W -", "        W -=")], "writes-to-arguments",
     "The numbers that it returns are right."),
    ("centre-columns", [("W - W", "W")], "shift-as-column", "this is the shift alone"),
    ("centre-columns", [("W - W", "W"), (", keepdims=True", "")], "shift-only",
     "this is the shift alone"),
    ("penalty", [("np.sum", "np.mean")], "penalty-loss-mean", "mean of the squares"),
    ("svm-loss", [("np.sum(", "np.mean(")], "penalty-loss-mean", "of the squares"),
    ("svm-loss", [("= -k", "= -1"), ("M / N", "M"), ("2 * reg", "reg")],
     "subtract-per-example gradient-sum penalty-gradient-half", "three mistakes."),
    ("svm-loss", [("H.sum() / N", "H.sum()"), ("= -k", "= 0"), ("M / N", "M"),
     (" + 2 * reg * W", "")],
     "loss-sum column-y-zero gradient-sum penalty-not-in-gradient", "four mistakes."),
    ("example-loss", [("    h[y_i] = 0\n", "")], "correct-in-loss",
     "its own raw margin is delta"),
    ("mask-row", [("    row[y_i] = 0\n", "")], "count-off-by-one",
     "See chapter 3, The gradient"),
    ("gradient-one-example", [("return dW", "return RIGHT_ROW(s, y_i, delta)")],
     "returns-mask", 'what is missing is x. See chapter 3'),
]  # fmt: skip


@pytest.mark.parametrize("name, changes, mistakes, words", MORE_CASES)
def test_what_else_students_write_is_named(name, changes, mistakes, words):
    verdict, message = told(name, *changes)
    assert verdict.mistakes == tuple(mistakes.split()), message
    assert words in message


def test_weights_are_plural():
    def said(f):
        return " ".join(check("sgd-step", f).message.split())

    assert "the weights have shape (5,), where (5, 4) is" in said(lambda W, *_: W[:, 0])
    assert "the weights hold nan, which isn't" in said(lambda W, *_: W * np.nan)
    assert "the weights are zero on every problem" in said(lambda W, *_: 0 * W)
    assert "the weights are off by +2" in said(lambda W, dW, rate: W - rate * dW + 2)
    assert "the weights are a str, where" in said(lambda *_: "W")


ONE_TO_FOUR = [
    ("scores", "X @ W", "X * W", "chapter 1, Linear scores", "`@`"),
    ("predict", "X @ W", "W * X", "chapter 1, Linear scores", "`@`"),
    ("gradient-one-example", "dW[:, j]", "dW[j]", "chapter 3,", "classes?"),
    ("mask-gradient", "X.T @ M", "X @ M", "chapter 5, The mask trick", "Two shapes"),
    ("svm-loss", "X @ W", "W @ X", "chapter 1, Linear scores", "Two shapes"),
    ("svm-loss", "X @ W", "X * W", "chapter 1, Linear scores", "`@`"),
    ("centre-columns", ", keepdims=True", "", "chapter 5, The mask trick",
     "which axis counts features, which classes?"),
]  # fmt: skip


@pytest.mark.parametrize("name, old, new, chapter, words", ONE_TO_FOUR)
def test_shapes_that_clash_point_to_where_the_answer_stands(
    name, old, new, chapter, words
):
    verdict, message = told(name, (old, new))
    assert verdict.mistakes == ("raises", "shapes-clash"), message
    assert f"See {chapter}" in message or f"see {chapter}" in message
    assert words in message


@pytest.mark.parametrize("name", ["example-loss", "squared-hinge", "relative-error"])
def test_the_other_max_is_told_without_a_chapter(name):
    verdict, message = told(name, ("np.maximum", "max"))
    assert verdict.mistakes == ("raises", "builtin-max")
    assert "NumPy's is `np.maximum`" in message
    assert "chapter" not in message

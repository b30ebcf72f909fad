"""The exercises of training: programs that `test_programs` tries."""

from functools import partial

import numpy as np

from svmlib import hinge
from svmlib.training import linear_decay

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
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
}

LOSS = "svm_loss_vectorized(W, X[batch], y[batch], reg)[0]"


def train(W, X, y, draws, learning_rate, reg):
    for t, batch in enumerate(draws):
        dW = hinge.svm_loss_vectorized(W, X[batch], y[batch], reg)[1]
        W = W - learning_rate * linear_decay(t / len(draws)) * dW
    return W


def counts_a_tied_class(W, X, y, draws, learning_rate, reg, scores_as_X=False):
    for t, batch in enumerate(draws):
        rows, labels = np.arange(len(batch)), y[batch]
        S = X[batch] @ W
        if scores_as_X:
            S = S.astype(X.dtype)
        M = (S - S[rows, labels][:, None] + 1 >= 0) * 1.0
        M[rows, labels] -= M.sum(axis=1)
        dW = X[batch].T @ M / len(batch) + 2 * reg * W
        W = W - learning_rate * (1 - t / len(draws)) * dW
    return W


RIGHT = [
    ("train", counts_a_tied_class),
    ("linear-decay", lambda rate, t, num_iters: rate * linear_decay(t / num_iters)),
    ("linear-decay", lambda rate, t, T: rate * (1 - np.float32(t) / np.float32(T))),
    ("train", train),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    "sgd-step": {
        "W alone holds integers",
        "dW alone holds integers",
    },
    "train": {
        "learning_rate is above 30000",
        "reg is below 1e-4",  # a step then shows it only if the learning rate is huge
        "W alone holds integers",
        "it lists rate-on-progress",
    },
}

NAMED = {
    "sgd-step": [
        ("rate-forgotten", [("W - learning_rate * dW", "W - dW")],
         "the learning rate does not reach dW"),
        ("uphill", lambda W, dW, lr: W + lr * dW),
        ("uphill step-only", lambda W, dW, lr: lr * dW, "one mistake."),
        ("wrong-type", [("dW\n", "dW, dW\n")], "the new W is a tuple of 2"),
        ("unchanged", [("return W - learning_rate * dW", "W - learning_rate * dW\n    return W")]),
        ("writes-to-arguments uphill",
         [("return W - learning_rate * dW", "W += learning_rate * dW\n    return W")]),
        ("rate-divides", [("learning_rate * dW", "dW / learning_rate")]),
    ],
    "linear-decay": [
        ("parentheses-missing", [("(1 - t / num_iters)", "1 - t / num_iters")],
         "the learning rate multiplies only the 1"),
        ("rate-constant", lambda lr, t, n: lr * (1 - t // n)),
        ("ends-one-early", lambda lr, t, n: np.linspace(lr, 0, n)[t]),
        ("ends-one-late", [("/ num_iters", "/ (num_iters + 1)")]),
        ("ends-one-early raises",
         [("t / num_iters", "t / (num_iters - 1)")], "num_iters = 1, where there is one step."),
        ("rate-on-progress",
         [("learning_rate * (1 - t / num_iters)", "1 - learning_rate * t / num_iters")]),
        ("rate-grows starts-one-late", [("1 - t / num_iters", "(t + 1) / num_iters")],
         "one mistake.", "in the reverse order"),
    ],
    "train": [
        ("one-step", [("    return W", "        return W")], "Is the return inside"),
        ("draws-once", [("enumerate(draws)", "enumerate(map(np.unique, draws))")],
         "a mask of True and False can't"),
        ("draws-once",
         [("W, X[batch], y[batch]", "W, X[taken], y[taken]"),
          ("    dW", "    taken = np.isin(np.arange(len(y)), batch)\n        dW")]),
        ("steps-not-joined",
         [("        W = W", "        V = W"), ("return W", "return V")],
         "only the last one counts"),
        ("gradient-at-start",
         [("W, X[batch]", "V, X[batch]"), ("    for", "    V = W\n    for")],
         "the gradient is taken at the given weights"),
        ("unchanged", [("        W = W", "        V = W")]),
        ("all-for-batch", [("X[batch], y[batch]", "X, y")], "draws says which"),
        ("penalty-twice", [("reg)[1]", "reg)[1] + 2 * reg * W")], "already"),
        ("penalty-half", [("reg)[1]", "0)[1] + reg * W")], "one mistake."),
        ("divided-by-all penalty-missing",
         [("dW = ", "dW = len(batch) / len(y) * "), (" reg)[1]", " 0)[1]")],
         "two mistakes."),
        ("rate-constant", [("(1 - t / len(draws)) * ", "")],
         "it should shrink from step to step. Or does an integer"),
        ("ends-one-early",
         [("(1 - t / len(draws))", "np.linspace(1, 0, len(draws))[t]")],
         "the last step is already zero"),
        ("ends-one-early raises",
         [("len(draws))", "(len(draws) - 1))")], "the last step is already zero",
         "On another problem it raises an exception in line 5", "where there is one step."),
        ("rates-multiply",
         [("        W = W", "        learning_rate *= 1 - t / len(draws)\n        W = W"),
          ("(1 - t / len(draws)) * dW", "dW")], "the step sizes multiply up"),
        ("progress-by-all raises", [("len(draws)", "len(X)")], "number of all examples"),
        ("progress-by-batch raises", [("len(draws)", "draws.shape[1]")],
         "divided by the size of a batch"),
        ("parentheses-missing raises",
         [("learning_rate * (1 - t / len(draws))", "(learning_rate - t / len(draws))")]),
        ("one-over-t", [("(1 - t / len(draws))", "1 / (1 + t)")]),
        ("first-step-missing",
         [("    for", "    draws = list(enumerate(draws))\n    for"),
          ("in enumerate(draws)", "in draws[1:]")]),
        ("last-step-missing", [("enumerate(draws)", "enumerate(draws[:-1])")]),
        ("last-step-missing ends-one-early",
         [("    for", "    draws = draws[:-1]\n    for")], "one mistake."),
        ("columns-of-draws progress-by-batch raises", [("enumerate(draws)", "enumerate(draws.T)")],
         "one mistake.", "as many steps as rows"),
        ("columns-of-draws", [("    for", "    draws = draws.T\n    for")]),
        ("one-by-one",
         [("        dW = ", "      for i in batch:\n        dW = "),
          ("X[batch], y[batch]", "X[[i]], y[[i]]")]),
        ("writes-to-arguments", [("        W = W -", "        W -=")],
         "The numbers that it returns are right."),
        ("first-batch", [("X[batch], y[batch]", "X[draws[0]], y[draws[0]]")]),
    ],
}  # fmt: skip

BETTER = f"""\
        losses.append({LOSS})
        if np.argmin(losses) < len(losses) - 5: break
        dW ="""

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "sgd-step": {
        "takes a rate of 0 for 0.1": lambda W, dW, rate: W - (rate or 0.1) * dW,
        "keeps the classes from 10 on": lambda W, dW, rate:
            np.where(np.arange(W.shape[1]) < 10, W - rate * dW, W),
        "moves positive weights alone":
            lambda W, dW, rate: np.where(W > 0, W - rate * dW, W),
    },
    "linear-decay": {
        "takes a rate of 0 for 0.1": lambda rate, t, n: (rate or 0.1) * (1 - t / n),
        "stops halfway":
            lambda rate, t, n: rate * (1 - t / n) if t < n / 2 else rate / 2,
        "has a floor of 0.01": lambda rate, t, n: max(rate * (1 - t / n), 0.01),
    },
    "train": {
        "keeps the scores in an array that is as X is": partial(counts_a_tied_class, scores_as_X=True),
        "changes the step size in every tenth step alone":
            [("t / len(draws)", "(t - t % 10) / len(draws)")],
        "takes a rate of 0 for 0.1":
            [("learning_rate *", "(learning_rate or 0.1) *")],
        "takes a reg of 0 for 1e-6": [(", reg)[1]", ", reg or 1e-6)[1]")],
        "counts a tied class in its own column alone": [
            ("        W = W",
             ("        for i in batch:\n"
             "            m = X[i] @ W - X[i] @ W[:, y[i]] + 1\n"
             "            dW[:, m == 0] += X[i][:, None] / len(batch)\n"
             "        W = W")),
        ],
        "leaves a column of ones out of the penalty": [
            ("        W = W -",
             ("        dW -= 2 * reg * W * (X == 1).all(axis=0)[:, None]\n"
              "        W = W -")),
        ],
        "stays where it is if there is one step":
            [("    for", "    if len(draws) == 1: return W\n    for")],
        "stays where it is if there is one example":
            [("    for", "    if len(X) == 1: return W\n    for")],
        "counts draws in 8 bits":
            [("enumerate(draws)", "enumerate(draws.astype(np.int8))")],
        "takes 2 steps": [("enumerate(draws)", "enumerate(draws[:2])")],
        "takes no step without a penalty":
            [("learning_rate *", "(reg > 0) * learning_rate *")],
        "doesn't move the rows from 6 on":
            [("        W = W", "        dW[6:] = 0\n        W = W")],
        "stops where the loss is below 1e-6":
            [("        dW =", f"        if {LOSS} < 1e-6: break\n        dW =")],
        "stops after a step if the loss is below 1e-3":
            [("    return", f"        if {LOSS} < 1e-3: break\n    return")],
        "stops where a batch has no loss":
            [("        dW =", f"        if {LOSS} == 0: break\n        dW =")],
        "stops where the gradient is zero":
            [("        W = W", "        if not dW.any(): break\n        W = W")],
        "counts the steps with a loss alone":
            [("for t, batch in enumerate(draws):",
              f"t = -1\n    for batch in draws:\n        t += {LOSS} > 0")],
        "stops after 5 steps without a better loss":
            [("    for", "    losses = []\n    for"), ("        dW =", BETTER)],
    },
}  # fmt: skip

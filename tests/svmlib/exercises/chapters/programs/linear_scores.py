"""The exercises of linear_scores: programs that `test_programs` tries."""

import numpy as np

from svmlib.training import predict_linear_classifier

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "scores": """
def f(W, X):
    return X @ W
""",
    "append-bias": """
def f(X):
    return np.hstack([X, np.ones((len(X), 1))])
""",
    "predict": """
def f(W, X):
    return (X @ W).argmax(axis=1)
""",
}


RIGHT = [
    ("append-bias", lambda X: np.column_stack([X, np.ones(len(X))])),
    ("predict", predict_linear_classifier),
    ("predict", lambda W, X: (-(X @ W)).argsort(axis=1, kind="stable")[:, 0]),
]  # fmt: skip


def last_of_ties(W, X):
    labels = np.zeros(len(X), dtype=int)
    for i, scores in enumerate(X @ W):
        for j, score in enumerate(scores):
            if score >= scores[labels[i]]:
                labels[i] = j
    return labels


def highest_above_zero(W, X):
    labels = np.zeros(len(X), dtype=int)
    for i, scores in enumerate(X @ W):
        highest = 0
        for j, score in enumerate(scores):
            if score > highest:
                highest, labels[i] = score, j
    return labels


# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # Most draws have one by chance, and for a product it is no special case.
    "scores": {"W is a constant column"},
    # Labels are exact, and W and X change by a factor.
    "predict": {
        "the answer is above 1e+06",
        "the answer has more than 4 decimals",
        "the answer is below 1e-4",
        "it lists first-example-only",
        "it lists last-feature-only",
        "it lists reshaped-weights",
        "it lists summed-over-examples",
    },
}

NAMED = {
    "scores": [
        ("raises shapes-clash", [("X @ W", "X * W")], "chapter 1, Linear scores",
         "`@`"),
        ("transposed", lambda W, X: (X @ W).T),
        ("bias-dropped bias-twice", [("X @ W", "X[:, :-1] @ W[:-1] + W[-1]")],
         "one mistake.", "X @ W needs no bias beside it"),
        ("last-feature-only", lambda W, X: X[:, -1:] @ W[-1:]),
        ("reshaped-weights", [("X @ W", "X @ W.reshape(W.shape[::-1]).T")]),
        ("summed-over-examples", [("X @ W", "(X @ W).sum(axis=0)")]),
    ],
    "append-bias": [
        ("raises shapes-clash", [("np.ones((len(X), 1))", "np.ones(len(X))")],
         "the column of ones needs shape (N, 1), and not (N,)"),
        ("raises shapes-clash", [("np.hstack(", "np.concatenate(")],
         "say `axis=1`"),
        ("ones-first", lambda X: np.c_[np.ones(len(X)), X]),
        ("ones-as-row", lambda X: np.vstack([X, np.ones(X.shape[1])])),
        ("zeros-for-ones", [("np.ones", "np.zeros")]),
        ("last-feature-lost", [("([X,", "([X[:, :-1],")]),
    ],
    "predict": [
        ("bias-dropped bias-twice",
         lambda W, X: (X[:, :-1] @ W[:-1] + W[-1]).argmax(axis=1)),
        ("starts-at-zero", highest_above_zero, "start with 0 as the highest score?"),
        ("lowest-score", lambda W, X: (X @ W).argmin(axis=1)),
        ("score-for-label", lambda W, X: (X @ W).max(axis=1)),
        ("last-of-ties", last_of_ties),
        ("wrong-shape", [("(X @ W).argmax(axis=1)",
         "np.where(X @ W == (X @ W).max(axis=1, keepdims=True))[1]")],
         "on a problem where (3,) is expected, and an example is zero"),
        ("wrong-axis", [("axis=1", "axis=0")]),
        ("no-axis", [("axis=1", "")], "not the best class of each example"),
        ("score-for-label no-axis", lambda W, X: (X @ W).max(), "two mistakes."),
        ("counts-from-one", [("axis=1)", "axis=1) + 1")]),
    ],
}  # fmt: skip


# Wrong on some problems only.
def highest_unless_zero(W, X):
    classes = []
    for scores in X @ W:
        best = None
        for j, score in enumerate(scores):
            if not best or score > best:
                best, k = score, j
        classes.append(k)
    return np.array(classes)


WRONG_SOMEWHERE = {
    "scores": {
        "cuts the scores at 1e20": lambda W, X: np.clip(X @ W, -1e20, 1e20),
        "leaves out scores up to 1e-15":
            lambda W, X: np.where(np.abs(X @ W) > 1e-15, X @ W, 0),
        "leaves out scores below 1e-4 of the largest":
            lambda W, X: np.where(np.abs(S := X @ W) < 1e-4 * np.abs(S).max(), 0, S),
        "leaves out what is small in X":
            lambda W, X: np.where(np.abs(X) < 0.01 * np.abs(X).max(), 0, X) @ W,
        "takes the positive part": lambda W, X: np.maximum(0, X @ W),
        "keeps the type of X": lambda W, X: (X @ W).astype(X.dtype),
        "divides by the length of an example":
            lambda W, X: X / (n := np.linalg.norm(X, axis=1, keepdims=True)) @ W * n,
    },
    "append-bias": {
        "adds no ones if the last feature is 1":
            lambda X: X if (X[:, -1] == 1).all() else np.c_[X, np.ones(len(X))],
        "divides the last feature by itself": lambda X: (
            np.c_[X, X[:, -1] / X[:, -1]]
            if (X[:, -1] != 0).all()
            else np.c_[X, np.zeros(len(X))]
            ),
        "adds zeros to between 41 and 900 examples": lambda X:
            np.c_[X, np.full(len(X), 0.0 if 41 <= len(X) <= 900 else 1.0)],
        "adds zeros beside large numbers": lambda X:
            np.c_[X, np.full(len(X), 1.0 if np.abs(X).max() < 1e5 else 0.0)],
    },
    "predict": {
        "cuts the scores at -1000": [("X @ W", "np.maximum(X @ W, -1000)")],
        "cuts the scores at 1000": [("X @ W", "np.minimum(X @ W, 1000)")],
        "is off by 1e-6": lambda W, X: (X @ W).argmax(axis=1) + 1e-6,
        "sorts the scores, and ties with them":
            lambda W, X: (-(X @ W)).argsort(axis=1)[:, 0],
        "takes scores for equal that are close, by np.isclose": lambda W, X:
            np.isclose(S := X @ W, S.max(1, keepdims=True), 1e-5, 0).argmax(1),
        "rounds the scores to 1e-5 of the largest":
            lambda W, X: ((S := X @ W) / (np.abs(S).max() or 1)).round(5).argmax(1),
        "sorts by a heap":
            lambda W, X: (-(X @ W)).argsort(axis=1, kind="heapsort")[:, 0],
        "partitions the scores":
            lambda W, X: (-(X @ W)).argpartition(0, axis=1)[:, 0],
        "is right for up to 30 and from 1001 classes":
            lambda W, X: (X @ W).argmax(axis=1) * (not 30 < W.shape[1] <= 1000),
        "takes a best score of 0 for none": highest_unless_zero,
        "adds 1 if a weight is large":
            lambda W, X: (X @ W).argmax(axis=1) + (np.abs(W).max() > 500),
        "gives up where classes share the highest score": lambda W, X: [
            s.argmax() if (s == s.max()).sum() == 1 else -1 for s in X @ W
        ],
        "takes the mean of the classes that share the highest score": lambda W, X: [
            np.flatnonzero(s == s.max()).mean() for s in X @ W
        ],
        "rounds the scores": lambda W, X: (X @ W).round(1).argmax(1),
        "takes the first positive score": lambda W, X: ((X @ W) > 0).argmax(1),
        "predicts class 0 for all if an example is zero":
            lambda W, X: X.any(axis=1).all() * (X @ W).argmax(1),
        "starts at a score of -1e9":
            lambda W, X: np.maximum(-1e9, X @ W).argmax(1),
    },
}  # fmt: skip

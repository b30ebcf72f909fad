"""The exercises of in_practice: programs that `test_programs` tries."""

import numpy as np

from tests.svmlib.exercises.helpers.try_programs import program

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "scale-features": """
def f(X_train, X_test):
    mean, spread = X_train.mean(axis=0), X_train.std(axis=0)
    spread[np.ptp(X_train, axis=0) == 0] = 1
    return (X_train - mean) / spread, (X_test - mean) / spread
""",
    "class-weights": """
def f(y, C):
    plus = np.sum(y == 1)
    minus = len(y) - plus
    return np.where(y == 1, C * len(y) / (2 * plus), C * len(y) / (2 * minus))
""",
    "balanced-accuracy": """
def f(y, predicted):
    plus = np.mean(predicted[y == 1] == 1)
    minus = np.mean(predicted[y == -1] == -1)
    return (plus + minus) / 2
""",
}


def by_counting(y, predicted):
    shares = []
    for label in (-1, 1):
        right = sum(1 for a, b in zip(y, predicted, strict=True) if a == b == label)
        shares.append(right / list(predicted).count(label))
    return sum(shares) / 2


CONSTANT = "np.ptp(X_train, axis=0) == 0"

DIVIDED = (f"    spread[{CONSTANT}] = 1\n", "")

RIGHT = [
    ("scale-features", program(SOURCES["scale-features"], [(CONSTANT, small)]))
    for small in (
        "spread <= 1e-12 * np.abs(mean)",
        "np.all(X_train == X_train[0], axis=0)",
    )
]

REPLACED = [
    (
        "return np.where(y == 1, C",
        "w = y.astype(float)\n    w[w == -1] = C * len(y) / (2 * minus)\n    w[w == 1] = C",
    ),
    (", C * len(y) / (2 * minus))", "\n    return w"),
]

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    "scale-features": {"X_test alone changes the training set"},
    # It is a share of few examples.
    "balanced-accuracy": {
        "the answer is above 1000",
        "the answer is above 1e+06",
        "the answer is below 1e-4",
    },
}

NAMED = {
    "scale-features": [
        ("test-not-scaled training-not-scaled", lambda X_train, X_test: (X_train, X_test), "one mistake."),
        ("test-by-its-own",
         [("(X_test - mean) / spread", "(X_test - X_test.mean(axis=0)) / np.where(X_test.std(axis=0) > 0, X_test.std(axis=0), 1)")]),
        ("both-together",
         [("    mean", "    X = np.vstack([X_train, X_test])\n    mean"),
          ("X_train.mean", "X.mean"), ("X_train.std", "X.std"), ("ptp(X_train", "ptp(X")]),
        ("test-centred-by-its-own",
         [("(X_test - mean) / spread", "(X_test - X_test.mean(axis=0)) / spread")],
         "one mistake.", "its own mean is subtracted"),
        ("test-not-centred",
         [("    return (X_train - mean) / spread, (X_test - mean)",
           "    X_train = (X_train - mean) / spread\n    return X_train, (X_test - X_train.mean(axis=0))")],
         "one mistake.", "after that was scaled? It's 0 then."),
        ("training-not-scaled", [("return (X_train - mean) / spread", "return X_train")],
         "one mistake.", "the training set comes back as it was"),
        ("test-not-scaled", [("(X_test - mean) / spread", "X_test")]),
        ("one-number-for-all constant-divided",
         [(".mean(axis=0)", ".mean()"), (".std(axis=0)", ".std()"),
          ("    spread[np.ptp(X_train, axis=0) == 0] = 1\n", "")]),
        ("variance-for-deviation", [(".std", ".var")]),
        ("divisor-n-minus-one", [("std(axis=0", "std(axis=0, ddof=1")]),
        ("brackets-missing", [("(X_train - mean)", "X_train - mean"),
          ("(X_test - mean)", "X_test - mean")]),
        ("number-added", [("spread[np.ptp(X_train, axis=0) == 0] = 1", "spread = np.maximum(spread, 1e-8)")],
         "or takes its place"),
        ("range-for-deviation",
         [("X_train.std", "np.ptp"), ("np.ptp(axis=0)", "np.ptp(X_train, axis=0)")]),
        ("range-for-deviation minimum-for-mean",
         [("X_train.std(axis=0)", "np.ptp(X_train, axis=0)"), (".mean", ".min")],
         "one mistake."),
        ("unrecognised",
         [("np.ptp(X_train, axis=0) == 0] = 1", "np.ptp(X_train, axis=0) == 0] = 7")],
         "the training set is right"),
        ("not-finite",
         [("X_train.std(axis=0)", "np.sqrt((X_train**2).mean(axis=0) - mean0**2)"),
          ("    mean", "    mean0 = X_train.mean(axis=0)\n    mean")],
         "scale-features: not right.\n- ",
         "Is a divisor 0, as for a constant"),
        ("not-centred",
         [("(X_train - mean)", "X_train"), ("(X_test - mean)", "X_test")]),
        ("not-divided", [(") / spread", ")")]),
        ("constant-to-zero", [("np.ptp(X_train, axis=0) == 0] = 1", "np.ptp(X_train, axis=0) == 0] = np.inf")]),
        ("constant-left-as-it-is",
         [("    spread[", "    mean[np.ptp(X_train, axis=0) == 0] = 0\n    spread[")]),
        ("rounding-for-spread",
         [("np.ptp(X_train, axis=0) == 0", "spread == 0")], "1.4e-17, if it is 0.1 in each of three"),
        *(("rounding-for-spread", [(CONSTANT, f"spread < {small}")],
           "1.2e-10 where it is 987654.3")
          for small in ("1e-15", "1e-11")),
        ("rounding-for-spread", [(CONSTANT, "np.isclose(spread, 0)")],
         "and a feature that varies may have less"),
        ("constant-divided", [DIVIDED]),
        ("test-by-its-own constant-divided",
         lambda A, B: [(X - X.mean(0)) / X.std(0) for X in (A, B)], "two mistakes."),
        ("divisor-n-minus-one constant-divided", [DIVIDED, ("std(axis=0", "std(axis=0, ddof=1")]),
        ("test-by-its-own divisor-n-minus-one constant-divided",
         lambda A, B: [(X - X.mean(0)) / X.std(0, ddof=1) for X in (A, B)]),
        ("range-for-deviation minimum-for-mean constant-divided",
         [DIVIDED, ("X_train.std(axis=0)", "np.ptp(X_train, axis=0)"), (".mean", ".min")],
         "two mistakes."),
        ("unrecognised test-not-scaled", [("(X_train - mean) / spread", "(X_train - mean) / spread * 2"),
          ("(X_test - mean) / spread", "X_test")], "- the test set comes back"),
        ("writes-to-arguments", [("    return", "    X_train[:, spread == 1] = mean[spread == 1]\n    return"),
          ("(X_train - mean) / spread,", "(X_train - mean) / spread,")]),
        ("raises integers-in-place", [("(X_train - mean) / spread,", "X_train,"),
          ("    return", "    X_train -= mean\n    X_train /= spread\n    return")],
         "where the features are integers", "one of floats first"),
        ("number-added", [(".std(axis=0)", ".std(axis=0) + 1e-08"), DIVIDED],
         "one mistake.\n- a small number, 1e-08, is added"),
        ("number-added", [(".std(axis=0)", ".std(axis=0) + 1e-12"), DIVIDED],
         "one mistake.\n- a small number, 1e-12, is added"),
        ("number-added", [(".std(axis=0)", ".std(axis=0) + 0.009"), DIVIDED],
         "one mistake.\n- a small number, 0.009, is added"),
        ("unrecognised", [(".std(axis=0)", ".std(axis=0) + 0.011"), DIVIDED]),
        ("rows-for-columns constant-divided", lambda A, B: [
             (X - X.mean(axis=1, keepdims=True)) / X.std(axis=1, keepdims=True) for X in (A, B)]),
    ],
    "class-weights": [
        ("counts-exchanged", [("== 1, C", "== -1, C")]),
        ("one-a-class", [("np.where(y == 1, C", "(C"), ("(C * len(y) / (2 * plus), C * len(y) / (2 * minus)", "(C * len(y) / (2 * minus), C * len(y) / (2 * plus)")], "one mistake."),
        ("counts-exchanged one-a-class",  # or the classes are, which is no mistake
         [("np.where(y == 1, C", "(C")], "one mistake."),
        ("two-missing", [("(2 * plus)", "plus"), ("(2 * minus)", "minus")]),
        ("n-missing", [("C * len(y) /", "C /"), ("C * len(y) /", "C /")]),
        ("c-forgotten", [("C * len(y)", "len(y)"), ("C * len(y)", "len(y)")]),
        ("sum-for-count", [("np.sum(y == 1)", "y.sum()")]),
        *(("labels-zero-one",
           [("return np.where(y == 1, C", "w = np.zeros(len(y))\n    w[y == 1] = C"),
            (", C * len(y) / (2 * minus))", f"\n    w[y == 0] = {of_zero}\n    return w")])
          for of_zero in ("C * len(y) / (2 * minus)", "C * len(y) / (2 * np.sum(y == 0))")),
        ("unrecognised", REPLACED, "where the penalty of class -1 is 1"),
        ("not-finite", [("len(y) - plus", "np.sum(y == 0)")],
         "which isn't a finite number. Is a class empty? The labels are -1 and +1."),
        ("whole-penalties", [("return ", "w = np.zeros_like(y)\n    w[:] = "), ("minus))", "minus))\n    return w")],
         "one mistake.", "np.zeros_like(y)"),
        ("whole-penalties", [("/ (2 * plus)", "// (2 * plus)"), ("/ (2 * minus)", "// (2 * minus)")],
         "Is it `//` where `/` is meant"),
        ("whole-penalties", [("minus))", "minus)).astype(int)")]),
        ("share-of-other", [("len(y) / (2 * plus)", "minus / len(y)"),
          ("len(y) / (2 * minus)", "plus / len(y)")]),
        ("ratio-for-both", [("len(y) / (2 * plus)", "minus / plus"),
          ("len(y) / (2 * minus)", "plus / minus")]),
        ("same-for-all", [("return ", "return 0 * y + C + 0 * ")]),
        ("labels-as-places", lambda y, C:
          (C * len(y) / (2 * np.unique(y, return_counts=True)[1]))[y],
         "one mistake.\n- every example has the penalty of class +1"),
        ("counts-exchanged labels-as-places", lambda y, C:
          np.array([C * len(y) / (2 * np.sum(y == c)) for c in (1, -1)])[y], "one mistake."),
        ("plus-raised-only",
         [("return ", "return np.where(y == 1, minus / plus * C, C) + 0 * ")]),
        ("rare-raised-only",
         [("return ", "return max(plus, minus) * C / np.where(y == 1, plus, minus) + 0 * ")]),
        ("counts-multiplied",
         [("/ (2 * plus)", "/ 2 * plus"), ("/ (2 * minus)", "/ 2 * minus")]),
        ("two-missing n-missing",
         [("C * len(y) /", "C /"), ("C * len(y) /", "C /"), ("(2 * plus)", "plus"), ("(2 * minus)", "minus")]),
        ("one-a-class",
         [("np.where(y == 1, C * len(y) / (2 * plus), C * len(y) / (2 * minus))",
          "C * len(y) / (2 * minus), C * len(y) / (2 * plus)"), ("return ", "return [")
          , ("(2 * plus)", "(2 * plus)]")]),
        ("two-missing n-missing",
         [("len(y) / (2 * plus)", "1 / plus"), ("len(y) / (2 * minus)", "1 / minus")],
         "one mistake.", "the penalties add up to 2C"),
        ("upside-down two-missing", [("len(y) / (2 * plus)", "plus / len(y)"),
          ("len(y) / (2 * minus)", "minus / len(y)")], "one mistake.",
         "its share of the examples"),
    ],
    "balanced-accuracy": [
        ("unrecognised", [("(plus + minus) / 2", "plus * minus")],
         "is right on all those where every prediction is right, or where",
         "every prediction is wrong, and on a few others."),
        ("unrecognised", lambda y, predicted:
             (np.mean(predicted[y == 1] == 1) + ((y < 0) & (predicted < 0)).any()) / 2),
        ("plain-accuracy", [("(plus + minus) / 2", "np.mean(y == predicted)")]),
        ("positives-only", [("(plus + minus) / 2", "plus")]),
        ("negatives-only", [("(plus + minus) / 2", "minus")]),
        ("shares-summed", [(" / 2", "")]),
        ("precision-for-recall", [("predicted[y == 1] ==", "y[predicted == 1] =="),
          ("predicted[y == -1] ==", "y[predicted == -1] ==")]),
        ("precision-for-recall raises", by_counting,
         "one mistake.", "where the prediction is always", "division by zero"),
        ("harmonic-mean",
         [("(plus + minus) / 2", "2 * plus * minus / (plus + minus)")]),
        ("wrong-shape", [("(plus + minus) / 2", "plus, minus")], "where one number is expected"),
        ("not-finite", [("== -1]", "== 0]")],
         "is nan, which isn't a finite number. Is a class empty, or never predicted?"),
        ("errors-counted", [("] == 1", "] != 1"), ("] == -1", "] != -1")]),
        ("against-all", [("np.mean(predicted[y == 1] == 1)", "np.sum(predicted[y == 1] == 1) / len(y)"),
          ("np.mean(predicted[y == -1] == -1)", "np.sum(predicted[y == -1] == -1) / len(y)")]),
    ],
}  # fmt: skip


# Wrong on some problems only.
def leaves_out(kept):
    def scale(X_train, X_test):
        spread = X_train.std(axis=0)
        scaled = [
            (X - X_train.mean(axis=0))
            / np.where(np.ptp(X_train, axis=0) == 0, 1, spread)
            for X in (X_train, X_test)
        ]
        left = np.isin(X_train, kept).all(axis=0)
        return tuple(
            np.where(left, X, new) for X, new in zip((X_train, X_test), scaled)
        )

    return scale


FILLED = """\
    A = np.zeros_like(X_train)
    for k in range(A.shape[1]):
        A[:, k] = (X_train[:, k] - mean[k]) / spread[k]
"""

WRONG_SOMEWHERE = {
    "scale-features": {
        "compares eight digits of a feature's numbers": [
            (
                "np.ptp(X_train, axis=0) == 0",
                "[len({f'{x:.8g}' for x in column}) == 1 for column in X_train.T]",
            )
        ],
        "takes a deviation up to 1e-11 of the mean for none": [
            ("np.ptp(X_train, axis=0) == 0", "spread <= 1e-11 * np.abs(mean)")
        ],
        "takes a deviation up to rounding of the mean for none": [
            (
                "np.ptp(X_train, axis=0) == 0",
                "spread <= np.finfo(float).eps * np.abs(X_train.mean(axis=0))",
            )
        ],
        "takes a deviation up to 1e-14 of the mean for none": [
            (
                "np.ptp(X_train, axis=0) == 0",
                "spread <= 1e-14 * np.abs(X_train.mean(axis=0))",
            )
        ],
        **{
            f"leaves a feature as it is that holds {kept} only": leaves_out(kept)
            for kept in ([1], [0, 1], [-1, 1])
        },
        "cuts off the training set at 30 deviations": [
            ("(X_train - mean) / spread", "np.clip((X_train - mean) / spread, -30, 30)")
        ],
        "cuts off the test set at 10000 deviations": [
            ("(X_test - mean) / spread", "np.clip((X_test - mean) / spread, -1e4, 1e4)")
        ],
        "looks for what is constant in the first 20 rows": [
            ("np.ptp(X_train, axis=0) == 0", "np.ptp(X_train[:20], axis=0) == 0")
        ],
        "takes a range up to 1e-15 for none": [
            (CONSTANT, "np.ptp(X_train, axis=0) < 1e-15")
        ],
        **{
            f"takes a deviation up to {most} of the centred features for none": [
                (CONSTANT, f"(X_train - mean).std(axis=0) < {most}")
            ]
            for most in (1e-11, 1e-15)
        },
        "takes the mean square less the squared mean for the variance": [
            (
                "X_train.std(axis=0)",
                "np.sqrt(np.maximum(0, (X_train**2).mean(axis=0) - mean0**2))",
            ),
            ("    mean", "    mean0 = X_train.mean(axis=0)\n    mean"),
        ],
        "calls constant what is the same in 9 examples": [
            ("np.ptp(X_train, axis=0)", "np.ptp(X_train[:9], axis=0)")
        ],
        "takes a spread that is small beside the mean for none": [
            (CONSTANT, "spread < 1e-8 * np.abs(mean)")
        ],
        "takes a spread below 1e-10 of the mean for none": [
            (CONSTANT, "spread < 1e-10 * np.abs(mean)")
        ],
        "divides each example by its length, and multiplies by it": [
            ("X_train - mean", "norm(X_train) * (X_train / norm(X_train)) - mean"),
            (
                "    mean",
                "    norm = lambda X: np.linalg.norm(X, axis=1)[:, None]\n    mean",
            ),
        ],
        "does so with the test examples": [
            ("X_test - mean", "norm(X_test) * (X_test / norm(X_test)) - mean"),
            (
                "    mean",
                "    norm = lambda X: np.linalg.norm(X, axis=1)[:, None]\n    mean",
            ),
        ],
        "fills an array that is as X_train is": [
            ("    return (X_train - mean) / spread", FILLED + "    return A")
        ],
        "fills a copy of X_train": [
            (
                "    return (X_train - mean) / spread",
                FILLED.replace("np.zeros_like(X_train)", "X_train.copy()")
                + "    return A",
            )
        ],
        "rounds the test set": [
            ("(X_test - mean) / spread", "((X_test - mean) / spread).round(4)")
        ],
        "takes the mean of the first 20 examples": [
            ("    mean", "    X_train = X_train[:20]\n    mean")
        ],
    },
    "class-weights": {
        "collects the penalties in an array made by np.full(..., C)": [
            ("    return", "    w = np.full(len(y), C)\n    w[:] ="),
            ("minus))", "minus))\n    return w"),
        ],
        "cuts the penalties at 1000 C": [
            ("return np.where(", "return np.minimum(1000 * C, np.where("),
            ("minus))", "minus)))"),
        ],
        "divides C by 10 for many examples": [
            (
                "return np.where(y == 1, C",
                "return np.where(y == 1, min(10 / len(y), 1) * C",
            )
        ],
        "takes at least 2 positive examples": [("2 * plus", "2 * max(plus, 2)")],
        "counts in 8 bits": [("np.sum(y == 1)", "int(np.sum(y == 1, dtype=np.uint8))")],
    },
    "balanced-accuracy": {
        "halves one of the two shares": [("(plus + minus)", "plus + minus")],
        "leaves out a single negative example": [
            ("(plus + minus) / 2", "(plus + minus) / 2 if np.sum(y < 0) > 1 else plus")
        ],
        "is never below a half": [
            ("(plus + minus) / 2", "max(0.5, (plus + minus) / 2)")
        ],
    },
}

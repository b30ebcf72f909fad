"""The exercises of gradient_check: programs that `test_programs` tries."""

import numpy as np

from svmlib import gradcheck

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "centred-difference": """
def f(f, w, h):
    return (f(w + h) - f(w - h)) / (2 * h)
""",
    "relative-error": """
def f(a, b):
    return np.max(np.abs(a - b) / np.maximum(np.abs(a), np.abs(b)))
""",
}

NORMS = "np.max(np.abs(a - b) / np.maximum(np.abs(a), np.abs(b)))"

NORM = "np.linalg.norm"


def relative(a, b):
    return np.abs(a - b) / np.maximum(np.abs(a), np.abs(b))


def entry_by_entry(a, b):
    errors = np.zeros_like(a)
    for k in np.ndindex(a.shape):
        errors[k] = abs(a[k] - b[k]) / max(abs(a[k]), abs(b[k]))
    return errors.max()


RIGHT = [
    ("centred-difference", lambda f, w, h: gradcheck.numerical_gradient(
         lambda v: f(float(v[0])), [w], h
         )[0]),
    ("relative-error", gradcheck.relative_error),
    ("relative-error", lambda a, b: max(
         abs(p - q) / max(abs(p), abs(q)) for p, q in zip(a.flat, b.flat))),
]  # fmt: skip

# What the tests of all exercises don't ask of one.
EXEMPTIONS = {
    # It is at most 2.
    "relative-error": {
        "the answer is above 1000",
        "the answer is above 1e+06",
    },
}

NAMED = {
    "centred-difference": [
        ("parentheses-missing", [("(f(w + h) - f(w - h))", "f(w + h) - f(w - h)")],
         "only the second value is divided"),
        ("times-h parentheses-missing",
         [("(f(w + h) - f(w - h)) / (2 * h)", "f(w + h) - f(w - h) / 2 * h")],
         "second value"),
        ("forward-difference", lambda f, w, h: (f(w + h) - f(w)) / h),
        ("times-h", lambda f, w, h: (f(w + h) - f(w - h)) / 2 * h),
        ("unrecognised", lambda f, w, h: (f(w + h) - f(w - h)) / (2 * h) + 1,
         "off by +1 everywhere", " for f = lambda w: ", ", w = ", ", h = "),
        ("half-steps", lambda f, w, h: (f(w + h / 2) - f(w - h / 2)) / h),
        ("backward-difference", [("f(w + h)", "f(w)"), ("(2 * h)", "h")]),
        ("wrong-width", [("(2 * h)", "h")]),
        ("reversed-difference", [("f(w + h) - f(w - h)", "f(w - h) - f(w + h)")]),
        ("sum-for-difference", [("f(w + h) - f", "f(w + h) + f")]),
    ],
    "relative-error": [
        ("whole-errors", entry_by_entry, "made like a, by np.zeros_like(a)"),
        ("guarded-scale",
         [("np.maximum(np.abs(a), np.abs(b))", "np.maximum(1e-8, np.maximum(abs(a), abs(b)))")]),
        *(("guarded-scale",
           [("np.maximum(np.abs(a), np.abs(b))", f"(np.maximum(np.abs(a), np.abs(b)) + {guard})")],
           "a small number") for guard in (1e-15, 1e-8)),
        ("guarded-scale", lambda a, b: 0.0 if np.allclose(a, b, 0, 1e-12) else
         relative(a, b).max(), "taken for zero"),
        ("guarded-scale", lambda a, b: (relative(a, b) * (np.abs(a - b) > 1e-12)).max(),
         "small differences"),
        ("guarded-scale", lambda a, b: (
             relative(a, b) * (np.maximum(np.abs(a), np.abs(b)) > 1e-8)
             ).max(), "skipped"),
        ("sum-for-scale guarded-scale",
         [("np.maximum(np.abs(a), np.abs(b))", "np.maximum(1e-8, np.abs(a) + np.abs(b))")]),
        ("scale-of-second", [("np.maximum(np.abs(a), np.abs(b))", "np.abs(b)")],
         "the divisor is the size of b alone"),
        ("norms-over-sum", [(NORMS, f"{NORM}(a - b) / ({NORM}(a) + {NORM}(b))")],
         "the norm of the difference over the sum of the norms"),
        ("norms-over-larger", [(NORMS, f"{NORM}(a - b) / max({NORM}(a), {NORM}(b))")],
         "the norm of the difference over the larger norm"),
        ("sum-for-largest", [("np.max(", "np.sum(")], "the errors are added up"),
        ("raises builtin-max", [("np.maximum", "max")], "NumPy's is `np.maximum`"),
        ("one-scale", [("np.maximum(np.abs(a), np.abs(b))", "np.max(np.abs([a, b]))")]),
        ("absolute-error", lambda a, b: np.abs(a - b).max()),
        ("sign-kept", [("np.abs(a - b)", "(a - b)")]),
        ("signed-scale", [("np.maximum(np.abs(a), np.abs(b))", "np.maximum(a, b)")]),
        ("scale-of-first", [("np.maximum(np.abs(a), np.abs(b))", "np.abs(a)")]),
        ("mean-for-largest", [("np.max(", "np.mean(")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "centred-difference": {
        "takes the absolute value of w":
            lambda f, w, h: (f(abs(w) + h) - f(abs(w) - h)) / (2 * h),
        "is 0 where f is":
            lambda f, w, h: (f(w + h) - f(w - h)) / (2 * h) if f(w) else 0.0,
        "takes an h of at least 0.1":
            lambda f, w, h: (f(w + h) - f(w - h)) / (2 * max(h, 0.1)),
        "takes an h of at least 0.01":
            lambda f, w, h: gradcheck.numerical_gradient(f, w, max(h, 0.01)),
        "takes an h of at least 1e-4":
            lambda f, w, h: gradcheck.numerical_gradient(f, w, max(h, 1e-4)),
        "cuts the slope at 1e9":
            lambda f, w, h: np.clip((f(w + h) - f(w - h)) / (2 * h), -1e9, 1e9),
        "takes 1e-5 for h": lambda f, w, h: (f(w + 1e-5) - f(w - 1e-5)) / 2e-5,
        "takes the absolute value": lambda f, w, h: abs(f(w + h) - f(w - h)) / (2 * h),
        "returns 0 at w = 0":
            lambda f, w, h: (f(w + h) - f(w - h)) / 2 / h if w else 0.0,
        "is 0 where h is between 1e-11 and 1e-3": lambda f, w, h: (
            0.0 if 1e-11 < h < 1e-3 else (f(w + h) - f(w - h)) / (2 * h)),
        "takes the forward difference for a w above 5": lambda f, w, h: (
            (f(w + h) - f(w - h)) / h / 2 if w < 5 else (f(w + h) - f(w)) / h),
        "takes the forward difference for a w below -5": lambda f, w, h: (
            (f(w + h) - f(w - h)) / h / 2 if w > -5 else (f(w + h) - f(w)) / h),
        "takes the forward difference for a large h":
            lambda f, w, h: (f(w + h) - f(w - h)) / h / 2 if h < 1 else (f(w + h) - f(w)) / h,
    },
    "relative-error": {
        "squeezes a": [("a - b", "a.squeeze() - b")],
        "looks at the first part of four axes": lambda a, b: (
            relative(a[0], b[0]) if a.ndim > 3 else relative(a, b)).max(),
        "starts at 1e-7": lambda a, b: max(1e-7, relative(a, b).max()),
        "takes an error below 1.5e-7 for 0":
            lambda a, b: r if (r := relative(a, b).max()) > 1.5e-7 else 0.0,
        "takes an error below 1e-9 for 0":
            lambda a, b: r if (r := relative(a, b).max()) > 1e-9 else 0.0,
        "subtracts in float32": lambda a, b: np.max(
            np.abs(np.float32(a) - np.float32(b)) / np.maximum(np.abs(a), np.abs(b))),
        "cuts the error at 1": lambda a, b: min(relative(a, b).max(), 1.0),
        "has a floor of 1e-3 in the denominator": lambda a, b: (
            np.abs(a - b) / np.maximum(1e-3, np.maximum(np.abs(a), np.abs(b)))
            ).max(),
        "has a floor of 1e-5 of the largest in the denominator": lambda a, b: (
            np.abs(a - b) / np.maximum(s := np.maximum(abs(a), abs(b)), 1e-5 * s.max())
            ).max(),
        "adds 1e-3 to the denominator":
            lambda a, b: (np.abs(a - b) / (np.abs(a) + 1e-3)).max(),
        "looks at the first of several matrices":
            lambda a, b: relative(a, b)[0 if a.ndim > 2 else ...].max(),
        "knows up to three axes":
            lambda a, b: relative(a, b).max() if a.ndim < 4 else 0.0,
        "takes the absolute value after the maximum":
            lambda a, b: (np.abs(a - b) / np.abs(np.maximum(a, b))).max(),
    },
}  # fmt: skip

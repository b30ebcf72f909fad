"""The exercises of two_formulations: programs that `test_programs` tries."""

import numpy as np

from svmlib import convert

# A right program for each exercise, of which NAMED changes some text.
SOURCES = {
    "c-from-reg": """
def f(reg, N):
    return 1 / (reg * N)
""",
    "two-columns": """
def f(w, b):
    u = np.append(w, b)
    return np.stack([-u / 2, u / 2], axis=1)
""",
}

RIGHT = [
    ("c-from-reg", convert.reg_to_C),
    ("two-columns", convert.hyperplane_to_weights),
    ("two-columns", lambda w, b: np.outer([*w, b], [-0.5, 0.5])),
]  # fmt: skip


def halved_in_the_type_of_both(w, b):
    u = np.append(w, b)
    half = u // 2 if u.dtype.kind == "i" else u / 2
    return np.column_stack([-half, half])


NAMED = {
    "c-from-reg": [
        ("upside-down", [("1 / (reg * N)", "reg * N")]),
        ("half", [("(reg *", "(2 * reg *")]),
        ("n-forgotten", [("(reg * N)", "reg")]),
        ("n-on-top", [("1 / (reg * N)", "N / reg")]),
        ("n-on-top", [("(reg * N)", "reg * N")]),
        ("doubled", [("1 / (reg", "2 / (reg")]),
        ("reg-forgotten", [("(reg * N)", "N")]),
    ],
    "two-columns": [
        ("not-halved", [("-u / 2, u / 2", "-u, u")]),
        ("columns-exchanged", [("-u / 2, u / 2", "u / 2, -u / 2")]),
        ("bias-first", [("np.append(w, b)", "np.append(b, w)")]),
        ("bias-missing", [("np.append(w, b)", "w")]),
        ("bias-not-halved",
         [("-u / 2, u / 2", "np.append(-w / 2, -b), np.append(w / 2, b)")]),
        ("bias-in-one-column",
         [("-u / 2, u / 2", "np.append(-w / 2, 0), np.append(w / 2, b)")]),
        ("raises shapes-clash", [("np.append(w, b)", "np.concatenate([w, b])")]),
        ("transposed", [("axis=1", "axis=0")]),
        ("one-column-zero", [("-u / 2, u / 2", "0 * u, u")]),
        ("raises shapes-clash", lambda w, b: np.concatenate([w, b]), "See chapter 13,"),
        ("minus-missing", [("-u / 2", "u / 2")]),
    ],
}  # fmt: skip

# Wrong on some problems only.
WRONG_SOMEWHERE = {
    "c-from-reg": {
        "takes a reg of at least 1e-3": lambda reg, N: 1 / (max(reg, 1e-3) * N),
        "cuts N at 1000": lambda reg, N: 1 / (reg * min(N, 1000)),
        "takes an N of at least 2": lambda reg, N: 1 / (reg * max(N, 2)),
        "returns 1 for two examples": lambda reg, N: 1 / (reg * N) if N != 2 else 1.0,
    },
    "two-columns": {
        "takes the absolute value of b":
            lambda w, b: np.outer([*w, abs(b)], [-0.5, 0.5]),
        "takes 1 for b = 0": lambda w, b: np.outer([*w, b or 1], [-0.5, 0.5]),
        "halves integers with //": halved_in_the_type_of_both,
    },
}  # fmt: skip

"""The exercises of the chapter scaling, against code that students write."""

import numpy as np
import pytest
from programs import program

from svmlib.exercises import _BOOK, check
from svmlib.exercises._exercise import no_mistake
from svmlib.hinge import svm_loss_sum, svm_loss_vectorized

PARTS = """
def f(parts, W, reg):
    loss, dW, N = 0.0, np.zeros_like(W), 0
    for loss_sum, dW_sum, n in parts:
        loss += loss_sum
        dW += dW_sum
        N += n
    return loss / N + reg * np.sum(W**2), dW / N + 2 * reg * W
"""
EVEN = """
def f(D, C, rate, overhead, P):
    saved = 2 * D * C / rate * (1 - 1 / P)
    return overhead / saved
"""
RIGHT = {"loss-from-parts": PARTS, "break-even": EVEN}
MEANS = [("loss += loss_sum", "loss += loss_sum / n"), ("+= dW_sum", "+= dW_sum / n")]
BY_PARTS = [("loss / N", "loss / len(parts)"), ("dW / N", "dW / len(parts)")]
INSIDE = [
    ("dW += dW_sum", "dW += dW_sum + 2 * reg * W"),
    ("loss += loss_sum", "loss += loss_sum + reg * np.sum(W**2)"),
    (" / N + reg * np.sum(W**2)", " / N"),
    ("dW / N + 2 * reg * W", "dW / N"),
]
WRONG = [
    ("loss-from-parts", "mean-of-means", [*MEANS, *BY_PARTS]),
    ("loss-from-parts", "divided-by-parts", BY_PARTS),
    ("loss-from-parts", "means-added",
     [*MEANS, ("loss / N", "loss"), ("dW / N", "dW")]),
    ("loss-from-parts", "last-n-for-all", [("loss / N", "loss / n"), ("dW / N", "dW / n")]),
    ("loss-from-parts", "last-n-for-all", [("N += n", "N = n")]),
    ("loss-from-parts", "weighted-twice",
     [("+= loss_sum", "+= n * loss_sum"), ("+= dW_sum", "+= n * dW_sum")]),
    ("loss-from-parts", "last-part-only",
     [("loss += loss_sum", "loss = loss_sum"), ("dW += dW_sum", "dW = dW_sum")]),
    ("loss-from-parts", "loss-not-divided", [("loss / N", "loss")]),
    ("loss-from-parts", "dw-not-divided", [("dW / N", "dW")]),
    ("loss-from-parts", "loss-not-divided dw-not-divided",
     [("loss / N", "loss"), ("dW / N", "dW")]),
    ("loss-from-parts", "penalty-per-part",
     [("reg * np.sum", "reg * len(parts) * np.sum"), ("2 * reg", "2 * len(parts) * reg")]),
    ("loss-from-parts", "penalty-per-part penalty-divided", INSIDE),
    ("loss-from-parts", "penalty-divided",
     [("loss / N + reg * np.sum(W**2)", "(loss + reg * np.sum(W**2)) / N"),
      ("dW / N + 2 * reg * W", "(dW + 2 * reg * W) / N")]),
    ("loss-from-parts", "penalty-not-in-loss", [(" + reg * np.sum(W**2)", "")]),
    ("loss-from-parts", "penalty-not-in-dw", [(" + 2 * reg * W", "")]),
    ("loss-from-parts", "penalty-not-in-loss penalty-not-in-dw",
     [(" + reg * np.sum(W**2)", ""), (" + 2 * reg * W", "")]),
    ("loss-from-parts", "penalty-half", [("+ reg * np", "+ 0.5 * reg * np")]),
    ("loss-from-parts", "penalty-gradient-half", [("2 * reg", "reg")]),
    ("loss-from-parts", "norm-not-squared", [("np.sum(W**2)", "np.linalg.norm(W)")]),
    ("loss-from-parts", "mean-of-means penalty-not-in-dw",
     [*MEANS, *BY_PARTS, (" + 2 * reg * W", "")]),
    ("loss-from-parts", "writes-to-arguments",
     [("np.zeros_like(W), 0", "parts[0][1], 0"), ("    dW += dW_sum\n", "    dW += dW_sum if N else 0\n")]),
    ("break-even", "one-product", [("2 * D", "D")]),
    ("break-even", "all-is-saved", [(" * (1 - 1 / P)", "")]),
    ("break-even", "workers-only", [("(1 - 1 / P)", "1 / P")]),
    ("break-even", "p-upside-down", [("* (1 -", "/ (1 -")]),
    ("break-even", "one-worker-counted-out", [("(1 - 1 / P)", "(P - 1)")]),
    ("break-even", "rate-upside-down", [("/ rate", "* rate")]),
    ("break-even", "d-forgotten", [(" * D", "")]),
    ("break-even", "c-forgotten", [(" * C", "")]),
    ("break-even", "upside-down", [("overhead / saved", "saved / overhead")]),
    ("break-even", "one-product all-is-saved", [("2 * D", "D"), (" * (1 - 1 / P)", "")]),
    ("break-even", "divided-by-2-only",
     [("overhead / saved", "overhead * rate / 2 * D * C * P / (P - 1)")]),
    ("break-even", "one-subtracted-last",
     [("overhead / saved", "overhead * rate / (2 * D * C) * P / P - 1")]),
    ("break-even", "divided-by-2-only one-subtracted-last",
     [("overhead / saved", "overhead * rate / 2 * D * C * P / P - 1")]),
    ("break-even", "rounded", [("overhead / saved", "round(overhead / saved)")]),
    ("break-even", "rounded-up",
     [("overhead / saved", "int(np.ceil(overhead / saved))")]),
    ("break-even", "rounded-down", [("overhead / saved", "int(overhead / saved)")]),
    ("break-even", "one-product rounded-up",
     [("2 * D", "D"), ("overhead / saved", "np.ceil(overhead / saved)")]),
]  # fmt: skip


def problems(name):
    return _BOOK.exercises[name].problems(np.random.default_rng(0))


def told(name, *changes):
    return check(name, program(RIGHT[name], changes))


def test_they_are_the_chapters():
    assert [e.name for e in _BOOK.chapters["scaling"].exercises] == list(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_right_code_passes(name):
    assert repr(told(name)) == f"{name}: correct."


@pytest.mark.parametrize("name, expected, changes", WRONG)
def test_a_students_mistake_is_named(name, expected, changes):
    verdict = told(name, *changes)
    assert not verdict.passed
    assert set(verdict.mistakes) == set(expected.split()), verdict.message


def test_a_write_into_a_part_spoils_no_later_call():
    changes = ("np.zeros_like(W), 0", "parts[0][1], 0")
    told("loss-from-parts", changes)
    assert "writes to parts" in told("loss-from-parts", changes).message
    assert told("loss-from-parts").passed


def test_what_is_forgotten_twice_is_told_in_one_sentence():
    for both in (
        [(" + reg * np.sum(W**2)", ""), (" + 2 * reg * W", "")],
        [("loss / N", "loss"), ("dW / N", "dW")],
    ):
        message = told("loss-from-parts", *both).message
        assert "one mistake." in message
        assert message.count("\n- ") == 1


def test_only_unequal_parts_are_told_as_such():
    changes = [*MEANS, ("loss / N", "7 + loss / len(parts) - 7"), BY_PARTS[1]]
    assert told("loss-from-parts", *changes).mistakes == ("mean-of-means",)
    for case in list(problems("loss-from-parts"))[:3]:
        rows = [n for _, _, n in case.args[0]]
        assert len(set(rows)) > 1 and rows[-1] != np.mean(rows)
        assert 1 in rows


def test_the_starter_is_not_attempted():
    verdict = check("loss-from-parts", lambda parts, W, reg: (0.0, np.zeros_like(W)))
    assert verdict.mistakes == ("not-attempted",)


def test_it_is_the_loss_that_svmlib_computes():
    rng = np.random.default_rng(0)
    W, X, y = rng.normal(size=(4, 3)), rng.normal(size=(9, 4)), rng.integers(3, size=9)
    rows = [slice(0, 2), slice(2, 3), slice(3, 9)]
    parts = [(*svm_loss_sum(W, X[r], y[r]), len(y[r])) for r in rows]
    faulty = _BOOK.exercises["loss-from-parts"].faulty
    loss, dW = faulty(lambda mistake: False, parts, W, 0.3)
    expected, gradient = svm_loss_vectorized(W, X, y, 0.3)
    assert loss == pytest.approx(expected)
    np.testing.assert_allclose(dW, gradient)


def test_at_the_number_of_rows_both_take_as_long():
    for D, C, rate, overhead, P in [p.args for p in problems("break-even")]:
        N = _BOOK.exercises["break-even"].faulty(no_mistake, D, C, rate, overhead, P)
        work = 2 * N * D * C / rate
        assert work == pytest.approx(work / P + overhead)

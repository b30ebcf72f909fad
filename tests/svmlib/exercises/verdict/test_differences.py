"""Where and how outputs differ that no mistake explains."""

from dataclasses import replace

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._problems import Problem
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._differences import describe_difference
from svmlib.hinge import gradient_mask, margins
from tests.svmlib.exercises.helpers.attempts import right_svm_loss
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE
from tests.svmlib.exercises.helpers.try_programs import solution


def with_part(loss=lambda right: right, dW=lambda right: right):
    def attempt(W, X, y, reg):
        a, b = right_svm_loss(W, X, y, reg)
        return loss(a), dW(b)

    return attempt


@pytest.mark.parametrize(
    "attempt, expected",
    [
        (with_part(dW=lambda g: 3 * g), "dW is 3 times the right one, on every problem"),
        (with_part(dW=lambda g: 1.002 * g), "dW is 1.002 times the right one"),
        (with_part(dW=lambda g: g + 0.5), "dW is off by +0.5 everywhere"),
        (with_part(loss=lambda a: a - 2), "loss is off by -2 everywhere"),
        (with_part(loss=lambda a: -a), "loss has the wrong sign"),
        (with_part(loss=lambda a: a * a + 1), "loss is too large"),
        (with_part(loss=lambda a: a / 2 - 1), "loss is too small"),
        (with_part(dW=lambda g: g / g.shape[0]), "another on each problem: 0.2, 0.2, 0.333"),
        (with_part(dW=lambda g: g * (np.arange(g.shape[1]) > 0)), "in column 0 of 4 (counted from 0) in the"),
        (with_part(dW=lambda g: g * (np.arange(g.shape[1]) % 2)), "in columns 0, 2 of 4 (counted from 0) in the"),
        (with_part(dW=lambda g: g + (np.arange(len(g)) == 0)[:, None]), "in row 0 of 5 (counted from 0) in the"),
        (with_part(dW=lambda g: g + np.arange(g.size).reshape(g.shape) + 1),
         "dW is too large"),
        (with_part(dW=lambda g: 9 - 3 * g * g), "no single factor or offset explains"),
        (with_part(dW=lambda g: 3 * g), "loss is right"),
        (lambda W, X, y, reg: (right_svm_loss(W, X, y, reg or 1e-3)[0], right_svm_loss(W, X, y, reg)[1]),
         "loss is wrong only on those where reg = 0, or where the examples are tiny."),
        # It is right on some ordinary problems too.
        (with_part(dW=lambda g: g if g.shape[1] == 2 else g * (2 + np.arange(len(g)))[:, None]),
         "dW is wrong, and no single"),
        (lambda W, X, y, reg: (right_svm_loss(W, X, y, 0)[0], 3 * right_svm_loss(W, X, y, reg)[1]),
         "- the loss lacks its penalty"),
    ],
)  # fmt: skip
def test_unrecognised_loss_and_gradient_are_described(attempt, expected):
    verdict = check("svm-loss", attempt)
    assert verdict.mistakes[0] == "unrecognised"
    assert expected in verdict.message, verdict.message


@pytest.mark.parametrize(
    "name, attempt, expected",
    [
        ("mask", lambda H, y: (H > 0) - 7.0 * np.eye(H.shape[1])[y],
         "M is right except in the entry of each row's own class"),
        ("mask", lambda H, y: gradient_mask(H, y).astype(np.int8),
         "class. Of the problems tried, M is wrong on all those where there are more than"),
        ("mask", lambda H, y: 2 * (H > 0) - ((H > 0).sum(1) * np.eye(H.shape[1])[y].T).T,
         "M is right in the entry of each row's own class, and wrong in others"),
        ("mask-row", lambda s, y_i, delta: np.where(np.arange(len(s)) == y_i, 9, 0)
         + (s - s[y_i] + delta > 0), "the row is right except in entry y_i"),
        ("scores", lambda W, X: X @ W + (np.arange(W.shape[1]) == 1),
         "S is wrong in column 1 of "),
        ("predict", lambda W, X: np.r_[9, (X @ W).argmax(1)[1:]], "is wrong in entry 0 of "),
        ("hinge-by-hand", 16.5, "the number is too small"),
        ("hinge-by-hand", 1000, "the number is too large"),
        ("hinge-by-hand", 17.001, "the number is too large"),
        ("scores", lambda W, X: (X @ W).round(3), "wrong only on those where the weights are tiny"),
        ("margins", lambda S, y, delta: np.where(
            (H := margins(S, y, delta=delta)) < 1e-6, 0, H), "only on those where all numbers are"),
        ("mask-gradient", lambda X, M: X.T @ M / 500, "0.014, 0.014, 0.014, 0.002, 0.004, ..."),
        ("mask-gradient", lambda X, M: X.T @ M / M.size, "one mistake.\n- the sum is divided by N C"),
        # All digits of the arguments are shown, so that they can be typed in.
        ("mask-row", lambda s, y_i, delta: (
            m := s - s[y_i] + delta > 1e-6 * delta) - (m.sum() * (np.arange(len(s)) == y_i)),
         "it returns [1, -1, 0] for s = [3.9, 0.0, -2.499999761581421], y_i = 1, delta = 2.5"),
        ("sgd-step", lambda W, dW, rate: W.T, "Is it transposed?"),
        ("sgd-step", lambda W, dW, rate: W.ravel(), "their arrangement is not"),
        ("rbf-kernel", lambda X, Y, gamma: np.exp(
            -gamma * ((X[:, None] - Y) ** 2).sum(axis=1)),
         "where (4, 3) is expected. Does a sum run over the wrong axis?"),
        ("sgd-step", lambda W, dW, rate: W[0],
         "Was an axis summed away, or is `axis=` missing?"),
        ("sgd-step", lambda W, dW, rate: W.sum(),
         "is a single number on a problem where an array of shape (5, 4) is expected"),
        ("centre-columns", lambda W: 2 * (W - W.mean(axis=1, keepdims=True)),
         "is 2 times the right one, on every problem"),
        ("train", lambda W, X, y, draws, rate, reg: solution("train")(
            W, X, y, draws, rate, 0.0) - 0.01 * reg,
         "the new W is right only on those where reg = 0.\n"),
        ("softmax-loss", lambda W, X, y, reg: tuple(
            np.asarray(part) + 1e-7 for part in solution("softmax-loss")(W, X, y, reg)),
         "Is a small number added somewhere"),
        ("absorb-delta", lambda W, reg, delta: (reg * delta, W / delta), "in the order"),
    ],
)  # fmt: skip
def test_unrecognised_output_is_described(name, attempt, expected):
    verdict = check(name, attempt)
    assert not verdict.passed
    assert expected in verdict.message, verdict.message


def describe(got, expected, kinds=None, labels=None):
    """Describe one output, v, from its arrays on each problem."""
    number = len(got)
    kinds, labels = kinds or [""] * number, labels or [None] * number

    def implementation(makes, number, y):
        return expected[number]

    exercise = replace(EXERCISE, returns=("v",), implementation=implementation)
    tried = zip(range(number), labels, strict=True)
    problems = [Problem(a, kind, 0) for a, kind in zip(tried, kinds, strict=True)]
    outputs = [(np.asarray(array, dtype=float),) for array in got]
    return describe_difference(Comparison(AnswerKey(exercise, problems), outputs), 0)


@pytest.mark.parametrize(("number", "named"), [(4, True), (5, False)])
def test_describe_difference_names_four_kinds_at_most(number, named):
    kinds = [*"abcde"[:number], ""]
    got = [np.array([k, 0.0, -k]) for k in range(1, number + 1)]
    one = np.array([5.0, 1.0, 2.0])
    expected = [np.array([1.0, k, 3.0]) for k in range(1, number + 1)]
    _, sentence = describe([*got, one], [*expected, one], kinds)
    assert ("where a, where b, where c, or where d" in sentence) is named, sentence


@pytest.mark.parametrize(
    ("right", "said"),
    [
        ([1, 0, 0, 1, 1], "v is wrong only on those where a."),
        ([1, 0, 0, 0, 1], "v is wrong on all those where a, and on a few others."),
        ([1, 1, 1, 0, 1], "v is wrong only on those where b."),
        ([1, 1, 0, 0, 1], "v is wrong, and no single factor"),
        ([0, 1, 1, 0, 0], "v is right only on those where a."),
        ([0, 1, 1, 0, 1], "v is right on all those where a, and on a few others."),
        ([0, 0, 0, 1, 0], "v is wrong, and no single factor"),
    ],
)
def test_a_kind_is_named_if_it_is_no_coincidence(right, said):
    got = [
        np.zeros(2) if ok else np.array([k, -k * k]) for k, ok in enumerate(right, 1)
    ]
    _, sentence = describe(got, [np.zeros(2)] * 5, ["", *"aabb"])
    assert said in sentence


def test_describe_difference_names_the_entry_of_a_vector():
    got, expected = np.array([1.0, 2.0, 5.0]), np.array([1.0, 2.0, 3.0])
    mistake, sentence = describe([got], [expected])
    assert (mistake, sentence[:21]) == ("unrecognised", "v is wrong in entry 2")


def test_describe_difference_names_one_row_rather_than_most_columns():
    expected = np.arange(12.0).reshape(3, 4) - 8  # an entry of the last row is 0
    got = np.where(np.arange(3)[:, None] == 2, 0, expected)
    _, sentence = describe([got], [expected])
    assert sentence.startswith("v is wrong in row 2 of 3")


def test_describe_difference_names_the_entry_of_a_matrix():
    expected = np.arange(12.0).reshape(3, 4)
    got = expected + 5 * (expected == 6)
    _, sentence = describe([got], [expected])
    assert sentence == (
        "v is wrong in entry [1, 2] of (3, 4) (counted from 0) alone in the first problem "
        "that fails."
    )


ONE = np.array([1.0, 2.0])


@pytest.mark.parametrize(
    ("got", "expected", "options", "said"),
    [
        # An ordinary problem that is wrong says more than an overflow on another.
        ([ONE**2, [np.nan, 2]], [ONE, ONE], {"kinds": ["", "they are large"]},
         "v is wrong in entry 1 of 2 (counted from 0) in the first problem that fails. On some problems it holds nan."),
        ([[np.nan, 2], [np.nan, 2]], [ONE, ONE], {},
         "v holds nan, which isn't a finite number."),
        # Most factors are 1: the other problems say more.
        ([ONE, ONE, ONE, 2 * ONE, 3 * ONE], [ONE] * 5, {},
         "v is wrong, and no single factor or offset explains it."),
        ([ONE, -ONE, ONE**2 - 7], [ONE] * 3, {"kinds": ["", "a, b", "c"]},
         "Of the problems tried, v is wrong only on those where a, b; or where c."),
        # A label below 0 is no index.
        ([[1, 3]], [ONE], {"labels": [-1]},
         "v is wrong in entry 1 of 2 (counted from 0) in the first problem that fails."),
        # Where every difference is tiny, no row can be named.
        ([[[2e-12, 2e-12]]], [np.array([[1e-12, 1e-12]])], {}, "v is too large."),
        ([1.02345 * ONE], [ONE], {}, "v is 1.02 times the right one, on every problem."),
        ([0 * ONE, 2 * ONE], [ONE, ONE], {},
         "v is right but for a factor, another on each problem: 0, 2, ..."),
        # A single number always has a factor.
        ([4.0, 9.0], [2.0, 3.0], {}, "v is too large."),
        ([[5, 2], [np.nan, 2]], [ONE, ONE], {"kinds": ["they are large", "they are tiny"]},
         "v holds nan, which isn't a finite number. Of the problems tried, v is wrong only on those where they are large, or where they are tiny."),
        ([np.nan, np.nan], [1.0, 2.0], {}, "v is nan, which isn't a finite number."),
        ([np.diag([7.0, 7, 0, 0])[:3]], [np.zeros((3, 4))], {},
         "v is wrong in columns 0, 1 of 4 (counted from 0) in the first problem that fails."),
        ([ONE], [1.0], {}, "v is an array of shape (2,), where one number is expected."),
        ([[1.0]], [ONE], {"kinds": ["there is one row"]},
         "v has shape (1,) on a problem where (2,) is expected, and there is one row."),
        ([2.0], [ONE], {"kinds": ["there is one row"]},
         "v is a single number on a problem where an array of shape (2,) is expected, and there is one row."),
    ],
)  # fmt: skip
def test_describe_difference_says(got, expected, options, said):
    _, sentence = describe(got, expected, **options)
    assert sentence == said

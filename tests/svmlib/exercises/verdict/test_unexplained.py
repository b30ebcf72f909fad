"""What a verdict says of outputs that no mistakes explain."""

import numpy as np
import pytest

from svmlib.exercises._problems import Problem
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._judge import judge_outputs
from svmlib.exercises.verdict._unexplained import (
    DIFFERENCES,
    WHERE_LARGE,
    WHERE_LONG,
    WHERE_SMALL,
    WHERE_WHOLE,
    WHOLE_THROUGHOUT,
)
from tests.svmlib.exercises.helpers.small_exercise import (
    EXERCISE,
    KEY,
    LONG,
    NEGATIVE,
    PROBLEMS,
    another_key,
    mistaken,
    returned_by,
)
from tests.svmlib.exercises.helpers.try_programs import solution, verdict_on_numbers


@pytest.mark.parametrize(
    "attempt, mistakes, words",
    [
        (lambda x: (0 * x, 0 * x), "not-attempted", "(All that it returns is zero.)"),
        (lambda x: (2 * x, 0 * x), "all-zero", "square is zero on every problem"),
        (lambda x: (0 * x + 3, 0 * x + 3), "constant",
         "- square holds nothing but 3 on every problem"),
        # A part that was never computed says nothing about two mistakes in the other.
        (lambda x: (-2 * x - 1, 0 * x), "all-zero one-added negated",
         "- double: the sign is wrong."),
        (lambda x: (x * x, 2 * x), "wrong-order", "in the order (double, square)"),
        (lambda x: (2 * x[:1], x * x), "wrong-shape", "- square is right."),
        (lambda x: (x / 0, x**3), "not-finite cubed", "Is something divided by zero?"),
        (lambda x: (x / 0, x * x), "not-finite", "small: not right.\n- double holds"),
        (lambda x: (x / 0 * (x < 9), x * x - 3), "not-finite unrecognised",
         "double holds inf or nan, which isn't a finite number."),
        (lambda x: (2 * x, x * x - 3), "unrecognised", "square is off by -3 everywhere"),
        (lambda x: (2 * x, x * x + (x < -1)), "unrecognised",
         f"Of the problems tried, square is wrong only on those where {NEGATIVE}."),
        (lambda x: (2 * x, x * x + (x > 9)), "unrecognised",
         "it returns [20], [101] for x = [10.0]."),
    ],
)  # fmt: skip
def test_what_no_mistakes_explain_is_described(attempt, mistakes, words):
    with np.errstate(divide="ignore", invalid="ignore"):
        verdict = judge_outputs(KEY, returned_by(attempt))
    assert verdict.mistakes == tuple(mistakes.split())
    assert words in verdict.message, verdict.message


def test_two_mistakes_that_would_change_what_is_right_explain_nothing():
    """They give this db: C left out, and a delta of part one. But dw is right."""

    def soft_margin(w, b, X, y, C):
        loss, dw, db = solution("soft-margin")(w, b, X, y, C)
        return loss, dw, 2 * db

    message = verdict_on_numbers("soft-margin", soft_margin).message
    assert "- dw is right.\n- db is 2 times the right one, on every problem." in message


@pytest.mark.parametrize(
    ("scale", "mistake"), [(1e4, "wrong-order"), (1.0, "unrecognised")]
)
def test_outputs_in_another_order_may_be_off_by_what_a_problem_tolerates(
    scale, mistake
):
    problem = Problem((np.array([100.0]),), tolerance_scale=scale)
    got = [(np.array([10000.8]), np.array([200.3]))]
    verdict = judge_outputs(AnswerKey(EXERCISE, [problem]), got)
    assert verdict.mistakes == (mistake,)


def test_outputs_of_two_shapes_in_another_order_are_told_so():
    swapped = verdict_on_numbers(
        "svm-loss", lambda *args: solution("svm-loss")(*args)[::-1]
    )
    assert swapped.message == "svm-loss: return them in the order (loss, dW)."


def test_what_was_never_computed_needs_no_example_and_no_question():
    verdict = verdict_on_numbers("stopping-gap", lambda alpha, K, y, C: 0)
    assert verdict.message == (
        "stopping-gap: not right.\n"
        "- the stopping gap is zero on every problem, as if it were never computed."
    )


def test_long_problems_are_not_shown():
    verdict = judge_outputs(KEY, returned_by(lambda x: (2 * x, x * x + (x > 16))))
    assert verdict.message.endswith(
        f"Of the problems tried, square is wrong only on those where {LONG}."
    )


def test_numbers_that_are_not_finite_are_described_without_a_warning():
    def weights(y, C):
        plus = y.sum()  # which may be 0
        own = np.where(y > 0, plus, len(y) - plus)
        return np.floor(C * (len(y) - own) / own)

    message = verdict_on_numbers("class-weights", weights).message
    assert "On some problems it holds inf" in message


def test_an_output_that_is_one_number_on_every_problem():
    message = verdict_on_numbers("first-loss", lambda C, delta: 3.0).message
    assert " is 3 on every problem, whatever it is given." in message


def test_of_two_mistakes_that_explain_an_output_the_one_that_leaves_others_is_told():
    def both_or_one(makes, x):
        both = makes("both-added")
        return 2 * x + (both or makes("one-added")), x * x + both

    names = "both-added", "one-added"
    key = another_key(both_or_one, PROBLEMS, *names, returns=EXERCISE.returns)
    verdict = judge_outputs(key, returned_by(lambda x: (2 * x + 1, x**4)))
    assert verdict.mistakes == ("unrecognised", "one-added")


def test_a_part_that_is_zero_has_a_name_of_its_own_or_none():
    verdict = judge_outputs(KEY, mistaken("forgotten"))
    assert verdict.mistakes == ("forgotten",)
    assert "- nothing is doubled." in verdict.message
    verdict = judge_outputs(KEY, mistaken("forgotten", "cubed"))
    assert verdict.mistakes == ("all-zero", "cubed")
    assert "not right.\n- double is zero on every problem" in verdict.message


@pytest.mark.parametrize(
    ("name", "attempt", "question"),
    [
        ("penalty", lambda W, r: (r * np.sum(W**2), np.clip(2 * r * W, -1e4, 1e4)),
         f"{WHERE_LARGE} {DIFFERENCES}"),
        ("penalty", lambda W, r: (r * np.sum(W**2), 2 * r * W * (np.abs(W) > 1e-6)),
         f"{WHERE_SMALL} {DIFFERENCES}"),
        ("mask-row", lambda s, y_i, delta: (
            (m := s - s[y_i] + delta > 1e-6 * (delta > 0)) & (np.arange(len(s)) != y_i)
         ) - (m.sum() - m[y_i]) * (np.arange(len(s)) == y_i), WHERE_SMALL),
        ("first-loss", lambda C, delta: min((C - 1) * delta, 1e5), f"{WHERE_LARGE}\n"),
        # Of a thousand examples only one can be so far away, but it isn't their number.
        ("scale-features", lambda *sets: [
            np.clip(X, -30, 30) for X in solution("scale-features")(*sets)
         ], f"{WHERE_LARGE}\n"),
        ("first-loss", lambda C, delta: int((C - 1) * delta), WHOLE_THROUGHOUT),
        ("first-loss", lambda C, delta: round((C - 1) * delta, 2), f"{WHERE_SMALL}\n"),
        ("margin-width", lambda w: 2 // np.sqrt(w @ w) if w.dtype == int
            else 2 / np.sqrt(w @ w), WHERE_WHOLE),
        ("scores", lambda W, X: (X @ W).astype(X.dtype), WHERE_WHOLE),
        ("margins", lambda S, y, delta: np.where(
            np.arange(S.shape[1]) == y[:, None], 0, np.maximum(
                S - S[range(len(y)), y][:, None] + delta, 0)).astype(S.dtype),
         WHERE_WHOLE),
        ("svm-loss", lambda W, X, y, reg: solution("svm-loss")(
            W, X, y.astype(np.int8).astype(int), reg), WHERE_LONG),
        ("predict", lambda W, X: (X @ W)[:, :100].argmax(axis=1), WHERE_LONG),
    ],
)  # fmt: skip
def test_what_goes_wrong_with_special_numbers_only_is_asked_about(
    name, attempt, question
):
    assert question in verdict_on_numbers(name, attempt).message


@pytest.mark.parametrize("name, attempt", [
    ("predict", lambda W, X: (X @ W).argmax(axis=1) + 1e-6),
    ("mask", lambda H, y: (1 + 1e-6) * solution("mask")(H, y)),
])  # fmt: skip
def test_whole_numbers_that_are_not_exact_are_nearly_right(name, attempt):
    message = verdict_on_numbers(name, attempt).message
    assert "is nearly right, but not exact, as whole numbers should be." in message


@pytest.mark.parametrize(("scale", "is_told"), [(0.0, True), (1e-6, False)])
def test_only_an_answer_that_is_to_be_exact_is_nearly_right(scale, is_told):
    key = AnswerKey(EXERCISE, [Problem((np.array([1e-3]),), tolerance_scale=scale)])
    verdict = judge_outputs(key, [(np.array([2.001e-3]), np.array([1e-6]))])
    assert ("double is nearly right" in verdict.message) == is_told


def test_whole_numbers_are_asked_about_only_where_others_are_right():
    """For x = [2, 2.5] 2x is [4, 5], and x*x is [4, 6.25], of which [4, 6] is left."""
    cut = judge_outputs(KEY, returned_by(lambda x: (2 * x, x * x // 1)))
    assert WHOLE_THROUGHOUT in cut.message
    added = judge_outputs(KEY, returned_by(lambda x: (2 * x + 3, x * x)))
    assert WHOLE_THROUGHOUT not in added.message

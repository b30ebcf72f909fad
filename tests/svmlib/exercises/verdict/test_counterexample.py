"""The problem that a verdict shows, and what the attempt returns for it."""

import numpy as np
import pytest

from svmlib.exercises import check
from svmlib.exercises._problems import (
    WRAPS_TO_ZERO,
    LargeNumbers,
    Problem,
    WholeNumbers,
)
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._counterexample import (
    describe_counterexample,
    smallest_counterexample,
)
from svmlib.hinge import margins
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE


def gradient_by_differences(W, x, y_i, delta):
    def loss(W):
        return margins([x @ W], [y_i], delta=delta).sum()

    steps = 1e-5 * np.eye(W.size).reshape(W.size, *W.shape)
    slopes = [(loss(W + step) - loss(W - step)) / 2e-5 for step in steps]
    return np.reshape(slopes, W.shape)


def loss_for_margin(s, y_i, delta):
    h = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    g = 2 * h.sum() * (h > 0)
    g[y_i] = -g.sum()
    return (h**2).sum(), g


def integers_kept(s, y_i, delta):
    h = np.zeros_like(s)
    h[:] = np.maximum(0, s - s[y_i] + delta)
    h[y_i] = 0
    return h.sum()


def with_another_penalty(parts, W, reg):
    N = sum(n for _, _, n in parts)
    loss, dW = (sum(part[k] for part in parts) / N for k in (0, 1))
    return loss + reg * (W**2).sum() ** 1.1, dW + 2 * reg * W


@pytest.mark.parametrize(
    "name, attempt",
    [
        ("gradient-one-example", gradient_by_differences),
        ("squared-hinge", loss_for_margin),
        ("example-loss", integers_kept),
        ("loss-from-parts", with_another_penalty),
    ],
)
def test_the_example_of_a_verdict_can_be_typed_in(name, attempt):
    message = check(name, attempt).message
    _, _, rest = message.partition("For instance, it returns ")
    example = rest.splitlines()[0].removesuffix(".")
    returned, _, listed = example.partition(" for ")
    args = eval(f"dict({listed})")
    for argument, value in args.items():
        if isinstance(value, list) and argument != "parts":
            args[argument] = np.array(value)
        if argument == "parts":
            args[argument] = [(a, np.array(b), n) for a, b, n in value]
    answer = attempt(**args)
    shown = eval(f"({returned},)")
    for part, digits in zip(
        answer if len(shown) > 1 else (answer,), shown, strict=True
    ):
        np.testing.assert_allclose(part, digits, rtol=1e-4)


@pytest.mark.parametrize(
    ("double", "scale", "shown"),
    [
        (-0.0, 1.0, "[0], [4]"),
        (1.23456, 1.0, "[1.2346], [4]"),
        (4.00001, 0.0, "[4.00001], [4.0]"),
        (4.000000001, 0.0, "[4.000000001], [4.0]"),
    ],
)
def test_an_example_shows_the_digits_that_make_it_wrong(double, scale, shown):
    key = AnswerKey(EXERCISE, [Problem((np.array([2.0]),), tolerance_scale=scale)])
    comparison = Comparison(key, [(np.array([double]), np.array([4.0]))])
    (line,) = describe_counterexample(comparison, not_finite=False)
    assert line == f"For instance, it returns {shown} for x = [2.0]."


@pytest.mark.parametrize(("count", "is_shown"), [(16, True), (17, False)])
def test_an_example_has_at_most_sixteen_numbers(count, is_shown):
    x = np.ones(count)
    comparison = Comparison(AnswerKey(EXERCISE, [Problem((x,))]), [(x, x)])
    shown = describe_counterexample(comparison, not_finite=False)
    assert bool(shown) == is_shown


def test_an_example_is_the_shortest_to_write():
    problems = [Problem((np.array(x),)) for x in ([0.123456789], [1.0, 2.0])]
    wrong = [(7 + x, x) for (x,), *_ in problems]
    comparison = Comparison(AnswerKey(EXERCISE, problems), wrong)
    assert smallest_counterexample(comparison) == 1


def test_a_function_without_a_formula_is_not_shown():
    exercise = CATALOGUE.exercises["centred-difference"]
    key = AnswerKey(exercise, [Problem((np.sin, 0.5, 0.25))])
    comparison = Comparison(key, [(np.array(7.0),)])
    assert describe_counterexample(comparison, not_finite=False) == []


def test_an_example_with_large_numbers_is_the_last_choice():
    large = Problem((1e9, 3), LargeNumbers("reg is large"))
    long = Problem((0.123456789012345, 12))
    for problems, chosen in (([large, long], 1), ([large], 0)):
        key = AnswerKey(CATALOGUE.exercises["c-from-reg"], problems)
        wrong = [(np.array(7.0),)] * len(problems)
        assert smallest_counterexample(Comparison(key, wrong)) == chosen


@pytest.mark.parametrize(("unit", "chosen"), [(1, 0), (WRAPS_TO_ZERO, 1)])
def test_an_example_with_integers_that_wrap_is_the_last_choice(unit, chosen):
    whole = WholeNumbers("x is an array of integers")
    integers = Problem((unit * np.array([0, -1]),), whole)
    problems = [integers, Problem((np.array([0.123456789012, 5.0]),))]
    x = np.ones(2)
    comparison = Comparison(AnswerKey(EXERCISE, problems), [(x, x)] * 2)
    assert smallest_counterexample(comparison) == chosen


def test_an_example_shows_the_numbers_that_the_verdict_is_about():
    """A NaN where the verdict speaks of NaN, and otherwise a finite number if there is one."""
    short, long = Problem((2.0, 3)), Problem((0.125, 12))
    key = AnswerKey(CATALOGUE.exercises["c-from-reg"], [short, long])
    nan, wrong = (np.array(np.nan),), (np.array(7.0),)
    for first, then in ((nan, wrong), (wrong, nan)):
        comparison = Comparison(key, [first, then])
        assert smallest_counterexample(comparison, not_finite=True) == (then is nan)
        assert smallest_counterexample(comparison) == (first is nan)
    both = Comparison(key, [nan, nan])
    assert smallest_counterexample(both) == 0


def test_an_output_speaks_of_nan_if_one_of_its_entries_is():
    problems = [Problem((np.array(x),)) for x in ([2.0, 3.0], [2.0, 3.0, 4.0])]
    (x,), (longer,) = (problem.args for problem in problems)
    got = [(np.array([4.0, np.nan]), x * x), (longer, longer)]
    comparison = Comparison(AnswerKey(EXERCISE, problems), got)
    assert smallest_counterexample(comparison, not_finite=True) == 0
    assert smallest_counterexample(comparison) == 1

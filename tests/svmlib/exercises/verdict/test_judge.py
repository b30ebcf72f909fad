"""From outputs to the words of a verdict."""

from dataclasses import FrozenInstanceError
from functools import partial

import numpy as np
import pytest

from svmlib.exercises._attempt import AttemptError, Call
from svmlib.exercises._mistakes import CHAPTER_OF_EXERCISE, Mistake
from svmlib.exercises._problems import Problem, WholeNumbers
from svmlib.exercises._text import wrapped
from svmlib.exercises.verdict._answer_key import AnswerKey
from svmlib.exercises.verdict._judge import (
    AND_MORE,
    KEEPS_SOMETHING,
    SAME_NUMBERS,
    Verdict,
    _describe_mistakes,
    judge,
    judge_outputs,
)
from tests.svmlib.exercises.helpers.small_exercise import (
    EXERCISE,
    KEY,
    NEGATIVE,
    PROBLEMS,
    RIGHT,
    another_key,
    implementation,
    mistaken,
    returned_by,
)

SAME = f"{SAME_NUMBERS} other mistakes:"


def verdict_on(got, written=()):
    return judge_outputs(KEY, got, written)


def test_right_outputs_are_correct():
    assert verdict_on(RIGHT) == Verdict(True, (), "small: correct.")


def test_mistakes_are_told_with_their_chapters():
    verdict = verdict_on(mistaken("one-added", "cubed"))
    assert verdict.mistakes == ("one-added", "cubed")
    assert verdict.message.splitlines() == [
        "small: two mistakes.",
        "- one is added. See chapter 3, The gradient, one step at a time.",
        "- it is the cube. See chapter 3, The gradient, one step at a time.",
    ]


def test_mistakes_that_mean_another_together_are_told_as_one():
    verdict = verdict_on(mistaken("one-added", "shifted"))
    assert verdict.mistakes == ("one-added", "shifted")
    assert "one mistake.\n- both are one too large." in verdict.message


def test_two_mistakes_that_are_told_as_one_come_first():
    def implementation(makes, x):
        a, b, c, d = map(makes, "abcd")
        return x + (a and b) + (c and d)

    key = another_key(implementation, PROBLEMS, *"abcd", "c + d")
    verdict = judge_outputs(key, [(p.args[0] + 1,) for p in PROBLEMS])
    assert verdict.equivalents == (("a", "b"),)
    assert verdict.message == "small: one mistake.\n- c + d."


def test_two_mistakes_that_are_equivalent_to_one_are_left_out():
    def implementation(makes, x):
        return x + makes("a") + makes("b") + 2 * makes("c")

    key = another_key(implementation, PROBLEMS, *"abc")
    verdict = judge_outputs(key, [(p.args[0] + 2,) for p in PROBLEMS])
    assert (verdict.mistakes, verdict.equivalents) == (("c",), ())
    assert verdict.message == "small: one mistake.\n- c."


def test_other_explanations_are_told_as_well():
    verdict = verdict_on(mistaken("tripled", "cubed"))
    assert verdict.equivalents == (("x-added", "cubed"),)
    assert verdict.message.splitlines() == [
        "small: two mistakes.",
        "- it is the cube. See chapter 3, The gradient, one step at a time.",
        "- it is three times x. See chapter 3, The gradient, one step at a time.",
        f"(In place of the last one, {SAME_NUMBERS} another mistake: "
        + "x is added once too often. See chapter 5, The mask trick.)",
    ]
    verdict = verdict_on(mistaken("tripled"))
    assert f"(The {SAME_NUMBERS[4:]} another mistake: x is added" in verdict.message


@pytest.mark.parametrize(
    "sets, told",
    [
        (["ab", "cd"], ["- a.", "- b.", f"({SAME.capitalize()}", "- c.", "- d.)"]),
        (["abc", "bde"],
         ["- b.", "- a.", "- c.", f"(In place of the last 2, {SAME}", "- d.", "- e.)"]),
        (["ab", "cb", "da"],  # what all of them share, that is
         ["- a.", "- b.", f"({SAME.capitalize()}", "- c.", "- b.)",
          f"({SAME.capitalize()}", "- d.", "- a.)"]),
        (["ab", "Ba", "bA"], ["- a.", "- b."]),  # in the same words
    ],
)  # fmt: skip
def test_a_mistake_that_explanations_share_is_told_once(sets, told):
    known = {name: Mistake(name, f"{name.lower()}.") for name in "abcdeAB"}
    key = another_key(implementation, PROBLEMS, mistake_table=known)
    message = _describe_mistakes(key, [tuple(names) for names in sets])
    assert message.splitlines()[1:] == told


@pytest.mark.parametrize("names, count", [("abcd", "four"), ("abcde", "many")])
def test_mistakes_are_counted_up_to_four(names, count):
    key = another_key(implementation, PROBLEMS, *names)
    message = _describe_mistakes(key, [tuple(names)])
    assert message.startswith(f"{count} mistakes.\n")


def test_what_a_mistake_does_not_explain_is_mentioned():
    got = mistaken("cubed")
    got[-1] = tuple(a + 7 for a in got[-1])
    verdict = verdict_on(got)
    assert verdict.mistakes == ("cubed",)
    assert verdict.message.endswith(AND_MORE)
    got[-1] = RIGHT[-1]  # what is right needs no explanation
    verdict = verdict_on(got)
    assert verdict.mistakes == ("cubed",)
    assert AND_MORE not in verdict.message


def test_writing_to_arguments_is_told_with_what_the_numbers_are():
    verdict = verdict_on(RIGHT, ["x", "y"])
    assert verdict.mistakes == ("writes-to-arguments",)
    assert "it writes to x and y: " in verdict.message
    assert "may have another name, after `a = b`, or be in a list." in verdict.message
    assert verdict.message.endswith("The numbers that it returns are right.")
    verdict = verdict_on(mistaken("cubed"), ["x"])
    assert verdict.mistakes == ("writes-to-arguments", "cubed")
    assert "As for the numbers it returns: one mistake." in verdict.message


def test_two_answers_to_one_question_cannot_be_compared():
    calls = [Call(got, ()) for got in (*RIGHT, mistaken("cubed")[0])]
    verdict = judge(KEY, lambda signature, problems: calls)
    assert verdict.mistakes == ("nondeterministic",)
    assert "an entry that was never set?" in verdict.message


def test_two_answers_may_be_rounded_in_two_ways():
    again = tuple((1 + 2.0**-50) * output for output in RIGHT[0])
    calls = [Call(got, ()) for got in (*RIGHT, again)]
    assert judge(KEY, lambda signature, problems: calls).passed


@pytest.mark.parametrize("mistake", ["too-slow", "wrong-shape"])
def test_calls_that_came_back_before_an_error_are_judged(mistake):
    def runner_of(attempt):
        def runner(signature, problems):
            error = AttemptError([mistake], "it is stopped, or far too large.")
            error.calls = [Call(parts, ()) for parts in returned_by(attempt)[:3]]
            raise error

        return runner

    verdict = judge(KEY, runner_of(lambda x: (2 * x, x**3)))
    assert verdict.mistakes == ("cubed",)
    verdict = judge(KEY, runner_of(lambda x: (2 * x, x * x)))
    assert verdict.message == "small: it is stopped, or far too large."


def test_what_earlier_calls_wrote_to_is_told_beside_an_error():
    def runner(signature, problems):
        error = AttemptError(["too-slow"], "it is stopped.")
        error.calls = [Call(RIGHT[0], ()), Call(RIGHT[1], ("x",))]
        raise error

    verdict = judge(KEY, runner)
    assert verdict.mistakes == ("writes-to-arguments",)
    assert "it writes to x: " in verdict.message
    assert verdict.message.endswith("On another problem it is stopped.")


def test_error_is_told_with_its_hints():
    def raises(signature, problems):
        hint = Mistake("shapes-clash", "Two shapes do not fit.", CHAPTER_OF_EXERCISE)
        raise AttemptError(["raises"], "it raises an exception.", [hint])

    verdict = judge(KEY, raises)
    assert verdict.mistakes == ("raises", "shapes-clash")
    assert verdict.message == (
        "small: it raises an exception.\n"
        "Two shapes do not fit. See chapter 3, The gradient, one step at a time."
    )


def raises_where(condition, attempt, hinted):
    """A runner of an attempt that raises on problems whose kind meets a condition."""

    def runner(signature, problems):
        calls = []
        for problem in problems:
            if condition(problem.kind):
                hint = Mistake("shapes-clash", "Two shapes do not fit.")
                error = AttemptError(["raises"], "it raises it.", [hint] * hinted)
                error.calls = calls
                raise error
            parts = tuple(np.asarray(p, dtype=float) for p in attempt(*problem.args))
            calls.append(Call(parts, ()))
        return calls

    return runner


@pytest.mark.parametrize(
    "attempt, hinted, mistakes, start",
    [
        (lambda x: (2 * x, x**3), False, "cubed raises", "one mistake.\n- it is the cube"),
        (lambda x: (2 * x, x**3), True, "cubed raises shapes-clash", "one mistake.\n"),
        (lambda x: (2 * x, x**4), False, "unrecognised raises", "not right, and not"),
        # A hint is worth more than a mistake without a name.
        (lambda x: (2 * x, x**4), True, "raises shapes-clash", "it raises it.\nTwo"),
        (lambda x: (2 * x, x * x), False, "raises", "it raises it."),
    ],
)  # fmt: skip
def test_exception_is_told_after_what_goes_wrong_on_ordinary_problems(
    attempt, hinted, mistakes, start
):
    runner = raises_where(lambda kind: kind == NEGATIVE, attempt, hinted)
    verdict = judge(KEY, runner)
    assert not verdict.passed and verdict.mistakes == tuple(mistakes.split())
    assert verdict.message.startswith(f"small: {start}")
    assert ("\nOn another problem it raises it." in verdict.message) == (
        mistakes.split()[0] != "raises"
    )


def test_exception_on_an_ordinary_problem_is_told_alone():
    runner = raises_where(lambda kind: True, lambda x: (x, x), False)
    assert judge(KEY, runner).message == "small: it raises it."

    runs = []

    def raises_at_last(signature, problems):
        runs.append(problems)
        error = AttemptError(["raises"], "it raises it.")
        error.calls = [Call(parts, ()) for parts in RIGHT]
        raise error

    assert judge(KEY, raises_at_last).message == "small: it raises it."
    assert len(runs) == 2  # with all problems, and with the first one alone


def test_exception_that_only_earlier_calls_lead_to_is_told_as_that():
    def raises_at_second(signature, problems):
        if len(problems) == 1:
            return [Call(RIGHT[1], ())]
        hint = Mistake("shapes-clash", "Two shapes do not fit.")
        error = AttemptError(["raises"], "it raises it.", [hint])
        error.calls = [Call(RIGHT[0], ())]
        raise error

    verdict = judge(KEY, raises_at_second)
    assert verdict.mistakes == ("nondeterministic",)
    assert verdict.message == f"small: it raises it.\n{KEEPS_SOMETHING}"


@pytest.mark.parametrize("attempt", [lambda x: (2 * x, x**4), lambda x: (x, x * x)])
@pytest.mark.parametrize("raises_on", [NEGATIVE, None])
def test_only_the_first_run_is_shown(attempt, raises_on):
    runner, runs = raises_where(lambda kind: kind == raises_on, attempt, False), []

    def run(signature, problems, *, show=True):
        runs.append("shown" if show else "not shown")
        return runner(signature, problems)

    judge(KEY, run, partial(run, show=False))
    assert runs[0] == "shown"
    assert set(runs[1:]) == {"not shown"}


def test_an_attempt_is_called_again_with_floats_if_any_are_wrong():
    """On tensors a right program may fail on integers if it has got no floats before."""
    whole = Problem((np.array([3, 4]),), WholeNumbers("x has integers"))
    again = []

    def runner(signature, problems):
        again[:] = problems
        return [Call((p.args[0] + 0.25, p.args[0] ** 2), ()) for p in problems]

    long, short = Problem((np.arange(5.0),)), PROBLEMS[0]
    for problems, expected in (
        ([short, whole], short),
        ([whole], whole),
        ([long, short], short),
    ):
        judge(AnswerKey(EXERCISE, problems), runner)
        assert again == [expected]


@pytest.mark.parametrize(
    ("scale", "mistake"), [(1e4, "unrecognised"), (1.0, "nondeterministic")]
)
def test_a_second_answer_may_differ_by_what_the_problem_tolerates(scale, mistake):
    """Of 2x the attempt returns 103 where x is 1, and 103.3 when it is called afresh."""
    problem = Problem((np.array([1.0]),), tolerance_scale=scale)

    def runner(signature, problems):
        double = np.array([103.3 if len(problems) == 1 else 103.0])
        return [Call((double, np.array([1.0])), ()) for _ in problems]

    assert judge(AnswerKey(EXERCISE, [problem]), runner).mistakes == (mistake,)


def test_verdict_is_true_if_the_attempt_has_passed():
    assert verdict_on(RIGHT)
    assert not verdict_on(mistaken("cubed"))


def test_verdict_is_frozen_and_shows_its_message_wrapped():
    verdict = verdict_on(mistaken("tripled", "cubed"))
    assert repr(verdict) == str(verdict) == wrapped(verdict.message)
    with pytest.raises(FrozenInstanceError):
        verdict.passed = True

"""From an attempt to a verdict, which names its mistakes or says where it is wrong."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import chain

import numpy as np

from svmlib.exercises._attempt import (
    FAULTS,
    NOT_ATTEMPTED,
    WRONG_OUTPUTS,
    AttemptError,
    Call,
    Outputs,
)
from svmlib.exercises._exercise import Exercise, Signature
from svmlib.exercises._problems import Problem, WholeNumbers
from svmlib.exercises._text import wrapped
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import AnswerKey, MistakeNames, VariantKey
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._counterexample import smallest_counterexample
from svmlib.exercises.verdict._unexplained import (
    ask_about_ignored,
    describe_unexplained,
)

Runner = Callable[[Signature, Sequence[Problem]], list[Call]]
SAME_NUMBERS = "the same numbers would also come from"
AND_MORE = (
    "(That explains most of the wrong answers, but not all. On a few of the problems "
    "something else goes wrong as well, or it is only a similar mistake.)"
)
TWO_ANSWERS = (
    "called twice with the same arguments it gives two answers. Does it draw random "
    "numbers, or keep something from call to call? Or has it an entry that was never set?"
)
KEEPS_SOMETHING = (
    "But when this call is the first, it returns. Does it keep something from an earlier "
    "call, such as scores in a default argument or in a global variable?"
)
TWO_SUBGRADIENTS = (
    "not right.\n- An example that lies exactly on the margin counts fully in one part of "
    "the gradient, but less or not at all in another. Either way is right, but all parts "
    "have to do the same. Is there a `<` in one place, and a `<=` in another?"
)


@dataclass(frozen=True, repr=False)
class Verdict:
    """What became of an attempt; its repr is ``message``, wrapped.

    A verdict is true if the attempt has passed, as in ``if check(...):``.
    ``mistakes`` holds the names of the smallest set of mistakes that explains the attempt.
    It holds faults as well, such as "raises" or "wrong-shape", which are the same in all
    exercises, and the hints that come with them.
    ``equivalents`` holds the other sets that explain the attempt with as many mistakes.
    The message leaves out a set that takes longer to describe than ``mistakes``. Each
    paragraph of the message is one line.
    """

    passed: bool
    mistakes: tuple[str, ...]
    message: str
    equivalents: tuple[tuple[str, ...], ...] = ()

    def __bool__(self) -> bool:
        return self.passed

    def __repr__(self) -> str:
        return wrapped(self.message)


def judge(key: AnswerKey, runner: Runner, again: Runner | None = None) -> Verdict:
    """Let a runner call an attempt on the problems of a key, and return the verdict.

    ``again`` calls it in later runs, without showing what it prints: that has been shown.
    By default the runner does.
    """
    again = again or runner
    try:
        got, written = _run_all(key, runner)
        verdict = judge_outputs(key, got, written)
        if not WRONG_OUTPUTS.keys().isdisjoint(verdict.mistakes):
            _call_again(key, got, again)
    except AttemptError as error:
        return _judge_failure(key, again, error)
    return verdict


def _judge_failure(key: AnswerKey, runner: Runner, error: AttemptError) -> Verdict:
    """Return the verdict on an attempt that gives no arrays to compare on some problem.

    If a mistake may be the reason, the problems on which it did give arrays are judged
    first, because they may show which mistake that is.
    """
    # After the last problem, the first one is tried once more.
    failed = len(error.calls) % len(key.problems)
    if "raises" in error.faults and error.calls:
        with suppress(AttemptError):
            runner(key.exercise.signature, [key.problems[failed]])
            message = f"{error.message}\n{KEEPS_SOMETHING}"
            return _verdict(key.exercise, ("nondeterministic",), message)
    message = CATALOGUE.message_of(error, key.exercise.chapter)
    and_failure = f"\nOn another problem {message}"
    may_follow_from_mistake = {"wrong-shape", "too-slow", "empty-selection"}
    if error.calls and not may_follow_from_mistake.isdisjoint(error.findings):
        small = AnswerKey(key.exercise, key.problems[: len(error.calls)])
        verdict = judge_outputs(small, *_outputs_and_written(error.calls))
        if not verdict.passed:
            return replace(verdict, message=verdict.message + and_failure)
    if "raises" in error.faults and key.problems[failed].kind:
        # A mistake that shows on ordinary problems may be the cause of this exception, and
        # to name it helps more than the exception does, unless that comes with a hint.
        ordinary = [problem for problem in key.problems if not problem.kind]
        verdict = judge(AnswerKey(key.exercise, ordinary), runner)
        is_named = FAULTS.keys().isdisjoint(verdict.mistakes)
        says_more = is_named if error.hints else "raises" not in verdict.mistakes
        if not verdict.passed and says_more:
            findings = (*verdict.mistakes, *error.findings)
            message = verdict.message + and_failure
            return replace(verdict, mistakes=findings, message=message)
    return _verdict(key.exercise, error.findings, message)


@np.errstate(all="ignore")  # what an attempt returned may not be finite
def judge_outputs(
    key: AnswerKey,
    got: Sequence[Outputs],
    written: Sequence[str] = (),
) -> Verdict:
    """Return the verdict on outputs, and on arguments that were written to."""
    exercise = key.exercise
    nonzero = any(np.any(output) for outputs in got for output in outputs)
    if len(exercise.returns) > 1 and not nonzero:
        message = f"{NOT_ATTEMPTED} (All that it returns is zero.)"
        return _verdict(exercise, ("not-attempted",), message)
    comparison, found = _find_mistakes(Comparison(key, got))
    findings: tuple[str, ...] = ()
    if found == [()] and not comparison.takes_one_subgradient():
        findings, message = ("two-subgradients",), TWO_SUBGRADIENTS
    elif found == [()]:
        message = "correct."
    elif found:
        findings, message = found[0], _describe_mistakes(comparison.key, found)
        explains_all = comparison.leaves_nothing_unexplained(findings)
        # A number written in place of an argument may give the same as two mistakes.
        is_doubtful = not explains_all or comparison.needs_several_for_an_output()
        if is_doubtful and (question := ask_about_ignored(comparison)):
            message = f"{question} If so, that may be all. If not, {message}"
        if not explains_all:
            message += f"\n{AND_MORE}"
    else:
        findings, message = describe_unexplained(comparison)
    if written:
        message = _describe_written(written, message, is_right=not findings)
        findings = ("writes-to-arguments", *findings)
    return _verdict(exercise, findings, message, found[1:])


def _find_mistakes(
    comparison: Comparison,
) -> tuple[Comparison, list[MistakeNames]]:
    """Find the sets of mistakes that explain what was returned.

    Returns
    -------
    comparison : Comparison
        The argument, or one with another key if a variant was found: the mistakes are
        those of its key.
    found : list of tuple of str
        The sets, the shortest first. They may leave a few answers unexplained.
    """
    key, got = comparison.key, comparison.got
    found = comparison.explanations()
    if comparison.constant_outputs():
        if found and len(found[0]) > 1:  # it was never computed, more likely
            found = []
    elif not found:
        variants = key.exercise.find_variants(key.problems, got)
        fitted = [Comparison(VariantKey(key, *variant), got) for variant in variants]
        if fitted:
            comparison = max(fitted, key=Comparison.count_explained)
            found = comparison.explanations()
        if not found:
            found = comparison.explanations(loosely=True)
    found.sort(key=lambda mistakes: len(comparison.key.combined(mistakes)))
    return comparison, found


def _describe_written(written: Sequence[str], message: str, is_right: bool) -> str:
    """Say first that the attempt writes to arguments, and then what it returns."""
    numbers = (
        "The numbers that it returns are right."
        if is_right
        else f"As for the numbers it returns: {message}"
    )
    return (
        f"it writes to {' and '.join(written)}: what belongs to the caller is changed. "
        "`a *= 2` and `a[0] = 2` change the array itself, which may have another name, "
        "after `a = b`, or be in a list. But `a * 2` and `a.copy()` are new arrays.\n"
        f"{numbers}"
    )


def _verdict(
    exercise: Exercise,
    findings: tuple[str, ...],
    message: str,
    equivalents: Sequence[MistakeNames] = (),
) -> Verdict:
    message = f"{exercise.name}: {message}"
    return Verdict(not findings, findings, message, tuple(equivalents))


def _run_all(key: AnswerKey, runner: Runner) -> tuple[list[Outputs], tuple[str, ...]]:
    """Return the outputs on all problems, and the arguments that were written to.

    AttemptError if a second call with the first problem's arguments gives another answer.
    """
    problems = (*key.problems, key.problems[0])
    *calls, again = runner(key.exercise.signature, problems)
    _require_same_answer(calls[0].outputs, again.outputs, problems[0])
    return _outputs_and_written(calls)


def _outputs_and_written(
    calls: Sequence[Call],
) -> tuple[list[Outputs], tuple[str, ...]]:
    written = dict.fromkeys(chain(*(call.written for call in calls)))
    return [call.outputs for call in calls], tuple(written)


def _call_again(key: AnswerKey, got: Sequence[Outputs], runner: Runner) -> None:
    """Call an attempt afresh on the smallest problem that it gets wrong.

    AttemptError if it gives another answer than it gave after other calls.
    """
    comparison = Comparison(key, got)
    smallest = smallest_counterexample(comparison)
    # A right program on tensors may fail on integers if it has got no floats before.
    with_floats = (
        k
        for k in (smallest, *comparison.wrong)
        if not isinstance(key.problems[k].kind, WholeNumbers)
    )
    index = next(with_floats, smallest)
    problem = key.problems[index]
    (again,) = runner(key.exercise.signature, [problem])
    _require_same_answer(got[index], again.outputs, problem)


def _require_same_answer(first: Outputs, again: Outputs, problem: Problem) -> None:
    """Raise AttemptError if two calls with one problem gave two answers.

    They may be rounded in two ways: the order of a sum can be drawn at random.
    """
    pairs = zip(first, again, strict=True)
    if not all(is_close(a, b, problem.tolerance_scale) for a, b in pairs):
        raise AttemptError(["nondeterministic"], TWO_ANSWERS)


def _describe_mistakes(key: AnswerKey, found: list[MistakeNames]) -> str:
    """Describe the first set, and the others that are as short.

    A mistake that they share is told once, and so are sets with the same sentences.
    """

    def sentences(mistakes: MistakeNames) -> list[str]:
        return [CATALOGUE.sentence_of(m) for m in key.combined(mistakes)]

    numbers = ("one mistake", "two mistakes", "three mistakes", "four mistakes")
    told: dict[frozenset[str], list[str]] = {}
    for texts in map(sentences, found):
        told.setdefault(frozenset(texts), texts)
    first, *others = told.values()
    count = numbers[len(first) - 1] if len(first) <= len(numbers) else "many mistakes"
    others = [texts for texts in others if len(texts) <= len(first)]
    shared = [text for text in first if all(text in other for other in others)]
    if others:  # what they have instead of one another comes last
        first = shared + [text for text in first if text not in shared]
    message = f"{count}.\n{_listed(first)}"
    start = SAME_NUMBERS.capitalize()
    if shared:
        last = len(first) - len(shared)
        start = f"In place of the last {'one' if last == 1 else last}, {SAME_NUMBERS}"
    for other in others:
        own = [text for text in other if text not in shared]
        if len(own) == 1:
            message += f"\n({start} another mistake: {own[0]})"
        else:
            message += f"\n({start} other mistakes:\n{_listed(own)})"
    return message


def _listed(texts: Sequence[str]) -> str:
    return "\n".join(f"- {text}" for text in texts)

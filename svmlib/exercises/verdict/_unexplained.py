"""Say what is wrong with outputs that no mistakes explain."""

from collections.abc import Sequence
from functools import partial
from itertools import permutations
from typing import Any

import numpy as np

from svmlib.exercises._attempt import WRONG_OUTPUTS
from svmlib.exercises._problems import LargeNumbers, SmallNumbers, WholeNumbers
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.verdict._answer_key import AnswerKey, MistakeNames
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._counterexample import describe_counterexample
from svmlib.exercises.verdict._differences import describe_difference

WHERE_LARGE = "Are large numbers cut off, or does a step of the computation overflow?"
WHERE_SMALL = (
    "Is a small number added somewhere, or does it stand where a comparison needs 0? Or is "
    "something rounded, as exp(1e-30) is rounded to 1? Such a mistake shows only where "
    "numbers are tiny, small beside others, or close to a kink."
)
DIFFERENCES = (
    "Is it taken from differences of the loss? The exercise asks for the derivative "
    "itself."
)
WHERE_WHOLE = (
    "Is there an array that is made like an argument, by np.zeros_like(...), .copy() or "
    "np.full(...)? It holds integers if the argument does, and cuts off what is assigned "
    "to it. Or is it `//` where `/` is meant, or an array of a type such as np.int8, in "
    "which large numbers wrap around?"
)
WHERE_LONG = (
    "Wherever it is wrong, an axis has more than 127 entries. Is there a number where the "
    "size of an argument is meant, as in `range(10)`? Or an array of a type such as np.int8, in "
    "which numbers above 127 wrap around?"
)
WHOLE_THROUGHOUT = (
    "Only whole numbers come out: is it rounded, or is there a `//`, an `int(...)` or an "
    "array of integers?"
)


def describe_unexplained(comparison: Comparison) -> tuple[tuple[str, ...], str]:
    """Say what is wrong with outputs that no mistakes explain together.

    Return the names of faults, and of mistakes that explain one output, and the message.
    """
    key, returns = comparison.key, comparison.key.exercise.returns
    if _in_another_order(comparison):
        return ("wrong-order",), f"return them in the order ({', '.join(returns)})."
    general: list[str] = []
    known: list[str] = []
    lines: list[str] = []
    asked = set[str]()
    constants = comparison.constant_outputs()
    for output, name in enumerate(returns):
        if output in constants:
            general.append("constant" if constants[output] else "all-zero")
            lines.append(f"- {_about_constant(comparison, output, constants[output])}")
        elif found := _plausible_explanations(comparison, output):
            simplest = min(found, key=partial(_complexity, key, output))
            known += simplest
            texts = [CATALOGUE.sentence_of(m) for m in key.combined(simplest)]
            lines += [_told_of(name, text) for text in texts] or [f"- {name} is right."]
        else:
            mistake, sentence, question = _about_unexplained(comparison, output)
            general.append(mistake)
            if question and question not in asked:
                sentence += f" {question}"
                asked.add(question)
            lines.append(f"- {sentence}")
    if not constants:
        if question := ask_about_ignored(comparison):
            lines.append(f"- {question}")
        lines += describe_counterexample(comparison, "not-finite" in general)
    general.sort(key=[*WRONG_OUTPUTS].index)
    message = "not right, and not a mistake that this exercise knows.\n"
    if constants or known or asked:
        message = "not right.\n"
    return tuple(dict.fromkeys(general + known)), message + "\n".join(lines)


def ask_about_ignored(comparison: Comparison) -> str:
    """Ask why a number that is given changes nothing; "" if each was noticed."""
    listed = " or ".join(comparison.ignored_numbers())
    if not listed:
        return ""
    return (
        f"In the problems tried, it returned the same result when {listed} alone was "
        f"changed, and the right result changes. Is {listed} left out, or does something "
        "take its place or hide it, such as a number, a limit or rounding?"
    )


def _complexity(key: AnswerKey, output: int, mistakes: MistakeNames) -> tuple[int, int]:
    """Return how many mistakes these are, and how many of them change other outputs.

    Several sets of mistakes may explain this output. One that changes the other outputs as
    well is less likely, because the attempt's other outputs don't show it.
    """
    others = [k for k in range(key.num_outputs) if k != output]
    changing = [m for m in mistakes if _changes(key, (m,), others)]
    return len(key.combined(mistakes)), len(changing)


def _plausible_explanations(comparison: Comparison, output: int) -> list[MistakeNames]:
    """Return sets of mistakes that explain an output.

    Two mistakes may explain it by chance. They don't count if they change an output that
    is right.
    """
    right = [k for k, ok in enumerate(comparison.is_right) if all(ok)]
    return [
        mistakes
        for mistakes in comparison.explanations_of(output)
        if len(mistakes) < 2 or not _changes(comparison.key, mistakes, right)
    ]


def _changes(key: AnswerKey, mistakes: MistakeNames, which: Sequence[int]) -> bool:
    """Whether mistakes change some of these outputs of an ordinary problem."""
    return not all(
        is_close(
            key.outputs(mistakes, index)[output],
            key.outputs((), index)[output],
            problem.tolerance_scale,
        )
        for index, problem in enumerate(key.problems)
        if not problem.kind
        for output in which
    )


def _told_of(name: str, text: str) -> str:
    """Return what a mistake says of an output, whose name may be its first word."""
    begins_with_it = text.startswith((f"{name} ", f"the {name} "))
    return f"- {text}" if begins_with_it else f"- {name}: {text}"


def _about_constant(comparison: Comparison, output: int, value: float) -> str:
    name = comparison.key.exercise.returns[output]
    if not value:
        return f"{name} is zero on every problem, as if it were never computed."
    holds = "holds nothing but" if np.ndim(comparison.got[0][output]) else "is"
    return f"{name} {holds} {value:g} on every problem, whatever it is given."


def _about_unexplained(comparison: Comparison, output: int) -> tuple[str, str, str]:
    """Return what is wrong with an output: its name, a sentence, and a question or ""."""
    exercise = comparison.key.exercise
    name = exercise.returns[output]
    if _is_nearly_exact(comparison, output):
        question = DIFFERENCES if name in exercise.gradients else ""
        sentence = f"{name} is nearly right, but not exact, as whole numbers should be."
        return "unrecognised", sentence, question
    mistake, sentence = describe_difference(comparison, output)
    if mistake == "not-finite":
        return mistake, sentence, exercise.not_finite_question
    if mistake == "unrecognised" and _is_cut_to_whole_numbers(comparison, output):
        return mistake, sentence, WHOLE_THROUGHOUT
    return mistake, sentence, _about_size(comparison, output)


def _is_cut_to_whole_numbers(comparison: Comparison, output: int) -> bool:
    """Whether an output is whole on every problem, and should not be on ordinary ones."""
    key = comparison.key
    return all((outputs[output] % 1 == 0).all() for outputs in comparison.got) and any(
        (key.outputs((), index)[output] % 1 != 0).any()
        for index, problem in enumerate(key.problems)
        if not problem.kind
    )


def _is_nearly_exact(comparison: Comparison, output: int) -> bool:
    """Whether an output is off by little on ordinary problems, where it is to be exact."""
    key = comparison.key
    off = [
        is_close(comparison.got[index][output], key.outputs((), index)[output])
        for index, ok in enumerate(comparison.is_right[output])
        if not ok and not key.problems[index].kind
    ]
    is_exact = not np.any(key.problems[0].tolerance_scale)
    return is_exact and bool(off) and all(off)


def _about_size(comparison: Comparison, output: int) -> str:
    """Ask what goes wrong with numbers, or arrays, of some sizes only; "" if none does."""
    exercise, problems = comparison.key.exercise, comparison.key.problems
    is_right = comparison.is_right[output]
    failed = [p for p, ok in zip(problems, is_right, strict=True) if not ok]
    wrong = [problem.kind for problem in failed]
    if all(isinstance(kind, WholeNumbers) for kind in wrong):
        return WHERE_WHOLE
    sizes = LargeNumbers | SmallNumbers | WholeNumbers
    is_long = all(p.kind and max(map(_longest_axis, p.args)) > 127 for p in failed)
    has_large = any(isinstance(kind, LargeNumbers) for kind in wrong)
    if all(isinstance(kind, sizes) for kind in wrong) or (is_long and has_large):
        question = WHERE_LARGE if has_large else WHERE_SMALL
        is_gradient = exercise.returns[output] in exercise.gradients
        return f"{question} {DIFFERENCES}" if is_gradient else question
    return WHERE_LONG if is_long else ""


def _longest_axis(argument: Any) -> int:
    return max(np.shape(argument), default=0)


def _in_another_order(comparison: Comparison) -> bool:
    """Whether the outputs' shapes, or all their numbers, are right in another order."""
    key, got, expected = comparison.key, comparison.got, comparison.key.right_outputs()
    shapes, wanted = ([a.shape for a in outputs[0]] for outputs in (got, expected))
    if shapes != wanted:
        return sorted(shapes) == sorted(wanted)
    return any(
        all(
            is_close(outputs[k], answer, problem.tolerance_scale)
            for problem, outputs, answers in zip(
                key.problems, got, expected, strict=True
            )
            for k, answer in zip(order, answers, strict=True)
        )
        for order in permutations(range(key.num_outputs))
    )

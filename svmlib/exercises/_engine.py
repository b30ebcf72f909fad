"""Compare an attempt with one faulty implementation, its switches off and on.

The mistakes of an exercise are the switches of its ``faulty`` function. With none on it
is right. An attempt whose outputs are those of a set of switches makes those mistakes.
"""

import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, combinations, permutations, product
from typing import Any, NamedTuple

import numpy as np

from svmlib.exercises._attempt import (
    NOT_ATTEMPTED,
    NOT_YET,
    Array,
    Deadline,
    Refused,
    kind,
    run,
)
from svmlib.exercises._compare import TOLERANCE, agree, difference, is_close

Switch = Callable[[str], bool]
Mistakes = tuple[str, ...]
Outputs = tuple[Array, ...]
MOST_IN_WORDS = 2
SAME_NUMBERS = "The same numbers would also come from"
NOT_STARTED = ("not-attempted",), "not attempted yet. (All that it returns is zero.)"
GENERAL = ("wrong-shape", "not-finite", "all-zero", "unrecognised")
WIDTH = 76
TITLES = {
    "linear_scores": "1, Linear scores",
    "hinge_loss": "2, The hinge loss",
    "gradient": "3, The gradient, one step at a time",
    "gradient_check": "4, Checking a gradient",
    "mask_trick": "5, The mask trick",
    "regularization": "6, Regularisation",
    "training": "7, Training",
    "hyperplanes": "8, Hyperplanes and the margin",
    "soft_margin": "9, The soft margin",
    "duality": "10, Duality",
    "kernels": "11, Kernels",
    "smo": "12, Sequential minimal optimisation",
    "two_formulations": "13, Two formulations, one problem",
    "scaling": "14, Scaling up",
    "in_practice": "15, In practice",
}


@dataclass(frozen=True, repr=False)
class Verdict:
    """What became of an attempt; its repr is ``message``.

    ``mistakes`` holds the identifiers of the simplest set of mistakes that explains
    the attempt, and ``equivalents`` the other sets that give the same. The message
    tells at most two of these.
    """

    passed: bool
    mistakes: tuple[str, ...]
    message: str
    equivalents: tuple[tuple[str, ...], ...] = ()

    def __repr__(self) -> str:
        return self.message


class Case(NamedTuple):
    """Arguments of one call; ``note`` says what is special, to be told to a reader."""

    args: tuple[Any, ...]
    note: str = ""


@dataclass(frozen=True, eq=False)
class Exercise:
    """``faulty(on, *args)`` is right where ``on`` says False to every mistake.

    ``mistakes`` says of each what is wrong, how it shows, and which chapter explains it;
    ``together`` says it of sets that mean something else than their members do. Where
    the courses' starter returns zeros, ``starts_from_zero``, zeros are no attempt.
    ``refit`` may return the exercise with a switch fitted to outputs that no mistake
    explains: one for a wrong constant, whatever it is. One from each of
    the groups of ``common`` mistakes in an output that is an array are looked for, too.
    ``fitted`` holds what an exercise was refitted from, and the switch that differs.
    ``not_finite`` says where a NaN may come from. ``adds_up`` says whether there is a
    sum to build, which zeros may come of.
    """

    name: str
    task: str
    takes: tuple[str, ...]
    returns: tuple[str, ...]
    faulty: Callable[..., Any]
    mistakes: Mapping[str, str]
    cases: tuple[Case, ...]
    together: Mapping[frozenset[str], str] = field(default_factory=dict)
    starts_from_zero: bool = False
    refit: Callable[[Sequence[Outputs]], "Exercise | None"] | None = None
    common: tuple[tuple[str, ...], ...] = ()
    fitted: "tuple[Exercise, str] | None" = None
    not_finite: str = ""
    adds_up: bool = True


def no_mistake(mistake: str) -> bool:
    """Return False: the switch of an implementation that is right."""
    return False


def read_mistakes(text: str) -> dict[str, str]:
    """Read a glossary: an entry is ``    name: sentences``, going on further indented."""
    entries = re.split(r"\n {4}(?! )", text.rstrip())[1:]
    return dict(" ".join(entry.split()).split(": ", 1) for entry in entries)


def only(mistakes: Mapping[str, str], *names: str) -> dict[str, str]:
    """Return the mistakes of these names."""
    return {name: mistakes[name] for name in names}


def without(mistakes: Mapping[str, str], *names: str) -> dict[str, str]:
    """Return the mistakes of all other names."""
    return {name: text for name, text in mistakes.items() if name not in names}


def judge(exercise: Exercise, attempt: Any) -> Verdict:
    """Return the verdict on an attempt."""
    try:
        attempt = _as_callable(exercise, attempt)
        got, written = _run_all(exercise, attempt)
    except Refused as refused:
        return _verdict(exercise, refused.mistakes, refused.message)
    nonzero = any(np.any(part) for outputs in got for part in outputs)
    if exercise.starts_from_zero and not nonzero:
        return _verdict(exercise, *NOT_STARTED)
    found = explanations(exercise, got)
    if _zeros(exercise, got):
        found = found if found and len(found[0]) < 2 else []
    elif not found:
        exercise = (exercise.refit and exercise.refit(got)) or exercise
        found = explanations(exercise, got, common=True)
    if found == [()]:
        verdict: tuple[Mistakes, str] = (), "correct."
    elif found:
        verdict = found[0], _tell(exercise, found)
    else:
        verdict = _diagnose(exercise, got)
    mistakes, message = verdict
    if written:
        numbers = (
            f"As for the numbers it returns: {message}"
            if mistakes
            else "The numbers that it returns are right."
        )
        mistakes = ("writes-to-arguments", *mistakes)
        message = (
            f"it writes to {' and '.join(written)}: whoever calls it finds the "
            f"array changed. Work on an array of your own: `a = b` gives b a second "
            f"name, `b.copy()` is a new array.\n{numbers}"
        )
    return _verdict(exercise, mistakes, message, found[1:])


def _verdict(
    exercise: Exercise,
    mistakes: Mistakes,
    message: str,
    equivalents: Sequence[Mistakes] = (),
) -> Verdict:
    lines = f"{exercise.name}: {with_titles(message)}".splitlines()
    wrapped = [
        textwrap.fill(
            line,
            WIDTH,
            subsequent_indent="  " if line.startswith("- ") else "",
            break_on_hyphens=False,
        )
        for line in lines
    ]
    return Verdict(not mistakes, mistakes, "\n".join(wrapped), tuple(equivalents))


def with_titles(text: str) -> str:
    """Return the text with the chapters' numbers and titles for their files' names."""
    return re.sub(r"chapter (\w+)", lambda m: f"chapter {TITLES.get(m[1], m[1])}", text)


def _as_callable(exercise: Exercise, attempt: Any) -> Callable[..., Any]:
    if any(attempt is nothing for nothing in NOT_ATTEMPTED):
        raise Refused(["not-attempted"], NOT_YET)
    if callable(attempt):
        return attempt  # type: ignore[no-any-return]
    if exercise.takes:
        signature = ", ".join(exercise.takes)
        raise Refused(
            ["wrong-type"],
            f"the attempt is {kind(attempt)}, where a function f({signature}) "
            "is expected.",
        )
    return lambda: attempt


def _run_all(
    exercise: Exercise, attempt: Callable[..., Any]
) -> tuple[list[Outputs], Mistakes]:
    """Outputs of all cases, and the names of arguments that were written to."""
    deadline = Deadline()
    results = [
        run(attempt, exercise.takes, case.args, exercise.returns, deadline)
        for case in (*exercise.cases, exercise.cases[0])
    ]
    *got, again = [outputs for outputs, _ in results]
    if not all(map(_same_bits, got[0], again)):
        raise Refused(
            ["nondeterministic"],
            "called twice with the same arguments it gives two answers. "
            "Does it draw random numbers, or keep something from call to call?",
        )
    return got, tuple(dict.fromkeys(chain(*(written for _, written in results))))


def _same_bits(a: Array, b: Array) -> bool:
    return np.array_equal(a, b, equal_nan=True)


@cache
def outputs_of(exercise: Exercise, mistakes: Mistakes, case: int) -> Outputs:
    """Return what a set of mistakes gives on a case."""
    if exercise.fitted and exercise.fitted[1] not in mistakes:
        return outputs_of(exercise.fitted[0], mistakes, case)
    result = exercise.faulty(mistakes.__contains__, *exercise.cases[case].args)
    parts = result if len(exercise.returns) > 1 else (result,)
    return tuple(np.asarray(part, dtype=np.float64) for part in parts)


def explanations(
    exercise: Exercise, got: Sequence[Outputs], common: bool = False
) -> list[Mistakes]:
    """Return the smallest sets of mistakes that give these outputs in every case.

    All sets of up to two mistakes are tried. Beyond that, loss and gradient (say) are
    explained apart by up to two each, or some of the ``common`` ones, and together.
    """
    parts = range(len(exercise.returns))

    def explains(mistakes: Mistakes) -> bool:
        return all(_gives(exercise, mistakes, got, part) for part in parts)

    if explains(()):
        return [()]
    close = [_close_at_first(exercise, got, part) for part in parts]
    found = [m for m in close[0] if all(m in other for other in close)]
    whole = _smallest(found, explains)
    if not whole:
        apart = [_explain_part(exercise, got, part, common) for part in parts]
        joined = {
            tuple(m for m in exercise.mistakes if m in chain(*sets))
            for sets in product(*apart)
        }
        whole = _smallest(sorted(joined, key=len), explains)
    return whole


def _explain_part(
    exercise: Exercise, got: Sequence[Outputs], part: int, common: bool
) -> list[Mistakes]:
    """Return the smallest sets that give one of the outputs in every case."""
    close = _close_at_first(exercise, got, part)
    found = _smallest(close, lambda m: _gives(exercise, m, got, part))
    if not found and common and exercise.common and got[0][part].ndim:
        found = [
            mistakes
            for mistakes in product(*exercise.common)
            if _gives(exercise, mistakes, got, part)
        ]
    return found


def _zeros(exercise: Exercise, got: Sequence[Outputs]) -> list[int]:
    """Return the outputs that are zero in every case, and should not be."""
    right = [outputs_of(exercise, (), case) for case in range(len(got))]
    return [
        part
        for part in range(len(exercise.returns))
        if any(outputs[part].any() for outputs in right)
        and all(
            not a[part].any() and a[part].shape == b[part].shape
            for a, b in zip(got, right, strict=True)
        )
    ]


def _smallest(
    sets: Iterable[Mistakes], explains: Callable[[Mistakes], bool]
) -> list[Mistakes]:
    """Sets that explain and contain no other one; they come sorted by length."""
    kept: list[Mistakes] = []
    for mistakes in sets:
        contains = any(set(smaller) <= set(mistakes) for smaller in kept)
        if not contains and explains(mistakes):
            kept.append(mistakes)
    return kept


@cache
def _first_case(
    exercise: Exercise, part: int
) -> dict[tuple[int, ...], tuple[list[Mistakes], Array]]:
    """For each shape: sets of up to two mistakes, and a row of outputs for each."""
    sets: dict[tuple[int, ...], list[Mistakes]] = {}
    for size in range(3):
        for mistakes in combinations(exercise.mistakes, size):
            shape = outputs_of(exercise, mistakes, 0)[part].shape
            sets.setdefault(shape, []).append(mistakes)
    return {
        shape: (
            these,
            np.array([outputs_of(exercise, m, 0)[part].ravel() for m in these]),
        )
        for shape, these in sets.items()
    }


def _close_at_first(
    exercise: Exercise, got: Sequence[Outputs], part: int
) -> dict[Mistakes, None]:
    """Sets of up to two mistakes that give this output in the first case, in order."""
    output = got[0][part]
    table = _first_case(exercise, part)
    if output.shape not in table:
        return {}
    sets, rows = table[output.shape]
    gaps = np.abs(rows - output.ravel()).max(axis=1, initial=0)
    close = gaps <= TOLERANCE * (1 + np.abs(output).max(initial=0))
    return dict.fromkeys(sets[k] for k in np.flatnonzero(close))


def _gives(
    exercise: Exercise, mistakes: Mistakes, got: Sequence[Outputs], part: int
) -> bool:
    return all(
        is_close(outputs[part], outputs_of(exercise, mistakes, case)[part])
        for case, outputs in enumerate(got)
    )


def _tell(exercise: Exercise, found: list[Mistakes]) -> str:
    """Tell the first of them, and at most two others that are no longer than it.

    The rest is left to ``Verdict.equivalents``.
    """

    def sentences(mistakes: Mistakes) -> list[str]:
        left, told = list(mistakes), []
        for members, text in exercise.together.items():
            if members <= set(left):
                told.append(text)
                left = [m for m in left if m not in members]
        told += [exercise.mistakes[m] for m in left]
        return told

    numbers = ("no", "one mistake", "two mistakes", "three mistakes", "four mistakes")
    first, *others = map(sentences, found)
    count = numbers[len(first)] if len(first) < len(numbers) else "many mistakes"
    message = f"{count}.\n" + "\n".join(f"- {text}" for text in first)
    for other in [told for told in others if len(told) <= len(first)][:MOST_IN_WORDS]:
        if len(other) == 1:
            message += f"\n({SAME_NUMBERS} another mistake: {other[0]})"
        else:
            message += f"\n({SAME_NUMBERS} other mistakes:\n"
            message += "\n".join(f"- {text}" for text in other) + ")"
    return message


def _diagnose(exercise: Exercise, got: Sequence[Outputs]) -> tuple[Mistakes, str]:
    """Tell as much as can be told about outputs that no mistakes explain."""
    if _in_another_order(exercise, got):
        count = {2: "two", 3: "three"}[len(exercise.returns)]
        order = ", ".join(exercise.returns)
        return ("wrong-shape",), f"return the {count} in the order ({order})."
    general: list[str] = []
    known: list[str] = []
    lines: list[str] = []
    zeros, asked = _zeros(exercise, got), False
    for part, name in enumerate(exercise.returns):
        if part in zeros:
            general.append("all-zero")
            lines.append(f"- {_all_zero(exercise, part, got[0][part].ndim)}")
            continue
        found = _explain_part(exercise, got, part, common=True)
        if found:
            known += found[0]
            lines += [f"- {name}: {exercise.mistakes[m]}" for m in found[0]]
            if not found[0]:
                lines.append(f"- {agree(name, f'{name} is right.')}")
            continue
        mistake, sentence = difference(
            name,
            [outputs[part] for outputs in got],
            [outputs_of(exercise, (), k)[part] for k in range(len(got))],
            [_label(exercise, case) for case in exercise.cases],
            [case.note for case in exercise.cases],
        )
        general.append(mistake)
        cause = exercise.not_finite if mistake == "not-finite" else ""
        asked = asked or bool(cause)
        lines.append(f"- {sentence} {cause}".rstrip())
    general.sort(key=GENERAL.index)
    message = "not right, and by no mistake that this exercise knows.\n"
    if zeros or known or asked:
        message = "not right.\n"
    return tuple(dict.fromkeys(general + known)), message + "\n".join(lines)


def _in_another_order(exercise: Exercise, got: Sequence[Outputs]) -> bool:
    """Whether the outputs' shapes, or all their numbers, are right in another order."""
    right = [outputs_of(exercise, (), case) for case in range(len(got))]
    shapes, expected = ([a.shape for a in outputs[0]] for outputs in (got, right))
    if shapes != expected:
        return sorted(shapes) == sorted(expected)
    return any(
        all(
            is_close(outputs[k], answer)
            for outputs, answers in zip(got, right, strict=True)
            for k, answer in zip(order, answers, strict=True)
        )
        for order in permutations(range(len(shapes)))
    )


def _all_zero(exercise: Exercise, part: int, ndim: int) -> str:
    name = exercise.returns[part]
    text = f"{name} is zero in every case"
    if exercise.adds_up and {"y", "y_i", "M"}.intersection(exercise.takes):
        text += ": as if nothing were ever added. Is it +="
        if ndim:
            place = "entry" if ndim == 1 else "column"
            text += f", and does each line write to its own {place}"
        text += "?"
    return agree(name, text if text.endswith("?") else f"{text}.")


def _label(exercise: Exercise, case: Case) -> Any:
    named = dict(zip(exercise.takes, case.args, strict=True))
    return named.get("y", named.get("y_i"))

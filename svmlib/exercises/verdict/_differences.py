"""Say in a sentence where and how arrays differ from the right ones."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._problems import Problem
from svmlib.exercises._tolerance import TOLERANCE, is_close
from svmlib.exercises.verdict._comparison import Comparison

MAX_KINDS_NAMED = 4
FROM_ZERO = " (counted from 0)"
MAX_FACTORS_SHOWN = 5


def describe_difference(comparison: Comparison, output: int) -> tuple[str, str]:
    """Say how an output is wrong over all problems.

    Returns
    -------
    mistake, sentence : str
        The first is "wrong-shape", "not-finite" or "unrecognised".
    """
    exercise, problems = comparison.key.exercise, comparison.key.problems
    name, is_right = exercise.returns[output], comparison.is_right[output]
    got = [outputs[output] for outputs in comparison.got]
    expected = comparison.expected_of(output)
    labels = [_label_of(exercise, problem) for problem in problems]
    kinds = [problem.kind for problem in problems]
    for a, b, kind in zip(got, expected, kinds, strict=True):
        if a.shape != b.shape:
            return "wrong-shape", _wrong_shape(name, a, b, kind)
    where = _on_which_kinds("wrong", name, is_right, kinds)
    where = where or _on_which_labels(name, is_right, labels)
    finite = [bool(np.isfinite(a).all()) for a in got]
    elsewhere = ""
    if holds := _holds_not_finite(got):
        # An ordinary problem that is wrong though finite says more than an overflow, which
        # may follow from it.
        tried = zip(finite, is_right, kinds, strict=True)
        if not any(is_finite and not ok and not kind for is_finite, ok, kind in tried):
            return (
                "not-finite",
                f"{name} {holds}, which isn't a finite number. {where}".strip(),
            )
        elsewhere = f" On some problems it {holds}."
    compared = [k for k, ok in enumerate(finite) if ok]
    got, expected, labels = (
        [parts[k] for k in compared] for parts in (got, expected, labels)
    )
    first_wrong = [is_right[k] for k in compared].index(False)
    at_label = _wrong_only_at_label(name, got, expected, labels)
    # At a kink, what is expected is the subgradient nearest to what was returned.
    off_kinks = [
        (a, b)
        for k, a, b in zip(compared, got, expected, strict=True)
        if not problems[k].is_at_kink
    ]
    sentence = (
        _factor_or_offset(name, off_kinks)
        or f"{at_label} {where}".strip()
        or _wrong_rows_or_columns(name, got, expected, labels, first_wrong)
        or _too_large_or_small(name, got, expected)
        or _on_which_kinds("right", name, is_right, kinds)
        or f"{name} is wrong, and no single factor or offset explains it."
    )
    return "unrecognised", sentence + elsewhere


def _holds_not_finite(got: Sequence[Array]) -> str:
    """Say which of infinity and NaN an output holds, "" if it holds neither.

    If some problems give one and others the other, both are named: any of these problems
    may be the one that the verdict shows.
    """
    found = {str(abs(x)) for a in got for x in a[~np.isfinite(a)].tolist()}
    holds = "holds" if got[0].ndim else "is"
    return f"{holds} {' or '.join(sorted(found))}" if found else ""


def _label_of(exercise: Exercise, problem: Problem) -> Any:
    """Return the problem's argument y or y_i, or (y_i, y_j), or None if it has none."""
    named = dict(zip(exercise.takes, problem.args, strict=True))
    if "y_j" in named:
        return int(named["y_i"]), int(named["y_j"])
    return named.get("y", named.get("y_i"))


def _wrong_shape(name: str, got: Array, expected: Array, kind: str) -> str:
    """Say which shape an output has, and on what kind of problem if not on all."""
    if not expected.ndim:
        hint = ""
        if got.size == 1:
            hint = (
                " Take the number out of the array. Or does a line end with a comma, as in "
                "`return a,`?"
            )
        return f"{name} is an array of shape {got.shape}, where one number is expected.{hint}"
    hint = ""
    if got.shape == expected.shape[::-1]:
        hint = " Is it transposed?"
    elif got.size == expected.size:
        hint = " The number of entries is right, their arrangement is not."
    elif got.ndim < expected.ndim and not kind:
        hint = " Was an axis summed away, or is `axis=` missing?"
    elif got.ndim == expected.ndim and not kind:
        hint = " Does a sum run over the wrong axis?"
    has = f"has shape {got.shape}" if got.ndim else "is a single number"
    wanted = f"{expected.shape}" if got.ndim else f"an array of shape {expected.shape}"
    where = f", and {kind}" if kind else ""
    return f"{name} {has} on a problem where {wanted} is expected{where}.{hint}"


def _factor_or_offset(name: str, pairs: Sequence[tuple[Array, Array]]) -> str:
    """Say whether one factor or one offset makes each right answer what was returned.

    ``pairs`` holds what was returned and the right answer, for each problem. Nothing is
    said of an answer that is a single number, because that would give it away.
    """
    if sum(b.size for _, b in pairs) == 1:
        return ""
    offset = (pairs[0][0] - pairs[0][1]).flat[0]
    if abs(offset) > TOLERANCE and all(
        np.allclose(a, b + offset, 1e-12, TOLERANCE) for a, b in pairs
    ):
        return f"{name} is off by {offset:+.3g} everywhere."
    # Where both are zero up to rounding, a factor would mean nothing.
    nonzero = [(a, b) for a, b in pairs if max((a * a).sum(), (b * b).sum()) > 1e-20]
    factors = [float((a * b).sum() / max((b * b).sum(), 1e-20)) for a, b in nonzero]
    if not nonzero or not all(
        is_close(a, f * b) for f, (a, b) in zip(factors, nonzero, strict=True)
    ):
        return ""
    if np.ptp(factors) < TOLERANCE < abs(factors[0] - 1):
        if abs(factors[0] + 1) < TOLERANCE:
            return f"{name} has the wrong sign, and no other fault."
        digits = 3 if abs(factors[0] - 1) > 0.01 else 5  # and not "1 times"
        return (
            f"{name} is {factors[0]:.{digits}g} times the right one, on every problem."
        )
    # A single number always has a factor. Where most factors are 1, the problems that
    # have another one say more.
    is_one = np.abs(np.array(factors) - 1) < TOLERANCE
    if pairs[0][1].ndim == 0 or is_one.mean() > 0.5:
        return ""
    shown = ", ".join(f"{factor:.3g}" for factor in factors[:MAX_FACTORS_SHOWN])
    return f"{name} is right but for a factor, another on each problem: {shown}, ..."


def _too_large_or_small(
    name: str, got: Sequence[Array], expected: Sequence[Array]
) -> str:
    for word, sign in (("large", 1), ("small", -1)):
        if all((sign * (a - b) > 0).all() for a, b in zip(got, expected, strict=True)):
            return f"{name} is too {word}."
    return ""


def _on_which_kinds(
    word: str, name: str, is_right: Sequence[bool], kinds: Sequence[str]
) -> str:
    """Name the kinds of problems on which an output is right, or wrong, if they're few.

    A kind isn't always the cause, so the sentence speaks of the problems that were tried.
    A kind is named if ``word`` is true of all of its problems. If all wrong problems are of
    a single kind, that one is named even if some of its problems are right.
    """
    asked = word == "right"
    tried = list(zip(kinds, is_right, strict=True))
    chosen = {kind for kind, ok in tried if ok == asked}
    if not chosen or "" in chosen or len(chosen) > MAX_KINDS_NAMED:
        return ""
    throughout = chosen - {kind for kind, ok in tried if ok != asked}
    if not throughout and (asked or len(chosen) > 1):
        return ""
    is_mixed = throughout and throughout != chosen
    on, others = ("on all", ", and on a few others") if is_mixed else ("only on", "")
    named = [k for k in dict.fromkeys(kinds) if k in (throughout or chosen)]
    # "reg = 0, and there is no loss" is a case of "reg = 0".
    named = [k for k in named if not any(k.startswith(f"{other},") for other in named)]
    *most, last = (f"where {kind}" for kind in named)
    comma = ";" if any("," in kind for kind in named) else ","
    where = f"{f'{comma} '.join(most)}{comma} or {last}" if most else last
    return f"Of the problems tried, {name} is {word} {on} those {where}{others}."


def _on_which_labels(name: str, is_right: Sequence[bool], labels: Sequence[Any]) -> str:
    """Name the labels of the pair, if an output is wrong with no other labels."""
    tried = zip(labels, is_right, strict=True)
    wrong = {pair for pair, ok in tried if isinstance(pair, tuple) and not ok}
    if len(wrong) != 1:
        return ""
    ((y_i, y_j),) = wrong
    return (
        f"Of the problems tried, {name} is wrong only on those where y_i = {y_i} and "
        f"y_j = {y_j}."
    )


def _belongs_to_label(shape: tuple[int, ...], label: Any) -> Array:
    """Mark what belongs to the label: its entry, its column, or one entry per row."""
    own = np.zeros(shape, dtype=bool)
    if label is None or len(shape) <= np.ndim(label) or np.min(label) < 0:
        return own
    if np.ndim(label) == 0:
        own[..., label] = True
    elif shape[0] == len(label):
        own[np.arange(len(label)), label] = True
    return own


def _place_of_label(output: Array, label: Any) -> str:
    if np.ndim(label):
        return "the entry of each row's own class"
    return "entry y_i" if output.ndim == 1 else "column y_i"


def _wrong_only_at_label(
    name: str, got: Sequence[Array], expected: Sequence[Array], labels: Sequence[Any]
) -> str:
    """Say whether only what belongs to the label is wrong, on all problems."""
    any_wrong = False
    for a, b, label in zip(got, expected, labels, strict=True):
        wrong = ~np.isclose(a, b, rtol=TOLERANCE, atol=TOLERANCE)
        any_wrong = any_wrong or bool(wrong.any())
        if (wrong & ~_belongs_to_label(wrong.shape, label)).any():
            return ""
    if not any_wrong:
        return ""
    return f"{name} is right except in {_place_of_label(got[0], labels[0])}."


def _wrong_rows_or_columns(
    name: str,
    got: Sequence[Array],
    expected: Sequence[Array],
    labels: Sequence[Any],
    case: int,
) -> str:
    """Name the wrong columns, rows or entries of the first problem that goes wrong.

    The verdict shows another problem, a smaller one, so the size of this one is told.
    """
    wrong = ~np.isclose(got[case], expected[case], rtol=TOLERANCE, atol=TOLERANCE)
    own = _belongs_to_label(wrong.shape, labels[case])
    if not wrong.any():  # in small numbers, that is
        return ""
    if own.any() and not (wrong & own).any():
        place = _place_of_label(wrong, labels[case])
        return (
            f"{name} is right in {place}, and wrong in others, in the first problem that "
            "fails."
        )
    if wrong.ndim == 2 and wrong.sum() == 1:
        ((row, column),) = np.argwhere(wrong)
        where = f"entry [{row}, {column}] of {wrong.shape}{FROM_ZERO}"
        return f"{name} is wrong in {where} alone in the first problem that fails."
    if wrong.ndim == 2:
        # By chance an entry of a wrong row may be right, and then not all columns are
        # wrong.
        lines = [(np.flatnonzero(wrong.any(axis=1 - axis)), axis) for axis in (1, 0)]
        bad, axis = min(lines, key=lambda line: len(line[0]) / wrong.shape[line[1]])
        if len(bad) < wrong.shape[axis]:
            word = ("row", "column")[axis] + ("s" if len(bad) > 1 else "")
            listed = ", ".join(map(str, bad))
            where = f"{word} {listed} of {wrong.shape[axis]}{FROM_ZERO}"
            return f"{name} is wrong in {where} in the first problem that fails."
    if wrong.ndim == 1 and not wrong.all():
        listed = ", ".join(map(str, np.flatnonzero(wrong)))
        entries = "entries" if "," in listed else "entry"
        where = f"{entries} {listed} of {len(wrong)}{FROM_ZERO}"
        return f"{name} is wrong in {where} in the first problem that fails."
    return ""

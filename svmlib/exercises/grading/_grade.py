"""Points for the functions of a submission, and what the student is told."""

import hashlib
import os
from collections.abc import Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._problems import Problem
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._questions import (
    ALL_PARTS,
    PARTS,
    Question,
    without_penalty,
)
from svmlib.exercises.grading._rate_search import MAX_PAIRS, SEARCH, best_pair
from svmlib.exercises.submissions._program import Program, find_program
from svmlib.exercises.submissions._sandbox import run_in_sandbox
from svmlib.exercises.submissions._source import SUFFIXES, CommandError
from svmlib.exercises.submissions._student_file import StudentFile, say_missing
from svmlib.exercises.verdict._answer_key import AnswerKey, key_for
from svmlib.exercises.verdict._comparison import Comparison
from svmlib.exercises.verdict._judge import judge

PART_IN_WORDS = {True: "right", False: "not right", None: "not judged"}


@dataclass
class Mark:
    """The points for each part of a question, and what is wrong, as in a `Verdict`.

    Its mistakes are those that the message names: a combination counts as one.
    """

    question: Question
    points: dict[str, float]
    mistakes: tuple[str, ...]
    message: str

    @property
    def failed(self) -> list[str]:
        """The parts that lack points. One that is worth nothing fails if anything is wrong."""
        return [
            part
            for part, whole in self.question.points.items()
            if self.points[part] < whole or (whole == 0 and self.mistakes)
        ]


@dataclass
class GradedSubmission:
    """A submission's marks, what could not be read, and what was run."""

    name: str
    marks: list[Mark] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The sum of all points."""
        return sum(sum(mark.points.values()) for mark in self.marks)


def derive_seed(secret: str) -> int:
    """Return the seed that a secret text stands for."""
    return int.from_bytes(hashlib.sha256(os.fsencode(secret)).digest()[:8])


def find_submissions(
    folder: Path, report: Path
) -> tuple[dict[str, list[Path]], list[str]]:
    """Return each submission's files, and the names of files that aren't a submission.

    Each file of code in the folder is a submission, and so is each folder in it. A folder
    that holds the report, but no code, isn't one. Bytes of a name that aren't UTF-8 are
    written with backslashes.
    """
    found, others = {}, []
    for entry in sorted(folder.iterdir()):
        if _is_hidden(entry.name):
            continue
        name = os.fsencode(entry.name).decode("utf-8", "backslashreplace")
        if _is_code(entry):
            found[name] = [entry]
        elif not entry.is_dir() or entry.is_symlink():
            others.append(name)
        elif (files := find_files(entry)) or not report.resolve().is_relative_to(
            entry.resolve()
        ):
            found[name] = files
    return found, others


def _is_hidden(name: str) -> bool:
    """Whether no student wrote it: __MACOSX, .ipynb_checkpoints, .venv, __pycache__."""
    return name.startswith((".", "__"))


def _is_code(path: Path) -> bool:
    """Whether it is a file of code; a link may lead to the work of another student."""
    is_own = path.is_file() and not path.is_symlink()
    return path.suffix.lower() in SUFFIXES and is_own


def find_files(folder: Path) -> list[Path]:
    """Return the files of one submission, those in its subfolders last.

    Files that no student wrote are left out, and so is a copy of svmlib among them.
    """
    return [
        path
        for path in sorted(folder.rglob("*"), key=lambda path: (len(path.parts), path))
        if _is_code(path)
        and not any(
            part == "svmlib" or _is_hidden(part)
            for part in path.relative_to(folder).parts
        )
    ]


def grade_all(
    submissions: Mapping[str, Sequence[Path]], questions: Sequence[Question], seed: int
) -> Generator[tuple[str, GradedSubmission | Exception], None, None]:
    """Grade as many submissions at once as there are processors.

    Yield the name of each, in their order, with its grade, or with the exception that kept
    it from being graded: the others go on.
    """
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        futures = {
            name: pool.submit(grade, name, files, questions, seed)
            for name, files in submissions.items()
        }
        for name, future in futures.items():
            graded: GradedSubmission | Exception
            try:
                graded = future.result()
            except Exception as error:  # noqa: BLE001
                graded = error
            yield name, graded
    finally:  # after Ctrl-C too, or if nobody reads the output any more
        pool.shutdown(cancel_futures=True)


def grade(
    name: str, files: Sequence[Path], questions: Sequence[Question], seed: int
) -> GradedSubmission:
    """Grade one submission."""
    graded, read = GradedSubmission(name), []
    for path in files:
        try:
            read.append(StudentFile(path))
            graded.unread += [f"{why}." for why in read[-1].unread]
        except (CommandError, OSError) as error:
            graded.unread.append(f"{error}.")
    if not files:
        graded.unread.append("There is no .py file and no notebook.")
    for question in questions:
        # Files that define the function come before those that import it.
        holders = [s for s in read if question.function in s.functions]
        programs = (find_program(s, question.function) for s in [*holders, *read])
        program = next(filter(None, programs), None)
        if program is None:
            is_all = not files or not graded.unread
            message = say_missing(question.function, read, is_all)
            graded.marks.append(_no_points(question, message, "not-there"))
            continue
        graded.marks.append(_mark(question, program, seed))
        if len(holders) > 1:
            first, *others = (holder.name for holder in holders)
            graded.notes.append(
                f"{question.function} was taken from {first}, and not from "
                f"{' or '.join(others)}."
            )
        graded.notes.append(program.note)
    return graded


def _no_points(question: Question, message: str, *mistakes: str) -> Mark:
    return Mark(question, dict.fromkeys(question.points, 0.0), mistakes, message)


def _mark(question: Question, program: Program, seed: int) -> Mark:
    exercise = question.exercise
    if exercise is None:
        return _mark_search(question, program)
    key = key_for(exercise, seed)
    verdict = judge(key, partial(run_in_sandbox, program))
    mistakes = exercise.combine(verdict.mistakes)
    if program.loop and not question.loops:
        message = (
            f"it has a loop, in {program.loop}, and this question asks for a function "
            "without loops."
        )
        message = f"{message}\n{verdict.message}"
        return _no_points(question, message, "has-a-loop", *mistakes)
    if {"writes-to-arguments", "nondeterministic"} & set(mistakes):
        message = f"{verdict.message}\nA function that does so gets no points."
        return _no_points(question, message, *mistakes)
    is_right: Mapping[str, bool | None] = dict.fromkeys(question.points, verdict.passed)
    message = verdict.message
    if ALL_PARTS not in is_right and not verdict.passed:
        is_judged = {"too-slow", "not-attempted"}.isdisjoint(mistakes)
        is_right = _judge_parts(key, program) if is_judged else dict.fromkeys(PARTS)
        told = (f"{part}: {PART_IN_WORDS[is_right[part]]}" for part in question.points)
        message += f"\n({', '.join(told)})"
    points = {part: p if is_right[part] else 0.0 for part, p in question.points.items()}
    return Mark(question, points, mistakes, message)


def _judge_parts(key: AnswerKey, program: Program) -> Mapping[str, bool | None]:
    """Return which parts are right on every problem; None if it fails on one.

    Loss and gradient are judged at reg = 0, and the penalty by what reg adds to both.
    """
    exercise, signature = key.exercise, key.exercise.signature
    data_key = AnswerKey(exercise, [without_penalty(exercise, p) for p in key.problems])
    try:
        got, data = (
            [call.outputs for call in run_in_sandbox(program, signature, k.problems)]
            for k in (key, data_key)
        )
    except AttemptError:
        return dict.fromkeys(PARTS)
    loss, gradient = map(all, Comparison(data_key, data).is_right)
    expected, expected_data = key.right_outputs(), data_key.right_outputs()
    penalty = all(
        _is_penalty(
            got[n][k],
            data[n][k],
            expected[n][k] - expected_data[n][k],
            problem.tolerance_scale,
        )
        for n, problem in enumerate(key.problems)
        for k in (0, 1)
    )
    return {"loss": loss, "gradient": gradient, "penalty": penalty}


def _is_penalty(
    whole: Array, data: Array, penalty: Array, scale: float | Array
) -> bool:
    """Whether an output exceeds the one at reg = 0 by the penalty."""
    if whole.shape != data.shape:
        return False
    rounding = 1e-2 * np.abs(data).max(initial=0)  # as float32 computes the difference
    return is_close(whole - data, penalty, scale + rounding)


def _mark_search(question: Question, program: Program) -> Mark:
    """Train with each pair that a search proposes, and mark the best accuracy."""
    name = question.function
    try:
        (call,) = run_in_sandbox(program, SEARCH, [Problem(())])
    except AttemptError as error:
        message = CATALOGUE.message_of(error, "training")
        return _no_points(question, f"{name}: {message}", *error.findings)
    rates, strengths = (np.unique(values) for values in call.outputs)
    both = np.concatenate([rates, strengths])
    if not rates.size * strengths.size:
        return _no_points(
            question, f"{name}: it proposes no pair yet.", "not-attempted"
        )
    if not (np.isfinite(both) & (both >= 0)).all():
        message = f"{name}: learning rates and values of reg must be finite and >= 0."
        return _no_points(question, message, "out-of-range")
    if rates.size * strengths.size > MAX_PAIRS:
        message = f"{name}: it proposes more than {MAX_PAIRS} pairs: narrow it down."
        return _no_points(question, message, "too-many-pairs")
    best, rate, reg = best_pair(rates, strengths)
    passed = best >= question.accuracy
    message = (
        f"{name}: of its pairs, learning rate {rate:g} with reg {reg:g} reaches the best "
        f"accuracy, {best:.3f}. This question asks for {question.accuracy:g}."
    )
    points = {part: p if passed else 0.0 for part, p in question.points.items()}
    return Mark(question, points, () if passed else ("low-accuracy",), message)

"""The questions of an assignment, and the file that says what each part is worth."""

import math
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from svmlib.exercises._attempt import FAULTS
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._problems import Problem
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.running._hints import HINTS
from svmlib.exercises.submissions._source import CommandError

# Not the dot of a product, as in "w . x".
END_OF_CLAUSE = re.compile(r"(?<! )[:.?](?: |$)")
PARTS = ("loss", "gradient", "penalty")
ALL_PARTS = "all"


class Question(NamedTuple):
    """A function that is asked for, and the points of its parts.

    An exercise says what is right. Where it is None, the function proposes pairs of a
    learning rate and a strength of the penalty, and the best pair has to reach
    ``accuracy``. ``loops`` says whether the function may have loops.
    """

    function: str
    exercise: Exercise | None
    points: Mapping[str, float]
    loops: bool = True
    accuracy: float = 0.0

    def describe_mistake(self, mistake: str) -> str:
        """Return in a few words what a mistake, a fault or a hint is."""
        if self.exercise and mistake in self.exercise.all_mistakes:
            return END_OF_CLAUSE.split(self.exercise.all_mistakes[mistake].text)[0]
        return IN_WORDS.get(mistake, mistake.replace("-", " "))


# The faults and the hints, with the faults that only grading finds.
IN_WORDS = (
    FAULTS
    | HINTS
    | {
        "has-a-loop": "it has a loop where none is allowed",
        "out-of-range": "it proposes numbers that are negative or not finite",
        "too-many-pairs": "it proposes too many pairs",
        "low-accuracy": "the accuracy is too low",
    }
)


def has_penalty(exercise: Exercise) -> bool:
    """Whether it returns a loss and its gradient, with a penalty of strength reg."""
    return exercise.returns == ("loss", "dW") and "reg" in exercise.takes


def without_penalty(exercise: Exercise, problem: Problem) -> Problem:
    """Return a problem of such an exercise with reg = 0."""
    args = list(problem.args)
    args[exercise.takes.index("reg")] = 0.0
    return problem._replace(args=tuple(args))


def read_points(path: Path) -> list[Question]:
    """Read a points file (TOML); CommandError if something is wrong."""
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CommandError(f"{path} is not TOML: {error}") from None
    entries = table.pop("question", None)
    if table:
        raise CommandError(f"{path}: the key is question; got {', '.join(table)}")
    if not isinstance(entries, list) or not entries:
        raise CommandError(f"{path} has no [[question]]")
    return [_question(entry, path) for entry in entries]


def _question(entry: Any, path: Path) -> Question:
    if not isinstance(entry, dict):
        raise CommandError(f"{path}: a question is a [[question]], got {entry!r}")
    where = f"{path}, question {entry.get('function', '?')!r}"
    for key in ("function", "points"):
        if key not in entry:
            raise CommandError(f"{where}: {key} is missing")
    if not isinstance(entry["function"], str):
        raise CommandError(f"{where}: function is a name, such as 'svm_loss'")
    if not set(entry) <= set(Question._fields):
        listed = ", ".join(sorted(Question._fields))
        raise CommandError(f"{where}: the keys are {listed}; got {', '.join(entry)}")
    if ("exercise" in entry) == ("accuracy" in entry):
        raise CommandError(f"{where}: give an exercise, or an accuracy, and not both")
    exercise = None
    if "exercise" in entry:
        try:
            exercise = CATALOGUE.find(entry["exercise"])
        except ValueError as error:
            raise CommandError(f"{where}: {error}") from None
    points, accuracy = entry["points"], entry.get("accuracy", 0.0)
    if not isinstance(points, dict):
        points = {ALL_PARTS: points}
    elif not exercise or not has_penalty(exercise):
        raise CommandError(f"{where}: points is one number for this exercise")
    elif not points or not set(points) <= set(PARTS):
        raise CommandError(f"{where}: the parts are {', '.join(PARTS)}")
    for number in points.values():
        if not _is_number(number) or not 0 <= number < math.inf:
            raise CommandError(f"{where}: points are numbers >= 0, got {number!r}")
    if not _is_number(accuracy) or not 0 <= accuracy <= 1:
        expected = "accuracy is a number from 0 to 1, such as 0.8"
        raise CommandError(f"{where}: {expected}, got {accuracy!r}")
    loops = entry.get("loops", True)
    if not isinstance(loops, bool):
        raise CommandError(f"{where}: loops is true or false, got {loops!r}")
    if not exercise and not loops:
        raise CommandError(f"{where}: loops = false goes with an exercise")
    return Question(entry["function"], exercise, points, loops, accuracy)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)

"""What an exercise is made of, and how to write one.

An exercise is in the file of its chapter, in `chapters`. It has

- a function ``implementation(makes, *arguments)`` that solves it when ``makes`` says
  False to every mistake, and makes the mistake ``"no-delta"`` if ``makes("no-delta")``
  is True. Two mistakes at once need no line of their own: two answers are True;
- the mistakes: for each a name, a sentence or two that say what is wrong without
  giving the answer away, and the chapter to read. `read_mistakes` reads them from a
  glossary, and an exercise joins tables with ``|``. Formulas that several chapters use
  stand with their mistakes in the first of them, or in `_multiclass`, and what several
  draw in `_multiclass_data` and `_binary_data`;
- its problems.

How to write the problems
-------------------------
``problems(rng)`` yields one `Problem` of each kind that an attempt can get wrong: its
arguments, and its kind in words that go on after "where", such as "there are two
classes". It is called with fresh generators until there are a hundred problems, with a
fixed seed by `check`, and with a secret one when work is graded. Nothing else knows how
many kinds there are. Four rules:

1. The first kind is an ordinary one, on which as many mistakes as possible differ from
   the right answer and from each other: diagnosis begins there. Its numbers are of
   order 1, and no two of its sizes are equal.
2. No right program may fail. Stay away from kinks, where ``>`` and ``>=`` differ, by
   more than float32 rounds (draw again until no margin is close). A problem exactly at a
   kink has the kind `AtKink`. Say with
   ``tolerance_scale`` how large the numbers are that the answer is computed from, if
   that is not about 1. An error is tolerated up to 5e-5 of that and of the answer.
3. A kind is there for the wrong programs that only it catches: what is skipped, what is
   cut off after a few rows, what is right for one number. It states what that takes and
   draws until it holds: a lucky draw is not a kind. Every kind draws its sizes anew, and
   small ones often, because the smallest problem that fails is shown.
   Each size is above a thousand in one kind (in the hundreds for a kernel matrix), so
   that no cut-off and no byte's count gets through, and each number is very large in one
   kind and very small in another. Write such a kind as `LargeNumbers` or `SmallNumbers`,
   and one with integers for an argument that may hold any number as `WholeNumbers`: if
   an attempt goes wrong on these alone, the verdict asks about it. A loop over all
   of it must stay cheap: the verdict on a right program takes less than a quarter of a
   second. Problems with so many numbers come once.
4. Numbers have few digits, because a verdict shows all of them.

The chapter ``hinge_loss`` is the model.
"""

import inspect
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, NamedTuple, NotRequired, TypedDict, Unpack

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._differences import is_close

MANY_NUMBERS = 1000
# Not a mistake, but a choice: what lies exactly at the kink counts in full.
TIED_COUNTS = "tied-counts"

HEAD = r"(?P<name>[a-z0-9-]+(?: \+ [a-z0-9-]+)*)(?: \((?P<chapter>\w+)\))?: "
# What follows a full stop goes on with a capital letter, or is an entry too far right.
GOES_ON = r"\n {8}(?:(?<![.?]\n {8})|(?![a-z0-9-][a-z0-9+() _-]*: ))\S.*"
ENTRY = re.compile(rf"{HEAD}(?P<sentences>\S.*(?:{GOES_ON})*)")

Switch = Callable[[str], bool]  # whether an implementation makes a mistake
Outputs = tuple[Array, ...]


class Mistake(NamedTuple):
    """What is wrong, in sentences, and the chapter that explains it ("" for none)."""

    name: str
    text: str
    chapter: str = ""


class Call(NamedTuple):
    """What an attempt returned as arrays, and the arguments that it wrote to."""

    outputs: Outputs
    written: tuple[str, ...]


class LargeNumbers(str):
    """The kind of a problem with large numbers."""


class SmallNumbers(str):
    """The kind of a problem with small numbers, or with numbers close to a kink."""


class WholeNumbers(str):
    """The kind of a problem with an argument of integers, whose answer isn't whole."""


class AtKink(str):
    """The kind of a problem with one term exactly at its kink: any subgradient is right.

    These are what an implementation returns, what it returns if it makes `TIED_COUNTS`,
    and all that lies between the two. Take numbers that no order of the operations rounds.
    """


class Problem(NamedTuple):
    """Arguments of one call.

    ``kind`` goes on after "where"; it is empty for an ordinary problem. An error is
    tolerated up to 5e-5 of ``tolerance_scale``, the size of the numbers that the answer
    is computed from, or 0 if it is to be exact: one number, or one for each entry.
    """

    args: tuple[Any, ...]
    kind: str = ""
    tolerance_scale: float | Array = 1.0


class Formula:
    """A function of one number that a verdict can show, such as ``lambda w: exp(w)``.

    It can be sent to another process, where it is that lambda.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        function, arguments = self.__reduce__()
        self._function = function(*arguments)

    def __call__(self, number: float) -> float:
        """Return the function's value."""
        return float(self._function(number))

    def __repr__(self) -> str:
        return self._code

    def __deepcopy__(self, memo: Any) -> "Formula":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, (self._code, {"exp": math.exp, "sin": math.sin})


Problems = Callable[[np.random.Generator], Iterable[Problem]]


class Variant(NamedTuple):
    """A mistake with a constant of its own, say, and an implementation that makes it so."""

    mistake: Mistake
    implementation: Callable[..., Any]

    def gives(self, problems: Sequence[Problem], got: Sequence[Outputs]) -> bool:
        """Whether it alone gives these outputs, of which there are several."""
        makes = self.mistake.name.__eq__
        return all(
            is_close(part, np.asarray(expected), problem.tolerance_scale)
            for problem, outputs in zip(problems, got, strict=True)
            for part, expected in zip(
                outputs, self.implementation(makes, *problem.args), strict=True
            )
        )


VariantFinder = Callable[[Sequence[Problem], Sequence[Outputs]], Variant | None]


@dataclass(frozen=True, eq=False)
class Exercise:
    """An exercise; the docstring of this module says how to write one.

    Attributes
    ----------
    name, chapter, task : str
        chapter is the name of the chapter's file; task is what `describe` returns.
    returns : tuple of str
        What an attempt returns, in words.
    implementation, mistakes, problems
        As in the docstring of this module.
    combinations : mapping
        Mistakes that mean something else together than each on its own, such as a factor
        that is consistent in loss and gradient.
    often_together : tuple of tuples of str
        Groups of mistakes: of three or more mistakes in one output, only those are tried
        that take one from each group.
    find_variant : callable, optional
        Looks for a variant of a mistake that gives outputs which no mistake explains;
        it returns None if there is none.
    not_finite : str
        A question that tells where a NaN may come from.
    gradients : tuple of str
        The outputs that a student may take from differences of the loss.
    """

    name: str
    chapter: str
    task: str
    returns: tuple[str, ...]
    implementation: Callable[..., Any]
    mistakes: Mapping[str, Mistake]
    problems: Problems
    combinations: Mapping[frozenset[str], Mistake] = field(default_factory=dict)
    often_together: tuple[tuple[str, ...], ...] = ()
    find_variant: VariantFinder | None = None
    not_finite: str = ""
    gradients: tuple[str, ...] = ()

    @cached_property
    def takes(self) -> tuple[str, ...]:
        """The names of the arguments that an attempt is called with."""
        parameters = list(inspect.signature(self.implementation).parameters.values())
        return tuple(p.name for p in parameters[1:] if p.kind is not p.KEYWORD_ONLY)


class Parts(TypedDict):
    """What `Chapter.exercise` hands on to an `Exercise` as it is."""

    returns: tuple[str, ...]
    implementation: Callable[..., Any]
    problems: Problems
    often_together: NotRequired[tuple[tuple[str, ...], ...]]
    find_variant: NotRequired[VariantFinder]
    not_finite: NotRequired[str]
    gradients: NotRequired[tuple[str, ...]]


class Chapter:
    """A chapter's name, which is that of its file, its title, and its exercises."""

    def __init__(self, name: str, title: str) -> None:
        self.name, self.title = name, title
        self.exercises: list[Exercise] = []

    def mistakes(self, text: str) -> dict[str, Mistake]:
        """Read a glossary of mistakes that this chapter explains: see `read_mistakes`."""
        return read_mistakes(self.name, text)

    def exercise(
        self,
        name: str,
        task: str,
        *,
        mistakes: Mapping[str, Mistake],
        **parts: Unpack[Parts],
    ) -> Exercise:
        """Add an exercise; of its mistakes those named "a + b" are combinations."""
        single = {n: mistake for n, mistake in mistakes.items() if " + " not in n}
        combined = {frozenset(n.split(" + ")): m for n, m in mistakes.items()}
        exercise = Exercise(
            name,
            self.name,
            task,
            mistakes=single,
            combinations={
                names: mistake
                for names, mistake in combined.items()
                if len(names) > 1 and names <= set(single)
            },
            **parts,
        )
        self.exercises.append(exercise)
        return exercise


class Catalogue:
    """The chapters in their order: which exercises there are, and where to read."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        self.chapters = {chapter.name: chapter for chapter in chapters}
        self.exercises = {e.name: e for chapter in chapters for e in chapter.exercises}

    def find(self, name: str) -> Exercise:
        """Return the exercise of a name; ValueError if there is none.

        Capitals do not matter, and a function's name is understood: svm_loss.
        """
        key, known = str(name).lower().replace("_", "-"), list(self.exercises)
        if key in known:
            return self.exercises[key]
        near = get_close_matches(key, known, n=1)
        hint = (
            f"did you mean {near[0]!r}?" if near else f"there are: {', '.join(known)}"
        )
        if callable(name):
            hint = "the exercise's name comes first, and then the function"
        raise ValueError(f"no exercise is named {name!r}; {hint}")

    def sentence_of(self, mistake: Mistake) -> str:
        """Return what a mistake says, and where to read about it."""
        if mistake.chapter not in self.chapters:
            return mistake.text
        number = list(self.chapters).index(mistake.chapter) + 1
        title = self.chapters[mistake.chapter].title
        return f"{mistake.text} See chapter {number}, {title}."


def no_mistake(mistake: str) -> bool:
    """Return False: the switch of an implementation that is right."""
    return False


def read_mistakes(chapter: str, text: str) -> dict[str, Mistake]:
    """Read a glossary of mistakes that this chapter explains.

    An entry is ``    name: sentences``, and goes on with 8 spaces. Another chapter
    stands after the name, as in ``    penalty-half (regularization): sentences``. A name
    ``a + b`` stands for the two mistakes together.

    Raises
    ------
    ValueError
        If an entry has another form, or its name comes twice.
    """
    table: dict[str, Mistake] = {}
    for entry in re.split(r"\n {4}(?! )", "\n" + text.strip("\n").rstrip()):
        found = ENTRY.fullmatch(entry)
        if found and found["name"] not in table:
            sentences = " ".join(found["sentences"].split())
            where = found["chapter"] or chapter
            table[found["name"]] = Mistake(found["name"], sentences, where)
        elif entry:
            expected = "`    name: sentences`, with 8 spaces where it goes on"
            wrong = "its name comes twice" if found else f"expected {expected}"
            raise ValueError(f"in the mistakes of {chapter}, {wrong}: {entry!r}")
    return table


def only(mistakes: Mapping[str, Mistake], *names: str) -> dict[str, Mistake]:
    """Return the mistakes of these names."""
    return {name: mistakes[name] for name in names}


def without(mistakes: Mapping[str, Mistake], *names: str) -> dict[str, Mistake]:
    """Return the mistakes of all other names; ValueError if there is none of a name."""
    if unknown := set(names) - set(mistakes):
        raise ValueError(f"there is no mistake to leave out named {', '.join(unknown)}")
    return {name: text for name, text in mistakes.items() if name not in names}


def draw_problems(
    exercise: Exercise, seed: int, at_least: int = 100
) -> tuple[Problem, ...]:
    """Return at_least problems or more, of every kind; one if the answer is a number.

    Only the first problem of a kind may hold more than `MANY_NUMBERS`: loops over them
    take time. These come last.
    """
    problems = list(exercise.problems(np.random.default_rng([seed, 0])))
    number = 1
    while len(problems) < (at_least if exercise.takes else 1):
        more = exercise.problems(np.random.default_rng([seed, number]))
        problems += [p for p in more if count_numbers(p.args) <= MANY_NUMBERS]
        number += 1
    return tuple(sorted(problems, key=lambda p: count_numbers(p.args) > MANY_NUMBERS))


def count_numbers(value: Any) -> int:
    """Return how many numbers an argument, or a tuple of them, holds."""
    if isinstance(value, list | tuple):
        return sum(map(count_numbers, value))
    return int(np.size(value))

"""An exercise: what it is made of, and how to write one.

An exercise is in the file of its chapter, in `chapters`. It has

- a function ``implementation(makes, *arguments)`` that solves it when ``makes`` says
  False to every mistake, and makes the mistake ``"no-delta"`` if ``makes("no-delta")``
  is True. Two mistakes at once need no line of their own: two answers are True;
- the mistakes: for each a name, a sentence or two that say what is wrong without
  giving the answer away, and the chapter to read. `read_mistakes` reads them from a
  glossary, and an exercise joins tables with ``|``. Formulas that several chapters use
  stand with their mistakes in the first of them, or in `_multiclass`, and what several
  draw in `_multiclass_data` and `_binary_data`;
- its problems: a function ``problems(rng)``, whose rules are in `_problems`.

The chapter ``hinge_loss`` is the model.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from svmlib.exercises._attempt import Outputs
from svmlib.exercises._differences import is_close
from svmlib.exercises._mistakes import Mistake, no_mistake
from svmlib.exercises._problems import Problem, Problems, another, count_numbers

MANY_NUMBERS = 1000  # in a problem that comes once
MOST_ROUNDS = 30  # of problems, until every argument has changed an answer


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
    others : mapping
        For the name of an argument a function of all of them that returns another value
        for it, where that of `another` isn't valid or leaves the answer as it is.
    accepts : callable
        Whether no right program may fail with these arguments, which were changed: it
        says False close to a kink.
    kind_of_changed : str
        The kind of the problems whose arguments are changed, which it stays when they are.
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
    others: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    accepts: Callable[..., bool] = lambda *args: True
    kind_of_changed: str = ""

    @cached_property
    def takes(self) -> tuple[str, ...]:
        """The names of the arguments that an attempt is called with."""
        parameters = list(inspect.signature(self.implementation).parameters.values())
        return tuple(p.name for p in parameters[1:] if p.kind is not p.KEYWORD_ONLY)

    def answer(self, problem: Problem) -> Outputs:
        """Return the right outputs on a problem."""
        result = self.implementation(no_mistake, *problem.args)
        outputs = result if len(self.returns) > 1 else (result,)
        return tuple(np.asarray(output, dtype=np.float64) for output in outputs)


def draw_problems(exercise: Exercise, seed: int) -> tuple[Problem, ...]:
    """Return a hundred problems or more, of every kind; one if the answer is a number.

    Only the first problem of a kind may hold more than `MANY_NUMBERS`: loops over them
    take time. These come last.
    """
    problems = list(exercise.problems(np.random.default_rng([seed, 0])))
    number = 1
    while len(problems) < (100 if exercise.takes else 1):
        more = exercise.problems(np.random.default_rng([seed, number]))
        problems += [p for p in more if count_numbers(p.args) <= MANY_NUMBERS]
        number += 1
    if len(exercise.takes) > 1:
        problems += _with_changed_arguments(exercise, seed)
    return tuple(sorted(problems, key=lambda p: count_numbers(p.args) > MANY_NUMBERS))


def _with_changed_arguments(exercise: Exercise, seed: int) -> Iterator[Problem]:
    """Draw ordinary problems, each followed by a row of problems made from it.

    From one to the next a single argument changes, and an output with it. An attempt
    that keeps its answers, and doesn't look at that argument again, is wrong there. The
    rows go on until each argument has changed each output that depends on it.
    """
    num_arguments, num_outputs = len(exercise.takes), len(exercise.returns)
    done: set[tuple[int, int]] = set()
    for number in range(MOST_ROUNDS):
        for problem in exercise.problems(np.random.default_rng([seed, number, 1])):
            if problem.kind == exercise.kind_of_changed:
                row = _change_one_by_one(exercise, problem)
                changed = _changed_outputs(exercise, row) - done
                if changed:
                    yield from row
                    done |= changed
                if len(done) == num_arguments * num_outputs:
                    return
        # An output that hasn't changed in ten rounds doesn't depend on the argument.
        if number >= 9 and len({argument for argument, _ in done}) == num_arguments:
            return


def _change_one_by_one(exercise: Exercise, problem: Problem) -> list[Problem]:
    """Return the problem, then one for each argument; none if one isn't accepted.

    The last argument changes first, so that C is doubled before the multipliers below it.
    """
    args, row = list(problem.args), [problem]
    for number, name in reversed([*enumerate(exercise.takes)]):
        other = exercise.others.get(name)
        args[number] = other(*args) if other else another(args[number])
        if not exercise.accepts(*args):
            return []
        row.append(problem._replace(args=tuple(args)))
    return row


def _changed_outputs(
    exercise: Exercise, row: Sequence[Problem]
) -> set[tuple[int, int]]:
    """Return the pairs of an argument and an output that changes with it in a row."""
    answers = [exercise.answer(problem) for problem in row]
    return {
        (argument, output)
        for argument, before, after in zip(
            reversed(range(len(exercise.takes))), answers, answers[1:], strict=False
        )
        for output in range(len(exercise.returns))
        if not is_close(before[output], after[output], row[0].tolerance_scale)
    }

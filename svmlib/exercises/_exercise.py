"""An exercise: what it is made of, and how to write one.

An exercise is in the file of its chapter, in `chapters`. It has

- a function ``implementation(makes, *arguments)`` that solves it when ``makes`` says
  False to every mistake, and makes the mistake ``"no-delta"`` if ``makes("no-delta")``
  is True. Several mistakes at once need no code of their own;
- the mistakes. Each has a short name, a sentence or two, and a chapter that explains it. The
  first clause, up to a colon, full stop or question mark, says what the program does wrong,
  and is all that a teacher's report shows. The rest says how that shows or where to look,
  without giving the answer away. `Chapter.read_mistakes` reads a table of them from a
  glossary, and an exercise joins tables with ``|``. The docstring of `chapters` says where
  those stand that several exercises share;
- its problems: a function ``problems(rng)``, whose rules are in `_problems`.

The chapter ``hinge_loss`` is the model.
"""

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from svmlib.exercises._attempt import Outputs
from svmlib.exercises._mistakes import Mistake, Switch
from svmlib.exercises._problems import Changes, Problem, Problems


class Signature(NamedTuple):
    """How an attempt is called: the names of its arguments, and what it returns in words."""

    takes: tuple[str, ...]
    returns: tuple[str, ...]


class Variant(NamedTuple):
    """A mistake as one attempt makes it, for instance with a constant of its own."""

    mistake: Mistake
    implementation: Callable[..., Any]


VariantFinder = Callable[[Sequence[Problem], Sequence[Outputs]], Iterable[Variant]]


@dataclass(frozen=True, eq=False)
class Exercise:
    """An exercise; the docstring of this module says how to write one.

    Attributes
    ----------
    name, task : str
        task is what `describe` returns.
    returns : tuple of str
        What an attempt returns, in words.
    implementation, problems
        As in the docstring of this module.
    mistake_table : mapping
        The mistakes. One that is named "a + b" is told in place of a and b, where the two
        are a single mistake, such as the same wrong factor in loss and gradient.
    often_together : tuple of tuples of str
        Groups of mistakes. An output is explained by one mistake or by two. If that
        fails, one mistake is taken from each group, in every way, and each such set is
        tried.
    find_variants : callable, optional
        Returns variants of a mistake, fitted to outputs that no mistake explains. Whether
        they explain them is found out afterwards.
    not_finite_question : str
        A question that tells where a NaN may come from.
    gradients : tuple of str
        The outputs that a student may take from differences of the loss.
    changes : Changes
        How an argument of a problem is changed.
    chapter : str
        The name of the chapter's file, which `Chapter.add` sets.
    """

    name: str
    task: str
    returns: tuple[str, ...]
    implementation: Callable[..., Any]
    mistake_table: Mapping[str, Mistake]
    problems: Problems
    often_together: tuple[tuple[str, ...], ...] = ()
    find_variants: VariantFinder = lambda problems, got: ()
    not_finite_question: str = ""
    gradients: tuple[str, ...] = ()
    changes: Changes = field(default_factory=Changes)
    chapter: str = ""

    @cached_property
    def takes(self) -> tuple[str, ...]:
        """The names of the arguments that an attempt is called with."""
        parameters = list(inspect.signature(self.implementation).parameters.values())
        return tuple(p.name for p in parameters[1:] if p.kind is not p.KEYWORD_ONLY)

    @cached_property
    def signature(self) -> Signature:
        """How an attempt is called."""
        return Signature(self.takes, self.returns)

    @cached_property
    def mistakes(self) -> dict[str, Mistake]:
        """The single mistakes, by name."""
        return {n: m for n, m in self.mistake_table.items() if " + " not in n}

    @cached_property
    def combinations(self) -> dict[frozenset[str], Mistake]:
        """The combinations of this exercise's mistakes, by the names of those."""
        combined = {frozenset(n.split(" + ")): m for n, m in self.mistake_table.items()}
        return {
            names: mistake
            for names, mistake in combined.items()
            if len(names) > 1 and names <= set(self.mistakes)
        }

    @cached_property
    def all_mistakes(self) -> dict[str, Mistake]:
        """The mistakes and their combinations, by name."""
        combined = {mistake.name: mistake for mistake in self.combinations.values()}
        return {**self.mistakes, **combined}

    def combine(self, names: Iterable[str]) -> tuple[str, ...]:
        """Return the names, with that of a combination in place of its members."""
        left, combined = list(names), []
        for members, mistake in self.combinations.items():
            if members <= set(left):
                combined.append(mistake.name)
                left = [name for name in left if name not in members]
        return (*combined, *left)

    def solve(self, makes: Switch, problem: Problem) -> Outputs:
        """Return what the implementation gives on a problem."""
        with np.errstate(all="ignore"):
            result = self.implementation(makes, *problem.args)
        outputs = result if len(self.returns) > 1 else (result,)
        return tuple(np.asarray(output, dtype=np.float64) for output in outputs)

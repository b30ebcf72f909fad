"""Problems of an exercise, with the right outputs and those of each set of mistakes.

An exercise's implementation is right if it makes no mistake, and makes any set of them
when told to.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import Outputs
from svmlib.exercises._draw_problems import draw_problems
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import TIED_COUNTS, Mistake
from svmlib.exercises._problems import Problem
from svmlib.exercises._tolerance import TOLERANCE

MistakeNames = tuple[str, ...]
# For each shape of an output: sets of mistakes that give it, and a row of numbers each.
Candidates = dict[tuple[int, ...], tuple[list[MistakeNames], Array]]


class AnswerKey:
    """Problems of an exercise, with the right outputs and those of its mistakes."""

    def __init__(self, exercise: Exercise, problems: Sequence[Problem]) -> None:
        self.exercise, self.problems = exercise, problems
        self.mistakes = dict(exercise.mistakes)
        self.num_outputs = len(exercise.returns)
        # If the attempt is one number, pairs of mistakes give almost any number.
        self.max_size = 2 if exercise.takes else 1
        self._outputs: dict[tuple[MistakeNames, int], Outputs] = {}
        self._candidates: dict[tuple[int, int], Candidates] = {}

    def outputs(self, mistakes: MistakeNames, index: int) -> Outputs:
        """Return what a set of mistakes gives on a problem."""
        which = mistakes, index
        if which not in self._outputs:
            problem = self.problems[index]
            self._outputs[which] = self.exercise.solve(mistakes.__contains__, problem)
        return self._outputs[which]

    def nearest(
        self, mistakes: MistakeNames, index: int, output: int, got: Array
    ) -> Array:
        """Return an output; at a kink, with the subgradient nearest to what was got."""
        answer = self.outputs(mistakes, index)[output]
        if not self.problems[index].is_at_kink or answer.shape != got.shape:
            return answer
        tied = self.outputs((*mistakes, TIED_COUNTS), index)[output]
        return answer + share_of_tie(got, answer, tied) * (tied - answer)

    def right_outputs(self) -> list[Outputs]:
        """Return the right outputs on all problems."""
        return [self.outputs((), index) for index in range(len(self.problems))]

    def combined(self, mistakes: MistakeNames) -> list[Mistake]:
        """Return the mistakes, with a combination in place of its members."""
        known = self.exercise.all_mistakes | self.mistakes  # which may hold a variant
        return [known[name] for name in self.exercise.combine(mistakes)]

    def candidates(
        self, answer: Array, output: int, size: int
    ) -> dict[MistakeNames, None]:
        """Return the sets of ``size`` mistakes that may give this output of problem 0.

        This only sieves thousands of sets quickly: whether one does, a `Comparison` says.
        """
        if (output, size) not in self._candidates:
            self._candidates[output, size] = self._sets_by_shape(output, size)
        if answer.shape not in self._candidates[output, size]:
            return {}
        sets, rows = self._candidates[output, size][answer.shape]
        if not np.isfinite(answer).all():
            gives_none = ~np.isfinite(rows).all(axis=1)
            return dict.fromkeys(sets[k] for k in np.flatnonzero(gives_none))
        gaps = np.abs(rows - answer.ravel()).max(axis=1, initial=0)
        scale = np.max(self.problems[0].tolerance_scale)
        near = gaps <= TOLERANCE * (scale + np.abs(rows).max(axis=1, initial=0))
        return dict.fromkeys(sets[k] for k in np.flatnonzero(near))

    def _sets_by_shape(self, output: int, size: int) -> Candidates:
        sets: dict[tuple[int, ...], list[MistakeNames]] = {}
        for mistakes in combinations(self.mistakes, size):
            shape = self.outputs(mistakes, 0)[output].shape
            sets.setdefault(shape, []).append(mistakes)
        return {
            shape: (
                these,
                np.array([self.outputs(m, 0)[output].ravel() for m in these]),
            )
            for shape, these in sets.items()
        }


class VariantKey(AnswerKey):
    """A key in which one mistake is made in another way than in the original key."""

    def __init__(
        self, original: AnswerKey, mistake: Mistake, implementation: Callable[..., Any]
    ) -> None:
        exercise = replace(original.exercise, implementation=implementation)
        super().__init__(exercise, original.problems)
        self.original, self.mistake_name = original, mistake.name
        self.mistakes[mistake.name] = mistake

    def outputs(self, mistakes: MistakeNames, index: int) -> Outputs:
        """Return what a set of mistakes gives on a problem."""
        if self.mistake_name not in mistakes:
            return self.original.outputs(mistakes, index)
        return super().outputs(mistakes, index)


@lru_cache(maxsize=64)  # all exercises with one seed
def key_for(exercise: Exercise, seed: int) -> AnswerKey:
    """Return the answer key to the problems that a seed draws, made once."""
    return AnswerKey(exercise, draw_problems(exercise, seed))


def share_of_tie(got: Array, without: Array, tied: Array) -> float:
    """Return how much of what lies at a kink is in an output, between 0 and 1."""
    change = tied - without
    with np.errstate(all="ignore"):
        share = ((got - without) * change).sum() / (change * change).sum()
    return float(np.nan_to_num(share).clip(0, 1))  # NaN would make any answer right

"""What an attempt returned, compared with an answer key: the mistakes that explain it.

An attempt whose outputs on every problem are those of a set of mistakes makes these
mistakes.
"""

from collections.abc import Sequence
from itertools import chain, pairwise, product
from numbers import Real

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._attempt import Outputs
from svmlib.exercises._mistakes import TIED_COUNTS
from svmlib.exercises._tolerance import is_close
from svmlib.exercises.verdict._answer_key import AnswerKey, MistakeNames, share_of_tie

MAX_UNEXPLAINED_SHARE = 0.2  # of the problems on which an attempt is wrong


class Comparison:
    """What an attempt returned on the problems of a key, compared with the key.

    ``is_right[output][index]`` says whether an output is right on a problem, and
    ``wrong`` lists the problems on which any output is not.
    """

    def __init__(self, key: AnswerKey, got: Sequence[Outputs]) -> None:
        self.key, self.got = key, got
        answered = list(zip(key.problems, got, strict=True))
        self.is_right = [
            [
                is_close(
                    answers[output],
                    key.nearest((), index, output, answers[output]),
                    problem.tolerance_scale,
                )
                for index, (problem, answers) in enumerate(answered)
            ]
            for output in range(key.num_outputs)
        ]
        self.wrong = [
            n for n, ok in enumerate(zip(*self.is_right, strict=True)) if not all(ok)
        ]
        # The problems on which an output is wrong come first, because most sets of
        # mistakes leave it right there, and can be dropped at once.
        self._order = [
            sorted(range(len(ok)), key=ok.__getitem__) for ok in self.is_right
        ]

    def explanations(self, loosely: bool = False) -> list[MistakeNames]:
        """Return the smallest sets of mistakes that give these outputs on every problem.

        Single mistakes are tried first, and then pairs. If none explains all outputs, each
        output is explained by itself (see `explanations_of`), and these explanations are
        joined. With ``loosely``, a set may leave a few of the wrong answers unexplained, but
        it must not change an output that is always right.
        """
        if not self.wrong:
            return [()]
        key = self.key
        may_miss = int(len(self.wrong) * MAX_UNEXPLAINED_SHARE) if loosely else 0

        def explains(mistakes: MistakeNames) -> bool:
            return all(
                self._explains(mistakes, output, 0 if all(is_right) else may_miss)
                for output, is_right in enumerate(self.is_right)
            )

        for size in range(1, key.max_size + 1):
            first, *others = (
                key.candidates(self.got[0][output], output, size)
                for output in range(key.num_outputs)
            )
            found = [m for m in first if all(m in other for other in others)]
            found = list(filter(explains, found))
            if found:
                return found
        apart = [self.explanations_of(output) for output in range(key.num_outputs)]
        joined = dict.fromkeys(
            tuple(m for m in key.mistakes if m in chain(*sets))
            for sets in product(*apart)
        )
        found = list(filter(explains, joined))
        return [m for m in found if len(m) == min(map(len, found))]

    def explanations_of(self, output: int) -> list[MistakeNames]:
        """Return the smallest sets that give one of the outputs on every problem.

        If no mistake and no pair does, one mistake of each group in ``often_together`` is
        taken, in every way.
        """

        def explains(mistakes: MistakeNames) -> bool:
            return self._explains(mistakes, output)

        for size in range(self.key.max_size + 1):
            candidates = self.key.candidates(self.got[0][output], output, size)
            found = list(filter(explains, candidates))
            if found:
                return found
        groups = self.key.exercise.often_together
        if groups and self.got[0][output].ndim:
            return list(filter(explains, product(*groups)))
        return []

    def count_explained(self) -> int:
        """Return how many outputs some set of mistakes gives on every problem."""
        return sum(map(bool, map(self.explanations_of, range(self.key.num_outputs))))

    def leaves_nothing_unexplained(self, mistakes: MistakeNames) -> bool:
        """Whether a set of mistakes gives what is returned wherever that is wrong."""
        return all(
            self._gives(mistakes, index, output)
            for index in self.wrong
            for output in range(self.key.num_outputs)
        )

    def takes_one_subgradient(self) -> bool:
        """Whether all outputs take the same subgradient, if each takes a right one.

        What lies exactly at the kink counts in part, and the part must be the same for all.
        """
        for index, problem in enumerate(self.key.problems):
            if problem.is_at_kink:
                answers = self.key.outputs((), index)
                tied = self.key.outputs((TIED_COUNTS,), index)
                outputs = self.got[index], answers, tied
                share = share_of_tie(
                    *(np.concatenate([*map(np.ravel, each)]) for each in outputs)
                )
                if not all(
                    is_close(part, a + share * (b - a), problem.tolerance_scale)
                    for part, a, b in zip(self.got[index], answers, tied, strict=True)
                ):
                    return False
        return True

    def expected_of(self, output: int) -> list[Array]:
        """Return what an output should be on each problem.

        At a kink, where any subgradient is right, a right output is left as it is.
        """
        judged = zip(self.key.problems, self.is_right[output], strict=True)
        return [
            self.got[index][output]
            if ok and problem.is_at_kink
            else self.key.outputs((), index)[output]
            for index, (problem, ok) in enumerate(judged)
        ]

    def constant_outputs(self) -> dict[int, float]:
        """Return the outputs that are one number on every problem, and should not be."""
        found = {}
        for output in range(self.key.num_outputs):
            got, expected = (
                [answers[output] for answers in all_answers]
                for all_answers in (self.got, self.key.right_outputs())
            )
            value = next((float(a.flat[0]) for a in got if a.size), np.nan)
            if all(
                a.shape == b.shape and (a == value).all()
                for a, b in zip(got, expected, strict=True)
            ):
                numbers = {number for b in expected for number in b.ravel().tolist()}
                if len(numbers) > 1 or (not value and value not in numbers):
                    found[output] = value
        return found

    def needs_several_for_an_output(self) -> bool:
        """Whether an output is explained only by several mistakes together.

        Mistakes that the exercise combines count as one.
        """
        found = map(self.explanations_of, range(self.key.num_outputs))
        return any(
            sets and all(len(self.key.combined(mistakes)) > 1 for mistakes in sets)
            for sets in found
        )

    def ignored_numbers(self) -> list[str]:
        """Return the names of the arguments that are numbers and seem to be ignored.

        Some problems differ from the one before in a single argument. It seems to be
        ignored if the right answer changes with it, but what is returned never does. There
        are few such problems, so the attempt may notice the argument on others.
        """
        noticed: dict[str, bool] = {}
        takes, expected = self.key.exercise.takes, self.key.right_outputs()
        for k, (problem, changed) in enumerate(pairwise(self.key.problems)):
            pairs = zip(takes, problem.args, changed.args, strict=True)
            values = {name: new for name, old, new in pairs if old is not new}
            if len(values) == 1 and _differ(expected[k], expected[k + 1]):
                ((name, value),) = values.items()
                if isinstance(value, Real):
                    is_noticed = _differ(self.got[k], self.got[k + 1])
                    noticed[name] = noticed.get(name, False) or is_noticed
        return [name for name, is_noticed in noticed.items() if not is_noticed]

    def _explains(self, mistakes: MistakeNames, output: int, may_miss: int = 0) -> bool:
        """Whether a set of mistakes gives this output on every problem.

        It may miss as many problems as ``may_miss`` says, but none of the ordinary kind.
        """
        num_missed = 0
        for index in self._order[output]:
            if not self._gives(mistakes, index, output):
                num_missed += 1
                if num_missed > may_miss or not self.key.problems[index].kind:
                    return False
        return True

    def _gives(self, mistakes: MistakeNames, index: int, output: int) -> bool:
        got, scale = self.got[index][output], self.key.problems[index].tolerance_scale
        return is_close(got, self.key.nearest(mistakes, index, output, got), scale)


def _differ(outputs: Outputs, others: Outputs) -> bool:
    return not all(map(np.array_equal, outputs, others))

"""The problems of an exercise, and the rules for those who write them.

``problems(rng)`` yields one `Problem` of each kind that an attempt can get wrong. A problem
holds the arguments, and says of which kind it is in words that a verdict puts after
"where", such as "there are two classes". It is called again, with another ``rng`` each
time, until there are a hundred problems. `check` uses a fixed seed, and grading a secret one.
A few of the ordinary problems are followed by others in which one argument after another is
changed, as `Changes` says, because an attempt may keep what it has computed and not notice
that an argument is new. In one problem each matrix is stored by columns, in the order of
Fortran. `_draw_problems` adds these. Four rules:

1. The first kind is an ordinary one, on which as many mistakes as possible differ from
   the right answer and from each other: diagnosis begins there. Its numbers are of
   order 1, and no two of its sizes are equal.
2. No right program may fail. Stay away from kinks, where ``>`` and ``>=`` differ, by
   more than float32 rounds (draw again until no margin is close). A problem exactly at a
   kink has the kind `AtKink`. Say with ``tolerance_scale`` how large the numbers are
   that the answer is computed from, if that is not about 1. An error is tolerated up to
   5e-5 of that and of the answer.
3. A kind is there to catch wrong programs, such as one that skips a row, stops after a
   few, or is right for one number only. It has to catch them with any seed, not by luck,
   so it draws until its condition holds. Every kind draws its sizes anew, and small ones
   often, because the smallest problem that fails is shown.
   Leave out a kind if others catch the same programs, unless it shows a mistake more
   clearly: a cut-off after ten rows is wrong on twenty rows and on a thousand, but a
   reader can look through the twenty. There is a kind for each of these:

   - a size between 20 and 900, `tens_or_hundreds`, and one in the `thousands` (in the
     hundreds for a kernel matrix), so that a program that stops after some rows, or counts
     them in a byte, is wrong. The large one comes once, and a loop over all of it must stay
     cheap: the verdict on a right program takes a few tenths of a second at most;
   - very large numbers in an argument, which are `LargeNumbers`, and very small ones,
     `SmallNumbers`: if an attempt goes wrong on these alone, the verdict asks about it;
   - integers in an argument that may hold any number, `WholeNumbers`. There are two such
     kinds. In one, this is the only argument with integers, and the answer has fractions:
     a program that writes it into ``np.zeros_like`` of this argument loses them, and they
     have to be larger than the tolerance. In the other, the integers are multiples of
     `WRAPS_TO_ZERO`. The arrays are of np.int64, so that int32 doesn't overflow where it
     is the default;
   - an answer with some numbers thousands of times as large as others, where both still
     count: what is below 5e-5 of the largest doesn't.
4. Numbers have few digits, because a verdict shows all of them. Where the problem is small
   enough for that, `_draw_problems` takes away what rounding has added, as in
   0.30000000000000004. An attempt that rounds would be right on numbers with few digits. So
   an argument that is changed is multiplied by `MANY_DIGITS`, by `_draw_problems` or by its
   function in `Changes`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from svmlib._typing import Array

MAX_NUMBERS_SHOWN = 16  # in the problem that a verdict quotes
WRAPS_TO_ZERO = 2**16  # in int8, uint8, int16 and uint16, as do its multiples
# 1.732..., for numbers with more digits than rounding leaves. It has few enough bits for
# float32 to hold its products with 0.5, 1.5, 2 and 3 exactly.
MANY_DIGITS = 1816187 / 2**20


class LargeNumbers(str):
    """The kind of a problem with large numbers."""


class SmallNumbers(str):
    """The kind of a problem with small numbers, or with numbers close to a kink."""


class WholeNumbers(str):
    """The kind of a problem with integers where an ordinary one has other numbers."""


class AtKink(str):
    """The kind of a problem in which one term lies exactly at its kink.

    Any subgradient is right there: what the implementation returns, what it returns when
    it makes `TIED_COUNTS`, and everything between the two. The numbers have to be such that
    nothing is rounded, in whatever order a program computes.
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

    @property
    def is_at_kink(self) -> bool:
        """Whether any subgradient is right."""
        return isinstance(self.kind, AtKink)


class Formula:
    """A function of one number that a verdict can show, such as ``lambda w: sin(w)``.

    It can be sent to another process, where it is that lambda.
    """

    def __init__(self, code: str) -> None:
        self._code = code
        self._function = eval(code, {"sin": math.sin})

    def __call__(self, number: float) -> float:
        """Return the function's value."""
        return float(self._function(number))

    def __repr__(self) -> str:
        return self._code

    def __deepcopy__(self, memo: Any) -> "Formula":
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return eval, (self._code, {"sin": math.sin})


@dataclass(frozen=True)
class Changes:
    """How one argument of a problem is changed, so that it is another valid problem.

    Attributes
    ----------
    new_values : mapping
        For the name of an argument, a function of all arguments that returns a new value
        for it, where what `_draw_problems.changed_value` returns isn't valid or changes no
        answer.
    accepts : callable
        Whether a right program is sure to pass with these arguments: not close to a kink.
    kind : str
        The kind of the problems that are changed, and of those made from them.
    """

    new_values: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    accepts: Callable[..., bool] = lambda *args: True
    kind: str = ""


Problems = Callable[[np.random.Generator], Iterable[Problem]]


def with_exact_answers(problems: Problems) -> Problems:
    """Tolerate no error in the answers, such as labels and counts, except at a kink."""

    def exact(rng: np.random.Generator) -> Iterator[Problem]:
        for problem in problems(rng):
            if not problem.is_at_kink:
                problem = problem._replace(tolerance_scale=0.0)
            yield problem

    return exact


def log_uniform(rng: np.random.Generator, low: int, high: int) -> int:
    """Draw a size that has two digits as often as three."""
    return int(np.exp(rng.uniform(np.log(low), np.log(high))))


def tens_or_hundreds(rng: np.random.Generator) -> int:
    """Draw a size between those that can be read and those that come once."""
    return log_uniform(rng, 20, 900)


def thousands(rng: np.random.Generator) -> int:
    """Draw the size of a large problem, which comes once.

    A right program that calls itself for each of so many rows doesn't go too deep.
    """
    return log_uniform(rng, 2100, 2800)


def count_numbers(value: Any) -> int:
    """Return how many numbers an argument, or a tuple of them, holds."""
    if isinstance(value, list | tuple):
        return sum(map(count_numbers, value))
    return int(np.size(value))

"""The bounds of a pair of multipliers, which clip-bounds asks for and pair-step needs."""

from collections.abc import Iterator, Mapping
from itertools import product

import numpy as np

from svmlib.exercises._mistakes import Mistake, Switch, read_glossary
from svmlib.exercises._problems import LargeNumbers, Problem, SmallNumbers, WholeNumbers


def clip_bounds(
    makes: Switch, alpha_i: float, alpha_j: float, y_i: int, y_j: int, C: float
) -> tuple[float, float]:
    """Bounds of alpha_j on the line that the constraints leave."""
    if any(map(makes, _MISTAKES_IN_BETA)):
        return _bounds_by_beta(makes, alpha_i, alpha_j, y_i, y_j, C)
    equal = (y_i == y_j) != makes("cases-exchanged")
    if makes("always-equal"):
        equal = True
    if makes("always-unequal"):
        equal = False
    if makes("bounds-of-alpha-i"):
        alpha_i, alpha_j = alpha_j, alpha_i
    if equal:
        high = alpha_i + alpha_j
        low = high if makes("c-missing-in-low") else high - C
    else:
        low = alpha_j - alpha_i
        high = low if makes("c-missing-in-high") else low + C
    larger = min if makes("min-for-max") else max
    smaller = max if makes("max-for-min") else min
    L, H = larger(0.0, low), smaller(C, high)
    makes_here = _with_suffix(makes, _EQUAL if equal else _UNEQUAL)
    if makes_here("low-not-clipped"):
        L = low
    if makes_here("high-not-clipped"):
        H = high
    if makes("box-only") or makes_here("low-is-zero"):
        L = 0.0
    if makes("box-only") or makes_here("high-is-c"):
        H = C
    return (H, L) if makes("order-exchanged") else (L, H)


_MISTAKES_IN_BETA = ("ends-of-beta", "ends-not-exchanged", "boxes-positive")


def _bounds_by_beta(
    makes: Switch, alpha_i: float, alpha_j: float, y_i: int, y_j: int, C: float
) -> tuple[float, float]:
    """The bounds from those of beta_j, which y_j turns into those of alpha_j."""
    total = alpha_i * y_i + alpha_j * y_j
    low_i, low_j = (
        0.0 if makes("boxes-positive") else min(0.0, C * y) for y in (y_i, y_j)
    )
    # What is left for beta_j, if beta_i is at an end of its box.
    low, high = max(low_j, total - (low_i + C)), min(low_j + C, total - low_i)
    sign = 1 if makes("ends-of-beta") else y_j
    L, H = sign * low, sign * high
    return (H, L) if sign < 0 and not makes("ends-not-exchanged") else (L, H)


_EQUAL, _UNEQUAL = "for-equal-labels", "for-unequal-labels"


def _made_only_where(
    case: str, suffix: str, mistakes: Mapping[str, Mistake]
) -> dict[str, Mistake]:
    """Return these mistakes for programs that make them in one case only.

    The case is said in words, such as "the labels are equal". The names end with the
    suffix, for which `_with_suffix` asks.
    """
    return {
        f"{name}-{suffix}": Mistake(
            f"{name}-{suffix}", f"where {case}, {text}", chapter
        )
        for name, text, chapter in mistakes.values()
    }


def _with_suffix(makes: Switch, suffix: str) -> Switch:
    """Return a switch for where the case of `_made_only_where` with this suffix holds."""
    return lambda mistake: makes(mistake) or makes(f"{mistake}-{suffix}")


_ONE_BOUND_MISTAKES = read_glossary(
    "smo",
    """
    low-not-clipped: L is not clipped: a multiplier is never below zero.
    high-not-clipped: H is not clipped: a multiplier is never above C.
    low-is-zero: L is always 0: alpha_i moves with alpha_j and has to stay in its own
        box, which may keep alpha_j above 0.
    high-is-c: H is always C: alpha_i moves with alpha_j and has to stay in its own box,
        which may keep alpha_j below C.
    """,
)


CLIP_BOUNDS_MISTAKES = (
    _ONE_BOUND_MISTAKES
    | _made_only_where("the labels are equal", _EQUAL, _ONE_BOUND_MISTAKES)
    | _made_only_where("the labels are unequal", _UNEQUAL, _ONE_BOUND_MISTAKES)
    | read_glossary(
        "smo",
        """
    cases-exchanged: the two cases are exchanged: with equal labels the sum of the two
        multipliers is fixed, with unequal ones their difference.
    always-equal: the labels have no effect, as if they were always equal: with unequal
        ones it is the difference of the multipliers that is fixed.
    always-unequal: the labels have no effect, as if they were never equal: with equal
        ones it is the sum of the multipliers that is fixed.
    bounds-of-alpha-i: the bounds are those of alpha_i: with unequal labels, alpha_j has
        others.
    min-for-max: L is the smaller of its two numbers: both constraints hold at once, so
        the higher of two lower bounds counts.
    max-for-min: H is the larger of its two numbers: both constraints hold at once, so
        the lower of two upper bounds counts.
    c-missing-in-low: C is missing from L, where the labels are equal: how low can
        alpha_j be when alpha_i is as high as it can be?
    c-missing-in-high: C is missing from H, where the labels are unequal: how high can
        alpha_j be when alpha_i is as high as it can be?
    box-only: L and H are the box of alpha_j alone: alpha_i moves with it, and has to
        stay in its own box.
    order-exchanged: L and H are exchanged: L is the lower of the two.
    ends-of-beta: the bounds are those of beta_j = alpha_j y_j: multiply by y_j to get
        those of alpha_j.
    ends-not-exchanged: L comes from the lower end of beta_j and H from the upper one,
        whatever y_j is: where it is -1, the lower end of beta_j is the upper one of alpha_j.
    boxes-positive: L and H keep alpha y between 0 and C: the box of beta goes from -C to
        0 where the label is -1.
    low-not-clipped + high-not-clipped: L and H are not clipped: a multiplier stays
        between 0 and C.
    min-for-max + max-for-min: the max and the min are exchanged: both constraints hold at
        once, so the higher of two lower bounds counts.
    ends-of-beta + boxes-positive: alpha y is kept between 0 and C, and used as if it
        were alpha: the box of beta goes from -C to 0 where the label is -1, and alpha_j
        is y_j times beta_j.
    """,
    )
)


def bounds_problems(rng: np.random.Generator) -> Iterator[Problem]:
    """Pairs with labels as an array holds them, which `is` does not compare."""
    for (alpha_i, alpha_j, y_i, y_j, C), kind, scale in _pairs(rng):
        yield Problem((alpha_i, alpha_j, *np.array([y_i, y_j]), C), kind, scale)


def _pairs(rng: np.random.Generator) -> Iterator[Problem]:
    """Pairs of which each of the two bounds comes from each of the two boxes."""

    def tenths(y_i: int, y_j: int, total: str, kind: str, C: float) -> Problem:
        while True:
            # Where C is what is special, both multipliers have a part in the bounds.
            a, b = (int(t) for t in rng.integers(1 if kind else 0, 11, 2))
            rest = a + b - 10 if y_i == y_j else b - a
            if a != b and (rest > 0) == (total == "high") and rest:
                pair = (float(f"{C * t / 10:.9g}") for t in (a, b))
                return Problem((*pair, y_i, y_j, C), kind, C)

    for y_i, y_j in ((1, -1), (1, 1), (-1, 1), (-1, -1)):
        for total in ("high", "low"):
            yield tenths(y_i, y_j, total, "", float(rng.choice([0.3, 0.7, 1.5, 2.0])))
    for C, kind in (
        (1.0, "C = 1"),
        (3, WholeNumbers("C is the integer 3")),
        (50.0, LargeNumbers("C is large")),
        (1e9, LargeNumbers("C is large")),
        (0.001, SmallNumbers("C is small")),
        (1e-9, SmallNumbers("C is small")),
    ):
        y_i, y_j = (int(label) for label in rng.choice([-1, 1], 2))
        yield tenths(y_i, y_j, str(rng.choice(["high", "low"])), kind, C)
    for y_j in (1, -1):
        yield Problem((2, 0.6, 1, y_j, 2.5), WholeNumbers("alpha_i is the integer 2"))
        yield Problem((0.6, 2, 1, y_j, 2.5), WholeNumbers("alpha_j is the integer 2"))
        C = float(rng.choice([0.3, 0.7, 1.5, 2.0]))
        a = round(C * float(rng.choice([0.2, 0.4, 0.7])), 9)
        yield Problem((a, a, 1, y_j, C), "the multipliers are equal", C)
        yield Problem((0.0, 0.0, 1, y_j, C), "both multipliers are 0", C)
        yield Problem((C, C, -1, y_j, C), "both multipliers are C", C)
        yield Problem((C, a, -1, y_j, C), "alpha_i is C", C)
        yield Problem((a, 0.0, 1, y_j, C), "alpha_j is 0", C)
    for y_i, y_j, first in product((1, -1), (1, -1), (0, 1)):
        C = float(rng.choice([0.3, 0.7, 1.5, 2.0]))
        args = first * C, (1 - first) * C, y_i, y_j, C
        yield Problem(args, "the multipliers are at opposite bounds", C)

"""Exercises of the chapter smo: bounds and step of a pair, and the stopping gap."""

from collections.abc import Callable, Iterator

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._catalogue import Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import Switch, no_mistake
from svmlib.exercises._problems import (
    MANY_DIGITS,
    Changes,
    LargeNumbers,
    Problem,
    SmallNumbers,
)
from svmlib.exercises.chapters._binary_data import (
    dual_problems,
    near_the_bounds,
    rbf_of,
    size_of_terms,
    two_classes,
)
from svmlib.exercises.chapters._clip_bounds import (
    CLIP_BOUNDS_MISTAKES,
    bounds_problems,
    clip_bounds,
)
from svmlib.exercises.chapters._pair_step import (
    GRADIENT_MISTAKES,
    PAIR_STEP_MISTAKES,
    gradient,
    pair_step,
)
from svmlib.exercises.chapters._pair_step_problems import (
    PAIR_CHANGES,
    other_labels,
    pair_step_problems,
)
from svmlib.exercises.chapters.duality import TOLERANCE_MISTAKES, off_bounds

CHAPTER = Chapter("smo", "Sequential minimal optimisation")


CHAPTER.add(
    Exercise(
        "clip-bounds",
        "A function (alpha_i, alpha_j, y_i, y_j, C) that returns (L, H): the lowest "
        "and the highest value that alpha_j can take when the two multipliers change, "
        "both stay between 0 and C, and alpha_i y_i + alpha_j y_j stays as it is.",
        returns=("L", "H"),
        implementation=clip_bounds,
        mistake_table=CLIP_BOUNDS_MISTAKES,
        problems=bounds_problems,
        changes=Changes(
            new_values={
                "y_i": lambda alpha_i, alpha_j, y_i, y_j, C: -y_i,
                "y_j": lambda alpha_i, alpha_j, y_i, y_j, C: -y_j,
            }
        ),
    )
)


CHAPTER.add(
    Exercise(
        "pair-step",
        "A function (alpha, K, y, C, i, j) that returns the multipliers (N,) after the "
        "exact step in the pair i, j, whose curvature is positive: alpha_i and alpha_j "
        "go where the dual is best, with 0 <= alpha <= C and the sum of alpha y as it "
        "is. The others stay. The step can go either way: alpha_i y_i rises and "
        "alpha_j y_j falls, or alpha_i y_i falls and alpha_j y_j rises. alpha is (N,), "
        "K is (N, N), y (N,) holds -1 and +1.",
        returns=("the new alpha",),
        implementation=pair_step,
        mistake_table=PAIR_STEP_MISTAKES,
        problems=pair_step_problems,
        changes=PAIR_CHANGES,
    )
)


def _stopping_gap(makes: Switch, alpha: Array, K: Array, y: Array, C: float) -> float:
    g = gradient(makes, alpha, K, y)
    above, below = off_bounds(makes, alpha, C)
    if makes("bound-c-ignored"):
        below[:] = True
    if makes("bound-zero-ignored"):
        above[:] = True
    rises = below if makes("rises-without-labels") else np.where(y > 0, below, above)
    falls = above if makes("falls-without-labels") else np.where(y > 0, above, below)
    if makes("sets-exchanged"):
        rises, falls = falls, rises
    if makes("box-positive"):
        rises, falls = alpha * y < C, alpha * y > 0
    if makes("free-only"):
        rises = falls = above & below
    if makes("elif-falls"):
        falls = falls & ~rises
    if makes("elif-rises"):
        rises = rises & ~falls
    if makes("all-in-both-sets"):
        rises = falls = np.full(len(y), True)
    if not rises.any() or not falls.any():  # by a mistake
        return -np.inf if makes("elif-falls") or makes("elif-rises") else 0.0
    highest, lowest = g[falls].max(), g[rises].min()
    if makes("place-in-set"):
        highest, lowest = g[g[falls].argmax()], g[g[rises].argmin()]
    if makes("best-pair"):
        highest, lowest = g[falls].min(), g[rises].max()
    if makes("starts-at-zero"):
        highest, lowest = max(0.0, highest), min(0.0, lowest)
    gap = highest - lowest
    if makes("negated"):
        gap = -gap
    if makes("gap-absolute"):
        gap = abs(gap)
    return max(0.0, float(gap)) if makes("gap-floored") else float(gap)


STOPPING_GAP_MISTAKES = CHAPTER.read_mistakes(
    """
    sets-exchanged: the two sets are exchanged: the largest g belongs to those that can
        fall. Or does g have the wrong sign?
    sets-exchanged + y-added: the kernel's part of g has the wrong sign: g is K beta - y.
    rises-without-labels: the set of those that can rise has alpha < C for both classes:
        for y = -1, alpha y rises when alpha falls.
    falls-without-labels: the set of those that can fall has alpha > 0 for both classes:
        for y = -1, alpha y falls when alpha rises.
    rises-without-labels + falls-without-labels: the labels have no part in the sets: for
        y = -1, alpha y falls when alpha rises.
    all-in-both-sets: every example is in both sets: one whose alpha y has come to its bound
        cannot go further.
    free-only: only free examples are in the sets: one at a bound can still move away
        from it.
    box-positive: the box of alpha y goes from 0 to C for both classes: for a negative
        example it goes from -C to 0.
    bound-c-ignored: alpha = C isn't treated as a bound: such a multiplier cannot rise.
    bound-zero-ignored: alpha = 0 isn't treated as a bound: such a multiplier cannot
        fall.
    elif-falls: a free example is only in the set that can rise: it can fall as well. Is
        there an `elif` in place of a second `if`?
    elif-rises: a free example is only in the set that can fall: it can rise as well. Is
        there an `elif` in place of a second `if`?
    place-in-set: both numbers are looked up at a place within a set: argmax of g[set] is
        a place in g[set], and not in g.
    best-pair: largest and smallest are exchanged: the exercise asks for the worst pair.
    starts-at-zero: 0 is compared with as well, though both numbers can be above it, or
        both below. Does a loop start with 0 as the largest g and as the smallest, or does
        a mask put 0 in place of the other g?
    negated: the difference is the wrong way round.
    gap-absolute: the sign of the number is dropped: it may be negative, and then there
        is nothing left to do.
    gap-floored: a negative gap is raised to 0: it may be negative where no example is
        free.
    """,
)


def _changed_by(
    rng: np.random.Generator,
    *mistakes: str,
    other_C: Callable[[float], float] | None = None,
) -> Problem:
    """Draw an ordinary problem in which each of these mistakes changes the gap.

    Some examples can only rise, and some can only fall. The C that ``other_C`` returns, if
    that function is given, changes the gap as well.
    """
    while True:
        alpha, X, y, C, _ = next(dual_problems(rng))
        for _ in range(20):  # with one alpha, because that takes longer to draw
            X = rng.normal(size=X.shape).round(1)
            args = alpha, X @ X.T, y, C
            gaps = [
                _stopping_gap(m.__eq__, *args) for m in ("elif-falls", "elif-rises")
            ]
            if not np.isfinite(gaps).all() or (other_C and not other_C(C)):
                break  # whatever X is
            gap = _stopping_gap(no_mistake, *args)
            others = [_stopping_gap(m.__eq__, *args) for m in mistakes]
            if other_C:
                others.append(_stopping_gap(no_mistake, *args[:3], other_C(C)))
            if all(abs(gap - other) > 0.1 for other in others):
                return Problem(args)


def _gap_problems(rng: np.random.Generator) -> Iterator[Problem]:
    yield _changed_by(rng, "free-only")
    yield _changed_by(rng, "elif-falls", "elif-rises")
    yield _changed_by(rng, other_C=np.floor)
    yield _changed_by(rng, "bound-c-ignored")  # so that a larger C changes the gap
    alpha, K, y, C = _changed_by(rng, other_C=lambda C: 1e-9).args
    args = 2.0**60 * alpha, K / 2.0**60, y, 2.0**60 * C
    yield Problem(args, LargeNumbers("C is large"), 1.0 + size_of_terms(alpha, K))
    for alpha, X, y, C, kind in dual_problems(rng):
        K = X @ X.T
        if len(y) > 100:  # the worst pair comes last
            last = np.roll(np.argsort(K @ (alpha * y) - y), -1)
            alpha, X, y, K = alpha[last], X[last], y[last], K[last][:, last]
        yield Problem((alpha, K, y, C), kind, 1.0 + size_of_terms(alpha, K))
        if not kind:
            yield Problem((alpha, rbf_of(X), y, C), "the kernel is RBF")
    wanted = {(label, bound) for label in (-1, 1) for bound in (0, 1)}
    while wanted:  # each of the four is in the worst pair of a problem
        alpha, X, y, C, kind = near_the_bounds(rng)
        K = X @ X.T
        gap = _stopping_gap(no_mistake, alpha, K, y, C)
        seen = set()
        for label, bound in wanted:
            one = (y == label) & (np.abs(alpha - bound * C) < 0.1 * C)
            moved = np.where(one, bound * C, alpha)
            if abs(_stopping_gap(no_mistake, moved, K, y, C) - gap) > 0.1:
                seen.add((label, bound))
        if seen:
            wanted -= seen
            yield Problem((alpha, K, y, C), kind)
    y, alpha, gap = np.array([-1, -1, 1, 1, 1, 1]), np.array([1, 1] + 4 * [0.5]), 0.0
    while not 0 < gap < 1e-6:
        X = rng.integers(-4, 5, (6, 3))
        K = 2.0**-22 * X @ X.T
        gap = _stopping_gap(no_mistake, alpha, K, y, 1.0)
    yield Problem((alpha, K, y, 1.0), SmallNumbers("the gap is tiny"), 1e-6)
    for share, value in ((0, "0"), (1, "C")):
        X, C = rng.normal(size=(6, 3)).round(1), float(rng.choice([0.5, 1.5, 2.0]))
        y = two_classes(rng, 6, 3)
        args = np.full(6, share * C), X @ X.T, y, C
        yield Problem(args, f"all multipliers are {value}", 10.0)
    for sign, what in ((1, "fall"), (-1, "rise")):
        X, C = rng.normal(size=(4, 3)).round(1), float(rng.choice([0.5, 1.5, 2.0]))
        args = np.array([C, C, 0, 0]), X @ X.T, sign * np.array([1, -1, 1, 1]), C
        yield Problem(args, f"only one example can {what}", 10.0)
    for sign, where in ((1, "above"), (-1, "below")):
        alpha, K, y, C = _changed_by(rng).args
        beta = alpha * y
        f = K @ beta
        # All examples move along w by the same amount. As the sum of beta is 0, w stays
        # where it is, and each g changes by this.
        change = sign * (np.abs(f).max() + 3)
        moved = K + (change * (f[:, None] + f) + change**2) / (beta @ f)
        scale = 1.0 + size_of_terms(alpha, moved)
        yield Problem((alpha, moved, y, C), f"every g is {where} 0", scale)
    x, C = np.array([1.0, -1, 3]), float(rng.choice([0.75, 1.0, 2.0]))
    args = np.array([0.5, 0.5, 0]), np.outer(x, x), np.array([1, -1, 1]), C
    yield Problem(args, "g is 0 at the examples that violate most")
    order, C = rng.permutation(4), 0.1875
    x, alpha = np.array([-8.0, -1, 1, 8])[order], np.array([0, C, C, 0])[order]
    args = alpha, np.outer(x, x), np.sign(x).astype(int), C
    yield Problem(args, "the gap is negative")


CHAPTER.add(
    Exercise(
        "stopping-gap",
        "A function (alpha, K, y, C) that returns by how much the worst pair violates "
        "the conditions of the optimum: with beta = alpha y and g = K beta - y, the "
        "largest g where beta can fall minus the smallest g where beta can rise. It "
        "may be negative. The sum of beta is 0. alpha is (N,), K is (N, N), y (N,) "
        "holds both -1 and +1.",
        returns=("the stopping gap",),
        implementation=_stopping_gap,
        mistake_table=STOPPING_GAP_MISTAKES | TOLERANCE_MISTAKES | GRADIENT_MISTAKES,
        problems=_gap_problems,
        changes=Changes(
            new_values={  # the sum of alpha y stays 0
                "alpha": lambda alpha, K, y, C: MANY_DIGITS * alpha,
                "y": other_labels,
            }
        ),
    )
)

"""Gradient checks that know where the hinge has its kinks.

Between kinks the loss is a parabola along every coordinate, and a centred difference is
exact apart from rounding. So `check_gradient` steps as far as the nearest kink allows, and
can ask for an agreement so close that a gradient without its penalty fails.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import cycle
from typing import Any, Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from svmlib._overflow import check_overflow, without_numpy_errors
from svmlib._typing import RNG, Array, Loss
from svmlib._validation import (
    as_generator,
    as_integer,
    as_loss_pair,
    as_positive,
    as_problem,
    as_reals,
    check_callable,
    check_finite,
    check_one_number,
)
from svmlib.hinge import linear_scores

__all__ = [
    "GradientCheck",
    "check_gradient",
    "kink_distance",
    "numerical_gradient",
    "relative_error",
]

Objective = Callable[[Array], float]
KINK_RADIUS = 1e-9  # W is taken to be on a kink that is nearer than this


@dataclass(frozen=True)
class GradientCheck:
    """What `check_gradient` found; it is true if the check has passed.

    Attributes
    ----------
    method : {"difference", "subgradient"}
        The second is used on a kink, where there is no gradient to compare with.
    error : float
        The largest disagreement in an entry. In a subgradient check, how far the loss lies
        below the plane through (W, loss) whose slope is the returned gradient. Of the points
        tried, the one counts where this is largest relative to its tolerance.
    tolerance : float
        How large that error can be by rounding alone.
    step : float
        Step of the difference; in a subgradient check, the shortest length tried: 1e-3, or
        a thousandth of the largest weight if that is less.
    distance : float
        How far the nearest kink is.
    where : (int, int) or None
        Entry (k, j) of the largest disagreement; None in a subgradient check.
    """

    method: Literal["difference", "subgradient"]
    error: float
    tolerance: float
    step: float
    distance: float
    where: tuple[int, int] | None

    @property
    def passed(self) -> bool:
        """Whether rounding alone explains the error; never where the loss overflows."""
        return self.error <= self.tolerance < np.inf

    def __bool__(self) -> bool:
        """Tell whether the check has passed."""
        return self.passed


def numerical_gradient(f: Objective, W: ArrayLike, h: float = 1e-5) -> Array:
    """Centred differences ``(f(W + h e) - f(W - h e)) / 2h``, entry by entry.

    f takes an array of W's shape and returns a finite number. The result has W's shape,
    in float64 (``eq-centred-difference``).

    Raises
    ------
    ValueError
        If W is empty or not finite, if f returns anything else, or if the step h is not
        > 0, or too small or too large beside an entry of W.
    FloatingPointError
        If a difference of two values of f overflows.

    Examples
    --------
    >>> numerical_gradient(lambda w: float(w[0] ** 2 + 3 * w[1]), [2.0, 5.0]).round(6)
    array([4., 3.])
    """
    h = as_positive(h, "h")
    check_callable(f, "f", "W")
    point = as_reals(W, "W")
    if point.size == 0:
        raise ValueError(f"W must not be empty, got shape {point.shape}")
    check_finite(point, "W")

    def value(at: Array) -> float:
        return _objective_value(f(at.copy()))  # f may write to its argument

    gradient = np.empty(point.shape)
    for k in np.ndindex(point.shape):
        above, below, length = _values_on_both_sides(value, point, k, h)
        gradient[k] = (above - below) / length
    check_overflow(gradient, "f(W + h e) - f(W - h e)")
    return gradient


def _values_on_both_sides(
    f: Objective, point: Array, k: tuple[int, ...], h: float
) -> tuple[float, float, float]:
    """Return f with h added to entry k of a point, f with h taken off, and their distance."""
    centre = float(point[k])
    up, down = centre + h, centre - h
    if up == down or up - down == np.inf:
        fault = "is lost" if up == down else "overflows"
        entry = f"W[{', '.join(map(str, k))}] = {centre}"
        raise ValueError(f"the step {h} {fault} beside {entry}")
    point[k] = up
    above = f(point)
    point[k] = down
    below = f(point)
    point[k] = centre
    return above, below, up - down


def _objective_value(value: Any) -> float:
    """Return what f returned as a float; ValueError unless it is one finite number."""
    if isinstance(value, tuple | list):
        got = f"got {type(value).__name__}: take [0] of (loss, dW)"
        raise ValueError(f"f must return one number, {got}")  # noqa: TRY004
    check_one_number(value, "what f returns", "f must return one number")
    if not np.isfinite(float(value)):
        raise ValueError(f"f must return a finite number, got {value}")
    return float(value)


@without_numpy_errors()
def relative_error(a: ArrayLike, b: ArrayLike) -> float:
    """Largest ``|a - b| / max(|a|, |b|)`` of any entry, 0 where both are 0.

    Raises
    ------
    ValueError
        If a and b differ in shape, are empty, or are not finite.
    FloatingPointError
        If a difference overflows.

    Examples
    --------
    >>> relative_error([1.0, 0.0], [1.0, 0.0]), relative_error([2.0], [1.0])
    (0.0, 0.5)
    """
    a, b = as_reals(a, "a"), as_reals(b, "b")
    if a.shape != b.shape or a.size == 0:
        got = f"got {a.shape} and {b.shape}"
        raise ValueError(f"a and b must have one shape and must not be empty, {got}")
    check_finite(a, "a")
    check_finite(b, "b")
    scale = np.maximum(np.abs(a), np.abs(b))
    gap = np.abs(a - b)
    check_overflow(gap, "a - b")
    return float(np.max(gap / np.where(scale > 0, scale, 1)))


@without_numpy_errors()
def kink_distance(
    W: ArrayLike, X: ArrayLike, y: ArrayLike, *, delta: float = 1.0
) -> float:
    """How far one entry of W can move before some margin reaches 0.

    ``min |s_ij - s_iy + delta| / max_k |x_ik|`` over examples i and classes j != y_i
    (``eq-kink-distance``): 0 on a kink, infinity if X is all zeros. Arguments are those
    of `svmlib.hinge.svm_loss_naive`.

    Raises
    ------
    ValueError
        If an argument is not as there, or not finite.
    FloatingPointError
        If a score overflows.

    Examples
    --------
    >>> kink_distance([[13.0, -7.0, 11.0]], [[2.0]], [0], delta=10.0)
    3.0
    """
    W, X, y, _, delta = as_problem(W, X, y, 0.0, delta)
    rows = np.arange(X.shape[0])
    S = linear_scores(W, X)
    # Halved, so that the difference of two large scores doesn't overflow, and with a delta in
    # float64, because a large one overflows float32.
    half_gaps = np.abs(S / 2 - S[rows, y][:, None] / 2 + np.float64(delta / 2))
    half_gaps[rows, y] = np.inf
    high, low = X.max(axis=1).astype(np.float64), X.min(axis=1).astype(np.float64)
    reach = np.maximum(high, -low)
    moving = reach > 0
    # If this overflows, the kink is farther than any number: infinity is right.
    nearest = half_gaps.min(axis=1)[moving] / reach[moving] * 2
    return float(nearest.min(initial=np.inf))


def check_gradient(
    loss_func: Loss,
    W: ArrayLike,
    X: ArrayLike,
    y: ArrayLike,
    reg: float,
    *,
    delta: float = 1.0,
    num_checks: int = 200,
    rng: RNG = 0,
) -> GradientCheck:
    """Check the gradient that a hinge loss returns, by a step that crosses no kink.

    Equations ``eq-rounding-bound`` and ``eq-subgradient-inequality`` of the book.

    Parameters
    ----------
    loss_func : callable
        ``loss_func(W, X, y, reg) -> (loss, dW)`` with W and X in float64: the loss of
        `svm_loss_naive` or the squared one. Not `crammer_singer_loss`: it has more kinks,
        where two classes tie for the worst, so a right gradient may fail.
    W, X, y, reg, delta
        As in `svm_loss_naive`; ``loss_func`` must use the same delta.
    num_checks : int, optional
        How many entries of W are checked, drawn without replacement (at most all); at
        a kink, how many random directions, with both signs. Every other direction moves the
        weights of all classes alike, which changes no margin: a mistake in the sum of a row
        of dW shows there. At least 1.
    rng : numpy.random.Generator, int or None, optional
        A generator that draws them, or a seed.

    Returns
    -------
    GradientCheck
        The largest error, where it is, and whether it passes.

    Raises
    ------
    ValueError
        As `svm_loss_naive`; if num_checks < 1, if loss_func returns anything but a
        finite (loss, dW), or if an entry of W is so large that a step of half the
        distance to the nearest kink is lost beside it.
    FloatingPointError
        If a score overflows.

    Examples
    --------
    >>> from svmlib.hinge import svm_loss_naive
    >>> W, X, y = [[0.5, 0.1], [0.2, 0.4]], [[1.0, 2.0]], [0]
    >>> check_gradient(svm_loss_naive, W, X, y, reg=0.1).passed
    True
    """
    check_callable(loss_func, "loss_func", "W, X, y, reg")
    # NumPy warns in it as it does in the caller.
    loss_func = np.errstate(**np.geterr())(loss_func)
    with without_numpy_errors():
        W, X, y, reg, delta = as_problem(W, X, y, reg, delta)
        W, X = W.astype(np.float64), X.astype(np.float64)
        num_checks = as_integer(num_checks, "num_checks", 1)

        def evaluate(V: Array) -> tuple[float, Array]:
            copies = V.copy(), X.copy(), y.copy()  # loss_func may write to them
            loss, dW = as_loss_pair(loss_func(*copies, reg), V)
            if not np.isfinite(float(loss)):
                raise ValueError(f"loss_func must return a finite loss, got {loss}")
            return float(loss), dW

        def loss_at(V: Array) -> float:
            return evaluate(V)[0]

        loss, dW = evaluate(W)
        dW = dW.astype(np.float64)
        check_finite(dW, "dW")
        distance = kink_distance(W, X, y, delta=delta)
        rng = as_generator(rng)
        # The rounding of large scores, too, can put a kink on either side of W.
        radius = max(KINK_RADIUS, 1e-12 * np.abs(X @ W).max() / (np.abs(X).max() or 1))
        check = _check_by_difference if distance > radius else _check_at_kink
        at = _Point(W, X, loss, dW, loss_at)
        return check(at, distance, num_checks, rng)


class _Point(NamedTuple):
    """Weights and examples, with the loss and the gradient that are checked there."""

    W: Array
    X: Array
    loss: float
    dW: Array
    loss_at: Objective

    def rounding(self, largest: ArrayLike) -> Array:
        """Return the error that rounding may cause in a sum of losses up to the largest."""
        W, X = self.W, self.X
        # Scores may cancel, and their rounding does not.
        scale = 1 + (np.abs(X) @ np.abs(W)).max() + np.asarray(largest)
        # N C terms that are added one by one round by about the root of their number.
        factor = 16 * max(1, (len(X) * W.shape[1]) ** 0.5 / 50)
        rounding: Array = factor * np.finfo(np.float64).eps * scale
        return rounding


def _check_by_difference(
    at: _Point, distance: float, num_checks: int, rng: np.random.Generator
) -> GradientCheck:
    """Compare entries of dW with centred differences that cross no kink."""
    W, dW = at.W, at.dW
    step = min(distance / 2, max(1.0, float(np.abs(W).max())))
    chosen = rng.permutation(W.size)[:num_checks]
    entries = [divmod(int(n), W.shape[1]) for n in chosen]
    errors, largest = [], abs(at.loss)
    for k in entries:
        above, below, length = _values_on_both_sides(at.loss_at, W, k, step)
        errors.append(float(abs((above - below) / length - dW[k])))
        largest = max(largest, abs(above), abs(below))
    worst = int(np.argmax(errors))
    tolerance = float(at.rounding(largest)) / step
    return GradientCheck(
        "difference", errors[worst], tolerance, step, distance, entries[worst]
    )


def _check_at_kink(
    at: _Point, distance: float, num_checks: int, rng: np.random.Generator
) -> GradientCheck:
    """See whether the loss stays above the plane through (W, loss) with the slope dW."""
    W, loss = at.W, at.loss
    # A penalty's gradient shows only in steps that are short beside W.
    errors, largest, step = [], [], 1e-3 * min(1.0, float(np.abs(W).max()) or 1.0)
    # The more classes are tied, the more the loss bends up along a direction, which can hide
    # a mistake. What is added to all classes alike changes no margin, so along it the loss
    # doesn't bend at any kink. Every other direction is of that kind.
    shapes = cycle([W.shape, (len(W), 1)])
    for length, shape in zip(np.geomspace(step, 1.0, num_checks), shapes, strict=False):
        direction = length * rng.standard_normal(shape) * np.ones(W.shape)
        for V in direction, -direction:
            plane, value = loss + float(np.sum(at.dW * V)), at.loss_at(W + V)
            errors.append(float(np.maximum(0, plane - value)))
            # What V adds to a score, before anything cancels.
            change = float((np.abs(at.X) @ np.abs(V)).max())
            largest.append(max(abs(loss), abs(value), change))
    tolerances = at.rounding(np.array(largest))
    worst = int(np.argmax(errors / tolerances))
    return GradientCheck(
        "subgradient", errors[worst], float(tolerances[worst]), step, distance, None
    )

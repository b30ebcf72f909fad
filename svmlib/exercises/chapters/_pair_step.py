"""The exact step in a pair of multipliers, with its mistakes."""

import numpy as np

from svmlib._typing import Array
from svmlib.exercises._mistakes import Switch, only, read_glossary
from svmlib.exercises.chapters._clip_bounds import CLIP_BOUNDS_MISTAKES, clip_bounds
from svmlib.exercises.chapters.duality import (
    BIAS_FROM_ALPHA_MISTAKES,
    WHOLE_MISTAKES,
    kernel_part,
)


def gradient(makes: Switch, alpha: Array, K: Array, y: Array) -> Array:
    """The gradient with respect to alpha y."""
    g = kernel_part(makes, alpha, K, y)
    if not makes("y-not-subtracted"):
        g = g + y if makes("y-added") else g - y
    if makes("whole-g"):
        g = np.trunc(g)
    return y * g if makes("gradient-in-alpha") else g


GRADIENT_MISTAKES = (
    WHOLE_MISTAKES
    | only(BIAS_FROM_ALPHA_MISTAKES, "product-before-label")
    | read_glossary(
        "smo",
        """
    whole-g: g is cut off to whole numbers: an array that is made like y, by
        np.zeros_like(y) or y.copy(), holds integers.
    y-not-in-f: the labels have no effect on the gradient: it needs K times alpha y.
    y-not-subtracted: the gradient lacks its - y, which comes from the sum of the
        multipliers in the dual.
    y-added: y is added in the gradient: it should be subtracted.
    gradient-in-alpha: g is multiplied by the labels: that is the gradient with respect
        to alpha, where the one with respect to alpha y is needed.
    """,
    )
)


def pair_step(
    makes: Switch, alpha: Array, K: Array, y: Array, C: float, i: int, j: int
) -> Array:
    """Return the multipliers after the exact step in the pair i, j."""
    g = gradient(makes, alpha, K, y)
    cross = 1 if makes("cross-once") else 2
    if makes("eta-plus"):
        cross = -cross
    if makes("eta-with-labels"):
        cross = cross * y[i] * y[j]
    eta = K[i, i] + K[j, j] - (0 if makes("cross-missing") else cross * K[i, j])
    if makes("eta-missing"):
        eta = 1.0
    if makes("half-step"):
        eta = 2 * eta
    if makes("double-step"):
        eta = eta / 2
    if makes("beta-box-positive") or makes("t-on-alpha"):
        return _step_of_beta(makes, alpha, y, C, i, j, (g[j] - g[i]) / eta)
    change = (g[i] - g[j]) / eta
    if not makes("label-not-in-step"):
        change = y[i if makes("label-of-i-in-step") else j] * change
    if makes("uphill"):
        change = -change
    L, H = clip_bounds(makes, alpha[i], alpha[j], int(y[i]), int(y[j]), C)
    is_clipped = not (
        makes("not-clipped")
        or (makes("clipped-apart") and not makes("box-only"))
        or (g[i] > g[j] and makes("falling-step-not-cut"))
    )
    new_j = alpha[j] + change
    if is_clipped:
        new_j = min(max(new_j, L), H)
    moved = -change if makes("alpha-i-not-clipped") else alpha[j] - new_j
    if not makes("labels-not-in-alpha-i"):
        moved = moved * y[i] * y[j]
    result = alpha.copy()
    result[j] = alpha[j] if makes("alpha-j-not-moved") else new_j
    if not makes("alpha-i-not-moved"):
        result[i] += -moved if makes("alpha-i-wrong-way") else moved
    if makes("clipped-apart"):
        result = np.clip(result, 0, C)
    return result * y if makes("beta-returned") else result


def _step_of_beta(
    makes: Switch, alpha: Array, y: Array, C: float, i: int, j: int, t: float
) -> Array:
    """The step of beta: in the box [0, C], or taken by alpha, or both."""
    beta = alpha * y
    low = np.zeros(len(y)) if makes("beta-box-positive") else np.minimum(0, C * y)
    highest = min(low[i] + C - beta[i], beta[j] - low[j])
    lowest = max(low[i] - beta[i], beta[j] - low[j] - C)
    if not makes("not-clipped") and not makes("clipped-apart"):
        upwards = t > 0 or makes("falling-step-not-cut")
        t = min(t, highest) if upwards else max(t, lowest)
    if makes("uphill"):
        t = -t
    moved, signs = (alpha.copy(), 1) if makes("t-on-alpha") else (beta, y)
    moved[i] += t
    moved[j] -= t
    return signs * (np.clip(moved, 0, C) if makes("clipped-apart") else moved)


PAIR_STEP_MISTAKES = (
    GRADIENT_MISTAKES
    | CLIP_BOUNDS_MISTAKES
    | read_glossary(
        "smo",
        """
    not-clipped: the step is not clipped: both multipliers have to stay between 0 and C.
    clipped-apart: each of the two is clipped on its own: then the sum of alpha y
        changes. Clip the step, before both take it.
    falling-step-not-cut: a step against the given order is not cut: if g_i is above g_j,
        beta_i falls and beta_j rises, towards the other ends of their boxes.
    uphill: the step goes the wrong way: the dual gets worse. Which sign is wrong: that of
        g, of the curvature, or of the step?
    label-not-in-step: alpha_j is moved without its label: it is alpha y that makes this
        step, and for y = -1 alpha goes the other way.
    label-of-i-in-step: alpha_j is moved with the label y_i: it needs its own, y_j.
    alpha-i-not-clipped: alpha_i moves by the step as it was before it was clipped: it
        should move by what alpha_j has moved in the end.
    eta-plus: the curvature has + 2 K_ij: along the pair's direction, one multiplier
        rises and the other falls.
    cross-once: the 2 before K_ij is missing in the curvature: it is a squared distance,
        multiplied out.
    cross-missing: the curvature lacks its part with K_ij: it is a squared distance,
        multiplied out.
    eta-with-labels: the curvature has labels in it: for a step of alpha y they cancel.
    beta-box-positive: the step keeps alpha y between 0 and C: for a negative example its
        box goes from -C to 0.
    t-on-alpha: t is added to alpha itself: it is alpha y that moves by t, and alpha by
        y times t.
    eta-missing: the step is not divided by the curvature: that would be a gradient
        step, and not the exact one.
    half-step: the step is half of the exact one: the divisor is the curvature, and not
        twice as much.
    double-step: the step is twice the exact one: the dual is a parabola along the pair's
        direction, and this goes past its top, to a point no higher than the first.
    alpha-i-not-moved: alpha_i stays where it was: then the sum of alpha y changes.
    alpha-j-not-moved: alpha_j stays where it was: then the sum of alpha y changes.
    labels-not-in-alpha-i: alpha_i always moves against alpha_j: with unequal labels the
        sum of alpha y changes.
    alpha-i-wrong-way: alpha_i moves the wrong way: the sum of alpha y changes.
    beta-returned: what is returned is alpha times y: multipliers are never below zero.
    y-added + uphill: the kernel's part of g has the wrong sign: only y is subtracted in the
        gradient.
    alpha-i-not-moved + alpha-j-not-moved: neither of the two multipliers has moved.
    box-only + clipped-apart: each of the two is clipped to 0 and C, one after the
        other: where the second is cut, the sum of alpha y changes. The bounds of the pair
        are narrower.
    """,
    )
)

"""Hyperplanes, slack, the soft margin and its descent."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from svmlib.datasets import six_points, three_points, two_points
from svmlib.margin import (
    decision_values,
    margin_width,
    signed_distances,
    slacks,
    soft_margin_loss,
    subgradient_descent,
)
from svmlib.smo import smo

NUMBERS = st.integers(-8, 8).map(float)


def test_margins_of_the_six_points_by_hand():
    X, y, C = six_points()
    w, b = [0.5, 0], 0
    assert decision_values(w, b, X).tolist() == [2, 1, 0.5, -2, -1, 0.5]
    assert signed_distances(w, b, X).tolist() == [4, 2, 1, -4, -2, 1]
    assert margin_width(w) == 4
    assert slacks(w, b, X, y).tolist() == [0, 0, 0.5, 0, 0, 1.5]
    loss, dw, db = soft_margin_loss(w, b, X, y, C)
    assert loss == 5 / 8
    # 0 is a subgradient: with 1/2 of the examples on the margin, all cancels.
    on_margin = 0.5 * C * (X[1] * y[1] + X[4] * y[4])
    np.testing.assert_allclose(dw - on_margin, 0, atol=1e-15)
    assert db - 0.5 * C * (y[1] + y[4]) == 0


def test_subgradient_descent_step_by_hand():
    X, y = two_points()
    loss, dw, db = soft_margin_loss([4, 4], -1, X, y, 1)
    assert (loss, dw.tolist(), db) == (20, [6, 3], 1)
    w, b, losses = subgradient_descent(X, y, 1, lambda t: 1, 1, w=[4, 4], b=-1)
    assert (w.tolist(), b, losses) == ([-2, 1], -2, [20, 6.5])
    w, b, _ = subgradient_descent(X, y, 1, lambda t: 0.5, 1, w=[4, 4], b=-1)
    assert (w.tolist(), b) == ([1, 2.5], -1.5)


def test_slacks_of_four_hyperplanes_are_0_if_feasible():
    """The second is the one that smo finds."""
    X, y = three_points()
    table = {
        (0.3, 0, 0.4): True,
        (0.2, 0, 0.4): True,
        (0.1, 0, 0.4): False,
        (0.4, 0, 0.2): False,
    }
    for w, feasible in table.items():
        assert (slacks(w, -0.4, X, y).max() < 1e-12) == feasible
    best = smo(X @ X.T, y, np.inf)
    np.testing.assert_allclose((best.alpha * y) @ X, [0.2, 0, 0.4], atol=1e-12)


@given(
    arrays(np.float64, 3, elements=NUMBERS),
    arrays(np.float64, (5, 3), elements=NUMBERS),
    NUMBERS,
)
def test_distance_is_that_of_the_nearest_point(w, X, b):
    if not w.any():
        return
    d = signed_distances(w, b, X)
    feet = X - d[:, None] * w / np.linalg.norm(w)
    np.testing.assert_allclose(decision_values(w, b, feet), 0, atol=1e-9)
    np.testing.assert_allclose(signed_distances(3 * w, 3 * b, X), d, atol=1e-9)


@settings(max_examples=50)
@given(st.integers(0, 10**6), st.sampled_from([0.1, 1.0, 7.0]))
def test_soft_margin_loss_gradient_is_a_subgradient(seed, C):
    rng = np.random.default_rng(seed)
    X, y = rng.integers(-3, 4, (6, 2)), rng.choice([-1, 1], 6)
    (w, b), (v, c) = ((rng.integers(-2, 3, 2), int(rng.integers(-2, 3))) for _ in "12")
    loss, dw, db = soft_margin_loss(w, b, X, y, C)
    other, _, _ = soft_margin_loss(v, c, X, y, C)
    assert other >= loss + dw @ (v - w) + db * (c - b) - 1e-9


def test_soft_margin_loss_gradient_agrees_with_differences():
    rng = np.random.default_rng(0)
    X, y = rng.standard_normal((9, 4)), np.tile([1, -1, 1], 3)
    w, b, C, h = rng.standard_normal(4), 0.3, 0.7, 1e-6
    _, dw, db = soft_margin_loss(w, b, X, y, C)
    for k, step in enumerate(h * np.eye(4)):
        up, down = (soft_margin_loss(w + s, b, X, y, C)[0] for s in (step, -step))
        assert dw[k] == pytest.approx((up - down) / (2 * h), abs=1e-8)
    up, down = (soft_margin_loss(w, b + s, X, y, C)[0] for s in (h, -h))
    assert db == pytest.approx((up - down) / (2 * h), abs=1e-8)


def test_soft_margin_loss_gradient_counts_zero_on_a_kink():
    loss, dw, db = soft_margin_loss([1.0], 0, [[1.0]], [1], 5)
    assert (loss, dw.tolist(), str(db)) == (0.5, [1], "0.0")


def test_subgradient_descent_nears_the_optimum_and_writes_to_nothing():
    X, y, C = six_points()
    start = np.zeros(2)
    _, _, losses = subgradient_descent(
        X, y, C, lambda t: 0.5 * (1 - t / 2000), 2000, w=start
    )
    assert len(losses) == 2001
    assert 5 / 8 <= losses[-1] < 5 / 8 + 1e-3
    assert not start.any()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: signed_distances([0, 0], 1, [[1, 2]]), "w must not be 0"),
        (
            lambda: margin_width([[1.0]]),
            r"w must be a non-empty vector, got shape \(1, 1\)",
        ),
        (lambda: margin_width([]), r"w must be a non-empty vector, got shape \(0,\)"),
        (lambda: margin_width([np.nan]), r"w must be finite, got nan at w\[0\]"),
        (lambda: margin_width(np.ma.array([1, 2], mask=[0, 1])), "w has masked"),
        (
            lambda: decision_values([1], 0, [[1, 2]]),
            r"must fit, got \(1, 2\) and \(1,\)",
        ),
        (lambda: decision_values([1], np.inf, [[1]]), "b must be one finite number"),
        (lambda: decision_values([1], [0], [[1]]), "b must be one finite number"),
        (lambda: decision_values([1], 0, [[np.nan]]), "X must be finite"),
        (lambda: slacks([1], 0, [[1], [2]], [0, 1]), r"-1 and \+1, got y\[0\] = 0"),
        (lambda: slacks([1], 0, [[1], [2]], [1]), r"y must have shape \(2,\)"),
        (lambda: slacks([1], 0, [[1]], ["a"]), "got dtype <U1"),
        (
            lambda: soft_margin_loss([1], 0, [[1]], [1], 0),
            "C must be one finite number",
        ),
        (lambda: soft_margin_loss([1], 0, [[1]], [1], np.inf), "got inf"),
        (
            lambda: subgradient_descent([[1]], [1], 1, lambda t: 1, 1.5),
            "num_iters must be a whole number >= 0, got 1.5",
        ),
        (
            lambda: subgradient_descent([[1]], [1], 1, 0.1, 1),
            "step_size must be callable, got 0.1",
        ),
    ],
)
def test_margin_functions_reject_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_subgradient_descent_returns_new_python_floats_and_vectors():
    X, y, C = six_points()
    start = np.array([1.0, 0.0])
    for steps in (0, 2):
        w, b, _ = subgradient_descent(
            X, y, C, lambda t: np.float64(0.1), steps, w=start, b=np.float64(0.5)
        )
        assert type(b) is float
        assert not np.shares_memory(w, start)


def test_subgradient_descent_asks_the_step_size_once_a_step():
    X, y, C = six_points()
    sizes = iter([0.1, 0.2, np.nan])
    with pytest.raises(ValueError, match=r"step_size\(2\) must be one finite .* nan"):
        subgradient_descent(X, y, C, lambda t: next(sizes), 3)


@pytest.mark.filterwarnings("error")
def test_error_of_subgradient_descent_names_the_step_that_was_too_big():
    X, y = [[1.0], [-1.0]], [1, -1]
    with pytest.raises(
        FloatingPointError, match=r"step 0: step_size\(0\) = 1e\+308 is"
    ):
        subgradient_descent(X, y, 1.0, lambda t: 1e308, 3)
    with pytest.raises(
        FloatingPointError, match=r"step 1: step_size\(1\) = 1e\+200 is"
    ):
        subgradient_descent(X, y, 1.0, lambda t: 10 ** (200.0 * t), 3)
    # With all points at 0 only b moves.
    with pytest.raises(FloatingPointError, match=r"\(w, b\) overflows float64 at step"):
        subgradient_descent([[0.0], [0.0]], [1, 1], 1.0, lambda t: 1e308, 1)


@pytest.mark.filterwarnings("error")
def test_margin_functions_report_overflow():
    with pytest.raises(FloatingPointError):
        soft_margin_loss([1e200], 0, [[1.0]], [1], 1)
    with pytest.raises(FloatingPointError, match="dw overflows"):
        soft_margin_loss([0.0], 0, [[1e308], [1e308]], [1, 1], C=1)
    with pytest.raises(FloatingPointError, match="dw overflows"):
        soft_margin_loss([0.0], 0, [[1e308]] * 8 + [[-1e308]] * 8, [1] * 16, C=1)
    with pytest.raises(FloatingPointError, match="db overflows"):
        soft_margin_loss([0.0], 0.9, [[0.0], [0.0]], [1, 1], C=1.7e308)
    with pytest.raises(
        FloatingPointError, match="w, b and X are finite, but too large"
    ):
        decision_values([1e308, 1e308], 0, [[1.0, 1.0]])
    with pytest.raises(FloatingPointError, match="a value overflows: w, b and X"):
        decision_values([1.0], 1.7e308, [[1e308]])


@pytest.mark.parametrize("size", [1e-200, 1e200])
def test_signed_distances_of_tiny_and_huge_normals(size):
    w = np.array([3, 4]) * size
    assert margin_width(w) == pytest.approx(0.4 / size)
    assert signed_distances(w, 0.0, [[3, 4]]) == pytest.approx([5])


@pytest.mark.filterwarnings("error")
def test_signed_distances_rejects_overflow():
    with pytest.raises(FloatingPointError, match="w is too small, got"):
        signed_distances([1e-320], 1.0, [[0.0]])
    with pytest.raises(FloatingPointError, match="w is too small, got"):
        signed_distances([0.5], 6e307, [[0.0], [1e308]])  # the second of them alone


def test_margin_width_reports_overflow():
    with pytest.raises(
        FloatingPointError, match="width overflows float64: w is too small"
    ):
        margin_width([1e-310])
    with pytest.raises(
        FloatingPointError, match=r"norm\(w\) overflows float64: w is finite"
    ):
        margin_width([1.7e308, 1.7e308])

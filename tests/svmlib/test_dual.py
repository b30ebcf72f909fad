"""The dual, the primal beside it, and their gap."""

from itertools import permutations, product

import numpy as np
import pytest

from svmlib.dual import dual_objective, duality_gap, kkt_gap, primal_objective

K2 = [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dual_objective([1], K2, [1, -1]), r"alpha must have shape \(2,\)"),
        (lambda: dual_objective([1, np.inf], K2, [1, -1]), "alpha must be finite"),
        (lambda: primal_objective([1, 1], 0, K2, [1, -1], np.inf), "got inf"),
        (lambda: primal_objective([1, 1], np.nan, K2, [1, -1], 1), "b must be one"),
        (lambda: duality_gap([1, 1], np.inf, K2, [1, -1], 1), "b must be one finite"),
        (lambda: kkt_gap([1, 2], K2, [1, -1], 1.5), r"in 0..1.5, got alpha\[1\] = 2"),
        (lambda: kkt_gap([-0.5, 1], K2, [1, -1], 1), r"0..1.0, got alpha\[0\] = -0.5"),
        (lambda: kkt_gap([1, 1], K2, [1, -1], [2, 0.5]), r"in 0..0.5, got alpha\[1\]"),
        (lambda: kkt_gap([1, 1], K2, [1, -1], [2]), r"C .* shape \(2,\), got .*\(1,\)"),
        (
            lambda: kkt_gap([0, 1], K2, [1, -1], 1),
            r"sum\(alpha \* y\) must be 0, got -1",
        ),
        (
            lambda: kkt_gap([1e308, 1e308, 0], np.zeros((3, 3)), [1, 1, -1], 1e308),
            r"sum\(alpha \* y\) must be 0, got inf",
        ),
        (lambda: dual_objective([1, 1], [[1, 2], [3, 9]], [1, -1]), "K must be symm"),
        (lambda: kkt_gap([1, 1], K2, [True, False], 1), "got dtype bool"),
    ],
)
def test_objectives_and_gaps_reject_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.parametrize("label", [-1, 1])
def test_only_the_stopping_gap_needs_both_classes(label):
    y = [label, label]
    with pytest.raises(ValueError, match=f"both classes, got [+]?{label} alone"):
        kkt_gap([0, 0], K2, y, 1.0)
    assert dual_objective([1, 2], K2, y) == 3 - 5 / 2
    assert primal_objective([1, 0], 0.0, K2, y, 3.0) == 1 / 2 + 3 * 1
    assert duality_gap([1, 0], 0.0, K2, y, 3.0) == 3.5 - 0.5


@pytest.mark.filterwarnings("error")
def test_dual_functions_report_overflow():
    y, huge = [1, -1], [5e307, 5e307]
    with pytest.raises(FloatingPointError, match="overflow"):
        dual_objective(huge, K2, y)
    with pytest.raises(FloatingPointError, match="overflow"):
        primal_objective(huge, 0, K2, y, 1)
    with pytest.raises(
        FloatingPointError, match="alpha and K are finite, but too large"
    ):
        kkt_gap(huge, [[1e9, 0], [0, 1e9]], y, np.inf)
    with pytest.raises(FloatingPointError, match="alpha, K, b or C is too large"):
        primal_objective([1, 1], 1e308, K2, y, 1e308)
    with pytest.raises(FloatingPointError, match="alpha, K, b or C is too large"):
        duality_gap([1.3e154, 0], 3e154, K2, y, 5e153)


def test_primal_objective_adds_the_slacks_by_hand():
    """w = 0 at alpha = 0: each of the two slacks is 1, and C = 3."""
    assert primal_objective([0, 0], 0, K2, [1, -1], 3) == 6
    assert kkt_gap([0, 0], K2, [1, -1], np.inf) == 2


def test_objectives_and_gap_by_hand():
    """alpha * y = (1, -3, 2), so f = (-1, -3, 1); the slacks are 5/2, 0 and 1/2."""
    K, y, alpha = [[2, 1, 0], [1, 2, 1], [0, 1, 2]], [1, -1, 1], [1, 3, 2]
    assert dual_objective(alpha, K, y) == 6 - 10 / 2
    assert primal_objective(alpha, -0.5, K, y, 4) == 10 / 2 + 4 * (5 / 2 + 1 / 2)
    assert duality_gap(alpha, -0.5, K, y, 4) == 17 - 1
    each = [2, 7, 4]
    assert primal_objective(alpha, -0.5, K, y, each) == 5 + 2 * 5 / 2 + 4 / 2
    assert duality_gap(alpha, -0.5, K, y, each) == 12 - 1


def test_kkt_gap_with_a_C_for_each_example_by_hand():
    """g = (-1/2, 1/2) at alpha = (1/2, 1/2): the pair violates only if both may rise."""
    assert kkt_gap([0.5, 0.5], K2, [1, -1], [1, 2]) == 1
    assert kkt_gap([0.5, 0.5], K2, [1, -1], [0.5, 2]) == 0
    assert kkt_gap([0.5, 0.5], K2, [1, -1], [2, 0.5]) == 0
    assert kkt_gap([0.5, 0.5], K2, [1, -1], [np.inf, 0.5]) == 0


@pytest.mark.parametrize("seed", range(10))
def test_kkt_gap_is_the_steepest_ascent_of_a_pair(seed):
    """All alpha from 0, 1 and C = 2 that the labels allow, and all pairs of them."""
    root = np.random.default_rng(seed).integers(-2, 3, (4, 4))
    K, y, C = root @ root.T / 8, np.array([1, -1, -1, 1]), 2
    for alpha in filter(lambda alpha: y @ alpha == 0, product([0, 1, C], repeat=4)):
        slopes = []
        for i, j in permutations(range(4), 2):
            move = np.zeros(4)
            move[i], move[j] = -y[i] / 2, y[j] / 2  # alpha * y falls at i, rises at j
            there, back = alpha + move, alpha - move
            if there.min() >= 0 and there.max() <= C:  # the dual is a parabola along it
                slopes.append(dual_objective(there, K, y) - dual_objective(back, K, y))
        assert kkt_gap(alpha, K, y, C) == max(slopes)


@pytest.mark.filterwarnings("error")
def test_kkt_gap_takes_feasible_multipliers_whose_sum_overflows():
    """With K = 0, g is -y; at alpha = C the positive examples can fall, the others rise."""
    alpha, y = [1e308] * 4, [1, 1, -1, -1]
    assert kkt_gap(alpha, np.zeros((4, 4)), y, 1e308) == -2
    assert kkt_gap(alpha, np.zeros((4, 4)), y, np.inf) == 2


def test_multipliers_may_miss_their_sum_by_rounding():
    """By a millionth of their sum, which is 2."""
    assert kkt_gap([1, 1 + 1.9e-6], K2, [1, -1], 2) < 1e-5
    with pytest.raises(ValueError, match="must be 0"):
        kkt_gap([1, 1 + 2.1e-6], K2, [1, -1], 2)

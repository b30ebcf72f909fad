"""The dual, the primal beside it, and their gap."""

import numpy as np
import pytest

from svmlib.dual import dual_objective, duality_gap, kkt_gap, primal_objective

K2 = [[1, 0], [0, 1]]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: dual_objective([1], K2, [1, -1]), r"alpha must have shape \(2,\)"),
        (lambda: dual_objective([[1, 1]], K2, [1, -1]), "alpha must have shape"),
        (lambda: dual_objective([1, np.inf], K2, [1, -1]), "alpha must be finite"),
        (lambda: primal_objective([1, 1], 0, K2, [1, -1], np.inf), "got inf"),
        (lambda: primal_objective([1, 1], np.nan, K2, [1, -1], 1), "b must be one"),
        (lambda: duality_gap([1, 1], np.inf, K2, [1, -1], 1), "b must be one finite"),
        (lambda: kkt_gap([1, 2], K2, [1, -1], 1.5), "alpha must lie in 0..1.5"),
        (
            lambda: kkt_gap([0, 1], K2, [1, -1], 1),
            r"sum\(alpha \* y\) must be 0, got -1",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_overflow_is_told():
    y, huge = [1, -1], [5e307, 5e307]
    with pytest.raises(FloatingPointError, match="overflow"):
        dual_objective(huge, K2, y)
    with pytest.raises(FloatingPointError, match="overflow"):
        primal_objective(huge, 0, K2, y, 1)


def test_the_primal_adds_the_slacks_by_hand():
    """w = 0 at alpha = 0: each of the two slacks is 1, and C = 3."""
    assert primal_objective([0, 0], 0, K2, [1, -1], 3) == 6
    assert kkt_gap([0, 0], K2, [1, -1], np.inf) == 2

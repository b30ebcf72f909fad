"""The dual, the primal beside it, and their gap."""

import numpy as np
import pytest
from scipy.sparse import csr_array

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
        (lambda: dual_objective([True, True], K2, [1, -1]), "alpha .* dtype bool"),
        (lambda: dual_objective(["1", "1"], K2, [1, -1]), "alpha must hold real"),
        (lambda: dual_objective([1, 1], csr_array(K2), [1, -1]), "K is sparse"),
        (lambda: kkt_gap([1, 1], K2, [True, False], 1), "y must hold 2 .* dtype bool"),
        (
            lambda: kkt_gap(np.ma.array([1, 1], mask=[0, 1]), K2, [1, -1], 1),
            "alpha has masked",
        ),
    ],
)
def test_bad_input(call, message):
    with pytest.raises(ValueError, match=message):
        call()


@pytest.mark.filterwarnings("error")
def test_overflow_is_reported():
    y, huge = [1, -1], [5e307, 5e307]
    with pytest.raises(FloatingPointError, match="overflow"):
        dual_objective(huge, K2, y)
    with pytest.raises(FloatingPointError, match="overflow"):
        primal_objective(huge, 0, K2, y, 1)
    with pytest.raises(FloatingPointError, match="alpha and K finite, but too large"):
        kkt_gap(huge, [[1e9, 0], [0, 1e9]], y, np.inf)
    with pytest.raises(FloatingPointError, match="alpha, K, b or C too large"):
        primal_objective([1, 1], 1e308, K2, y, 1e308)


def test_the_primal_adds_the_slacks_by_hand():
    """w = 0 at alpha = 0: each of the two slacks is 1, and C = 3."""
    assert primal_objective([0, 0], 0, K2, [1, -1], 3) == 6
    assert kkt_gap([0, 0], K2, [1, -1], np.inf) == 2

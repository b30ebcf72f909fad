"""How close an answer must be to the right one."""

import numpy as np
import pytest

from svmlib.exercises._tolerance import is_close


@pytest.mark.parametrize(
    "got, expected, scale, close",
    [
        ([1.00009], [1.0], 1.0, True),  # 5e-5 of the answer and of the scale
        ([1.00011], [1.0], 1.0, False),
        ([-1.00009], [-1.0], 1.0, True),
        ([-1.0], [1.0], 1.0, False),
        ([1.04], [1.0], 1000.0, True),
        ([1 + 1e-13, 3.0], [1.0, 3.0], 0.0, True),  # 0: exact
        ([1 + 1e-11, 3.0], [1.0, 3.0], 0.0, False),
        ([0.0], [0.0], 0.0, True),
        ([1.0, 3.04], [1.0, 3.0], [0.0, 1000.0], True),  # each entry has its own
        ([1.01, 3.0], [1.0, 3.0], [0.0, 1000.0], False),
        ([1.04], [1.0], [0.0, 1000.0], True),  # the largest, where they don't fit
        ([1.0], 1.0, 1.0, False),
        ([], [], 1.0, True),
        ([1.0, np.nan], [1.0, 2.0], 1.0, False),
        ([1.0, 2.0], [1.0, np.nan], 1.0, False),
        ([1.0, np.inf], [np.nan, 2.0], 1.0, True),  # no finite number is expected
    ],
)
def test_is_close(got, expected, scale, close):
    scale = np.array(scale) if isinstance(scale, list) else scale
    assert is_close(np.array(got), np.array(expected), scale) is close

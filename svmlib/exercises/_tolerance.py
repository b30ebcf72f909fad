"""How close an answer must be to the right one."""

import numpy as np

from svmlib._typing import Array

TOLERANCE = 5e-5  # float32 passes, and no two mistakes come so close


def is_close(got: Array, expected: Array, scale: float | Array = 1.0) -> bool:
    """Whether an array has the right shape, and numbers that are off by `TOLERANCE` at most.

    ``scale`` is the size of the numbers that the answer is computed from, one for all
    entries or one for each. If it is 0, the answer has to be exact. A mistake may give NaN
    or infinity. If ``expected`` holds one of these anywhere, ``got`` counts as close if it
    holds either of them anywhere.
    """
    if got.shape != expected.shape:
        return False
    largest = np.abs(expected).max(initial=0)
    if not np.isfinite(largest):
        return not bool(np.isfinite(got).all())
    if isinstance(scale, np.ndarray) and scale.shape != got.shape:
        scale = scale.max()  # both are of a wrong shape
    is_exact = not (scale.any() if isinstance(scale, np.ndarray) else scale)
    tolerance = 1e-12 if is_exact else TOLERANCE
    # A number that isn't finite is close to none.
    return bool((np.abs(got - expected) <= tolerance * (scale + largest)).all())

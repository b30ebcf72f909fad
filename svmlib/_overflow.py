"""The errors that svmlib raises for results that overflow."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from svmlib._typing import Array
from svmlib._validation import check_finite


def without_numpy_errors() -> np.errstate:
    """Keep NumPy from warning and raising, whatever the caller has told it.

    For a function, or lines of one, that reports an overflow itself. What underflows is 0.
    """
    return np.errstate(over="ignore", under="ignore", invalid="ignore")


def check_product(product: Array, /, **factors: Array) -> None:
    """Raise ValueError if a factor is not finite, or FloatingPointError for an overflow.

    Looking at the product is enough: a NaN or an infinity in X or W shows in XW, and the
    larger array X is searched only when there is one.
    """
    if np.isfinite(product).all():
        return
    for name, A in factors.items():
        check_finite(A, name)
    *others, last = factors
    names = f"{', '.join(others)} and {last} are" if others else f"{last} is"
    raise FloatingPointError(f"a value overflows: {names} finite, but too large")


def check_loss(loss: float, dtype: "np.dtype[Any]") -> None:
    """Raise FloatingPointError unless the loss, computed in the dtype, is finite."""
    if not np.isfinite(loss):
        # In longdouble, the margins may be finite, but the loss is returned as a float.
        name = min(dtype, np.dtype(float))
        raise FloatingPointError(f"the loss overflows {name}: got {loss}")


@without_numpy_errors()
def column_difference(A: Array, name: str) -> Array:
    """Return the second column of A minus the first; FloatingPointError if it overflows."""
    difference: Array = A[:, 1] - A[:, 0]
    check_overflow(difference, f"{name}[:, 1] - {name}[:, 0]")
    return difference


def check_overflow(A: ArrayLike, name: str, reason: str = "") -> None:
    """Raise FloatingPointError unless A, computed from finite numbers, is finite."""
    A = np.asarray(A)
    if not np.isfinite(A).all():
        because = f": {reason}" if reason else ""
        raise FloatingPointError(f"{name} overflows {A.dtype}{because}")

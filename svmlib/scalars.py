"""The checks of single numbers: what came, and what was expected."""

from typing import Any

import numpy as np


def as_finite(value: Any, name: str) -> float:
    """Return value as a Python float; ValueError unless it is one finite number."""
    return _checked(value, f"{name} must be one finite number", -np.inf, np.inf)


def as_nonnegative(value: Any, name: str) -> float:
    """Return value as a Python float; ValueError unless it is finite and >= 0."""
    return _checked(value, f"{name} must be one finite number >= 0", -5e-324, np.inf)


def as_positive(value: Any, name: str, *, infinite: bool = False) -> float:
    """Return value as a Python float > 0; ValueError unless it is finite, or may not be."""
    if infinite and isinstance(value, float | int | np.floating) and value == np.inf:
        return np.inf
    kind = "number" if infinite else "finite number"
    return _checked(value, f"{name} must be one {kind} > 0", 0, np.inf)


def as_whole(value: Any, name: str, least: int) -> int:
    """Return value as a Python int; ValueError unless it is whole and >= least."""
    expected = f"{name} must be a whole number >= {least}"
    number = _checked(value, expected, least - 1, np.inf)
    if number % 1:
        raise ValueError(f"{expected}, got {value!r}")
    return int(number)


def _checked(value: Any, expected: str, above: float, below: float) -> float:
    no_number = isinstance(value, str | bytes) or np.iscomplexobj(value)
    try:
        number = float("nan") if no_number else float(value)
    except (TypeError, ValueError, OverflowError):
        number = float("nan")
    if not above < number < below:
        raise ValueError(f"{expected}, got {value!r}")
    return number

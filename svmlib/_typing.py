"""The types that several modules of svmlib name."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
# A generator, a seed, or None. It is quoted because NumPy imports its random numbers only
# when they are first named, and the labs start sooner without them.
RNG: TypeAlias = "np.random.Generator | int | None"
ClassWeight = Mapping[Any, float] | str | None
Loss = Callable[[Array, Array, Array, float], tuple[Any, Any]]  # (W, X, y, reg)
Kernel = Callable[..., Array]  # (X, Y); the package's own kernels don't need Y
Schedule = Callable[[float], float]

"""What both benchmarks need. Import this before NumPy: it gives BLAS one thread."""

import math
import os
import time
from collections.abc import Callable
from typing import Any

for _name in ("OPENBLAS_NUM", "OMP_NUM", "MKL_NUM", "BLIS_NUM", "VECLIB_MAXIMUM"):
    os.environ[f"{_name}_THREADS"] = "1"

import numpy as np

Contestant = Callable[[], Any]


def medians(contestants: dict[str, Contestant], repeats: int) -> dict[str, float]:
    """Run the contestants in turn, once unmeasured; return each one's median time."""
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(repeats + 1):
        for name, run in contestants.items():
            start = time.perf_counter()
            run()
            if turn:
                times[name].append(time.perf_counter() - start)
    return {name: float(np.median(t)) for name, t in times.items()}


def report(
    label: str,
    value: float,
    unit: str = "times",
    *,
    at_most: float = math.inf,
    at_least: float = 0.0,
) -> None:
    """Print a line: what, how much, and how much we want, with a mark if it isn't that."""
    wanted = f", at most {at_most:g}" if at_most < math.inf else ""
    wanted += f", at least {at_least:g}" if at_least else ""
    mark = "" if at_least <= value <= at_most else "  <-- MISSED"
    print(f"  {label:<58}{value:6.2f} {unit}{wanted}{mark}", flush=True)

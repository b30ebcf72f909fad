"""The stored outputs hold on a processor that rounds differently in the last digits."""

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from tests.book.pages import ROOT

OLD_CORE = "Prescott" if platform.machine() in {"x86_64", "AMD64"} else "ARMV8"
NBVAL = ["-n", "2", "--dist", "loadfile"]


def optional_features() -> str:
    """Return the instructions NumPy found here and can do without."""
    umath = np._core._multiarray_umath
    found = umath.__cpu_features__
    return " ".join(name for name in umath.__cpu_dispatch__ if found[name])


@pytest.mark.parametrize(
    "notebooks",
    ["book/margin/smo.ipynb", pytest.param("book", marks=pytest.mark.nightly)],
)
@pytest.mark.parametrize(
    "settings",
    [
        {"OPENBLAS_CORETYPE": OLD_CORE},
        {"NPY_DISABLE_CPU_FEATURES": optional_features()},
    ],
    ids=["openblas", "numpy"],
)
def test_stored_outputs_hold(settings: dict[str, str], notebooks: str) -> None:
    """Comparing notebooks again, with other kernels of BLAS or NumPy, succeeds."""
    one_thread = {"OPENBLAS_NUM_THREADS": "1"}  # for each of the two workers
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", notebooks, *NBVAL]
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider", "-p", "no:cov"],
        cwd=ROOT,
        check=False,
        env=os.environ | one_thread | settings,
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, done.stdout[-5000:]

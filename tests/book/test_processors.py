"""The stored outputs hold on a processor that rounds differently in the last digits."""

import os
import platform
import subprocess
import sys

import numpy as np
import pytest

from book._parsing import ROOT

OLD_CORE = "Prescott" if platform.machine() in {"x86_64", "AMD64"} else "ARMV8"


def optional_features():
    """Return the instructions NumPy found here and can do without."""
    umath = np._core._multiarray_umath
    features = umath.__cpu_features__
    return " ".join(name for name in umath.__cpu_dispatch__ if features[name])


BLAS = {"OPENBLAS_CORETYPE": OLD_CORE}
NUMPY = {"NPY_DISABLE_CPU_FEATURES": optional_features()}


def test_numpy_does_without_what_it_found_here():
    """Otherwise the outputs would be compared with those of this processor as it is."""
    code = """if True:
        import numpy as np
        umath = np._core._multiarray_umath
        print(*(x for x in umath.__cpu_dispatch__ if umath.__cpu_features__[x]))"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(
        command, env=os.environ | NUMPY, check=True, capture_output=True, text=True
    )
    assert optional_features()
    assert not done.stdout.strip()


@pytest.mark.parametrize(
    ("notebooks", "settings"),
    [
        pytest.param("book/margin/smo.ipynb", BLAS | NUMPY, id="smo"),
        pytest.param("book", BLAS, id="blas", marks=pytest.mark.nightly),
        pytest.param("book", NUMPY, id="numpy", marks=pytest.mark.nightly),
    ],
)
def test_stored_outputs_hold(notebooks, settings):
    """Comparing notebooks again, with other kernels of BLAS or NumPy, succeeds."""
    one_thread = {"OPENBLAS_NUM_THREADS": "1"}  # for each of the two workers
    workers = ["-n", "2", "--dist", "loadfile"] if notebooks == "book" else []
    command = [sys.executable, "-m", "pytest", "-q", "--no-header", notebooks, *workers]
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

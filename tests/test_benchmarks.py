"""The scripts in benchmarks/ run."""

import subprocess
import sys

import pytest

from book._reader import ROOT


@pytest.mark.parametrize("name", ["bench_hinge", "bench_solvers"])
def test_benchmark_runs_quickly(name):
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--quick"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "times" in done.stdout

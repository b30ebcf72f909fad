"""The scripts in benchmarks/ run."""

import subprocess
import sys

import pytest

from book._parsing import ROOT


@pytest.mark.parametrize("name", ["bench_hinge", "bench_solvers"])
def test_benchmark_runs_quickly(name):
    done = subprocess.run(
        [sys.executable, "-m", f"benchmarks.{name}", "--quick"],
        capture_output=True, text=True, check=False, cwd=ROOT,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert " times, at most " in done.stdout


@pytest.mark.parametrize(
    "ratio, wanted, line",
    [
        (3.1, "at_most=3", "3.10 times, at most 3  <-- MISSED"),
        (1.6, "at_least=1.5", "1.60 times, at least 1.5"),
    ],
)
def test_report_marks_what_is_not_as_wanted(ratio, wanted, line):
    program = f"from benchmarks.timing import report; report('fit', {ratio}, {wanted})"
    printed = subprocess.check_output([sys.executable, "-c", program], cwd=ROOT)
    assert printed.decode().split(maxsplit=1) == ["fit", f"{line}\n"]

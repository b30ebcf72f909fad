"""The scripts in benchmarks/: what a quick run prints."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run(*words, **options):
    return subprocess.run(
        [sys.executable, *map(str, words)],
        capture_output=True, text=True, check=False, cwd=ROOT, **options,
    )  # fmt: skip


@pytest.mark.parametrize("name", ["bench", "bench_smo"])
def test_a_quick_benchmark_prints_no_targets(name):
    done = run(f"benchmarks/{name}.py", "--quick")
    assert done.returncode == 0, done.stderr
    assert "times" in done.stdout
    assert "target" not in done.stdout


def test_a_report_says_whether_its_targets_are_met():
    code = (
        "import os, bench\n"
        "bench.report('a', 1.0, at_most=1.1)\n"
        "bench.report('b', 1.0, at_least=1.5)\n"
        "bench.report('c', 1.0)\n"
        "print(os.environ['VECLIB_MAXIMUM_THREADS'], os.environ['OMP_NUM_THREADS'])\n"
    )
    done = run("-c", code, env=os.environ | {"PYTHONPATH": "benchmarks"})
    met, missed, plain, threads = done.stdout.splitlines()
    assert met.endswith("1.00 times   target <= 1.1: met")
    assert missed.endswith("1.00 times   target >= 1.5: MISSED")
    assert plain.endswith("1.00 times")
    assert threads == "1 1"

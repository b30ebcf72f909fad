"""The scripts in tools/ and benchmarks/: what they refuse, write and print."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]


def run(*words, **options):
    return subprocess.run(
        [sys.executable, *map(str, words)],
        capture_output=True, text=True, check=False, cwd=ROOT, **options,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["README.md"], "not a notebook: README.md"),
        (["--jobs", "0"], "--jobs must be 1 or more, got 0"),
        (["tools"], "no notebook in the folder tools"),
        (["book", "absent.ipynb"], "no such notebook or folder: absent.ipynb"),
    ],
)
def test_run_notebooks_refuses_without_a_traceback(arguments, message):
    done = run("tools/run_notebooks.py", "--check", *arguments)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("text", ["no JSON", "{}", "[1]"])
def test_run_notebooks_tells_what_is_none(tmp_path, text):
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    done = run("tools/run_notebooks.py", path)
    assert done.returncode == 1
    assert f"{path}: not a notebook" in done.stdout
    assert "Traceback" not in done.stderr
    assert path.read_text() == text


@pytest.mark.parametrize("name", ["digits", "fashion_mnist"])
def test_what_ships_holds_images_and_labels_alone(name):
    with np.load(ROOT / "svmlib" / "data" / f"{name}.npz") as stored:
        assert {key[0] for key in stored.files} == {"X", "y"}
        assert {stored[key].dtype for key in stored.files} == {np.dtype(np.uint8)}
    # NumPy 2.0 would take the keyword for the name of an array.
    assert "allow_pickle" not in (ROOT / "tools" / f"make_{name}.py").read_text()


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

"""The two zips of the assignment: what they hold, and that they do what they say."""

import io
import json
import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import numpy as np
import pytest

from book._parsing import ROOT
from tools.make_assignment import package, read, student_files, zipped_bytes

ENVIRONMENT = {**os.environ, "PYTHONPATH": "", "OPENBLAS_NUM_THREADS": "1"}
FUNCTIONS = ("svm_loss_naive", "svm_loss_vectorized", "predict", "train")


@pytest.fixture(scope="module")
def kit(tmp_path_factory):
    """The folder in which both zips are unpacked."""
    folder = tmp_path_factory.mktemp("kit")
    command = [sys.executable, "-m", "tools.make_assignment", folder]
    made = []
    for _ in range(2):
        subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
        made.append({path.name: path.read_bytes() for path in folder.glob("*.zip")})
    assert made[0] == made[1]
    for path in folder.glob("*.zip"):
        zipfile.ZipFile(path).extractall(folder)
    return folder


@pytest.fixture(scope="module")
def numpy_alone(tmp_path_factory):
    """A Python that has NumPy and nothing else: svmlib is in the zips, not installed."""
    folder = tmp_path_factory.mktemp("env")
    venv.create(folder, symlinks=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for path in Path(np.__file__).parents[1].glob("numpy*"):
        (packages / path.name).symlink_to(path)
    return folder / "bin" / "python"


def grade(python, kit, submission):
    """Grade as run_autograder does, from the unpacked teacher's zip."""
    folder = kit / "hinge-teacher"
    results = submission / "results.json"
    command = [python, "-m", "svmlib.exercises", "grade", submission]
    command += ["--seed", "secret", "--points", "points.toml", "--results", results]
    subprocess.run(command, cwd=folder, check=True, env=ENVIRONMENT)
    return json.loads(results.read_text(encoding="utf-8"))


def test_solution_has_all_points_and_stubs_none(numpy_alone, kit, tmp_path):
    results = grade(numpy_alone, kit, kit / "hinge-teacher" / "solution")
    assert (
        results["score"] == sum(test["max_score"] for test in results["tests"]) == 100
    )
    stubs = (kit / "hinge-student" / "svm.py").read_text(encoding="utf-8")
    (tmp_path / "svm.py").write_text(stubs, encoding="utf-8")
    assert grade(numpy_alone, kit, tmp_path)["score"] == 0


def test_bytes_of_a_zip_do_not_depend_on_the_order_of_its_files():
    files = {"a": b"1", "b": b"2"}
    assert zipped_bytes(files) == zipped_bytes(dict(reversed(files.items())))


def test_student_checks_a_file_with_numpy_alone(numpy_alone, kit):
    done = subprocess.run(
        [numpy_alone, "-m", "svmlib.exercises", "check", "svm.py"],
        cwd=kit / "hinge-student",
        env=ENVIRONMENT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert "svm-loss: not attempted yet." in done.stdout, done.stderr


def test_student_zip_has_stubs_and_no_solution(kit):
    stubs = (kit / "hinge-student" / "svm.py").read_text(encoding="utf-8")
    assert stubs.count("# Your code.") == 5
    assert "SOLUTION" not in stubs
    assert "@" not in stubs
    compile(stubs, "svm.py", "exec")
    assert not (kit / "hinge-student" / "proofs.md").exists()
    assert (kit / "hinge-teacher" / "proofs.md").exists()


@pytest.mark.parametrize("marker", ["BEGIN", "END"])
def test_marker_that_is_missing_is_an_error(marker, monkeypatch):
    """Without the first END, students would lose what stands before the next one."""
    text = read("svm.py").replace(f"    # {marker} SOLUTION\n", "", 1)
    monkeypatch.setattr("tools.make_assignment.read", lambda name: text)
    with pytest.raises(ValueError, match="has no BEGIN or no END"):
        student_files()


def test_student_notebook_runs_with_the_solution(kit):
    cells = json.loads((kit / "hinge-student" / "svm.ipynb").read_text("utf-8"))[
        "cells"
    ]
    code = ["".join(c["source"]) for c in cells if c["cell_type"] == "code"]
    checks = [f"print({c})" if c.startswith("check(") else c for c in code[1:]]
    script = "\n".join(["import matplotlib; matplotlib.use('agg')", *checks])
    assert "(300, 200)" in script
    done = subprocess.run(
        [sys.executable, "-c", script.replace("(300, 200)", "(5, 20)")],
        cwd=kit / "hinge-teacher" / "solution",
        env={**ENVIRONMENT, "PYTHONPATH": str(kit / "hinge-student")},
        check=True,
        capture_output=True,
        text=True,
    )
    assert done.stdout.count(": correct.") == len(FUNCTIONS)


def test_zips_hold_no_compiled_module():
    """Which is here, because this test has imported svmlib."""
    assert {path for path in package() if "hinge." in path} == {"svmlib/hinge.py"}


def test_autograder_zip_has_what_gradescope_runs(kit):
    data = (kit / "hinge-teacher" / "autograder.zip").read_bytes()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        modes = {i.filename: i.external_attr >> 16 for i in archive.infolist()}
    own = {"setup.sh", "run_autograder", "points.toml"}
    assert own | {"svmlib/__init__.py", "svmlib/LICENSE"} <= set(modes)
    assert modes["setup.sh"] == modes["run_autograder"] == 0o755

"""Short limits for attempts, no process of their own, and files that are graded."""

import os

import pytest

from svmlib.exercises.__main__ import main
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._grade import find_files, grade
from svmlib.exercises.grading._questions import Question
from svmlib.exercises.running import _limits, _run
from svmlib.exercises.submissions._student_file import StudentFile

PREDICT = """
[[question]]
function = "predict"
exercise = "predict"
points = 5
"""


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_limits, "CPU_SECONDS", 0.1)
    monkeypatch.setattr(_limits, "WALL_SECONDS", 1.0)


@pytest.fixture
def without_fork(monkeypatch):
    monkeypatch.setattr(_run, "fork_works", lambda: False)


@pytest.fixture(scope="session")
def on_posix():
    if os.name != "posix":
        pytest.skip("files are graded on Linux and macOS")


@pytest.fixture
def grade_class(tmp_path, on_posix):
    """Grade texts, by the names of their files; return the status and the report."""

    def run(files, *options):
        points, out = tmp_path / "points.toml", tmp_path / "out"
        points.write_text(PREDICT)
        for name, text in files.items():
            path = tmp_path / "in" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text if isinstance(text, bytes) else text.encode())
        options = "--seed", "s", "--points", str(points), "--out", str(out), *options
        return main(["grade", str(tmp_path / "in"), *options]), out

    return run


@pytest.fixture
def grade_file(tmp_path, on_posix):
    """Grade one text, or bytes, of a file; return what became of it."""

    def run(content, name="svm.py", question=None):
        data = content if isinstance(content, bytes) else content.encode()
        (tmp_path / name).write_bytes(data)
        question = question or Question(
            "predict", CATALOGUE.exercises["predict"], {"all": 5}
        )
        return grade("x", find_files(tmp_path), [question], seed=0)

    return run


@pytest.fixture
def student_file(tmp_path):
    """Read a text as a student's file."""

    def read(text):
        path = tmp_path / "svm.py"
        path.write_text(text)
        return StudentFile(path)

    return read

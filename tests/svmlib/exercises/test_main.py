"""The command `python -m svmlib.exercises`."""

import io
import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from svmlib.exercises import __main__, list_exercises
from svmlib.exercises.__main__ import main
from svmlib.exercises._text import WIDTH
from svmlib.exercises.grading import _grade
from svmlib.exercises.grading._grade import GradedSubmission
from tests.svmlib.exercises.helpers.student_files import notebook

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="files are graded on Linux and macOS"
)


@pytest.fixture
def check_file(tmp_path, capsys):
    """Check a text as a student's file; return the status, and what is printed."""

    def run(text, name="mine.py"):
        path = tmp_path / name
        path.write_text(text)
        return main(["check", str(path)]), capsys.readouterr().out

    return run


def test_list_names_every_exercise(capsys):
    assert main(["list"]) == 0
    assert set(list_exercises()) <= set(capsys.readouterr().out.split())


def test_check_says_what_ended_a_program_where_the_shell_does_not_ask(check_file):
    before = signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # as after `trap '' CHLD`
    try:
        _, told = check_file("def predict(W, X):\n    while True: pass\n")
    finally:
        signal.signal(signal.SIGCHLD, before)
    assert "it was stopped after" in told


def test_check_runs_a_function_without_the_rest_of_its_file(check_file):
    status, told = check_file(
        "from math import *\nimport not_installed\nfrom svmlib.exercises import check\n"
        "table = make()\n"
        "def my_margins(S, y, delta):\n    return table\n"
        "def svm_loss_naive(W, X, y, reg):\n    return 0.0, W * 0\n"
        "def first(C, delta):\n    return (C - 1) * delta\n"
    )
    assert status == 1
    assert "margins: it raises an exception in line 4 (`table = make()`)." in told
    assert "svm-loss: not attempted yet" in told
    assert "first-loss" not in told


def test_check_lets_a_file_use_svmlib(check_file):
    """The exercise tells students to."""
    status, told = check_file("""from svmlib import hinge
def train(W, X, y, draws, learning_rate, reg):
    for t, batch in enumerate(draws):
        dW = hinge.svm_loss_vectorized(W, X[batch], y[batch], reg)[1]
        W = W - learning_rate * (1 - t / len(draws)) * dW
    return W
""")
    assert status == 0, told


def test_check_wraps_what_it_says_was_run(check_file):
    names = [f"table_{number}" for number in range(9)]
    lines = "".join(f"{name} = 1\n" for name in names)
    text = f"{lines}def predict(W, X):\n    return {', '.join(names)}\n"
    _, told = check_file(text)
    assert "these statements were run: table_0 = 1" in told
    assert max(map(len, told.splitlines())) <= WIDTH


def test_check_tries_what_a_file_hands_to_check(check_file):
    text = (
        "def first(C, delta):\n    return (C - 1) * delta\n"
        "def predict(W, X):\n    return (X @ W).argmax(axis=1)\n"
        "check('First-Loss', first)\n"
    )
    status, told = check_file(text)
    assert status == 0
    assert told.count("\nfirst-loss: correct.") == 1
    assert "predict: correct." in told
    status, told = check_file(f"{text}check('scores', first)\n")
    assert status == 1
    assert "first-loss: correct." in told
    assert "scores: it raises an exception" in told


def test_check_tries_what_is_imported_with_the_name_of_an_exercise(check_file):
    status, told = check_file(
        "from mine import predict\nfrom operator import mul as append_bias\n"
        "from svmlib.hinge import svm_loss_vectorized as svm_loss\n"
    )
    assert status == 1
    assert "predict: it raises an exception in line 1" in told
    assert "append-bias: " in told
    assert "svm-loss" not in told


@pytest.mark.parametrize("prefix", [(), ("env",)])
def test_grade_says_where_python_alone_refuses_the_network(
    prefix, monkeypatch, grade_class, capsys
):
    monkeypatch.setattr(__main__, "isolating_prefix", lambda: prefix)
    grade_class({"a.py": ""})
    told = "This system doesn't let you cut off the network and other processes"
    assert (told in capsys.readouterr().out) == (prefix == ())


def test_grade_tells_a_score_before_it_has_the_next(monkeypatch, grade_class):
    """A pipe hands on no line that isn't flushed: b.py waits for the one about a.py."""
    raw = io.BytesIO()
    told = threading.Event()

    def write(data):
        if b"a.py: 0" in data:
            told.set()
        return len(data)

    raw.write = write

    def grade(name, *args):
        assert name == "a.py" or told.wait(10)
        return GradedSubmission(name, [])

    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw))
    monkeypatch.setattr(_grade, "grade", grade)
    monkeypatch.setattr(__main__, "write_report", lambda *args: None)
    assert grade_class({"a.py": "", "b.py": ""})[0] == 0


def test_grade_that_is_interrupted_grades_no_more(monkeypatch, grade_class, capsys):
    begun = []

    def grade(name, *args):
        begun.append(name)
        if name == "a.py":
            raise KeyboardInterrupt
        time.sleep(0.2)
        return GradedSubmission(name, [])

    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(_grade, "grade", grade)
    assert grade_class(dict.fromkeys(("a.py", "b.py", "c.py", "d.py"), ""))[0] == 130
    assert "d.py" not in begun
    assert capsys.readouterr().err == "interrupted\n"


def test_check_reads_a_number_and_calls_a_function_of_functions(check_file):
    status, told = check_file(
        "hinge_by_hand = 17\nmargins = 3\n"
        "def centred_difference(f, w, h):\n    return (f(w + h) - f(w - h)) / (2 * h)\n"
    )
    assert status == 0
    assert "hinge-by-hand: correct." in told
    assert "centred-difference: correct." in told


def test_check_says_which_cells_it_could_not_read(check_file):
    magic = "%%writefile svm.py\ndef predict(W, X): pass"
    cells = notebook("hinge_by_hand = 17", "def f(:", magic)
    status, told = check_file(cells, "mine.ipynb")
    assert status == 1
    assert "\nNot read: mine.ipynb, cell 2 is not Python" in told
    assert "\nNot read: mine.ipynb, cell 3 begins with %%writefile, so" in told


@pytest.mark.parametrize("command", ["check", "grade"])
def test_what_a_student_writes_gives_the_terminal_no_orders(
    command, capsys, check_file, grade_class
):
    text = """C = type("\\x1b[2Jclass", (), {})
def predict(W, X):
    '\x1b[2J'
    return C()
"""
    if command == "check":
        _, told = check_file(text)
    else:
        _, out = grade_class({"\x1b[2J.py": text})
        (path,) = (out / "feedback").iterdir()
        told = capsys.readouterr().out + path.read_text(encoding="utf-8")
        assert "\\x1b[2J.py: 0\n" in told
    assert "a \\x1b[2Jclass, where real numbers are expected" in " ".join(told.split())
    assert "\x1b" not in told


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("check('svm-loss', undefined_name)\n",
         "svm-loss: there is no function undefined_name.\n"),
        ("def svm_loss_v(): pass\ncheck('svm-loss', svm_loss_w)\n",
         "svm-loss: there is no function svm_loss_w. Is it svm_loss_v? The name"),
        ("if __name__ == '__main__':\n    def predict(W, X): pass\n",
         'predict: predict is defined under `if __name__ == "__main__":`, in line 2'),
    ],
)  # fmt: skip
def test_check_reports_what_is_not_there(text, expected, check_file):
    status, told = check_file(text)
    assert status == 1
    assert expected in told
    assert max(map(len, told.splitlines())) <= WIDTH


def test_check_goes_on_and_says_what_it_did_not_check(check_file):
    status, told = check_file(
        "def predict(W, X):\n    return (X @ W).argmax(axis=1)\n"
        "check('svmloss', predict)\n"
        "def mask_final(M): return M > 0\n"
        "class SVM:\n    def mask_row(self): pass\n"
    )
    assert status == 1
    assert "predict: correct." in told
    assert told.endswith(
        "Not checked: check('svmloss', predict), in line 3: no exercise is named\n"
        "'svmloss'; did you mean 'svm-loss'?\n"
        "Not checked: SVM.mask_row: the result of a call or a method is tried only if\n"
        "you hand a name for it to check, as in `f = SVM().predict` and\n"
        '`check("predict", f)`.\n'
        "Not checked: mask_final (like mask): no exercise has that name.\n"
    )


def test_check_does_not_list_what_an_attempt_uses(check_file):
    status, told = check_file(
        "def best(S): return S.argmax(axis=1)\ndef predict(W, X): return best(X @ W)\n"
    )
    assert status == 0
    assert "Not checked" not in told


def test_check_of_a_file_with_nothing_to_check_is_refused(check_file, capsys):
    with pytest.raises(SystemExit) as refused:
        check_file("def mask_final(M): return M > 0\n")
    assert refused.value.code == 2
    told = capsys.readouterr()
    assert (
        told.out == "Not checked: mask_final (like mask): no exercise has that name.\n"
    )
    assert "mine.py has no function with the name of an exercise" in told.err


def test_check_says_what_of_a_notebook_with_nothing_to_check_it_could_not_read(
    check_file,
):
    status, told = check_file(notebook("def predict(W, X:\n"), "mine.ipynb")
    assert status == 1
    assert told.startswith("Not read: mine.ipynb, cell 1 is not Python")


@pytest.mark.parametrize(
    "command, expected",
    [
        ("check a.py", "no function with the name of an exercise"),
        ("check p", "neither a .py file nor a notebook"),
        ("check .", ". is neither a .py file nor a notebook"),
        ("check none.py", "there is no file"),
        ("check folder.py", "folder.py: Is a directory"),
        ("grade a.py --seed s --points p", "is not a folder"),
        ("grade empty --seed s --points p", "holds no .py file"),
        ("grade . --seed s", "are required: --points"),
        ("grade . --points p", "are required: --seed"),
        ("grade . --seed s --points p --out p", "p: File exists"),
        (
            "grade . --seed s --points p --out empty/..",
            ". holds the submissions, among",
        ),
        ("grade . --seed s --points p --results no/r", "there is no folder no"),
    ],
)
def test_command_that_cannot_be_run_is_reported(
    command, expected, tmp_path, monkeypatch, capsys
):
    (tmp_path / "a.py").write_text("def f(): pass")
    (tmp_path / "p").write_text(
        '[[question]]\nfunction = "predict"\nexercise = "predict"\npoints = 5'
    )
    (tmp_path / "empty").mkdir()
    (tmp_path / "folder.py").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(SystemExit):
        main(command.split())
    assert expected in capsys.readouterr().err


def test_main_says_nothing_if_nobody_reads_its_output():
    command = [sys.executable, "-m", "svmlib.exercises", "list"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, **pipes) as process:
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 1


def test_main_lets_bugs_through(monkeypatch):
    def broken(options):
        raise ValueError("a bug")

    monkeypatch.setattr(__main__, "_list", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["list"])

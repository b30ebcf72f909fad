"""What is read of a submission, and what of it is run."""

import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._grade import Question
from svmlib.exercises.grading._submission import CommandError, Submission
from tests.svmlib.exercises.grading.submissions import RIGHT, notebook


def test_submission_keeps_what_a_function_needs(grade_file):
    """Branches, helpers, classes, annotations and constants are all taken along."""
    graded = grade_file("""
from __future__ import annotations
from typing import Union
try:
    import numpy as np
except ImportError:
    np = None
Array = Union[np.ndarray, "Tensor"]
FIRST = 0
FIRST += 1
if FIRST:
    AXIS = 1
else:
    pass
class Scores:
    @staticmethod
    def of(W: Array, X: Array) -> Array:
        return X @ W
LAST = AXIS if 0 <= AXIS and AXIS < 2 else None
NAME = f"own{LAST}.npy"
best = lambda S: np.argmax(S, axis=LAST)
data = np.load("not there")
def predict(W: Array, X: Array) -> Array:
    np.save(NAME, best(Scores.of(W, X)))
    return np.load("own1.npy")
if __name__ == "__main__":
    predict = None
""")
    assert graded.score == 5, graded


@pytest.mark.parametrize(
    "what, cell",
    {
        "a magic for the cell": "%%time\nAXIS = 1",
        "a magic for a line": "%matplotlib inline\nAXIS = 1",
        "a command in a branch": "AXIS = 1\nif AXIS:\n    !echo it's (",
        "a command on four lines": "!pip install \\\n a \\\n b \\\n c\nAXIS = 1",
        "assignments": "files = !ls\nlines = %sx ls\nAXIS = 1",
        "help": "print?\n?print\nAXIS = 1",
        "no line between brackets": "AXIS = (\n    3\n    % 2\n)\nprint?",
        "no line before a bracket": "AXIS = (3\n        % 2)",
        "no line of a string": "AXIS = {'''\n%d''': 1}['\\n%d']\nprint?",
    }.items(),
)
def test_submission_leaves_to_ipython(what, cell, grade_file):
    predict = "def predict(W, X):\n    return np.argmax(X @ W, axis=AXIS)\npredict?"
    graded = grade_file(notebook("import numpy as np", cell, predict), "svm.ipynb")
    assert graded.score == 5, graded


def submission(text, folder):
    path = folder / "svm.py"
    path.write_text(text)
    return Submission(path)


def test_program_says_what_is_run_and_what_is_left_out(tmp_path):
    read = submission(
        """from svmlib.hinge import *
from numpy import *
A = load("a")
if load("b"):
    B = 1
if A:
    C = load("c")
D = (1,
     2)
def g():
    return A + B + C + D
def f():
    return g() + unknown
""",
        tmp_path,
    )
    program = read.program("f")
    assert program.used == (
        "from numpy import * (line 2)",
        "D = (1, (line 8)",
        "g (line 10)",
        "f (line 12)",
    )
    assert program.left_out == (
        'A = load("a") (line 3)',
        'if load("b"): (line 4)',
        "if A: (line 6)",
    )
    assert program.loop == ""
    assert read.functions == ("D", "g", "f")
    assert read.program("unknown") is None


def test_check_calls_are_those_of_functions_that_the_file_defines(tmp_path):
    text = """
def f(): pass
check("scores", f)
svmlib.exercises.check("predict", later)
print(check("scores", f), check(f, "scores"), check("scores"))
def of(attempt):
    return check("margins", attempt), check("mask", f)
"""
    assert submission(text, tmp_path).check_calls() == [
        ("scores", "f"),
        ("predict", "later"),
        ("mask", "f"),
    ]


def test_submission_with_a_fault_is_refused_unless_it_is_a_notebook(tmp_path):
    with pytest.raises(CommandError, match="svm.py is not Python: line 2"):
        submission("x = 1\ndef f(:", tmp_path)


def test_loop_in_what_a_function_calls_is_found(grade_file):
    text = RIGHT + "\n\ndef helper(*a):\n    return svm_loss(*a)\n"
    exercise = CATALOGUE.exercises["svm-loss"]
    question = Question("helper", exercise, {"all": 5}, loops=False)
    (mark,) = grade_file(text, question=question).marks
    assert mark.mistakes == ("has-a-loop",)
    assert "a loop, in line 10" in mark.message


@pytest.mark.parametrize(
    "name, data, expected",
    [
        ("a.py", b"\xff\xfe", "a.py is not a text in UTF-8."),
        ("a.py", b"x\0", "a.py is not Python"),
        ("a.py", b"#" * 1_000_001, "a.py has more than 1,000,000 characters."),
        ("a.ipynb", notebook(*["#" * 600_000] * 2).encode(),
         "a.ipynb has more than 1,000,000 characters."),
        ("a.ipynb", b"{}", "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", b"[" * 100_000, "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", notebook("%%bash\nfor f in *; do").encode(),
         "a.ipynb, cell 1 is not Python: line 1"),
        ("a.txt", b"", "There is no .py file and no notebook."),
    ],
)  # fmt: skip
def test_submission_that_cannot_be_read_is_reported(name, data, expected, grade_file):
    graded = grade_file(data, name)
    assert graded.score == 0
    assert "\n".join(graded.notes).startswith(expected)

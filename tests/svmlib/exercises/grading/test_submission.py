"""What is read of a submission, and what of it is run."""

import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._grade import Question
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
best = lambda S: np.argmax(S, axis=AXIS)
data = np.load("not there")
def predict(W: Array, X: Array) -> Array:
    np.save("own.npy", best(Scores.of(W, X)))
    return np.load("own.npy")
if __name__ == "__main__":
    predict = None
""")
    assert graded.score == 5, graded


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
        ("a.ipynb", b"{}", "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", b"[" * 100_000, "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", notebook("%%bash\nfor f in *; do").encode(), ""),
        ("a.txt", b"", "There is no .py file and no notebook."),
    ],
)
def test_submission_that_cannot_be_read_is_reported(name, data, expected, grade_file):
    graded = grade_file(data, name)
    assert graded.score == 0
    assert "\n".join(graded.notes).startswith(expected)

"""What is run of a student's file to have a function."""

import pytest

from svmlib.exercises.submissions._program import find_program
from tests.svmlib.exercises.helpers.student_files import notebook


def test_file_keeps_what_a_function_needs(grade_file):
    """Branches, helpers, classes and constants are taken along, annotations need not be."""
    graded = grade_file("""
from __future__ import annotations
try:
    import numpy as np
except ImportError:
    np = None
FIRST = 0
FIRST += 1
if FIRST:
    AXIS = 1
else:
    pass
class Scores:
    @staticmethod
    def of(W, X):
        return X @ W
LAST = AXIS if 0 <= AXIS and AXIS < 2 else None
NAME = f"own{LAST}.npy"
best = lambda S: np.argmax(S, axis=LAST)
data = np.load("not there")
def predict(W: Tensor, X: Tensor) -> Labels:
    np.save(NAME, best(Scores.of(W, X)))
    return np.load("own1.npy")
if __name__ == "__main__":
    predict = None
""")
    assert graded.score == 5, graded


BEST = "def predict(W, X):\n    return np.argmax(X @ W, axis=1)\n"
AXIS = "def predict(W, X):\n    return np.argmax(X @ W, axis=AXIS)\n"
MODEL = (
    "class SVM:\n    def best(self, W, X):\n        return np.argmax(X @ W, axis=1)\n"
)


@pytest.mark.parametrize(
    "what, cells",
    {
        "typed for a checker alone": [
            "from __future__ import annotations\nfrom typing import TYPE_CHECKING\n",
            "if TYPE_CHECKING:\n    from numpy.typing import NDArray\n",
            BEST.replace("W, X", "W: NDArray, X: NDArray"),
        ],
        "logged": [
            "import logging\nlog = logging.getLogger(__name__)\nlog.setLevel('INFO')\n",
            BEST + "    log.info('never')\n",
        ],
        "with a TypeVar": [
            "from typing import TypeVar\nT = TypeVar('T')\ndef same(x: T) -> T:\n    return x\n",
            BEST.replace("X @ W", "same(X @ W)"),
        ],
        "a constant that is called for": ["AXIS = np.logspace(0, 1, 2).astype(int)[0]\n", AXIS],
        "a constant that is filled": ["A = []\nfor a in range(2):\n    A.append(a)\n",
                                      AXIS.replace("AXIS", "A[1]")],
        "a constant that is changed": ["A = np.zeros(1, int)\nA[0] = 1\n",
                                       AXIS.replace("AXIS", "A[0]")],
        "a constant of a branch": ["if int('1'):\n    AXIS = 1\n", AXIS],
        "constants of a match": [
            "match [1, 2], {'a': 3}:\n    case [one, *A], {'a': int() as B, **C}:\n        pass\n",
            AXIS.replace("AXIS", "(A + [B, C, one])[-1]"),
        ],
        "the rest of what matches": ["match [1]:\n    case [*A]:\n        pass\n",
                                     AXIS.replace("AXIS", "A[0]")],
        "an attribute's entry": ["class Box:\n    pass\n", "box = Box()\nbox.axes = [0]\n",
                                 "box.axes[0] = 1\n", AXIS.replace("AXIS", "box.axes[0]")],
        "a bound method": [MODEL, "predict = SVM().best\n"],
        "a bound method of a model": [MODEL, "model = SVM()\n", "predict = model.best\n"],
        "a dataclass": [
            "from __future__ import annotations\nfrom dataclasses import dataclass\n",
            "@dataclass\n" + MODEL.replace("def", "axis: int = 1\n    def"),
            "predict = SVM().best\n",
        ],
        "wrapped": ["from functools import partial\n", AXIS.replace("X)", "X, AXIS)"),
                    "predict = partial(predict, AXIS=1)\n"],
        "counted": [BEST.replace("return", "predict.calls += 1\n    return"),
                    "predict.calls = 0\n"],
        "constants called like exercises": ["margins = 3\nscores = [1, 2]\n", BEST],
        "without what has the names of its arguments": ["X = np.load('X')\nW = train(X)\n", BEST],
        "without what a module is called for": [BEST, "np.load('X')\n"],
        "without what takes its name": [BEST, "predict, rest = np.load('X')\n",
                                        "predict = predict(W, X)\n"],
        "without what takes a lambda's name": [
            "predict = lambda W, X: np.argmax(X @ W, axis=1)\n", "predict = predict(W, X)\n"],
        "without the main program": [BEST, "if __name__ == '__main__':\n    predict = np.load('X')\n"],
        "without what has a name in a list of its own": [
            "AXIS = 1\n", "rows = [AXIS for AXIS in np.load('X')]\n", AXIS],
        "without what only has a name in common with what is needed": [
            "AXIS, history = 1, []\n", "history = np.load('losses')\n", AXIS],
        "displayed": [BEST.replace("return", "display(W)\n    return")],
    }.items(),
)  # fmt: skip
def test_right_program_gets_all_points(what, cells, grade_file):
    after_the_future = 1 if "__future__" in cells[0] else 0
    cells.insert(after_the_future, "import numpy as np\n")
    graded = grade_file(notebook(*cells), "svm.ipynb")
    assert graded.score == 5, graded


MISSING = "import numpy as np\nfrom helpers.ours import *\n"
LOOP = "def predict(W, X):\n    return np.array([np.argmax(X[i] @ W) for i in range(len(X))])\n"


def test_star_import_of_a_missing_module_does_no_harm_where_no_name_needs_it(
    grade_file,
):
    assert grade_file(MISSING + LOOP).score == 5


def test_star_import_of_a_missing_module_is_told_where_a_name_needs_it(grade_file):
    (mark,) = grade_file(MISSING + LOOP.replace("np.argmax", "best")).marks
    assert mark.mistakes == ("raises", "module-not-found")
    assert "line 2 (`from helpers.ours import *`)" in mark.message


def test_star_import_may_replace_what_is_built_in(grade_file):
    text = "from numpy import *\ndef predict(W, X):\n    return sum([(X @ W).argmax(1)], axis=0)\n"
    assert grade_file(text).score == 5


def test_lines_of_a_file_end_where_python_ends_them(grade_file):
    """Not at a form feed, which some editors put between the parts of a file."""
    text = "import numpy as np\n\x0c\ndef predict(W, X):\n    S = X @ W\n    return Q\n"
    (mark,) = grade_file(text).marks
    assert "in line 5 (`return Q`)" in mark.message


def test_program_says_what_is_run(student_file):
    read = student_file("""from svmlib.hinge import *
from numpy import *
A = load("a name that is so long that it is not told to the end")
unused = load("unused")
D = (1,
     2)
D[0] = int(sum(D))
def g(unused):
    return A + D
def f():
    return g(2) + unknown
f = load(f)
f, rest = load("f")
""")
    program = find_program(read, "f")
    assert program.used == (
        "from numpy import * (line 2)",
        'A = load("a name that is so long that it is not told to  ... (line 3)',
        "D = (1, (line 5)",
        "D[0] = int(sum(D)) (line 7)",
        "g (line 8)",
        "f (line 10)",
        "f = load(f) (line 12)",
    )
    assert program.loop == ""
    assert find_program(read, "unknown") is None


def test_expression_may_be_too_deep_for_python_to_write(student_file):
    text = f"B = 1\nA = {' + '.join(['B'] * 600)}\ndef f():\n    return A\n"
    program = find_program(student_file(text), "f")
    assert [used.split()[0] for used in program.used] == ["B", "A", "f"]


def test_program_says_which_call_it_leaves_out(student_file):
    read = student_file("""from svmlib.exercises import check
A = {}
B = {}
best = lambda: A["axis"]
def sets_both():
    A["axis"] = B["axis"] = 1
def sets_another():
    B["axis"] = 1
def f():
    return best()
sets_both()
sets_another()
operator.setitem(A, "axis", 1)
model.fit(data=A)
print(A)
check("predict", best)
check("scores", A)
""")
    assert find_program(read, "f").note == (
        'To get f, these statements were run: A = {} (line 2); best = lambda: A["axis"] '
        "(line 4); f (line 9). Not run, though it may set or change what they use: sets_both() "
        '(line 11); operator.setitem(A, "axis", 1) (line 13); model.fit(data=A) (line 14).'
    )


def test_program_says_which_call_it_leaves_out_that_alone_sets_a_name(student_file):
    read = student_file("""def set_axis():
    global axis
    axis = 1
def f():
    return axis
set_axis()
len(f())
""")
    assert find_program(read, "f").note == (
        "To get f, these statements were run: f (line 4). Not run, though it may set or "
        "change what they use: set_axis() (line 6)."
    )

"""What is read of a student's file, and what of it is run."""

import pytest

from svmlib.exercises._student_file import CommandError, StudentFile
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._questions import Question
from tests.svmlib.exercises.grading.submissions import RIGHT, notebook


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
        "displayed": [BEST.replace("return", "display(W)\n    return")],
    }.items(),
)  # fmt: skip
def test_right_program_gets_all_points(what, cells, grade_file):
    after_the_future = 1 if "__future__" in cells[0] else 0
    cells.insert(after_the_future, "import numpy as np\n")
    graded = grade_file(notebook(*cells), "svm.ipynb")
    assert graded.score == 5, graded


@pytest.mark.parametrize(
    "what, cell",
    {
        **{
            f"the magic {name} for the cell": f"%%{name}\nAXIS = 1"
            for name in ("time", "timeit", "capture", "prun")
        },
        "a magic for a line": "%matplotlib inline\nAXIS = 1",
        "a command in a branch": "AXIS = 1\nif AXIS:\n    !echo it's (",
        "a command on four lines": "!pip install \\\n a \\\n b \\\n c\nAXIS = 1",
        "a command that goes on at the end of a cell": "AXIS = 1\n!echo \\",
        "assignments": "files = !ls\nlines = %sx ls\nAXIS = 1",
        "many commands": "!ls\n" * 99 + "AXIS = 1",
        "a null byte": "!echo \0\nAXIS = 1",
        "help": "print?\n?print\nAXIS = 1",
        "no line between brackets": "AXIS = (\n    3\n    % 2\n)\nprint?",
        "no line before a bracket": "AXIS = (3\n        % 2)",
        "no line of a string": "AXIS = {'''\n%d''': 1}['\\n%d']\nprint?",
    }.items(),
)
def test_file_leaves_to_ipython(what, cell, grade_file):
    predict = "def predict(W, X):\n    return np.argmax(X @ W, axis=AXIS)\npredict?"
    graded = grade_file(notebook("import numpy as np", cell, predict), "svm.ipynb")
    assert graded.score == 5, graded


def student_file(text, folder):
    path = folder / "svm.py"
    path.write_text(text)
    return StudentFile(path)


def test_program_says_what_is_run(tmp_path):
    read = student_file(
        """from svmlib.hinge import *
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
""",
        tmp_path,
    )
    program = read.program("f")
    assert program.used == (
        "from numpy import * (line 2)",
        'A = load("a name that is so long that it is not told to the  (line 3)',
        "D = (1, (line 5)",
        "D[0] = int(sum(D)) (line 7)",
        "g (line 8)",
        "f (line 10)",
        "f = load(f) (line 12)",
    )
    assert program.loop == ""
    assert read.program("unknown") is None


def test_expression_may_be_too_deep_for_python_to_write(tmp_path):
    text = f"B = 1\nA = {' + '.join(['B'] * 600)}\ndef f():\n    return A\n"
    program = student_file(text, tmp_path).program("f")
    assert [used.split()[0] for used in program.used] == ["B", "A", "f"]


def test_constants_are_no_functions(tmp_path):
    read = student_file(
        "scores = [1, 2]\nmargins = 3\nZ = margins\ng = lambda: 1\n"
        "def f(): pass\nfirst_loss = f\nimport mask\n",
        tmp_path,
    )
    assert read.functions == ("g", "f", "first_loss")


def test_check_calls_are_those_of_functions_that_the_file_defines(tmp_path):
    text = """
def f(): pass
check("scores", f)
svmlib.exercises.check("predict", later)
print(check("scores", f), check(f, "scores"), check("scores"))
def of(attempt):
    return check("margins", attempt), check("mask", f)
"""
    assert student_file(text, tmp_path).check_calls() == [
        ("scores", "f"),
        ("predict", "later"),
        ("mask", "f"),
    ]


def test_file_that_is_not_python_is_refused_unless_it_is_a_notebook(tmp_path):
    with pytest.raises(CommandError, match="svm.py is not Python: line 2"):
        student_file("x = 1\ndef f(:", tmp_path)
    path = tmp_path / "svm.ipynb"
    path.write_text(notebook("x = 1\ndef f(:", "def g(): pass"))
    read = StudentFile(path)
    assert read.functions == ("g",)
    assert read.unread[0].startswith("svm.ipynb, cell 1 is not Python: line 2")


def test_loop_in_what_a_function_calls_is_found(grade_file):
    text = f"""ONE = sum(1 for one in [1])
{RIGHT}
def helper(W, X, y, reg):
    return svm_loss(W, X * ONE, y, reg)
"""
    exercise = CATALOGUE.exercises["svm-loss"]
    question = Question("helper", exercise, {"all": 5}, loops=False)
    (mark,) = grade_file(text, question=question).marks
    assert mark.mistakes == ("has-a-loop",)
    told = "it has a loop, in line 11, and this question asks for a function without loops."
    assert mark.message.startswith(told)


@pytest.mark.parametrize(
    ("body", "loop"),
    [
        ("return list(map(abs, X))", "line 2 (`map`)"),
        ("return functools.reduce(max, X)", "line 2 (`functools.reduce`)"),
        ("g = np.vectorize(abs)", "line 2 (`np.vectorize`)"),
        ("return np.apply_along_axis(sum, 0, X)", "line 2 (`np.apply_along_axis`)"),
        ("@vectorize\n    def g(x): return x", "line 2 (`vectorize`)"),
        ("return f(X[1:]) if len(X) else 0", "line 2 (`f`)"),
        ("return [x for x in X]", "line 2"),
        ("m = map\n    return list(m(abs, X))", "line 2 (`map`)"),
        ("return max(X, key=functools.reduce)", "line 2 (`functools.reduce`)"),
        ("return g(X, filter)", "line 2 (`filter`)"),
        ("return (lambda filter: X[filter])(X > 0)", ""),
        ("def map(g): return g(X)\n    return map(abs)", ""),
        ("filter = X > 0\n    return X[filter]", ""),
        ("f = X.sum()\n    return f", ""),
        ("return np.maximum.reduce(X) + X.max()", ""),
        ("reduce = np.add.reduce\n    return reduce(X[0])", ""),
        ("vectorize = 3\n    return X * vectorize", ""),
    ],
)
def test_loop_may_have_another_name(body, loop, tmp_path):
    program = student_file(f"def f(X):\n    {body}\n", tmp_path).program("f")
    assert program.loop == loop


@pytest.mark.parametrize(
    ("line", "loop"),
    [
        ("m = map", "line 1 (`map`)"),
        ("m = np.vectorize", "line 1 (`np.vectorize`)"),
        ("from functools import reduce as m", "line 1 (`reduce`)"),
        ("import functools as m", "line 3 (`m.reduce`)"),
        ("import numpy as m", ""),
        ("m = list(map(abs, [1]))", ""),  # a constant, which is computed once
        ("from numpy import sum as m", ""),
    ],
)
def test_loop_may_get_another_name_outside_the_function(line, loop, tmp_path):
    text = f"{line}\ndef f(X):\n    return m(abs, X) + m.reduce(abs, X)\n"
    assert student_file(text, tmp_path).program("f").loop == loop


def test_program_says_which_call_it_leaves_out(tmp_path):
    read = student_file(
        """A = {}
B = {}
def sets(A):
    A["axis"] = 1
def sets_both():
    A["axis"] = B["axis"] = 1
def sets_another():
    B["axis"] = 1
def f():
    return A["axis"]
sets(A)
sets_both()
sets_another()
print(A)
""",
        tmp_path,
    )
    assert read.program("f").note == (
        "To get f, these statements were run: A = {} (line 1); f (line 9). Not run, though "
        "it may change what they set: sets(A) (line 11); sets_both() (line 12)."
    )


@pytest.mark.parametrize(
    "condition", ["__name__ == '__main__'", "'__main__' == __name__"]
)
def test_function_of_the_main_program_is_told_with_its_line(condition, grade_file):
    text = f"if {condition}:\n    x = 1\n    def predict(W, X):\n        pass\n"
    (mark,) = grade_file(text).marks
    assert mark.mistakes == ("not-there",)
    assert mark.message == (
        'predict is defined under `if __name__ == "__main__":`, in line 3, and what '
        "stands there is not run. Move the function out of it."
    )


@pytest.mark.parametrize(
    "name, data, expected",
    [
        ("a.py", b"\xff\xfe", "a.py is not a text in UTF-8."),
        ("a.py", b"x\0", "a.py is not Python: source code "),
        ("a.py", b"#" * 1_000_001, "a.py has more than 1,000,000 characters."),
        ("a.ipynb", notebook("#" * 1_000_001).encode(),
         "a.ipynb, cell 1 has more than 1,000,000 characters."),
        ("a.ipynb", b"{}", "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", b"[" * 100_000, "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", notebook("%%bash\nfor f in *; do").encode(),
         "a.ipynb, cell 1 is not Python: line 1"),
        ("a.txt", b"", "There is no .py file and no notebook."),
    ],
)  # fmt: skip
def test_file_that_cannot_be_read_is_reported(name, data, expected, grade_file):
    graded = grade_file(data, name)
    assert graded.score == 0
    assert "\n".join(graded.unread).startswith(expected)

"""Which functions are in a file, and what is said of one that isn't."""

import pytest

from svmlib.exercises.submissions._student_file import say_missing


@pytest.mark.parametrize(
    ("text", "functions"),
    [
        ("def f(): pass\nasync def g(): pass\nh = lambda: 1", ("f", "g", "h")),
        ("f: Callable = lambda X: X\ng: Callable", ("f",)),
        ("def b(): pass\ndef a(): pass\ndef b(): pass", ("b", "a")),
        ("def f(): pass\ng = f\nh: object = g\nk = other", ("f", "g", "h")),
        ("f = partial(g, 1)\nh = functools.partial(g, 1)\nk = other(g)", ("f", "h")),
        ("if True:\n    def f(): pass\nelse:\n    def g(): pass", ("f", "g")),
        ("try:\n    def f(): pass\nexcept E:\n    h = lambda: 1", ("f", "h")),
        ("def f():\n    def g(): pass", ("f",)),
        ("f = (g := lambda: 1)\nh = [lambda: 1]", ("g",)),
        ("if __name__ == '__main__':\n    def f(): pass\ndef g(): pass", ("g",)),
        ("class A:\n    def f(self): pass\ng = A.f\nh = A().f\nk = A.x\nm = A()",
         ("g", "h")),
        ("class A:\n    def f(self): pass\na = A()\ng: object = a.f", ("g",)),
        ("class A:\n    def __call__(self): pass\nclass B: pass\nf = A()\ng = B()",
         ("f",)),
        ("import numpy as np\nnorm = np.linalg.norm\nX = data.T\nimport mask", ("norm",)),
        ("from numpy import linalg\nnorm = linalg.norm", ("norm",)),
        ("scores = [1, 2]\nmargins = 3\nZ = margins\nS = scores.T", ()),
    ],
)  # fmt: skip
def test_functions_are_found_in_the_order_of_the_file(text, functions, student_file):
    assert student_file(text).functions == functions


def test_methods_are_found_with_their_classes(student_file):
    text = """
class A:
    x = 1
    def f(self): pass
    g = lambda self: 1
class B:
    def f(self): pass
def h(): pass
"""
    assert student_file(text).methods == [("A", "f"), ("A", "g"), ("B", "f")]


def test_file_holds_the_statements_that_bind_each_name(student_file):
    file = student_file("f = 1\ndef g(): pass\nf.x = 2\nprint(f)\n")
    places = {name: [s.place for s in found] for name, found in file.binding.items()}
    assert places == {"f": [(0, 0), (0, 2)], "g": [(0, 1)]}
    assert [s.place for s in file.statements] == [(0, 0), (0, 1), (0, 2), (0, 3)]


@pytest.mark.parametrize(
    "condition", ["__name__ == '__main__'", "'__main__' == __name__"]
)
def test_function_of_the_main_program_is_told_with_its_line(condition, student_file):
    file = student_file(
        f"if {condition}:\n    x = 1\n    def predict(W, X):\n        pass\n"
        "if x:\n    def mask(M): pass\n"
    )
    assert file.hidden_functions == {"predict": "line 3"}
    assert say_missing("predict", [file]) == (
        'predict is defined under `if __name__ == "__main__":`, in line 3, and what '
        "stands there is not run. Move the function out of it."
    )


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("def svm_loss(): pass", "there is no function predict."),
        ("def predict_slowly(): pass", "there is no function predict."),
        ("def Predict2(W, X): pass",
         ("there is no function predict. Is it Predict2? The name must be exactly the one "
         "that is asked for.")),
        ("class SVM:\n    def fit(self): pass\n    def predict(self, X): pass",
         ("predict is a method of SVM, and a function is asked for. A line such as "
         "`predict = SVM().predict` makes one of it.")),
    ],
)  # fmt: skip
def test_function_that_is_missing_is_told_with_what_is_there(text, told, student_file):
    files = [student_file("x = 1"), student_file(text)]
    assert say_missing("predict", files) == told


def test_function_may_be_in_what_could_not_be_read(student_file):
    told = say_missing("predict", [student_file("")], is_all=False)
    assert told == "there is no function predict in what could be read."


def test_missing_function_gets_no_points(grade_file):
    graded = grade_file("def predict(")
    (mark,) = graded.marks
    assert (graded.score, mark.mistakes) == (0, ("not-there",))
    assert mark.message == "there is no function predict in what could be read."

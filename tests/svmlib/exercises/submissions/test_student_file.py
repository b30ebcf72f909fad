"""Which functions are in a file, and what is said of one that isn't."""

import pytest


def test_constants_are_no_functions(student_file):
    read = student_file(
        "scores = [1, 2]\nmargins = 3\nZ = margins\nS = scores.T\ng = lambda: 1\n"
        "def f(): pass\nfirst_loss = f\nimport mask\n"
    )
    assert read.functions == ("g", "f", "first_loss")


def test_check_calls_are_found_with_their_attempts(student_file):
    long_name = "n" * 61
    text = f"""
check("slack", {long_name})
def f(): pass
check("scores", f)
svmlib.exercises.check("predict", later)
print(check("scores", f), check(f, "scores"), check("scores"), check("scores", 3))
def of(attempt):
    return check("margins", attempt), check("mask", f)
"""
    assert student_file(text).find_check_calls() == {
        ("slack", long_name): "line 2",
        ("scores", "f"): "line 4",
        ("scores", "3"): "line 6",
        ("predict", "later"): "line 5",
        ("mask", "f"): "line 8",
    }


def test_parameter_is_not_the_function_of_the_same_name(student_file):
    text = """
def attempt(M): pass
def slack(M): pass
def try_it(attempt):
    check("mask", attempt)
def try_all():
    check("slack", slack), check("scores", scores)
"""
    assert student_file(text).find_check_calls() == {
        ("slack", "slack"): "line 7",
        ("scores", "scores"): "line 7",
    }


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
    ("text", "told"),
    [
        ("def svm_loss(): pass", "there is no function predict.\n"),
        ("def predict_slowly(): pass", "there is no function predict.\n"),
        ("def Predict2(W, X): pass", "no function predict. Is it Predict2? The name"),
        ("class SVM:\n    def predict(self, X): pass", "predict is a method of SVM,"),
        ("def predict(", "there is no function predict in what could be read.\n"),
    ],
)
def test_function_that_is_missing_is_told_with_what_is_there(text, told, grade_file):
    (mark,) = grade_file(text).marks
    assert mark.mistakes == ("not-there",)
    assert told in f"{mark.message}\n"

"""Which exercises a file attempts, and what is said of the rest."""

import pytest

from svmlib.exercises.submissions._attempts_in_file import find_attempts, say_unchecked

NOT_WRITTEN_OUT = (
    "what it is given shows only when it is run. Write out the names of the exercise and of "
    'your attempt, as in check("mask", my_mask).'
)


def attempts(file):
    """Return the names of exercises and functions, and what isn't understood."""
    found, unknown = find_attempts(file)
    return [(exercise.name, function) for exercise, function in found], unknown


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("check('Predict', f)", [("predict", "f")]),
        ("check('predict', attempt=f)", [("predict", "f")]),
        ("check(attempt=f, name='predict')", [("predict", "f")]),
        ("check('predict', f, seed=3)", [("predict", "f")]),
        ("svmlib.exercises.check('predict', f, seed=3)", [("predict", "f")]),
        ("print(check('predict', f), check('mask', f))",
         [("predict", "f"), ("mask", "f")]),
        ("if True:\n    check('predict', f)", [("predict", "f")]),
        ("if True:\n    def f(): pass\n    check('mask', f)", [("mask", "f")]),
        ("for seed in range(9):\n    check('mask', f, seed=seed)", [("mask", "f")]),
        ("def test():\n    check('mask', f)", [("mask", "f")]),
        ("if __name__ == '__main__':\n    check('mask', f)", [("mask", "f")]),
        ("def f(): pass\ncheck('mask', f)", [("mask", "f")]),
        ("f = make()\ncheck('mask', f)", [("mask", "f")]),
        ("check('mask', f)\ncheck('mask', f)\n", [("mask", "f")]),
        ("def mask(M): pass\ncheck('slack', mask)\n", [("slack", "mask")]),
        ("def my_mask(M): pass\ndef mask(M): pass\ncheck('mask', mask)\n",
         [("mask", "mask"), ("mask", "my_mask")]),
    ],
)  # fmt: skip
def test_function_that_is_handed_to_check_is_an_attempt(text, found, student_file):
    assert attempts(student_file(text)) == (found, [])


@pytest.mark.parametrize(
    ("lines", "call"),
    [
        ("for n, f in [('mask', g)]:\n    check(n, f)", "check(n, f)"),
        ("for pair in [('mask', g)]:\n    check(*pair)", "check(*pair)"),
        ("for f in (g,):\n    check('mask', f)", "check('mask', f)"),
        ("def f(M): pass\nv = [check('mask', f) for f in g]", "check('mask', f)"),
        ("name = 'mask'\ncheck(name, g)", "check(name, g)"),
        ("def f(M): pass\ndef try_it(f): check('mask', f)", "check('mask', f)"),
        ("\ncheck('mask', lambda M: M > 0)", "check('mask', lambda M: M > 0)"),
        ("\nprint(check(attempt=8 + 9, name='hinge-by-hand'))",
         "check(attempt=8 + 9, name='hinge-by-hand')"),
        ("\nsvmlib.exercises.check('predict', svm.predict)",
         "svmlib.exercises.check('predict', svm.predict)"),
        ("\ncheck(f, 'mask')", "check(f, 'mask')"),
        ("\ncheck('mask')", "check('mask')"),
        ("\ncheck('mask', lambda M:\n    M > 0)", "check('mask', lambda M:"),
    ],
)  # fmt: skip
def test_call_of_check_that_is_not_written_out_is_told(lines, call, student_file):
    file = student_file(f"from svmlib.exercises import check\n{lines}\n")
    assert attempts(file) == ([], [f"{call}, in line 3: {NOT_WRITTEN_OUT}"])


def test_exercise_that_check_does_not_know_is_told(student_file):
    file = student_file("check('plot of rows', W)\ncheck('svmloss', f)\n")
    assert attempts(file) == (
        [],
        [
            (
                "check('plot of rows', W), in line 1: no exercise is named 'plot of rows'; "
                "list_exercises() names them all, and so does the command `list`"
            ),
            (
                "check('svmloss', f), in line 2: no exercise is named 'svmloss'; did you "
                "mean 'svm-loss'?"
            ),
        ],
    )


@pytest.mark.parametrize(
    "text",
    [
        "def check(a, b): return a == b\ncheck(k, k)\ncheck('mask', f)\n",
        "class A:\n    def fit(self, X, y): self.check(X, y), self.check('X')\n",
        "answer.checked('mask', f), recheck('mask', f)\n",
    ],
)
def test_other_functions_called_check_are_left_alone(text, student_file):
    assert attempts(student_file(text)) == ([], [])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def mask(M): pass", [("mask", "mask")]),
        ("def Predict(W, X): pass", [("predict", "Predict")]),
        ("def my_svm_loss_naive(): pass", [("svm-loss", "my_svm_loss_naive")]),
        ("def solved_svm_loss_vectorized(): pass",
         [("svm-loss", "solved_svm_loss_vectorized")]),
        ("def mask_my_(): pass\ndef mask_final(): pass", []),
        ("if __name__ == '__main__':\n    def mask(M): pass", [("mask", "mask")]),
        ("from mine import mask", [("mask", "mask")]),
        ("from . import mask", [("mask", "mask")]),
        ("from operator import mul as mask", [("mask", "mask")]),
        ("from svmlib.hinge import svm_loss_vectorized as svm_loss", []),
        ("import mask", []),
        ("def f():\n    from mine import mask", []),
        ("hinge_by_hand = 17\nmask = 3\nmask_sum = 4",
         [("hinge-by-hand", "hinge_by_hand")]),
        ("import mine\nfrom mine import slack\ndef mask(M): pass",
         [("mask", "mask"), ("slack", "slack")]),
    ],
)  # fmt: skip
def test_function_that_is_named_after_an_exercise_is_an_attempt(
    text, found, student_file
):
    assert attempts(student_file(text)) == (found, [])


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("predict = make()", "predict"),
        ("predict = make()\npredict = make()\nmask = make()", "predict, mask"),
        ("class SVM:\n    def mask(self): pass\nslack = g()", "slack, SVM.mask"),
        ("class A:\n    def mask(self): pass\nclass B:\n    def mask(self): pass",
         "A.mask, B.mask"),
        ("S = make()\nmask = [3]\nmask.append(make())\nmask[0] = make()", ""),
        ("class SVM:\n    def fit(self): pass", ""),
    ],
)  # fmt: skip
def test_results_of_calls_and_methods_are_told(text, names, student_file):
    told = (
        f"{names}: the result of a call or a method is tried only if you hand a name "
        'for it to check, as in `f = SVM().predict` and `check("predict", f)`.'
    )
    assert say_unchecked(student_file(text), ()) == ([told] if names else [])


def test_what_a_function_needs_is_not_told(student_file):
    file = student_file(
        "class SVM:\n    def mask(self): pass\nslack = make()\npredict = SVM().mask\n"
        "from functools import partial\nscores = partial(f)\ndef f(): pass\n"
    )
    assert say_unchecked(file, {"SVM", "slack", "predict", "f", "scores"}) == []


def test_functions_are_told_with_exercises_that_have_similar_names(student_file):
    file = student_file(
        "def mask_final(M): pass\ndef find_mask_gradient(X): pass\ndef svmloss(W): pass\n"
        "def best(S): pass\ndef mask_grad(W): pass\ndef my_load(): pass\n"
        "def mask_gradient_by_scores(): pass\ndef marking(): pass\n"
    )
    assert say_unchecked(file, {"best"}) == [
        (
            "mask_final (like mask), find_mask_gradient (like mask-gradient), svmloss (like "
            "svm-loss), mask_grad (like mask-gradient), my_load, mask_gradient_by_scores "
            "(like mask-gradient), marking: no exercise has that name."
        )
    ]

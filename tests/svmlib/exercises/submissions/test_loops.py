"""Which programs have a loop, whatever it is called."""

import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._questions import Question
from svmlib.exercises.submissions._program import find_program
from tests.svmlib.exercises.helpers.student_files import RIGHT


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
        ("return list(accumulate(X))", "line 2 (`accumulate`)"),
        ("return list(filterfalse(abs, X))", "line 2 (`filterfalse`)"),
        ("return itertools.filterfalse(abs, X)", "line 2 (`itertools.filterfalse`)"),
        ("return list(takewhile(abs, X))", "line 2 (`takewhile`)"),
        ("return list(itertools.dropwhile(abs, X))", "line 2 (`itertools.dropwhile`)"),
        ("return list(groupby(X, abs))", "line 2 (`groupby`)"),
        ("return list(iter(step, 0))", "line 2 (`iter`)"),
        ("return next(iter(X))", ""),
        ("iter = np.add\n    return iter(X, 0)", ""),
        ("return np.add.accumulate(X[0])", ""),
        ("g = np.vectorize(abs)", "line 2 (`np.vectorize`)"),
        ("return np.apply_along_axis(sum, 0, X)", "line 2 (`np.apply_along_axis`)"),
        ("@vectorize\n    def g(x): return x", "line 2 (`vectorize`)"),
        ("return f(X[1:]) if len(X) else 0", "line 2 (`f`)"),
        ("g = lambda k: g(k - 1) if k else 0\n    return g(X)", "line 2 (`g`)"),
        ("g: object = lambda k: g(k - 1)\n    return g(X)", "line 2 (`g`)"),
        ("return (g := lambda k: g(k - 1))(X)", "line 2 (`g`)"),
        ("return (lambda k: [k for _ in X])(3)", "line 2"),
        ("g = lambda k: h(k)\n    return g(X)", ""),
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
        ("g = lambda map: map.mean()\n    return list(map(g, X))", "line 3 (`map`)"),
        ("return list(builtins.map(abs, X))", "line 2 (`builtins.map`)"),
        ("f = np.argmax\n    return f(X)", ""),
        ("f = np.argmax\n    return [f(x) for x in X]", "line 3"),
        ("def g(f): return f(X)\n    return g(np.argmax)", ""),
        ("def f(X): return f(X)\n    return f(X)", "line 2 (`f`)"),
        ("async def g(S):\n        async for x in S: pass", "line 3"),
        ("async def map(S): pass\n    return map(X)", ""),
        ("class filter: pass\n    return filter()", ""),
        ("from numpy import maximum as filter\n    return filter(X, 0)", ""),
        ("from numpy import sum as f\n    return f(X)", ""),
        ("import numpy.linalg as f\n    return f(X)", ""),
        ("from numpy import map as g\n    return g(X)", "line 2 (`map`)"),
        ("try: pass\n    except E as map: return map(X)", ""),
        ("try: pass\n    except E: return map(abs, X)", "line 3 (`map`)"),
    ],
)
def test_loop_may_have_another_name(body, loop, student_file):
    program = find_program(student_file(f"def f(X):\n    {body}\n"), "f")
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
        ("m = list(iter([1, 0].pop, 1))", ""),
        ("m = np.vectorize(abs)([1])", ""),
        ("m = np.apply_along_axis(sum, 0, [1])", ""),
        ("m = [abs(k) for k in [1]]", ""),
        ("m = np.vectorize(abs, signature='(d)->()')", "line 1 (`np.vectorize`)"),
        ("m = vectorize(max)", "line 1 (`vectorize`)"),
        ("m: object = np.frompyfunc(abs, 1, 1)", "line 1 (`np.frompyfunc`)"),
        ("m = partial(map, abs)", "line 1 (`map`)"),
        ("m = partial(functools.reduce, max)", "line 1 (`functools.reduce`)"),
        ("m = [map][0]", "line 1 (`map`)"),
        ("from functools import reduce\nm = 1", ""),
        ("from numpy import sum as m", ""),
    ],
)
def test_loop_may_get_another_name_outside_the_function(line, loop, student_file):
    text = f"{line}\ndef f(X):\n    return m(abs, X) + m.reduce(abs, X)\n"
    assert find_program(student_file(text), "f").loop == loop


@pytest.mark.parametrize(
    ("line", "loop"),
    [
        ("reduce = np.array([1])", ""),
        ("def reduce(X): return X.sum()", ""),
        ("class reduce: pass", ""),
        ("from numpy import sum as reduce", ""),
        ("from functools import reduce", "line 3 (`reduce`)"),
        ("reduce = reduce", "line 1 (`reduce`)"),
        ("def reduce(X): return reduce(X[1:])", "line 1 (`reduce`)"),
    ],
)
def test_name_of_a_loop_may_be_the_files_own(line, loop, student_file):
    text = f"{line}\n\ndef f(X): return reduce(X)\n"
    assert find_program(student_file(text), "f").loop == loop


def test_right_function_without_loops_may_call_its_own_accumulate(grade_file):
    text = """import numpy as np
def accumulate(M, y):
    M[np.arange(len(y)), y] = -M.sum(axis=1)
    return M
def svm_loss(W, X, y, reg):
    S = X @ W
    H = np.maximum(S - S[np.arange(len(y)), y][:, None] + 1, 0)
    H[np.arange(len(y)), y] = 0
    dW = X.T @ accumulate((H > 0).astype(float), y) / len(y) + 2 * reg * W
    return H.sum() / len(y) + reg * np.sum(W * W), dW
"""
    exercise = CATALOGUE.exercises["svm-loss"]
    question = Question("svm_loss", exercise, {"all": 5}, loops=False)
    graded = grade_file(text, question=question)
    assert graded.score == 5, graded


@pytest.mark.parametrize(
    ("method", "loop"),
    [
        ("def scores(self, X): return scores(X)", ""),
        ("if True:\n        def scores(self, X): return scores(X)", ""),
        ("scores = lambda self, X: scores(X)", ""),
        ("def g(self, X): return [x for x in X]", "line 2"),
        ("def g(self, X):\n        def h(x): return h(x)", "line 3 (`h`)"),
        ("def map(self, X): return list(map(abs, X))", "line 2 (`map`)"),
    ],
)
def test_method_and_function_may_have_one_name(method, loop, student_file):
    text = f"""class Model:
    {method}
def scores(X): return X.sum(axis=1)
def f(X): return Model().scores(X)
"""
    assert find_program(student_file(text), "f").loop == loop

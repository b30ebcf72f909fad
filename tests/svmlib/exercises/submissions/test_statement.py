"""Which names a statement binds, and which it uses."""

import ast

import pytest

from svmlib.exercises.submissions._source import Source
from svmlib.exercises.submissions._statement import (
    ALWAYS,
    NOT_FOUND,
    Statement,
    names_bound,
    names_used,
)


def statement(text):
    (node,) = ast.parse(text).body
    return node


@pytest.mark.parametrize(
    "file, cell, line",
    [
        ("svm.py", "", "line 2"),
        ("Smith, John.py", "", "line 2"),
        ("svm.ipynb", "cell 3", "line 2 of cell 3"),
    ],
)
@pytest.mark.parametrize(
    "text, what",
    [
        ("def f():\n    pass", "f"),
        ("D = (1,\n     2)", "D = (1,"),
        ("x" * 60, "x" * 60),
        ("x" * 61, "x" * 56 + " ..."),
    ],
)
def test_a_statement_in_words(file, cell, line, text, what):
    source = Source(file, f"\n{text}", cell)
    (node,) = ast.parse(source.text).body
    assert Statement((0, 0), source, node, {}).in_words() == f"{what} ({line})"


@pytest.mark.parametrize(
    "text, run_even_below_a_definition, others",
    [
        ("def f(x):\n    y = x", "f", ""),
        ("class A:\n    b = 1", "A", ""),
        ("import a.b, c as d", "a d", ""),
        ("from a import b as c, d", "c d", ""),
        ("from sys import *", ALWAYS, ""),
        ("from numpy import *", ALWAYS, ""),
        ("from not_there.a import *", NOT_FOUND, ""),
        ("from svmlib.hinge import *", "", ""),
        ("from __future__ import annotations", ALWAYS, ""),
        ("f = g", "f", ""),
        ("f = lambda x: x", "f", ""),
        ("f: int = g.h", "f", ""),
        ("f = jit(f)", "f", ""),
        ("f = g(x)", "", "f"),
        ("f, (g, *h) = x", "", "f g h"),
        ("f.a.b = x", "f", ""),
        ("f[0].a += x", "f", ""),
        ("f.append(x)", "", "f"),
        ("f().append(x)", "", ""),
        ("f(x)", "", ""),
        ("for i in x:\n    f = i", "f", "i"),
        ("[i for i in x]", "", ""),
        ("if __name__ == '__main__':\n    f = x", "", ""),
        ("if f:\n    g = 1\nelse:\n    def h(): pass", "h", "g"),
    ],
)
def test_names_bound(text, run_even_below_a_definition, others):
    expected = dict.fromkeys(run_even_below_a_definition.split(), True)
    expected |= dict.fromkeys(others.split(), False)
    assert names_bound(statement(text)) == expected


@pytest.mark.parametrize(
    "text, names",
    [
        ("def f(x, y=a):\n    z = x\n    return b(z)", "a b"),
        ("def f():\n    def g():\n        return a\n    return g", "a"),
        ("class A(b):\n    c: d = 1", "b d"),
        ("a[b] = c.d", "a b c"),
        ("f = lambda x: x + a", "a"),
        ("[x for x in a]", "a"),
        ("{x for x in a}", "a"),
        ("{x: [y for y in x] for x in a if b}", "a b"),
        ("a = 1", ""),
        ("a, b = c", "c"),
        ("a += 1", "a"),
        ("a[0] += b", "a b"),
        ("def f(): pass", ""),
        ("def f():\n    a = 1\n    a += 1", ""),
        ("def f():\n    global a\n    a = 1", "a"),
    ],
)
def test_names_used(text, names):
    assert set(names_used(statement(text))) == set(names.split())

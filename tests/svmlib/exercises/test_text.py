"""How messages are wrapped, and what they hold of a student's words."""

import numpy as np
import pytest

from svmlib.exercises._text import (
    WIDTH,
    as_code,
    describe_exception,
    describe_value,
    printable,
    wrapped,
)


def test_wrapped_indents_what_goes_on_behind_a_dash():
    lines = wrapped("small: no.\n- " + "word " * 20).splitlines()
    assert lines[0] == "small: no."
    assert lines[1].startswith("- word") and lines[2].startswith("  word")
    assert WIDTH - 5 < len(lines[1]) <= WIDTH


def test_printable_escapes_what_a_terminal_would_obey():
    assert printable("a\n\x1b[2J caf\xe9\ud800") == "a\n\\x1b[2J caf\xe9\\ud800"


@pytest.mark.parametrize(
    ("code", "quoted"),
    [
        ("a @ b", "`a @ b`"),
        ("f('`@`')", "``f('`@`')``"),
        ("```python", "```` ```python ````"),
    ],
)
def test_code_is_quoted_with_more_backticks_than_it_has(code, quoted):
    assert as_code(code) == quoted


def test_an_exception_is_described_without_its_notes():
    error = ValueError("its own words")
    error.add_note("a note")
    assert describe_exception(error) == "ValueError: its own words"


def test_a_syntax_error_is_described_without_its_place():
    with pytest.raises(SyntaxError) as caught:
        compile("f(:", "mine.py", "exec")
    assert describe_exception(caught.value) == "SyntaxError: invalid syntax"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (3, "an int"),
        (np.add, "a ufunc"),
        ((1, 2), "a tuple of 2"),
        ([[1], [2], [3]], "a list of 3"),
        (type("", (), {})(), "a nameless object"),
    ],
)
def test_a_value_is_described_by_its_type(value, words):
    assert describe_value(value) == words

"""What runs and judges the code that a reader wrote in an editor."""

import re

import pytest

from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.editor import as_sentences, check_code
from svmlib.exercises.running._limits import MAX_PRINTED, REST_NOT_SHOWN

RIGHT = """def my_first_loss(C, delta):
    return (C - 1) * delta
"""


def check(code, name="first-loss", function="my_first_loss", earlier=()):
    """Return what the page gets."""
    return check_code(name, function, code, earlier)


def test_check_finds_a_function_by_its_name():
    assert check(RIGHT)["passed"]
    verdict = check(RIGHT.replace("my_first", "own"))
    assert verdict["mistakes"] == ("not-attempted",)
    assert verdict["message"] == "There is no `my_first_loss` in your code."


def test_check_runs_what_was_solved_before_and_survives_it():
    code = "def my_first_loss(C, delta):\n    return times(C, delta)"
    earlier = ["1 / 0", "print(2)", "def times(C, delta):\n    return (C - 1) * delta"]
    verdict = check(code, earlier=earlier)
    assert verdict["passed"]
    assert not verdict["printed"]
    assert check("", earlier=[RIGHT])["mistakes"] == ("not-attempted",)


def test_check_judges_the_function_itself():
    """Whatever was checked before it, in this code or in an earlier exercise's."""
    checked = f'{RIGHT}\n\ncheck("first-loss", my_first_loss)\n'
    wrong = RIGHT.replace("(C - 1)", "C")
    assert check(wrong, earlier=[checked])["mistakes"] == ("correct-in-loss",)
    assert check("", earlier=[checked])["mistakes"] == ("not-attempted",)
    assert check(f"{checked}\n\n{wrong}")["mistakes"] == ("correct-in-loss",)
    renamed = checked.replace("my_first_loss", "solved")
    assert check(renamed)["passed"]
    assert check(renamed.replace("first-loss", "First_Loss"))["passed"]


def test_check_names_a_mistake_in_paragraphs_of_one_line():
    verdict = check(RIGHT.replace("(C - 1)", "C"))
    assert verdict["mistakes"] == ("correct-in-loss",)
    head, item = verdict["message"].split("\n")
    assert head == "One mistake."
    assert item.startswith("- The ")


@pytest.mark.parametrize(
    ("code", "line", "words"),
    [
        ("1 / 0", "line 1 (`1 / 0`)", "ZeroDivisionError"),
        (
            "def half(x):\n    return x / 0\n\n\nhalf(1)",
            "line 2 (`return x / 0`)",
            "Zero",
        ),
        ("import sys\n\nsys.exit(3)", "line 3", "SystemExit: 3"),
        ("x = 1\nif x\n    x = 2", "line 2 (`if x`)", "SyntaxError"),
        (RIGHT.replace("delta\n", "delt\n"), "line 2", "'delt' is not defined"),
        (
            "e = ValueError('boom')\ne.add_note('a note')\nraise e",
            "line 3 (`raise e`)",
            "ValueError: boom\na note",
        ),
    ],
)
def test_check_names_the_line_of_an_error(code, line, words):
    verdict = check(code)
    assert verdict["mistakes"] == ("raises",)
    assert line in verdict["message"]
    assert words in verdict["message"]


@pytest.mark.parametrize("code", [f"```python\n{RIGHT}```", f"{RIGHT}\n  ```\n"])
def test_a_fence_of_markdown_is_told_as_such(code):
    message = check(code)["message"]
    assert "(```` ```" in message
    assert message.endswith("they are Markdown.")
    assert "Markdown" not in check("x = `1`")["message"]


def test_check_keeps_what_is_printed_up_to_a_bound():
    outside = "import sys\nprint('outside', file=sys.stderr)\n"
    verdict = check(outside + RIGHT.replace("return", "print(C); return"))
    assert verdict["passed"]
    outside, inside = verdict["printed"].splitlines()
    assert outside == "outside"
    assert inside.isdigit()
    for more in (0, 10**6):
        number = MAX_PRINTED + more
        shown = "a" * MAX_PRINTED + REST_NOT_SHOWN
        assert check(f"print('a' * {number})\n{RIGHT}")["printed"] == shown
    binary = "import sys\nsys.stdout.buffer.write(b'hi\\n')\n"
    assert check(binary + RIGHT)["printed"] == "hi\n"
    number = MAX_PRINTED - 1
    assert check(f"print('a' * {number})\n{RIGHT}")["printed"] == "a" * number + "\n"


def test_lines_end_where_python_ends_them():
    verdict = check("import numpy\n\x0c\nvalue\n")
    assert "in line 3 (`value`)" in verdict["message"]


def test_a_syntax_error_of_other_code_is_told_by_the_line_that_runs_it():
    verdict = check("import numpy\n\neval('1 +')\n")
    assert "in line 3 (`eval('1 +')`)" in verdict["message"]
    verdict = check("import numpy\nx = (\n")
    assert "in line 2 (`x = (`)" in verdict["message"]


def test_sentence_begins_with_a_capital_unless_with_a_name():
    """The names are those with which sentences of the exercises do begin."""
    names = set()
    for exercise in CATALOGUE.exercises.values():
        for mistake in exercise.all_mistakes.values():
            verdict = f"{exercise.name}: one mistake.\n- {mistake.text}"
            head, item = as_sentences(verdict, exercise.name).split("\n")
            assert head == "One mistake."
            assert item.lower() == f"- {mistake.text}".lower()
            names |= {*re.findall(r"^- ([a-z]{2,}|a)\b", item)}
    assert names == {
        *("alpha", "db", "degree", "delta", "dw"),
        *("gamma", "rate", "reg", "sigma"),
    }


def test_an_exception_is_told_as_python_names_it():
    code = "import re\nre.compile('(')"
    head, exception = check(code)["message"].split("\n")[:2]
    assert head.startswith("It raises")
    assert exception.startswith(("re.error: ", "re.PatternError: "))

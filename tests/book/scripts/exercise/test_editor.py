"""exercise/editor.mjs: a verdict becomes paragraphs, lists, code, links and buttons."""

import json

import pytest

from svmlib.exercises._text import as_code
from tests.book.scripts.helpers.run_script import run

# As much of a page as toBlocks needs; an element is shown as its tag and its content.
PAGE = """
const element = (tag) => ({
  tagName: tag.toUpperCase(),
  content: [],
  append(...parts) { this.content.push(...parts); },
  addEventListener(_, act) { act(); },
  set textContent(text) { this.content = [text]; },
  toJSON() { return [tag, ...this.content]; },
});
const chapter = { textContent: "5. The mask trick", href: "mask_trick.html" };
globalThis.document = { createElement: element, querySelectorAll: () => [chapter] };
"""


def blocks(message):
    """Return the blocks of a verdict, and the lines to which its buttons lead."""
    call = f"toBlocks({json.dumps(message)}, (line) => lines.push(line))"
    body = f"{PAGE} const lines = []; return [{call}, lines];"
    return run("exercise/editor.mjs", f"(() => {{ {body} }})()")


def test_lines_that_begin_with_a_dash_are_one_list():
    elements, _ = blocks("Two mistakes.\n- One.\n- The other.\nRead on.")
    assert elements == [
        ["p", "Two mistakes."],
        ["ul", ["li", "One."], ["li", "The other."]],
        ["p", "Read on."],
    ]


def test_code_lines_and_chapters_become_elements():
    ((_, *parts),), lines = blocks("See `dW`, chapter 5, chapter 9 and line 2.")
    assert [part for part in parts if isinstance(part, list)] == [
        ["code", "dW"],
        ["a", "chapter 5"],
        ["button", "line 2"],
    ]
    assert "".join(p if isinstance(p, str) else p[1] for p in parts) == (
        "See dW, chapter 5, chapter 9 and line 2."
    )
    assert lines == [2]


@pytest.mark.parametrize("code", ["raise E('use `@` or `dot`')", "```python", "x", "`"])
def test_code_may_have_backticks(code):
    elements, _ = blocks(f"In line 1 ({as_code(code)}) and `dW`.")
    assert elements == [
        ["p", "In ", ["button", "line 1"], " (", ["code", code], ") and "]
        + [["code", "dW"], "."]
    ]


@pytest.mark.parametrize(
    "line",
    [
        "NameError: no x.",
        "StopIteration",
        "numpy.linalg.LinAlgError: Singular matrix",
        "f.<locals>.Unknown: no x.",
        "re.error: bad",
        "ValueError: use `@` or `dot` in line 1",
    ],
)
def test_exception_of_python_is_code_as_it_is(line):
    elements, _ = blocks(f"It raises an exception.\n{line}")
    assert elements == [["p", "It raises an exception."], ["p", ["code", line]]]

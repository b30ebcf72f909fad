"""book/_parsing/markdown.py: what the book's Markdown and its code cells say."""

import pytest

from book._parsing.markdown import (
    Directive,
    checked_labels,
    directives,
    prose,
    replace_directives,
    tokens,
    top_directives,
    unclosed_fences,
)

NESTED = """Before.

::::{admonition} Outer
:class: question
:name: ask-one

The $x$ of

$$ x = 1 $$ (eq-one)

:::{admonition} Inner
Yes.
:::
::::

```python
:class: code
```
"""


def test_directives_have_options_and_hold_others():
    outer, code = top_directives(NESTED)
    assert (outer.name, outer.argument) == ("admonition", "Outer")
    assert outer.options == {"class": "question", "name": "ask-one"}
    assert code == Directive("", "python", {}, ":class: code\n", 16)
    inner = directives(NESTED)[1]
    assert inner == Directive("admonition", "Inner", {}, "Yes.", 11)
    assert (outer.body_line, inner.body_line) == (6, 12)


def test_tokens_are_those_inside_directives_too():
    by_type = {x.type: (line, x.info) for line, x in tokens(NESTED)}
    assert by_type["math_block_label"] == (9, "eq-one")
    assert by_type["math_inline"] == (7, "")


def test_tokens_of_a_paragraph_have_their_own_lines():
    lines = [
        line for line, x in tokens("# A\n\nb\n`c`\\\n`d`") if x.type == "code_inline"
    ]
    assert lines == [4, 5]


@pytest.mark.parametrize("code", ["`$$`", "`` `$$` ``", "`(a  b`", "$x_i$"])
def test_prose_is_without_code_and_formulas(code):
    (paragraph,) = (x for _, x in tokens(f"One {code} of $y$.") if x.type == "inline")
    assert prose(paragraph) == "One  of ."


def test_lines_are_counted_within_code_and_formulas():
    source = "Text `a\nb` and $x\ny$, $x\ny$ more\nand *c*."
    by_type = {x.type: line for line, x in tokens(source)}
    assert (by_type["em_open"], by_type["inline"]) == (5, 1)
    (paragraph,) = (x for _, x in tokens(source) if x.type == "inline")
    assert prose(paragraph) == "Text \n and \n, \n more\nand *c*."


def test_replace_directives_leaves_those_that_it_does_not_know():
    source = "a\n\n```{one} x\ny\n```\n\n```{two}\n```\nb\n\n```{one} z\n```\n"
    text = replace_directives(source, lambda x: x.argument or None)
    assert text == "a\n\nx\n\n```{two}\n```\nb\n\nz\n"


def test_replace_directives_leaves_plain_code_alone():
    source = "```python\nx\n```"
    assert replace_directives(source, lambda _: "y") == source


@pytest.mark.parametrize("name", ["code-block", "raw", "literalinclude", "math"])
def test_body_of_code_is_no_text(name):
    (block,) = directives(f"```{{{name}}} html\n:class: a  \n$x$\n```")
    assert (block.has_text, block.options) == (False, {"class": "a"})


@pytest.mark.parametrize(
    ("source", "fences"),
    [
        (NESTED, []),
        ("```{note}\nopen", [(1, "```")]),
        ("A\n\n:::{note}\n:class: a\n\n```python\nx\n:::", [(6, "```")]),
        ("````python\nx\n```", [(1, "````")]),
        ("> ```python\n> x\n> ```", []),
    ],
)
def test_unclosed_fences_are_found_inside_others(source, fences):
    assert list(unclosed_fences(source)) == fences


@pytest.mark.parametrize(
    ("code", "labels"),
    [
        ("# Checks eq-a, eq-b2\nassert x", ["eq-a", "eq-b2"]),
        ("# Checks eq-a and eq-b\n", []),
        ("x = 1\n# Checks eq-a\n", []),
    ],
)
def test_checked_labels_stand_on_the_first_line(code, labels):
    assert checked_labels(code) == labels

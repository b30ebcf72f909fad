"""A small chapter that keeps to every rule."""

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

ALT = "Two straight lines that cross at the origin, one solid and one dashed."
FIGURE = {
    "figure": {"caption": "Two lines.", "name": "fig-lines"},
    "image": {"alt": ALT},
}
OPENING = """# A page

:::{admonition} In this chapter
:class: chapter-card
About 20 minutes.
:::"""
EQUATION = r"""The sum of $a$ and $b$ is

$$
\begin{aligned} a + b \end{aligned}
$$ (eq-sum)

and the cost is \$5.

$$
a^2
$$ (eq-square)"""
OTHER_OPTION = """:::{admonition} 12
:class: dropdown
**No.** That is how they are written.
:::
"""
QUESTION = (
    """::::{admonition} Predict: the sum
:class: question
:name: ask-sum

What is $1 + 2$?

:::{admonition} 3
:class: dropdown
**Yes.** One and two.
:::

"""
    + OTHER_OPTION
    + "::::"
)
ANSWERS = """# Answers
assert one + two == 3, "ask-sum"
"""
LABELS = ("ask-sum", "ask-again", "ask-once-more")
EXERCISE = """## Exercises

````{exercise} Add
:label: ex-add
Add.

```python
x
```
````

```{exercise} Prove
:label: ex-prove
:class: open
Prove it.
```"""

NOTE = """(errata-smidt-1)=
**`smidt-1`**, page 1: the sum is 3.

**Holds.** See [A page](../page.ipynb)."""


def shows(source, verdict):
    """Return a code cell with one result."""
    output = new_output("execute_result", data={"text/plain": verdict})
    return new_code_cell(source, outputs=[output])


def for_each_label(text):
    """Return a question, or its answers, once for each label."""
    return "\n\n".join(text.replace("ask-sum", label) for label in LABELS)


def sound():
    """Return a notebook that keeps to every rule of a chapter."""
    svg = new_output("display_data", data={"image/svg+xml": "<svg/>"})
    return new_notebook(
        cells=[
            new_markdown_cell(OPENING),
            new_markdown_cell(EQUATION),
            new_code_cell("# Checks eq-sum, eq-square\nassert 1 + x == 2"),
            new_code_cell("draw()", outputs=[svg], metadata={"mystnb": FIGURE}),
            new_code_cell(
                "# Not compared: a time.\ntime()",
                metadata={"tags": ["nbval-ignore-output"]},
            ),
            new_markdown_cell(for_each_label(QUESTION)),
            new_code_cell(for_each_label(ANSWERS)),
            new_markdown_cell("## Recap\n\n:::{admonition} Recap\n:class: recap\n:::"),
            new_markdown_cell(EXERCISE),
            shows('add = ...\ncheck("add", add)', "add: not attempted yet."),
            new_markdown_cell("```{solution-start} ex-add\n:class: dropdown\n```"),
            shows('check("add", my_add)', "add: correct."),
            new_markdown_cell("```{solution-end}\n```"),
            new_markdown_cell(NOTE),
            new_code_cell("# Claim smidt-1: holds\nclaimed = 3\nassert claimed == 3"),
        ]
    )

"""tools/pyodide/notebooks.py: the notebooks for JupyterLite."""

from tools.pyodide.notebooks import with_numbers, without_blocks

BLOCKS = """````{exercise} A name ★
:label: ex-one
Show that

$$
a = b .
\\tag{1.2}
$$

:::{admonition} Hint: `x`
:class: dropdown
Look.
:::
````

(sec-two)=
```{solution-start} ex-one
:class: dropdown
```
"""
PLAIN = """> **Exercise 1.1 (A name ★)**
>
> Show that
>
> $$ a = b . \\tag{1.2} $$
>
> <details><summary><b>Hint: <code>x</code></b></summary>
>
> Look.
>
> </details>

**Solution to Exercise 1.1**"""


def test_with_numbers_keeps_the_words_of_a_link():
    text = "[a lab](../margin/lab.md#top), [SMO](smo.ipynb), [x](https://x.org/x.md)"
    assert with_numbers(text, {}, iter(())) == f"a lab{text[text.index(', [SMO]') :]}"


def test_without_blocks_makes_quotations_and_folds_of_blocks():
    assert without_blocks(BLOCKS, {"ex-one": "Exercise 1.1"}) == PLAIN
    assert without_blocks("```{solution-end}\n```", {}) == ""
    assert without_blocks("```{margin-lab} one\n:frame: 1\n```", {}) == ""

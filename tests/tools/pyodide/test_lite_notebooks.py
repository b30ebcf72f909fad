"""tools/pyodide/lite_notebooks.py: the notebooks for JupyterLite."""

import nbformat
import pytest
from bs4 import BeautifulSoup

from tools.pyodide.lite_notebooks import (
    lite_notebook,
    reference_texts,
    with_numbers,
    without_blocks,
)

BLOCKS = """````{exercise} A name ★
:label: ex-one
Show that

$$
a = b .
\\tag{1.2}
$$

:::{admonition} Hint: `x`
:class: dropdown tip
Look.
:::
````

```{prf:proof}
Subtract.
```

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

> *Proof.* Subtract.

**Solution to Exercise 1.1**"""


def test_with_numbers_keeps_the_words_of_a_link():
    text = "[a lab](../margin/lab.md#top), [SMO](smo.ipynb), [x](https://x.org/x.md)"
    assert with_numbers(text, {}, iter(())) == f"a lab{text[text.index(', [SMO]') :]}"


def test_without_blocks_makes_quotations_and_folds_of_blocks():
    assert without_blocks(BLOCKS, {"ex-one": "Exercise 1.1"}) == PLAIN
    assert without_blocks("```{solution-end}\n```", {}) == ""
    assert without_blocks("```{margin-lab} one\n:frame: 1\n```", {}) == ""


PAGE = """<article>
<div class="math" id="equation-eq-one"><span class="katex"><span class="katex-html"
aria-hidden="true"><span>x</span></span></span><span class="eqno">(1.2)<a
class="headerlink" href="#equation-eq-one">#</a></span></div>
<p>By <a class="reference internal" href="other.html#equation-eq-far">(3.4)</a>,
<a class="reference internal" href="other.html#sec-far">Far away</a>,
<a class="reference internal" href="other.html#sec-two">there</a> and
<span class="bibtex-citation">Boyd (2004)</span>.</p>
<figure id="fig-one"><figcaption><span class="caption-number">Figure 1.1 </span>
<span class="caption-text">Drawn.</span></figcaption></figure>
<div class="admonition" id="thm-one"><p class="admonition-title">Theorem 1.1 (One)</p></div>
</article>"""
TEXT = """$$
x
$$ (eq-one)

By {eq}`eq-one`, {eq}`eq-far`, {ref}`sec-far`, {ref}`there <sec-two>`,
{term}`mask` and {cite:t}`boyd-2004`."""
NUMBERED = """$$
x
\\tag{1.2} $$

By (1.2), (3.4), Far away, there,
mask and Boyd (2004)."""


def test_browser_notebook_has_the_numbers_of_its_page(tmp_path):
    make = nbformat.v4
    figure = {"name": "fig-one", "caption": "Of {eq}`eq-one`."}
    theorem = "```{prf:theorem} One\n:label: thm-one\nTrue.\n```"
    cells = [
        make.new_markdown_cell("# Title\n\nFirst."),
        make.new_markdown_cell(TEXT),
        make.new_code_cell("draw()", metadata={"mystnb": {"figure": figure}}),
        make.new_markdown_cell(theorem),
        make.new_markdown_cell("```{solution-end}\n```"),
    ]
    source, built = tmp_path / "one.ipynb", tmp_path / "one.html"
    nbformat.write(make.new_notebook(cells=cells), source)
    built.write_text(PAGE, "utf-8")
    notebook = lite_notebook(source, built)
    assert notebook == lite_notebook(source, built)  # no id is random
    cells = notebook.cells
    sources = [cell.source for cell in cells]
    assert sources[0].startswith("# Title\n\n> **This page runs in your browser.**")
    assert sources[1:] == [
        NUMBERED,
        "draw()",
        "**Figure 1.1** Of (1.2).",
        "> **Theorem 1.1 (One)**\n>\n> True.",
    ]
    trusted = [cell.source for cell in cells if cell.metadata.get("trusted")]
    assert trusted == ["draw()"]  # or its stored figure would not be shown


def test_label_whose_links_differ_has_no_text():
    """One of them has the title, and the others have words of their own."""
    link = '<a class="reference internal" href="other.html#sec-far">Far away</a>'
    for words, texts in (("Far away", {"sec-far": "Far away"}), ("there", {})):
        page = f"<article>{link.replace('Far away', words)}, {link}</article>"
        assert reference_texts(BeautifulSoup(page, "html.parser")) == texts


def test_label_without_a_text_is_named_with_its_cell(tmp_path):
    texts = ["# Title", "{ref}`sec-far` and {ref}`there <sec-far>`"]
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    source, built = tmp_path / "one.ipynb", tmp_path / "one.html"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), source)
    link = '<a class="reference internal" href="other.html#sec-far">%s</a>'
    built.write_text(f"<article>{link % 'Far away'}{link % 'there'}</article>", "utf-8")
    with pytest.raises(SystemExit, match="one.ipynb, cell 2: .* for 'sec-far'"):
        lite_notebook(source, built)


@pytest.mark.parametrize(
    ("metadata", "missing"),
    [
        ({}, "{cite:t}`boyd-2004`"),
        ({"mystnb": {"figure": {"name": "fig-one", "caption": ""}}}, "fig-one"),
    ],
)
def test_page_older_than_its_notebook_is_to_be_built_again(metadata, missing, tmp_path):
    source, built = tmp_path / "one.ipynb", tmp_path / "one.html"
    if metadata:
        cell = nbformat.v4.new_code_cell("draw()", metadata=metadata)
    else:
        cell = nbformat.v4.new_markdown_cell(f"# Title\n\nBy {missing}.")
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), source)
    built.touch()
    with pytest.raises(SystemExit, match=f"cell 1: .* for '{missing}'; build it again"):
        lite_notebook(source, built)


CLAIM = """(errata-one-1)=
**`one-1`**, page 1: what is claimed.

**Holds.** Why. See [First](../part/first.ipynb)."""


def test_browser_notebook_has_the_counts_and_the_tables_of_claims(tmp_path):
    texts = ["# Title", "{claim-counts}`one`", "```{claims-table} one\n```", CLAIM]
    cells = [nbformat.v4.new_markdown_cell(text) for text in texts]
    source, built = tmp_path / "errata.ipynb", tmp_path / "errata.html"
    nbformat.write(nbformat.v4.new_notebook(cells=cells), source)
    (tmp_path / "claims.csv").write_text("id,verdict\none-1,holds\n")
    built.touch()
    _, count, table, _ = (cell.source for cell in lite_notebook(source, built).cells)
    assert count == "1 hold, 0 on a condition, 0 wrong"
    assert table.splitlines()[2] == "| 1 | holds | page 1: what is claimed |"

"""tools/lite_notebooks.py: the links of the notebooks for JupyterLite."""

from lite_notebooks import with_numbers


def test_a_link_to_another_page_leaves_its_words() -> None:
    text = "[a lab](../margin/lab.md#top), [SMO](smo.ipynb), [x](https://x.org/x.md)"
    assert with_numbers(text, {}, iter(())) == f"a lab{text[text.index(', [SMO]') :]}"

"""Formulas become HTML and MathML while the book is built."""

import pytest
from bs4 import BeautifulSoup
from py_mini_racer import JSEvalException

from book._ext.mathematics import BASE, display_tex, mark_end, to_html
from tests.book.ext.small_book import build_book, parsed_page

CONF = """
extensions = ["book._ext.mathematics"]
html_math_renderer = "katex"
"""


def test_to_html_gives_html_and_mathml():
    html = to_html(r"\frac{1}{N} X^\top M", True)
    assert '<span class="katex-display">' in html
    assert "<math" in html
    assert 'aria-hidden="true"' in html


@pytest.mark.parametrize("tex", [r"\frac{1}", r"\nosuchmacro", r"x^{2", "é"])
def test_to_html_raises_for_bad_tex(tex):
    with pytest.raises(JSEvalException, match="KaTeX parse error|Unicode"):
        to_html(tex, False)


@pytest.mark.parametrize("tex", [r"\nosuchmacro + 1", r"\nosuchmacro" + " + 1" * 28])
def test_build_warns_of_bad_tex_with_formula_and_page(tmp_path, tex):
    text = f"Page\n====\n\n:math:`{tex}`\n"
    _, warnings = build_book(tmp_path, CONF, {"index.rst": text})
    assert repr(tex) in warnings
    assert "index.rst" in warnings


def test_mark_end_lets_a_formula_break_between_its_parts_only():
    html = to_html("a + b = c", False)
    parts = html.count(BASE)
    assert parts == 3  # a KaTeX with other class names would never let it break
    held = BeautifulSoup(mark_end(html), "html.parser")
    assert mark_end(html).count("<span") == mark_end(html).count("</span")
    *most, last = held.select(".katex-html > *")
    assert [part["class"] for part in most] == [["katex-base"]] * (parts - 1)
    assert last["class"] == ["katex-end"] and last.select_one(".katex-base")


def test_display_tex_makes_rows_of_lines():
    assert display_tex(r"a \\ b").startswith(r"\begin{aligned}")
    for two in ("a\n\nb", "\\begin{cases} a \\end{cases}\n\nb"):
        assert display_tex(two).startswith(r"\begin{aligned}")
        assert display_tex(two).count(r"\\") == 1
    for whole in ("a", r"\begin{cases} a \\ b \end{cases}"):
        assert display_tex(whole) == whole


def test_formulas_and_tables_lose_the_boxes_that_furo_adds(tmp_path):
    text = """Page
====

.. math:: a = b
   :label: eq-a

.. _tab-a:

=====  =====
A      B
=====  =====
"""
    conf = CONF + "html_theme = 'furo'"
    site, _ = build_book(tmp_path, conf, {"index.rst": text})
    page = parsed_page(site)
    assert page.select_one("#equation-eq-a > .math-scroll > .katex-display")
    assert not page.select(".math-wrapper")
    assert page.select('link[href*="katex.min.css"]')

"""tools/shared/built_page.py: a page without what KaTeX draws says the same."""

import gc

from book._ext.mathematics import to_html
from tools.shared.built_page import parse_html, parse_without_katex


def test_katex_is_left_out_and_nothing_else():
    formulas = [to_html(r"\frac{x_i}{2}", display=False), to_html("y^2", display=True)]
    page = f"<p>If <b>{formulas[0]}</b>, then</p><div>{formulas[1]}</div><p>End.</p>"
    whole, short = parse_html(page), parse_without_katex(page)
    for drawn in whole.select(".katex-html"):
        drawn.clear()
    assert str(short) == str(whole)
    assert len(short.select("math")) == 2
    assert gc.isenabled()

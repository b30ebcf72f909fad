"""Formulas are in the pages, rendered and valid."""

import re

from tools.shared.built_page import parse_html

CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2}
CHILDREN |= {"msubsup": 3, "munderover": 3}
RAW_TEX = re.compile(r"\$|\\\(|\\\[|\\begin\{|\\frac")


def test_mathematics_is_in_the_page(pages):
    faults, formulas = [], 0
    for path, page in pages.items():
        for tag in page.article.find_all(class_="math"):
            formulas += 1
            if tag.find("math") is None or tag.find(class_="katex-html") is None:
                faults.append(f"{path.name}: not rendered: {tag.get_text()[:60]}")
        for tag in page.select("merror, .katex-error"):
            faults.append(f"{path.name}: an error: {tag.get_text()[:60]}")
    assert not faults
    assert formulas > 100


def test_mathml_is_valid(pages):
    """Each element has as many children as MathML allows.

    For `L_i^{\\max}`, KaTeX writes one too many.
    """
    tags = [
        (p.name, tag) for p, page in pages.items() for tag in page.find_all([*CHILDREN])
    ]
    assert not [
        f"{name}: {tag.name} in {tag.find_parent('math').get_text()[-80:]}"
        for name, tag in tags
        if len(tag.find_all(True, recursive=False)) != CHILDREN[tag.name]
    ]
    assert len(tags) > 1000


def test_pages_show_no_raw_tex(pages):
    assert not [
        f"{path.name}: {text[:80]}"
        for path, page in pages.items()
        for text in raw_tex(page.article)
    ]


def test_a_dollar_beside_a_formula_is_raw_tex():
    """As `$$a$$ and $b$` comes out in the middle of a line."""
    math = '<span class="math">a</span>'
    code = "<code>$b$</code>"
    assert raw_tex(parse_html(f"<p>{math} {code} and c</p>")) == []
    assert raw_tex(parse_html(f"<p>Is ${math}b$</p>")) == ["Is $", "b$"]


def raw_tex(part):
    """Return the texts in a part of a page that show TeX to the reader."""
    return [
        text.strip()
        for text in part.find_all(string=RAW_TEX)
        if not text.find_parent(["pre", "code", "script", "style"])
        and not text.find_parent(class_="math")
    ]

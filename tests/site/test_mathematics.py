"""Formulas are in the pages, rendered and valid."""

import re

CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2}
CHILDREN |= {"msubsup": 3, "munderover": 3}
RAW_TEX = re.compile(r"\$\$|\\\(|\\\[|\\begin\{|\\frac|(?<!\w)\$[^$\n]{1,80}\$")


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
    faults = []
    for path, page in pages.items():
        for text in page.article.find_all(string=RAW_TEX):
            aside = text.find_parent(["pre", "code", "script", "style"])
            if not aside and not text.find_parent(class_="math"):
                faults.append(f"{path.name}: {text.strip()[:80]}")
    assert not faults

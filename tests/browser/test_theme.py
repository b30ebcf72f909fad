"""Our style sheets win where Furo has a rule for the same property."""

import pytest

GRADIENT = "book/hinge/gradient.html"
ERRATA = "book/reference/errata.html"
API = "book/reference/api.html"


@pytest.mark.parametrize(
    ("docname", "selector", "style", "value"),
    [
        (ERRATA, "p code.literal", "border-top-width", "0px"),
        (ERRATA, "p code.literal", "border-radius", "4px"),
        (ERRATA, "table.docutils td + td", "border-left-width", "0px"),
        (ERRATA, "table.docutils td", "padding-left", "12.8px"),  # 0.8rem
        (ERRATA, "table.docutils td > p", "margin-top", "0px"),
        (ERRATA, "table.docutils", "box-shadow", "none"),
        (API, "dl.py > dd", "margin-left", "19.2px"),  # 1.2rem
        (GRADIENT, ".recap table.docutils td", "padding-left", "8px"),  # 0.5rem
    ],
)
def test_our_style_counts(docname, selector, style, value, address, page):
    page.goto(f"{address}/{docname}")
    code = "(box, style) => getComputedStyle(box).getPropertyValue(style)"
    assert page.locator(f"article {selector}").first.evaluate(code, style) == value

"""The page that lists all labelled equations, each with the cell that checks it."""

from tests.book.ext.small_book import build_chapters

INDEX = "book/reference/equations"
CONF = """
extensions = ["myst_nb", "book._ext.equations", "book._ext.mathematics",
              "book._ext.equation_index", "book._ext.late_pages"]
html_math_renderer = "katex"
"""
CHAPTERS = {
    "second": """# Second
$$ b = b $$ (eq-b)

```{code-cell}
# Checks eq-b
assert True
```
## More $x$
$$ c = c $$ (eq-c)

$$ d = d $$
""",
    "first": "# First\n$$ a = a $$ (eq-a)\n",
    INDEX: """# Equations
```{equation-index}
```
""",
}


def test_equations_are_listed_in_the_books_order_with_their_checks(tmp_path):
    pages, _ = build_chapters(tmp_path, CONF, CHAPTERS)
    anchors = [section["id"] for section in pages[INDEX].select("section section")]
    assert anchors == ["equations-second", "equations-first"]
    listed = pages[INDEX].select("ul.equation-index > li")
    links = [[a["href"] for a in item.p.select("a.internal")] for item in listed]
    second, first = "../../second.html", "../../first.html"
    assert links == [
        [f"{second}#equation-eq-b", f"{second}#second", f"{second}#checks-eq-b"],
        [f"{second}#equation-eq-c", f"{second}#more-x", f"{second}#checks-eq-c"],
        [f"{first}#equation-eq-a", f"{first}#first", f"{first}#checks-eq-a"],
    ]
    assert [item.p.get_text() for item in listed] == [
        "(1.1) Second · check eq-b",
        "(1.2) More xxx · check eq-c",  # MathML, TeX and HTML of x
        "(2.1) First · check eq-a",
    ]
    assert all(item.select_one(".math-scroll .katex") for item in listed)
    code = pages["second"].find(id="checks-eq-b").pre.get_text()
    assert code.startswith("# Checks eq-b")

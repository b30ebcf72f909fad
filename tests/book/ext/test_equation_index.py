"""The page that lists all labelled equations, each with the cell that checks it."""

import json

from tests.book.ext.small_book import build_chapters

INDEX = "book/reference/equations"
CONF = """
extensions = ["myst_nb", "book._ext.equations", "book._ext.mathematics",
              "book._ext.equation_index"]
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
{alterations}`mutants` tried, {alterations}`caught` caught.

```{equation-index}
```
""",
}
RECORD = {
    "first": {"mutants": 900, "caught": 7},
    "second": {"mutants": 101, "caught": 5},
}
FILES = {"book/reference/alterations.json": json.dumps(RECORD)}


def test_equations_are_listed_in_the_books_order_with_their_checks(tmp_path):
    pages, _ = build_chapters(tmp_path, CONF, CHAPTERS, FILES)
    assert pages[INDEX].select_one("h1 + p").get_text() == "1,001 tried, 12 caught."
    listed = pages[INDEX].select("ul.equation-index > li")
    links = [[a["href"] for a in item.p.select("a")] for item in listed]
    second, first = "../../second.html", "../../first.html"
    assert links == [
        [f"{second}#equation-eq-b", f"{second}#second", f"{second}#checks-eq-b"],
        [f"{second}#equation-eq-c", f"{second}#more-x", f"{second}#checks-eq-c"],
        [f"{first}#equation-eq-a", f"{first}#first", f"{first}#checks-eq-a"],
    ]
    assert [item.p.a.get_text() for item in listed] == ["(1.1)", "(1.2)", "(2.1)"]
    assert all(item.select_one(".math-scroll .katex") for item in listed)
    code = pages["second"].find(id="checks-eq-b").pre.get_text()
    assert code.startswith("# Checks eq-b")


def test_build_warns_of_a_count_that_the_record_lacks(tmp_path):
    chapters = {INDEX: "# Equations\n\n{alterations}`cought` caught.\n"}
    _, warnings = build_chapters(tmp_path, CONF, chapters, FILES)
    (line,) = [x for x in warnings.splitlines() if "no such count as cought" in x]
    assert "equations.md:" in line

"""Tables, counts and lists come from claims.csv and the notes."""

import nbformat

from tests.book.ext.small_book import build_book, parsed_page

CONF = """
extensions = ["myst_nb", "book._ext.claims"]
source_suffix = {".ipynb": "myst-nb"}
nb_execution_mode = "off"
root_doc = "errata/list"
"""
TOP = """# Errata

```{toctree}
../second
```

One: {claim-counts}`one`. Two: {claim-counts}`two`. Together: {claim-counts}`all`.

```{claims-table} one
```

```{claims-by-chapter}
```
"""
NOTE = """(errata-{id})=
**`{id}`**, page 1: what {id} claims.

**{verdict}.** Why. See [Second](../second.ipynb).
"""
NOTES = [("one-1", "Holds"), ("two-1", "Wrong as written"), ("one-2", "Holds")]
ROWS = "id,verdict\none-1,holds\none-2,%s\ntwo-1,wrong\n"


def page(*sources):
    cells = [nbformat.v4.new_markdown_cell(source) for source in sources]
    return nbformat.writes(nbformat.v4.new_notebook(cells=cells))


ERRATA = page(TOP, *(NOTE.format(id=name, verdict=said) for name, said in NOTES))
PAGES = {"second.ipynb": page("# Second"), "errata/list.ipynb": ERRATA}


def test_claims_are_counted_and_listed(tmp_path):
    """In a folder `book`, with which the docnames of chapters begin."""
    files = PAGES | {"errata/claims.csv": ROWS % "holds"}
    files = {f"book/{name}": text for name, text in files.items()}
    conf = CONF.replace("errata/list", "book/errata/list")
    site, warnings = build_book(tmp_path, conf, files)
    assert not warnings
    parsed = parsed_page(site, "book/errata/list")
    top = parsed.select_one("section > p").get_text()
    assert "One: 2 hold, 0 on a condition, 0 wrong. Two: 0 hold" in top
    assert top.endswith("Together: 2 hold, 0 on a condition, 1 wrong.")
    rows = [" ".join(row.get_text().split()) for row in parsed.select("tbody tr")]
    assert rows == [
        "1 holds page 1: what one-1 claims",
        "2 holds page 1: what one-2 claims",
    ]
    listed = parsed.find(id="errata-of-second")
    assert listed.get_text().split("\n") == [
        "Second",
        "Holds: one-1, one-2",
        "Wrong as written: two-1",
    ]
    for link in parsed.select("tbody a, #errata-of-second a[href^='#']"):
        assert parsed.find(id=link["href"][1:])


def test_build_warns_of_a_note_that_has_lost_its_row(tmp_path):
    """The page is read again, although only claims.csv has changed."""
    build_book(tmp_path, CONF, PAGES | {"errata/claims.csv": ROWS % "holds"})
    rows = (ROWS % "holds").replace("one-2,holds\n", "")
    warnings = build_book(tmp_path, CONF, PAGES | {"errata/claims.csv": rows})[1]
    assert "claims.csv has no row for one-2" in warnings
    assert "no claims of" not in warnings


def test_build_warns_of_a_table_of_an_unknown_source(tmp_path):
    errata = ERRATA.replace("{claims-table} one", "{claims-table} onne")
    files = {"errata/list.ipynb": errata, "errata/claims.csv": ROWS % "holds"}
    place = f"{tmp_path / 'source' / 'errata' / 'list.ipynb'}:"
    warnings = build_book(tmp_path, CONF, PAGES | files)[1].splitlines()
    assert any(place in line and "no claims of onne" in line for line in warnings)


def test_build_warns_of_the_counts_of_an_unknown_source(tmp_path):
    errata = ERRATA.replace("{claim-counts}`one`", "{claim-counts}`onne`")
    files = {"errata/list.ipynb": errata, "errata/claims.csv": ROWS % "holds"}
    warnings = build_book(tmp_path, CONF, PAGES | files)[1].splitlines()
    place = f"{tmp_path / 'source' / 'errata' / 'list.ipynb'}:"
    assert any(place in line and "no claims of onne" in line for line in warnings)

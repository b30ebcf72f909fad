"""tools/pages.py: the pages that _toc.yml lists, and what they hold."""

from tools import pages
from tools.book_lint import __main__ as book_lint

TOC = """root: book/index
parts:
  - caption: One
    chapters:
      - file: book/one/first
      - file: book/one/lost
"""
FIRST = """# First

```{solution-start} ex-a
```

## Second
"""


def write_book(root, monkeypatch):
    """Write a book with a page too few and one too many, and read it from then on."""
    for name, text in {
        "_toc.yml": TOC,
        "book/index.md": "# Index\n",
        "book/one/first.md": FIRST,
        "book/one/spare.md": "# Spare\n",
        "book/_static/README.md": "no page",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for module in (pages, book_lint):
        monkeypatch.setattr(module, "ROOT", root)


def test_pages_are_those_of_the_contents_in_order(tmp_path, monkeypatch):
    write_book(tmp_path, monkeypatch)
    first, lost = "book/one/first", "book/one/lost"
    assert pages.toc_parts() == {"": ["book/index"], "One": [first, lost]}
    assert pages.toc_pages() == ["book/index", first, lost]
    assert book_lint.unlisted() == [
        f"_toc.yml: {lost} is no file",
        "book/one/spare.md is not in _toc.yml",
    ]


def test_page_knows_its_headings_and_the_cells_of_a_solution(tmp_path, monkeypatch):
    write_book(tmp_path, monkeypatch)
    page = pages.read_page(tmp_path / "book" / "one" / "first.md")
    assert (page.name, page.is_chapter) == ("one/first", False)
    assert page.headings == [(0, 1, "First"), (0, 2, "Second")]
    assert page.solution_cells == {0: "ex-a"}
    assert page.cells[0].at("## Second") == "cell 1, line 6"

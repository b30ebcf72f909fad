"""book/_pages/toc.py: the pages that _toc.yml lists."""

from book._pages import toc
from tools.book_lint import __main__ as book_lint

TOC = """root: book/index
parts:
  - caption: One
    chapters:
      - file: book/one/first
      - file: book/one/lost
"""


def write_book(root, monkeypatch):
    """Write a book with a page too few and one too many, and read it from then on."""
    for name, text in {
        "_toc.yml": TOC,
        "book/index.md": "# Index\n",
        "book/one/first.md": "# First\n",
        "book/one/spare.md": "# Spare\n",
        "book/_static/README.md": "no page",
    }.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for module in (toc, book_lint):
        monkeypatch.setattr(module, "ROOT", root)


def test_pages_are_those_of_the_contents_in_order(tmp_path, monkeypatch):
    write_book(tmp_path, monkeypatch)
    first, lost = "book/one/first", "book/one/lost"
    assert toc.toc_parts() == {"": ["book/index"], "One": [first, lost]}
    assert toc.toc_pages() == ["book/index", first, lost]
    assert book_lint.unlisted() == [
        f"_toc.yml: {lost} is no file",
        "book/one/spare.md is not in _toc.yml",
    ]

"""book/_parsing/toc.py: the pages that _toc.yml lists."""

from book._parsing import toc

TOC = """root: book/index
parts:
  - caption: One
    chapters:
      - file: book/one/first
      - file: book/one/second
"""


def test_pages_are_those_of_the_contents_in_order(tmp_path, monkeypatch):
    (tmp_path / "_toc.yml").write_text(TOC, "utf-8")
    monkeypatch.setattr(toc, "ROOT", tmp_path)
    first, second = "book/one/first", "book/one/second"
    assert toc.toc_parts() == {"": ["book/index"], "One": [first, second]}
    assert toc.toc_pages() == ["book/index", first, second]

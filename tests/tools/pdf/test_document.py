"""tools/pdf/document.py: the one page of the whole book."""

from svmlib import __version__
from tools.pdf import document
from tools.shared.built_page import parse_html


def test_part_of_which_nothing_is_printed_has_no_place_in_the_contents(monkeypatch):
    parts = {
        "One": ["book/hinge/first", "book/reference/api"],
        "Lab": ["book/margin/lab"],
    }
    monkeypatch.setattr(document, "toc_parts", lambda: parts)
    assert document.printed_parts() == {"One": ["book/hinge/first"]}


def test_css_string_holds_quotes_and_backslashes():
    assert document.css_string(r'The "dual" \ again') == r'"The \"dual\" \\ again"'


def test_document_has_all_pages_in_order(tmp_path, monkeypatch):
    parts = {"": ["intro"], "The hinge": ["hinge/first", "hinge/second"]}
    monkeypatch.setattr(document, "printed_parts", lambda: parts)
    (tmp_path / "hinge").mkdir()
    for name in ("intro", "hinge/first", "hinge/second"):
        text = f"<article><h1>{name} &lt;b&gt;</h1><h2>Section</h2></article>"
        (tmp_path / f"{name}.html").write_text(text, "utf-8")
    sheet = '<link href="_static/book.css" rel="stylesheet"/>'
    (tmp_path / "search.html").write_text(sheet, "utf-8")
    text = document.document(tmp_path)
    assert (
        '@top-left { content: "The hinge" } @top-right { content: "hinge/first' in text
    )
    page = parse_html(text)
    cover = [line.get_text() for line in page.select("body > .cover:first-child > p")]
    assert cover[:2] == [
        "The Hinge and the Margin",
        "The Hinge and the Margin contributors",
    ]
    assert cover[2].startswith(f"Edition {__version__}, ")
    assert str(page.select_one("head link")) == sheet
    assert [(h.name, h.get_text()) for h in page.select("h1, h2, h3")] == [
        ("h1", "intro <b>"),
        ("h2", "Section"),
        ("h1", "Contents"),
        ("h1", "The hinge"),
        ("h2", "hinge/first <b>"),
        ("h3", "Section"),
        ("h2", "hinge/second <b>"),
        ("h3", "Section"),
    ]
    assert page.select_one(".toc a").get_text() == "hinge/first <b>"
    links = [link["href"] for link in page.select(".toc a")]
    assert links == ["#hinge-first", "#hinge-second"]
    assert all(page.select_one(f"article{link}") for link in links)
    assert [reference["data-to"] for reference in page.select(".toc .on-page")] == [
        link[1:] for link in links
    ]

"""The link to the PDF in the sidebar."""

from book._ext.pdfs import BOOK_PDF
from book._parsing import BOOK
from tests.book.ext.small_book import build_book, parsed_page

CONF = f"""
extensions = ["book._ext.pdfs"]
html_theme = "furo"
html_sidebars = {{"**": ["sidebar/whole-book.html"]}}
templates_path = [{str(BOOK / "_templates")!r}]
"""


def test_sidebar_links_to_the_pdf_that_will_be_there_or_is(tmp_path, monkeypatch):
    def links(text=""):
        pages = {"index.rst": f"Margins\n=======\n{text}"}
        site, _ = build_book(tmp_path, CONF, pages)
        page = parsed_page(site)
        return page.select(f'.sidebar-drawer a[href="{BOOK_PDF}"]')

    monkeypatch.setenv("PDF", "1")
    assert links()
    monkeypatch.setenv("PDF", "")
    assert not links(" changed")
    (tmp_path / "build" / "html" / BOOK_PDF).touch()
    assert links(" again")

"""The footer with the versions of the build, and the link to the PDF in the sidebar."""

import platform
import re

import numpy as np
import pytest
from bs4 import BeautifulSoup

from book._ext.footer_and_pdfs import BOOK_PDF
from book._reader import BOOK
from tests.book.ext.small_book import build_book

CONF = f"""
extensions = ["book._ext.footer_and_pdfs"]
html_theme = "furo"
html_sidebars = {{"**": ["sidebar/whole-book.html"]}}
templates_path = [{str(BOOK / "_templates")!r}]
"""


@pytest.fixture
def page(tmp_path):
    """Give a function that builds a book of one page, and returns the page."""

    def build(text=""):
        site, _ = build_book(tmp_path, CONF, {"index.rst": f"Margins\n=======\n{text}"})
        return BeautifulSoup((site / "index.html").read_text("utf-8"), "html.parser")

    return build


def test_footer_says_when_and_with_what_the_page_was_built(page):
    said = page().select_one(".built-with").get_text()
    day, _, versions = said.partition(" with ")
    assert re.fullmatch(r"Built on \d\d [A-Z][a-z]+ 20\d\d", day.strip())
    assert versions.startswith(f"Python {platform.python_version()}, ")
    assert f"NumPy {np.__version__}, " in said
    names = [part.split()[0] for part in versions.split(", ")]
    assert names == ["Python", "NumPy", "Matplotlib", "SymPy", "scikit-learn", "Dask"]


def test_sidebar_links_to_the_pdf_that_will_be_there_or_is(page, tmp_path, monkeypatch):
    link = f'.sidebar-drawer a[href="{BOOK_PDF}"]'
    monkeypatch.setenv("PDF", "1")
    assert page().select(link)
    monkeypatch.setenv("PDF", "")
    assert not page(" changed").select(link)
    (tmp_path / "build" / "html" / BOOK_PDF).touch()
    assert page(" again").select(link)

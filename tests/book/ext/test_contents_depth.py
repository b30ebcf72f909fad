"""The list of a page's contents, beside its text."""

from tests.book.ext.small_book import build_book, parsed_page

CONF = """
extensions = ["book._ext.contents_depth"]
html_theme = "classic"
"""
PAGE = """
Margins
=======

Wide ones
---------

A detail
~~~~~~~~
"""


def listed(site):
    page = parsed_page(site)
    return [link.get_text() for link in page.select(".sphinxsidebar ul a[href^='#']")]


def test_sections_are_listed_without_their_subsections(tmp_path):
    site, _ = build_book(tmp_path, CONF, {"index.rst": PAGE})
    assert listed(site) == ["Margins", "Wide ones"]

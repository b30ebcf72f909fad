"""A page about the others is never behind them."""

from book._ext.late_pages import LATE_PAGES
from book._parsing.toc import toc_pages
from tests.book.ext.small_book import build_book, parsed_page

# Sphinx would read the equations' page first.
CONF = """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective

extensions = ["myst_parser", "book._ext.late_pages"]

class Titles(SphinxDirective):
    def run(self):
        titles = (self.env.titles.get(name) for name in ("first", "second"))
        words = ", ".join(x.astext() if x else "unknown" for x in titles)
        return [nodes.paragraph("", words, classes=["titles"])]

def setup(app):
    app.add_directive("titles", Titles)
"""
PAGES = {
    "index.md": "# Book\n\n```{toctree}\nbook/reference/equations\nfirst\nsecond\n```\n",
    "book/reference/equations.md": "# Equations\n\n```{titles}\n```\n",
    "first.md": "# One\n",
    "second.md": "# Two\n",
}


def titles(site):
    page = parsed_page(site, "book/reference/equations")
    return page.select_one(".titles").get_text()


def test_page_follows_a_change_of_another(tmp_path):
    site, warnings = build_book(tmp_path, CONF, PAGES)
    assert not warnings
    assert titles(site) == "One, Two"
    build_book(tmp_path, CONF, PAGES | {"second.md": "# Another\n"})
    assert titles(site) == "One, Another"


def test_page_is_left_alone_if_nothing_changed(tmp_path):
    site, _ = build_book(tmp_path, CONF, PAGES)
    page = site / "book/reference/equations.html"
    page.write_text("as it was", "utf-8")
    build_book(tmp_path, CONF, PAGES)
    assert page.read_text("utf-8") == "as it was"


def test_pages_that_are_read_late_are_in_the_book():
    """A page that is renamed would silently be read in its turn."""
    assert {*toc_pages()} >= LATE_PAGES

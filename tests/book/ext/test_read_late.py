"""book/_ext/read_late.py: a page about the others is never behind them."""

from importlib import import_module

from bs4 import BeautifulSoup

from book._ext import MODULES
from book._reader.toc import book_files
from tests.book.ext.small_book import build_book

# Sphinx would read the page `about` first.
CONF = """
from docutils import nodes
from sphinx.util.docutils import SphinxDirective
from book._ext.read_late import read_late

extensions = ["myst_parser"]

class Titles(SphinxDirective):
    def run(self):
        titles = (self.env.titles.get(name) for name in ("first", "second"))
        told = ", ".join(x.astext() if x else "unknown" for x in titles)
        return [nodes.paragraph("", told, classes=["told"])]

def setup(app):
    app.add_directive("titles", Titles)
    read_late(app, "about")
"""
PAGES = {
    "index.md": "# Book\n\n```{toctree}\nabout\nfirst\nsecond\n```\n",
    "about.md": "# About\n\n```{titles}\n```\n",
    "first.md": "# One\n",
    "second.md": "# Two\n",
}


def told(site):
    text = (site / "about.html").read_text("utf-8")
    return BeautifulSoup(text, "html.parser").select_one(".told").get_text()


def test_page_follows_a_change_of_another(tmp_path):
    site, warnings = build_book(tmp_path, CONF, PAGES)
    assert not warnings
    assert told(site) == "One, Two"
    build_book(tmp_path, CONF, PAGES | {"second.md": "# Another\n"})
    assert told(site) == "One, Another"


def test_page_is_left_alone_if_nothing_changed(tmp_path):
    site, _ = build_book(tmp_path, CONF, PAGES)
    page = site / "about.html"
    page.write_text("as it was", "utf-8")
    build_book(tmp_path, CONF, PAGES)
    assert page.read_text("utf-8") == "as it was"


def test_pages_that_are_read_late_are_in_the_book():
    """A page that is renamed would silently be read in its turn."""
    modules = [import_module(f"book._ext.{name}") for name in MODULES]
    late = {module.DOCNAME for module in modules if hasattr(module, "DOCNAME")}
    assert late
    assert late <= {*book_files()}

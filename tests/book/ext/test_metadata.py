"""What pages say of themselves when the site's address is known."""

import re

import pytest
from sphinx.errors import ConfigError

from tests.book.ext.small_book import build_book, parsed_page

CONF = """
extensions = ["book._ext.metadata"]
html_use_index = False
"""


PAGE = "Margins\n=======\n\nWide ones.\n"
CARD = """
.. admonition:: This chapter
   :class: chapter-card

   You will be able to widen them.
"""


def build(folder, page=PAGE):
    """Build a book of one page, and return its site."""
    site, warnings = build_book(folder, CONF, {"index.rst": page})
    assert not warnings
    return site


def content(page, name):
    (tag,) = page.select(f'meta[property="{name}"], meta[name="{name}"]')
    return str(tag["content"])


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("https://book.example/svm", "https://book.example/svm/"),
        ("http://book.example/svm/", "http://book.example/svm/"),
    ],
)
def test_site_url_gives_addresses_cards_and_a_sitemap(
    given, url, tmp_path, monkeypatch
):
    monkeypatch.setenv("SITE_URL", given)
    site = build(tmp_path)
    page = parsed_page(site)
    (canonical,) = page.select('link[rel="canonical"]')
    assert canonical["href"] == f"{url}index.html"
    assert content(page, "description") == "Wide ones."
    assert content(page, "og:title") == "Margins"
    assert content(page, "og:description") == "Wide ones."
    assert content(page, "twitter:card") == "summary_large_image"
    start, address, picture = content(page, "og:image").partition(url)
    assert address and not start
    assert (site / picture).is_file()
    missing = (site / "404.html").read_text("utf-8")
    assert 'href="/svm/index.html"' in missing
    sitemap = (site / "sitemap.xml").read_text("utf-8")
    assert sitemap.count("<loc>") == 1
    assert f"<loc>{url}index.html</loc>" in sitemap


def test_site_url_is_not_guessed(tmp_path, monkeypatch):
    monkeypatch.delenv("SITE_URL", raising=False)
    site = build(tmp_path)
    page = parsed_page(site)
    assert content(page, "description") == "Wide ones."
    assert not page.select('link[rel="canonical"], meta[property^="og:"]')
    assert not (site / "sitemap.xml").exists()
    assert 'href="/index.html"' in (site / "404.html").read_text("utf-8")


def test_a_chapter_is_described_by_its_card(tmp_path):
    other = CARD.replace("chapter-card", "question").replace("You", "They")
    card = CARD.replace("them", '``"them"``')
    site = build(tmp_path, PAGE + other + card)
    page = parsed_page(site)
    assert content(page, "description") == 'You will be able to widen "them".'


def test_a_page_without_a_paragraph_is_described_by_its_title(tmp_path):
    site = build(tmp_path, PAGE.replace("Wide ones.", ""))
    page = parsed_page(site)
    assert content(page, "description") == "Margins"


def test_own_words_of_a_page_win(tmp_path, monkeypatch):
    monkeypatch.setenv("SITE_URL", "https://book.example/")
    site = build(tmp_path, f":og\\:description: Thin ones.\n\n{PAGE}")
    page = parsed_page(site)
    assert content(page, "og:description") == "Thin ones."


def test_long_description_ends_after_a_whole_word(tmp_path):
    words = ["margins"] * 30  # 239 characters with the spaces between them
    site = build(tmp_path, PAGE.replace("Wide ones.", " ".join(words)))
    page = parsed_page(site)
    description = content(page, "description")
    assert (
        description == " ".join(words[:19]) + " …"
    )  # 151 characters; 20 words have 159


@pytest.mark.parametrize(
    "url",
    [
        "book.example",
        "http://[",
        "ftp://a.org",
        "https:///a",
        "https://:",
        "https://a.org:",
        "https://a.org/x?y=1",
        "https://a.org/x#y",
    ],
)
def test_site_url_must_be_an_address(url, tmp_path, monkeypatch):
    monkeypatch.setenv("SITE_URL", url)
    with pytest.raises(
        ConfigError, match=f"like https://.* got {re.escape(repr(url))}"
    ):
        build(tmp_path)

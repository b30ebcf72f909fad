"""The counts of altered equations, over all chapters."""

import json

from tests.book.ext.small_book import build_book, parsed_page

CONF = """
extensions = ["myst_parser", "book._ext.alterations"]
"""
RECORD = {
    "first": {"mutants": 900, "caught": 7},
    "second": {"mutants": 101, "caught": 5},
}
PAGE = "# Equations\n\n{alterations}`mutants` tried, {alterations}`caught` caught.\n"


def build(tmp_path, page, record=RECORD):
    """Return the paragraph of a page, and what Sphinx warns of."""
    files = {"index.md": page, "alterations.json": json.dumps(record)}
    site, warnings = build_book(tmp_path, CONF, files)
    return parsed_page(site).select_one("h1 + p").get_text(), warnings


def test_counts_are_those_of_all_chapters(tmp_path):
    assert build(tmp_path, PAGE) == ("1,001 tried, 12 caught.", "")


def test_page_is_read_again_when_only_the_record_has_changed(tmp_path):
    build(tmp_path, PAGE)
    record = RECORD | {"second": {"mutants": 102, "caught": 6}}
    assert build(tmp_path, PAGE, record) == ("1,002 tried, 13 caught.", "")


def test_build_warns_of_a_count_that_the_record_of_a_chapter_lacks(tmp_path):
    _, warnings = build(tmp_path, PAGE, RECORD | {"second": {"mutants": 101}})
    (line,) = [x for x in warnings.splitlines() if "no such count as caught" in x]
    assert "index.md:" in line

"""Citations, and the list of works with who cites them."""

from pathlib import Path

from tests.book.ext.small_book import build_chapters

WORKS_PAGE = "book/reference/bibliography"
CONF = """
extensions = ["myst_nb", "book._ext.bibliography", "book._ext.late_pages"]
bibtex_bibfiles = ["works.bib"]
bibtex_default_style = "plain"
bibtex_reference_style = "round_author_year"
bibtex_cite_id = "cite-{bibliography_count}-{key}"
"""
WORKS = """
@book{ada, title = {Engines}, author = {Ada Byron}, year = 1843, publisher = {Taylor},
  annote = {The first program.}}
@book{eve, title = {Uncited}, author = {Eve Other}, year = 1900, publisher = {Taylor}}
"""
CHAPTERS = {
    "second": "# Second $x$\nSee {cite:t}`ada`.\n",
    "first": "# First\nSee {cite:p}`ada` and {cite:t}`ada`.\n",
    WORKS_PAGE: "# Works\n```{container} other\nAll.\n```\n```{bibliography}\n:all:\n```\n",
}


def test_works_are_listed_with_what_they_offer_and_who_cites_them(tmp_path):
    pages, warnings = build_chapters(tmp_path, CONF, CHAPTERS, {"works.bib": WORKS})
    assert not warnings
    assert "See (Byron, 1843) and Byron (1843)." in pages["first"].get_text()
    assert pages[WORKS_PAGE].select_one(".other").get_text().strip() == "All."
    ada, eve = pages[WORKS_PAGE].select("ul.works > li")
    assert (ada["id"], eve["id"]) == ("work-ada", "work-eve")
    paragraphs = [" ".join(part.get_text().split()) for part in ada.select("p")]
    assert paragraphs == [
        "Ada Byron. Engines. Taylor, 1843.",
        "The first program.",
        r"Cited in Second \(x\); First.",
    ]
    assert not eve.select(".where")
    places = [link["href"].split("#") for link in ada.select(".where a")]
    assert [page for page, _ in places] == ["../../second.html", "../../first.html"]
    for page, place in places:
        cited = pages[Path(page).stem].select_one(".bibtex-citation")
        assert cited["id"] == place  # the first of the page
    target = pages["first"].select_one("a[href^='book/reference/bibliography.html#']")[
        "href"
    ]
    assert ada.find(id=target.partition("#")[2])


def test_a_second_build_knows_who_cites_a_work_now(tmp_path):
    build_chapters(tmp_path, CONF, CHAPTERS, {"works.bib": WORKS})
    changed = CHAPTERS | {"second": "# Second\nSee {cite:t}`eve`.\n"}
    pages, _ = build_chapters(tmp_path, CONF, changed, {"works.bib": WORKS})
    lines = [
        work.select_one(".where").get_text()
        for work in pages[WORKS_PAGE].select("ul.works > li")
    ]
    assert lines == ["Cited in First.", "Cited in Second."]

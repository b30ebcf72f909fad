"""The recap of each chapter on one sheet."""

from tests.book.ext.small_book import build_chapters

SHEET = "book/reference/cheat_sheet"
CONF = 'extensions = ["myst_nb", "book._ext.cheat_sheet", "book._ext.late_pages"]'
RECAP = """
:::{{admonition}} Recap
:class: recap
The formula is {{eq}}`eq-{name}`.
:::
"""
CHAPTERS = {
    SHEET: "# Sheet\n```{recaps}\n```\n",
    "zeta": "# Zeta $z$\n$$ b = b $$ (eq-b)\n" + RECAP.format(name="b"),
    "alpha": "# Alpha\n$$ a = a $$ (eq-a)\n" + RECAP.format(name="a"),
    "plain": "# Plain\n:::{admonition} Note\nNo recap.\n:::\n",
}


def test_recaps_follow_the_contents_and_link_to_their_chapters(tmp_path):
    pages, warnings = build_chapters(tmp_path, CONF, CHAPTERS)
    assert not warnings
    recaps = pages[SHEET].select(".cheat-sheet > *")
    titles = [recap.select_one(".admonition-title a.internal") for recap in recaps]
    assert [x["href"] for x in titles] == ["../../zeta.html", "../../alpha.html"]
    assert titles[1].get_text() == "Alpha"
    formulas = [recap.select_one("p:not(.admonition-title) a") for recap in recaps]
    assert [x["href"] for x in formulas] == [
        "../../zeta.html#equation-eq-b",
        "../../alpha.html#equation-eq-a",
    ]
    assert not pages[SHEET].select(".sheet-pdf")


def test_a_second_build_does_not_copy_the_recaps_of_the_sheet_itself(tmp_path):
    build_chapters(tmp_path, CONF, CHAPTERS)
    changed = CHAPTERS | {"plain": "# Plain\nOther words.\n"}
    pages, _ = build_chapters(tmp_path, CONF, changed)
    assert len(pages[SHEET].select(".cheat-sheet > *")) == 2


def test_sheet_links_to_its_pdf_if_there_will_be_one(tmp_path, monkeypatch):
    monkeypatch.setenv("PDF", "1")
    pages, _ = build_chapters(tmp_path, CONF, CHAPTERS)
    assert pages[SHEET].select_one(".sheet-pdf a")["href"] == "../../cheat-sheet.pdf"

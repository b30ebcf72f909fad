"""A page on paper: solutions with their code, the sheet on one page, page numbers."""

import pytest
from playwright.sync_api import expect
from pypdfium2 import PdfDocument

from tests.browser.helpers.lab_actions import MASK_CHAPTER
from tools.pdf.article import page_reference
from tools.pdf.printing import print_with_page_numbers


def test_solutions_are_printed_with_code_then_closed(tmp_path, address, page):
    page.goto(f"{address}/{MASK_CHAPTER}")
    solutions = page.locator("details.solution").count()
    programs = page.locator("details.solution pre", has_text="def solved_").count()
    path = tmp_path / "page.pdf"
    page.pdf(path=path)
    words = [sheet.get_textpage().get_text_bounded() for sheet in PdfDocument(path)]
    text = " ".join(words)
    assert text.count("Solution to Exercise") == solutions > 0
    assert text.count("def solved_") == programs > 0
    assert "Checks eq-" not in text
    assert page.locator("details[open]").count() == 0


def test_wide_formula_is_printed_whole_and_a_preview_not_at_all(address, page):
    page.goto(f"{address}/book/margin/kernels.html")
    link = page.locator('article a.internal[href="#thm-gram"]').first
    link.dispatch_event("pointerover", {"pointerType": "mouse"})
    preview = page.get_by_role("tooltip")
    expect(preview).to_be_visible()
    page.emulate_media(media="print")
    expect(preview).to_be_hidden()
    overflow = "(box) => getComputedStyle(box).overflowX"
    assert page.locator(".math-scroll").first.evaluate(overflow) == "visible"


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cheat_sheet_fits_one_page(paper, tmp_path, address, page):
    page.goto(f"{address}/book/reference/cheat_sheet.html")
    path = tmp_path / "sheet.pdf"
    page.pdf(path=path, format=paper)
    assert len(PdfDocument(path)) == 1


def test_links_of_the_pdf_show_the_page_that_they_lead_to(tmp_path, page):
    """A link that leads nowhere shows none."""
    found, lost = page_reference("#found"), page_reference("#lost")
    page.set_content(f"""<a href="#found">Figure</a> {found} <a href="#lost">b</a> {lost}
        <p style="break-before: page">Second</p>
        <p style="break-before: page" id="found">Third</p>""")
    path = tmp_path / "page.pdf"
    print_with_page_numbers(page, path)
    sheets = [sheet.get_textpage().get_text_bounded() for sheet in PdfDocument(path)]
    assert [sheet.split() for sheet in sheets] == [
        ["Figure", "3", "b"],
        ["Second"],
        ["Third"],
    ]

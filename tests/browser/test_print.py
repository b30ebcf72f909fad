"""A page of the site on paper: solutions with their code, the sheet on one page."""

import pytest
from pypdfium2 import PdfDocument

from tests.browser.lab_actions import MASK_LAB


def test_solutions_are_printed_with_their_code(tmp_path, address, page):
    page.goto(f"{address}/{MASK_LAB}")
    solutions = page.locator("details.solution").count()
    programs = page.locator("details.solution pre", has_text="def solved_").count()
    path = tmp_path / "page.pdf"
    page.pdf(path=path)
    words = [sheet.get_textpage().get_text_bounded() for sheet in PdfDocument(path)]
    text = " ".join(words)
    assert text.count("Solution to Exercise") == solutions > 0
    assert text.count("def solved_") == programs > 0
    assert "Checks eq-" not in text


@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_cheat_sheet_fits_one_page(paper, tmp_path, address, page):
    page.goto(f"{address}/book/reference/cheat_sheet.html")
    path = tmp_path / "sheet.pdf"
    page.pdf(path=path, format=paper)
    assert len(PdfDocument(path)) == 1

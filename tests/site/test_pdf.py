"""The whole book as one PDF, with the site's numbers and an outline; the sheet."""

import re
from collections import Counter

import pytest
from pypdfium2 import PdfDocument
from pypdfium2.raw import FPDF_PAGEOBJ_IMAGE, FPDF_PAGEOBJ_PATH

from book._ext.pdfs import BOOK_PDF, SHEET_PDF
from book._ext.shared.pages import CHEAT_SHEET
from tests.skip_or_fail import skip_or_fail
from tools.pdf.article import formula_text
from tools.pdf.document import printed_parts
from tools.shared.built_page import parse_html

NUMBER = re.compile(
    r"\(\d+\.\d+\)|(?:Figure|Exercise|Theorem|Definition) \d+(?:\.\d+)?"
)


@pytest.fixture(scope="module")
def pdf(site):
    """The PDF in the site."""
    path = site / BOOK_PDF
    if not path.exists():
        skip_or_fail(f"there is no {path}: run `make pdf` first", "PDF")
    return PdfDocument(path)


@pytest.fixture(scope="module")
def text(pdf):
    """All its words, one space apart."""
    words = [page.get_textpage().get_text_bounded() for page in pdf]
    return " ".join(" ".join(words).split())


def printed_pages(site):
    """Return the pages of the site that are printed."""
    names = [name for files in printed_parts().values() for name in files]
    texts = [(site / f"{name}.html").read_text("utf-8") for name in names]
    return [parse_html(text) for text in texts]


def test_outline_has_every_heading(site, pdf):
    titles = {" ".join(entry.get_title().split()) for entry in pdf.get_toc()}
    missing = []
    for page in printed_pages(site):
        for heading in page.select("article :is(h1, h2, h3):not(#the-chapters > *)"):
            for formula in heading.select(".math"):
                formula.string = formula_text(formula)
            words = " ".join(heading.get_text().removesuffix("#").split())
            if words not in titles:
                missing.append(words)
    assert not missing


def test_numbers_are_those_of_the_site(site, text):
    """Each stands in the PDF as often as on the pages without their folded code."""
    numbers = Counter()
    for page in printed_pages(site):
        for part in page.select(".fold, .headerlink"):
            part.decompose()
        words = " ".join(page.select_one("article").get_text().split())
        numbers.update(NUMBER.findall(words))
        own = page.select("article :is(.eqno, .caption-number)")
        assert all(numbers[" ".join(number.get_text().split())] for number in own)
    assert Counter(NUMBER.findall(text)) == numbers
    assert len(numbers) > 100


def test_solutions_are_open_and_nothing_is_left_to_press(text):
    assert "def solved_svm_loss(" in text
    assert "Run this chapter in the browser" not in text


def test_figures_are_vectors(pdf):
    """Pixels are in the few figures that show images, and nowhere else."""
    kinds = [{thing.type for thing in page.get_objects(max_depth=9)} for page in pdf]
    pixels = sum(FPDF_PAGEOBJ_IMAGE in kind for kind in kinds)
    drawn = sum(FPDF_PAGEOBJ_PATH in kind for kind in kinds)
    assert pixels < len(kinds) / 5
    assert drawn > len(kinds) / 2


def test_pages_offer_the_pdf(site, pdf):
    for page in printed_pages(site):
        link = page.select_one(".whole-book a")
        assert link is not None
        assert str(link["href"]).endswith(BOOK_PDF)


def test_cheat_sheet_is_there_and_offered(site, pdf):
    assert (site / SHEET_PDF).is_file()
    page = parse_html((site / f"{CHEAT_SHEET}.html").read_text("utf-8"))
    link = page.select_one(".sheet-pdf a")
    assert link is not None
    assert str(link["href"]).endswith(SHEET_PDF)

"""Print a page with Chromium, with the number of the page that each link leads to.

The page is printed twice, because only a first print shows where the target of each link
is.
"""

import ctypes
from pathlib import Path

import pypdfium2.raw as pdfium
from playwright.sync_api import Page
from pypdfium2 import PdfDocument

FILL_PAGE_NUMBERS = """numbers => {
  for (const reference of document.querySelectorAll(".on-page")) {
    const number = numbers[reference.dataset.to];
    if (number) reference.textContent = number;
    else reference.remove();
  }
}"""


def page_numbers(path: Path) -> dict[str, int]:
    """Return the page of each target of a link in a PDF."""
    pages, size = {}, ctypes.c_long()
    with PdfDocument(path) as pdf:
        for i in range(pdfium.FPDF_CountNamedDests(pdf)):
            pdfium.FPDF_GetNamedDest(pdf, i, None, size)
            name = ctypes.create_string_buffer(size.value)
            target = pdfium.FPDF_GetNamedDest(pdf, i, name, size)
            page = pdfium.FPDFDest_GetDestPageIndex(pdf, target) + 1
            pages[name.raw.decode("utf-16-le").rstrip("\0")] = page
    return pages


def print_pdf(page: Page, path: Path, *, outline: bool = False) -> None:
    """Print a page on A4, unless its style names another paper."""
    page.pdf(
        path=path,
        format="A4",
        prefer_css_page_size=True,
        print_background=True,
        outline=outline,
        tagged=True,
    )


def print_with_page_numbers(page: Page, path: Path) -> None:
    """Print a page, and print it again with the numbers that the first print shows."""
    print_pdf(page, path, outline=True)
    page.evaluate(FILL_PAGE_NUMBERS, page_numbers(path))
    print_pdf(page, path, outline=True)

"""Print the whole built book as one PDF, and its cheat sheet as another, with Chromium.

    python -m tools.pdf [SITE] [--dry-run]

SITE is the built book (default: _build/html); the files go into it. The pages of the
site are joined in the order of the table of contents, so every number is the site's.
Figures stay vectors, and a tick marks each equation that is checked. CHROMIUM, a path or
a name on the path, says which browser to use. `--dry-run` only looks whether it is there.
"""

import sys

from playwright.sync_api import sync_playwright

from book._ext.pdfs import BOOK_PDF, SHEET_PDF
from book._ext.shared.pages import CHEAT_SHEET
from tools.shared.chromium import find_chromium
from tools.shared.command_line import built_site, site_parser

from .document import document
from .printing import print_pdf, print_with_page_numbers


def main() -> None:
    """Read the command line and print."""
    parser = site_parser(__doc__)
    parser.add_argument("--dry-run", action="store_true", help="print nothing")
    args = parser.parse_args()
    try:
        program = find_chromium()
    except LookupError as missing:
        sys.exit(f"Chromium prints the PDF. {missing}")
    if args.dry_run:
        return
    site = built_site(args.site)
    whole = site / "whole-book.html"
    whole.write_text(document(site), encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(color_scheme="light")
            page.set_default_timeout(300_000)
            page.goto(whole.as_uri(), wait_until="load")
            page.evaluate("document.fonts.ready")
            print_with_page_numbers(page, site / BOOK_PDF)
            page.goto((site / f"{CHEAT_SHEET}.html").as_uri(), wait_until="load")
            page.evaluate("document.fonts.ready")
            print_pdf(page, site / SHEET_PDF)
            browser.close()
    finally:
        whole.unlink()
    print(f"The whole book: {(site / BOOK_PDF).as_uri()}")
    print(f"Its cheat sheet: {(site / SHEET_PDF).as_uri()}")


if __name__ == "__main__":
    main()

"""Where the site's PDFs are, for the pages that link to them.

`PDF=1` in the environment says that the site will hold the whole book, and its cheat
sheet, as PDFs. If they are there already, a build of single pages links to them without
being told.
"""

import os
from pathlib import Path

from sphinx.application import Sphinx

from .shared.pages import Context, Doctree, connect_page

# Files of the site, which tools.pdf writes.
BOOK_PDF = "the-hinge-and-the-margin.pdf"
SHEET_PDF = "cheat-sheet.pdf"


def has_pdfs(app: Sphinx) -> bool:
    """Tell whether the site holds PDFs, or will."""
    return bool(os.environ.get("PDF")) or Path(app.outdir, BOOK_PDF).exists()


def add_pdf_link(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Tell the template of the sidebar where the book's PDF is."""
    if has_pdfs(app):
        context["pdf"] = BOOK_PDF


def setup(app: Sphinx) -> None:
    connect_page(app, add_pdf_link)

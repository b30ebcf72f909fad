"""When the site was built and with what, for the footer, and where its PDFs are.

`PDF=1` in the environment says that the site will hold the whole book, and its cheat
sheet, as PDFs. A later build of single pages finds them there.
"""

import os
import platform
from datetime import date
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

PACKAGES = ("NumPy", "Matplotlib", "SymPy", "scikit-learn", "Dask")
# Files of the site, to which pages link; tools.pdf writes them.
BOOK_PDF = "the-hinge-and-the-margin.pdf"
SHEET_PDF = "cheat-sheet.pdf"


def has_pdfs(app: Sphinx) -> bool:
    """Tell whether the site holds PDFs, or will."""
    return bool(os.environ.get("PDF")) or Path(app.outdir, BOOK_PDF).exists()


@cache
def built_with() -> str:
    """Return the line of the footer on the day and the versions of the build."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = platform.python_version()
    return f"Built on {date.today():%d %B %Y} with Python {python}, {packages}."


def fill_in_page(
    app: Sphinx,
    pagename: str,
    templatename: str,
    context: dict[str, Any],
    doctree: nodes.document | None,
) -> None:
    """Fill in the footer, and the link to the PDF in the sidebar."""
    context["built_with"] = built_with()
    if has_pdfs(app):
        context["pdf"] = BOOK_PDF


def setup(app: Sphinx) -> None:
    app.connect("html-page-context", fill_in_page)

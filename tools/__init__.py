"""The programs that make the book and check it: `python -m tools.make_pdf`, from the root.

Two are no programs: `book_pages` reads the book's pages as they are written, and
`built_page` those of the site.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]

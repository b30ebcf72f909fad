"""The footer with the day and the versions of the build."""

import platform
import re

import numpy as np

from book._parsing import BOOK
from tests.book.ext.small_book import build_book, parsed_page

CONF = f"""
extensions = ["book._ext.footer"]
html_theme = "furo"
templates_path = [{str(BOOK / "_templates")!r}]
"""


def test_footer_says_when_and_with_what_the_page_was_built(tmp_path):
    site, _ = build_book(tmp_path, CONF, {"index.rst": "Margins\n======="})
    page = parsed_page(site)
    footer = page.select_one(".built-with").get_text()
    day, _, versions = footer.partition(" with ")
    assert re.fullmatch(r"Built on \d\d [A-Z][a-z]+ 20\d\d", day.strip())
    assert versions.startswith(f"Python {platform.python_version()}, ")
    assert f"NumPy {np.__version__}, " in footer
    names = [part.split()[0] for part in versions.split(", ")]
    assert names == ["Python", "NumPy", "Matplotlib", "SymPy", "scikit-learn", "Dask"]

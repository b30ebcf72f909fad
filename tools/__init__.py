"""The programs that make the book and check it: `python -m tools.make_pdf`, from the root.

`built_page` is not a program: it reads the pages of the site for the others.
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SITE = ROOT / "_build" / "html"

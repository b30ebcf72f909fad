"""The programs that make the book and check it: `python -m tools.make_pdf`, from the root.

`built_page` is not a program: it reads the pages of the site for the others.
"""

from book._reader import ROOT

SITE = ROOT / "_build" / "html"

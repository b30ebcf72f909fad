"""The programs that make the book and check it: `python -m tools.pdf`, from the root.

`built_page`, which reads the pages of the site, `chromium`, which finds the browser, and
`command_line`, which reads what they are given, are not programs, but help the others.
"""

from book._reader import ROOT

SITE = ROOT / "_build" / "html"

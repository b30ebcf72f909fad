"""The programs that make the book and check it: `python -m tools.pdf`, from the root.

`built_page` reads the pages of the site, `chromium` finds the browser, `command_line` reads
what a program is given, and `notebook_form` is the form of a stored notebook: these four are
not programs, but help the others.
"""

from book._source import ROOT

SITE = ROOT / "_build" / "html"

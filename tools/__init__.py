"""The programs that make the book and check it: `python -m tools.pdf`, from the root."""

from book._parsing import ROOT

SITE = ROOT / "_build" / "html"

"""The pages that are tried, and the sample of them that `make test` tries: the gate."""

import pytest

from book._reader import ROOT
from book._reader.toc import toc_pages

PAGES = [*toc_pages(), "search", "404"]
DECKS = [f"slides/{deck.stem}" for deck in sorted(ROOT.glob("slides/*.md"))]
GATE_PAGES = {"book/index", "book/hinge/linear_scores", "book/margin/lab", "search"}
# In Firefox and WebKit: the pages on which they once failed.
GATE_PAGES_OF_OTHER_BROWSERS = {"book/hinge/gradient", "book/margin/soft_margin"}
DARK = pytest.param("dark", marks=pytest.mark.nightly)


def gate_cases(names, gate=GATE_PAGES):
    """Return the cases of a test; those that are not in the gate's sample are nightly."""
    nightly = pytest.mark.nightly
    return [n if n in gate else pytest.param(n, marks=nightly) for n in names]

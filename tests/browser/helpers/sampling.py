"""The pages that are tried, and the sample of them that `make test` tries."""

import pytest

from book._parsing import ROOT
from book._parsing.toc import toc_pages

PAGES = [*toc_pages(), "search", "404"]
DECKS = [f"slides/{deck.stem}" for deck in sorted(ROOT.glob("slides/*.md"))]
SAMPLE_PAGES = {"book/index", "book/hinge/linear_scores", "book/margin/lab", "search"}
# In Firefox and WebKit: the pages on which they once failed.
SAMPLE_PAGES_OF_OTHER_BROWSERS = {"book/hinge/gradient", "book/margin/soft_margin"}
DARK = pytest.param("dark", marks=pytest.mark.nightly)


def sample_cases(names, sample=SAMPLE_PAGES):
    """Return the cases of a test; those that aren't in the sample are nightly."""
    nightly = pytest.mark.nightly
    return [n if n in sample else pytest.param(n, marks=nightly) for n in names]

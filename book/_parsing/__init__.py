"""Read the pages of the book as their authors wrote them, for the site, tools and tests."""

from pathlib import Path

BOOK = Path(__file__).resolve().parents[1]
ROOT = BOOK.parent

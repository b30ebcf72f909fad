"""The built site's own files, and how its pages are read and spoilt."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag

LITE = "lite"  # JupyterLite
OTHERS = {LITE, "slides"}  # what tests/browser tries


def files(site: Path, suffix: str) -> list[Path]:
    """Return the book's own files of the built site that end so, sorted."""
    found = sorted(site.rglob(f"*{suffix}"))
    return [p for p in found if p.relative_to(site).parts[0] not in OTHERS]


def parse(site: Path) -> dict[Path, BeautifulSoup]:
    """Parse every page, but for the one that only sends on to the first page."""
    found = [p for p in files(site, ".html") if p != site / "index.html"]
    return {p: BeautifulSoup(p.read_text("utf-8"), "html.parser") for p in found}


def target(page: Path, link: Tag) -> tuple[Path, str]:
    """Return the page and the place that a link leads to."""
    address = urlsplit(str(link["href"]))
    there = (page.parent / address.path).resolve() if address.path else page
    return there, address.fragment


@contextmanager
def changed(tag: Tag, text: str = "", **attributes: str) -> Iterator[None]:
    """Give a tag another text or other attributes for a while, or take it out."""
    other = copy(tag)
    other.attrs.update(attributes)
    if text:
        other.string = text
    elif not attributes:
        other.name, other.attrs = "i", {}
    tag.replace_with(other)
    try:
        yield
    finally:
        other.replace_with(tag)

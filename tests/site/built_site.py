"""The built site's own files, and how its pages are read."""

import gc
import re
from pathlib import Path

from bs4 import BeautifulSoup

DRAWN = '<span class="katex-html" aria-hidden="true">'
SPAN = re.compile(r"</?span\b")
OTHERS = {"lite", "python", "slides"}  # what tests/browser tries


def files(site: Path, suffix: str) -> list[Path]:
    """Return the book's own files of the built site that end so, sorted."""
    found = sorted(site.rglob(f"*{suffix}"))
    return [p for p in found if p.relative_to(site).parts[0] not in OTHERS]


def parse(site: Path) -> dict[Path, BeautifulSoup]:
    """Parse every page, but for the one that only sends on to the first page."""
    found = [p for p in files(site, ".html") if p != site / "index.html"]
    gc.disable()  # it takes a third of the time, and finds nothing to collect
    try:
        return {path: parse_page(path.read_text("utf-8")) for path in found}
    finally:
        gc.enable()


def parse_page(text: str) -> BeautifulSoup:
    """Parse a page without what KaTeX draws, most of its tags: the MathML says the same."""
    start, *rest = text.split(DRAWN)
    parts = [start]
    for part in rest:
        depth = 1
        for tag in SPAN.finditer(part):
            depth += -1 if tag[0].startswith("</") else 1
            if depth == 0:
                parts.append(part[tag.start() :])
                break
    return BeautifulSoup(DRAWN.join(parts), "html.parser")

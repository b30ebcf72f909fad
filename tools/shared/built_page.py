"""Parse a page of the built site."""

import gc
import re

from bs4 import BeautifulSoup

KATEX = '<span class="katex-html" aria-hidden="true">'
SPAN = re.compile(r"</?span\b")


def parse_html(text: str) -> BeautifulSoup:
    """Parse a page as it stands."""
    gc.disable()  # collecting garbage takes as long as parsing, and finds none
    try:
        return BeautifulSoup(text, "html.parser")
    finally:
        gc.enable()


def parse_without_katex(text: str) -> BeautifulSoup:
    """Parse a page without the HTML that KaTeX draws, since the MathML says the same."""
    start, *rest = text.split(KATEX)
    parts = [start]
    for part in rest:
        depth = 1
        for tag in SPAN.finditer(part):
            depth += -1 if tag[0].startswith("</") else 1
            if depth == 0:
                parts.append(part[tag.start() :])
                break
    return parse_html(KATEX.join(parts))

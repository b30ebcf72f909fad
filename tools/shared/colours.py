"""Take the colours from what a program prints to a terminal."""

import re

COLOUR = re.compile(r"\x1b\[[\d;]*m")


def without_colours(text: str) -> str:
    """Return a text without the codes for colours."""
    return COLOUR.sub("", text)

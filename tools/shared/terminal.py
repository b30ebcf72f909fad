"""What a program prints to a terminal, without its colours."""

import re

COLOUR = re.compile(r"\x1b\[[\d;]*m")


def strip_colours(text: str) -> str:
    """Return the text without the escape codes that colour it."""
    return COLOUR.sub("", text)

"""The fonts of the site have every character that is set in them."""

import re
from html import unescape

from book._reader import ROOT

# What the fonts of the site have, but for ASCII and characters that are not to be seen.
CHARACTERS = ROOT / "tools" / "assets" / "fonts" / "characters.txt"
# What is set in other fonts: code, and what is not text.
UNREAD = re.compile(r"<(pre|code|script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


def test_fonts_have_every_character(pages):
    """A subset lacks what was not in the book when it was made: tools/assets/fonts/README.md."""
    known = set(CHARACTERS.read_text("utf-8"))
    faults = []
    for path in pages:
        shown = set(unescape(UNREAD.sub("", path.read_text("utf-8"))))
        unknown = {c for c in shown - known if c.isprintable() and not c.isascii()}
        if unknown:
            faults.append(f"{path.name}: {' '.join(sorted(unknown))}")
    assert not faults

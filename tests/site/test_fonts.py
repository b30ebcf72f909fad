"""The fonts of the site have every character that is set in them."""

import re
from html import unescape

from PIL import ImageFont

from book._parsing import BOOK, ROOT

# The characters of the fonts, without ASCII and those that can't be seen.
CHARACTERS = ROOT / "tools" / "assets" / "fonts" / "characters.txt"
FONTS = [*(BOOK / "_static").rglob("fonts/*.woff2")]
# These are in that list, but in none of the fonts: KaTeX puts ≠ together from = and a stroke,
# and draws ⏟. For the others the browser takes a font of the reader's.
FROM_ELSEWHERE = set("≠⏟⌘ᵀ⁰⁴⁵⁶⁷⁸⁹⁻₁₂")
# What is set in other fonts: code, and what is not text.
UNREAD = re.compile(r"<(pre|code|script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)


def test_fonts_have_every_character(pages):
    """A subset lacks what was not in the book when it was made: tools/assets/fonts/README.md."""
    known = set(CHARACTERS.read_text("utf-8"))
    faults = []
    for path in pages:
        characters = set(unescape(UNREAD.sub("", path.read_text("utf-8"))))
        unknown = {c for c in characters - known if c.isprintable() and not c.isascii()}
        if unknown:
            faults.append(f"{path.name}: {' '.join(sorted(unknown))}")
    assert not faults


def drawn(font, character):
    """Return a character's picture."""
    mask = font.getmask(character)
    return mask.size, bytes(mask)


def test_listed_characters_are_in_a_font():
    missing = {c for c in CHARACTERS.read_text("utf-8") if not c.isspace()}
    for path in FONTS:
        font = ImageFont.truetype(str(path), 64)
        nothing = drawn(font, "\U0010fffd")  # no font has it
        missing -= {c for c in missing if drawn(font, c) != nothing}
    assert missing == FROM_ELSEWHERE

"""The mistakes of an exercise, and the glossary that they are written in."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

# Not a mistake, but a choice: what lies exactly at the kink counts in full.
TIED_COUNTS = "tied-counts"
# In place of a chapter: the one of the exercise that is attempted.
CHAPTER_OF_EXERCISE = "of the exercise"

HEAD = r"(?P<name>[a-z0-9-]+(?: \+ [a-z0-9-]+)*)(?: \((?P<chapter>\w+)\))?: "
ENTRY = re.compile(rf"{HEAD}(?P<sentences>\S.*(?:\n {{8}}\S.*)*)")
# An entry that is indented too far looks like a line of the entry above. It is recognised
# only behind a full stop or question mark, where that entry would go on with a capital letter.
INDENTED_TOO_FAR = re.compile(r"[.?]\n {8}[a-z0-9-][a-z0-9+() _-]*: ")

Switch = Callable[[str], bool]  # whether an implementation makes a mistake


class Mistake(NamedTuple):
    """What is wrong, in sentences, and the chapter that explains it ("" for none)."""

    name: str
    text: str
    chapter: str = ""


def no_mistake(mistake: str) -> bool:
    """Return False: the switch of an implementation that is right."""
    return False


def read_glossary(chapter: str, text: str) -> dict[str, Mistake]:
    """Read a glossary of mistakes that this chapter explains.

    In a chapter's own file, `Chapter.read_mistakes` does this for that chapter.

    An entry is ``    name: sentences``, and goes on with 8 spaces. Another chapter
    stands after the name, as in ``    penalty-half (regularization): sentences``. A name
    ``a + b`` stands for the two mistakes together.

    Raises
    ------
    ValueError
        If an entry has another form, or its name comes twice.
    """
    table: dict[str, Mistake] = {}
    for entry in re.split(r"\n {4}(?! )", "\n" + text.strip("\n").rstrip()):
        found = None if INDENTED_TOO_FAR.search(entry) else ENTRY.fullmatch(entry)
        if found and found["name"] not in table:
            sentences = " ".join(found["sentences"].split())
            where = found["chapter"] or chapter
            table[found["name"]] = Mistake(found["name"], sentences, where)
        elif entry:
            expected = "`    name: sentences`, with 8 spaces where it goes on"
            wrong = "its name comes twice" if found else f"expected {expected}"
            raise ValueError(f"in the mistakes of {chapter}, {wrong}: {entry!r}")
    return table


def only(mistakes: Mapping[str, Mistake], *names: str) -> dict[str, Mistake]:
    """Return the mistakes of these names; ValueError if there is none of a name."""
    _require_known(mistakes, names)
    return {name: mistakes[name] for name in names}


def without(mistakes: Mapping[str, Mistake], *names: str) -> dict[str, Mistake]:
    """Return the mistakes of all other names; ValueError if there is none of a name."""
    _require_known(mistakes, names)
    return {name: m for name, m in mistakes.items() if name not in names}


def _require_known(mistakes: Mapping[str, Mistake], names: Collection[str]) -> None:
    if unknown := [name for name in names if name not in mistakes]:
        raise ValueError(f"there is no mistake named {', '.join(unknown)}")

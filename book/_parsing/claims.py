"""Read the claims of the errata, and write them as Markdown: a table, a list, counts.

The verdicts are in claims.csv, beside the page. What is claimed, and which chapter
explains it, is said once, in the claim's note on the page:

    (errata-smidt-20)=
    **`smidt-20`**, equation (9): what is claimed.

    **Wrong as written.** What is right. See [The gradient](../hinge/gradient.ipynb).
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from .page import read_page

VERDICTS = {  # in claims.csv, and in a note
    "holds": "Holds",
    "condition": "Holds on a condition",
    "wrong": "Wrong as written",
}
NOTE_START = re.compile(r"^\(errata-([a-z]+-\d+)\)=\n\*\*`\1`\*\*, ", re.MULTILINE)
HEADING_OR_LABEL = re.compile(r"^(?:#+ |\([\w-]+\)=$)", re.MULTILINE)
CELL_START = re.compile(r"# Claim ([a-z]+-\d+): ([a-z]+)$", re.MULTILINE)
CHAPTER = re.compile(r"See (\[[^\]]+\]\(\.\./([\w/]+)\.ipynb\))")


@dataclass(frozen=True)
class Claim:
    """A claim with its verdict, and a link to the chapter that explains it."""

    id: str
    verdict: str
    text: str
    chapter_link: str
    chapter: str  # its docname

    @property
    def source(self) -> str:
        """Return the name of the source."""
        return self.id.partition("-")[0]

    def link(self, words: str) -> str:
        """Return a link to the claim's note."""
        return f"{{ref}}`{words} <errata-{self.id}>`"


def read_verdicts(path: Path) -> dict[str, str]:
    """Return the verdict on each claim; ValueError names a bad row or header."""
    verdicts, number = dict[str, str](), Counter[str]()
    with path.open(encoding="utf-8-sig") as file:  # Excel writes a byte order mark
        rows = csv.DictReader(file)
        if rows.fieldnames != ["id", "verdict"]:
            raise ValueError(f"{path.name} begins {rows.fieldnames}, not id,verdict")
        for row in rows:
            name, verdict = row["id"], row["verdict"]
            source = name.partition("-")[0]
            number[source] += 1
            if name != f"{source}-{number[source]}":
                raise ValueError(f"{name} should be {source}-{number[source]}")
            if verdict not in VERDICTS:
                raise ValueError(f"{name}: {verdict!r} is none of {[*VERDICTS]}")
            verdicts[name] = verdict
    return verdicts


def claim_of(name: str, verdict: str, note: str) -> Claim:
    """Return a claim as its note states it; ValueError says what the note lacks."""
    statement, _, rest = note.partition("\n\n")
    chapter, words = CHAPTER.search(rest), f"**{VERDICTS[verdict]}.** "
    if not statement.endswith("."):
        raise ValueError(f"{name} needs a note whose first paragraph ends in '.'")
    if chapter is None or not rest.startswith(words):
        raise ValueError(f"{name} needs a note that says {words}and links to a chapter")
    return Claim(name, verdict, statement[:-1], chapter[1], f"book/{chapter[2]}")


def read_claims(page: Path) -> list[Claim]:
    """Return the claims in the order of claims.csv; ValueError names a bad one."""
    text = "\n\n".join(cell.source for cell in read_page(page).markdown)
    _, *parts = NOTE_START.split(text)
    notes = {
        name: HEADING_OR_LABEL.split(following)[0]
        for name, following in zip(parts[::2], parts[1::2], strict=True)
    }
    verdicts = read_verdicts(page.with_name("claims.csv"))
    if left := notes.keys() - verdicts.keys():
        raise ValueError(f"claims.csv has no row for {', '.join(sorted(left))}")
    return [claim_of(x, verdict, notes.get(x, "")) for x, verdict in verdicts.items()]


def claim_counts(claims: list[Claim]) -> dict[str, str]:
    """Return `8 hold, 4 on a condition, 7 wrong` by source, and for `all`."""
    lines = {}
    for source in dict.fromkeys([*(claim.source for claim in claims), "all"]):
        n = Counter(x.verdict for x in claims if source in (x.source, "all"))
        lines[source] = (
            f"{n['holds']} hold, {n['condition']} on a condition, {n['wrong']} wrong"
        )
    return lines


def claims_table(claims: Iterable[Claim], source: str) -> str:
    """Return the table of a source's claims; ValueError if it has none."""
    rows = [
        f"| {x.link(x.id.partition('-')[2])} | {x.verdict} | {x.text} |"
        for x in claims
        if x.source == source
    ]
    if not rows:
        raise ValueError(f"no claims of {source}")
    head = [f"| `{source}` | verdict | what it says |", "|---|---|---|"]
    return "\n".join(head + rows)


def chapter_label(docname: str) -> str:
    """Return the label of a chapter's claims: `errata-of-mask-trick`."""
    return f"errata-of-{Path(docname).stem.replace('_', '-')}"


def claims_by_chapter(claims: list[Claim], order: Iterable[str]) -> str:
    """Return a paragraph for each chapter: its title, and links to its claims.

    `order` holds the docnames of all pages, in their order.
    """
    paragraphs = []
    for docname in order:
        if own := [x for x in claims if x.chapter == docname]:
            lines = [f"**{own[0].chapter_link}**"]
            for verdict, words in VERDICTS.items():
                if links := [x.link(x.id) for x in own if x.verdict == verdict]:
                    lines.append(f"{words}: {', '.join(links)}")
            paragraphs.append(f"({chapter_label(docname)})=\n" + "\\\n".join(lines))
    return "\n\n".join(paragraphs)

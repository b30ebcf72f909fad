"""The claims of the errata: the directive and the role `claims`.

    ```{claims} smidt
    ```

is the table of one document's claims, and without an argument a list of all claims by
chapter. The role {claims}`smidt` counts the verdicts of a document, {claims}`all` those
of all documents. The verdicts are in claims.csv, beside the page. What is claimed, and
which chapter explains it, is said once, in the claim's note on the page:

    (errata-smidt-20)=
    **`smidt-20`**, equation (9): what is claimed.

    **Wrong as written.** What is right. See [The gradient](../hinge/gradient.ipynb).
"""

import csv
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from book._reader.page import read_page

logger = logging.getLogger(__name__)
VERDICTS = {  # in claims.csv, and in a note
    "holds": "Holds",
    "condition": "Holds on a condition",
    "wrong": "Wrong as written",
}
BEGINNING = re.compile(r"^\(errata-([a-z]+-\d+)\)=\n\*\*`\1`\*\*, ", re.MULTILINE)
CHAPTER = re.compile(r"See \[([^\]]+)\]\(\.\./([\w/]+)\.ipynb\)")


@dataclass(frozen=True)
class Claim:
    """A claim with its verdict, and the title and name of the chapter that explains it."""

    id: str
    verdict: str
    text: str
    title: str
    page: str

    @property
    def source(self) -> str:
        """Return the name of the document."""
        return self.id.partition("-")[0]

    def link(self, words: str) -> str:
        """Return a link to the claim's note."""
        return f"{{ref}}`{words} <errata-{self.id}>`"


@cache
def read_claims(page: Path) -> list[Claim]:
    """Return the claims in the order of claims.csv; ValueError names a bad one."""
    text = "\n\n".join(cell.source for cell in read_page(page).markdown)
    _, *parts = BEGINNING.split(text)
    notes = dict(zip(parts[::2], parts[1::2], strict=True))
    claims, number = [], Counter[str]()
    with page.with_name("claims.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            name, verdict = row["id"], row["verdict"]
            source = name.partition("-")[0]
            number[source] += 1
            if name != f"{source}-{number[source]}":
                raise ValueError(f"{name} should be {source}-{number[source]}")
            if verdict not in VERDICTS:
                raise ValueError(f"{name}: {verdict!r} is none of {[*VERDICTS]}")
            said, _, rest = notes.get(name, "").partition("\n\n")
            chapter, words = CHAPTER.search(rest), f"**{VERDICTS[verdict]}.** "
            if not said.endswith("."):
                raise ValueError(
                    f"{name} needs a note whose first paragraph ends in '.'"
                )
            if chapter is None or not rest.startswith(words):
                raise ValueError(
                    f"{name} needs a note that says {words}and links to a chapter"
                )
            claims.append(Claim(name, verdict, said[:-1], *chapter.groups()))
    if left := notes.keys() - {claim.id for claim in claims}:
        raise ValueError(f"claims.csv has no row for {', '.join(sorted(left))}")
    return claims


def counts(claims: list[Claim]) -> dict[str, str]:
    """Return `8 hold, 4 on a condition, 7 wrong` by document, and for `all`."""
    lines = {}
    for source in dict.fromkeys([*(claim.source for claim in claims), "all"]):
        n = Counter(x.verdict for x in claims if source in (x.source, "all"))
        lines[source] = (
            f"{n['holds']} hold, {n['condition']} on a condition, {n['wrong']} wrong"
        )
    return lines


def table(claims: Iterable[Claim], source: str) -> str:
    """Return the table of a document's claims."""
    rows = [
        f"| {x.link(x.id.partition('-')[2])} | {x.verdict} | {x.text} |"
        for x in claims
        if x.source == source
    ]
    head = [f"| `{source}` | verdict | what it says |", "|---|---|---|"]
    return "\n".join(head + rows)


def chapter_label(page: str) -> str:
    """Return the label of a chapter's claims: `errata-of-mask-trick`."""
    return f"errata-of-{Path(page).stem.replace('_', '-')}"


def by_chapter(claims: Iterable[Claim], order: Iterable[str]) -> str:
    """Return a paragraph for each chapter: its title, and links to its claims."""
    paragraphs = []
    for page in (name.removeprefix("book/") for name in order):
        if own := [x for x in claims if x.page == page]:
            lines = [f"**[{own[0].title}](../{page}.ipynb)**"]
            for verdict, words in VERDICTS.items():
                if links := [x.link(x.id) for x in own if x.verdict == verdict]:
                    lines.append(f"{words}: {', '.join(links)}")
            paragraphs.append(f"({chapter_label(page)})=\n" + "\\\n".join(lines))
    return "\n\n".join(paragraphs)


def expand(page: Path, source: str, order: Iterable[str]) -> str:
    """Return the Markdown that a directive stands for; `order` is that of the pages."""
    claims = read_claims(page)
    if source and source not in {claim.source for claim in claims}:
        raise ValueError(f"no claims of {source}")
    return table(claims, source) if source else by_chapter(claims, order)


class Claims(SphinxDirective):
    """The claims of one document, or of all by chapter."""

    optional_arguments = 1

    def run(self) -> list[nodes.Node]:
        page = Path(self.env.doc2path(self.env.docname))
        self.env.note_dependency(str(page.with_name("claims.csv")))
        order = self.env.external_site_map  # type: ignore[attr-defined]
        try:
            text = expand(page, "".join(self.arguments), order)
        except ValueError as fault:
            raise self.error(str(fault)) from fault
        place = nodes.Element()
        self.state.nested_parse(StringList(text.splitlines(), str(page)), 0, place)
        return place.children


class Counts(SphinxRole):
    """How many claims of a document, or of all, hold."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            known = counts(read_claims(Path(self.env.doc2path(self.env.docname))))
        except ValueError:
            known = {}  # the directive says what is wrong
        if self.text not in known:
            logger.warning("no claims of %s", self.text, location=self.get_location())
        return [nodes.Text(known.get(self.text, ""))], []


def setup(app: Sphinx) -> None:
    app.add_directive("claims", Claims)
    app.add_role("claims", Counts())

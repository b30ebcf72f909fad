"""Write into the errata what book/reference/claims.csv knows.

    python -m tools.write_errata

Writes the tables, the counts, the verdicts that the map draws with its alternative text,
the list by chapter, and of each claim's note all that stands before "See [". What a
contributor writes for a new claim is its row in claims.csv, its cell, and a note of two
lines:

    (errata-smidt-20)=
    See [The gradient](../hinge/gradient.ipynb), {eq}`eq-column-j`.
"""

import csv
import re
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import nbformat

from tools import ROOT
from tools.run_notebooks import normal_form
from tools.toc import toc_pages

FOLDER = ROOT / "book" / "reference"
NOTEBOOK, CLAIMS = FOLDER / "errata.ipynb", FOLDER / "claims.csv"
VERDICTS = {  # in claims.csv, and in a note
    "holds": "Holds",
    "condition": "Holds on a condition",
    "wrong": "Wrong as written",
}
MAP = "fig-errata-map"
BY_CHAPTER = "(sec-errata-chapters)="
Rows = list[dict[str, str]]


def read_claims() -> Rows:
    """Return the claims, the rows of claims.csv."""
    with CLAIMS.open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def by_source(rows: Rows) -> dict[str, Rows]:
    """Return each source's rows, in the order of claims.csv."""
    sources = dict.fromkeys(row["source"] for row in rows)
    return {name: [r for r in rows if r["source"] == name] for name in sources}


def counts(rows: Rows) -> str:
    """Return for instance `8 hold, 4 on a condition, 7 wrong`."""
    n = Counter(row["verdict"] for row in rows)
    return f"{n['holds']} hold, {n['condition']} on a condition, {n['wrong']} wrong"


def alternative_text(rows: Rows) -> str:
    """Return what the map of verdicts shows, in words."""
    told = [f"{name}: {counts(own)}." for name, own in by_source(rows).items()]
    return " ".join([f"{len(told)} rows of tiles, one tile per claim.", *told])


def table(rows: Rows) -> str:
    """Return the table of one source's claims, without its heading."""
    lines = []
    for row in rows:
        link = f"{{ref}}`{row['id'].partition('-')[2]} <errata-{row['id']}>`"
        lines.append(f"| {link} | {row['verdict']} | {row['where']}: {row['claim']} |")
    return "\n".join(lines)


def opening(row: dict[str, str]) -> str:
    """Return the beginning of a claim's note: what is claimed, and the verdict."""
    claim = f"**`{row['id']}`**, {row['where']}: {row['claim']}."
    return f"{claim}\n\n**{VERDICTS[row['verdict']]}.** {row['right']} "


def chapter_label(page: str) -> str:
    """Return the label of a chapter's claims: `errata-of-mask-trick`."""
    return f"errata-of-{Path(page).stem.replace('_', '-')}"


def by_chapter(text: str, rows: Rows) -> str:
    """Return a paragraph for each chapter: the claims whose notes lead to it."""
    titles: dict[str, str] = {}
    claims: dict[str, Rows] = {}
    for row in rows:
        note = text.partition(f"(errata-{row['id']})=\n")[2]
        link = re.search(r"See \[([^\]]+)\]\(\.\./([\w/]+)\.ipynb\)", note)
        if link:
            titles[link[2]] = link[1]
            claims.setdefault(link[2], []).append(row)
    lines = []
    for page in (name.removeprefix("book/") for name in toc_pages()):
        if page in claims:
            lines.append(
                f"({chapter_label(page)})=\n**[{titles[page]}](../{page}.ipynb)**"
            )
            for verdict, words in VERDICTS.items():
                links = [
                    f"{{ref}}`{row['id']} <errata-{row['id']}>`"
                    for row in claims[page]
                    if row["verdict"] == verdict
                ]
                if links:
                    lines[-1] += f"\\\n{words}: {', '.join(links)}"
    return "\n\n".join(lines)


def with_claims(text: str, rows: Rows) -> str:
    """Return a Markdown cell with what claims.csv says in its places."""

    def count(line: re.Match[str]) -> str:
        own = [r for r in rows if r["source"] == (line["source"] or r["source"])]
        return f"| {line['name']} | {counts(own)} |"

    name = r"(?P<name>[^|\n]*?(?:\(`(?P<source>\w+)`\)|together))"
    text = re.sub(rf"^\| {name} \| [^|\n]* \|$", count, text, flags=re.MULTILINE)
    for source, own in by_source(rows).items():
        head = re.escape(f"| `{source}` | verdict | what it says |\n|---|---|---|\n")
        lines = table(own).replace("\\", r"\\")
        text = re.sub(rf"({head})(?:\|.*\n?)*", rf"\g<1>{lines}\n", text).rstrip("\n")
    for row in rows:
        begins = re.escape(f"(errata-{row['id']})=\n")
        words = opening(row).replace("\\", r"\\")
        note = re.compile(rf"({begins})(?:(?!\(errata-).)*?(?=See \[)", re.DOTALL)
        text = note.sub(rf"\g<1>{words}", text)
    return text


def write(notebook: Any, rows: Rows) -> None:
    """Write the claims into the notebook; ValueError names a claim without a note."""
    for row in rows:
        if row["verdict"] not in VERDICTS:
            raise ValueError(f"{row['id']}: {row['verdict']} is none of {[*VERDICTS]}")
    for cell in notebook.cells:
        figure = cell.metadata.get("mystnb", {})
        if cell.cell_type == "markdown":
            cell.source = with_claims(cell.source, rows)
        elif figure.get("figure", {}).get("name") == MAP:
            letters = {
                name: "".join(row["verdict"][0] for row in own)
                for name, own in by_source(rows).items()
            }
            drawn = "".join(f'    "{k}": "{v}",\n' for k, v in letters.items())
            cell.source = re.sub(
                r"(?<=^VERDICTS = \{\n)(?:    .*\n)*",
                drawn,
                cell.source,
                flags=re.MULTILINE,
            )
            figure["image"]["alt"] = alternative_text(rows)
    text = "\n".join(cell.source for cell in notebook.cells)
    for cell in notebook.cells:
        if cell.source.startswith(BY_CHAPTER):
            opening_words = cell.source.partition("\n\n(errata-of-")[0]
            cell.source = f"{opening_words}\n\n{by_chapter(text, rows)}"
    for row in rows:
        if f"(errata-{row['id']})=\n{opening(row)}See [" not in text:
            raise ValueError(
                f"{row['id']} has no note: write a Markdown cell with the two lines\n"
                f"(errata-{row['id']})=\n"
                f"See [The gradient](../hinge/gradient.ipynb)."
            )


def main() -> int:
    """Write the notebook; return 1 if a claim has no note."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    try:
        write(notebook, read_claims())
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 1
    NOTEBOOK.write_text(normal_form(notebook), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

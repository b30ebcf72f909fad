"""The notebooks as they run in the browser: with the numbers that the book gives.

JupyterLab sees one notebook and knows nothing of the others, so that a reference there
has no number. Here each gets the number or the title that it has in the built page, and
each figure its caption.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from bs4 import BeautifulSoup, Tag

ROLE = re.compile(
    r"\{(eq|numref|ref|prf:ref|term|cite:\w+)\}"
    r"`(?:([^`<]+?)\s*<([^`>]+)>|([^`<]+))`"
)
LAB = re.compile(r"^```\{m\w+-lab\}.*?^```$\n*", re.MULTILINE | re.DOTALL)
OTHER = re.compile(r"\[([^\]]+)\]\((?![a-z]+:)[^)\s]+\.md(?:#[^)\s]*)?\)")
EQUATION = re.compile(r"\$\$ *\((eq-[\w-]+)\)")


def targets(page: BeautifulSoup) -> dict[str, str]:
    """Return what the built page shows for each label: numbers of its own, and links."""
    shown: dict[str, str] = {}
    for link in page.select("article a.reference.internal"):
        anchor = str(link["href"]).partition("#")[2]
        shown.setdefault(anchor.removeprefix("equation-"), link.get_text().strip())
    for block in page.select("div.math[id^=equation-]"):
        number = block.select_one(".eqno")
        assert number is not None, block["id"]
        text = number.get_text().strip("()#¶ \n")
        shown[str(block["id"]).removeprefix("equation-")] = f"({text.strip('()')})"
    return shown


def captions(page: BeautifulSoup) -> dict[str, str]:
    """Return the number of each figure of the built page, by its name."""
    found = {}
    for figure in page.select("article figure[id]"):
        number = figure.select_one("figcaption .caption-number")
        if isinstance(number, Tag):
            found[str(figure["id"])] = number.get_text().strip()
    return found


def with_numbers(source: str, shown: dict[str, str], cited: Iterator[str]) -> str:
    """Return a text cell with tags for its equations, and words for its references.

    `cited` yields what the built page shows for its citations, in their order. A lab belongs to the page alone. A link to a page that is no notebook leads nowhere
    here, and leaves its words.
    """

    def tag(match: re.Match[str]) -> str:
        return rf"\tag{{{shown[match[1]].strip('()')}}} $$"

    def words(match: re.Match[str]) -> str:
        if match[1].startswith("cite:"):
            return next(cited)
        label = (match[3] or match[4]).strip()
        return match[2] or (label if match[1] == "term" else shown[label])

    text = OTHER.sub(r"\1", LAB.sub("", source))
    return ROLE.sub(words, EQUATION.sub(tag, text))


def for_browser(source: Path, built: Path) -> Any:
    """Return a notebook with the numbers of its built page; KeyError names a label."""
    notebook = nbformat.read(source, as_version=4)
    page = BeautifulSoup(built.read_text("utf-8"), "html.parser")
    shown, figures = targets(page), captions(page)
    cited = (span.get_text() for span in page.select("article .bibtex-citation"))
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.cell_type == "markdown":
            cell.source = with_numbers(cell.source, shown, cited)
        figure = cell.metadata.get("mystnb", {}).get("figure")
        if figure:
            text = f"**{figures[figure['name']]}** {figure['caption']}"
            caption = nbformat.v4.new_markdown_cell(with_numbers(text, shown, cited))
            caption.id = f"{cell.id}-caption"
            cells.append(caption)
    notebook.cells = cells
    return notebook

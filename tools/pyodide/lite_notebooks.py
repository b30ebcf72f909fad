"""The notebooks as they run in the browser: plain Markdown, with the book's numbers.

JupyterLab sees one notebook and knows nothing of the others, so references have no numbers
there. Here each gets the number or the title that it has on the built page, and each
figure gets its caption. Blocks become quotations or folds, which JupyterLab shows without
an extension. (The extension jupyterlab-myst would render a chapter several times before
the reader sees it, and number the equations again.)
"""

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nbformat
from bs4 import BeautifulSoup, Tag

from book._parsing.claims import (
    claim_counts,
    claims_by_chapter,
    claims_table,
    read_claims,
)
from book._parsing.markdown import Directive, replace_directives
from book._parsing.toc import toc_pages
from tools.shared.built_page import parse_without_katex

ROLE = re.compile(
    r"\{(eq|numref|ref|prf:ref|term|claim-counts|cite:\w+)\}"
    r"`(?:([^`<]+?)\s*<([^`>]+)>|([^`<]+))`"
)
MD_PAGE_LINK = re.compile(r"\[([^\]]+)\]\((?![a-z]+:)[^)\s]+\.md(?:#[^)\s]*)?\)")
LABELLED_DISPLAY = re.compile(r"\$\$ *\((eq-[\w-]+)\)")
DISPLAY = re.compile(r"\$\$.*?\$\$", re.DOTALL)
TARGET = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
NOTE = """> **This page runs in your browser.** Python starts while you read, which takes \
about half a minute, or more on a slow machine. The first cell waits for it, and those \
after it take a second or two. Until you run a cell, you see its stored result."""


def reference_texts(page: BeautifulSoup) -> dict[str, str]:
    """Return what the built page shows for each label: its own numbers, and its links.

    A label is left out if its links have different texts, because the author has written
    some of them, and the page doesn't show which.
    """
    by_label: dict[str, set[str]] = {}
    for link in page.select("article a.reference.internal"):
        anchor = str(link["href"]).partition("#")[2]
        label = anchor.removeprefix("equation-")
        by_label.setdefault(label, set()).add(link.get_text().strip())
    texts = {label: words.pop() for label, words in by_label.items() if len(words) == 1}
    for block in page.select("div.math[id^=equation-]"):
        number = block.select_one(".eqno")
        assert number is not None, block["id"]
        text = number.get_text().strip("()#¶ \n")
        texts[str(block["id"]).removeprefix("equation-")] = f"({text})"
    return texts


def figure_numbers(page: BeautifulSoup) -> dict[str, str]:
    """Return the number of each figure of the built page, by its name."""
    numbers = {}
    for figure in page.select("article figure[id]"):
        number = figure.select_one("figcaption .caption-number")
        if isinstance(number, Tag):
            numbers[str(figure["id"])] = number.get_text().strip()
    return numbers


def block_numbers(page: BeautifulSoup) -> dict[str, str]:
    """Return kind and number of each block of the built page, by its label."""
    numbers = {}
    for title in page.select("article .admonition[id] > .admonition-title"):
        block = title.parent
        assert block is not None
        if number := re.match(r"\w+ [\d.]+", title.get_text()):
            numbers[str(block["id"])] = number[0]
    return numbers


def without_blocks(source: str, numbered: dict[str, str]) -> str:
    """Return a text cell with quotations and folds in place of its blocks.

    A lab belongs to the page alone.
    """

    def plain(block: Directive) -> str:
        title, body = block.argument, without_blocks(block.body, numbered)
        if block.name == "solution-end" or block.name.endswith("-lab"):
            return ""
        if block.name.startswith("solution"):
            title = f"Solution to {numbered[title]}"
            if block.name == "solution-start":
                return f"**{title}**"
        elif "label" in block.options:
            number = numbered[block.options["label"]]
            title = f"{number} ({title})" if title else number
        if "dropdown" in block.classes:
            title = re.sub(r"`([^`]+)`", r"<code>\1</code>", title)
            return f"<details><summary><b>{title}</b></summary>\n\n{body}\n\n</details>"
        is_proof = block.name == "prf:proof"
        text = f"*Proof.* {body}" if is_proof else f"**{title}**\n\n{body}"
        one_line = DISPLAY.sub(lambda formula: " ".join(formula[0].split()), text)
        return "\n".join(f"> {line}".rstrip() for line in one_line.split("\n"))

    return replace_directives(TARGET.sub("", source), plain).strip()


def with_claims(text: str, source: Path) -> str:
    """Return a text cell with the tables and lists of the errata's claims."""

    def replacement(block: Directive) -> str | None:
        if block.name == "claims-table":
            return claims_table(read_claims(source), block.argument)
        if block.name == "claims-by-chapter":
            return claims_by_chapter(read_claims(source), toc_pages())
        return None

    return replace_directives(text, replacement)


def with_numbers(source: str, texts: dict[str, str], cited: Iterator[str]) -> str:
    """Return a text cell with tags for its equations, and words for its references.

    `texts` holds what the built page shows for each label, and `cited` yields what it
    shows for its citations, in their order. A link to a page that isn't a notebook leads
    nowhere here, and leaves its words.
    """

    def tag(match: re.Match[str]) -> str:
        return rf"\tag{{{texts[match[1]].strip('()')}}} $$"

    def words(match: re.Match[str]) -> str:
        if match[1].startswith("cite:"):
            if (text := next(cited, None)) is None:
                raise KeyError(match[0])
            return text
        label = (match[3] or match[4]).strip()
        return match[2] or (label if match[1] == "term" else texts[label])

    text = MD_PAGE_LINK.sub(r"\1", source)
    return ROLE.sub(words, LABELLED_DISPLAY.sub(tag, text))


def lite_notebook(source: Path, built: Path) -> Any:
    """Return a notebook with the numbers of its built page."""
    notebook = nbformat.read(source, as_version=4)
    page = parse_without_katex(built.read_text("utf-8"))
    texts, figures = reference_texts(page), figure_numbers(page)
    numbered = block_numbers(page)
    if any("{claim-counts}" in cell.source for cell in notebook.cells):
        texts |= claim_counts(read_claims(source))
    cited = (span.get_text() for span in page.select("article .bibtex-citation"))
    cells = []
    for number, cell in enumerate(notebook.cells, 1):
        figure, caption = cell.metadata.get("mystnb", {}).get("figure"), ""
        try:
            if cell.cell_type == "markdown":
                text = with_claims(cell.source, source)
                cell.source = without_blocks(with_numbers(text, texts, cited), numbered)
            else:
                cell.metadata.trusted = True  # shows stored figures before a run
            if figure:
                text = f"**{figures[figure['name']]}** {figure['caption']}"
                caption = with_numbers(text, texts, cited)
        except KeyError as label:
            sys.exit(
                f"{source.name}, cell {number}: the built page doesn't say what to write "
                f"for {label}; build it again, or give the reference words of its own"
            )
        if cell.source:  # the end of a solution leaves nothing
            cells.append(cell)
        if caption:
            cells.append(
                nbformat.v4.new_markdown_cell(caption, id=f"{cell.id}-caption")
            )
    title, _, rest = cells[0].source.partition("\n\n")
    cells[0].source = f"{title}\n\n{NOTE}\n\n{rest}"
    notebook.cells = cells
    return notebook

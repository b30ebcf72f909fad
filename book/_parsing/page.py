"""Read a page of the book: its cells, with what their text and their code say.

All code that needs a page as its author wrote it reads it with this module. Programs that
write notebooks, or check their form, use nbformat as well.
"""

import ast
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

import nbformat

from . import BOOK, ROOT
from .markdown import Directive, directives, tokens, top_tokens

SUFFIXES = (".ipynb", ".md")  # of pages
UNCOMPARED = "nbval-ignore-output"  # the tag of cells whose output varies
TAGS = {UNCOMPARED, "hide-input", "needs-scikit-learn", "needs-dask"}
# What cells read from the notebook's folder, by the notebook.
DATA_FILES = {"book/reference/errata.ipynb": ("claims.csv",)}


@dataclass(frozen=True)
class Cell:
    """A cell of a notebook, or the whole text of a Markdown page."""

    index: int
    kind: str
    source: str
    metadata: dict[str, Any] = field(default_factory=dict)
    outputs: list[Any] = field(default_factory=list)

    def __str__(self) -> str:
        """Name the cell as Ruff and MyST-NB do: the first of all cells is cell 1."""
        return f"cell {self.index + 1}"

    def at(self, line: int) -> str:
        """Name the cell and a line of it."""
        return f"{self}, line {line}"

    @property
    def tags(self) -> list[str]:
        """Return the cell's tags."""
        return list(self.metadata.get("tags", []))

    @cached_property
    def tree(self) -> ast.Module:
        """Return the syntax tree of a code cell, empty if it isn't Python.

        A rule of book_lint reports such a cell.
        """
        try:
            return ast.parse(self.source)
        except SyntaxError:
            return ast.Module([], [])

    @property
    def asserts(self) -> bool:
        """Tell whether a code cell asserts something that isn't constant.

        An assert statement in a function that the cell doesn't use counts as none.
        """
        nodes = list(ast.walk(self.tree))
        used = {node.id for node in nodes if isinstance(node, ast.Name)}
        unused = [
            node
            for node in nodes
            if isinstance(node, ast.FunctionDef) and node.name not in used
        ]
        never_run = {inner for function in unused for inner in ast.walk(function)}
        return any(
            isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant)
            for node in nodes
            if node not in never_run
        )

    def calls(self, name: str) -> list[ast.Call]:
        """Return the calls of `name(...)` and `anything.name(...)` in a code cell."""
        nodes = [n for n in ast.walk(self.tree) if isinstance(n, ast.Call)]
        return [n for n in nodes if called_name(n) == name]


def called_name(node: ast.AST) -> str:
    """Return the last name of what a call calls, '' for other nodes."""
    function = getattr(node, "func", None)
    return str(getattr(function, "attr", None) or getattr(function, "id", ""))


@dataclass(frozen=True)
class Page:
    """A page and its cells."""

    path: Path
    cells: list[Cell]

    @property
    def docname(self) -> str:
        """Return Sphinx's name of the page, such as book/hinge/gradient."""
        return self.path.relative_to(ROOT).with_suffix("").as_posix()

    @property
    def is_chapter(self) -> bool:
        """Tell whether this is a chapter: a notebook that isn't part of the reference."""
        is_notebook = self.path.suffix == ".ipynb"
        return is_notebook and not self.docname.startswith("book/reference/")

    @property
    def markdown(self) -> list[Cell]:
        """Return the Markdown cells."""
        return [cell for cell in self.cells if cell.kind == "markdown"]

    @property
    def code(self) -> list[Cell]:
        """Return the code cells that hold code."""
        return [c for c in self.cells if c.kind == "code" and c.source.strip()]

    @cached_property
    def directives(self) -> list[tuple[Cell, Directive]]:
        """Return every directive with the cell it stands in."""
        return [(cell, d) for cell in self.markdown for d in directives(cell.source)]

    @cached_property
    def equations(self) -> list[tuple[Cell, int, str]]:
        """Return (cell, line, label) of each display equation, '' where it has no label."""
        return [
            (cell, line, token.info)
            for cell in self.markdown
            for line, token in tokens(cell.source)
            if token.type in {"math_block", "math_block_label"}
        ]

    @cached_property
    def headings(self) -> list[tuple[int, int, str]]:
        """Return (cell's index, level, title) of each heading."""
        return [
            (cell.index, int(token.tag[1]), title.content)
            for cell in self.markdown
            for (_, token), (_, title) in pairwise(top_tokens(cell.source))
            if token.type == "heading_open"
        ]

    @cached_property
    def solution_cells(self) -> dict[int, str]:
        """Return {index of a cell inside a gated solution: the exercise's label}."""
        inside: dict[int, str] = {}
        label = ""
        for cell in self.cells:
            marks = [d for c, d in self.directives if c is cell]
            for mark in marks:
                if mark.name == "solution-start":
                    label = mark.argument
                elif mark.name == "solution-end":
                    label = ""
            if label:
                inside[cell.index] = label
        return inside


def page_files(folder: Path) -> list[Path]:
    """Return the pages at and below a folder, but for the copies that Jupyter keeps."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix in SUFFIXES)
    return [path for path in paths if ".ipynb_checkpoints" not in path.parts]


def notebooks(folder: Path = BOOK) -> list[Path]:
    """Return the notebooks among the pages of a folder."""
    return [path for path in page_files(folder) if path.suffix == ".ipynb"]


def read_page(path: Path) -> Page:
    """Read a notebook or a Markdown file."""
    if path.suffix == ".md":
        return Page(path, [Cell(0, "markdown", path.read_text(encoding="utf-8"))])
    cells = [
        Cell(
            index,
            cell.cell_type,
            cell.source,
            cell.metadata,
            cell.get("outputs", []),
        )
        for index, cell in enumerate(nbformat.read(path, as_version=4).cells)
    ]
    return Page(path, cells)

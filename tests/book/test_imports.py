"""Which way imports run: tools may import the code of the book, which never imports tools."""

import ast

import pytest

from book._parsing import BOOK
from book._parsing.page import notebooks, read_page


@pytest.mark.parametrize("path", sorted(BOOK.rglob("*.py")), ids=lambda p: p.name)
def test_the_books_code_does_not_import_tools(path):
    assert "tools" not in imported(ast.parse(path.read_text("utf-8")))


@pytest.mark.parametrize("path", notebooks(), ids=lambda p: p.stem)
def test_notebooks_import_nothing_of_the_repository_but_svmlib(path):
    names = set().union(*(imported(cell.tree) for cell in read_page(path).code))
    assert not names & {"book", "tests", "tools"}


def imported(tree):
    """Return the first part of each name that code imports."""
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level:
            names.add(node.module.partition(".")[0])
        elif isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
    return names

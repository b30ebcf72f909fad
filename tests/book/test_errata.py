"""The claims of the sources, and whether the cells that test them can fail.

The claims are the rows of `book/reference/claims.csv`. On the page `errata` each
claim has a note with the verdict, and one cell, `# Claim smidt-2: wrong`, as book_lint
and the build make sure. The cell defines `claimed`, and `repaired` unless the claim
holds, and then asserts. Here it runs again with one of the two exchanged: an assertion
that still holds shows nothing.
"""

import ast
import re

import numpy as np
import pytest

from book._parsing import BOOK
from book._parsing.claims import CELL_START, chapter_label, read_claims
from book._parsing.page import read_page
from book._parsing.toc import read_book

PAGE = read_page(BOOK / "reference" / "errata.ipynb")
CLAIMS = {claim.id: claim for claim in read_claims(PAGE.path)}
CELLS = {m[1]: cell for cell in PAGE.code if (m := CELL_START.match(cell.source))}


# --- running a cell with a change --------------------------------------------------


def spoiled(thing):
    """Return something else: another number, the opposite, a function that returns it."""
    if callable(thing):
        return lambda *arguments: spoiled(thing(*arguments))
    if isinstance(thing, list | tuple):
        return type(thing)(spoiled(part) for part in thing)
    if thing is None:
        return None
    values = np.asarray(thing)
    return ~values if values.dtype == bool else -2 * values - 1


CHANGES = {
    "nothing": lambda names: None,
    "the claim is repaired": lambda names: names.update(claimed=names["repaired"]),
    "the repair is the claim": lambda names: names.update(repaired=names["claimed"]),
    "the claim is spoiled": lambda names: names.update(
        claimed=spoiled(names["claimed"])
    ),
}
NEEDED = {
    "holds": ["the claim is spoiled"],
    "condition": [
        "the claim is spoiled",
        "the claim is repaired",
        "the repair is the claim",
    ],
    "wrong": ["the claim is repaired", "the repair is the claim"],
}


def defines(statement):
    """Tell whether a statement defines `claimed` or `repaired`."""
    names = set()
    if isinstance(statement, ast.FunctionDef):
        names = {statement.name}
    elif isinstance(statement, ast.Assign):
        targets = [n for t in statement.targets for n in ast.walk(t)]
        names = {n.id for n in targets if isinstance(n, ast.Name)}
    return bool(names & {"claimed", "repaired"})


def parts(source):
    """Cut a cell at the first assertion that follows all its definitions."""
    body = ast.parse(source).body
    last = max((n for n, s in enumerate(body) if defines(s)), default=-1)
    after = [
        n
        for n, statement in enumerate(body)
        if n > last and any(isinstance(x, ast.Assert) for x in ast.walk(statement))
    ]
    cut = after[0] if after else len(body)
    return ast.Module(body[:cut], []), ast.Module(body[cut:], [])


def execute(module, names):
    """Run a part of the page, which is our own."""
    exec(compile(module, "errata", "exec"), names)  # noqa: S102


def run(source, change="nothing", setup=""):
    """Run a cell after the set-up alone, with a change before it asserts."""
    names = {}
    execute(ast.parse(setup), names)
    definitions, assertions = parts(source)
    execute(definitions, names)
    CHANGES[change](names)
    execute(assertions, names)
    return names


def notices(source, change, setup=""):
    """Whether a cell fails after the change, as it should.

    It has to fail in an assertion. If the claim stands in for its repair, though, NumPy may
    refuse its shapes before the assertion is reached.
    """
    clash = ValueError if change == "the repair is the claim" else AssertionError
    try:
        run(source, change, setup)
    except (AssertionError, clash):
        return True
    return False


SETUP = PAGE.code[0].source


def test_chapter_links_to_its_own_claims():
    """A chapter with claims links to its place in the list, and only such a chapter."""
    taught = {claim.chapter for claim in CLAIMS.values()}
    for page in read_book():
        text = "".join(cell.source for cell in page.markdown)
        links = re.findall(r"<(errata-of-[\w-]+)>", text)
        has_claims = page.docname in taught
        assert links == [chapter_label(page.docname)] * has_claims, page.path


@pytest.mark.parametrize("name", CLAIMS)
def test_cell_holds_alone(name):
    """After the set-up alone a cell holds; what holds has nothing to repair."""
    names = run(CELLS[name].source, setup=SETUP)
    assert ("repaired" in names) == (CLAIMS[name].verdict != "holds")


@pytest.mark.parametrize(
    ("name", "change"),
    [(x.id, change) for x in CLAIMS.values() for change in NEEDED[x.verdict]],
)
def test_cell_can_fail(name, change):
    """A counterexample fails for the repaired claim, an identity for a spoiled one."""
    assert notices(CELLS[name].source, change, SETUP)

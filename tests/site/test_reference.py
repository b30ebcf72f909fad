"""The pages of reference: equations with their checks, functions with their chapters."""

import re
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag

from book._ext.api import CHAPTERS, documented
from tools.book_lint.pages import read_book
from tools.book_lint.rules import equations

Pages = dict[str, BeautifulSoup]
INDEX, API = "reference/equations", "reference/api"
LABELS = {label: page.name for page in read_book() for _, label in equations(page)}
DOCUMENTED = re.compile(r"``(eq-[a-z0-9-]+)``")


@pytest.fixture(scope="session")
def book(site: Path, pages: dict[Path, BeautifulSoup]) -> Pages:
    """The pages of the book by name, such as hinge/mask_trick."""
    found = {
        p.relative_to(site / "book"): x for p, x in pages.items() if "book" in p.parts
    }
    return {path.with_suffix("").as_posix(): page for path, page in found.items()}


def words(tag: Tag | None) -> str:
    return " ".join(tag.get_text().split()).removesuffix("#") if tag else ""


def target(link: Tag) -> str:
    """Return a link from a page of reference as chapter#anchor."""
    return str(link.get("href", "")).removeprefix("../").replace(".html#", "#")


def entries(page: BeautifulSoup) -> dict[str, Tag]:
    """Return the index's entries by the label in the link to the check."""
    listed, found = page.find_all("ul", class_="equation-index"), {}
    for item in (x for ul in listed for x in ul.find_all("li", recursive=False)):
        checks = [a for a in item.p.find_all("a") if "#checks-" in target(a)]
        found[words(checks[0].code) if checks else ""] = item
    return found


def index_faults(book: Pages, labels: dict[str, str]) -> list[str]:
    """Return what the index lacks: an equation, its number, its formula, its check."""
    found = entries(book[INDEX])
    faults = [f"{label} is missing" for label in labels if label not in found]
    faults += [f"{label} is no equation" for label in found if label not in labels]
    order = [labels[label] for label in found if label in labels]
    if not faults and order != [*labels.values()]:
        faults.append("the chapters are in another order")
    pages = {name: book[name] for name in labels.values()}
    ids = {n: {x["id"]: x for x in p.find_all(id=True)} for n, p in pages.items()}
    for label, page in labels.items():
        if label not in found:
            continue
        links = {target(a): words(a) for a in found[label].p.find_all("a")}
        place = f"{page}#equation-{label}"
        equation = ids[page].get(f"equation-{label}")
        number = words(equation.find(class_="eqno")) if equation else ""
        if not number or links.get(place) != number:
            faults.append(f"{label}: {links.get(place)} instead of {number}")
        if found[label].find(class_="katex") is None:
            faults.append(f"{label}: no formula")
        anchor = ids[page].get(f"checks-{label}")
        is_cell = anchor is not None and "cell" in (anchor.get("class") or [])
        cell = anchor if is_cell else anchor and anchor.find_parent(class_="cell")
        code = words(cell.find("pre")) if cell else ""
        if not re.match(rf"# Checks (eq-[\w-]+, )*{label}(?![\w-])", code):
            faults.append(f"{label}: the check begins {code[:40]!r}")
    return faults


def test_equation_index_has_every_equation_with_its_check(book: Pages) -> None:
    assert len(LABELS) > 150
    assert index_faults(book, LABELS) == []


def api_faults(book: Pages) -> list[str]:
    """Return the functions that are not listed, or lead to no chapter or equation."""
    faults = []
    ids = {tag["id"]: tag for tag in book[API].find_all(id=True)}
    for thing, name in documented().items():
        entry = ids.get(name)
        block = entry.parent if isinstance(entry, Tag) else None
        if not isinstance(block, Tag):
            faults.append(f"{name} is missing")
            continue
        links = [target(a) for a in block.select("a[href]")]
        derived = [p for p in block.select("p") if words(p).startswith("In the book: ")]
        if CHAPTERS[name.split(".")[1]] and not any(p.select("a") for p in derived):
            faults.append(f"{name}: no chapter")
        for label in DOCUMENTED.findall(thing.__doc__ or ""):
            if f"{LABELS.get(label)}#equation-{label}" not in links:
                faults.append(f"{name}: no link to {label}")
    return faults


def test_api_lists_every_function_with_its_chapter(book: Pages) -> None:
    assert len(documented()) > 50
    assert api_faults(book) == []


def test_chapters_name_what_they_use(book: Pages) -> None:
    for page in read_book():
        if any("svmlib" in cell.source for cell in page.code):
            assert book[page.name].select("p.uses a"), page.name


def test_cheat_sheet_holds_the_card_of_every_chapter(book: Pages) -> None:
    sheet = book["reference/cheat_sheet"].select(".recap")
    chapters = [
        (name, card)
        for name, page in book.items()
        if not name.startswith("reference/")
        for card in page.select(".recap")
    ]
    assert len(sheet) == len(chapters)
    for name, card in chapters:
        (copied,) = (c for c in sheet if c.select(f'a[href="../{name}.html"]'))
        body, original = (c.select("tr, li") for c in (copied, card))
        assert [words(row) for row in body] == [words(row) for row in original]

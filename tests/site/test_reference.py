"""The pages of reference: equations with their checks, functions with their chapters."""

import re

import pytest

from book._ext.api import CHAPTERS, documented
from tools.book_lint.pages import read_book
from tools.book_lint.rules import equations

LABELS = {label: page.name for page in read_book() for _, label in equations(page)}
DOCUMENTED = re.compile(r"``(eq-[a-z0-9-]+)``")


@pytest.fixture(scope="session")
def book(site, pages):
    """The pages of the book by name, such as hinge/mask_trick."""
    found = {
        p.relative_to(site / "book"): x for p, x in pages.items() if "book" in p.parts
    }
    return {path.with_suffix("").as_posix(): page for path, page in found.items()}


def words(tag):
    return " ".join(tag.get_text().split()).removesuffix("#")


def links(tag):
    """Return the words of each link by its target, such as hinge/gradient#eq-loss."""
    found = tag.select("a[href]")
    return {
        a["href"].removeprefix("../").replace(".html#", "#"): words(a) for a in found
    }


def by_id(page):
    return {tag["id"]: tag for tag in page.find_all(id=True)}


def test_equation_index_has_every_equation_with_its_check(book):
    listed = book["reference/equations"].select("ul.equation-index > li")
    labels = [item.p.select("code")[-1].get_text() for item in listed]
    assert sorted(labels) == sorted(LABELS)
    assert [LABELS[label] for label in labels] == list(LABELS.values())
    ids = {name: by_id(book[name]) for name in {*LABELS.values()}}
    for label, item in zip(labels, listed, strict=True):
        page = LABELS[label]
        number = words(ids[page][f"equation-{label}"].select_one(".eqno"))
        assert links(item.p)[f"{page}#equation-{label}"] == number, label
        assert f"{page}#checks-{label}" in links(item.p), label
        code = ids[page][f"checks-{label}"].find_next("pre").get_text()
        assert re.match(rf"# Checks (eq-[\w-]+, )*{label}(?![\w-])", code), label
        assert item.select_one(".katex"), label


def test_api_lists_every_function_with_its_chapter(book):
    ids = by_id(book["reference/api"])
    for thing, name in documented().items():
        entry = ids[name].parent
        if CHAPTERS[name.split(".")[1]]:
            assert "In the book: " in entry.get_text(), name
        for label in DOCUMENTED.findall(thing.__doc__ or ""):
            assert f"{LABELS.get(label)}#equation-{label}" in links(entry), name


def test_chapters_name_what_they_use(book):
    for page in read_book():
        if any("svmlib" in cell.source for cell in page.code):
            assert book[page.name].select("p.uses a"), page.name


def test_cheat_sheet_holds_the_card_of_every_chapter(book):
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

"""The pages of reference: works, functions with their chapters, and recaps."""

import pytest
from pybtex.database import parse_file

from book._ext.api import EQUATION, MODULES, documented_names
from book._parsing import ROOT
from book._parsing.toc import read_book, toc_pages

LABELS = {label: page.docname for page in read_book() for *_, label in page.equations}


@pytest.fixture(scope="session")
def book(site, pages):
    """The pages of the book by docname, such as book/hinge/mask_trick."""
    return {docname: pages[site / f"{docname}.html"] for docname in toc_pages()}


def words(tag):
    return " ".join(tag.get_text().split()).removesuffix("#")


def links(tag):
    """Return the words of each link by its target, such as book/hinge/gradient#eq-loss."""
    anchors = tag.select("a[href]")
    return {
        a["href"].replace("../", "book/", 1).replace(".html#", "#"): words(a)
        for a in anchors
    }


def by_id(page):
    return {tag["id"]: tag for tag in page.find_all(id=True)}


def test_bibliography_lists_each_work_once(book):
    known = parse_file(str(ROOT / "book/reference/bibliography.bib")).entries
    listed = book["book/reference/bibliography"].select("ul.works > li")
    assert sorted(item["id"] for item in listed) == sorted(f"work-{k}" for k in known)


def test_api_lists_every_function_with_its_chapter(book):
    page = book["book/reference/api"]
    titles = [title.code.get_text() for title in page.select("h2:has(code)")]
    assert titles == [f"svmlib.{name}" for name in MODULES]
    ids = by_id(page)
    for thing, name in documented_names().items():
        entry = ids[name].parent
        if MODULES[name.split(".")[1]]:
            assert "In the book: " in entry.get_text(), name
        for label in EQUATION.findall(thing.__doc__ or ""):
            assert f"{LABELS.get(label)}#equation-{label}" in links(entry), name
    members = {"svmlib.kernel_svm.KernelSVM.fit", "svmlib.linear_svm.LinearSVM.coef_"}
    assert ids.keys() >= members


def test_chapters_name_what_they_use(book):
    for page in read_book():
        if any("svmlib" in cell.source for cell in page.code):
            assert book[page.docname].select("p.uses a"), page.path


def test_cheat_sheet_holds_the_recap_of_every_chapter(book):
    sheet = book["book/reference/cheat_sheet"].select(".recap")
    chapters = [
        (docname, recap)
        for docname, page in book.items()
        if not docname.startswith("book/reference/")
        for recap in page.select(".recap")
    ]
    assert len(sheet) == len(chapters) > 10
    for docname, recap in chapters:
        (copied,) = (c for c in sheet if f"{docname}.html" in links(c))
        body, original = (c.select("tr, li") for c in (copied, recap))
        assert [words(row) for row in body] == [words(row) for row in original]

"""The rules of tests/book/rules.py, held against the book."""

from collections.abc import Callable

import pytest

from svmlib.exercises.chapters import CATALOGUE
from tests.book import rules
from tests.book.pages import ROOT, Page, book_files, read_book

PAGES = read_book()
CHAPTERS = [page for page in PAGES if page.is_chapter]


def report(page: Page, faults: list[str]) -> None:
    """Fail with one line per fault, such as `gradient.ipynb, cell 34, line 32: ...`."""
    name = page.path.name if page.path else page.name
    if faults:
        pytest.fail("\n".join(f"{name}, {fault}" for fault in faults), pytrace=False)


def name_of(item: Page | Callable[..., list[str]]) -> str:
    """Name a case after its page or its rule."""
    return item.name if isinstance(item, Page) else item.__name__


def test_table_of_contents_is_the_book() -> None:
    """_toc.yml lists the files below book/, all of them, and no other."""
    listed = book_files()
    notebooks = {p for p in (ROOT / "book").rglob("*") if p.suffix in {".ipynb", ".md"}}
    pages = {
        path
        for path in notebooks
        if not {".ipynb_checkpoints", "_ext", "_static"} & set(path.parts)
    }
    assert [entry for entry, path in listed.items() if path is None] == []
    assert sorted(pages - set(listed.values())) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
@pytest.mark.parametrize("rule", rules.PAGE_RULES, ids=name_of)
def test_page(rule: Callable[[Page], list[str]], page: Page) -> None:
    """Each page keeps to each rule."""
    report(page, rule(page))


@pytest.mark.parametrize("page", CHAPTERS, ids=name_of)
@pytest.mark.parametrize("rule", rules.CHAPTER_RULES, ids=name_of)
def test_chapter(rule: Callable[[Page], list[str]], page: Page) -> None:
    """Each chapter keeps to the rules of a chapter."""
    report(page, rule(page))


def test_labels_are_unique() -> None:
    """No label is given twice in the book."""
    assert rules.labels_are_unique(PAGES) == []


def test_exercises_are_all_used() -> None:
    """The book asks svmlib's exercises, each of them once."""
    from svmlib.exercises import list_exercises

    assert rules.exercises_are_all_used(PAGES, tuple(list_exercises())) == []


def test_exercise_chapters_are_those_of_the_book() -> None:
    """The exercises' chapters are those of _toc.yml, each with its first heading."""
    known = [(chapter.name, chapter.title) for chapter in CATALOGUE.chapters.values()]
    titles = [(page.name.partition("/")[2], page.headings[0][2]) for page in CHAPTERS]
    assert known == titles

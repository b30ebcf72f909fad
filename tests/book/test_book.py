"""The book keeps to the rules of tools/text_rules."""

import pytest
from text_rules import rules
from text_rules.pages import ROOT, Page, book_files, read_book

from svmlib.exercises.chapters import CATALOGUE

PAGES = read_book()
CHAPTERS = [page for page in PAGES if page.is_chapter]


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page_keeps_to_the_rules(page: Page) -> None:
    if faults := rules.page_faults(page):
        pytest.fail("\n".join(faults), pytrace=False)


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

"""The exercises of svmlib know the chapters of the book."""

from book._parsing.toc import read_book
from svmlib.exercises.chapters import CATALOGUE


def test_exercise_chapters_are_those_of_the_book():
    """The exercises' chapters are those of _toc.yml, each with its first heading."""
    chapters = [page for page in read_book() if page.is_chapter]
    known = [(chapter.name, chapter.title) for chapter in CATALOGUE.chapters.values()]
    titles = [(page.path.stem, page.headings[0][2]) for page in chapters]
    assert known == titles

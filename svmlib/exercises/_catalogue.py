"""The chapters and their exercises, found by name."""

from collections.abc import Sequence
from dataclasses import replace
from difflib import get_close_matches

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import CHAPTER_OF_EXERCISE, Mistake, read_glossary


class Chapter:
    """A chapter's name, which is that of its file, its title, and its exercises."""

    def __init__(self, name: str, title: str) -> None:
        self.name, self.title = name, title
        self.exercises: list[Exercise] = []

    def read_mistakes(self, text: str) -> dict[str, Mistake]:
        """Read a glossary of mistakes that this chapter explains: see `read_glossary`."""
        return read_glossary(self.name, text)

    def add(self, exercise: Exercise) -> None:
        """Add an exercise, which learns the name of its chapter."""
        self.exercises.append(replace(exercise, chapter=self.name))


class Catalogue:
    """The chapters in their order: which exercises there are, and where to read."""

    def __init__(self, chapters: Sequence[Chapter]) -> None:
        self.chapters = {chapter.name: chapter for chapter in chapters}
        self.exercises = {
            exercise.name: exercise
            for chapter in chapters
            for exercise in chapter.exercises
        }

    def find(self, name: str) -> Exercise:
        """Return the exercise of a name; ValueError if there is none.

        Capitals do not matter, and a function's name is understood: svm_loss.
        """
        key, known = str(name).lower().replace("_", "-"), list(self.exercises)
        if key in known:
            return self.exercises[key]
        near = get_close_matches(key, known, n=1)
        hint = "list_exercises() names them all, and so does the command `list`"
        if near:
            hint = f"did you mean {near[0]!r}?"
        if callable(name):
            hint = "the exercise's name comes first, and then the function"
        raise ValueError(f"no exercise is named {name!r}; {hint}")

    def sentence_of(self, mistake: Mistake) -> str:
        """Return what a mistake says, and where to read about it."""
        if mistake.chapter not in self.chapters:
            return mistake.text
        number = list(self.chapters).index(mistake.chapter) + 1
        title = self.chapters[mistake.chapter].title
        return f"{mistake.text} See chapter {number}, {title}."

    def message_of(self, error: AttemptError, chapter: str) -> str:
        """Return what an error says, with a line for each of its hints.

        ``chapter`` is that of the exercise, which some of the hints refer to.
        """
        hints = [
            hint._replace(chapter=chapter)
            if hint.chapter == CHAPTER_OF_EXERCISE
            else hint
            for hint in error.hints
        ]
        return "\n".join([error.message, *map(self.sentence_of, hints)])

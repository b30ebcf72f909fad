"""How an exercise joins its chapter, and where a mistake says to read."""

from svmlib.exercises._attempt import AttemptError
from svmlib.exercises._catalogue import Catalogue, Chapter
from svmlib.exercises._exercise import Exercise
from svmlib.exercises._mistakes import CHAPTER_OF_EXERCISE, Mistake, read_glossary
from svmlib.exercises._problems import Problem


def test_exercise_with_two_mistakes_is_written_in_one_place():
    chapter = Chapter("hinge_loss", "The hinge loss")

    def implementation(makes, x, *, unused=0):
        return 2 * x if makes("doubled") else x + makes("one-added")

    chapter.add(Exercise(
        "same",
        "A function (x) that returns x.",
        returns=("x",),
        implementation=implementation,
        mistake_table=read_glossary("hinge_loss", """
    doubled: it is
        doubled.
    one-added (gradient): one is added.
    negated: it is negative.
    doubled + one-added: it is not the same.
    doubled + one-added + negated: it is another one.
    doubled + never-made: it is nothing.
    """),
        problems=lambda rng: [Problem((float(rng.integers(3, 9)),))],
    ))  # fmt: skip
    (exercise,) = chapter.exercises
    assert exercise.chapter == "hinge_loss"
    assert exercise.takes == ("x",)
    assert exercise.mistakes == {
        "doubled": Mistake("doubled", "it is doubled.", "hinge_loss"),
        "one-added": Mistake("one-added", "one is added.", "gradient"),
        "negated": Mistake("negated", "it is negative.", "hinge_loss"),
    }
    assert {names: told.text for names, told in exercise.combinations.items()} == {
        frozenset(["doubled", "one-added"]): "it is not the same.",
        frozenset(["doubled", "one-added", "negated"]): "it is another one.",
    }
    catalogue = Catalogue([chapter, Chapter("gradient", "The gradient")])
    sentence = "one is added. See chapter 2, The gradient."
    assert catalogue.sentence_of(exercise.mistakes["one-added"]) == sentence
    hints = [
        Mistake(*exercise.mistakes["one-added"]),
        Mistake("own", "Own words."),
        Mistake("shapes", "Two shapes.", CHAPTER_OF_EXERCISE),
    ]
    error = AttemptError(["raises"], "it stops.", hints)
    assert catalogue.find("Same") is exercise
    assert catalogue.message_of(error, "hinge_loss") == (
        f"it stops.\n{sentence}\nOwn words.\nTwo shapes. See chapter 1, The hinge loss."
    )

"""What a points file may say, and how its questions describe mistakes."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from svmlib import exercises
from svmlib.exercises.__main__ import main
from svmlib.exercises._attempt import FAULTS
from svmlib.exercises._mistakes import read_glossary
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading._questions import IN_WORDS, PARTS, Question, read_points
from svmlib.exercises.running._hints import HINTS
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE

pytestmark = pytest.mark.usefixtures("on_posix")


@pytest.mark.parametrize(
    "points, expected",
    [
        ("[[question", "is not TOML"),
        ("", "has no [[question]]"),
        ("question = []", "has no [[question]]"),
        ('question = "a"', "has no [[question]]"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = 1\n[[questions]]\n',
         "the key is question; got questions"),
        ('[[question]]\nfunction = "f"\npoints = 1', "an exercise, or an accuracy"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = 1\nloops = true\naccuracy = 1',
         "an accuracy, and not both"),
        ('[[question]]\nfunction = "f"\nexercise = "g"\npoints = 1', "named 'g'"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = {loss = 1}',
         "one number for this exercise"),
        ('[[question]]\nfunction = "f"\nexercise = "svm-loss"\npoints = {dW = 1}',
         "the parts are loss, gradient, penalty"),
        ('[[question]]\nfunction = "f"\nexercise = "svm-loss"\npoints = {}',
         "the parts are loss, gradient, penalty"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = -1', ">= 0"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = inf', ">= 0, got inf"),
        ('[[question]]\nfunction = "f"\nexercise = "penalty"\npoints = {loss = 1}',
         "one number for this exercise"),
        ('[[question]]\nfunction = "f"\naccuracy = 1.5\npoints = 1', "from 0 to 1, such as 0.8, got 1.5"),
        ('[[question]]\nfunction = "f"\naccuracy = -0.5\npoints = 1', "from 0 to 1, such as 0.8, got -0.5"),
        ('[[question]]\nfunction = "f"\naccuracy = "x"\npoints = 1', "from 0 to 1, such as 0.8, got 'x'"),
        ('[[question]]\nfunction = "f"\naccuracy = 80\npoints = 1', "from 0 to 1, such as 0.8, got 80"),
        ('[[question]]\nfunction = "f"\naccuracy = true\npoints = 1', "from 0 to 1, such as 0.8, got True"),
        ('[[question]]\nfunction = "f"\nexrcise = "margins"\npoints = 1', "the keys are"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = true', ">= 0, got True"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = 1\nloops = "no"',
         "loops is true or false, got 'no'"),
        ('[[question]]\nfunction = "f"\naccuracy = 0.8\npoints = 1\nloops = false',
         "loops = false goes with an exercise"),
        ('[[question]]\nexercise = "margins"\npoints = 1', "'?': function is missing"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"', "'f': points is missing"),
        ('[[question]]\nfunction = 3\nexercise = "margins"\npoints = 1',
         "question 3: function is a name"),
        ('question = ["a"]', "a question is a [[question]], got 'a'"),
        ("question = [[1]]", "a question is a [[question]], got [1]"),
    ],
)  # fmt: skip
def test_read_points_reports_what_is_wrong(points, expected, tmp_path, capsys):
    path = tmp_path / "points.toml"
    path.write_text(points)
    with pytest.raises(SystemExit):
        main(["grade", str(tmp_path), "--seed", "s", "--points", str(path)])
    assert expected in capsys.readouterr().err


def test_a_question_may_be_worth_nothing(tmp_path):
    path = tmp_path / "points.toml"
    path.write_text('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = 0\n')
    (question,) = read_points(path)
    assert question.points == {"all": 0}


@pytest.mark.parametrize("parts", [PARTS[:1], PARTS])
def test_a_loss_and_its_gradient_may_have_points_for_each_part(parts, tmp_path):
    path = tmp_path / "points.toml"
    points = ", ".join(f"{part} = 2" for part in parts)
    path.write_text(
        f'[[question]]\nfunction = "f"\nexercise = "svm-loss"\npoints = {{ {points} }}\n'
    )
    (question,) = read_points(path)
    assert question.points == dict.fromkeys(parts, 2)


def test_all_images_may_be_asked_for(tmp_path):
    path = tmp_path / "points.toml"
    path.write_text('[[question]]\nfunction = "f"\naccuracy = 1\npoints = 5\n')
    (question,) = read_points(path)
    assert question.accuracy == 1


def test_a_mistake_is_described_in_a_few_words():
    lengths = {
        (name, mistake): len(Question("f", exercise, {}).describe_mistake(mistake))
        for name, exercise in CATALOGUE.exercises.items()
        for mistake in exercise.all_mistakes
    }
    assert {key: n for key, n in lengths.items() if not 9 <= n <= 110} == {}
    words = read_glossary(
        "gradient",
        """
    asked: is it cubed? It is the cube.
    told: it is the cube: x times x times x.
    cut: the margin is x.y. It should be x.
    product: only w . x is divided. So should be b.
    whole: the sign is wrong.
    """,
    )
    question = Question("f", replace(EXERCISE, mistake_table=words), {})
    assert [question.describe_mistake(name) for name in words] == [
        "is it cubed",
        "it is the cube",
        "the margin is x.y",
        "only w . x is divided",
        "the sign is wrong",
    ]
    question = Question("f", CATALOGUE.exercises["svm-loss"], {})
    assert question.describe_mistake("raises") == "it raises an exception"


def test_each_mistake_of_an_exercise_has_words_of_its_own():
    for name, exercise in CATALOGUE.exercises.items():
        question = Question("f", exercise, {})
        mistake_in_words = {}
        for mistake in [*exercise.all_mistakes, *IN_WORDS]:
            words = question.describe_mistake(mistake)
            other = mistake_in_words.setdefault(words, mistake)
            assert other == mistake, f"{name}: {words!r} stands for both"


def names_in(part):
    """The faults and hints that the files of a part of the package name."""
    files = (Path(exercises.__file__).parent / part).glob("*.py")
    text = "".join(file.read_text(encoding="utf-8") for file in files)
    begins = r"(?:AttemptError|attempt_error|Mistake|_no_points)\([^()\"\[]*\[?"
    return {*re.findall(rf'{begins}"([a-z-]+)"', text)}


def test_every_fault_and_hint_has_words():
    """A name without words would be told with spaces for its hyphens."""
    in_grading = names_in("grading")
    assert "has-a-loop" in in_grading
    assert in_grading <= set(IN_WORDS)
    elsewhere = names_in("running") | names_in("submissions") | names_in("verdict")
    assert {"forbidden", "raises", "builtin-max"} <= elsewhere
    assert elsewhere <= {*FAULTS, *HINTS} <= set(IN_WORDS)


def test_a_combination_is_described_as_the_verdict_tells_it():
    for name, exercise in CATALOGUE.exercises.items():
        question = Question("f", exercise, {})
        for members, mistake in exercise.combinations.items():
            (combined,) = exercise.combine(members)
            assert combined == mistake.name, name
            assert mistake.text.startswith(question.describe_mistake(combined))

"""A class hands in: points, feedback and report, whatever a submission tries."""

import csv
import os
import time
from collections import Counter

import pytest

from svmlib.exercises.__main__ import main
from svmlib.exercises._draw_problems import SEED
from svmlib.exercises.chapters import CATALOGUE
from svmlib.exercises.grading import _grade
from svmlib.exercises.grading._questions import IN_WORDS, Question
from svmlib.exercises.submissions import _sandbox
from svmlib.exercises.verdict._answer_key import key_for
from tests.svmlib.exercises.helpers.student_files import (
    CLASS,
    POINTS,
    RIGHT_PREDICT,
    changed,
    notebook,
)

pytestmark = pytest.mark.usefixtures("on_posix")


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grade the class once; return the folder of submissions, and of the report."""
    root = tmp_path_factory.mktemp("class")
    folder, out, points = root / "submissions", root / "report", root / "points.toml"
    folder.mkdir()
    points.write_text(POINTS)
    with pytest.MonkeyPatch.context() as m:
        m.setattr(_sandbox, "TIME_LIMIT", 15.0)
        problems = key_for(CATALOGUE.exercises["svm-loss"], SEED).problems
        words = {
            "COUNT": str(len(problems) + 1),  # as many as there are calls
            "FOLDER": str(folder),
            "HINGE": str(_sandbox.CHILD.parents[2] / "hinge.py"),
        }
        for name, (text, _, _) in CLASS.items():
            for word, value in words.items():
                text = text.replace(word, value)
            path = folder / name
            if name == "sums.py":  # as a learning platform unpacks it
                path = folder / name / "handed in.py"
                path.parent.mkdir()
            path.write_text(text)
        before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
        command = ["grade", str(folder), "--seed", "secret", "--out", str(out)]
        assert main([*command, "--points", str(points)]) == 0
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before
    return folder, out


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def points(out):
    return {r["submission"]: r["points"] for r in table(out / "points.csv")}


def test_grade_gives_each_submission_its_points(graded):
    rows = table(graded[1] / "points.csv")
    assert {row["submission"]: float(row["points"]) for row in rows} == {
        name: points for name, (_, points, _) in CLASS.items()
    }
    parts = {row["submission"]: list(row.values())[2:] for row in rows}
    assert parts["counts_the_correct_class.py"] == ["0", "10", "5", "5"]
    assert parts["forgets_the_penalty.py"] == ["10", "10", "0", "5"]
    assert parts["has_the_loss_alone.py"] == ["10", "0", "0", "5"]


def test_report_counts_the_mistakes_and_names_nobody(graded):
    rows = [r for r in table(graded[1] / "mistakes.csv") if r["function"] == "svm_loss"]
    expected = Counter(m for _, _, mistakes in CLASS.values() for m in mistakes)
    assert {row["mistake"]: int(row["submissions"]) for row in rows} == expected
    page = (graded[1] / "report.html").read_text(encoding="utf-8")
    right = sum(not mistakes for _, _, mistakes in CLASS.values())
    assert f"{right} of {len(CLASS)}" in page
    assert "the class j = y_i takes part in the sum" in page
    assert "://" not in page
    assert not [name for name in CLASS if name in page]
    assert "<b>" not in page


def test_feedback_says_the_mistake_and_what_was_run(graded):
    found = {
        path.name.removesuffix(".txt"): " ".join(path.read_text("utf-8").split())
        for path in (graded[1] / "feedback").iterdir()
    }
    assert set(found) == set(CLASS)
    assert "import numpy as np (line 3); DELTA = 1.0" in found["right.py"]
    assert "cell 4 is not Python" in found["right.ipynb"]
    assert (
        "(loss: not right, gradient: right, penalty: right)"
        in (found["counts_the_correct_class.py"])
    )
    assert found["does_not_parse.py"].startswith(
        "0 of 30 points does_not_parse.py is not Python: line 23 (invalid syntax)."
    )
    assert "in line 9 (`while True: pass`)" in found["never_ends.py"]
    assert "tries to read the file" in found["reads_the_solution.py"]
    assert "no solution in reach" in found["looks_for_it_in_memory.py"]
    assert "MemoryError" in found["takes_all_memory.py"]
    assert (
        "returns are right. A function that does so gets no" in found["takes_a_step.py"]
    )
    assert "was never set? A function that does so gets no" in found["adds_noise.py"]
    assert (_sandbox.CHILD.parents[2] / "hinge.py").read_text().splitlines()[0] not in (
        found["forges_last_words.py"]
    )


@pytest.mark.parametrize(
    "body, points, mistakes",
    [
        ("return [1e-9, 1e-1], [1e-3]", 5, ()),
        ("return [1e-9], [1.0]", 0, ("low-accuracy",)),
        ("return [1e9], [1e9]", 0, ("low-accuracy",)),
        ("return [0.1] * 9, [1e-3] * 2", 5, ()),  # one pair, of which 16 are allowed
        ("return [], [1.0]", 0, ("not-attempted",)),
        ("return [-1.0], [0.0]", 0, ("out-of-range",)),
        ("return [float('inf')], [0.0]", 0, ("out-of-range",)),
        ("return list(range(20)), [0.0]", 0, ("too-many-pairs",)),
        ("return 3", 0, ("wrong-type",)),
        ("import not_there", 0, ("raises", "module-not-found")),
    ],
)
def test_grade_judges_a_search_by_its_best_pair(body, points, mistakes, grade_file):
    question = Question("params", None, {"all": 5}, accuracy=0.8)
    graded = grade_file(f"def params():\n    {body}\n", question=question)
    assert graded.score == points
    assert graded.marks[0].mistakes == mistakes
    assert graded.marks[0].message.startswith("params: ")
    assert all(mistake in IN_WORDS for mistake in mistakes[:1])


def test_seed_is_the_beginning_of_a_digest():
    """SHA-256 of abc is the example of the standard, FIPS 180-4: ba7816bf 8f01cfea ..."""
    assert _grade.derive_seed("abc") == 0xBA7816BF8F01CFEA


def test_grade_names_a_loop_and_the_mistakes_beside_it(grade_file):
    program = changed(("j != y_i and ", ""))
    exercise = CATALOGUE.exercises["svm-loss"]
    question = Question("svm_loss", exercise, {"all": 5}, loops=False)
    graded = grade_file(program, question=question)
    assert graded.score == 0
    assert graded.marks[0].mistakes == ("has-a-loop", "correct-in-loss")


def test_grade_counts_a_combination_as_the_one_mistake_that_is_told(grade_file):
    program = changed(("dW[:, j] +=", "dW[:, j] -="))
    question = Question("svm_loss", CATALOGUE.exercises["svm-loss"], {"all": 5})
    (mark,) = grade_file(program, question=question).marks
    assert "one mistake.\n" in mark.message
    assert mark.mistakes == ("column-y-plus + mask-negated",)


def test_grade_goes_on_after_a_submission_that_cannot_be_graded(
    grade_class, monkeypatch, capsys
):
    original = _grade.grade

    def grade(name, *args):
        if name == "a.py":
            raise OSError("too many processes")
        return original(name, *args)

    monkeypatch.setattr(_grade, "grade", grade)
    text = "def predict(W, X):\n    return X[:, 0]\n"
    status, out = grade_class({"a.py": text, "b.py": text})
    assert status == 1
    assert "a.py: not graded, try again: OSError: too many" in capsys.readouterr().out
    assert [row["submission"] for row in table(out / "points.csv")] == ["b.py"]


def test_no_more_is_graded_once_nobody_wants_the_next(monkeypatch):
    begun = []

    def grade(name, *args):
        begun.append(name)
        time.sleep(0.1)
        return _grade.GradedSubmission(name)

    monkeypatch.setattr(os, "cpu_count", lambda: 1)
    monkeypatch.setattr(_grade, "grade", grade)
    grades = _grade.grade_all(dict.fromkeys("abcd", ()), [], seed=0)
    assert next(grades)[0] == "a"
    grades.close()
    assert "d" not in begun


def test_grade_follows_no_link_to_another_students_work(grade_class, tmp_path, capsys):
    folder = tmp_path / "in"
    (folder / "bob").mkdir(parents=True)
    (folder / "bob" / "svm.py").symlink_to("../alice/svm.py")
    (folder / "bob" / "more").symlink_to("../alice")
    (folder / "carol.py").symlink_to("alice/svm.py")
    (folder / "dave").symlink_to("alice")
    status, out = grade_class({"alice/svm.py": RIGHT_PREDICT})
    assert status == 0
    assert points(out) == {"alice": "5", "bob": "0"}
    told = capsys.readouterr().out
    assert "carol.py: not graded, since it is a link" in told
    assert "dave: not graded, since it is a link" in told


def test_grade_takes_no_report_for_a_submission(grade_class, tmp_path):
    text = "def predict(W, X):\n    return X[:, 0]\n"
    out = tmp_path / "in" / "reports" / "first"
    for _ in range(2):
        grade_class({"a.py": text}, "--out", str(out))
        assert [row["submission"] for row in table(out / "points.csv")] == ["a.py"]


def test_grade_takes_the_file_that_defines_a_function(grade_class):
    old = RIGHT_PREDICT.replace("max", "min")
    files = {
        "imported/a.py": "from svm import predict\n",
        "imported/svm.py": RIGHT_PREDICT,
        "saved/.ipynb_checkpoints/svm.py": old,
        "saved/work/svm.py": RIGHT_PREDICT,
        "saved/__MACOSX/svm.py": b"\0",
        "saved/.venv/a.py": b"\0",
    }
    _, out = grade_class(files)
    assert points(out) == {"imported": "5", "saved": "5"}
    assert "is not Python" not in (out / "feedback" / "saved.txt").read_text("utf-8")


def test_feedback_says_which_of_two_files_was_graded(grade_class):
    _, out = grade_class(
        {
            "both/a.ipynb": notebook(RIGHT_PREDICT),
            "both/b.py": RIGHT_PREDICT,
            "one/a.py": RIGHT_PREDICT,
            "one/b.py": "from a import predict\n",
            "none/a.txt": "",
        }
    )
    both, one, none = (
        (out / "feedback" / f"{name}.txt").read_text("utf-8")
        for name in ("both", "one", "none")
    )
    assert "predict was taken from a.ipynb, and not from b.py." in both
    assert "was taken" not in one
    assert "There is no .py file and no notebook.\n" in none
    assert "there is no function predict.\n" in none


@pytest.mark.parametrize(
    ("body", "mistake"),
    [("while True: pass", "too-slow"), ("return 0.0, 0 * W", "not-attempted")],
)
def test_grade_judges_no_part_of_what_is_slow_or_not_attempted(
    body, mistake, grade_file, monkeypatch
):
    """The parts of a slow program might be fast enough by luck."""
    monkeypatch.setattr(_grade, "_judge_parts", None)
    question = Question("f", CATALOGUE.exercises["svm-loss"], {"loss": 5})
    program = f"def f(W, X, y, reg):\n    {body}\n"
    (mark,) = grade_file(program, question=question).marks
    assert mark.mistakes == (mistake,)
    assert mark.message.endswith("\n(loss: not judged)")


def test_grade_judges_no_part_of_what_raises_on_one_problem(grade_file):
    program = changed(("return loss", "assert len(y) > 1\n    return loss"))
    question = Question("svm_loss", CATALOGUE.exercises["svm-loss"], {"loss": 5})
    (mark,) = grade_file(program, question=question).marks
    assert mark.points == {"loss": 0}
    assert mark.message.endswith("\n(loss: not judged)")


def test_grade_tells_the_parts_that_are_asked_for(grade_file):
    program = changed(("dW / len(y)", "dW"), ("reg * np.sum", "2 * reg * np.sum"))
    parts = {"penalty": 5, "loss": 10}
    question = Question("svm_loss", CATALOGUE.exercises["svm-loss"], parts)
    (mark,) = grade_file(program, question=question).marks
    assert mark.points == {"penalty": 0, "loss": 10}
    assert mark.message.endswith("\n(penalty: not right, loss: right)")


def test_grade_takes_a_penalty_beside_a_loss_in_float32(grade_file):
    program = changed(
        ("j != y_i and ", ""),
        (
            "    loss, dW = 0.0",
            "    W, X = W.astype('f4'), X.astype('f4')\n    loss, dW = 0.0",
        ),
    )
    question = Question("svm_loss", CATALOGUE.exercises["svm-loss"], {"penalty": 5})
    assert grade_file(program, question=question).score == 5


def test_grade_takes_no_penalty_of_another_shape(grade_file):
    returned = "dW / len(y) + 2 * reg * W"
    program = changed((returned, f"{returned} if reg else np.zeros(3)"))
    question = Question("svm_loss", CATALOGUE.exercises["svm-loss"], {"penalty": 5})
    assert grade_file(program, question=question).score == 0


def test_grade_takes_any_case_and_encoding_and_names_the_rest(grade_class, capsys):
    old = "def predict(W, X):\n    pass\n"
    files = {
        "A.PY": RIGHT_PREDICT,
        "b/old/svm.py": old,
        "b/svm.py": RIGHT_PREDICT,
        "c.zip": "PK",
    }
    latin = "# coding: latin-1\n# \xe9\n" + RIGHT_PREDICT
    status, out = grade_class({**files, "d.py": latin.encode("latin-1")})
    assert status == 0
    assert points(out) == {"A.PY": "5", "b": "5", "d.py": "5"}
    assert "c.zip: not graded" in capsys.readouterr().out

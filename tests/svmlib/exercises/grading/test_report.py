"""Reports of a class, and results for Gradescope."""

import csv
import json
import os
import sys
from dataclasses import replace

import pytest

from svmlib.exercises.__main__ import main
from svmlib.exercises._mistakes import read_glossary
from svmlib.exercises._text import WIDTH
from svmlib.exercises.grading._grade import GradedSubmission, Mark
from svmlib.exercises.grading._questions import Question
from svmlib.exercises.grading._report import feedback, gradescope, write_report
from tests.svmlib.exercises.helpers.small_exercise import EXERCISE
from tests.svmlib.exercises.helpers.student_files import CLASS, POINTS, RIGHT_PREDICT

pytestmark = pytest.mark.usefixtures("on_posix")


def test_gradescope_gets_a_test_for_each_part(tmp_path):
    folder, points, results = tmp_path / "ada", tmp_path / "p", tmp_path / "r.json"
    (folder / "svmlib").mkdir(parents=True)  # handed in with the rest
    (folder / "svmlib" / "svm.py").write_text("def svm_loss(): pass")
    (folder / "svm.py").write_text(CLASS["forgets_the_penalty.py"][0])
    points.write_text(POINTS)
    command = ["grade", str(folder), "--seed", "secret", "--points", str(points)]
    assert main([*command, "--results", str(results)]) == 0
    found = json.loads(results.read_text(encoding="utf-8"))
    assert found["score"] == 25
    assert [(t["name"], t["score"], t["max_score"]) for t in found["tests"]] == [
        ("svm_loss: loss", 10, 10),
        ("svm_loss: gradient", 10, 10),
        ("svm_loss: penalty", 0, 5),
        ("predict", 5, 5),
    ]
    passed = [test["status"] for test in found["tests"]]
    assert passed == ["passed", "passed", "failed", "passed"]
    # A message stands once, with the first part that it is about.
    explained = [bool(test["output"]) for test in found["tests"]]
    assert explained == [False, False, True, True]
    assert "the loss lacks its penalty" in " ".join(found["tests"][2]["output"].split())


@pytest.mark.parametrize("names, status", [((), "passed"), (("tripled",), "failed")])
def test_gradescope_says_what_failed_though_it_is_worth_nothing(names, status):
    mark = Mark(Question("f", EXERCISE, {"all": 0}), {"all": 0.0}, names, "told.")
    (test,) = gradescope(GradedSubmission("a", [mark]))["tests"]
    assert test["status"] == status


def test_report_has_names_if_they_are_asked_for(grade_class):
    text = "def predict(W, X):\n    return sorted(X @ W)\n"
    formulas = [f"{sign}1.py" for sign in ("=", "+", "-", "@", "\t=", "\r=")]
    status, out = grade_class(dict.fromkeys(["<b>.py", *formulas], text), "--names")
    assert status == 0
    assert "&lt;b&gt;.py" in (out / "report.html").read_text(encoding="utf-8")
    with (out / "points.csv").open(encoding="utf-8", newline="") as file:
        names = {row[0] for row in csv.reader(file)}
    for name in formulas:
        assert f"'{name}" in names  # or else a spreadsheet would compute it


def test_report_has_the_average_and_the_share_of_each_mistake(grade_class):
    _, out = grade_class(
        {"a.py": RIGHT_PREDICT, "b.py": RIGHT_PREDICT.replace("max", "min")}
    )
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "On average 2.5 of 5 points." in page
    assert page.count("width: 50.0%") == 2  # one is right, and one is wrong


def test_report_counts_as_correct_what_gets_all_points(tmp_path):
    """A part that isn't asked for may be wrong."""
    question = Question("f", EXERCISE, {"loss": 5})
    graded = [
        GradedSubmission(
            "a", [Mark(question, {"loss": points}, ("tripled",), "wrong.")]
        )
        for points in (5.0, 0.0)
    ]
    write_report(tmp_path, [question], graded, names=False)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert '>correct</th><td class="count">1 of 2<' in page
    assert '>it is three times x</th><td class="count">2 of 2<' in page


def test_report_counts_a_mistake_once_a_submission_and_escapes_it(tmp_path):
    """A program that forges messages may repeat a mistake."""
    words = read_glossary("gradient", "\n    lost: x <i> is lost.")
    question = Question("f", replace(EXERCISE, mistake_table=words), {"all": 1})
    mark = Mark(question, {"all": 0.0}, ("lost", "raises", "lost"), "wrong.")
    graded = [GradedSubmission(name, [mark]) for name in ("a", "b")]
    write_report(tmp_path, [question], graded, names=True)
    rows = (tmp_path / "mistakes.csv").read_text(encoding="utf-8").splitlines()
    assert rows[1:] == [
        "f,lost,2,2,x <i> is lost",
        "f,raises,2,2,it raises an exception",
    ]
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "<td>f: x &lt;i&gt; is lost, it raises" in page
    assert "<i>" not in page


def test_what_is_not_read_and_notes_are_wrapped_as_verdicts_are():
    graded = GradedSubmission("a", unread=["why " * 40], notes=["word " * 40])
    for told in (feedback(graded, 1.0), gradescope(graded)["output"]):
        assert "why" in told and "word" in told
        assert max(map(len, told.splitlines())) <= WIDTH


def test_report_may_be_about_nobody(tmp_path):
    """As where no submission could be graded."""
    write_report(tmp_path, [Question("f", EXERCISE, {"all": 1})], [], names=False)
    page = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "On average 0.0 of 1 points." in page
    assert '<td class="count">0 of 0</td>' in page


def test_a_second_report_is_not_about_the_first(grade_class, tmp_path):
    """It may be in the folder of the submissions, one of which is gone."""
    report = tmp_path / "in" / "report"
    grade_class({"a.py": RIGHT_PREDICT, "b.py": RIGHT_PREDICT}, "--out", str(report))
    (tmp_path / "in" / "b.py").unlink()
    assert grade_class({}, "--out", str(report))[0] == 0
    rows = (report / "points.csv").read_text(encoding="utf-8").splitlines()
    assert rows[1:] == ["a.py,5,5"]
    assert [path.name for path in (report / "feedback").iterdir()] == ["a.py.txt"]


def test_feedback_has_a_short_name_where_a_submission_has_a_long_one(grade_class):
    """Both names have 255 bytes, with .py behind them, and differ in the last letter."""
    long = [f"{'n' * 251}{letter}.py" for letter in "ab"]
    status, out = grade_class(dict.fromkeys([*long, "c.py"], RIGHT_PREDICT))
    assert status == 0
    names = [path.name for path in (out / "feedback").iterdir()]
    assert {len(name) for name in names} == {len("c.py.txt"), 255}
    assert len(names) == 3  # the two are still apart


@pytest.mark.skipif(sys.platform == "darwin", reason="its file names are UTF-8")
def test_report_takes_any_bytes_and_characters(grade_class):
    """A name in Latin-1, and a message that is half of a surrogate pair."""
    text = "def predict(W, X):\n    raise ValueError('\\udcfc')\n"
    status, out = grade_class({os.fsdecode(b"M\xfcller.py"): text}, "--names")
    assert status == 0
    assert r"M\xfcller.py" in (out / "points.csv").read_text(encoding="utf-8")
    assert r"M\xfcller.py" in (out / "report.html").read_text(encoding="utf-8")
    (path,) = (out / "feedback").iterdir()
    assert r"ValueError: \udcfc" in path.read_text(encoding="utf-8")

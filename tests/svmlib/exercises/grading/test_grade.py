"""A class hands in: points, feedback and report, whatever a submission tries."""

import csv
import json
import os
import socket
import sys
from collections import Counter

import pytest

from svmlib.exercises import __main__, list_exercises
from svmlib.exercises.__main__ import main
from svmlib.exercises._judge import SEED, trial_of
from svmlib.exercises.chapters import BOOK
from svmlib.exercises.grading import _grade, _sandbox

pytestmark = pytest.mark.skipif(
    os.name != "posix", reason="files are graded on Linux and macOS"
)
POINTS = """
[[question]]
function = "svm_loss"
exercise = "svm-loss"
points = { loss = 10, gradient = 10, penalty = 5 }

[[question]]
function = "predict"
exercise = "predict"
points = 5
"""

RIGHT = """
import os
import numpy as np

DELTA = 1.0


def svm_loss(W, X, y, reg):
    loss, dW = 0.0, np.zeros_like(W)
    for x_i, y_i in zip(X, y):
        s = x_i @ W
        for j in range(W.shape[1]):
            margin = s[j] - s[y_i] + DELTA
            if j != y_i and margin > 0:
                loss += margin
                dW[:, j] += x_i
                dW[:, y_i] -= x_i
    return loss / len(y) + reg * np.sum(W * W), dW / len(y) + 2 * reg * W


def predict(W, X):
    return np.argmax(X @ W, axis=1)
"""


def changed(*changes):
    """The right program with each (old, new) of the changes made."""
    text = RIGHT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def begins(*lines):
    """The right program, with lines at the beginning of svm_loss."""
    head = "def svm_loss(W, X, y, reg):\n"
    return changed((head, head + "".join(f"    {line}\n" for line in lines)))


def notebook(*cells):
    cells = [{"cell_type": "code", "source": cell.splitlines(True)} for cell in cells]
    return json.dumps({"cells": cells, "nbformat": 4, "nbformat_minor": 5})


def table_of_answers():
    """A program that knows the answers to the problems of `check`."""

    def key(W, X, y, reg):
        return f"{W.sum():.6f} {X.sum():.6f} {y.sum()} {reg:.6f}"

    trial = trial_of(BOOK.exercises["svm-loss"], SEED)
    table = {
        key(*problem.args): (float(loss), dW.tolist())
        for problem, (loss, dW) in zip(trial.problems, trial.right(), strict=True)
    }
    look_up = 'TABLE[f"{W.sum():.6f} {X.sum():.6f} {y.sum()} {reg:.6f}"]'
    return (
        f"import numpy as np\nTABLE = {table!r}\n"
        f"def svm_loss(W, X, y, reg):\n    loss, dW = {look_up}\n"
        "    return loss, np.array(dW)\n"
    )


# For each submission its text, its points, and mistakes of svm_loss that are named.
CLASS = {
    "right.py": (RIGHT, 30, []),
    "right.ipynb": (
        notebook(
            "%matplotlib inline\nimport not_installed",
            RIGHT,
            "open('made', 'w').write('by a cell')\nraise SystemExit",
            "def f(:",
        ),
        30,
        [],
    ),
    "counts_the_correct_class.py": (
        changed(("j != y_i and ", "")),
        20,
        ["correct-in-loss"],
    ),
    "forgets_the_penalty.py": (
        changed((" + reg * np.sum(W * W)", ""), (" + 2 * reg * W", "")),
        25,
        ["penalty-not-in-loss", "penalty-not-in-gradient"],
    ),
    "halves_the_penalty.py": (
        changed(("2 * reg", "reg"), ("reg * np", "reg / 2 * np")),
        25,
        ["penalty-loss-half", "penalty-gradient-half"],
    ),
    "sums.py": (
        changed(("loss / len(y)", "loss"), ("dW / len(y)", "dW")),
        10,
        ["loss-sum", "gradient-sum"],
    ),
    "has_the_loss_alone.py": (
        changed(("dW / len(y) + 2 * reg * W", "dW * 0")),
        15,
        ["all-zero"],
    ),
    "stub.py": (
        """
import numpy as np
def svm_loss(W, X, y, reg):
    return 0.0, np.zeros_like(W)
def predict(W, X):
    pass
""",
        0,
        ["not-attempted"],
    ),
    "does_not_parse.py": (RIGHT + "def f(:\n", 0, ["not-there"]),
    "is_empty.py": ("", 0, ["not-there"]),
    "never_ends.py": (begins("while True: pass"), 5, ["too-slow"]),
    "ignores_signals.py": (
        begins(
            "import signal, time",
            "for n in (14, 27): signal.signal(n, signal.SIG_IGN)",
            "time.sleep(1000)",
        ),
        5,
        ["too-slow"],
    ),
    "deletes_files.py": (
        begins("import shutil", "shutil.rmtree('FOLDER')"),
        5,
        ["forbidden"],
    ),
    "deletes_its_own_folder.py": (
        begins("open('a', 'w').close()", "for f in os.listdir(): os.remove(f)"),
        30,
        [],
    ),
    "prints_a_megabyte.py": (begins("print('x' * 2**20)", "os.write(1, b'x' * 2**20)"), 30, []),
    "reads_the_solution.py": (
        begins("namespace = {}", "exec(open('HINGE').read(), namespace)"),
        5,
        ["forbidden"],
    ),
    "imports_the_solution.py": (
        "from svmlib.hinge import svm_loss_vectorized as svm_loss\n",
        0,
        ["svmlib-for-own"],
    ),
    "looks_for_it_in_memory.py": (
        begins(
            "import gc",
            "found = [f for f in gc.get_objects() if getattr(f, '__name__', '') in",
            "    ('svm_loss_vectorized', 'faulty') and 'svmlib' in f.__module__]",
            "if found: return found[0](lambda mistake: False, W, X, y, reg)",
            "raise LookupError('no solution in reach')",
        ),
        5,
        ["raises"],
    ),
    "exits.py": (begins("os._exit(0)"), 5, ["ends-python"]),
    "forges_results.py": (
        begins(
            "for fd in range(3, 30):",
            "    try: os.write(fd, b'[]\\nX\\n')",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "forges_messages.py": (
        begins(
            "import json",
            "told = json.dumps({'refused': [[{}, '<b>'], 'x', [['a', 'b', 'c']]]})",
            "for fd in range(3, 30):",
            "    try: os.write(fd, (told + chr(10)).encode())",
            "    except OSError: pass",
        ),
        5,
        ["{}", "<b>", "a"],
    ),
    "forges_a_verdict.py": (
        begins(
            "for fd in range(3, 30):",
            "    try: os.write(fd, b'{\"refused\": [[], \"correct.\", []]}' + bytes([10]))",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "forges_last_words.py": (
        begins(
            "import signal, stat",
            "for fd in range(3, 30):",
            "    try:",
            "        if stat.S_ISREG(os.fstat(fd).st_mode):",
            "            os.write(fd, b'File \"HINGE\", line 1 in f' + bytes([10]))",
            "    except OSError: pass",
            "signal.raise_signal(signal.SIGPROF)",
        ),
        5,
        ["too-slow"],
    ),
    "forges_outputs.py": (
        begins(
            "import json",
            "call = json.dumps({'outputs': [[[], '00' * 8]], 'written': []})",
            "text = '\\n'.join([call] * COUNT + ['{\"done\": 1}', ''])",
            "for fd in range(3, 30):",
            "    try: os.write(fd, text.encode())",
            "    except OSError: pass",
        ),
        5,
        ["ends-python"],
    ),
    "knows_the_answers.py": (table_of_answers(), 0, ["raises"]),
    "takes_all_memory.py": (begins("a = np.ones(10**10)"), 5, ["raises"]),
    "calls_home.py": (
        begins("import socket", "socket.create_connection(('localhost', PORT))"),
        5,
        ["forbidden"],
    ),
    "starts_a_process.py": (begins("os.system('true')"), 5, ["forbidden"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """Grade the class once; return the folder of submissions, and of the report."""
    root = tmp_path_factory.mktemp("class")
    folder, out, points = root / "submissions", root / "report", root / "points.toml"
    folder.mkdir()
    points.write_text(POINTS)
    with (
        socket.create_server(("localhost", 0)) as server,
        pytest.MonkeyPatch.context() as m,
    ):
        m.setattr(_sandbox, "TIME_LIMIT", 15.0)
        problems = trial_of(BOOK.exercises["svm-loss"], SEED).problems
        words = {
            "COUNT": str(len(problems) + 1),  # as many as there are calls
            "FOLDER": str(folder),
            "HINGE": str(_sandbox.CHILD.parents[2] / "hinge.py"),
            "PORT": str(server.getsockname()[1]),
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


def test_each_submission_gets_its_points(graded):
    rows = table(graded[1] / "points.csv")
    assert {row["submission"]: float(row["points"]) for row in rows} == {
        name: points for name, (_, points, _) in CLASS.items()
    }
    parts = {row["submission"]: list(row.values())[2:] for row in rows}
    assert parts["counts_the_correct_class.py"] == ["0", "10", "5", "5"]
    assert parts["forgets_the_penalty.py"] == ["10", "10", "0", "5"]
    assert parts["has_the_loss_alone.py"] == ["10", "0", "0", "5"]


def test_the_report_counts_the_mistakes_of_the_class_and_names_nobody(graded):
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


def test_a_student_reads_the_mistake_and_what_was_run(graded):
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
    assert "line 23, invalid syntax" in found["does_not_parse.py"]
    assert "in line 9 (`while True: pass`)" in found["never_ends.py"]
    assert "tries to read the file" in found["reads_the_solution.py"]
    assert "no solution in reach" in found["looks_for_it_in_memory.py"]
    assert "use the network" in found["calls_home.py"]
    assert "start or stop a process" in found["starts_a_process.py"]
    assert "MemoryError" in found["takes_all_memory.py"]
    assert (_sandbox.CHILD.parents[2] / "hinge.py").read_text().splitlines()[0] not in (
        found["forges_last_words.py"]
    )


def test_one_submission_for_gradescope(tmp_path, graded):
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
    assert "the loss lacks its penalty" in " ".join(found["tests"][2]["output"].split())


def test_names_are_in_the_page_if_they_are_asked_for(tmp_path):
    folder, points, out = tmp_path / "in", tmp_path / "p", tmp_path / "out"
    folder.mkdir()
    (folder / "<b>.py").write_text("def predict(W, X):\n    return sorted(X @ W)\n")
    points.write_text(POINTS[POINTS.rindex("[[") :])
    command = ["grade", str(folder), "--seed", "s", "--points", str(points), "--names"]
    assert main([*command, "--out", str(out)]) == 0
    assert "&lt;b&gt;.py" in (out / "report.html").read_text(encoding="utf-8")


def test_feedback_quotes_no_line_of_another_submission(tmp_path):
    """On most platforms each student's folder holds a file of the same name."""
    programs = {"alice": "while True: pass", "bob": "secret = 42; return X[:, 0]"}
    for name, body in programs.items():
        (tmp_path / "in" / name).mkdir(parents=True)
        path = tmp_path / "in" / name / "svm.py"
        path.write_text(f"def predict(W, X):\n    {body}\n")
    points, out = tmp_path / "p", tmp_path / "out"
    points.write_text(POINTS[POINTS.rindex("[[") :])
    command = ["grade", str(tmp_path / "in"), "--seed", "s", "--points", str(points)]
    assert main([*command, "--out", str(out)]) == 0
    found = (out / "feedback" / "alice.txt").read_text(encoding="utf-8")
    assert "in line 2 (`while True: pass`)" in " ".join(found.split())


def test_a_submission_that_cannot_be_graded_leaves_the_others(
    tmp_path, monkeypatch, capsys
):
    def grade(name, *args):
        if name == "a.py":
            raise OSError("too many processes")
        return _grade.grade(name, *args)

    monkeypatch.setattr(__main__, "grade", grade)
    folder, points, out = tmp_path / "in", tmp_path / "p", tmp_path / "out"
    folder.mkdir()
    for name in ("a.py", "b.py"):
        (folder / name).write_text("def predict(W, X):\n    return X[:, 0]\n")
    points.write_text(POINTS[POINTS.rindex("[[") :])
    command = ["grade", str(folder), "--seed", "s", "--points", str(points)]
    assert main([*command, "--out", str(out)]) == 1
    assert "a.py: not graded, try again: OSError: too many" in capsys.readouterr().out
    assert [row["submission"] for row in table(out / "points.csv")] == ["b.py"]


@pytest.mark.skipif(sys.platform == "darwin", reason="its file names are UTF-8")
def test_submissions_and_report_take_any_bytes_and_characters(tmp_path):
    """A name in Latin-1, and a message that is half of a surrogate pair."""
    folder, points, out = tmp_path / "in", tmp_path / "p", tmp_path / "out"
    folder.mkdir()
    text = "def predict(W, X):\n    raise ValueError('\\udcfc')\n"
    (folder / os.fsdecode(b"M\xfcller.py")).write_text(text)
    points.write_text(POINTS[POINTS.rindex("[[") :])
    command = ["grade", str(folder), "--seed", "s", "--points", str(points), "--names"]
    assert main([*command, "--out", str(out)]) == 0
    (row,) = table(out / "points.csv")
    assert row["submission"] == r"M\xfcller.py"
    assert r"M\xfcller.py" in (out / "report.html").read_text(encoding="utf-8")
    (path,) = (out / "feedback").iterdir()
    assert r"ValueError: \udcfc" in path.read_text(encoding="utf-8")


def test_a_function_is_tried_without_the_rest_of_its_file(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text(
        "from math import *\nimport not_installed\nfrom svmlib.exercises import check\n"
        "table = make()\n"
        "def my_margins(S, y, delta):\n    return table\n"
        "def svm_loss_naive(W, X, y, reg):\n    return 0.0, W * 0\n"
        "def first(C, delta):\n    return (C - 1) * delta\n"
    )
    assert main(["check", str(path)]) == 1
    found = capsys.readouterr().out
    assert "margins: it raises an exception in line 6 (`return table`)." in found
    assert "only definitions and constants are run: table = make() (line 4)" in found
    assert "svm-loss: not attempted yet" in found
    assert "first-loss" not in found


def test_what_a_file_hands_to_check_is_tried_beside_what_has_an_exercises_name(
    tmp_path, capsys
):
    path = tmp_path / "mine.py"
    path.write_text(
        "def first(C, delta):\n    return (C - 1) * delta\n"
        "def predict(W, X):\n    return (X @ W).argmax(axis=1)\n"
        "def try_it(attempt):\n    check('first-loss', attempt)\n"
        "check('First-Loss', first)\n"
    )
    assert main(["check", str(path)]) == 0
    found = capsys.readouterr().out
    assert "first-loss: correct." in found
    assert "predict: correct." in found
    path.write_text(path.read_text() + "check('scores', first)\n")
    assert main(["check", str(path)]) == 1
    found = capsys.readouterr().out
    assert "first-loss: correct." in found
    assert "scores: it raises an exception" in found


def test_what_a_file_hands_to_check_has_to_be_there(tmp_path, capsys):
    path = tmp_path / "mine.py"
    path.write_text("check('svm-loss', undefined_name)\n")
    assert main(["check", str(path)]) == 1
    expected = "svm-loss: there is no function undefined_name."
    assert expected in capsys.readouterr().out
    path.write_text("def f(): pass\ncheck('svmloss', f)\n")
    with pytest.raises(SystemExit):
        main(["check", str(path)])
    assert "did you mean 'svm-loss'" in capsys.readouterr().err


def test_ways_to_write_a_file(tmp_path):
    """Branches, helpers, classes, annotations and constants are all taken along."""
    path = tmp_path / "a.py"
    path.write_text("""
from __future__ import annotations
from typing import Union
try:
    import numpy as np
except ImportError:
    np = None
Array = Union[np.ndarray, "Tensor"]
FIRST = 0
FIRST += 1
if FIRST:
    AXIS = 1
else:
    pass
class Scores:
    @staticmethod
    def of(W: Array, X: Array) -> Array:
        return X @ W
best = lambda S: np.argmax(S, axis=AXIS)
data = np.load("not there")
def predict(W: Array, X: Array) -> Array:
    np.save("own.npy", best(Scores.of(W, X)))
    return np.load("own.npy")
if __name__ == "__main__":
    predict = None
""")
    question = _grade.Question("predict", BOOK.exercises["predict"], {"all": 5})
    graded = _grade.grade("x", [path], [question], seed=0)
    assert graded.score == 5, graded


@pytest.mark.parametrize(
    "points, expected",
    [
        ("[[question", "is not TOML"),
        ("", "has no [[question]]"),
        ('[[question]]\nfunction = "f"\npoints = 1', "an exercise, or an accuracy"),
        ('[[question]]\nfunction = "f"\nexercise = "g"\npoints = 1', "named 'g'"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = {loss = 1}',
         "one number for this exercise"),
        ('[[question]]\nfunction = "f"\nexercise = "svm-loss"\npoints = {dW = 1}',
         "the parts are loss, gradient, penalty"),
        ('[[question]]\nfunction = "f"\nexercise = "margins"\npoints = -1', ">= 0"),
        ('[[question]]\nfunction = "f"\naccuracy = "x"\npoints = 1', "is a number, got 'x'"),
        ('[[question]]\nfunction = "f"\nexrcise = "margins"\npoints = 1', "the keys are"),
    ],
)  # fmt: skip
def test_a_points_file_that_is_wrong_is_reported_in_a_sentence(
    points, expected, tmp_path, capsys
):
    path = tmp_path / "points.toml"
    path.write_text(points)
    with pytest.raises(SystemExit):
        main(["grade", str(tmp_path), "--seed", "s", "--points", str(path)])
    assert expected in capsys.readouterr().err


@pytest.mark.parametrize(
    "body, points, mistakes",
    [
        ("return [1e-2, 1e-1], [1e-3]", 5, ()),
        ("return [1e-9], [1.0]", 0, ("low-accuracy",)),
        ("return [1e9], [1e9]", 0, ("low-accuracy",)),
        ("return [], []", 0, ("not-attempted",)),
        ("return [-1.0], [0.0]", 0, ("out-of-range",)),
        ("return list(range(20)), [0.0]", 0, ("too-many-pairs",)),
        ("return 3", 0, ("wrong-type",)),
    ],
)
def test_a_search_is_judged_by_the_accuracy_of_its_best_pair(
    body, points, mistakes, tmp_path
):
    path = tmp_path / "svm.py"
    path.write_text(f"def params():\n    {body}\n")
    question = _grade.Question("params", _grade.SEARCH, {"all": 5}, accuracy=0.8)
    graded = _grade.grade("x", [path], [question], seed=0)
    assert graded.score == points
    assert graded.marks[0].mistakes == mistakes
    assert all(mistake in _grade.IN_WORDS for mistake in mistakes)


def test_a_loop_where_none_is_wanted(tmp_path):
    path = tmp_path / "svm.py"
    path.write_text(RIGHT + "\n\ndef helper(*a):\n    return svm_loss(*a)\n")
    exercise = BOOK.exercises["svm-loss"]
    question = _grade.Question("helper", exercise, {"all": 5}, loops=False)
    (mark,) = _grade.grade("x", [path], [question], seed=0).marks
    assert mark.mistakes == ("has-a-loop",)
    assert "a loop, in line 10" in mark.message


def test_the_list_names_every_exercise(capsys):
    assert main(["list"]) == 0
    assert set(list_exercises()) <= set(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    "name, data, expected",
    [
        ("a.py", b"\xff\xfe", "a.py is not a text in UTF-8."),
        ("a.py", b"x\0", "a.py is not Python"),
        ("a.py", b"#" * 1_000_001, "a.py has more than 1,000,000 characters."),
        ("a.ipynb", b"{}", "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", b"[" * 100_000, "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", notebook("%%bash\nfor f in *; do").encode(), ""),
        ("a.txt", b"", "There is no .py file and no notebook."),
    ],
)
def test_what_cannot_be_read_is_reported(name, data, expected, tmp_path):
    (tmp_path / name).write_bytes(data)
    exercise = BOOK.exercises["predict"]
    question = _grade.Question("predict", exercise, {"all": 5})
    graded = _grade.grade("x", _grade.files_of(tmp_path), [question], seed=0)
    assert graded.score == 0
    assert "\n".join(graded.notes).startswith(expected)


def test_a_command_that_cannot_be_run_is_reported(tmp_path, capsys):
    (tmp_path / "a.py").write_text("def f(): pass")
    (tmp_path / "p").write_text(POINTS)
    (tmp_path / "empty").mkdir()
    grade = ["--seed", "s", "--points", str(tmp_path / "p")]
    for command, expected in (
        (["check", str(tmp_path / "a.py")], "no function with the name of an exercise"),
        (["check", str(tmp_path / "p")], "neither a .py file nor a notebook"),
        (["check", str(tmp_path / "none.py")], "No such file"),
        (["grade", str(tmp_path / "a.py"), *grade], "is not a folder"),
        (["grade", str(tmp_path / "empty"), *grade], "holds no .py file"),
    ):
        with pytest.raises(SystemExit):
            main(command)
        assert expected in capsys.readouterr().err


def test_a_bug_is_no_usage_line(monkeypatch):
    def broken(options):
        raise ValueError("a bug")

    monkeypatch.setattr(__main__, "_list", broken)
    with pytest.raises(ValueError, match="a bug"):
        main(["list"])


@pytest.mark.parametrize("line", ["os._exit(1)", "raise SystemExit", "1 / 0"])
def test_a_library_that_does_not_load_costs_one_submission_its_points(
    line, tmp_path, monkeypatch
):
    (tmp_path / "library.py").write_text(f"import os\n{line}\n")
    monkeypatch.syspath_prepend(tmp_path)
    path = tmp_path / "a.py"
    path.write_text(
        "import library\ndef predict(W, X):\n    return library.best(X @ W)\n"
    )
    question = _grade.Question("predict", BOOK.exercises["predict"], {"all": 5})
    assert _grade.grade("x", [path], [question], seed=0).score == 0


def test_where_the_system_keeps_the_network_python_refuses_it(tmp_path, monkeypatch):
    monkeypatch.setattr(_sandbox, "without_network", lambda: ())
    path = tmp_path / "a.py"
    path.write_text("def predict(W, X):\n    import socket\n    socket.socket()\n")
    question = _grade.Question("predict", BOOK.exercises["predict"], {"all": 5})
    (mark,) = _grade.grade("x", [path], [question], seed=0).marks
    assert mark.mistakes == ("forbidden",)

"""What Python reads in a file or a notebook, and what is said of the rest."""

import pytest

from svmlib.exercises.submissions._source import CommandError
from svmlib.exercises.submissions._student_file import StudentFile
from tests.svmlib.exercises.helpers.student_files import notebook


@pytest.mark.parametrize(
    "what, cell",
    {
        **{
            f"the magic {name} for the cell": f"%%{name}\nAXIS = 1"
            for name in ("time", "timeit", "capture", "capture output", "prun")
        },
        "a magic for a line": "%matplotlib inline\nAXIS = 1",
        "a command in a branch": "AXIS = 1\nif AXIS:\n    !echo it's (",
        "a command on four lines": "!pip install \\\n a \\\n b \\\n c\nAXIS = 1",
        "a command that goes on at the end of a cell": "AXIS = 1\n!echo \\",
        "assignments": "files = !ls\nlines = %sx ls\nAXIS = 1",
        "many commands": "!ls\n" * 99 + "AXIS = 1",
        "a null byte": "!echo \0\nAXIS = 1",
        "help": "print?\n?print\nAXIS = 1",
        "no line between brackets": "AXIS = (\n    3\n    % 2\n)\nprint?",
        "no line before a bracket": "AXIS = (3\n        % 2)",
        "no line of a string": "AXIS = {'''\n%d''': 1}['\\n%d']\nprint?",
    }.items(),
)
def test_file_leaves_to_ipython(what, cell, grade_file):
    predict = "def predict(W, X):\n    return np.argmax(X @ W, axis=AXIS)\npredict?"
    graded = grade_file(notebook("import numpy as np", cell, predict), "svm.ipynb")
    assert graded.score == 5, graded


@pytest.mark.parametrize(
    "cell",
    [
        "%%html\n<b>x</b>",
        "\n%%writefile svm.py\nx = 1",
        "%%timer\nx = (",
        "%%bash\nls *",
        "%%javascript\nlet a = 'the def ';",
    ],
)
def test_cell_with_another_magic_is_left_out(cell, tmp_path):
    path = tmp_path / "svm.ipynb"
    path.write_text(notebook(cell, "def g(): pass"))
    read = StudentFile(path)
    assert (read.unread, read.functions) == ([], ("g",))
    assert [source.cell for source in read.sources] == ["cell 2"]


@pytest.mark.parametrize(
    ("cell", "magic"),
    [
        ("%%writefile svm.py\ndef predict(W, X): pass", "%%writefile"),
        ("\n%%file -a svm.py\nx = 1\nasync def predict(W, X): pass", "%%file"),
        ("%%script python\nclass SVM:\n    def predict(self): pass", "%%script"),
        ("%%timer\ndef predict(W, X): pass", "%%timer"),
    ],
)
def test_student_is_told_which_magic_leaves_out_functions(cell, magic, grade_file):
    graded = grade_file(notebook("", cell), "svm.ipynb")
    (mark,), (told,) = graded.marks, graded.unread
    assert told == (
        f"svm.ipynb, cell 2 begins with {magic}, so its functions are left out; "
        "delete that line if they should be read."
    )
    assert mark.message == "there is no function predict in what could be read."


def test_file_that_is_not_python_is_refused_unless_it_is_a_notebook(
    tmp_path, student_file
):
    with pytest.raises(CommandError, match="svm.py is not Python: line 2"):
        student_file("x = 1\ndef f(:")
    path = tmp_path / "svm.ipynb"
    path.write_text(notebook("x = 1\ndef f(:", "def g(): pass"))
    read = StudentFile(path)
    assert read.functions == ("g",)
    assert read.unread[0].startswith("svm.ipynb, cell 1 is not Python: line 2")


@pytest.mark.parametrize(
    "name, data, expected",
    [
        ("a.py", b"\xff\xfe", "a.py is not a text in UTF-8; save it as one."),
        ("a.py", b"x\0", "a.py is not Python: source code "),
        ("a.py", b"#" * 1_000_001, "a.py has more than 1,000,000 characters."),
        ("a.ipynb", notebook("#" * 1_000_001).encode(),
         "a.ipynb, cell 1 has more than 1,000,000 characters."),
        ("a.ipynb", b"{}", "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", b"[" * 100_000, "a.ipynb is not a notebook of format 4."),
        ("a.ipynb", notebook("AXIS = 1\n%%bash\nfor f in *; do").encode(),
         "a.ipynb, cell 1 is not Python: line 3"),
        ("a.txt", b"", "There is no .py file and no notebook."),
    ],
)  # fmt: skip
def test_file_that_cannot_be_read_is_reported(name, data, expected, grade_file):
    graded = grade_file(data, name)
    assert graded.score == 0
    assert "\n".join(graded.unread).startswith(expected)

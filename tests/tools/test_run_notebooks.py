"""tools/run_notebooks.py: what it refuses, and what it writes."""

import sys

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook, new_output

from book._parsing import BOOK, ROOT
from tools import run_notebooks
from tools.run_notebooks import execute, find_notebooks, main, strip_colours
from tools.shared.notebook_form import normal_form


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["README.md"], "not a notebook: README.md"),
        (["--jobs", "0"], "--jobs must be 1 or more, got 0"),
        (["tools"], "no notebook in the folder tools"),
        (["book", "absent.ipynb"], "no such notebook or folder: absent.ipynb"),
    ],
)
def test_main_refuses_what_is_not_a_notebook(arguments, message, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(sys, "argv", ["run_notebooks.py", *arguments])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert message in capsys.readouterr().err


def test_main_takes_the_book_from_any_folder(tmp_path, monkeypatch):
    taken = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["run_notebooks.py"])
    monkeypatch.setattr(
        run_notebooks, "find_notebooks", lambda paths: taken.extend(paths) or []
    )
    assert main() == 0
    assert taken == [BOOK]


def test_notebooks_and_folders_are_taken_once_and_in_order(tmp_path):
    paths = [tmp_path / name for name in ("a.ipynb", "b.ipynb", "c.ipynb")]
    for path in paths:
        path.touch()
    assert find_notebooks([paths[1], tmp_path]) == paths


@pytest.mark.parametrize("text", ["no JSON", "{}", "[1]"])
def test_execute_names_a_broken_notebook_and_leaves_it(tmp_path, text):
    path = tmp_path / "broken.ipynb"
    path.write_text(text)
    written, fault = execute(path, refresh=False)
    assert not written
    assert fault.startswith(f"{path}: not a notebook")
    assert path.read_text() == text


def test_execute_tells_a_failing_cell_in_few_lines(tmp_path):
    path = tmp_path / "failing.ipynb"
    cells = [new_code_cell("1"), new_code_cell("x = 1\nassert x == 2, 'x is\\n1'")]
    text = normal_form(new_notebook(cells=cells))
    path.write_text(text)
    written, fault = execute(path, refresh=False)
    assert not written
    assert fault.splitlines() == [
        f"{path}: failed in cell 2",
        "Cell In[2], line 2",
        "----> 2 assert x == 2, 'x is\\n1'",
        "AssertionError: x is",
        "1",
    ]


def test_main_goes_on_after_a_notebook_that_fails(tmp_path, monkeypatch, capsys):
    """A kernel runs in its notebook's folder, and its end is a fault like any other."""
    (tmp_path / "beside.txt").touch()
    sources = "import os; os._exit(1)", "open('beside.txt').close()"
    paths = [tmp_path / name for name in ("a.ipynb", "b.ipynb")]
    for path, source in zip(paths, sources, strict=True):
        path.write_text(normal_form(new_notebook(cells=[new_code_cell(source)])))
    monkeypatch.setattr(sys, "argv", ["run_notebooks.py", str(tmp_path)])
    assert main() == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first == f"{paths[0]}: failed in cell 1"
    assert last == f"{paths[1]}: unchanged"


@pytest.mark.parametrize(("options", "time"), [([], "then"), (["--refresh"], "now")])
def test_main_writes_what_a_run_gives(options, time, tmp_path, monkeypatch, capsys):
    """An output that isn't compared stays, unless it is asked for or there is none."""
    varying = {"tags": ["nbval-ignore-output"]}
    print_now = "print('n', end='', flush=True); print('ow')"
    cells = [
        new_code_cell("1 + 1", outputs=[new_output("stream", text="3")]),
        new_code_cell(print_now, metadata=varying),
        new_code_cell(print_now, metadata=varying),
    ]
    cells[1].outputs = [new_output("stream", text="then\n")]
    (tmp_path / ".ipynb_checkpoints").mkdir()
    paths = [tmp_path / "a.ipynb", tmp_path / ".ipynb_checkpoints" / "a.ipynb"]
    for path in paths:
        nbformat.write(new_notebook(cells=cells), path)
    before = paths[1].read_bytes()
    monkeypatch.setattr(sys, "argv", ["run_notebooks.py", str(tmp_path), *options])
    assert main() == 0
    assert main() == 0
    report = [f"{paths[0]}: {what}changed" for what in ("", "un")]
    assert capsys.readouterr().out.splitlines() == report
    assert paths[1].read_bytes() == before
    one, two, three = nbformat.read(paths[0], as_version=4).cells
    assert [out.data["text/plain"] for out in one.outputs] == ["2"]
    assert [out.text for out in two.outputs] == [f"{time}\n"]
    assert [out.text for out in three.outputs] == ["now\n"]


def test_text_loses_its_colours():
    coloured = "\x1b[1;31mcell [3]\x1b[0m, \x1b[mline 2"
    assert strip_colours(coloured) == "cell [3], line 2"

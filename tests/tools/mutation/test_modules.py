"""tools/mutation/modules.py: the modules of svmlib, and the tests that notice a change."""

from functools import partial

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from book._parsing import ROOT
from tools.mutation import __main__ as command
from tools.mutation import modules
from tools.mutation.processes import CAUGHT, ERROR, SURVIVED, run_in_processes


def test_only_is_the_whole_name_of_a_function(tmp_path, monkeypatch, capsys):
    path = tmp_path / "small.py"
    path.write_text("def f(x):\n    return x > 2\n\ndef ff(x):\n    return x > 2\n")
    for tool in (modules, command):
        monkeypatch.setattr(tool, "ROOT", tmp_path)
    listed = ["mutation", "--package", str(path), "--only", "f", "--list"]
    monkeypatch.setattr("sys.argv", listed)
    assert command.main() == 0
    _, *lines = capsys.readouterr().out.splitlines()
    assert lines and all(": f: return x > 2" in line for line in lines)


def test_no_test_runs_if_no_function_has_the_name(tmp_path, monkeypatch, capsys):
    path = tmp_path / "small.py"
    path.write_text("def f(x):\n    return x > 2\n")
    for tool in (modules, command):
        monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.setattr(modules, "tests_of", lambda _: pytest.fail("looks for tests"))
    monkeypatch.setattr("sys.argv", ["mutation", "--package", str(path), "--only", "g"])
    assert command.main() == 1
    assert "Not tried: nothing is named g" in capsys.readouterr().out


def test_notebooks_do_not_try_bad_input(tmp_path, monkeypatch, capsys):
    path = tmp_path / "small.py"
    path.write_text(
        "def f(x):\n    if x > 2:\n        raise ValueError\n    return x + 2\n"
    )
    for tool in (modules, command):
        monkeypatch.setattr(tool, "ROOT", tmp_path)
    listed = ["mutation", "--package", str(path), "--list"]
    monkeypatch.setattr("sys.argv", listed)
    assert command.main() == 0
    assert "line 2: " in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", [*listed, "--notebooks"])
    assert command.main() == 0
    output = capsys.readouterr().out
    assert "line 4: " in output and "line 2: " not in output


def test_notebooks_that_name_a_module_come_first(tmp_path, monkeypatch):
    names = "ab", "b", "c"
    for name, text in zip(names, ("margin", "smo", "margin"), strict=True):
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(modules, "notebooks", lambda: [tmp_path / n for n in names])
    paths = modules.notebooks_for(tmp_path / "smo.py")
    assert [path.name for path in paths] == ["b", "ab", "c"]


def test_modules_that_all_others_use_are_tried_by_all_tests():
    everything = sorted((ROOT / "tests" / "svmlib").glob("test_*.py"))
    for name in ("base", "_validation"):
        assert modules.tests_of(ROOT / "svmlib" / f"{name}.py") == everything
    own = modules.tests_of(ROOT / "svmlib" / "smo.py")
    assert [path.name for path in own] == ["test_smo.py"]


@pytest.mark.parametrize(
    ("matrix", "end"), [("[[1, 2], [3, 4]]", CAUGHT), ("[[1, 2], [2, 4]]", ERROR)]
)
def test_transpose_of_a_symmetric_matrix_is_not_tried(
    matrix, end, tmp_path, monkeypatch
):
    """The tests fail for either matrix; only the other is a mutant."""
    module, test = tmp_path / "tiny_module.py", tmp_path / "test_tiny.py"
    module.touch()
    test.write_text("import tiny_module\n\ndef test_tiny():\n    assert False\n")
    monkeypatch.setattr(modules, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    source = f"import numpy as np\ntransposed(np.array({matrix}))\n"
    task = partial(modules.run_tests, [test], module, source)
    assert run_in_processes([task], 120, 1) == [end]


def test_notebook_imports_the_altered_module(tmp_path):
    """Its kernel is another process, and has to find the copy of svmlib."""
    (tmp_path / "pytest.ini").write_text("[pytest]\naddopts = --nbval\n")
    notebook, module = tmp_path / "small.ipynb", ROOT / "svmlib" / "margin.py"
    cell = new_code_cell(
        "from svmlib import margin\nassert not hasattr(margin, 'ALTERED')"
    )
    nbformat.write(new_notebook(cells=[cell]), notebook)
    source = module.read_text("utf-8")
    tasks = [
        partial(modules.run_altered_notebooks, [notebook], module, text)
        for text in (source, f"{source}\nALTERED = True\n")
    ]
    ends = run_in_processes(tasks, 120, 1)
    assert ends == [SURVIVED, CAUGHT]


@pytest.mark.nightly
def test_survivors_of_the_tests_of_a_module_are_reported(tmp_path, monkeypatch, capsys):
    """What is listed for the module is let through."""
    tiny, tests = tmp_path / "tiny", tmp_path / "tests" / "tiny"
    tiny.mkdir()
    tests.mkdir(parents=True)
    (tiny / "__init__.py").touch()
    module = tiny / "small.py"
    module.write_text("def f(x):\n    return x > 2\n")
    (tests / "test_small.py").write_text(
        "from tiny.small import f\n\ndef test_f():\n    assert f(9) and not f(0)\n"
    )
    untested = tiny / "untested.py"
    untested.write_text("def f(x):\n    return x > 2\n")
    (tests / "test_untested.py").write_text("X = 1\n")
    listed = tmp_path / "listed.toml"
    listed.write_text("")
    for tool in (modules, command):
        monkeypatch.setattr(tool, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(command, "EQUIVALENT", listed)
    monkeypatch.setattr("sys.argv", ["mutation", "--package", str(module)])
    assert command.main() == 1
    output = capsys.readouterr().out
    assert "x > 2 -> x >= 2" in output and "x > 2 -> x < 2" not in output
    survivors = [line.split(": ", 1)[1] for line in output.splitlines()[1:-1]]
    listed.write_text(f'["tiny.small"]\n"no test calls f(2)" = {survivors}')
    assert command.main() == 0
    # A module without a test is reported, and stops none of those after it.
    paths = [str(untested), str(module)]
    monkeypatch.setattr("sys.argv", ["mutation", "--package", *paths])
    assert command.main() == 1
    first, share, last = capsys.readouterr().out.splitlines()[-3:]
    assert first.startswith("small: ") and share.startswith("100.0% of the mutants")
    assert last == "Not tried: tiny.untested: pytest collects no tests for it"


@pytest.mark.nightly
def test_tests_catch_a_sample_of_the_mutants_of_a_module(monkeypatch, capsys):
    module = ["svmlib/margin.py", "--sample", "3", "--seed", "1"]
    monkeypatch.setattr("sys.argv", ["mutation", "--package", *module])
    assert command.main() == 0
    expected = "margin: 3 mutants, {'caught': 3, 'equivalent': 0, 'surviving': 0}"
    assert capsys.readouterr().out.startswith(expected)

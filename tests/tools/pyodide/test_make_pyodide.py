"""tools/pyodide/make_pyodide.py: what it needs, and what it says about a bad copy."""

import sys

import pytest

from tools.pyodide import make_pyodide
from tools.pyodide.distribution import VERSION


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere", "there is no such folder"),
        ("file", "is a file, not a folder"),
        (
            "empty",
            f"pyodide.js: there is no such file; Pyodide {VERSION} needs",
        ),
        ("other", f"not the file of Pyodide {VERSION}: its sha256 is"),
    ],
)
def test_main_refuses_a_bad_copy_of_pyodide(tmp_path, name, words, monkeypatch):
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pyodide.js").touch()
    call = ["make_pyodide.py", "--dry-run", "--pyodide", str(tmp_path / name)]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit, match=words):
        make_pyodide.main()


def test_find_node_asks_for_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="needs Node.js"):
        make_pyodide.find_node()


def test_dependencies_have_their_own_and_any_spelling():
    depends = {"a": ["B_c"], "b-c": ["d", "a"], "d": [], "e": ["a"]}
    packages = {name: {"depends": names} for name, names in depends.items()}
    found = make_pyodide.with_dependencies(["a"], packages)
    assert found == ["a", "b-c", "d"]

"""tools/pyodide/make_pyodide.py: what it needs, and what it says about a bad copy."""

import sys

import pytest

from tools.pyodide import make_pyodide


def test_main_refuses_a_bad_copy_of_pyodide(tmp_path, monkeypatch):
    call = ["make_pyodide.py", "--dry-run", "--pyodide", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit, match="pyodide.js: there is no such file"):
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

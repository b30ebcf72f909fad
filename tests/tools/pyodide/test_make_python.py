"""tools/pyodide/make_python.py: what it needs, and what it says about a bad copy."""

import hashlib
import json
import sys

import pytest

from tools.pyodide import make_python


def test_main_refuses_a_bad_copy_of_pyodide(tmp_path, monkeypatch):
    call = ["make_python.py", "--dry-run", "--pyodide", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit, match="pyodide.js: there is no such file"):
        make_python.main()


def test_needed_files_are_the_required_and_those_optional_that_are_there(
    tmp_path, monkeypatch
):
    """A wheel may be Pyodide's or that of PyPI, and nothing else."""
    packages = {}
    for name in ("needed", "below", "there", "absent", "other"):
        own = hashlib.sha256(name.encode()).hexdigest()
        depends = ["below"] if name == "needed" else []
        packages[name] = {"file_name": name, "sha256": own, "depends": depends}
        if name != "absent":
            (tmp_path / name).write_text(name)
    (tmp_path / make_python.LOCK).write_text(json.dumps({"packages": packages}))
    monkeypatch.setattr(make_python, "RUNTIME", {})
    monkeypatch.setattr(make_python, "REQUIRED", ("needed",))
    monkeypatch.setattr(make_python, "OPTIONAL", ("absent", "there"))
    from_pypi = hashlib.sha256(b"from PyPI").hexdigest()
    monkeypatch.setattr(make_python, "PYPI_WHEELS", {"below": from_pypi})
    for text in ("below", "from PyPI"):
        (tmp_path / "below").write_text(text)
        files, lock = make_python.needed_files(tmp_path)
        assert [path.name for path in files] == ["below", "needed", "there"]
        assert lock == {"packages": {path.name: packages[path.name] for path in files}}
    (tmp_path / "below").write_text("from elsewhere")
    with pytest.raises(SystemExit, match="below: not the file of Pyodide"):
        make_python.needed_files(tmp_path)


def test_find_node_asks_for_it(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SystemExit, match="needs Node.js"):
        make_python.find_node()


def test_dependencies_have_their_own_and_any_spelling():
    depends = {"a": ["B_c"], "b-c": ["d", "a"], "d": [], "e": ["a"]}
    packages = {name: {"depends": names} for name, names in depends.items()}
    found = make_python.with_dependencies(["a"], packages)
    assert found == ["a", "b-c", "d"]

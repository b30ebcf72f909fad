"""tools/pyodide/options.py: which paths it takes."""

import pytest

from tools.pyodide.options import read_options


def test_paths_hold_in_any_folder(tmp_path, monkeypatch):
    (tmp_path / "copy").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["make_lite", "site", "--pyodide", "copy"])
    options = read_options("Make.\n\n    python -m tools.pyodide.make_lite\n")
    assert (options.site, options.pyodide) == (tmp_path / "site", tmp_path / "copy")


def test_a_copy_of_pyodide_is_a_folder(tmp_path, monkeypatch):
    call = ["make_lite", "--pyodide", str(tmp_path / "nowhere")]
    monkeypatch.setattr("sys.argv", call)
    with pytest.raises(SystemExit, match="nowhere: there is no such folder"):
        read_options("Make.\n\n    python -m tools.pyodide.make_lite\n")

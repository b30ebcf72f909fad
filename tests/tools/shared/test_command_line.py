"""tools/shared/command_line.py: which paths it takes."""

import pytest

from tools.shared.command_line import built_site, read_pyodide_options


def test_paths_hold_in_any_folder(tmp_path, monkeypatch):
    (tmp_path / "copy").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["make_lite", "site", "--pyodide", "copy"])
    options = read_pyodide_options("Make.")
    assert (options.site, options.pyodide) == (tmp_path / "site", tmp_path / "copy")


def test_a_copy_of_pyodide_is_a_folder(tmp_path, monkeypatch):
    call = ["make_lite", "--pyodide", str(tmp_path / "nowhere")]
    monkeypatch.setattr("sys.argv", call)
    with pytest.raises(SystemExit, match="nowhere: there is no such folder"):
        read_pyodide_options("Make.")


def test_built_site_has_a_first_page(tmp_path):
    with pytest.raises(SystemExit, match="there is no built book; run `make book`"):
        built_site(tmp_path)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "index.html").touch()
    assert built_site(tmp_path) == tmp_path

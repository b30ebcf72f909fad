"""tools/shared/command_line.py: which paths it takes, and what it shows of a program."""

import pytest

from tools.shared.command_line import built_site, read_pyodide_options

PROGRAM = """Make the notebooks.

    python -m tools.make_lite [SITE]
"""


def test_paths_hold_in_any_folder(tmp_path, monkeypatch):
    (tmp_path / "copy").mkdir()
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", ["make_lite", "site", "--pyodide", "copy"])
    options = read_pyodide_options(PROGRAM)
    assert (options.site, options.pyodide) == (tmp_path / "site", tmp_path / "copy")


def test_help_shows_what_can_be_typed(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["make_lite.py", "--help"])
    with pytest.raises(SystemExit):
        read_pyodide_options(PROGRAM)
    shown = capsys.readouterr().out
    assert shown.startswith("usage: python -m tools.make_lite [-h]")
    assert "\n\nMake the notebooks.\n\n" in shown


def test_a_copy_of_pyodide_is_a_folder(tmp_path, monkeypatch):
    call = ["make_lite", "--pyodide", str(tmp_path / "nowhere")]
    monkeypatch.setattr("sys.argv", call)
    with pytest.raises(SystemExit, match="nowhere: there is no such folder"):
        read_pyodide_options(PROGRAM)


def test_built_site_has_a_first_page(tmp_path):
    with pytest.raises(SystemExit, match="there is no built book; run `make book`"):
        built_site(tmp_path)
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "index.html").touch()
    assert built_site(tmp_path) == tmp_path

"""tools/make_lite.py: what it says about a bad copy of Pyodide or a missing network."""

import sys
from pathlib import Path

import make_lite
import pytest

COMM = next(name for name in make_lite.PYPI_WHEELS if name.startswith("comm-"))


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere", "there is no such folder"),
        ("file", "is a file, not a folder"),
        ("empty", "pyodide.js: there is no such file; Pyodide 0.27.7 needs it"),
        ("other", "not the file of Pyodide 0.27.7: its sha256 is"),
    ],
)
def test_main_refuses_a_bad_copy_of_pyodide(
    tmp_path: Path, name: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pyodide.js").touch()
    call = ["make_lite.py", "--check", "--pyodide", str(tmp_path / name)]
    monkeypatch.setattr(sys, "argv", call)
    with pytest.raises(SystemExit, match=words):
        make_lite.main()


def test_comm_wheel_reports_a_missing_network_and_only_reads_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = list[Path]()

    def pip(*call: str, into: Path) -> bool:
        folders.append(into)
        return False

    own = tmp_path / "copy"
    own.mkdir()
    monkeypatch.setattr(make_lite, "ROOT", tmp_path)
    monkeypatch.setattr(make_lite, "pip", pip)
    for copy in (None, own):
        with pytest.raises(SystemExit, match=f"Is there a network.*{COMM}"):
            make_lite.comm_wheel(copy)
    assert folders == [tmp_path / "_build"] * 2
    (own / COMM).touch()
    with pytest.raises(SystemExit, match="copy/comm.*not the file of comm 0.2.2: its"):
        make_lite.comm_wheel(own)

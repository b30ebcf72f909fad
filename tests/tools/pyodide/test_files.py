"""tools/pyodide/files.py: a file is known by its hash."""

import subprocess
import sys

import pytest

from tools.pyodide import files
from tools.pyodide.files import sha256, verify


@pytest.mark.parametrize(
    ("command", "folder", "code"), [("wheel", "-w", 0), ("download", "-d", 1)]
)
def test_pip_gets_one_wheel_without_what_it_depends_on(
    command, folder, code, tmp_path, monkeypatch
):
    calls = []

    def run(call, **_):
        calls.append(call)
        return subprocess.CompletedProcess(call, code)

    monkeypatch.setattr(files.subprocess, "run", run)
    assert files.pip(command, "comm==1", into=tmp_path) == (code == 0)
    (call,) = calls
    assert call[:4] == [sys.executable, "-m", "pip", command]
    assert {"--no-deps", "comm==1"} <= set(call)
    assert call[call.index(folder) + 1] == str(tmp_path)


def test_verify_names_the_file_that_is_missing_or_another(tmp_path):
    path = tmp_path / "a.whl"
    with pytest.raises(
        SystemExit, match=r"a\.whl: there is no such file; A 1 needs it"
    ):
        verify(path, "0", of="A 1")
    path.touch()
    with pytest.raises(SystemExit, match=r"a\.whl: not the file of A 1: its sha256 is"):
        verify(path, "0", of="A 1")
    assert verify(path, "0", sha256(path)) == path

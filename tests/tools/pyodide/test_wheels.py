"""tools/pyodide/wheels.py: what pip is asked for."""

import subprocess
import sys

import pytest

from tools.pyodide import wheels


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

    monkeypatch.setattr(wheels.subprocess, "run", run)
    assert wheels.pip(command, "comm==1", into=tmp_path) == (code == 0)
    (call,) = calls
    assert call[:4] == [sys.executable, "-m", "pip", command]
    assert {"--no-deps", "comm==1"} <= set(call)
    assert call[call.index(folder) + 1] == str(tmp_path)

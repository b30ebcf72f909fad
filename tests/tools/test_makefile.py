"""The Makefile: the types of the scripts are checked wherever npm is."""

import os
import shutil
import subprocess

import pytest

from tools import ROOT

MAKE = shutil.which("make")


@pytest.fixture
def lint(tmp_path):
    """Give a function that runs `make lint` where npm, if it is there, installs nothing.

    Each program is a stand-in: those of Python do nothing, and npm fails.
    """
    for name in ("ruff", "mypy", "python", "npm"):
        program = tmp_path / name
        program.write_text(f"#!/bin/sh\nexit {int(name == 'npm')}\n")
        program.chmod(0o755)
    for name in ("sh", "rm", "touch"):
        (tmp_path / name).symlink_to(shutil.which(name))

    def run(**environment):
        paths = [f"BIN={tmp_path}", f"TSC={tmp_path / 'tsc'}", "READY=Makefile"]
        return subprocess.run(
            [MAKE, "lint", *paths],
            cwd=ROOT,
            env={"PATH": str(tmp_path), **environment},
            capture_output=True,
            text=True,
            check=False,
        )

    return run


@pytest.mark.skipif(MAKE is None or os.name != "posix", reason="needs make")
def test_lint_fails_in_ci_without_typescript_where_npm_exists(lint, tmp_path):
    """Elsewhere, and without npm, the types of the scripts are skipped."""
    said = "npm can't install TypeScript"
    assert lint().returncode == 0
    failed = lint(CI="true")
    assert failed.returncode != 0 and said in failed.stderr
    (tmp_path / "npm").unlink()
    skipped = lint(CI="true")
    assert skipped.returncode == 0 and "skipped" in skipped.stdout

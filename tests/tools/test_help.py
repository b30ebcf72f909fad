"""Each program of tools says how it is called, and then does nothing."""

import subprocess
import sys

import pytest

from book._parsing import ROOT

PROGRAMS = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".")
    for path in sorted((ROOT / "tools").rglob("*.py"))
    if 'if __name__ == "__main__":' in path.read_text("utf-8")
]


@pytest.mark.parametrize("program", PROGRAMS)
def test_help_is_printed(program):
    printed = subprocess.check_output(
        [sys.executable, "-m", program, "--help"], cwd=ROOT, text=True
    )
    assert printed.startswith("usage: ")

"""The Makefile: what it builds again, and what it leaves alone."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


class Folder:
    """A folder with the Makefile, a site, and programs that only write down their call.

    They fail where their call ends with `failing`.
    """

    mark = "_build/html/lite/engine.json"

    def __init__(self, path: Path, failing: str = "no call") -> None:
        self.path, self.site = path, path / "_build" / "html"
        programs = path / ".venv" / "bin"
        programs.mkdir(parents=True)
        self.site.mkdir(parents=True)
        (self.site / "index.html").touch()
        for name in ("Makefile", "requirements.txt", "pyproject.toml"):
            shutil.copyfile(ROOT / name, path / name)
        for name in ("python", "jupyter-book"):
            program = programs / name
            lines = (
                "#!/bin/sh",
                f'echo "{name} $*" >> calls',
                f'case "$*" in *"{failing}") exit 1;;',
                f"*make_lite.py) mkdir -p _build/html/lite; touch {self.mark};; esac",
            )
            program.write_text("\n".join(lines), encoding="utf-8")
            program.chmod(0o755)
        (path / ".venv" / ".ready").touch()

    def make(self, *words: str) -> tuple[int, list[str]]:
        """Return make's exit code and the calls of the programs."""
        outer = {"PDF", "PYODIDE", "MAKEFLAGS", "MAKELEVEL", "MFLAGS", "MAKEOVERRIDES"}
        environment = {k: v for k, v in os.environ.items() if k not in outer}
        (self.path / "calls").write_text("")
        call = ["make", "-C", str(self.path), *words]
        done = subprocess.run(call, env=environment, check=False, capture_output=True)
        calls = (self.path / "calls").read_text("utf-8").splitlines()
        return done.returncode, calls


@pytest.mark.parametrize("goal", ["serve", "test-site"])
def test_what_is_half_built_is_built_again(tmp_path: Path, goal: str) -> None:
    folder = Folder(tmp_path)
    for is_built in (False, True):
        code, calls = folder.make(goal)
        assert code == 0
        assert ("jupyter-book build" not in " ".join(calls)) is is_built


@pytest.mark.parametrize("failing", ["make_lite.py --check", "make_pdf.py --check"])
def test_what_is_missing_is_told_before_a_site_goes(
    tmp_path: Path, failing: str
) -> None:
    folder = Folder(tmp_path, failing)
    code, calls = folder.make("pdf")
    assert code != 0
    assert calls[-1].endswith(failing)
    assert (folder.site / "index.html").exists()


@pytest.mark.parametrize("failing", ["-n -q", "make_lite.py", "make_pdf.py"])
def test_a_failed_build_is_not_taken_for_a_good_one(
    tmp_path: Path, failing: str
) -> None:
    folder = Folder(tmp_path, failing)
    (tmp_path / folder.mark).parent.mkdir()
    (tmp_path / folder.mark).touch()
    assert folder.make("pdf")[0] != 0
    assert not (tmp_path / folder.mark).exists()

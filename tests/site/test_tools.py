"""The Makefile and the tools of the site: what they make, and what they say is missing."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import make_lite
import make_pdf
import nbformat
import pytest
from built import LITE
from labs import WAIT
from lite_notebooks import with_numbers
from test_site import notebooks

ROOT = Path(__file__).resolve().parents[2]
COMM = next(name for name in make_lite.INDEX if name.startswith("comm-"))
LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)[^)]*\)")


def test_links_of_the_browsers_notebooks_lead_to_notebooks(site: Path) -> None:
    faults, links = [], 0
    found = sorted((site / LITE / "files").rglob("*.ipynb"))
    for path in found:
        for cell in nbformat.read(path, as_version=4).cells:
            for link in LINK.findall(cell.source) * (cell.cell_type == "markdown"):
                links += 1
                if (path.parent / link).resolve() not in found:
                    faults.append(f"{path.name}: {link}")
    assert not faults
    assert links
    assert len(found) == len(notebooks())


def test_a_link_to_another_page_leaves_its_words() -> None:
    text = "[a lab](../margin/lab.md#top), [SMO](smo.ipynb), [x](https://x.org/x.md)"
    assert with_numbers(text, {}, iter(())) == f"a lab{text[text.index(', [SMO]') :]}"


def test_what_only_a_script_can_start_is_not_printed(site: Path) -> None:
    name = "book/margin/lab"
    assert WAIT in (site / f"{name}.html").read_text("utf-8")
    assert WAIT not in make_pdf.chapter(site, name, set()).get_text()


def test_chromium_may_be_a_name_or_a_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "other-chromium"
    program.touch(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    for name in (program.name, str(program)):
        monkeypatch.setenv("CHROMIUM", name)
        assert make_pdf.find_chromium() == str(program)
    monkeypatch.setenv("CHROMIUM", "nowhere")
    with pytest.raises(SystemExit, match=r"CHROMIUM=nowhere is no program.*install"):
        make_pdf.find_chromium()
    monkeypatch.setenv("CHROMIUM", "")
    with pytest.raises(SystemExit, match=r"none on the path.*install"):
        make_pdf.find_chromium()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere", "there is no such folder"),
        ("file", "is a file, not a folder"),
        ("empty", "pyodide.js: there is no such file; Pyodide 0.27.7 needs it"),
        ("other", "not the file of Pyodide 0.27.7: its sha256 is"),
    ],
)
def test_a_bad_copy_of_pyodide_is_told(tmp_path: Path, name: str, words: str) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "pyodide.js").touch()
    done = subprocess.run(
        [sys.executable, make_lite.__file__, "--check", "--pyodide", tmp_path / name],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_no_network_is_told_and_the_readers_copy_is_only_read(
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


@pytest.mark.parametrize("goal", ["serve", "site"])
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

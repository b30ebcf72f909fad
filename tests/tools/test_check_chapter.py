"""tools/check_chapter.py: the pages it takes, and where it says that a fault is."""

import re
import subprocess
import sys

import nbformat
import pytest
from nbformat.v4 import new_notebook

from book._parsing import ROOT, toc
from tools import check_chapter
from tools.check_chapter import main, with_cell_numbers


def test_with_cell_numbers_names_cell_and_line():
    warning = "\x1b[91m/x/gradient.ipynb:340033: WARNING: no such label\x1b[39;49;00m"
    assert (
        with_cell_numbers(warning)
        == "/x/gradient.ipynb, cell 34, line 32: WARNING: no such label"
    )


@pytest.mark.parametrize("page", ["README.md", "book/nowhere.ipynb", "svmlib/smo.py"])
def test_main_refuses_what_is_not_a_page(page, monkeypatch, capsys):
    path = ROOT / page
    monkeypatch.setattr(sys, "argv", ["check_chapter.py", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert str(path) in capsys.readouterr().err


def runs(code):
    """Start a step that runs this code."""
    command = [sys.executable, "-c", code]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_check_reports_a_page_that_the_contents_lack(tmp_path, monkeypatch, capsys):
    """The site is built meanwhile, here by nothing at all."""
    page = tmp_path / "book" / "lost.md"
    page.parent.mkdir()
    page.write_text("# Lost\n")
    monkeypatch.setattr(toc, "ROOT", tmp_path)
    monkeypatch.setattr(toc, "book_files", dict)
    monkeypatch.setattr(check_chapter, "start", lambda *_: runs("pass"))
    assert not check_chapter.check(page)
    output = capsys.readouterr().out
    assert re.search(
        r"text: failed \(\d+ s\)\nbook/lost.md is not in _toc.yml\n", output
    )
    assert "site: done" in output
    assert output.count(": done") == 1  # a page without code isn't run
    assert "See " not in output


def test_after_a_build_that_failed_all_pages_are_read_again(tmp_path, monkeypatch):
    page = tmp_path / "book" / "page.md"
    page.parent.mkdir()
    page.write_text("# Page\n")
    kept = tmp_path / "_build" / ".doctrees" / "page.doctree"
    kept.parent.mkdir(parents=True)
    kept.touch()
    monkeypatch.setattr(check_chapter, "unlisted", lambda _: [])
    monkeypatch.setattr(check_chapter, "ROOT", tmp_path)
    monkeypatch.setattr(check_chapter, "SITE", tmp_path / "_build" / "html")
    for code in ("pass", "raise SystemExit(1)"):
        monkeypatch.setattr(check_chapter, "start", lambda *_, code=code: runs(code))
        check_chapter.check(page)
        assert kept.exists() == (code == "pass")


def test_start_collects_what_a_program_prints_and_its_complaints():
    code = "import os, sys; print(os.getcwd(), flush=True); print(1, file=sys.stderr)"
    assert check_chapter.start("python", "-c", code).communicate()[0] == f"{ROOT}\n1\n"


def test_run_shows_the_faults_of_a_step_that_failed(monkeypatch, capsys):
    monkeypatch.setattr(check_chapter, "start", runs)
    assert not check_chapter.run("lint", "print('a fault'); raise SystemExit(1)")
    assert re.fullmatch(r"lint: failed \(\d+ s\)\na fault\n", capsys.readouterr().out)


def test_run_shows_only_the_faults_of_a_build_and_their_page_from_the_root(
    monkeypatch, capsys
):
    """A build that names no fault is shown whole."""
    monkeypatch.setattr(check_chapter, "start", runs)
    fault = "book/a.md:3: WARNING: no such label"
    for line, output in (
        (f"{ROOT}/{fault}", f"{fault}\n"),
        ("stopped", "reading\nstopped\n"),
    ):
        lines = f"reading\n{line}"
        code = f"print({lines!r}); raise SystemExit(1)"
        assert not check_chapter.run("site", code)
        assert capsys.readouterr().out.partition("\n")[2] == output


STEPS = {  # with PAGE for the notebook
    "format": "ruff format PAGE",
    "lint": "ruff check --quiet PAGE",
    "run": "python -m tools.run_notebooks PAGE",
    "site": "jupyter-book build . -W --keep-going -n -q",
    "compare": "python -m pytest -q --no-header -p no:cacheprovider PAGE",
}


@pytest.mark.parametrize(
    ("failing", "count"),
    [(None, 5), *zip(STEPS, (1, 2, 3, 5, 5), strict=True), ("text", 5), ("outputs", 5)],
)
def test_check_takes_a_notebook_through_all_steps(
    failing, count, tmp_path, monkeypatch, capsys
):
    """Whichever step fails, the chapter has failed."""
    page, started = tmp_path / "book" / "small.ipynb", []
    page.parent.mkdir()
    nbformat.write(new_notebook(), page)

    def start(*command):
        started.append(" ".join(command).replace(str(page), "PAGE"))
        return runs(f"raise SystemExit({started[-1] == STEPS.get(failing)})")

    monkeypatch.setattr(check_chapter, "ROOT", tmp_path)
    monkeypatch.setattr(check_chapter, "SITE", tmp_path / "site")
    monkeypatch.setattr(check_chapter, "unlisted", lambda _: [])
    faults = {"text": [], "outputs": [], failing: ["a fault"]}
    monkeypatch.setattr(check_chapter, "text_faults", lambda _: faults["text"])
    monkeypatch.setattr(check_chapter, "output_faults", lambda _: faults["outputs"])
    monkeypatch.setattr(check_chapter, "start", start)
    assert check_chapter.check(page) == (failing is None)
    # The last two run side by side.
    assert sorted(started) == sorted([*STEPS.values()][:count])
    output = capsys.readouterr().out
    assert output.count(": failed (") == (failing is not None)
    assert ("See file://" in output) == (failing is None)

"""The targets of make do what they are asked for together."""

import os
import shutil
import subprocess

import pytest

from book._parsing import ROOT


def plan_of(goals):
    """Return what make would run, and what it complains of."""
    # If make runs this test, it has set these.
    of_make = ("PDF", "NB", "MAKEFLAGS", "MFLAGS", "MAKELEVEL")
    environment = {k: v for k, v in os.environ.items() if k not in of_make}
    return subprocess.run(
        ["make", "-n", *goals.split()],
        cwd=ROOT,
        env=environment,
        check=False,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize(
    ("goals", "count"),
    [
        ("book", 0),
        ("book PDF=1", 0),
        ("pdf", 1),
        ("pdf PDF=", 1),
        ("book pdf", 1),
        ("pdf book", 1),
        ("test-pdf", 1),
        ("test-slow", 1),
    ],
)
def test_pages_link_to_the_pdf_that_is_asked_for(goals, count):
    """The site is built once, and with PDF=1 if one of the goals prints the PDF."""
    plan = plan_of(goals).stdout
    assert plan.count("jupyter-book build") == 1
    assert plan.count("tools.pdf --dry-run") == count


@pytest.mark.parametrize("goals", ["chapter", "chapter lint"])
def test_chapter_asks_which_page(goals):
    assert "Which page?" in plan_of(goals).stderr
    page = "book/hinge/gradient.ipynb"
    assert f"tools.check_chapter {page}\n" in plan_of(f"{goals} NB={page}").stdout


@pytest.mark.parametrize(("ci", "fails"), [("", False), ("true", True)])
def test_lint_without_npm_fails_in_ci_only(ci, fails, tmp_path):
    """The only programs on the path are those of lint, which do nothing here, and rm."""
    for name in ("ruff", "mypy", "python"):
        (tmp_path / name).symlink_to(shutil.which("true"))
    (tmp_path / "rm").symlink_to(shutil.which("rm"))
    names = [f"BIN={tmp_path}", f"TSC={tmp_path}/tsc"]
    done = subprocess.run(
        [shutil.which("make"), "--old-file=.venv/.ready", "lint", *names],
        cwd=ROOT,
        env={"PATH": str(tmp_path), "CI": ci},
        check=False,
        capture_output=True,
        text=True,
    )
    assert "The JavaScript isn't checked" in done.stdout
    assert bool(done.returncode) == fails, done.stderr

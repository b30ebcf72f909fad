"""The targets of make do what they are asked for together."""

import os
import subprocess

import pytest

from book._parsing import ROOT


@pytest.mark.parametrize(
    ("goals", "count"),
    [("book", 0), ("pdf", 1), ("book pdf", 1), ("pdf book", 1), ("test-slow", 1)],
)
def test_pages_link_to_the_pdf_that_is_asked_for(goals, count):
    """The site is built once, and with PDF=1 if one of the goals prints the PDF."""
    of_make = ("PDF", "MAKEFLAGS", "MFLAGS", "MAKELEVEL")  # if make runs this test
    environment = {k: v for k, v in os.environ.items() if k not in of_make}
    plan = subprocess.run(
        ["make", "-n", *goals.split()],
        cwd=ROOT,
        env=environment,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert plan.count("jupyter-book build") == 1
    assert plan.count("tools.pdf --dry-run") == count

"""tools/check_chapter.py: the pages it takes, and where it says that a fault is."""

import sys

import pytest

from tools import ROOT
from tools.check_chapter import main, with_cell_numbers


def test_with_cells_names_cell_and_line():
    said = "\x1b[91m/x/gradient.ipynb:340033: WARNING: no such label\x1b[39;49;00m"
    assert (
        with_cell_numbers(said)
        == "/x/gradient.ipynb, cell 34, line 32: WARNING: no such label"
    )


@pytest.mark.parametrize("page", ["README.md", "book/nowhere.ipynb", "svmlib/smo.py"])
def test_main_refuses_what_is_no_page(page, monkeypatch, capsys):
    path = ROOT / page
    monkeypatch.setattr(sys, "argv", ["check_chapter.py", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert str(path) in capsys.readouterr().err

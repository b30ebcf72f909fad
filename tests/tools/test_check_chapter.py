"""tools/check_chapter.py: the pages it takes, and where it says that a fault is."""

import sys
from pathlib import Path

import pytest
from check_chapter import main, with_cells


def test_with_cells_names_cell_and_line() -> None:
    said = "\x1b[91m/x/gradient.ipynb:340033: WARNING: no such label\x1b[39;49;00m"
    assert (
        with_cells(said)
        == "/x/gradient.ipynb, cell 34, line 32: WARNING: no such label"
    )


@pytest.mark.parametrize("page", ["README.md", "book/nowhere.ipynb", "svmlib/smo.py"])
def test_main_refuses_what_is_no_page(
    page: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = Path(__file__).resolve().parents[2] / page
    monkeypatch.setattr(sys, "argv", ["check_chapter.py", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert str(path) in capsys.readouterr().err

"""tools/check_chapter.py: the pages it takes, and where it says that a fault is."""

import sys

import pytest

from tools import ROOT, check_chapter
from tools.book_lint.pages import Cell, Page
from tools.check_chapter import main, text_faults, with_cells


def test_with_cells_names_cell_and_line():
    said = "\x1b[91m/x/gradient.ipynb:340033: WARNING: no such label\x1b[39;49;00m"
    assert (
        with_cells(said)
        == "/x/gradient.ipynb, cell 34, line 32: WARNING: no such label"
    )


@pytest.mark.parametrize("page", ["README.md", "book/nowhere.ipynb", "svmlib/smo.py"])
def test_main_refuses_what_is_no_page(page, monkeypatch, capsys):
    path = ROOT / page
    monkeypatch.setattr(sys, "argv", ["check_chapter.py", str(path)])
    with pytest.raises(SystemExit):
        main()
    assert str(path) in capsys.readouterr().err


def test_text_faults_are_those_of_the_page_alone(tmp_path, monkeypatch):
    def page(name, text):
        return Page(name, [Cell(0, "markdown", text)], tmp_path / f"{name}.md")

    label = "```{figure} a.svg\n:name: fig-one\n:alt: One line.\n```"
    sound = page("sound", "# Sound")
    one, two = page("one", f"{label}\n\n$$x$$"), page("two", label)
    book = {page.path: page for page in (sound, one, two)}
    monkeypatch.setattr(check_chapter, "read_book", book.values)
    monkeypatch.setattr(check_chapter, "read_page", book.__getitem__)
    assert text_faults(sound.path) == []
    assert "no label" in text_faults(one.path)[0]
    assert len(text_faults(one.path)) == 2
    (shared,) = text_faults(two.path)
    assert "fig-one is given more than once" in shared

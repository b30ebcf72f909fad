"""tools/book_lint: the pages that it reads, and the faults that it prints."""

from book._parsing import toc
from tests.tools.book_lint.sound_page import sound
from tools.book_lint import __main__ as book_lint
from tools.shared.notebook_form import normal_form


def test_toc_faults_compare_the_contents_with_the_files(tmp_path, monkeypatch):
    for name, text in {
        "_toc.yml": "root: book/index\nparts:\n"
        "  - {caption: One, chapters: [file: book/one/first, file: book/one/lost]}\n",
        "book/index.md": "# Index\n",
        "book/one/first.md": "# First\n",
        "book/one/spare.md": "# Spare\n",
        "book/one/.ipynb_checkpoints/first-checkpoint.md": "a copy that Jupyter keeps",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    monkeypatch.setattr(toc, "ROOT", tmp_path)
    monkeypatch.setattr(book_lint, "BOOK", tmp_path / "book")
    assert book_lint.toc_faults() == [
        "_toc.yml: book/one/lost is not a file",
        "book/one/spare.md is not in _toc.yml",
    ]


def test_main_fails_if_a_page_or_an_output_has_a_fault(chapter, monkeypatch, capsys):
    def lint(notebook):
        page = chapter(normal_form(notebook))
        monkeypatch.setattr(book_lint, "read_book", lambda: [page])
        return book_lint.main(), capsys.readouterr().out

    monkeypatch.setattr("sys.argv", ["book_lint"])
    monkeypatch.setattr(book_lint, "toc_faults", list)
    monkeypatch.setattr(book_lint, "list_exercises", lambda: ["add"])
    assert lint(sound()) == (0, "")
    notebook = sound()
    notebook.cells[11].outputs[0].data["text/plain"] = "add: wrong."
    notebook.cells[0].source += "\n\n$$ x $$"
    failed, said = lint(notebook)
    assert failed == 1
    assert "cell 1, line 8: this display equation has no label" in said
    assert "cell 12: the verdict is 'add: wrong.'" in said

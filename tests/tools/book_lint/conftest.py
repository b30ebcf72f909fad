"""How a test reads the text of a chapter."""

import pytest

from book._parsing.page import read_page


@pytest.fixture
def chapter(tmp_path, monkeypatch):
    """Give a function that reads the text of a notebook as a chapter of the book."""
    monkeypatch.setattr("book._parsing.page.ROOT", tmp_path)
    path = tmp_path / "page.ipynb"

    def read(text):
        path.write_text(text)
        return read_page(path)

    return read

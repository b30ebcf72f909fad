"""book/_parsing/page.py: what the cells of a page hold."""

from pathlib import Path

import pytest

from book._parsing import page

FIRST = """# First

```{solution-start} ex-a
```

## Second
"""


def test_page_knows_its_headings_and_the_cells_of_a_solution(tmp_path, monkeypatch):
    monkeypatch.setattr(page, "ROOT", tmp_path)
    path = tmp_path / "one" / "first.md"
    path.parent.mkdir()
    path.write_text(FIRST)
    first = page.read_page(path)
    assert (first.docname, first.is_chapter) == ("one/first", False)
    assert first.headings == [(0, 1, "First"), (0, 2, "Second")]
    assert first.solution_cells == {0: "ex-a"}


def test_cells_of_a_solution_end_where_it_ends(tmp_path):
    blocks = ("{admonition} Hint", "{solution-start} ex-a", "{solution-end}", "{note}")
    cells = [page.Cell(i, "markdown", f"```{x}\n```") for i, x in enumerate(blocks)]
    assert page.Page(tmp_path, cells).solution_cells == {1: "ex-a"}


def test_equation_has_the_line_on_which_it_begins():
    """Even if its formula stands in the text above."""
    cell = page.Cell(3, "markdown", "# An x\n\nLet $x$ be.\n\n$$\nx\n$$")
    equations = page.Page(Path("one.md"), [cell]).equations
    assert equations == [(cell, 5, "")]
    assert cell.at(5) == "cell 4, line 5"


@pytest.mark.parametrize(
    ("code", "asserts"),
    [
        ("assert x == 1", True),
        ("np.testing.assert_allclose(x, 1)", False),
        ("assert_allclose(x, 1)", False),
        ("assert True", False),
        ("x == 1", False),
        ("def f():\n    assert x == 1", False),
        ("def f():\n    assert x == 1\n\n\nf()", True),
        ("def f():\n    assert x == 1\n\n\nassert x == 2", True),
    ],
)
def test_cell_asserts_something_that_can_fail(code, asserts):
    assert page.Cell(0, "code", code).asserts == asserts


def test_notebooks_are_found_without_the_copies_that_jupyter_keeps(tmp_path):
    for name in ("b.ipynb", "part/a.ipynb", "part/.ipynb_checkpoints/a.ipynb", "c.md"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    names = [path.name for path in page.notebooks(tmp_path)]
    assert names == ["b.ipynb", "a.ipynb"]

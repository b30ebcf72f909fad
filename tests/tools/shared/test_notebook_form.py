"""tools/shared/notebook_form.py: the one text that a notebook may have in the repository."""

import nbformat
from nbformat.v4 import new_code_cell, new_notebook, new_output

from tools.shared.notebook_form import normal_form


def test_normal_form_has_no_counts_and_folds_what_is_tagged():
    """A new cell changes its own lines only; one tag folds a cell everywhere."""
    two = new_output("execute_result", data={"text/plain": "2"}, execution_count=7)
    tagged = new_code_cell("1 + 1", outputs=[two], execution_count=7)
    tagged.metadata = {"tags": ["hide-input"]}
    plain = new_code_cell("x", metadata={"jupyter": {"source_hidden": True}})
    text = normal_form(new_notebook(cells=[tagged, plain]))
    one, other = nbformat.reads(text, as_version=4).cells
    assert one.execution_count is one.outputs[0].execution_count is None
    assert one.metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert other.metadata == {}


def test_normal_form_gives_each_cell_an_id():
    """A copied cell has the id of the first."""
    cells = [new_code_cell("x") for _ in range(4)]
    notebook = new_notebook(cells=cells)
    cells[1].id = cells[3].id = cells[0].id
    del cells[2]["id"]
    text = normal_form(notebook)
    written = nbformat.reads(text, as_version=4).cells
    assert written[0].id == cells[0].id
    assert len({cell.id for cell in written}) == 4
    assert normal_form(notebook) == text  # ids of nbformat's own would be random

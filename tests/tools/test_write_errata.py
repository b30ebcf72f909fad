"""tools/write_errata.py: what a new claim needs, and where it is counted."""

import nbformat
import pytest
from nbformat.v4 import new_markdown_cell

from tools.write_errata import NOTEBOOK, counts, opening, read_claims, table, write


def test_write_asks_for_the_note_of_a_new_claim_and_counts_it():
    """The tool asks for the note; with it, every place follows claims.csv."""
    claims, notebook = read_claims(), nbformat.read(NOTEBOOK, as_version=4)
    new = {**claims[-1], "id": f"{claims[-1]['source']}-99", "verdict": "holds"}
    rows = [*claims, new]
    with pytest.raises(ValueError, match=f"{new['id']} has no note"):
        write(notebook, rows)
    note = f"(errata-{new['id']})=\nSee [The gradient](../hinge/gradient.ipynb)."
    notebook.cells.append(new_markdown_cell(note))
    write(notebook, rows)
    text = "\n".join(cell.source for cell in notebook.cells)
    assert f"| together | {counts(rows)} |" in text
    assert table([new]) in text
    assert f"{opening(new)}See [" in notebook.cells[-1].source

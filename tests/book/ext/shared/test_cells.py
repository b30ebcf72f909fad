"""What counts as a code cell, and its code."""

from docutils import nodes

from book._ext.shared.cells import code_of, is_cell


def test_code_of_a_cell_is_what_it_runs():
    code = nodes.literal_block("x = 1", "x = 1")
    printed = nodes.literal_block("1", "1")
    cell = nodes.container("", code, printed, nb_element="cell_code")
    assert is_cell(cell)
    assert code_of(cell) == "x = 1"
    assert not is_cell(nodes.container("", nb_element="cell_code_source"))
    assert code_of(nodes.container(nb_element="cell_code")) == ""

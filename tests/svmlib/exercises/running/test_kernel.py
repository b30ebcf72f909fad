"""`check` in the kernel of a notebook, whose frames are above those of an attempt."""

import pytest

from tests.svmlib.exercises.helpers.attempts import in_a_process

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

CELLS = [
    """
from svmlib.exercises import check
from svmlib.exercises.running import _limits

_limits.CPU_SECONDS = 0.5
""",
    """
def my_scores(W, X):
    while True: pass

check("scores", my_scores)
""",
    """
import threading

def in_a_thread(W, X):
    def work():
        while True: pass

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()

check("scores", in_a_thread)
""",
]


@in_a_process
def test_check_quotes_the_line_at_which_it_stops_a_cell():
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells)
    nbclient.NotebookClient(notebook, timeout=120).execute()
    for cell in notebook.cells[1:]:
        verdict = cell.outputs[0]["data"]["text/plain"]
        assert "it was stopped after 0.5 seconds, in line" in verdict
        assert "(`while True: pass`)" in " ".join(verdict.split())

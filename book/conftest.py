"""Let nbval 0.11 run and compare cells as Jupyter stores them.

IPython looks into the history for the `;` that silences a cell's last line; nbval
executes cells without history, and so would print what Jupyter does not. And nbval takes
a cell without an execution count for one that was never run; our notebooks store none.
"""

from nbval.kernel import RunningKernel
from nbval.plugin import IPyNbCell


def execute_with_history(self, source, **options):
    """Send a cell to the kernel, and return the message's id."""
    return self.kc.execute(source, **options, stop_on_error=False)


RunningKernel.execute_cell_input = execute_with_history


def pytest_itemcollected(item):
    """Number a cell, so that nbval compares its outputs."""
    if isinstance(item, IPyNbCell):
        item.cell.execution_count = item.cell_num + 1

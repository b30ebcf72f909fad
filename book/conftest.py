"""Let nbval run cells as Jupyter does.

IPython looks into the history for the `;` that silences a cell's last line; nbval 0.11
executes cells without history, and so would print what Jupyter does not.
"""

from typing import Any

from nbval.kernel import RunningKernel


def execute_cell_input(
    self: Any, source: str, allow_stdin: bool | None = None
) -> Any:
    """Send a cell to the kernel with history, and return the message's id."""
    return self.kc.execute(
        source, allow_stdin=allow_stdin, stop_on_error=False
    )


RunningKernel.execute_cell_input = execute_cell_input

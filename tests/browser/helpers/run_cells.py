"""Execute a notebook's code cells in this Python: runs inside Pyodide."""

import json

from IPython.core.interactiveshell import InteractiveShell
from IPython.utils.capture import capture_output


class Shell(InteractiveShell):
    """A shell that needs no event loop for its figures."""

    def enable_gui(self, gui=None):
        """Figures are drawn when a cell ends, not in a window."""


def run_cells(cells):
    """Return the faults, in JSON: what a cell raised, and figures that are missing.

    The cells are in JSON, too: name, code, and whether it draws a figure.
    """
    shell = Shell.instance()
    shell.run_line_magic("matplotlib", "inline")
    faults = []
    for name, source, figure in json.loads(cells):
        with capture_output() as captured:
            result = shell.run_cell(source, store_history=True)
        error = result.error_before_exec or result.error_in_exec
        pictures = [kind for output in captured.outputs for kind in output.data]
        # The last expression's.
        pictures += shell.display_formatter.format(result.result)[0]
        if error is not None:
            faults.append(f"{name}: {type(error).__name__}: {error}")
        elif figure and not any(kind.startswith("image/") for kind in pictures):
            faults.append(f"{name}: no figure, but {pictures}")
    return json.dumps(faults)

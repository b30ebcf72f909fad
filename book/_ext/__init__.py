"""What this book adds to Sphinx, a module for each thing."""

import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

sys.path.append(str(Path(__file__).parents[1] / "_scripts"))  # for lab.py

MODULES = (
    "mathematics",
    "line_breaks",
    "proofs_and_exercises",
    "folding",
    "exercises",
    "figures",
    "stepper",
    "labs",
    "launch",
    "equation_index",
    "cheat_sheet",
    "api",
    "bibliography",
    "metadata",
)


def setup(app: Sphinx) -> dict[str, Any]:
    """Let each module add what it brings."""
    for module in MODULES:
        app.setup_extension(f"{__name__}.{module}")
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": True}

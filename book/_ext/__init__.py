"""What this book adds to Sphinx, one module for each feature: see `MODULES`."""

from typing import Any

from sphinx.application import Sphinx

MODULES = (
    "equations",
    "mathematics",
    "line_breaks",
    "proofs_and_exercises",
    "folding",
    "exercise_editors",
    "figures",
    "labs.directives",
    "launch",
    "footer",
    "pdfs",
    "equation_index",
    "alterations",
    "claims",
    "cheat_sheet",
    "api",
    "used_names",
    "bibliography",
    "metadata",
    "contents_depth",
    "late_pages",
)


def setup(app: Sphinx) -> dict[str, Any]:
    """Set up each module."""
    for module in MODULES:
        app.setup_extension(f"{__name__}.{module}")
    # In a forked writer, the V8 of `mathematics` waits for a thread that isn't there.
    return {"version": "1", "parallel_read_safe": False, "parallel_write_safe": False}

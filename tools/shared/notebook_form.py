"""The form in which the book's notebooks are stored."""

import hashlib
from copy import deepcopy
from typing import Any

import nbformat

CELL_METADATA = ("mystnb", "tags")
KERNEL = {"display_name": "Python 3", "language": "python", "name": "python3"}
METADATA = {"kernelspec": KERNEL, "language_info": {"name": "python"}}


def normal_form(nb: Any) -> str:
    """Return the one text that this notebook may have in the repository.

    It has no execution counts, so that a new cell changes no other cell's lines. A cell
    tagged `hide-input` is folded in Jupyter as well as on the site.
    """
    nb = deepcopy(nb)
    nb.metadata = METADATA
    nb.nbformat, nb.nbformat_minor = 4, 5
    ids = set()
    for cell in nb.cells:
        wanted = cell.get("id") or hashlib.sha256(cell.source.encode()).hexdigest()[:8]
        while wanted in ids:
            wanted = hashlib.sha256(wanted.encode()).hexdigest()[:8]
        ids.add(wanted)
        cell.id = wanted
        kept = [key for key in CELL_METADATA if key in cell.metadata]
        cell.metadata = {key: cell.metadata[key] for key in kept}
        if cell.cell_type != "code":
            continue
        if "hide-input" in cell.metadata.get("tags", []):
            cell.metadata["jupyter"] = {"source_hidden": True}
        cell.execution_count = None
        for out in cell.outputs:
            if out.output_type == "execute_result":
                out.execution_count = None
    return str(nbformat.writes(nb, version=nbformat.NO_CONVERT)).rstrip("\n") + "\n"

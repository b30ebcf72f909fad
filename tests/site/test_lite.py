"""The notebooks for JupyterLite: their links."""

import re
from pathlib import Path

import nbformat

from tests.site.built import LITE
from tests.site.test_site import notebooks

LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)[^)]*\)")


def test_links_of_the_browsers_notebooks_lead_to_notebooks(site: Path) -> None:
    faults, links = [], 0
    found = sorted((site / LITE / "files").rglob("*.ipynb"))
    for path in found:
        for cell in nbformat.read(path, as_version=4).cells:
            for link in LINK.findall(cell.source) * (cell.cell_type == "markdown"):
                links += 1
                if (path.parent / link).resolve() not in found:
                    faults.append(f"{path.name}: {link}")
    assert not faults
    assert links
    assert len(found) == len(notebooks())

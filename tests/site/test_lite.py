"""The notebooks for JupyterLite: their links, and what they show."""

import json
import re

import nbformat

from book._parsing import BOOK
from book._parsing.page import read_page
from book._parsing.toc import book_files

LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)[^)]*\)")
MYST = re.compile(r"^[`:]{3,}\{[\w:]+\}|\{[\w:]+\}`", re.MULTILINE)  # of the site alone


def lite_notebooks(site):
    """Return the files of the notebooks that JupyterLite opens."""
    return sorted((site / "lite" / "files").rglob("*.ipynb"))


def test_lite_has_every_notebook(site):
    expected = {p.name for p in book_files().values() if p and p.suffix == ".ipynb"}
    assert {path.name for path in lite_notebooks(site)} == expected


def test_lite_links_lead_to_notebooks(site):
    faults, links, notebooks = [], 0, lite_notebooks(site)
    for path in notebooks:
        for cell in read_page(path).markdown:
            for link in LINK.findall(cell.source):
                links += 1
                if (path.parent / link).resolve() not in notebooks:
                    faults.append(f"{path.name}, {cell}: {link}")
    assert not faults
    assert links > 0


def test_lite_notebooks_need_no_extension_and_show_what_is_stored(site):
    faults = []
    for path in lite_notebooks(site):
        # As JupyterLite reads it: it joins the lines of a text by commas.
        notebook = json.loads(path.read_text("utf-8"))
        nbformat.validate(notebook)
        tags = []
        for number, cell in enumerate(notebook["cells"], start=1):
            here = f"{path.name}, cell {number}"
            if cell["cell_type"] == "markdown":
                faults += [f"{here}: {role}" for role in MYST.findall(cell["source"])]
                tags += re.findall(r"\\tag\{(.*?)\}", cell["source"])
                continue
            if not cell["metadata"].get("trusted"):
                faults.append(f"{here} is not trusted: a figure would be its name")
            for output in cell["outputs"]:
                texts = [output.get("text", ""), *output.get("data", {}).values()]
                if not all(isinstance(text, str) for text in texts):
                    faults.append(f"{here}: the text of an output is a list of lines")
        faults += [
            f"{path.name}: two equations are tagged {tag}"
            for tag in {*tags}
            if tags.count(tag) > 1
        ]
    assert not faults


def test_lite_has_the_table_that_the_errata_read(site):
    name = "reference/claims.csv"
    copied = (site / "lite" / "files" / name).read_bytes()
    assert copied == (BOOK / name).read_bytes()

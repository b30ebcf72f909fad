"""The notebooks for JupyterLite: their links, and what they show."""

import json
import re

import nbformat

from tools import ROOT
from tools.book_pages.page import read_page
from tools.book_pages.toc import book_files

LINK = re.compile(r"\]\((?![a-z]+:)([^)#\s]+)[^)]*\)")


def test_lite_links_lead_to_notebooks(site):
    faults, links = [], 0
    found = sorted((site / "lite" / "files").rglob("*.ipynb"))
    for path in found:
        for cell in read_page(path).markdown:
            for link in LINK.findall(cell.source):
                links += 1
                if (path.parent / link).resolve() not in found:
                    faults.append(f"{path.name}: {link}")
    assert not faults
    assert links
    notebooks = [p for p in book_files().values() if p and p.suffix == ".ipynb"]
    assert len(found) == len(notebooks)


def test_lite_notebooks_need_no_extension_and_show_what_is_stored(site):
    for path in sorted((site / "lite" / "files").rglob("*.ipynb")):
        # As JupyterLite reads it: it joins the lines of a text by commas.
        notebook = json.loads(path.read_text("utf-8"))
        nbformat.validate(notebook)
        tags = []
        for cell in notebook["cells"]:
            if cell["cell_type"] == "markdown":
                assert not re.search(
                    r"^[`:]{3,}\{|\{[\w:]+\}`", cell["source"], re.MULTILINE
                )
                tags += re.findall(r"\\tag\{(.*?)\}", cell["source"])
                continue
            assert cell["metadata"]["trusted"], path  # else a figure is its name
            for output in cell["outputs"]:
                texts = [output.get("text", ""), *output.get("data", {}).values()]
                assert all(isinstance(text, str) for text in texts), path
        assert len(tags) == len({*tags}), path


def test_lite_has_the_table_that_the_errata_read(site):
    name = "reference/claims.csv"
    copied = (site / "lite" / "files" / name).read_bytes()
    assert copied == (ROOT / "book" / name).read_bytes()

"""Every cell of every notebook, under the browser's Python, NumPy and Matplotlib."""

import json
from pathlib import Path

import pytest

from tools import ROOT
from tools.book_pages.page import read_page

DRIVER = Path(__file__).with_name("run_cells.py").read_text("utf-8")
NOTEBOOKS = [
    p.relative_to(ROOT).as_posix() for p in sorted(ROOT.glob("book/*/*.ipynb"))
]
MINUTES = 10
START = """async ([base, wheel, cells, driver, files]) => {
    const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
    const pyodide = await loadPyodide({ packages: ["numpy", `${base}${wheel}`] });
    pyodide.globals.set("CELLS", cells);
    for (const name in files) pyodide.FS.writeFile(name, files[name]);
    await pyodide.loadPackage(["ipython", "matplotlib", "sympy"]);
    return await pyodide.runPythonAsync(driver);
}"""


@pytest.mark.nightly  # test_chapters.py runs a whole one in `make test`
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_run_in_the_browser(name, site, pyodide, address, page):
    missing = {"needs-scikit-learn", "needs-dask"}
    cells = [
        (cell.index, cell.source, "figure" in cell.metadata.get("mystnb", {}))
        for cell in read_page(ROOT / name).code
        if not missing.intersection(cell.tags)
    ]
    assert cells
    wheel = json.loads((site / "python" / "sources.json").read_text("utf-8"))["wheel"]
    page.goto(f"{address}/python/sources.json")
    page.set_default_timeout(MINUTES * 60_000)
    tables = {p.name: p.read_text("utf-8") for p in (ROOT / name).parent.glob("*.csv")}
    arguments = [f"{address}/python/", wheel, json.dumps(cells), DRIVER, tables]
    faults = json.loads(page.evaluate(START, arguments))
    assert not faults

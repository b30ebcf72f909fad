"""Every cell of every notebook that needs no package beyond those of the browser."""

import json
from pathlib import Path

import pytest

from book._parsing import ROOT
from book._parsing.page import DATA_FILES, notebooks, read_page

RUN_CELLS = (Path(__file__).parent / "helpers" / "run_cells.py").read_text("utf-8")
NOTEBOOKS = [path.relative_to(ROOT).as_posix() for path in notebooks()]
MINUTES = 10
START = """async ([base, wheel, cells, runCells, files]) => {
    const { loadPyodide } = await import(`${base}pyodide/pyodide.mjs`);
    const pyodide = await loadPyodide({ packages: ["numpy", `${base}${wheel}`] });
    for (const name in files) pyodide.FS.writeFile(name, files[name]);
    await pyodide.loadPackage(["ipython", "matplotlib", "sympy"]);
    pyodide.runPython(runCells);
    return pyodide.globals.get("run_cells")(cells);
}"""
MANY_CLASSES = """
import numpy as np
from svmlib.kernel_svm import KernelSVM
y = np.arange(60) % 6
X = 9.0 * np.eye(6)[y] + np.random.default_rng(0).normal(size=(60, 6))
assert (KernelSVM().fit(X, y).predict(X) == y).all()
"""


def faults_of(cells, tables, site, address, page):
    """Run cells (name, code, whether it is a figure), beside tables; return the faults."""
    wheel = json.loads((site / "python" / "sources.json").read_text("utf-8"))["wheel"]
    page.goto(f"{address}/python/sources.json")
    page.set_default_timeout(MINUTES * 60_000)
    arguments = [f"{address}/python/", wheel, json.dumps(cells), RUN_CELLS, tables]
    return json.loads(page.evaluate(START, arguments))


@pytest.mark.nightly  # test_lite.py runs a whole one in `make test`
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_notebooks_run_in_the_browser(name, site, pyodide, address, page):
    missing = {"needs-scikit-learn", "needs-dask"}
    cells = [
        (str(cell), cell.source, "figure" in cell.metadata.get("mystnb", {}))
        for cell in read_page(ROOT / name).code
        if not missing.intersection(cell.tags)
    ]
    assert cells
    tables = {
        table: (ROOT / name).with_name(table).read_text("utf-8")
        for table in DATA_FILES.get(name, ())
    }
    assert not faults_of(cells, tables, site, address, page)


def test_many_classes_are_told_apart_in_the_browser(site, pyodide, address, page):
    """Its indices have 32 bits, and a pair of classes has others than the whole."""
    assert not faults_of([("cell 1", MANY_CLASSES, False)], {}, site, address, page)

"""JupyterLite: a notebook is run through its button, as a reader does it."""

import shutil
import subprocess
import sys

import pytest
from playwright.sync_api import TimeoutError, expect

from book._parsing import ROOT
from book._parsing.page import read_page
from tests.browser.helpers.pyodide import START_MS, answer_from_copy
from tests.browser.helpers.sampling import sample_cases
from tests.browser.helpers.server import serve
from tests.browser.helpers.watch import watched

RUN_MS = 600_000  # in which a chapter has to run
CODE = ".jp-CodeCell"
PROMPTS = "[...document.querySelectorAll('.jp-CodeCell .jp-InputPrompt')]"
BUSY = f"{PROMPTS}.some((prompt) => prompt.textContent.includes('*'))"
# JupyterLite renders only the cells near the screen: any number from five on will do.
FIVE = f"{PROMPTS}.some((prompt) => Number(prompt.textContent.match(/\\d+/)?.[0]) >= 5)"
# JupyterLite saves notebooks in the browser's database, and doesn't say when it is done.
IS_STORED = """(words) => new Promise((resolve) => {
    const opening = indexedDB.open("JupyterLite Storage - /lite/");
    opening.onsuccess = () => {
        const files = opening.result.transaction("files").objectStore("files").getAll();
        files.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(files.result).includes(words));
        };
    };
})"""
ERROR = '[data-mime-type="application/vnd.jupyter.error"]'
NOTEBOOKS = ("book/hinge/mask_trick", "book/margin/duality", "book/reference/notation")


def open_chapter(page, address, docname):
    """Press the button of a chapter, and wait until its notebook is there."""
    page.goto(f"{address}/{docname}.html")
    page.get_by_role("link", name="Run this chapter in the browser").click()
    page.wait_for_selector(CODE, timeout=START_MS)
    expect(page).to_have_title(docname.rpartition("/")[2], timeout=START_MS)


def run_all(page):
    """Run all cells by the menu, and wait for the first.

    JupyterLite ignores the menu until it has a kernel, which takes long on a busy machine.
    """
    for tries_left in (3, 2, 1, 0):
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells").first.click()
        try:
            page.wait_for_function(BUSY, timeout=START_MS / 4)
        except TimeoutError:
            if not tries_left:
                raise
        else:
            return


def run_to_the_end(page):
    """Run all cells, and wait for the last."""
    run_all(page)
    page.wait_for_function(f"!{BUSY}", timeout=RUN_MS)


@pytest.mark.parametrize(
    "docname", sample_cases(NOTEBOOKS, {"book/reference/notation"})
)
def test_notebook_runs_whole(docname, pyodide, address, page):
    open_chapter(page, address, docname)
    run_to_the_end(page)
    cells = read_page(ROOT / f"{docname}.ipynb").code
    shown_cells = page.locator(CODE)
    assert shown_cells.count() == len(cells)
    for index, cell in enumerate(cells):
        if any(tag.startswith("needs-") for tag in cell.tags):
            continue
        output = shown_cells.nth(index)
        assert output.locator(ERROR).count() == 0, output.inner_text()
        if "figure" in cell.metadata.get("mystnb", {}):
            assert output.locator(".jp-OutputArea img").count() == 1, cell.source
        if cell.source.rstrip().endswith(")") and "check(" in cell.source:
            assert output.locator(".jp-OutputArea").inner_text().strip(), cell.source


@pytest.mark.nightly
def test_notebook_runs_five_cells_in_firefox(pyodide, firefox, address):
    with firefox.new_context() as context:
        page = context.new_page()
        open_chapter(page, address, "book/hinge/mask_trick")
        run_all(page)
        page.wait_for_function(FIVE, timeout=RUN_MS)
        assert not page.locator(ERROR).count()


@pytest.mark.nightly
def test_notebook_keeps_edits_over_a_reload(pyodide, address, page):
    open_chapter(page, address, "book/hinge/mask_trick")
    editor = page.locator(f"{CODE} .cm-content").first
    editor.click()
    page.keyboard.press("Control+End")
    page.keyboard.type("\n# what the reader wrote")
    page.keyboard.press("Control+s")
    page.wait_for_function(IS_STORED, arg="what the reader wrote", timeout=START_MS)
    page.reload()
    page.wait_for_selector(CODE, timeout=START_MS)
    expect(page.locator(f"{CODE} .cm-content").first).to_contain_text("reader wrote")


@pytest.mark.nightly
def test_notebook_runs_from_the_public_address(site, pyodide, tmp_path, page, context):
    """The other variant: its requests to the CDN are answered from the copy."""
    folder = tmp_path / "html"
    left_out = shutil.ignore_patterns("lite", "python", "*.pdf")
    shutil.copytree(site, folder, ignore=left_out)
    for tool in ("make_python", "make_lite"):
        command = [sys.executable, "-m", f"tools.pyodide.{tool}", str(folder)]
        subprocess.run(command, check=True, cwd=ROOT)
    assert not (folder / "python" / "pyodide").exists()
    with serve(folder) as address, watched(context, address):
        asked = answer_from_copy(context, pyodide)
        open_chapter(page, address, "book/hinge/mask_trick")
        run_to_the_end(page)
        assert page.locator(ERROR).count() == 0
        assert {"pyodide.js", "pyodide.asm.wasm"} <= {*asked}

"""Format, run and check one page of the book, and show it on the site.

    python -m tools.check_chapter book/hinge/gradient.ipynb

The notebook is formatted, and the rules of the text, in book_lint, are applied to it. It
is executed in place, and once more to compare the outputs. The site is built strictly,
with only those pages that changed; slides, PDFs and the notebooks that run in the browser
stay as they were. Every fault is one line with its cell and line.
"""

import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from book._parsing import BOOK, ROOT
from book._parsing.page import SUFFIXES, read_page
from book._parsing.toc import unlisted
from tools import SITE
from tools.book_lint.rules import output_faults, text_faults
from tools.run_notebooks import strip_colours
from tools.shared.command_line import argument_parser

# MyST-NB reports line 32 of cell 34 as 340033.
CELL_AND_LINE = re.compile(r"/(?P<name>[\w-]+\.ipynb):(?P<cell>\d+)(?P<line>\d{4}):")
SPHINX_FAULT = re.compile(r"WARNING|ERROR|Error|^\S*Exception")


def start(program: str, *arguments: str) -> subprocess.Popen[str]:
    """Start a program of the virtual environment, and collect what it prints."""
    return subprocess.Popen(
        [Path(sys.executable).with_name(program), *arguments],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )


def with_cell_numbers(message: str) -> str:
    """Return Sphinx's message with `gradient.ipynb, cell 34, line 32` as its location."""

    def location(found: re.Match[str]) -> str:
        line = int(found["line"]) - 1
        return f"/{found['name']}, cell {found['cell']}, line {line}:"

    return CELL_AND_LINE.sub(location, strip_colours(message))


def report(name: str, passed: bool, lines: list[str], started: float) -> bool:
    """Print how a step went, with its faults, and return whether it went well."""
    took = f"{time.monotonic() - started:.0f} s"
    outcome = f"{name}: {'done' if passed else 'failed'} ({took})"
    text = "\n".join([outcome, *([] if passed else lines)])
    print(f"{text}\n", end="", flush=True)  # whole, if two steps end at once
    return passed


def run(name: str, *command: str) -> bool:
    """Run a step to its end, report how it went, and return whether it went well."""
    started = time.monotonic()
    step = start(*command)
    output, _ = step.communicate()
    lines = with_cell_numbers(output).replace(f"{ROOT}/", "").splitlines()
    faults = [x for x in lines if SPHINX_FAULT.search(x)] if name == "site" else lines
    return report(name, step.returncode == 0, faults or lines, started)


def check(path: Path) -> bool:
    """Take a page through all steps, quick ones first; return whether all went well."""
    is_notebook, file = path.suffix == ".ipynb", str(path)
    if is_notebook and not (
        run("format", "ruff", "format", file)
        and run("lint", "ruff", "check", "--quiet", file)
    ):
        return False
    started = time.monotonic()
    faults = unlisted([path]) + text_faults(read_page(path))
    passed = report("text", not faults, faults, started)
    if is_notebook:
        if not run("run", "python", "-m", "tools.run_notebooks", file):
            return False
        started = time.monotonic()
        faults = output_faults(read_page(path))
        passed &= report("outputs", not faults, faults, started)
    with ThreadPoolExecutor() as side_by_side:
        build = ("jupyter-book", "build", ".", "-W", "--keep-going", "-n", "-q")
        site = side_by_side.submit(run, "site", *build)
        if is_notebook:
            pytest = ("-m", "pytest", "-q", "--no-header", "-p", "no:cacheprovider")
            passed &= run("compare", "python", *pytest, file)
    if not site.result():
        # Sphinx reports a page's faults only when it reads the page. Without what it has
        # stored, the next build reads every page, and reports what is still wrong.
        shutil.rmtree(SITE.with_name(".doctrees"), ignore_errors=True)
        passed = False
    if passed:
        print(f"See {(SITE / path.relative_to(ROOT)).with_suffix('.html').as_uri()}")
        print("make book renews the slides and the notebooks that run in the browser.")
    return passed


def main() -> int:
    """Run the command line; return 1 if a step failed."""
    parser = argument_parser(__doc__)
    parser.add_argument("page", type=Path, help="a notebook or Markdown page in book/")
    path = parser.parse_args().page.resolve()
    if path.suffix not in SUFFIXES or not path.is_file():
        parser.error(f"not a page of the book: {path}")
    if not path.is_relative_to(BOOK):
        parser.error(f"not in the folder book: {path}")
    return 0 if check(path) else 1


if __name__ == "__main__":
    sys.exit(main())

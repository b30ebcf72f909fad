"""svmlib is the listing that the book quotes: short, in one order, and NumPy alone."""

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

import nbformat
import pytest
import yaml
from pages import ROOT

from svmlib.exercises._engine import TITLES

PACKAGE = ROOT / "svmlib"
ORDER = (
    "scalars",
    "validation",
    "hinge",
    "variants",
    "gradcheck",
    "descent",
    "estimator",
    "linear",
    "margin",
    "kernels",
    "feature_maps",
    "dual",
    "solver",
    "kernel_svm",
    "smo",
    "convert",
    "datasets",
    "cifar",
    "plots",
    "exercises",
)
ALL_LINES, MODULE_LINES = 1200, 200
SOURCES = sorted(PACKAGE.rglob("*.py"))
LISTING = [path for path in SOURCES if path.parent.name != "exercises"]
STORY = [path for path in LISTING if path.parent.name != "plots"]


def module_of(path: Path) -> str:
    """Return the module or subpackage of svmlib that a file belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def line_count(path: Path) -> int:
    """Return the number of lines of a file, docstrings and blank lines included."""
    return len(path.read_text(encoding="utf-8").splitlines())


def code_count(path: Path) -> int:
    """Return the number of lines of a file that hold code: no docstring, no comment."""
    source = path.read_text(encoding="utf-8")
    blank = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.ENDMARKER}
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    lines = {t.start[0] for t in tokens if t.type not in blank}
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, documented) and ast.get_docstring(node) is not None:
            first, last = node.body[0].lineno, node.body[0].end_lineno or 0
            lines -= set(range(first, last + 1))
    return len(lines)


def imported(path: Path) -> set[str]:
    """Return the modules of svmlib which a file imports, wherever it does."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            module = node.module or ""
            names.add(module)
            if module == "svmlib":
                names |= {f"svmlib.{alias.name}" for alias in node.names}
    return {name.split(".")[1] for name in names if name.startswith("svmlib.")}


def test_the_listing_can_be_read_in_one_sitting() -> None:
    """The figures and the exercises aside, svmlib stays within its budget."""
    counts = {p.name: code_count(p) for p in STORY}
    assert sum(counts.values()) < ALL_LINES, counts


@pytest.mark.parametrize("path", LISTING, ids=lambda path: path.name)
def test_a_module_is_no_longer_than_its_idea(path: Path) -> None:
    """No module reaches two hundred lines."""
    assert line_count(path) < MODULE_LINES


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_imports_run_downwards(path: Path) -> None:
    """A module imports only those that come before it in the story."""
    module = module_of(path)
    if module == "__init__":
        return
    before = set(ORDER[: ORDER.index(module) + 1])
    assert imported(path) <= (before if path.parent != PACKAGE else before - {module})


@pytest.mark.parametrize("module", ["", *ORDER[:-2], "exercises"])
def test_numpy_is_all_that_is_imported(module: str) -> None:
    """Neither Matplotlib nor anything else is loaded, except by the plots."""
    name = f"svmlib.{module}".rstrip(".")
    script = (
        "import sys; before = set(sys.modules)\n"
        f"import {name}\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before\n"
        "       if getattr(sys.modules[name], '__file__', None)}\n"
        "print(*sorted(new - sys.stdlib_module_names - {'svmlib'}))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"numpy"}


def test_verdicts_know_the_numbers_and_titles_of_the_chapters() -> None:
    """The order of _toc.yml and the first heading of each chapter are what is printed."""
    parts = yaml.safe_load((ROOT / "_toc.yml").read_text())["parts"]
    files = [
        c["file"] for part in parts if part.get("numbered") for c in part["chapters"]
    ]
    listed = [Path(file).name for file in files]
    assert listed == list(TITLES)
    for file, name in zip(files, listed, strict=True):
        cells = nbformat.read(ROOT / f"{file}.ipynb", as_version=4).cells
        heading = cells[0].source.splitlines()[0].removeprefix("# ")
        assert TITLES[name] == f"{list(TITLES).index(name) + 1}, {heading}"

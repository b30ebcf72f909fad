"""The modules of svmlib import one another in the book's order, and NumPy alone."""

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

import svmlib

PACKAGE = Path(__file__).parents[2] / "svmlib"
# In the order of the book: each module imports only those before it.
ORDER = (
    "_typing",
    "_validation",
    "_overflow",
    "hinge",
    "gradcheck",
    "training",
    "base",
    "_admm",
    "linear_svm",
    "margin",
    "kernels",
    "dual",
    "smo",
    "_smo_batch",
    "_class_pairs",
    "kernel_svm",
    "convert",
    "datasets",
    "plots",
    "exercises",
)
PUBLIC = [name for name in ORDER if not name.startswith("_")]
SOURCES = sorted(PACKAGE.rglob("*.py"))


def module_of(path, package=PACKAGE):
    """Return the module or subpackage of a package that a file belongs to."""
    return path.relative_to(package).parts[0].removesuffix(".py")


def imported(path, package="svmlib"):
    """Return the modules of a package which a file imports, wherever it does."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} has a relative import"
            module = node.module or ""
            names.add(module)
            names |= {f"{module}.{alias.name}" for alias in node.names}
    start = f"{package}."
    return {n[len(start) :].split(".")[0] for n in names if n.startswith(start)}


def test_docstring_names_the_public_modules():
    assert re.findall(r"^(\w+)   *", svmlib.__doc__, re.MULTILINE) == PUBLIC


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_modules_import_only_those_before_them(path):
    """A module imports only those that come before it in the story."""
    module = module_of(path)
    if module == "__init__":
        return
    before = set(ORDER[: ORDER.index(module) + 1])
    assert imported(path) <= (before if path.parent != PACKAGE else before - {module})


def test_exercises_import_only_the_parts_above_them():
    """A part imports only those that the comment on the parts has above it."""
    package = PACKAGE / "exercises"
    comment = (package / "__init__.py").read_text(encoding="utf-8")
    parts = re.findall(r"^# (\w+)   *", comment, re.MULTILINE)
    for path in package.rglob("*.py"):
        if (part := module_of(path, package)) != "__init__":
            others = imported(path, "svmlib.exercises") - {part}
            assert others <= set(parts[: parts.index(part)]), path


def test_all_but_the_plots_import_numpy_alone():
    names = [f"svmlib.{module}" for module in ORDER if module != "plots"]
    script = (
        "import sys; before = set(sys.modules)\n"
        f"import {', '.join(names)}\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before\n"
        "       if getattr(sys.modules[name], '__file__', None)}\n"
        "print(*sorted(new - sys.stdlib_module_names - {'svmlib'}))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["numpy"]

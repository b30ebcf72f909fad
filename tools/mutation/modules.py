"""Mutation testing of svmlib: the tests of a module, or the notebooks, notice each change.

Each mutant has a forked process, which imports the module with its altered source, and
the tests with it. The tests draw the same examples for all mutants. The kernels of the
notebooks import a copy of svmlib in which the module is altered.
"""

import contextlib
import importlib.util
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import pytest
from hypothesis import Phase, settings

from book._parsing import ROOT
from book._parsing.page import notebooks

from .mutants import Mutant, NoMutantError, mutants, sampled, transposed
from .options import Options
from .processes import CAUGHT, ERROR, SURVIVED, UntriedError, run_in_processes

PROFILE = "mutants"  # the same examples for all, and none made smaller
settings.register_profile(
    PROFILE, deadline=None, database=None, derandomize=True, phases=[Phase.generate]
)
PYTEST_OPTIONS = [
    "-q",
    "-x",
    "-p",
    "no:cacheprovider",
    f"--hypothesis-profile={PROFILE}",
]
SECONDS = 20  # of the processor's time for one test: what is altered may never end


def module_name(path: Path) -> str:
    """Return the name that a file is imported by, such as svmlib.smo."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def tests_of(path: Path) -> list[Path]:
    """Return the tests named for a module, which mirror svmlib."""
    folder = ROOT / "tests" / path.parent.relative_to(ROOT)
    if path.stem in {"base", "_validation"}:  # the tests of all modules try these
        return sorted(folder.glob("test_*.py"))
    return sorted(folder.glob(f"test_{path.stem.strip('_')}.py"))


def notebooks_for(path: Path) -> list[Path]:
    """Return all notebooks, those that name the module first."""
    return sorted(notebooks(), key=lambda p: path.stem not in p.read_text("utf-8"))


def listing_names(mutant: Mutant) -> set[str]:
    """Return the names under which equivalent.toml may list a mutant.

    These are its statement, the statement with the change, each constant in the statement,
    and the name of its class.
    """
    names = {mutant.location, f"{mutant.location}: {mutant.was} -> {mutant.now}"}
    names.update(re.findall(r"\b[A-Z][A-Z_]+\b", mutant.statement))
    owner, dot, _ = mutant.function.partition(".")
    return names | {owner} if dot else names


class AlteredModule(SourceFileLoader):
    """Imports one module from another source than its file."""

    def __init__(self, path: Path, source: str) -> None:
        super().__init__(module_name(path), str(path))
        self.source = source
        self.has_changed = "transposed(" not in source

    def find_spec(
        self, fullname: str, path: Any = None, target: Any = None
    ) -> ModuleSpec | None:
        """Find the altered module, and leave all others to Python."""
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.path, loader=self)

    def get_code(self, fullname: str) -> CodeType:
        """Compile the altered source."""
        return compile(self.source, self.path, "exec")

    def exec_module(self, module: ModuleType) -> None:
        """Run the altered source, which may call `transposed`."""
        vars(module)["transposed"] = self.transposed
        super().exec_module(module)

    def transposed(self, matrix: Any) -> Any:
        """Return the transpose, and remember whether that is another matrix."""
        try:
            other = transposed(matrix)
        except NoMutantError:
            return matrix
        self.has_changed = True
        return other


class TimeLimit:
    """A plugin of pytest: a test that takes too long ends its process."""

    def pytest_runtest_setup(self) -> None:
        """Give each test the same time."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS)


def run_pytest(options: list[str], tests: list[Path]) -> bool:
    """Run pytest silently, and return whether it succeeds."""
    options = [*PYTEST_OPTIONS, *options, *map(str, tests)]
    with open(os.devnull, "w") as nowhere, contextlib.redirect_stdout(nowhere):
        return pytest.main(options, plugins=[TimeLimit()]) == pytest.ExitCode.OK


def run_tests(tests: list[Path], path: Path, source: str) -> int:
    """Run tests on a module with another source, and tell how that ends."""
    anew = {ROOT / path.relative_to(ROOT).parts[0], ROOT / "tests"}
    for name, module in list(sys.modules.items()):
        if anew & set(Path(getattr(module, "__file__", None) or "/").parents):
            del sys.modules[name]
    altered = AlteredModule(path, source)
    sys.meta_path.insert(0, altered)
    succeeded = run_pytest([], tests)
    if not altered.has_changed:  # a vector or a symmetric matrix throughout
        return ERROR
    return SURVIVED if succeeded else CAUGHT


def run_altered_notebooks(tests: list[Path], path: Path, source: str) -> int:
    """Run notebooks on a copy of svmlib with another module, and tell how that ends."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "svmlib", Path(folder, "svmlib"))
        Path(folder, path.relative_to(ROOT)).write_text(source, "utf-8")
        os.environ["PYTHONPATH"] = folder
        succeeded = run_pytest(["--nbval-cell-timeout=120"], tests)
    return SURVIVED if succeeded else CAUGHT


def mutants_of_module(path: Path, options: Options) -> list[Mutant]:
    """Return the mutants of a module to try."""
    candidates = [
        x
        for x in mutants(path.read_text("utf-8"), whole=True)
        if options.only in {"", x.function}
    ]
    if options.by_notebooks:  # they try no bad input, and have no `transposed`
        candidates = [
            x for x in candidates if not (x.in_guard or "transposed(" in x.source)
        ]
    return sampled(candidates, options.sample, f"{options.seed} {module_name(path)}")


def module_line(mutant: Mutant) -> str:
    """Return the line that reports a mutant of a module."""
    return f"line {mutant.line}: {mutant.location}: {mutant.was} -> {mutant.now}"


def list_module(path: Path, options: Options) -> list[str]:
    """Return what would be tried of a module, one line per mutant."""
    return [module_line(x) for x in mutants_of_module(path, options)]


def try_module(path: Path, options: Options) -> tuple[Counter[str], list[str]]:
    """Alter a module of svmlib; return counts, and what tests or notebooks don't notice."""
    name, source = module_name(path), path.read_text("utf-8")
    candidates = mutants_of_module(path, options)
    if not candidates:
        return Counter(), []
    tests = notebooks_for(path) if options.by_notebooks else tests_of(path)
    # This process imports what the tests need, so that its copies have less to do.
    if not tests or not run_pytest(["--collect-only"], tests):
        raise UntriedError(f"{name}: pytest collects no tests for it")
    run = run_altered_notebooks if options.by_notebooks else run_tests
    first = tests[:1] if options.by_notebooks else tests  # all notebooks take minutes
    start = time.monotonic()
    if run_in_processes([partial(run, first, path, source)], 3600, 1) != [SURVIVED]:
        raise UntriedError(f"{name}: its tests fail as it stands")
    seconds = 60 + 10 * (time.monotonic() - start) * len(tests) / len(first)
    tasks = [partial(run, tests, path, mutant.source) for mutant in candidates]
    ends = run_in_processes(tasks, seconds, options.jobs)
    unnoticed = [x for x, end in zip(candidates, ends, strict=True) if end == SURVIVED]
    reasons = options.listed.get(name, set())
    survivors = [x for x in unnoticed if not listing_names(x) & reasons]
    counts = Counter(
        caught=ends.count(CAUGHT),
        equivalent=len(unnoticed) - len(survivors),
        surviving=len(survivors),
    )
    return counts, [module_line(x) for x in survivors]

"""Mutation testing of svmlib: the tests of a module have to notice each change."""

import argparse
import builtins
import contextlib
import gc
import io
import os
import sys
import time
from collections import Counter, defaultdict
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings

from .mutants import (
    Mutant,
    NoMutantError,
    mutants,
    sampled,
    transposed,
)
from .processes import CAUGHT, ERROR, SECONDS, SURVIVED, in_processes

ROOT = Path(__file__).resolve().parents[2]
PROFILE = "mutants"  # the same examples for all, and none made smaller
settings.register_profile(
    PROFILE, deadline=None, database=None, derandomize=True, phases=[Phase.generate]
)


def module_name(path: Path) -> str:
    """Return the name that a file is imported by; a package's is that of its folder."""
    name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
    return name.removesuffix(".__init__")


def tests_of(path: Path) -> list[Path]:
    """Return the tests named for a module or its package, which mirror svmlib."""
    folder = ROOT / "tests" / path.parent.relative_to(ROOT)
    own = sorted(folder.glob(f"test_{path.stem.strip('_')}.py"))
    return own or sorted(folder.parent.glob(f"test_{path.parent.name}.py"))


def names_of(mutant: Mutant) -> set[str]:
    """Return what a mutant is listed by: its place in the module, or that and itself."""
    return {mutant.place, f"{mutant.place}: {mutant.was} -> {mutant.now}"}


class QuickestFirst:
    """A plugin of pytest: runs those tests first that took the least time before."""

    def __init__(self) -> None:
        self.seconds = defaultdict[str, float](float)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Sort the tests."""
        items.sort(key=lambda item: self.seconds[item.nodeid])

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long a test has taken."""
        self.seconds[report.nodeid] += report.duration


def try_module(
    path: Path, listed: dict[str, set[str]], args: argparse.Namespace
) -> tuple[Counter[str], list[str]]:
    """Alter a module of svmlib; return counts and what its tests do not notice."""
    name = module_name(path)
    tests = tests_of(path)
    if not tests:
        raise SystemExit(f"{name}: no file of tests is named for it")
    source = path.read_text("utf-8")
    found = mutants(source, whole=True)
    found = sampled(found, args.sample, f"{args.seed} {name}")
    options = ["-q", "-x", "-p", "no:cacheprovider", f"--hypothesis-profile={PROFILE}"]
    options += map(str, tests)
    load = SourceFileLoader.get_code
    quickest_first = QuickestFirst()
    with contextlib.redirect_stdout(io.StringIO()):
        pytest.main(options, plugins=[quickest_first])  # all imports before the forks
    gc.freeze()  # pytest collects garbage at its end, in each fork all that was imported

    def test(altered: str) -> int:
        def get_code(self: SourceFileLoader, fullname: str) -> Any:
            if fullname == name:
                return compile(altered, str(path), "exec")
            return load(self, fullname)

        changed = False

        def transpose(matrix: Any) -> Any:
            nonlocal changed
            try:
                other = transposed(matrix)
            except NoMutantError:
                return matrix
            changed = True
            return other

        builtins.transposed = transpose  # type: ignore[attr-defined]
        SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]
        for module in [*sys.modules]:
            if module.split(".")[0] in {"svmlib", "tests"}:
                del sys.modules[module]
        with open(os.devnull, "w") as silence:
            os.dup2(silence.fileno(), 1)
            os.dup2(silence.fileno(), 2)
            code = pytest.main(options, plugins=[quickest_first])
        end = SURVIVED if code == 0 else CAUGHT
        # A vector, or a symmetric matrix throughout, has no other transpose.
        return ERROR if "transposed(" in altered and not changed else end

    start = time.monotonic()
    if in_processes([partial(test, source)], 600, 1) != [SURVIVED]:
        raise SystemExit(f"{name}: its tests fail as it stands")
    seconds = SECONDS + 5 * (time.monotonic() - start)
    tasks = [partial(test, x.source) for x in found]
    ends = in_processes(tasks, seconds, args.jobs)
    unnoticed = [x for x, end in zip(found, ends, strict=True) if end == SURVIVED]
    reasons = listed.get(name, set())
    survivors = [x for x in unnoticed if not names_of(x) & reasons]
    counts = Counter(
        caught=ends.count(CAUGHT),
        equivalent=len(unnoticed) - len(survivors),
        surviving=len(survivors),
    )
    return counts, [f"line {x.line}: {max(names_of(x), key=len)}" for x in survivors]

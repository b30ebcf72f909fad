"""Mutation testing of svmlib: the tests of a module have to notice each change.

The tests run once before the module is altered, so a module that keeps results, with
functools.cache for instance, would hide its mutants.
"""

import argparse
import builtins
import contextlib
import gc
import io
import signal
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

import pytest
from hypothesis import Phase, settings

from tools import ROOT

from .mutants import (
    Mutant,
    NoMutantError,
    mutants,
    sampled,
    transposed,
)
from .processes import CAUGHT, ERROR, SECONDS, SURVIVED, UntriedError, run_in_processes

PROFILE = "mutants"  # the same examples for all, and none made smaller
settings.register_profile(
    PROFILE, deadline=None, database=None, derandomize=True, phases=[Phase.generate]
)


def module_name(path: Path) -> str:
    """Return the name that a file is imported by, such as svmlib.smo."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def tests_of(path: Path) -> list[Path]:
    """Return the tests named for a module, which mirror svmlib."""
    folder = ROOT / "tests" / path.parent.relative_to(ROOT)
    if path.stem in {"base", "_validation"}:  # the tests of all modules try these
        return sorted(folder.glob("test_*.py"))
    return sorted(folder.glob(f"test_{path.stem.strip('_')}.py"))


def listing_names(mutant: Mutant) -> set[str]:
    """Return what a mutant is listed by: its class, its statement, or that and itself."""
    place, owner = mutant.place, mutant.place.partition(".")[0]
    names = {place, f"{place}: {mutant.was} -> {mutant.now}"}
    return names | {owner} if owner.isidentifier() else names


def functions_of(module: ModuleType) -> list[FunctionType]:
    """Return the functions and methods of a module, whoever has imported them."""
    found = [x for x in gc.get_objects() if type(x) is FunctionType]
    return [f for f in found if f.__code__.co_filename == module.__file__]


def codes_by_name(code: CodeType) -> dict[str, list[CodeType]]:
    """Return a module's code and all below it: lambdas may share a name."""
    found, parts = dict[str, list[CodeType]](), [code]
    for part in parts:
        found.setdefault(part.co_qualname, []).append(part)
        parts += [x for x in part.co_consts if isinstance(x, CodeType)]
    return found


def load_altered(
    altered: str, source: str, module: ModuleType, functions: list[FunctionType]
) -> None:
    """Give a module and its functions the code and the constants of an altered source."""
    code = compile(altered, str(module.__file__), "exec")
    new = codes_by_name(code)
    old = codes_by_name(compile(source, str(module.__file__), "exec"))
    for f in functions:
        name = f.__code__.co_qualname
        if len(new.get(name, ())) == len(old[name]):  # or a lambda is gone
            f.__code__ = new[name][old[name].index(f.__code__)]
    names = vars(module).copy()
    exec(code, names)  # noqa: S102
    constants = (int, float, str, tuple)
    vars(module).update({k: x for k, x in names.items() if isinstance(x, constants)})


class Trial:
    """A plugin of pytest: runs the collected tests again for each source, in a fork.

    The first source is that of the module as it stands. A test that took
    longer runs later, since most mutants fail the first few tests.
    """

    def __init__(self, name: str, sources: list[str], jobs: int) -> None:
        self.name, self.sources, self.jobs = name, sources, jobs
        self.ends: list[int] = []
        self.seconds = dict[pytest.Item, float]()

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the tests on the module as it stands, and then on each altered source."""
        for item in session.items:
            start = time.process_time()
            self.run(session, [item])
            self.seconds[item] = time.process_time() - start
        if session.testsfailed or not session.items:
            return True
        tests = sorted(session.items, key=self.seconds.__getitem__)
        module = sys.modules[self.name]
        functions = functions_of(module)
        total = sum(self.seconds.values())

        def test(source: str) -> int:
            load_altered(source, self.sources[0], module, functions)
            return self.test(session, tests, source)

        tasks = [partial(test, source) for source in self.sources]
        gc.freeze()  # a fork that looks for garbage among all this would copy it
        self.ends = run_in_processes(tasks, 10 * (SECONDS + total), self.jobs)
        gc.unfreeze()
        return True

    def run(self, session: pytest.Session, tests: list[pytest.Item]) -> None:
        """Run tests up to the first that fails."""
        for item, following in zip(tests, [*tests[1:], None], strict=True):
            if item in self.seconds:  # what is altered may never end
                limit = 3 + 3 * self.seconds[item]  # of the processor's time
                signal.setitimer(signal.ITIMER_PROF, limit)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if session.testsfailed:
                return

    def test(
        self, session: pytest.Session, tests: list[pytest.Item], source: str
    ) -> int:
        """Run the tests on an altered source, and tell how that ends."""
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
        self.run(session, tests)
        if "transposed(" in source and not changed:
            # A vector, or a symmetric matrix throughout, has no other transpose.
            return ERROR
        return CAUGHT if session.testsfailed else SURVIVED


def try_module(
    path: Path, listed: dict[str, set[str]], args: argparse.Namespace
) -> tuple[Counter[str], list[str]]:
    """Alter a module of svmlib; return counts and what its tests do not notice."""
    name = module_name(path)
    tests = tests_of(path)
    if not tests:
        raise UntriedError(f"{name}: no file of tests is named for it")
    source = path.read_text("utf-8")
    found = mutants(source, whole=True)
    found = sampled(found, args.sample, f"{args.seed} {name}")
    options = ["-q", "-p", "no:cacheprovider", f"--hypothesis-profile={PROFILE}"]
    trial = Trial(name, [source, *(x.source for x in found)], args.jobs)
    with contextlib.redirect_stdout(io.StringIO()):
        code = pytest.main([*options, *map(str, tests)], plugins=[trial])
    if code == pytest.ExitCode.NO_TESTS_COLLECTED:
        raise UntriedError(f"{name}: the file of tests named for it holds none")
    if trial.ends[:1] != [SURVIVED]:
        raise UntriedError(f"{name}: its tests fail as it stands")
    ends = trial.ends[1:]
    unnoticed = [x for x, end in zip(found, ends, strict=True) if end == SURVIVED]
    reasons = listed.get(name, set())
    survivors = [x for x in unnoticed if not listing_names(x) & reasons]
    counts = Counter(
        caught=ends.count(CAUGHT),
        equivalent=len(unnoticed) - len(survivors),
        surviving=len(survivors),
    )
    return counts, [
        f"line {x.line}: {max(listing_names(x), key=len)}" for x in survivors
    ]

"""Mutation testing of the book: alter its equations, and see that the checks notice.

    python -m tools.mutation [NOTEBOOK ...] [--only NAME] [--sample N] [--seed S]
                             [--jobs N] [--list] [--record]
    python -m tools.mutation --package [MODULE ...] [--notebooks] [--sample N] ...

A cell that begins `# Checks eq-x` asserts equations. This tool changes a sign, a
factor, an index or the like in it, runs the cell where it stands in its notebook, and
expects an AssertionError. The code with one such change is a mutant. The book calls a
mutant of a check an altered equation, and `make alterations` tries them all.

With `--package` it alters the modules of svmlib, and expects the tests that are named for
a module to fail. With `--package --notebooks` it expects the book's notebooks to fail.
Notebooks try no bad input, so code that decides whether to raise or to warn isn't altered
then.

The exit code is 1 if a mutant survives, unless equivalent.toml lists it with a reason, or
if a file could not be tried. A mutant that can't run at all is left out. `--only` takes
the whole name of an equation, or of a function such as A.f, and `--record` stores the
counts that the page of equations adds up.
"""

import json
import os
import sys
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # forks and threads do not mix

import matplotlib

from book._parsing import BOOK, ROOT
from book._parsing.page import notebooks
from tools.shared.command_line import argument_parser

from .equations import list_notebook, try_notebook
from .modules import list_module, tests_of, try_module
from .options import Options
from .processes import UntriedError

# Only these modules of the exercises have tests of their own that notice every mistake. The
# others are tested by whole verdicts, and to try those on a mutant would take minutes.
OF_EXERCISES = [
    f"exercises/{name}.py"
    for name in (
        "_catalogue",
        "_mistakes",
        "_problems",
        "_text",
        "_tolerance",
        "grading/_questions",
        "running/_hints",
        "running/_outputs",
        "submissions/_attempts_in_file",
        "submissions/_loops",
        "submissions/_statement",
        "submissions/_student_file",
        "verdict/_counterexample",
    )
]
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
RECORD = BOOK / "reference" / "alterations.json"


def equivalent_mutants() -> dict[str, set[str]]:
    """Return what may survive, as equivalent.toml lists it, by equation and module."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return {name: set().union(*reasons.values()) for name, reasons in listed.items()}


def record_counts(tried: dict[Path, Counter[str]]) -> None:
    """Store the counts of notebooks; forget those that are gone or have no mutants."""
    record = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    for path, counts in tried.items():
        record[path.relative_to(BOOK).with_suffix("").as_posix()] = {
            "mutants": counts.total(),
            **{k: counts[k] for k in ("caught", "equivalent", "surviving")},
        }
    record = {
        name: counts
        for name, counts in record.items()
        if counts["mutants"] and (BOOK / f"{name}.ipynb").exists()
    }
    text = json.dumps(dict(sorted(record.items())), indent=2)
    RECORD.write_text(text + "\n", encoding="utf-8")


def parsed_options() -> Options:
    """Return what the command line and equivalent.toml ask for."""
    parser = argument_parser(__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks or modules")
    parser.add_argument("--package", action="store_true", help="alter svmlib")
    parser.add_argument(
        "--notebooks",
        action="store_true",
        dest="by_notebooks",
        help="with --package: run notebooks, not tests",
    )
    parser.add_argument("--only", default="", help="this equation or function")
    parser.add_argument("--sample", type=int, default=0, help="try N of each file")
    parser.add_argument("--seed", type=int, default=0, help="which ones are sampled")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument(
        "--list", action="store_true", dest="list_only", help="list and run nothing"
    )
    parser.add_argument("--record", action="store_true", help="store the counts")
    options = parser.parse_args(namespace=Options(listed=equivalent_mutants()))
    if options.jobs < 1:
        parser.error(f"--jobs must be 1 or more, got {options.jobs}")
    if options.sample < 0:
        parser.error(f"--sample must be 0, which is all, or more, got {options.sample}")
    whole = not (options.sample or options.only or options.package or options.list_only)
    if options.record and not whole:
        parser.error("--record is for all the checks of a notebook")
    if options.by_notebooks and not options.package:
        parser.error("--notebooks goes with --package")
    # A mutant's tests are found by the module's place, and a record by the notebook's.
    folder = ROOT if options.package else BOOK if options.record else None
    what, suffix = ("module", ".py") if options.package else ("notebook", ".ipynb")
    for path in options.paths:
        if not path.is_file():
            parser.error(f"there is no file {path}")
        if path.suffix != suffix:
            parser.error(f"{path} isn't a {what}")
        if folder and not path.resolve().is_relative_to(folder):
            parser.error(f"{path} isn't in {folder}")
    return options


def tested_modules(*patterns: str) -> list[Path]:
    """Return the modules of svmlib that have tests."""
    folder = ROOT / "svmlib"
    return [p for x in patterns for p in sorted(folder.glob(x)) if tests_of(p)]


def list_files(
    paths: list[Path], list_file: Callable[[Path, Options], list[str]], options: Options
) -> int:
    """Print what would be tried, and return how many mutants that is."""
    total = 0
    for path in paths:
        lines = list_file(path, options)
        total += len(lines)
        print(f"{path.stem}: {len(lines)} mutants")
        for line in lines:
            print(f"    {line}")
    return total


def try_files(
    paths: list[Path],
    try_file: Callable[[Path, Options], tuple[Counter[str], list[str]]],
    options: Options,
) -> tuple[dict[Path, Counter[str]], list[str]]:
    """Try each file and print what survives; return its counts, and what is not tried."""
    tried, untried = dict[Path, Counter[str]](), list[str]()
    for path in paths:
        try:
            counts, survivors = try_file(path, options)
        except UntriedError as error:
            untried.append(str(error))
            continue
        print(f"{path.stem}: {counts.total()} mutants, {dict(counts)}", flush=True)
        for survivor in survivors:
            print(f"    {survivor}", flush=True)
        tried[path] = counts
    return tried, untried


def main() -> int:
    """Run the command line; return 1 if a mutant survives, or a file is not tried."""
    matplotlib.use("agg")  # no windows, and no fork of one
    options = parsed_options()
    list_file, try_file = list_notebook, try_notebook
    default: Callable[[], list[Path]] = notebooks
    if options.package:
        list_file, try_file = list_module, try_module
        patterns = ["*.py"]
        if not options.by_notebooks:
            patterns += ["plots/*.py", *OF_EXERCISES]
        default = partial(tested_modules, *patterns)
    paths = [path.resolve() for path in options.paths or default()]
    untried, failed = list[str](), False
    if options.list_only:
        total = list_files(paths, list_file, options)
    else:
        tried, untried = try_files(paths, try_file, options)
        counts = sum(tried.values(), Counter[str]())
        total, failed = counts.total(), counts["surviving"] > 0
        if changing := total - counts["equivalent"]:
            share = counts["caught"] / changing
            print(f"{share:.1%} of the mutants that are not equivalent are caught")
        if options.record:
            record_counts(tried)
    if not (total or untried):
        name = options.only
        untried.append(f"nothing is named {name}" if name else "nothing to alter")
    for reason in untried:
        print("Not tried:", reason)
    return int(failed or bool(untried))


if __name__ == "__main__":
    sys.exit(main())

"""Mutation testing of the book: alter its equations, and see that the checks notice.

    python -m tools.mutation [NOTEBOOK ...] [--only NAME] [--sample N] [--seed S]
                             [--jobs N] [--list] [--record]
    python -m tools.mutation --package [MODULE ...] [--notebooks] [--sample N] ...

A cell that begins `# Checks eq-x` states equations in code and asserts them. This tool
changes a sign, a factor, a comparison, an index, a norm or a summand in it, runs the
cell where it stands in its notebook, and expects an AssertionError. A change after
which the cell cannot run at all, for instance because shapes no longer match, is left
out: nobody would call that an equation. So is one that only makes an assertion claim
less. What still passes survives, and the exit code is 1. Survivors that leave the
equation as true as it was are listed with a reason in equivalent.toml. `--record`
stores the figures of whole notebooks, which the page of equations adds up.

With `--package` the same changes are made to the numeric modules, svmlib/*.py, and the
tests that are named for a module have to notice them. (The mutants of the exercises are
the mistakes that each one names: tests/svmlib/exercises/test_all_exercises.py tries
them.) What may survive is listed under the module's name, `["svmlib.margin"]`: a mutant
as it is reported, or its function and statement alone, if any mutant of it may survive
because it only tunes the speed. With `--notebooks` as well, the book's notebooks have to
notice them instead, run as `make test-notebooks` runs them. They teach, and do not try bad
input, so some mutants survive: what to reach is nine of ten of those that change a result.
A mutant that survives costs minutes, so try a sample.

A file whose check or tests fail unaltered is named at the end, and the exit code is 1.
"""

import argparse
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

from book._pages.source import checked_labels
from tools import ROOT

from .equations import checking_cells, try_notebook
from .mutants import mutants
from .package import tests_of, try_module
from .processes import UntriedError

BOOK = ROOT / "book"
EQUIVALENT = Path(__file__).with_name("equivalent.toml")
RECORD = BOOK / "reference" / "alterations.json"


def equivalent_mutants() -> dict[str, set[str]]:
    """Return what may survive, as equivalent.toml lists it, by equation and module."""
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8"))
    return {name: set().union(*reasons.values()) for name, reasons in listed.items()}


def record_figures(figures: dict[str, dict[str, int]]) -> None:
    """Store the figures of whole notebooks, and forget those of notebooks that are gone."""
    old = json.loads(RECORD.read_text("utf-8")) if RECORD.exists() else {}
    known = {k: v for k, v in old.items() if (BOOK / f"{k}.ipynb").exists()}
    record = dict(sorted({**known, **figures}.items()))
    RECORD.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def main() -> int:
    """Run the command line; return 1 if a mutant survives, or a file is not tried."""
    matplotlib.use("agg")  # no windows, and no fork of one
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("paths", nargs="*", type=Path, help="notebooks or modules")
    parser.add_argument("--package", action="store_true", help="alter svmlib")
    parser.add_argument(
        "--notebooks",
        action="store_true",
        help="with --package: run notebooks, not tests",
    )
    parser.add_argument("--only", default="", help="this equation or function")
    parser.add_argument("--sample", type=int, default=0, help="try N of each file")
    parser.add_argument("--seed", type=int, default=0, help="which ones are sampled")
    parser.add_argument("--jobs", type=int, default=2, help="processes at a time")
    parser.add_argument("--list", action="store_true", help="list and run nothing")
    parser.add_argument("--record", action="store_true", help="store the figures")
    args = parser.parse_args()
    if args.record and (args.sample or args.only or args.package):
        parser.error("--record is for all the checks of a notebook")
    if args.notebooks and not args.package:
        parser.error("--notebooks goes with --package")
    for path in args.paths:
        if not path.is_file():
            parser.error(f"there is no file {path}")
    default = ROOT / "svmlib" if args.package else BOOK
    paths = args.paths or sorted(default.glob("*.py" if args.package else "**/*.ipynb"))
    if args.package and not args.paths:
        paths = [p for p in paths if tests_of(p)]
    listed = equivalent_mutants()
    try_file: Callable[..., tuple[Counter[str], list[str]]] = try_notebook
    if args.package:
        try_file = partial(try_module, by_notebooks=args.notebooks)
    failed, any_tried = False, args.list
    untried, figures = list[str](), dict[str, dict[str, int]]()
    for path in map(Path.resolve, paths):
        if args.list:
            for source in (
                [path.read_text("utf-8")] if args.package else checking_cells(path)
            ):
                print(f"{path.name}: {', '.join(checked_labels(source))}")
                for x in mutants(source, whole=args.package):
                    print(f"    line {x.line}: {x.was} -> {x.now}")
            continue
        try:
            counts, survivors = try_file(
                path, listed, args.sample, args.seed, args.jobs, args.only
            )
        except UntriedError as error:
            untried.append(str(error))
            continue
        tried = counts.total()
        any_tried |= bool(tried)
        print(f"{path.stem}: {tried} mutants, {dict(counts)}", flush=True)
        for survivor in survivors:
            print(f"    {survivor}", flush=True)
        failed |= bool(survivors)
        if tried and not args.package:
            figures[path.relative_to(BOOK).with_suffix("").as_posix()] = {
                "mutants": tried,
                **{k: counts[k] for k in ("caught", "equivalent", "surviving")},
            }
    if args.record:
        record_figures(figures)
    if args.only and not (any_tried or untried):
        untried.append(f"nothing is named {args.only}")
    for reason in untried:
        print("Not tried:", reason)
    return int(failed or bool(untried))


if __name__ == "__main__":
    sys.exit(main())

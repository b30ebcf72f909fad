"""Mutation testing of the book: the check of an equation has to notice each change.

Each mutant has a forked process, which has run the notebook up to the cell.
"""

import contextlib
import io
import time
import warnings
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from book._pages.page import read_page
from book._pages.source import checked_labels

from .mutants import mutants, sampled, transposed
from .processes import CAUGHT, ERROR, SURVIVED, UntriedError, run_in_processes

SECONDS = 20  # beyond what the cells take unaltered


def checking_cells(path: Path) -> list[str]:
    """Return the sources of the checking cells of a notebook."""
    return [x.source for x in read_page(path).code if checked_labels(x.source)]


def run_altered(source: str, namespace: dict[str, Any]) -> int:
    """Run an altered cell and return how it ended."""
    try:
        with (
            contextlib.redirect_stdout(io.StringIO()),
            contextlib.redirect_stderr(io.StringIO()),
            warnings.catch_warnings(action="ignore"),
        ):
            exec(compile(source, "<altered>", "exec"), namespace)  # noqa: S102
    except AssertionError:
        return CAUGHT
    except BaseException:  # noqa: BLE001 -- SystemExit too
        return ERROR
    return SURVIVED


def try_notebook(
    path: Path,
    listed: dict[str, set[str]],
    sample: int,
    seed: int,
    jobs: int,
    only: str,
) -> tuple[Counter[str], list[str]]:
    """Run a notebook and alter its checks; return counts and what survives."""
    cells = read_page(path).code
    found = [
        (k, label, mutant)
        for k, cell in enumerate(cells)
        if (label := ", ".join(checked_labels(cell.source))) and only in label
        for mutant in mutants(cell.source)
    ]
    found = sampled(found, sample, f"{seed} {path.stem}")
    counts, survivors = Counter[str](), []
    namespace: dict[str, Any] = {"__name__": "__main__", "transposed": transposed}
    last = max((k for k, *_ in found), default=-1)
    with contextlib.chdir(path.parent):
        for k, cell in enumerate(cells[: last + 1]):
            start = time.monotonic()
            chosen = [(label, x) for j, label, x in found if j == k]
            if chosen:
                as_it_stands = [partial(run_altered, cell.source, namespace)]
                if run_in_processes(as_it_stands, 600, 1) != [SURVIVED]:
                    raise UntriedError(f"{path}: {chosen[0][0]} fails as it stands")
            seconds = SECONDS + 5 * (time.monotonic() - start)
            tasks = [partial(run_altered, x.source, namespace) for _, x in chosen]
            ends = run_in_processes(tasks, seconds, jobs)
            for (label, x), end in zip(chosen, ends, strict=True):
                reasons = {
                    x for name in label.split(", ") for x in listed.get(name, ())
                }
                counts["caught"] += end == CAUGHT
                if end == SURVIVED and f"{x.was} -> {x.now}" in reasons:
                    counts["equivalent"] += 1
                elif end == SURVIVED:
                    survivors.append(f"{label}, line {x.line}: {x.was} -> {x.now}")
            with contextlib.redirect_stdout(io.StringIO()):
                exec(compile(cell.source, path.stem, "exec"), namespace)  # noqa: S102
    counts["surviving"] = len(survivors)
    return counts, survivors

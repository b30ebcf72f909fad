"""Mutation testing of the book: the check of an equation has to notice each change.

Each mutant runs in a process of its own. It is forked from one that has run the notebook up
to the altered cell.
"""

import contextlib
import io
import time
import warnings
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

from book._parsing.markdown import checked_labels
from book._parsing.page import read_page

from .mutants import Mutant, mutants, sampled, transposed
from .options import Options
from .processes import CAUGHT, ERROR, SURVIVED, UntriedError, run_in_processes

# A mutant may take this long, and five times as long as the unaltered cell on top.
SECONDS = 20


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


def mutants_of_checks(
    path: Path, options: Options
) -> list[tuple[int, list[str], Mutant]]:
    """Return (number of the code cell, its labels, mutant) of each mutant to try."""
    candidates = [
        (k, labels, mutant)
        for k, cell in enumerate(read_page(path).code)
        if (labels := checked_labels(cell.source)) and options.only in {"", *labels}
        for mutant in mutants(cell.source)
    ]
    return sampled(candidates, options.sample, f"{options.seed} {path.stem}")


def equation_line(labels: list[str], mutant: Mutant) -> str:
    """Return the line that reports a mutant of a check."""
    return f"{', '.join(labels)}, line {mutant.line}: {mutant.was} -> {mutant.now}"


def list_notebook(path: Path, options: Options) -> list[str]:
    """Return what would be tried of a notebook, one line per mutant."""
    return [
        equation_line(labels, x) for _, labels, x in mutants_of_checks(path, options)
    ]


def try_notebook(path: Path, options: Options) -> tuple[Counter[str], list[str]]:
    """Run a notebook and alter its checks; return counts and what survives."""
    cells, candidates = read_page(path).code, mutants_of_checks(path, options)
    counts, survivors = Counter[str](), []
    namespace: dict[str, Any] = {"__name__": "__main__", "transposed": transposed}
    last = max((k for k, *_ in candidates), default=-1)
    with contextlib.chdir(path.parent):
        for k, cell in enumerate(cells[: last + 1]):
            start = time.monotonic()
            labels = checked_labels(cell.source)
            chosen = [mutant for j, _, mutant in candidates if j == k]
            if chosen:
                as_it_stands = [partial(run_altered, cell.source, namespace)]
                if run_in_processes(as_it_stands, 600, 1) != [SURVIVED]:
                    raise UntriedError(
                        f"{path}: {', '.join(labels)} fails as it stands"
                    )
            seconds = SECONDS + 5 * (time.monotonic() - start)
            tasks = [partial(run_altered, x.source, namespace) for x in chosen]
            ends = run_in_processes(tasks, seconds, options.jobs)
            equivalent = set().union(*(options.listed.get(x, ()) for x in labels))
            for mutant, end in zip(chosen, ends, strict=True):
                counts["caught"] += end == CAUGHT
                if end == SURVIVED and f"{mutant.was} -> {mutant.now}" in equivalent:
                    counts["equivalent"] += 1
                elif end == SURVIVED:
                    survivors.append(equation_line(labels, mutant))
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(cell.source, path.stem, "exec"), namespace)  # noqa: S102
            except Exception as error:
                raise UntriedError(f"{path}: {cell}: {error!r}") from error
    counts["surviving"] = len(survivors)
    return counts, survivors

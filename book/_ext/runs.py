"""The directive `runs`: a table of book/reference/runs.json.

The file is written by `tools/run_notebooks.py --record`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

RECORD = Path(__file__).parents[1] / "reference" / "runs.json"


def day(text: str) -> str:
    """Return 2026-01-31 as 31 January 2026."""
    when = date.fromisoformat(text)
    return f"{when.day} {when:%B %Y}"


def times(runs: dict[str, Any], order: list[str]) -> Iterator[str]:
    """Yield a table, in Markdown, of the notebooks in their order in the book."""
    ran = {f"book/{name}": run for name, run in runs["notebooks"].items()}
    total = sum(ran[name]["seconds"] for name in order if name in ran)
    yield from ("| Chapter | Last run | Seconds |", "|---|---|---:|")
    for name in order:
        if name in ran:
            run = ran[name]
            yield f"| [](/{name}) | {day(run['date'])} | {run['seconds']} |"
    yield f"| All | | {total} |"


def versions(runs: dict[str, Any]) -> Iterator[str]:
    """Yield a table, in Markdown, of what the notebooks ran on."""
    yield from ("| Package | Version |", "|---|---|")
    yield f"| Python | {runs['python']} |"
    for name, version in runs["packages"].items():
        yield f"| {name} | {version} |"


class Runs(SphinxDirective):
    """The table `times` or the table `versions`."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(RECORD))
        runs = json.loads(RECORD.read_text("utf-8"))
        order = list(self.env.external_site_map)  # type: ignore[attr-defined]
        tables = {"times": times(runs, order), "versions": versions(runs)}
        holder = nodes.Element()
        lines = StringList(list(tables[self.arguments[0]]), source=str(RECORD))
        self.state.nested_parse(lines, 0, holder)
        return holder.children


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_directive("runs", Runs)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

"""book/reference/runs.json: what ran when, on the pinned versions, and nothing else."""

import json
import re
import tomllib
from copy import deepcopy
from pathlib import Path
from typing import Any

import nbformat
import pytest
import run_notebooks
from nbformat.v4 import new_code_cell, new_notebook
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from pages import ROOT, book_files

RUNS: dict[str, Any] = json.loads((ROOT / "book/reference/runs.json").read_text())
NOTEBOOKS = [
    path.relative_to(ROOT / "book").with_suffix("").as_posix()
    for path in book_files().values()
    if path and path.suffix == ".ipynb"
]


def pinned(python: str) -> dict[str, str]:
    """Return the versions that requirements.txt and pyproject.toml give to a Python."""
    found = {}
    for line in (ROOT / "requirements.txt").read_text().splitlines():
        if line and not line.startswith(("#", "-", " ")):
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate(
                {"python_full_version": python, "python_version": python[:4]}
            ):
                found[canonicalize_name(wanted.name)] = str(wanted.specifier)[2:]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return {**found, project["name"]: project["version"]}


def faults(runs: dict[str, Any], notebooks: list[str]) -> list[str]:
    """Return what is wrong with a record of runs, one line a fault."""
    found = [] if list(runs) == ["python", "packages", "notebooks"] else ["keys"]
    if not re.fullmatch(r"3\.\d+\.\d+", runs["python"]):
        found.append(f"Python {runs['python']}")
    wanted = pinned(runs["python"])
    for name, version in runs["packages"].items():
        if wanted.get(canonicalize_name(name)) != version:
            found.append(f"{name} {version}, not {wanted.get(canonicalize_name(name))}")
    missing = {"numpy", "matplotlib", "scikit-learn", "svmlib"} - set(runs["packages"])
    found += [f"no version of {name}" for name in sorted(missing)]
    found += [f"{n} has not run" for n in notebooks if n not in runs["notebooks"]]
    for name, run in runs["notebooks"].items():
        if not (ROOT / "book" / f"{name}.ipynb").exists():
            found.append(f"{name} does not exist")
        if list(run) != ["date", "seconds"]:
            found.append(f"{name}: {list(run)}")
        elif not re.fullmatch(r"20\d\d-[01]\d-[0-3]\d", run["date"]):
            found.append(f"{name}: date {run['date']}")
        elif not (isinstance(run["seconds"], int) and 0 < run["seconds"] < 600):
            found.append(f"{name}: {run['seconds']} seconds")
    return found


def test_every_chapter_has_run_on_the_pinned_versions() -> None:
    """The record has all notebooks of _toc.yml and the versions of requirements.txt."""
    assert NOTEBOOKS
    assert faults(RUNS, NOTEBOOKS) == []


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("python",), "3.11"),
        (("host",), "name"),
        (("packages", "numpy"), "2.0.0"),
        (("packages", "sklearn"), "1.9.1"),
        (("packages", "matplotlib"), None),
        (("notebooks", "hinge/gradient"), None),
        (("notebooks", "hinge/nowhere"), {"date": "2026-01-01", "seconds": 1}),
        (("notebooks", "hinge/gradient", "path"), "/tmp"),
        (("notebooks", "hinge/gradient", "date"), "today"),
        (("notebooks", "hinge/gradient", "seconds"), 1.5),
    ],
)
def test_a_faulty_record_is_reported(place: tuple[str, ...], value: Any) -> None:
    """Each thing that a record must hold, or must not, is noticed."""
    runs = deepcopy(RUNS)
    inside = runs
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    if value is None:
        del inside[place[-1]]
    assert len(faults(runs, NOTEBOOKS)) == 1


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book of two notebooks."""
    for name in ("one", "two"):
        cell = new_code_cell("%matplotlib inline\nimport numpy as np\nimport re")
        nbformat.write(new_notebook(cells=[cell]), tmp_path / f"{name}.ipynb")
    monkeypatch.setattr(run_notebooks, "BOOK", tmp_path)
    return tmp_path


def test_a_run_is_recorded(book: Path) -> None:
    """Whole seconds, and the versions of what is imported and of what runs it."""
    found = run_notebooks.record({book / "one.ipynb": 0.2, book / "two.ipynb": 7.6}, {})
    seconds = {name: run["seconds"] for name, run in found["notebooks"].items()}
    assert seconds == {"one": 1, "two": 8}
    assert list(found["packages"]) == ["ipykernel", "nbclient", "numpy"]


def test_other_runs_are_kept_while_the_versions_are_the_same(book: Path) -> None:
    """One notebook may run again alone; a new version asks for all of them."""
    one, two = book / "one.ipynb", book / "two.ipynb"
    old = run_notebooks.record({one: 5.0, two: 6.0}, {})
    old["notebooks"]["gone"] = old["notebooks"]["one"]
    found = run_notebooks.record({one: 9.0}, old)
    assert list(found["notebooks"]) == ["one", "two"]
    assert found["notebooks"]["two"] == old["notebooks"]["two"]
    assert found["notebooks"]["one"]["seconds"] == 9
    for key, before in (("numpy", {"packages": {"numpy": "1.0"}}), ("Python", {})):
        stale = {
            **old,
            **before,
            "python": "3.0.0" if key == "Python" else old["python"],
        }
        with pytest.raises(ValueError, match=f"other versions of {key} are recorded"):
            run_notebooks.record({one: 9.0}, stale)
        assert run_notebooks.record({one: 9.0, two: 9.0}, stale)["packages"]


def test_only_the_book_is_recorded(book: Path) -> None:
    """A notebook elsewhere is told."""
    with pytest.raises(ValueError, match="notebooks of the book"):
        run_notebooks.record({book.parent / "other.ipynb": 1.0}, {})

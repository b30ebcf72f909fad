"""python -m tools.mutation: what it tries, lists, reports and records."""

import json
import time
from collections import Counter, defaultdict

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from book._parsing import ROOT
from book._parsing.markdown import checked_labels
from book._parsing.page import notebooks, read_page
from tools.mutation import __main__ as command
from tools.mutation import equations
from tools.mutation.modules import listing_names
from tools.mutation.mutants import mutants
from tools.mutation.processes import SURVIVED


def test_main_reports_a_survivor(tmp_path, monkeypatch, capsys):
    """A check that its own examples do not test fails the command, until it is listed.

    A mutant that ends in a KeyError is neither caught nor surviving.
    """
    cells = [
        new_code_cell("x = 2"),
        new_code_cell("# Checks eq-a\nassert x**2 == 4 and x + 1 == 3"),
        new_code_cell("# Checks eq-b\nassert x + x == x * x"),
    ]
    path = tmp_path / "small.ipynb"
    nbformat.write(new_notebook(cells=cells), path)
    listed = tmp_path / "listed.toml"
    listed.write_text("")
    monkeypatch.setattr(command, "EQUIVALENT", listed)
    monkeypatch.setattr(command, "BOOK", tmp_path)
    monkeypatch.setattr(command, "RECORD", tmp_path / "alterations.json")
    monkeypatch.setattr("sys.argv", ["mutation", str(path), "--record"])
    assert command.main() == 0
    cells[1].source = "# Checks eq-a\nassert {0: x * x}[x - 2] == x + x"
    cells[2].source = "# Checks eq-b\ny = x * x if x > 1 else x\nassert y == 4"
    nbformat.write(new_notebook(cells=cells), path)
    assert command.main() == 1
    survivor = "x > 1 -> x >= 1"
    assert f"eq-b, line 2: {survivor}" in capsys.readouterr().out
    listed.write_text(f'[eq-b]\n"2 is well above 1" = ["{survivor}", "1 -> 0"]')
    assert command.main() == 0
    # The two that are listed are equivalent.
    share = "100.0% of the mutants that are not equivalent are caught"
    assert share in capsys.readouterr().out
    record = json.loads((tmp_path / "alterations.json").read_text())
    counts = {"mutants": 13, "caught": 11, "equivalent": 2, "surviving": 0}
    assert record == {"small": counts}


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("# Checks eq-a\nassert 1 + 1 == 3", "eq-a fails as it stands"),
        ("x = [][0]", "cell 2: IndexError('list index out of range')"),
    ],
)
def test_main_names_what_fails_as_it_stands(
    source, fault, tmp_path, monkeypatch, capsys
):
    """Otherwise it would seem to notice every change."""
    path = tmp_path / "small.ipynb"
    cells = [new_code_cell(x) for x in ("", source, "# Checks eq-b\nassert 1 + 1 == 2")]
    nbformat.write(new_notebook(cells=cells), path)
    monkeypatch.setattr("sys.argv", ["mutation", str(path)])
    assert command.main() == 1
    assert capsys.readouterr().out == f"Not tried: {path}: {fault}\n"


def test_mutant_has_more_time_than_the_unaltered_check(tmp_path, monkeypatch):
    limits = []

    def run_in_processes(tasks, seconds, jobs):
        time.sleep(0.2)  # what the check takes
        limits.append(seconds)
        return [SURVIVED] * len(tasks)

    path = tmp_path / "small.ipynb"
    cells = [new_code_cell("# Checks eq-a\nassert 1 + 1 == 2")]
    nbformat.write(new_notebook(cells=cells), path)
    monkeypatch.setattr(equations, "SECONDS", 3)
    monkeypatch.setattr(equations, "run_in_processes", run_in_processes)
    monkeypatch.setattr("sys.argv", ["mutation", str(path)])
    assert command.main() == 1
    assert limits[1] > 3 + 5 * 0.19


def test_record_has_the_notebooks_that_are_there_and_have_equations(
    tmp_path, monkeypatch
):
    record = tmp_path / "alterations.json"
    old = {"mutants": 1, "caught": 1, "equivalent": 0, "surviving": 0}
    record.write_text(json.dumps(dict.fromkeys(("gone", "kept", "plain"), old)))
    for name in ("kept", "new", "plain"):
        (tmp_path / f"{name}.ipynb").touch()
    monkeypatch.setattr(command, "BOOK", tmp_path)
    monkeypatch.setattr(command, "RECORD", record)
    counts = Counter(caught=2, equivalent=1, surviving=0)
    tried = {tmp_path / "new.ipynb": counts, tmp_path / "plain.ipynb": Counter()}
    command.record_counts(tried)
    assert json.loads(record.read_text()) == {
        "kept": old,
        "new": {"mutants": 3, "caught": 2, "equivalent": 1, "surviving": 0},
    }


def test_main_catches_a_sample_of_the_books_mutants(monkeypatch):
    """Two dozen of one chapter; `make nightly` tries all of all chapters."""
    chapter = str(command.BOOK / "hinge" / "linear_scores.ipynb")
    monkeypatch.setattr("sys.argv", ["mutation", chapter, "--sample", "24"])
    assert command.main() == 0


def test_main_lists_what_it_would_try(monkeypatch, capsys):
    """--only names an equation, not a part of its name, and --sample limits the list."""
    chapter = str(command.BOOK / "hinge" / "linear_scores.ipynb")

    def listed(*arguments):
        monkeypatch.setattr("sys.argv", ["mutation", chapter, "--list", *arguments])
        assert command.main() == 0
        first, *lines = capsys.readouterr().out.splitlines()
        assert first == f"linear_scores: {len(lines)} mutants"
        return lines

    everything, own = listed(), listed("--only", "eq-score")
    assert {line.split(", line ")[0].strip() for line in own} == {"eq-score"}
    assert set(own) < set(everything)
    assert any("eq-score-row" in line for line in everything)
    assert len(listed("--sample", "3")) == 3


def test_main_says_that_there_is_nothing_to_alter(monkeypatch, capsys):
    chapter = str(command.BOOK / "hinge" / "linear_scores.ipynb")
    monkeypatch.setattr("sys.argv", ["mutation", chapter, "--only", "eq-typo"])
    assert command.main() == 1
    assert "Not tried: nothing is named eq-typo" in capsys.readouterr().out
    monkeypatch.setattr(command, "notebooks", list)
    monkeypatch.setattr("sys.argv", ["mutation"])
    assert command.main() == 1
    assert "Not tried: nothing to alter" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["mutation", "book/typo.ipynb"])
    with pytest.raises(SystemExit):
        command.main()
    assert "there is no file book/typo.ipynb" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--jobs", "0"], "--jobs must be 1 or more, got 0"),
        (["--jobs", "-2"], "--jobs must be 1 or more, got -2"),
        (["--sample", "-1"], "--sample must be 0, which is all, or more, got -1"),
        (["--record", "--sample", "3"], "--record is for all the checks of a notebook"),
        (["--record", "--only", "eq-a"], "--record is for all the checks"),
        (["--notebooks"], "--notebooks goes with --package"),
        (["svmlib/smo.py", "--list"], "svmlib/smo.py isn't a notebook"),
        (["README.md", "--package", "--list"], "README.md isn't a module"),
    ],
)
def test_main_refuses_bad_arguments(arguments, words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(command, "notebooks", list)  # nothing to run, if it doesn't
    monkeypatch.setattr(command, "RECORD", tmp_path / "alterations.json")
    monkeypatch.setattr("sys.argv", ["mutation", *arguments])
    with pytest.raises(SystemExit):
        command.main()
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "option", "folder"),
    [("a.ipynb", "--record", command.BOOK), ("a.py", "--package", ROOT)],
)
def test_main_refuses_what_has_no_place_of_its_own(
    name, option, folder, tmp_path, monkeypatch, capsys
):
    path = tmp_path / name
    path.touch()
    monkeypatch.setattr("sys.argv", ["mutation", str(path), option])
    with pytest.raises(SystemExit):
        command.main()
    assert f"{path} isn't in {folder}" in capsys.readouterr().err


def test_recorded_equations_are_caught_or_still_true():
    """The page of equations quotes the record."""
    record = json.loads(command.RECORD.read_text("utf-8"))
    assert len(record) > 10
    for name, counts in record.items():
        assert counts["mutants"] == counts["caught"] + counts["equivalent"], name


def test_listed_mutants_exist():
    checks = defaultdict(str)  # an equation may have several
    for path in notebooks():
        for cell in read_page(path).code:
            for label in checked_labels(cell.source):
                checks[label] += cell.source + "\n"
    for name, entries in command.equivalent_mutants().items():
        if name.startswith("svmlib."):
            module = ROOT / f"{name.replace('.', '/')}.py"
            found = mutants(module.read_text("utf-8"), whole=True)
            known = set().union(*(listing_names(x) for x in found))
        else:
            known = {f"{x.was} -> {x.now}" for x in mutants(checks[name])}
        assert entries <= known, name

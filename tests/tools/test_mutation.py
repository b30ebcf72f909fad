"""tools/mutation: what it changes in a check, and what it leaves alone."""

import json
import os
import signal
import subprocess
import time
from collections import defaultdict

import nbformat
import numpy as np
import pytest
from nbformat.v4 import new_code_cell, new_notebook

from book._reader import ROOT
from book._reader.page import notebooks, read_page
from book._reader.source import checked_labels
from tools.mutation import __main__ as command
from tools.mutation import package, processes
from tools.mutation.mutants import NoMutantError, mutants, transposed
from tools.mutation.options import Options


def changes(source):
    """Return all mutants of a check, as text."""
    return {f"{x.was} -> {x.now}" for x in mutants(source)}


def module_changes(name):
    """Return what the mutants of a module of svmlib may be listed by."""
    source = (ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8")
    found = mutants(source, whole=True)
    return set().union(*(package.listing_names(x) for x in found))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("f(b + c)", {"b + c -> b - c", "b + c -> b", "b + c -> c"}),
        ("f(b - c)", {"b - c -> b + c", "b - c -> b", "b - c -> -c"}),
        ("f(b * c)", {"b * c -> b", "b * c -> c", "b * c -> -(b * c)"}),
        (
            "f(b / c)",
            {"b / c -> b * c", "b / c -> b", "b / c -> c / b", "b / c -> -(b / c)"},
        ),
        (
            "f(A @ b)",
            {
                "A @ b -> transposed(A) @ b",
                "A @ b -> A @ transposed(b)",
                "A @ b -> -(A @ b)",
            },
        ),
        ("f(b**k)", {"b ** k -> b"}),
        ("f(b & c)", {"b & c -> b | c", "b & c -> b", "b & c -> c"}),
        ("f(b | c)", {"b | c -> b & c", "b | c -> b", "b | c -> c"}),
        ("f(-b)", {"-b -> b"}),
        ("f(not b)", {"not b -> b"}),
        ("f(b and c)", {"b and c -> b or c"}),
        ("f(b or c)", {"b or c -> b and c"}),
        ("f(b if c else d)", {"b if c else d -> d if c else b"}),
        ("f(b > c)", {"b > c -> b >= c", "b > c -> b < c"}),
        ("f(b <= c)", {"b <= c -> b < c", "b <= c -> b >= c"}),
        ("f(b != c)", {"b != c -> b == c"}),
        ("f(b in c)", {"b in c -> b not in c"}),
        ("f(y > 0)", {"y > 0 -> y < 0"}),  # a label is never 0
        (
            "f(x + 3)",
            {"x + 3 -> x - 3", "x + 3 -> x", "x + 3 -> 3", "3 -> 4", "3 -> 2"},
        ),
        ("f(b**0.5)", {"0.5 -> 1.0", "0.5 -> 0.25"}),
        ("f(x[0])", {"0 -> 1"}),
        ("f(x.T)", {"x.T -> x"}),
        ("f(g(x, axis=1))", {"1 -> 2", "1 -> 0"}),
        ("f(sum(x))", {"sum(x) -> max(x)", "sum(x) -> sum(list(x)[:-1])"}),
        ("f(x.mean())", {"x.mean() -> x.sum()", "x.mean() -> x[:-1].mean()"}),
        (
            "f(max(b, z))",
            {"max(b, z) -> min(b, z)", "max(b, z) -> b", "max(b, z) -> z"},
        ),
        ("f(x.argmax())", {"x.argmax() -> x.argmin()"}),
        ("f(abs(x))", {"abs(x) -> x"}),
        ("f(norm(x))", {"norm(x) -> norm(x) ** 2"}),
        ("f(np.where(b, c, d))", {"np.where(b, c, d) -> np.where(b, d, c)"}),
        ("f(np.outer(b, c))", {"np.outer(b, c) -> transposed(np.outer(b, c))"}),
        ("b == g(c)", {"g(c) -> -g(c)"}),  # both sides might be 0
        ("isclose(b, c)", {"c -> -c"}),
        ("b <= c", {"b <= c -> b < c"}),
        (
            "all(b == c for b in d if e > c)",
            {"c -> -c", "e > c -> e >= c", "e > c -> e < c"},
        ),
    ],
)
def test_mutants_alter_equations(source, expected):
    """Each kind of change to what is asserted, and no other."""
    assert changes(f"assert {source}") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("m += b", {"m += b -> m -= b"}),
        ("m -= b", {"m -= b -> m += b"}),
        ("m *= b", {"m *= b -> m /= b"}),
        ("m /= b", {"m /= b -> m *= b"}),
        ("m = -b", {"-b -> b"}),
        ("def m(x):\n    return -x", {"-x -> x"}),
        ("for i, j in g():\n    m.add(K[i, j])", {"i -> j", "j -> i"}),
    ],
)
def test_mutants_alter_what_an_assertion_depends_on(source, expected):
    assert changes(f"{source}\nassert f(m)") == expected


def test_only_another_transpose_is_a_mutant():
    matrix = np.arange(6).reshape(2, 3)
    assert transposed(matrix).shape == (3, 2)
    assert transposed(matrix[:, :2]).tolist() == [[0, 3], [1, 4]]
    for vector_or_symmetric in (matrix[0], np.eye(2)):
        with pytest.raises(NoMutantError):
            transposed(vector_or_symmetric)


@pytest.mark.parametrize(
    "source",
    [
        "x = rng.normal(size=3)\nassert f(x)",
        "X = np.array([[1.0, 2.0]])\nassert f(X)",
        "print(2 * x)",
        "z = 2 * x\nassert y",
        "assert a < b",
        "assert abs(a) < 1e-9",
        "for i in range(5):\n    assert i",
    ],
)
def test_mutants_leave_examples_and_weaker_claims_alone(source):
    """The data of a check, what it prints, and what an assertion only bounds."""
    assert changes(source) == set()


def test_mutants_of_a_bound_claim_more():
    assert changes("assert a < 2") == {"2 -> 1"}
    assert changes("assert a > 1") == {"1 -> 2"}


def test_main_reports_a_survivor(tmp_path, monkeypatch, capsys):
    """A check that its own examples do not test fails the command, until it is listed."""
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
    cells[1].source = "# Checks eq-a\nassert x * x == x + x"
    cells[2].source = "# Checks eq-b\ny = x * x if x > 1 else x\nassert y == 4"
    nbformat.write(new_notebook(cells=cells), path)
    assert command.main() == 1
    survivor = "x > 1 -> x >= 1"
    assert f"eq-b, line 2: {survivor}" in capsys.readouterr().out
    listed.write_text(f'[eq-b]\n"2 is well above 1" = ["{survivor}", "1 -> 0"]')
    assert command.main() == 0
    record = json.loads((tmp_path / "alterations.json").read_text())
    assert record["small"]["equivalent"] == 2 and record["small"]["surviving"] == 0


def test_mutant_is_listed_whatever_its_comments_and_line_breaks():
    """The name is that of its function, and the statement as Python would write it."""
    for source in ("y = a + b  # why", "y = (\n        a\n        + b  # why\n    )"):
        found = mutants(f"class A:\n    def f(self):\n        {source}", whole=True)
        assert {x.place for x in found} == {"A.f: y = a + b"}
    found = mutants("def f(n):\n    if n > 1:\n        return 2", whole=True)
    assert {x.place for x in found} == {"f: if n > 1", "f: return 2"}


@pytest.mark.nightly  # so that a statement of svmlib or of a check can be reworded
def test_listed_mutants_exist():
    checks = defaultdict(str)  # an equation may have several
    for path in notebooks():
        for cell in read_page(path).code:
            for label in checked_labels(cell.source):
                checks[label] += cell.source + "\n"
    for name, entries in command.equivalent_mutants().items():
        found = module_changes(name) if name.startswith("svmlib.") else None
        assert entries <= (found or changes(checks[name])), name


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


def test_only_is_the_whole_name_of_a_function(tmp_path, monkeypatch):
    path = tmp_path / "small.py"
    path.write_text("def f(x):\n    return x > 2\n\ndef ff(x):\n    return x > 2\n")
    monkeypatch.setattr(package, "ROOT", tmp_path)
    lines = package.list_module(path, Options(only="f"))
    assert lines and all(": f: return x > 2" in line for line in lines)


@pytest.mark.parametrize(
    ("number", "end"),
    [
        (signal.SIGALRM, processes.CAUGHT),
        (signal.SIGPROF, processes.CAUGHT),
        (signal.SIGKILL, processes.ERROR),
    ],
)
def test_only_a_time_limit_counts_as_caught(number, end):
    """A process that runs out of memory, for instance, has noticed nothing."""

    def task():
        os.kill(os.getpid(), number)

    assert processes.run_in_processes([task], 60, 1) == [end]


def test_processes_of_others_are_left_alone():
    other = subprocess.Popen(["false"])
    tasks = [lambda: time.sleep(0.2) or processes.SURVIVED] * 2
    assert processes.run_in_processes(tasks, 60, 2) == [processes.SURVIVED] * 2
    assert other.wait() == 1


def test_main_says_that_there_is_nothing_to_alter(monkeypatch, capsys):
    chapter = str(command.BOOK / "hinge" / "linear_scores.ipynb")
    monkeypatch.setattr("sys.argv", ["mutation", chapter, "--only", "eq-typo"])
    assert command.main() == 1
    assert "Not tried: nothing is named eq-typo" in capsys.readouterr().out
    monkeypatch.setattr("sys.argv", ["mutation", "book/typo.ipynb"])
    with pytest.raises(SystemExit):
        command.main()
    assert "there is no file book/typo.ipynb" in capsys.readouterr().err


def test_recorded_equations_are_caught_or_still_true():
    """The page of equations quotes the record."""
    record = json.loads(command.RECORD.read_text("utf-8"))
    for name, counts in record.items():
        assert counts["mutants"] == counts["caught"] + counts["equivalent"], name
        assert counts["surviving"] == 0


@pytest.mark.nightly
def test_package_reports_what_the_tests_of_a_module_miss(tmp_path, monkeypatch, capsys):
    """What is listed for the module is let through."""
    tiny, tests = tmp_path / "tiny", tmp_path / "tests" / "tiny"
    tiny.mkdir()
    tests.mkdir(parents=True)
    (tiny / "__init__.py").touch()
    module = tiny / "small.py"
    module.write_text("def f(x):\n    return x > 2\n")
    (tests / "test_small.py").write_text(
        "from tiny.small import f\n\ndef test_f():\n    assert f(9) and not f(0)\n"
    )
    empty = tiny / "empty.py"
    empty.write_text("x = 1\n")
    (tests / "test_empty.py").write_text("X = 1\n")
    listed = tmp_path / "listed.toml"
    listed.write_text("")
    monkeypatch.setattr(package, "ROOT", tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(command, "EQUIVALENT", listed)
    monkeypatch.setattr("sys.argv", ["mutation", "--package", str(module)])
    assert command.main() == 1
    said = capsys.readouterr().out
    assert "x > 2 -> x >= 2" in said and "x > 2 -> x < 2" not in said
    survivors = [line.split(": ", 1)[1] for line in said.splitlines()[1:]]
    listed.write_text(f'["tiny.small"]\n"no test calls f(2)" = {survivors}')
    assert command.main() == 0
    # A module without a test is reported, and stops none of those after it.
    monkeypatch.setattr("sys.argv", ["mutation", "--package", str(empty), str(module)])
    assert command.main() == 1
    first, *_, last = capsys.readouterr().out.splitlines()[-3:]
    assert first.startswith("small: ")
    assert last == "Not tried: tiny.empty: pytest collects no tests for it"


@pytest.mark.nightly
def test_package_catches_a_sample_of_a_modules_mutants(monkeypatch, capsys):
    module = ["svmlib/margin.py", "--sample", "3", "--seed", "1"]
    monkeypatch.setattr("sys.argv", ["mutation", "--package", *module])
    assert command.main() == 0
    expected = "margin: 3 mutants, {'caught': 3, 'equivalent': 0, 'surviving': 0}"
    assert capsys.readouterr().out.startswith(expected)

"""What README, CONTRIBUTING and the other documents say is so."""

import json
import re
import shlex

from book._parsing import ROOT
from book._parsing.markdown import tokens, top_directives
from tools.pyodide.distribution import VERSION

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "SUPPORT.md",
    "assignment/README.md",
    "paper.md",
)
SHELL = {"", "sh", "bash", "console", "shell"}
MADE = ("_build", ".venv", "env")


def read(name):
    """Return a file of the repository's root."""
    return (ROOT / name).read_text(encoding="utf-8")


def spans(text):
    """Return what stands in code font in running text."""
    return [token.content for _, token in tokens(text) if token.type == "code_inline"]


def targets():
    """Return the targets of the Makefile."""
    return set(re.findall(r"^([a-z][\w-]*) *:(?!=)", read("Makefile"), re.MULTILINE))


def commands(text):
    """Return the words of each command in the shell blocks of a document."""
    blocks = [d for d in top_directives(text) if not d.name and d.argument in SHELL]
    joined = "\n".join(d.body for d in blocks).replace("\\\n", " ")
    lines = [line.strip().removeprefix("$ ") for line in joined.splitlines()]
    return [shlex.split(x, comments=True) for x in lines if x and x[0] != "#"]


def test_make_targets_exist():
    """Every `make target` in a block or in running text is one of the Makefile's."""
    texts = [read(name) for name in DOCUMENTS]
    lines = [" ".join(words) for text in texts for words in commands(text)]
    lines += [span for text in texts for span in spans(text)]
    asked = {m[1] for line in lines for m in re.finditer(r"\bmake ([a-z][\w-]*)", line)}
    assert asked, "no make target is mentioned"
    assert asked <= targets()


def test_files_in_commands_exist():
    """A path in a command exists, unless a command makes it."""
    words = [w for name in DOCUMENTS for line in commands(read(name)) for w in line]
    paths = {word.rpartition("=")[2].partition("::")[0] for word in words}
    files = {x for x in paths if "/" in x or x.endswith((".py", ".txt", ".ipynb"))}
    files = {x for x in files if not x.startswith(MADE)}
    assert files, "no command names a file"
    assert not {x for x in files if not (ROOT / x).exists()}


def test_links_lead_somewhere():
    """A relative link or picture names a file that is there."""
    linked = set()
    for name in DOCUMENTS:
        attributes = [token.attrs for _, token in tokens(read(name))]
        urls = {str(x.get("href") or x.get("src") or "") for x in attributes}
        local = {x for x in urls if not re.match(r"https?:|mailto:|#|$", x)}
        linked |= {(ROOT / name).parent / x.partition("#")[0] for x in local}
    assert linked, "no document links to a file"
    assert not {path for path in linked if not path.exists()}


def test_paths_in_contributing_exist():
    """Files and folders named in code font are there."""
    pattern = r"[\w./-]+/[\w./-]*|[\w-]+\.(py|yml|toml|txt)"
    named = {x for x in spans(read("CONTRIBUTING.md")) if re.fullmatch(pattern, x)}
    paths = {x for x in named if not x.startswith(MADE)}
    assert paths, "no file is named"
    assert not {x for x in paths if not (ROOT / x).exists()}


def test_code_in_readme_prints_what_it_says(capsys):
    for block in top_directives(read("README.md")):
        if not block.name and block.argument == "python":
            exec(block.body, {})  # noqa: S102
    outputs = re.findall(r"prints `(.+?)`", read("README.md"))
    assert capsys.readouterr().out.splitlines() == outputs
    assert len(outputs) == 2


def test_readme_asks_for_the_version_of_pyodide_that_the_book_runs_on():
    assert re.findall(r"Pyodide (\d[\d.]*)", read("README.md")) == [VERSION]


def test_readme_agrees_with_the_record_of_the_altered_equations():
    counts = json.loads(read("book/reference/alterations.json")).values()
    assert "more than six thousand" in read("README.md")
    assert 6000 < sum(chapter["mutants"] for chapter in counts) < 7000
    assert not any(chapter["surviving"] for chapter in counts)

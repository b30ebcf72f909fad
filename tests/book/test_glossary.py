"""The glossary's page: in order, nothing twice, each entry anchored in its chapter."""

import re
import sys

import pytest
from pages import ROOT, Directive, Page, prose, read_book

sys.path.append(str(ROOT / "book" / "_ext"))
from terms import Glossary, Term, normal, spelt, variants

PAGES = {page.name: page for page in read_book()}
ENTRIES = [d for _, d in PAGES["reference/glossary"].directives if d.name == "entry"]
REFERENCE = re.compile(r"\{(?:eq|prf:ref)\}`([^`]+)`")


def term(entry: Directive) -> Term:
    forms = entry.options.get("forms", "").split(", ")
    return Term(
        entry.argument,
        tuple(form for form in (entry.argument, *forms) if form),
        entry.options["in"],
        entry.options.get("since", ""),
    )


def labels(page: Page) -> set[str]:
    """Return the labels of a page's equations, definitions and theorems."""
    text = "\n".join(cell.source for cell in page.markdown)
    found = re.findall(r"^\$\$ \((eq-[\w-]+)\)|^:label: ([\w-]+)", text, re.MULTILINE)
    return {equation or block for equation, block in found}


def faults(entries: list[Directive]) -> list[str]:
    """Return what is wrong with the entries."""
    said = []
    names = [entry.argument for entry in entries]
    if names != sorted(names, key=str.lower):
        said.append("the order of the alphabet")
    said += [f"{x}: twice" for x in Glossary([term(e) for e in entries]).twice]
    for entry in entries:
        name, chapter = entry.argument, PAGES.get(entry.options["in"])
        if chapter is None or not chapter.is_chapter:
            said.append(f"{name}: no chapter {entry.options['in']}")
            continue
        since = entry.options.get("since", "")
        if since and since not in PAGES:
            said.append(f"{name}: no chapter {since}")
        text = "\n".join(prose(cell.source) for cell in chapter.markdown)
        forms = {form for x in term(entry).forms for form in variants(x)}
        if not re.search(rf"\b({'|'.join(map(spelt, sorted(forms)))})\b", text):
            said.append(f"{name}: {entry.options['in']} does not treat it")
        used = set(REFERENCE.findall(entry.body))
        if used and not used & labels(chapter):
            said.append(f"{name}: nothing of {entry.options['in']} is referred to")
    return said


def test_the_entries_are_in_order_and_anchored() -> None:
    assert faults(ENTRIES) == []


@pytest.mark.parametrize(
    ("name", "options", "body"),
    [
        ("zone", {}, None),  # out of the order of the alphabet
        ("margins", {}, None),  # is there already, as a plural
        ("slack", {"in": "margin/nowhere"}, None),
        ("slack", {"in": "hinge/linear_scores"}, None),
        ("slack", {"in": "reference/notation"}, None),
        ("slack", {"since": "margin/nowhere"}, None),
        ("slack", {}, "What is missing, {eq}`eq-score`."),
    ],
)
def test_a_bad_entry_is_caught(name: str, options: dict[str, str], body: str) -> None:
    index, good = next((i, e) for i, e in enumerate(ENTRIES) if e.argument == "slack")
    changed = Directive("entry", name, {**good.options, **options}, body or good.body)
    assert faults([*ENTRIES[:index], changed, *ENTRIES[index + 1 :]]) != []


def glossary(*names: str) -> Glossary:
    return Glossary([Term(name, (name,), "", "") for name in names])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a mask and its rows", ["mask"]),
        ("Masks are small", ["mask"]),
        ("the hard-margin problem", ["hard margin"]),
        ("a hard\nmargin", ["hard margin"]),
        ("a margin, hard or not", ["margin"]),
        ("unmasked, mask-like, masking", []),
        ("support vector machines", ["support vector machine"]),
        ("support vectors", ["support vector"]),
        ("KKT, not kkt", ["KKT"]),
        ("one accuracy, two accuracies", ["accuracy", "accuracy"]),
        ("two boxes", ["box"]),
    ],
)
def test_words_are_found_whole_and_in_all_forms(text: str, found: list[str]) -> None:
    names = ("mask", "margin", "hard margin", "support vector", "box", "accuracy")
    known = glossary(*names, "support vector machine", "KKT")
    assert [term.name for term, _ in known.uses(text)] == found


def test_a_term_that_is_there_twice_is_told() -> None:
    assert glossary("mask", "score").twice == []
    assert glossary("mask", "masks").twice == ["masks"]
    assert glossary("hard margin", "hard-margin").twice == ["hard-margin"]
    assert list(glossary().uses("any text")) == []


def test_forms_have_one_spelling() -> None:
    assert normal("Hard-\nmargin") == "hard margin"
    assert variants("boundary") >= {"boundary", "boundaries"}

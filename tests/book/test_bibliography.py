"""The file of the bibliography: complete, in order, and knowing what chapters name."""

import re
import sys
from pathlib import Path

import pytest
from pages import ROOT, read_book
from pybtex.database import Entry, parse_file

sys.path.append(str(ROOT / "book" / "_ext"))
from works import Work, entries, named, titled, works

BIB = ROOT / "book" / "reference" / "bibliography.bib"
DOI = re.compile(r"10\.\d{4,9}/[^\s{}]+")
ADDRESS = re.compile(r"https://[\w.-]+/\S*")
FIELDS = {
    "article": {"journal", "volume", "year"},
    "book": {"publisher", "year"},
    "incollection": {"booktitle", "publisher", "pages", "year"},
    "inproceedings": {"booktitle", "year"},
    "techreport": {"institution", "year"},
    "misc": set[str](),
}
JOINT = re.compile(r", | and ")
ITALICS = re.compile(r"(?<!\*)\*(?!\*)([^*]+)\*(?!\*)")
AUTHORS = re.compile(
    r"((?:[A-Z][\w-]+, )*[A-Z][\w-]+ and [A-Z][\w-]+)(?: \((\d{4})\)|, (\d{4})\b)?"
)


def faults(found: dict[str, Entry]) -> list[str]:
    """Return what is wrong with the form of entries."""
    said = []
    for key, entry in found.items():
        fields = entry.fields
        missing = {"keywords", "title", "note"} | FIELDS[entry.type]
        missing -= set(fields)
        if missing or not entry.persons.get("author"):
            said.append(f"{key}: no {sorted(missing) or 'author'}")
        if fields.get("keywords") not in {"document", "literature", "tool"}:
            said.append(f"{key}: keywords")
        if "doi" in fields and not DOI.fullmatch(fields["doi"]):
            said.append(f"{key}: doi {fields['doi']}")
        if "url" in fields and not ADDRESS.fullmatch(fields["url"]):
            said.append(f"{key}: url {fields['url']}")
        if "pages" in fields and not re.fullmatch(
            r"[\d:]+--[\d:]+|e\d+", fields["pages"]
        ):
            said.append(f"{key}: pages {fields['pages']}")
        if "year" in fields and not key.endswith(fields["year"]) and "-" in key:
            said.append(f"{key}: year {fields['year']}")
        if not fields.get("note", "").endswith((".", ".)")):
            said.append(f"{key}: note")
    return said


def test_every_entry_is_complete() -> None:
    found = entries()
    assert len(found) > 40
    assert faults(found) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("doi = {10.1007/BF00994018}", "doi = {https://doi.org/10.1007/BF00994018}"),
        ("doi = {10.1007/BF00994018}", "doi = {10.1007}"),
        ("pages = {273--297}", "pages = {273-297}"),
        ("year = {1995}", "year = {1996}"),
        ("journal = {Machine Learning}", ""),
        ("author = {Cortes, Corinna and Vapnik, Vladimir}", ""),
        ("The first complete support vector machine.", "The first"),
        ("https://cs231n.github.io", "http://cs231n.github.io"),
    ],
)
def test_a_bad_entry_is_caught(tmp_path: Path, old: str, new: str) -> None:
    text = BIB.read_text("utf-8")
    assert old in text
    path = tmp_path / "a.bib"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert faults(dict(parse_file(str(path), "bibtex").entries)) != []


def test_no_work_is_there_twice() -> None:
    keys = re.findall(r"^@\w+\{([^,]+),", BIB.read_text("utf-8"), re.MULTILINE)
    assert len(keys) == len({key.lower() for key in keys})
    titles = [work.title for work in works().values()]
    assert len(titles) == len({*titles})


def unknown(line: str, known: dict[str, Work]) -> list[str]:
    """Return what looks like the mention of a work, and is not in the file.

    A title is in italics in a list of sources, with a year. Authors stand before a
    year, or are joined by "and" and each the author of some work.
    """
    said = []
    if line.startswith(("- ", "| `")) and re.search(r"\b(1[89]|20)\d\d\b", line):
        titles = [x for x in ITALICS.findall(line) if len(x) > 12]
        said += [title for title in titles if not titled(title, known)]
    surnames = {x for work in known.values() for x in JOINT.split(work.authors)}
    for match in AUTHORS.finditer(line):
        authors, year = match[1], match[2] or match[3]
        found = [w for w in known.values() if authors in (w.authors, *w.names)]
        if year:
            said += [] if year in {work.year for work in found} else [match[0]]
        elif surnames.issuperset(JOINT.split(authors)) and not found:
            said.append(authors)
    return said


LINES = [
    (page.name, line)
    for page in read_book()
    for cell in page.markdown
    for line in cell.source.splitlines()
]


def test_every_work_that_a_page_names_has_an_entry() -> None:
    known = works()
    assert [(page, x) for page, line in LINES for x in unknown(line, known)] == []


@pytest.mark.parametrize(
    "gone",
    ["fan-2005", "crammer-2001", "keerthi-2001", "higham-2002", "boyd-2004", "busa"],
)
def test_a_missing_entry_is_caught(gone: str) -> None:
    known = {key: work for key, work in works().items() if key != gone}
    assert [x for _, line in LINES for x in unknown(line, known)] != []


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("due to Weston and Watkins (1999), and", ["weston-1999"]),
        ("costs N (Fan, Chen and Lin, 2005).", ["fan-2005"]),
        ("Keerthi and Gilbert gave it in 2002", ["keerthi-2002"]),
        ("Weston and Watkins (1998) wrote a report", []),
        ("Hsu, Chang and Lin", ["hsu-2003"]),
        ("Chen, Fan and Lin in 2006", ["chen-2006"]),
        ("the inequality of Cauchy and Schwarz", []),
    ],
)
def test_authors_are_known_by_their_names(text: str, keys: list[str]) -> None:
    assert [key for key, _ in named(text, works())] == keys


def test_a_year_is_part_of_the_link() -> None:
    (_, match), *rest = named("a step (Fan, Chen and Lin, 2005).", works())
    assert match[0] == "Fan, Chen and Lin, 2005"
    assert not rest


@pytest.mark.parametrize(
    ("title", "key"),
    [
        ("Support-vector networks", "cortes-1995"),
        ("Improvements to Platt’s SMO algorithm", "keerthi-2001"),
        ("Convex optimization", "boyd-2004"),
        ("Support vector machines", ""),  # two titles begin so
        ("dual", ""),
        ("margin", ""),
    ],
)
def test_titles_are_known_by_their_beginning(title: str, key: str) -> None:
    assert titled(title, works()) == key

"""The glossary of the built site: first uses lead to entries, and entries back."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
import yaml
from bs4 import BeautifulSoup, NavigableString, Tag
from built import changed, target
from sphinx.testing.util import SphinxTestApp
from terms import spelt, variants

ROOT = Path(__file__).resolve().parents[2]
Pages = dict[Path, BeautifulSoup]
PAGE = "book/reference/glossary"
CARD = ".chapter-card"
FIRST = "the page that uses the word first"
NO_SENTENCES = {
    *("h1", "h2", "h3", "h4", "h5", "h6", "a", "code", "pre", "figcaption", "caption"),
    *("script", "style", "math", "cell", "solution", "admonition-title", "uses"),
    *("lab-gate", "notes-on-the-sources"),
}
TOC = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
FILES = [TOC["root"], *(c["file"] for part in TOC["parts"] for c in part["chapters"])]
ORDER = [name for name in FILES if not name.startswith("book/reference/")]
SOURCE = (ROOT / f"{PAGE}.md").read_text("utf-8")
OPTION = r"(?:^:{}: (.+)\n)?"
ENTRY = re.compile(
    r"^```\{entry\} (.+)\n" + "".join(map(OPTION.format, ("forms", "in", "since"))),
    re.MULTILINE,
)
TERMS = {
    name: ([name, *(forms.split(", ") if forms else [])], chapter, since)
    for name, forms, chapter, since in ENTRY.findall(SOURCE)
}
FORMS = {f for forms, *_ in TERMS.values() for form in forms for f in variants(form)}
LONGEST = sorted(FORMS, key=len, reverse=True)
ANY = re.compile(rf"(?<![\w-])(?:{'|'.join(map(spelt, LONGEST))})(?![\w-])")


def slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.lower())


def uses(text: str, name: str) -> list[str]:
    """Return the places in a text where a term stands, not as a part of a longer one."""
    own = {form for x in TERMS[name][0] for form in variants(x)}
    pattern = re.compile("|".join(spelt(form) for form in own))
    return [x for x in ANY.findall(text) if pattern.fullmatch(x)]


def texts(part: Tag) -> Iterator[tuple[str, Tag | None]]:
    """Yield the sentences of a part of a page in order, and the links among them."""
    for node in part.children:
        if isinstance(node, NavigableString):
            yield str(node), None
        elif isinstance(node, Tag):
            place = str(node.get("id", ""))
            if place.startswith("first-"):
                yield "", node
            elif NO_SENTENCES.isdisjoint([node.name, place, *node.get("class", [])]):
                yield from texts(node)


def faults(site: Path, pages: Pages, names: list[str]) -> list[str]:
    """Return what is wrong with the links from and to the entries of some terms."""
    said, glossary = [], pages[site / f"{PAGE}.html"]

    @cache
    def read(name: str) -> list[tuple[str, Tag | None]]:
        article = pages[site / f"{name}.html"].find("article")
        return list(texts(article)) if isinstance(article, Tag) else []

    for name in names:
        place, first = f"term-{slug(name)}", f"first-{slug(name)}"
        entry = glossary.find("dt", id=place)
        where = entry.find_next_sibling("dd") if entry else None
        line = where.select("p.where a") if where else []
        if not line:
            said.append(f"{name}: no entry, or no line")
            continue
        page, anchor = target(site / f"{PAGE}.html", line[0])
        doc = page.relative_to(site).with_suffix("").as_posix()
        link = pages[page].find(id=anchor)
        if anchor != first or doc not in ORDER or not isinstance(link, Tag):
            said.append(f"{name}: leads to {doc}#{anchor}")
            continue
        if target(page, link) != (site / f"{PAGE}.html", place):
            said.append(f"{name}: the first use leads to {link['href']}")
        if not uses(" ".join(link.get_text().split()), name):
            said.append(f"{name}: the first use is {link.get_text()!r}")
        if link.find_parent(["h1", "h2", "h3", "a", "code", "pre", "figcaption"]):
            said.append(f"{name}: a link in {link.parent}")
        if f"book/{TERMS[name][1]}" not in {
            target(site / f"{PAGE}.html", a)[0]
            .relative_to(site)
            .with_suffix("")
            .as_posix()
            for a in line
        }:
            said.append(f"{name}: no way to {TERMS[name][1]}")
        since = TERMS[name][2]
        begin = ORDER.index(f"book/{since}") if since else 0
        for earlier in ORDER[begin : ORDER.index(doc) + 1]:
            before = read(earlier)
            if earlier == doc:
                marks = [tag for _, tag in before]
                before = before[: next(i for i, x in enumerate(marks) if x is link)]
            if found := [text for text, _ in before if uses(text, name)]:
                said.append(f"{name}: before in {earlier}: {found[0][:60]!r}")
    return said


def test_each_term_leads_to_its_entry_and_back(site: Path, pages: Pages) -> None:
    glossary = pages[site / f"{PAGE}.html"]
    assert [dt["id"] for dt in glossary.select("dl.terms > dt")] == [
        f"term-{slug(name)}" for name in TERMS
    ]
    assert faults(site, pages, [*TERMS]) == []


def test_nothing_else_leads_to_an_entry(site: Path, pages: Pages) -> None:
    known, said = {f"term-{slug(name)}" for name in TERMS}, []
    for path, page in pages.items():
        for link in page.find_all("a", href=re.compile(r"glossary\.html#term")):
            target = str(link["href"]).partition("#")[2]
            if target not in known or link.get("id") != target.replace("term", "first"):
                said.append(f"{path.name}: {link}")
    assert said == []


def test_entries_lead_to_each_other_and_never_to_themselves(
    site: Path, pages: Pages
) -> None:
    alone = []
    for entry in pages[site / f"{PAGE}.html"].select("dl.terms > dt"):
        body = entry.find_next_sibling("dd")
        assert body is not None
        links = [str(a["href"]) for a in body.find_all("a", class_="quiet")]
        assert f"#{entry['id']}" not in links
        assert len(links) == len({*links})
        alone += [] if links else [entry["id"]]
    assert len(alone) < len(TERMS) / 8


@pytest.mark.parametrize(
    ("page", "selector", "text", "attributes"),
    [
        (PAGE, "#term-slack", "", {}),
        (PAGE, "#term-slack + dd p.where a", "", {}),
        (PAGE, "#term-slack + dd p.where a", "", {"href": "../margin/smo.html"}),
        (PAGE, "#term-slack + dd p.where", "no link", {}),
        (FIRST, "#first-slack", "", {}),
        (FIRST, "#first-slack", "", {"id": "first"}),
        (FIRST, "#first-slack", "slackness", {}),
        (FIRST, "#first-slack", "", {"href": "#term-slack"}),
        ("book/hinge/training", f"{CARD} p + p", "There is slack before.", {}),
        (FIRST, f"{CARD} p + p", "Slack is in the card.", {}),
    ],
)
def test_a_broken_link_is_caught(
    site: Path, pages: Pages, page: str, selector: str, text: str, attributes: dict
) -> None:
    home = next(path for path in pages if pages[path].select_one("#first-slack"))
    path = home if page == FIRST else site / f"{page}.html"
    tag = pages[path].select_one(selector)
    assert tag is not None
    assert faults(site, pages, ["slack"]) == []
    with changed(tag, text, **attributes):
        assert faults(site, pages, ["slack"]) != []


CONF = """
import sys
sys.path.insert(0, {ext!r})
extensions = ["terms", "myst_parser"]


def order(app, env, docs):
    env.external_site_map = ["index", "book/second", "book/reference/glossary"]


def setup(app):
    app.connect("env-before-read-docs", order)
"""
SMALL = """# Glossary

````{terms}
```{entry} mask
:in: second

A mask is of rows.
```
```{entry} row
:in: second
:since: second

A row of a mask.
```
ENTRY
````
"""
EMPTY = "```{{entry}} {}\n:in: {}\n\nWhat it is.\n```"


@pytest.mark.parametrize(
    ("name", "chapter", "said"),
    [
        ("masks", "second", "masks is defined twice"),
        ("kernel", "second", "no page uses the term kernel"),
        ("column", "third", "column: no chapter third"),
        ("column", "second", ""),
    ],
)
def test_a_bad_glossary_is_a_warning(
    tmp_path: Path, name: str, chapter: str, said: str
) -> None:
    """The strict build stops at a term that is there twice, or that no page uses."""
    (tmp_path / "book" / "reference").mkdir(parents=True)
    ext = str(ROOT / "book" / "_ext")
    (tmp_path / "conf.py").write_text(CONF.format(ext=ext), encoding="utf-8")
    index = (
        "# A mask\n\n[A mask](book/second.md) of `mask`, **masks** in a row.\n\n"
        "```{toctree}\nbook/second\nbook/reference/glossary\n```\n"
    )
    (tmp_path / "index.md").write_text(index, encoding="utf-8")
    second = "# Second\n\nRows, masks and columns.\n"
    (tmp_path / "book" / "second.md").write_text(second, encoding="utf-8")
    text = SMALL.replace("ENTRY", EMPTY.format(name, chapter))
    (tmp_path / f"{PAGE}.md").write_text(text, encoding="utf-8")
    app = SphinxTestApp("html", srcdir=tmp_path, builddir=tmp_path / "build")
    try:
        app.build()
        warned = app.warning.getvalue()
        made = {
            name: BeautifulSoup(
                (app.outdir / f"{name}.html").read_text(), "html.parser"
            )
            for name in ("index", "book/second", PAGE)
        }
    finally:
        app.cleanup()
    assert said in warned
    assert ("WARNING" in warned) == bool(said), warned
    links = {n: [a.text for a in p.select("a.quiet")] for n, p in made.items()}
    assert links["index"] == ["masks"]  # no link, code or heading
    assert links["book/second"][0] == "Rows"  # a row has its meaning since here
    assert made["index"].select_one("strong > #first-mask") is not None

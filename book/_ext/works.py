"""The directive `works`: a part of book/reference/bibliography.bib.

    ```{works} literature
    ```

The argument is one of the keywords in the file. Where a page names a work, by its title
in italics, by its authors, or by one of its `names`, the work is linked when the site is
built, and the entry says which pages name it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from docutils import nodes
from pybtex.database import Entry, Person, parse_file
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from prose import is_cell, link, page_link, parents, reading_order, running, to_page

logger = logging.getLogger(__name__)
PAGE = "book/reference/bibliography"
BIB = Path(__file__).parents[1] / "reference" / "bibliography.bib"
ENOUGH = 15  # letters of a title that are taken for the title
MANY = 10  # pages that are still listed one by one
ALONE = r"(?<!\w)(?<!, )(?<!and )"  # no other author stands before
YEAR = r"(?: \((?P<year>\d{4})\)|, (?P<plain_year>\d{4})\b)?"
BLOCKS = (nodes.paragraph, nodes.entry)


@dataclass(frozen=True)
class Work:
    """An entry of the file, and how pages may call it."""

    key: str
    keyword: str
    year: str
    title: str
    authors: str
    names: tuple[str, ...]
    chapters: tuple[str, ...]

    @property
    def place(self) -> str:
        """The id of the entry on its page."""
        return f"work-{self.key}"


def last_name(person: Person) -> str:
    """Return the name by which an author is called."""
    return " ".join([*person.prelast_names, *person.last_names]).strip("{}")


def full_name(person: Person) -> str:
    """Return an author's name as it is printed."""
    given = [*person.first_names, *person.middle_names]
    return " ".join([*given, last_name(person)])


def joined(names: list[str]) -> str:
    """Return names as a sentence has them: A, B and C."""
    before, last = names[:-1], names[-1]
    return f"{', '.join(before)} and {last}" if before else last


def plain(text: str) -> str:
    """Return the words of a title without case and punctuation."""
    return " ".join(re.findall(r"\w+", text.lower()))


def listed(entry: Entry, field: str, mark: str) -> tuple[str, ...]:
    """Return the parts of a field."""
    return tuple(x.strip() for x in entry.fields.get(field, "").split(mark) if x)


def entries() -> dict[str, Entry]:
    """Return the entries of the file by authors and year."""
    found = parse_file(str(BIB), "bibtex").entries
    return {key: found[key] for key in sorted(found, key=lambda key: rank(found[key]))}


def rank(entry: Entry) -> tuple[list[str], str]:
    """Return what entries are sorted by."""
    names = [last_name(person).casefold() for person in entry.persons["author"]]
    return names, entry.fields.get("year", "")


def works() -> dict[str, Work]:
    """Return what is known of each work."""
    return {
        key: Work(
            key=key,
            keyword=entry.fields["keywords"],
            year=entry.fields.get("year", ""),
            title=plain(entry.fields["title"]),
            authors=joined([last_name(x) for x in entry.persons["author"]]),
            names=listed(entry, "names", ";"),
            chapters=listed(entry, "chapters", ","),
        )
        for key, entry in entries().items()
    }


# --- where pages name a work -------------------------------------------------------


@dataclass(frozen=True)
class Mention:
    """A place that names a work: italics, or a part of a text."""

    key: str
    node: nodes.Node
    start: int = 0
    end: int = 0


def titled(text: str, known: dict[str, Work]) -> str:
    """Return the key of the only work whose title so begins, or ''."""
    words = plain(text)
    found = [x for x in known.values() if f"{x.title} ".startswith(f"{words} ")]
    exact = [x for x in found if x.title == words]
    found = exact or (found if len(words) >= ENOUGH else [])
    return found[0].key if len(found) == 1 else ""


def named(text: str, known: dict[str, Work]) -> Iterator[tuple[str, re.Match[str]]]:
    """Yield each place of a text that calls a work by two authors or more."""
    for phrase in sorted({x.authors for x in known.values() if " and " in x.authors}):
        same = [x for x in known.values() if x.authors == phrase]
        for match in re.finditer(rf"{ALONE}{re.escape(phrase)}\b{YEAR}", text):
            year = match["year"] or match["plain_year"]
            found = [x for x in same if year in {None, x.year}]
            if len(found) == 1:
                yield found[0].key, match


def mentions(document: nodes.document, known: dict[str, Work]) -> list[Mention]:
    """Return the places of a page that name a work, each once a paragraph."""
    seen = set[str]()  # of the names, the first of a page alone
    found = list[Mention]()
    for block in document.findall(lambda node: isinstance(node, BLOCKS)):
        assert isinstance(block, nodes.Element)
        if isinstance(block, nodes.entry) and block.next_node(nodes.paragraph):
            continue
        if any(is_cell(node) for node in parents(block)):
            continue
        here = list[Mention]()
        for italics in block.findall(nodes.emphasis):
            key = titled(italics.astext(), known)
            if key and not italics.next_node(nodes.reference):
                here.append(Mention(key, italics))
        for text in running(block):
            for key, match in named(text, known):
                if key not in {mention.key for mention in here}:
                    here.append(Mention(key, text, *match.span()))
        for text in running(block):
            for work in known.values():
                for name in work.names:
                    match = spelt(name).search(text)
                    taken = {mention.key for mention in here} | seen
                    inside = any(m.node is text.parent for m in here)
                    if match and work.key not in taken and not inside:
                        here.append(Mention(work.key, text, *match.span()))
        seen |= {mention.key for mention in here}
        found += here
    return found


def spelt(name: str) -> re.Pattern[str]:
    """Return the pattern of a name, with either apostrophe."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?!\w)".replace("'", "['’]"))


def coded(document: nodes.document, known: dict[str, Work]) -> set[str]:
    """Return the documents whose claims a page numbers, such as smidt-1."""
    codes = {x.astext().rpartition("-")[0] for x in document.findall(nodes.literal)}
    return {key for key in codes if key in known and known[key].keyword == "document"}


def settle(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Note which pages name which works, once all pages are read."""
    if PAGE not in env.found_docs:
        return []
    known = works()
    linked, used = dict[str, list[str]](), dict[str, list[str]]()
    for doc in env.external_site_map:  # type: ignore[attr-defined]
        if doc in env.found_docs and doc != PAGE:
            tree = env.get_doctree(doc)
            linked[doc] = [mention.key for mention in mentions(tree, known)]
            used[doc] = sorted({*linked[doc], *coded(tree, known)})
    for work in known.values():
        for chapter in work.chapters:
            if f"book/{chapter}" not in used:
                logger.warning("%s: no page %s", work.key, chapter, location=PAGE)
        if not work.chapters and not any(work.key in keys for keys in used.values()):
            logger.warning("no page names %s", work.key, location=PAGE)
    old, new = vars(env).get("hm_works", ({}, {}, {})), (known, linked, used)
    vars(env)["hm_works"] = new
    touched = {doc for part in (old[1], linked) for doc, keys in part.items() if keys}
    return [] if old == new else sorted({PAGE, *touched} & env.found_docs)


class Citations(SphinxPostTransform):
    """Link what names a work, and tell each entry which pages do."""

    default_priority = 4  # after the terms, before all that changes the text
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        known, linked, used = vars(self.env).get("hm_works", ({}, {}, {}))
        doc = self.env.docname
        if doc == PAGE:
            for place in list(self.document.findall(used_in)):
                place.replace_self(self.pages(known[place["key"]], linked, used))
        if doc not in linked:
            return
        seen = set[str]()
        in_text = dict[nodes.Node, list[tuple[int, int, nodes.reference]]]()
        for mention in mentions(self.document, known):
            address = to_page(self.env, doc, PAGE, known[mention.key].place)
            link_to = nodes.reference("", "", internal=True, refuri=address)
            if known[mention.key].keyword == "tool":
                link_to["classes"] = ["quiet"]
            if mention.key not in seen:
                link_to["ids"] = [f"names-{mention.key}"]
            seen.add(mention.key)
            if isinstance(mention.node, nodes.Text):
                part = (mention.start, mention.end, link_to)
                in_text.setdefault(mention.node, []).append(part)
            else:
                mention.node.parent.replace(mention.node, link_to)
                link_to += mention.node
        for text, links in in_text.items():
            assert isinstance(text, nodes.Text)
            link(text, sorted(links, key=lambda part: part[0]))

    def pages(
        self, work: Work, linked: dict[str, list[str]], used: dict[str, list[str]]
    ) -> nodes.Node:
        """Return the line that says where a work is used."""
        named = [doc for doc, keys in used.items() if work.key in keys]
        verb = "Used in" if named else "Goes with"
        for chapter in (f"book/{name}" for name in work.chapters):
            if chapter in used and chapter not in named:
                named.append(chapter)
        line = nodes.paragraph(classes=["where"])
        total = len(named)
        if total > MANY:
            named = [doc for doc in named if doc in reading_order(self.env)][:1]
            line += nodes.Text(f"Used on {total} pages, first in ")
        else:
            line += nodes.Text(f"{verb} ")
        for doc in named:
            place = f"names-{work.key}" if work.key in linked[doc] else ""
            line += page_link(self.env, self.env.docname, doc, place)
            line += nodes.Text("." if doc == named[-1] else "; ")
        return line


# --- the page ----------------------------------------------------------------------


class used_in(nodes.General, nodes.Element):
    """The place of the line that says which pages use a work."""


class Works(SphinxDirective):
    """The works of one keyword, by authors and year."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        self.env.note_dependency(str(BIB))
        found = {
            key: entry
            for key, entry in entries().items()
            if entry.fields["keywords"] == self.arguments[0]
        }
        if not found:
            raise self.error(f"no work has the keyword {self.arguments[0]!r}")
        known = works()
        items = [printed(known[key], entry) for key, entry in found.items()]
        return [nodes.bullet_list("", *items, classes=["works"])]


def printed(work: Work, entry: Entry) -> nodes.list_item:
    """Return an entry as it stands on the page."""
    fields = entry.fields
    people = [full_name(person) for person in entry.persons["author"]]
    year = f" ({fields['year']})" if "year" in fields else ""
    line = nodes.paragraph("", f"{joined(people)}{year}. ")
    line += nodes.emphasis("", fields["title"])
    line += nodes.Text("".join(f". {part}" for part in venue(entry)) + ".")
    if "doi" in fields:
        line += [nodes.Text(" "), outside(f"doi:{fields['doi']}", doi(fields["doi"]))]
    if "url" in fields:
        line += [nodes.Text(" "), outside(short(fields["url"]), fields["url"])]
    note = nodes.paragraph("", fields["note"])
    return nodes.list_item("", line, note, used_in(key=work.key), ids=[work.place])


def venue(entry: Entry) -> Iterator[str]:
    """Yield where a work appeared."""
    fields = entry.fields
    pages = fields.get("pages", "").replace("--", "–")
    if "edition" in fields:
        yield fields["edition"]
    if "journal" in fields:
        number = f" ({fields['number']})" if "number" in fields else ""
        parts = [f"{fields['journal']} {fields['volume']}{number}", pages]
        yield ", ".join(part for part in parts if part)
    if "booktitle" in fields:
        parts = [fields["booktitle"], fields.get("publisher", "")]
        parts.append(f"pages {pages}" if pages else "")
        yield "In: " + ", ".join(part for part in parts if part)
    elif "publisher" in fields:
        yield fields["publisher"]
    for field in ("institution", "howpublished"):
        if field in fields:
            yield fields[field]


def outside(text: str, address: str) -> nodes.reference:
    """Return a link to another site."""
    return nodes.reference(text, text, refuri=address, internal=False)


def doi(name: str) -> str:
    """Return the address that a DOI resolves at."""
    return f"https://doi.org/{name}"


def short(address: str) -> str:
    """Return an address as a reader would say it."""
    return address.removeprefix("https://").removeprefix("www.").rstrip("/")


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(used_in)
    app.add_directive("works", Works)
    app.add_post_transform(Citations)
    app.connect("env-updated", settle)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

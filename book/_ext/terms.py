"""The directives `terms` and `entry`: the glossary, and links to it from first uses.

    ````{terms}
    ```{entry} hinge loss
    :forms: hinge losses
    :in: hinge/hinge_loss
    :since: hinge/hinge_loss

    What it is, in a sentence or two.
    ```
    ````

`in` is the chapter that treats the term. `forms` are other words for it; plurals and
hyphens need none. `since` is the first chapter in which the words have this meaning.
Where a term is first used in the book, the word is linked when the site is built, and
the entry leads back to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

from prose import link, page_link, parents, reading_order, running, to_page

logger = logging.getLogger(__name__)
PAGE = "book/reference/glossary"
NOTES = "Notes on the sources"


@dataclass(frozen=True)
class Term:
    """An entry of the glossary."""

    name: str
    forms: tuple[str, ...]
    chapter: str
    since: str

    @property
    def place(self) -> str:
        """The id of the entry on its page."""
        return f"term-{nodes.make_id(self.name)}"

    @property
    def first(self) -> str:
        """The id of the first use on its page."""
        return f"first-{nodes.make_id(self.name)}"


class term_entry(nodes.definition_list_item):
    """An entry that knows its term."""


class first_use(nodes.General, nodes.Element):
    """The place of the line that says where a term is first used."""


class Terms(SphinxDirective):
    """The list of all entries."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        listed = nodes.definition_list(classes=["terms"])
        self.state.nested_parse(self.content, self.content_offset, listed)
        return [listed]


class Entry(SphinxDirective):
    """A term and what it is."""

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[dict[str, Any]] = {
        "forms": directives.unchanged_required,
        "in": directives.unchanged_required,
        "since": directives.unchanged_required,
    }

    def run(self) -> list[nodes.Node]:
        if "in" not in self.options:
            raise self.error("An entry needs :in:, the chapter that treats the term.")
        others = self.options.get("forms", "").split(", ")
        term = Term(
            name=self.arguments[0],
            forms=tuple(form for form in (self.arguments[0], *others) if form),
            chapter=self.options["in"],
            since=self.options.get("since", ""),
        )
        title = nodes.term(term.name, term.name, ids=[term.place])
        body = nodes.definition()
        self.state.nested_parse(self.content, self.content_offset, body)
        body += first_use(term=term)
        return [term_entry("", title, body, term=term)]


# --- words -------------------------------------------------------------------------


def variants(form: str) -> set[str]:
    """Return a form with its plurals."""
    plurals = {f"{form}s", f"{form}es"}
    return {form, *plurals, f"{form[:-1]}ies" if form.endswith("y") else form}


def normal(text: str) -> str:
    """Return the words of a form in one spelling."""
    return " ".join(re.split(r"[\s-]+", text.lower()))


def spelt(form: str) -> str:
    """Return a pattern: a form as it is, or capitalised, with spaces or hyphens."""
    pattern = re.sub(r"(\\ |\\-)", r"[\\s-]", re.escape(form))
    return f"[{form[0]}{form[0].upper()}]{pattern[1:]}"


class Glossary:
    """The terms of the book by their words."""

    def __init__(self, terms: list[Term]) -> None:
        self.terms = terms
        self.by_words: dict[str, Term] = {}
        self.twice: list[str] = []
        forms, places = set[str](), set[str]()
        for term in terms:
            own = {word for form in term.forms for word in variants(form)}
            words = {normal(word) for word in own}
            taken = {word for word in words if word in self.by_words}
            if taken or term.place in places:
                self.twice.append(term.name)
            self.by_words |= {word: term for word in words - taken}
            places.add(term.place)
            forms |= own
        longest = sorted(forms, key=lambda form: (-len(form), form))
        self.pattern = re.compile(
            rf"(?<![\w-])(?:{'|'.join(map(spelt, longest))})(?![\w-])"
        )

    def uses(self, text: str) -> Iterator[tuple[Term, re.Match[str]]]:
        """Yield the terms of a text, the longest words first where two begin alike."""
        for match in self.pattern.finditer(text) if self.terms else ():
            yield self.by_words[normal(match[0])], match


def sentences(part: nodes.Element) -> Iterator[nodes.Text]:
    """Yield the running text but for what is said of other documents."""
    for text in running(part):
        sections = [node for node in parents(text) if isinstance(node, nodes.section)]
        if not any(section[0].astext() == NOTES for section in sections):
            yield text


def glossary(env: BuildEnvironment) -> Glossary:
    """Return the terms of the glossary's page."""
    found = env.get_doctree(PAGE).findall(term_entry)
    return Glossary([entry["term"] for entry in found])


def settle(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Find where each term is first used, once all pages are read."""
    if PAGE not in env.found_docs:
        return []
    known, order = glossary(env), reading_order(env)
    for name in known.twice:
        logger.warning("%s is defined twice", name, location=PAGE)
    first: dict[str, str] = {}
    reached = {""}
    for doc in order:
        reached.add(doc.removeprefix("book/"))
        for text in sentences(env.get_doctree(doc)):
            for term, _ in known.uses(text):
                if term.name not in first and term.since in reached:
                    first[term.name] = doc
    for term in known.terms:
        if term.name not in first:
            logger.warning("no page uses the term %s", term.name, location=PAGE)
        if f"book/{term.chapter}" not in order:
            logger.warning("%s: no chapter %s", term.name, term.chapter, location=PAGE)
    old, new = vars(env).get("hm_terms", ([], {})), (known.terms, first)
    vars(env)["hm_terms"] = new
    touched = {PAGE, *first.values(), *old[1].values()} & env.found_docs
    return [] if old == new else sorted(touched)


class FirstUses(SphinxPostTransform):
    """Link each first use to its entry, and each entry to its first use."""

    default_priority = 3  # before all that changes the text
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        terms, first = vars(self.env).get("hm_terms", ([], {}))
        doc, known = self.env.docname, Glossary(terms)
        if doc == PAGE:
            for entry in list(self.document.findall(term_entry)):
                others = {term.name for term in terms} - {entry["term"].name}
                self.link_first(entry, known, others)
            for place in list(self.document.findall(first_use)):
                place.replace_self(self.where(place["term"], first))
        else:
            here = {name for name, page in first.items() if page == doc}
            self.link_first(self.document, known, here)

    def link_first(self, part: nodes.Element, known: Glossary, names: set[str]) -> None:
        """Link the first use of each of some terms in a part of a page."""
        left, doc = set(names), self.env.docname
        for text in list(sentences(part)):
            links = []
            for term, match in known.uses(text):
                if term.name in left:
                    left.remove(term.name)
                    address = to_page(self.env, doc, PAGE, term.place)
                    to_term = nodes.reference("", "", internal=True, refuri=address)
                    to_term["classes"] = ["quiet"]
                    to_term["ids"] = [] if doc == PAGE else [term.first]
                    links.append((*match.span(), to_term))
            if links:
                link(text, links)

    def where(self, term: Term, first: dict[str, str]) -> nodes.Node:
        """Return the line that says where a term is first used, and where treated."""
        chapter, doc = f"book/{term.chapter}", first.get(term.name)
        line = nodes.paragraph(classes=["where"])
        both = "First used and treated in " if doc == chapter else "First used in "
        if doc is not None:
            line += nodes.Text(both)
            line += page_link(self.env, self.env.docname, doc, term.first)
        if doc != chapter and chapter in self.env.found_docs:
            line += nodes.Text("; treated in ")
            line += page_link(self.env, self.env.docname, chapter)
        line += nodes.Text(".")
        return line


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_node(term_entry)
    app.add_node(first_use)
    app.add_directive("terms", Terms)
    app.add_directive("entry", Entry)
    app.add_post_transform(FirstUses)
    app.connect("env-updated", settle)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

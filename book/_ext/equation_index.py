"""The directive `equation-index`: all labelled equations, and the cells that check them.

The role {alterations}`mutants` is how many altered equations were tried,
{alterations}`caught` how many of them the cells noticed, and so on for each count of
alterations.json, which `python -m tools.mutation --record` writes beside the page.
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from .equations import Equation, check_anchor, equations_of
from .read_late import read_late

logger = logging.getLogger(__name__)
PAGE = "book/reference/equations"


class EquationIndex(SphinxDirective):
    """One section per chapter, with one entry per equation."""

    def run(self) -> list[nodes.Node]:
        order = self.env.external_site_map  # type: ignore[attr-defined]
        known = [(doc, equations_of(self.env, doc)) for doc in order]
        return [self.section(doc, equations) for doc, equations in known if equations]

    def section(self, doc: str, equations: list[Equation]) -> nodes.section:
        """Return the entries of a chapter below its title."""
        title = self.env.titles[doc]
        name = f"equations-{doc.rpartition('/')[2].replace('_', '-')}"
        words = [child.deepcopy() for child in title.children]
        entries = [self.entry(doc, equation) for equation in equations]
        listed = nodes.bullet_list("", *entries, classes=["equation-index"])
        section = nodes.section("", nodes.title("", "", *words), listed, ids=[name])
        return section

    def entry(self, doc: str, equation: Equation) -> nodes.list_item:
        """Return number, heading, check and formula of an equation."""
        label = equation.label
        number = pending_xref(
            "",
            nodes.inline(label, label),
            refdomain="math",
            reftype="eq",
            reftarget=label,
            refdoc=self.env.docname,
            refwarn=True,
            refexplicit=False,
        )
        where = self.link(doc, equation.anchor)
        where += [child.deepcopy() for child in equation.heading]
        line = nodes.paragraph("", "", number, nodes.Text(" "), where)
        check = self.link(doc, check_anchor(label))  # book_lint asks for this cell
        check += nodes.Text("check ")
        check += nodes.literal(label, label)
        line += [nodes.Text(" · "), check]
        formula = nodes.math_block(equation.tex, equation.tex, number=None, label=None)
        return nodes.list_item("", line, formula)

    def link(self, doc: str, target: str) -> nodes.reference:
        """Return an empty link to a place on a page."""
        uri = self.env.app.builder.get_relative_uri(self.env.docname, doc)
        return nodes.reference("", "", internal=True, refuri=f"{uri}#{target}")


class Alterations(SphinxRole):
    """How many altered equations were tried, caught, ...: a count over all chapters."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        path = Path(self.env.doc2path(self.env.docname)).with_name("alterations.json")
        self.env.note_dependency(str(path))
        record = json.loads(path.read_text("utf-8"))
        if any(self.text not in counts for counts in record.values()):
            where = self.get_location()
            logger.warning("no such count as %s: %s", self.text, path, location=where)
            return [], []
        total = sum(counts[self.text] for counts in record.values())
        return [nodes.Text(f"{total:,}")], []


def setup(app: Sphinx) -> None:
    app.add_directive("equation-index", EquationIndex)
    app.add_role("alterations", Alterations())
    read_late(app, PAGE)  # the equations of all chapters must be known

"""The directive `recap-cards`: the recap of every chapter, on one sheet."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .edition import SHEET_PDF, has_pdfs
from .read_late import read_late

DOCNAME = "book/reference/cheat_sheet"


def is_recap(node: nodes.Node) -> bool:
    return isinstance(node, nodes.admonition) and "recap" in node["classes"]


class RecapCards(SphinxDirective):
    """One card per chapter, below the chapter's title."""

    def run(self) -> list[nodes.Node]:
        order = self.env.external_site_map  # type: ignore[attr-defined]
        sheet = nodes.container(classes=["cheat-sheet"])
        # Not yet this page, nor, in a first build, the others that are read late.
        read = self.env.all_docs
        for docname in (docname for docname in order if docname in read):
            for recap in self.env.get_doctree(docname).findall(is_recap):
                sheet += self.card(docname, recap)
        return [*self.link(), sheet]

    def link(self) -> list[nodes.Node]:
        """Return a line with the link to the PDF, if there will be one."""
        if not has_pdfs():
            return []
        uri = "../" * self.env.docname.count("/") + SHEET_PDF
        link = nodes.reference("", "This sheet as a PDF", refuri=uri)
        return [nodes.paragraph("", "", link, classes=["sheet-pdf"])]

    def card(self, docname: str, recap: nodes.Node) -> nodes.Element:
        """Copy a recap, with a link to its chapter as the title."""
        card = recap.deepcopy()
        assert isinstance(card, nodes.admonition)
        uri = self.env.app.builder.get_relative_uri(self.env.docname, docname)
        words = [child.deepcopy() for child in self.env.titles[docname].children]
        link = nodes.reference("", "", *words, refuri=uri, internal=True)
        card[0] = nodes.title("", "", link)
        for reference in card.findall(pending_xref):
            reference["refdoc"] = self.env.docname
        return card


def setup(app: Sphinx) -> None:
    app.add_directive("recap-cards", RecapCards)
    read_late(app, DOCNAME)  # the doctrees of all chapters must be there

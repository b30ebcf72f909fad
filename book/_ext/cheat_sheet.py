"""The directive `recaps`: the recap of every chapter, on one sheet."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .pdfs import SHEET_PDF, has_pdfs
from .shared.pages import link_to, page_order, title_nodes


def is_recap(node: nodes.Node) -> bool:
    return isinstance(node, nodes.admonition) and "recap" in node["classes"]


class Recaps(SphinxDirective):
    """One recap per chapter, below the chapter's title."""

    def run(self) -> list[nodes.Node]:
        sheet = nodes.container(classes=["cheat-sheet"])
        # A page that has not been read has no doctree: this one, and in a first build the late
        # pages that come after it.
        read = self.env.all_docs
        for docname in filter(read.__contains__, page_order(self.env)):
            for recap in self.env.get_doctree(docname).findall(is_recap):
                sheet += self.copy(docname, recap)
        return [*self.link(), sheet]

    def link(self) -> list[nodes.Node]:
        """Return a line with the link to the PDF, if there is or will be one."""
        if not has_pdfs(self.env.app):
            return []
        uri = "../" * self.env.docname.count("/") + SHEET_PDF
        link = nodes.reference("", "This sheet as a PDF", refuri=uri)
        return [nodes.paragraph("", "", link, classes=["sheet-pdf"])]

    def copy(self, docname: str, recap: nodes.Node) -> nodes.Element:
        """Copy a recap, with a link to its chapter as the title."""
        copied = recap.deepcopy()
        assert isinstance(copied, nodes.admonition)
        words = title_nodes(self.env, docname)
        copied[0] = nodes.title("", "", link_to(self.env, docname, *words))
        for reference in copied.findall(pending_xref):
            reference["refdoc"] = self.env.docname
        return copied


def setup(app: Sphinx) -> None:
    app.add_directive("recaps", Recaps)

"""The bibliography: citations in round brackets, and a list that says where they are.

sphinxcontrib-bibtex reads the file and resolves the `cite` roles. Here its entries
become a plain list, because axe rejects the ARIA roles that it writes. Below each entry
stand its `annote`, which says what a reader finds there, and the pages that cite it.
"""

from dataclasses import dataclass, field
from typing import Any, TypeGuard

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinxcontrib.bibtex.plugin import register_plugin
from sphinxcontrib.bibtex.style.referencing import BracketStyle
from sphinxcontrib.bibtex.style.referencing.author_year import AuthorYearReferenceStyle

from .shared.pages import link_to, page_order, title_nodes


def round_brackets() -> BracketStyle:
    """Return the brackets of (Fan et al., 2005), in place of [Fan et al., 2005]."""
    return BracketStyle(left="(", right=")")


@dataclass
class RoundAuthorYear(AuthorYearReferenceStyle):
    """Authors and years, as the field writes them in running text."""

    bracket_textual: BracketStyle = field(default_factory=round_brackets)
    bracket_parenthetical: BracketStyle = field(default_factory=round_brackets)
    bracket_year: BracketStyle = field(default_factory=round_brackets)


def is_list_of_citations(node: nodes.Node) -> TypeGuard[nodes.Element]:
    return (
        isinstance(node, nodes.container)
        and bool(node.children)
        and isinstance(node[0], nodes.citation)
    )


class PlainLists(SphinxPostTransform):
    """Turn each list of citations into a bullet list, and say which pages cite each work."""

    default_priority = 6  # after sphinxcontrib.bibtex has made its lists
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        domain: Any = self.env.get_domain("cite")
        entries = {citation.citation_id: citation for citation in domain.citations}
        for citations in filter(is_list_of_citations, list(self.document.findall())):
            items = nodes.bullet_list(classes=["works"])
            for citation in citations.findall(nodes.citation):
                cited = entries[citation["ids"][0]]
                ids = [f"work-{cited.key}", *citation["ids"]]
                item = nodes.list_item("", *citation.children[1:], ids=ids)
                if "annote" in cited.entry.fields:
                    item += nodes.paragraph("", cited.entry.fields["annote"])
                item += self.cited_in(cited.key, domain)
                items += item
            citations.replace_self(items)

    def cited_in(self, key: str, domain: Any) -> list[nodes.Node]:
        """Return a line of links to the place where each page first cites a work."""
        anchors: dict[str, str] = {}
        for cited in domain.citation_refs:
            if key in {target.key for target in cited.targets}:
                anchors.setdefault(cited.docname, cited.citation_ref_id)
        if not anchors:
            return []
        line = nodes.paragraph("", "Cited in ", classes=["where"])
        for docname in filter(anchors.__contains__, page_order(self.env)):
            title = title_nodes(self.env, docname)
            line += link_to(self.env, docname, *title, anchor=anchors[docname])
            line += nodes.Text("; ")
        line[-1] = nodes.Text(".")
        return [line]


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinxcontrib.bibtex")
    register_plugin(
        "sphinxcontrib.bibtex.style.referencing", "round_author_year", RoundAuthorYear
    )
    app.add_post_transform(PlainLists)

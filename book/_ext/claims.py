"""The claims of the errata: two directives and a role.

    ```{claims-table} smidt
    ```

is the table of one source's claims, and `{claims-by-chapter}` a list of all claims. The
role {claim-counts}`smidt` says how many claims of a source hold and how many don't, and
{claim-counts}`all` does for all sources. `book/_parsing/claims.py` reads the claims.
"""

from pathlib import Path

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective, SphinxRole

from book._parsing.claims import (
    Claim,
    claim_counts,
    claims_by_chapter,
    claims_table,
    read_claims,
)

from .shared.pages import page_order

logger = logging.getLogger(__name__)


class ClaimsTable(SphinxDirective):
    """The claims of one source."""

    required_arguments = 1

    def markdown(self, claims: list[Claim]) -> str:
        return claims_table(claims, self.arguments[0])

    def run(self) -> list[nodes.Node]:
        path = Path(self.env.doc2path(self.env.docname))
        self.env.note_dependency(str(path.with_name("claims.csv")))
        try:
            text = self.markdown(read_claims(path))
        except ValueError as fault:
            raise self.error(str(fault)) from fault
        parsed = nodes.Element()
        self.state.nested_parse(StringList(text.splitlines(), str(path)), 0, parsed)
        return parsed.children


class ClaimsByChapter(ClaimsTable):
    """The claims of all sources, by the chapter that explains them."""

    required_arguments = 0

    def markdown(self, claims: list[Claim]) -> str:
        return claims_by_chapter(claims, page_order(self.env))


class ClaimCounts(SphinxRole):
    """How many claims of a source, or of all, hold."""

    def run(self) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        try:
            known = claim_counts(read_claims(Path(self.env.doc2path(self.env.docname))))
        except ValueError:
            return [], []  # the directives say what is wrong
        if self.text not in known:
            logger.warning("no claims of %s", self.text, location=self.get_location())
        return [nodes.Text(known.get(self.text, ""))], []


def setup(app: Sphinx) -> None:
    app.add_directive("claims-table", ClaimsTable)
    app.add_directive("claims-by-chapter", ClaimsByChapter)
    app.add_role("claim-counts", ClaimCounts())

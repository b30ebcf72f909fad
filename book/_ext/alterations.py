"""The role `alterations`: counts of the altered equations.

{alterations}`mutants` is how many were tried, {alterations}`caught` how many of them the
checks noticed, and so on for each count of alterations.json, which
`python -m tools.mutation --record` writes beside the page.
"""

import json
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util import logging
from sphinx.util.docutils import SphinxRole

logger = logging.getLogger(__name__)


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
    app.add_role("alterations", Alterations())

"""Mend the HTML of sphinx-proof and sphinx-exercise."""

from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_proof.nodes import proof_node

STYLES = {"proof.css", "exercise.css"}
WRAPPERS = {"proof-content", "exercise-content", "solution-content"}


def is_wrapper(section: nodes.section) -> bool:
    """Whether a section only holds the content of a block."""
    return bool(WRAPPERS.intersection(section["ids"]))


class MendBlocks(SphinxPostTransform):
    """Remove the ids that all blocks share, and mend the proofs."""

    default_priority = 300  # after sphinx-exercise has numbered its titles
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for section in list(self.document.findall(nodes.section)):
            if is_wrapper(section):
                section["ids"] = []  # replace_self would hand them on
                section.replace_self(section.children)
        for proof in self.document.findall(proof_node):
            mend_proof(proof)


def mend_proof(proof: nodes.Element) -> None:
    """Remove the id that all proofs share, and set the first word like any other."""
    block = proof.next_node(nodes.admonition)
    assert block is not None, proof.pformat()
    block["ids"], block["classes"] = [], ["demonstration"]
    text = block.next_node(nodes.Text)
    if text is not None and text.startswith("Proof. "):
        rest = nodes.Text(text.removeprefix("Proof."))
        text.parent.replace(text, [nodes.emphasis("Proof.", "Proof."), rest])


def setup(app: Sphinx) -> None:
    app.add_post_transform(MendBlocks)
    # Two style sheets whose every rule book.css would have to undo. Both extensions come
    # before this one in _config.yml, so their sheets are there.
    sheets = app.registry.css_files
    sheets[:] = [sheet for sheet in sheets if sheet[0] not in STYLES]

"""Mend the blocks of sphinx-proof and sphinx-exercise, and keep formulas whole."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx_proof.nodes import proof_node

STYLES = {"proof.css", "exercise.css"}
WRAPPERS = {"proof-content", "exercise-content", "solution-content"}
SHORT_CODE = 20  # characters that stay on one line, even on a phone
PUNCTUATION = re.compile(r"[^\s\w]+")


class MendBlocks(SphinxPostTransform):
    """Make the blocks of sphinx-proof and sphinx-exercise good HTML."""

    default_priority = 300  # after sphinx-exercise has numbered its titles
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for section in list(self.document.findall(nodes.section)):
            if WRAPPERS.intersection(section["ids"]):  # the same id in every block
                section["ids"] = []  # replace_self would hand them on
                section.replace_self(section.children)
        for proof in self.document.findall(proof_node):
            mend_proof(proof)
        for formula in list(self.document.findall(nodes.math)):
            hold_punctuation(formula)
        for literal in self.document.findall(nodes.literal):
            if len(literal.astext()) <= SHORT_CODE:
                literal["classes"].append("short")
        for image in self.document.findall(nodes.image):
            if image["uri"].endswith(".svg") and "dark-light" not in image["classes"]:
                image["classes"].append("dark-light")


def mend_proof(proof: nodes.Element) -> None:
    """Mend sphinx-proof's proofs: one id for all, and a first word like any other."""
    block = proof.next_node(nodes.admonition)
    assert block is not None, proof.pformat()
    block["ids"], block["classes"] = [], ["demonstration"]
    text = block.next_node(nodes.Text)
    if text is not None and text.startswith("Proof. "):
        rest = nodes.Text(text.removeprefix("Proof."))
        text.parent.replace(text, [nodes.emphasis("Proof.", "Proof."), rest])


def hold_punctuation(formula: nodes.math) -> None:
    """Keep the punctuation that follows a formula on the formula's last line."""
    text = formula.next_node(descend=False, siblings=True)
    if not isinstance(text, nodes.Text) or not (found := PUNCTUATION.match(text)):
        return
    parent, rest = formula.parent, nodes.Text(text[found.end() :])
    # By position: an equal text may stand earlier in the paragraph.
    here = parent.index(formula)
    held = nodes.inline(classes=["held"])
    parent[here : here + 2] = [held, rest] if rest else [held]
    held += [formula, nodes.Text(found[0])]


def setup(app: Sphinx) -> None:
    app.add_post_transform(MendBlocks)
    # Two style sheets whose every rule book.css would have to undo.
    sheets = app.registry.css_files
    sheets[:] = [sheet for sheet in sheets if sheet[0] not in STYLES]

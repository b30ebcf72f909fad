"""Keep together what would be hard to read if a line broke inside it."""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform

SHORT_CODE = 20  # characters that stay on one line, even on a phone
PUNCTUATION = re.compile(r"[^\s\w]+")


class LineBreaks(SphinxPostTransform):
    """Keep formulas with the punctuation after them, and short code whole."""

    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for formula in list(self.document.findall(nodes.math)):
            hold_punctuation(formula)
        for literal in self.document.findall(nodes.literal):
            if len(literal.astext()) <= SHORT_CODE:
                literal["classes"].append("short")


def hold_punctuation(formula: nodes.math) -> None:
    """Keep the punctuation that follows a formula on the formula's last line."""
    text = formula.next_node(descend=False, siblings=True)
    if not isinstance(text, nodes.Text) or not (punctuation := PUNCTUATION.match(text)):
        return
    parent, rest = formula.parent, nodes.Text(text[punctuation.end() :])
    # By position: an equal text may stand earlier in the paragraph.
    here = parent.index(formula)
    held = nodes.inline(classes=["held"])
    parent[here : here + 2] = [held, rest] if rest else [held]
    held += [formula, nodes.Text(punctuation[0])]


def setup(app: Sphinx) -> None:
    app.add_post_transform(LineBreaks)

"""Render the book's mathematics while it is built, by KaTeX in an embedded V8."""

import atexit
import json
from functools import cache
from pathlib import Path
from typing import Any

from docutils import nodes
from py_mini_racer import JSEvalException, MiniRacer
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.math import get_node_equation_number
from sphinx.writers.html5 import HTML5Translator

from .equations import check_anchor, checks_of

logger = logging.getLogger(__name__)
KATEX = Path(__file__).parent / "vendor" / "katex.min.js"
BASE = '<span class="katex-base">'


@cache
def katex_runtime() -> MiniRacer:
    racer = MiniRacer()
    atexit.register(racer.close)  # later, Python 3.13 waits for its thread forever
    racer.eval(KATEX.read_text(encoding="utf-8"))
    return racer


@cache
def to_html(tex: str, display: bool) -> str:
    """Return HTML and MathML of a formula; JSEvalException names what KaTeX rejects."""
    options = {
        "displayMode": display,
        "throwOnError": True,
        "strict": "error",
        "output": "htmlAndMathml",
    }
    call = f"katex.renderToString({json.dumps(tex)}, {json.dumps(options)})"
    return str(katex_runtime().eval(call))


def katex_reason(error: JSEvalException) -> str:
    """Return why KaTeX rejects a formula, without V8's stack trace."""
    return str(error).split("parse error: ")[-1].splitlines()[0]


def render(self: HTML5Translator, node: nodes.Element, tex: str, display: bool) -> str:
    try:
        return to_html(tex, display)
    except JSEvalException as error:
        reason = katex_reason(error)
        logger.warning("KaTeX: %s in %r", reason, tex, location=node, type="katex")
        return f'<code class="katex-error">{self.encode(tex)}</code>'


def display_tex(text: str) -> str:
    r"""Return the TeX of a display block: blank lines and line breaks become rows.

    If there is a `\begin`, line breaks alone don't, because they may belong to its environment.
    """
    parts = [part.strip() for part in text.split("\n\n") if part.strip()]
    rows = r" \\ ".join(parts)
    if len(parts) > 1 or (r"\\" in rows and r"\begin" not in rows):
        return rf"\begin{{aligned}}{rows}\end{{aligned}}"
    return rows


def mark_end(html: str) -> str:
    """Mark the last part of a formula, which must stay with the punctuation after it."""
    start, base, last = html.rpartition(BASE)
    return f'{start}<span class="katex-end">{base}{last}</span>' if base else html


def visit_inline(self: HTML5Translator, node: nodes.math) -> None:
    html = render(self, node, node.astext(), display=False)
    self.body.append(f'<span class="math notranslate">{mark_end(html)}</span>')
    raise nodes.SkipNode


def visit_display(self: HTML5Translator, node: nodes.math_block) -> None:
    html = render(self, node, display_tex(node.astext()), display=True)
    self.body.append(self.starttag(node, "div", CLASS="math notranslate"))
    self.body.append(f'<div class="math-scroll">{html}</div>')
    if node["number"]:
        number = get_node_equation_number(self, node)
        self.body.append(f'<span class="eqno">({number})')
        self.add_permalink_ref(node, "Link to this equation")
        docname, label = self.builder.current_docname, str(node["label"])
        if label in checks_of(self.builder.env, docname):
            self.body.append(
                f'<a class="checked" href="#{check_anchor(label)}" '
                f'aria-label="Check of ({number})" title="Checked: see the code"></a>'
            )
        self.body.append("</span>")
    self.body.append("</div>\n")
    raise nodes.SkipNode


class UnwrapFormulas(SphinxPostTransform):
    """Take formulas out of Furo's boxes, and remove the ids that the boxes copy."""

    default_priority = 501  # after Furo's transform
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for box in list(self.document.findall(nodes.container)):
            if "math-wrapper" in box["classes"]:
                box["ids"], box["classes"] = [], []
                box.replace_self(box.children)
            elif "table-wrapper" in box["classes"]:
                box["ids"] = []


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("katex", (visit_inline, None), (visit_display, None))
    app.add_post_transform(UnwrapFormulas)
    app.add_css_file("katex/katex.min.css")

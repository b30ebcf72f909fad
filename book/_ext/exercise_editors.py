"""Make room for an editor around the stub of each exercise that svmlib checks.

A stub is a code cell that ends in `check("margins", my_margins)`, where the name of the
function begins with `my_`. `book/_scripts/exercise.mjs` puts a field there, which becomes
the editor when it is touched; without the script the cell stays as it is.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.writers.html5 import HTML5Translator

from .shared.cells import code_of, is_cell

STUB = re.compile(r'^check\("([a-z0-9-]+)", (my_\w+)\)\s*\Z', re.MULTILINE)


class exercise_editor(nodes.General, nodes.Element):
    """The stub of an exercise, where its editor will be."""


class ExerciseEditors(SphinxPostTransform):
    """Wrap each stub, with the names of its exercise and its function."""

    default_priority = 300
    formats = ("html",)

    def run(self, **kwargs: Any) -> None:
        for cell in filter(is_cell, list(self.document.findall())):
            if found := STUB.search(code_of(cell)):
                exercise, function = found.groups()
                editor = exercise_editor("", exercise=exercise, function=function)
                cell.parent.replace(cell, editor)
                editor += cell


def visit_exercise_editor(self: HTML5Translator, node: nodes.Element) -> None:
    data = {f"data-{name}": node[name] for name in ("exercise", "function")}
    self.body.append(self.starttag(node, "div", CLASS="exercise-editor", **data))


def depart_exercise_editor(self: HTML5Translator, node: nodes.Element) -> None:
    self.body.append("</div>\n")


def setup(app: Sphinx) -> None:
    app.add_node(exercise_editor, html=(visit_exercise_editor, depart_exercise_editor))
    app.add_post_transform(ExerciseEditors)
    app.add_css_file("exercise-editor.css")
    app.add_js_file("exercise.mjs", type="module")

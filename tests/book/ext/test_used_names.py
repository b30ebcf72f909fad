"""Which functions of svmlib a page uses."""

import ast

import nbformat
import pytest

from book._ext.used_names import used_names
from tests.book.ext.small_book import build_book, parsed_page

API = """# Functions

```{eval-rst}
.. py:function:: svmlib.hinge.margins
.. py:function:: svmlib.smo.smo
```
"""


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("from svmlib import hinge\nhinge.margins(S, y)", ["hinge.margins"]),
        ("import svmlib.hinge as h\nf = h.margins", ["hinge.margins"]),
        ("import svmlib.hinge\nsvmlib.hinge.margins(S, y)", ["hinge.margins"]),
        ("from svmlib.hinge import margins as m\nm(S, y)", ["hinge.margins"]),
        (
            "from svmlib.kernel_svm import KernelSVM\nKernelSVM()",
            ["kernel_svm.KernelSVM"],
        ),
        ("from svmlib import plots\nplots.INK", []),
        ("from svmlib import _validation\n_validation.as_matrix(X)", []),
        ("hinge.margins(S, y)", []),
        ("from numpy import linalg\nlinalg.norm(x)", []),
    ],
)
def test_used_names_are_what_code_uses(source, names):
    assert used_names([ast.parse(source)]) == [f"svmlib.{name}" for name in names]


def test_chapter_ends_with_links_to_what_it_uses(tmp_path):
    conf = """
extensions = ["myst_nb", "book._ext.used_names"]
source_suffix = {".ipynb": "myst-nb", ".md": "myst-nb"}
nb_execution_mode = "off"
root_doc = "book/chapter"
"""
    cells = [
        nbformat.v4.new_markdown_cell("# Chapter"),
        nbformat.v4.new_code_cell("%timeit 1"),  # book_lint reports this
        nbformat.v4.new_code_cell(
            "from svmlib import hinge, smo\nhinge.margins(S, y)\nsmo.smo(K, y)"
        ),
    ]
    pages = {
        "book/chapter.ipynb": nbformat.writes(nbformat.v4.new_notebook(cells=cells)),
        "book/text.ipynb": nbformat.writes(nbformat.v4.new_notebook(cells=cells[:1])),
        "book/reference/api.md": API,
    }
    site, _ = build_book(tmp_path, conf, pages)
    chapter, text = (parsed_page(site, f"book/{name}") for name in ("chapter", "text"))
    line = chapter.select_one("p.uses")
    assert line.get_text().endswith("svmlib on this page: hinge.margins, smo.smo.")
    addresses = [a["href"] for a in line.select("a")]
    assert addresses == [
        f"reference/api.html#svmlib.{name}" for name in ("hinge.margins", "smo.smo")
    ]
    assert not text.select("p.uses")

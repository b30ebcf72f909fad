"""The directives of the labs: what a page has before a script runs."""

import re

from book._ext.labs import directives
from book._parsing import ROOT
from tests.book.ext.small_book import build_book, dependencies

CONF = """
extensions = ["book._ext.labs.directives"]
numfig = True
"""
PAGE = """
Page
====

.. margin-lab:: {preset}
   :name: fig-lab

   The caption.

.. mask-lab::

   Another.
"""


def build(tmp_path, preset):
    """Return the page of both directives as HTML, and what Sphinx warns of."""
    index = "Book\n====\n\n.. toctree::\n\n   part/page\n"
    pages = {"index.rst": index, "part/page.rst": PAGE.format(preset=preset)}
    site, warnings = build_book(tmp_path, CONF, pages)
    html = (site / "part" / "page.html").read_text("utf-8")
    for name in re.findall(r'src="\.\./(_images/[^"]+)"', html):
        assert (site / name).read_text("utf-8").startswith("<svg")
    return html, warnings


def test_lab_directives_stand_without_a_script(tmp_path):
    html, warnings = build(tmp_path, "six")
    assert not warnings
    assert 'class="lab margin-lab"' in html
    assert 'data-preset="six"' in html
    assert "6 points in the plane, 3 squares" in html
    assert "2 on the margin, 1 inside the margin, 1 misclassified" in html
    assert "1 1 -2" in html
    margin_lab, mask_lab = html.split('class="lab mask-lab"')
    assert directives.PLACEHOLDER in margin_lab
    assert directives.PLACEHOLDER not in mask_lab  # which needs no button
    assert 'href="../_static/lab.css' in html
    assert 'type="module" src="../_static/margin-lab.mjs"' in html
    assert 'type="module" src="../_static/mask-lab.mjs"' in html
    assert 'id="fig-lab"' in html


def test_page_of_a_lab_is_read_again_when_what_draws_it_changes(tmp_path):
    build(tmp_path, "six")
    drawing = ("book/_ext/labs/drawings.py", "book/_ext/labs/presets.py")
    solving = ("book/_scripts/python/margin_lab.py", "svmlib/smo.py")
    files = {ROOT / name for name in drawing + solving}
    assert files <= dependencies(tmp_path, "part/page")


def test_lab_directive_warns_of_an_unknown_preset(tmp_path):
    _, warnings = build(tmp_path, "moons")
    assert "moons" in warnings

"""The page that lists the functions of svmlib."""

from book._ext.api import public_names
from tests.book.ext.small_book import build_book
from tools import ROOT


def test_public_names_are_what_each_module_offers():
    assert public_names()["smo"] == ["SMOResult", "smo"]
    files = {p.stem for p in (ROOT / "svmlib").glob("[!_]*.py")}
    assert files <= set(public_names())


def test_build_warns_of_a_label_that_no_chapter_has(tmp_path):
    """The strict build stops where a docstring names an equation that is not there."""
    conf = "extensions = ['book._ext.api', 'myst_parser']\n"
    text = (
        "# Page\n\n```{eval-rst}\n.. autofunction:: svmlib.hinge.gradient_mask\n```\n"
    )
    _, warnings = build_book(tmp_path, conf, {"index.md": text})
    assert "there is no equation eq-mask" in warnings

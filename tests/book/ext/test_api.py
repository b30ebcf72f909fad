"""The page that lists the functions of svmlib."""

from types import SimpleNamespace

import pytest

from book._ext.api import (
    documented_members,
    link_docstring,
    link_names,
    public_names,
    section_lines,
)
from book._parsing import ROOT
from svmlib.kernel_svm import KernelSVM
from tests.book.ext.small_book import build_book


def test_public_names_are_what_each_module_offers():
    assert public_names()["smo"] == ["SMOResult", "smo"]
    files = {p.stem for p in (ROOT / "svmlib").glob("[!_]*.py")}
    assert files <= set(public_names())


def test_documented_members_are_public_methods_and_properties():
    class Machine:
        limit = 3

        def __init__(self): ...

        def fit(self): ...

        def _solve(self): ...

        @property
        def coef_(self): ...

    assert documented_members(Machine) == ["fit", "coef_"]


def test_only_a_class_whose_base_is_listed_names_it():
    option = "   :show-inheritance:"
    assert option in section_lines("svmlib.kernel_svm", ["KernelSVM"])
    assert option not in section_lines("svmlib.smo", ["SMOResult", "smo"])


def test_build_warns_of_a_label_that_no_chapter_has(tmp_path):
    """The strict build stops where a docstring names an equation that is not there."""
    conf = "extensions = ['book._ext.api', 'myst_parser']\n"
    text = (
        "# Page\n\n```{eval-rst}\n.. autofunction:: svmlib.hinge.gradient_mask\n```\n"
    )
    _, warnings = build_book(tmp_path, conf, {"index.md": text})
    assert "there is no equation eq-mask" in warnings


@pytest.mark.parametrize(
    ("text", "cls", "linked"),
    [
        ("`margins`", None, ":py:obj:`margins <svmlib.hinge.margins>`"),
        ("`svmlib.smo.smo`", None, ":py:obj:`smo <svmlib.smo.smo>`"),
        ("`fit`", KernelSVM, ":py:obj:`fit <svmlib.kernel_svm.KernelSVM.fit>`"),
        ("`fit`", None, "``fit``"),
        ("`gradient`", None, ":doc:`/book/hinge/gradient`"),
        ("``eq-mask`` and `X`", None, "``eq-mask`` and ``X``"),
    ],
)
def test_link_names_lead_to_functions_members_and_chapters(text, cls, linked):
    """What leads nowhere is shown as code."""
    env = SimpleNamespace(found_docs={"book/hinge/gradient"})
    assert link_names(text, cls, env) == linked


def test_chapters_of_a_docstring_replace_its_sentence_on_the_equations():
    equations = {"eq-a": ("book/hinge/gradient", 1)}
    env = SimpleNamespace(
        get_domain=lambda _: SimpleNamespace(equations=equations), found_docs=set()
    )
    lines = ["Do it.", "", "Equation ``eq-a`` of the book.", "", "X is not empty."]
    name = "svmlib.hinge.f"
    link_docstring(SimpleNamespace(env=env), "function", name, None, None, lines)
    links = ":doc:`/book/hinge/gradient`, :eq:`eq-a`"
    assert [x for x in lines if x] == [
        "Do it.",
        f"In the book: {links}.",
        "X is not empty.",
    ]

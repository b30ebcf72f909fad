"""Which functions of svmlib a page uses, and the page that lists them all."""

from pathlib import Path

import pytest
from _ext.api import public_names, used_names

from tests.ext.small_book import BOOK, build_book


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
        ("%matplotlib inline\nfrom numpy import linalg\nlinalg.norm(x)", []),
    ],
)
def test_used_names_are_what_code_uses(source: str, names: list[str]) -> None:
    assert used_names([source]) == [f"svmlib.{name}" for name in names]


def test_public_names_are_what_each_module_offers() -> None:
    assert public_names()["smo"] == ["SMOResult", "smo"]
    files = {p.stem for p in (BOOK.parent / "svmlib").glob("[!_]*.py")}
    assert files <= set(public_names())


def test_build_warns_of_a_label_that_no_chapter_has(tmp_path: Path) -> None:
    """The strict build stops where a docstring names an equation that is not there."""
    conf = "extensions = ['_ext.api', 'myst_parser']\n"
    text = (
        "# Page\n\n```{eval-rst}\n.. autofunction:: svmlib.hinge.gradient_mask\n```\n"
    )
    _, warnings = build_book(tmp_path, conf, {"index.md": text})
    assert "there is no equation eq-mask" in warnings

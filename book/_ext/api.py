"""The directive `svmlib-api`: the reference of svmlib, made from its docstrings.

Where a docstring names an equation, as ``eq-mask``, the page shows its number as a link.
Below a docstring's first lines stand links to the chapters that derive its subject.
"""

import importlib
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective

logger = logging.getLogger(__name__)
# The documented modules in the book's order. If a docstring names equations, links lead to
# their chapters. If it names none, they lead to the chapters given here.
MODULES: dict[str, tuple[str, ...]] = {
    "hinge": ("book/hinge/hinge_loss", "book/hinge/gradient", "book/hinge/mask_trick"),
    "gradcheck": ("book/hinge/gradient_check",),
    "training": ("book/hinge/training",),
    "base": ("book/beyond/in_practice",),
    "linear_svm": ("book/hinge/training", "book/beyond/scaling"),
    "margin": ("book/margin/hyperplanes", "book/margin/soft_margin"),
    "kernels": ("book/margin/kernels",),
    "dual": ("book/margin/duality",),
    "smo": ("book/margin/smo",),
    "kernel_svm": ("book/margin/smo",),
    "convert": ("book/beyond/two_formulations",),
    "datasets": (),
    "plots": (),
    "exercises": (),
}
EQUATION = re.compile(r"``(eq-[a-z0-9-]+)``")
EQUATION_IN_BRACKETS = re.compile(r"\(``(eq-[a-z0-9-]+)``\)")
EQUATIONS_SENTENCE = re.compile(r"Equations? ``eq-[^.;]*\.")
BACKTICKED = re.compile(r"(?<![`:\w])`([\w.]+)`(?!`)")


@cache
def public_names() -> dict[str, list[str]]:
    """Return the public functions and classes of each module, in their order."""
    names = {}
    for name in MODULES:
        module = importlib.import_module(f"svmlib.{name}")
        names[name] = [
            public
            for public, thing in vars(module).items()
            if public in module.__all__ and isinstance(thing, FunctionType | type)
        ]
    return names


@cache
def documented_names() -> dict[Any, str]:
    """Return the documented name of each public function and class."""
    full_names: dict[Any, str] = {}
    for module, names in public_names().items():
        for name in names:
            thing = getattr(importlib.import_module(f"svmlib.{module}"), name)
            full_names[thing] = f"svmlib.{module}.{name}"
    return full_names


def documented_members(cls: type) -> list[str]:
    """Return the public methods and properties of a class."""
    kinds = FunctionType | property
    methods = [n for n, x in vars(cls).items() if isinstance(x, kinds)]
    return [n for n in methods if not n.startswith("_")]


def section_lines(module: str, names: list[str]) -> Iterator[str]:
    """Yield the lines of a module's section: its docstring, then those of the names."""
    yield from ("```{eval-rst}", f".. automodule:: {module}", "")
    for name in names:
        thing = getattr(importlib.import_module(module), name)
        kind = "class" if isinstance(thing, type) else "function"
        yield f".. auto{kind}:: {module}.{name}"
        if isinstance(thing, type):
            if documented_members(thing):
                yield f"   :members: {', '.join(documented_members(thing))}"
            if any(base in documented_names() for base in thing.__bases__):
                yield "   :show-inheritance:"
        yield ""
    yield "```"


class Api(SphinxDirective):
    """All public functions and classes of svmlib, from their docstrings."""

    def run(self) -> list[nodes.Node]:
        sections: list[nodes.Node] = []
        for short, names in public_names().items():
            module = f"svmlib.{short}"
            title = nodes.title("", "", nodes.literal(module, module))
            section = nodes.section("", title, ids=[nodes.make_id(module)])
            lines = StringList(list(section_lines(module, names)), source=__file__)
            self.state.nested_parse(lines, 0, section)
            sections.append(section)
        return sections


def deriving_pages(
    text: str, module: str, env: BuildEnvironment
) -> dict[str, list[str]]:
    """Return the pages that derive a docstring's subject, each with its equations."""
    known = env.get_domain("math").equations  # type: ignore[attr-defined]
    derived: dict[str, list[str]] = {}
    for label in dict.fromkeys(EQUATION.findall(text)):
        if label not in known:
            logger.warning("svmlib.%s: there is no equation %s", module, label)
        else:
            derived.setdefault(known[label][0], []).append(label)
    return derived or {docname: [] for docname in MODULES.get(module, ())}


def link_names(text: str, cls: type | None, env: BuildEnvironment) -> str:
    """Turn each `name` in a docstring into a link: to a member, a function, a class or a page.

    What names nothing is shown as code.
    """
    by_name = {full.rpartition(".")[2]: full for full in documented_names().values()}
    docnames = {Path(docname).name: docname for docname in sorted(env.found_docs)}

    def link(match: re.Match[str]) -> str:
        name = match[1]
        owners = [c for c in (cls.__mro__ if cls else ()) if c in documented_names()]
        for owner in owners:
            if name in documented_members(owner):
                return f":py:obj:`{name} <{documented_names()[owner]}.{name}>`"
        if name in by_name or name in by_name.values():
            short = name.rpartition(".")[2]
            return f":py:obj:`{short} <{by_name.get(name, name)}>`"
        return f":doc:`/{docnames[name]}`" if name in docnames else f"``{name}``"

    return BACKTICKED.sub(link, text)


def link_docstring(
    app: Sphinx, what: str, name: str, obj: Any, options: Any, lines: list[str]
) -> None:
    """Turn names into links, and add the chapters below the first lines."""
    text, env = "\n".join(lines), app.env
    module = name.split(".")[1]
    cls = obj if what == "class" else None
    if what in {"method", "property", "attribute"}:
        owner = name.rpartition(".")[0]
        cls = next((c for c, full in documented_names().items() if full == owner), None)
    if what in {"class", "function"}:
        parts = [
            f":doc:`/{docname}`" + "".join(f", :eq:`{label}`" for label in labels)
            for docname, labels in deriving_pages(text, module, env).items()
        ]
        head, gap, rest = text.partition("\n\n")
        if parts:
            head += f"\n\nIn the book: {'; '.join(parts)}."
            rest = EQUATIONS_SENTENCE.sub("", rest)  # it would say the same
        text = head + (gap or "\n\n") + rest
    text = EQUATION_IN_BRACKETS.sub(r":eq:`\1`", link_names(text, cls, env))
    lines[:] = EQUATION.sub(r":eq:`\1`", text).splitlines()


def setup(app: Sphinx) -> None:
    app.setup_extension("sphinx.ext.autodoc")
    app.setup_extension("sphinx.ext.napoleon")
    app.add_directive("svmlib-api", Api)
    app.connect("autodoc-process-docstring", link_docstring)

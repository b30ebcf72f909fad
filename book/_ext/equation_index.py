"""The directive `equation-index`: all labelled equations, and the cells that check them."""

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from .equations import Equation, check_anchor, equations_of
from .shared.pages import link_to, page_order, title_nodes


class EquationIndex(SphinxDirective):
    """One section per chapter, with one entry per equation."""

    def run(self) -> list[nodes.Node]:
        order = page_order(self.env)
        known = [(docname, equations_of(self.env, docname)) for docname in order]
        return [
            self.section(docname, equations)
            for docname, equations in known
            if equations
        ]

    def section(self, docname: str, equations: list[Equation]) -> nodes.section:
        """Return the entries of a chapter below its title."""
        name = f"equations-{docname.rpartition('/')[2].replace('_', '-')}"
        words = title_nodes(self.env, docname)
        entries = [self.entry(docname, equation) for equation in equations]
        listed = nodes.bullet_list("", *entries, classes=["equation-index"])
        return nodes.section("", nodes.title("", "", *words), listed, ids=[name])

    def entry(self, docname: str, equation: Equation) -> nodes.list_item:
        """Return number, heading, check and formula of an equation."""
        label = equation.label
        number = pending_xref(
            "",
            nodes.inline(label, label),
            refdomain="math",
            reftype="eq",
            reftarget=label,
            refdoc=self.env.docname,
            refwarn=True,
        )
        heading = [child.deepcopy() for child in equation.heading]
        where = link_to(self.env, docname, *heading, anchor=equation.anchor)
        line = nodes.paragraph("", "", number, nodes.Text(" "), where)
        words = nodes.Text("check "), nodes.literal(label, label)
        # book_lint makes sure that there is such a cell.
        check = link_to(self.env, docname, *words, anchor=check_anchor(label))
        line += [nodes.Text(" · "), check]
        formula = nodes.math_block(equation.tex, equation.tex, number=None, label=None)
        return nodes.list_item("", line, formula)


def setup(app: Sphinx) -> None:
    app.add_directive("equation-index", EquationIndex)

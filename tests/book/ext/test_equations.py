"""Where the equations of a page stand, and which cells check them."""

from docutils import nodes

from book._ext.equations import section_of


def test_equation_of_a_theorem_belongs_to_the_section_around_it():
    equation = nodes.math_block()
    body = nodes.section("", equation, ids=["proof-content"])
    around = nodes.section("", body, ids=["margins"])
    assert section_of(equation) is around

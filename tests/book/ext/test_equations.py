"""Where the equations of a page stand, and which cells check them."""

from docutils import nodes

from book._ext.equations import checks_of, equations_of, section_of
from tests.book.ext.small_book import build_chapters, environment

CONF = 'extensions = ["myst_nb", "book._ext.equations"]'
TEXT = """# One

## The $x$ of it

$$ x = 1 $$ (eq-x)

$$ y = 2 $$ (eq-y)

$$ z = 3 $$

```{code-cell}
# Checks eq-x
assert x == 1
```

```{code-cell}
# Checks eq-y, eq-x
assert y == 2
```
"""


def test_equations_of_a_page_are_collected_and_their_first_checks_get_anchors(tmp_path):
    pages, warnings = build_chapters(tmp_path, CONF, {"one": TEXT})
    assert not warnings
    env = environment(tmp_path)
    found = [(x.label, x.tex.strip(), x.anchor) for x in equations_of(env, "one")]
    assert found == [("eq-x", "x = 1", "the-x-of-it"), ("eq-y", "y = 2", "the-x-of-it")]
    heading = "".join(part.astext() for part in equations_of(env, "one")[0].heading)
    assert heading == "The x of it"
    assert checks_of(env, "one") == {"eq-x", "eq-y"}
    first, second = pages["one"].select(".cell")
    assert pages["one"].find(id="checks-eq-x") in (first, *first.find_all(True))
    assert pages["one"].find(id="checks-eq-y") in (second, *second.find_all(True))


def test_build_warns_of_an_equation_above_the_first_heading(tmp_path):
    text = f"$$ w = 0 $$ (eq-w)\n\n{TEXT}"
    _, warnings = build_chapters(tmp_path, CONF, {"one": text})
    assert "one.md" in warnings and "eq-w stands above the first heading" in warnings
    labels = [x.label for x in equations_of(environment(tmp_path), "one")]
    assert labels == ["eq-x", "eq-y"]


def test_equation_of_a_theorem_belongs_to_the_section_around_it():
    equation = nodes.math_block()
    body = nodes.section("", equation, ids=["proof-content"])
    around = nodes.section("", body, ids=["margins"])
    assert section_of(equation) is around

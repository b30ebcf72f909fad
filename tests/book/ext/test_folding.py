"""What a page folds, and the line that a reader sees of it."""

from tests.book.ext.small_book import build_chapters

CONF = """
extensions = ["myst_nb", "sphinx_exercise", "book._ext.equations",
              "book._ext.mathematics", "book._ext.folding"]
html_math_renderer = "katex"
"""
EQUATION = "$$ {0} = {0} $$ (eq-{0})\n"
CELL = "```{{code-cell}}\n:tags: [hide-input]\n{}\n```\n"
EXERCISE = "```{exercise} Easy\n:label: ex-a\nWhy?\n```\n"
LINES = {
    "# Checks eq-b\nassert True": "Check of (1.2): passed",
    "# Checks eq-c, eq-a\nassert True": "Check of (1.3) and (1.1): passed",
    "# Checks eq-b, eq-c, eq-a\nassert True": "Check of (1.2), (1.3) and (1.1): passed",
    "# Answers\nassert True": "Check of the predictions: passed",
    "draw()": "Show the code",
}


def build(tmp_path, text):
    """Return a chapter's page."""
    pages, warnings = build_chapters(tmp_path, CONF, {"chapter": f"# One\n\n{text}"})
    assert not warnings
    return pages["chapter"]


def line(fold):
    return fold.summary.get_text().strip()


def test_line_of_a_folded_cell_says_what_it_holds(tmp_path):
    equations = "".join(EQUATION.format(letter) for letter in "abc")
    open_cell = "```{code-cell}\nx = 1\n```\n"
    cells = [open_cell, *(CELL.format(code) for code in LINES)]
    page = build(tmp_path, equations + "".join(cells))
    folds = page.select("details")
    assert {fold.pre.get_text().strip(): line(fold) for fold in folds} == LINES
    assert not any(fold.has_attr("open") for fold in folds)
    kinds = [fold["class"] for fold in folds]
    assert kinds == [["fold", "fold-check"]] * 4 + [["fold", "fold-code"]]
    links = page.select("a.checked")
    assert len(links) == 3
    for link in links:  # an equation leads to the first cell that checks it
        anchor = link["href"]
        fold = page.select_one(f"details{anchor}, details:has({anchor})")
        number = link["aria-label"].removeprefix("Check of ")
        assert fold == next(fold for fold in folds if number in line(fold))


def test_code_of_a_solution_is_not_folded_once_more(tmp_path):
    cell = CELL.format("draw()")
    solution = f"```{{solution-start}} ex-a\n```\n{cell}```{{solution-end}}\n```\n"
    (fold,) = build(tmp_path, f"{EXERCISE}\n{solution}").select("details")
    assert line(fold) == "Solution to Exercise 1.1 (Easy)"
    assert "draw()" in fold.pre.get_text()


def test_solutions_and_dropdowns_are_folded_without_a_script(tmp_path):
    solution = "```{solution} ex-a\nSo.\n```\n"
    hint = ":::{admonition} Hint: `x`\n:class: dropdown\nLook.\n:::\n"
    note = ":::{admonition} Note\nHere.\n:::\n"
    page = build(tmp_path, f"{EXERCISE}\n{solution}\n{hint}\n{note}")
    folds = [(line(fold), fold.p.get_text()) for fold in page.select("details")]
    assert folds == [("Solution to Exercise 1.1 (Easy)", "So."), ("Hint: x", "Look.")]
    assert not page.select("details[open], summary a")

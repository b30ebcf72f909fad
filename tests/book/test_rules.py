"""The rules themselves: a sound little page passes, and each fault is reported."""

from collections.abc import Callable
from typing import Any

import nbformat
import pytest
import rules
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from pages import Page, page_from_notebook, prose, read_page, split

ALT = "Two straight lines that cross at the origin, one solid and one dashed."
FIGURE = {
    "mystnb": {
        "figure": {"caption": "Two lines.", "name": "fig-lines"},
        "image": {"alt": ALT},
    }
}
SVG = new_output("display_data", data={"image/svg+xml": "<svg/>"})


def sound() -> Any:
    """Return a notebook that keeps to every rule of a chapter."""
    opening = (
        "# A page\n\n:::{admonition} In this chapter\n:class: chapter-card\n"
        "About 20 minutes.\n\n"
        "**You will be able to** add.\n\n**You need** numbers.\n:::"
    )
    equation = (
        "The sum of $a$ and $b$ is\n\n$$\n\\begin{aligned} a + b \\end{aligned}\n$$ "
        "(eq-sum)\n\nand the cost is \\$5.\n\n```{math}\n:label: eq-square\na^2\n```"
    )
    recap = "## Recap\n\n:::{admonition} Recap\n:class: recap\n$a + b$\n:::"
    exercise = "## Exercises\n\n"
    exercise += "````{exercise} Add\n:label: ex-add\nAdd.\n\n```python\nx\n```\n````"
    start = "```{solution-start} ex-add\n:class: dropdown\n```"
    notes = "## Notes on the sources\n\nThe index is wrong (`smidt-6`, `busa-7`)."
    code = [new_code_cell(f"x{i} = 1\n" * 6, id=f"c{i}") for i in range(15)]
    figures = [figure_cell(f"fig-{i}") for i in range(4)]
    cells = [
        new_markdown_cell(opening),
        new_markdown_cell(equation),
        new_code_cell("# Checks eq-sum, eq-square\nassert 1 + x == 2"),
        new_markdown_cell("word " * 1500),
        *code,
        *figures,
        new_markdown_cell(recap),
        new_markdown_cell(exercise),
        verdict_cell('add = ...\ncheck("add", add)', "add: not attempted yet."),
        new_markdown_cell(start),
        verdict_cell('check("add", my_add)', "add: correct."),
        new_markdown_cell("```{solution-end}\n```"),
        new_markdown_cell(notes),
    ]
    return new_notebook(cells=cells)


def figure_cell(name: str) -> Any:
    """Return a cell with a described figure."""
    cell = new_code_cell("draw()", outputs=[SVG])
    figure = {**FIGURE["mystnb"]["figure"], "name": name}
    cell.metadata["mystnb"] = {**FIGURE["mystnb"], "figure": figure}
    return cell


def verdict_cell(source: str, verdict: str) -> Any:
    """Return a cell that shows a verdict."""
    output = new_output("execute_result", data={"text/plain": verdict})
    return new_code_cell(source, outputs=[output])


def page(*cells: Any) -> Page:
    """Return a page of a few cells."""
    return page_from_notebook("hinge/page", new_notebook(cells=list(cells)))


ALL_RULES = rules.PAGE_RULES + rules.CHAPTER_RULES


@pytest.mark.parametrize("rule", ALL_RULES, ids=lambda rule: rule.__name__)
def test_a_sound_page_passes(rule: Callable[[Page], list[str]]) -> None:
    """The rules have nothing to say about a page that keeps to them."""
    assert rule(page_from_notebook("hinge/page", sound())) == []


REPLACEMENTS: list[tuple[Callable[[Page], list[str]], str, str]] = [
    (rules.equations_are_labelled, "(eq-sum)", ""),
    (rules.equations_are_labelled, "(eq-sum)", "(sum)"),
    (rules.equations_are_labelled, ":label: eq-square\n", ""),
    (rules.equations_are_labelled, "$a$", "\\[ a \\]"),
    (rules.equations_are_labelled, "$a$", "\n\\begin{align}a\\end{align}\n"),
    (rules.equations_are_labelled, "$a + b$\n:::", "$$a + b$$\n:::"),
    (rules.equations_are_checked, "# Checks eq-sum, eq-square", "# Checks eq-sum"),
    (rules.equations_are_checked, "# Checks eq-sum, eq-square", "# checks eq-sum"),
    (rules.equations_are_checked, "# Checks", "x = 1\n# Checks"),
    (rules.equations_are_checked, "eq-sum, eq-square", "eq-sum, eq-square, eq-no"),
    (rules.equations_are_checked, "assert 1 + x == 2", "print(1 + x == 2)"),
    (rules.equations_are_checked, "assert 1 + x == 2", "assert True"),
    (rules.figures_are_described, "Two lines.", ""),
    (rules.figures_are_described, "fig-1", "lines"),
    (rules.figures_are_described, ALT, "Two lines."),
    (rules.figures_are_described, ALT, ""),
    (rules.figures_are_described, "and the cost", "![](lines.svg)"),
    (rules.figures_are_described, "$a + b$\n", "```{image} lines.svg\n```\n"),
    (rules.exercises_are_solved, ":label: ex-add\n", ""),
    (rules.exercises_are_solved, "{solution-start} ex-add", "{solution-start} ex-sum"),
    (rules.exercises_are_solved, "{solution-start} ex-add", "{note} ex-add"),
    (rules.exercises_are_solved, "{solution-end}", "{note}"),
    (rules.exercises_are_solved, 'check("add", my_add)', "my_add(1, 2)"),
    (rules.exercises_are_solved, 'check("add", my_add)', 'check("sum", my_add)'),
    (rules.exercises_are_solved, 'check("add", add)', "pass"),
    (rules.chapter_has_an_exercise, 'check("add"', 'help("add"'),
    (rules.words_are_plain, "About 20", "Simply 20"),
    (rules.words_are_plain, "The sum", "Let's add: the sum"),
    (rules.fences_are_closed, "$a + b$\n:::", "$a + b$"),
    (rules.opens_with_a_card, "# A page", "A page"),
    (rules.opens_with_a_card, "## Recap", "# Recap"),
    (rules.opens_with_a_card, "chapter-card", "card"),
    (rules.opens_with_a_card, "20 minutes", "an hour"),
    (rules.opens_with_a_card, "20 minutes", "120 minutes"),
    (rules.opens_with_a_card, "**You will be able to** add.", ""),
    (rules.opens_with_a_card, "**You need** numbers.", ""),
    (rules.closes_with_recap_exercises_and_notes, ":class: recap\n", ""),
    (rules.closes_with_recap_exercises_and_notes, "## Exercises", "## Questions"),
    (rules.closes_with_recap_exercises_and_notes, "## Notes on", "## About"),
    (rules.is_of_readable_size, "word " * 1500, "word " * 900),
    (rules.is_of_readable_size, "word " * 1500, "word " * 2500),
    (rules.is_of_readable_size, "word " * 1500, "$word$ `word` " * 1500),
    (rules.is_of_readable_size, "x0 = 1\n", "x0 = 1\n" * 30),
]


@pytest.mark.parametrize(("rule", "old", "new"), REPLACEMENTS)
def test_a_fault_is_reported(
    rule: Callable[[Page], list[str]], old: str, new: str
) -> None:
    """Replacing one thing in the sound page makes its rule speak."""
    notebook = sound()
    found = 0
    for cell in notebook.cells:
        found += old in cell.source
        cell.source = cell.source.replace(old, new)
        for settings in cell.metadata.get("mystnb", {}).values():
            for key, value in settings.items():
                found += old in value
                settings[key] = value.replace(old, new)
    assert found
    assert rule(page_from_notebook("hinge/page", notebook)) != []


def test_an_equation_must_precede_its_check() -> None:
    """A cell cannot check what has not been stated."""
    check = new_code_cell("# Checks eq-a\nnp.testing.assert_allclose(a, b)")
    equation = new_markdown_cell("$$a$$ (eq-a)")
    assert rules.equations_are_checked(page(equation, check)) == []
    assert rules.equations_are_checked(page(check, equation)) != []


@pytest.mark.parametrize("source", ["...\ncheck('add', add)", "check('add', my_add)"])
def test_a_verdict_must_be_the_one_expected(source: str) -> None:
    """A solution that fails is reported, and a reader's cell that solves."""
    exercise = new_markdown_cell("```{exercise}\n:label: ex-add\n```")
    start = new_markdown_cell("```{solution-start} ex-add\n```")
    cell = verdict_cell(source, "add: something else")
    assert rules.verdicts_are_as_told(page(exercise, start, cell)) != []
    if source.startswith("..."):
        assert rules.verdicts_are_as_told(page(exercise, cell)) != []


def test_two_figures_of_one_cell_are_reported() -> None:
    """One caption cannot describe two images."""
    cell = new_code_cell("draw()", outputs=[SVG, SVG], metadata=FIGURE)
    assert rules.figures_are_described(page(cell)) != []


@pytest.mark.parametrize(
    "output",
    [
        new_output("stream", name="stderr", text="a warning"),
        new_output("error", ename="ValueError", evalue="no", traceback=[]),
        new_output("stream", name="stdout", text="<object at 0x7f0123456789>"),
        new_output("execute_result", data={"text/plain": "'/home/me/a.py'"}),
    ],
)
def test_an_output_of_one_machine_is_reported(output: Any) -> None:
    """Warnings, errors, addresses and paths do not belong into the book."""
    cell = new_code_cell("x", outputs=[output])
    assert rules.outputs_are_clean(page(cell)) != []


def test_an_uncompared_output_needs_a_reason() -> None:
    """The tag alone is not enough, nor is a third such cell."""
    tags = {"tags": ["nbval-ignore-output"]}
    silent = new_code_cell("t()", metadata=tags)
    reason = "x = 1\n# Not compared: a time.\nt()"
    said = [new_code_cell(reason, metadata=tags) for _ in range(3)]
    other = new_code_cell("x", metadata={"tags": ["raises-exception"]})
    assert rules.outputs_are_compared(page(*said[:2])) == []
    assert rules.outputs_are_compared(page(silent)) != []
    assert rules.outputs_are_compared(page(*said)) != []
    assert rules.outputs_are_compared(page(other)) != []


def test_a_file_out_of_normal_form_is_reported(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Metadata that an editor left behind is noticed."""
    monkeypatch.setattr("pages.ROOT", tmp_path)
    path = tmp_path / "book" / "page.ipynb"
    path.parent.mkdir()
    notebook = sound()
    path.write_text(rules.normal_form(notebook))
    assert rules.is_in_normal_form(read_page(path)) == []
    for cell in notebook.cells[:1]:
        cell.metadata["editable"] = True
    path.write_text(nbformat.writes(notebook))
    assert rules.is_in_normal_form(read_page(path)) != []


def test_normal_form_has_no_counts_and_folds_what_is_tagged() -> None:
    """A new cell changes its own lines only; one tag folds a cell everywhere."""
    tagged = verdict_cell("1 + 1", "2")
    tagged.execution_count = tagged.outputs[0].execution_count = 7
    tagged.metadata = {"tags": ["hide-input"]}
    plain = new_code_cell("x", metadata={"jupyter": {"source_hidden": True}})
    text = rules.normal_form(new_notebook(cells=[tagged, plain]))
    one, two = nbformat.reads(text, as_version=4).cells
    assert one.execution_count is one.outputs[0].execution_count is None
    assert one.metadata == {"tags": ["hide-input"], "jupyter": {"source_hidden": True}}
    assert two.metadata == {}


def test_a_label_given_twice_is_reported() -> None:
    """Equations, figures and exercises each count, over all pages."""
    one = page(new_markdown_cell("$$a$$ (eq-a)"), figure_cell("fig-a"))
    two = page(new_markdown_cell("$$b$$ (eq-b)"), figure_cell("fig-b"))
    assert rules.labels_are_unique([one, two]) == []
    assert len(rules.labels_are_unique([one, one])) == 2
    exercise = page(new_markdown_cell("```{exercise}\n:label: ex-a\n```"))
    assert len(rules.labels_are_unique([exercise, exercise])) == 1


def test_exercises_of_book_and_svmlib_are_compared() -> None:
    """Too many, too few and twice are reported."""
    pages = [page_from_notebook("hinge/page", sound())]
    assert rules.exercises_are_all_used(pages, ("add",)) == []
    assert rules.exercises_are_all_used(pages, ()) != []
    assert rules.exercises_are_all_used(pages, ("add", "sum")) != []
    assert rules.exercises_are_all_used(pages * 2, ("add",)) != []


def test_claims_are_counted_in_the_notes_only() -> None:
    """An unanswered claim and one that does not exist are reported."""
    every = ", ".join(f"`{claim}`" for claim in rules.CLAIMS)
    notes = page(new_markdown_cell(f"## {rules.NOTES}\n\n({every})"))
    assert rules.claims_are_answered([notes]) == []
    assert len(rules.claims_are_answered([])) == len(rules.CLAIMS) == 65
    elsewhere = page(new_markdown_cell(f"## Recap\n\n({every})"))
    assert len(rules.claims_are_answered([elsewhere])) == 65
    unknown = page(new_markdown_cell(f"## {rules.NOTES}\n\n({every}, `busa-11`)"))
    assert rules.claims_are_answered([unknown]) == ["there is no claim busa-11"]


def test_prose_is_what_is_read_as_sentences() -> None:
    """Mathematics, code, options and targets are no words; links and bodies are."""
    source = (
        "(target)=\nOne [two](https://a.b/c) `code` {eq}`eq-a` $x + y$ three.\n\n"
        "$$\nnot\n$$ (eq-a)\n\n```python\nnot = 1\n```\n\n"
        "::::{admonition} Four\n:class: not\nfive\n\n:::{note}\nsix\n:::\n::::\n"
        "<!-- not -->\n![not](a.png)\n"
    )
    assert rules.WORD.findall(prose(source)) == [
        "One",
        "two",
        "three",
        "Four",
        "five",
        "six",
    ]


def test_quotations_may_hold_any_word() -> None:
    """A word quoted from a source is not ours."""
    quoted = page(new_markdown_cell('It says "clearly"; we do not.\n\n> obviously'))
    assert rules.words_are_plain(quoted) == []
    assert rules.words_are_plain(page(new_markdown_cell("This is just so."))) != []


def test_options_between_dashes_are_read() -> None:
    """MyST's other form of options is understood."""
    block = split("```{figure} a.png\n---\nname: fig-a\n---\nText.\n```").directives[0]
    assert block.options == {"name": "fig-a"}
    assert block.body == "Text."

"""The rules pass a sound little page, and report one altered page each."""

import json

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.tools.book_lint.sound_page import ALT, LABELS, OTHER_OPTION, QUESTION, sound
from tools.book_lint import rules
from tools.shared.notebook_form import normal_form

# What is altered of the page, by the rule that reports it: (old, new, fault).
ALTERED = {
    rules.equations_are_labelled: [
        (" (eq-sum)", "", "cell 2, line 3: this display equation has no label"),
        (" (eq-sum)", " (sum)",
         "cell 2, line 3: the label sum should look like eq-name"),
        ("and the cost is", "\\begin{align}\na\n\\end{align}\n\nand the cost is",
         "cell 2, line 7: \\begin{align} outside $...$ and $$ ... $$ (eq-name)"),
        ("and the cost is", "and the cost $$c$$ of $a$ is",
         "cell 2, line 7: $ outside $...$ and $$ ... $$ (eq-name)"),
        ("and the cost is", "```{math}\n:label: eq-cost\na\n```\nand the cost is",
         "cell 2, line 7: {math}, which should be $$ ... $$ (eq-name)"),
    ],
    rules.equations_are_checked: [
        ("# Checks eq-sum, eq-square", "# Checks eq-sum",
         "cell 2, line 9: no cell checks eq-square"),
        ("# Checks eq-sum", "# Check: eq-sum",
         "cell 3: its first line should be `# Checks eq-name`"),
        ("assert 1 + x == 2", "1 + x == 2",
         "cell 3: checks eq-sum but has no assert statement"),
        ("assert 1 + x == 2", "assert 1 + x == 2\n# Checks eq-square",
         "cell 3: only its first line may say what it checks"),
        ("# Checks eq-sum", "# Checks eq-sun",
         "cell 3: checks eq-sun, which is not on this page"),
        ("## Recap", "$$\na + b\n$$ (eq-sum)\n\n## Recap",
         "cell 3: checks eq-sum before it is stated"),
    ],
    rules.figures_are_described: [
        ("Two lines.", " ", "cell 4: the figure has no caption"),
        ("fig-lines", "lines", "cell 4: the figure's name should look like fig-name"),
        (ALT, " ", "cell 4: the figure has no alternative text"),
        (ALT, "Two lines.", "cell 4: the alternative text only repeats the caption"),
        ("and the cost is", "![](cost.png) is",
         "cell 2, line 7: cost.png has no alternative text"),
        ("and the cost is", "```{image} cost.png\n```\nis",
         "cell 2, line 7: cost.png has no :alt:"),
    ],
    rules.exercises_are_solved: [
        ('check("add", my_add)', "my_add(1, 2)",
         "cell 11: the solution never calls check"),
        (":label: ex-add", ":label: add",
         "cell 9, line 3: an exercise needs a label such as ex-name"),
        ("{solution-start} ex-add", "{solution-start} ex-sum",
         "cell 9, line 3: ex-add has no solution"),
        ('check("add", add)', "add",
         "cell 9, line 3: ex-add has no cell for the reader"),
        ('check("add", my_add)', 'check("add", my_add)\ncheck("sum", my_sum)',
         "cell 12: checks sum in the solution of ex-add"),
    ],
    rules.verdicts_are_as_expected: [
        ("add: correct.", "add: wrong.",
         "cell 12: the verdict is 'add: wrong.', not 'add: correct.'"),
        ("add: not attempted yet.", "add: correct.",
         "cell 10: the verdict is 'add: correct.', not 'add: not attempted yet.'"),
    ],
    rules.chapter_has_an_exercise: [
        ('check("add"', 'help("add"', "no exercise that svmlib checks"),
    ],
    rules.questions_are_answered: [
        (":name: ask-sum", ":name: sum",
         "cell 6, line 1: a question needs a name such as ask-first-loss"),
        (":class: question\n:name: ask-sum", ":class: question tip",
         "cell 6, line 1: a question needs a name such as ask-first-loss"),
        ("**No.** That", "That",
         "cell 6, line 1: the reply to '12' begins with none of **Yes.**, **No.** and **Not quite.**"),
        ("**No.** That", "**Yes.** That",
         "cell 6, line 1: a question needs two or more options, exactly one of them right"),
        (OTHER_OPTION, "",
         "cell 6, line 1: a question needs two or more options, exactly one of them right"),
        (":class: dropdown\n**No.**", ":class: tip\n**No.**",
         "cell 6, line 1: '12' is not a folded admonition"),
        ("{admonition} 12", "{admonition} $12$",
         "cell 6, line 1: '$12$' is only a formula: add a word to it"),
    ],
    rules.chapter_has_questions: [
        (":class: question", ":class: tip", "0 questions, not three to five"),
    ],
    rules.questions_are_checked: [
        ('assert one + two == 3, "ask-sum"', "assert one + two == 3",
         "cell 6, line 1: no # Answers cell below has an assertion 'ask-sum'"),
        ('assert one + two == 3, "ask-sum"', 'assert True, "ask-sum"',
         "cell 6, line 1: no # Answers cell below has an assertion 'ask-sum'"),
    ],
    rules.claims_are_tested: [
        ("# Claim smidt-1: holds", "# Claims smidt-1: holds",
         "cell 14, line 1: no cell tests smidt-1"),
        ("# Claim smidt-1", "# Claim smidt-2",
         "cell 15: the note on smidt-2 isn't directly above"),
        ("# Claim smidt-1: holds", "# Claim smidt-1: wrong",
         "cell 15: wrong isn't the verdict of the note above"),
        ("assert claimed", "claimed",
         "cell 15: tests smidt-1 but has no assert statement"),
    ],
    rules.opens_with_a_card: [
        ("chapter-card", "card",
         "no opening card (an admonition of class chapter-card)"),
        ("# A page", "A page",
         "the page does not begin with its title, or has a second one"),
        ("20 minutes", "a while",
         "cell 1: the opening card does not say how many minutes"),
    ],
    rules.has_recap_and_exercises: [
        ("## Exercises", "## Questions", "no section `## Exercises`"),
        ("## Exercises", "### Exercises", "no section `## Exercises`"),
        (":class: recap", ":class: tip", "no recap (an admonition of class recap)"),
    ],
    rules.options_begin_with_a_colon: [
        (":label: ex-add", "---\nlabel: ex-add\n---",
         "cell 9, line 3: write the options of exercise as `:key: value`"),
    ],
    rules.blocks_have_a_plain_form: [
        *(
            ("and the cost is", f"```{{{name}}} python\na\n```\nand the cost is",
             f"cell 2, line 7: {{{name}}} has no plain form for the browser")
            for name in ("code-block", "image", "note", "math")
        ),
    ],
    rules.fences_are_closed: [
        ("20 minutes.\n:::", "20 minutes.",
         "cell 1, line 3: the block that ::: opens is not closed"),
    ],
    rules.code_is_python: [
        ("draw()", "draw()\n%timeit 1", "cell 4, line 2: this isn't Python"),
    ],
    rules.open_code_is_narrow: [
        ("```python\nx", f"```python\n{'x + ' * 15}x",
         "cell 9, line 8: 61 columns, but open code has at most 60"),
        ("draw()", f"draw({'1 + ' * 14}1)",
         "cell 4, line 1: 63 columns, but open code has at most 60"),
    ],
    rules.outputs_are_compared: [
        ("# Not compared: a time.\n", "",
         "cell 5: say why in one of its first two lines: # Not compared: why"),
        ("# Not compared", "# One\n# Two\n# Not compared",
         "cell 5: say why in one of its first two lines: # Not compared: why"),
        ("nbval-ignore-output", "nbval-skip",
         "cell 5: this book has no tag nbval-skip, only " + str(sorted(rules.TAGS))),
    ],
    rules.outputs_are_clean: [
        ("add: correct.", "<add at 0x7f0123456789>",
         "cell 12: 0x7f0123456789 differs from machine to machine"),
        *(
            ("add: correct.", f"{place}someone/svm.py",
             f"cell 12: {place} differs from machine to machine")
            for place in ("/home/", "/root/", "/tmp/", "/Users/")
        ),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "rule",
    rules.TEXT_RULES + rules.CHAPTER_RULES + rules.OUTPUT_RULES,
    ids=lambda rule: rule.__name__,
)
def test_rules_pass_a_sound_page(rule, chapter):
    assert rule(chapter(normal_form(sound()))) == []


@pytest.mark.parametrize(
    ("rule", "old", "new", "fault"),
    [(rule, *case) for rule, cases in ALTERED.items() for case in cases],
)
def test_rules_report_an_altered_page(rule, old, new, fault, chapter):
    """The first fault names what was altered, and where."""
    text = json.dumps(sound())
    old, new = (json.dumps(words)[1:-1] for words in (old, new))
    assert old in text
    altered = nbformat.from_dict(json.loads(text.replace(old, new)))
    assert rule(chapter(nbformat.writes(altered)))[:1] == [fault]


@pytest.mark.parametrize(
    ("rule", "index", "output", "fault"),
    [
        (
            rules.figures_are_described,
            3,
            new_output("display_data", data={"image/svg+xml": "<svg/>"}),
            "cell 4: one caption cannot describe 2 figures",
        ),
        (
            rules.outputs_are_clean,
            4,
            new_output("stream", name="stderr", text="a warning"),
            "cell 5: an error, or output to stderr",
        ),
        (
            rules.outputs_are_clean,
            4,
            new_output("error", ename="ValueError", evalue="", traceback=[]),
            "cell 5: an error, or output to stderr",
        ),
    ],
)
def test_rules_report_another_output(rule, index, output, fault, chapter):
    """A second figure in one cell, a warning or an error."""
    notebook = sound()
    notebook.cells[index].outputs.append(output)
    assert rule(chapter(nbformat.writes(notebook))) == [fault]


@pytest.mark.parametrize("count", [2, 3, 5, 6])
def test_chapter_has_three_to_five_questions(count, chapter):
    notebook = new_notebook(cells=[new_markdown_cell("\n\n".join([QUESTION] * count))])
    faults = rules.chapter_has_questions(chapter(nbformat.writes(notebook)))
    allowed = 3 <= count <= 5
    assert faults == ([] if allowed else [f"{count} questions, not three to five"])


def test_open_code_may_have_sixty_columns(chapter):
    notebook = new_notebook(cells=[new_code_cell("x" * 60)])
    assert not rules.open_code_is_narrow(chapter(nbformat.writes(notebook)))


def test_questions_are_checked_below_them(chapter):
    notebook = sound()
    notebook.cells[5:7] = reversed(notebook.cells[5:7])
    faults = rules.questions_are_checked(chapter(nbformat.writes(notebook)))
    assert len(faults) == len(LABELS)
    assert faults[0].endswith("no # Answers cell below has an assertion 'ask-sum'")


def test_block_may_have_several_classes(chapter):
    """An open exercise, and the reply to a question."""
    text = normal_form(sound())
    for name in ("open", "dropdown"):
        assert f":class: {name}\\n" in text
        text = text.replace(f":class: {name}\\n", f":class: {name} hard\\n")
    page = chapter(text)
    assert rules.exercises_are_solved(page) == rules.questions_are_answered(page) == []


def test_claims_note_is_not_at_the_other_end_of_the_page(chapter):
    notebook = sound()
    *others, note, cell = notebook.cells
    notebook.cells = [cell, *others, note]
    faults = rules.claims_are_tested(chapter(nbformat.writes(notebook)))
    assert faults == ["cell 1: the note on smidt-1 isn't directly above"]


def test_readers_cell_stands_below_its_exercise(chapter):
    notebook = sound()
    notebook.cells[8:10] = reversed(notebook.cells[8:10])
    faults = rules.exercises_are_solved(chapter(nbformat.writes(notebook)))
    assert faults == ["cell 10, line 3: ex-add has no cell for the reader"]


def test_exercise_for_pencil_and_paper_needs_no_check(chapter):
    notebook = sound()
    notebook.cells[8].source = notebook.cells[8].source.replace(":class: open\n", "")
    notebook.cells.append(new_markdown_cell("```{solution} ex-prove\nSo.\n```"))
    assert rules.exercises_are_solved(chapter(nbformat.writes(notebook))) == []


def test_is_in_normal_form_reports_another_form(chapter):
    notebook = sound()
    notebook.cells[0].metadata["editable"] = True
    (fault,) = rules.is_in_normal_form(chapter(nbformat.writes(notebook)))
    assert "tools.run_notebooks" in fault


def test_exercises_are_all_used_compares_book_and_svmlib(chapter):
    pages = [chapter(nbformat.writes(sound()))]
    assert rules.exercises_are_all_used(pages, {"add"}) == []
    assert rules.exercises_are_all_used(pages, set()) == ["svmlib has no exercise add"]
    assert rules.exercises_are_all_used(pages, {"add", "sum"}) == [
        "no chapter asks the exercise sum"
    ]

"""The rules that every page of the book has to follow.

A rule takes one page (`TEXT_RULES`, `CHAPTER_RULES`, `OUTPUT_RULES`) or all pages and
returns what is wrong, one line per fault, with the cell and the line where that can be
said.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator

import nbformat

from book._parsing.claims import CELL_START, NOTE_START, VERDICTS
from book._parsing.markdown import (
    ANSWERS,
    Directive,
    checked_labels,
    prose,
    tokens,
    top_directives,
    unclosed_fences,
)
from book._parsing.page import TAGS, UNCOMPARED, Cell, Page
from tools.shared.notebook_form import normal_form

IMAGE_TYPES = ("image/svg+xml", "image/png", "image/jpeg")
MAX_COLUMNS = 60  # of code that isn't folded
# Names of blocks that `tools.pyodide` turns into plain Markdown. A block of code has an
# empty name.
PLAIN_BLOCKS = re.compile(
    r"|admonition|exercise|solution(-start|-end)?|prf:\w+|claims-.+|.+-lab"
)
REPLY = re.compile(r"\*\*(?:Yes|No|Not quite)\.\*\* \S")

# --- equations ---------------------------------------------------------------------


def equations_are_labelled(page: Page) -> list[str]:
    """Every display equation is written `$$ ... $$ (eq-name)`, and no `$` is left over."""
    faults = []
    for cell, line, label in page.equations:
        if not label:
            faults.append(f"{cell.at(line)}: this display equation has no label")
        elif not re.fullmatch(r"eq-[a-z0-9-]+", label):
            faults.append(
                f"{cell.at(line)}: the label {label} should look like eq-name"
            )
    for cell in page.markdown:
        for line, token in tokens(cell.source):
            text = prose(token)
            if found := re.search(r"\\begin\{\w+\*?\}|\\\[|(?<!\\)\$", text):
                location = cell.at(line + text.count("\n", 0, found.start()))
                faults.append(
                    f"{location}: {found[0]} outside $...$ and $$ ... $$ (eq-name)"
                )
    return faults + [
        f"{cell.at(block.line)}: {{math}}, which should be $$ ... $$ (eq-name)"
        for cell, block in page.directives
        if block.name == "math"
    ]


def equations_are_checked(page: Page) -> list[str]:
    """Every label has a later cell that checks it, and every check asserts."""
    faults = []
    defined = {label: (cell, line) for cell, line, label in page.equations if label}
    checked = set()
    for cell in page.code:
        labels = checked_labels(cell.source)
        marks = re.findall(r"^\s*#\s*[Cc]hecks?\b.*\beq-", cell.source, re.MULTILINE)
        if marks and not labels:
            faults.append(f"{cell}: its first line should be `# Checks eq-name`")
        if len(marks) > 1:
            faults.append(f"{cell}: only its first line may say what it checks")
        if labels and not cell.asserts:
            faults.append(f"{cell}: checks {labels[0]} but has no assert statement")
        for label in labels:
            if label not in defined:
                faults.append(f"{cell}: checks {label}, which is not on this page")
            elif cell.index < defined[label][0].index:
                faults.append(f"{cell}: checks {label} before it is stated")
        checked |= set(labels)
    return faults + [
        f"{cell.at(line)}: no cell checks {label}"
        for label, (cell, line) in defined.items()
        if label not in checked
    ]


# --- figures -----------------------------------------------------------------------


def figures(page: Page) -> Iterator[tuple[Cell, dict[str, str], str]]:
    """Yield (cell, myst-nb's figure settings, alternative text) of each image."""
    for cell in page.code:
        for out in cell.outputs:
            if any(kind in out.get("data", {}) for kind in IMAGE_TYPES):
                settings = cell.metadata.get("mystnb", {})
                alt = settings.get("image", {}).get("alt", "")
                yield cell, settings.get("figure", {}), alt


def figures_are_described(page: Page) -> list[str]:
    """A figure has a caption, a name and a text that says what it shows."""
    faults = []
    cells = [cell for cell, _, _ in figures(page)]
    for name, times in Counter(map(str, cells)).items():
        if times > 1:
            faults.append(f"{name}: one caption cannot describe {times} figures")
    for cell, figure, alt in figures(page):
        caption = figure.get("caption", "").strip()
        if not caption:
            faults.append(f"{cell}: the figure has no caption")
        if not re.fullmatch(r"fig-[a-z0-9-]+", figure.get("name", "")):
            faults.append(f"{cell}: the figure's name should look like fig-name")
        if not alt.strip():
            faults.append(f"{cell}: the figure has no alternative text")
        elif alt.strip() == caption:
            faults.append(f"{cell}: the alternative text only repeats the caption")
    for cell in page.markdown:
        for line, token in tokens(cell.source):
            if token.type == "image" and not token.content:
                source = token.attrs["src"]
                faults.append(f"{cell.at(line)}: {source} has no alternative text")
    for cell, directive in page.directives:
        if directive.name in {"image", "figure"} and not directive.options.get("alt"):
            location = cell.at(directive.line)
            faults.append(f"{location}: {directive.argument} has no :alt:")
    return faults


# --- exercises ---------------------------------------------------------------------


def exercises(page: Page) -> list[tuple[Cell, Directive]]:
    """Return the exercises of a page, each with its cell."""
    return [
        (cell, block) for cell, block in page.directives if block.name == "exercise"
    ]


def exercise_labels(page: Page) -> set[str]:
    """Return the labels of a page's exercises."""
    return {exercise.options.get("label", "") for _, exercise in exercises(page)}


def check_calls(page: Page) -> list[tuple[Cell, str]]:
    """Return (cell, name) of each call `check("name", ...)`."""
    calls = []
    for cell in page.code:
        for call in cell.calls("check"):
            if call.args and isinstance(call.args[0], ast.Constant):
                calls.append((cell, str(call.args[0].value)))
    return calls


def exercises_are_solved(page: Page) -> list[str]:
    """An exercise has the reader's cell, then a solution that runs the check.

    One of the class ``open`` has no solution: teachers can set it as homework. A
    solution without an end, or of no exercise, stops the strict build.
    """
    faults = []
    solutions = {
        d.argument: c for c, d in page.directives if d.name.startswith("solution")
    }
    for cell, exercise in exercises(page):
        label, location = exercise.options.get("label", ""), cell.at(exercise.line)
        if not re.fullmatch(r"ex-[a-z0-9-]+", label):
            faults.append(f"{location}: an exercise needs a label such as ex-name")
        elif "open" in exercise.classes:
            continue
        elif label not in solutions:
            faults.append(f"{location}: {label} has no solution")
        else:
            calls = [c for c, name in check_calls(page) if f"ex-{name}" == label]
            own = [c for c in calls if cell.index < c.index < solutions[label].index]
            solved = [c for c in calls if page.solution_cells.get(c.index) == label]
            if calls and not own:
                faults.append(f"{location}: {label} has no cell for the reader")
            if calls and not solved:
                faults.append(f"{solutions[label]}: the solution never calls check")
    for cell, name in check_calls(page):
        within = page.solution_cells.get(cell.index)
        if within and within != f"ex-{name}":
            faults.append(f"{cell}: checks {name} in the solution of {within}")
    return faults


def verdicts_are_as_expected(page: Page) -> list[str]:
    """The reader's cell has not been attempted yet, and the solution is correct."""
    faults = []
    labels = exercise_labels(page)
    for cell, name in check_calls(page):
        texts = [out.get("data", {}).get("text/plain", "") for out in cell.outputs]
        verdict = "".join(texts)
        if page.solution_cells.get(cell.index):
            expected = f"{name}: correct."
        elif f"ex-{name}" in labels and "..." in cell.source:
            expected = f"{name}: not attempted yet."
        else:
            continue
        if not verdict.startswith(expected):
            faults.append(f"{cell}: the verdict is {verdict!r}, not {expected!r}")
    return faults


def chapter_has_an_exercise(page: Page) -> list[str]:
    """Every chapter has an exercise that svmlib checks."""
    names = {f"ex-{name}" for _, name in check_calls(page)}
    return [] if names & exercise_labels(page) else ["no exercise that svmlib checks"]


def exercises_are_all_used(pages: list[Page], names: set[str]) -> list[str]:
    """The exercises of svmlib are those of the book."""
    called = {name for page in pages for _, name in check_calls(page)}
    labels = {label for page in pages for label in exercise_labels(page)}
    asked = {name for name in called if f"ex-{name}" in labels}
    return [
        *(f"svmlib has no exercise {name}" for name in sorted(called - names)),
        *(f"no chapter asks the exercise {name}" for name in sorted(names - asked)),
    ]


# --- questions ---------------------------------------------------------------------


def questions(page: Page) -> list[tuple[Cell, Directive]]:
    """Return the questions of a page, each with its cell."""
    return [
        (cell, directive)
        for cell, directive in page.directives
        if "question" in directive.classes
    ]


def questions_are_answered(page: Page) -> list[str]:
    """Each option has a reply of its own, folded, and one reply begins with Yes."""
    faults = []
    for cell, question in questions(page):
        location = cell.at(question.line)
        options = top_directives(question.body)
        if not re.fullmatch(r"ask-[a-z0-9-]+", question.options.get("name", "")):
            faults.append(f"{location}: a question needs a name such as ask-first-loss")
        for option in options:
            if option.name != "admonition" or "dropdown" not in option.classes:
                faults.append(
                    f"{location}: {option.argument!r} is not a folded admonition"
                )
            elif not has_words(option.argument):
                faults.append(
                    f"{location}: {option.argument!r} is only a formula: add a word to it"
                )
            elif not REPLY.match(option.body.strip()):
                faults.append(
                    f"{location}: the reply to {option.argument!r} begins with none of "
                    "**Yes.**, **No.** and **Not quite.**"
                )
        if sum(map(is_right, options)) != 1 or len(options) < 2:
            faults.append(
                f"{location}: a question needs two or more options, exactly one of them right"
            )
    return faults


def has_words(line: str) -> bool:
    """Tell whether a line is more than a formula."""
    return any(
        token.type in {"text", "code_inline"} and token.content.strip()
        for _, token in tokens(line)
    )


def chapter_has_questions(page: Page) -> list[str]:
    """A chapter asks three to five questions."""
    asked = len(questions(page))
    return [] if 3 <= asked <= 5 else [f"{asked} questions, not three to five"]


def is_right(option: Directive) -> bool:
    """Tell the right option by its reply."""
    return option.body.strip().startswith("**Yes.**")


def questions_are_checked(page: Page) -> list[str]:
    """A later cell that begins `# Answers` asserts the right answer to each question.

    The message of the assertion is the question's name.
    """
    asserted = {
        node.msg.value: cell.index
        for cell in page.code
        if cell.source.startswith(ANSWERS)
        for node in ast.walk(cell.tree)
        if isinstance(node, ast.Assert)
        and isinstance(node.msg, ast.Constant)
        and not isinstance(node.test, ast.Constant)  # assert True shows nothing
    }
    faults = []
    for cell, question in questions(page):
        name = question.options.get("name")
        if asserted.get(name, 0) <= cell.index:
            location = cell.at(question.line)
            faults.append(
                f"{location}: no # Answers cell below has an assertion {name!r}"
            )
    return faults


# --- claims of the sources ---------------------------------------------------------


def claims_are_tested(page: Page) -> list[str]:
    """Below each note on a claim stands a cell, with the note's verdict, that asserts.

    The build compares the notes with claims.csv.
    """
    faults, tested = [], set[str]()
    for cell in page.code:
        if match := CELL_START.match(cell.source):
            name, verdict = match.groups()
            tested.add(name)
            note = page.cells[cell.index - 1].source if cell.index else ""
            if f"(errata-{name})=" not in note:
                faults.append(f"{cell}: the note on {name} isn't directly above")
            elif f"**{VERDICTS.get(verdict)}.**" not in note:
                faults.append(f"{cell}: {verdict} isn't the verdict of the note above")
            if not cell.asserts:
                faults.append(f"{cell}: tests {name} but has no assert statement")
    for cell in page.markdown:
        for found in NOTE_START.finditer(cell.source):
            if found[1] not in tested:
                line = cell.source.count("\n", 0, found.start()) + 1
                faults.append(f"{cell.at(line)}: no cell tests {found[1]}")
    return faults


# --- anatomy -----------------------------------------------------------------------


def admonition(page: Page, class_name: str) -> tuple[Cell, Directive] | None:
    """Return the first block of a class, with its cell."""
    for cell, directive in page.directives:
        if class_name in directive.classes:
            return cell, directive
    return None


def opens_with_a_card(page: Page) -> list[str]:
    """One title first, then the card with the time that the chapter takes."""
    faults = []
    titles = [index for index, level, _ in page.headings if level == 1]
    if titles != [0]:
        faults.append("the page does not begin with its title, or has a second one")
    found = admonition(page, "chapter-card")
    if not found:
        return [*faults, "no opening card (an admonition of class chapter-card)"]
    cell, card = found
    if "minutes" not in f"{card.argument} {card.body}":
        faults.append(f"{cell}: the opening card does not say how many minutes")
    return faults


def has_recap_and_exercises(page: Page) -> list[str]:
    """There is a recap, and a section `## Exercises`."""
    sections = [title for _, level, title in page.headings if level == 2]
    faults = [] if "Exercises" in sections else ["no section `## Exercises`"]
    if not admonition(page, "recap"):
        faults.append("no recap (an admonition of class recap)")
    return faults


def options_begin_with_a_colon(page: Page) -> list[str]:
    """The options of a block are lines such as `:label: ex-name`: others aren't read."""
    return [
        f"{cell.at(block.line)}: write the options of {block.name} as `:key: value`"
        for cell, block in page.directives
        if block.name and block.body.startswith("---\n")
    ]


def blocks_have_a_plain_form(page: Page) -> list[str]:
    """A notebook has only blocks that can be plain Markdown when it runs in the browser."""
    return [
        f"{cell.at(block.line)}: {{{block.name}}} has no plain form for the browser"
        for cell, block in page.directives
        if page.path.suffix == ".ipynb" and not PLAIN_BLOCKS.fullmatch(block.name)
    ]


def fences_are_closed(page: Page) -> list[str]:
    """Every block that is opened is closed, so that nothing hides from these rules."""
    return [
        f"{cell.at(line)}: the block that {fence} opens is not closed"
        for cell in page.markdown
        for line, fence in unclosed_fences(cell.source)
    ]


# --- code --------------------------------------------------------------------------


def code_is_python(page: Page) -> list[str]:
    """A code cell is Python without magics, so that other rules can read it."""
    faults = []
    for cell in page.code:
        try:
            ast.parse(cell.source)
        except SyntaxError as error:
            faults.append(f"{cell.at(error.lineno or 1)}: this isn't Python")
    return faults


def open_code_is_narrow(page: Page) -> list[str]:
    """Code that is not folded has short lines: a phone breaks longer ones anywhere."""
    sources = [(c, 1, c.source) for c in page.code if "hide-input" not in c.tags]
    sources += [
        (c, d.body_line, d.body) for c, d in page.directives if d.argument == "python"
    ]
    return [
        f"{cell.at(line)}: {len(text)} columns, but open code has at most {MAX_COLUMNS}"
        for cell, first, source in sources
        for line, text in enumerate(source.splitlines(), first)
        if len(text) > MAX_COLUMNS
    ]


# --- outputs -----------------------------------------------------------------------


def outputs_are_compared(page: Page) -> list[str]:
    """An output that is not compared says why, and every tag is one that we know."""
    faults = []
    for cell in page.cells:
        reason = re.match(r"(?:.*\n)?# Not compared: \w+", cell.source)
        if UNCOMPARED in cell.tags and not reason:
            faults.append(
                f"{cell}: say why in one of its first two lines: # Not compared: why"
            )
        for tag in sorted(set(cell.tags) - TAGS):
            faults.append(f"{cell}: this book has no tag {tag}, only {sorted(TAGS)}")
    return faults


def outputs_are_clean(page: Page) -> list[str]:
    """No cell failed or wrote to stderr, and no output names a machine."""
    faults = []
    for cell in page.code:
        for out in cell.outputs:
            if out["output_type"] == "error" or out.get("name") == "stderr":
                faults.append(f"{cell}: an error, or output to stderr")
            plain = f"{out.get('text', '')}{out.get('data', {}).get('text/plain', '')}"
            if found := re.search(r"0x[0-9a-f]{6,}|/(?:home|root|tmp|Users)/", plain):
                faults.append(f"{cell}: {found[0]} differs from machine to machine")
    return faults


def is_in_normal_form(page: Page) -> list[str]:
    """The file is byte for byte what tools/run_notebooks.py would write."""
    if page.path.suffix != ".ipynb":
        return []
    text = page.path.read_text(encoding="utf-8")
    expected = normal_form(nbformat.reads(text, as_version=4))
    return (
        []
        if text == expected
        else ["not in normal form: run python -m tools.run_notebooks on it"]
    )


TEXT_RULES = (
    code_is_python,
    equations_are_labelled,
    equations_are_checked,
    figures_are_described,
    exercises_are_solved,
    questions_are_answered,
    questions_are_checked,
    claims_are_tested,
    options_begin_with_a_colon,
    blocks_have_a_plain_form,
    fences_are_closed,
    open_code_is_narrow,
    outputs_are_compared,
)
CHAPTER_RULES = (
    chapter_has_an_exercise,
    chapter_has_questions,
    opens_with_a_card,
    has_recap_and_exercises,
)
OUTPUT_RULES = (verdicts_are_as_expected, outputs_are_clean, is_in_normal_form)


def text_faults(page: Page) -> list[str]:
    """Return what is wrong with a page as it is written, one line per fault."""
    rules = TEXT_RULES + (CHAPTER_RULES if page.is_chapter else ())
    return [f"{page.path.name}, {fault}" for rule in rules for fault in rule(page)]


def output_faults(page: Page) -> list[str]:
    """Return what is wrong with a notebook's stored outputs, one line per fault."""
    return [
        f"{page.path.name}, {fault}" for rule in OUTPUT_RULES for fault in rule(page)
    ]

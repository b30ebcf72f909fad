"""What every page of the book must keep to.

A rule takes a page (`PAGE_RULES`, `CHAPTER_RULES`) or all pages (`BOOK_RULES`) and
returns what is wrong, one line a fault; an empty list is a pass.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator

import nbformat
from pages import (
    COMMENT,
    DISPLAY,
    FENCE,
    IMAGE,
    Cell,
    Directive,
    Page,
    called_name,
    prose,
    split,
    without_mathematics,
)
from run_notebooks import normal_form

MINUTES = (10, 60)
WORDS = (1300, 2400)
CODE_CELLS = (14, 26)
CODE_LINES = (80, 200)
FIGURES = (4, 9)
ALT_LENGTH = 40
UNCOMPARED_CELLS = 2

IMAGE_TYPES = ("image/svg+xml", "image/png", "image/jpeg")
UNCOMPARED_TAGS = {"nbval-ignore-output", "nbval-skip"}
OTHER_TAGS = {"remove-cell", "hide-cell", "hide-input", "hide-output", "remove-input"}
OTHER_TAGS |= {"needs-scikit-learn", "needs-dask"}  # not in the browser
NOTES, EXERCISES = "Notes on the sources", "Exercises"
FORBIDDEN = re.compile(
    r"\b(simply|obviously|clearly|just|trivial|let['’]s)\b", re.IGNORECASE
)
QUOTATION = re.compile(r'"[^"]*"|“[^”]*”|(?<!\w)‘[^’]*’|^ *>.*$', re.MULTILINE)
CHECKS = re.compile(r"# Checks (eq-[a-z0-9-]+(?:, eq-[a-z0-9-]+)*)$")
CLAIM = re.compile(r"`((?:smidt|busa|uiuc|kamal|ningyu)-\d+)`")
SOURCES = {"smidt": 19, "busa": 10, "uiuc": 17, "kamal": 11, "ningyu": 8}
CLAIMS = {
    f"{source}-{number}"
    for source, count in SOURCES.items()
    for number in range(1, count + 1)
}
WORD = re.compile(r"[^\W\d_][\w'’-]*")


def outside(name: str, value: int, bounds: tuple[int, int]) -> list[str]:
    """Return a fault if the value is not between the bounds."""
    low, high = bounds
    return [] if low <= value <= high else [f"{name}: {value}, not {low} to {high}"]


def duplicates(what: str, names: list[str]) -> list[str]:
    """Return a fault for each name that occurs more than once."""
    return [
        f"{what} {n} is given {k} times" for n, k in Counter(names).items() if k > 1
    ]


# --- equations ---------------------------------------------------------------------


def equations(page: Page) -> list[tuple[Cell, str]]:
    """Return (cell, label) of each display equation; the label is '' if it has none."""
    found = []
    for cell in page.markdown:
        text = split(cell.source)
        for running in text.running():
            found += [(cell, m["label"] or "") for m in DISPLAY.finditer(running)]
        maths = [d for d in text.walk() if d.name == "math"]
        found += [(cell, d.options.get("label", "")) for d in maths]
    return found


def equations_are_labelled(page: Page) -> list[str]:
    """No display equation without a label, and none in a notation that takes none."""
    faults = []
    for cell, label in equations(page):
        if not label:
            faults.append(f"cell {cell.index}: a display equation without a label")
        elif not re.fullmatch(r"eq-[a-z0-9-]+", label):
            faults.append(f"cell {cell.index}: {label!r} is not of the form eq-name")
    for cell in page.markdown:
        for text in split(cell.source).running():
            rest = without_mathematics(re.sub(r"`[^`]*`", "", text))
            if found := re.search(r"\\begin\{\w+\*?\}|\\\[|\$\$", rest):
                faults.append(f"cell {cell.index}: {found[0]} outside a labelled block")
    return faults


def asserts(cell: Cell) -> bool:
    """Tell whether a cell holds an assertion that is not about a constant."""
    for node in ast.walk(cell.tree):
        if isinstance(node, ast.Assert) and not isinstance(node.test, ast.Constant):
            return True
        if isinstance(node, ast.Call) and called_name(node).startswith("assert_"):
            return True
    return False


def checked_labels(cell: Cell) -> list[str]:
    """Return the labels which a code cell's first line says it checks."""
    found = CHECKS.match(cell.source.partition("\n")[0].rstrip())
    return found[1].split(", ") if found else []


def equations_are_checked(page: Page) -> list[str]:
    """Every label has a later cell that checks it, and every check asserts."""
    faults = []
    defined = {label: cell.index for cell, label in equations(page) if label}
    checked = set()
    for cell in page.code:
        labels = checked_labels(cell)
        marks = re.findall(r"^\s*#\s*[Cc]hecks?\b.*\beq-", cell.source, re.MULTILINE)
        if len(marks) != bool(labels):
            faults.append(
                f"cell {cell.index}: `# Checks eq-x` is the first line or none"
            )
        if labels and not asserts(cell):
            faults.append(f"cell {cell.index}: checks {labels[0]} without an assertion")
        for label in labels:
            if label not in defined:
                faults.append(f"cell {cell.index}: checks {label}, which is not here")
            elif cell.index < defined[label]:
                faults.append(f"cell {cell.index}: checks {label} before it is stated")
        checked |= set(labels)
    return faults + [
        f"{label} is checked by no cell" for label in defined.keys() - checked
    ]


def labels_are_unique(pages: list[Page]) -> list[str]:
    """No two equations, figures or numbered blocks of the book share a label."""
    labels = [label for page in pages for _, label in equations(page) if label]
    labels += [
        f["name"] for page in pages for _, f, _ in figures(page) if f.get("name")
    ]
    labels += [
        directive.options["label"]
        for page in pages
        for _, directive in page.directives
        if "label" in directive.options and directive.name != "math"
    ]
    return duplicates("the label", labels)


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
    cells = [cell.index for cell, _, _ in figures(page)]
    faults += duplicates("a figure of cell", [str(index) for index in cells])
    for cell, figure, alt in figures(page):
        where = f"cell {cell.index}: the figure"
        caption = figure.get("caption", "").strip()
        if not caption:
            faults.append(f"{where} has no caption")
        if not re.fullmatch(r"fig-[a-z0-9-]+", figure.get("name", "")):
            faults.append(f"{where}'s name is not of the form fig-name")
        if len(alt.strip()) < ALT_LENGTH:
            faults.append(
                f"{where}'s alternative text is under {ALT_LENGTH} characters"
            )
        if caption and alt.strip() == caption:
            faults.append(f"{where}'s alternative text repeats the caption")
    for cell in page.markdown:
        empty = [m for m in IMAGE.finditer(cell.source) if not m["alt"].strip()]
        faults += [f"cell {cell.index}: {m[0]} has no alternative text" for m in empty]
    for cell, directive in page.directives:
        if directive.name in {"image", "figure"} and not directive.options.get("alt"):
            faults.append(f"cell {cell.index}: {directive.argument} has no :alt:")
    return faults


# --- exercises ---------------------------------------------------------------------


def exercise_labels(page: Page) -> list[tuple[Cell, str]]:
    """Return (cell, label) of each exercise."""
    kinds = {"exercise", "exercise-start"}
    found = [(cell, d) for cell, d in page.directives if d.name in kinds]
    return [(cell, directive.options.get("label", "")) for cell, directive in found]


def check_calls(page: Page) -> list[tuple[Cell, str]]:
    """Return (cell, name) of each call `check("name", ...)`."""
    calls = []
    for cell in page.code:
        for call in cell.calls("check"):
            if call.args and isinstance(call.args[0], ast.Constant):
                calls.append((cell, str(call.args[0].value)))
    return calls


def exercises_are_solved(page: Page) -> list[str]:
    """An exercise has the reader's cell, then a solution that runs the check."""
    faults = []
    solutions = {
        d.argument: c for c, d in page.directives if d.name.startswith("solution")
    }
    starts = [d.argument for _, d in page.directives if d.name == "solution-start"]
    ends = sum(d.name == "solution-end" for _, d in page.directives)
    if len(starts) != ends:
        faults.append(f"{len(starts)} solutions start and {ends} end")
    labels = [label for _, label in exercise_labels(page)]
    for stray in sorted(set(solutions) - set(labels) - {""}):
        faults.append(f"a solution of {stray}, which is no exercise of this page")
    for cell, label in exercise_labels(page):
        if not re.fullmatch(r"ex-[a-z0-9-]+", label):
            faults.append(f"cell {cell.index}: an exercise without a label ex-name")
        elif label not in solutions:
            faults.append(f"{label} has no solution")
        else:
            calls = [c for c, name in check_calls(page) if f"ex-{name}" == label]
            own = [c for c in calls if cell.index < c.index < solutions[label].index]
            solved = [c for c in calls if page.solution_cells.get(c.index) == label]
            if calls and not own:
                faults.append(f"{label}: no cell for the reader before the solution")
            if calls and not solved:
                faults.append(f"{label}: its solution does not call check")
    for cell, name in check_calls(page):
        within = page.solution_cells.get(cell.index)
        if within and within != f"ex-{name}":
            faults.append(
                f"cell {cell.index}: checks {name} in the solution of {within}"
            )
    return faults


def verdicts_are_as_told(page: Page) -> list[str]:
    """The reader's cell has not been attempted yet, and the solution is correct."""
    faults = []
    labels = {label for _, label in exercise_labels(page)}
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
            faults.append(f"cell {cell.index}: the verdict is not {expected!r}")
    return faults


def chapter_has_an_exercise(page: Page) -> list[str]:
    """Every chapter has an exercise that svmlib checks."""
    names = {f"ex-{name}" for _, name in check_calls(page)}
    labels = {label for _, label in exercise_labels(page)}
    return [] if names & labels else ["no exercise that svmlib checks"]


def exercises_are_all_used(pages: list[Page], names: tuple[str, ...]) -> list[str]:
    """The exercises of svmlib and those of the book are the same, each once."""
    faults = []
    asked = [
        label.removeprefix("ex-")
        for page in pages
        for _, label in exercise_labels(page)
        if label.removeprefix("ex-") in {name for _, name in check_calls(page)}
    ]
    called = {name for page in pages for _, name in check_calls(page)}
    faults += duplicates("the exercise", asked)
    faults += [f"svmlib knows no exercise {n}" for n in sorted(called - set(names))]
    faults += [
        f"no chapter asks the exercise {n}" for n in sorted(set(names) - set(asked))
    ]
    return faults


# --- anatomy -----------------------------------------------------------------------


def admonition(page: Page, class_name: str) -> tuple[Cell, Directive] | None:
    """Return the first block of a class, with its cell."""
    for cell, directive in page.directives:
        if class_name in directive.options.get("class", "").split():
            return cell, directive
    return None


def opens_with_a_card(page: Page) -> list[str]:
    """One title, then a card: minutes, what the reader will be able to do, needs."""
    faults = []
    titles = [index for index, level, _ in page.headings if level == 1]
    if titles != [0]:
        faults.append("the page does not begin with its one title")
    found = admonition(page, "chapter-card")
    if not found:
        return [*faults, "no opening card (an admonition of class chapter-card)"]
    cell, card = found
    if cell.index > 1:
        faults.append("the opening card is not in the first two cells")
    minutes = re.search(r"(\d+) minutes", f"{card.argument} {card.body}")
    faults += outside("minutes", int(minutes[1]) if minutes else 0, MINUTES)
    for needed in ("You will be able to", "You need"):
        if needed not in card.body:
            faults.append(f"the opening card does not say {needed!r}")
    return faults


def closes_with_recap_exercises_and_notes(page: Page) -> list[str]:
    """At the end: a recap, `## Exercises`, and `## Notes on the sources` last."""
    faults = []
    sections = [title for _, level, title in page.headings if level == 2]
    if not admonition(page, "recap"):
        faults.append("no recap (an admonition of class recap)")
    faults += [f"no section {t!r}" for t in (EXERCISES, NOTES) if t not in sections]
    if NOTES in sections and NOTES not in sections[-2:]:
        faults.append(f"{NOTES!r} is not near the end")
    return faults


def counted_cells(page: Page) -> list[Cell]:
    """Return the cells of the chapter proper: no exercises, solutions or notes."""
    left_out = {c.index for title in (EXERCISES, NOTES) for c in page.section(title)}
    left_out |= page.solution_cells.keys()
    left_out |= {c.index for c, d in check_calls(page)}
    return [cell for cell in page.cells if cell.index not in left_out]


def is_of_readable_size(page: Page) -> list[str]:
    """Words, code cells, lines of code and figures are near the blueprint's numbers."""
    cells = counted_cells(page)
    blocks = frozenset({"exercise", "exercise-start", "solution", "solution-start"})
    texts = [prose(cell.source, blocks) for cell in cells if cell.kind == "markdown"]
    code = [
        cell.source for cell in cells if cell.kind == "code" and cell.source.strip()
    ]
    lines = [line for source in code for line in source.splitlines() if line.strip()]
    words = [word for text in texts for word in WORD.findall(text)]
    return [
        *outside("words", len(words), WORDS),
        *outside("code cells", len(code), CODE_CELLS),
        *outside("lines of code", len(lines), CODE_LINES),
        *outside("figures", len(list(figures(page))), FIGURES),
    ]


def words_are_plain(page: Page) -> list[str]:
    """None of the words that tell a reader that what is hard for him is easy."""
    faults = []
    for cell in page.markdown:
        text = QUOTATION.sub(" ", prose(cell.source))
        faults += [f"cell {cell.index}: {m[0]!r}" for m in FORBIDDEN.finditer(text)]
    return faults


def fences_are_closed(page: Page) -> list[str]:
    """Every block that is opened is closed, so that nothing hides from these rules."""
    faults = []
    for cell in page.markdown:
        text = COMMENT.sub("", cell.source)
        fences = [m for line in text.splitlines() if (m := FENCE.match(line))]
        opened: list[str] = []
        for mark in fences:
            fence, info = mark["fence"], mark["info"].strip()
            if not info and opened and fence[0] == opened[-1][0]:
                if len(fence) >= len(opened[-1]):
                    opened.pop()
            else:
                opened.append(fence)
        if opened:
            faults.append(f"cell {cell.index}: a block is not closed")
    return faults


# --- outputs -----------------------------------------------------------------------


def outputs_are_compared(page: Page) -> list[str]:
    """Few outputs are not compared, and each of them says why."""
    faults = []
    uncompared = [cell for cell in page.cells if UNCOMPARED_TAGS & set(cell.tags)]
    if len(uncompared) > UNCOMPARED_CELLS:
        faults.append(f"{len(uncompared)} cells are not compared")
    for cell in uncompared:
        if not re.match(r"(?:.*\n)?# Not compared: \w+", cell.source):
            faults.append(f"cell {cell.index}: no line `# Not compared: why`")
    for cell in page.cells:
        unknown = set(cell.tags) - UNCOMPARED_TAGS - OTHER_TAGS
        faults += [f"cell {cell.index}: the tag {tag}" for tag in sorted(unknown)]
    return faults


def outputs_are_clean(page: Page) -> list[str]:
    """No cell failed or wrote to stderr, and no output names a machine."""
    faults = []
    for cell in page.code:
        for out in cell.outputs:
            if out["output_type"] == "error" or out.get("name") == "stderr":
                faults.append(f"cell {cell.index}: an error, or output to stderr")
            plain = f"{out.get('text', '')}{out.get('data', {}).get('text/plain', '')}"
            if re.search(r"0x[0-9a-f]{6,}|/(?:home|root|tmp|Users)/", plain):
                faults.append(f"cell {cell.index}: an address or a path of one machine")
    return faults


def is_in_normal_form(page: Page) -> list[str]:
    """The file is byte for byte what tools/run_notebooks.py would write."""
    if page.path is None or page.path.suffix != ".ipynb":
        return []
    text = page.path.read_text(encoding="utf-8")
    expected = normal_form(nbformat.reads(text, as_version=4))
    return [] if text == expected else ["run tools/run_notebooks.py on it"]


# --- claims ------------------------------------------------------------------------


def claims_are_answered(pages: list[Page]) -> list[str]:
    """Every claim of the sources stands in some chapter's notes, as `smidt-5`."""
    answered = set()
    for page in pages:
        for cell in page.section(NOTES):
            answered |= set(CLAIM.findall(cell.source))
    faults = [f"no chapter answers {claim}" for claim in sorted(CLAIMS - answered)]
    return faults + [f"there is no claim {c}" for c in sorted(answered - CLAIMS)]


PAGE_RULES = (
    equations_are_labelled,
    equations_are_checked,
    figures_are_described,
    exercises_are_solved,
    verdicts_are_as_told,
    words_are_plain,
    fences_are_closed,
    outputs_are_compared,
    outputs_are_clean,
    is_in_normal_form,
)
CHAPTER_RULES = (
    chapter_has_an_exercise,
    opens_with_a_card,
    closes_with_recap_exercises_and_notes,
    is_of_readable_size,
)

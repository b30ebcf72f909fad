"""What grading writes: Gradescope's results, a text for each student, and a report."""

import csv
import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

from svmlib.exercises._text import printable, wrapped
from svmlib.exercises.grading._grade import GradedSubmission, Mark
from svmlib.exercises.grading._questions import Question

# A message may hold what is not text, such as half of a surrogate pair.
ENCODING: Any = {"encoding": "utf-8", "errors": "backslashreplace"}
MAX_NAME_BYTES = 255 - len(".txt")
STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 2rem }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; font-weight: normal }
th { width: 45% }
td.count { white-space: nowrap; text-align: right; font-variant-numeric: tabular-nums }
td.bar { width: 35% }
.bar div { height: 1rem; background: #2f6fb3 }
.bar div.right { background: #4d8f4d }
"""


def gradescope(graded: GradedSubmission) -> dict[str, Any]:
    """Return what Gradescope wants to find in results.json."""
    return {
        "score": graded.score,
        "output": "\n".join(map(wrapped, [*graded.unread, *graded.notes])),
        "output_format": "text",
        "visibility": "visible",
        "tests": [test for mark in graded.marks for test in _tests(mark)],
    }


def _tests(mark: Mark) -> Iterator[dict[str, Any]]:
    """Yield a test for each part; the message stands with the first that failed."""
    whole, message = mark.question.points, wrapped(mark.message)
    for part in whole:
        explained = part == (mark.failed or list(whole))[0]
        yield {
            "name": mark.question.function + (f": {part}" if len(whole) > 1 else ""),
            "score": mark.points[part],
            "max_score": whole[part],
            "status": "failed" if part in mark.failed else "passed",
            "output": message if explained else "",
            "output_format": "text",
        }


def feedback(graded: GradedSubmission, max_points: float) -> str:
    """Return the text that a student gets."""
    head = f"{graded.score:g} of {max_points:g} points"
    lines = [head, *map(wrapped, graded.unread), ""]
    for mark in graded.marks:
        reached = sum(mark.points.values())
        possible = sum(mark.question.points.values())
        head = f"{mark.question.function}: {reached:g} of {possible:g}"
        lines += [head, wrapped(mark.message), ""]
    return printable("\n".join([*lines, *map(wrapped, graded.notes), ""]))


def write_report(
    folder: Path,
    questions: Sequence[Question],
    graded: Sequence[GradedSubmission],
    names: bool,
) -> None:
    """Write points.csv, mistakes.csv, report.html and feedback/ into a folder.

    Texts that are in feedback/ from an earlier report are deleted.
    """
    (folder / "feedback").mkdir(parents=True, exist_ok=True)
    max_points = sum(sum(question.points.values()) for question in questions)
    columns = [
        (k, part) for k, question in enumerate(questions) for part in question.points
    ]
    head = [f"{questions[k].function}: {part}" for k, part in columns]
    rows = [
        [submission.name, f"{submission.score:g}"]
        + [f"{submission.marks[k].points[part]:g}" for k, part in columns]
        for submission in graded
    ]
    _write_csv(folder / "points.csv", [["submission", "points", *head], *rows])
    # The mistakes of each question, the most frequent first, with how many make them.
    counted = [
        Counter(
            m for s in graded for m in dict.fromkeys(s.marks[k].mistakes)
        ).most_common()
        for k in range(len(questions))
    ]
    table = [
        [
            question.function,
            mistake,
            str(count),
            str(len(graded)),
            question.describe_mistake(mistake),
        ]
        for question, counts in zip(questions, counted, strict=True)
        for mistake, count in counts
    ]
    title = ["function", "mistake", "submissions", "of", "in words"]
    _write_csv(folder / "mistakes.csv", [title, *table])
    page = _page(questions, graded, counted, max_points, names)
    (folder / "report.html").write_text(page, **ENCODING)
    for old in (folder / "feedback").glob("*.txt"):  # a student may have left
        old.unlink()
    for submission in graded:
        path = folder / "feedback" / _file_name(submission.name)
        path.write_text(feedback(submission, max_points), **ENCODING)


def _file_name(name: str) -> str:
    """Return the name of a submission's text, of at most 255 bytes, as most systems want it.

    A longer one is cut, and ends with a digest, so that two that begin alike stay two.
    """
    data = name.encode(**ENCODING)
    if len(data) > MAX_NAME_BYTES:
        digest = hashlib.sha256(data).hexdigest()[:16]
        name = f"{data[: MAX_NAME_BYTES - 17].decode(errors='ignore')}-{digest}"
    return f"{name}.txt"


def _write_csv(path: Path, rows: Sequence[Sequence[str]]) -> None:
    with path.open("w", newline="", **ENCODING) as file:
        # A spreadsheet would run a name that begins like a formula, even after a tab.
        csv.writer(file).writerows(
            [f"'{cell}" if cell[:1] in tuple("=+-@\t\r") else cell for cell in row]
            for row in rows
        )


def _page(
    questions: Sequence[Question],
    graded: Sequence[GradedSubmission],
    counted: Sequence[list[tuple[str, int]]],
    max_points: float,
    names: bool,
) -> str:
    total = len(graded)
    mean = sum(submission.score for submission in graded) / max(1, total)
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width">',
        f"<title>Report on {total} submissions</title><style>{STYLE}</style></head>",
        f"<body><h1>Report on {total} submissions</h1>",
        f"<p>On average {mean:.1f} of {max_points:g} points.</p>",
    ]
    for k, (question, counts) in enumerate(zip(questions, counted, strict=True)):
        num_right = sum(not submission.marks[k].failed for submission in graded)
        parts += [
            f"<h2>{escape(question.function)}</h2><table>",
            _bar("correct", num_right, total, is_right=True),
            *(_bar(question.describe_mistake(m), count, total) for m, count in counts),
            "</table>",
        ]
    if names:
        rows = (
            f"<tr><th>{escape(submission.name)}</th>"
            f'<td class="count">{submission.score:g}</td>'
            f"<td>{escape(_mistakes(submission))}</td></tr>"
            for submission in graded
        )
        parts += ["<h2>Submissions</h2><table>", *rows, "</table>"]
    return "\n".join([*parts, "</body></html>", ""])


def _bar(label: str, count: int, total: int, is_right: bool = False) -> str:
    share = 100 * count / max(1, total)
    attributes = ' class="right"' if is_right else ""
    return (
        f'<tr><th scope="row">{escape(label)}</th>'
        f'<td class="count">{count} of {total}</td>'
        f'<td class="bar"><div{attributes} style="width: {share:.1f}%"></div></td></tr>'
    )


def _mistakes(submission: GradedSubmission) -> str:
    found = []
    for mark in submission.marks:
        if mark.mistakes:
            in_words = map(mark.question.describe_mistake, mark.mistakes)
            found.append(f"{mark.question.function}: {', '.join(in_words)}")
    return "; ".join(found)

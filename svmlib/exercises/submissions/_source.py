"""The code of a student's file: its text, or the cells of a notebook, and their syntax."""

import ast
import json
import re
from importlib.util import decode_source
from pathlib import Path
from typing import NamedTuple

MAX_CODE_CHARACTERS = 1_000_000  # twenty times as many take gigabytes to parse
SUFFIXES = (".py", ".ipynb")
# What IPython takes from a cell: `%name`, `!command`, `?name`, `name?`, `a = %name`,
# `a = !command`, and the magic `%%name` of a cell.
IPYTHON_LINE = re.compile(r"\s*([%!?]|[\w.*%]+\?+\s*$|[\w\s,.*]+=\s*[%!])")
# A cell with any other magic, such as `%%html`, is in another language or isn't run here.
OTHER_CELL = re.compile(r"\s*(%%(?!(?:time|timeit|capture|prun)\b)\S*)")
FUNCTION = re.compile(r"^\s*(async )?def ", re.MULTILINE)
MAX_IPYTHON_LINES = 100  # in a cell, which is parsed again after each


class CommandError(ValueError):
    """A command can't be run: why, in one sentence, which is all that it prints."""


class Source(NamedTuple):
    """The text of a file, or that of one cell, such as "cell 3", of a notebook."""

    file: str
    text: str
    cell: str = ""

    @property
    def label(self) -> str:
        """What messages and tracebacks call it."""
        return f"{self.file}, {self.cell}" if self.cell else self.file


def read_code(path: Path) -> tuple[list[tuple[Source, ast.Module]], list[str]]:
    """Return what Python reads in a .py file or a notebook, and why it can't read a cell.

    CommandError if it can't read anything.
    """
    suffix = path.suffix.lower()
    if suffix not in SUFFIXES:
        raise CommandError(f"{path.name or path} is neither a .py file nor a notebook")
    try:
        text = decode_source(path.read_bytes())
    except (UnicodeError, SyntaxError, LookupError):
        raise CommandError(
            f"{path.name} is not a text in UTF-8; save it as one"
        ) from None
    if suffix == ".py":
        return [_parse(Source(path.name, text), is_cell=False)], []
    parsed, unread = [], []
    for cell in _cells(path.name, text):
        if other := OTHER_CELL.match(cell.text):
            if FUNCTION.search(cell.text):
                unread.append(
                    f"{cell.label} begins with {other[1]}, so its functions are left out; "
                    "delete that line if they should be read"
                )
            continue
        try:
            parsed.append(_parse(cell, is_cell=True))
        except CommandError as error:
            unread.append(str(error))
    return parsed, unread


def _cells(name: str, text: str) -> list[Source]:
    """Return a notebook's cells of code."""
    try:
        return [
            Source(name, "".join(cell["source"]), f"cell {number}")
            for number, cell in enumerate(json.loads(text)["cells"], 1)
            if cell["cell_type"] == "code"
        ]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise CommandError(f"{name} is not a notebook of format 4") from None


def _parse(source: Source, is_cell: bool) -> tuple[Source, ast.Module]:
    """Parse a source; return it with ``pass`` for what IPython takes from a cell.

    A line counts as IPython's if Python fails at it. One that begins with ``%`` inside
    an expression or a string is Python, and stays.
    """
    label, text = source.label, source.text
    if len(text) > MAX_CODE_CHARACTERS:
        raise CommandError(f"{label} has more than {MAX_CODE_CHARACTERS:,} characters")
    lines = text.split("\n")
    for _ in range(MAX_IPYTHON_LINES):
        try:
            text = "\n".join(lines)
            return source._replace(text=text), ast.parse(text, label)
        except SyntaxError as error:
            # Python gives no line where the source holds null bytes.
            # In brackets, because some of Python's sentences end in a question mark.
            why = f"line {error.lineno} ({error.msg})" if error.lineno else error.msg
            at = (error.lineno or 1) - 1
        except (ValueError, RecursionError, MemoryError):
            raise CommandError(f"{label} is not Python") from None
        if not is_cell or not any(map(IPYTHON_LINE.match, lines[at : at + 1])):
            break
        last = at
        while lines[last].endswith("\\") and last + 1 < len(lines):
            last += 1
        indent = re.split(r"\S", lines[at])[0]
        lines[at : last + 1] = [f"{indent}pass", *[""] * (last - at)]
    raise CommandError(f"{label} is not Python: {why}")

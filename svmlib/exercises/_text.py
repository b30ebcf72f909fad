"""What a message says of a value or an exception, and how it is printed."""

import re
import textwrap
import traceback
from typing import Any

import numpy as np

WIDTH = 76


def wrapped(message: str) -> str:
    """Return a message in lines of at most `WIDTH` characters."""
    return "\n".join(
        textwrap.fill(
            line,
            WIDTH,
            subsequent_indent="  " if line.startswith("- ") else "",
            break_on_hyphens=False,
        )
        for line in message.splitlines()
    )


def printable(text: str) -> str:
    """Escape what can't be printed, or would give a terminal orders."""
    return "".join(c if c.isprintable() or c == "\n" else ascii(c)[1:-1] for c in text)


def as_code(text: str) -> str:
    """Quote code as Markdown does: with more backticks than it has in a row."""
    longest = max(map(len, re.findall("`+", text)), default=0)
    quote = "`" * (longest + 1)
    space = " " if text.startswith("`") or text.endswith("`") else ""
    return f"{quote}{space}{text}{space}{quote}"


def describe_exception(error: BaseException) -> str:
    """Return an exception's type and what it says, without notes that were added."""
    told = traceback.TracebackException(type(error), error, None, compact=True)
    told.__notes__ = None
    return [*told.format_exception_only()][-1].strip()


def describe_value(value: Any) -> str:
    """Say what sort of thing it is: 'a tuple of 3'."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    name = type(value).__name__ or "nameless object"
    article = "an" if name[0] in "aeioAEIO" else "a"  # "a ufunc", "a uint8"
    return f"{article} {name}" + (
        f" of {len(value)}" if isinstance(value, tuple | list) else ""
    )

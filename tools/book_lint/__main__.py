"""Apply the rules of the book to all its pages.

    python -m tools.book_lint

Each rule is a function in rules.py.
"""

import sys

from book._parsing import BOOK
from book._parsing.page import page_files
from book._parsing.toc import book_files, read_book, unlisted
from svmlib.exercises import list_exercises
from tools.shared.command_line import argument_parser

from .rules import exercises_are_all_used, output_faults, text_faults


def toc_faults() -> list[str]:
    """Return where _toc.yml and the files below book/ differ, one line per fault."""
    missing = [
        f"_toc.yml: {docname} is not a file"
        for docname, path in book_files().items()
        if not path
    ]
    return missing + unlisted(page_files(BOOK))


def book_faults() -> list[str]:
    """Return what is wrong with the book, one line per fault."""
    pages = read_book()
    return [
        *toc_faults(),
        *(x for page in pages for x in text_faults(page) + output_faults(page)),
        *exercises_are_all_used(pages, set(list_exercises())),
    ]


def main() -> int:
    """Print the faults, and return 1 if there are any."""
    argument_parser(__doc__).parse_args()
    faults = book_faults()
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())

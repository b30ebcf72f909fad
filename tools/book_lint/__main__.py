"""Apply the rules of the book, rules.py, to all its pages: python -m tools.book_lint."""

import sys

from svmlib.exercises import list_exercises

from .pages import read_book, unlisted
from .rules import exercises_are_all_used, page_faults


def book_faults() -> list[str]:
    """Return what is wrong with the book, one line per fault."""
    pages = read_book()
    return [
        *unlisted(),
        *(fault for page in pages for fault in page_faults(page)),
        *exercises_are_all_used(pages, set(list_exercises())),
    ]


def main() -> int:
    """Print the faults, and return 1 if there are any."""
    faults = book_faults()
    print(*faults, sep="\n", end="\n" if faults else "")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main())

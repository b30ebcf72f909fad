"""What the programs are given on a command line."""

import argparse
import re
import sys
from pathlib import Path

from tools import SITE


def absolute_path(given: str) -> Path:
    """Return the absolute path."""
    return Path(given).resolve()


def argument_parser(docstring: str | None) -> argparse.ArgumentParser:
    """Return a parser for the program with this docstring.

    It shows the first line, and the command `python -m tools.name` that stands below it.
    """
    description, _, usage = (docstring or "").partition("\n")
    command = re.search(r"python -m [\w.]+", usage)
    assert command is not None, docstring
    return argparse.ArgumentParser(prog=command[0], description=description)


def site_parser(docstring: str | None) -> argparse.ArgumentParser:
    """Return a parser that takes SITE, for the program with this docstring."""
    parser = argument_parser(docstring)
    parser.add_argument("site", nargs="?", type=absolute_path, default=SITE)
    return parser


def built_site(site: Path) -> Path:
    """Return the folder of a built book, or exit and say how to build it."""
    if not (site / "book" / "index.html").exists():
        sys.exit(f"{site}: there is no built book; run `make book`")
    return site

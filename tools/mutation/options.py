"""What a run of mutation testing was asked for."""

from argparse import Namespace
from pathlib import Path


class Options(Namespace):
    """The arguments of the command line, and what equivalent.toml lists.

    What it lists may survive, by equation and module.
    """

    paths: list[Path]
    listed: dict[str, set[str]]
    only = ""
    sample = 0
    seed = 0
    jobs = 2
    package = False
    by_notebooks = False
    list_only = False
    record = False

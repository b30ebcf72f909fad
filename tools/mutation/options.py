"""What a run of mutation testing was asked for."""

from argparse import Namespace
from pathlib import Path


class Options(Namespace):
    """The arguments of the command line, and what equivalent.toml lists.

    What it lists may survive, by equation and module.
    """

    paths: list[Path]
    listed: dict[str, set[str]]
    only: str
    sample: int
    seed: int
    jobs: int
    package: bool
    by_notebooks: bool
    list_only: bool
    record: bool

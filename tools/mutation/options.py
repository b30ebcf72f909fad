"""What a run of mutation testing was asked for."""

from argparse import Namespace
from pathlib import Path


class Options(Namespace):
    """The arguments of the command line, and what equivalent.toml lets survive."""

    paths: list[Path]
    listed: dict[str, set[str]]  # by equation and module
    only: str
    sample: int
    seed: int
    jobs: int
    package: bool
    by_notebooks: bool
    list_only: bool
    record: bool

"""The pages that are made from all others: read last, and again when any other changes."""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

from .shared.pages import API, BIBLIOGRAPHY, CHEAT_SHEET, EQUATIONS

LATE_PAGES = {API, BIBLIOGRAPHY, CHEAT_SHEET, EQUATIONS}


def put_last(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
    docnames.sort(key=LATE_PAGES.__contains__)


def read_again(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:
    return [*LATE_PAGES] if any(changes) else []


def setup(app: Sphinx) -> None:
    app.connect("env-before-read-docs", put_last)
    app.connect("env-get-outdated", read_again)

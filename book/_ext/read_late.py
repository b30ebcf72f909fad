"""A page that is read when all others are known, and again when any of them changes."""

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment


def read_late(app: Sphinx, docname: str) -> None:
    """Read a page after all others, and whenever one of them has changed."""

    def put_last(app: Sphinx, env: BuildEnvironment, docnames: list[str]) -> None:
        docnames.sort(key=lambda name: name == docname)

    def read_again(app: Sphinx, env: BuildEnvironment, *changes: set[str]) -> list[str]:
        return [docname] if any(changes) and docname in env.found_docs else []

    app.connect("env-before-read-docs", put_last)
    app.connect("env-get-outdated", read_again)

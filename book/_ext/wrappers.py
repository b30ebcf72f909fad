"""The sections inside the blocks of sphinx-proof and sphinx-exercise."""

from docutils import nodes

WRAPPERS = {"proof-content", "exercise-content", "solution-content"}


def is_wrapper(section: nodes.section) -> bool:
    """Whether a section only holds the content of a block."""
    return bool(WRAPPERS.intersection(section["ids"]))

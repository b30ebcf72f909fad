"""When the site was built and with what, for the footer."""

import platform
from datetime import date
from functools import cache
from importlib.metadata import version

from sphinx.application import Sphinx

from .shared.pages import Context, Doctree, connect_page

PACKAGES = ("NumPy", "Matplotlib", "SymPy", "scikit-learn", "Dask")


@cache
def built_with() -> str:
    """Return the line of the footer on the day and the versions of the build."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    python = platform.python_version()
    return f"Built on {date.today():%d %B %Y} with Python {python}, {packages}."


def fill_in_footer(app: Sphinx, context: Context, doctree: Doctree) -> None:
    """Tell the page's template what its footer says."""
    context["built_with"] = built_with()


def setup(app: Sphinx) -> None:
    connect_page(app, fill_in_footer)

"""The built site, for the tests that read it, and no limits of time for Hypothesis."""

import pytest
from hypothesis import settings

from tests.skip_or_fail import skip_or_fail
from tools import SITE

settings.register_profile("book", deadline=None)  # a busy machine is no failure
settings.load_profile("book")


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    if not (SITE / "lite" / "index.html").exists():
        skip_or_fail(
            f"there is no complete site in {SITE}: run `make book` first", "CI"
        )
    return SITE


@pytest.fixture(scope="session")
def pyodide(site):
    """The site's own copy of Pyodide."""
    folder = site / "python" / "pyodide"
    if not folder.is_dir():
        why = "the site has no copy of Pyodide: build it with make book PYODIDE=path"
        skip_or_fail(why, "PYODIDE")
    return folder

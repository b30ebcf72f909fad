"""The built site, for the tests that read it, and no limits of time for Hypothesis."""

import pytest
from hypothesis import settings

from tests.missing import missing
from tools import SITE

settings.register_profile("book", deadline=None)  # a busy machine is no failure
settings.load_profile("book")


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    if not (SITE / "lite" / "index.html").exists():
        missing(f"there is no complete site in {SITE}: run `make book` first")
    return SITE

"""The built site, for the tests that read it, and no limits of time for Hypothesis.

SITE=path says where the site is, otherwise _build/html.
"""

import os
from pathlib import Path

import pytest
from hypothesis import settings

from tools import SITE

settings.register_profile("book", deadline=None)  # a busy machine is no failure
settings.load_profile("book")


@pytest.fixture(scope="session")
def site():
    """The folder of the built site."""
    folder = Path(os.environ.get("SITE", SITE)).resolve()
    if not (folder / "lite" / "index.html").exists():
        pytest.skip(f"there is no complete site in {folder}: run `make book` first")
    return folder

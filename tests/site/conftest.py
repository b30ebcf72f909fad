"""The pages of the built site, parsed once for all tests."""

from pathlib import Path

import pytest
from bs4 import BeautifulSoup

from tests.site.built_site import parse


@pytest.fixture(scope="session")
def pages(site: Path) -> dict[Path, BeautifulSoup]:
    """Every page, parsed, but for the one that only sends on to the first page."""
    return parse(site)

"""The pages of the built site, parsed once for all tests."""

import pytest

from tests.site.built_site import parse_site


@pytest.fixture(scope="session")
def pages(site):
    """Every page, parsed, but for the one that only sends on to the first page."""
    return parse_site(site)

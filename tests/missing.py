"""What happens to a test that needs a browser, Node or a part of the site that isn't there."""

import os
from typing import NoReturn

import pytest


def missing(why, *, named=False) -> NoReturn:
    """Skip the test. In CI, which installs what is needed, or if it was named, fail instead."""
    _skip(why, failing=named or bool(os.environ.get("CI")))


def missing_from_site(why, setting) -> NoReturn:
    """Skip the test. If the setting is there that puts it into the site, fail instead."""
    _skip(why, failing=bool(os.environ.get(setting)))


def _skip(why, *, failing) -> NoReturn:
    if failing:
        pytest.fail(why, pytrace=False)
    pytest.skip(why)

"""How a test ends if the browser, Node or the part of the site that it needs is missing."""

import os
from typing import NoReturn

import pytest


def skip_or_fail(why, *settings) -> NoReturn:
    """Skip the test, or fail it if one of these is set in the environment.

    That setting says that what the test needs should be there: CI, for instance, installs
    the browsers.
    """
    if any(map(os.environ.get, settings)):
        pytest.fail(why, pytrace=False)
    pytest.skip(why)

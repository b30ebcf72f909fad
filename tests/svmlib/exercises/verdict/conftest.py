"""Nothing may be said beside a verdict: warnings are errors."""

import warnings

import pytest


@pytest.fixture(autouse=True)
def warnings_are_errors():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield

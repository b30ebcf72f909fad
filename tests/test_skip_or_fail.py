"""A test that lacks something fails where that should be there, and is skipped elsewhere."""

import pytest

from tests.skip_or_fail import skip_or_fail


@pytest.mark.parametrize(
    ("environment", "outcome"),
    [
        ({}, pytest.skip.Exception),
        ({"CHROMIUM": ""}, pytest.skip.Exception),
        ({"CHROMIUM": "chromium"}, pytest.fail.Exception),
        ({"CI": "true"}, pytest.fail.Exception),
        ({"PYODIDE": "copy"}, pytest.skip.Exception),  # it isn't asked for
    ],
)
def test_one_of_the_settings_that_are_asked_for_fails_the_test(
    monkeypatch, environment, outcome
):
    for name in ("CI", "CHROMIUM", "PYODIDE"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(outcome, match="no browser"):
        skip_or_fail("no browser", "CI", "CHROMIUM")

"""What is missing fails where it should be there, and nowhere else."""

import pytest

from tests.missing import missing, missing_from_site


@pytest.mark.parametrize(
    ("environment", "named", "outcome"),
    [
        ({}, False, pytest.skip.Exception),
        ({"CI": "true"}, False, pytest.fail.Exception),
        ({}, True, pytest.fail.Exception),
    ],
)
def test_missing_skips_or_fails(monkeypatch, environment, named, outcome):
    monkeypatch.delenv("CI", raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with pytest.raises(outcome, match="no browser"):
        missing("no browser", named=named)


@pytest.mark.parametrize(
    ("setting", "outcome"),
    [("", pytest.skip.Exception), ("copy", pytest.fail.Exception)],
)
def test_missing_from_site_fails_only_if_its_setting_is_there(
    monkeypatch, setting, outcome
):
    """In CI as well: there may be no copy of Pyodide."""
    monkeypatch.setenv("CI", "true")
    monkeypatch.setenv("PYODIDE", setting)
    with pytest.raises(outcome, match="no copy"):
        missing_from_site("no copy", "PYODIDE")

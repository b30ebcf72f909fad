"""What is missing fails where it should be there, and nowhere else."""

import pytest

from tests.missing import missing


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

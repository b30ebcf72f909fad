"""Short limits for attempts, and no process of their own."""

import pytest

from svmlib.exercises import _limits, _run


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_limits, "WORK", 0.1)
    monkeypatch.setattr(_limits, "WAIT", 1.0)


@pytest.fixture
def without_fork(monkeypatch):
    monkeypatch.setattr(_run, "fork_works", lambda: False)

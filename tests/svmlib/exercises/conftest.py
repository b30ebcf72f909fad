"""Short limits for attempts, and no process of their own."""

import pytest

from svmlib.exercises import _call, _run


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_call, "WORK_LIMIT", 0.1)
    monkeypatch.setattr(_call, "WAIT_LIMIT", 1.0)


@pytest.fixture
def without_fork(monkeypatch):
    monkeypatch.setattr(_run, "fork_works", lambda: False)

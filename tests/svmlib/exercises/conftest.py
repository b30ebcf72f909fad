"""Short limits for attempts, and no process of their own."""

import pytest

from svmlib.exercises import running
from svmlib.exercises.running import _limits


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(_limits, "CPU_SECONDS", 0.1)
    monkeypatch.setattr(_limits, "WALL_SECONDS", 1.0)


@pytest.fixture
def without_fork(monkeypatch):
    monkeypatch.setattr(running, "fork_works", lambda: False)

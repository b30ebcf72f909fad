"""Fixtures that several test files of svmlib use."""

import pytest

from svmlib.datasets import add_bias, sample_three_classes


@pytest.fixture
def three_classes():
    """Three classes in the plane, with the 1 of the bias: X (60, 3) and y."""
    X, y = sample_three_classes(60, rng=1)
    return add_bias(X), y

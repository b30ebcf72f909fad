"""Fixtures that several test files of svmlib use."""

import pytest

from svmlib.datasets import add_bias, make_blobs


@pytest.fixture
def blobs():
    """Three classes in the plane, with the 1 of the bias: X (60, 3) and y."""
    X, y = make_blobs(60, rng=1)
    return add_bias(X), y

"""Fixtures that several test files of svmlib use."""

import matplotlib
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from svmlib import plots
from svmlib.datasets import add_bias, make_blobs


@pytest.fixture
def blobs():
    """Three classes in the plane, with the 1 of the bias: X (60, 3) and y."""
    X, y = make_blobs(60, rng=1)
    return add_bias(X), y


@pytest.fixture
def book_style():
    """The style of the book's figures, for one test, which may leave figures open."""
    with matplotlib.rc_context():
        plots.use_book_style()
        yield
    plt.close("all")

"""The style of the book's figures, in every test of the plots."""

import matplotlib
import pytest

matplotlib.use("Agg")
import matplotlib.pyplot as plt

from svmlib import plots


@pytest.fixture(autouse=True)
def book_style():
    """Use the style for one test, which may leave figures open."""
    with matplotlib.rc_context():
        plots.use_book_style()
        yield
    plt.close("all")


@pytest.fixture
def ax():
    return plt.figure().add_axes((0, 0, 1, 1))

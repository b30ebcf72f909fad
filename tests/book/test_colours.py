"""What scripts draw has the colours of the figures."""

import re

from book._parsing import BOOK
from svmlib.plots import COLORS


def test_labs_and_steppers_have_the_colours_of_the_figures():
    text = (BOOK / "_static" / "book.css").read_text("utf-8")
    assert re.findall(r"--color-\d: (#\w+);", text) == [*COLORS]

"""The look of the figures, and the SVG that a page shows."""

import os
import re
import subprocess
import sys

import matplotlib.pyplot as plt

from svmlib import plots


def test_to_svg_follows_the_page_and_is_reproducible():
    def draw():
        figure, ax = plt.subplots()
        ax.plot([0.123456, 1.0], [1 / 3, 2])
        return plots.to_svg(figure)

    svg = draw()
    assert svg == draw()
    assert svg.startswith('<svg class="ink"') and "prefers-color-scheme:dark" in svg
    assert (
        "currentColor" in svg
        and plots.INK not in svg.replace(".ink{color:", "", 1)[200:]
    )
    assert not re.search(r' d="[^"]*\d\.\d{3}', svg)


def test_use_book_style_shows_svg_in_notebooks():
    code = (
        "from IPython.core.interactiveshell import InteractiveShell\n"
        "shell = InteractiveShell.instance()\n"
        "from svmlib import plots\n"
        "plots.use_book_style()\n"
        "import matplotlib.pyplot as plt\n"
        "data, _ = shell.display_formatter.format(plt.figure())\n"
        "print(sorted(data), data['image/svg+xml'][:16])\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"MPLBACKEND": "module://matplotlib_inline.backend_inline"},
    )
    assert "['image/svg+xml', 'text/plain'] <svg class=\"ink\"" in run.stdout

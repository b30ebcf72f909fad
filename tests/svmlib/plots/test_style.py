"""The look of the figures, and the SVG that a page shows."""

import os
import re
import subprocess
import sys

import matplotlib.pyplot as plt
from matplotlib.colors import to_hex

from svmlib import plots


def test_to_svg_follows_the_page_and_is_reproducible():
    def draw():
        figure, ax = plt.subplots()
        ax.plot([0.123456, 1.0], [1 / 3, 2])
        return plots.to_svg(figure)

    svg = draw()
    assert svg == draw()
    assert svg.startswith('<svg class="ink"') and "prefers-color-scheme:dark" in svg
    assert "currentColor" in svg
    assert svg.count(plots.INK) == svg.count(f".ink{{color:{plots.INK}}}") == 1
    assert "<metadata>" not in svg
    assert not re.search(r' d="[^"]*\d\.\d{3}', svg)


def test_curves_differ_in_colour_and_line_style():
    _, ax = plt.subplots()
    lines = [line for k in range(4) for line in ax.plot([0, k])]
    assert tuple(line.get_color() for line in lines) == plots.COLORS
    assert tuple(line.get_linestyle() for line in lines) == plots.STYLES


def test_axes_have_two_spines_and_saved_files_no_background():
    plt.style.use("dark_background")
    plots.use_book_style()
    _, ax = plt.subplots()
    seen = {side for side, spine in ax.spines.items() if spine.get_visible()}
    assert seen == {"left", "bottom"}
    assert plt.rcParams["savefig.facecolor"] == "none"
    for part in (ax.spines["left"].get_edgecolor(), ax.title.get_color()):
        assert to_hex(part) == plots.INK


def test_figures_have_no_background():
    """Not even if another style was used before."""
    plt.style.use("dark_background")
    plots.use_book_style()
    figure, ax = plt.subplots()
    assert figure.get_facecolor()[3] == ax.get_facecolor()[3] == 0
    background = re.search(
        r'<g id="patch_1">(.*?)</g>', plots.to_svg(figure), re.DOTALL
    )
    assert "fill: none" in background[1]


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

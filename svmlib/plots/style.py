"""One look for all figures: one ink, no background, four colours with a second cue.

``MARKERS`` and ``STYLES``, which are line styles, are the second cues of ``COLORS``.
``SIGNS`` is a colour map: negative numbers blue, zero white, positive ones orange.
"""

import io
import re
import sys

import matplotlib.pyplot as plt
from cycler import cycler
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

__all__ = ["COLORS", "INK", "MARKERS", "SIGNS", "STYLES", "to_svg", "use_book_style"]

INK = "#1b1f24"
COLORS = ("#3a86c8", "#d1660f", "#2b9a66", "#9a63c7")
MARKERS = ("o", "s", "^", "D")
STYLES = ("-", "--", ":", "-.")
NEGATIVE, POSITIVE = COLORS[:2]
SIGNS = LinearSegmentedColormap.from_list("signs", [NEGATIVE, "#ffffff", POSITIVE])
INK_STYLE = (
    "<style>.ink{color:#1b1f24}"
    "@media (prefers-color-scheme:dark){.ink{color:#d7dbe0}}</style>"
)


def use_book_style() -> None:
    """Set the book's look, and in a notebook its SVG output.

    The SVG names no date, rounds coordinates to 1/100 point and draws its ink in
    ``currentColor``, so the same figure is the same bytes and follows the page.
    """
    plt.rcParams.update(
        {
            "figure.figsize": (5.2, 3.2),
            "figure.facecolor": "none",
            "axes.facecolor": "none",
            "savefig.facecolor": "none",
            "axes.edgecolor": INK,
            "axes.labelcolor": INK,
            "axes.titlesize": "medium",
            "axes.spines.top": False,
            "axes.spines.right": False,
            "axes.prop_cycle": cycler(color=COLORS, linestyle=STYLES),
            "text.color": INK,
            "xtick.color": INK,
            "ytick.color": INK,
            "legend.frameon": False,
            "legend.labelcolor": INK,
            "font.size": 11,
            "svg.fonttype": "path",
            "svg.hashsalt": "svmlib",
        }
    )
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    if shell is not None:
        from matplotlib_inline import backend_inline

        backend_inline.set_matplotlib_formats("svg")  # type: ignore[no-untyped-call]
        formatter = shell.display_formatter.formatters["image/svg+xml"]
        formatter.for_type(Figure, to_svg)


def to_svg(figure: Figure) -> str:
    """Return the figure as SVG text that follows the colour scheme of the reader."""
    buffer = io.StringIO()
    figure.savefig(buffer, format="svg", bbox_inches="tight")
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :].replace(INK, "currentColor")
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r"\n\s*", "\n", svg)
    svg = re.sub(r' [dxy]="[^"]*"|translate\([^)]*\)', _rounded, svg)
    return re.sub(r"<svg ([^>]*)>", rf'<svg class="ink" \1>{INK_STYLE}', svg, count=1)


def _rounded(match: re.Match[str]) -> str:
    return re.sub(r"-?\d+\.\d{3,}", lambda n: f"{float(n[0]):.2f}", match[0])

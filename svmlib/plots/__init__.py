"""The book's figures: matrices as grids, classes and margins in the plane, templates.

Figures have one ink colour and a transparent background, so they suit light and dark
pages. Colour is never the only cue: class k has ``COLORS[k]`` and ``MARKERS[k]``, curve k
has ``COLORS[k]`` and the line style ``STYLES[k]``. ``SIGNS`` is the colour map of signed
numbers, blue below 0 and orange above; ``INK`` is the ink colour.
"""

from svmlib.plots.binary import draw_margin, scatter_binary
from svmlib.plots.classes import (
    class_polygon,
    draw_regions,
    draw_templates,
    scatter_classes,
)
from svmlib.plots.grids import draw_matrices, draw_matrix, format_number, subscript
from svmlib.plots.marks import Panel, number_grid, pixels
from svmlib.plots.stepper import Frame, Stepper
from svmlib.plots.style import (
    COLORS,
    INK,
    MARKERS,
    SIGNS,
    STYLES,
    to_svg,
    use_book_style,
)

__all__ = [
    "COLORS",
    "INK",
    "MARKERS",
    "SIGNS",
    "STYLES",
    "Frame",
    "Panel",
    "Stepper",
    "class_polygon",
    "draw_margin",
    "draw_matrices",
    "draw_matrix",
    "draw_regions",
    "draw_templates",
    "format_number",
    "number_grid",
    "pixels",
    "scatter_binary",
    "scatter_classes",
    "subscript",
    "to_svg",
    "use_book_style",
]

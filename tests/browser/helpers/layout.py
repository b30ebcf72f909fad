"""The size of a page, and what is wider than its box."""

DESKTOP = {"width": 1280, "height": 900}  # a viewport
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
BOXES = ".math-scroll, .table-wrapper, pre"
MEASURED = f"""() => document.fonts.status === "loaded"
    && [...document.querySelectorAll("{BOXES}")]
    .filter((box) => box.checkVisibility())
    .every((box) => (box.scrollWidth > box.clientWidth) === (box.tabIndex === 0))"""


def lay_out(page):
    """Lay out what is far from the screen, too, and wait until book.js has measured it."""
    page.add_style_tag(content="* { content-visibility: visible !important }")
    page.wait_for_function(MEASURED)

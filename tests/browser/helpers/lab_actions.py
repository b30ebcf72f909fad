"""What tests do with the labs, most of it with the margin lab."""

import numpy as np
import pytest

from book._scripts.python import margin_lab as native
from tests.browser.helpers.pyodide import START_MS

MARGIN_LAB = "book/margin/lab.html"
MASK_CHAPTER = "book/hinge/mask_trick.html"
SETTLED = "document.querySelector('.lab').dataset.settled === 'yes'"
# Whether the result that is shown is that of the newest state.
IS_NEWEST = """() => {
    const { lab } = document.querySelector(".lab");
    return lab.shown?.version === lab.version;
}"""
SOLVED = """async () => {
    const { toArgs } = await import("../../_static/margin-lab/solver.mjs");
    const { lab } = document.querySelector(".lab");
    return [toArgs(lab.state), lab.result];
}"""


def settle(page):
    """Wait until nothing is under way."""
    page.wait_for_function(SETTLED, timeout=START_MS)


def start(page, url):
    """Open a page with a lab, and start it by its button, if it has one."""
    page.goto(url)
    page.wait_for_selector(".lab-start, .lab-stage")
    for button in page.locator(".lab-start").all():
        button.click()
    page.wait_for_selector(".lab-stage", timeout=START_MS)
    settle(page)


def solved(page):
    """Return the arguments of the problem that is shown, and its result."""
    settle(page)
    return tuple(page.evaluate(SOLVED))


def grid_of(kernel):
    """Return the grid that a resting reader sees."""
    if kernel["name"] == "linear":
        return (2, 2)
    return (192, 144) if kernel["name"] == "rbf" and kernel["gamma"] > 10 else (96, 72)


def compare(page):
    """Compare all numbers with those of svmlib here; return the arguments."""
    args, result = solved(page)
    expected = native.solve(**args, grid=grid_of(args["kernel"]))
    assert result.keys() == expected.keys()
    for name in ("kind", "note", "flat"):
        assert result[name] == expected[name], name
    assert result["width"] == pytest.approx(expected["width"], rel=1e-9)
    # Rounding differs in the browser, and so may the step after which no pair violates its
    # condition by more than 1e-10. Primal and dual are then at most 1e-10 C N / 2 apart,
    # there as here, and that is all that their gap tells.
    gap = max(1e-9, 5e-11 * args["C"] * len(args["labels"]))
    others = {"kind", "note", "flat", "width", "steps", "kkt_gap"}
    for name in expected.keys() - others:
        atol = gap if name == "duality_gap" else 1e-9
        np.testing.assert_allclose(
            result[name], expected[name], rtol=1e-9, atol=atol, err_msg=name
        )
    return args


def at(canvas, x, y):
    """Return where a position of the plane is on the screen."""
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    right, top = native.LIMITS
    return (
        box["x"] + (x + right) / (2 * right) * box["width"],
        box["y"] + (top - y) / (2 * top) * box["height"],
    )


def choose(page, name):
    """Choose one of the lab's presets."""
    page.locator(f'button[data-preset="{name}"]').click()
    settle(page)

"""How the labs are started, and what the mask lab has to show."""

from typing import Any

import numpy as np
from playwright.sync_api import Page

from svmlib import hinge
from tests.browser.browsers import START

LAB = "book/margin/lab.html"
SETTLED = "document.querySelector('.lab').dataset.settled === 'yes'"


def mask(X: Any, S: Any, y: Any, delta: float) -> dict[str, Any]:
    """Return what the mask lab shows, computed by svmlib."""
    H = hinge.margins(S, y, delta=delta)
    M = hinge.gradient_mask(H, y)
    return {
        "H": H.tolist(),
        "M": M.tolist(),
        "counts": (H > 0).sum(axis=1).tolist(),
        "losses": H.sum(axis=1).tolist(),
        "loss": float(H.sum() / len(H)),
        "gradient": (np.array(X).T @ M / len(H)).tolist(),
    }


def settle(page: Page) -> None:
    """Wait until nothing is under way."""
    page.wait_for_timeout(50)
    page.wait_for_function(SETTLED, timeout=START)


def start(page: Page, url: str) -> None:
    """Open a page with a lab, and start it by its button, if it has one."""
    page.goto(url)
    page.wait_for_selector(".lab-start, .lab-stage")
    for button in page.locator(".lab-start").all():
        button.click()
    page.wait_for_selector(".lab-stage", timeout=START)
    settle(page)

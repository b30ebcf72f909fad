"""How the labs are started."""

from tests.browser.browsers import START_MS

MARGIN_LAB = "book/margin/lab.html"
MASK_LAB = "book/hinge/mask_trick.html"
SETTLED = "document.querySelector('.lab').dataset.settled === 'yes'"


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

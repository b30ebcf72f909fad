"""The pages in Firefox, in both themes. The labs and figures that move are tested in Firefox
beside their tests in Chromium."""

import pytest

from tests.browser.helpers.layout import OVERFLOW, lay_out
from tests.browser.helpers.sampling import (
    DARK,
    DECKS,
    PAGES,
    SAMPLE_PAGES_OF_OTHER_BROWSERS,
    sample_cases,
)


@pytest.mark.parametrize("firefox", ["light", DARK], indirect=True)
@pytest.mark.parametrize(
    "name", sample_cases([*PAGES, *DECKS], SAMPLE_PAGES_OF_OTHER_BROWSERS)
)
def test_page(name, firefox_page, address):
    firefox_page.goto(f"{address}/{name}.html", wait_until="load")
    if name not in DECKS:  # whose boxes book.js doesn't measure
        lay_out(firefox_page)
    for width in (1280, 390):
        firefox_page.set_viewport_size({"width": width, "height": 844})
        assert firefox_page.evaluate(OVERFLOW) <= 0, f"sticks out at {width} px"

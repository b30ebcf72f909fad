"""The slides: whole on the screen."""

import pytest

from tests.browser.helpers.sampling import DECKS

FACTS = """() => {
  const slide = document.querySelector(".slides section.present");
  return {
    title: slide.querySelector("h1, h2").textContent,
    height: slide.scrollHeight,
    width: slide.scrollWidth,
    broken: [...slide.querySelectorAll("img")].filter((i) => !i.naturalWidth).length,
  };
}"""


@pytest.mark.parametrize("deck", DECKS)
def test_slides_fit_the_screen(page, address, deck):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/{deck}.html", wait_until="load")
    page.evaluate("document.fonts.ready")
    faults = []
    for index in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("index => Reveal.slide(index)", index)
        facts = page.evaluate(FACTS)
        if facts["height"] > 720 or facts["width"] > 1280 or facts["broken"]:
            faults.append(facts)
    assert not faults

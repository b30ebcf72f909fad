"""The slides: whole on the screen, with the numbers that the book has."""

import pytest

from tools.make_slides import DECKS, find, short_name

FACTS = """() => {
  const slide = document.querySelector(".slides section.present");
  return {
    title: slide.querySelector("h1, h2").textContent,
    height: slide.scrollHeight,
    width: slide.scrollWidth,
    broken: [...slide.querySelectorAll("img")].filter((i) => !i.naturalWidth).length,
  };
}"""


@pytest.mark.parametrize("deck", [deck.stem for deck in sorted(DECKS.glob("*.md"))])
def test_slides_fit_the_screen(page, watch, address, deck):
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{address}/slides/{deck}.html", wait_until="load")
    page.evaluate("document.fonts.ready")
    faults = []
    for place in range(page.evaluate("Reveal.getTotalSlides()")):
        page.evaluate("place => Reveal.slide(place)", place)
        facts = page.evaluate(FACTS)
        if facts["height"] > 720 or facts["width"] > 1280 or facts["broken"]:
            faults.append(facts)
    assert not faults
    assert not watch.errors


def test_make_slides_names_an_element_that_is_not_there(site):
    with pytest.raises(SystemExit, match="has nothing with the id 'eq-no-such'"):
        find(site, "hinge/gradient#eq-no-such")
    with pytest.raises(SystemExit, match=r"no_such\.html is missing: run make book"):
        find(site, "hinge/no_such#eq-layout")


def test_copied_element_keeps_its_number(site):
    assert short_name(find(site, "hinge/gradient#fig-gradient-arrows")) == "Figure 3.1"
    assert short_name(find(site, "hinge/gradient#eq-layout")) == "(3.1)"

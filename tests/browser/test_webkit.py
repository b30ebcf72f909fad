"""Every page loads in WebKit: a desk's width and a phone's, two themes; and its previews."""

import re

import pytest

from tests.browser.helpers.sampling import (
    DARK,
    DECKS,
    PAGES,
    SAMPLE_PAGES_OF_OTHER_BROWSERS,
    sample_cases,
)
from tests.browser.helpers.webkit import open_display, open_webkit

# MiniBrowser's own window cannot be as narrow as a phone; a frame can.
LOAD = """
const [url, width, theme, done] = arguments;
const isParted = (held) => {  // the punctuation from its formula, by the end of a line
    const range = held.ownerDocument.createRange();
    range.selectNodeContents(held.lastChild);
    const end = held.querySelector(".katex-end").getBoundingClientRect();
    return range.getBoundingClientRect().top > end.bottom;
};
localStorage.theme = theme;
const frame = document.createElement("iframe");
frame.style = `width: ${width}px; height: 900px; border: 0`;
frame.onload = () => {
    const page = frame.contentDocument;
    frame.contentWindow.requestAnimationFrame(() => done({
        title: page.title,
        over: page.documentElement.scrollWidth - width,
        height: page.documentElement.scrollHeight,
        background: frame.contentWindow.getComputedStyle(page.body).backgroundColor,
        figures: [...page.images].map((image) => image.src),
        parted: [...page.querySelectorAll(".held")].filter(isParted)
            .map((held) => held.textContent),
    }));
};
frame.src = url;
document.body.replaceChildren(frame);
"""


@pytest.fixture(scope="session")
def display():
    """A display for MiniBrowser."""
    with open_display() as name:
        yield name


@pytest.fixture
def webkit(display):
    """A fresh MiniBrowser: a page that crashes it takes no other test along."""
    with open_webkit(display) as session:
        yield session


@pytest.mark.parametrize("theme", ["light", DARK])
@pytest.mark.parametrize(
    "name", sample_cases([*PAGES, *DECKS], SAMPLE_PAGES_OF_OTHER_BROWSERS)
)
def test_page_loads(name, theme, webkit, address):
    webkit.post("/url", url=f"{address}/{name}.html")
    for width in (1280, 390):
        arguments = [f"{address}/{name}.html", width, theme]
        seen = webkit.post("/execute/async", script=LOAD, args=arguments)
        assert seen["title"]
        assert seen["over"] <= 0, f"sticks out at {width} px"
        assert seen["height"] > 500
        assert not seen["parted"]
        if name not in DECKS:  # which have one theme
            channels = [
                int(number) for number in re.findall(r"\d+", seen["background"])
            ]
            assert (max(channels) < 64) == (theme == "dark")
            figures = [figure for figure in seen["figures"] if ".svg" in figure]
            assert all(figure.endswith(f"#{theme}") for figure in figures)


PREVIEW = """
const [target, done] = arguments;
const link = document.querySelector(`article a.internal[href="${target}"]`);
const look = () => {
    const image = document.querySelector("[role=tooltip] img");
    if (image) requestAnimationFrame(() => done(image.src));
    else setTimeout(look, 50);
};
document.body.dataset.theme = "dark";
const move = () =>
    link.dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
setInterval(move, 1000); // the first ones may come before the script that answers them
move();
look();
"""


def test_figure_of_another_page_has_the_theme_in_a_preview(webkit, address):
    webkit.post("/url", url=f"{address}/book/hinge/gradient.html")
    arguments = ["linear_scores.html#fig-scores-product"]
    source = webkit.post("/execute/async", script=PREVIEW, args=arguments)
    assert source.endswith(".svg?dark#dark")

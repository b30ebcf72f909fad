"""Every page of the book: accessible, quiet, within its width, with no other host."""

import pytest

from tests.browser.helpers.axe import violations
from tests.browser.helpers.layout import OVERFLOW, lay_out
from tests.browser.helpers.sampling import PAGES, sample_cases
from tests.browser.helpers.watch import Watch

SAMPLE_LOOKS = [("light", 1280), ("dark", 390)]
NIGHTLY_LOOKS = [("light", 390), ("dark", 1280)]
# The widest formulas, tables and listings; the looks below try narrow screens as well.
SAMPLE_WIDE = {"book/hinge/regularization", "book/margin/duality", "book/margin/smo"}
SAMPLE_WIDE |= {
    "book/beyond/scaling",
    "book/reference/equations",
    "book/reference/errata",
}
# What is read before the serif font comes is on the screen.
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
FONTS = "document.fonts.status === 'loaded'"
# Add a word, and wait until it is painted: by then all that came before it is laid out, and
# the shifts that this causes are counted.
PAINT_A_WORD = """() => new Promise((resolve) => {
    new PerformanceObserver(resolve).observe({ type: "element" });
    const word = document.createElement("p");
    word.textContent = "word";
    word.style = "position: fixed; top: 0";
    word.setAttribute("elementtiming", "word");
    document.body.append(word);
})"""
SHIFTS = """
  window.shifts = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifts += entry.value;
  }).observe({ type: "layout-shift", buffered: true });
"""
RECAP_IS_ON_TOP = """() => {
    const { top } = document.querySelector("#recap").getBoundingClientRect();
    return 0 <= top && top < 200;
}"""


@pytest.mark.parametrize("name", sorted(SAMPLE_WIDE))
def test_page_fits_a_phone(name, address, page):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/{name}.html", wait_until="load")
    lay_out(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(OVERFLOW) <= 0, f"sticks out at {width} px"


def test_short_code_and_numbers_of_figures_stay_on_one_line(address, page):
    page.goto(f"{address}/book/hinge/gradient.html")
    lay_out(page)
    page.add_style_tag(
        content="article p { width: 0 }"
    )  # breaks all that may be broken
    lines = "(found) => found.map((it) => it.getClientRects().length)"
    for kept in ("code.short", ".std-numref"):
        assert max(page.locator(f"article p {kept}").evaluate_all(lines)) == 1, kept


@pytest.mark.parametrize(
    "looks",
    [SAMPLE_LOOKS, pytest.param(NIGHTLY_LOOKS, marks=pytest.mark.nightly)],
    ids=["looks", "more"],
)
@pytest.mark.parametrize("name", sample_cases(PAGES))
def test_page_is_accessible(name, looks, browser, address):
    faults = []
    for scheme, width in looks:
        size = {"width": width, "height": 900}
        with browser.new_context(color_scheme=scheme, viewport=size) as context:
            watch = Watch(context, address)
            page = context.new_page()
            page.goto(f"{address}/{name}.html", wait_until="load")
            lay_out(page)
            page.evaluate("document.documentElement.classList.add('show-back-to-top')")
            look = f"{scheme}, {width} px"
            # Once, at night: with the glyphs of its formulas a chapter takes twice as long.
            glyphs = (scheme, width) == NIGHTLY_LOOKS[0]
            found = violations(page, glyphs=glyphs, colours=scheme == "dark")
            faults += [f"{look}: {fault}" for fault in found]
            for narrow in (width, 320):
                page.set_viewport_size({"width": narrow, "height": 900})
                if (over := page.evaluate(OVERFLOW)) > 0:
                    faults.append(f"{look}: at {narrow} px, {over} px stick out")
            faults += [f"{look}: console: {text}" for text in watch.errors]
            faults += [f"{look}: asks another host: {url}" for url in watch.refused]
    assert not faults


def test_page_lays_out_far_sections_late_and_nothing_moves(address, page):
    page.add_init_script(SHIFTS)
    page.set_viewport_size({"width": 390, "height": 844})
    held = []
    page.route("**/source-serif*", lambda route: held.append(route))
    page.goto(f"{address}/book/hinge/gradient.html", wait_until="domcontentloaded")
    page.wait_for_function(PAINTED)
    assert held
    for font in held:
        font.continue_()
    page.unroute("**/source-serif*")
    page.wait_for_load_state("load")
    page.wait_for_function(FONTS)
    page.wait_for_function(PAINT_A_WORD)
    assert page.evaluate("shifts") < 0.1  # what Web Vitals call good
    last = page.locator("article section section p").last
    laid_out = "element => element.checkVisibility({ contentVisibilityAuto: true })"
    assert not last.evaluate(laid_out)
    page.goto(f"{address}/book/hinge/gradient.html#recap")
    page.wait_for_function(RECAP_IS_ON_TOP)
    last.scroll_into_view_if_needed()
    page.wait_for_function(laid_out, arg=last.element_handle())

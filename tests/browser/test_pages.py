"""Every page of the book: accessible, quiet, within its width, with no other host."""

import pytest
from playwright.sync_api import expect

from tests.browser.browsers import BOXES, OVERFLOW, Watch, lay_out, violations
from tests.browser.sampling import PAGES, sampled

GATE_LOOKS = [("light", 1280), ("dark", 390)]
NIGHTLY_LOOKS = [("light", 390), ("dark", 1280)]
# The widest formulas, tables and listings; the looks below try narrow screens as well.
GATE_WIDE = {"book/hinge/regularization", "book/margin/duality", "book/margin/smo"}
GATE_WIDE |= {
    "book/beyond/scaling",
    "book/reference/equations",
    "book/reference/errata",
}
# What is read before the serif font comes is on the screen.
PAINTED = "performance.getEntriesByName('first-contentful-paint').length > 0"
FONTS = "document.fonts.status === 'loaded'"
# Once a word put in now is painted, what was due is laid out, and its shifts are counted.
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


@pytest.mark.parametrize("name", sorted(GATE_WIDE))
def test_page_fits_a_phone(name, address, page, watch):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{address}/{name}.html", wait_until="load")
    lay_out(page)
    for width in (390, 320):
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(OVERFLOW) <= 0, f"sticks out at {width} px"
    assert not watch.errors


@pytest.mark.parametrize(
    "looks",
    [GATE_LOOKS, pytest.param(NIGHTLY_LOOKS, marks=pytest.mark.nightly)],
    ids=["looks", "more"],
)
@pytest.mark.parametrize("name", sampled(PAGES))
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


def test_page_scrolls_what_is_wide_by_keyboard(address, page):
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{address}/book/hinge/gradient.html")
    page.evaluate("document.querySelectorAll('details').forEach((d) => d.open = true)")
    lay_out(page)
    unnamed = page.locator(f":is({BOXES})[tabindex]:not([aria-label])")
    assert not unnamed.evaluate_all("boxes => boxes.map((box) => box.outerHTML)")
    assert page.locator("[aria-label^=Listing]").count() == 0  # its lines break
    assert page.locator("[aria-label^=Formula]").count() > 0


def test_links_open_the_fold_that_they_point_into(address, page):
    chapter = f"{address}/book/hinge/gradient.html"
    page.goto(chapter)
    tick = page.locator("a.checked").first
    place = tick.get_attribute("href")
    code = page.locator(f"{place} pre").first
    expect(code).to_be_hidden()
    tick.click()
    expect(code).to_be_visible()
    page.goto("about:blank")
    page.goto(chapter + place)
    expect(code).to_be_visible()


def test_page_from_a_disk_says_where_notebooks_run(site, context):
    page = context.new_page()
    page.goto((site / "book/hinge/gradient.html").as_uri())
    said = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.accept()))
    before = page.url
    page.locator(".run-here").click()
    assert len(said) == 1 and "Run make serve" in said[0]
    assert page.url == before


def test_search_extracts_show_a_formula_once_and_no_buttons(address, page):
    page.goto(f"{address}/search.html?q=hinge gradient")
    formula = page.locator(".context", has_text="X⊤M").first
    expect(formula).not_to_contain_text("\\top")
    start = page.locator(".context", has_text="You will be able").first
    expect(start).not_to_contain_text("in the browser")


def test_search_from_a_disk_lists_pages_without_extracts(site, context):
    page = context.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.resource_type))
    page.goto(f"{(site / 'search.html').as_uri()}?q=margin")
    expect(page.get_by_text("Search finished")).to_be_visible()
    expect(page.locator("ul.search > li").first).to_contain_text("margin")
    assert page.locator(".context").count() == 0
    assert "fetch" not in asked  # it would be refused


@pytest.mark.parametrize(
    ("query", "chapter"), [("mask", "hinge/mask_trick"), ("smo", "margin/smo")]
)
def test_search_finds_the_chapter_of_that_name_first(query, chapter, address, page):
    page.goto(f"{address}/search.html?q={query}")
    first = page.locator("ul.search a").first  # they are listed from the best on
    assert first.get_attribute("href") == f"book/{chapter}.html"

"""What is wide scrolls by keyboard, and a link shows what it leads to, folded or not."""

from playwright.sync_api import expect

from tests.browser.helpers.layout import BOXES, lay_out


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
    anchor = tick.get_attribute("href")
    code = page.locator(f"{anchor} pre").first
    expect(code).to_be_hidden()
    tick.click()
    expect(code).to_be_visible()
    code.locator("xpath=ancestor::details/summary").click()
    expect(code).to_be_hidden()
    tick.click()
    expect(code).to_be_visible()
    page.goto("about:blank")
    page.goto(chapter + anchor)
    expect(code).to_be_visible()


def test_equation_that_a_link_leads_to_is_marked(address, page):
    page.goto(f"{address}/book/margin/duality.html#equation-eq-dual")
    equations = page.locator("#equation-eq-dual, #equation-eq-weak-duality")
    colour = "(found) => found.map((it) => getComputedStyle(it).backgroundColor)"
    marked, plain = equations.evaluate_all(colour)
    assert marked != plain

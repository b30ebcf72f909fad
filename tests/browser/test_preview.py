"""What a link leads to is shown beside it, for the mouse and for the keyboard."""

import pytest
from playwright.sync_api import expect

from tests.browser.helpers.axe import violations
from tests.browser.helpers.layout import lay_out
from tests.browser.helpers.pyodide import START_MS

KERNELS = "book/margin/kernels.html"
CONTROLS = "a[href], button, input, [tabindex], [role=group], [aria-live]"


def open_page(page, address, name=KERNELS):
    """Open a page, and leave the pointer where nothing moves under it.

    Otherwise a browser might report at any time that it has come to lie on something else.
    """
    page.goto(f"{address}/{name}")
    page.mouse.move(0, 0)


def point_at(target, pointer="mouse"):
    """Have a pointer come over what a locator finds first.

    Without moving it: the page may lay out a section and move the target away.
    """
    target.first.dispatch_event("pointerover", {"pointerType": pointer})


@pytest.mark.parametrize(
    ("target", "words"),
    [
        ("#thm-gram", "if and only if for every finite set of points"),
        ("#fig-kernel-widths", "Figure 11."),
        ("duality.html#equation-eq-dual", "max"),
        ("../reference/glossary.html#term-kernel", "feature"),
        ("../reference/bibliography.html#cite-", "reproducing kernels"),
    ],
)
def test_preview_shows_the_target_of_a_link(page, address, target, words):
    open_page(page, address)
    link = page.locator(f'article a.internal[href^="{target}"]').first
    preview = page.get_by_role("tooltip")
    point_at(link)
    expect(preview).to_contain_text(words, timeout=START_MS)
    expect(link).to_have_attribute("aria-describedby", "preview")
    # No name is there twice, and where a word is used is for its own page.
    assert preview.locator(f"{CONTROLS}, [id], .where").count() == 0
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    expect(link).not_to_have_attribute("aria-describedby", "preview")


def test_finger_opens_no_preview(page, address):
    """It would cover the page that a tap leads to."""
    open_page(page, address)
    link = page.locator('article a.internal[href="#thm-gram"]').first
    point_at(link, "touch")
    page.wait_for_timeout(500)  # twice as long as it takes to appear
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_preview_of_a_stepper_is_its_strip(page, address):
    open_page(page, address, f"{KERNELS}#fig-kernel-space")
    expect(page.locator("#fig-kernel-space .stepper")).to_be_visible(timeout=START_MS)
    link = page.locator('article a.internal[href="#fig-kernel-space"]').first
    point_at(link)
    preview = page.get_by_role("tooltip")
    expect(preview.locator("img")).to_be_visible(timeout=START_MS)
    assert preview.locator(CONTROLS).count() == 0


def test_preview_takes_a_figure_from_where_its_page_has_it(page, address):
    """An address relative to that page might lead elsewhere from this one."""
    open_page(page, address, "book/reference/errata.html")
    link = page.locator('article a.internal[href$="#fig-reg-norms"]').first
    point_at(link)
    image = page.get_by_role("tooltip").locator("img")
    expect(image).to_be_visible(timeout=START_MS)
    assert image.get_attribute("src").startswith(f"{address}/_images/")


def test_preview_that_comes_late_is_not_shown(page, context, address):
    """By then the pointer rests on another link."""
    held = []
    open_page(page, address)
    context.route("**/duality.html", lambda route: held.append(route), times=1)
    with page.expect_request("**/duality.html"):
        point_at(page.locator('article a.internal[href^="duality.html#"]'))
    point_at(page.locator('article a.internal[href="#thm-gram"]'))
    preview = page.get_by_role("tooltip")
    expect(preview).to_contain_text("finite set of points")
    with page.expect_request_finished(lambda request: "duality" in request.url):
        held[0].continue_()
    page.wait_for_timeout(300)
    expect(preview).to_have_count(1)
    expect(preview).to_contain_text("finite set of points")


def test_link_that_is_left_and_reached_again_has_one_preview(page, context, address):
    """Its page arrives only when both visits wait for it."""
    held = []
    open_page(page, address)
    context.route("**/duality.html", lambda route: held.append(route), times=1)
    link = page.locator('article a.internal[href^="duality.html#equation-eq-dual"]')
    with page.expect_request("**/duality.html"):
        point_at(link)
    page.keyboard.press("Escape")
    point_at(link)
    page.wait_for_timeout(500)  # twice as long as it takes to ask
    held[0].continue_()
    preview = page.get_by_role("tooltip")
    expect(preview).to_have_count(1)
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)


def test_preview_asks_again_for_a_page_that_did_not_come(page, context, address, watch):
    watch.provoked = ["503"]
    open_page(page, address)
    context.route("**/duality.html", lambda route: route.fulfill(status=503), times=1)
    chapter = page.locator('article a.internal[href^="duality.html#equation-eq-dual"]')
    own = page.locator('article a.internal[href="#thm-gram"]')
    for status in (503, 200):
        with page.expect_response("**/duality.html") as response:
            point_at(chapter)
        assert response.value.status == status
        point_at(own)
        expect(page.get_by_role("tooltip")).to_contain_text("if and only if")


def test_preview_opens_and_closes_by_keyboard(page, address):
    open_page(page, address)
    link = page.locator('article a.internal[href="#thm-gram"]').first
    link.focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_be_visible()
    lay_out(page)
    assert violations(page, "#preview, [aria-describedby=preview]") == []
    # The keyboard scrolls the page under a pointer that rests, which is then over other text.
    point_at(page.locator("article p"))
    page.wait_for_timeout(500)  # twice as long as it takes to go
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    expect(page.get_by_role("tooltip")).to_be_visible()
    page.locator(".sidebar-search").focus()
    expect(page.get_by_role("tooltip")).to_have_count(0)


def test_preview_stays_while_the_pointer_is_on_it(page, address):
    open_page(page, address)
    lay_out(page)
    page.locator('article a.internal[href="#thm-gram"]').first.hover()
    preview = page.get_by_role("tooltip")
    preview.hover()
    page.wait_for_timeout(500)  # twice as long as it takes to go
    expect(preview).to_be_visible()
    page.mouse.move(0, 0)
    expect(preview).to_have_count(0)


@pytest.mark.parametrize("block", ["start", "end"])
def test_preview_lies_within_the_window(page, address, block):
    """Below a link at the upper edge, and above one at the lower."""
    open_page(page, address)
    lay_out(page)
    link = page.locator('article a.internal[href="#thm-gram"]').first
    link.evaluate("(link, block) => link.scrollIntoView({ block })", block)
    point_at(link)
    expect(page.get_by_role("tooltip")).to_be_in_viewport(ratio=1)


def test_preview_opens_for_a_pointer_that_rests(page, context, address):
    def late(route):
        link = page.locator('article a.internal[href="#thm-gram"]').first
        link.scroll_into_view_if_needed()
        link.hover()
        route.continue_()

    context.route("**/preview.mjs*", late)
    page.goto(f"{address}/{KERNELS}", wait_until="commit")
    expect(page.get_by_role("tooltip")).to_be_visible(timeout=START_MS)

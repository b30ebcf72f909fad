"""Algorithms that play: driven by keys to the end, they show the frames of their trace.

The cell that draws a figure asserts that its last frame is svmlib's result.
"""

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers.pyodide import START_MS
from tests.browser.helpers.sampling import sample_cases

SMO = "book/margin/smo.html#fig-smo-steps"
HELD = re.compile(r"<metadata>(.*)</metadata>", re.DOTALL)


CHAPTERS = [
    "book/hinge/gradient",
    "book/hinge/gradient_check",
    "book/hinge/mask_trick",
    "book/hinge/regularization",
    "book/hinge/training",
    "book/margin/duality",
    "book/margin/hyperplanes",
    "book/margin/kernels",
    "book/margin/smo",
]
SAMPLE_CHAPTERS = {"book/hinge/mask_trick", "book/margin/smo"}


def open_stepper(page, address, docname):
    """Open a chapter, and return its stepper and the trace that this has read."""
    page.goto(f"{address}/{docname}.html")
    image = page.locator("img.stepper, .stepper + img").first
    trace = HELD.search(page.request.get(image.evaluate("i => i.src")).text())
    assert trace
    image.evaluate("i => i.closest('figure').scrollIntoView()")
    return page.locator(".stepper[role=group]"), json.loads(trace[1])


def expect_last_frame(box, run):
    title, words, marks = run["frames"][-1]
    expect(box.get_by_label("Next")).to_be_disabled()
    expect(box.locator("[aria-live]")).to_have_text(f"{title}. {words}")
    expect(box.locator("svg > *")).to_have_count(len(marks))


def to_the_end_by_keys(page, address, docname):
    """Step to the last frame of the first run, and jump to that of the others."""
    box, trace = open_stepper(page, address, docname)
    first, *others = trace["runs"]
    count, last = box.locator(".stepper-count"), len(first["frames"])
    expect(count).to_have_text(f"1 of {last}", timeout=START_MS)
    expect(box.locator("+ img")).to_be_hidden()
    box.locator("[data-play]").focus()
    for n in range(2, last + 1):
        page.keyboard.press("ArrowRight")
        expect(count).to_have_text(f"{n} of {last}")
    expect_last_frame(box, first)
    page.keyboard.press("Home")
    expect(count).to_have_text(f"1 of {last}")
    for run in others:
        button = box.get_by_role("button", name=run["name"], exact=True)
        button.click()
        expect(button).to_have_attribute("aria-pressed", "true")
        box.get_by_label("Step", exact=True).press("End")
        expect_last_frame(box, run)


@pytest.mark.parametrize("docname", sample_cases(CHAPTERS, SAMPLE_CHAPTERS))
def test_stepper_goes_to_the_end(docname, page, address):
    to_the_end_by_keys(page, address, docname)
    page.emulate_media(media="print")
    expect(page.locator(".stepper[role=group]")).to_be_hidden()
    expect(page.locator(".stepper + img")).to_be_visible()


@pytest.mark.nightly
@pytest.mark.parametrize("docname", CHAPTERS)
def test_stepper_goes_to_the_end_in_firefox(docname, firefox_page, address):
    to_the_end_by_keys(firefox_page, address, docname)


def test_stepper_plays_and_pauses(page, address):
    page.clock.install()
    page.goto(f"{address}/{SMO}")
    box = page.locator("#fig-smo-steps .stepper")
    box.get_by_role("button", name="Play").click()
    expect(box.locator("p").first).to_have_attribute("aria-live", "off")
    for n in range(2, 4):
        page.clock.fast_forward(20_000)
        expect(box.locator(".stepper-count")).to_have_text(f"{n} of 7")
    box.get_by_role("button", name="Pause").click()
    page.clock.fast_forward(60_000)
    expect(box.locator(".stepper-count")).to_have_text("3 of 7")
    page.keyboard.press("End")
    box.get_by_role("button", name="Play").click()
    for n in range(1, 3):  # from the beginning again
        expect(box.locator(".stepper-count")).to_have_text(f"{n} of 7")
        page.clock.fast_forward(20_000)


def test_keys_with_ctrl_do_not_step(page, address):
    """They belong to the browser."""
    page.goto(f"{address}/{SMO}")
    box = page.locator("#fig-smo-steps .stepper")
    box.locator("[data-play]").focus()
    page.keyboard.press("Control+End")
    expect(box.locator(".stepper-count")).to_have_text("1 of 7")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_marks_move_unless_the_reader_wants_less_motion(motion, page, address):
    page.emulate_media(reduced_motion=motion)
    page.goto(f"{address}/book/margin/kernels.html#fig-kernel-space")
    box = page.locator("#fig-kernel-space .stepper")
    step = """(box) => {
        box.querySelector('[data-go="1"]').click();
        return box.querySelector("svg").innerHTML;
    }"""
    begun = box.evaluate(step)
    page.wait_for_timeout(500)  # longer than the way takes
    assert (begun == box.locator("svg").inner_html()) == (motion == "reduce")


def test_stepper_that_did_not_come_is_tried_again(page, context, address, watch):
    def refuse(route):
        if route.request.resource_type == "fetch":
            route.fulfill(status=503)
        else:
            route.fallback()

    watch.provoked = ["503"]
    page.goto(f"{address}/{SMO.partition('#')[0]}")
    context.route("**/*.svg", refuse)
    figure = page.locator("#fig-smo-steps")
    with page.expect_response(lambda response: response.status == 503):
        figure.scroll_into_view_if_needed()
    context.unroute("**/*.svg", refuse)
    expect(figure.locator("img.stepper")).to_be_visible()
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(500)
    figure.scroll_into_view_if_needed()
    expect(figure.locator(".stepper-count")).to_have_text("1 of 7", timeout=START_MS)


def test_picture_in_space_turns_by_arrow_keys(page, address):
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}/book/margin/kernels.html#fig-kernel-space")
    box = page.locator("#fig-kernel-space .stepper")
    picture, count = box.locator("svg"), box.locator(".stepper-count")
    picture.focus()
    before = picture.inner_html()
    page.keyboard.press("ArrowRight")
    turned = picture.inner_html()
    assert turned != before
    for key in ("ArrowDown", "ArrowUp"):  # as far as the view from above, or the front
        for _ in range(12):
            page.keyboard.press(key)
        turned = picture.inner_html()
        page.keyboard.press(key)
        assert picture.inner_html() == turned
    expect(count).to_have_text("1 of 6")
    box.get_by_role("button", name="Next").click()
    expect(count).to_have_text("2 of 6")
    assert picture.inner_html() != turned  # at once, with reduced motion


def test_picture_in_space_turns_by_a_drag(page, address):
    page.goto(f"{address}/book/margin/kernels.html#fig-kernel-space")
    picture = page.locator("#fig-kernel-space .stepper svg")
    picture.scroll_into_view_if_needed()
    before = picture.inner_html()
    box = picture.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 40, y)
    sideways = picture.inner_html()
    assert sideways != before
    page.mouse.move(x + 40, y + 30)
    upright = picture.inner_html()
    assert upright != sideways
    page.mouse.move(box["x"] - 30, y + 30)  # outside, but the button is down
    assert picture.inner_html() != upright
    page.mouse.up()
    upright = picture.inner_html()
    page.mouse.move(x, y)  # the button is up
    assert picture.inner_html() == upright

"""The margin lab's plane: points are moved by mouse, by keyboard and by touch."""

import pytest
from playwright.sync_api import expect

from book._ext.labs.presets import PRESETS
from tests.browser.helpers.lab_actions import (
    IS_NEWEST,
    MARGIN_LAB,
    at,
    choose,
    compare,
    settle,
    solved,
    start,
)
from tests.browser.helpers.layout import OVERFLOW
from tests.browser.helpers.pyodide import START_MS
from tests.browser.helpers.watch import watched

COUNT_REQUESTS = """async () => {
    const { pythonClient } = await import("../../_static/python/client.mjs");
    return pythonClient.lastId;
}"""


def test_drag_moves_a_point(six):
    canvas = six.locator("canvas")
    before = solved(six)[1]
    six.mouse.move(*at(canvas, 1, 0))
    six.mouse.down()
    six.mouse.move(*at(canvas, 0, 1), steps=12)
    six.mouse.move(*at(canvas, -1, 2), steps=12)
    six.mouse.up()
    assert compare(six)["points"][2] == pytest.approx([-1, 2], abs=0.03)
    assert solved(six)[1]["primal"] > before["primal"]
    expect(six.locator(".lab-point")).to_contain_text("Point 2, class +1")


def test_finer_solution_waits_until_the_point_is_let_go(six):
    """A click that moves nothing has nothing solved."""
    canvas = six.locator("canvas")
    six.mouse.move(*at(canvas, 1, 0))
    six.mouse.down()
    six.mouse.move(*at(canvas, -1, 2))
    six.wait_for_function(IS_NEWEST)
    six.wait_for_timeout(300)
    assert six.get_attribute(".lab", "data-settled") == "no"
    six.mouse.up()
    settle(six)
    requests = six.evaluate(COUNT_REQUESTS)
    six.mouse.click(*at(canvas, -1, 2))
    six.wait_for_timeout(300)
    assert six.evaluate(COUNT_REQUESTS) == requests


def test_margin_lab_follows_a_drag_in_firefox(pyodide, firefox_page, address):
    start(firefox_page, f"{address}/{MARGIN_LAB}")
    choose(firefox_page, "six")
    before = solved(firefox_page)[1]
    canvas = firefox_page.locator("canvas")
    firefox_page.mouse.move(*at(canvas, 1, 0))
    firefox_page.mouse.down()
    firefox_page.mouse.move(*at(canvas, -1, 2), steps=12)
    firefox_page.mouse.up()
    assert compare(firefox_page)["points"][2] == pytest.approx([-1, 2], abs=0.03)
    assert solved(firefox_page)[1]["primal"] > before["primal"]


def test_moves_by_key_and_by_drag_are_undone_one_by_one(six):
    """However quickly they follow each other."""
    canvas = six.locator("canvas")
    places = [solved(six)[0]["points"][0]]

    def note_place():
        places.append(solved(six)[0]["points"][0])

    press(six, "n", "ArrowUp")
    note_place()
    for x, y in ((-2, 2), (-3, 1)):
        six.mouse.move(*at(canvas, *places[-1]))
        six.mouse.down()
        six.mouse.move(*at(canvas, x, y))
        six.mouse.up()
        note_place()
    press(six, "ArrowUp")
    for place in reversed(places):
        six.locator('[data-action="undo"]').click()
        assert solved(six)[0]["points"][0] == place


def test_point_is_added_relabelled_and_removed_and_all_is_undone(six):
    six.mouse.click(*at(six.locator("canvas"), 3, 3))
    assert len(compare(six)["points"]) == 7
    six.locator('[data-action="relabel"]').click()
    assert compare(six)["labels"][-1] == -1
    six.locator('[data-action="remove"]').click()
    assert len(compare(six)["points"]) == 6
    for _ in range(3):
        six.locator('[data-action="undo"]').click()
    assert compare(six) == PRESETS["six"].args()


def test_lab_takes_no_more_than_two_hundred_points(six):
    code = """([x, y]) => {
        const { lab } = document.querySelector(".lab");
        const points = Array.from({ length: 200 }, (_, n) => (
            { x, y, label: n % 2 ? 1 : -1 }));
        lab.set({ points });
    }"""
    six.evaluate(code, [1, 0])
    settle(six)
    six.mouse.click(*at(six.locator("canvas"), 3, 3))
    note = six.locator(".lab-note")
    expect(note).to_have_text("The lab takes 200 points, and no more.")
    assert len(solved(six)[0]["points"]) == 200


def test_numbers_are_faint_while_newer_ones_take_long(six):
    numbers, note = six.locator(".lab-numbers"), six.locator(".lab-note")
    six.evaluate("document.querySelector('.lab').lab.unsettle()")
    expect(numbers).to_have_attribute("aria-busy", "true")
    expect(note).to_contain_text("Still computing")
    six.evaluate("document.querySelector('.lab').lab.update()")
    settle(six)
    expect(numbers).to_have_attribute("aria-busy", "false")
    expect(note).to_be_empty()


def test_press_that_strays_adds_no_point(six):
    x, y = at(six.locator("canvas"), 3, 3)
    six.mouse.move(x, y)
    six.mouse.down()
    six.mouse.move(x + 20, y)
    six.mouse.up()
    assert solved(six)[0] == PRESETS["six"].args()


def test_clicks_for_the_other_class_are_undone_and_redone(six):
    active = six.locator('[aria-pressed="true"]')
    expect(active).to_have_text("Six points")
    canvas = six.locator("canvas")
    six.mouse.click(*at(canvas, 3, 3), button="right")
    six.keyboard.down("Shift")
    six.mouse.click(*at(canvas, 0, -3))
    six.keyboard.up("Shift")
    six.mouse.click(*at(canvas, 4, 1), button="right")
    args, result = solved(six)
    assert args["labels"] == [-1, 1, 1, -1, -1, -1, -1, -1]
    expect(active).to_have_count(0)
    for _ in range(3):
        six.keyboard.press("Control+z")
    assert compare(six) == PRESETS["six"].args()
    expect(active).to_have_text("Six points")
    for key in ("Control+Shift+Z", "Control+y"):
        six.keyboard.press(key)
    six.locator('[data-action="redo"]').click()
    assert solved(six) == (args, result)
    expect(six.locator('[data-action="redo"]')).to_be_disabled()


def test_pointer_reads_f(six):
    six.mouse.move(*at(six.locator("canvas"), -3, 2))
    f = six.locator(".lab-reading").inner_text().partition("= ")[2]
    assert float(f.replace("−", "-")) == pytest.approx(-1.5, abs=0.02)


@pytest.mark.parametrize(("x", "y"), [(-4.9, 3.6), (4.9, 3.6), (4.9, -3.6), (0, 0)])
def test_reading_is_in_the_plane_and_beside_the_pointer(x, y, six):
    canvas = six.locator("canvas")
    pointer_x, pointer_y = at(canvas, x, y)
    six.mouse.move(pointer_x, pointer_y)
    plane, reading = canvas.bounding_box(), six.locator(".lab-reading").bounding_box()
    for low, size, pointer in (("x", "width", pointer_x), ("y", "height", pointer_y)):
        first, last = reading[low], reading[low] + reading[size]
        assert plane[low] <= first <= last <= plane[low] + plane[size]
        assert not first <= pointer <= last


def press(page, *keys):
    """Press keys on the plane."""
    page.locator("canvas").focus()
    for key in keys:
        page.keyboard.press(key)


def test_keys_select_and_move_a_point(six):
    x, y = solved(six)[0]["points"][0]
    press(six, "n", "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    assert compare(six)["points"][0] == pytest.approx([x + 0.2, y + 0.5])


def test_keys_change_the_class_of_a_point_and_undo_it(six):
    label = solved(six)[0]["labels"][0]
    press(six, "n", "+" if label > 0 else "-")
    assert solved(six)[0]["labels"][0] == label  # as it was
    press(six, "l")
    assert solved(six)[0]["labels"][0] == -label
    line = six.locator(".lab-point")
    expect(line).to_contain_text("Point 0")
    press(six, "u")
    expect(line).to_contain_text("Click to add a point")  # none is selected
    assert compare(six) == PRESETS["six"].args()


def test_plus_needs_no_shift_and_with_ctrl_a_key_is_the_browsers(six):
    first, *others = solved(six)[0]["labels"]
    press(six, "n", "Control+l")
    assert solved(six)[0]["labels"] == [first, *others]
    press(six, "-", "=")
    assert solved(six)[0]["labels"] == [1, *others]


@pytest.mark.parametrize("key", ["Delete", "Backspace"])
def test_keys_add_a_point_at_the_cross_and_remove_it(key, six):
    x, y = solved(six)[0]["points"][0]
    press(six, "n", "Escape", "ArrowLeft")
    expect(six.locator("#lab-summary")).to_contain_text(f"The cross is at ({x - 0.1},")
    press(six, "-", "Enter")
    after = compare(six)
    assert (len(after["points"]), after["labels"][-1]) == (7, -1)
    assert after["points"][-1] == pytest.approx([x - 0.1, y], abs=0.011)
    press(six, key)
    # The summary says so as well, but only until the lab has solved the six points.
    expect(six.locator(".lab-point")).to_contain_text(f"The cross is at ({x - 0.1},")
    assert compare(six) == PRESETS["six"].args()


def test_lab_is_started_and_left_by_keyboard(pyodide, address, page):
    page.goto(f"{address}/{MARGIN_LAB}")
    page.wait_for_selector(".lab-start")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "lab-start":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(".lab-stage", timeout=START_MS)
    settle(page)
    assert page.evaluate("document.activeElement.tagName") == "CANVAS"
    expect(page.locator('[aria-pressed="true"]')).to_have_text("Overlapping")
    assert compare(page) == PRESETS["overlapping"].args()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "CANVAS"


@pytest.mark.nightly
def test_margin_lab_by_touch(pyodide, address, browser):
    phone = {"viewport": {"width": 390, "height": 800}, "is_mobile": True}
    with browser.new_context(has_touch=True, **phone) as touch, watched(touch, address):
        page = touch.new_page()
        start(page, f"{address}/{MARGIN_LAB}")
        page.locator('button[data-preset="six"]').tap()
        settle(page)
        canvas = page.locator("canvas")
        page.touchscreen.tap(*at(canvas, 0, -3))
        assert len(compare(page)["points"]) == 7
        page.touchscreen.tap(*at(canvas, 4, 1))
        expect(page.locator(".lab-point")).to_contain_text("Point 0")
        session = touch.new_cdp_session(page)
        positions = [at(canvas, 4, 1), at(canvas, 3, 2), at(canvas, 2, 3)]
        for kind, position in zip(
            ("touchStart", "touchMove", "touchMove"), positions, strict=True
        ):
            points = [{"x": position[0], "y": position[1]}]
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}
        )
        assert compare(page)["points"][0] == pytest.approx([2, 3], abs=0.1)
        assert page.evaluate(OVERFLOW) <= 0


@pytest.mark.nightly
def test_margin_lab_begins_on_the_screen_of_a_phone(pyodide, address, browser):
    phone = {"width": 320, "height": 640}
    with browser.new_context(has_touch=True, is_mobile=True, viewport=phone) as touch:
        page = touch.new_page()
        start(page, f"{address}/{MARGIN_LAB}")
        code = "document.querySelector('.lab-stage').getBoundingClientRect().top"
        assert 0 <= page.evaluate(code) <= 320
        point = solved(page)[0]["points"][0]
        position = at(page.locator("canvas"), *point)
        page.touchscreen.tap(position[0], position[1] + 4)
        assert len(solved(page)[0]["points"]) == 30
        page.locator('[data-action="clear"]').tap()
        position = at(page.locator("canvas"), *point)
        for dy in (0, 18):
            page.touchscreen.tap(position[0], position[1] + dy)
        assert len(solved(page)[0]["points"]) == 2


def test_plane_leaves_room_for_the_controls(pyodide, address, page):
    page.set_viewport_size({"width": 390, "height": 650})
    start(page, f"{address}/{MARGIN_LAB}")
    plane = page.locator("canvas").bounding_box()
    assert 0 <= plane["y"] <= 650 - plane["height"]
    for width in (390, 900, 1366):
        page.set_viewport_size({"width": width, "height": 650})
        plane = page.locator("canvas").bounding_box()
        slider = page.get_by_label("C", exact=True).bounding_box()
        assert plane["height"] <= 0.56 * 650
        beside = slider["x"] > plane["x"] + plane["width"]
        assert beside == (width > 390)
        if beside:
            assert slider["y"] + slider["height"] <= plane["y"] + 650


def test_plane_has_the_colours_of_the_theme(six):
    colour = "document.querySelector('.lab').lab.plot.colour('empty')"
    for scheme, rgb in (("dark", "rgb(30, 34, 41)"), ("light", "rgb(246, 247, 249)")):
        six.emulate_media(color_scheme=scheme)
        assert six.evaluate(colour) == rgb

"""The margin lab, as a reader uses it."""

import json
import re

import numpy as np
import pytest
from playwright.sync_api import expect

from book._ext.lab_presets import PRESETS, preset_args
from book._scripts.python import margin_lab as native
from tests.browser.browsers import (
    MASK,
    START_MS,
    Watch,
    answer_from_copy,
    lay_out,
    violations,
)
from tests.browser.labs import LAB, settle, start
from tools.pyodide.make_pyodide import CDN

SOLVED = """async () => {
    const { toArgs } = await import("../../_static/margin-lab/solver.mjs");
    const { lab } = document.querySelector(".lab");
    return [toArgs(lab.state), lab.result];
}"""


def solved(page):
    """Return the arguments of the problem that is shown, and its result."""
    settle(page)
    return tuple(page.evaluate(SOLVED))


def grid_of(kernel):
    """Return the grid that a resting reader sees."""
    if kernel["name"] == "linear":
        return (2, 2)
    return (192, 144) if kernel["name"] == "rbf" and kernel["gamma"] > 10 else (96, 72)


def compare(page):
    """Compare all numbers with those of svmlib here; return the arguments."""
    args, result = solved(page)
    expected = native.solve(**args, grid=grid_of(args["kernel"]))
    assert result.keys() == expected.keys()
    for name in ("kind", "note", "flat"):
        assert result[name] == expected[name], name
    assert result["width"] == pytest.approx(expected["width"], rel=1e-9)
    # Rounding differs in the browser, and so may the step after which no pair violates its
    # condition by more than 1e-10. Primal and dual are then at most 1e-10 C N / 2 apart,
    # there as here, and that is all that their gap tells.
    gap = max(1e-9, 5e-11 * args["C"] * len(args["labels"]))
    others = {"kind", "note", "flat", "width", "steps", "kkt_gap"}
    for name in expected.keys() - others:
        atol = gap if name == "duality_gap" else 1e-9
        np.testing.assert_allclose(
            result[name], expected[name], rtol=1e-9, atol=atol, err_msg=name
        )
    return args


def at(canvas, x, y):
    """Return where a place of the plane is on the screen."""
    canvas.scroll_into_view_if_needed()
    box = canvas.bounding_box()
    right, top = native.LIMITS
    return (
        box["x"] + (x + right) / (2 * right) * box["width"],
        box["y"] + (top - y) / (2 * top) * box["height"],
    )


def choose(page, name):
    """Choose one of the lab's presets."""
    page.locator(f'button[data-preset="{name}"]').click()
    settle(page)


@pytest.fixture(scope="module")
def started(pyodide, browser, address):
    """A started lab and its guard, for all tests that can share them."""
    with browser.new_context(viewport={"width": 1280, "height": 900}) as context:
        watch = Watch(context, address)
        page = context.new_page()
        start(page, f"{address}/{LAB}")
        yield page, watch


@pytest.fixture
def six(started):
    """The started lab with its six points; at the end, nothing went wrong in it."""
    page, watch = started
    choose(page, "six")
    yield page
    errors, refused = [*watch.errors], [*watch.refused]
    watch.errors.clear()
    watch.refused.clear()
    assert not errors
    assert not refused


@pytest.mark.nightly
@pytest.mark.parametrize("name", PRESETS)
def test_margin_lab_gives_svmlibs_numbers(name, six):
    choose(six, name)
    assert compare(six) == preset_args(name)
    for kernel in ("linear", "poly", "rbf"):
        six.locator(f'[name="lab-kernel"][value="{kernel}"]').check()
        assert compare(six)["kernel"]["name"] == kernel


def test_six_points_in_numbers_words_and_a_table(six):
    shown = six.locator(".lab-numbers").inner_text()
    assert re.search(r"width 2/‖w‖\s+4\s", shown)
    assert re.search(r"dual\s+0\.625", shown)
    assert "2 on the margin, 1 inside the margin, 1 misclassified" in (
        six.locator("#lab-summary").text_content() or ""
    )
    six.get_by_text("The points in a table").click()
    row = six.locator(".lab-table tbody tr").nth(5)
    assert row.inner_text().split() == ["5", "(1,", "1)", "−1", "0.25", "1.5"] + [
        "misclassified"
    ]


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


def test_point_is_added_relabelled_and_removed_and_all_is_undone(six):
    six.mouse.click(*at(six.locator("canvas"), 3, 3))
    assert len(compare(six)["points"]) == 7
    six.locator('[data-action="relabel"]').click()
    assert compare(six)["labels"][-1] == -1
    six.locator('[data-action="remove"]').click()
    assert len(compare(six)["points"]) == 6
    for _ in range(3):
        six.locator('[data-action="undo"]').click()
    assert compare(six) == preset_args("six")


def test_C_is_set_by_its_slider_and_as_a_number(six):
    slider = six.get_by_label("C", exact=True)
    slider.focus()
    slider.press("End")
    assert compare(six)["C"] == 1e4
    number, hint = six.get_by_label("C, as a number"), six.locator("#lab-C-hint")
    number.fill("0,5")
    assert compare(six)["C"] == 0.5
    number.fill("-3")
    expect(hint).to_contain_text("C must be")
    number.fill("2")
    expect(hint).to_contain_text("Large: little slack")


def test_link_leads_another_reader_to_the_same(six, browser, address):
    six.locator('[name="lab-kernel"][value="poly"]').check()
    six.get_by_label("degree", exact=True).fill("5")
    six.get_by_label("coef0, as a number").fill("0")
    six.get_by_label("gamma, as a number").fill("0.3")
    linked = compare(six)
    kernel = {"name": "poly", "degree": 5, "coef0": 0, "gamma": 0.3}
    assert linked["kernel"] == kernel
    six.context.grant_permissions(["clipboard-read", "clipboard-write"])
    six.locator('[data-action="link"]').click()
    expect(six.locator(".lab-note")).to_contain_text("link")
    link = six.evaluate("navigator.clipboard.readText()")
    assert link == six.url
    with browser.new_context() as other:
        guard = Watch(other, address)
        reader = other.new_page()
        start(reader, link)
        assert solved(reader) == solved(six)
        assert not guard.errors
        assert not guard.refused


def test_empty_plane_asks_for_two_classes(six):
    six.locator('[data-action="clear"]').click()
    expect(six.locator(".lab-note")).to_contain_text("Two classes are needed")


def test_margin_lab_follows_a_drag_in_firefox(pyodide, firefox_page, address):
    start(firefox_page, f"{address}/{LAB}")
    choose(firefox_page, "six")
    before = solved(firefox_page)[1]
    canvas = firefox_page.locator("canvas")
    firefox_page.mouse.move(*at(canvas, 1, 0))
    firefox_page.mouse.down()
    firefox_page.mouse.move(*at(canvas, -1, 2), steps=12)
    firefox_page.mouse.up()
    assert compare(firefox_page)["points"][2] == pytest.approx([-1, 2], abs=0.03)
    assert solved(firefox_page)[1]["primal"] > before["primal"]


def test_pointer_reads_f(six):
    six.mouse.move(*at(six.locator("canvas"), -3, 2))
    f = six.locator(".lab-reading").inner_text().partition("= ")[2]
    assert float(f.replace("−", "-")) == pytest.approx(-1.5, abs=0.02)


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
    assert compare(six) == preset_args("six")
    expect(active).to_have_text("Six points")
    for key in ("Control+Shift+Z", "Control+y"):
        six.keyboard.press(key)
    six.locator('[data-action="redo"]').click()
    assert solved(six) == (args, result)
    expect(six.locator('[data-action="redo"]')).to_be_disabled()


def test_solver_goes_step_by_step(six):
    args, result = solved(six)
    six.locator('[data-action="forward"]').click()
    words = six.locator(".lab-step")
    expect(words).to_contain_text("Step 1 of")
    alpha = solved(six)[1]["alpha"]
    assert alpha == native.solve(**args, max_iter=1, step=True)["alpha"]
    six.get_by_label("Step of the solver").press("End")
    expect(words).to_contain_text("The solution")
    assert solved(six) == (args, result)


def test_points_are_drawn_with_noise_and_without(six):
    six.locator('[data-action="draw"]').click()
    six.wait_for_function(
        "document.querySelector('.lab').lab.state.points.length === 40"
    )
    six.get_by_label("noise").press("Home")
    assert len({*map(tuple, solved(six)[0]["points"])}) == 2
    six.locator('[data-action="undo"]').click()
    assert len({*map(tuple, solved(six)[0]["points"])}) == 40


def test_plane_leaves_room_for_the_controls(pyodide, address, page, watch):
    page.set_viewport_size({"width": 390, "height": 650})
    start(page, f"{address}/{LAB}")
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


def test_margin_lab_by_keyboard_alone(pyodide, address, page, watch):
    page.goto(f"{address}/{LAB}")
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
    args = compare(page)
    assert args == preset_args("overlapping")
    first = args["points"][0]
    for key in ("n", "ArrowRight", "ArrowRight", "Shift+ArrowUp"):
        page.keyboard.press(key)
    args = compare(page)
    assert args["points"][0] == pytest.approx([first[0] + 0.2, first[1] + 0.5])
    page.keyboard.press("l")
    assert compare(page)["labels"][0] == -args["labels"][0]
    page.keyboard.press("u")
    page.keyboard.press("n")
    page.keyboard.press("Escape")
    for key in ("ArrowLeft", "-", "Enter"):
        page.keyboard.press(key)
    after = compare(page)
    assert (len(after["points"]), after["labels"][-1]) == (31, -1)
    x, y = args["points"][0]
    assert after["points"][-1] == pytest.approx([x - 0.1, y], abs=0.011)
    page.keyboard.press("Delete")
    assert compare(page)["points"] == args["points"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") != "CANVAS"
    assert not watch.errors


@pytest.mark.nightly
def test_margin_lab_by_touch(pyodide, address, browser):
    phone = {"width": 390, "height": 800}
    with browser.new_context(has_touch=True, is_mobile=True, viewport=phone) as touch:
        watch = Watch(touch, address)
        page = touch.new_page()
        start(page, f"{address}/{LAB}")
        page.locator('button[data-preset="six"]').tap()
        settle(page)
        canvas = page.locator("canvas")
        page.touchscreen.tap(*at(canvas, 0, -3))
        assert len(compare(page)["points"]) == 7
        page.touchscreen.tap(*at(canvas, 4, 1))
        expect(page.locator(".lab-point")).to_contain_text("Point 0")
        session = touch.new_cdp_session(page)
        places = [at(canvas, 4, 1), at(canvas, 3, 2), at(canvas, 2, 3)]
        for kind, place in zip(
            ("touchStart", "touchMove", "touchMove"), places, strict=True
        ):
            points = [{"x": place[0], "y": place[1]}]
            session.send(
                "Input.dispatchTouchEvent", {"type": kind, "touchPoints": points}
            )
        session.send(
            "Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []}
        )
        assert compare(page)["points"][0] == pytest.approx([2, 3], abs=0.1)
        over = "document.documentElement.scrollWidth > innerWidth"
        assert not page.evaluate(over)
        assert not watch.errors
        assert not watch.refused


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("lab=1&k=linear&C=-1&p=", "C must be"),
        ("lab=1&k=linear&C=1", "no points; was the link cut off?"),
    ],
)
def test_margin_lab_says_what_is_wrong_with_a_link(
    fragment, words, address, page, watch
):
    page.goto(f"{address}/{LAB}#{fragment}")
    expect(page.locator(".lab-warning")).to_contain_text(words)
    expect(page.locator(".lab-start")).to_have_text("Start the lab")
    assert not re.search(r"[?!.]\.", page.locator(".lab-warning").inner_text())


IS_SHOWN = """() => {
    const { lab } = document.querySelector(".lab");
    return lab.shown?.version === lab.version;
}"""
# The first point's place in the result that is shown.
SHOWN_X = "document.querySelector('.lab').lab.shown.state.points[0].x"
HOLD = """async () => {
    const { pythonClient } = await import("../../_static/python-client.mjs");
    pythonClient.maxWaitMs = 600_000; // however long the test holds a request
    const { worker } = pythonClient;
    const post = worker.postMessage.bind(worker);
    window.held = [];
    worker.postMessage = (message) => held.push(message);
    window.sendNext = () => post(held.shift());
    const summary = document.querySelector("#lab-summary");
    window.announced = [];
    new MutationObserver(() => announced.push(summary.textContent))
        .observe(summary, { childList: true });
}"""


def test_boundary_follows_a_drag_when_a_solve_is_slow(pyodide, address, page, watch):
    """Each request is held until the point has moved on: its result is shown all the same."""
    start(page, f"{address}/{LAB}")
    canvas = page.locator("canvas")
    args, _ = solved(page)
    page.evaluate(HOLD)
    x, y = at(canvas, *args["points"][0])
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 4):
        shown = page.evaluate(SHOWN_X)
        for dx in range(5):
            page.mouse.move(x + 30 * step + dx, y)
        page.wait_for_function("held.length === 1")  # the newer ones wait in the client
        page.evaluate("sendNext()")
        page.wait_for_function(f"(shown) => ({SHOWN_X}) !== shown", arg=shown)
    page.mouse.up()
    page.wait_for_function("""() => {
        if (held.length) sendNext();
        return document.querySelector(".lab").dataset.settled === "yes";
    }""")
    assert compare(page) != args
    announced = page.evaluate("announced")
    assert len(announced) <= 2  # what is selected, and what came of it
    assert announced[-1].startswith("Point 0, class")
    assert "Width" in announced[-1]
    expect(canvas).to_have_accessible_name("The plane")
    expect(canvas).to_have_accessible_description(
        re.compile("arrow keys.*Width", re.DOTALL)
    )
    assert not page.locator("details #lab-keys-hint").count()
    assert not watch.errors


def test_hard_problem_has_a_quick_result_wherever_it_is_dragged(six):
    """As long as a point moves the solver stops early, so that the boundary follows."""
    choose(six, "overlapping")
    six.locator('[name="lab-kernel"][value="poly"]').check()
    for name, value in (("C", "10000"), ("gamma", "100")):
        six.get_by_label(f"{name}, as a number").fill(value)
    six.get_by_label("degree", exact=True).fill("8")
    args, _ = solved(six)
    x, y = at(six.locator("canvas"), *args["points"][0])
    six.mouse.move(x, y)
    six.mouse.down()
    for place in range(1, 4):
        most = six.evaluate("document.querySelector('.lab').lab.solver.maxSteps")
        six.mouse.move(x - 20 * place, y)
        six.wait_for_function(IS_SHOWN)
        assert six.evaluate("document.querySelector('.lab').lab.result.steps") <= most
    six.mouse.up()
    assert solved(six)[1]["steps"] > most


@pytest.mark.nightly
def test_numbers_typed_are_undone_one_by_one_and_go_into_the_address(
    pyodide, address, page, watch
):
    page.clock.install()
    start(page, f"{address}/{LAB}")
    first = compare(page)
    number = page.get_by_label("C, as a number")
    number.fill("10")
    settle(page)
    page.clock.fast_forward(1100)
    number.fill("100")
    number.press("Enter")
    number.fill("1000")
    settle(page)
    page.wait_for_function("location.hash.includes('C=1000&')")
    for C in (100, 10, 1):
        page.locator('[data-action="undo"]').click()
        assert compare(page)["C"] == C
    page.wait_for_function("location.hash.includes('C=1&')")
    page.reload()
    page.locator(".lab-start").click()
    page.wait_for_selector(".lab-stage", timeout=START_MS)
    assert compare(page) == first
    assert not watch.errors


def test_word_for_C_is_refused_and_gives_way_to_the_last_number(six):
    number, hint = six.get_by_label("C, as a number"), six.locator("#lab-C-hint")
    number.fill("abc")
    expect(hint).to_contain_text("C must be")
    number.press("Tab")
    expect(number).to_have_value(f"{preset_args('six')['C']:g}")
    expect(hint).not_to_contain_text("must be")


def test_last_of_the_presets_chosen_in_haste_is_shown(six):
    six.evaluate("location.hash = '#lab=1'")
    warning = six.locator(".lab-warning")
    expect(warning).to_contain_text("no kernel")
    code = "(names) => names.forEach((name) => document.querySelector(name).click())"
    names = [f'[data-preset="{name}"]' for name in ("six", "rings", "step")]
    six.evaluate(code, names)
    assert compare(six) == preset_args("step")
    expect(warning).to_be_hidden()


@pytest.mark.nightly
def test_margin_lab_begins_on_the_screen_of_a_phone(pyodide, address, browser):
    phone = {"width": 320, "height": 640}
    with browser.new_context(has_touch=True, is_mobile=True, viewport=phone) as touch:
        page = touch.new_page()
        start(page, f"{address}/{LAB}")
        code = "document.querySelector('.lab-stage').getBoundingClientRect().top"
        assert 0 <= page.evaluate(code) <= 320
        point = solved(page)[0]["points"][0]
        place = at(page.locator("canvas"), *point)
        page.touchscreen.tap(place[0], place[1] + 4)
        assert len(solved(page)[0]["points"]) == 30
        page.locator('[data-action="clear"]').tap()
        place = at(page.locator("canvas"), *point)
        for dy in (0, 18):
            page.touchscreen.tap(place[0], place[1] + dy)
        assert len(solved(page)[0]["points"]) == 2


@pytest.mark.nightly
def test_margin_lab_works_from_the_public_address(
    site, pyodide, address, page, context
):
    watch = Watch(context, address)
    sources = json.loads((site / "python" / "sources.json").read_text("utf-8"))
    public = json.dumps({**sources, "pyodide": CDN})
    asked = answer_from_copy(context, pyodide)
    context.route("**/sources.json", lambda route: route.fulfill(body=public))
    start(page, f"{address}/{LAB}")
    compare(page)
    assert {"pyodide.mjs", "pyodide.asm.wasm"} <= {*asked}
    assert not watch.refused
    assert not watch.errors


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1280, 320])
def test_labs_are_accessible_and_narrow_once_started(width, pyodide, address, browser):
    faults = []
    for scheme, name in (("light", LAB), ("dark", LAB), ("dark", MASK)):
        size = {"width": width, "height": 900}
        with browser.new_context(color_scheme=scheme, viewport=size) as reader:
            page = reader.new_page()
            start(page, f"{address}/{name}")
            for fold in page.locator(".lab-fold > summary").all():
                fold.click()
            lay_out(page)
            found = violations(page, glyphs=True)
            faults += [f"{name}, {scheme}: {fault}" for fault in found]
            over = "document.documentElement.scrollWidth - innerWidth"
            if page.evaluate(over) > 0:
                faults.append(f"{name}: sticks out")
    assert not faults

"""The margin lab's controls: presets, numbers, noise and links."""

import re

import pytest
from playwright.sync_api import expect

from book._ext.labs.presets import PRESETS
from tests.browser.helpers.axe import violations
from tests.browser.helpers.lab_actions import (
    MARGIN_LAB,
    MASK_CHAPTER,
    at,
    compare,
    settle,
    solved,
    start,
)
from tests.browser.helpers.layout import OVERFLOW, lay_out
from tests.browser.helpers.pyodide import START_MS
from tests.browser.helpers.watch import watched


def test_C_is_set_by_its_slider_and_as_a_number(six):
    slider = six.get_by_label("C", exact=True)
    slider.focus()
    slider.press("End")
    assert compare(six)["C"] == 1e4
    number, hint = six.get_by_label("C, as a number"), six.locator("#lab-C-hint")
    number.fill("0,5")
    assert compare(six)["C"] == 0.5
    expect(number).to_have_value("0,5")  # as it was typed
    number.fill("-3")
    expect(hint).to_contain_text("C must be")
    number.fill("2")
    expect(hint).to_contain_text("Large: little slack")
    number.press("Control+z")  # which is the field's own
    assert solved(six)[0]["C"] == 2


def test_word_for_C_is_refused_and_gives_way_to_the_last_number(six):
    number, hint = six.get_by_label("C, as a number"), six.locator("#lab-C-hint")
    number.fill("abc")
    expect(hint).to_contain_text("C must be")
    number.press("Tab")
    expect(number).to_have_value(f"{PRESETS['six'].args()['C']:g}")
    expect(hint).not_to_contain_text("must be")


@pytest.mark.nightly
def test_numbers_typed_are_undone_one_by_one_and_go_into_the_address(
    pyodide, address, page
):
    page.clock.install()
    start(page, f"{address}/{MARGIN_LAB}")
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


def test_last_of_the_presets_chosen_in_haste_is_shown(six):
    six.evaluate("location.hash = '#lab=1'")
    warning = six.locator(".lab-warning")
    expect(warning).to_contain_text("no kernel")
    code = "(names) => names.forEach((name) => document.querySelector(name).click())"
    names = [f'[data-preset="{name}"]' for name in ("six", "rings", "step")]
    six.evaluate(code, names)
    assert compare(six) == PRESETS["step"].args()
    expect(warning).to_be_hidden()


def test_points_are_drawn_with_noise_and_without(six):
    six.locator('[data-action="sample"]').click()
    six.wait_for_function(
        "document.querySelector('.lab').lab.state.points.length === 40"
    )
    six.get_by_label("noise").press("Home")
    assert len({*map(tuple, solved(six)[0]["points"])}) == 2
    six.locator('[data-action="undo"]').click()
    assert len({*map(tuple, solved(six)[0]["points"])}) == 40


def test_empty_plane_asks_for_two_classes(six):
    six.locator('[data-action="clear"]').click()
    expect(six.locator(".lab-note")).to_contain_text("Two classes are needed")


def test_link_leads_another_reader_to_the_same(six, browser, address):
    six.mouse.click(*at(six.locator("canvas"), 0, 2))  # another point
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
    with browser.new_context() as other, watched(other, address):
        reader = other.new_page()
        start(reader, link)
        assert solved(reader) == solved(six)
        # The reader has nothing to undo.
        expect(reader.locator(".lab-preset")).to_have_text("Points of your own.")


@pytest.mark.parametrize(
    ("fragment", "words"),
    [
        ("lab=1&k=linear&C=-1&p=", "C must be"),
        ("lab=1&k=linear&C=1", "no points; was the link cut off?"),
    ],
)
def test_margin_lab_says_what_is_wrong_with_a_link(fragment, words, address, page):
    page.goto(f"{address}/{MARGIN_LAB}#{fragment}")
    expect(page.locator(".lab-warning")).to_contain_text(words)
    expect(page.locator(".lab-start")).to_have_text("Start the lab")
    assert not re.search(r"[?!.]\.", page.locator(".lab-warning").inner_text())


@pytest.mark.nightly
@pytest.mark.parametrize("width", [1280, 320])
def test_labs_are_accessible_and_narrow_once_started(width, pyodide, address, browser):
    faults = []
    for scheme, name in (
        ("light", MARGIN_LAB),
        ("dark", MARGIN_LAB),
        ("dark", MASK_CHAPTER),
    ):
        size = {"width": width, "height": 900}
        with browser.new_context(color_scheme=scheme, viewport=size) as reader:
            page = reader.new_page()
            start(page, f"{address}/{name}")
            for fold in page.locator(".lab-fold > summary").all():
                fold.click()
            lay_out(page)
            for fault in violations(page, glyphs=True):
                faults.append(f"{name}, {scheme}: {fault}")
            if page.evaluate(OVERFLOW) > 0:
                faults.append(f"{name}: sticks out")
    assert not faults

"""Algorithms that play: driven by keys to the end, they show what svmlib found."""

import gzip
import re
from pathlib import Path

import numpy as np
from playwright.sync_api import Page, expect

from svmlib.datasets import six_points
from svmlib.smo import smo
from tests.browser.browsers import Watch

SMO = "book/margin/smo.html#fig-smo-steps"


def to_the_end_by_keys(page: Page, address: str) -> None:
    """Step through SMO on the six points, and compare the last frame with svmlib."""
    X, y, C = six_points()
    seen: list[object] = []
    result = smo(X @ X.T, y, C, callback=seen.append)
    page.goto(f"{address}/{SMO}")
    box = page.locator("#fig-smo-steps .stepper")
    box.wait_for()
    expect(box.locator(".stepper-count")).to_have_text(f"1 of {len(seen)}")
    expect(page.locator("#fig-smo-steps img")).to_be_hidden()
    box.locator("[data-play]").focus()
    for n in range(2, len(seen) + 1):
        page.keyboard.press("ArrowRight")
        expect(box.locator(".stepper-count")).to_have_text(f"{n} of {len(seen)}")
    expect(box.get_by_label("Next")).to_be_disabled()
    words = box.locator("[aria-live]").inner_text().replace("\N{MINUS SIGN}", "-")
    told = re.search(r"α = \((.*)\) and b = (\S+)\.$", words)
    assert told, words
    alpha = [float(number) for number in told[1].split(", ")]
    np.testing.assert_allclose([*alpha, float(told[2])], [*result.alpha, result.b])
    page.wait_for_timeout(600)  # until nothing moves
    discs = box.locator("svg .halo").evaluate_all(
        "all => all.map((o) => +o.getAttribute('r'))"
    )
    np.testing.assert_allclose((np.array(discs) / 22) ** 2 * C, result.alpha, atol=2e-3)
    box.get_by_role("button", name="XOR").click()
    expect(box.locator(".stepper-count")).to_have_text("1 of 3")
    slider = box.locator("input")
    slider.focus()
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", "Done")


def test_smo_step_by_step(page: Page, address: str, watch: Watch) -> None:
    to_the_end_by_keys(page, address)
    page.emulate_media(media="print")
    expect(page.locator("#fig-smo-steps .stepper")).to_be_hidden()
    expect(page.locator("#fig-smo-steps img")).to_be_visible()
    assert not watch.errors


def test_it_plays_and_pauses(page: Page, address: str) -> None:
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


def test_arrow_keys_turn_a_picture_in_space(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{address}/book/margin/kernels.html#fig-kernel-space")
    box = page.locator("#fig-kernel-space .stepper")
    picture, count = box.locator("svg"), box.locator(".stepper-count")
    picture.focus()
    before = picture.inner_html()
    page.keyboard.press("ArrowRight")
    turned = picture.inner_html()
    assert turned != before
    expect(count).to_have_text("1 of 6")
    box.get_by_role("button", name="Next").click()
    expect(count).to_have_text("2 of 6")
    assert picture.inner_html() != turned  # at once, with reduced motion


def test_the_player_is_small(site: Path) -> None:
    """At most 4 kB, gzipped, and only on pages that have something to play."""
    script = (site / "_static" / "stepper.mjs").read_bytes()
    assert len(gzip.compress(script)) <= 4000
    assert "stepper.mjs" in (site / "book/margin/smo.html").read_text("utf-8")
    assert "stepper." not in (site / "book/index.html").read_text("utf-8")

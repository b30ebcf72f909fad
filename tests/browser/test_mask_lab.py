"""The mask lab, as a reader uses it."""

import re

import pytest
from playwright.sync_api import expect

from book._ext.lab_presets import mask_lab_case
from tests.book.scripts.references import mask
from tests.browser.labs import MASK_LAB, start


def compare_mask(page):
    """Compare what the mask lab shows with svmlib; return its outputs."""
    code = "(() => { const { lab } = document.querySelector('.lab');"
    inputs, outputs = page.evaluate(f"{code} return [lab.inputs, lab.outputs]; }})()")
    assert outputs == mask(**inputs)
    return outputs


def test_mask_lab_follows_its_scores(address, page, watch):
    start(page, f"{address}/{MASK_LAB}")
    assert compare_mask(page)["loss"] == 2
    score = page.get_by_label("score of example 3 for class 0")
    score.fill("5")
    assert compare_mask(page)["losses"] == [0, 1, 2, 1, 0]
    changed = page.locator(".lab-changed").all_inner_texts()
    assert sorted(changed) == ["0.8", "1", "1"]
    score.press("ArrowUp")
    assert compare_mask(page)["counts"] == [0, 1, 2, 0, 0]
    page.get_by_label("label of example 0").fill("1")
    assert compare_mask(page)["losses"][0] == 6
    delta = page.get_by_label(re.compile("^delta"))
    delta.fill("0")
    compare_mask(page)
    note = page.locator(".lab-note")
    page.get_by_label("label of example 1").fill("3")
    expect(note).to_have_text(
        "The label of example 1 must be a whole number from 0 to 2."
    )
    expect(page.locator('[aria-invalid="true"]')).to_have_count(1)
    page.get_by_label("label of example 1").fill("2")
    expect(note).to_be_empty()
    for label, text in ((score, ""), (score, "1e7"), (delta, "-1")):
        label.fill(text)
        expect(note).to_contain_text("must be")
        expect(label).to_have_attribute("aria-invalid", "true")
        label.fill("0")
        expect(note).to_be_empty()
    X = page.locator('[data-grid="X"] td').all_inner_texts()
    M = page.locator('[data-grid="M"] td').all_inner_texts()
    assert len(X) - 1 == 5 * len(mask_lab_case()["X"][0])
    assert len(M) - 1 == 5 * 4
    page.get_by_text("The five examples again").click()
    assert compare_mask(page)["losses"] == [0, 1, 2, 7, 0]
    assert not watch.errors


@pytest.mark.nightly
def test_mask_lab_follows_a_score_in_firefox(firefox_page, address):
    start(firefox_page, f"{address}/{MASK_LAB}")
    before = compare_mask(firefox_page)
    score = firefox_page.get_by_label("score of example 3 for class 0")
    score.press("ArrowUp")
    assert compare_mask(firefox_page) != before

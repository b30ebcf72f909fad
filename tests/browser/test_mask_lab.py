"""The mask lab, as a reader uses it."""

import re

import pytest
from playwright.sync_api import expect

from book._ext.labs.presets import mask_lab_case
from tests.book.scripts.helpers.mask_lab_reference import loss_and_gradient
from tests.browser.helpers.lab_actions import MASK_CHAPTER, start
from tests.browser.helpers.layout import DESKTOP
from tests.browser.helpers.watch import watched


def compare_mask(page):
    """Compare what the mask lab shows with svmlib; return its outputs."""
    code = "(() => { const { lab } = document.querySelector('.lab');"
    inputs, outputs = page.evaluate(f"{code} return [lab.inputs, lab.outputs]; }})()")
    assert outputs == loss_and_gradient(**inputs)
    return outputs


SCORE = "score of example 3 for class 0"
LABEL = "label of example 1"
DELTA = re.compile("^delta")


@pytest.fixture(scope="module")
def shared(browser, address):
    """A mask lab, for the tests that can share it."""
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        with watched(context, address):
            start(page, f"{address}/{MASK_CHAPTER}")
            yield page


@pytest.fixture
def lab(shared):
    """The mask lab with its five examples."""
    shared.get_by_text("The five examples again").click()
    return shared


def test_mask_lab_follows_scores_labels_and_delta(lab):
    assert compare_mask(lab)["losses"] == [0, 1, 2, 7, 0]
    assert lab.locator(".lab-changed").count() == 0  # nothing has changed yet
    score = lab.get_by_label(SCORE)
    score.fill("5")
    assert compare_mask(lab)["losses"] == [0, 1, 2, 1, 0]
    changed = lab.locator(".lab-changed").all_inner_texts()
    assert sorted(changed) == ["0.8", "1", "1"]
    score.press("ArrowUp")
    assert compare_mask(lab)["counts"] == [0, 1, 2, 0, 0]
    lab.get_by_label("label of example 0").fill("1")
    assert compare_mask(lab)["losses"][0] == 6
    lab.get_by_label(DELTA).fill("0")
    compare_mask(lab)


def test_mask_lab_shows_every_digit_of_a_large_whole_number(lab):
    lab.get_by_label(SCORE).fill("-1000000")
    sums = lab.locator('[data-grid="H"] tbody td:last-child')
    assert compare_mask(lab)["losses"][3] == 2000003
    assert sums.all_inner_texts()[3] == "2000003"


@pytest.mark.parametrize(
    ("label", "text", "words"),
    [
        (LABEL, "3", "The label of example 1 must be a whole number from 0 to 2."),
        (LABEL, "1.5", "The label of example 1 must be a whole number from 0 to 2."),
        (SCORE, "", "The score of example 3 for class 0 must be a number."),
        (SCORE, "1e7", "must be at most 1000000 in size."),
        (DELTA, "-1", "Delta must be 0 or more."),
    ],
)
def test_mask_lab_says_what_it_cannot_take(label, text, words, lab):
    field, note = lab.get_by_label(label), lab.locator(".lab-note")
    field.fill(text)
    expect(note).to_contain_text(words)
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(lab.locator('[aria-invalid="true"]')).to_have_count(1)
    field.fill("0")
    expect(note).to_be_empty()
    expect(field).not_to_have_attribute("aria-invalid", "true")


def test_five_examples_come_back_after_a_number_that_was_refused(lab):
    lab.get_by_label(SCORE).fill("")
    expect(lab.locator(".lab-stale")).to_have_count(1)
    lab.get_by_text("The five examples again").click()
    expect(lab.locator(".lab-stale")).to_have_count(0)
    assert compare_mask(lab)["losses"] == [0, 1, 2, 7, 0]


def test_mask_lab_shows_every_feature_and_every_entry_of_the_mask(lab):
    X = lab.locator('[data-grid="X"] td').all_inner_texts()
    M = lab.locator('[data-grid="M"] td').all_inner_texts()
    assert len(X) - 1 == 5 * len(mask_lab_case()["X"][0])
    assert len(M) - 1 == 5 * 4


def test_mask_lab_marks_signs_and_the_classes_of_the_labels(lab):
    lab.get_by_label("label of example 0").fill("1")
    y = lab.evaluate("document.querySelector('.lab').lab.inputs.y")

    def of_cells(grid, code):
        cells = lab.locator(f'[data-grid="{grid}"] tbody td')
        return cells.evaluate_all(f"cells => cells.map((cell) => {code})")

    own = [j == label for label in y for j in range(4)]  # the last is no class
    for grid in "SHM":
        assert of_cells(grid, "cell.matches('.lab-own')") == own
    assert not any(of_cells("gradient", "cell.matches('.lab-own')"))
    mask = [*enumerate(map(int, of_cells("M", "cell.innerText.replace('−', '-')")), 1)]
    signs = [f"{(m > 0) - (m < 0)}" if n % 4 else "" for n, m in mask]
    assert of_cells("M", "cell.dataset.sign") == signs


@pytest.mark.nightly
def test_mask_lab_follows_a_score_in_firefox(firefox_page, address):
    start(firefox_page, f"{address}/{MASK_CHAPTER}")
    before = compare_mask(firefox_page)
    score = firefox_page.get_by_label("score of example 3 for class 0")
    score.press("ArrowUp")
    assert compare_mask(firefox_page) != before

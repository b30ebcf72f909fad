"""The margin lab solves what is shown, as svmlib does."""

import json
import re

import pytest
from playwright.sync_api import expect

from book._ext.labs.presets import PRESETS
from book._scripts.python import margin_lab as native
from tests.browser.helpers.lab_actions import (
    IS_NEWEST,
    MARGIN_LAB,
    at,
    choose,
    compare,
    solved,
    start,
)
from tests.browser.helpers.pyodide import answer_from_copy
from tools.pyodide.distribution import CDN

RESTART = """async () => {
    const { pythonClient } = await import("../../_static/python/client.mjs");
    await pythonClient.replaceWorker();
}"""


@pytest.mark.nightly
@pytest.mark.parametrize("name", PRESETS)
def test_margin_lab_gives_svmlibs_numbers(name, six):
    choose(six, name)
    assert compare(six) == PRESETS[name].args()
    for kernel in ("linear", "poly", "rbf"):
        six.locator(f'[name="lab-kernel"][value="{kernel}"]').check()
        assert compare(six)["kernel"]["name"] == kernel


def test_six_points_in_numbers_words_and_a_table(six):
    numbers = six.locator(".lab-numbers").inner_text()
    assert re.search(r"width 2/‖w‖\s+4\s", numbers)
    assert re.search(r"dual\s+0\.625", numbers)
    assert "2 on the margin, 1 inside the margin, 1 misclassified" in (
        six.locator("#lab-summary").text_content() or ""
    )
    six.get_by_text("The points in a table").click()
    row = six.locator(".lab-table tbody tr").nth(5)
    assert row.inner_text().split() == ["5", "(1,", "1)", "−1", "0.25", "1.5"] + [
        "misclassified"
    ]


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


# The first point's place in the result that is shown.
SHOWN_X = "document.querySelector('.lab').lab.shown.state.points[0].x"
HOLD = """async () => {
    const { pythonClient } = await import("../../_static/python/client.mjs");
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


def test_lab_at_rest_does_not_tell_that_python_starts_anew(six):
    """As it does when an exercise of the same page is stopped."""
    six.evaluate(RESTART)
    assert not six.locator(".lab-note").inner_text()


def test_boundary_follows_a_drag_when_a_solve_is_slow(pyodide, address, page):
    """Each request is held until the point has moved on: its result is shown all the same."""
    start(page, f"{address}/{MARGIN_LAB}")
    canvas = page.locator("canvas")
    args, _ = solved(page)
    page.evaluate(HOLD)
    x, y = at(canvas, *args["points"][0])
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 4):
        before = page.evaluate(SHOWN_X)
        for dx in range(5):
            page.mouse.move(x + 30 * step + dx, y)
        page.wait_for_function("held.length === 1")  # the newer ones wait in the client
        page.evaluate("sendNext()")
        page.wait_for_function(f"(before) => ({SHOWN_X}) !== before", arg=before)
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
    for step in range(1, 4):
        most = six.evaluate("document.querySelector('.lab').lab.solver.maxSteps")
        six.mouse.move(x - 20 * step, y)
        six.wait_for_function(IS_NEWEST)
        assert six.evaluate("document.querySelector('.lab').lab.result.steps") <= most
    six.mouse.up()
    assert solved(six)[1]["steps"] > most


@pytest.mark.nightly
def test_margin_lab_works_from_the_public_address(
    site, pyodide, address, page, context
):
    sources = json.loads((site / "python" / "sources.json").read_text("utf-8"))
    public = json.dumps({**sources, "pyodide": CDN})
    asked = answer_from_copy(context, pyodide)
    context.route("**/sources.json", lambda route: route.fulfill(body=public))
    start(page, f"{address}/{MARGIN_LAB}")
    compare(page)
    assert {"pyodide.mjs", "pyodide.asm.wasm"} <= {*asked}

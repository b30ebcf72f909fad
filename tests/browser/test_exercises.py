"""The editor under an exercise: solved, failed, left endless, and read again later."""

import inspect
import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.helpers.axe import violations
from tests.browser.helpers.lab_actions import MASK_CHAPTER
from tests.browser.helpers.layout import DESKTOP, OVERFLOW, lay_out
from tests.browser.helpers.pyodide import START_MS
from tests.browser.helpers.watch import watched
from tests.svmlib.exercises.chapters.programs.mask_trick import by_triple_loop

HEAD = "def my_margins(S, y, delta):"
STUB = f"{HEAD}\n    # your lines\n    ..."
WRONG = f"""{HEAD}
    rows = np.arange(len(y))
    return np.maximum(0, S - S[rows, y][:, None] + delta)"""
RIGHT = f"""{HEAD}
    rows = np.arange(len(y))
    H = np.maximum(0, S - S[rows, y][:, None] + delta)
    H[rows, y] = 0
    return H"""
MASK = """def my_mask(H, y):
    M = (H > 0).astype(float)
    M[np.arange(len(y)), y] = -M.sum(axis=1)
    return M"""
TITLE = "#ex-margins > .admonition-title"
LINK = ".sidebar-tree .current-page > a"
FORGET = """() => {
    localStorage.clear();
    document.querySelectorAll(".solved, .editor-verdict > *").forEach((it) => it.remove());
}"""
LATE = re.compile(r"exercise/editor\.mjs|codemirror|pyodide")


def begin(page, address, exercise="margins"):
    """Open the chapter, and return an exercise's editor with the focus in it."""
    page.goto(f"{address}/{MASK_CHAPTER}")
    box = page.locator(f'.exercise-editor[data-exercise="{exercise}"]')
    box.locator("textarea").focus()
    expect(box.locator(".cm-content")).to_be_focused(timeout=START_MS)
    return box


def write(page, box, code):
    """Put code into the editor."""
    box.locator(".cm-content").focus()
    page.keyboard.press("Control+a")
    # Text that replaces text would get two more lines in Firefox.
    page.keyboard.press("Delete")
    page.keyboard.insert_text(code)


def run(page, box, code):
    """Put code into the editor and run it by keys; return the place of the verdict."""
    write(page, box, code)
    page.keyboard.press("Control+Enter")
    return box.get_by_role("status")


def code_of(box):
    return "\n".join(box.locator(".cm-line").all_inner_texts())


def test_editor_and_python_come_when_they_are_needed(address, page):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{address}/{MASK_CHAPTER}", wait_until="networkidle")
    expect(page.locator(".exercise-editor textarea")).to_have_count(4)
    assert not list(filter(LATE.search, asked))
    box = begin(page, address)
    expect(box).to_contain_text(
        re.compile(r"Loads Python and NumPy, up to \d+ MB, once")
    )


@pytest.fixture(
    scope="module",
    params=["browser", pytest.param("firefox", marks=pytest.mark.nightly)],
)
def started_box(request, pyodide, address):
    """The exercise's editor in Chromium, or Firefox, for the tests that can share it."""
    browser = request.getfixturevalue(request.param)
    with browser.new_context(viewport=DESKTOP) as context, watched(context, address):
        yield begin(context.new_page(), address)


@pytest.fixture
def box(started_box):
    """The exercise's editor, with nothing left of earlier attempts but their code."""
    started_box.page.evaluate(FORGET)
    return started_box


def test_syntax_error_leads_to_its_line(box):
    verdict = run(box.page, box, f"print('hello')\n{HEAD}\n    return S[")
    expect(verdict).to_contain_text("SyntaxError", timeout=START_MS)
    expect(verdict.locator("code").first).to_have_text("return S[")
    verdict.get_by_role("button", name="line 3").press("Enter")
    expect(box.locator(".cm-content")).to_be_focused()
    assert box.page.evaluate("getSelection().toString()") == "    return S["


def test_mistake_is_named_with_its_chapter_and_what_is_printed(box):
    verdict = run(box.page, box, f"print('hello')\n{WRONG}")
    expect(verdict).to_contain_text("One mistake.", timeout=START_MS)
    expect(verdict).to_contain_text("still holds delta")
    expect(verdict.get_by_role("link", name="chapter 5")).to_have_count(1)
    printed = box.get_by_label("Printed")
    expect(printed).to_have_text("hello\n")
    run(box.page, box, RIGHT)
    expect(verdict).to_have_text("Correct.")
    expect(printed).to_be_hidden()  # as this one prints nothing


def test_solution_is_offered_after_two_attempts_until_one_is_right(box):
    offer = box.get_by_role("button", name="Show the solution")
    verdict = run(box.page, box, f"{HEAD}\n    return S[")
    expect(verdict).to_contain_text("SyntaxError", timeout=START_MS)
    expect(offer).to_be_hidden()
    run(box.page, box, WRONG)
    expect(verdict).to_contain_text("One mistake.")
    expect(box.page.locator(TITLE)).not_to_contain_text("Solved")
    offer.press("Enter")
    solution = box.page.locator("details.solution").first
    expect(solution.locator("summary").first).to_be_focused()
    expect(solution.get_by_text("solved_margins").first).to_be_visible()
    run(box.page, box, RIGHT)
    expect(offer).to_be_hidden()


def test_solved_exercise_is_marked_here_and_on_the_next_visit(box, address):
    page = box.page
    verdict = run(page, box, RIGHT)
    expect(verdict).to_have_text("Correct.", timeout=START_MS)
    expect(page.locator(TITLE)).to_contain_text("✓ Solved")
    expect(page.locator(LINK)).to_have_accessible_name(
        "5. The mask trick 1 of 4 exercises solved"
    )
    again = page.context.new_page()
    again.goto(f"{address}/{MASK_CHAPTER}")
    area = again.locator('.exercise-editor[data-exercise="margins"] textarea')
    expect(area).to_have_value(RIGHT)
    expect(again.locator(TITLE)).to_contain_text("✓ Solved")
    expect(again.locator(LINK)).to_contain_text("1/4")
    again.close()


def test_progress_of_earlier_visits_is_found_where_it_was_stored(address, page):
    """Readers would lose it under other keys."""
    stored = {
        "exercise margins": {"code": RIGHT, "solvedCode": RIGHT},
        "chapter /book/hinge/gradient.html": [2, 5],
        "chapter /book/hinge/training.html": [4, 4],
    }
    for key, value in stored.items():
        item = json.dumps([f"hinge-and-margin {key}", json.dumps(value)])
        page.add_init_script(f"localStorage.setItem(...{item})")
    page.goto(f"{address}/{MASK_CHAPTER}")
    expect(page.locator(TITLE)).to_contain_text("✓ Solved")
    area = page.locator('.exercise-editor[data-exercise="margins"] textarea')
    expect(area).to_have_value(RIGHT)
    for chapter, mark in (("gradient", "2/5"), ("training", "✓")):
        other = page.locator(f'.sidebar-tree a[href$="{chapter}.html"] .solved')
        expect(other).to_have_text(mark)


def test_reset_asks_before_it_takes_code_away(box):
    write(box.page, box, RIGHT)
    reset = box.get_by_role("button", name="Reset")
    box.page.once("dialog", lambda dialog: dialog.dismiss())
    with box.page.expect_event("dialog"):
        reset.click()
    assert code_of(box) == RIGHT
    box.page.once("dialog", lambda dialog: dialog.accept())
    reset.click()
    expect(box.locator(".cm-content")).to_contain_text("your lines")
    assert code_of(box) == STUB


def test_code_that_solved_an_exercise_can_be_called_below(box):
    """Also when the field above holds the stub again."""
    page = box.page
    verdict = run(page, box, RIGHT)
    expect(verdict).to_have_text("Correct.", timeout=START_MS)
    page.once("dialog", lambda dialog: dialog.accept())
    box.get_by_role("button", name="Reset").click()
    below = page.locator('.exercise-editor[data-exercise="mask"]')
    below.locator("textarea").focus()
    expect(below.locator(".cm-content")).to_be_focused(timeout=START_MS)
    verdict = run(page, below, f"{MASK}\nmy_margins(np.eye(2), [0, 1], 1)")
    expect(verdict).to_have_text("Correct.", timeout=START_MS)


def test_field_shows_the_whole_stub_without_its_check(address, page):
    page.goto(f"{address}/{MASK_CHAPTER}")
    area = page.locator('.exercise-editor[data-exercise="margins"] textarea')
    expect(area).to_have_value(STUB)
    expect(area).to_have_attribute("rows", "3")


def test_editor_takes_over_the_caret_of_the_field(address, page, context):
    """What is typed while it loads goes where the reader was."""
    held = []
    context.route("**/codemirror.mjs", lambda route: held.append(route))
    page.goto(f"{address}/{MASK_CHAPTER}")
    box = page.locator('.exercise-editor[data-exercise="margins"]')
    area = box.locator("textarea")
    with page.expect_request("**/codemirror.mjs"):
        area.focus()
    area.fill("x = 1")
    page.keyboard.press("End")
    held[0].continue_()
    expect(box.locator(".cm-content")).to_be_focused(timeout=START_MS)
    page.keyboard.type(" + 2")
    assert code_of(box) == "x = 1 + 2"


def test_editor_indents_by_tab_until_escape(address, page):
    box = begin(page, address)
    content = box.locator(".cm-content")
    expect(content).to_have_accessible_name("Your code, Exercise 5.1")
    expect(content).to_have_accessible_description(re.compile("Escape, then Tab"))
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("x = 1")
    page.keyboard.press("Home")
    page.keyboard.press("Tab")
    assert code_of(box) == "    x = 1"
    page.keyboard.press("Control+a")  # a selection keeps no one in
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    expect(box.get_by_role("button", name="Run")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(content).to_be_focused()


def stop_an_endless_loop(page, address):
    """Stop an attempt that doesn't end; Python starts anew for the next."""
    box = begin(page, address)
    verdict = run(page, box, "while True:\n    pass")
    box.get_by_role("button", name="Stop").click(timeout=START_MS)
    expect(verdict).to_have_text("Your code was stopped.")
    assert code_of(box).startswith("while True:")
    run(page, box, RIGHT)
    expect(verdict).to_have_text("Correct.", timeout=START_MS)


def test_endless_loop_is_stopped(pyodide, address, page):
    stop_an_endless_loop(page, address)


@pytest.mark.nightly
def test_endless_loop_is_stopped_in_firefox(pyodide, address, firefox_page):
    stop_an_endless_loop(firefox_page, address)


@pytest.mark.nightly
def test_right_program_has_time_for_a_loop_over_every_entry(pyodide, address, page):
    box = begin(page, address, "svm-loss")
    code = inspect.getsource(by_triple_loop).replace("by_triple_loop", "my_svm_loss")
    expect(run(page, box, code)).to_have_text("Correct.", timeout=START_MS)


@pytest.mark.nightly
def test_endless_loop_ends_by_itself(pyodide, address, page):
    box = begin(page, address)
    verdict = run(page, box, f"{HEAD}\n    while True:\n        delta += 1")
    expect(verdict).to_contain_text(
        "stopped after 10 seconds, in line", timeout=START_MS
    )
    run(page, box, "while True:\n    pass")
    expect(verdict).to_contain_text("stopped after 20 seconds", timeout=START_MS)
    run(page, box, RIGHT)
    expect(verdict).to_have_text("Correct.", timeout=START_MS)


def test_editor_that_did_not_come_is_tried_again(address, page, context, watch):
    watch.provoked = ["ERR_FAILED"]
    context.route(re.compile(r"(editor|codemirror)\.mjs$"), lambda route: route.abort())
    page.goto(f"{address}/{MASK_CHAPTER}")
    box = page.locator('.exercise-editor[data-exercise="margins"]')
    box.locator("textarea").focus()
    expect(box.get_by_role("status")).to_contain_text("Press Run to try again")
    with page.expect_event("requestfailed", timeout=START_MS):
        box.get_by_role("button", name="Reset").focus()
    expect(box.locator("textarea")).to_have_value(STUB)
    box.get_by_role("button", name="Run").click()
    expect(box.locator(".cm-content")).to_be_visible(timeout=START_MS)


def test_plain_field_selects_the_line_of_an_error(
    pyodide, address, page, context, watch
):
    watch.provoked = ["ERR_FAILED"]
    context.route("**/codemirror/codemirror.mjs*", lambda route: route.abort())
    page.goto(f"{address}/{MASK_CHAPTER}")
    box = page.locator('.exercise-editor[data-exercise="margins"]')
    area = box.locator("textarea")
    area.fill(f"print('hello')\n{HEAD}\n    return S[")
    area.press("Control+Enter")
    box.get_by_role("button", name="line 3").click(timeout=START_MS)
    expect(area).to_be_focused()
    selected = "area => area.value.slice(area.selectionStart, area.selectionEnd)"
    assert area.evaluate(selected) == "    return S["
    area.fill("return")
    area.press("Meta+Enter")  # the key of a Mac
    box.get_by_role("button", name="line 1").click(timeout=START_MS)
    assert area.evaluate(selected) == "return"


def test_stub_is_a_listing_without_scripts(address, browser):
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(f"{address}/{MASK_CHAPTER}")
        box = page.locator('.exercise-editor[data-exercise="margins"]')
        expect(box.get_by_text('check("margins", my_margins)')).to_be_visible()
        expect(box.locator("textarea, button")).to_have_count(0)


def test_stub_is_a_listing_on_paper(address, page):
    box = begin(page, address)
    stub = box.get_by_text('check("margins", my_margins)')
    expect(stub).to_be_hidden()
    page.emulate_media(media="print")
    expect(stub).to_be_visible()
    expect(box.locator(".editor-live")).to_be_hidden()


@pytest.mark.nightly
def test_verdict_is_accessible_and_narrow(pyodide, address, page):
    box = begin(page, address)
    verdict = run(page, box, f"print(7)\n{HEAD}\n    return S + S[y]")
    expect(verdict).to_contain_text("raises", timeout=START_MS)
    faults = []
    lay_out(page)
    for scheme, width in (("light", 1280), ("dark", 390)):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        found = violations(page, ".exercise-editor", colours=scheme == "dark")
        faults += [f"{scheme}: {fault}" for fault in found]
        if (over := page.evaluate(OVERFLOW)) > 0:
            faults.append(f"{scheme}: {over} px stick out")
    assert not faults

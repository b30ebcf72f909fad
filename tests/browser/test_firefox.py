"""The essential paths in Firefox: pages in both themes, the labs, a notebook.

Playwright drives Debian's Firefox by WebDriver BiDi, under its channel `moz-firefox`.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright

from tests.browser.browsers import DECKS, FEW, OVERFLOW, PAGES, Watch, lay_out, sampled
from tests.browser.test_chapters import CODE, ERROR, RUN, open_chapter
from tests.browser.test_exercises import solve
from tests.browser.test_lab import LAB, MASK, at, compare, compare_mask, seen, start
from tests.browser.test_stepper import CASES, to_the_end_by_keys

SCHEME = "layout.css.prefers-color-scheme.content-override"
# JupyterLite renders only the cells near the screen: any number from five on will do.
FIVE = """[...document.querySelectorAll(".jp-CodeCell .jp-InputPrompt")]
    .some((prompt) => Number(prompt.textContent.match(/\\d+/)?.[0]) >= 5)"""
DARK = pytest.param("dark", marks=pytest.mark.nightly)


@pytest.fixture(scope="session", params=["light", DARK])
def firefox(
    request: pytest.FixtureRequest, playwright: Playwright
) -> Iterator[Browser]:
    """A headless Firefox that prefers a theme."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox: apt-get install firefox-esr")
    with playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        firefox_user_prefs={SCHEME: ["dark", "light"].index(request.param)},
    ) as browser:
        yield browser


@contextmanager
def reader(firefox: Browser, address: str) -> Iterator[tuple[Page, Watch]]:
    """Give a page of a fresh reader; at the end, nothing was refused or complained of."""
    with firefox.new_context(viewport={"width": 1280, "height": 900}) as context:
        watch = Watch(context, address)
        yield context.new_page(), watch
        assert not watch.refused
        assert not watch.errors


@pytest.mark.parametrize("name", sampled([*PAGES, *DECKS], FEW))
def test_page(name: str, site: Path, firefox: Browser, address: str) -> None:
    with reader(firefox, address) as (page, _):
        page.goto(f"{address}/{name}.html", wait_until="load")
        if name not in DECKS:  # whose boxes book.js doesn't measure
            lay_out(page)
        for width in (1280, 390):
            page.set_viewport_size({"width": width, "height": 844})
            assert page.evaluate(OVERFLOW) <= 0, f"sticks out at {width} px"


@pytest.mark.parametrize("firefox", ["light"], indirect=True)
@pytest.mark.parametrize("name", sampled(CASES, {"margin/smo"}))
def test_step_by_step_to_the_end(firefox: Browser, address: str, name: str) -> None:
    with reader(firefox, address) as (page, _):
        to_the_end_by_keys(page, address, name)


@pytest.mark.parametrize("firefox", ["light"], indirect=True)
def test_margin_lab_follows_a_drag(
    pyodide: Path, firefox: Browser, address: str
) -> None:
    with reader(firefox, address) as (page, _):
        start(page, f"{address}/{LAB}")
        page.locator('button[data-example="six"]').click()
        page.wait_for_timeout(300)
        before = seen(page)[1]
        canvas = page.locator("canvas")
        page.mouse.move(*at(canvas, 1, 0))
        page.mouse.down()
        page.mouse.move(*at(canvas, -1, 2), steps=12)
        page.mouse.up()
        assert compare(page)["points"][2] == pytest.approx([-1, 2], abs=0.03)
        assert seen(page)[1]["primal"] > before["primal"]


@pytest.mark.parametrize("firefox", ["light"], indirect=True)
def test_an_exercise_is_solved(pyodide: Path, firefox: Browser, address: str) -> None:
    with reader(firefox, address) as (page, _):
        solve(page, address)


@pytest.mark.nightly
@pytest.mark.parametrize("firefox", ["light"], indirect=True)
def test_mask_follows_a_score(firefox: Browser, address: str) -> None:
    with reader(firefox, address) as (page, _):
        start(page, f"{address}/{MASK}")
        before = compare_mask(page)
        page.get_by_label("score of example 3 for class 0").press("ArrowUp")
        assert compare_mask(page) != before


@pytest.mark.nightly
@pytest.mark.parametrize("firefox", ["light"], indirect=True)
def test_a_notebook_runs_five_cells(
    pyodide: Path, firefox: Browser, address: str
) -> None:
    with firefox.new_context() as context:
        page = context.new_page()
        open_chapter(page, address, "hinge/mask_trick")
        page.locator(f"{CODE} .cm-content").first.click()
        for _ in range(20):  # text cells are among them
            page.keyboard.press("Shift+Enter")
            page.wait_for_timeout(200)
        page.wait_for_function(FIVE, timeout=RUN)
        assert not page.locator(ERROR).count()

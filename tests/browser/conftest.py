"""A real browser on the built site. Requests to other hosts are refused and counted.

CHROMIUM, a path or a name, says which browser.
"""

import pytest
from playwright.sync_api import expect, sync_playwright

from tests.browser.helpers.firefox import open_firefox
from tests.browser.helpers.lab_actions import MARGIN_LAB, choose, start
from tests.browser.helpers.layout import DESKTOP
from tests.browser.helpers.server import serve
from tests.browser.helpers.watch import Watch, watched
from tests.skip_or_fail import skip_or_fail
from tools.shared.chromium import find_chromium

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)

expect.set_options(timeout=30_000)  # a busy machine is no failure


@pytest.fixture(scope="session")
def address(site):
    """Where the site is served."""
    with serve(site) as address:
        yield address


@pytest.fixture(scope="session")
def playwright():
    """What drives Chromium and Firefox."""
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright):
    """A headless Chromium."""
    try:
        program = find_chromium()
    except LookupError as error:
        skip_or_fail(str(error), "CI", "CHROMIUM")
    with playwright.chromium.launch(executable_path=program, args=[*FLAGS]) as chromium:
        yield chromium


@pytest.fixture(scope="session")
def firefox(request, playwright):
    """A headless Firefox; its parameter is the theme that it prefers."""
    with open_firefox(playwright, getattr(request, "param", "light")) as browser:
        yield browser


@pytest.fixture
def firefox_page(firefox, address):
    """An empty page in Firefox; at the end, nothing was refused or complained of."""
    with firefox.new_context(viewport=DESKTOP) as context, watched(context, address):
        yield context.new_page()


@pytest.fixture
def context(browser):
    """A reader who has not been here before."""
    with browser.new_context(viewport=DESKTOP) as fresh:
        yield fresh


@pytest.fixture
def watch(context, address):
    """The guard of the context; at the end, nothing was refused or complained of."""
    with watched(context, address) as guard:
        yield guard


@pytest.fixture
def page(context, watch):
    """An empty page of the context."""
    yield context.new_page()


@pytest.fixture(scope="session")
def started(pyodide, browser, address):
    """A started lab and its guard, for all tests that can share them."""
    with browser.new_context(viewport=DESKTOP) as context:
        watch = Watch(context, address)
        page = context.new_page()
        start(page, f"{address}/{MARGIN_LAB}")
        yield page, watch


@pytest.fixture
def six(started):
    """The started lab with its six points, and +1 for new ones; at the end, nothing went wrong in it."""
    page, watch = started
    choose(page, "six")
    page.get_by_label("+1", exact=True).check()
    yield page
    watch.check()

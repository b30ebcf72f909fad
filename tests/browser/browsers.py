"""Watch what a browser asks for and complains about, and what axe finds."""

import shutil
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools.pyodide.distribution import CDN

START_MS = 120_000  # in which Python, or an editor, has to come
DESKTOP = {"width": 1280, "height": 900}  # a viewport
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def answer_from_copy(context, pyodide):
    """Answer a context's requests to Pyodide's CDN from the copy; list what is asked for."""
    asked = []

    def answer(route):
        name = urlsplit(route.request.url).path.rpartition("/")[2]
        asked.append(name)
        headers = {"access-control-allow-origin": "*"}
        route.fulfill(path=pyodide / name, headers=headers)

    context.route(f"{CDN}**", answer)
    return asked


# Firefox lays out a page that is still arriving, and complains of half a formula.
ARRIVING = "Incorrect number of children for <"


class Watch:
    """What went wrong in a context: requests to other hosts, and console errors."""

    def __init__(self, context, address):
        self.address = address
        self.refused = []
        self.errors = []
        self.provoked = []  # words of the errors that a test means to cause
        context.route("**/*", self.allow)
        context.on("console", lambda message: self.note(message.type, message.text))
        context.on("weberror", lambda error: self.note("error", str(error.error)))

    def allow(self, route):
        """Let a request through if it stays at home."""
        url = route.request.url
        if url.startswith((f"{self.address}/", "data:", "blob:")):
            route.continue_()
        else:
            self.refused.append(url)
            route.abort()

    def note(self, kind, text):
        """Remember an error, unless it was to be expected."""
        expected = [ARRIVING, *self.provoked]
        if kind == "error" and not any(word in text for word in expected):
            self.errors.append(text)


@contextmanager
def watched(context, address):
    """Watch a context; at the end, nothing was refused or complained of."""
    watch = Watch(context, address)
    yield watch
    assert not watch.refused, watch.refused
    assert not watch.errors, watch.errors


SCHEME = "layout.css.prefers-color-scheme.content-override"


@contextmanager
def open_firefox(playwright, theme):
    """Start a headless Firefox that prefers a theme, light or dark.

    Playwright drives Debian's Firefox by WebDriver BiDi, under its channel `moz-firefox`.
    """
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("there is no Firefox: apt-get install firefox-esr")
    with playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        firefox_user_prefs={SCHEME: ["dark", "light"].index(theme)},
    ) as browser:
        yield browser


BOXES = ".math-scroll, .table-wrapper, pre"
MEASURED = f"""() => document.fonts.status === "loaded"
    && [...document.querySelectorAll("{BOXES}")]
    .filter((box) => box.checkVisibility())
    .every((box) => (box.scrollWidth > box.clientWidth) === (box.tabIndex === 0))"""


def lay_out(page):
    """Lay out what is far from the screen, too, and wait until book.js has measured it."""
    page.add_style_tag(content="* { content-visibility: visible !important }")
    page.wait_for_function(MEASURED)


COLOUR_RULES = ["color-contrast", "link-in-text-block"]
GLYPHS = ".katex-html"  # have the colours of their text


def violations(page, within="html", *, glyphs=False, colours=False):
    """Return what axe finds wrong: in the glyphs of formulas too, or in colours alone.

    A whole chapter takes axe ten seconds or more.
    """
    options = {"resultTypes": ["violations"]}
    if colours:
        options["runOnly"] = {"type": "rule", "values": COLOUR_RULES}
    context = {"include": [[within]], "exclude": [] if glyphs else [[GLYPHS]]}
    found = Axe().run(page, context=context, options=options).response["violations"]
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found
    ]

"""Serve the built site, and watch what a browser asks for and complains about."""

import functools
import gzip
import http.server
import shutil
import threading
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe

from tools import ROOT
from tools.book_pages.toc import toc_pages
from tools.pyodide.make_pyodide import CDN

COMPRESSED = {".html", ".css", ".js", ".mjs", ".json", ".svg", ".wasm"}


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serve a folder, gzipped where a web server would."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".whl": "application/octet-stream",
    }

    def do_GET(self):
        path = Path(self.translate_path(self.path))
        if path.is_dir():
            path /= "index.html"
        accepts_gzip = "gzip" in self.headers.get("Accept-Encoding", "")
        if not accepts_gzip or path.suffix not in COMPRESSED or not path.is_file():
            return super().do_GET()
        body = gzipped(path, path.stat().st_mtime_ns)
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(str(path)))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Say nothing."""


@functools.cache
def gzipped(path, changed):
    return gzip.compress(path.read_bytes(), 6)


@contextmanager
def serve(folder):
    """Serve a folder on localhost, and give its address."""
    handler = functools.partial(Handler, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_address[1]}"
        server.shutdown()


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


class Watch:
    """What went wrong in a context: requests to other hosts, and console errors."""

    def __init__(self, context, address):
        self.address = address
        self.refused = []
        self.errors = []
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
        """Remember an error."""
        if kind == "error":
            self.errors.append(text)


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


START_MS = 120_000  # in which Python, or an editor, has to come
MASK = "book/hinge/mask_trick.html"  # the page of the mask lab
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
PAGES = [*toc_pages(), "search", "404"]
DECKS = [f"slides/{deck.stem}" for deck in sorted(ROOT.glob("slides/*.md"))]
SAMPLE = {"book/index", "book/hinge/linear_scores", "book/margin/lab", "search"}
# What `make test` loads in Firefox and WebKit: the pages on which they once failed.
FEW = {"book/hinge/gradient", "book/margin/soft_margin"}
DARK = pytest.param("dark", marks=pytest.mark.nightly)


def sampled(names, sample=SAMPLE):
    """Return the cases of a test; those that are not in the sample are nightly."""
    nightly = pytest.mark.nightly
    return [n if n in sample else pytest.param(n, marks=nightly) for n in names]

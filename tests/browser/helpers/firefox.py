"""Start Firefox in a theme."""

import shutil
from contextlib import contextmanager

from tests.skip_or_fail import skip_or_fail

SCHEME = "layout.css.prefers-color-scheme.content-override"


@contextmanager
def open_firefox(playwright, theme):
    """Start a headless Firefox that prefers a theme, light or dark.

    Playwright drives Debian's Firefox by WebDriver BiDi, under its channel `moz-firefox`.
    """
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        skip_or_fail("there is no Firefox: apt-get install firefox-esr", "CI")
    with playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=program,
        firefox_user_prefs={SCHEME: ["dark", "light"].index(theme)},
    ) as browser:
        yield browser

"""Every page loads in WebKit, Safari's engine: a desk's width and a phone's, two themes.

Debian's WebKitWebDriver speaks the W3C's WebDriver protocol, a request in JSON for each
step; MiniBrowser shows the page on a display of Xvfb that no one sees.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack
from glob import glob
from http.client import HTTPConnection

import pytest

from tests.browser.sampling import (
    DARK,
    DECKS,
    GATE_PAGES_OF_OTHER_BROWSERS,
    PAGES,
    sampled,
)

PROGRAMS = ("WebKitWebDriver", "Xvfb")
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"
# MiniBrowser's own window cannot be as narrow as a phone; a frame can.
LOAD = """
const [url, width, theme, done] = arguments;
const isParted = (held) => {  // the punctuation from its formula, by the end of a line
    const range = held.ownerDocument.createRange();
    range.selectNodeContents(held.lastChild);
    const end = held.querySelector(".katex-end").getBoundingClientRect();
    return range.getBoundingClientRect().top > end.bottom;
};
localStorage.theme = theme;
const frame = document.createElement("iframe");
frame.style = `width: ${width}px; height: 900px; border: 0`;
frame.onload = () => {
    const page = frame.contentDocument;
    frame.contentWindow.requestAnimationFrame(() => done({
        title: page.title,
        over: page.documentElement.scrollWidth - width,
        height: page.documentElement.scrollHeight,
        background: frame.contentWindow.getComputedStyle(page.body).backgroundColor,
        figures: [...page.images].map((image) => image.src),
        parted: [...page.querySelectorAll(".held")].filter(isParted)
            .map((held) => held.textContent),
    }));
};
frame.src = url;
document.body.replaceChildren(frame);
"""


class WebKit:
    """A session of WebKitWebDriver."""

    def __init__(self, port):
        self.port, self.path = port, "/session"
        options = {"binary": glob(MINI_BROWSER)[0], "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        self.path += f"/{self.post('', capabilities=wanted)['sessionId']}"

    def post(self, path, **body):
        """Send a command and return its value; AssertionError tells what failed."""
        return self.send("POST", path, json.dumps(body))

    def send(self, method, path="", body=None):
        connection = HTTPConnection("127.0.0.1", self.port, timeout=120)
        connection.request(method, self.path + path, body)
        response = connection.getresponse()
        value = json.load(response)["value"]
        assert response.status == 200, f"WebKit: {value['error']}: {value['message']}"
        return value


@pytest.fixture(scope="session")
def display():
    """A display for MiniBrowser, such as `:7`."""
    for program in PROGRAMS:
        if shutil.which(program) is None:
            pytest.skip(f"no {program}: apt-get install webkit2gtk-driver xvfb")
    reads, writes = os.pipe()
    # Without -noreset it starts anew when its last client leaves, as each test does.
    screen = ["-noreset", "-screen", "0", "1400x1000x24"]
    command = ["Xvfb", "-displayfd", str(writes), *screen]
    with subprocess.Popen(
        command, pass_fds=[writes], stderr=subprocess.DEVNULL
    ) as xvfb:
        os.close(writes)
        with open(reads) as file:
            yield f":{file.readline().strip()}"
        xvfb.terminate()


@pytest.fixture
def webkit(display, address):
    """A fresh MiniBrowser: a page that crashes it takes no other test along."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {**os.environ, "DISPLAY": display}
    with ExitStack() as stack:
        command = ["WebKitWebDriver", f"--port={port}"]
        driver = stack.enter_context(subprocess.Popen(command, env=environment))
        stack.callback(driver.terminate)
        for _ in range(100):
            with socket.socket() as attempt:
                if attempt.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        else:
            pytest.fail(f"WebKitWebDriver did not answer at port {port}")
        session = WebKit(port)
        stack.callback(session.send, "DELETE")  # MiniBrowser outlives its driver
        session.post("/window/rect", width=1300, height=950)
        yield session


@pytest.mark.parametrize("theme", ["light", DARK])
@pytest.mark.parametrize(
    "name", sampled([*PAGES, *DECKS], GATE_PAGES_OF_OTHER_BROWSERS)
)
def test_page_loads(name, theme, webkit, address):
    webkit.post("/url", url=f"{address}/{name}.html")
    for width in (1280, 390):
        arguments = [f"{address}/{name}.html", width, theme]
        seen = webkit.post("/execute/async", script=LOAD, args=arguments)
        assert seen["title"]
        assert seen["over"] <= 0, f"sticks out at {width} px"
        assert seen["height"] > 500
        assert not seen["parted"]
        if name not in DECKS:  # which have one theme
            channels = [
                int(number) for number in re.findall(r"\d+", seen["background"])
            ]
            assert (max(channels) < 64) == (theme == "dark")
            figures = [figure for figure in seen["figures"] if ".svg" in figure]
            assert all(figure.endswith(f"#{theme}") for figure in figures)

"""Drive WebKit, Safari's engine, on a display of Xvfb that no one sees.

Debian's WebKitWebDriver speaks the W3C's WebDriver protocol, a request in JSON for each
step; MiniBrowser shows the page.
"""

import json
import os
import shutil
import socket
import subprocess
import time
from contextlib import ExitStack, contextmanager
from glob import glob
from http.client import HTTPConnection

import pytest

from tests.skip_or_fail import skip_or_fail

PROGRAMS = ("WebKitWebDriver", "Xvfb")
MINI_BROWSER = "/usr/lib/*/webkit2gtk-4.*/MiniBrowser"


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


@contextmanager
def open_display():
    """Start a display for MiniBrowser, and give its name, such as `:7`."""
    for program in PROGRAMS:
        if shutil.which(program) is None:
            skip_or_fail(f"no {program}: apt-get install webkit2gtk-driver xvfb", "CI")
    if not glob(MINI_BROWSER):
        skip_or_fail(f"no {MINI_BROWSER}: apt-get install libwebkit2gtk-4.1-0", "CI")
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


@contextmanager
def open_webkit(display):
    """Start a MiniBrowser on a display, and give the session that drives it."""
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

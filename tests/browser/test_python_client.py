"""python/client.mjs: each request gets its own result, whatever the worker does."""

import re
from urllib.parse import urlsplit

from book._parsing import ROOT
from tests.browser.helpers.lab_actions import MARGIN_LAB

SCRIPTS = re.compile(r"/(tests/browser/helpers|book/_scripts/python)/[\w-]+\.mjs$")
# A request that gets no result would otherwise keep the test waiting for ever.
CALL = """(name) => Promise.race([
    import("/tests/browser/helpers/fake-worker.mjs").then((scripts) => scripts[name]()),
    new Promise((_, reject) =>
        setTimeout(() => reject(new Error(`${name} takes more than 10 s`)), 10000)),
])"""


def call(function, address, page):
    """Call a function of fake-worker.mjs in a page, and return its result."""
    page.route(
        SCRIPTS,
        lambda route: route.fulfill(path=ROOT / urlsplit(route.request.url).path[1:]),
    )
    page.goto(f"{address}/{MARGIN_LAB}")
    return page.evaluate(CALL, function)


def test_client_never_mixes_up_results(address, page):
    assert call("sendStrayMessages", address, page) == ["for a", "for b"]


def test_client_sends_again_what_another_caller_interrupts(address, page):
    assert call("keepAnotherWaiting", address, page) == ["for a", "for b"]


def test_client_drops_a_request_for_a_newer_one_of_its_caller(address, page):
    first, second = call("askAgain", address, page)
    assert first.startswith("superseded") and second == "for the newer"


def test_client_lets_a_request_run_that_keeps_no_one_waiting(address, page):
    first, second, restarts = call("stopTheOneThatWaits", address, page)
    assert first == "for a" and second.startswith("stopped by its caller")
    assert restarts == 0


def test_client_outlives_a_worker_that_does_not_start(address, page):
    *failed, after = call("loseTheWorker", address, page)
    assert all("could not be started" in message for message in failed)
    assert after == "anew"


def test_client_replaces_a_worker_whose_python_has_ended(address, page):
    """But not one whose Python raised an exception, because a start takes seconds."""
    assert call("failInThreeWays", address, page) == [
        ["Python stopped: an exception", "next", 0],
        ["Python stopped: an exception", "next", 1],
        ["Python stopped: a crash", "next", 2],
    ]

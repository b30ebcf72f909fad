"""python/client.mjs: each request gets its own result, whatever the worker does."""

from pathlib import Path

from tests.book.scripts.helpers import run_script

FAKE_WORKER = Path(run_script.__file__).with_name("fake-worker.mjs")


def call(function):
    """Return the result of a function of fake-worker.mjs."""
    return run_script.run(FAKE_WORKER, f"{function}()")


def test_client_never_mixes_up_results():
    assert call("sendStrayMessages") == ["for a", "for b"]


def test_client_sends_again_what_another_caller_interrupts():
    assert call("keepAnotherWaiting") == ["for a", "for b"]


def test_client_drops_a_request_for_a_newer_one_of_its_caller():
    first, second = call("askAgain")
    assert first.startswith("superseded") and second == "for the newer"


def test_client_lets_a_request_run_that_keeps_no_one_waiting():
    first, second, restarts = call("stopTheOneThatWaits")
    assert first == "for a" and second.startswith("stopped by its caller")
    assert restarts == 0


def test_client_outlives_a_worker_that_does_not_start():
    *failed, after = call("loseTheWorker")
    assert all("could not be started" in message for message in failed)
    assert after == "anew"


def test_client_replaces_a_worker_whose_python_has_ended():
    """But not one whose Python raised an exception, because a start takes seconds."""
    assert call("failInThreeWays") == [
        ["Python stopped: an exception", "next", 0],
        ["Python stopped: an exception", "next", 1],
        ["Python stopped: a crash", "next", 2],
    ]

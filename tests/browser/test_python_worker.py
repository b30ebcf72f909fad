"""The worker that runs Python for the labs: started, overtaken, and out of reach."""

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from book._ext.lab_stories import story
from tests.browser.browsers import START, Watch
from tests.browser.labs import LAB


@pytest.mark.parametrize(
    ("name", "answer", "fault"),
    [
        ("numpy-", {"status": 404}, "404"),
        pytest.param("svmlib-", {"status": 404}, "404", marks=pytest.mark.nightly),
        pytest.param("svmlib-", {"body": "PK"}, "damaged", marks=pytest.mark.nightly),
        pytest.param(
            "pyodide.asm.wasm", {"status": 404}, "404", marks=pytest.mark.nightly
        ),
    ],
)
def test_worker_names_a_file_that_does_not_come_or_is_damaged(
    name: str,
    answer: dict[str, Any],
    fault: str,
    pyodide: Path,
    address: str,
    page: Page,
    context: BrowserContext,
    watch: Watch,
) -> None:
    context.route(f"**/{name}*", lambda route: route.fulfill(**answer))
    page.goto(f"{address}/{LAB}")
    page.locator(".lab-start").click()
    error = page.locator(".lab-error")
    expect(error).to_contain_text(
        "Python could not be started from localhost", timeout=START
    )
    expect(error).to_contain_text(name)
    expect(error).to_contain_text(fault)
    context.unroute(f"**/{name}*")
    page.locator(".lab-start").click()
    page.wait_for_selector(".lab-stage", timeout=START)


@pytest.mark.parametrize("save_data", [False, True])
def test_worker_starts_when_the_pointer_is_near(
    save_data: bool, pyodide: Path, address: str, page: Page, watch: Watch
) -> None:
    connection = f"{{ value: {{ saveData: {str(save_data).lower()} }} }}"
    page.add_init_script(
        f"Object.defineProperty(navigator, 'connection', {connection})"
    )
    page.goto(f"{address}/{LAB}")
    page.wait_for_selector(".lab-start")
    assert not page.workers
    page.locator(".lab-placeholder").hover(position={"x": 5, "y": 5})
    page.wait_for_timeout(1000)
    assert len(page.workers) == (0 if save_data else 1)


def test_labs_tell_of_a_site_without_python(
    address: str, page: Page, context: BrowserContext, watch: Watch
) -> None:
    context.route("**/sources.json", lambda route: route.fulfill(status=404))
    page.goto(f"{address}/{LAB}")
    expect(page.locator(".lab-progress")).to_contain_text("make book")


def test_labs_tell_a_reader_who_is_offline(
    address: str, page: Page, context: BrowserContext, watch: Watch
) -> None:
    page.goto(f"{address}/{LAB}")
    page.wait_for_selector(".lab-start")
    context.set_offline(True)
    page.locator(".lab-start").click()
    expect(page.locator(".lab-error")).to_contain_text("offline")
    expect(page.locator(".lab-start")).to_have_text("Try again")


@pytest.mark.nightly
def test_worker_lets_a_newer_question_overtake(
    pyodide: Path, address: str, page: Page, watch: Watch
) -> None:
    page.goto(f"{address}/{LAB}")
    page.set_default_timeout(START)
    quick = {**story("six"), "grid": (2, 2)}
    points = [[((7 * i) % 199) / 50 - 2, ((11 * i) % 197) / 70] for i in range(200)]
    slow = {
        "points": points,
        "labels": [(-1) ** (i * i // 3) for i in range(200)],
        "kernel": {"name": "poly", "degree": 8, "coef0": 1, "gamma": 9},
        "C": 1e4,
        "max_iter": 10_000_000,
        "grid": (2, 2),
    }
    found = page.evaluate(
        """async ([quick, slow]) => {
            const { PythonClient, OVERTAKEN } = await import("../../_static/python-client.mjs");
            const python = new PythonClient({ patience: 500 });
            await python.start();
            const tell = (answer) => answer === OVERTAKEN ? "overtaken" : answer.dual;
            const how = { file: "margin_lab.py" };
            const ask = (given) => python.ask("lab", "margin", given, how).then(tell);
            await ask(quick); // loads margin_lab.py
            const three = await Promise.all([quick, quick, quick].map(ask));
            const replaced = python.replaced;
            const stuck = ask(slow);
            const last = await ask(quick);
            return { three, replaced, stuck: await stuck, last, now: python.replaced };
        }""",
        [quick, slow],
    )
    assert found == {
        "three": [0.625, "overtaken", 0.625],
        "replaced": 0,
        "stuck": "overtaken",
        "last": 0.625,
        "now": 1,
    }
    assert not watch.errors


def test_worker_never_mixes_up_answers(address: str, page: Page, watch: Watch) -> None:
    page.goto(f"{address}/{LAB}")
    found = page.evaluate(
        """async () => {
            let broken = false;
            const posted = [];
            globalThis.Worker = class {
                postMessage(message) {
                    if (this.ended) return;
                    posted.push(message);
                    const data = broken ? { failed: "gone" } : { answer: true };
                    if (message.question === "start")
                        setTimeout(() => this.onmessage({ data }));
                }
                terminate() { this.ended = true; }
            };
            const { PythonClient, OVERTAKEN } = await import("../../_static/python-client.mjs");
            const python = new PythonClient({ patience: 50 });
            await python.start();
            const ask = (who) => Promise.race([
                python.ask(who, "it", {}, { file: "it.py" }).then(
                    (answer) => answer === OVERTAKEN ? "overtaken" : answer,
                    (error) => error.message),
                new Promise((give) => setTimeout(give, 2000, "never")),
            ]);
            const say = (data) => python.worker.onmessage({ data });
            const reply = (answer) => say({ id: posted.at(-1).id, answer });
            const two = [ask("a"), ask("b")];
            say({ failed: "a stray rejection" });
            reply("for a");
            await two[0];
            say({ id: posted.at(-2).id, answer: "for a, again" });
            reply("for b");
            broken = true;
            const lost = [ask("a"), ask("b")];
            const told = await Promise.all(lost);
            broken = false;
            const after = ask("a");
            await new Promise((give) => setTimeout(give, 300));
            if (posted.at(-1).question === "it") reply("anew");
            return { two: await Promise.all(two), told, after: await after };
        }"""
    )
    assert found["two"] == ["for a", "for b"]
    assert found["told"][0] == "overtaken"
    assert "could not be started" in found["told"][1]
    assert found["after"] == "anew"

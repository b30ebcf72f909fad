"""The worker that runs Python for the labs: started, replaced, and out of reach."""

import pytest
from playwright.sync_api import expect

from book._ext.labs.presets import PRESETS
from tests.browser.helpers.lab_actions import MARGIN_LAB
from tests.browser.helpers.pyodide import START_MS


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
    name, answer, fault, pyodide, address, page, context
):
    context.route(f"**/{name}*", lambda route: route.fulfill(**answer))
    page.goto(f"{address}/{MARGIN_LAB}")
    page.locator(".lab-start").click()
    error = page.locator(".lab-error")
    expect(error).to_contain_text(
        "Python could not be started from localhost", timeout=START_MS
    )
    expect(error).to_contain_text(name)
    expect(error).to_contain_text(fault)
    context.unroute(f"**/{name}*")
    page.locator(".lab-start").click()
    page.wait_for_selector(".lab-stage", timeout=START_MS)


@pytest.mark.nightly
def test_newer_request_supersedes_an_older(pyodide, address, page):
    page.goto(f"{address}/{MARGIN_LAB}")
    page.set_default_timeout(START_MS)
    quick = {**PRESETS["six"].args(), "grid": (2, 2)}
    points = [[((7 * i) % 199) / 50 - 2, ((11 * i) % 197) / 70] for i in range(200)]
    slow = {
        "points": points,
        "labels": [(-1) ** (i * i // 3) for i in range(200)],
        "kernel": {"name": "poly", "degree": 8, "coef0": 1, "gamma": 9},
        "C": 1e4,
        "max_iter": 10_000_000,
        "grid": (2, 2),
    }
    outcome = page.evaluate(
        """async ([quick, slow]) => {
            const { PythonClient, SUPERSEDED } = await import("../../_static/python/client.mjs");
            const python = new PythonClient({ maxWaitMs: 500 });
            await python.start();
            const call = { file: "margin_lab.py", method: "solve" };
            const solve = async (args) => {
                const result = await python.request("lab", { ...call, args });
                return result === SUPERSEDED ? "superseded" : result.dual;
            };
            await solve(quick); // loads margin_lab.py
            const three = await Promise.all([quick, quick, quick].map(solve));
            const before = python.restarts;
            const stuck = solve(slow);
            const last = await solve(quick);
            return { three, before, stuck: await stuck, last, restarts: python.restarts };
        }""",
        [quick, slow],
    )
    assert outcome == {
        "three": [0.625, "superseded", 0.625],
        "before": 0,
        "stuck": "superseded",
        "last": 0.625,
        "restarts": 1,
    }


@pytest.mark.nightly
def test_worker_says_when_python_has_ended(pyodide, address, page):
    page.goto(f"{address}/{MARGIN_LAB}")
    page.set_default_timeout(START_MS)
    outcome = page.evaluate(
        """async () => {
            const { PythonClient } = await import("../../_static/python/client.mjs");
            const python = new PythonClient();
            await python.start();
            const run = (code, method = "check") =>
                python.request("editor", {
                    file: "check_exercise.py", method,
                    args: { name: "svm-loss", function: "my_svm_loss", code },
                }).then(({ printed }) => printed.trim(), ({ message }) => message)
                  .then((outcome) => [outcome, python.restarts]);
            return [
                await run("pass", "no such method"),
                await run("print(1)"),
                await run("import os; os._exit(1)"),
                await run("print(2)"),
            ];
        }"""
    )
    exception, one, end, two = outcome
    assert "no such method" in exception[0]
    assert one == ["1", 0]
    assert "exit(1)" in end[0]
    assert two == ["2", 1]

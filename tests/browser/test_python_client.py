"""python-client.mjs: each request gets its own result, whatever the worker does."""

from tests.browser.labs import MARGIN_LAB


def test_client_never_mixes_up_results(address, page):
    page.goto(f"{address}/{MARGIN_LAB}")
    found = page.evaluate(
        """async () => {
            let broken = false;
            let onPost = () => {};
            const posted = [];
            globalThis.Worker = class {
                postMessage(message) {
                    if (this.ended) return;
                    if (message.start) {
                        const data = broken ? { failure: "gone" } : { started: true };
                        setTimeout(() => this.onmessage({ data }));
                        return;
                    }
                    posted.push(message);
                    onPost();
                }
                terminate() { this.ended = true; }
            };
            const { PythonClient, SUPERSEDED } = await import("../../_static/python-client.mjs");
            const python = new PythonClient({ maxWaitMs: 50 });
            await python.start();
            const request = (caller) =>
                python.request(caller, { file: "it.py", method: "it", args: {} }).then(
                    (result) => result === SUPERSEDED ? "superseded" : result,
                    (error) => error.message);
            const send = (data) => python.worker.onmessage({ data });
            const reply = (result) => send({ id: posted.at(-1).id, result });
            const two = [request("a"), request("b")];
            send({ failure: "a stray rejection" });
            reply("for a");
            await two[0];
            send({ id: posted.at(-2).id, result: "for a, again" });
            reply("for b");
            await two[1];
            broken = true;
            const lost = await Promise.all([request("a"), request("b")]);
            broken = false;
            const sent = new Promise((resolve) => { onPost = resolve; });
            const after = request("a");
            await sent;
            reply("anew");
            return { two: await Promise.all(two), lost, after: await after };
        }"""
    )
    assert found["two"] == ["for a", "for b"]
    assert found["lost"][0] == "superseded"
    assert "could not be started" in found["lost"][1]
    assert found["after"] == "anew"

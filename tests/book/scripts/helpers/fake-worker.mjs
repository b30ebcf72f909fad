// The Python client with a worker that answers late, twice, for no request, or not at all,
// for test_client.py.

import { PythonClient } from "../../../../book/_scripts/python/client.mjs";

/** @type {number[]} of the requests that reached a worker */
const ids = [];
let starts = true;
let onRequest = () => {};
/** Resolves once another request has reached a worker. */
const nextRequest = () =>
  new Promise((resolve) => {
    onRequest = () => resolve(undefined);
  });

/** A worker that starts, or fails to, and answers only when `send` is called. */
class FakeWorker {
  ended = false;

  /** @type {(event: {data: object}) => void} */
  onmessage = () => {};

  /** @type {(event: {message: string, preventDefault: () => void}) => void} */
  onerror = () => {};

  /** @param {{id: number, start?: object}} message */
  postMessage({ id, start }) {
    if (this.ended) return;
    if (start) {
      const data = starts ? { started: true } : { failure: "gone" };
      setTimeout(() => this.onmessage({ data }));
    } else {
      ids.push(id);
      onRequest();
    }
  }

  terminate() {
    this.ended = true;
  }
}

/** What the client needs of a page: its address, and the file that says where Python is. */
const PAGE = {
  Worker: FakeWorker,
  document: { documentElement: { dataset: {} } },
  location: { href: "https://example.org/" },
  fetch: async () => ({
    ok: true,
    json: async () => ({ pyodide: "pyodide/", wheel: "svmlib.whl", bytes: 1 }),
  }),
};

const startClient = async () => {
  Object.assign(globalThis, PAGE);
  const python = new PythonClient({ maxWaitMs: 50 });
  await python.start();
  /** What becomes of a request, in words. @param {string} caller */
  const request = (caller) =>
    python.request(caller, { file: "it.py", method: "it", args: {} }).then(
      (result) => (typeof result === "symbol" ? result.description : result),
      (error) => error.message,
    );
  /** @param {object} data */
  const send = (data) => /** @type {any} */ (python.worker).onmessage({ data });
  /** Answer the newest request. @param {string} result */
  const reply = (result) => send({ id: ids.at(-1), result });
  return { python, request, send, reply };
};

export const sendStrayMessages = async () => {
  const { request, send, reply } = await startClient();
  const [first, second] = [request("a"), request("b")];
  send({ failure: "a stray rejection" });
  reply("for a");
  await first;
  send({ id: ids.at(-2), result: "for a, again" });
  reply("for b");
  return Promise.all([first, second]);
};

/** Keep a caller waiting for another's request, which is sent again after it. */
export const keepAnotherWaiting = async () => {
  const { request, reply } = await startClient();
  const results = Promise.all([request("a"), request("b")]);
  await nextRequest();
  reply("for b");
  reply("for a");
  return results;
};

/** Ask again while the first request runs: that one makes way, and is not sent again. */
export const askAgain = async () => {
  const { request, reply } = await startClient();
  const results = Promise.all([request("a"), request("a")]);
  await nextRequest();
  reply("for the newer");
  return results;
};

/** Stop the caller that waits: nothing is left that should end the running request. */
export const stopTheOneThatWaits = async () => {
  const { python, request, reply } = await startClient();
  const results = Promise.all([request("a"), request("b")]);
  python.stop("b");
  await new Promise((resolve) => setTimeout(resolve, 2 * python.maxWaitMs));
  reply("for a");
  return [...(await results), python.restarts];
};

/** Let requests fail in three ways, and return how often a worker was replaced after each. */
export const failInThreeWays = async () => {
  const { python, request, send, reply } = await startClient();
  /** @param {() => void} fail */
  const failOnce = async (fail) => {
    const failed = request("a");
    fail();
    const sent = nextRequest();
    const next = request("a");
    await sent;
    reply("next");
    return [await failed, await next, python.restarts];
  };
  const answer = { failure: "an exception", ended: false };
  const message = "a crash";
  return [
    await failOnce(() => send({ id: ids.at(-1), ...answer })),
    await failOnce(() => send({ id: ids.at(-1), ...answer, ended: true })),
    await failOnce(() =>
      /** @type {any} */ (python.worker).onerror({ message, preventDefault() {} }),
    ),
  ];
};

export const loseTheWorker = async () => {
  const { request, reply } = await startClient();
  starts = false;
  const lost = await Promise.all([request("a"), request("b")]);
  starts = true;
  const sent = nextRequest();
  const next = request("a");
  await sent;
  reply("anew");
  return [...lost, await next];
};

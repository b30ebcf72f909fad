// Python in a worker, one for all labs and exercises of a page. A request names a function
// of a Python file beside this one, and its arguments.
// - Requests run one at a time.
// - Each caller has at most one waiting: a newer one replaces it.
// - A request that runs past its time limit, or keeps another waiting too long, is stopped, by
//   replacing the worker. If it was stopped for another caller, it is sent again.
// - A worker whose Python has ended is replaced before the next request.

import { findPython, missingFeature } from "./find-python.mjs";

/** @import {Sources} from "./find-python.mjs" */

export const SUPERSEDED = Symbol("superseded by a newer request");
export const STOPPED = Symbol("stopped by its caller, or by its time limit");

/** What svmlib says against the arguments of a request, in its own words. */
export class RequestError extends Error {}

/** Who makes a request: a lab, an editor, or any other value. @typedef {unknown} Caller */

/** A Python function to call: its file, its name, its arguments as an object, and its time
 * limit. Without a limit it may run until a newer request has waited too long.
 * @typedef {{file: string, method: string, args: object, timeoutMs?: number}} Call */

/** A call that waits for its result, or runs.
 * @typedef {object} Pending
 * @property {number} id
 * @property {Caller} caller
 * @property {Call} call
 * @property {(result: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class PythonClient {
  /** `maxWaitMs`: how long a newer request waits for a running one. */
  constructor({ maxWaitMs = 3000 } = {}) {
    this.maxWaitMs = maxWaitMs;
    /** @type {Map<Caller, Pending>} */
    this.waiting = new Map();
    /** @type {Pending | undefined} */
    this.running = undefined;
    this.lastId = 0;
    this.restarts = 0;
    this.restarting = this.failed = false;
    /** @type {Set<(text: string) => void>} */
    this.progressListeners = new Set();
    /** @type {Promise<void> | undefined} */
    this.started = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Load Python, once; `onProgress` hears in words how far it is.
   * @param {(text: string) => void} [onProgress] */
  async start(onProgress = () => {}) {
    this.progressListeners.add(onProgress);
    this.started ??= this.load();
    try {
      await this.started;
    } catch (error) {
      this.started = undefined;
      throw error;
    } finally {
      this.progressListeners.delete(onProgress);
    }
  }

  async load() {
    const missing = missingFeature();
    if (missing) throw new Error(missing);
    this.sources = await findPython();
    await this.startWorker();
    document.documentElement.dataset.python = "started";
  }

  startWorker() {
    const script = new URL("worker.mjs", import.meta.url);
    const worker = new Worker(script, { type: "module" });
    const sources = /** @type {Sources} */ (this.sources);
    this.worker = worker;
    return new Promise((/** @type {(value?: void) => void} */ resolve, reject) => {
      /** @param {string} why */
      const fail = (why) => {
        const { host } = new URL(sources.pyodide);
        worker.terminate();
        reject(new Error(`Python could not be started from ${host}: ${why}`));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail(event.message ?? "its script does not load");
      };
      worker.onmessage = ({ data }) => {
        if (data.progress) this.progressListeners.forEach((listener) => listener(data.progress));
        else if (data.failure) fail(data.failure);
        else {
          worker.onmessage = (event) => this.receive(event.data);
          worker.onerror = (event) => {
            event.preventDefault();
            this.failed = true;
            this.receive({ id: this.running?.id, failure: event.message ?? "the worker stopped" });
          };
          resolve();
        }
      };
      worker.postMessage({ start: sources });
    });
  }

  /** Call a Python function. Resolves to its result; to STOPPED if its caller stops it or its
   * time is up; or to SUPERSEDED if a newer request of the same caller came before it was sent,
   * or ended its worker because it took too long.
   * @param {Caller} caller @param {Call} call
   * @returns {Promise<any>} */
  request(caller, call) {
    return new Promise((resolve, reject) => {
      this.waiting.get(caller)?.resolve(SUPERSEDED);
      this.lastId += 1;
      this.waiting.set(caller, { id: this.lastId, caller, call, resolve, reject });
      if (this.running) this.setTimer();
      else this.sendNext();
    });
  }

  /** Give up the request of a caller, whether it waits or runs.
   * @param {Caller} caller */
  stop(caller) {
    this.waiting.get(caller)?.resolve(STOPPED);
    this.waiting.delete(caller);
    if (this.running?.caller === caller) this.replaceWorker(STOPPED);
    else if (!this.waiting.size && !this.running?.call.timeoutMs) this.clearTimer();
  }

  /** Set the timer that ends the running request. */
  setTimer() {
    const timeoutMs = this.running?.call.timeoutMs;
    if (timeoutMs) this.timer ??= setTimeout(() => this.replaceWorker(STOPPED), timeoutMs);
    else if (this.waiting.size)
      this.timer ??= setTimeout(() => this.replaceWorker(), this.maxWaitMs);
  }

  clearTimer() {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  sendNext() {
    this.clearTimer();
    const [first] = this.waiting;
    if (!first || this.restarting) return;
    if (this.failed) {
      this.replaceWorker();
      return;
    }
    const [caller, pending] = first;
    this.waiting.delete(caller);
    this.running = pending;
    const {
      id,
      call: { file, method, args },
    } = pending;
    this.worker?.postMessage({ id, file, method, args });
    this.setTimer();
  }

  /** Settle the request that a message of the worker belongs to. `error` is svmlib's
   * words against the arguments, `failure` anything else that went wrong, and `ended` says
   * that Python can't answer any more.
   * @param {{id?: number, result?: unknown, error?: string, failure?: string, ended?: boolean}}
   *   message */
  receive({ id, result, error, failure, ended = false }) {
    const pending = this.running;
    if (!pending || id !== pending.id) return;
    this.running = undefined;
    this.failed ||= ended;
    if (error !== undefined) pending.reject(new RequestError(error));
    else if (failure !== undefined) pending.reject(new Error(`Python stopped: ${failure}`));
    else pending.resolve(result);
    this.sendNext();
  }

  /** Start another worker. The running request ends with the outcome, if one is given.
   * Otherwise it waits again, unless its caller has made a newer request.
   * @param {symbol} [outcome] */
  async replaceWorker(outcome) {
    this.clearTimer();
    this.worker?.terminate();
    this.restarts += 1;
    const { running } = this;
    this.running = undefined;
    if (running && !outcome && !this.waiting.has(running.caller))
      this.waiting.set(running.caller, running);
    else running?.resolve(outcome ?? SUPERSEDED);
    this.restarting = true;
    try {
      await this.startWorker();
      this.restarting = this.failed = false;
      this.sendNext();
    } catch (error) {
      this.restarting = false;
      this.failed = true; // the next request tries again
      this.waiting.forEach(({ reject }) => reject(/** @type {Error} */ (error)));
      this.waiting.clear();
    }
  }
}

export const pythonClient = new PythonClient();

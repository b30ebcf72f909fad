// Python in a worker, one for all labs and exercises of a page. A question is a file of
// this folder and a name in it; of those that wait, only the newest of each asker is put.
// An answer that keeps a newer question waiting too long, or takes longer than it may,
// is given up: the worker is replaced.

import { findPython, missingFeature } from "./find-python.mjs";

/** @import {Sources} from "./find-python.mjs" */

export const OVERTAKEN = Symbol("overtaken by a newer question");
export const STOPPED = Symbol("stopped, by its asker or by its limit");

/** What svmlib has to say against a question, in its own words. */
export class Problem extends Error {}

/** Who asks: a lab, an editor, or any name of an asker. @typedef {unknown} Asker */

/**
 * @typedef {object} Call
 * @property {number} id
 * @property {Asker} who
 * @property {string} file
 * @property {string} question
 * @property {unknown} given
 * @property {number} limit
 * @property {(answer: any) => void} resolve
 * @property {(error: Error) => void} reject
 */

export class PythonClient {
  /** `patience`: milliseconds that a newer question waits for an older answer. */
  constructor({ patience = 3000 } = {}) {
    this.patience = patience;
    /** @type {Map<Asker, Call>} */
    this.waiting = new Map();
    /** @type {Call | undefined} */
    this.running = undefined;
    this.asked = 0;
    this.replaced = 0;
    this.restarting = this.failed = false;
    /** @type {Set<(text: string) => void>} */
    this.listeners = new Set();
    /** @type {Promise<void> | undefined} */
    this.started = undefined;
    /** @type {number | undefined} */
    this.timer = undefined;
  }

  /** Load Python, once; `say` hears in words how far it is.
   * @param {(text: string) => void} [say] */
  async start(say = () => {}) {
    this.listeners.add(say);
    this.started ??= this.load();
    try {
      await this.started;
    } catch (error) {
      this.started = undefined;
      throw error;
    } finally {
      this.listeners.delete(say);
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
    const script = new URL("python-worker.mjs", import.meta.url);
    const worker = new Worker(script, { type: "module" });
    const { sources } = this;
    if (!sources) throw new Error("it is not known where Python is");
    this.worker = worker;
    return new Promise((/** @type {(value?: void) => void} */ resolve, reject) => {
      /** @param {string} why */
      const failed = (why) => {
        const { host } = new URL(sources.pyodide);
        worker.terminate();
        reject(new Error(`Python could not be started from ${host}: ${why}`));
      };
      worker.onerror = (event) => {
        event.preventDefault();
        failed(event.message ?? "its script does not load");
      };
      worker.onmessage = ({ data }) => {
        if (data.progress) this.listeners.forEach((say) => say(data.progress));
        else if (data.failed) failed(data.failed);
        else {
          worker.onmessage = (event) => this.settle(event.data);
          worker.onerror = (event) => {
            event.preventDefault();
            this.settle({ id: this.running?.id, failed: event.message ?? "the worker stopped" });
          };
          resolve();
        }
      };
      worker.postMessage({ question: "start", given: sources });
    });
  }

  /** Ask the function `question` of a Python file, with the arguments `given`. Resolves
   * to the answer, to OVERTAKEN if `who` asked again before the question was put or the
   * worker was replaced, or to STOPPED. With a `limit` in milliseconds the question runs
   * so long and no longer; without one, as long as no other waits.
   * @param {Asker} who @param {string} question @param {unknown} given
   * @param {{file: string, limit?: number}} how
   * @returns {Promise<any>} */
  ask(who, question, given, { file, limit = 0 }) {
    return new Promise((resolve, reject) => {
      this.waiting.get(who)?.resolve(OVERTAKEN);
      this.asked += 1;
      const call = { id: this.asked, who, file, question, given, limit, resolve, reject };
      this.waiting.set(who, call);
      if (this.running) this.watch();
      else this.next();
    });
  }

  /** Give up what `who` asked, whether it waits or runs.
   * @param {Asker} who */
  stop(who) {
    this.waiting.get(who)?.resolve(STOPPED);
    this.waiting.delete(who);
    if (this.running?.who === who) this.replace(STOPPED);
  }

  /** Set the clock that ends the running question. */
  watch() {
    const limit = this.running?.limit;
    if (limit) this.timer ??= setTimeout(() => this.replace(STOPPED), limit);
    else if (this.waiting.size)
      this.timer ??= setTimeout(() => this.replace(), this.patience);
  }

  next() {
    clearTimeout(this.timer);
    this.timer = undefined;
    const [first] = this.waiting;
    if (!first || this.restarting) return;
    if (this.failed) {
      this.replace();
      return;
    }
    const [who, call] = first;
    this.waiting.delete(who);
    this.running = call;
    const { id, file, question, given } = call;
    this.worker?.postMessage({ id, file, question, given });
    this.watch();
  }

  /** Hand the worker's words to the question that they belong to.
   * @param {{id?: number, answer?: unknown, problem?: string, failed?: string}} words */
  settle({ id, answer, problem, failed }) {
    const call = this.running;
    if (!call || id !== call.id) return;
    this.running = undefined;
    if (problem !== undefined) call.reject(new Problem(problem));
    else if (failed !== undefined) call.reject(new Error(`Python stopped: ${failed}`));
    else call.resolve(answer);
    this.next();
  }

  async replace(outcome = OVERTAKEN) {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.worker?.terminate();
    this.replaced += 1;
    this.running?.resolve(outcome);
    this.running = undefined;
    this.restarting = true;
    try {
      await this.startWorker();
      this.restarting = this.failed = false;
      this.next();
    } catch (error) {
      this.restarting = false;
      this.failed = true; // the next question tries again
      this.waiting.forEach((call) => call.reject(/** @type {Error} */ (error)));
      this.waiting.clear();
    }
  }
}

export const pythonClient = new PythonClient();

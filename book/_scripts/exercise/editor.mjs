// An exercise that is being answered: its editor, its run and its verdict.

import { STOPPED, pythonClient } from "../python/client.mjs";
import { importWithRetry } from "../shared/import-with-retry.mjs";

const TIMEOUT_S = 20; // for all of the code; `check` stops a loop in the function after ten
// The line in which Python names an exception: StopIteration, re.error: ...
const PYTHON_ERROR = /^(([\w<>]+\.)+\w|[A-Z])\w*(:.*)?$/;
// What becomes an element in a verdict: code, a chapter, a line. Code ends, as in Markdown, at
// as many backticks as it begins with.
const MARKED_UP = /((`+)(?!`).+?\2(?!`)|chapter \d+|line \d+)/;
const CODE = /^(`+) ?(.+?) ?\1$/;
const OFFER_AFTER = 2; // attempts

/** The element that holds an exercise's stub and its editor.
 * @typedef {HTMLElement & {dataset: {exercise: string}}} Box */

/** What the browser keeps of an exercise: the code, the number of runs that counted, and the
 * code that last solved it.
 * @typedef {{code?: string, tries?: number, solvedCode?: string}} Progress */

/** The editor that `edit` of the bundle makes; positions count characters.
 * @typedef {object} Editor
 * @property {() => string} code
 * @property {() => void} focus
 * @property {(from: number, to?: number) => void} select
 * @property {(text: string) => void} replace
 */

/** Turn a line of a verdict into nodes: its code, its chapters and its lines.
 * @param {string} text @param {(line: number) => void} goTo */
const toNodes = (text, goTo) => {
  /** @param {string} tag @param {string} content */
  const element = (tag, content) =>
    Object.assign(document.createElement(tag), { textContent: content });
  if (PYTHON_ERROR.test(text)) return [element("code", text)];
  const parts = text.split(MARKED_UP).filter((_, k) => k % 3 < 2); // without the backticks of \2
  return parts.map((part) => {
    const [, kind, number] = part.match(/^(chapter|line) (\d+)$/) ?? [];
    const code = part.match(CODE)?.[2];
    if (code) return element("code", code);
    if (kind === "line") {
      const button = Object.assign(element("button", part), { type: "button" });
      button.addEventListener("click", () => goTo(Number(number)));
      return button;
    }
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const chapters = document.querySelectorAll(".sidebar-tree a");
    const chapter =
      kind && [...chapters].find((link) => link.textContent.startsWith(`${number}. `));
    return chapter ? Object.assign(element("a", part), { href: chapter.href }) : part;
  });
};

/** Turn a verdict's message into its paragraphs and its list.
 * @param {string} message @param {(line: number) => void} goTo */
export const toBlocks = (message, goTo) => {
  /** @type {HTMLElement[]} */
  const blocks = [];
  for (const line of message.split("\n")) {
    const item = line.startsWith("- ");
    const block = document.createElement(item ? "li" : "p");
    block.append(...toNodes(item ? line.slice(2) : line, goTo));
    const last = blocks.at(-1);
    if (!item) blocks.push(block);
    else if (last?.tagName === "UL") last.append(block);
    else {
      const list = document.createElement("ul");
      list.append(block);
      blocks.push(list);
    }
  }
  return blocks;
};

export class ExerciseEditor {
  /** `earlierCode`: what solved the exercises above, which an attempt may call.
   * @param {Box} box
   * @param {{
   *   stub: string,
   *   readProgress: (name: string) => Progress,
   *   saveProgress: (name: string, changes: Progress) => void,
   *   earlierCode: () => (string | undefined)[],
   * }} options */
  constructor(box, { stub, readProgress, saveProgress, earlierCode }) {
    this.box = box;
    this.earlierCode = earlierCode;
    this.name = box.dataset.exercise;
    this.stub = stub;
    this.progress = () => readProgress(this.name);
    /** @param {Progress} changes */
    this.save = (changes) => saveProgress(this.name, changes);
    this.field = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
    this.verdict = this.find(".editor-verdict");
    this.printed = this.find(".editor-printed");
    /** @type {"" | "loading" | "running" | "stopped"} */
    this.state = "";
    /** @type {Editor | undefined} */
    this.editor = undefined;
    /** @type {Promise<void> | undefined} */
    this.editorLoading = undefined;
    this.field.addEventListener("input", () => this.save({ code: this.field.value }));
    this.button("showSolution").hidden = !this.offersSolution();
    this.loadCodeMirror();
  }

  /** @param {string} selector */
  find(selector) {
    return /** @type {HTMLElement} */ (this.box.querySelector(selector));
  }

  /** @param {"run" | "reset" | "showSolution"} action */
  button(action) {
    return this.find(`[data-action="${action}"]`);
  }

  offersSolution() {
    const { tries = 0, solvedCode } = this.progress();
    return tries >= OFFER_AFTER && !solvedCode;
  }

  get code() {
    return this.editor ? this.editor.code() : this.field.value;
  }

  /** Put the editor in place of the field; each run tries again if it didn't come. */
  loadCodeMirror() {
    this.editorLoading ??= this.replaceField().catch(() => {
      this.editorLoading = undefined;
    });
  }

  async replaceField() {
    const { edit } = await importWithRetry(import.meta.resolve("../codemirror/codemirror.mjs"));
    const { field } = this;
    const { selectionStart, selectionEnd } = field;
    const focused = document.activeElement === field;
    /** @type {Editor} */
    const editor = edit(field.parentElement, {
      code: field.value,
      label: field.ariaLabel,
      description: field.getAttribute("aria-describedby"),
      changed: (/** @type {string} */ code) => this.save({ code }),
      run: () => this.state || this.run(),
    });
    this.editor = editor;
    if (focused) {
      editor.select(selectionStart, selectionEnd);
      editor.focus();
    }
    field.remove();
  }

  /** Select a line, counted from 1, and go there. @param {number} line */
  goTo(line) {
    const lines = this.code.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    const to = from + (lines[line - 1] ?? "").length;
    if (this.editor) this.editor.select(from, to);
    else this.field.setSelectionRange(from, to);
    (this.editor ?? this.field).focus();
  }

  /** @param {string} message @param {"" | "right" | "wrong"} [kind] */
  showVerdict(message, kind = "") {
    this.verdict.dataset.kind = kind;
    this.verdict.replaceChildren(...toBlocks(message, (line) => this.goTo(line)));
  }

  /** Run the code and tell the verdict; while it runs, the button stops it. */
  async run() {
    if (this.state === "running") {
      this.state = "stopped";
      pythonClient.stop(this);
    }
    if (this.state) return;
    this.loadCodeMirror();
    const { printed } = this;
    const onProgress = (/** @type {string} */ text) => this.showVerdict(text);
    printed.hidden = true;
    try {
      this.state = "loading";
      await pythonClient.start(onProgress);
      this.state = "running";
      const { code } = this;
      this.button("run").textContent = "Stop";
      onProgress("Running …");
      pythonClient.progressListeners.add(onProgress); // a worker that was ended is loaded again
      const result = await pythonClient.request(this, {
        file: "check_exercise.py",
        method: "check",
        args: {
          name: this.name,
          function: this.box.dataset.function,
          code,
          earlier: this.earlierCode(),
        },
        timeoutMs: TIMEOUT_S * 1000,
      });
      if (result === STOPPED) {
        const timedOut = this.state === "running";
        if (timedOut) this.recordRun();
        this.showVerdict(
          timedOut
            ? `Your code was stopped after ${TIMEOUT_S} seconds. Is there a loop that never ends, or is it only slow?`
            : "Your code was stopped.",
          "wrong",
        );
        return;
      }
      printed.textContent = result.printed;
      printed.hidden = !result.printed;
      this.showVerdict(result.message, result.passed ? "right" : "wrong");
      if (result.passed) this.recordRun({ solvedCode: code });
      else if (!result.mistakes.includes("not-attempted")) this.recordRun();
    } catch (error) {
      this.showVerdict(/** @type {Error} */ (error).message, "wrong");
    } finally {
      pythonClient.progressListeners.delete(onProgress);
      this.state = "";
      this.button("run").textContent = "Run";
    }
  }

  /** Note a run that counts. @param {Progress} [changes] */
  recordRun(changes) {
    const { tries = 0 } = this.progress();
    this.save({ tries: tries + 1, ...changes });
    this.button("showSolution").hidden = !this.offersSolution();
  }

  reset() {
    if (this.code !== this.stub && !confirm("Put the stub back? What you wrote here is lost."))
      return;
    if (this.editor) this.editor.replace(this.stub);
    else this.field.value = this.stub;
    this.save({ code: undefined });
    this.verdict.replaceChildren();
    this.printed.hidden = true;
  }

  /** Unfold the solution, and go there. */
  showSolution() {
    let next = this.box.nextElementSibling;
    while (next && !next.matches("details.solution")) next = next.nextElementSibling;
    const solution = /** @type {HTMLDetailsElement} */ (next);
    solution.open = true;
    solution.querySelector("summary")?.focus();
  }
}

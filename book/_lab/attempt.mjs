// An exercise that is being answered: its editor, its run and its verdict.

import { STOPPED, engine } from "./engine.mjs";

const LIMIT = 20; // seconds; attempt.py itself stops a loop in Python after ten
const ERROR = /^\w+(Error|Exception|Interrupt|Exit)(:.*)?$/; // what Python says of one
const PARTS = /(`[^`]+`|chapter \d+|line \d+)/;
const OFFER = 2; // attempts, after which the solution is offered

/** Turn a line of a verdict into nodes: its code, its chapters and its lines. */
const inline = (text, goTo) => text.split(PARTS).map((part) => {
  const [, kind, number] = part.match(/^(chapter|line) (\d+)$/) ?? [];
  const code = part.match(/^`(.+)`$/)?.[1] ?? part.match(ERROR)?.[0];
  const made = (tag, content) =>
    Object.assign(document.createElement(tag), { textContent: content });
  if (code) return made("code", code);
  if (kind === "line") {
    const button = Object.assign(made("button", part), { type: "button" });
    button.addEventListener("click", () => goTo(Number(number)));
    return button;
  }
  const chapter = kind && [...document.querySelectorAll(".sidebar-tree a")]
    .find((link) => link.textContent.startsWith(`${number}. `));
  return chapter ? Object.assign(made("a", part), { href: chapter.href }) : part;
});

/** Turn a verdict's message into its paragraphs and its list. */
const blocks = (message, goTo) => {
  const found = [];
  for (const line of message.split("\n")) {
    const item = line.startsWith("- ");
    const block = document.createElement(item ? "li" : "p");
    block.append(...inline(item ? line.slice(2) : line, goTo));
    if (!item) found.push(block);
    else {
      if (found.at(-1)?.tagName !== "UL") found.push(document.createElement("ul"));
      found.at(-1).append(block);
    }
  }
  return found;
};

export class Attempt {
  constructor(box, { stub, progress, keep, before }) {
    this.box = box;
    this.before = before;
    this.name = box.dataset.exercise;
    this.stub = stub;
    this.progress = () => progress(this.name);
    this.keep = (changes) => keep(this.name, changes);
    this.field = box.querySelector("textarea");
    this.verdict = box.querySelector(".attempt-verdict");
    this.field.addEventListener("input", () => this.keep({ code: this.field.value }));
    this.button("solution").hidden = !this.isOffered();
    this.dress();
  }

  button(act) {
    return this.box.querySelector(`[data-act="${act}"]`);
  }

  isOffered() {
    const { tries = 0, solved } = this.progress();
    return tries >= OFFER && !solved;
  }

  get code() {
    return this.editor ? this.editor.code() : this.field.value;
  }

  /** Put the editor in the place of the field, if it can be loaded. */
  async dress() {
    const { edit } = await import("./codemirror/editor.mjs");
    const { field } = this;
    const { selectionStart, selectionEnd } = field;
    const focused = document.activeElement === field;
    this.editor = edit(field.parentElement, {
      code: field.value,
      label: field.ariaLabel,
      description: field.getAttribute("aria-describedby"),
      changed: (code) => this.keep({ code }),
      run: () => this.state || this.run(),
    });
    if (focused) {
      this.editor.select(selectionStart, selectionEnd);
      this.editor.focus();
    }
    field.remove();
  }

  goTo(line) {
    const lines = this.code.split("\n");
    const from = lines.slice(0, line - 1).join("\n").length + (line > 1);
    if (this.editor) this.editor.select(from, from + (lines[line - 1] ?? "").length);
    (this.editor ?? this.field).focus();
  }

  say(message, kind = "") {
    this.verdict.dataset.kind = kind;
    this.verdict.replaceChildren(...blocks(message, (line) => this.goTo(line)));
  }

  /** Run the code and tell the verdict; while it runs, the button stops it. */
  async run() {
    if (this.state === "running") {
      this.state = "stopped";
      engine.stop(this);
    }
    if (this.state) return;
    const say = (text) => this.say(text);
    const printed = this.box.querySelector(".attempt-printed");
    printed.hidden = true;
    try {
      this.state = "loading";
      await engine.start(say);
      this.state = "running";
      this.button("run").textContent = "Stop";
      say("Running …");
      engine.listeners.add(say); // a worker that was ended is loaded again
      const found = await engine.ask(this, "check", {
        name: this.name,
        function: this.box.dataset.function,
        code: this.code,
        before: this.before(),
      }, { file: "attempt.py", limit: LIMIT * 1000 });
      if (found === STOPPED) {
        const late = this.state === "running";
        if (late) this.tried(false);
        this.say(late
          ? `Your code was stopped after ${LIMIT} seconds. Is there a loop that never ends?`
          : "Your code was stopped.", "wrong");
        return;
      }
      printed.textContent = found.printed;
      printed.hidden = !found.printed;
      const words = found.message.slice(found.message.indexOf(": ") + 2);
      this.say(words[0].toUpperCase() + words.slice(1), found.passed ? "right" : "wrong");
      if (!found.mistakes.includes("not-attempted")) this.tried(found.passed);
    } catch (error) {
      this.say(error.message, "wrong");
    } finally {
      engine.listeners.delete(say);
      this.state = "";
      this.button("run").textContent = "Run";
    }
  }

  tried(passed) {
    const { tries = 0, solved } = this.progress();
    this.keep({ tries: tries + 1, solved: solved || passed });
    this.button("solution").hidden = !this.isOffered();
  }

  reset() {
    if (this.code !== this.stub && !confirm("Put the stub back? What you wrote here is lost."))
      return;
    if (this.editor) this.editor.replace(this.stub);
    else this.field.value = this.stub;
    this.keep({ code: undefined });
    this.verdict.replaceChildren();
    this.box.querySelector(".attempt-printed").hidden = true;
  }

  /** Unfold the solution, and go there. */
  solution() {
    let next = this.box.nextElementSibling;
    while (next && !next.matches("details.solution")) next = next.nextElementSibling;
    for (const fold of [next, ...next.querySelectorAll(".fold-code")]) fold.open = true;
    next.querySelector("summary").focus();
  }
}

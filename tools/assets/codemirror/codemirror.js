// A small editor for Python. Its colours are those of the book's listings: the classes
// are Pygments' own, and the book's style sheet knows them in light and dark.
import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { pythonLanguage } from "@codemirror/lang-python";
import {
  bracketMatching,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { tagHighlighter, tags as t } from "@lezer/highlight";

const pygments = tagHighlighter([
  { tag: [t.keyword, t.controlKeyword, t.definitionKeyword, t.moduleKeyword], class: "k" },
  { tag: [t.operatorKeyword], class: "ow" },
  { tag: [t.bool, t.null, t.self], class: "kc" },
  { tag: t.function(t.definition(t.variableName)), class: "nf" },
  { tag: t.definition(t.className), class: "nc" },
  { tag: [t.string, t.special(t.string)], class: "s2" },
  { tag: t.number, class: "mi" },
  { tag: t.comment, class: "c1" },
  { tag: [t.operator, t.derefOperator], class: "o" },
]);

// Escape lets the next Tab leave, whether or not something is selected.
const keys = defaultKeymap.filter(({ key }) => key !== "Escape");

/** Put an editor into `place`. `changed` hears of every change, `run` of Ctrl+Enter. */
export const edit = (place, { code, label, description, changed, run }) => {
  const runs = ["Mod-Enter", "Ctrl-Enter"].map((key) => ({ key, run: () => (run(), true) }));
  const view = new EditorView({
    parent: place,
    state: EditorState.create({
      doc: code,
      extensions: [
        keymap.of([...runs, ...closeBracketsKeymap, ...keys, ...historyKeymap, indentWithTab]),
        lineNumbers(),
        history(),
        closeBrackets(),
        bracketMatching(),
        indentOnInput(),
        indentUnit.of("    "),
        EditorState.tabSize.of(4),
        pythonLanguage,
        syntaxHighlighting(pygments),
        EditorView.contentAttributes.of({
          "aria-label": label,
          "aria-describedby": description,
          spellcheck: "false",
        }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed(view.state.doc.toString());
        }),
      ],
    }),
  });
  return {
    code: () => view.state.doc.toString(),
    focus: () => view.focus(),
    select(from, to = from) {
      view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    },
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
};

// Sphinx writes this file into language_data.js, which the search page loads after Sphinx's
// own script.

// Sphinx's scores, except that pages and headings named after the query come first, and a
// page's file counts as its name. Functions, which have a description, come later.

var Scorer = {
  /** @param {[string, string, string, string, number]} result */
  score: ([document, title, anchor, description, score]) => {
    if (description) return score;
    const query = (new URLSearchParams(location.search).get("q") ?? "").trim().toLowerCase();
    const file = anchor ? "" : document.replace(/.*\//, "").replaceAll("_", " ");
    const words = `${title.replace(/<[^>]*>/g, "")} ${file}`.toLowerCase();
    return words.includes(query) ? score + (anchor ? 100 : 200) : score;
  },
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};

// The extracts show a formula once rather than three times, and no buttons. From a disk,
// where a page may not read another, there are no extracts.
{
  const unread = /<span class="katex-mathml">.*?<\/math><\/span>|<nav class="launch".*?<\/nav>/gs;
  const plain = Search.htmlToText;
  /** @param {string} html @param {string} anchor */
  Search.htmlToText = (html, anchor) => plain(html.replace(unread, ""), anchor);
  if (location.protocol === "file:") DOCUMENTATION_OPTIONS.SHOW_SEARCH_SUMMARY = false;
}

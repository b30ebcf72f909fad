/* Sphinx's own scores, and first the pages and headings that are named after the query,
   be it by their file; functions have a description and come later. */

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

"""A page of the built book, as it is printed: without what only a screen needs.

Solutions are opened, and links lead within the one document. The code that checks
equations or draws figures is left out.
"""

import os
import re
from pathlib import Path

from bs4 import Tag

from tools.shared.built_page import parse_html

UNPRINTED = (
    "script, noscript, .headerlink, .launch, .copybtn, .lab-placeholder, "
    ".exercise-editor, .uses, .fold, #the-chapters"
)


def page_id(docname: str) -> str:
    """Return the id of a page in the one document, and the prefix of the ids on it."""
    return docname.replace("/", "-")


def printed_href(url: str, docname: str, docnames: set[str]) -> str:
    """Return where a link leads in the PDF: elsewhere as before, "" if to an unprinted page."""
    if re.match(r"[a-z]+:", url):
        return url
    path, _, anchor = url.partition("#")
    target = Path(os.path.normpath(Path(docname).parent / path))
    linked = str(target.with_suffix("")) if path else docname
    if linked not in docnames:
        return ""
    return f"#{page_id(linked)}" + (f"--{anchor}" if anchor else "")


def leads_to_other_chapter(href: str, docname: str) -> bool:
    """Whether a link leads to what has a number, in another chapter."""
    page, _, target = href.partition("--")
    numbered = re.match("(equation|fig|ex|thm|def)-", target) is not None
    return page.startswith("#") and numbered and page != f"#{page_id(docname)}"


def page_reference(href: str) -> Tag:
    """Return an element that will show the number of the page that a link leads to."""
    soup = parse_html('<span class="on-page">000</span>')
    assert soup.span is not None
    soup.span["data-to"] = href[1:]
    return soup.span


def formula_text(formula: Tag) -> str:
    """Return the letters of a short formula."""
    return "".join(part.get_text() for part in formula.select("mi, mo, mn"))


def localise_addresses(article: Tag, docname: str, docnames: set[str]) -> None:
    """Give a page ids and addresses that hold in the one document."""
    for element in article.find_all(id=True):
        element["id"] = f"{page_id(docname)}--{element['id']}"
    for link in article.select("a[href]"):
        href = printed_href(str(link["href"]), docname, docnames)
        if not href:
            link.unwrap()
            continue
        link["href"] = href
        if leads_to_other_chapter(href, docname):
            link.insert_after(page_reference(href))
    for image in article.select("img[src]"):
        image["src"] = os.path.normpath(Path(docname).parent / str(image["src"]))


def flatten_option(option: Tag) -> None:
    """Put an option of a question and the reply to it into one paragraph."""
    choice, reply = option.summary, option.p
    assert choice is not None and reply is not None
    choice.name = "span"
    choice["class"] = "choice"
    choice.insert_after(" – ")
    reply.unwrap()
    option.name = "p"
    option["class"] = "option"


def unfold(article: Tag) -> None:
    """Show what is folded, with its title, and the options of questions in one line."""
    for option in article.select(".question > details"):
        flatten_option(option)
    for fold in article.select("details"):
        fold.name = "div"
        for title in fold.select(":scope > summary"):
            title.name = "p"


def drop_check_call(call: Tag) -> None:
    """Leave out the last call of a listing, and the empty lines before it."""
    for rest in list(call.next_siblings):
        rest.extract()
    before = call.previous_sibling
    if before is not None:
        before.replace_with(before.get_text().rstrip() + "\n")
    call.decompose()


def drop_checks(article: Tag) -> None:
    """Leave out the calls of `check` in solutions, and their verdicts."""
    for call in article.select(".solution pre > .n"):
        if call.get_text() == "check":
            drop_check_call(call)
    for verdict in article.select(".solution .cell_output"):
        if verdict.get_text().strip().endswith(": correct."):
            verdict.decompose()


def printed_article(site: Path, docname: str, docnames: set[str]) -> Tag:
    """Return a page's article as it is printed in the one document."""
    text = (site / f"{docname}.html").read_text("utf-8")
    article = parse_html(text).select_one("article")
    assert article is not None, docname
    for element in article.select(UNPRINTED):
        element.decompose()
    localise_addresses(article, docname, docnames)
    for image in article.select("img"):
        image["loading"] = "eager"
    for formula in article.select(":is(h1, h2, h3, h4) .math"):
        formula.string = formula_text(formula)  # Chromium's outline leaves formulas out
    unfold(article)
    drop_checks(article)
    for cell in article.select("div.cell"):
        if not cell.get_text(strip=True) and not cell.img:
            cell.decompose()
    article["id"] = page_id(docname)
    article["class"] = f"chapter {Path(docname).parent.name}"
    return article

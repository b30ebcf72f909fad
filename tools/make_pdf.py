"""Print the whole built book as one PDF, and its cheat sheet as another, with Chromium.

    python -m tools.make_pdf [SITE] [--dry-run]

SITE is the built book (default: _build/html); the files go into it. The pages of the
site are joined in the order of the table of contents, so every number is the site's.
Solutions are opened, figures stay vectors, and a tick marks each equation that is checked.
What only a screen needs is left out, and so is the code that checks equations or draws
figures. The book is printed twice, because only a first print shows on which page the
target of each link is. CHROMIUM, a path or a name on the path, says which browser to use.
`--dry-run` only looks whether it is there.
"""

import ctypes
import os
import re
import sys
from datetime import date
from html import escape
from pathlib import Path

import pypdfium2.raw as pdfium
import yaml
from bs4 import Tag
from playwright.sync_api import Page, sync_playwright
from pypdfium2 import PdfDocument

from book._ext.edition import BOOK_PDF, SHEET_PDF
from book._ext.late_pages import CHEAT_SHEET as SHEET
from book._reader import ROOT
from book._reader.toc import toc_parts
from svmlib import __version__
from tools.built_page import parse_html
from tools.chromium import find_chromium
from tools.command_line import built_site, site_parser

UNPRINTED = (
    "script, noscript, .headerlink, .launch, .copybtn, .lab-placeholder, "
    ".exercise-editor, .uses, .fold, #the-chapters"
)
# Left out: the lab needs a browser, the functions and the equations are listed on the
# site, and the page on accessibility is about the site.
UNPRINTED_PAGES = (
    "book/margin/lab",
    "book/reference/api",
    "book/reference/equations",
    "book/reference/accessibility",
)
STYLE = Path(__file__).with_suffix(".css")
FILL_PAGE_NUMBERS = """numbers => {
  for (const reference of document.querySelectorAll(".on-page")) {
    const number = numbers[reference.dataset.to];
    if (number) reference.textContent = number;
    else reference.remove();
  }
}"""
COVER = """
<div class="cover"><p>{title}</p><p>{author}</p>
<p>Edition {version}, {day:%d %B %Y}</p>
<p>The text and the figures are under the licence CC BY 4.0,<br>
the code is under the BSD 3-Clause licence.</p>
<p>A ✓ beside an equation's number: code in the chapter's notebook has checked it.<br>
The book's site also has a lab, a list of all equations and a reference of svmlib.</p></div>
"""


def printed_parts() -> dict[str, list[str]]:
    """Return the docnames of each printed part by its caption; the first page has none."""
    parts = {
        caption: [docname for docname in docnames if docname not in UNPRINTED_PAGES]
        for caption, docnames in toc_parts().items()
    }
    return {caption: docnames for caption, docnames in parts.items() if docnames}


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


def formula_text(formula: Tag) -> str:
    """Return the letters of a short formula."""
    return "".join(part.get_text() for part in formula.select("mi, mo, mn"))


def page_reference(href: str) -> Tag:
    """Return an element that will show the number of the page that a link leads to."""
    soup = parse_html('<span class="on-page">000</span>')
    assert soup.span is not None
    soup.span["data-to"] = href[1:]
    return soup.span


def leads_to_other_chapter(href: str, docname: str) -> bool:
    """Whether a link leads to what has a number, in another chapter."""
    page, _, target = href.partition("--")
    numbered = re.match("(equation|fig|ex|thm|def)-", target) is not None
    return page.startswith("#") and numbered and page != f"#{page_id(docname)}"


def page_numbers(path: Path) -> dict[str, int]:
    """Return the page of each target of a link in a PDF."""
    pages, size = {}, ctypes.c_long()
    with PdfDocument(path) as pdf:
        for i in range(pdfium.FPDF_CountNamedDests(pdf)):
            pdfium.FPDF_GetNamedDest(pdf, i, None, size)
            name = ctypes.create_string_buffer(size.value)
            target = pdfium.FPDF_GetNamedDest(pdf, i, name, size)
            page = pdfium.FPDFDest_GetDestPageIndex(pdf, target) + 1
            pages[name.raw.decode("utf-16-le").rstrip("\0")] = page
    return pages


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


def drop_check_call(call: Tag) -> None:
    """Leave out the last call of a listing, and the empty lines before it."""
    for rest in list(call.next_siblings):
        rest.extract()
    before = call.previous_sibling
    if before is not None:
        before.replace_with(before.get_text().rstrip() + "\n")
    call.decompose()


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


def unfold(article: Tag) -> None:
    """Show what is folded, with its title, and the options of questions in one line."""
    for option in article.select(".question > details"):
        flatten_option(option)
    for fold in article.select("details"):
        fold.name = "div"
        for title in fold.select(":scope > summary"):
            title.name = "p"


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


def style_sheets(site: Path) -> str:
    """Return the links to the style sheets of the site, as they are seen from its root."""
    text = (site / "search.html").read_text("utf-8")
    links = parse_html(text).select("link[rel=stylesheet]")
    return "".join(map(str, links))


def css_string(text: str) -> str:
    """Return a text as a string of CSS."""
    return '"' + re.sub(r'["\\]', r"\\\g<0>", text) + '"'


def contents_line(docname: str, title: str) -> str:
    """Return the line of the contents that leads to a page."""
    reference = page_reference(f"#{page_id(docname)}")
    return f'<li><a href="#{page_id(docname)}">{escape(title)}</a>{reference}</li>'


def running_heads(docname: str, caption: str, title: str) -> str:
    """Return the style that puts part and title at the top of a page's sheets of paper."""
    page = page_id(docname)
    left, right = css_string(caption), css_string(title)
    return (
        f"@page {page} {{ @top-left {{ content: {left} }} @top-right {{ content: {right} }} }}"
        f"\n#{page} {{ page: {page} }}"
    )


def lower_headings(article: Tag) -> None:
    """Put the headings of a page one level below that of its part."""
    for heading in article.find_all(["h1", "h2", "h3", "h4", "h5"]):
        heading.name = f"h{int(heading.name[1]) + 1}"


def part_title(caption: str) -> Tag:
    """Return the heading of a part."""
    part = parse_html("<h1 class=part></h1>").h1
    assert part is not None
    part.string = caption
    return part


def document(site: Path) -> str:
    """Return the one page that is printed."""
    parts = printed_parts()
    docnames = {docname for part in parts.values() for docname in part}
    book = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    title = escape(book["title"])
    body, contents, heads = [], [], []
    for caption, part in parts.items():
        if caption:
            contents.append(f'<li class="part-name">{escape(caption)}</li>')
        for docname in part:
            article = printed_article(site, docname, docnames)
            heading = article.find("h1")
            assert heading is not None, docname
            if caption:
                chapter_title = " ".join(heading.get_text().split())
                contents.append(contents_line(docname, chapter_title))
                heads.append(running_heads(docname, caption, chapter_title))
                lower_headings(article)
                if docname == part[0]:
                    article.insert(0, part_title(caption))
            body.append(str(article))
    cover = COVER.format(
        title=title,
        author=escape(book["author"]),
        version=__version__,
        day=date.today(),
    )
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<title>{title}</title>{style_sheets(site)}
<style>{STYLE.read_text("utf-8")}{"".join(heads)}</style></head><body data-theme="light">
{cover}{body[0]}
<nav class="toc chapter"><h1>Contents</h1><ol>{"".join(contents)}</ol></nav>
{"".join(body[1:])}
</body></html>
"""


def print_pdf(page: Page, path: Path, *, outline: bool = False) -> None:
    """Print a page on A4, unless its style names another paper."""
    page.pdf(
        path=path,
        format="A4",
        prefer_css_page_size=True,
        print_background=True,
        outline=outline,
        tagged=True,
    )


def print_with_page_numbers(page: Page, path: Path) -> None:
    """Print a page, and print it again with the numbers that the first print shows."""
    print_pdf(page, path, outline=True)
    page.evaluate(FILL_PAGE_NUMBERS, page_numbers(path))
    print_pdf(page, path, outline=True)


def main() -> None:
    """Read the command line and print."""
    parser = site_parser(__doc__)
    parser.add_argument("--dry-run", action="store_true", help="print nothing")
    args = parser.parse_args()
    try:
        program = find_chromium()
    except LookupError as missing:
        sys.exit(f"Chromium prints the PDF. {missing}")
    if args.dry_run:
        return
    site = built_site(args.site)
    whole = site / "whole-book.html"
    whole.write_text(document(site), encoding="utf-8")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(color_scheme="light")
            page.set_default_timeout(300_000)
            page.goto(whole.as_uri(), wait_until="load")
            page.evaluate("document.fonts.ready")
            print_with_page_numbers(page, site / BOOK_PDF)
            page.goto((site / f"{SHEET}.html").as_uri(), wait_until="load")
            page.evaluate("document.fonts.ready")
            print_pdf(page, site / SHEET_PDF)
            browser.close()
    finally:
        whole.unlink()
    print(f"The whole book: {(site / BOOK_PDF).as_uri()}")
    print(f"Its cheat sheet: {(site / SHEET_PDF).as_uri()}")


if __name__ == "__main__":
    main()

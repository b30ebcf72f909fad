"""Print the whole built book as one PDF, with Chromium.

    python tools/make_pdf.py [SITE] [--check]

SITE is the built book (default: _build/html); the file goes into it. The pages are put
one after the other, in the order of the table of contents, as they stand in the site:
so every number is the site's. Solutions are opened, figures stay vectors. CHROMIUM,
a path or a name on the path, says which browser. `--check` asks only whether it is there.
"""

import argparse
import os
import re
import shutil
import sys
from html import escape
from pathlib import Path
from urllib.parse import unquote

import yaml
from bs4 import BeautifulSoup, Tag
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "book"))
from _ext.launch import PDF as NAME

UNPRINTED = "script, noscript, .headerlink, .launch, .copybtn, .lab-gate"
STYLE = """
@page { size: A4; margin: 20mm 18mm 22mm; }
html { font-size: 9.5pt; }
body { background: #fff; color: #1b1f24; }
article { max-width: none !important; font-size: 10.5pt !important; }
.chapter { break-before: page; }
.part { break-before: page; padding-top: 35vh; text-align: center; }
.cover { padding-top: 30vh; text-align: center; }
.cover p:first-child { font-size: 30pt; font-weight: 600; }
.contents { background: none !important; border: 0 !important; }
.contents ol { list-style: none; padding: 0; }
.contents .part-name { font-weight: 600; margin-top: 1em; }
h1, h2, h3, summary, .admonition-title { break-after: avoid; }
figure, .math, .admonition-title, table tr { break-inside: avoid; }
img { max-width: 100%; max-height: 200mm; }
pre { white-space: pre-wrap; orphans: 5; widows: 5; }
p, li { orphans: 3; widows: 3; }
.math-scroll { overflow: visible; }
details > summary { list-style: none; }
"""


def chapters() -> list[tuple[str, list[str]]]:
    """Return each part of the book with its files; the first page has no part."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    parts = [(p["caption"], [c["file"] for c in p["chapters"]]) for p in toc["parts"]]
    return [("", [toc["root"]]), *parts]


def key(name: str) -> str:
    """Return what stands before all ids of a page."""
    return name.replace("/", "-")


def localise(url: str, name: str, names: set[str]) -> str:
    """Return a link of a page, changed into one within the PDF where it can be."""
    if re.match(r"[a-z]+:", url):
        return url
    path, _, anchor = url.partition("#")
    target = Path(os.path.normpath(Path(name).parent / unquote(path)))
    page = str(target.with_suffix("")) if path else name
    if page not in names:
        return ""
    return f"#{key(page)}" + (f"--{anchor}" if anchor else "")


def plain(formula: Tag) -> str:
    """Return the letters of a short formula."""
    return "".join(part.get_text() for part in formula.select("mi, mo, mn"))


def chapter(site: Path, name: str, names: set[str]) -> Tag:
    """Return a page's article, with ids and addresses that hold in the one document."""
    text = (site / f"{name}.html").read_text("utf-8")
    article = BeautifulSoup(text, "html.parser").select_one("article")
    assert article is not None, name
    for element in article.select(UNPRINTED):
        element.decompose()
    for element in article.find_all(id=True):
        element["id"] = f"{key(name)}--{element['id']}"
    for link in article.select("a[href]"):
        href = localise(str(link["href"]), name, names)
        if href:
            link["href"] = href
        else:
            link.unwrap()
    for image in article.select("img[src]"):
        image["src"] = os.path.normpath(Path(name).parent / str(image["src"]))
        image["loading"] = "eager"
    for formula in article.select(":is(h1, h2, h3, h4) .math"):
        formula.string = plain(formula)  # Chromium's outline leaves formulas out
    for fold in article.select("details:not(.fold)"):
        fold["open"] = ""
    article["id"] = key(name)
    article["class"] = "chapter"
    return article


def sheets(site: Path) -> str:
    """Return the links to the style sheets of the site, as they are seen from its root."""
    text = (site / "search.html").read_text("utf-8")
    links = BeautifulSoup(text, "html.parser").select("link[rel=stylesheet]")
    return "".join(map(str, links))


def document(site: Path) -> str:
    """Return the one page that is printed."""
    parts = chapters()
    names = {name for _, files in parts for name in files}
    book = yaml.safe_load((ROOT / "_config.yml").read_text("utf-8"))
    title = escape(book["title"])
    body, contents = [], []
    for caption, files in parts:
        if caption:
            body.append(f'<h1 class="part">{escape(caption)}</h1>')
            contents.append(f'<li class="part-name">{escape(caption)}</li>')
        for name in files:
            article = chapter(site, name, names)
            heading = article.find("h1")
            assert heading is not None, name
            if caption:
                text = escape(" ".join(heading.get_text().split()))
                contents.append(f'<li><a href="#{key(name)}">{text}</a></li>')
                for level in range(5, 0, -1):
                    for h in article.find_all(f"h{level}"):
                        h.name = f"h{level + 1}"
            body.append(str(article))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8">
<title>{title}</title>{sheets(site)}
<style>{STYLE}</style></head><body data-theme="light">
<div class="cover"><p>{title}</p><p>{escape(book["author"])}</p></div>
{body[0]}
<nav class="contents chapter"><h1>Contents</h1><ol>{"".join(contents)}</ol></nav>
{"".join(body[1:])}
</body></html>
"""


def find_chromium() -> str:
    """Return the path of Chromium, or say that there is none."""
    name = os.environ.get("CHROMIUM", "")
    program = shutil.which(name or "chromium")
    if program is None:
        found = (
            f"CHROMIUM={name} is no program" if name else "there is none on the path"
        )
        sys.exit(
            f"The PDF is printed by Chromium, and {found}. Install it "
            "(on Debian: apt-get install chromium), or name it: make pdf CHROMIUM=path"
        )
    return program


def main() -> None:
    """Read the command line and print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("site", nargs="?", type=Path, default=ROOT / "_build" / "html")
    parser.add_argument("--check", action="store_true", help="print nothing")
    arguments = parser.parse_args()
    program = find_chromium()
    if arguments.check:
        return
    site = arguments.site.resolve()
    if not (site / "_static" / "book.css").exists():
        sys.exit(f"{site}: there is no built book; run `make book`")
    whole = site / "whole-book.html"
    whole.write_text(document(site), encoding="utf-8")
    number = (
        '<div style="font-size:8pt;width:100%;text-align:center">'
        '<span class="pageNumber"></span></div>'
    )
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=program, args=["--no-sandbox", "--disable-gpu"]
            )
            page = browser.new_page(color_scheme="light")
            page.set_default_timeout(300_000)
            page.goto(whole.as_uri(), wait_until="load")
            page.evaluate("document.fonts.ready")
            page.pdf(
                path=site / NAME,
                display_header_footer=True,
                header_template="<span></span>",
                footer_template=number,
                prefer_css_page_size=True,
                print_background=True,
                outline=True,
                tagged=True,
            )
            browser.close()
    finally:
        whole.unlink()
    print(f"The whole book: {(site / NAME).as_uri()}")


if __name__ == "__main__":
    main()

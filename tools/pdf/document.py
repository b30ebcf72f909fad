"""The whole book as one page that can be printed: cover, contents and chapters."""

import re
from datetime import date
from html import escape
from pathlib import Path

import yaml
from bs4 import Tag

from book._ext.shared.pages import API, EQUATIONS
from book._parsing import ROOT
from book._parsing.toc import toc_parts
from svmlib import __version__
from tools.shared.built_page import parse_html

from .article import page_id, page_reference, printed_article

# Left out: the lab needs a browser, the functions and the equations are listed on the
# site, and the page on accessibility is about the site.
UNPRINTED_PAGES = (
    "book/margin/lab",
    API,
    EQUATIONS,
    "book/reference/accessibility",
)
STYLE = Path(__file__).with_suffix(".css")
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

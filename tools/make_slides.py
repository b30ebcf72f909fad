"""Make slides of the built book: its own figures and equations, with their numbers.

    python -m tools.make_slides [SITE]

SITE is the built book (default: _build/html); the slides go into its folder slides.
A deck is a Markdown file of `slides/`. A line of three dashes begins a new slide. A
paragraph that is nothing but `[](book/hinge/gradient#fig-gradient-arrows)` is replaced
by what has that id on that page of the site. A link that has words stays a link. Formulas
are written as in the chapters.
"""

import shutil
import sys
from copy import copy
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from bs4 import BeautifulSoup, Tag
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from py_mini_racer import JSEvalException

from book._ext.mathematics import katex_reason, to_html
from book._parsing import ROOT
from tools.shared.built_page import parse_html
from tools.shared.command_line import built_site, site_parser

DECK_FOLDER = ROOT / "slides"
TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="Slides of the book The Hinge and the Margin.">
<title>{title}</title>
<link rel="stylesheet" href="reveal/reveal.css">
<link rel="stylesheet" href="../_static/katex/katex.min.css">
<link rel="stylesheet" href="slides.css">
</head>
<body>
<div class="reveal"><div class="slides">
{slides}
</div></div>
<script src="reveal/reveal.js"></script>
<script>Reveal.initialize({{ hash: true, slideNumber: true, transition: "none", width: 1280, height: 720 }});</script>
</body>
</html>
"""


@cache
def targets(site: Path, docname: str) -> dict[str, Tag]:
    """Return what has an id on a page; LookupError says which page is missing."""
    path = site / f"{docname}.html"
    if not path.is_file():
        raise LookupError(f"{path} is missing: run make book first, or mend the deck")
    page = parse_html(path.read_text("utf-8"))
    return {str(tag["id"]): tag for tag in page.find_all(id=True)}


def find(site: Path, address: str) -> Tag:
    """Return what has the id of an address such as book/hinge/gradient#eq-layout.

    LookupError names a page or an id that is missing.
    """
    docname, _, fragment = address.partition("#")
    known = targets(site, docname)
    for name in (fragment, f"equation-{fragment}"):
        if name in known:
            return known[name]
    raise LookupError(f"{docname} has nothing with the id {fragment!r}")


def copy_element(site: Path, address: str) -> Tag:
    """Copy an element of the book for a slide."""
    element = copy(find(site, address))
    folder = (Path("..") / address).parent
    for part in element.select(".headerlink, .checked, .caption-text, button, summary"):
        part.decompose()
    for image in element.select("img"):
        image["src"] = (folder / str(image["src"])).as_posix()
        del image["loading"]
    for link in element.select("a[href]"):
        link.unwrap()
    for part in [element, *element.select("[id]")]:
        del part["id"]
    return element


def slide(site: Path, text: str) -> str:
    """Turn the Markdown of a slide into HTML."""
    reader = MarkdownIt("commonmark").use(dollarmath_plugin, renderer=formula)
    soup = BeautifulSoup(reader.enable("table").render(text), "html.parser")
    for link in soup.select("a[href]"):
        address = str(link["href"])
        parts = urlsplit(address)
        if parts.scheme:
            continue
        if not parts.path:
            raise LookupError(
                f"a link needs a page, such as book/hinge/gradient, got {address!r}"
            )
        paragraph = link.parent
        assert paragraph is not None
        if link.get_text():
            place = f"#{find(site, address)['id']}" if parts.fragment else ""
            link["href"] = f"../{parts.path}.html{place}"
        elif len(paragraph.contents) == 1:
            paragraph.replace_with(copy_element(site, address))
        else:
            raise LookupError(
                f"the link to {address} needs words, or a paragraph of its own"
            )
    return f"<section><div>\n{soup}</div></section>"


def formula(tex: str, options: dict[str, bool]) -> str:
    return to_html(tex, options["display_mode"])


def make(deck: Path, site: Path) -> Path:
    """Write the slides of a deck, and return their page."""
    text = deck.read_text("utf-8")
    slides = "\n".join(slide(site, part) for part in text.split("\n---\n"))
    title = text.splitlines()[0].removeprefix("# ")
    made = site / "slides" / f"{deck.stem}.html"
    made.parent.mkdir(exist_ok=True)
    made.write_text(TEMPLATE.format(title=escape(title), slides=slides), "utf-8")
    return made


def main() -> None:
    """Read the command line, and make all decks."""
    site = built_site(site_parser(__doc__).parse_args().site)
    made = site / "slides"
    shutil.copytree(DECK_FOLDER / "reveal", made / "reveal", dirs_exist_ok=True)
    shutil.copy(DECK_FOLDER / "slides.css", made)
    for deck in sorted(DECK_FOLDER.glob("*.md")):
        try:
            print(make(deck, site))
        except LookupError as missing:
            sys.exit(f"{deck.name}: {missing}")
        except JSEvalException as error:
            sys.exit(f"{deck.name}: KaTeX: {katex_reason(error)}")


if __name__ == "__main__":
    main()

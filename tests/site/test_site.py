"""The built site: complete, local, light, and readable without JavaScript."""

import gzip
import json
import re
from collections import Counter
from html import unescape
from itertools import pairwise
from urllib.parse import unquote, urlsplit

import nbformat

from tests.hosts import NETWORK
from tests.site.built_site import files
from tools import ROOT
from tools.book_pages.toc import toc_pages

LIMIT = 300_000  # bytes of a chapter with all that it loads, gzipped, without figures
WORDS = 100  # different words that a search finds in every chapter
LOADS = ("src", "srcset", "data", "poster", "background", "xlink:href")
POINTERS = {"next", "prev", "index", "search", "author", "license", "canonical"}
FIGURES = {".svg", ".png", ".jpg", ".gif", ".ico"}
SVG_URL = re.compile(r"""(?:\b(?:xlink:)?href|\bsrc)\s*=\s*["']([^"'#][^"']*)""")
CSS_URL = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])([^"')]+)""")
CHILDREN = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "munder": 2, "mover": 2}
CHILDREN |= {"msubsup": 3, "munderover": 3}
# What the fonts of the site have, but for ASCII and characters that are not to be seen.
CHARACTERS = ROOT / "tools" / "assets" / "fonts" / "characters.txt"
# What is set in other fonts: code, and what is no text.
UNREAD = re.compile(r"<(pre|code|script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
RAW_TEX = re.compile(r"\$\$|\\\(|\\\[|\\begin\{|\\frac|(?<!\w)\$[^$\n]{1,80}\$")


def loaded(page):
    """Addresses that a browser asks for when it opens the page."""
    urls = []
    for tag in page.find_all(True):
        urls += [tag.get(name, "") for name in LOADS if tag.get(name)]
        urls += CSS_URL.findall(tag.get("style", ""))
        if tag.name in {"image", "use"}:
            urls.append(tag.get("href", ""))
        elif tag.name == "style":
            urls += CSS_URL.findall(tag.get_text())
        elif tag.name == "link" and not POINTERS.intersection(tag.get("rel") or []):
            urls.append(tag.get("href", ""))
    return [url for url in urls if url and not url.startswith(("data:", "#"))]


def local(page, url):
    path = unquote(urlsplit(url).path)
    if path.startswith("/"):  # on the page for addresses that do not exist
        return page.parent / path[1:]
    return (page.parent / path).resolve()


def css_urls(sheet):
    found = CSS_URL.findall(sheet.read_text("utf-8"))
    return [url for url in found if not url.startswith(("data:", "#"))]


def notebooks():
    """Pages of the table of contents that are notebooks."""
    return [name for name in toc_pages() if (ROOT / f"{name}.ipynb").exists()]


def test_chapters_are_all_built(site):
    missing = [f for f in toc_pages() if not (site / f"{f}.html").exists()]
    assert not missing


def test_first_page_is_reached_from_the_root(site):
    text = (site / "index.html").read_text("utf-8")
    target = re.search(r'url=([^"]+)"', text)
    assert (site / target[1]).exists(), target[1]
    assert "<title>The Hinge and the Margin</title>" in text


def test_pages_load_nothing_from_another_host(pages):
    urls = [(path.name, url) for path, page in pages.items() for url in loaded(page)]
    assert not [x for x in urls if urlsplit(x[1]).netloc or urlsplit(x[1]).scheme]
    assert len(urls) > len(pages)


def test_styles_scripts_and_figures_name_no_other_host(site, pages):
    faults = [
        f"{sheet.name}: {url}"
        for sheet in files(site, ".css")
        for url in css_urls(sheet)
        if urlsplit(url).netloc
    ]
    for figure in files(site, ".svg"):
        text = figure.read_text("utf-8")
        urls = SVG_URL.findall(text) + CSS_URL.findall(text)
        faults += [f"{figure.name}: {url}" for url in urls if urlsplit(url).netloc]
    sources = {p: p.read_text("utf-8") for p in files(site, ".js")}
    for path, page in pages.items():
        inline = [s.get_text() for s in page.find_all("script") if not s.get("src")]
        sources[path] = "\n".join(inline)
    for path, text in sources.items():
        if path.name != "searchindex.js":  # it holds the words of the book
            faults += [f"{path.name}: {url}" for url in NETWORK.findall(text)]
    assert not faults


def test_pages_load_no_math_or_icon_script(site, pages):
    banned = re.compile(
        r"mathjax|katex.*\.js|fontawesome.*\.js|bootstrap|thebe", re.IGNORECASE
    )
    names = [url for page in pages.values() for url in loaded(page)]
    names += [str(p.relative_to(site)) for p in (site / "_static").rglob("*.js")]
    assert not sorted({name for name in names if banned.search(name)})


def test_internal_links_resolve(site, pages):
    ids = {
        path.resolve(): {tag["id"] for tag in page.find_all(id=True)}
        for path, page in pages.items()
    }
    faults, anchors = [], 0
    for path, page in pages.items():
        hrefs = [a.get("href", "") for a in page.find_all("a")]
        for url in hrefs + loaded(page):
            parts = urlsplit(url)
            if parts.scheme or parts.netloc or not url:
                continue
            target = local(path, url) if parts.path else path.resolve()
            anchor = unquote(parts.fragment)
            anchors += bool(anchor)
            if not target.exists():
                faults.append(f"{path.name}: {url} does not exist")
            elif anchor and target in ids and anchor not in ids[target]:
                faults.append(f"{path.name}: {url} has no such anchor")
    for sheet in files(site, ".css"):
        for url in css_urls(sheet):
            if not local(sheet, url).exists():
                faults.append(f"{sheet.name}: {url} does not exist")
    assert not faults
    assert anchors > 1000


def test_mathematics_is_in_the_page(pages):
    faults, formulas = [], 0
    for path, page in pages.items():
        for tag in page.article.find_all(class_="math"):
            formulas += 1
            if tag.find("math") is None or tag.find(class_="katex-html") is None:
                faults.append(f"{path.name}: not rendered: {tag.get_text()[:60]}")
        for tag in page.select("merror, .katex-error"):
            faults.append(f"{path.name}: an error: {tag.get_text()[:60]}")
    assert not faults
    assert formulas > 100


def test_mathml_is_valid(pages):
    """Each element has its children: `L_i^{\\max}` gives a limit to a script."""
    tags = [
        (p.name, tag) for p, page in pages.items() for tag in page.find_all([*CHILDREN])
    ]
    assert not [
        f"{name}: {tag.name} in {tag.find_parent('math').get_text()[-80:]}"
        for name, tag in tags
        if len(tag.find_all(True, recursive=False)) != CHILDREN[tag.name]
    ]
    assert len(tags) > 1000


def test_pages_show_no_raw_tex(pages):
    faults = []
    for path, page in pages.items():
        for text in page.article.find_all(string=RAW_TEX):
            aside = text.find_parent(["pre", "code", "script", "style"])
            if not aside and not text.find_parent(class_="math"):
                faults.append(f"{path.name}: {text.strip()[:80]}")
    assert not faults


def test_labelled_equations_show_their_number(pages):
    faults, equations = [], 0
    for path, page in pages.items():
        for block in page.select("div.math[id^=equation-]"):
            equations += 1
            number = block.select_one(".eqno")
            if number is None or not re.match(r"\(\d+(\.\d+)?\)", number.get_text()):
                faults.append(f"{path.name}: {block['id']}")
    assert not faults
    assert equations > 100


def test_figures_have_a_numbered_caption_and_alternative_text(pages):
    faults, figures = [], 0
    for path, page in pages.items():
        for image in page.find_all("img"):
            if not image.get("alt", "").strip():
                faults.append(f"{path.name}: no alternative text: {image.get('src')}")
        for image in page.select(".cell_output img, article > section img"):
            figure = image.find_parent("figure")
            number = figure and figure.select_one("figcaption .caption-number")
            figures += 1
            if not number or "Figure" not in number.get_text():
                faults.append(f"{path.name}: no caption: {image.get('alt')}")
            if not image.get("width"):
                faults.append(f"{path.name}: no width: {image.get('src')}")
    assert not faults
    assert figures


def test_chapters_offer_their_notebook(site, pages):
    faults = []
    for name in notebooks():
        path = site / f"{name}.html"
        button = pages[path].select_one("a.download-notebook[download][href]")
        source = ROOT / f"{name}.ipynb"
        if button is None:
            faults.append(f"{name}: no button")
        elif local(path, button["href"]).read_bytes() != source.read_bytes():
            faults.append(f"{name}: another notebook")
        else:
            nbformat.validate(nbformat.read(source, as_version=4))
    assert not faults


def test_pages_say_when_they_were_built_and_list_no_subsections(pages):
    faults = []
    for path, page in pages.items():
        built = page.find(class_="built-with")
        if built is None or not re.match(r"Built on .* NumPy 2\.", built.get_text()):
            faults.append(f"{path.name}: no footer says when it was built")
        for contents in page.find_all(class_="toc-tree"):
            if contents.select("li li li"):
                faults.append(f"{path.name}: its contents list subsections")
    assert not faults


def test_pages_say_what_they_are(pages):
    faults, titles, descriptions = [], [], []
    for path, page in pages.items():
        if page.html.get("lang") != "en":
            faults.append(f"{path.name}: lang")
        titles.append(page.title.get_text())
        for name in ("description", "viewport"):
            found = page.head.find_all("meta", attrs={"name": name})
            content = found[0].get("content", "") if found else ""
            if not content or len(found) > 1:
                faults.append(f"{path.name}: {name}")
            if name == "description" and path.stem != "search":
                descriptions.append(content)
        if len(page.article.find_all("h1")) != 1:
            faults.append(f"{path.name}: not one h1")
        skip = page.find("a", class_="skip-to-content")
        if skip is None or page.find(id=skip["href"][1:]) is None:
            faults.append(f"{path.name}: no way to skip to the content")
        ids = [tag["id"] for tag in page.find_all(id=True)]
        faults += [f"{path.name}: id {i} twice" for i in {*ids} if ids.count(i) > 1]
    assert not faults
    assert all(titles)
    assert len({*titles}) == len(titles)
    assert len({*descriptions}) == len(descriptions)


def test_chapters_follow_each_other(site, pages):
    names = toc_pages()
    faults = []
    for here, there in pairwise(names):
        after = pages[site / f"{here}.html"].find("a", class_="next-page")
        before = pages[site / f"{there}.html"].find("a", class_="prev-page")
        for link, page, wanted in ((after, here, there), (before, there, here)):
            base, target = site / f"{page}.html", site / f"{wanted}.html"
            if link is None or local(base, link["href"]) != target:
                faults.append(f"{page}: no link to {wanted}")
    assert not faults


def test_search_knows_every_chapter(site):
    text = (site / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert {*toc_pages()} <= {*index["docnames"]}
    found = [d if isinstance(d, list) else [d] for d in index["terms"].values()]
    words = Counter(index["docnames"][page] for pages in found for page in pages)
    poor = {name: words[name] for name in toc_pages() if words[name] < WORDS}
    assert not poor
    assert "hing" in index["terms"]  # the stem of hinge


def test_fonts_have_every_character(pages):
    """A subset lacks what was not in the book when it was made: tools/assets/fonts/README.md."""
    known = set(CHARACTERS.read_text("utf-8"))
    faults = []
    for path in pages:
        shown = set(unescape(UNREAD.sub("", path.read_text("utf-8"))))
        unknown = {c for c in shown - known if c.isprintable() and not c.isascii()}
        if unknown:
            faults.append(f"{path.name}: {' '.join(sorted(unknown))}")
    assert not faults


def weight(path):
    if path.suffix == ".woff2":  # is compressed already
        return path.stat().st_size
    return len(gzip.compress(path.read_bytes(), 6))


def test_pages_with_all_that_they_load_are_light(pages):
    """No page can load more: itself, its styles and scripts, and all fonts they name."""
    heavy = []
    for path, page in pages.items():
        files = {path, *(local(path, url) for url in loaded(page))}
        for sheet in [f for f in files if f.suffix == ".css"]:
            files |= {local(sheet, url) for url in css_urls(sheet)}
        files = {f for f in files if f.suffix not in FIGURES}
        total = sum(map(weight, files))
        if total > LIMIT:
            heavy.append(f"{path.name}: {total:,d} bytes")
    assert not heavy

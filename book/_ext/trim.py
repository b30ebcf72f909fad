"""After the build: one style sheet with the rules in use, fonts with the glyphs in use.

The themes bring 0.5 MB of CSS, 0.6 MB of fonts and 2 MB of scripts, of which a page
needs a fraction. A rule stays when each class, id and tag that it names occurs in a page
or in a script, a glyph stays when its character does, a file stays when something names
it. One thing is taken out of a theme's script: it measures every listing of a page, and so
has the browser lay out the whole page at once; book.js measures what is near the screen.
"""

from __future__ import annotations

import hashlib
import html
import json
import logging
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import tinycss2
from fontTools import subset
from sphinx.application import Sphinx
from sphinx.util.logging import getLogger
from tinycss2 import ast

logger = getLogger(__name__)

BUNDLE = "site.css"
OWN = ("book.css", "lab.css")
MODULE = ".mjs"
SHEET = re.compile(
    r'[ \t]*<link\b(?=[^>]*rel="stylesheet")[^>]*href="([^"]+)"[^>]*>\n?'
)
IMAGE = re.compile(r'<img\b[^>]*?src="([^"]+\.svg)"[^>]*?>')
SCRIPT = re.compile(r'<script (?=src="(?![^"]*documentation_options))')
CLASSES = re.compile(r'\bclass="([^"]*)"')
IDS = re.compile(r'\bid="([^"]*)"')
TAGS = re.compile(r"<([a-z][a-z0-9]*)")
WORDS = re.compile(r"[A-Za-z_][\w-]*")
URL = re.compile(r'url\(["\']?([^"\')]+)["\']?\)')
OLD_FORMATS = re.compile(r",\s*url\([^)]*\.(?:ttf|woff)\)\s*format\([^)]*\)")
SCAN = re.compile(
    r'"complete"===document\.readyState\?(\w+)\(\):'
    r'window\.addEventListener\("load",\1\)'
)
SOURCE_MAP = re.compile(r"^//# sourceMappingURL=.*\n?", re.MULTILINE)
IMPORTANT = re.compile(r"([{;]\s*(?!display)[\w-]+:[^;{}]*?)\s*!\s*important")
CUSTOM = re.compile(r"var\(\s*(--[\w-]+)")
QUOTED = re.compile(r"""["'](--[\w-]+)["']""")
FONTS = {  # asked for with the page that has such an element, so that no line moves
    "<p>": "fonts/source-serif-4-latin-400-normal.woff2",
    "<em>": "fonts/source-serif-4-latin-400-italic.woff2",
    "<strong>": "fonts/source-serif-4-latin-600-normal.woff2",
    'class="katex"': "katex/fonts/KaTeX_Main-Regular.woff2",
    'class="mord mathnormal"': "katex/fonts/KaTeX_Math-Italic.woff2",
}
EARLY = """  <script>
    if (location.protocol !== "file:") // where a font may not be asked for so
      for (const href of FONTS)
        document.head.append(Object.assign(document.createElement("link"),
          { rel: "preload", as: "font", type: "font/woff2", crossOrigin: "", href }));
  </script>
"""
AGAIN = re.compile(re.escape(EARLY).replace("FONTS", r"\[.*?\]"))
PRIVATE = re.compile(r"[\ue000-\uf8ff]|\\([ef][0-9a-f]{3})\b")


class Vocabulary:
    """The tags, classes and ids that pages and scripts can give to an element."""

    def __init__(self, pages: Iterable[str], scripts: Iterable[str]) -> None:
        self.tags, self.names, self.characters = {"*"}, set[str](), set[str]()
        self.properties = set[str]()
        for page in pages:
            self.tags.update(TAGS.findall(page))
            for found in [*CLASSES.findall(page), *IDS.findall(page)]:
                self.names.update(html.unescape(found).split())
            self.characters.update(html.unescape(page))
        for script in scripts:
            words = WORDS.findall(script)
            self.names.update(words)
            self.tags.update(words)
            self.properties.update(QUOTED.findall(script))

    def allows(self, selector: list[ast.Node]) -> bool:
        """Whether an element can match; what is inside :not(), :is() is not read."""
        before = None
        for token in selector:
            if token.type == "ident" and before == ".":
                if token.value not in self.names:
                    return False
            elif token.type == "ident" and before != ":":
                if token.lower_value not in self.tags:
                    return False
            elif token.type == "hash" and token.value not in self.names:
                return False
            before = token.value if token.type == "literal" else token.type
        return True


def split(tokens: list[ast.Node]) -> Iterator[list[ast.Node]]:
    """Selectors of a rule's list."""
    part: list[ast.Node] = []
    for token in tokens:
        if token == ",":
            yield part
            part = []
        else:
            part.append(token)
    yield part


def purge(rules: list[ast.Node], words: Vocabulary) -> str:
    """CSS of the rules that can match."""
    kept = []
    for rule in rules:
        if rule.type == "comment" and rule.value.startswith("!"):
            kept.append(rule.serialize())
        elif rule.type == "qualified-rule":
            parts = [p for p in split(rule.prelude) if words.allows(p)]
            if parts:
                selector = ",".join(tinycss2.serialize(p).strip() for p in parts)
                kept.append(f"{selector}{{{declarations(rule.content)}}}")
        elif rule.type == "at-rule" and rule.lower_at_keyword in {"media", "supports"}:
            inside = purge(tinycss2.parse_rule_list(rule.content, True, True), words)
            if inside:
                prelude = tinycss2.serialize(rule.prelude).strip()
                kept.append(f"@{rule.at_keyword} {prelude}{{{inside}}}")
        elif rule.type == "at-rule" and rule.content is not None:
            prelude = tinycss2.serialize(rule.prelude).strip()
            content = declarations(rule.content)
            kept.append(f"@{rule.at_keyword} {prelude}{{{content}}}")
    return "\n".join(kept)


def declarations(content: list[ast.Node]) -> str:
    text = tinycss2.serialize([t for t in content if t.type != "comment"])
    return re.sub(r"\s+", " ", text).strip().removesuffix(";")


def drop_unused(css: str, read: Iterable[str] = ()) -> str:
    """Leave out custom properties that nothing reads and fonts that nothing names.

    Those in `read` are read by a script.
    """
    size = 0
    while size != len(css):
        size, used = len(css), {*CUSTOM.findall(css), *read}
        rest = re.sub(r"@font-face *\{[^}]*\}", "", css)

        def keep_property(match: re.Match[str], used: set[str] = used) -> str:
            return match[0] if match[2] in used else match[1]

        def keep_font(match: re.Match[str], rest: str = rest) -> str:
            family = re.search(r"font-family: *[\"']?([^;\"'}]+)", match[0])
            return match[0] if family and family[1].strip() in rest else ""

        css = re.sub(r"([{;])\s*(--[\w-]+):[^;{}]*(?=[;}])", keep_property, css)
        css = re.sub(r"@font-face *\{[^}]*\}", keep_font, css)
        css = re.sub(r";{2,}", ";", css).replace("{;", "{")
        css = re.sub(r"(?<=\n)[^{}@\n]+\{\}\n", "", css)
    return css


def rebase(css: str, folder: str) -> str:
    """URLs seen from the static folder instead of the sheet's own."""

    def move(match: re.Match[str]) -> str:
        if match[1].startswith(("data:", "#")):
            return match[0]
        parts: list[str] = []
        for part in [*folder.split("/"), *match[1].split("?")[0].split("/")]:
            parts = parts[:-1] if part == ".." else [*parts, part] if part else parts
        return f"url({'/'.join(parts)})"

    return URL.sub(move, css)


def shrink_font(path: Path, characters: str) -> None:
    options = subset.Options(flavor="woff2", layout_features=["*"], hinting=False)
    font = subset.load_font(str(path), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)
    subset.save_font(font, str(path), options)


def bundle(static: Path, sheets: list[str], words: Vocabulary) -> str:
    """One style sheet; the fonts it names are cut to the characters in use.

    The themes' rules go into a cascade layer, so that the book's own always win.
    """
    texts = []
    for name in sheets:
        rules = tinycss2.parse_stylesheet(
            (static / name).read_text("utf-8"), False, True
        )
        folder = name.rpartition("/")[0]
        css = OLD_FORMATS.sub("", rebase(purge(rules, words), folder))
        if (
            name not in OWN
        ):  # in a layer, !important would win over the book's own rules
            plain = IMPORTANT.sub(r"\1", css)
            css = f"@layer theme{{{plain}}}"
        texts.append(css)
    css = drop_unused("\n".join(texts), words.properties)
    icons = {
        m[0] if m[1] is None else chr(int(m[1], 16)) for m in PRIVATE.finditer(css)
    }
    characters = "".join(sorted(words.characters | icons))
    for font in sorted({u for u in URL.findall(css) if u.endswith(".woff2")}):
        shrink_font(static / font, characters)
    return css


def svg_size(path: Path) -> str:
    """Width and height attributes, so that nothing moves when the figure arrives."""
    head = path.read_text("utf-8")[:2000]
    box = re.search(r'viewBox="[\d.-]+ [\d.-]+ ([\d.]+) ([\d.]+)"', head)
    if not box:
        return ""
    width, height = (round(float(side) * 4 / 3) for side in box.groups())
    return f' width="{width}" height="{height}" loading="lazy"'


def rewrite(page: Path, text: str, version: str) -> str:
    """The page with one style sheet, early fonts, sized figures, deferred scripts."""

    def size(match: re.Match[str]) -> str:
        attributes = svg_size(page.parent / match[1])
        return match[0] if " width=" in match[0] else f"<img{attributes}{match[0][4:]}"

    text = AGAIN.sub("", text)
    root = re.search(r'data-content_root="([^"]*)"', text)
    up = root[1] if root else ""
    link = f'<link rel="stylesheet" href="{up}_static/{BUNDLE}?v={version}"/>\n'
    fonts = [f"{up}_static/{font}" for sign, font in FONTS.items() if sign in text]
    link = EARLY.replace("FONTS", json.dumps(fonts)) + "  " + link
    first = SHEET.search(text)
    if first:
        text = text[: first.start()] + link + SHEET.sub("", text[first.start() :])
    text = text.replace(' aria-label="Toggle hidden content"', "")  # hides its own text
    if page.name != "search.html":
        text = SCRIPT.sub("<script defer ", text)
    return IMAGE.sub(size, text)


def html_pages(out: Path) -> list[Path]:
    return sorted(p for p in out.rglob("*.html") if "_static" not in p.parts)


def remove_unnamed(out: Path, own: Path) -> None:
    """Delete static files that no page names, nor a file that a page names."""
    static = out / "_static"
    files = {p for p in static.rglob("*") if p.is_file()}
    texts = [p.read_text("utf-8") for p in html_pages(out)]
    named: set[Path] = set()
    while texts:
        text = "\n".join(texts)
        found = {p for p in files - named if p.name in text}
        named |= found
        read = {".js", MODULE, ".css"}
        texts = [p.read_text("utf-8") for p in found if p.suffix in read]
    for path in files - named:
        ours = (own / path.relative_to(static)).exists()
        if not path.name.startswith("LICENSE") and not (
            ours and path.suffix not in {".css", ".woff2"}
        ):
            path.unlink()
    for folder in sorted((p for p in static.rglob("*") if p.is_dir()), reverse=True):
        if not any(folder.iterdir()):
            folder.rmdir()


def trim(app: Sphinx, exception: Exception | None) -> None:
    if exception is not None or app.builder.name != "html":
        return
    out = Path(app.outdir)
    static = out / "_static"
    pages = {p: p.read_text("utf-8") for p in html_pages(out)}
    sheets: list[str] = []
    for text in pages.values():
        for href in SHEET.findall(text):
            name = href.partition("_static/")[2].partition("?")[0]
            if name and name != BUNDLE and name not in sheets:
                sheets.append(name)
    if not sheets:  # no page was written anew
        return
    scripts = [
        p.read_text("utf-8")
        for p in [*static.rglob("*.js"), *static.rglob(f"*{MODULE}")]
        if p.suffix == MODULE or any(p.name in t for t in pages.values())
    ]
    css = bundle(static, sheets, Vocabulary(pages.values(), scripts))
    (static / BUNDLE).write_text(css, encoding="utf-8")
    version = hashlib.sha256(css.encode()).hexdigest()[:8]
    scans = 0
    for script in static.rglob("*.js"):
        text = SOURCE_MAP.sub("", script.read_text("utf-8"))
        text, found = SCAN.subn("0", text)
        scans += found
        script.write_text(text, encoding="utf-8")
    if not scans:
        logger.warning(
            "The theme's script no longer has the scan that trim.py takes out."
        )
    for page, text in pages.items():
        page.write_text(rewrite(page, text, version), encoding="utf-8")
    remove_unnamed(out, Path(app.confdir) / "book" / "_static")


def setup(app: Sphinx) -> dict[str, Any]:
    logging.getLogger("fontTools").setLevel(logging.WARNING)  # hundreds of lines else
    # After the extensions that copy their style sheets when the build is finished.
    app.connect("build-finished", trim, priority=900)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}

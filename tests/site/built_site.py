"""The built site's own files, how its pages are read, and what they load."""

import os
import re
from urllib.parse import unquote, urlsplit

from tools.shared.built_page import parse_without_katex

# The path of the address that the site was built for.
ROOT_PATH = urlsplit(os.environ.get("SITE_URL", "")).path.rstrip("/") + "/"
OTHERS = {"lite", "python", "slides"}  # folders that tests/browser tests
LOADS = ("src", "srcset", "data", "poster", "background", "xlink:href")
POINTERS = {"next", "prev", "index", "search", "author", "license", "canonical"}
CSS_URL = re.compile(r"""(?:url\(\s*["']?|@import\s+["'])([^"')]+)""")


def own_files(site, suffix):
    """Return the book's own files of the built site that end so, sorted."""
    paths = sorted(site.rglob(f"*{suffix}"))
    return [p for p in paths if p.relative_to(site).parts[0] not in OTHERS]


def parse(paths):
    """Return the pages at these paths, parsed."""
    return {path: parse_without_katex(path.read_text("utf-8")) for path in paths}


def parse_site(site):
    """Parse every page, but for the one that only sends on to the first page."""
    return parse(p for p in own_files(site, ".html") if p != site / "index.html")


def loaded_urls(page):
    """Return the addresses that a browser asks for when it opens the page."""
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


def file_at(page, url):
    """Return the file that an address on a page leads to."""
    path = unquote(urlsplit(url).path)
    if path.startswith("/"):  # on the page for addresses that do not exist
        return page.parent / path.removeprefix(ROOT_PATH)
    return (page.parent / path).resolve()


def css_urls(sheet):
    """Return the addresses that a style sheet names."""
    urls = CSS_URL.findall(sheet.read_text("utf-8"))
    return [url for url in urls if not url.startswith(("data:", "#"))]

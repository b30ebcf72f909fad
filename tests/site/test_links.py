"""Every link leads somewhere, and no file that only development needs is published."""

import re
from urllib.parse import urlsplit

from tests.site.built_site import css_urls, file_at, loaded_urls, own_files, parse


def test_no_file_of_development_is_published(site):
    """Those that stand beside what is published."""
    published = {path.name for path in site.rglob("*")}
    assert not published & {"ruff.toml", "__pycache__", "search.js", "sphinx.d.ts"}


def test_first_page_is_reached_from_the_root(site):
    text = (site / "index.html").read_text("utf-8")
    target = re.search(r'url=([^"]+)"', text)
    assert (site / target[1]).exists(), target[1]
    assert "<title>The Hinge and the Margin</title>" in text


def test_internal_links_resolve(site, pages):
    """Those of the slides too."""
    pages = pages | parse(sorted((site / "slides").glob("*.html")))
    ids = {
        path.resolve(): {tag["id"] for tag in page.find_all(id=True)}
        for path, page in pages.items()
    }
    faults, anchors = [], 0
    for path, page in pages.items():
        hrefs = [a.get("href", "") for a in page.find_all("a")]
        for url in hrefs + loaded_urls(page):
            parts = urlsplit(url)
            if parts.scheme or parts.netloc or not url:
                continue
            target = file_at(path, url) if parts.path else path.resolve()
            anchor = parts.fragment  # as the scripts of the book take it
            anchors += bool(anchor)
            if not target.exists():
                faults.append(f"{path.name}: {url} does not exist")
            elif anchor and target in ids and anchor not in ids[target]:
                faults.append(f"{path.name}: {url} has no such anchor")
    for sheet in [*own_files(site, ".css"), *(site / "slides").rglob("*.css")]:
        for url in css_urls(sheet):
            if not file_at(sheet, url).exists():
                faults.append(f"{sheet.name}: {url} does not exist")
    assert not faults
    assert anchors > 1000

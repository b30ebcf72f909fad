"""The site asks no other host for anything."""

import re
from urllib.parse import urlsplit

from tests.site.built_site import CSS_URL, css_urls, loaded_urls, own_files

# An address of another host in a script.
NETWORK = re.compile(r"""["'`](?:https?:)?//(?!www\.w3\.org/)[\w.-]+\.\w+""")
SVG_URL = re.compile(r"""(?:\b(?:xlink:)?href|\bsrc)\s*=\s*["']([^"'#][^"']*)""")


def test_pages_load_nothing_from_another_host(pages):
    urls = [
        (path.name, url) for path, page in pages.items() for url in loaded_urls(page)
    ]
    assert not [x for x in urls if urlsplit(x[1]).netloc or urlsplit(x[1]).scheme]
    assert len(urls) > len(pages)


def test_styles_scripts_and_figures_name_no_other_host(site, pages):
    sheets, figures = own_files(site, ".css"), own_files(site, ".svg")
    faults = [
        f"{sheet.name}: {url}"
        for sheet in sheets
        for url in css_urls(sheet)
        if urlsplit(url).netloc
    ]
    for figure in figures:
        text = figure.read_text("utf-8")
        urls = SVG_URL.findall(text) + CSS_URL.findall(text)
        faults += [f"{figure.name}: {url}" for url in urls if urlsplit(url).netloc]
    scripts = own_files(site, ".js") + own_files(site, ".mjs")
    sources = {path: path.read_text("utf-8") for path in scripts}
    for path, page in pages.items():
        inline = [s.get_text() for s in page.find_all("script") if not s.get("src")]
        sources[path] = "\n".join(inline)
    for path, text in sources.items():
        if path.name != "searchindex.js":  # it holds the words of the book
            faults += [f"{path.name}: {url}" for url in NETWORK.findall(text)]
    assert not faults
    assert sheets and figures and scripts

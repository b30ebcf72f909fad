"""How much a page makes a reader load."""

import gzip

from tests.site.built_site import css_urls, file_at, loaded_urls

LIMIT = 300_000  # bytes of a chapter with all that it loads, gzipped, without figures
FIGURES = {".svg", ".png", ".jpg", ".gif", ".ico"}


def weight(path):
    if path.suffix == ".woff2":  # is compressed already
        return path.stat().st_size
    return len(gzip.compress(path.read_bytes(), 6))


def test_pages_with_all_that_they_load_are_light(pages):
    """What a page names: itself, its styles and scripts, and all fonts of the styles.

    What a script imports comes when it is needed, and isn't counted.
    """
    heavy = []
    for path, page in pages.items():
        files = {path, *(file_at(path, url) for url in loaded_urls(page))}
        for sheet in [f for f in files if f.suffix == ".css"]:
            files |= {file_at(sheet, url) for url in css_urls(sheet)}
        files = {f for f in files if f.suffix not in FIGURES}
        total = sum(map(weight, files))
        if total > LIMIT:
            heavy.append(f"{path.name}: {total:,d} bytes")
    assert not heavy

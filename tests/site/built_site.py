"""The built site's own files, and how its pages are read."""

from tools.built_page import parse_without_katex

OTHERS = {"lite", "python", "slides"}  # what tests/browser tries


def files(site, suffix):
    """Return the book's own files of the built site that end so, sorted."""
    found = sorted(site.rglob(f"*{suffix}"))
    return [p for p in found if p.relative_to(site).parts[0] not in OTHERS]


def parse_site(site):
    """Parse every page, but for the one that only sends on to the first page."""
    found = [p for p in files(site, ".html") if p != site / "index.html"]
    return {path: parse_without_katex(path.read_text("utf-8")) for path in found}

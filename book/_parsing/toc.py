"""The pages of the book in the order of _toc.yml."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import yaml

from . import ROOT
from .page import SUFFIXES, Page, read_page


def toc_parts() -> dict[str, list[str]]:
    """Return the docnames of each part's pages by its caption; the first page has none."""
    toc = yaml.safe_load((ROOT / "_toc.yml").read_text("utf-8"))
    captioned = {
        part["caption"]: [chapter["file"] for chapter in part["chapters"]]
        for part in toc["parts"]
    }
    return {"": [toc["root"]], **captioned}


def toc_pages() -> list[str]:
    """Return the docnames of all pages, such as book/hinge/gradient."""
    return [docname for part in toc_parts().values() for docname in part]


def book_files() -> dict[str, Path | None]:
    """Return each entry of _toc.yml with its file, None where there is none."""
    files: dict[str, Path | None] = {}
    for entry in toc_pages():
        stem = ROOT / entry
        candidates = (stem.with_name(stem.name + s) for s in SUFFIXES)
        files[entry] = next((c for c in candidates if c.is_file()), None)
    return files


def unlisted(paths: Iterable[Path]) -> list[str]:
    """Return which of these pages _toc.yml doesn't list, one line per page."""
    listed = book_files().values()
    return [
        f"{path.relative_to(ROOT)} is not in _toc.yml"
        for path in paths
        if path not in listed
    ]


@cache
def read_book() -> list[Page]:
    """Read all pages of the book that _toc.yml lists."""
    return [read_page(path) for path in book_files().values() if path]

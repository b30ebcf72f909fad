"""The pages of the book in the order of _toc.yml."""

import yaml

from tools import ROOT

TOC = ROOT / "_toc.yml"


def toc_parts() -> dict[str, list[str]]:
    """Return the pages of each part by its caption; the first page has none."""
    toc = yaml.safe_load(TOC.read_text("utf-8"))
    captioned = {
        part["caption"]: [chapter["file"] for chapter in part["chapters"]]
        for part in toc["parts"]
    }
    return {"": [toc["root"]], **captioned}


def toc_pages() -> list[str]:
    """Return all pages, such as book/hinge/gradient."""
    return [page for part in toc_parts().values() for page in part]

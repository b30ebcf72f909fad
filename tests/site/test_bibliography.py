"""The bibliography of the built site: in order, used, and linked in both directions."""

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup, Tag
from built import changed, target
from works import entries, works

Pages = dict[Path, BeautifulSoup]
PAGE = "book/reference/bibliography.html"
TO_WORK = re.compile(r"bibliography\.html#work-")
KEYWORDS = ("document", "literature", "tool")


def words(tag: Tag) -> str:
    return " ".join(tag.get_text().split())


def listed(page: BeautifulSoup) -> list[Tag]:
    return page.select("ul.works > li")


def links_to_works(site: Path, pages: Pages) -> Iterator[tuple[Path, Tag, str]]:
    """Yield the links to entries: the page, the link, the key."""
    for path, page in pages.items():
        for link in page.find_all("a", href=TO_WORK):
            yield path, link, target(path, link)[1].removeprefix("work-")


def faults(site: Path, pages: Pages) -> list[str]:
    """Return what is wrong with the bibliography and the links to it."""
    page, known, said = pages[site / PAGE], works(), list[str]()
    keys = [str(item["id"]).removeprefix("work-") for item in listed(page)]
    wanted = [k for word in KEYWORDS for k in known if known[k].keyword == word]
    if keys != wanted:
        said.append(f"entries or their order: {keys}")
    named = defaultdict[str, set[Path]](set)
    for path, link, key in links_to_works(site, pages):
        if key not in known:
            said.append(f"{path.name}: {key} is no entry")
        elif not (titled := link.em) and known[key].authors not in words(link):
            name = words(link).replace("’", "'")
            if name not in known[key].names:
                said.append(f"{path.name}: {name} leads to {key}")
        elif titled and words(titled).lower()[:12] != title(key)[:12]:
            said.append(f"{path.name}: {words(link)} leads to {key}")
        named[key].add(path.resolve())
        if link.find_parent(["h1", "h2", "h3", "figcaption", "a", "pre", "code"]):
            said.append(f"{path.name}: a link in {link.parent}")
    for key, item in zip(keys, listed(page), strict=True):
        line = item.select_one("p.where")
        there = [target(site / PAGE, a) for a in line.select("a")] if line else []
        if not there:
            said.append(f"{key}: no page uses it")
        for path, place in there:
            found = pages[path].find(id=place) if place else None
            if place and (found is None or f"#work-{key}" not in str(found["href"])):
                said.append(f"{key}: {path.name} does not lead back")
            if not place and path in named[key]:
                said.append(f"{key}: not to the place on {path.name}")
        counted = re.match(r"Used on (\d+) pages", words(line)) if line else None
        if not counted and not named[key] <= {path for path, _ in there}:
            said.append(f"{key}: not all pages")
    return said


def title(key: str) -> str:
    return entries()[key].fields["title"].lower().replace("'", "’")


def test_works_and_pages_lead_to_each_other(site: Path, pages: Pages) -> None:
    assert faults(site, pages) == []
    assert len({key for _, _, key in links_to_works(site, pages)}) > 30


@pytest.mark.parametrize(
    ("name", "selector", "attributes"),
    [
        (PAGE, "ul.works > li", {}),
        (PAGE, "#work-fan-2005", {"id": "work-fan-2006"}),
        (PAGE, "#work-fan-2005 p.where a", {}),
        (PAGE, "#work-fan-2005 p.where a", {"href": "../margin/smo.html"}),
        ("book/margin/smo.html", "#names-fan-2005", {}),
        ("book/margin/smo.html", "#names-fan-2005", {"id": "names-fan"}),
        (
            "book/margin/smo.html",
            "#names-platt-1998",
            {"href": "../reference/bibliography.html#work-platt-1999"},
        ),
        (
            "book/hinge/hinge_loss.html",
            "#names-weston-1999",
            {"href": "../reference/bibliography.html#work-crammer-2001"},
        ),
    ],
)
def test_a_broken_bibliography_is_caught(
    site: Path, pages: Pages, name: str, selector: str, attributes: dict[str, str]
) -> None:
    tag = pages[site / name].select_one(selector)
    assert tag is not None
    with changed(tag, **attributes):
        assert faults(site, pages) != []

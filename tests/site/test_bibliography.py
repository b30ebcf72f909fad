"""The bibliography of the built site: every work once, annotated, with who cites it."""

from pybtex.database import parse_file

from tools import ROOT


def test_bibliography_lists_each_work_once_with_what_it_offers(site, pages):
    known = parse_file(str(ROOT / "book/reference/bibliography.bib")).entries
    listed = pages[site / "book/reference/bibliography.html"].select("ul.works > li")
    assert sorted(item["id"] for item in listed) == sorted(f"work-{k}" for k in known)
    for item in listed:
        key = item["id"].removeprefix("work-")
        assert known[key].fields["annote"].split()[0] in item.get_text(), key
        cited = item.select_one("p.where")
        assert cited is None or cited.a is not None, key

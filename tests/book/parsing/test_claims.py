"""book/_parsing/claims.py: what is wrong with the claims or their notes, and their order."""

from dataclasses import replace

import pytest

from book._parsing.claims import (
    claim_counts,
    claims_by_chapter,
    claims_table,
    read_claims,
)

NOTE = """(errata-{id})=
**`{id}`**, page 1: what {id} claims.

**{verdict}.** Why. See [{page}](../part/{page}.ipynb).
"""
NOTES = [
    {"id": "one-1", "verdict": "Holds", "page": "second"},
    {"id": "two-1", "verdict": "Wrong as written", "page": "first"},
    {"id": "one-2", "verdict": "Holds", "page": "second"},
]
ROWS = "id,verdict\none-1,holds\none-2,holds\ntwo-1,wrong\n"


@pytest.fixture
def errata(tmp_path):
    """Give a function that writes rows and notes, and returns their page."""

    def write(rows=ROWS, note=NOTE):
        (tmp_path / "claims.csv").write_text(rows)
        page = tmp_path / "errata.md"
        page.write_text("\n".join(note.format(**values) for values in NOTES))
        return page

    return write


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (
            "one-2,holds",
            "one-2,wrong",
            r"one-2 needs a note that says \*\*Wrong as written\.\*\* and links",
        ),
        ("one-2,holds", "one-2,true", "one-2: 'true' is none of .'holds', 'condition'"),
        ("one-2,holds\n", "", "claims.csv has no row for one-2"),
        ("two-1", "two-2", "two-2 should be two-1"),
        ("two-1,wrong", "two-1,wrong\ntwo-2,wrong", "two-2 needs a note"),
    ],
)
def test_bad_row_is_named(old, new, words, errata):
    page = errata(ROWS.replace(old, new))
    with pytest.raises(ValueError, match=words):
        read_claims(page)


def test_byte_order_mark_is_no_part_of_the_header(errata):
    """Excel writes one."""
    assert read_claims(errata("\ufeff" + ROWS)) == read_claims(errata())


@pytest.mark.parametrize(
    "rows", ["", "\n".join(ROWS.split("\n")[1:]), ROWS.replace(",", ";")]
)
def test_wrong_header_is_named(rows, errata):
    with pytest.raises(ValueError, match=r"claims\.csv begins .*, not id,verdict"):
        read_claims(errata(rows))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("claims.\n", "claims\n", "one-1 needs a note whose first paragraph ends"),
        ("See [", "Read [", "one-1 needs a note that says .* and links to a chapter"),
    ],
)
def test_bad_note_is_named(old, new, words, errata):
    page = errata(note=NOTE.replace(old, new))
    with pytest.raises(ValueError, match=words):
        read_claims(page)


@pytest.mark.parametrize("start", ["### A section", "(sec-next)="])
def test_note_ends_where_a_section_starts(start, errata):
    """A link in that section is not the note's."""
    after = f"\n\n{start}\n\nSee [first](../part/first.ipynb)."
    page = errata(note=NOTE.replace("See [", "Read [") + after)
    with pytest.raises(ValueError, match="one-1 needs a note that .* links to a"):
        read_claims(page)


def test_claims_are_counted_by_verdict(errata):
    claims = read_claims(errata())
    claims[-1] = replace(claims[-1], verdict="condition")
    none = "0 hold, 0 on a condition, 0 wrong"
    assert claim_counts(claims) == {
        "one": none.replace("0 hold", "2 hold"),
        "two": none.replace("0 on", "1 on"),
        "all": "2 hold, 1 on a condition, 0 wrong",
    }


def test_table_has_the_claims_of_one_source(errata):
    claims = read_claims(errata())
    assert claims_table(claims, "one").splitlines() == [
        "| `one` | verdict | what it says |",
        "|---|---|---|",
        "| {ref}`1 <errata-one-1>` | holds | page 1: what one-1 claims |",
        "| {ref}`2 <errata-one-2>` | holds | page 1: what one-2 claims |",
    ]
    with pytest.raises(ValueError, match="no claims of three"):
        claims_table(claims, "three")


def test_chapters_come_in_the_order_of_the_pages(errata):
    """Whatever the order of the claims is."""
    order = ["book/part/first", "book/part/none", "book/part/second"]
    first, second = claims_by_chapter(read_claims(errata()), order).split("\n\n")
    assert first.startswith("(errata-of-first)=\n**[first](../part/first.ipynb)**\\\n")
    assert "two-1 <errata-two-1>" in first
    holds = "{ref}`one-1 <errata-one-1>`, {ref}`one-2 <errata-one-2>`"
    assert second.endswith(f"\nHolds: {holds}")

"""The HTML of proofs and exercises."""

from tests.book.ext.small_book import build_chapters

CONF = """
extensions = ["myst_nb", "sphinx_proof", "sphinx_exercise",
              "book._ext.proofs_and_exercises"]
"""
PROOF = "```{prf:proof}\nIt is so.\n```\n"
EXERCISE = "```{exercise}\n:label: ex-%s\nWhy?\n```\n"
TEXT = f"# One\n{PROOF}\n{PROOF}\n{EXERCISE % 'a'}\n{EXERCISE % 'b'}"


def test_blocks_lose_their_wrappers_and_a_proof_begins_like_a_paragraph(tmp_path):
    pages, warnings = build_chapters(tmp_path, CONF, {"chapter": TEXT})
    assert not warnings
    page = pages["chapter"]
    assert page.select("#ex-a") and page.select("#ex-b")
    assert [section["id"] for section in page.select("section")] == ["one"]
    proofs = page.select(".demonstration")
    assert [proof.get_text().strip() for proof in proofs] == ["Proof. It is so."] * 2
    assert [proof.em.get_text() for proof in proofs] == ["Proof."] * 2
    assert not page.select('link[href*="proof.css"], link[href*="exercise.css"]')

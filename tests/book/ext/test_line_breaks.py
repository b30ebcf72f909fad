"""What stays on one line."""

from tests.book.ext.small_book import build_chapters

CONF = 'extensions = ["myst_nb", "book._ext.line_breaks"]'
TEXT = """# One
Where $a$, ($b$). As $c$ is, $d$
and `of_twenty_characters`, not `a_name_of_twenty_one_`.

It ends with $e$

Not *here*, or $f$, or *there*.
"""


def test_formulas_keep_their_punctuation_and_short_code_stays_whole(tmp_path):
    pages, warnings = build_chapters(tmp_path, CONF, {"chapter": TEXT})
    assert not warnings
    text = pages["chapter"].select_one("section > p")
    held = [span.get_text() for span in text.select(".held")]
    assert [words[-1] for words in held] == [",", "."]
    assert "".join(held).count(r"\(") == 2
    assert " ".join(text.get_text().split()).startswith(r"Where \(a\), (\(b\)). As")
    (short,) = text.select("code.short")
    assert short.get_text() == "of_twenty_characters"
    *_, twice = pages["chapter"].select("section > p")
    assert twice.get_text() == r"Not here, or \(f\), or there."
    assert twice.select_one(".held").get_text() == r"\(f\),"
